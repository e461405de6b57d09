"""The key of the overview: what its signs and colours mean, in the room under the map."""

from __future__ import annotations

from collections.abc import Iterable

from rich.segment import Segment
from textual.strip import Strip

from sasl.tui.map_cells import Ground
from sasl.tui.theme import Palette, paint

TERRAIN = {
    "woods": "woods",
    "brush": "brush",
    "orchard": "orchard",
    "grain": "grain",
    "marsh": "marsh",
    "shellholes": "shellholes",
    "wooden-building": "building",
    "stone-building": "stone building",
    "crags": "crags",
    "graveyard": "graveyard",
    "gully": "gully",
    "stream": "stream",
    "water": "water",
    "bridge": "bridge",
    "open": "open",
}
SIGNS = (
    ("2s", "friendly", "squads"),
    ("L", "friendly", "leader"),
    ("T", "friendly", "vehicle"),
    ("G", "friendly", "Gun"),
    ("[s", "enemy", "ENEMY"),
    ("S?", "Hold", "Hold"),
    ("A?", "Advance", "Advance"),
    ("W?", "Withdraw", "Withdraw"),
    ("S!", "Hold", "sees your stack"),
)
LINES = (
    ("◆", "vpo-friendly", "your VPO"),
    ("◇", "vpo-enemy", "ENEMY VPO"),
    ("│─", "road-line", "road"),
    ("╫", "rail-line", "rail"),
    ("¹", "crest", "level"),
    ("mm", "danger", "mines"),
    ("FF", "danger", "FFE"),
    ("▒▒", "mark", "smoke"),
    ("^^", "danger", "fire"),
    ("wk w^", "mark", "wreck, burning"),
    ("rr", "danger", "Residual FP"),
    ("==", "danger", "Fire Lane"),
)


def key_strips(grounds: Iterable[Ground], palette: Palette, width: int) -> list[Strip]:
    """Signs with their words, in lines of at most `width` cells; only terrain that is on the map."""
    grounds = tuple(grounds)
    signs = {ground.terrain: ground.glyph[:1] for ground in grounds}
    fences = {fence.kind: fence.glyph for ground in grounds for fence in ground.fences}
    void, name = palette.ink["void"], palette.ink["name"]
    items = [
        ((f"{signs[kind] if kind != 'open' else ' '} ", palette.other[kind], palette.ground(kind)), words)
        for kind, words in TERRAIN.items()
        if kind in signs
    ]
    items += [((glyph, palette.ink[kind], void), kind) for kind, glyph in sorted(fences.items())]
    items += [((text, palette.ink[f"{kind}-ink"], palette.ink[kind]), words) for text, kind, words in SIGNS]
    items += [((text, palette.ink[kind], void), words) for text, kind, words in LINES]
    lines: list[Strip] = []
    row: list[Segment] = []
    used = 0
    for (text, ink, ground), words in items:
        room = len(text) + len(words) + 3
        if used + room - 2 > width and row:
            lines.append(Strip(row))
            row, used = [], 0
        row += [Segment(text, paint(ink, ground, True)), Segment(f" {words}  ", paint(name, void))]
        used += room
    return [*lines, Strip(row)]
