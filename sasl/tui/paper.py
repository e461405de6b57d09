"""The lines of an attack before its dice: facts, number, DRM, chances, outcomes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sasl.asl.preview import Preview, result_name

ROOM = 29
"""The cells for a result, its chance and its bar."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a preview shows: facts, the number with its name, DRM, their sum, chances in percent."""

    facts: tuple[str, ...]
    number: str
    drms: tuple[str, ...]
    total: str
    chances: tuple[tuple[str, float], ...]


def read_sheet(preview: Preview) -> Sheet:
    """The words of a preview, part by part."""
    return Sheet(
        preview.facts,
        f"{preview.number_name}: {preview.number}",
        tuple(f"{place}. {mod}" for place, mod in enumerate(preview.modifiers, 1)),
        f"DRM in all: {preview.total:+d}" if preview.modifiers else "no DRM",
        tuple((result_name(name), float(chance * 100)) for name, chance in preview.expected),
    )


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
