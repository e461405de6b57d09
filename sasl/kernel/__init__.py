"""Floor 1: dice, tables, modifiers and roll records; standard library only."""
