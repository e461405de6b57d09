"""A hex as cells at each zoom: characters and colours, from its ground, its things and the overlay."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from math import ceil

from rich.segment import Segment

from sasl.kernel.frozen import Frozen, Mutable
from sasl.tui.map.map_cells import AXIS_SIGNS, DANGER, MARK_SIGN, OUT, Ground, Mark, Overlay, Things, superscript
from sasl.tui.map.map_counters import counter, suspect_letter, suspect_word, wrap_words
from sasl.tui.theme import Palette, blend
from sasl.tui.theme import paint as style


class Zoom(Frozen):
    """A size of hexes: cells wide, lines high (the overview packs two half hexes into a line)."""

    name: str
    width: int
    height: int
    edged: bool


OVERVIEW = Zoom("overview", 2, 1, False)
ZOOMS = (OVERVIEW, Zoom("middle", 3, 2, False), Zoom("near", 5, 2, True), Zoom("close", 10, 4, True))

STRIPES = {
    "road": ("road", "road-ink", "─│"),
    "rail": ("rail", "rail-ink", "╫┼"),
    "gully": ("water", "water-ink", "≈≈"),
    "stream": ("water", "water-ink", "≋≋"),
}

VPO_CELL = {"middle": 2, "near": 0, "close": 7}
"""Where a VPO's diamond stands in the line that the cursor or a target has painted."""
INSIDE = 7
"""Cells of a line of counters at the close zoom, so that they stand apart from the hexsides."""
LOS_INK = {"blocked": "blocked", "fire": "danger"}
"""How a line is painted: a LOS that is blocked, the line of fire of the last attack; any other LOS as LOS."""

Rows = tuple[tuple[Segment, ...], ...]


class Cell(Mutable):
    """One character of a hex."""

    char: str
    ink: str
    ground: str
    bold: bool = False
    under: bool = False


def hex_ground(ground: Ground, things: Things, overlay: Overlay, palette: Palette) -> str:
    """The background of a hex: terrain, level, and what the overlay says of it."""
    colour = palette.shade(palette.ground(ground.terrain), ground.tint + 3 * ground.level)
    if things.haze == "smoke" and not palette.flat:
        colour = palette.mix(colour, "smoke", 0.5)
    if things.ffe or things.haze == "fire":
        colour = palette.mix(colour, "danger", 0.45)
    if overlay.axis and not palette.flat:
        colour = palette.mix(colour, "axis", 0.35 if overlay.axis[0] == AXIS_SIGNS["main"] else 0.2)
    if overlay.reach and not palette.flat:
        colour = palette.mix(colour, "reach", 0.35)
    if overlay.los:
        colour = palette.mix(colour, LOS_INK.get(overlay.los, "los"), 0.45)
    if overlay.path:
        colour = palette.mix(colour, "path", 0.45)
    elif overlay.plan:
        colour = palette.mix(colour, "path", 0.3)
    if overlay.target:
        colour = palette.mix(colour, "target", 0.5)
    return colour


