"""Vehicles that drive themselves: where to, over whom, and how they stop."""
