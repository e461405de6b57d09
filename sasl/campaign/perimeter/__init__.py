"""Perimeters between scenarios: grains, loops, the largest legal one, Pockets, control, and how they are drawn."""
