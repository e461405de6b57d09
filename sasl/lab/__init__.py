"""Floor 8: for designers and tests: a plain FRIENDLY commander and watched games."""
