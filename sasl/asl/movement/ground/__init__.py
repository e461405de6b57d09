"""What steps cost, and how far it is over the ground."""
