"""Ways over the map: who endangers which hex, what each hex costs, and the search."""
