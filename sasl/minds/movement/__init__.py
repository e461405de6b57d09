"""Moves and advances of Infantry: where to, which way, at what danger."""
