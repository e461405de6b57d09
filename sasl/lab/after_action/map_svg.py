"""A position as a picture: the board once as a drawing to be used again, and on it VPO, units and S? as counters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape

from sasl.board.board import Board
from sasl.board.terrain import GULLY, OPEN, STREAM
from sasl.kernel.text import listed
from sasl.lab.after_action.positions import Spot, Stack

SIZE, HALF = 20.0, 17.32
"""From the centre of a hex to a vertex, and to the middle of a hexside."""
RIM = 22.0
"""Room for the coordinates on each side."""
VERTICES = ((SIZE / 2, -HALF), (SIZE, 0.0), (SIZE / 2, HALF), (-SIZE / 2, HALF), (-SIZE, 0.0), (-SIZE / 2, -HALF))
"""Vertex `k` lies between hexsides `k` and `k + 1`."""
TERRAIN = {
    OPEN: "#d9d4ae", "grain": "#ecd071", "brush": "#bccf86", "orchard": "#a9d3a6", "woods": "#7db580",
    "marsh": "#a3d4d3", "shellholes": "#c9ad8a", "wooden-building": "#d49e70", "stone-building": "#b9b4b0",
    GULLY: "#a9bddb", STREAM: "#a5cbe0", "water": "#8fbce6", "bridge": "#d8cfbd", "crags": "#c2bcae",
    "graveyard": "#c3ccb4",
}  # fmt: skip
"""The ground of a terrain; another one is drawn as open ground."""
ATTITUDES = {"Hold": ("#0b0b0b", "#ffffff"), "Advance": ("#f2d21b", "#141000"), "Withdraw": ("#8c8c8c", "#ffffff")}
"""Ground and ink of an S? by its attitude."""
COUNTERS = {"FRIENDLY": ("#7a4a16", "#fff4e2"), "ENEMY": ("#1d4f91", "#eef5ff")}
"""Ground and ink of a side."""
LINES = (
    ("road", "#fffaf0", 4.0, ""),
    ("gully", "#4d6f9f", 2.4, ""),
    ("rail", "#333333", 2.0, "3 1.5"),
    ("hedge", "#1f6a12", 2.6, ""),
    ("wall", "#4a4640", 2.6, ""),
    ("cliff", "#7a3a08", 2.6, "2 1"),
)
"""What is drawn as lines: its colour, width and dashes."""


TEXT = 'text-anchor="middle" font-family="sans-serif"'
"""The style of text on the ground: the rules of the page do not reach what `use` draws."""


class Drawing:
    """Pictures of one board. `name`: what its ground is called on the page; unlike for each board."""

    def __init__(self, board: Board, name: str) -> None:
        self.board, self.name = board, name
        hexes = [board.hex(key) for key in board.names()]
        self._left = min(item.col for item in hexes)
        self._top = min(item.half_y for item in hexes)
        self.width = 2 * (RIM + SIZE) + 1.5 * SIZE * (max(item.col for item in hexes) - self._left)
        self.height = 2 * (RIM + HALF) + HALF * (max(item.half_y for item in hexes) - self._top)

    def centre(self, name: str) -> tuple[float, float]:
        """Where a hex lies in the picture."""
        spot = self.board.hex(name)
        return RIM + SIZE + 1.5 * SIZE * (spot.col - self._left), RIM + HALF + HALF * (spot.half_y - self._top)

    # -- the ground -----------------------------------------------------------------------------------
    def ground(self) -> str:
        """Terrain, levels, roads and hexsides with their names, as a group to be used by each picture."""
        by_terrain: dict[str, list[str]] = {}
        by_level: dict[int, list[str]] = {}
        lines: dict[str, list[str]] = {}
        names: list[str] = []
        rails = set(self.board.rail_hexes())
        for name in self.board.names():
            x, y = self.centre(name)
            terrain = self.board.terrain(name)
            shape = hexagon(x, y)
            by_terrain.setdefault(_main(terrain.terrains), []).append(shape)
            if terrain.elevation:
                by_level.setdefault(terrain.elevation, []).append(shape)
            for kind, sides in (("road", terrain.road), ("gully", terrain.gully)):
                lines.setdefault(kind, []).extend(_spoke(x, y, side) for side in sorted(sides))
            if terrain.rail:
                near = (self.board.hexside(name, other) for other in self.board.neighbours(name) if other in rails)
                lines.setdefault("rail", []).extend(_spoke(x, y, side) for side in near if side is not None)
            for side in range(6) if terrain.fenced else ():
                for kind in terrain.along(side)[:1]:
                    lines.setdefault(kind, []).append(_edge(x, y, side))
            names.append(f'<text x="{x:g}" y="{y - 8.5:.1f}">{escape(name)}</text>')
        parts = [
            f'<path d="{"".join(shapes)}" fill="{TERRAIN[kind]}" stroke="#8a8768" stroke-width=".7"/>'
            for kind, shapes in by_terrain.items()
        ]
        parts += [
            f'<path d="{"".join(shapes)}" fill="{"#5b3000" if level > 0 else "#00305b"}" '
            f'fill-opacity="{min(0.12 * abs(level), 0.48):g}"/>'
            for level, shapes in sorted(by_level.items())
        ]
        for kind, colour, width, dashes in LINES:
            if lines.get(kind):
                dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
                parts.append(
                    f'<path d="{"".join(lines[kind])}" fill="none" stroke="{colour}" stroke-width="{width:g}"{dashed}/>'
                )
        parts.append(f'<g {TEXT} font-size="5" fill="#5c5a45">{"".join(names)}</g>{self._rim()}')
        return f'<g id="{self.name}">{"".join(parts)}</g>'

    def _rim(self) -> str:
        """Hexrow letters above and below, numbers on both sides."""
        rows: dict[int, list[str]] = {}
        for name in self.board.names():
            rows.setdefault(self.board.hex(name).col, []).append(name)
        texts = []
        for names in rows.values():
            letter = names[0].rstrip("0123456789")
            x = self.centre(names[0])[0]
            texts += [(x, 14.0, letter), (x, self.height - 6, letter)]
        for col, x in ((min(rows), 10.0), (max(rows), self.width - 10)):
            texts += [(x, self.centre(name)[1] + 4, str(self.board.hex(name).num)) for name in rows[col]]
        return f'<g {TEXT} font-size="11" font-weight="bold" fill="#333">{"".join(_text(*item) for item in texts)}</g>'

    def terrains(self) -> list[str]:
        """The kinds of terrain that are drawn, for a key."""
        there = {_main(self.board.terrain(name).terrains) for name in self.board.names()}
        return [kind for kind in TERRAIN if kind in there]

    # -- a position -----------------------------------------------------------------------------------
    def picture(self, spots: Iterable[Spot], title: str, words: str, key: str) -> str:
        """A position on the ground; `words` say the same as text. `key`: its name, like no other on the page."""
        there = [spot for spot in spots if spot.hex in self.board]
        return (
            f'<svg viewBox="0 0 {self.width:g} {self.height:.1f}" width="{self.width:g}" height="{self.height:.1f}" '
            f'role="img" aria-labelledby="{key}-title {key}-words"><title id="{key}-title">{escape(title)}</title>'
            f'<desc id="{key}-words">{escape(words)}</desc><use href="#{self.name}"/>'
            f"{''.join(map(self._vpo, there))}{''.join(map(self._spot, there))}</svg>"
        )

    def _vpo(self, spot: Spot) -> str:
        """The frame of a VPO: whole where the FRIENDLY side controls it, broken where the ENEMY does."""
        if spot.vpo not in COUNTERS:
            return ""
        dashes = ' stroke-dasharray="5 3"' if spot.vpo == "ENEMY" else ""
        shape = hexagon(*self.centre(spot.hex), 0.88)
        return f'<path d="{shape}" fill="none" stroke="{COUNTERS[spot.vpo][0]}" stroke-width="3.4"{dashes}/>'

    def _spot(self, spot: Spot) -> str:
        x, y = self.centre(spot.hex)
        tags = [_counter(side, stack) for side, stack in (("FRIENDLY", spot.friendly), ("ENEMY", spot.enemy)) if stack]
        if spot.suspects:
            tags.append(_suspects(spot.suspects))
        step = 11.0
        first = y + 2 - step * (len(tags) - 1) / 2
        drawn = [tag.replace("@", f"translate({x:g} {first + step * number:.1f})") for number, tag in enumerate(tags)]
        if spot.marks:
            drawn.append(f'<text class="mark" x="{x:g}" y="{y + HALF - 4.6:.1f}">{escape(spot.marks[0][:9])}</text>')
        if spot.vpo and not tags:
            drawn.append(f'<text class="tag" x="{x:g}" y="{y + 4:.1f}">VPO</text>')
        return f"<g><title>{escape(spot.words)}</title>{''.join(drawn)}</g>"


def _counter(side: str, stack: Stack) -> str:
    """A stack as a counter: its code and how many; pale with a broken frame where nobody of it can fight."""
    ground, ink = COUNTERS[side]
    text = stack.code[:6] + (f"×{stack.count}" if stack.count > 1 else "")
    return _tag(text, ground if stack.fit else "#ffffff", ink if stack.fit else ground, ground, not stack.fit)


def _suspects(attitudes: tuple[str, ...]) -> str:
    ground, ink = ATTITUDES.get(attitudes[0], ATTITUDES["Hold"])
    return _tag(f"{len(attitudes)}S?" if len(attitudes) > 1 else "S?", ground, ink, "#000000", False)


def _tag(text: str, ground: str, ink: str, frame: str, broken: bool) -> str:
    """A small counter around 0, 0; `@` stands for where it goes."""
    wide = max(17.0, 4.6 * len(text) + 4)
    wide, squeezed = min(wide, 34.0), wide > 34.0
    dashes = ' stroke-dasharray="2 1.5"' if broken else ""
    room = ' textLength="30" lengthAdjust="spacingAndGlyphs"' if squeezed else ""
    return (
        f'<g transform="@"><rect x="{-wide / 2:.1f}" y="-5.2" width="{wide:.1f}" height="10.4" rx="1.5" '
        f'fill="{ground}" stroke="{frame}" stroke-width=".9"{dashes}/>'
        f'<text class="tag" y="2.9" fill="{ink}"{room}>{escape(text).replace("@", "&#64;")}</text></g>'
    )


STYLE = """
svg text { text-anchor: middle; font-family: sans-serif; }
svg .tag { font-size: 8px; font-weight: bold; } svg .mark { font-size: 5.5px; font-weight: bold; fill: #8d0c00; }
""".strip()
"""What a page with such pictures needs in its style."""


def key_words(terrains: Iterable[str]) -> str:
    """What the signs of a picture mean, in HTML."""
    swatches: Mapping[str, str] = {kind: TERRAIN[kind] for kind in terrains}
    ground = " ".join(
        f'<span class="key" style="background:{colour}">{escape(kind.replace("-", " "))}</span>'
        for kind, colour in swatches.items()
    )
    sides = " ".join(
        f'<span class="key" style="background:{ground};color:{ink}">{side}</span>'
        for side, (ground, ink) in COUNTERS.items()
    )
    suspects = " ".join(
        f'<span class="key" style="background:{ground};color:{ink}">S? {name}</span>'
        for name, (ground, ink) in ATTITUDES.items()
    )
    lines = listed(kind for kind, *_ in LINES)
    return (
        f"{sides} counters: the leading unit's code and how many; white with a broken frame: no unit there can fight. "
        f"{suspects}. A thick frame is a VPO: whole FRIENDLY, broken ENEMY. {ground}; lines: {lines}; brown tints are "
        "levels above the ground, blue ones below."
    )


def _main(terrains: Iterable[str]) -> str:
    kinds = [kind for kind in terrains if kind in TERRAIN and kind != OPEN]
    return next((kind for kind in kinds if kind not in (GULLY, STREAM, "shellholes")), kinds[0] if kinds else OPEN)


def hexagon(x: float, y: float, scale: float = 1.0) -> str:
    """The path of a hex about its centre."""
    points = " ".join(f"{x + scale * right:.1f} {y + scale * down:.1f}" for right, down in VERTICES)
    return f"M{points}z"


def _spoke(x: float, y: float, side: int) -> str:
    (ax, ay), (bx, by) = VERTICES[side - 1], VERTICES[side]
    return f"M{x:.1f} {y:.1f}L{x + (ax + bx) / 2:.1f} {y + (ay + by) / 2:.1f}"


def _edge(x: float, y: float, side: int) -> str:
    (ax, ay), (bx, by) = VERTICES[side - 1], VERTICES[side]
    return f"M{x + ax:.1f} {y + ay:.1f}L{x + bx:.1f} {y + by:.1f}"


def _text(x: float, y: float, text: str) -> str:
    return f'<text x="{x:g}" y="{y:.1f}">{escape(text)}</text>'
