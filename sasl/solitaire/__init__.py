"""Floor 6: the mission: sequence of play, commands, S?, activation, events, VP."""
