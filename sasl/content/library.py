"""The library: every table, counter, board and mission the program can use, stacked in packs."""

from __future__ import annotations

import hashlib
from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sasl.board.board import Board
from sasl.board.join import NO_LAYOUT, Layout
from sasl.board.terrain import Figure, TerrainChart
from sasl.content.boards import REVISION, load_board
from sasl.content.boardset import laid_out
from sasl.content.counters import CounterType, load_counters
from sasl.content.doctrine import Doctrine, load_doctrines
from sasl.content.figures import load_figures
from sasl.content.mission import Mission, load_mission
from sasl.content.packs import Pack
from sasl.content.places import shipped_root as shipped_root
from sasl.content.tables import load_tables
from sasl.content.terrain import load_terrain
from sasl.content.yamlfile import MAX_BYTES, ContentError, Document, File, PackFile, nearest
from sasl.kernel.reading import read_regular
from sasl.kernel.tables import Table

if TYPE_CHECKING:  # a mission does without the models of campaigns: 40 ms of its start
    from sasl.content.campaign import Campaign
    from sasl.content.strategy import MadeUp, Strategy

SPECIAL = ("terrain.yaml", "figures.yaml")
BOARDS_KEPT = 24
"""How many maps in play are kept: a series of games on chosen boards meets a new one each time."""

FOLDERS = ("counters", "doctrines", "strategies")
"""Folders of tables/ whose files are no tables of dice."""


def of_campaigns(path: File) -> bool:
    """Whether a file of tables belongs to campaigns only."""
    return "campaigns" in path.parent.parts


