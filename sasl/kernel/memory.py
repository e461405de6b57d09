"""How often the garbage collector looks: a game makes a great many facts that stay, and little garbage in circles."""

from __future__ import annotations

import gc

YOUNG, MIDDLE, OLD = 20_000, 20, 50
"""How many new objects, or collections of the younger ones, bring about a collection (Python: 700, 10, 10)."""


def collect_all() -> None:
    """Give back all that nothing uses any more, also of what was there when `collect_seldom` was called; that takes
    half a second.
    """
    gc.unfreeze()
    gc.collect()
    gc.freeze()


def collect_seldom() -> None:
    """What is loaded by now stays and is never looked through again; what comes is looked through seldom."""
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)
    gc.enable()
