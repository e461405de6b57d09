"""What a game tells beside and over its map: panes, set-up, axes, and what a command has done or asks."""
