"""Aircraft and those who shoot at them (E7)."""
