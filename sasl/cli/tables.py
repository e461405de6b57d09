"""Tables on the command line: lists, cards with exact odds, single figures, doctrines, rolls."""

from __future__ import annotations

import secrets
import sys
from argparse import Namespace
from collections.abc import Mapping
from typing import Any

from sasl.board.terrain import Figure
from sasl.cli.given import fault, library, put
from sasl.content.conditions import GROUPS
from sasl.content.library import Library
from sasl.content.tables import kind_name
from sasl.kernel.dice import die
from sasl.kernel.records import Modifier, RollRecord, Source, result_text
from sasl.kernel.tables import Table, TableError


def table(args: Namespace) -> int:
    """List all tables, or one with its odds."""
    lib = library(args)
    if args.id is None:
        found = [lib.all_tables[name] for name in sorted(lib.all_tables)]
        if args.json:
            put(
                [
                    {"id": item.id, "title": item.title, "roll": kind_name(item.kind), "provenance": item.provenance}
                    for item in found
                ]
            )
            return 0
        for item in found:
            print(f"{item.id:36} {kind_name(item.kind):6} {item.provenance:14} {item.title}")
        print("single figures that stand in no table: sasl table figures", file=sys.stderr)
        print("conditions a modifier may name: sasl table conditions", file=sys.stderr)
        print("how the ENEMY decides: sasl table doctrines, sasl table doctrine.standard", file=sys.stderr)
        return 0
    if args.id == "figures":
        return figures(lib, args.json)
    if args.id == "conditions":
        return conditions(args.json)
    if args.id == "doctrines":
        return doctrines(lib, args.json)
    if args.id.startswith("doctrine."):
        return doctrine(lib, args.id.removeprefix("doctrine."), args.json)
    item = lib.table(args.id)
    if args.json:
        put(table_data(item, args.drm))
        return 0
    for line in table_lines(item, args.drm):
        print(line)
    return 0


def figures(lib: Library, as_json: bool) -> int:
    """The single figures that stand in no table."""
    if as_json:
        put(figure_data(lib.figures))
        return 0
    print(*figure_lines(lib.figures), sep="\n")
    return 0


def figure_data(figures: Mapping[str, Figure]) -> list[dict[str, Any]]:
    """Figures as plain data."""
    return [
        {"name": name, "value": item.value, "rule": item.rule, "provenance": item.provenance, "note": item.note}
        for name, item in figures.items()
    ]


def figure_lines(figures: Mapping[str, Figure]) -> list[str]:
    """Figures a line each: value, whose figure, rule, why."""
    return [
        f"{name:24}{item.value:6g}  {item.provenance:14} {item.rule:12} {item.note}".rstrip()
        for name, item in figures.items()
    ]


def doctrines(lib: Library, as_json: bool) -> int:
    """Every doctrine in a line."""
    if as_json:
        put([{"id": item.id, "title": item.title, "summary": item.summary} for item in lib.doctrines.values()])
        return 0
    for item in lib.doctrines.values():
        print(f"doctrine.{item.id:24} {item.summary}")
    return 0


def doctrine(lib: Library, name: str, as_json: bool) -> int:
    """One doctrine whole: what it takes from another stands there, too."""
    item = lib.doctrine(name)
    if as_json:
        put(
            {
                "id": item.id,
                "title": item.title,
                "summary": item.summary,
                "choice": item.choice,
                "orders": item.orders,
                "actions": dict(item.actions),
                "figures": figure_data(item.figures),
            }
        )
        return 0
    print(f"{item.title}: {item.summary}; choice {item.choice}, orders {item.orders}")
    print(*(f"Action DR of {attitude}: {table}" for attitude, table in item.actions.items()), sep="\n")
    print(*figure_lines(item.figures), sep="\n")
    return 0


def conditions(as_json: bool) -> int:
    """The words a modifier may name in `when`, by chart."""
    if as_json:
        put(GROUPS)
        return 0
    for title, words in GROUPS.items():
        print(title)
        for word, text in words.items():
            print(f"  {word:24}{text}")
    return 0


