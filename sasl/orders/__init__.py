"""Orders: what a side means to do, typed, and the words by which a player says it."""
