"""What falls from afar: OBA and its Fire Missions, FFEs, Counter Battery, Bombardments (C1)."""
