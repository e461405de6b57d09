"""What there is to draw in each hex: its ground once and for all, and what a state of the game puts on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from operator import attrgetter
from typing import NamedTuple

from sasl.asl.fire.residual import LANE, RESIDUAL, lane_hexes
from sasl.asl.game.context import Game
from sasl.asl.game.flags import HORSE
from sasl.asl.game.state import Marker, Unit
from sasl.asl.terrain.rubble import FORTIFIED
from sasl.asl.terrain.smoke import burning_wreck
from sasl.board.board import Board
from sasl.board.hexes import hexside, parse_hex, within
from sasl.board.terrain import GULLY, OPEN, STREAM, HexTerrain
from sasl.kernel.frozen import Frozen
from sasl.solitaire.setup.placement import friendly_area

SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
ORDER = ("vehicle", "cupola", "gun", "squad", "hs", "crew", "hero", "leader", "aircraft")
"""Which unit of a stack stands for it on the map, first to last."""
KIND_LETTER = {
    "vehicle": "T",
    "cupola": "C",
    "gun": "G",
    "squad": "s",
    "hs": "h",
    "crew": "c",
    "hero": "H",
    "leader": "L",
    "aircraft": "A",
}
STATE_MARK = (
    ("melee", "x"),
    ("dm", "d"),
    ("broken", "b"),
    ("berserk", "!"),
    ("abandoned", "a"),
    ("shocked", "s"),
    ("stunned", "s"),
    ("recalled", "r"),
    ("panicked", "P"),
    ("concealed", "?"),
    ("pinned", "p"),
    ("ti", "t"),
    ("immobile", "i"),
    ("bogged", "i"),
    ("cx", "c"),
    ("final", "F"),
    ("first", "f"),
    ("prep", "f"),
    ("opportunity", "o"),
    ("mounted", "m"),
    ("on-wire", "#"),
    ("wall-advantage", "w"),
)
"""The letter of a unit's weightiest state, first to last."""
OUT = frozenset("bdasr")
"""Letters of units that are out of the fight for now: their counters are paler."""
BURNING, HORSE_ALONE, BRIDGE_DOWN = "burning", "horse", "bridge-down"
"""Marks that are no markers of their own: a wreck that burns, a horse without a rider, a destroyed bridge."""
MARK_WORD = {
    "minefield": "mine", "wreck": "wrck", BURNING: "burn", "ffe": "FFE", "ffe-c": "FFEC", "smoke-ffe": "FFEs",
    "sr": "SR", "sniper": "snpr", "foxhole": "foxh", "smoke": "smok", "observer": "obs", "wire": "wire",
    "flame": "flam", "blaze": "BLAZ", "trench": "trch", "roadblock": "rdbl", "trail-break": "trlb", RESIDUAL: "RFP",
    "rubble": "rubl", FORTIFIED: "fort", "set-dc": "DC", LANE: "lane", HORSE_ALONE: "hors", BRIDGE_DOWN: "≠≠",
}  # fmt: skip
MARK_SIGN = {
    "ffe": "*", "ffe-c": "*", "minefield": "*", "blaze": "^", "flame": "^", BURNING: "^", LANE: "=", RESIDUAL: "r",
    "smoke-ffe": "▒", "smoke": "▒",
}  # fmt: skip
"""The one cell that is left beside a stack for what lies in its hex, the most dangerous first."""
DANGER = frozenset(MARK_SIGN) - {"smoke-ffe", "smoke"}
"""What hurts."""


class Mark(NamedTuple):
    """What lies in a hex: the kind of marker, and its number where it matters."""

    kind: str
    number: int = 0

    @property
    def word(self) -> str:
        """A few letters: `mine`, `burn`, `RFP 4`, `lane 2`."""
        word = MARK_WORD.get(self.kind, self.kind[:4])
        return f"{word} {self.number}" if self.number else word

    @property
    def short(self) -> str:
        """The same where there is little room: `r4`, `=2`."""
        return f"{MARK_SIGN[self.kind]}{self.number}" if self.number else self.word


ARROWS = {
    frozenset((0, 1)): "↗",
    frozenset((1, 2)): "→",
    frozenset((2, 3)): "↘",
    frozenset((3, 4)): "↙",
    frozenset((4, 5)): "←",
    frozenset((5, 0)): "↖",
}
"""A CA as an arrow, by its two hexsides."""


class Fence(NamedTuple):
    """A wall, hedge or cliff along a hexside."""

    side: int
    kind: str
    glyph: str


