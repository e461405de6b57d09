"""How often the garbage collector looks: a game makes a great many facts that stay, and little garbage in circles."""

from __future__ import annotations

import gc

YOUNG, MIDDLE, OLD = 20_000, 20, 50
"""How many new objects, or collections of the younger ones, bring about a collection (Python: 700, 10, 10)."""


def collect_seldom() -> None:
    """What is loaded by now stays and is never looked through again; what comes is looked through seldom."""
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)
    gc.enable()
