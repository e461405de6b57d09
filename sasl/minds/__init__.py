"""A side that plays itself: what it does next, and why. It proposes commands; the rules below carry them out."""
