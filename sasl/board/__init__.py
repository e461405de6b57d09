"""Floor 2: hexes, terrain, line of sight, range and movement cost."""
