"""Aiming (C3-C6): what a shot is, its arc and bearing, its limits, each case of its To Hit DRM."""
