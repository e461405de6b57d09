"""The loader: finds the files of content, the shipped ones below and the player's packs on top, and reads them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, TypeVar

from sasl.board.board import Board
from sasl.board.terrain import Figure, TerrainChart
from sasl.content.boards.board_facts import BoardFacts
from sasl.content.compiled import Pieces, cache_folder
from sasl.content.missions.mission import Mission
from sasl.content.packs.pack import Pack, met, names_in
from sasl.content.reading.faults import (
    MAX_BYTES,
    ContentError,
    File,
    PackFile,
    collected,
    disk_fault,
    nearest,
    refuse,
    shown_path,
)
from sasl.content.tables.counters import CounterType
from sasl.content.tables.doctrine import Doctrine
from sasl.content.tables.vasl_names import VaslBoards, VaslCounters
from sasl.kernel.files.regular_files import read_regular
from sasl.kernel.frozen import replace
from sasl.kernel.rolling.tables import Table

if TYPE_CHECKING:  # what reads and checks files waits for the first that is not known yet
    from sasl.content.missions.campaign import Campaign
    from sasl.content.tables.chapter_s import ChapterS
    from sasl.content.tables.strategy import MadeUp, Strategy

T = TypeVar("T")

SPECIAL = ("terrain.yaml", "figures.yaml")
BESIDE = ("vasl", "rules")
"""The folders of tables/ on which no game depends: the names that VASL uses, the numbers of Chapter S."""
FOLDERS = ("counters", "doctrines", "strategies", *BESIDE)
"""Folders of tables/ whose files are no tables of dice."""


def holds_tables(path: File) -> bool:
    """Whether a file below tables/ holds tables of dice or charts."""
    return path.name not in SPECIAL and path.parent.name not in FOLDERS


def _of_campaigns(path: File) -> bool:
    """Whether a file of tables belongs to campaigns only: it lies in tables/campaigns, whatever lies above them."""
    up = path.parent.parts[::-1]
    return "tables" in up and up[: up.index("tables")][-1:] == ("campaigns",)


@dataclass(frozen=True)
class Loader:
    """Files of content to models. Later packs win: shipped first, then the player's folders or files in order."""

    root: Path
    packs: tuple[Path | Pack, ...] = ()
    overridden: dict[str, str] = field(default_factory=dict, compare=False)
    """The tables that stand in the place of a namesake, and where they come from."""
    pieces: Pieces = field(default_factory=lambda: Pieces(cache_folder()), compare=False, repr=False)
    """What was read and checked before, by this program or an earlier run of it."""

    listed: dict[str, list[Path]] = field(default_factory=dict, compare=False, repr=False)
    """The shipped files by folder, as they lay there when they were first needed."""

    @cached_property
    def stack(self) -> tuple[Pack, ...]:
        """The packs as they were when they were first needed. ContentError if one cannot be read."""
        return tuple(item if isinstance(item, Pack) else Pack.read(item) for item in self.packs)

    # -- files ----------------------------------------------------------------------------------------
    def files(self, folder: str) -> list[File]:
        """The files in and below a folder, shipped first."""
        if folder not in self.listed:
            self.listed[folder] = sorted((self.root / folder).rglob("*.yaml"))
        return [*self.listed[folder], *(file for pack in self.stack for file in pack.folder(folder))]

    def of_kind(self, kind: str) -> list[File]:
        """The files of tables/ that lie in a folder of this name: counters, doctrines, strategies."""
        return [path for path in self.files("tables") if path.parent.name == kind]

    def cards(self, kind: str) -> list[File]:
        """The files of missions or campaigns, without those in folders below."""
        folder = "missions" if kind == "mission" else "missions/campaigns"
        return [path for path in self.files(folder) if path.parent.name == f"{kind}s"]

    def ids(self, kind: str) -> tuple[str, ...]:
        """The ids of all missions, campaigns or boards (their file names), shipped first."""
        files = self.files("missions/boards") if kind == "board" else self.cards(kind)
        return tuple(dict.fromkeys(path.stem for path in files))

    def own_board(self, board_id: str) -> bool:
        """Whether a board comes from a pack of the player's."""
        return any(file.stem == board_id for pack in self.stack for file in pack.folder("missions/boards"))

    def path(self, kind: str, card_id: str) -> File:
        """The file of a mission or campaign; ContentError with the nearest id otherwise."""
        for path in reversed(self.cards(kind)):
            if path.stem == card_id:
                return path
        known = self.ids(kind)
        hint = nearest(card_id, known) or f"; known: {', '.join(known)}"
        raise ContentError([f"there is no {kind} '{card_id}'{hint}"])

    def group_files(self, campaign_id: str) -> list[File]:
        """The files that add Reinforcement Groups to a campaign, shipped first: missions/campaigns/groups/ID.yaml."""
        files = self.files("missions/campaigns/groups")
        return [path for path in files if path.stem == campaign_id and path.parent.name == "groups"]

    def source(self, shown: str) -> File:
        """The file that faults and tables call `shown`."""
        files = (file for pack in self.stack for file in pack.files if file.shown == shown)
        return next(files, Path(shown))

    def used(self, card_id: str) -> list[Pack]:
        """Of each pack what a game of a mission can meet, or a campaign use; without packs of which that is nothing."""
        packs = self.stack
        if card_id in self.ids("campaign"):
            parts = ("tables", "missions/boards", "missions/campaigns")
            packs = tuple(pack.only({file for part in parts for file in pack.folder(part)}) for pack in packs)
        elif packs:
            groups = [(pack.folder("tables"), pack.folder("missions/boards"), pack.cards(card_id)) for pack in packs]
            doubtful = [file for tables, boards, _ in groups for file in (*filter(holds_tables, tables), *boards)]
            always = {file for tables, _, cards in groups for file in (*tables, *cards)} - set(doubtful)
            card = self.path("mission", card_id)
            if not isinstance(card, PackFile):  # a shipped one may name what a pack has
                always.add(PackFile("", PurePosixPath("missions", card.name), _bytes(card), shown_path(card)))
            wanted = met(doubtful, always, self._shipped_names)
            packs = tuple(pack.only(wanted) for pack in packs)
        return [pack for pack in packs if pack.files]

    @cached_property
    def _shipped_names(self) -> frozenset[bytes]:
        """The ids of all tables and boards that are shipped."""
        tables = [name for path in (self.root / "tables").rglob("*.yaml") for name in names_in(_bytes(path))]
        boards = [path.stem.encode() for path in (self.root / "missions" / "boards").glob("*.yaml")]
        return frozenset((*tables, *boards))

    def fingerprint(self, card_id: str, *, tables: bool = True) -> str:
        """A short hash of all content that a game of a mission, or a campaign, may use.

        `tables` False: of all but the tables of dice and charts.
        """
        digest = hashlib.blake2b(digest_size=8)
        campaign = card_id in self.ids("campaign")
        reached = {file for pack in self.used(card_id) for file in pack.files}

        def files(folder: str) -> list[File]:
            return [path for path in self.files(folder) if not isinstance(path, PackFile) or path in reached]

        found = [path for path in files("tables") if path.parent.name not in BESIDE]
        found = [path for path in found if campaign or not _of_campaigns(path)]
        found = [path for path in found if tables or not holds_tables(path)]
        cards = [self.path("campaign", card_id), *self.group_files(card_id)] if campaign else []
        for path in [*found, *files("missions/boards"), *(cards or [self.path("mission", card_id)])]:
            digest.update(path.name.encode())
            digest.update(_bytes(path))
        return digest.hexdigest()

    def kept(self, kind: str, form: type[T], files: Sequence[File], make: Callable[[], T], more: str = "") -> T:
        """What `make` makes of these files (and of `more`), kept for the next start. ContentError as `make` says."""
        return self.pieces.get(kind, form, [more.encode(), *(_named_bytes(path) for path in files)], make)

    # -- models ---------------------------------------------------------------------------------------
    def tables(self, campaigns: bool) -> dict[str, Table]:
        """The tables of missions, or also those of campaigns, by id. ContentError lists all faults of all files."""
        files = [path for path in self.files("tables") if holds_tables(path)]
        tables: dict[str, Table] = {}
        for path, read in self._tables_of([path for path in files if campaigns or not _of_campaigns(path)]):
            shown, pack = (path.shown, path.pack) if isinstance(path, PackFile) else (shown_path(path), "")
            for table in read:
                if table.id in tables:
                    self.overridden[table.id] = shown
                same = (table.origin, table.pack) == (shown, pack)  # it was read by one who stood elsewhere
                tables[table.id] = table if same else replace(table, origin=shown, pack=pack)
        return tables

    def _tables_of(self, files: Sequence[File]) -> Iterable[tuple[File, Sequence[Table]]]:
        """The tables of each file: those shipped for missions are one piece, those for campaigns another, packs too."""
        groups: dict[tuple[bool, bool], list[File]] = {}
        for path in files:
            groups.setdefault((isinstance(path, PackFile), _of_campaigns(path)), []).append(path)
        faults: list[str] = []
        read: dict[File, Sequence[Table]] = {}
        for group in groups.values():
            with collected(faults):
                tables = self.kept("tables", list[list[Table]], group, partial(_read_tables, group))
                read.update(zip(group, tables, strict=True))
        refuse(faults)
        return [(path, read[path]) for path in files]

    def counters(self) -> dict[str, dict[str, CounterType]]:
        """Counters by nation and name."""
        nations: dict[str, dict[str, CounterType]] = {}
        for path in self.of_kind("counters"):
            nation, types = self.kept(
                "counters", tuple[str, dict[str, CounterType]], [path], partial(_read_counters, path)
            )
            nations.setdefault(nation, {}).update(types)
        return nations

    def figures(self) -> dict[str, Figure]:
        """The single figures by name."""
        files = [path for path in self.files("tables") if path.name == "figures.yaml"]
        return self.kept("figures", dict[str, Figure], files, lambda: _read_figures(files))

    def own_figures(self) -> dict[str, str]:
        """The single figures that a pack of the player's replaces, and its name."""
        files = [file for file in self.files("tables") if isinstance(file, PackFile) and file.name == "figures.yaml"]
        return {name: file.pack for file in files for name in _read_figures([file])}

    def doctrines(self) -> dict[str, Doctrine]:
        """How a side may decide, by id."""
        files = self.of_kind("doctrines")
        return self.kept("doctrines", dict[str, Doctrine], files, lambda: _read_doctrines(files))

    def strategies(self) -> tuple[Mapping[str, Strategy], Mapping[str, MadeUp]]:
        """How the program plays a side of a campaign, and the models of made-up results, by id."""
        from sasl.content.tables.strategy import load_strategies

        return load_strategies(self.of_kind("strategies"))

    def vasl(self, ours: Mapping[str, Mapping[str, CounterType]]) -> tuple[VaslBoards, VaslCounters]:
        """How VASL lays its boards and calls its counters, checked against our own counters."""
        files = self.of_kind("vasl")

        def read() -> tuple[VaslBoards, VaslCounters]:
            from sasl.content.tables.vasl_files import load_vasl

            return load_vasl(files, ours)

        return self.kept("vasl", tuple[VaslBoards, VaslCounters], [*files, *self.of_kind("counters")], read)

    def chapter_s(self) -> ChapterS:
        """Return the rules of Chapter S by number."""
        from sasl.content.tables.chapter_s import load_chapter_s

        return load_chapter_s(self.of_kind("rules")[-1])

    @property
    def _chart_file(self) -> File:
        return [path for path in self.files("tables") if path.name == "terrain.yaml"][-1]

    def terrain(self) -> TerrainChart:
        """The terrain chart."""
        path = self._chart_file
        return self.kept("terrain", TerrainChart, [path], lambda: _read_terrain(path))

    def _board_file(self, board_id: str) -> File:
        path = next((path for path in reversed(self.files("missions/boards")) if path.stem == board_id), None)
        if path is None:
            known = nearest(board_id, self.ids("board"))
            raise ContentError([f"there is no board '{board_id}' in missions/boards{known}"])
        return path

    def sights_of(self, board_id: str, more: str) -> str:
        """The name of the piece that holds the LOS of a board, or of the part of it that `more` tells of."""
        files = [self._board_file(board_id), self._chart_file]
        return self.pieces.name("sights", [more.encode(), *(_named_bytes(path) for path in files)])

    def board(self, board_id: str, chart: TerrainChart, revision: int) -> Board:
        """A whole board as it was at that revision; ContentError with the nearest id otherwise."""
        path = self._board_file(board_id)

        def read() -> BoardFacts:
            from sasl.content.boards.board_files import read_board

            return read_board(path, chart, revision)

        return self.kept("board", BoardFacts, [path, self._chart_file], read, str(revision)).board(chart)

    def card(self, path: File) -> Mission:
        """The mission in that file, sound in itself. ContentError by file and line."""

        def read() -> Mission:
            from sasl.content.missions.mission_files import load_mission

            return load_mission(path)[0]

        return self.kept("mission", Mission, [path], read)

    def around(self, path: File) -> list[File]:
        """The file of a mission, and all those that what it names may stand in."""
        return [path, *self.files("tables"), *self.files("missions/boards")]

    def campaign(self, campaign_id: str) -> Campaign:
        """A campaign with the groups that packs add. ContentError by file and line, or with the nearest id."""
        from sasl.content.missions.campaign import load_campaign, with_groups

        campaign, _ = load_campaign(self.path("campaign", campaign_id))
        return with_groups(campaign, self.group_files(campaign_id))


