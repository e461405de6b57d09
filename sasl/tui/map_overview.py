"""The overview: two cells a hex, half blocks, so that the whole area in play fits beside the panes."""

from __future__ import annotations

from rich.segment import Segment

from sasl.tui.map_cells import Ground, Overlay, Things
from sasl.tui.map_paint import SUSPECT_PAIR, counter, hex_ground, vpo_ink
from sasl.tui.theme import Palette
from sasl.tui.theme import paint as style

Pair = tuple[str, str, str, str]
"""Two characters ("" if only the colour shows), their ink and ground, and the colour of the hex itself."""

MARK_PAIR = {"mine": "mm", "wrck": "wk", "burn": "wb", "snpr": "sn", "obs": "ob"}


def overview_pair(ground: Ground, things: Things, overlay: Overlay, palette: Palette) -> Pair:
    """A hex in the overview: the first of cursor, units, VPO, markers and lines that it has."""
    back = hex_ground(ground, things, overlay, palette)
    return (*_pair(ground, things, overlay, palette, back), back)


def _pair(ground: Ground, things: Things, overlay: Overlay, palette: Palette, back: str) -> tuple[str, str, str]:
    if overlay.cursor:
        text = counter(things, 2, False)[0] or "<>"
        return text, palette.ink["cursor-ink"], palette.ink["cursor"]
    if overlay.selected:
        return counter(things, 2, False)[0] or "()", palette.ink["selected-ink"], palette.ink["selected"]
    text, kind = counter(things, 2, False)
    if things.suspects and kind == things.attitude:
        text = "S!" if overlay.seen else SUSPECT_PAIR.get(things.attitude, "S?")
    if text:
        return text, palette.ink[f"{kind}-ink"], palette.ink[kind]
    if things.vpo:
        return "◆ " if things.vpo == "FRIENDLY" else "◇ ", vpo_ink(things, palette), back
    if things.ffe or things.marks:
        word = "FF" if things.ffe else MARK_PAIR.get(things.marks[0], "..")
        return word, palette.ink["danger" if word in ("FF", "mm", "wb") else "mark"], back
    if overlay.path:
        return "••", palette.ink["mark"], back
    if overlay.los:
        return "××" if overlay.los == "blocked" else "∙∙", palette.ink["mark"], back
    if ground.rail:
        return "╫ ", palette.ink["rail-ink"], back
    if ground.road:
        return _road_pair(ground), palette.ink["road" if not palette.flat else "road-ink"], back
    if palette.flat and ground.terrain != "open":
        return ground.glyph[:1] * 2, palette.other[ground.terrain], back
    return "", "", back


def _road_pair(ground: Ground) -> str:
    left, right = ground.road & {4, 5}, ground.road & {1, 2}
    if left and right:
        return "──"
    if ground.road & {0, 3} and (left or right):
        return "├─" if right else "┤ "
    return "──" if left or right else "│ "


def one_hex(pair: Pair) -> Segment:
    """A hex that fills its line."""
    text, ink, back, _ = pair
    return Segment(text or "  ", style(ink or back, back, bool(text)))


def two_halves(upper: Pair | None, lower: Pair | None, void: str) -> Segment:
    """The lower half of one hex above the upper half of the next; the upper one's text shows here."""
    if upper is not None and upper[0]:
        return one_hex(upper)
    above, below = (void if item is None else item[3] for item in (upper, lower))
    if above == below:
        return Segment("  ", style(above, below))
    return Segment("▀▀", style(above, below))
