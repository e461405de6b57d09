"""Ordnance: To Hit, To Kill, Guns and vehicles as firers and as targets (C, D)."""
