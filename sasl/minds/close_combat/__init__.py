"""Close Combat: whether to seek it, and what to do in it."""
