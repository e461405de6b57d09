"""The steps of a Reorganization Phase: what happens to men, vehicles, Weapons and the map between two scenarios."""
