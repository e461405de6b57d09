"""Whether a mission's tables say only what the rules can play: words, counters, effects, other tables."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sasl.asl.fire import ift
from sasl.asl.game.state import RE_PAIRS
from sasl.content.counters import CounterType
from sasl.content.faults import ContentError, nearest
from sasl.content.library import Library
from sasl.content.mission import Mission
from sasl.content.mission_map import BoardSet
from sasl.kernel.dice import roll_kind
from sasl.kernel.frozen import replace
from sasl.kernel.records import result_text
from sasl.kernel.tables import Row, Table, parse_span
from sasl.solitaire import lessons
from sasl.solitaire.random_events.table import EFFECTS
from sasl.solitaire.recipes import CHAINS, FORTIFICATIONS, REROLL
from sasl.solitaire.sources import OURS, tables_of

if TYPE_CHECKING:
    from sasl.content.yamlfile import Document


def check(library: Library, mission: Mission, words: Collection[str]) -> None:
    """ContentError with every row of the mission's tables that could not be played; `words`: of commands."""
    faults = list(dict.fromkeys(located(library, fault) for fault in _faults(library, mission)))
    faults += [*_house_faults(library, mission), *lessons.faults(library, mission, words)]
    if faults:
        raise ContentError(faults)


@dataclass(frozen=True)
class Fault:
    """A row, or another part of a table, that no rule can play, and why."""

    table: Table
    row: Row | None
    message: str
    part: tuple[object, ...] = ()
    """Where in the row it stands, or in the table."""


def check_table(library: Library, missions: Iterable[Mission], table: Table) -> list[tuple[Row, str]]:
    """The rows of `table` that could not be played in its namesake's place in one of the missions, and why."""
    trying = library.trying(table)
    found = [fault for mission in missions for fault in _faults(trying, mission) if fault.table.id == table.id]
    rows = [(fault.row, fault.message) for fault in found if fault.row is not None]
    return list({(row.label, message): (row, message) for row, message in rows}.values())


def is_checked(library: Library, missions: Iterable[Mission], table: Table) -> bool:
    """Whether the words of that table are looked at before a game: nonsense in every row would be found."""
    nonsense = ["\0"] * len(table.columns) if table.columns else "\0"
    probe = replace(table, rows=tuple(replace(row, result=nonsense) for row in table.rows))
    return bool(check_table(library, missions, probe))


def _faults(library: Library, mission: Mission) -> Iterator[Fault]:
    tables = library.tables
    for name, table_id in mission.tables.items():
        yield from _values(tables[table_id], RE_PAIRS if name.endswith("re") else tuple(map(str, range(8))))
    yield from _values(tables[mission.end.table], ("ends", "plays on"))
    if mission.wrecks:
        yield from _values(tables[mission.wrecks.fate], ("unaffected", "burning", "removed"))
    for row in tables[mission.activation].rows:
        for item in row.result if isinstance(row.result, list) else [row.result]:
            if not isinstance(item, str) or item not in CHAINS:
                word = result_text(item)
                yield _at(tables[mission.activation], row, f"'{word}' is no item; there are {', '.join(CHAINS)}")
    enemy = library.counters.get(mission.enemy.nation, {})
    for table_id in (mission.guns, mission.vehicles):
        yield from _counters(library, tables[table_id], (*enemy, REROLL))
        yield from _kinds(tables[table_id], enemy, ("gun", "cupola") if table_id == mission.guns else ("vehicle",))
        if all(row.result == REROLL for row in tables[table_id].rows):
            yield _at(tables[table_id], tables[table_id].rows[0], f"every row says '{REROLL}': name a counter in one")
    for table_id in (mission.squads, mission.leaders, mission.weapons):
        yield from _counters(library, tables[table_id], enemy)
    yield from _kinds(tables[mission.squads], enemy, ("squad", "hs", "crew"))
    yield from _kinds(tables[mission.leaders], enemy, ("leader", "hero"))
    yield from _kinds(tables[mission.weapons], enemy, ("sw",))
    yield from _fortifications(tables[FORTIFICATIONS]) if FORTIFICATIONS in tables else ()
    friendly = library.counters.get(mission.friendly.nation, {})
    for group in mission.force:
        for line in mission.items(group):
            if line.table:
                yield from _counters(library, tables[line.table], friendly, lists=True)
    yield from _events(library, tables[mission.enemy_events], enemy)
    yield from _events(library, tables[mission.friendly_events], friendly)
    yield from _figures(library, mission)


def _values(table: Table, known: Iterable[str]) -> Iterator[Fault]:
    words = tuple(known)
    for row in table.rows:
        if result_text(row.result) not in words:
            yield _at(table, row, f"'{result_text(row.result)}' is not one of {', '.join(words)}")


