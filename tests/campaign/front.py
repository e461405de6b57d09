"""Small maps for perimeters: open ground, a border between the sides, units and SMC where a test wants them."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence

from desk import LIBRARY
from perimeter_judge import Judge, judge_of

from sasl.board.board import Board, Edge
from sasl.board.hexes import Hex
from sasl.board.terrain import HexTerrain
from sasl.campaign.perimeter.position import Position

SIDES: Mapping[str, Edge] = {"west": "low", "east": "high", "south": "first", "north": "last"}


def meadow(cols: int, rows: int) -> Board:
    """An open map: hexrows A …, numbers up to `rows`."""
    hexes = {Hex(col, num): HexTerrain() for col in range(cols) for num in range(1 - col % 2, rows + 1)}
    return Board("meadow", "A meadow", hexes, SIDES, LIBRARY.terrain)


def loop(names: str) -> tuple[str, ...]:
    """A loop by the names of its hexes."""
    return tuple(names.split())


def field(
    board: Board,
    *,
    russian: str = "",
    german: str = "",
    border: int = 0,
    control: dict[str, str] | None = None,
    strategic: Iterable[str] = (),
    vehicles: str = "",
    smc: dict[str, str] | None = None,
) -> Position:
    """The Germans hold the numbers up to `border`, the Russians the rest; MMC in the hexes named."""
    held = {name: "german" if board.hex(name).num <= border else "russian" for name in board} if border else {}
    mmc = {"russian": frozenset(russian.split()), "german": frozenset(german.split())}
    held |= {name: side for side, names in mmc.items() for name in names}
    held |= control or {}
    units = {"russian": mmc["russian"] | set(vehicles.split()), "german": mmc["german"]}
    men = {side: frozenset(names.split()) for side, names in (smc or {}).items()}
    men = {"russian": frozenset(), "german": frozenset(), **men}
    return Position(board, held, frozenset(strategic), mmc, units, men)


def judge(position: Position, side: str) -> Judge:
    """The second opinion on a position."""
    return judge_of(position.board.names(), position.control, position.strategic, position.mmc, position.units, side)


def scattered(board: Board, seed: int, count: int, strategic: Sequence[str], *, mixed: float = 0.08) -> Position:
    """A random position: a winding border, units behind it, some among the enemy."""
    dice = random.Random(seed)
    rows = max(board.hex(name).num for name in board)
    here = dice.randint(rows // 3, rows - rows // 3)
    border = {}
    for col in range(60):
        here = max(1, min(rows - 1, here + dice.randint(-1 - rows // 30, 1 + rows // 30)))
        border[col] = here
    names = sorted(board.names())
    control = {name: "german" if board.hex(name).num <= border[board.hex(name).col] else "russian" for name in names}
    units: dict[str, set[str]] = {"german": set(), "russian": set()}
    for side in units:
        while len(units[side]) < count:
            name = dice.choice(names)
            taken = name in units["german"] or name in units["russian"]
            if not taken and (control[name] == side or dice.random() < mixed):
                units[side].add(name)
    control |= {name: side for side, found in units.items() for name in found}
    frozen = {side: frozenset(found) for side, found in units.items()}
    return Position(board, control, frozenset(strategic), frozen, frozen)
