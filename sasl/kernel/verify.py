"""Quick ways checked against the full ones: a switch, and the comparison itself.

A figure may be found in two ways: the full one, which builds what is shown (orders, previews, texts), and a quick one
from plain numbers. Where both exist the quick one calls `same` (or `at_least`, for a bound) while `ON`; with the
environment variable SASL_VERIFY=1 whole games are played so. Ask `if verify.ON:` first: the full way costs time.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")

ON = os.environ.get("SASL_VERIFY", "") not in ("", "0")
"""Whether every quick way compares itself with the full one. Read as `verify.ON`, never imported by name."""

ROUNDING = 1e-9
"""How far two ways may differ, or a bound fall below the exact figure: sums of floats depend on their order."""


class Mismatch(AssertionError):
    """A quick way and the full one disagree: a fault of the program, never of the player."""


def same(what: str, quick: T, full: Callable[[], T]) -> T:
    """`quick`, if the full way comes to the same, but for the rounding of sums. Mismatch, naming `what`, otherwise."""
    expected = full()
    rounded = isinstance(quick, float) and isinstance(expected, float) and abs(quick - expected) <= ROUNDING
    if quick != expected and not rounded:
        raise Mismatch(f"{what}: the quick way gives {quick!r}, the full one {expected!r}")
    return quick


def at_least(what: str, bound: float, exact: Callable[[], float]) -> float:
    """`bound`, if the exact figure does not exceed it. Mismatch, naming `what`, otherwise."""
    figure = exact()
    if figure > bound + ROUNDING:
        raise Mismatch(f"{what}: the bound {bound!r} is below the exact {figure!r}")
    return bound


@contextmanager
def switched(on: bool = True) -> Iterator[None]:
    """Checks switched on (or off) for a while."""
    global ON
    before, ON = ON, on
    try:
        yield
    finally:
        ON = before