def table_data(item: Table, drm: int = 0) -> dict[str, Any]:
    """A table with the exact chance of each row, as plain data."""
    odds = item.odds(drm)
    return {
        "id": item.id,
        "title": item.title,
        "roll": kind_name(item.kind),
        "rule": item.rule,
        "source": item.source,
        "provenance": item.provenance,
        "note": item.note,
        "file": item.origin,
        "against": item.against,
        "columns": list(item.columns),
        "drm": drm,
        "modifiers": [
            {"name": mod.name, "value": mod.value, "when": mod.when, "rule": mod.rule} for mod in item.modifiers
        ],
        "rows": [
            {
                "row": row.label,
                "result": row.result,
                "provenance": row.provenance,
                "chance": str(odds[row.label]) if odds else None,
                "percent": round(float(odds[row.label]) * 100, 2) if odds else None,
            }
            for row in item.rows
        ],
    }


def table_lines(item: Table, drm: int = 0) -> list[str]:
    """A table as it is printed: head, modifiers, rows with their chance and provenance."""
    lines = [
        f"{item.id}: {item.title}",
        f"roll {kind_name(item.kind)}" + (f" with {drm:+d}" if drm else "") + f"   rule {item.rule or '-'}   "
        f"provenance {item.provenance}   source {item.source or item.rule or '-'}   file {item.origin}",
    ]
    if item.note:
        lines.append(f"note: {item.note}")
    if item.against:
        lines.append(f"passes at a total <= {item.against}")
    lines += [f"  {mod.value:+d} {mod.name}" + (f" ({mod.rule})" if mod.rule else "") for mod in item.modifiers]
    if item.columns:
        lines.append(f"{'':8}{'':8}  " + " | ".join(item.columns))
    odds = item.odds(drm)
    for row in item.rows:
        chance = f"{float(odds[row.label]) * 100:6.2f}%" if odds else " " * 7
        words = " | ".join(map(str, row.result)) if item.columns else result_text(row.result)
        star = "*" if isinstance(row.result, dict) and row.result.get("once") else ""
        mark = f"  [{row.provenance}]" if row.provenance != item.provenance else ""
        note = f"  ({row.note})" if row.note else ""
        lines.append(f"{row.label:>8}{chance:>8}  {star}{words}{mark}{note}")
        if isinstance(row.result, dict) and row.result.get("text"):
            lines.append(f"{'':18}{row.result['text']}")
    return lines


def roll(args: Namespace) -> int:
    """Roll on a table: with given dice, a given total, or a seed."""
    item = library(args).table(args.id)
    if item.kind is None or not item.rows:
        return fault(f"{item.id} is {'a chart, read and not rolled' if item.kind is None else 'a check without rows'}")
    if args.column and args.column not in item.columns:
        return fault(f"{item.id} has no column '{args.column}'; its columns are {', '.join(item.columns) or 'none'}")
    if not 1 <= args.n <= 100_000:
        return fault("-n is a number from 1 to 100000")
    seed = args.seed if args.seed is not None else secrets.randbelow(1_000_000)
    records = []
    for number in range(args.n):
        try:
            records.append(_one_roll(item, args, seed, number))
        except (ValueError, TableError) as error:
            return fault(str(error))
    if args.json:
        put(
            [
                {
                    "table": record.table,
                    "dice": list(record.dice),
                    "original": record.original,
                    "total": record.total,
                    "row": record.row,
                    "result": record.result,
                    "provenance": record.provenance,
                    "source": record.source,
                }
                for record in records
            ]
        )
        return 0
    mine = f": {item.pack}" if item.pack else ""
    for record in records:
        print(f"{record.sum_text()} -> {result_text(record.result)} [{record.provenance}{mine}]")
    return 0


def _one_roll(item: Table, args: Namespace, seed: int, number: int) -> RollRecord:
    kind = item.kind
    assert kind is not None
    dice: tuple[int, ...] = ()
    index = None
    if args.dice:
        dice = tuple(args.dice)
        kind.check(dice)
    elif args.dr is None:
        index = number * kind.count
        dice = tuple(die(seed, index + step, kind.sides) for step in range(kind.count))
    elif args.dr not in kind.totals():
        low, high = min(kind.totals()), max(kind.totals())
        raise ValueError(f"--dr {args.dr}: a {kind.name} is from {low} to {high}; modifiers go into --drm")
    original = kind.total(dice) if dice else args.dr
    total = original + (10 * args.drm if kind.name == "d66" else args.drm)
    row = item.row(total)
    mods = (Modifier("typed", args.drm),) if args.drm else ()
    source: Source = "auto" if index is not None else "typed"
    return RollRecord(
        item.title,
        kind.name,
        dice,
        original,
        total,
        mods,
        item.rule,
        table=item.id,
        row=row.label,
        result=item.pick(row, args.column),
        provenance=row.provenance,
        source=source,
        index=index,
        pack=item.pack,
    )
