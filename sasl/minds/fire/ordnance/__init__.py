"""Shots of ordnance, and of what is carried like it, as a mind weighs them: each with its harm (C3, C13)."""
