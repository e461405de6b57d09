"""ASL procedures on the tracked game, a room for each kind: fire, men, gunnery, close combat, support, the sky."""
