"""Arrows at the rim of the map: which way the last fight lies, and own units that may still act, outside the view."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Literal, NamedTuple

from rich.segment import Segment
from textual.geometry import Region
from textual.strip import Strip

from sasl.tui.theme import Palette, paint

Kind = Literal["fight", "own"]
SIGNS = {"left": "◄", "right": "►", "up": "▲", "down": "▼"}
FIGHT = "✶"
MOST_ASIDE = 6
"""How many cells an arrow moves to make room for what is written: a hex's name, a counter."""


class Arrow(NamedTuple):
    """A sign at a cell of the widget, and the nearest hex that it points to."""

    x: int
    y: int
    text: str
    kind: Kind
    name: str


def arrows(
    places: Mapping[str, Kind],
    region_of: Callable[[str], Region],
    view: Region,
    inside: Region,
    blank: Callable[[int, int, int], bool] = lambda _x, _y, _length: True,
) -> list[Arrow]:
    """One arrow for each kind and side of the view that something lies beyond, with the number of hexes there.

    `region_of`: the cells of a hex on the whole map; `view`: those that show; `inside`: where on the widget they show;
    `blank(x, y, length)`: whether nothing is written there that the arrow would hide.
    """
    found: dict[tuple[str, Kind], list[tuple[int, Region, str]]] = {}
    for name, kind in places.items():
        region = region_of(name)
        side, far = _beyond(region, view)
        if side:
            found.setdefault((side, kind), []).append((far, region, name))
    signs: dict[tuple[int, int], Arrow] = {}
    for (side, kind), there in sorted(found.items(), key=lambda item: item[0][1]):
        _, region, name = min(there)
        text = SIGNS[side] + (FIGHT if kind == "fight" else f"{min(len(there), 9)}" if len(there) > 1 else "")
        x = max(inside.x, min(inside.right - len(text), inside.x + region.x - view.x))
        y = max(inside.y, min(inside.bottom - 1, inside.y + region.y - view.y))
        x, y = _aside(x, y, len(text), side in ("left", "right"), inside, blank)
        while (x, y) in signs:  # a fight comes first; what lies the same way stands below it
            y += 1 if y + 1 < inside.bottom else -1
        signs[(x, y)] = Arrow(x, y, text, kind, name)
    return list(signs.values())


def _aside(
    x: int, y: int, length: int, upright: bool, inside: Region, blank: Callable[[int, int, int], bool]
) -> tuple[int, int]:
    """The nearest cells along the rim (`upright`: the left or right one) that are blank, if there are any near."""
    for far in sorted(range(-MOST_ASIDE, MOST_ASIDE + 1), key=abs):
        spot = (x, y + far) if upright else (x + far, y)
        fits = inside.contains(*spot) and inside.contains(spot[0] + length - 1, spot[1])
        if fits and blank(*spot, length):
            return spot
    return x, y


def _beyond(region: Region, view: Region) -> tuple[str, int]:
    """The side of the view beyond which a hex lies farthest, and by how many cells; "" inside it."""
    over = {
        "left": view.x - region.x,
        "right": region.right - view.right,
        "up": 2 * (view.y - region.y),  # a line is as high as two columns are wide
        "down": 2 * (region.bottom - view.bottom),
    }
    side = max(over, key=lambda name: over[name])
    return (side, over[side]) if over[side] > 0 else ("", 0)


def with_arrows(strip: Strip, there: Iterable[Arrow], palette: Palette) -> Strip:
    """A line of the widget with the arrows that stand on it."""
    for arrow in there:
        ink, ground = ("cursor-ink", "danger") if arrow.kind == "fight" else ("friendly-ink", "friendly")
        sign = Strip([Segment(arrow.text, paint(palette.ink[ink], palette.ink[ground], True))], len(arrow.text))
        end = arrow.x + len(arrow.text)
        strip = Strip.join([strip.crop(0, arrow.x), sign, strip.crop(end, strip.cell_length)])
    return strip
