"""The overview: two cells a hex, half blocks, so that the whole area in play fits beside the panes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rich.segment import Segment
from textual.strip import Strip

from sasl.tui.map.map_cells import BRIDGE_DOWN, BURNING, DANGER, KIND_LETTER, Ground, Overlay, Things, superscript
from sasl.tui.map.map_counters import SUSPECT_PAIR, counter, suspect_letter
from sasl.tui.map.map_paint import hex_ground, los_sign, paler, vpo_ink, vpo_sign, weightiest
from sasl.tui.theme import Palette, blend, paint
from sasl.tui.theme import paint as style


class Pair(NamedTuple):
    """A hex in two cells."""

    text: str
    """One or two characters, "" if only the colour shows."""
    ink: str
    ground: str
    back: str
    """The colour of the hex itself."""
    second: tuple[str, str] | None = None
    """Ink and ground of the second cell where they differ."""


Look = tuple[str, str, str]
"""A text, its ink and its ground."""

MARK_PAIR = {
    "ffe": "FF", "minefield": "mm", "wreck": "wk", BURNING: "w^", "sniper": "sn", "observer": "ob", "sr": "SR",
    "ffe-c": "FF", "smoke-ffe": "▒▒", "smoke": "▒▒", "blaze": "^^", "flame": "^ ", "residual": "rr",
    "fire-lane": "==", BRIDGE_DOWN: "≠≠",
}  # fmt: skip
SOLID = ("wooden-building", "stone-building", "bridge")
"""Terrain whose sign is not faint."""


def overview_pair(ground: Ground, things: Things, overlay: Overlay, palette: Palette) -> Pair:
    """A hex in the overview: the first of cursor, units, VPO, markers and lines that it has."""
    back = hex_ground(ground, things, overlay, palette)
    there = _parties(things, overlay.seen, palette, back)
    if overlay.cursor or overlay.selected or overlay.target or overlay.shot:
        return Pair(*_pointed_at(there, overlay, palette), back)
    if len(there) > 1:
        (first, ink, under), (second, *paints) = there[0], there[1]
        if len(there) > 2 and things.vpo:  # the diamond stands on the S? that it shares its cell with
            ink, under = there[2][1:]
        return Pair(first[0] + second[0], ink, under, back, (paints[0], paints[1]))
    if there:
        return Pair(*_alone(things, overlay, palette, there[0]), back)
    return Pair(*_pair(ground, things, overlay, palette, back), back)


def _parties(things: Things, seen: bool, palette: Palette, back: str) -> list[Look]:
    """A sign for each of VPO, FRIENDLY units, ENEMY units and S? that a hex holds, in this order."""
    found: list[Look] = []
    if things.vpo:
        found.append((vpo_sign(things), vpo_ink(things, palette), palette.ink["vpo-ground"]))
    if things.friendly:
        sign = KIND_LETTER[things.friendly.kind]
        found.append((sign, palette.ink["friendly-ink"], paler(things, "friendly", palette)))
    if things.enemy:
        found.append(("[", palette.ink["enemy-ink"], paler(things, "enemy", palette)))
    if things.suspects:
        sign = "!" if seen else suspect_letter(things)
        found.append((sign, palette.ink[f"{things.attitude}-ink"], palette.ink[things.attitude]))
    return found


def _pointed_at(there: list[Look], overlay: Overlay, palette: Palette) -> Look:
    """A hex with cursor, selection or target: what it holds, in their paint."""
    signs = "".join(sign for sign, *_ in there)
    if overlay.cursor:
        text = "<>" if not signs else f"<{signs}" if len(signs) == 1 else signs[:2]
        return text, palette.ink["cursor-ink"], palette.ink["cursor"]
    if overlay.selected:
        text = "()" if not signs else f"({signs}" if len(signs) == 1 else signs[:2]
        return text, palette.ink["selected-ink"], palette.ink["selected"]
    return f"»{signs[:1] or '«'}", palette.ink["cursor-ink"], palette.ink["target"]


def _alone(things: Things, overlay: Overlay, palette: Palette, look: Look) -> Look:
    """The only thing in a hex has both cells."""
    sign, ink, under = look
    if things.friendly or things.enemy:
        return counter(things, 2, overlay.seen)[0], ink, under
    if things.suspects:
        return "S!" if overlay.seen else SUSPECT_PAIR.get(things.attitude, "S?"), ink, under
    return f"{sign} ", ink, under


def _pair(ground: Ground, things: Things, overlay: Overlay, palette: Palette, back: str) -> Look:
    if things.ffe or things.marks:
        mark = weightiest(things)
        return MARK_PAIR.get(mark.kind, ".."), palette.ink["danger" if mark.kind in DANGER else "mark"], back
    if overlay.path:
        return "••", palette.ink["mark"], back
    if overlay.plan:
        return "◦" + (overlay.reach.strip()[:1] or "◦"), palette.ink["mark"], back
    if overlay.los:
        return 2 * los_sign(overlay), palette.ink["mark"], back
    if overlay.reach.strip():
        return overlay.reach[:2], palette.ink["name"], back
    if overlay.axis:
        return (2 * overlay.axis)[:2], palette.ink["axis"], back
    if ground.rail:
        return "╫ ", palette.ink["rail-line"], back
    if ground.road:
        return _road_pair(ground), palette.ink["road-line"], back
    return _land(ground, palette, back)


def _land(ground: Ground, palette: Palette, back: str) -> tuple[str, str, str]:
    """Terrain, level, walls and hedges as faint signs, to be told without colours; buildings stand out."""
    sign = "" if ground.terrain == "open" else ground.glyph[:1]
    level = superscript(ground.level)[:1] if ground.level else ""
    text = sign + level if sign and not ground.col % 2 else sign or level
    if not text and ground.fences:
        return ground.fences[0].glyph, palette.mix(back, ground.fences[0].kind, 0.7), back
    if not text:
        return "", "", back
    ink = palette.other.get(ground.terrain, palette.ink["grid"]) if sign else palette.ink["crest"]
    if not palette.flat and ground.terrain not in SOLID:
        ink = blend(back, ink, 0.55)
    return text, ink, back


def _road_pair(ground: Ground) -> str:
    left, right = ground.road & {4, 5}, ground.road & {1, 2}
    if left and right:
        return "──"
    if ground.road & {0, 3} and (left or right):
        return "├─" if right else "┤ "
    return "──" if left or right else "│ "


def one_hex(pair: Pair) -> tuple[Segment, ...]:
    """A hex that fills its line."""
    text, ink, back, *_ = pair
    if pair.second is not None:
        return Segment(text[0], style(ink, back, True)), Segment(text[1], style(*pair.second, True))
    return (Segment(text.ljust(2), style(ink or back, back, len(text) > 1)),)


def two_halves(upper: Pair | None, lower: Pair | None, void: str) -> tuple[Segment, ...]:
    """The lower half of one hex above the upper half of the next; the upper one's text shows here.

    Text of one cell leaves the other to the half blocks.
    """
    if upper is not None and len(upper[0]) > 1:
        return one_hex(upper)
    above, below = (void if item is None else item[3] for item in (upper, lower))
    block = " " if above == below else "▀"
    if upper is not None and upper[0]:
        return Segment(upper[0], style(upper[1], upper[2])), Segment(block, style(above, below))
    return (Segment(2 * block, style(above, below)),)


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
    ("2s", "friendly", "2 squads"),
    ("s+", "friendly", "and others"),
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
    ("◇? ◇[", "vpo-enemy", "with S?, ENEMY"),
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