class Ground(Frozen):
    """What never changes in a hex. Sides are 0 to 5, clockwise from the top (the west)."""

    name: str
    col: int
    half_y: int
    terrain: str
    glyph: str
    second: str
    level: int
    road: frozenset[int]
    rail: frozenset[int]
    gully: frozenset[int]
    down: frozenset[int]
    up: frozenset[int]
    crest: frozenset[int]
    line: frozenset[int]
    half: bool
    tint: int
    stream: bool = False
    fences: tuple[Fence, ...] = ()


class Stack(Frozen):
    """The units of one side in a hex: the code that stands for them, how many of that kind, and all in words."""

    lead: str
    kind: str
    count: int
    mark: str
    lines: tuple[str, ...]
    arrow: str = ""
    others: int = 0
    """Units of other kinds in the hex."""


class Things(Frozen):
    """What a state of the game puts into a hex."""

    friendly: Stack | None = None
    enemy: Stack | None = None
    suspects: int = 0
    attitude: str = ""
    vpo: str = ""
    marks: tuple[Mark, ...] = ()
    ffe: bool = False
    haze: str = ""
    """`smoke` or `fire` where either fills the hex."""

    @property
    def sign(self) -> str:
        """The one cell for all that lies here."""
        found = next((sign for kind, sign in MARK_SIGN.items() if any(mark.kind == kind for mark in self.marks)), "")
        return found or ("*" if self.ffe else "'" if self.marks else "")


AXIS_SIGNS = {"main": "━", "secondary": "╌"}
"""What stands in an empty hex of an axis of the plan; the Turn of a phase line follows it."""


class Overlay(Frozen):
    """What lies over a hex: cursor, selection, reach, last and planned way, LOS, targets, last shot, axis of a plan."""

    cursor: bool = False
    selected: bool = False
    seen: bool = False
    target: bool = False
    path: bool = False
    plan: bool = False
    los: str = ""
    reach: str = ""
    shot: str = ""
    axis: str = ""


NOTHING = Things()
PLAIN = Overlay()


# -- the ground ---------------------------------------------------------------------------------------


def grounds(game: Game) -> dict[str, Ground]:
    """The ground of every hex in play, with the FRIENDLY set-up line."""
    return board_grounds(game.board, friendly_area(game))


def board_grounds(board: Board, area: frozenset[str] = frozenset()) -> dict[str, Ground]:
    """The ground of every hex of a board, with a line around `area`."""
    rails = set(board.rail_hexes())
    return {name: _ground(board, name, area, rails) for name in board.names()}


