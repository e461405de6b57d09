"""What the player is told: prompts, the position, outcomes, lessons, what he could still do."""
