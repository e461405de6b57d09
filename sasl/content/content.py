"""The content as rules ask for it: tables, counters, figures, doctrines and boards by name, each read when needed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from sasl.board.board import Board
from sasl.board.join import NO_LAYOUT, Layout
from sasl.board.pixels.survey import Pixels
from sasl.board.terrain import Figure, TerrainChart
from sasl.content import REVISION
from sasl.content.boards.board_facts import laid_out
from sasl.content.boards.imported_boards import ImportedBoards
from sasl.content.boards.kept_sights import Sights
from sasl.content.loader import Loader
from sasl.content.missions.mission import Mission
from sasl.content.reading.faults import UNSAFE, ContentError, File, named, nearest, refuse
from sasl.content.tables.counters import CounterType
from sasl.content.tables.doctrine import Doctrine
from sasl.content.tables.vasl_names import VaslBoards, VaslCounters
from sasl.kernel.frozen import replace
from sasl.kernel.memo import keep
from sasl.kernel.rolling.tables import Table, meant

if TYPE_CHECKING:
    from sasl.content.tables.strategy import MadeUp, Strategy

WAY_ON = "add it to the counters of your pack and resume the game with that pack: it takes over what it lacks"
"""The remedy for a game that was begun without a counter that the rules bring."""
BOARDS_KEPT = 8
"""How many maps in play are kept: a series of games on chosen boards meets a new one each time."""


@dataclass(frozen=True)
class Content:
    """Content by id. Nothing in it changes; ContentError by file and line for what cannot be read."""

    loader: Loader
    revision: int = REVISION
    """Of the boards: a game goes on with those it began with."""
    imported: ImportedBoards = field(default_factory=ImportedBoards, compare=False, repr=False)
    """The player's own VASL boards."""
    boards: dict[str, Board] = field(default_factory=dict, compare=False, repr=False)
    """The boards read so far."""
    in_play: dict[tuple[str, Layout], tuple[Mission, Board]] = field(default_factory=dict, compare=False, repr=False)
    """The maps of missions made so far."""
    sound: dict[File, Mission] = field(default_factory=dict, compare=False, repr=False)
    """The missions read so far, their references checked."""

    @cached_property
    def tables(self) -> Mapping[str, Table]:
        """Every table a mission may use, by id. ContentError lists all faults of all files."""
        return self.loader.tables(campaigns=False)

    @cached_property
    def all_tables(self) -> Mapping[str, Table]:
        """Those of missions and those of campaigns (tables/campaigns), by id; the latter are read only when needed."""
        return self.loader.tables(campaigns=True)

    @cached_property
    def counters(self) -> Mapping[str, Mapping[str, CounterType]]:
        """Counters by nation and name."""
        return self.loader.counters()

    @cached_property
    def figures(self) -> Mapping[str, Figure]:
        """The single figures by name."""
        return self.loader.figures()

    @cached_property
    def own_figures(self) -> Mapping[str, str]:
        """Those that the player replaces, with the name of his pack."""
        return self.loader.own_figures()

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """What each of them comes to."""
        return {name: int(figure.value) for name, figure in self.figures.items()}

    @cached_property
    def doctrines(self) -> Mapping[str, Doctrine]:
        """How a side may decide, by id. ContentError by line, also for Action tables that no unit could act by."""
        doctrines = self.loader.doctrines()
        if any(True for item in doctrines.values() for _ in item.unplayable(self.tables)):
            from sasl.content.tables.doctrine_files import action_faults

            files = self.loader.of_kind("doctrines")
            refuse(list(action_faults(files, doctrines.values(), self.tables, self.loader.source)))
        return doctrines

    @cached_property
    def strategies(self) -> tuple[Mapping[str, Strategy], Mapping[str, MadeUp]]:
        """How the program plays a side of a campaign, and the models of made-up results, by id."""
        return self.loader.strategies()

    @cached_property
    def vasl(self) -> tuple[VaslBoards, VaslCounters]:
        """How VASL lays its boards and calls its counters."""
        return self.loader.vasl(self.counters)

    @cached_property
    def terrain(self) -> TerrainChart:
        """The terrain chart."""
        return self.loader.terrain()

    @cached_property
    def sights(self) -> Sights:
        """The LOS of maps as earlier games have found them; `keep` those found since for later ones."""
        return Sights(self.loader.pieces)

    def table(self, table_id: str) -> Table:
        """The table `table_id`; ContentError with the nearest id otherwise."""
        return self.tables.get(table_id) or named(self.all_tables, table_id, "there is no table")

    def table_called(self, word: str) -> Table:
        """The table of that id, or of the only id that ends so: `g2`, as people type it. ContentError otherwise."""
        word = UNSAFE.sub("?", word)
        name = word.lower()
        tables = self.tables if meant(self.tables, name) else self.all_tables
        found = meant(tables, name)
        if len(found) == 1:
            return tables[found[0]]
        if found:
            raise ContentError([f"'{word[:40]}' may be {', '.join(sorted(found)[:12])}: type the whole id"])
        raise ContentError([f"there is no table '{word[:80]}'{nearest(name[:80], tables)}; sasl table lists them"])

    def to_roll(self, table_id: str) -> Table:
        """The table for a roll: asked for modifiers and rows by total, nothing kept for other games."""
        return self.table(table_id)

    def counter(self, nation: str, name: str) -> CounterType:
        """The counter `name` of `nation`; ContentError with the nearest name otherwise."""
        return named(self.counters.get(nation, {}), name, f"there is no {nation.capitalize()} counter")

    def hero(self, nation: str) -> str:
        """Return the name of a nation's hero counter; ContentError if it has none."""
        heroes = (name for name, item in self.counters.get(nation, {}).items() if item.kind == "hero")
        hero = next(heroes, None)
        if hero is None:
            raise ContentError([f"there is no {nation.capitalize()} counter of kind 'hero' (A15.2); {WAY_ON}"])
        return hero

    def figure(self, name: str) -> int:
        """The single figure `name`; ContentError if there is none."""
        number = self.numbers.get(name)
        if number is None:
            return int(named(self.figures, name, "tables/figures.yaml has no figure").value)
        return number

    def doctrine(self, name: str) -> Doctrine:
        """The doctrine `name`; ContentError with the nearest name otherwise."""
        return named(self.doctrines, name, "there is no doctrine")

    def strategy(self, name: str) -> Strategy:
        """The strategy `name`; ContentError with the nearest name otherwise."""
        return named(self.strategies[0], name, "there is no strategy")

    def made_up(self, name: str) -> MadeUp:
        """The model of results `name`; ContentError with the nearest name otherwise."""
        return named(self.strategies[1], name, "there is no model of results")

    def board(self, board_id: str) -> Board:
        """The board `board_id`, whole; with its pixels where the player has imported it, and not written his own."""
        if board_id not in self.boards:
            board = self.loader.board(board_id, self.terrain, self.revision)
            pixels = None if self.loader.own_board(board_id) else self._pixels(board_id)
            self.boards[board_id] = replace(board, survey=pixels, surveyed=(board_id,)) if pixels else board
        return self.boards[board_id]

    def _pixels(self, board_id: str) -> Pixels | None:
        return self.imported.pixels(board_id, self.terrain)

    def board_of(self, mission: Mission, layout: Layout = NO_LAYOUT) -> Board:
        """The map of a mission: the part of its board in play, or its mapboards as `layout` lays them.

        What is worked out about it serves its next game, too. ContentError or ValueError for a layout that cannot be.
        """
        kept = self.in_play.get((mission.id, layout))
        if kept is None or kept[0] != mission:
            area = mission.area
            if area.boards:
                board = laid_out(area.boards, layout, self.terrain, self.board).part(area.numbers)
            else:
                board = self.board(area.board or "").part(area.numbers)
                self.sights.watch(self.loader.sights_of(board.id, f"{self.revision} {area.numbers}"), board)
            kept = keep(self.in_play, (mission.id, layout), (mission, board), BOARDS_KEPT)
        return kept[1]
