"""Keys that content once had and nothing read: own files of before, and packs kept in saves, may still have them."""

from __future__ import annotations

from typing import Any


def without(data: Any, *keys: str) -> Any:
    """The mapping without these keys; what is no mapping stays as it is, for the checks to say so."""
    return {name: value for name, value in data.items() if name not in keys} if isinstance(data, dict) else data
