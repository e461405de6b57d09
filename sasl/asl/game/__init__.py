"""Floor 4: the tracked game: state, events, and the one place that applies them."""
