"""What can be wrong with a board archive."""


class BadArchive(ValueError):
    """It cannot be read; the text goes on from the name of the file: `bd13: no zip archive`."""
