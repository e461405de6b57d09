"""What each command of the command line does."""

from __future__ import annotations

import json
import secrets
import sys
from argparse import Namespace
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from sasl.board.terrain import Figure
from sasl.content.conditions import GROUPS
from sasl.content.library import Library, shipped_root
from sasl.content.lint import lint_all, lint_files
from sasl.content.tables import kind_name
from sasl.content.yamlfile import ContentError, read_yaml
from sasl.core.dice import die
from sasl.core.records import Modifier, RollRecord, Source, result_text
from sasl.core.tables import Table, TableError
from sasl.core.text import number_in


def run(args: Namespace) -> int:
    """Run the command of `args`; the exit status."""
    from sasl.saves.codec import SaveError

    try:
        return int(COMMANDS[args.verb](args))
    except SaveError as error:
        print(f"sasl: {error}", file=sys.stderr)
        return 1


def library(args: Namespace) -> Library:
    """The shipped content with the packs of `--tables`; says which tables a pack replaces."""
    found = Library(shipped_root(), tuple(args.tables))
    if args.tables and args.verb != "lint":
        _ = found.tables
        for name, origin in found.overridden.items():
            print(f"sasl: {name} comes from {origin}", file=sys.stderr)
    return found


def saves(args: Namespace) -> Path:
    """The folder of games."""
    from sasl.saves.places import default_folder

    return args.saves if args.saves is not None else default_folder()


def plain(args: Namespace) -> bool:
    """Whether to play in lines: asked for, or there is no terminal for screens."""
    if args.plain:
        return True
    if sys.stdin.isatty() and sys.stdout.isatty():
        return False
    print("sasl: no terminal here, so lines of text (--plain)", file=sys.stderr)
    return True


def put(data: Any) -> None:
    """Print data as JSON."""
    print(json.dumps(data, ensure_ascii=False, indent=2, default=str))


def fault(text: str) -> int:
    """Say what was wrong on stderr; exit status 1."""
    print(f"sasl: {text}", file=sys.stderr)
    return 1


# -- playing ------------------------------------------------------------------------------------------


def play(args: Namespace) -> int:
    """Start a mission, on screens or in lines."""
    lib = library(args)
    lib.mission_path(args.mission)
    seed = args.seed if args.seed is not None else secrets.randbelow(1_000_000)
    now = datetime.now()
    name = args.name or f"{args.mission}-{now:%Y%m%d-%H%M%S}"
    if plain(args):
        from sasl.cli.plain import Plain
        from sasl.saves.session import Session

        session = Session.create(lib, args.mission, seed, saves(args), name, now.isoformat(timespec="seconds"))
        return Plain(session).run()
    from sasl.tui.app import run as run_tui

    return run_tui(saves(args), tuple(args.tables), mission=args.mission, seed=seed, name=name)


def resume(args: Namespace) -> int:
    """Go on with a game, on screens or in lines."""
    from sasl.saves.games import list_games
    from sasl.saves.names import game_path
    from sasl.saves.recovery import recover
    from sasl.saves.session import Session

    folder, name = saves(args), args.game
    if name is None:
        games = list_games(folder)
        if not games:
            return fault(f"there is no saved game in {folder}; start one with: sasl play oto-s1")
        own = [game for game in games if game.kind == "game"] or games
        name = max(own, key=lambda game: game.modified).name
    if not game_path(folder, name).is_file():
        return fault(f"there is no game '{name}' in {folder}; sasl games lists them")
    if args.recover:
        print(recover(library(args), folder, name), file=sys.stderr)
    if plain(args):
        from sasl.cli.plain import Plain

        return Plain(Session.resume(library(args), folder, name)).run()
    from sasl.tui.app import run as run_tui

    return run_tui(folder, tuple(args.tables), game=name)


def games(args: Namespace) -> int:
    """List the saved games, the last played first."""
    from sasl.saves.games import list_games

    found = sorted(list_games(saves(args)), key=lambda game: game.modified, reverse=True)
    if args.json:
        put(
            [
                {
                    "name": game.name,
                    "mission": game.mission,
                    "moment": game.moment,
                    "kind": game.kind,
                    "vp": game.vp,
                    "modified": datetime.fromtimestamp(game.modified).isoformat(timespec="seconds"),
                    "damaged": game.damaged,
                }
                for game in found
            ]
        )
        return 0
    for game in found:
        when = datetime.fromtimestamp(game.modified)
        print(
            f"{game.name}  {game.mission}  {when:%Y-%m-%d %H:%M}  {game.damaged or game.moment}"
            + (f"  {game.vp}" if game.vp else "")
        )
    if not found:
        print(f"no games in {saves(args)}", file=sys.stderr)
    return 0


def log(args: Namespace) -> int:
    """Print the log of a game; the game may be open elsewhere."""
    from sasl.saves.session import Session

    session = Session.read(library(args), saves(args), args.game)
    lines = session.log(set(args.topic) if args.topic else None)
    if args.json:
        put([{"moment": line.n, "topic": line.topic, "text": line.text} for line in lines])
    else:
        for line in lines:
            print(line.text)
    for notice in session.notices:
        print(notice, file=sys.stderr)
    return 0


