"""What a player or a mind of a campaign says: typed orders, their words, and the lines of a scenario's result."""
