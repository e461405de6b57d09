"""Series side by side over the same seeds, and what a changed table does to them."""