def _counters(
    library: Library, table: Table, known: Iterable[str], seen: tuple[str, ...] = (), *, lists: bool = False
) -> Iterator[Fault]:
    """Rows that name no counter of the side; `-` is nobody, `table:` leads to another table, never back to `seen`.

    `lists`: a row may name several counters that come together.
    """
    names = {*known, "-"}
    for row in table.rows:
        several = bool(table.columns) or (lists and isinstance(row.result, list))
        results = row.result if several else [row.result]
        for result in results:
            if isinstance(result, dict) and "table" in result:
                other = library.tables.get(str(result["table"]))
                if other is None:
                    yield _at(
                        table,
                        row,
                        f"there is no table '{result['table']}'{nearest(str(result['table']), library.tables)}",
                    )
                elif other is table or other.id in seen:
                    yield _at(table, row, f"'{other.id}' leads back to itself: a roll on it would never end")
                else:
                    yield from _counters(library, other, known, (*seen, table.id))
            elif result_text(result) not in names:
                word = result_text(result)
                yield _at(table, row, f"'{word}' is no counter of that side{nearest(word, names)}")


def _kinds(table: Table, types: Mapping[str, CounterType], kinds: tuple[str, ...]) -> Iterator[Fault]:
    """Rows that name a counter, but one of another kind than is placed."""
    for row in table.rows:
        for result in row.result[:1] if table.columns else [row.result]:
            item = types.get(result_text(result))
            if item is not None and item.kind not in kinds:
                wanted = " or ".join(kinds)
                some = ", ".join([name for name, other in types.items() if other.kind in kinds][:4])
                text = f"'{result_text(result)}' is a {item.kind}, and this table places a {wanted}; there are {some} …"
                yield _at(table, row, text)


def _fortifications(table: Table) -> Iterator[Fault]:
    """A5: rows that name no fortification that can be placed."""
    for row in table.rows:
        kind = row.result.get("kind", "foxhole") if isinstance(row.result, dict) else row.result
        if str(kind) not in FORTS:
            hint = nearest(str(kind), FORTS)
            yield _at(table, row, f"'{kind}' is no fortification; there are {', '.join(FORTS)}{hint}")


FORTS = ("foxhole", "trench", "pillbox", "wire", "minefield", "none", "-")
"""What a row of A5 can place; the last two: nothing."""


def _events(library: Library, table: Table, counters: Iterable[str]) -> Iterator[Fault]:
    for row in table.rows:
        entry: Any = row.result
        if not isinstance(entry, dict) or not {"title", "text"} <= set(entry):
            yield _at(table, row, "a Random Event needs 'title', 'text' and 'effect' or 'same_as'")
        elif not isinstance(entry.get("once", False), bool):
            yield _at(table, row, f"once: this is a switch: write true or false (got {entry['once']!r})", "once")
        elif "same_as" in entry:
            yield from _repeat(table, row, entry)
        elif not isinstance(entry.get("effect"), str) or entry["effect"] not in EFFECTS:
            word = str(entry.get("effect"))
            yield _at(table, row, f"effect '{word}' is unknown{nearest(word, EFFECTS)}", "effect")
        else:
            yield from _parameters(library, table, row, entry)
            yield from _named_counters(library, table, row, entry, counters)


def _repeat(table: Table, row: Row, entry: dict[str, Any]) -> Iterator[Fault]:
    """`same_as` leads to a row that has an effect of its own."""
    try:
        goal = table.row(parse_span(entry["same_as"])[0]).result
    except ValueError as error:
        yield _at(table, row, str(error))
        return
    if not isinstance(goal, dict) or "effect" not in goal:
        yield _at(table, row, f"same_as {entry['same_as']} leads to a row without an effect", "same_as")


TABLE_PARAMETERS = ("number", "strength", "again", "type", "transport", "ammo", "leader", "smc_sw", "kind", "trucks")
"""Parameters of effects that may name a table (a name with a dot in it)."""

FIGURES = ("number", "strength", "kind")
"""Those of them that come to a number."""


def _parameters(library: Library, table: Table, row: Row, entry: dict[str, Any]) -> Iterator[Fault]:
    needed = EFFECTS[entry["effect"]].needs + (("later",) if "again" in entry else ())
    for name in needed:
        if name not in entry:
            yield _at(table, row, f"effect '{entry['effect']}' needs '{name}'")
    for name in TABLE_PARAMETERS:
        value = entry.get(name)
        if isinstance(value, str) and "." in value and value not in library.tables:
            yield _at(table, row, f"{name}: there is no table '{value}'{nearest(value, library.tables)}", name)
        elif name in FIGURES and isinstance(value, str) and value in library.tables:
            yield from _numbers(library.tables[value])
        elif name in FIGURES and value is not None and not _is_amount(value):
            yield _at(table, row, f"{name}: '{value}' is neither a number nor a roll (dr, DR, 2d6 …) nor a table", name)


