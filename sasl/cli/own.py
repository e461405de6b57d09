"""`sasl own`: the player's own figures, typed in from his card in lines."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from sasl.cli.given import fault, put
from sasl.cli.tables import table_data, table_lines
from sasl.content.library import Library, shipped_root
from sasl.content.own_pack import Owned, OwnPack
from sasl.content.own_tables import MOST_TEXT, Draft, differences
from sasl.content.typed_rows import typed_lines
from sasl.content.yamlfile import ContentError, shown_path
from sasl.kernel.reading import read_regular
from sasl.kernel.tables import Table
from sasl.lab.own_desk import Desk
from sasl.saves.places import own_folder


def own(args: Namespace) -> int:
    """List what is one's own, or type in, compare or take back one table or figure."""
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
            return fault(f"{base.id} is the shipped one: there is nothing of yours to compare")
        return _compare(base, kept, args.json)
    found = desk.draft(base, _typed(args, base))
    if found.table is None:
        for slip in found.slips:
            print(f"sasl: {base.id}: {slip}", file=sys.stderr)
        print("sasl: nothing was written", file=sys.stderr)
        return 1
    if args.compare:
        return _compare(base, found.table, args.json)
    return _keep(desk, base, found, args.json)


def _list(pack: OwnPack, as_json: bool) -> int:
    found = pack.read()
    if as_json:
        put(
            {
                "folder": str(pack.folder),
                "tables": [{"id": name, "file": str(found.files[name])} for name in found.tables],
                "figures": [{"name": name, "value": item.value} for name, item in found.figures.items()],
                "faults": list(found.faults),
            }
        )
        return 1 if found.faults else 0
    _tell(found)
    if not found.tables and not found.figures and not found.faults:
        print("nothing is your own yet; sasl own TABLE types one in, as in: sasl own g2", file=sys.stderr)
    else:
        print(f"in {shown_path(pack.folder)}; sasl own NAME --remove goes back to the shipped one", file=sys.stderr)
    for line in found.faults:
        print(line, file=sys.stderr)
    return 1 if found.faults else 0


def _tell(found: Owned) -> None:
    for name, table in found.tables.items():
        print(f"{name:36} {table.title:28} {shown_path(found.files[name])}")
    for name, item in found.figures.items():
        print(f"{name:36} {item.value:g}")


def _typed(args: Namespace, base: Table) -> str:
    """The rows: words of the command line, a file, or what comes from stdin."""
    if args.rows:
        return "\n".join(args.rows)
    if args.file is not None:
        return _read(args.file)
    if sys.stdin.isatty():
        print(f"{base.id}: {base.title}. The shipped rows:\n{typed_lines(base)}", file=sys.stderr)
        print("Type yours, a line each, then ctrl+d on a line of its own (ctrl+c leaves):", file=sys.stderr)
    return _text(sys.stdin.buffer.read(4 * MOST_TEXT), "stdin") if hasattr(sys.stdin, "buffer") else sys.stdin.read()


def _read(path: Path) -> str:
    try:
        return _text(read_regular(path, 4 * MOST_TEXT), str(path))
    except OSError as error:
        raise ContentError([f"sasl: {path}: cannot be read ({(error.strerror or 'unknown fault').lower()})"]) from None


def _text(raw: bytes, name: str) -> str:
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ContentError([f"sasl: {name}: this is no UTF-8 text"]) from None


def _keep(desk: Desk, base: Table, found: Draft, as_json: bool) -> int:
    """Write it, and show it as games will use it."""
    assert found.table is not None
    desk.keep(found)
    if as_json:
        put(table_data(desk.pack.read().tables[base.id]))
        return 0
    print(*table_lines(desk.pack.read().tables[base.id]), sep="\n")
    print(f"saved; new games use it. sasl own {base.id} --compare shows what changed", file=sys.stderr)
    return 0


def _compare(old: Table, new: Table, as_json: bool) -> int:
    found = differences(old, new)
    heads = ("result", "shipped", "yours") if old.kind else ("total", "shipped", "yours")
    if as_json:
        put([dict(zip(heads, line, strict=True)) for line in found])
        return 0
    widths = [max(len(line[place]) for line in (heads, *found)) for place in range(3)]
    for line in (heads, *found):
        print("  ".join(f"{word:<{width}}" for word, width in zip(line, widths, strict=True)).rstrip())
    return 0


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
        return fault(f"{name} is the shipped one already")
    print(f"{name} is the shipped one again")
    return 0
