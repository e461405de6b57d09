"""Whether a mission's tables say only what the rules can play: words, counters, effects, other tables."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from sasl.asl.fire import ift
from sasl.asl.game.state import RE_PAIRS, VALUE_FIGURES
from sasl.content.library import Library
from sasl.content.missions.mission import ECS, Mission
from sasl.content.missions.mission_map import BoardSet
from sasl.content.reading.faults import ContentError, PackFile, nearest
from sasl.content.tables.table_faults import Fault, located
from sasl.kernel.frozen import replace
from sasl.kernel.rolling.records import result_text
from sasl.kernel.rolling.tables import Row, Table
from sasl.solitaire.briefing import lessons
from sasl.solitaire.briefing.sources import OURS, tables_of
from sasl.solitaire.checks import event_checks, row_checks
from sasl.solitaire.checks.card_checks import card_faults
from sasl.solitaire.checks.nation_checks import column_faults, counter_faults
from sasl.solitaire.checks.row_checks import MOST
from sasl.solitaire.random_events.parameters import Known
from sasl.solitaire.suspects.recipes import CHAINS, FORTIFICATIONS, REROLL
from sasl.solitaire.victory import ENDS

if TYPE_CHECKING:
    from sasl.content.reading.yamlfile import Document


def check(library: Library, mission: Mission, words: Collection[str], *, resumed: bool = False) -> None:
    """Refuse a mission with everything in its card, tables and counters that could not be played.

    `words`: of commands. `resumed`: a game that was begun goes on with a card and counters that a new one could not
    begin with.
    """
    faults = list(dict.fromkeys(_located(library, mission, list(_faults(library, mission)))))
    faults += [*_house_faults(library, mission), *lessons.faults(library, mission, words)]
    if not resumed:
        senseless = [*card_faults(library, mission), *column_faults(library, mission)]
        faults += [_in_card(library, mission, at, text) for at, text in senseless]
        faults += counter_faults(library, mission)
    if faults:
        raise ContentError(faults)


def _located(library: Library, mission: Mission, faults: Sequence[Fault]) -> Iterator[str]:
    """Yield each fault with the file and line that is wrong: the row, or the player's mission that names a shipped
    table.
    """
    path = library.loader.path("mission", mission.id)
    named: set[tuple[object, ...]] = set()
    for fault in faults:
        if fault.table.pack or not isinstance(path, PackFile) or not fault.place:
            yield located(library.loader.source, fault)
        elif fault.place not in named:  # the first row says enough of a table that does not belong there
            named.add(fault.place)
            yield _in_card(library, mission, fault.place, f"this table does not fit here: {fault.in_words}")


def _in_card(library: Library, mission: Mission, at: tuple[object, ...], text: str) -> str:
    """Return a fault of the mission card with its file and line."""
    from sasl.content.reading.yamlfile import read_yaml  # only a fault needs what reads YAML

    return read_yaml(library.loader.path("mission", mission.id)).fault(at, text)


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


def _at(place: tuple[object, ...], faults: Iterable[Fault]) -> Iterator[Fault]:
    """Yield the faults of a table with the place where the mission names it."""
    yield from (replace(fault, place=place) for fault in faults)


def _faults(library: Library, mission: Mission) -> Iterator[Fault]:
    tables = library.tables
    for name, table_id in mission.tables.items():
        known = RE_PAIRS if name.endswith("re") else tuple(map(str, VALUE_FIGURES))
        yield from _at(("tables", name), row_checks.words(tables[table_id], known))
    yield from _at(("end", "table"), _end(tables[mission.end.table]))
    if mission.month:
        yield from _at(("month",), row_checks.words(tables[mission.month], MONTHS))
    if mission.ec_table:
        yield from _at(("ec_table",), row_checks.words(tables[mission.ec_table], ECS))
    if mission.wrecks:
        fates = ("unaffected", "burning", "removed")
        yield from _at(("wrecks", "fate"), row_checks.words(tables[mission.wrecks.fate], fates))
    yield from _at(("activation",), _items(tables[mission.activation]))
    enemy = library.counters.get(mission.enemy.nation, {})
    for key, kinds in GENERATED.items():
        table = tables[getattr(mission, key)]
        rerolled = key in REROLLED
        yield from _at((key,), row_checks.counters(library, table, (*enemy, REROLL) if rerolled else enemy))
        yield from _at((key,), row_checks.kinds(table, enemy, kinds))
        if rerolled and all(row.result == REROLL for row in table.rows):
            text = f"every row says '{REROLL}': name a counter in at least one"
            yield Fault(table, table.rows[0], text, place=(key,))
    yield from _fortifications(tables[FORTIFICATIONS]) if FORTIFICATIONS in tables else ()
    friendly = library.counters.get(mission.friendly.nation, {})
    for number, group in enumerate(mission.force):
        for place, line in enumerate(mission.items(group)):
            if line.table:
                at = ("force", number, "items", place, "table")
                yield from _at(at, row_checks.counters(library, tables[line.table], friendly, lists=True))
    for key, types in (("enemy_events", enemy), ("friendly_events", friendly)):
        yield from _at((key,), event_checks.events(Known(library, types), tables[getattr(mission, key)]))
    yield from _figures(library, mission)


GENERATED = {
    "guns": ("gun", "cupola"),
    "vehicles": ("vehicle",),
    "squads": ("squad", "hs", "crew"),
    "leaders": ("leader", "hero"),
    "weapons": ("sw",),
}
"""The tables from which an Activation takes its counters, and the kinds of these."""
REROLLED = ("guns", "vehicles")
"""Those of them in which a row may say that it is rolled again."""


def _end(table: Table) -> Iterator[Fault]:
    """S12.5: an end table by which the mission can end."""
    yield from row_checks.words(table, (ENDS, "plays on"))
    if all(row.result != ENDS for row in table.rows):
        yield Fault(table, table.rows[0], f"no row says '{ENDS}': the mission would never end (S12.5)")


MOST_ITEMS = 8
"""The most items a row may call for: their odds can still be counted out while one waits."""


def _items(table: Table) -> Iterator[Fault]:
    """S5.74: rows that call for what cannot be generated, or for a whole company."""
    for row in table.rows:
        items = row.result if isinstance(row.result, list) else [row.result]
        for item in items:
            if not isinstance(item, str):
                yield Fault(table, row, f"{item} is not an item; write a list such as [S, SW]")
            elif item not in CHAINS:
                yield Fault(table, row, f"'{item}' is not an item; there are {', '.join(CHAINS)}")
        if len(items) > MOST_ITEMS:
            yield Fault(table, row, f"{len(items)} items from one S? are too many: write at most {MOST_ITEMS}")


MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip


def _fortifications(table: Table) -> Iterator[Fault]:
    """A5: rows that name no fortification that can be placed."""
    for row in table.rows:
        kind = row.result.get("kind", "foxhole") if isinstance(row.result, dict) else row.result
        strength = row.result.get("strength", 6) if isinstance(row.result, dict) else 6
        if str(kind) not in FORTS:
            hint = nearest(str(kind), FORTS)
            yield Fault(table, row, f"'{kind}' is not a fortification; there are {', '.join(FORTS)}{hint}")
        elif isinstance(strength, bool) or not isinstance(strength, int) or not 1 <= strength <= MOST:
            yield Fault(table, row, f"strength '{strength}' is not a number from 1 to {MOST}", ("strength",))


FORTS = ("foxhole", "trench", "pillbox", "wire", "minefield", "none", "-")
"""What a row of A5 can place; the last two: nothing."""


# -- figures --------------------------------------------------------------------------------------------

FACINGS = ("straight", "turned")
PLACES = ("west-end", "crossing", "reroll")
CONSTRUCTIONS = ("wooden", "stone")
STATES = ("intact", "destroyed")


def _figures(library: Library, mission: Mission) -> Iterator[Fault]:
    """Every row that the rules could not use, with the reason."""
    tables = library.tables
    yield from _missing(tables, mission)
    if ift.IFT in tables:
        yield from _ift(tables[ift.IFT])
    if mission.area.boards:
        yield from _boards(library, mission.area.boards)
    if mission.vpo.determined:
        number = tables[mission.vpo.determined.number]
        yield from _at(("vpo", "determined", "number"), row_checks.numbers(number))
    if mission.vpo.values:
        values = tables[mission.vpo.values]
        yield from _at(("vpo", "values"), (*row_checks.rolled(values), *row_checks.numbers(values)))
    if mission.leader_strikes:
        yield from _at(("leader_strikes", "number"), row_checks.numbers(tables[mission.leader_strikes.number]))
    for place, case in enumerate(mission.suspects.cases):
        at = ("suspects", "cases", place)
        if case.number:
            yield from _at((*at, "number"), row_checks.numbers(tables[case.number], key="one_per"))
        if isinstance(case.radius, str):
            yield from _at((*at, "radius"), row_checks.numbers(tables[case.radius]))


def _missing(tables: Any, mission: Mission) -> Iterator[Fault]:
    """Final rolls that a mission's DRM leads to and that no row of the Activation table or of a d66 table is for.

    Elsewhere a total beyond the last row takes that row, as on a printed card: a better or a worse squad.
    """
    first = {item.table: number for number, item in reversed([*enumerate(mission.table_drm)])}
    for table_id, place in first.items():
        table, at = tables[table_id], ("table_drm", place)
        if table.kind is None:
            yield from _at(at, row_checks.rolled(table))
            continue
        drm = sum(item.value for item in mission.drm(table_id))
        if table.kind.name != "d66" and table_id != mission.activation:
            continue
        finals = [table.kind.shifted(total, drm) for total in table.kind.totals()]
        lost = [total for total in finals if not table.holds(total)]
        if lost:
            message = f"no row for a Final {lost[0]}: {mission.title} adds {drm:+d} to every {table.kind.name}; add one"
            yield Fault(table, table.rows[-1 if lost[-1] > table.rows[-1].high else 0], message, place=at)


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
    at: tuple[object, ...] = ("area", "boards")
    known = library.loader.ids("board")
    for letter, table_id in rule.tables.items():
        table = library.tables[table_id]
        for row in table.rows:
            board = str(row.result.get("board") if isinstance(row.result, dict) else row.result)
            if board not in known:
                text = f"there is no board '{board}' in missions/boards{nearest(board, known)}"
                yield Fault(table, row, text, place=(*at, "tables", letter))
    if rule.facing:
        yield from _at((*at, "facing"), row_checks.words(library.tables[rule.facing], FACINGS))
    if rule.bridges:
        at = (*at, "bridges")
        yield from _at((*at, "number"), row_checks.numbers(library.tables[rule.bridges.number]))
        for key, known, inside in (
            ("place", PLACES, "place"), ("construction", CONSTRUCTIONS, ""), ("one_hex_state", STATES, "")
        ):  # fmt: skip
            table = library.tables[getattr(rule.bridges, key)]
            yield from _at((*at, key), row_checks.words(table, known, key=inside))


# -- no house figure -------------------------------------------------------------------------------

REMEDY = "or remove 'house_figures: false' from the mission"


def _house_faults(library: Library, mission: Mission) -> list[str]:
    """Each house figure of a mission that claims to rest on none, with file, line and remedy: its own, its tables'."""
    if mission.house_figures:
        return []
    from sasl.content.missions.mission_files import load_mission  # what reads files waits for a mission that claims it

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
            text = f"{mission.title} claims to use no house figure, but {name}{which} is house ({table.origin})"
            yield document.fault(("house_figures",), f"{text}; type in yours (sasl own {name}), {REMEDY}")
