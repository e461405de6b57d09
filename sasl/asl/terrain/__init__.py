"""What lies on the ground and changes it: fire, SMOKE and wind, mines, pillboxes, rubble, walls (A24, B9, B24-B30)."""
