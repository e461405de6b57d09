"""Beside VASL: saved games and what lies on their map; this room reads files and knows no rule of the game."""
