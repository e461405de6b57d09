"""Boards from YAML: the schema of `missions/boards/*.yaml`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field

from sasl.board.board import Board, Edge
from sasl.board.hexes import Hex, hexside, neighbour, parse_hex
from sasl.board.terrain import HexTerrain, TerrainChart
from sasl.board.traces import HIGHEST
from sasl.content import REVISION
from sasl.content.boards.board_facts import BoardFacts
from sasl.content.missions.mission_map import HexRow
from sasl.content.reading.card import Id, Text, Word
from sasl.content.reading.faults import ContentError, File
from sasl.content.reading.yamlfile import Document, read_yaml
from sasl.content.tables.table_files import Sourced, Strict
from sasl.content.tables.terrain_files import no_terrain
from sasl.kernel.frozen import replace
from sasl.kernel.rolling.records import Provenance
from sasl.kernel.text import listed


class SizeModel(Strict):
    """How large the map is: hexrows A to `last_hexrow`, numbers to `last_number`."""

    last_hexrow: HexRow
    last_number: int = Field(ge=1, le=HIGHEST)


class BoardModel(Sourced):
    """One map as written in a file; see the head of a board file for how hexes are written."""

    id: Id
    title: Word
    kind: Literal["", "woods", "village", "city"] = ""
    size: SizeModel
    orientation: dict[Literal["west", "east", "north", "south"], Edge]
    legend: dict[Annotated[str, Field(pattern=r"^[^\s0-9,]{1,3}$")], list[str]]
    hexrows: dict[str, str]
    levels: dict[Annotated[int, Field(ge=-9, le=9)], str] = {}
    roads: list[str] = []
    road_ends: dict[str, str] = {}
    unread_roads: str = ""
    rail: str = ""
    gullies: list[str] = []
    gully_ends: dict[str, str] = {}
    streams: list[str] = []
    stream_ends: dict[str, str] = {}
    walls: dict[str, str] = {}
    hedges: dict[str, str] = {}
    cliffs: dict[str, str] = {}
    culverts: str = ""
    cover: dict[str, str] = {}
    slopes: dict[str, str] = {}
    objectives: dict[str, Annotated[int, Field(ge=1, le=99)]] = {}
    notes: dict[str, Text] = {}
    corrected: dict[str, Provenance] = {}
    before: dict[Annotated[int, Field(ge=2, le=REVISION)], dict[str, str]] = {}


@dataclass(slots=True)
class _Builder:
    """A board while it is being read: the hexes so far and the faults found."""

    document: Document
    tiles: dict[Hex, HexTerrain] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def fault(self, where: tuple[object, ...], message: str) -> None:
        self.faults.append(self.document.fault(where, message))

    def hex(self, text: str, where: tuple[object, ...]) -> Hex | None:
        """The hex `text` if it is on the map; otherwise a fault and None."""
        try:
            hex_ = parse_hex(text)
        except ValueError as error:
            self.fault(where, str(error))
            return None
        if hex_ not in self.tiles:
            last = max(self.tiles, default=Hex(0, 1)).name
            self.fault(where, f"{hex_.name} is not on this map (A1 to {last})")
            return None
        return hex_

    def run(self, text: str, where: tuple[object, ...]) -> list[Hex]:
        """The hexes of `P0..P9 Q10`: single hexes and runs along a hexrow, in the order written."""
        hexes: list[Hex] = []
        for word in text.split():
            first, _, last = word.partition("..")
            start, end = self.hex(first, where), self.hex(last or first, where)
            if start is None or end is None:
                continue
            if start.col != end.col:
                self.fault(where, f"'{word}' leaves its hexrow; write one run for each hexrow")
                continue
            way = 1 if end.num >= start.num else -1
            hexes += [Hex(start.col, number) for number in range(start.num, end.num + way, way)]
        return hexes

    def change(self, hex_: Hex, **facts: Any) -> None:
        self.tiles[hex_] = replace(self.tiles[hex_], **facts)


def load_board(path: File, chart: TerrainChart, revision: int = REVISION) -> Board:
    """The board in `path`, as it was at that revision. ContentError lists what is wrong, by line."""
    return read_board(path, chart, revision).board(chart)


def check_board(path: File, chart: TerrainChart) -> None:
    """Refuse a board that cannot be read, or two of whose map edges are one. ContentError by line."""
    board, document = load_board(path, chart), read_yaml(path)
    for side, edge in board.orientation.items():
        twice = [other for other, same in board.orientation.items() if same == edge and other != side]
        if twice:
            text = f"{side} and {twice[0]} are both the {edge} edge of the board"
            raise ContentError([document.fault(("orientation", side), text)])


def read_board(path: File, chart: TerrainChart, revision: int) -> BoardFacts:
    """The facts of the board in `path`, as it was at that revision. ContentError lists what is wrong, by line."""
    document = read_yaml(path)
    model = document.parse(BoardModel)
    builder = _Builder(document)
    _lay_terrain(builder, model, chart, revision)
    if not builder.faults:
        _lay_marks(builder, model)
        _lay_lines(builder, model)
    if builder.faults:
        raise ContentError(list(dict.fromkeys(builder.faults)))
    terrains = {terrain: number for number, terrain in enumerate(dict.fromkeys(builder.tiles.values()))}
    return BoardFacts(
        model.id,
        model.title,
        {str(side): edge for side, edge in model.orientation.items()},
        model.provenance,
        model.note,
        model.kind,
        tuple(terrains),
        {hex_.name: terrains[terrain] for hex_, terrain in builder.tiles.items()},
    )


_TOKEN = re.compile(r"([0-9]{1,3})(?:-([0-9]{1,3}))? (\S{1,3})")


def _lay_terrain(builder: _Builder, model: BoardModel, chart: TerrainChart, revision: int) -> None:
    """Fill the builder with every hex from the hexrow lines, each described once; then go back to the revision."""
    legend = _legend(builder, model, chart)
    last = parse_hex(model.size.last_hexrow + "1").col
    rows = [Hex(col, 1).name[:-1] for col in range(last + 1)]
    if missing := [row for row in rows if row not in model.hexrows]:
        words = f"s {listed(missing, 6)} are" if len(missing) > 1 else f" {missing[0]} is"
        builder.fault(("hexrows",), f"hexrow{words} missing")
    for row, text in model.hexrows.items():
        if row in rows:
            _lay_row(builder, model, rows, row, text, legend)
        else:
            builder.fault(("hexrows", row), f"hexrow '{row}' is beyond {model.size.last_hexrow}")
    _go_back(builder, model, legend, revision)


Legend: TypeAlias = Mapping[str, tuple[str, ...]]
"""The terrains of each code."""


def _legend(builder: _Builder, model: BoardModel, chart: TerrainChart) -> Legend:
    """The legend of the board: a code without a name is Open Ground."""
    for code, names in model.legend.items():
        for name in names:
            if name not in chart:
                builder.fault(("legend", code), no_terrain(name, chart))
    return {code: tuple(names) or ("open",) for code, names in model.legend.items()}


def _lay_row(builder: _Builder, model: BoardModel, rows: Sequence[str], row: str, text: str, legend: Legend) -> None:
    """Lay the hexes of one hexrow; those of the first and last one, and of number 0, are halves."""
    codes = _read_row(builder, text, row, legend)
    if codes is None:
        return
    col, edge = rows.index(row), row in (rows[0], rows[-1])
    whole = {code: HexTerrain(names, half=edge, provenance=model.provenance) for code, names in legend.items()}
    for number in range(1 - col % 2, model.size.last_number + 1):
        if number in codes:
            terrain = whole[codes.pop(number)]
            builder.tiles[Hex(col, number)] = terrain if number else replace(terrain, half=True)
        else:
            builder.fault(("hexrows", row), f"{row}{number} is not described")
    for number in codes:
        builder.fault(("hexrows", row), f"{row}{number} is beyond the end of the hexrow")


def _go_back(builder: _Builder, model: BoardModel, legend: Legend, revision: int) -> None:
    """Make hexes that were corrected after a revision what they were then."""
    for number in sorted(model.before, reverse=True):
        for code, text in model.before[number].items():
            if code not in legend:
                builder.fault(("before", number, code), _no_code(code, legend))
                continue
            for hex_ in builder.run(text, ("before", number, code)):
                if number > revision:
                    builder.change(hex_, terrains=legend[code])


def _no_code(code: str, legend: Iterable[str]) -> str:
    return f"code '{code}' is not in the legend: {', '.join(legend)}"


def _read_row(builder: _Builder, text: str, row: str, legend: Mapping[str, object]) -> dict[int, str] | None:
    """The code of each number in one hexrow line: `1-5 m, 6 ., 7-9 m`. None: a part of it could not be read."""
    codes: dict[int, str] = {}
    unread = False
    for part in text.split(","):
        match = _TOKEN.fullmatch(part.strip())
        if not match:
            what = f"'{part.strip()}' cannot be read" if part.strip() else "there is a comma too many"
            message = f"{what}; write numbers and a code, such as 7-9 m"
            builder.fault(("hexrows", row), message)
            unread = True
            continue
        low, high, code = int(match[1]), int(match[2] or match[1]), match[3]
        if low > high:
            builder.fault(("hexrows", row), f"'{part.strip()}' runs backwards: write {high}-{low} {code}")
            low, high = high, low
        if code not in legend:
            builder.fault(("hexrows", row), _no_code(code, legend))
            code = next(iter(legend))  # so that the hexes of the run are not reported as missing, too
        for number in range(low, high + 1):
            if number in codes:
                builder.fault(("hexrows", row), f"{row}{number} is described twice")
            codes[number] = code
    return None if unread else codes


def _lay_marks(builder: _Builder, model: BoardModel) -> None:
    """Lay what belongs to single hexes: levels, rail, culverts, LVP and notes."""
    marks: list[tuple[tuple[object, ...], str, dict[str, Any]]] = [
        (("rail",), model.rail, {"rail": True}),
        (("culverts",), model.culverts, {"culvert": True}),
        (("unread_roads",), model.unread_roads, {"note": "road art seen, hexsides not readable"}),
    ]
    marks += [(("levels", level), text, {"elevation": level}) for level, text in model.levels.items()]
    marks += [(("objectives", name), name, {"objective": value}) for name, value in model.objectives.items()]
    marks += [(("notes", name), name, {"note": text}) for name, text in model.notes.items()]
    marks += [(("corrected", name), name, {"provenance": source}) for name, source in model.corrected.items()]
    for where, text, facts in marks:
        for hex_ in builder.run(text, where):
            builder.change(hex_, **facts)
    for row, text in model.cover.items():
        _lay_cover(builder, row, text)


def _lay_cover(builder: _Builder, row: str, text: str) -> None:
    """What woods or a building cover of their hexes, in per cent: `4 61, 7 68` in one hexrow."""
    for part in text.split(","):
        match = re.fullmatch(r"([0-9]{1,3}) ([0-9]{1,2}|100)", part.strip())
        if match is None:
            builder.fault(("cover", row), f"'{part.strip()}' cannot be read; write a number and per cent, such as 4 61")
        elif (hex_ := builder.hex(f"{row}{match[1]}", ("cover", row))) is not None:
            builder.change(hex_, cover=int(match[2]) / 100)


def _lay_lines(builder: _Builder, model: BoardModel) -> None:
    """Lay what crosses or lies along hexsides: roads, gullies, streams, walls, hedges, cliffs and slopes."""
    for hex_, sides in _network(builder, "roads", model.roads, model.road_ends).items():
        builder.change(hex_, road=frozenset(sides))
    beds = _network(builder, "gullies", model.gullies, model.gully_ends)
    for hex_, sides in _network(builder, "streams", model.streams, model.stream_ends).items():
        beds.setdefault(hex_, set()).update(sides)
    for hex_, sides in beds.items():
        builder.change(hex_, gully=frozenset(sides))
    for key, marks in (("walls", model.walls), ("hedges", model.hedges), ("cliffs", model.cliffs)):
        for hex_, sides in _both(builder, _ends(builder, key, marks)).items():
            builder.change(hex_, **{key: frozenset(sides)})
    up: dict[Hex, set[int]] = {}
    for hex_, sides in _ends(builder, "slopes", model.slopes).items():
        builder.change(hex_, down=frozenset(sides))
        for side in sides:
            up.setdefault(neighbour(hex_, side), set()).add((side + 3) % 6)
    for hex_, sides in up.items():
        if hex_ in builder.tiles:
            builder.change(hex_, up=frozenset(sides))


_ENDS = {"roads": "road_ends", "gullies": "gully_ends", "streams": "stream_ends"}


def _both(builder: _Builder, marks: Mapping[Hex, set[int]]) -> dict[Hex, set[int]]:
    """Hexsides as both hexes know them."""
    both: dict[Hex, set[int]] = {}
    for hex_, sides in marks.items():
        for side in sides:
            both.setdefault(hex_, set()).add(side)
            if (other := neighbour(hex_, side)) in builder.tiles:
                both.setdefault(other, set()).add((side + 3) % 6)
    return both


def _network(builder: _Builder, key: str, chains: Iterable[str], ends: Mapping[str, str]) -> dict[Hex, set[int]]:
    """The hexsides of each hex that lines drawn from hex to adjacent hex cross; `ends` run off the map."""
    crossed: dict[Hex, set[int]] = {}
    for number, chain in enumerate(chains):
        hexes = builder.run(chain, (key, number))
        for hex_, after in pairwise(hexes):
            side = hexside(hex_, after)
            if side is None:
                message = f"{hex_.name} and {after.name} are not adjacent; name the hexes between"
                builder.fault((key, number), message)
                continue
            crossed.setdefault(hex_, set()).add(side)
            crossed.setdefault(after, set()).add((side + 3) % 6)
    for hex_, sides in _ends(builder, _ENDS[key], ends).items():
        for side in sorted(sides - crossed.get(hex_, set())):
            if (beside := neighbour(hex_, side)) in builder.tiles:
                text = f"hexside {side} of {hex_.name} leads to {beside.name} and not off the map"
                builder.fault((_ENDS[key],), f"{text}; draw the line on to it under '{key}'")
        crossed.setdefault(hex_, set()).update(sides)
    return crossed


def _ends(builder: _Builder, key: str, ends: Mapping[str, str]) -> dict[Hex, set[int]]:
    """The hexsides written as digits: `T19: s23` is hexsides 2 and 3 of T19."""
    marked: dict[Hex, set[int]] = {}
    for name, digits in ends.items():
        if not re.fullmatch(r"s[0-5]{1,6}", digits):
            message = f"'{digits}' does not name hexsides; write s and digits from 0 to 5, such as s23"
            builder.fault((key, name), message)
            continue
        for hex_ in builder.run(name, (key, name)):
            marked.setdefault(hex_, set()).update(int(digit) for digit in digits[1:])
    return marked
