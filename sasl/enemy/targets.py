"""Targets (6.5): the legal attacks of a unit, with the harm each may be expected to do."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Choice:
    """An attack that is legal now: its command, what it is in words, its harm, who fires, at which range.

    `normal`: within normal range. `facts`: what the harm comes from, a line each.
    """

    line: str
    title: str
    harm: float
    hex: str
    firers: tuple[str, ...]
    range: int
    normal: bool
    facts: tuple[str, ...]
