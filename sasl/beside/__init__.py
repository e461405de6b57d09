"""A tracked game beside the player's own VASL map: what differs, what VASL shows next, and what it lacks."""
