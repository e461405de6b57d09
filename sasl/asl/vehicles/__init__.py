"""Vehicles on the move and what befalls them: Bog, Overruns, buildings, crews and Riders, Hull Down, SMOKE (D2-D13)."""
