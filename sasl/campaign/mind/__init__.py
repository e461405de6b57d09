"""The program as a side of a campaign: what it buys, chooses and tries, step by step."""
