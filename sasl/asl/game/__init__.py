"""The tracked game: its state, its facts, and what a rule works with."""
