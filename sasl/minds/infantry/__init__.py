"""Recovery and routs."""
