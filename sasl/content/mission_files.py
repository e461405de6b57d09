"""A mission card from its file, checked line by line, and what must hold between it and other files."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import TYPE_CHECKING

from sasl.board.board import Board
from sasl.content.faults import ContentError, File, nearest, no_such, refuse
from sasl.content.mission import HOOKS, READINGS, Mission
from sasl.content.yamlfile import Document, read_yaml

if TYPE_CHECKING:
    from sasl.content.content import Content


def load_mission(path: File) -> tuple[Mission, Document]:
    """The mission in `path` with its document (for later faults by line). ContentError by line."""
    document = read_yaml(path)
    mission = document.parse(Mission)
    faults = [
        document.fault(("rules", number, "hooks"), f"hook '{hook}' is unknown{nearest(hook, HOOKS)}")
        for number, rule in enumerate(mission.rules)
        for hook in rule.hooks
        if hook not in HOOKS
    ]
    offered = {item.id: set(item.choices) for item in mission.readings}
    for number, item in enumerate(mission.readings):
        if item.id not in READINGS or not set(item.choices) <= set(READINGS[item.id]):
            known = "; ".join(f"{name}: {', '.join(words)}" for name, words in READINGS.items())
            faults.append(document.fault(("readings", number), f"no such reading is known; there are {known}"))
    faults += [
        document.fault(("suspects", "cases", number, "reading"), f"there is no reading '{case.reading}' of places")
        for number, case in enumerate(mission.suspects.cases)
        if case.reading and (case.reading not in offered or case.reading == "layout")
    ]
    wanted = ("enemy-san", "friendly-san", "enemy-ac", "enemy-re", "friendly-re")
    faults += [document.fault(("tables",), f"'{key}' is missing") for key in wanted if key not in mission.tables]
    faults += [
        document.fault(("tables", key), f"unknown mission table{nearest(key, wanted)}")
        for key in mission.tables
        if key not in wanted
    ]
    ids = [group.id for group in mission.force]
    for number, group in enumerate(mission.force):
        if group.like is not None and (group.like not in ids or mission.force[ids.index(group.like)].like):
            faults.append(document.fault(("force", number, "like"), f"there is no group '{group.like}' with items"))
        if bool(group.items) == bool(group.like):
            faults.append(document.fault(("force", number), "give either 'items' or 'like'"))
    refuse(faults)
    return mission, document


# -- what it refers to -----------------------------------------------------------------------------

Place = tuple[object, ...]

TABLES = (
    "activation", "guns", "vehicles", "squads", "leaders", "weapons", "ranges", "vehicle_ranges", "enemy_events",
    "friendly_events",
)  # fmt: skip
"""The keys of a mission that always name a table."""


def check_mission(content: Content, mission: Mission, document: Document) -> None:
    """ContentError by line for whatever a mission names that is not there."""
    kinds = (_doctrine_faults, _table_faults, _force_faults)
    faults = [fault for kind in kinds for fault in kind(content, mission, document)]
    refuse(faults)


def loose_ends(content: Content) -> Iterator[str]:
    """References inside tables and doctrines that lead nowhere."""
    for doctrine in content.doctrines.values():
        for table_id in doctrine.actions.values():
            if table_id not in content.all_tables:
                yield f"doctrine {doctrine.id}: there is no table '{table_id}'"
    for table in content.all_tables.values():
        for row in table.rows:
            target = row.result.get("table") if isinstance(row.result, dict) else None
            if isinstance(target, str) and target not in content.all_tables:
                yield f"{table.origin}: {table.id} row {row.label}: there is no table '{target}'"


def _doctrine_faults(content: Content, mission: Mission, document: Document) -> Iterator[str]:
    for side, army in (("friendly", mission.friendly), ("enemy", mission.enemy)):
        if army.doctrine and army.doctrine not in content.doctrines:
            yield document.fault((side, "doctrine"), no_such("doctrine", army.doctrine, content.doctrines))


def _table_faults(content: Content, mission: Mission, document: Document) -> Iterator[str]:
    wanted: list[tuple[Place, str | None]] = [(("tables", key), name) for key, name in mission.tables.items()]
    wanted += [((key,), getattr(mission, key)) for key in TABLES]
    wanted += [(("end", "table"), mission.end.table), *mission.other_tables()]
    for at, table_id in wanted:
        if table_id and table_id not in content.tables:
            yield document.fault(at, no_such("table", table_id, content.tables))


def _force_faults(content: Content, mission: Mission, document: Document) -> Iterator[str]:
    """Faults in the OoB and the places a mission names."""
    fault, friendly, enemy = document.fault, mission.friendly.nation, mission.enemy.nation
    for side, nation in (("friendly", friendly), ("enemy", enemy)):
        if nation not in content.counters:
            known = nearest(nation, content.counters) or f"; there are {', '.join(content.counters)}"
            yield fault((side, "nation"), f"there are no counters of nation '{nation}'{known}")
            return
    types = content.counters[friendly]
    for number, group in enumerate(mission.force):
        for place, item in enumerate(group.items):
            at = ("force", number, "items", place)
            if item.type is not None and item.type not in types:
                yield fault((*at, "type"), no_such(f"{friendly} counter", item.type, types))
            if item.table is not None and item.table not in content.tables:
                yield fault((*at, "table"), no_such("table", item.table, content.tables))
    board = yield from _area_faults(content, mission, document)
    if board is None:
        return
    set_up = mission.enemy_set_up
    hexes: list[tuple[Place, str]] = [(("vpo", "hexes", number), name) for number, name in enumerate(mission.vpo.hexes)]
    hexes += [(("enemy_set_up", "sniper"), set_up.sniper)] if set_up.sniper else []
    hexes += [(("enemy_set_up", "guns", number, "hex"), gun.hex) for number, gun in enumerate(set_up.guns)]
    cases = list(enumerate(mission.suspects.cases))
    hexes += [(("suspects", "cases", number, "hexes", at), name) for number, case in cases
              for at, name in enumerate(case.hexes)]  # fmt: skip
    yield from (fault(place, _off_map(name, board)) for place, name in hexes if name not in board)
    guns = content.counters[enemy]
    for number, gun in enumerate(set_up.guns):
        for key, name in (("gun", gun.gun), ("crew", gun.crew)):
            if name not in guns:
                yield fault(("enemy_set_up", "guns", number, key), no_such(f"{enemy} counter", name, guns))
    terrains = content.terrain.types
    for number, case in cases:
        for place, name in enumerate(case.terrain):
            if name not in terrains:
                where = ("suspects", "cases", number, "terrain", place)
                yield fault(where, f"terrain '{name}' is unknown{nearest(name, terrains)}")


def _area_faults(content: Content, mission: Mission, document: Document) -> Generator[str, None, Board | None]:
    """Faults of the area in play and of the lines drawn on it; the part of the board in play."""
    area = mission.area
    try:
        board = content.board_of(mission)
    except ContentError as error:
        if area.board in content.loader.ids("board"):
            yield from error.faults
        else:
            yield document.fault(("area", "board"), error.faults[0])
        return None
    except ValueError as error:
        yield document.fault(("area", "numbers"), str(error))
        return None
    edges: list[tuple[str, str | None]] = [("friendly_edge", area.friendly_edge), ("enemy_edge", area.enemy_edge)]
    places: list[tuple[Place, str | None]] = [(("area", key), edge) for key, edge in edges]
    places += [(("area", "entry_choice", number), edge) for number, edge in enumerate(area.entry_choice)]
    if area.friendly_edge and area.friendly_edge == area.enemy_edge:
        text = f"both sides have the {area.enemy_edge} edge; the ENEMY's is another"
        yield document.fault(("area", "enemy_edge"), text)
    for place, edge in places:
        try:
            if edge:
                board.edge(edge)
        except ValueError as error:
            yield document.fault(place, str(error))
            return None
    try:
        if area.set_up_side:
            board.area_behind(area.set_up_line, area.set_up_side)
    except ValueError as error:
        yield document.fault(("area", "set_up_line"), str(error))
        return None
    for number, line in enumerate(mission.enemy_set_up.minefields):
        where = ("enemy_set_up", "minefields", number)
        try:
            yield from (document.fault(where, _off_map(name, board)) for name in line.hexes() if name not in board)
        except ValueError as error:
            yield document.fault(where, str(error))
    return board


def _off_map(name: str, board: Board) -> str:
    hexes = sorted(board.names(), key=board.hex)
    return f"hex {name} is not on the map in play ({hexes[0]} to {hexes[-1]})"