def hex_rows(zoom: Zoom, ground: Ground, things: Things, overlay: Overlay, palette: Palette) -> Rows:
    """The lines of a hex, `zoom.height` of them (half as many for the half hexes 0), as segments."""
    back = hex_ground(ground, things, overlay, palette)
    grid = [[Cell(" ", palette.ink["grid"], back) for _ in range(zoom.width)] for _ in range(zoom.height)]
    _stripes(zoom, grid, ground, palette)
    first = 2 if zoom.height == 4 else 1
    busy = bool(things.friendly or things.enemy or things.suspects)
    if not busy and not (ground.road or ground.rail or ground.gully) and not ground.half:
        _texture(zoom, grid, ground, palette)
    if zoom.edged:
        _edges(zoom, grid, ground, palette)
    _name(zoom, grid, ground, things, palette)
    if zoom.height == 4:
        _counters_large(grid, things, overlay, palette)
    else:
        _counters_small(zoom, grid, things, overlay, palette)
    if overlay.shot:
        row = grid[zoom.height // 2 if ground.half else 0]
        text = f"»{overlay.shot}"[: zoom.width]
        _write(row, zoom.width - len(text), text, palette.ink["cursor-ink"], palette.ink["target"], bold=True)
    elif overlay.target:
        row = grid[zoom.height // 2 if ground.half else 0]
        _write(row, zoom.width - 1, "»", palette.ink["cursor-ink"], palette.ink["target"], bold=True)
    if overlay.cursor or overlay.selected:
        _cursor(zoom, grid, ground, overlay, palette)
    pointed = overlay.cursor or overlay.selected or overlay.shot or overlay.target
    if things.vpo and (pointed or (ground.half and zoom.height == 2)):
        row = grid[zoom.height // 2 if ground.half else 0]
        row[VPO_CELL[zoom.name]].char = vpo_sign(things)
    rows = grid[first:] if ground.half else grid
    return tuple(_segments(row) for row in rows)


def _segments(row: list[Cell]) -> tuple[Segment, ...]:
    """The cells, those of one look together; a blank shows no ink unless it is underlined."""
    found: list[Segment] = []
    text, now = "", (row[0].ink, row[0].ground, row[0].bold, row[0].under)
    for cell in row:
        look = (cell.ink, cell.ground, cell.bold, cell.under)
        if look != now and not (cell.char == " " and look[1] == now[1] and not look[3] and not now[3]):
            found.append(Segment(text, style(*now)))
            text, now = "", look
        text += cell.char
    found.append(Segment(text, style(*now)))
    return tuple(found)


def _write(row: list[Cell], start: int, text: str, ink: str, ground: str = "", bold: bool = False) -> None:
    for place, char in enumerate(text, start):
        if 0 <= place < len(row):
            cell = row[place]
            cell.char, cell.ink, cell.bold = char, ink, bold
            if ground:
                cell.ground = ground


# -- ground -------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _way(width: int, height: int, side: int) -> tuple[tuple[int, int], ...]:
    """The cells (row, place) from the middle of a hex to the middle of a side."""
    x, y = {
        0: (width / 2, 0.0),
        1: (width, height / 4),
        2: (width, 3 * height / 4),
        3: (width / 2, height),
        4: (0.0, 3 * height / 4),
        5: (0.0, height / 4),
    }[side]
    found: dict[tuple[int, int], None] = {}
    steps = 4 * max(width, height)
    for step in range(steps + 1):
        part = step / steps
        row = min(height - 1, int(height / 2 - 0.01 + (y - height / 2 + 0.01) * part))
        found[(row, min(width - 1, int(width / 2 + (x - width / 2) * part)))] = None
    return tuple(found)


def _stripes(zoom: Zoom, grid: list[list[Cell]], ground: Ground, palette: Palette) -> None:
    """Roads, rails, gullies and streams as bands from the middle to the sides they cross."""
    bed = "stream" if ground.stream else "gully"
    for kind, sides in ((bed, ground.gully), ("road", ground.road), ("rail", ground.rail)):
        back, ink, chars = STRIPES[kind]
        for side in sides:
            for row, place in _way(zoom.width, zoom.height, side):
                char = chars[1] if side in (0, 3) else chars[0]
                cell = grid[row][place]
                cell.char, cell.ink, cell.ground = char, palette.ink[ink], palette.ink[back]


def _texture(zoom: Zoom, grid: list[list[Cell]], ground: Ground, palette: Palette) -> None:
    """The terrain's glyph scattered over a hex that holds nothing."""
    if ground.terrain == "open":
        return
    ink = palette.other.get(ground.terrain, palette.ink["grid"])
    rows = (2, 3) if zoom.height == 4 else (1,)
    start = 1 if zoom.edged else 0
    for row in rows:
        for place in range(start + (row % 2 if zoom.height == 4 else 0), zoom.width, 2):
            glyph = ground.second if ground.second and place % 4 == 3 else ground.glyph
            grid[row][place].char, grid[row][place].ink = glyph[:1], ink


EDGES: dict[str, tuple[str, str, str]] = {
    "grid": ("", "╲", "╱"), "crest": ("", "╲", "╱"), "line": ("▂", "▚", "▞"),
    "down": ("v", "<", "<"), "up": ("^", ">", ">"),
}  # fmt: skip
"""The glyphs of the sides 3, 4 and 5 by what runs along them; the lower one is only underlined where there is none."""
EDGE_INKS = {"down": "slope", "up": "slope"}
"""The inks of those that have not one of their own name."""


def _edge(ground: Ground, side: int, palette: Palette) -> tuple[str, str, bool]:
    """The glyph and the ink of a hexside, and whether anything runs along it: the first of these that does."""
    fence = next((fence for fence in reversed(ground.fences) if fence.side == side), None)
    runs = {"line": ground.line, "down": ground.down, "up": ground.up}
    kind = next((name for name, sides in runs.items() if side in sides), "")
    if not kind and fence is not None:
        return fence.glyph, palette.ink[fence.kind], True
    kind = kind or ("crest" if side in ground.crest else "grid")
    return EDGES[kind][side - 3], palette.ink[EDGE_INKS.get(kind, kind)], kind != "grid"


def _edges(zoom: Zoom, grid: list[list[Cell]], ground: Ground, palette: Palette) -> None:
    """The hexsides this hex draws: both left ones and the lower one; slopes, crests, walls and the set-up line."""
    half = zoom.height // 2
    for row, line in enumerate(grid):
        cell = line[1 if zoom.height == 4 and row in (0, 3) else 0]
        cell.char, cell.ink, cell.bold = _edge(ground, 5 if row < half else 4, palette)
    char, ink, _ = _edge(ground, 3, palette)
    for cell in grid[-1][1:]:
        cell.under = True
        if cell.char == " ":
            cell.char, cell.ink = char or " ", ink


def _name(zoom: Zoom, grid: list[list[Cell]], ground: Ground, things: Things, palette: Palette) -> None:
    """The hex's name, its level and its VPO diamond (◆ FRIENDLY, ◇ ENEMY)."""
    if zoom.name == "middle":
        _name_middle(grid, ground, things, palette)
        return
    row = grid[zoom.height // 2 if ground.half else 0]
    start = 2 if zoom.height == 4 and not ground.half else 1
    level = superscript(ground.level) if ground.level else ""
    text = ground.name + level
    if len(text) < zoom.width - start and not things.vpo:
        room = zoom.width - start - len(text)
        glyph = "" if ground.terrain == "open" else ground.glyph[:1]
        text += " " + glyph if room > 2 and glyph else glyph
    busy = things.friendly or things.enemy or things.suspects
    if not (ground.half and busy and zoom.height == 2):
        _write(row, start, text[: zoom.width - start], palette.ink["name"])
    if things.vpo:
        _write(row, start - 1, vpo_sign(things), vpo_ink(things, palette), palette.ink["vpo-ground"], bold=True)


def _name_middle(grid: list[list[Cell]], ground: Ground, things: Things, palette: Palette) -> None:
    if ground.terrain != "open":
        _write(grid[0], 0, ground.glyph[:1], palette.other.get(ground.terrain, palette.ink["grid"]))
    if ground.level:
        _write(grid[0], 1, superscript(ground.level), palette.ink["crest"])
    elif ground.up or ground.down:
        _write(grid[0], 1, "∧" if ground.down else "∨", palette.ink["slope"])
    elif ground.fences:
        _write(grid[0], 1, ground.fences[0].glyph, palette.ink[ground.fences[0].kind])
    if things.vpo:
        _write(grid[0], 2, vpo_sign(things), vpo_ink(things, palette), palette.ink["vpo-ground"], bold=True)


def vpo_sign(things: Things) -> str:
    """The diamond of a VPO: full for FRIENDLY Control."""
    return "◆" if things.vpo == "FRIENDLY" else "◇"


def vpo_ink(things: Things, palette: Palette) -> str:
    """The ink of a VPO diamond."""
    return palette.ink["vpo-friendly" if things.vpo == "FRIENDLY" else "vpo-enemy"]


# -- counters -----------------------------------------------------------------------------------------


def _counters_small(zoom: Zoom, grid: list[list[Cell]], things: Things, overlay: Overlay, palette: Palette) -> None:
    row, start = grid[1], 1 if zoom.edged else 0
    room = zoom.width - start
    units = things.friendly is not None or things.enemy is not None
    if units and things.suspects:  # the last cell is theirs
        room -= 1
        ink = palette.ink[f"{things.attitude}-ink"]
        _write(row, start + room, suspect_letter(things), ink, palette.ink[things.attitude], bold=True)
    text, kind = counter(things, room, overlay.seen)
    if text:
        _write(row, start, text.ljust(room), palette.ink[f"{kind}-ink"], paler(things, kind, palette), bold=True)
        if things.friendly and things.enemy:
            theirs = text.index("[")
            enemy = palette.ink["enemy-ink"], paler(things, "enemy", palette)
            _write(row, start + theirs, text[theirs:], *enemy, bold=True)
        if things.sign and zoom.edged:
            ink = palette.ink["mark" if things.sign in "'▒" else "danger"]
            _write(grid[0], zoom.width - 1, things.sign, ink, bold=True)
    elif things.ffe or things.marks:
        mark = weightiest(things)
        word = mark.word if len(mark.word) <= room else mark.short
        _write(row, start, word[:room], palette.ink["danger" if mark.kind in DANGER else "mark"], bold=True)
    elif overlay.path:
        _write(row, start + (room - 1) // 2, "•", palette.ink["mark"], bold=True)
    elif overlay.plan:
        _write(row, start, f"◦{overlay.reach.strip()}"[:room].center(room), palette.ink["mark"], bold=True)
    elif overlay.reach:
        _write(row, start, overlay.reach[:room].center(room), palette.ink["mark"])
    elif overlay.los:
        _write(row, start + (room - 1) // 2, los_sign(overlay), palette.ink["mark"], bold=True)
    elif overlay.axis:
        text = overlay.axis if overlay.axis[1:] else overlay.axis * (room - 2)
        _write(row, start, text[:room].center(room), palette.ink["axis"], bold=True)


def los_sign(overlay: Overlay) -> str:
    """A hex on a line: clear, blocked, or under the fire of the last attack."""
    return {"blocked": "×", "fire": "✶"}.get(overlay.los, "∙")


def weightiest(things: Things) -> Mark:
    """The marker that matters most of those in a hex; FFE before all others."""
    order = list(MARK_SIGN)
    marks = (Mark("ffe"),) if things.ffe else things.marks
    return min(marks, key=lambda mark: order.index(mark.kind) if mark.kind in order else 99)


def paler(things: Things, kind: str, palette: Palette) -> str:
    """The ground of a counter; paler for units that are out of the fight for now."""
    there = things.friendly if kind == "friendly" else things.enemy if kind == "enemy" else None
    if there is None or there.mark not in OUT or not there.mark or palette.flat:
        return palette.ink[kind]
    return blend(palette.ink[kind], palette.ink[f"{kind}-ink"], 0.35)


def _counters_large(grid: list[list[Cell]], things: Things, overlay: Overlay, palette: Palette) -> None:
    """Two lines of counters, and a line of markers."""
    lines = _counter_lines(things, overlay)
    marks = [Mark("ffe")] * things.ffe + [mark for mark in things.marks if mark.kind != "ffe"]
    if marks and len(lines) < 3:
        danger = any(mark.kind in DANGER for mark in marks)
        words = Counter(mark.word for mark in marks)
        told = " ".join(f"{word}{superscript(many) if many > 1 else ''}" for word, many in words.items())
        lines.append((told[:8], "danger" if danger else "mark"))
    for number, (text, kind) in enumerate(lines[:3] or _overlay_lines(overlay), 1):
        if kind in ("mark", "danger", "axis"):
            _write(grid[number], 2, text, palette.ink[kind], bold=True)
        else:
            ink = palette.ink[f"{kind}-ink"]
            _write(grid[number], 2, text.ljust(INSIDE)[:INSIDE], ink, palette.ink[kind], bold=True)
    if marks and not any(kind in ("mark", "danger") for _, kind in lines):
        ink = palette.ink["mark" if things.sign in "'▒" else "danger"]
        _write(grid[0], 8, things.sign, ink, bold=True)


def _counter_lines(things: Things, overlay: Overlay) -> list[tuple[str, str]]:
    """The S? and the units of a hex, ENEMY ones first, each with its paint."""
    found: list[list[tuple[str, str]]] = []
    if things.suspects:
        found.append([(suspect_word(things, overlay.seen), things.attitude)])
    for side, there in (("enemy", things.enemy), ("friendly", things.friendly)):
        if there:
            words = wrap_words([f"[{word}]" if side == "enemy" else word for word in there.lines], INSIDE)
            if overlay.seen:
                words[0] = f"{words[0][: INSIDE - 1]}!"
            found.append([(text, side) for text in words])
    lines: list[tuple[str, str]] = []
    for number, party in enumerate(found):  # everybody has a line
        room = 3 - len(lines) - (len(found) - number - 1)
        lines += party[:room]
        if len(party) > room:
            lines[-1] = f"{lines[-1][0][: INSIDE - 2]} …", lines[-1][1]
    return lines


def _overlay_lines(overlay: Overlay) -> list[tuple[str, str]]:
    """What stands in a hex that holds nothing: the path, the plan, the MF to get there, or a LOS."""
    reach = f"{overlay.reach} MF" if overlay.reach.strip() else ""
    if overlay.path:
        return [("•", "mark")]
    if overlay.plan:
        return [(f"◦ {reach}".rstrip(), "mark")]
    if overlay.reach:
        return [(reach, "mark")]
    if overlay.los:
        return [(los_sign(overlay), "mark")]
    if overlay.axis:
        return [(f"Turn {overlay.axis[1:]}" if overlay.axis[1:] else overlay.axis * INSIDE, "axis")]
    return []


# -- cursor -------------------------------------------------------------------------------------------


def _cursor(zoom: Zoom, grid: list[list[Cell]], ground: Ground, overlay: Overlay, palette: Palette) -> None:
    kind = "cursor" if overlay.cursor else "selected"
    row = grid[zoom.height // 2] if ground.half else grid[0]
    start = 1 if zoom.height == 4 and not ground.half else 0
    for cell in row[start:]:
        cell.ink, cell.ground, cell.bold = palette.ink[f"{kind}-ink"], palette.ink[kind], True
    row[start].char = "►" if overlay.cursor else "●"
    if zoom.name == "middle":
        row[2].char = "◄" if overlay.cursor and row[2].char == " " else row[2].char
    for line in grid[1:]:
        if zoom.edged and not ground.half and line[0].char in "╱╲▞▚<>":
            line[0].ink, line[0].bold, line[0].char = palette.ink[kind], True, "▌"


def map_size(zoom: Zoom, columns: int, half_rows: int) -> tuple[int, int]:
    """Cells wide and lines high of a map of so many hexrows and half hexes down."""
    lines = ceil(half_rows / 2) if zoom is OVERVIEW else half_rows * zoom.height // 2
    return columns * zoom.width + (1 if zoom.edged else 0), lines
