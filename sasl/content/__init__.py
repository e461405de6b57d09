"""Schemas and loaders of missions/, tables/ and boards; here, without any import, where they lie and what they are."""

from pathlib import Path

REVISION = 2
"""Of the shipped boards: one more whenever hexes of them are read anew, each file saying under `before` what they were
taken for until then. A save keeps the number it was begun with."""


def shipped_root() -> Path:
    """The folder with `missions/` and `tables/`: the checkout, or the copy inside an installed wheel."""
    package = Path(__file__).resolve().parent.parent
    checkout = package.parent
    if (checkout / "missions").is_dir() and (checkout / "tables").is_dir():
        return checkout
    return package / "_data"
