"""The loader: finds the files of content, the shipped ones below and the player's packs on top, and reads them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from sasl.board.board import Board
from sasl.board.terrain import Figure, TerrainChart
from sasl.content.boards import load_board
from sasl.content.counters import CounterType, load_counters
from sasl.content.doctrine import Doctrine, load_doctrines
from sasl.content.packs import Pack
from sasl.content.tables import load_figures, load_tables
from sasl.content.terrain import load_terrain
from sasl.content.yamlfile import MAX_BYTES, ContentError, File, PackFile, nearest, refuse
from sasl.kernel.reading import read_regular
from sasl.kernel.tables import Table

if TYPE_CHECKING:  # a mission does without the models of campaigns: 40 ms of its start
    from sasl.content.campaign import Campaign
    from sasl.content.strategy import MadeUp, Strategy

SPECIAL = ("terrain.yaml", "figures.yaml")
FOLDERS = ("counters", "doctrines", "strategies")
"""Folders of tables/ whose files are no tables of dice."""


def holds_tables(path: File) -> bool:
    """Whether a file below tables/ holds tables of dice or charts."""
    return path.name not in SPECIAL and path.parent.name not in FOLDERS


def _of_campaigns(path: File) -> bool:
    """Whether a file of tables belongs to campaigns only."""
    return "campaigns" in path.parent.parts


@dataclass(frozen=True)
class Loader:
    """Files of content to models. Later packs win: shipped first, then the player's folders or files in order."""

    root: Path
    packs: tuple[Path | Pack, ...] = ()
    overridden: dict[str, str] = field(default_factory=dict, compare=False)
    """The tables that stand in the place of a namesake, and where they come from."""
    shipped: dict[Path, list[Table]] = field(default_factory=dict, compare=False, repr=False)
    """The shipped tables read so far, by file."""

    @cached_property
    def stack(self) -> tuple[Pack, ...]:
        """The packs as they were when they were first needed. ContentError if one cannot be read."""
        return tuple(item if isinstance(item, Pack) else Pack.read(item) for item in self.packs)

    # -- files ----------------------------------------------------------------------------------------
    def files(self, folder: str) -> list[File]:
        """The files in and below a folder, shipped first."""
        shipped = sorted((self.root / folder).rglob("*.yaml"))
        return [*shipped, *(file for pack in self.stack for file in pack.folder(folder))]

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

    def fingerprint(self, card_id: str) -> str:
        """A short hash of all content that a game of a mission, or a campaign, may use."""
        digest = hashlib.blake2b(digest_size=8)
        campaign = card_id in self.ids("campaign")
        tables = [path for path in self.files("tables") if campaign or not _of_campaigns(path)]
        cards = [self.path("campaign", card_id), *self.group_files(card_id)] if campaign else []
        for path in [*tables, *self.files("missions/boards"), *(cards or [self.path("mission", card_id)])]:
            digest.update(path.name.encode())
            digest.update(path.read_bytes() if isinstance(path, PackFile) else read_regular(path, MAX_BYTES))
        return digest.hexdigest()

    # -- models ---------------------------------------------------------------------------------------
    def tables(self, campaigns: bool) -> dict[str, Table]:
        """The tables of missions, or also those of campaigns, by id. ContentError lists all faults of all files."""
        tables: dict[str, Table] = {}
        faults: list[str] = []
        for path in self.files("tables"):
            if not holds_tables(path) or (_of_campaigns(path) and not campaigns):
                continue
            try:
                read = self._tables_of(path)
            except ContentError as error:
                faults += error.faults
                continue
            for table in read:
                if table.id in tables:
                    self.overridden[table.id] = table.origin
                tables[table.id] = replace(table, pack=path.pack) if isinstance(path, PackFile) else table
        refuse(faults)
        return tables

    def _tables_of(self, path: File) -> Iterable[Table]:
        if isinstance(path, PackFile):
            return load_tables(path)
        if path not in self.shipped:
            self.shipped[path] = load_tables(path)
        return self.shipped[path]

    def counters(self) -> dict[str, dict[str, CounterType]]:
        """Counters by nation and name."""
        nations: dict[str, dict[str, CounterType]] = {}
        for path in self.of_kind("counters"):
            nation, types = load_counters(path)
            nations.setdefault(nation, {}).update(types)
        return nations

    def figures(self) -> dict[str, Figure]:
        """The single figures by name."""
        files = (path for path in self.files("tables") if path.name == "figures.yaml")
        return {name: figure for path in files for name, figure in load_figures(path).items()}

    def doctrines(self) -> dict[str, Doctrine]:
        """How a side may decide, by id."""
        return load_doctrines(self.of_kind("doctrines"))

    def strategies(self) -> tuple[Mapping[str, Strategy], Mapping[str, MadeUp]]:
        """How the program plays a side of a campaign, and the models of made-up results, by id."""
        from sasl.content.strategy import load_strategies

        return load_strategies(self.of_kind("strategies"))

    def terrain(self) -> TerrainChart:
        """The terrain chart."""
        return load_terrain([path for path in self.files("tables") if path.name == "terrain.yaml"][-1])

    def board(self, board_id: str, chart: TerrainChart, revision: int) -> Board:
        """A whole board as it was at that revision; ContentError with the nearest id otherwise."""
        for path in reversed(self.files("missions/boards")):
            if path.stem == board_id:
                return load_board(path, chart, revision)
        raise ContentError([f"there is no board '{board_id}' in missions/boards{nearest(board_id, self.ids('board'))}"])

    def campaign(self, campaign_id: str) -> Campaign:
        """A campaign with the groups that packs add. ContentError by file and line, or with the nearest id."""
        from sasl.content.campaign import load_campaign, with_groups

        campaign, _ = load_campaign(self.path("campaign", campaign_id))
        return with_groups(campaign, self.group_files(campaign_id))