def _bytes(path: File) -> bytes:
    """What stands in a file of content. ContentError if the disk does not give it."""
    if isinstance(path, PackFile):
        return path.raw
    try:
        return read_regular(path, MAX_BYTES)
    except OSError as error:
        raise disk_fault(shown_path(path), "cannot be read", error) from None


def _named_bytes(path: File) -> bytes:
    return f"{path.parent.name}/{path.name}\n".encode() + _bytes(path)


def _read_tables(files: Iterable[File]) -> list[list[Table]]:
    from sasl.content.tables.table_files import load_tables

    faults: list[str] = []
    tables = []
    for path in files:
        with collected(faults):
            tables.append(load_tables(path))
    refuse(faults)
    return tables


def _read_counters(path: File) -> tuple[str, dict[str, CounterType]]:
    from sasl.content.tables.counter_files import load_counters

    return load_counters(path)


def _read_figures(files: Iterable[File]) -> dict[str, Figure]:
    from sasl.content.tables.table_files import load_figures

    return {name: figure for path in files for name, figure in load_figures(path).items()}


def _read_doctrines(files: Iterable[File]) -> dict[str, Doctrine]:
    from sasl.content.tables.doctrine_files import load_doctrines

    return load_doctrines(files)


def _read_terrain(path: File) -> TerrainChart:
    from sasl.content.tables.terrain_files import load_terrain

    return load_terrain(path)
