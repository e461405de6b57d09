"""Fire of a side that plays itself: what an attack would do, who fires at what, and when fire is opened."""
