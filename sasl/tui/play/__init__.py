"""The play screen of a mission: its map, its panes, and each thing a player does there."""
