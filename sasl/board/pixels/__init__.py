"""LOS over the pixels of a map: what a straight line really meets in each hex, where the player's boards are known."""