# -- watching and placing -----------------------------------------------------------------------------


def watch(args: Namespace) -> int:
    """Watch one seed, or count how several ended."""
    from sasl.cli.watching import summary, watch_plain
    from sasl.lab.commander import doctrine_orders
    from sasl.lab.series import Series

    lib = library(args)
    lib.mission_path(args.mission)
    seeds = seed_range(args.seed)
    if seeds is None or (len(seeds) > 1 and not args.summary):
        return fault(f"--seed {args.seed}: a number, or with --summary a range like 1-100")
    for name in filter(None, (args.doctrine, args.commander)):
        lib.doctrine(name)
    if args.summary:
        series = Series(args.mission, args.doctrine, args.commander, tuple(args.tables))
        return summary(series, seeds, args.json, args.at_once)
    orders = doctrine_orders(args.doctrine, args.commander)
    name = args.name or f"watch-{args.mission}-{seeds[0]}"
    if args.json or plain(args):
        return watch_plain(lib, args.mission, seeds[0], saves(args), name, args.json, orders)
    from sasl.tui.app import run as run_tui

    return run_tui(
        saves(args), tuple(args.tables), mission=args.mission, seed=seeds[0], name=name, watch=True, orders=orders
    )


def compare(args: Namespace) -> int:
    """Doctrines of the ENEMY side by side over the same seeds."""
    from sasl.cli.watching import compare as compare_doctrines
    from sasl.lab.series import Series

    lib = library(args)
    lib.mission_path(args.mission)
    seeds = seed_range(args.seed)
    if seeds is None:
        return fault(f"--seed {args.seed}: a number, or a range like 1-100")
    doctrines = [word.strip() for word in args.doctrine.split(",") if word.strip()]
    if not doctrines:
        return fault("--doctrine needs names, as in: --doctrine timid,standard")
    series = Series(args.mission, "", args.commander, tuple(args.tables))
    return compare_doctrines(lib, series, list(dict.fromkeys(doctrines)), seeds, args.json, args.at_once)


def seed_range(text: str) -> range | None:
    """The seeds that `7` or `1-100` names, or None."""
    first, dash, last = str(text).partition("-")
    low, high = number_in(first, 0, 999_999_999), number_in(last or first, 0, 999_999_999)
    if low is None or high is None or high < low or (dash and not last):
        return None
    return range(low, high + 1)


def place(args: Namespace) -> int:
    """Place the S? of a mission."""
    import sasl.play.verbs  # noqa: F401 - registers the commands
    from sasl.play.engine import Done, new_game
    from sasl.play.engine import play as play_command

    game = new_game(library(args), args.mission, args.seed)
    for command in ("next", "next"):
        done = play_command(game, command)
        assert isinstance(done, Done)
        game = done.game
    suspects = list(game.state.suspects.values())
    if args.json:
        put([{"id": item.id, "hex": item.hex, "attitude": item.attitude, "reason": item.reason} for item in suspects])
        return 0
    for item in suspects:
        print(f"{item.id}  {item.hex}  {item.attitude}" + (f"  {item.reason}" if args.explain else ""))
    print(f"{len(suspects)} S?", file=sys.stderr)
    return 0


# -- tables -------------------------------------------------------------------------------------------


def table(args: Namespace) -> int:
    """List all tables, or one with its odds."""
    lib = library(args)
    if args.id is None:
        found = [lib.tables[name] for name in sorted(lib.tables)]
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
        put({"id": item.id, "title": item.title, "summary": item.summary, "choice": item.choice, "orders": item.orders,
             "actions": dict(item.actions), "figures": figure_data(item.figures)})
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
    for record in records:
        print(f"{record.sum_text()} -> {result_text(record.result)} [{record.provenance}]")
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
    )


def lint(args: Namespace) -> int:
    """Check files, or everything shipped and in the player's packs."""
    lib = library(args)
    faults = lint_files(lib, args.files) if args.files else lint_all(lib)
    if not faults:
        own = [path for path in args.files if isinstance(read_yaml(path).data, list)]
        faults = playable(Library(lib.root, (*lib.packs, *own)))
    if args.json:
        put({"faults": faults})
    else:
        for line in faults:
            print(line)
        if not faults:
            print("no faults", file=sys.stderr)
    return 1 if faults else 0


def playable(lib: Library) -> list[str]:
    """Faults of missions whose files are sound but whose tables say what no rule can play."""
    import sasl.play.verbs  # noqa: F401 - registers the effects
    from sasl.play.checks import check

    faults: list[str] = []
    for mission_id in lib.mission_ids():
        try:
            check(lib, lib.mission(mission_id))
        except ContentError as error:
            faults += error.faults
    return faults


COMMANDS = {
    "play": play,
    "resume": resume,
    "games": games,
    "watch": watch,
    "compare": compare,
    "place": place,
    "table": table,
    "roll": roll,
    "lint": lint,
    "log": log,
}
