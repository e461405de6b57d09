"""A doctrine: how a side that the program plays decides. Thresholds and tables, all of them content."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from sasl.board.terrain import Figure
from sasl.content.faults import ContentError, nearest
from sasl.kernel.records import mark

Choice = Literal["best", "random"]
Orders = Literal["action", "free"]
NAMED = re.compile(r"\b([a-z]+(?:-[a-z]+)+) [\d.]+ \[")
"""A figure as `Doctrine.words` puts it."""


@dataclass(frozen=True)
class Doctrine:
    """How a side decides: its figures by name, its Action tables by attitude.

    `plans`: the doctrines that one who looks ahead chooses between before each of his Player Turns; () for all others.
    """

    id: str
    title: str
    summary: str
    choice: Choice
    orders: Orders
    actions: Mapping[str, str]
    figures: Mapping[str, Figure] = field(repr=False)
    plans: tuple[str, ...] = ()

    def value(self, name: str) -> float:
        """The figure `name`; ContentError if the doctrine has none."""
        if name not in self.figures:
            raise ContentError([f"doctrine '{self.id}' has no figure '{name}'{nearest(name, self.figures)}"])
        return self.figures[name].value

    def words(self, name: str) -> str:
        """`first-fire 0.35 [house]`: a figure as reasons name it."""
        item = self.figures[name]
        return f"{name} {item.value:g} {mark(item.provenance)}"

    def glossary(self, reasons: Iterable[str]) -> list[str]:
        """What the figures mean that these reasons name: `first-fire-hidden: of a concealed firer … (A8.1)`."""
        named = dict.fromkeys(name for text in reasons for name in NAMED.findall(text))
        known = [(name, self.figures[name]) for name in named if name in self.figures]
        return [f"{name}: {figure.note} ({figure.rule})" for name, figure in known if figure.note]
