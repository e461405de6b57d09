"""Vehicles: driving, what they carry, and what befalls them: Bog, Overruns, buildings, crews, Hull Down (D2-D14)."""
