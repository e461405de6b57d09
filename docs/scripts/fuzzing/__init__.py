"""Commands chosen at random from what the grammar of the orders allows, and what must hold after each of them."""
