"""A game as a story for an after-action report: its data, its pages, its maps."""
