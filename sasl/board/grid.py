"""The hexes of a map as numbers: ranks, places, neighbours, hexsides and ranges in plain tables; no terrain.

A hex has a *rank*, its number among the hexes in play when their names are sorted as strings, so that a tie between
ranks falls as one between names does; and a *place*, hexrow * STRIDE + half hexes down. What lies between two hexes
depends on the difference of their places only (`traces`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from operator import attrgetter
from weakref import WeakValueDictionary

from sasl.board.hexes import SIDES, Hex, gap, straight_run
from sasl.board.traces import STRIDE, apart, bits

ROWS_KEPT = 1024
"""How many rows of ranges are kept at once."""


def place_of(hex_: Hex) -> int:
    """The place of a hex."""
    return hex_.col * STRIDE + hex_.half_y


class _Ranges(dict[int, int]):
    """The range by the difference of two places; filled when needed."""

    def __missing__(self, offset: int) -> int:
        found = self[offset] = gap(*apart(offset))
        return found


RANGE_OVER: Mapping[int, int] = _Ranges()
"""The range between two hexes by the difference of their places."""


class _Runs(dict[int, int]):
    """The straight runs of `hexes.line` by the difference of two places, the lower one first."""

    def __missing__(self, offset: int) -> int:
        found = self[offset] = bits(col * STRIDE + half_y for col, half_y in straight_run(*apart(offset)))
        return found


RUNS: Mapping[int, int] = _Runs()
"""The hexes of the straight line between two hexes, as `bits` counted from the lower place."""


class _Rows(dict[str, Mapping[str, int]]):
    """The ranges from one hex to all, by its name; a row is filled when first needed."""

    def __init__(self, place: Mapping[str, int]) -> None:
        super().__init__()
        self._place = place

    def __missing__(self, name: str) -> Mapping[str, int]:
        here = self._place[name]
        if len(self) >= ROWS_KEPT:
            self.clear()
        row = self[name] = {other: RANGE_OVER[place - here] for other, place in self._place.items()}
        return row


class Grid:
    """The geometry of the hexes in play. Maps with the same hexes share one: `grid_of`."""

    def __init__(self, hexes: Iterable[Hex]) -> None:
        self.hex_of: dict[str, Hex] = {hex_.name: hex_ for hex_ in sorted(hexes, key=attrgetter("col", "num"))}
        self.names: tuple[str, ...] = tuple(self.hex_of)
        """By hexrow and number."""
        self.ranked: tuple[str, ...] = tuple(sorted(self.names))
        self.rank: dict[str, int] = {name: number for number, name in enumerate(self.ranked)}
        self.place: dict[str, int] = {name: place_of(hex_) for name, hex_ in self.hex_of.items()}
        self.ranges: Mapping[str, Mapping[str, int]] = _Rows(self.place)
        """The range from each hex in play to each other one, by name."""

    @cached_property
    def sides(self) -> dict[tuple[str, str], int]:
        """The hexside of each hex towards each adjacent one in play, clockwise from the top."""
        name_at = {place: name for name, place in self.place.items()}
        ways = [(side, right * STRIDE + down) for side, (right, down) in enumerate(SIDES)]
        around = ((name, name_at.get(place + way), side) for name, place in self.place.items() for side, way in ways)
        return {(name, near): side for name, near, side in around if near}

    @cached_property
    def near_names(self) -> dict[str, tuple[str, ...]]:
        """The adjacent hexes in play of each hex, clockwise from the top."""
        found: dict[str, list[str]] = {name: [] for name in self.names}
        for name, near in self.sides:
            found[name].append(near)
        return {name: tuple(near) for name, near in found.items()}

    @cached_property
    def near(self) -> tuple[tuple[int, ...], ...]:
        """The same by rank."""
        return tuple(tuple(self.rank[near] for near in self.near_names[name]) for name in self.ranked)


_KNOWN: WeakValueDictionary[frozenset[Hex], Grid] = WeakValueDictionary()
"""By their hexes, the grids of all maps there are at present."""


def grid_of(hexes: Iterable[Hex]) -> Grid:
    """The geometry of these hexes, the same one as long as any map has it."""
    key = frozenset(hexes)
    found = _KNOWN.get(key)
    if found is None:
        found = _KNOWN[key] = Grid(key)
    return found
