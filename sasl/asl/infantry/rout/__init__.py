"""Rout (A10.5): who must and may, by which ways, Interdiction, the RtPh."""
