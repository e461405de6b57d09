"""LOS in a game: what the board says, what hinders it, ADJACENT hexes, gullies, and where the player is asked."""
