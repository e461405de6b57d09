"""Morale (A10, A15, A19): checks, leaders, and what failing or passing makes of men."""
