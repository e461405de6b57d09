"""Charges: the berserk (A15.43), Cavalry (A13.6), Human Waves (A25.23)."""
