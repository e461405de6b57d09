"""Dice, tables, and what a roll comes to: its record, and chains of rolls."""
