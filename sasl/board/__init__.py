"""Hexes, terrain, line of sight, range and movement cost."""
