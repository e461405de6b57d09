"""Floor 5: ASL procedures on the tracked game: snipers, minefields, FFE."""
