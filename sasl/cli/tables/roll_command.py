"""`sasl roll`: rolls on a table with given dice, a given total or a seed, one by one or as a histogram."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from typing import Any

from sasl.cli.common import fault, library, told
from sasl.kernel.frozen import replace
from sasl.kernel.rolling.dice import any_seed
from sasl.kernel.rolling.records import Modifier, RollRecord, result_text
from sasl.kernel.rolling.rolls import Roll, read_roll, rolls
from sasl.kernel.rolling.tables import Table, TableError
from sasl.lab.odds.sampling import Sample, sample

MOST, MOST_COUNTED = 100_000, 10_000_000
"""The most rolls that are shown one by one, and that are only counted."""
ERROR = 0.01
"""How often the histogram calls sound dice unsound."""
BAR = 30


def roll(args: Namespace) -> int:
    """Roll on a table: with given dice, a given total, or a seed."""
    item = library(args).table_called(args.id)
    if args.column and args.column not in item.columns:
        there = f"its columns are {', '.join(item.columns)}" if item.columns else "it has none: omit --column"
        return fault(f"{item.id} has no column '{args.column}'; {there}")
    most = MOST_COUNTED if args.histogram else MOST
    if not 1 <= args.n <= most:
        return fault(f"-n is a number from 1 to {most}")
    try:
        records = made(item, args)
        if len(item.columns) > 1 and not args.column:
            records = (replace(record, result=item.across(record.total)) for record in records)
        if args.histogram:
            return _histogram(item, sample(item, records, args.drm), args.json)
        return _each(records, f": {item.pack}" if item.pack else "", args.json)
    except (ValueError, TableError) as error:
        return fault(str(error))


def made(item: Table, args: Namespace) -> Iterator[RollRecord]:
    """The rolls wanted. ValueError for dice or a total that the table is not rolled with, TableError for a chart."""
    mods = [Modifier("typed", args.drm)]
    kind = item.kind
    if kind is None or (args.dice is None and args.dr is None):
        seed = args.seed if args.seed is not None else any_seed()
        return rolls(item, seed, args.n, modifiers=mods, column=args.column)
    dice = tuple(args.dice or ())
    if dice:
        kind.check(dice)
    elif args.dr not in kind.totals():
        low, high = min(kind.totals()), max(kind.totals())
        raise ValueError(f"--dr {args.dr}: a {kind.name} is from {low} to {high}; use --drm for modifiers")
    given = 0 if dice else kind.shifted(args.dr, args.drm)
    roll = Roll(kind, item.title, item.rule, mods, table=item, column=args.column)
    record = read_roll(roll, dice, given=given, source="typed")
    record = record if dice else replace(record, original=args.dr)
    return iter([record] * args.n)


def _each(records: Iterator[RollRecord], mine: str, as_json: bool) -> int:
    lines = (f"{record.sum_text()} -> {result_text(record.result)} [{record.provenance}{mine}]" for record in records)
    return told(as_json, [_data(record) for record in records] if as_json else (), lines)


def _data(record: RollRecord) -> dict[str, Any]:
    return {
        "table": record.table,
        "dice": list(record.dice),
        "original": record.original,
        "total": record.total,
        "row": record.row,
        "result": record.result,
        "provenance": record.provenance,
        "source": record.source,
    }


def _histogram(item: Table, found: Sample, as_json: bool) -> int:
    """Each row: how often it came, the same in percent, its exact chance, and a bar."""
    value, freedom = found.chi_square()
    agrees = found.agrees(ERROR)
    rows = [{"row": part.row, "count": part.count, "chance": str(part.chance)} for part in found.bins]
    chi = {"value": round(value, 6), "freedom": freedom, "agrees": agrees, "error": ERROR}
    longest = max(part.count for part in found.bins)
    lines = [f"{item.id}: {found.number:,} rolls"]
    for part, row in zip(found.bins, item.rows, strict=True):
        share, bar = part.count / found.number, "█" * round(BAR * part.count / longest)
        words = f"{part.row:>7} {result_text(row.result)[:28]:<28}"
        lines.append(f"{words}{part.count:>9,} {share:>8.3%} of {float(part.chance):>8.3%}  {bar}".rstrip())
    verdict = "as the odds predict" if agrees else f"unlike the odds (fair dice do this {ERROR:.0%} of the time)"
    lines.append(f"chi-square {value:.2f} with {freedom} degrees of freedom: {verdict}")
    return told(as_json, {"table": item.id, "rolls": found.number, "rows": rows, "chi_square": chi}, lines)
