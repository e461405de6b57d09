"""Whether a mission's tables of figures and words say what the rules can use, and have a row for every Final roll."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from sasl.asl.fire import ift
from sasl.content.library import Library
from sasl.content.mission import BoardSet, Mission
from sasl.content.yamlfile import nearest
from sasl.kernel.records import result_text
from sasl.kernel.tables import Row, Table

Found = tuple[Table, Row, str]

FACINGS = ("straight", "turned")
PLACES = ("west-end", "crossing", "reroll")
CONSTRUCTIONS = ("wooden", "stone")
STATES = ("intact", "destroyed")
MOST = 99
"""No number of S?, VPO, bridges, FFEs or hexes is greater."""


def faults(library: Library, mission: Mission) -> Iterator[Found]:
    """Every row that the rules could not use, with the reason."""
    tables = library.tables
    yield from _missing(tables, mission)
    if ift.IFT in tables:
        yield from _ift(tables[ift.IFT])
    if mission.area.boards:
        yield from _boards(library, mission.area.boards)
    if mission.vpo.determined:
        yield from numbers(tables[mission.vpo.determined.number])
    if mission.vpo.values:
        yield from rolled(tables[mission.vpo.values])
        yield from numbers(tables[mission.vpo.values])
    if mission.leader_strikes:
        yield from numbers(tables[mission.leader_strikes.number])
    for case in mission.suspects.cases:
        if case.number:
            yield from numbers(tables[case.number], key="one_per")
        if isinstance(case.radius, str):
            yield from numbers(tables[case.radius])


def _missing(tables: Any, mission: Mission) -> Iterator[Found]:
    """Final rolls that a mission's DRM leads to and that no row of the Activation table or of a d66 table is for.

    Elsewhere a total beyond the last row takes that row, as on a printed card: a better or a worse squad.
    """
    for table_id in dict.fromkeys(item.table for item in mission.table_drm):
        table = tables[table_id]
        if table.kind is None:
            yield from rolled(table)
            continue
        drm = sum(item.value for item in mission.drm(table_id))
        shift = 10 * drm if table.kind.name == "d66" else drm
        if table.kind.name != "d66" and table_id != mission.activation:
            continue
        lost = [total + shift for total in table.kind.totals() if not table.holds(total + shift)]
        if lost:
            message = f"no row for a Final {lost[0]}: {mission.title} adds {drm:+d} to every {table.kind.name}; add one"
            yield table, table.rows[-1 if lost[-1] > table.rows[-1].high else 0], message


def _ift(table: Table) -> Iterator[Found]:
    """A7.3: every cell of the IFT is one of its outcomes, every column a FP, weakest first."""
    figures = [int(name) for name in table.columns if name.isascii() and name.isdigit()]
    if len(figures) < len(table.columns) or not figures or figures != sorted(set(figures)):
        yield table, table.rows[0], "the columns of the IFT are FP, weakest first: 1, 2, 4 …"
    for row in table.rows:
        for cell in row.result if isinstance(row.result, list) else [row.result]:
            try:
                ift.parse(cell if isinstance(cell, str) else result_text(cell))
            except ValueError as error:
                yield table, row, f"{error}; there are 2KIA, K/3, 1MC, NMC, PTC and -"
            else:
                if not isinstance(cell, str):
                    yield table, row, f"'{cell}' must be a text; put it in quotes"


def _boards(library: Library, rule: BoardSet) -> Iterator[Found]:
    known = library.board_ids()
    for table_id in dict.fromkeys(rule.tables.values()):
        table = library.tables[table_id]
        for row in table.rows:
            board = str(row.result.get("board") if isinstance(row.result, dict) else row.result)
            if board not in known:
                yield table, row, f"there is no board '{board}' in missions/boards{nearest(board, known)}"
    if rule.facing:
        yield from words(library.tables[rule.facing], FACINGS)
    if rule.bridges:
        yield from numbers(library.tables[rule.bridges.number])
        yield from words(library.tables[rule.bridges.place], PLACES, key="place")
        yield from words(library.tables[rule.bridges.construction], CONSTRUCTIONS)
        yield from words(library.tables[rule.bridges.one_hex_state], STATES)


def rolled(table: Table) -> Iterator[Found]:
    """A fault if the table is a chart, which nobody rolls on."""
    if table.kind is None and table.rows:
        yield table, table.rows[0], "this table is rolled on in the mission: give it a roll (dr, DR …), not 'chart'"


def numbers(table: Table, *, key: str = "") -> Iterator[Found]:
    """Rows that are no number; with `key` a row may also be an entry that has its number there."""
    for row in table.rows:
        result = row.result.get(key) if key and isinstance(row.result, dict) else row.result
        text = str(result)
        if not (text.isascii() and text.isdigit() and int(text) <= MOST):
            wanted = f"a number from 0 to {MOST}" + (f", or an entry with '{key}: number'" if key else "")
            yield table, row, f"'{result_text(row.result)}' is not {wanted}"


def words(table: Table, known: Collection[str], *, key: str = "") -> Iterator[Found]:
    """Rows that are none of the known words; with `key` a row may also be an entry that has its word there."""
    for row in table.rows:
        result = row.result.get(key) if key and isinstance(row.result, dict) else row.result
        if str(result) not in known:
            yield table, row, f"'{result_text(result)}' is not one of {', '.join(known)}{nearest(str(result), known)}"
