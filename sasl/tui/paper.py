"""The lines of an attack before its dice, taken apart: facts, number, DRM, chances, outcomes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from sasl.asl.game.context import Question

ROOM = 29
"""The cells for a result, its chance and its bar."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The lines of a draft, taken apart: facts, the number with its name, DRM, their sum, chances in percent."""

    facts: tuple[str, ...]
    number: str
    drms: tuple[str, ...]
    total: str
    chances: tuple[tuple[str, float], ...]


def read_sheet(lines: Sequence[str]) -> Sheet:
    """The parts of a draft's lines; whatever is none of them is a fact."""
    drms = tuple(text for text in lines if re.match(r"\d+\. [+-]", text))
    total = next((text for text in lines if text.startswith("DRM in all") or text == "no DRM"), "")
    chances = next((text for text in lines if text.startswith("Chances: ")), "")
    first = drms[0] if drms else total
    place = lines.index(first) - 1 if first in lines else -1
    number = lines[place] if place >= 0 else ""
    facts = tuple(text for text in lines if text not in (*drms, total, chances, number))
    parts = re.findall(r"([^,%]+?) (\d+(?:\.\d+)?)%", chances.removeprefix("Chances: "))
    return Sheet(facts, number, drms, total, tuple((name.strip(" ,"), float(share)) for name, share in parts))


def chance_lines(chances: Sequence[tuple[str, float]], room: int = ROOM) -> list[str]:
    """Each result with its chance in figures and as a bar; then the chance of any effect."""
    if not chances:
        return []
    most, wide = max(share for _, share in chances), max(len(name) for name, _ in chances)
    width = max(3, room - wide - 7)
    lines = [
        f"{name:<{wide}} {percent(share):>5} {'█' * max(1, round(share / most * width))}" for name, share in chances
    ]
    nothing = [share for name, share in chances if name == "no effect"]
    if nothing and len(chances) > 1:
        lines.append(f"any effect {percent(100 - nothing[0])}")
    return lines


def percent(share: float) -> str:
    """A chance in words: `42%`, `2.8%`."""
    return f"{share:.0f}%" if share >= 10 or share == int(share) else f"{share:.1f}%"


def outcomes(question: Question) -> list[str]:
    """The outcomes that may be typed, as the question names them."""
    label = next((option.label for option in question.options if option.value == "=RESULT"), "")
    return [name.strip() for name in label.partition(": ")[2].split(",") if name.strip()]
