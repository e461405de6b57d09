"""Whether a mission's tables say only what the rules can play: words, counters, effects, other tables."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from sasl.asl.fire import ift
from sasl.asl.game.state import RE_PAIRS, VALUE_FIGURES
from sasl.content.library import Library
from sasl.content.missions.mission import ECS, Mission
from sasl.content.missions.mission_map import BoardSet
from sasl.content.reading.faults import ContentError, nearest
from sasl.kernel.frozen import replace
from sasl.kernel.rolling.records import result_text
from sasl.kernel.rolling.tables import Row, Table
from sasl.solitaire.briefing import lessons
from sasl.solitaire.briefing.sources import OURS, tables_of
from sasl.solitaire.checks import event_checks, row_checks
from sasl.solitaire.checks.row_checks import MOST, Fault, located
from sasl.solitaire.random_events.parameters import Known
from sasl.solitaire.suspects.recipes import CHAINS, FORTIFICATIONS, REROLL
from sasl.solitaire.victory import ENDS

if TYPE_CHECKING:
    from sasl.content.reading.yamlfile import Document


def check(library: Library, mission: Mission, words: Collection[str]) -> None:
    """ContentError with every row of the mission's tables that could not be played; `words`: of commands."""
    faults = list(dict.fromkeys(located(library, fault) for fault in _faults(library, mission)))
    faults += [*_house_faults(library, mission), *lessons.faults(library, mission, words)]
    if faults:
        raise ContentError(faults)


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
        yield from row_checks.words(
            tables[table_id], RE_PAIRS if name.endswith("re") else tuple(map(str, VALUE_FIGURES))
        )
    yield from row_checks.words(tables[mission.end.table], (ENDS, "plays on"))
    if all(row.result != ENDS for row in tables[mission.end.table].rows):
        text = f"no row says '{ENDS}': the mission would never end (12.5)"
        yield Fault(tables[mission.end.table], tables[mission.end.table].rows[0], text)
    if mission.month:
        yield from row_checks.words(tables[mission.month], MONTHS)
    if mission.ec_table:
        yield from row_checks.words(tables[mission.ec_table], ECS)
    if mission.wrecks:
        yield from row_checks.words(tables[mission.wrecks.fate], ("unaffected", "burning", "removed"))
    yield from _items(tables[mission.activation])
    enemy = library.counters.get(mission.enemy.nation, {})
    for table_id, kinds in ((mission.guns, ("gun", "cupola")), (mission.vehicles, ("vehicle",))):
        yield from row_checks.counters(library, tables[table_id], (*enemy, REROLL))
        yield from row_checks.kinds(tables[table_id], enemy, kinds)
        if all(row.result == REROLL for row in tables[table_id].rows):
            yield Fault(
                tables[table_id], tables[table_id].rows[0], f"every row says '{REROLL}': name a counter in at least one"
            )
    for table_id in (mission.squads, mission.leaders, mission.weapons):
        yield from row_checks.counters(library, tables[table_id], enemy)
    yield from row_checks.kinds(tables[mission.squads], enemy, ("squad", "hs", "crew"))
    yield from row_checks.kinds(tables[mission.leaders], enemy, ("leader", "hero"))
    yield from row_checks.kinds(tables[mission.weapons], enemy, ("sw",))
    yield from _fortifications(tables[FORTIFICATIONS]) if FORTIFICATIONS in tables else ()
    friendly = library.counters.get(mission.friendly.nation, {})
    for group in mission.force:
        for line in mission.items(group):
            if line.table:
                yield from row_checks.counters(library, tables[line.table], friendly, lists=True)
    yield from event_checks.events(Known(library, enemy), tables[mission.enemy_events])
    yield from event_checks.events(Known(library, friendly), tables[mission.friendly_events])
    yield from _figures(library, mission)


MOST_ITEMS = 8
"""The most items a row may call for: their odds can still be counted out while one waits."""


def _items(table: Table) -> Iterator[Fault]:
    """5.74: rows that call for what cannot be generated, or for a whole company."""
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
        yield from row_checks.numbers(tables[mission.vpo.determined.number])
    if mission.vpo.values:
        yield from row_checks.rolled(tables[mission.vpo.values])
        yield from row_checks.numbers(tables[mission.vpo.values])
    if mission.leader_strikes:
        yield from row_checks.numbers(tables[mission.leader_strikes.number])
    for case in mission.suspects.cases:
        if case.number:
            yield from row_checks.numbers(tables[case.number], key="one_per")
        if isinstance(case.radius, str):
            yield from row_checks.numbers(tables[case.radius])


def _missing(tables: Any, mission: Mission) -> Iterator[Fault]:
    """Final rolls that a mission's DRM leads to and that no row of the Activation table or of a d66 table is for.

    Elsewhere a total beyond the last row takes that row, as on a printed card: a better or a worse squad.
    """
    for table_id in dict.fromkeys(item.table for item in mission.table_drm):
        table = tables[table_id]
        if table.kind is None:
            yield from row_checks.rolled(table)
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
        yield from row_checks.words(library.tables[rule.facing], FACINGS)
    if rule.bridges:
        yield from row_checks.numbers(library.tables[rule.bridges.number])
        yield from row_checks.words(library.tables[rule.bridges.place], PLACES, key="place")
        yield from row_checks.words(library.tables[rule.bridges.construction], CONSTRUCTIONS)
        yield from row_checks.words(library.tables[rule.bridges.one_hex_state], STATES)


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