def _ground(board: Board, name: str, area: frozenset[str], rails: set[str]) -> Ground:
    terrain, spot, inside = board.terrain(name), board.hex(name), name in area
    rail, crest, line = [], [], []
    for other in board.neighbours(name):
        level = board.terrain(other).elevation != terrain.elevation
        on_rail, edge = terrain.rail and other in rails, (other in area) != inside
        if (level or on_rail or edge) and (side := board.hexside(name, other)) is not None:
            rail += [side] * on_rail
            crest += [side] * level
            line += [side] * edge
    kinds = [kind for kind in terrain.terrains if kind != OPEN]
    main = next((kind for kind in kinds if kind not in (GULLY, STREAM, "shellholes")), kinds[0] if kinds else OPEN)
    others = [kind for kind in kinds if kind != main]
    return Ground(
        name,
        spot.col,
        spot.half_y,
        main,
        board.chart[main].glyph.replace("ọ", "o"),
        board.chart[others[0]].glyph if others else "",
        terrain.elevation,
        terrain.road,
        frozenset(rail),
        terrain.gully,
        terrain.down,
        terrain.up,
        frozenset(crest),
        frozenset(line),
        terrain.half and spot.num == 0,
        (spot.col - (spot.half_y - spot.col) // 2) % 3 - 1,
        STREAM in terrain.terrains,
        _fences(board, terrain) if terrain.fenced else (),
    )


def _fences(board: Board, terrain: HexTerrain) -> tuple[Fence, ...]:
    lines = board.chart.hexsides
    return tuple(Fence(side, kind, lines[kind].glyph) for side in range(6) for kind in terrain.along(side)[:1])


# -- what is on it ------------------------------------------------------------------------------------


def things(game: Game) -> dict[str, Things]:
    """What each hex holds that holds anything."""
    state = game.state
    units: dict[tuple[str, str], list[Unit]] = {}
    for unit in state.on_map():
        units.setdefault((unit.hex, unit.side), []).append(unit)
    weapons: dict[str, list[str]] = {}
    for weapon in state.weapons.values():
        key = weapon.holder or weapon.hex
        weapons.setdefault(key, []).append(weapon.code or weapon.type)
    suspects: dict[str, list[str]] = {}
    for suspect in state.suspects.values():
        if not suspect.off_board:
            suspects.setdefault(suspect.hex, []).append(suspect.attitude)
    marks = _marks(game)
    ffe = {spot.name for item in state.marked("ffe") for spot in within(parse_hex(item.hex), item.number)}
    found: dict[str, Things] = {}
    for name in {*(key[0] for key in units), *suspects, *marks, *state.control, *ffe}:
        attitudes = suspects.get(name, [])
        found[name] = Things(
            stack(units.get((name, "FRIENDLY"), ()), weapons),
            stack(units.get((name, "ENEMY"), ()), weapons),
            len(attitudes),
            attitudes[0] if attitudes else "",
            state.control.get(name, ""),
            tuple(sorted(marks.get(name, ()), key=attrgetter("word"))),
            name in ffe,
            _haze(marks.get(name, ())),
        )
    return found


def _marks(game: Game) -> dict[str, list[Mark]]:
    """The signs of each hex: its markers, horses that nobody rides, bridges that are down."""
    marks: dict[str, list[Mark]] = {}
    for marker in game.state.markers.values():
        for name in lane_hexes(game, marker) if marker.kind == LANE else (marker.hex,):
            marks.setdefault(name, []).append(_mark_of(marker))
    for horse in game.state.units.values():
        if horse.kind == HORSE and horse.hex and not horse.carrier:
            marks.setdefault(horse.hex, []).append(Mark(HORSE_ALONE))
    for bridge in game.state.layout.bridges:
        for name in () if bridge.intact else bridge.hexes:
            marks.setdefault(name, []).append(Mark(BRIDGE_DOWN))
    return marks


def _mark_of(marker: Marker) -> Mark:
    """A marker as the map shows it."""
    burns = burning_wreck(marker)
    return Mark(BURNING if burns else marker.kind, marker.number if marker.kind in (RESIDUAL, LANE) else 0)


def _haze(marks: Iterable[Mark]) -> str:
    there = {mark.kind for mark in marks}
    return "fire" if there & {"blaze", "flame", BURNING} else "smoke" if there & {"smoke", "smoke-ffe"} else ""


def stack(units: Iterable[Unit], weapons: dict[str, list[str]]) -> Stack | None:
    """The units of one side in a hex as the map shows them; None for nobody."""
    there = sorted((unit for unit in units if not unit.carrier), key=lambda unit: (ORDER.index(unit.kind), unit.id))
    if not there:
        return None
    lead = min(there, key=lambda unit: _state_mark(unit) in OUT if _state_mark(unit) else False)
    codes = Counter((unit.code or unit.type, arrow(unit) + _state_mark(unit)) for unit in there)
    words = [f"{code}{mark}{f'x{count}' if count > 1 else ''}" for (code, mark), count in codes.items()]
    arms = Counter(code for unit in there for code in weapons.get(unit.id, ()))
    words += [f"{code}{f'x{count}' if count > 1 else ''}" for code, count in arms.items()]
    alike = sum(unit.kind == lead.kind for unit in there)
    others = len(there) - alike
    return Stack(lead.code or lead.type, lead.kind, alike, _state_mark(lead), tuple(words), arrow(lead), others)


def arrow(unit: Unit) -> str:
    """Where a Gun's or vehicle's CA points, the turret's too if it points elsewhere; "" for all others."""
    if not unit.hex or not unit.ca:
        return ""
    found = _arrow(unit.hex, unit.ca)
    return found + (_arrow(unit.hex, unit.tca) if unit.tca and unit.tca != unit.ca else "")


@lru_cache(maxsize=512)
def _arrow(name: str, ca: str) -> str:
    try:
        spots = [parse_hex(word) for word in ca.split("/")]
        sides = [side for spot in spots if (side := hexside(parse_hex(name), spot)) is not None]
        return ARROWS.get(frozenset(sides), "")
    except ValueError:
        return ""


def _state_mark(unit: Unit) -> str:
    """The letter on the map for a unit's weightiest state: b broken, d under DM, p pinned, x Melee, ? concealed …"""
    return next((mark for flag, mark in STATE_MARK if flag in unit.flags), "")


def superscript(number: int) -> str:
    """`¹²` for 12, `⁻¹` for -1."""
    return "⁻" * (number < 0) + "".join(SUPERSCRIPTS[int(digit)] for digit in str(abs(number)))


def figure(value: float) -> str:
    """MF in at most three cells: `3`, `3½`."""
    return f"{int(value)}½" if value % 1 else f"{int(value)}"
