"""What the player reads: prompts, the position, outcomes, lessons, what he could still do."""
