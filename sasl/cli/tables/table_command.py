"""Tables on the command line: lists, cards with exact odds, single figures, doctrines, the player's own."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sasl.board.terrain import Figure
from sasl.cli.common import fault, library, notices, told
from sasl.content.library import Library, shipped_root
from sasl.content.packs.own_pack import OwnPack
from sasl.content.packs.own_tables import MOST_TEXT, Draft, differences, typed_lines
from sasl.content.reading.faults import ContentError, shown_path
from sasl.content.tables.conditions import groups
from sasl.kernel.files.regular_files import disk_words, read_regular
from sasl.kernel.rolling.records import result_text
from sasl.kernel.rolling.tables import Table, kind_name
from sasl.lab.odds.own_desk import Desk
from sasl.saves.folders import own_folder


def table(args: Namespace) -> int:
    """List all tables, or one with its odds."""
    lib = library(args)
    if args.id is None:
        found = [lib.all_tables[name] for name in sorted(lib.all_tables)]
        data = [
            {"id": item.id, "title": item.title, "roll": kind_name(item.kind), "provenance": item.provenance}
            for item in found
        ]
        lines = (f"{item.id:36} {kind_name(item.kind):6} {item.provenance:14} {item.title}" for item in found)
        return told(args.json, data, lines, OTHER_PAGES)
    if args.id == "figures":
        return told(args.json, _figure_data(lib.figures), figure_lines(lib.figures))
    if args.id == "conditions":
        return conditions(args.json)
    if args.id == "doctrines":
        every = lib.doctrines.values()
        rows = [{"id": item.id, "title": item.title, "summary": item.summary} for item in every]
        return told(args.json, rows, (f"doctrine.{item.id:24} {item.summary}" for item in every))
    if args.id.startswith("doctrine."):
        return doctrine(lib, args.id.removeprefix("doctrine."), args.json)
    item = lib.table_called(args.id)
    return told(args.json, _table_data(item, args.drm), table_lines(item, args.drm))


OTHER_PAGES = (
    "single figures that are in no table: sasl table figures",
    "conditions a modifier can name: sasl table conditions",
    "how the ENEMY decides: sasl table doctrines, sasl table doctrine.standard",
)
"""What `sasl table` shows beside tables."""


def _figure_data(figures: Mapping[str, Figure]) -> list[dict[str, Any]]:
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


def doctrine(lib: Library, name: str, as_json: bool) -> int:
    """One doctrine whole: what it takes from another stands there, too."""
    item = lib.doctrine(name)
    data = {
        "id": item.id, "title": item.title, "summary": item.summary, "choice": item.choice, "orders": item.orders,
        "actions": dict(item.actions), "figures": _figure_data(item.figures),
    }  # fmt: skip
    lines = [f"{item.title}: {item.summary}; choice {item.choice}, orders {item.orders}"]
    lines += [f"Action DR of {attitude}: {table}" for attitude, table in item.actions.items()]
    return told(as_json, data, [*lines, *figure_lines(item.figures)])


def conditions(as_json: bool) -> int:
    """The words a modifier may name in `when`, by chart."""
    lines = []
    for title, words in groups().items():
        lines += [title, *(f"  {word:24}{text}" for word, text in words.items())]
    return told(as_json, groups(), lines)


def _table_data(item: Table, drm: int = 0) -> dict[str, Any]:
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


def own(args: Namespace) -> int:
    """List the player's own figures, or type in, compare or remove one table or figure."""
    pack = OwnPack(own_folder())
    if args.name is None:
        return _list(pack, args.json)
    desk = Desk(Library(shipped_root(), tuple(args.tables)), pack)
    if args.name in desk.shipped.figures:
        return _figure(desk, args)
    base = desk.table(args.name)
    if args.remove:
        return _gone(base.id, pack.remove(base.id))
    kept = pack.read().tables.get(base.id)
    if args.compare and not args.rows and args.file is None:
        if kept is None:
            return fault(f"{base.id} is the shipped one: you have none of your own to compare")
        return _compare(base, kept, args.json)
    found = desk.draft(base, _typed(args, base))
    if found.table is None:
        notices(f"sasl: {base.id}: {item}" for item in found.faults)
        return fault("nothing was written")
    if args.compare:
        return _compare(base, found.table, args.json)
    return _keep(desk, base, found, args.json)


