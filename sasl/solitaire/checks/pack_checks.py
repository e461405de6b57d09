"""Whether the player's tables and figures can stand in the place of the shipped ones that the rules know."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from sasl.content.library import Library
from sasl.content.packs.own_tables import check_kind
from sasl.content.reading.faults import PackFile, nearest
from sasl.content.tables.table_faults import Fault, located
from sasl.kernel.rolling.tables import Table
from sasl.solitaire.checks.table_checks import is_checked


def pack_faults(library: Library) -> Iterator[str]:
    """Yield by file and line what packs say of shipped tables and figures that no rule could use."""
    own = [table for table in library.all_tables.values() if table.pack]
    yield from (located(library.loader.source, fault) for table in own for fault in _gaps(table))
    yield from _figures(library)
    shipped = library.with_packs(())
    missions = shipped.missions()
    actions = {name for doctrine in library.doctrines.values() for name in doctrine.actions.values()}
    counters = frozenset(name for types in library.counters.values() for name in types)
    for table in own:
        base = shipped.all_tables.get(table.id)
        if base is not None and table.id not in actions:
            mission_table = table.id in shipped.tables and is_checked(shipped, missions, base)
            words = None if mission_table else counters
            faults = [*_shape(base, table, any_columns=mission_table), *_words(base, table, words, library)]
            yield from (located(library.loader.source, fault) for fault in faults)


def _shape(base: Table, table: Table, *, any_columns: bool) -> Iterator[Fault]:
    """A check that has become a table, a table that nobody rolls on any more, and columns that are missing."""
    if bool(base.against) != bool(table.against):
        text = "it is a check: give it 'against', and no rows" if base.against else "it is a table: give it rows"
        yield Fault(table, None, text, ("against",))
    elif (base.kind is None) != (table.kind is None):
        text = f"the rules {'read this chart: write roll: chart' if base.kind is None else 'roll on this table'}"
        yield Fault(table, None, text, ("roll",))
    for column in base.columns:
        if column not in table.columns and not any_columns:
            yield Fault(table, None, f"column '{column}' is missing, which the rules read", ("columns",))


def _gaps(table: Table) -> Iterator[Fault]:
    """Totals between two rows that no row is for: the dice alone do not come to them, but a modifier does."""
    if table.kind is None or table.kind.name == "d66":
        return
    for before, after in pairwise(table.rows):
        if after.low != before.high + 1:
            text = f"no row for a Final {before.high + 1}: with its modifiers the table may come to it"
            yield Fault(table, after, text)


def _words(base: Table, table: Table, words: frozenset[str] | None, library: Library) -> Iterator[Fault]:
    """Rows that say what no row of the shipped table says."""
    if not base.rows or bool(base.columns) != bool(table.columns):
        return
    for row in table.rows:
        results = row.result if table.columns else [row.result]
        for column, result in zip(table.columns or ("",), results, strict=True):
            shipped = [base.pick(item, column if column in base.columns else "") for item in base.rows]
            try:
                check_kind(base.id, result, shipped, words, library.all_tables)
            except ValueError as error:
                yield Fault(table, row, str(error))


def _figures(library: Library) -> Iterator[str]:
    """Figures that nothing reads."""
    known = library.with_packs(()).figures
    for file in library.loader.files("tables"):
        if isinstance(file, PackFile) and file.name == "figures.yaml":
            from sasl.content.reading.yamlfile import read_yaml  # only a pack with figures needs what reads YAML

            document = read_yaml(file)
            for name in document.data["figures"]:
                if name not in known:
                    yield document.fault(("figures", name), f"unknown figure{nearest(name, known)}")
