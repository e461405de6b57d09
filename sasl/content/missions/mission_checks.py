"""What must hold between a mission card and other files: whatever it names is there, and of the kind that is wanted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from sasl.content.missions.mission import ForceItem, Mission
from sasl.content.missions.mission_files import Found, Place
from sasl.content.missions.mission_places import place_faults
from sasl.content.reading.faults import nearest, no_counter, no_such, refuse
from sasl.content.reading.yamlfile import Document
from sasl.content.tables.conditions import unknown
from sasl.content.tables.counters import CounterType
from sasl.content.tables.table_faults import Fault, located
from sasl.kernel.rolling.records import result_text
from sasl.kernel.rolling.tables import Table

if TYPE_CHECKING:
    from sasl.content.content import Content

TABLES = (
    "activation", "guns", "vehicles", "squads", "leaders", "weapons", "ranges", "vehicle_ranges", "enemy_events",
    "friendly_events",
)  # fmt: skip
"""The keys of a mission that always name a table."""


def check_mission(content: Content, mission: Mission, document: Document) -> None:
    """ContentError by line for whatever a mission names that is not there."""
    refuse(reference_faults(content, mission, document))


def reference_faults(content: Content, mission: Mission, document: Document) -> list[str]:
    """Return by line whatever a mission names that is not there."""
    return [
        *_doctrine_faults(content, mission, document),
        *_table_faults(content, mission, document),
        *(document.fault(place, text) for place, text in _counter_faults(content, mission)),
        *place_faults(content, mission, document),
    ]


def loose_ends(content: Content) -> Iterator[str]:
    """References inside tables that lead nowhere, and what is wrong with doctrines."""
    _ = content.doctrines
    for table in content.all_tables.values():
        for row in table.rows:
            target = row.result.get("table") if isinstance(row.result, dict) else None
            if isinstance(target, str) and target not in content.all_tables:
                fault = Fault(table, row, no_such("table", target, content.all_tables))
                yield located(content.loader.source, fault)


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


def _counter_faults(content: Content, mission: Mission) -> Found:
    """Counters that no side has, or of a kind that is not placed there, each with its place in the card."""
    for side in ("friendly", "enemy"):
        nation = mission.army(side.upper()).nation
        if nation not in content.counters:
            known = nearest(nation, content.counters) or f"; there are {', '.join(content.counters)}"
            yield (side, "nation"), f"there are no counters of nation '{nation}'{known}"
            return
    for number, group in enumerate(mission.force):
        for place, item in enumerate(group.items):
            for key, text in _item_faults(content, mission.friendly.nation, item):
                yield ("force", number, "items", place, *key), text
    enemy = mission.enemy.nation
    for number, gun in enumerate(mission.enemy_set_up.guns):
        at = ("enemy_set_up", "guns", number)
        yield from _kind_faults(content, enemy, (*at, "gun"), gun.gun, ("gun", "cupola"))
        yield from _kind_faults(content, enemy, (*at, "crew"), gun.crew, ("crew", "hs", "squad"))
    for old, new in mission.squad_swaps.items():
        for name in (old, new):
            yield from _kind_faults(content, enemy, ("squad_swaps", old), name, ("squad", "hs", "crew"))


def _item_faults(content: Content, nation: str, item: ForceItem) -> Found:
    """A line of the OoB whose counter, table, column or condition there is not."""
    types = content.counters[nation]
    if item.type is not None and item.type not in types:
        yield ("type",), no_counter(nation, item.type, types)
    if item.modifier and (fault := unknown(item.modifier)):
        yield ("modifier",), fault
    if item.table is None:
        return
    table = content.tables.get(item.table)
    if table is None:
        yield ("table",), no_such("table", item.table, content.tables)
    elif item.column not in (table.columns or ("",)):
        named = ", ".join(table.columns)
        text = f"'{item.column}' is not a column of {table.id}" if named else f"{table.id} has no columns"
        yield ("column",), f"{text}; {f'its columns are {named}' if named else 'leave the column out'}"
    elif item.reroll and _says_only(table, item):
        yield ("reroll",), f"every row of {table.id} is a reroll: the roll would never end; leave one out"


def _says_only(table: Table, item: ForceItem) -> bool:
    """Whether a table says nothing but what is rolled again."""
    at = table.columns.index(item.column) if table.columns else None
    return all(result_text(row.result if at is None else row.result[at]) in item.reroll for row in table.rows)


def _kind_faults(content: Content, nation: str, place: Place, name: str, kinds: tuple[str, ...]) -> Found:
    types: Mapping[str, CounterType] = content.counters[nation]
    if name not in types:
        yield place, no_counter(nation, name, types)
    elif types[name].kind not in kinds:
        yield place, f"'{name}' is a {types[name].kind}; needed here: {' or '.join(kinds)}"
