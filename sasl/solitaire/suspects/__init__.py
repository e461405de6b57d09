"""S?: placed and moved, Activated, and what they turn out to be."""
