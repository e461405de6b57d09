"""What a mission says to no effect: rows that no roll reaches, modifiers that never count, help that comes too late."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from sasl.content.library import Library
from sasl.content.missions.mission import Mission
from sasl.content.reading.faults import nearest
from sasl.content.tables.conditions import known_conditions
from sasl.content.tables.table_faults import Fault, located
from sasl.kernel.rolling.records import result_text
from sasl.kernel.rolling.tables import Row, Table, TableModifier
from sasl.solitaire.checks.card_checks import turned_about
from sasl.solitaire.random_events.table import EFFECTS
from sasl.solitaire.suspects.recipes import FORTIFICATIONS

AFTER_END = "turns-after-end"
MANY = {AFTER_END: 12}
"""Conditions that hold more than once, and how often at most."""


@dataclass
class Use:
    """How missions roll on a table: the conditions that may hold then, and what each mission adds."""

    conditions: set[str] = field(default_factory=set)
    added: set[int] = field(default_factory=set)


def advice(library: Library, missions: Iterable[Mission]) -> list[str]:
    """A sentence with file, line and remedy for whatever the missions and their tables say to no effect."""
    every = list(missions)
    found = [line for mission in every for line in (*_too_late(library, mission), *_turned_about(library, mission))]
    found += [located(library.loader.source, fault) for fault in _useless(library, uses(library, every))]
    return list(dict.fromkeys(found))


def _too_late(library: Library, mission: Mission) -> Iterator[str]:
    """S12.5: groups that enter after the Game Turn from which on the mission may end."""
    late = [number for number, group in enumerate(mission.force) if group.turn > mission.end.turn]
    if not late:
        return
    from sasl.content.missions.mission_files import load_mission  # what reads files waits for a mission that needs it

    document = load_mission(library.loader.path("mission", mission.id))[1]
    for number in late:
        group, last = mission.force[number], mission.end.turn
        text = f"group '{group.id}' enters on Turn {group.turn}, but the mission may end with Turn {last}"
        yield document.fault(("force", number, "turn"), f"{text}; give it a Turn up to {last}, or a later 'end'")


def _turned_about(library: Library, mission: Mission) -> Iterator[str]:
    for at, text in turned_about(mission):
        from sasl.content.reading.yamlfile import read_yaml  # only advice needs what reads YAML

        yield read_yaml(library.loader.path("mission", mission.id)).fault(at, text)


def uses(library: Library, missions: Iterable[Mission]) -> dict[str, Use]:
    """Every table that these missions name and roll on, and how."""
    found: dict[str, Use] = defaultdict(Use)
    for mission in missions:
        for table_id, conditions in _rolls(library, mission):
            for name in _with_those_it_leads_to(library, table_id):
                use = found[name]
                use.conditions |= {word for word in conditions if word} if name == table_id else set()
                use.added.add(sum(item.value for item in mission.drm(name)))
    return found


def _rolls(library: Library, mission: Mission) -> Iterator[tuple[str, set[str]]]:
    """The tables a mission rolls on, each with the conditions that its rule gives."""
    plain = [*mission.tables.values(), mission.activation, mission.guns, mission.vehicles, mission.squads]
    plain += [mission.leaders, mission.weapons, mission.enemy_events, mission.friendly_events, FORTIFICATIONS]
    plain += [name for at, name in mission.other_tables() if name and at[0] not in ("table_drm", "ec_table")]
    yield from ((name, set()) for name in plain)
    yield mission.end.table, {AFTER_END}
    if mission.ec_table:
        months = library.tables[mission.month].rows if mission.month else ()
        yield mission.ec_table, {result_text(row.result).lower() for row in months}
    for group in mission.force:
        yield from ((item.table, {item.modifier}) for item in mission.items(group) if item.table)
    for table_id in (mission.enemy_events, mission.friendly_events):
        for row in library.tables[table_id].rows:
            entry = row.result if isinstance(row.result, dict) and row.result.get("effect") in EFFECTS else {}
            named = [str(value) for value in entry.values() if isinstance(value, str) and value in library.tables]
            yield from ((name, {str(entry.get("leader_drm", ""))}) for name in named)


def _with_those_it_leads_to(library: Library, table_id: str) -> Iterator[str]:
    left, seen = [table_id], set()
    while left:
        name = left.pop()
        if name in seen or name not in library.tables:
            continue
        seen.add(name)
        yield name
        left += [str(row.result["table"]) for row in library.tables[name].rows if _leads(row.result)]


def _leads(result: object) -> bool:
    return isinstance(result, dict) and "table" in result


def idle(table: Table, use: Use) -> list[tuple[Row | None, str]]:
    """The rows (None: a modifier) of a table so used that have no effect, and why."""
    return [(fault.row, fault.message) for fault in _idle(table, use)]


def _useless(library: Library, known: Mapping[str, Use]) -> Iterator[Fault]:
    for name, use in known.items():
        yield from _idle(library.tables[name], use)


def _idle(table: Table, use: Use) -> Iterator[Fault]:
    yield from _idle_modifiers(table, use)
    yield from _unreached(table, use)


def _idle_modifiers(table: Table, use: Use) -> Iterator[Fault]:
    seen: set[tuple[str, str]] = set()
    for number, item in enumerate(table.modifiers):
        at = ("modifiers", number)
        if not item.value:
            yield Fault(
                table, None, f"modifier '{item.name}' is 0 and changes nothing; give it a value or remove it", at
            )
        elif table.kind is None:
            yield Fault(table, None, f"modifier '{item.name}' never counts: a chart is read, not rolled; remove it", at)
        elif item.when and item.when not in use.conditions:
            given = ", ".join(sorted(use.conditions)) or "none"
            means = known_conditions()[item.when]
            text = f"modifier '{item.name}' never counts: '{item.when}' ({means}) is not looked at on "
            hint = nearest(item.when, use.conditions) or "; remove it"
            yield Fault(table, None, f"{text}this roll, only: {given}{hint}", at)
        elif (item.name, item.when) in seen:
            yield Fault(table, None, f"modifier '{item.name}' appears twice and counts twice; remove one", at)
        seen.add((item.name, item.when))


def shifts(modifiers: Iterable[TableModifier], use: Use) -> set[int]:
    """Every sum that the modifiers of a table can come to, with what missions add and without it (a general card)."""
    always = sum(item.value for item in modifiers if not item.when)
    sums = {always + added for added in (0, *use.added)}
    for item in modifiers:
        for _ in range(MANY.get(item.when, 1) if item.when in use.conditions else 0):
            sums |= {so_far + item.value for so_far in sums}
    return sums


def _unreached(table: Table, use: Use) -> Iterator[Fault]:
    """Rows that no roll comes to, whatever conditions hold."""
    kind = table.kind
    if kind is None or not table.rows:
        return
    finals = {kind.shifted(total, shift) for total in kind.totals() for shift in shifts(table.modifiers, use)}
    reached = {table.row(total).label for total in finals if table.holds(total)}
    ends = ({table.rows[0].label} if min(finals) < table.rows[0].low else set()) | (
        {table.rows[-1].label} if max(finals) > table.rows[-1].high else set()
    )
    for row in table.rows:
        if row.label not in reached | ends:
            span = f"a {kind.name} here is {min(finals)} to {max(finals)}"
            yield Fault(table, row, f"no roll can reach this row: {span}; remove it or correct its total")
