"""The mission: sequence of play, S?, Activation, Random Events, Command Control, set-up, control and VP."""
