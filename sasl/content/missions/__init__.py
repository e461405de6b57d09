"""The files of `missions/`: mission cards, what in them cannot be, campaigns."""
