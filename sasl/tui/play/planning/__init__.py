"""What the player may do before he orders it: who is taken, ways, aims, their odds, the orders on offer."""