def _list(pack: OwnPack, as_json: bool) -> int:
    found = pack.read()
    data = {
        "folder": str(pack.folder),
        "tables": [{"id": name, "file": str(found.files[name])} for name in found.tables],
        "figures": [{"name": name, "value": item.value} for name, item in found.figures.items()],
        "faults": list(found.faults),
    }
    lines = [f"{name:36} {table.title:28} {shown_path(found.files[name])}" for name, table in found.tables.items()]
    lines += [f"{name:36} {item.value:g}" for name, item in found.figures.items()]
    if lines or found.faults:
        notes = [f"in {shown_path(pack.folder)}; sasl own NAME --remove goes back to the shipped one", *found.faults]
    else:
        notes = ["you have no tables of your own yet; sasl own TABLE types one in, as in: sasl own g2"]
    told(as_json, data, lines, notes)
    return 1 if found.faults else 0


def _typed(args: Namespace, base: Table) -> str:
    """The rows: words of the command line, a file, or what comes from stdin."""
    if args.rows:
        return "\n".join(args.rows)
    if args.file is not None:
        return _read(args.file)
    if sys.stdin.isatty():
        print(f"{base.id}: {base.title}. The shipped rows:\n{typed_lines(base)}", file=sys.stderr)
        print("Type yours, one row per line, then ctrl+d on an empty line (ctrl+c leaves):", file=sys.stderr)
    try:
        raw = sys.stdin.buffer.read(4 * MOST_TEXT) if hasattr(sys.stdin, "buffer") else sys.stdin.read().encode()
    except KeyboardInterrupt:
        raise ContentError([f"sasl: cancelled; {base.id} is unchanged"]) from None
    return _text(raw, "stdin")


def _read(path: Path) -> str:
    try:
        return _text(read_regular(path, 4 * MOST_TEXT), str(path))
    except OSError as error:
        raise ContentError([f"sasl: {path}: cannot be read ({disk_words(error)})"]) from None


def _text(raw: bytes, name: str) -> str:
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ContentError([f"sasl: {name}: this is not UTF-8 text"]) from None


def _keep(desk: Desk, base: Table, found: Draft, as_json: bool) -> int:
    """Write it, and show it as games will use it."""
    assert found.table is not None
    desk.keep(found)
    kept = desk.pack.read().tables[base.id]
    note = f"saved; new games use it. sasl own {base.id} --compare shows what changed"
    return told(as_json, _table_data(kept), table_lines(kept), [note])


def _compare(old: Table, new: Table, as_json: bool) -> int:
    found = differences(old, new)
    heads = ("result", "shipped", "yours") if old.kind else ("total", "shipped", "yours")
    widths = [max(len(line[place]) for line in (heads, *found)) for place in range(3)]
    lines = ("  ".join(f"{word:<{width}}" for word, width in zip(line, widths, strict=True)).rstrip()
             for line in (heads, *found))  # fmt: skip
    return told(as_json, [dict(zip(heads, line, strict=True)) for line in found], lines)


def _figure(desk: Desk, args: Namespace) -> int:
    if args.remove:
        return _gone(args.name, desk.pack.remove_figure(args.name))
    shipped = desk.shipped.figures[args.name]
    if args.compare or len(args.rows) != 1:
        mine = desk.pack.read().figures.get(args.name)
        print(
            f"{args.name}: shipped {shipped.value:g} [{shipped.provenance}], "
            + (f"yours {mine.value:g}" if mine else "yours: none")
        )
        return 0
    shipped, value = desk.figure(args.name, args.rows[0])
    desk.pack.write_figure(args.name, shipped, value)
    print(f"{args.name} is {value:g} in new games (shipped: {shipped.value:g})")
    return 0


def _gone(name: str, removed: bool) -> int:
    if not removed:
        return fault(f"{name} is already the shipped one")
    print(f"{name} is the shipped one again")
    return 0
