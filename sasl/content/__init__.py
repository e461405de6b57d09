"""Schemas and loaders of missions/, tables/ and boards; here, without any import, where they lie."""

from pathlib import Path


def shipped_root() -> Path:
    """The folder with `missions/` and `tables/`: the checkout, or the copy inside an installed wheel."""
    package = Path(__file__).resolve().parent.parent
    checkout = package.parent
    if (checkout / "missions").is_dir() and (checkout / "tables").is_dir():
        return checkout
    return package / "_data"
