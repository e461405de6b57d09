"""Close Combat (A11)."""