@dataclass(frozen=True)
class Library:
    """Content by id. Later packs win: shipped first, then the player's folders or table files in order."""

    root: Path
    packs: tuple[Path | Pack, ...] = ()
    overridden: dict[str, str] = field(default_factory=dict, compare=False)
    boards: dict[str, Board] = field(default_factory=dict, compare=False, repr=False)
    """The boards read so far."""
    _shipped: dict[Path, list[Table]] = field(default_factory=dict, compare=False, repr=False)
    """The shipped tables read so far, by file."""
    _in_play: dict[tuple[str, Layout], tuple[Mission, Board]] = field(default_factory=dict, compare=False, repr=False)
    revision: int = REVISION
    """Of the boards: a game goes on with those it was begun with."""

    @cached_property
    def stack(self) -> tuple[Pack, ...]:
        """The packs as they were when they were first needed. ContentError if one cannot be read."""
        return tuple(item if isinstance(item, Pack) else Pack.read(item) for item in self.packs)

    @cached_property
    def tables(self) -> Mapping[str, Table]:
        """Every table a mission may use, by id. ContentError lists all faults of all files."""
        return self._read_tables(path for path in self._files("tables") if not of_campaigns(path))

    @cached_property
    def all_tables(self) -> Mapping[str, Table]:
        """Those of missions and those of campaigns (tables/campaigns), by id; the latter are read only when needed."""
        return self._read_tables(self._files("tables"))

    def _read_tables(self, files: Iterable[File]) -> dict[str, Table]:
        found: dict[str, Table] = {}
        faults: list[str] = []
        for path in files:
            if path.name in SPECIAL or path.parent.name in FOLDERS:
                continue
            try:
                tables = self._tables_of(path)
            except ContentError as error:
                faults += error.faults
                continue
            for table in tables:
                if table.id in found:
                    self.overridden[table.id] = table.origin
                found[table.id] = replace(table, pack=path.pack) if isinstance(path, PackFile) else table
        if faults:
            raise ContentError(faults)
        return found

    def _tables_of(self, path: File) -> list[Table]:
        if isinstance(path, PackFile):
            return load_tables(path)
        if path not in self._shipped:
            self._shipped[path] = load_tables(path)
        return self._shipped[path]

    def table(self, table_id: str) -> Table:
        """The table `table_id`; ContentError with the nearest id otherwise."""
        found = self.tables.get(table_id) or self.all_tables.get(table_id)
        if found is None:
            raise ContentError([f"there is no table '{table_id}'{nearest(table_id, self.all_tables)}"])
        return found

    @cached_property
    def counters(self) -> Mapping[str, Mapping[str, CounterType]]:
        """Counters by nation and name."""
        nations: dict[str, dict[str, CounterType]] = {}
        for path in self._files("tables"):
            if path.parent.name == "counters":
                nation, types = load_counters(path)
                nations.setdefault(nation, {}).update(types)
        return nations

    def counter(self, nation: str, name: str) -> CounterType:
        """The counter `name` of `nation`; ContentError with the nearest name otherwise."""
        try:
            return self.counters[nation][name]
        except KeyError:
            known = nearest(name, self.counters.get(nation, {}))
            raise ContentError([f"there is no {nation} counter '{name}'{known}"]) from None

    @cached_property
    def figures(self) -> Mapping[str, Figure]:
        """The single figures by name."""
        found: dict[str, Figure] = {}
        for path in self._files("tables"):
            if path.name == "figures.yaml":
                found.update(load_figures(path))
        return found

    def figure(self, name: str) -> int:
        """The single figure `name`; ContentError if there is none."""
        try:
            return int(self.figures[name].value)
        except KeyError:
            raise ContentError([f"tables/figures.yaml has no figure '{name}'{nearest(name, self.figures)}"]) from None

    @cached_property
    def doctrines(self) -> Mapping[str, Doctrine]:
        """How a side may decide, by id. ContentError by file and line."""
        return load_doctrines(self.doctrine_files())

    def doctrine_files(self) -> list[File]:
        """The files of all doctrines, shipped first."""
        return [path for path in self._files("tables") if path.parent.name == "doctrines"]

    def doctrine(self, name: str) -> Doctrine:
        """The doctrine `name`; ContentError with the nearest name otherwise."""
        if name not in self.doctrines:
            raise ContentError([f"there is no doctrine '{name}'{nearest(name, self.doctrines)}"])
        return self.doctrines[name]

    @cached_property
    def strategies(self) -> tuple[Mapping[str, Strategy], Mapping[str, MadeUp]]:
        """How the program plays a side of a campaign, and the models of made-up results, by id."""
        from sasl.content.strategy import load_strategies

        return load_strategies(path for path in self._files("tables") if path.parent.name == "strategies")

    def strategy(self, name: str) -> Strategy:
        """The strategy `name`; ContentError with the nearest name otherwise."""
        known = self.strategies[0]
        if name not in known:
            raise ContentError([f"there is no strategy '{name}'{nearest(name, known)}"])
        return known[name]

    def made_up(self, name: str) -> MadeUp:
        """The model of results `name`; ContentError with the nearest name otherwise."""
        known = self.strategies[1]
        if name not in known:
            raise ContentError([f"there is no model of results '{name}'{nearest(name, known)}"])
        return known[name]

    @cached_property
    def terrain(self) -> TerrainChart:
        """The terrain chart."""
        paths = [path for path in self._files("tables") if path.name == "terrain.yaml"]
        return load_terrain(paths[-1])

    def board_of(self, mission: Mission, layout: Layout = NO_LAYOUT) -> Board:
        """The map of a mission: the part of its board in play, or its mapboards as `layout` lays them.

        What is worked out about it serves its next game, too. ContentError or ValueError for a layout that cannot be.
        """
        kept = self._in_play.get((mission.id, layout))
        if kept is None or kept[0] != mission:
            area = mission.area
            if area.boards:
                board = laid_out(area.boards, layout, self.terrain, self.board).part(area.numbers)
            else:
                board = self.board(area.board or "").part(area.numbers)
            if len(self._in_play) >= BOARDS_KEPT:
                self._in_play.clear()
            kept = self._in_play[mission.id, layout] = mission, board
        return kept[1]

    def board(self, board_id: str) -> Board:
        """The board `board_id`, whole."""
        if board_id in self.boards:
            return self.boards[board_id]
        for path in reversed(list(self._files("missions/boards"))):
            if path.stem == board_id:
                self.boards[board_id] = load_board(path, self.terrain, self.revision)
                return self.boards[board_id]
        raise ContentError([f"there is no board '{board_id}' in missions/boards{nearest(board_id, self.board_ids())}"])

    def board_ids(self) -> tuple[str, ...]:
        """The ids of all boards (their file names), shipped first."""
        return tuple(dict.fromkeys(path.stem for path in self._files("missions/boards")))

    def mission_ids(self) -> tuple[str, ...]:
        """The ids of all missions (their file names), shipped first."""
        return tuple(dict.fromkeys(path.stem for path in self._files("missions") if path.parent.name == "missions"))

    def mission_path(self, mission_id: str) -> File:
        """The file of the mission `mission_id`; ContentError with the nearest id otherwise."""
        for path in reversed(list(self._files("missions"))):
            if path.stem == mission_id and path.parent.name == "missions":
                return path
        known = self.mission_ids()
        hint = nearest(mission_id, known) or f"; known: {', '.join(known)}"
        raise ContentError([f"there is no mission '{mission_id}'{hint}"])

    def mission(self, mission_id: str) -> Mission:
        """The mission `mission_id`, its references checked. ContentError by file and line."""
        return self.check_mission(self.mission_path(mission_id))

    def check_mission(self, path: File) -> Mission:
        """The mission in the file `path`, its references checked. ContentError by file and line."""
        mission, document = load_mission(path)
        faults: list[str] = []
        wanted: list[tuple[tuple[object, ...], str]] = [(("tables", key), name) for key, name in mission.tables.items()]
        for key in (
            "activation",
            "guns",
            "vehicles",
            "squads",
            "leaders",
            "weapons",
            "ranges",
            "vehicle_ranges",
            "enemy_events",
            "friendly_events",
        ):
            wanted.append(((key,), getattr(mission, key)))
        wanted.append((("end", "table"), mission.end.table))
        wanted += [(loc, name) for loc, name in mission.other_tables() if name]
        for loc, table_id in wanted:
            if table_id not in self.tables:
                faults.append(document.fault(loc, f"there is no table '{table_id}'{nearest(table_id, self.tables)}"))
        faults += self._force_faults(mission, document)
        if faults:
            raise ContentError(faults)
        return mission

    def _force_faults(self, mission: Mission, document: Document) -> Generator[str, None, None]:
        """Faults in the OoB and the places a mission names."""
        fault = document.fault
        for side in ("friendly", "enemy"):
            nation = getattr(mission, side).nation
            if nation not in self.counters:
                known = nearest(nation, self.counters) or f"; there are {', '.join(self.counters)}"
                yield fault((side, "nation"), f"there are no counters of nation '{nation}'{known}")
                return
        types = self.counters.get(mission.friendly.nation, {})
        for number, group in enumerate(mission.force):
            for place, item in enumerate(group.items):
                loc = ("force", number, "items", place)
                if item.type is not None and item.type not in types:
                    yield fault(
                        (*loc, "type"),
                        f"there is no {mission.friendly.nation} counter '{item.type}'{nearest(item.type, types)}",
                    )
                if item.table is not None and item.table not in self.tables:
                    yield fault((*loc, "table"), f"there is no table '{item.table}'{nearest(item.table, self.tables)}")
        board = yield from self._area_faults(mission, document)
        if board is None:
            return
        for number, name in enumerate(mission.vpo.hexes):
            if name not in board:
                yield fault(("vpo", "hexes", number), _off_map(name, board))
        sniper = mission.enemy_set_up.sniper
        if sniper and sniper not in board:
            yield fault(("enemy_set_up", "sniper"), _off_map(sniper, board))
        guns = self.counters.get(mission.enemy.nation, {})
        for number, gun in enumerate(mission.enemy_set_up.guns):
            for key, word in (("gun", gun.gun), ("crew", gun.crew)):
                if word not in guns:
                    at = ("enemy_set_up", "guns", number, key)
                    yield fault(at, f"there is no {mission.enemy.nation} counter '{word}'{nearest(word, guns)}")
            if gun.hex not in board:
                yield fault(("enemy_set_up", "guns", number, "hex"), _off_map(gun.hex, board))
        for number, case in enumerate(mission.suspects.cases):
            for place, name in enumerate(case.hexes):
                if name not in board:
                    yield fault(("suspects", "cases", number, "hexes", place), _off_map(name, board))
            for place, word in enumerate(case.terrain):
                if word not in self.terrain.types:
                    yield fault(
                        ("suspects", "cases", number, "terrain", place),
                        f"terrain '{word}' is unknown{nearest(word, self.terrain.types)}",
                    )

    def _area_faults(self, mission: Mission, document: Document) -> Generator[str, None, Board | None]:
        """Faults of the area in play and of the lines drawn on it; the part of the board in play."""
        area = mission.area
        try:
            board = self.board_of(mission)
        except ContentError as error:
            if area.board in self.board_ids():
                yield from error.faults
            else:
                yield document.fault(("area", "board"), error.faults[0])
            return None
        except ValueError as error:
            yield document.fault(("area", "numbers"), str(error))
            return None
        edges: list[tuple[tuple[object, ...], str | None]] = [
            (("area", "friendly_edge"), area.friendly_edge),
            (("area", "enemy_edge"), area.enemy_edge),
        ]
        edges += [(("area", "entry_choice", number), edge) for number, edge in enumerate(area.entry_choice)]
        for loc, edge in edges:
            try:
                if edge:
                    board.edge(edge)
            except ValueError as error:
                yield document.fault(loc, str(error))
                return None
        try:
            if area.set_up_side:
                board.area_behind(area.set_up_line, area.set_up_side)
        except ValueError as error:
            yield document.fault(("area", "set_up_line"), str(error))
            return None
        for number, line in enumerate(mission.enemy_set_up.minefields):
            try:
                spots = line.hexes()
            except ValueError as error:
                yield document.fault(("enemy_set_up", "minefields", number), str(error))
                continue
            for name in spots:
                if name not in board:
                    yield document.fault(("enemy_set_up", "minefields", number), _off_map(name, board))
        return board

    def campaign_ids(self) -> tuple[str, ...]:
        """The ids of all campaigns (their file names), shipped first."""
        return tuple(dict.fromkeys(path.stem for path in self.campaign_files()))

    def campaign_files(self) -> list[File]:
        """The campaign files, shipped first; those of their Reinforcement Groups lie a folder deeper."""
        return [path for path in self._files("missions/campaigns") if path.parent.name == "campaigns"]

    def group_files(self, campaign_id: str) -> list[File]:
        """The files that add Reinforcement Groups to a campaign, shipped first: missions/campaigns/groups/ID.yaml."""
        found = self._files("missions/campaigns/groups")
        return [path for path in found if path.stem == campaign_id and path.parent.name == "groups"]

    def campaign(self, campaign_id: str) -> Campaign:
        """The campaign `campaign_id` with the groups that packs add. ContentError by file and line, or with the
        nearest id.
        """
        from sasl.content.campaign import load_campaign, with_groups

        return with_groups(load_campaign(self.campaign_path(campaign_id))[0], self.group_files(campaign_id))

    def campaign_path(self, campaign_id: str) -> File:
        """The file of a campaign. ContentError with the nearest id otherwise."""
        for path in reversed(self.campaign_files()):
            if path.stem == campaign_id:
                return path
        known = self.campaign_ids()
        hint = nearest(campaign_id, known) or f"; known: {', '.join(known)}"
        raise ContentError([f"there is no campaign '{campaign_id}'{hint}"])

    def fingerprint(self, card_id: str) -> str:
        """A short hash of all content that a game of a mission, or a campaign, may use."""
        digest = hashlib.blake2b(digest_size=8)
        campaign = card_id in self.campaign_ids()
        tables = [path for path in self._files("tables") if campaign or not of_campaigns(path)]
        cards = [self.campaign_path(card_id), *self.group_files(card_id)] if campaign else [self.mission_path(card_id)]
        files = [*tables, *self._files("missions/boards"), *cards]
        for path in files:
            digest.update(path.name.encode())
            digest.update(path.read_bytes() if isinstance(path, PackFile) else read_regular(path, MAX_BYTES))
        return digest.hexdigest()

    def source(self, shown: str) -> File:
        """The file that faults and tables call `shown`."""
        files = (file for pack in self.stack for file in pack.files if file.shown == shown)
        return next(files, Path(shown))

    def with_packs(self, packs: tuple[Path | Pack, ...]) -> Library:
        """The same shipped content with other packs on it; what of it was read already is not read again."""
        return Library(self.root, packs, _shipped=self._shipped, revision=self.revision)

    def with_boards(self, revision: int) -> Library:
        """The same content with the boards as they were at that revision."""
        return self if revision == self.revision else self._but(revision=revision, boards={}, _in_play={})

    def trying(self, table: Table) -> Library:
        """This content with `table` in the place of its namesake; nothing is read again."""
        other = self._but()
        vars(other)["tables"] = {**self.tables, table.id: table}
        return other

    def _but(self, **changed: Any) -> Library:
        """The same library with other fields; what was read of it already is not read again."""
        other = replace(self, **changed)
        vars(other).update({key: value for key, value in vars(self).items() if key not in vars(other)})
        return other

    def _files(self, folder: str) -> Iterator[File]:
        yield from sorted((self.root / folder).rglob("*.yaml"))
        for pack in self.stack:
            yield from pack.folder(folder)


def _off_map(name: str, board: Board) -> str:
    hexes = sorted(board.names(), key=board.hex)
    return f"hex {name} is not on the map in play ({hexes[0]} to {hexes[-1]})"