def _is_amount(value: Any) -> bool:
    """A number of at least one, or a roll."""
    if isinstance(value, int):
        return value > 0
    try:
        roll_kind(str(value))
    except ValueError:
        return False
    return True


def _named_counters(
    library: Library, table: Table, row: Row, entry: dict[str, Any], counters: Iterable[str]
) -> Iterator[Fault]:
    """Counters that an event brings, by name or by a table."""
    for name in EFFECTS[entry["effect"]].counters:
        value = str(entry.get(name, ""))
        if value in library.tables:
            yield from _counters(library, library.tables[value], counters)
        elif name in entry and "." not in value and value not in counters:
            yield _at(table, row, f"{name}: '{value}' is no counter of that side{nearest(value, counters)}", name)


def _at(table: Table, row: Row, message: str, *part: str) -> Fault:
    return Fault(table, row, message, part)


def located(library: Library, fault: Fault) -> str:
    """The fault with the file and line of its row, or of another part of its table."""
    table, row = fault.table, fault.row
    try:
        from sasl.content.yamlfile import read_yaml

        document = read_yaml(library.loader.source(table.origin))
        number = next(place for place, item in enumerate(document.data) if item.get("id") == table.id)
        part = fault.part
        if row is not None:
            key = next(key for key in document.data[number]["rows"] if parse_span(key) == (row.low, row.high))
            part = ("rows", key, *part)
        return document.fault((number, *part), f"{table.id}: {fault.message}")
    except (ContentError, StopIteration, KeyError, ValueError, AttributeError):
        return f"{table.origin}: {table.id}{f' row {row.label}' if row else ''}: {fault.message}"


# -- figures --------------------------------------------------------------------------------------------

FACINGS = ("straight", "turned")
PLACES = ("west-end", "crossing", "reroll")
CONSTRUCTIONS = ("wooden", "stone")
STATES = ("intact", "destroyed")
MOST = 99
"""No number of S?, VPO, bridges, FFEs or hexes is greater."""


def _figures(library: Library, mission: Mission) -> Iterator[Fault]:
    """Every row that the rules could not use, with the reason."""
    tables = library.tables
    yield from _missing(tables, mission)
    if ift.IFT in tables:
        yield from _ift(tables[ift.IFT])
    if mission.area.boards:
        yield from _boards(library, mission.area.boards)
    if mission.vpo.determined:
        yield from _numbers(tables[mission.vpo.determined.number])
    if mission.vpo.values:
        yield from _rolled(tables[mission.vpo.values])
        yield from _numbers(tables[mission.vpo.values])
    if mission.leader_strikes:
        yield from _numbers(tables[mission.leader_strikes.number])
    for case in mission.suspects.cases:
        if case.number:
            yield from _numbers(tables[case.number], key="one_per")
        if isinstance(case.radius, str):
            yield from _numbers(tables[case.radius])


def _missing(tables: Any, mission: Mission) -> Iterator[Fault]:
    """Final rolls that a mission's DRM leads to and that no row of the Activation table or of a d66 table is for.

    Elsewhere a total beyond the last row takes that row, as on a printed card: a better or a worse squad.
    """
    for table_id in dict.fromkeys(item.table for item in mission.table_drm):
        table = tables[table_id]
        if table.kind is None:
            yield from _rolled(table)
            continue
        drm = sum(item.value for item in mission.drm(table_id))
        if table.kind.name != "d66" and table_id != mission.activation:
            continue
        finals = [table.kind.shifted(total, drm) for total in table.kind.totals()]
        lost = [total for total in finals if not table.holds(total)]
        if lost:
            message = f"no row for a Final {lost[0]}: {mission.title} adds {drm:+d} to every {table.kind.name}; add one"
            yield Fault(table, table.rows[-1 if lost[-1] > table.rows[-1].high else 0], message)


