"""The map: hexes by name with their terrain, the part of it in play, edges, areas, patches and roads."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Any, Literal, TypeVar

from sasl.board.grid import RANGE_OVER, Grid, grid_of
from sasl.board.hexes import Hex, hex_grain_line, hexside, parse_hex, within
from sasl.board.pixels.survey import Survey
from sasl.board.terrain import HexTerrain, TerrainChart
from sasl.kernel.frozen import replace

T = TypeVar("T")
Edge = Literal["low", "high", "first", "last"]
"""Low or high numbers, first or last hexrow."""


@dataclass(frozen=True, eq=False)
class Board:
    """A map, or the part of it in play. Everything above the board speaks of hexes by name (`CC5`).

    `orientation` says which `Edge` each side of the world is. `whole` is the map a part was cut from:
    LOS may cross hexes that are out of play. Names that are not in play raise ValueError.
    """

    id: str
    title: str
    hexes: Mapping[Hex, HexTerrain]
    orientation: Mapping[str, Edge]
    chart: TerrainChart
    provenance: str = ""
    note: str = ""
    whole: Board | None = None
    kinds: Mapping[str, str] = field(default_factory=dict)
    """The kind of each mapboard that was joined here, by its id."""
    cache: dict[str, Any] = field(default_factory=dict, repr=False)
    """Room for what LOS and movement have worked out; never part of the facts."""
    kind: str = ""
    before: Board | None = None
    """The same map before shellholes were placed on it in play."""
    survey: Survey | None = None
    """Its pixels, where the player's own boards are known: LOS is then theirs."""
    surveyed: tuple[str, ...] = ()
    """The ids of the mapboards whose pixels are known."""

    # -- hexes by name -----------------------------------------------------------------------------

    @cached_property
    def _by_name(self) -> dict[str, HexTerrain]:
        return {hex_.name: terrain for hex_, terrain in self.hexes.items()}

    @cached_property
    def grid(self) -> Grid:
        """The geometry of the hexes in play; shellholes leave it as it is."""
        return self.before.grid if self.before else grid_of(self.hexes)

    @cached_property
    def rank(self) -> dict[str, int]:
        """The number of each hex in play when their names are sorted as strings, so ties of both fall alike."""
        return self.grid.rank

    @cached_property
    def ranked(self) -> tuple[str, ...]:
        """The hexes in play by rank."""
        return self.grid.ranked

    @cached_property
    def _hex(self) -> dict[str, Hex]:
        return self.grid.hex_of

    @cached_property
    def _place(self) -> dict[str, int]:
        return self.grid.place

    @cached_property
    def _ranges(self) -> Mapping[str, Mapping[str, int]]:
        return self.grid.ranges

    @cached_property
    def _near(self) -> dict[str, tuple[str, ...]]:
        return self.grid.near_names

    @cached_property
    def _sides(self) -> dict[tuple[str, str], int]:
        return self.grid.sides

    @cached_property
    def _names(self) -> tuple[str, ...]:
        return self.grid.names

    def names(self) -> tuple[str, ...]:
        """Every hex in play, by hexrow and number."""
        return self._names

    def __contains__(self, name: object) -> bool:
        return name in self._hex

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self.hexes)

    def hex(self, name: str) -> Hex:
        """The hex called `name`. ValueError if it is not in play."""
        try:
            return self._hex[name]
        except KeyError:
            raise ValueError(self._unknown(name)) from None

    def find(self, text: str) -> str:
        """The hex a person means by `text` (as printed on a joined board, too: 13K5), in either case.

        ValueError if there is none in play.
        """
        printed = self._printed.get(text.strip().upper())
        if printed:
            return printed
        if self._printed and text.strip()[:1].isdigit():
            raise ValueError(f"'{text}' is printed on none of these boards")
        name = parse_hex(text).name
        return self.hex(name).name

    def as_named(self, words: str) -> str:
        """Words joined by commas or hyphens with every printed hex name (13K5) as the map in play calls it."""
        if not self._printed:
            return words
        parts = re.split("([-,/])", words)
        return "".join(self._printed.get(part.upper(), part) for part in parts)

    def printed(self, name: str) -> str:
        """What a hex of joined boards is called on its own: `16Y4`; "" for any other name."""
        return self._by_name[name].printed if name in self._by_name else ""

    def both_names(self, name: str) -> str:
        """Return a hex as the map in play calls it and, on joined boards, as printed on its own: `I17 (16Y4)`.

        The vertex that a counter faces is named by two hexes: `Y26/Z26 (43Y6/43Z6)`.
        """
        printed = [self.printed(part) for part in name.split("/")]
        return f"{name} ({'/'.join(printed)})" if all(printed) else name

    def with_both_names(self, text: str, names: Iterable[str]) -> str:
        """Return a sentence in which each of these hexes stands with both its names."""
        for name in dict.fromkeys(names):
            if self.printed(name):
                text = re.sub(rf"(?<![\w/-]){name}(?![\w/-]| \()", self.both_names(name), text)
        return text

    def by_sheet(self, names: Iterable[str]) -> dict[str, list[str]]:
        """Return hexes by the board on which they are printed, both in their order; all under "" on a single board."""
        sheets: dict[str, list[str]] = {}
        for name in sorted(names, key=self._on_sheet):
            number, _ = self._on_sheet(name)
            sheets.setdefault(str(number or ""), []).append(name)
        return sheets

    def _on_sheet(self, name: str) -> tuple[int, Hex]:
        """The number of the board on which a hex is printed, the first where it is shared (0: one board alone), and the
        hex there.
        """
        found = re.match(r"(\d+)([A-Z]+\d+)", self.printed(name))
        return (int(found[1]), parse_hex(found[2])) if found else (0, self.hex(name))

    @cached_property
    def _printed(self) -> dict[str, str]:
        """The hexes by what is printed on their own boards."""
        return {
            part.upper(): hex_.name
            for hex_, terrain in self.hexes.items()
            if terrain.printed
            for part in terrain.printed.split("/")
        }

    def kind_at(self, name: str) -> str:
        """The kind of the mapboard on which the hex lies: `woods`, `village`, `city` or nothing."""
        return self.kinds.get(self.terrain(name).sheet, self.kind)

    def _unknown(self, name: str) -> str:
        in_play = f"{self._names[0]} to {self._names[-1]}"
        try:
            proper = parse_hex(name).name
        except ValueError as error:
            return f"{error} (the map in play is {in_play})"
        idea = f"; did you mean {proper}?" if proper in self._hex else f" ({in_play})"
        return f"{name} is not on the map in play{idea}"

    def terrain(self, name: str) -> HexTerrain:
        """The facts of the hex. ValueError if it is not in play."""
        try:
            return self._by_name[name]
        except KeyError:
            raise ValueError(self._unknown(name)) from None

    def neighbours(self, name: str) -> tuple[str, ...]:
        """The adjacent hexes in play, clockwise from the top."""
        try:
            return self._near[name]
        except KeyError:
            raise ValueError(self._unknown(name)) from None

    def hexside(self, a: str, b: str) -> int | None:
        """The hexside of `a` towards the adjacent `b`, or None if they are not adjacent."""
        side = self._sides.get((a, b))
        return hexside(self.hex(a), self.hex(b)) if side is None else side

    def distance(self, a: str, b: str) -> int:
        """The range from `a` to `b` in hexes."""
        place = self._place
        try:
            return RANGE_OVER[place[b] - place[a]]
        except KeyError:
            raise ValueError(self._unknown(a if a not in place else b)) from None

    def range_from(self, name: str) -> Mapping[str, int]:
        """The range from `name` to each hex in play: a kept row, for many distances from one hex."""
        try:
            return self._ranges[name]
        except KeyError:
            raise ValueError(self._unknown(name)) from None

    def within(self, name: str, radius: int) -> frozenset[str]:
        """The hexes in play at most `radius` hexes away, itself included."""
        found = self._around.get((name, radius))
        if found is None:
            names = (near.name for near in within(self.hex(name), radius) if near in self.hexes)
            found = self._around[name, radius] = frozenset(names)
        return found

    @cached_property
    def _around(self) -> dict[tuple[str, int], frozenset[str]]:
        """The hexes around each hex looked up so far, by the radius."""
        return {}

    def remember(self, key: str, work_out: Callable[[], T]) -> T:
        """What `work_out` gives, worked out once for this board in play and kept under `key`."""
        try:
            found: T = self.cache[key]
        except KeyError:
            found = self.cache[key] = work_out()
        return found

    # -- parts, edges and areas --------------------------------------------------------------------

    def part(self, numbers: tuple[int, int] | None) -> Board:
        """The part in play between two hex numbers, both included (None: all); LOS still knows the whole map."""
        if numbers is None:
            return self
        low, high = numbers
        kept = {hex_: terrain for hex_, terrain in self.hexes.items() if low <= hex_.num <= high}
        if not kept:
            raise ValueError(f"no hex of {self.title} has a number from {low} to {high}")
        return Board(
            self.id,
            self.title,
            kept,
            self.orientation,
            self.chart,
            self.provenance,
            self.note,
            self.whole or self,
            kind=self.kind,
            survey=self.survey,
            surveyed=self.surveyed,
        )

    def with_shellholes(self, names: frozenset[str]) -> Board:
        """The map with shellholes placed in these hexes in play, and in no others (B2, OtO 2.2)."""
        printed = self.before or self
        if not names:
            return printed
        return printed.remember(f"shellholes {sorted(names)}", lambda: printed._cratered(names))

    def _cratered(self, names: frozenset[str]) -> Board:
        hexes = {hex_: terrain.cratered() if hex_.name in names else terrain for hex_, terrain in self.hexes.items()}
        whole = self.whole._cratered(names) if self.whole else None
        return replace(self, hexes=hexes, whole=whole, cache={}, before=self)

    @cached_property
    def _rows(self) -> dict[int, list[int]]:
        """The numbers in play of each hexrow, in order."""
        rows: dict[int, list[int]] = {}
        for hex_ in sorted(self.hexes):
            rows.setdefault(hex_.col, []).append(hex_.num)
        return rows

    def _edge(self, side: str) -> Edge:
        if side not in self.orientation:
            raise ValueError(f"'{side}' is not a side of the map; its sides are {', '.join(self.orientation)}")
        return self.orientation[side]

    def edge(self, side: str) -> tuple[str, ...]:
        """The hexes along the edge `side` (`west` …), by hexrow and number."""
        edge = self._edge(side)
        if edge in ("low", "high"):
            end = 0 if edge == "low" else -1
            return tuple(Hex(col, numbers[end]).name for col, numbers in self._rows.items())
        col = min(self._rows) if edge == "first" else max(self._rows)
        return tuple(Hex(col, number).name for number in self._rows[col])

    def distance_to_edge(self, name: str, side: str) -> int:
        """How many hexes `name` is from the nearest hex of the edge `side` (0 on it)."""
        self.hex(name)
        table: dict[str, dict[str, int]] = self.cache.setdefault("edges", {})
        if side not in table:
            table[side] = self.distances(self.edge(side))
        return table[side][name]

    def distances(self, sources: Iterable[str]) -> dict[str, int]:
        """How many steps in play each hex is from the nearest of `sources`."""
        found = dict.fromkeys(sources, 0)
        queue = deque(found)
        while queue:
            here = queue.popleft()
            for near in self.neighbours(here):
                if near not in found:
                    found[near] = found[here] + 1
                    queue.append(near)
        return found

    def line(self, corners: Sequence[str]) -> tuple[str, ...]:
        """The hexes of a line drawn corner to corner along hex grains (A27, I23, I20 …), in order.

        ValueError if two corners have no grain in common.
        """
        hexes = [parse_hex(corner) for corner in corners]
        run = hexes[:1]
        for start, end in pairwise(hexes):
            try:
                run += hex_grain_line(start, end)[1:]
            except ValueError as error:
                raise ValueError(f"{error}; also name the hexes between them") from None
        return tuple(hex_.name for hex_ in run)

    def area_behind(self, line: Sequence[str], side: str) -> frozenset[str]:
        """The hexes in play on or behind a line of `corners`, towards `side` (a low or high number edge).

        ValueError if the line misses a hexrow or `side` runs along the hexrows.
        """
        edge = self._edge(side)
        if edge not in ("low", "high"):
            raise ValueError(f"an area is cut off across the hexrows; '{side}' lies along them")
        bounds: dict[int, list[int]] = {}
        for name in self.line(line):
            hex_ = parse_hex(name)
            bounds.setdefault(hex_.col, []).append(hex_.num)
        missing = next((col for col in self._rows if col not in bounds), None)
        if missing is not None:
            raise ValueError(f"the line {'-'.join(line)} does not cross hexrow {Hex(missing, 1).name[:-1]}")
        return frozenset(
            hex_.name
            for hex_ in self.hexes
            if (hex_.num >= min(bounds[hex_.col]) if edge == "high" else hex_.num <= max(bounds[hex_.col]))
        )

    # -- patches and networks ----------------------------------------------------------------------

    def patches(self, predicate: Callable[[str], bool]) -> list[tuple[str, ...]]:
        """The connected groups of hexes for which `predicate(name)` holds, each in order of name."""
        left = dict.fromkeys(name for name in self._names if predicate(name))
        order = {name: number for number, name in enumerate(left)}
        groups = []
        while left:
            start = next(iter(left))
            del left[start]
            group = [start]
            for here in group:
                for near in self.neighbours(here):
                    if near in left:
                        del left[near]
                        group.append(near)
            groups.append(tuple(sorted(group, key=order.__getitem__)))
        return groups

    def with_terrain(self, *terrains: str) -> tuple[str, ...]:
        """The hexes in play that hold any of `terrains` (`road` and `railroad` too)."""
        return tuple(name for name in self._names if self._by_name[name].has(*terrains))

    def rail_hexes(self) -> tuple[str, ...]:
        """The railroad hexes in play."""
        return tuple(name for name in self._names if self._by_name[name].rail)

    def road_hexes(self) -> tuple[str, ...]:
        """The hexes in play with a road hexside."""
        return tuple(name for name in self._names if self._by_name[name].road)

    def is_intersection(self, name: str, hexsides: int) -> bool:
        """Whether it is a whole hex that a road leaves by so many hexsides or more (OtO-S2)."""
        there = self._by_name[name]
        return len(there.road) >= hexsides and not there.half

    def objectives(self) -> dict[str, int]:
        """The hexes in play worth LVP, with how many."""
        return {name: self._by_name[name].objective for name in self._names if self._by_name[name].objective}

    def on_road(self, a: str, b: str) -> bool:
        """True if a road crosses the hexside that the adjacent `a` and `b` share."""
        side = self.hexside(a, b)
        if side is None:
            return False
        return side in self._by_name[a].road and (side + 3) % 6 in self._by_name[b].road

    def road_connected(
        self, hexes: Iterable[str], starts: Iterable[str], ends: Iterable[str]
    ) -> tuple[str, ...] | None:
        """A shortest way by road inside `hexes` from one of `starts` to one of `ends`, or None.

        Only hexsides that a road crosses join two hexes.
        """
        allowed, goals = set(hexes), set(ends)
        came: dict[str, str | None] = {name: None for name in starts if name in allowed}
        queue = deque(came)
        while queue:
            here = queue.popleft()
            if here in goals:
                return _back(came, here)
            for near in self.neighbours(here):
                if near in allowed and near not in came and self.on_road(here, near):
                    came[near] = here
                    queue.append(near)
        return None


def _back(came: Mapping[str, str | None], end: str) -> tuple[str, ...]:
    path = [end]
    while (before := came[path[-1]]) is not None:
        path.append(before)
    return tuple(reversed(path))
