"""Dice, tables, roll records, questions, orders, the running command; the standard library and msgspec only."""