def _ift(table: Table) -> Iterator[Fault]:
    """A7.3: every cell of the IFT is one of its outcomes, every column a FP, weakest first."""
    figures = [int(name) for name in table.columns if name.isascii() and name.isdigit()]
    if len(figures) < len(table.columns) or not figures or figures != sorted(set(figures)):
        yield Fault(table, table.rows[0], "the columns of the IFT are FP, weakest first: 1, 2, 4 …")
    for row in table.rows:
        for cell in row.result if isinstance(row.result, list) else [row.result]:
            try:
                ift.parse(cell if isinstance(cell, str) else result_text(cell))
            except ValueError as error:
                yield Fault(table, row, f"{error}; there are 2KIA, K/3, 1MC, NMC, PTC and -")
            else:
                if not isinstance(cell, str):
                    yield Fault(table, row, f"'{cell}' must be a text; put it in quotes")


def _boards(library: Library, rule: BoardSet) -> Iterator[Fault]:
    known = library.loader.ids("board")
    for table_id in dict.fromkeys(rule.tables.values()):
        table = library.tables[table_id]
        for row in table.rows:
            board = str(row.result.get("board") if isinstance(row.result, dict) else row.result)
            if board not in known:
                yield Fault(table, row, f"there is no board '{board}' in missions/boards{nearest(board, known)}")
    if rule.facing:
        yield from _words(library.tables[rule.facing], FACINGS)
    if rule.bridges:
        yield from _numbers(library.tables[rule.bridges.number])
        yield from _words(library.tables[rule.bridges.place], PLACES, key="place")
        yield from _words(library.tables[rule.bridges.construction], CONSTRUCTIONS)
        yield from _words(library.tables[rule.bridges.one_hex_state], STATES)


def _rolled(table: Table) -> Iterator[Fault]:
    """A fault if the table is a chart, which nobody rolls on."""
    if table.kind is None and table.rows:
        yield Fault(
            table, table.rows[0], "this table is rolled on in the mission: give it a roll (dr, DR …), not 'chart'"
        )


def _numbers(table: Table, *, key: str = "") -> Iterator[Fault]:
    """Rows that are no number; with `key` a row may also be an entry that has its number there."""
    for row in table.rows:
        result = row.result.get(key) if key and isinstance(row.result, dict) else row.result
        text = str(result)
        if not (text.isascii() and text.isdigit() and int(text) <= MOST):
            wanted = f"a number from 0 to {MOST}" + (f", or an entry with '{key}: number'" if key else "")
            yield Fault(table, row, f"'{result_text(row.result)}' is not {wanted}")


def _words(table: Table, known: Collection[str], *, key: str = "") -> Iterator[Fault]:
    """Rows that are none of the known words; with `key` a row may also be an entry that has its word there."""
    for row in table.rows:
        result = row.result.get(key) if key and isinstance(row.result, dict) else row.result
        if str(result) not in known:
            yield Fault(
                table, row, f"'{result_text(result)}' is not one of {', '.join(known)}{nearest(str(result), known)}"
            )


# -- no house figure -------------------------------------------------------------------------------

REMEDY = "or take 'house_figures: false' out of the mission"


def _house_faults(library: Library, mission: Mission) -> list[str]:
    """Each house figure of a mission that claims to rest on none, with file, line and remedy: its own, its tables'."""
    if mission.house_figures:
        return []
    from sasl.content.mission_files import load_mission  # what reads files waits for a mission that claims it

    document = load_mission(library.loader.path("mission", mission.id))[1]
    found = [
        document.fault(at, f"this is a house figure; give the printed one, {REMEDY}") for at in _house_figures(mission)
    ]
    return [*found, *_house_tables(library, mission, document)]


def _house_figures(mission: Mission) -> Iterator[tuple[object, ...]]:
    """Where in its own file a mission marks a figure as house."""
    if mission.vpo.provenance in OURS:
        yield "vpo", "provenance"
    if mission.area.boards and mission.area.boards.provenance in OURS:
        yield "area", "boards", "provenance"
    for side in ("friendly", "enemy"):
        if mission.army(side.upper()).elr_provenance in OURS:
            yield side, "elr_provenance"
    for number, case in enumerate(mission.suspects.cases):
        if case.provenance in OURS:
            yield "suspects", "cases", number, "provenance"
    for number, line in enumerate(mission.vp):
        if line.provenance in OURS:
            yield "vp", number, "provenance"


def _house_tables(library: Library, mission: Mission, document: Document) -> Iterator[str]:
    """The tables it names, and those they lead to, that are house as a whole or in a row."""
    for name in sorted(tables_of(library.tables, mission)):
        table = library.tables[name]
        rows = [row.label for row in table.rows if row.provenance in OURS]
        if rows:
            which = "" if len(rows) == len(table.rows) else f", rows {', '.join(rows)}"
            text = f"{mission.title} says that it rests on no house figure, and {name}{which} is house ({table.origin})"
            yield document.fault(("house_figures",), f"{text}; type in yours (sasl own {name}), {REMEDY}")
