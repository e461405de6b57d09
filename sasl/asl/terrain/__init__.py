"""Fire, smoke and wind (A24, B25)."""
