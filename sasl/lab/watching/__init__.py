"""Games that play themselves: missions, and campaigns with made-up scenarios."""
