"""The usage of the command line: what can be typed after `sasl`, word by word."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from sasl import __version__
from sasl.kernel.text import closest, hint, number_in, whole_number
from sasl.lab import MOST_BASE, MOST_RUNS

EPILOG = """\
sasl is unofficial and ships no map or counter art: you need Advanced Squad Leader, Solitaire ASL and
Onslaught to Orsha 2. Exit status: 0 done, 1 a fault in your input, 2 wrong usage.
"""

COMMAND = "how Command Control restricts the FRIENDLY side (16): strict, mild, off"


Add: TypeAlias = Callable[[str, str], argparse.ArgumentParser]
"""Adds a word to those of a command line: its name, and what it does."""


def whole(text: str) -> int:
    """A whole number of at most 9 digits, as a seed or a DRM."""
    number = whole_number(text)
    if number is None:
        raise argparse.ArgumentTypeError(f"{text!a} is not a whole number")
    return number


def count(most: int, least: int = 1) -> Callable[[str], int]:
    """What reads a whole number of `least` to `most`."""

    def number(text: str) -> int:
        found = number_in(text, least, most)
        if found is None:
            raise argparse.ArgumentTypeError(f"{text!a} is not a number from {least} to {most:,}")
        return found

    return number


def folder_or_file(text: str) -> Path:
    """The file or folder `text` names."""
    if "\0" in text:
        raise ValueError(text)
    return Path(text)


class Words(argparse.ArgumentParser):
    """A command line that names the word which may have been meant, instead of all there are."""

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        near = closest(str(value), map(str, action.choices)) if action.choices and value not in action.choices else ""
        if near:
            raise argparse.ArgumentError(action, f"there is no {value!a}{hint(near)}")
        super()._check_value(action, value)


def adder(words: Any, common: argparse.ArgumentParser) -> Add:
    """What adds words to a command line, each with the options `common` to all."""
    return lambda name, text: words.add_parser(name, help=text, description=text, parents=[common])


def parser() -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument(
        "--saves", type=folder_or_file, metavar="DIR", default=argparse.SUPPRESS,
        help="where games are kept (saves/ in a checkout, otherwise your user data folder)",
    )  # fmt: skip
    common.add_argument(
        "--tables", type=folder_or_file, metavar="DIR", action="append", default=argparse.SUPPRESS,
        help="a folder with your own tables; the last table with an id wins",
    )  # fmt: skip
    common.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="print data as JSON")
    top = Words(
        prog="sasl", parents=[common], epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter,
        description="The automated ENEMY for Solitaire ASL. Without a command: the home screen.",
    )  # fmt: skip
    top.add_argument("--version", action="version", version=f"sasl {__version__}")
    add = adder(top.add_subparsers(dest="verb", metavar="COMMAND", title="commands"), common)
    _games(add)
    _watched_games(add)
    campaigns(add("campaign", "a campaign: its Reorganization Phases between scenarios"), common)
    _tables(add)
    _own_content(add)
    beside_vasl(add("vasl", "beside VASL: its saved games"), common)
    own_boards(add("boards", "your own VASL boards, for exact LOS: list, import, remove"), common)
    _records(add)
    return top


def _games(add: Add) -> None:
    play = add("play", "start a mission")
    play.add_argument("mission", help="the mission, e.g. oto-s1")
    play.add_argument("--seed", type=whole, help="the seed of the dice (default: a fresh one)")
    play.add_argument("--name", help="the name of the game (default: mission and date)")
    play.add_argument("--plain", action="store_true", help="lines of text instead of screens")
    play.add_argument("--command", default="", metavar="NAME", help=COMMAND)

    resume = add("resume", "resume a game (default: the last one played)")
    resume.add_argument("game", nargs="?", help="the name of the game")
    resume.add_argument("--plain", action="store_true", help="lines of text instead of screens")
    resume.add_argument("--recover", action="store_true", help="drop the damaged end of a save and go on from there")

    add("games", "list the saved games")

    keys = add("keys", "list every key of the screens, and your own")
    keys.add_argument("--template", action="store_true", help="write a file for your own choice of keys")


def _for_series(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("mission")
    verb.add_argument("--commander", default="", metavar="NAME", help="the doctrine of the FRIENDLY side")
    verb.add_argument("--command", default="", metavar="NAME", help=COMMAND)
    verb.add_argument(
        "--value", action="append", default=[], metavar="NAME=FIGURE", help="set a mission value: enemy-ac=4"
    )
    verb.add_argument("-j", dest="jobs", type=whole, default=0, metavar="N", help="how many games to play at once")


def _for_reports(verb: argparse.ArgumentParser) -> None:
    verb.add_argument(
        "--report", type=folder_or_file, action="append", default=[], metavar="FILE",
        help="also write a report: FILE.csv, .json, .md or .html (may be given more than once)",
    )  # fmt: skip
    verb.add_argument("--scheduler", default="", metavar="ADDRESS", help="play on a Dask cluster, as tcp://host:8786")


def _watched_games(add: Add) -> None:
    watch = add("watch", "watch the program play both sides of a mission")
    _for_series(watch)
    watch.add_argument("--doctrine", default="", metavar="NAME", help="the doctrine of the ENEMY")
    watch.add_argument("--seed", required=True, metavar="N", help="a seed; with --summary also a range like 1-100")
    watch.add_argument("--name", help="the name of the saved game (default: watch-MISSION-SEED)")
    watch.add_argument("--plain", action="store_true", help="print the whole mission as text")
    watch.add_argument("--summary", action="store_true", help="print only how it ended")

    sim = add("sim", "play a mission many times and report the numbers")
    _for_series(sim)
    sim.add_argument("--doctrine", default="", metavar="NAME", help="the doctrine of the ENEMY")
    sim.add_argument("--runs", type=count(MOST_RUNS), default=100, metavar="N", help="how many runs (default: 100)")
    sim.add_argument(
        "--base", type=count(MOST_BASE, 0), default=0, metavar="B", help="another range of seeds (default: 0)"
    )
    sim.add_argument("--continue", dest="go_on", action="store_true", help="go on with the same series")
    sim.add_argument(
        "--until-clear", nargs="*", metavar="KEY=ERROR",
        help="stop once each number is known to within its error (default: wins=0.05 margin=0.5)",
    )  # fmt: skip
    _for_reports(sim)

    compare = add("compare", "compare packs, doctrines, variants or values over the same seeds")
    _for_series(compare)
    compare.add_argument("--seed", default="1-100", metavar="N-M", help="the seeds (default: 1-100)")
    compare.add_argument(
        "--doctrine", default="", metavar="NAMES", help="doctrines of the ENEMY, with commas (default: all)"
    )

    compare.add_argument("--packs", default="", metavar="NAMES", help="folders of tables, or shipped, with commas")
    compare.add_argument("--sensitivity", default="", metavar="TABLE", help="each row of TABLE widened in turn")
    _for_reports(compare)


def _tables(add: Add) -> None:
    place = add("place", "place the S? of a mission, and list them")
    place.add_argument("mission")
    place.add_argument("--seed", type=whole, required=True)
    place.add_argument("--explain", action="store_true", help="give the case and the patch of each")

    table = add("table", "list the tables, or show one with the exact chance of each row")
    table.add_argument("id", nargs="?")
    table.add_argument("--drm", type=whole, default=0, help="a modifier on every roll")

    odds = add("odds", "the exact chances of a table, of the chain of tables behind it, or of a mission")
    odds.add_argument("id", metavar="ID", help="a table (bto.activation), or a mission (oto-s1)")
    odds.add_argument("--expand", action="store_true", help="follow it through every table it leads to")
    odds.add_argument(
        "--given",
        default="",
        metavar="WORD",
        help="assume this item or counter, and show what comes with it: VEHICLE, LMG",
    )
    odds.add_argument("--drm", type=whole, default=0, help="a modifier on the first roll")
    odds.add_argument(
        "--when",
        action="append",
        default=[],
        metavar="CONDITION",
        help="count the modifier of this condition: near-vpo, level=2",
    )
    odds.add_argument("--column", default="", help="the column, where the table has columns")
    odds.add_argument("--mission", default="", help="the mission whose modifiers count")
    odds.add_argument("--inside", action="store_true", help="the S? is in a building")
    odds.add_argument("--ac", type=whole, metavar="N", help="the ENEMY AC# (default: as the mission's table gives it)")

    roll = add("roll", "roll on a table")
    roll.add_argument("id")
    given = roll.add_mutually_exclusive_group()
    given.add_argument("--dr", type=whole, metavar="N", help="the total rolled, before modifiers")
    given.add_argument("--dice", type=whole, nargs="+", metavar="N", help="the dice, coloured first")
    roll.add_argument("--drm", type=whole, default=0, help="a modifier")
    roll.add_argument("--column", default="", help="the column, where the table has columns")
    roll.add_argument("--seed", type=whole, help="the seed of the dice (default: a fresh one)")
    roll.add_argument("-n", type=whole, default=1, metavar="N", help="how many rolls")
    roll.add_argument(
        "--histogram", action="store_true", help="print only how often each row came up, beside its exact chance"
    )


def _own_content(add: Add) -> None:
    own = add("own", "your own figures: list them, type in a table from your card, compare it, go back")
    own.add_argument("name", nargs="?", help="a table (its id, or the end of it: g2), or a single figure")
    own.add_argument("rows", nargs="*", help="its rows, as in '2..3: 6-5-8', or a figure's value (default: from stdin)")
    own.add_argument("--file", type=folder_or_file, metavar="FILE", help="read the rows from a file")
    own.add_argument("--compare", action="store_true", help="only show what would change; write nothing")
    own.add_argument("--remove", action="store_true", help="go back to the shipped one")

    new = add("new-mission", "copy the mission template and make it your own")
    new.add_argument("name", help="its name: small letters, digits and -")
    new.add_argument(
        "folder",
        nargs="?",
        type=folder_or_file,
        help="where to put it (default: your own pack, which is always in play)",
    )

    sights = add("los", "the LOS between two hexes of a board, with nothing on it")
    sights.add_argument("board", help="the board: oto, bd16 (or 16) …")
    sights.add_argument("hexes", nargs="*", metavar="HEX", help="two hexes; a unit in a gully hex counts as IN it")
    sights.add_argument(
        "--pairs", metavar="FILE", help='a list instead (- for stdin): two hexes a line, or JSON: [["K1", "K9"], …]'
    )


def _records(add: Add) -> None:
    lint = add("lint", "check missions, tables, counters and boards")
    lint.add_argument("files", nargs="*", type=folder_or_file, metavar="FILE")

    log = add("log", "print the log of a saved game")
    log.add_argument("game")
    log.add_argument("--topic", action="append", help="only lines of this topic (roll, suspect, unit, event …)")

    record = add("export", "write an after-action report of a saved game: turns, fights, losses, VP, maps")
    record.add_argument("game")
    into_page(record, "one self-contained HTML page with maps", "Markdown with tables of who is where")

    page = add("serve", "show the screens in a browser on this machine, at 127.0.0.1 (needs the 'serve' extra)")
    page.add_argument("--port", type=whole, default=8765, metavar="N", help="the port (default: 8765)")


def campaigns(room: argparse.ArgumentParser, common: argparse.ArgumentParser) -> None:
    """What can be typed after `sasl campaign`; nothing opens the screens."""
    add = adder(room.add_subparsers(dest="act", metavar="ACT", title="what to do (nothing: the screens)"), common)

    new = add("new", "begin a campaign")
    new.add_argument("campaign", help="the campaign, e.g. oto2")
    new.add_argument("--name", help="the name of the saved campaign (default: campaign and date)")
    new.add_argument("--seed", type=whole, help="the seed of the dice (default: a fresh one)")
    play = add("play", "resume a campaign (default: the last one played)")
    resume = add("resume", "the same as play")
    for verb in (play, resume):
        verb.add_argument("game", nargs="?", metavar="NAME", help="the name of the saved campaign")
        verb.add_argument("--recover", action="store_true", help="drop the damaged end of a save and go on from there")
    for verb in (new, play, resume):
        verb.add_argument("--plain", action="store_true", help="lines of text instead of screens")
    add("list", "list the campaigns you can play, and those you have saved")
    add("show", "print figures, purchases, Force Organizer and roster").add_argument("game", metavar="NAME")
    result = add("result", "enter the result of a scenario, line by line from stdin")
    result.add_argument("game", metavar="NAME")

    watch = add("watch", "watch the program play both sides, with made-up results for the scenarios")
    watch.add_argument("campaign", help="the campaign, e.g. oto2")
    watch.add_argument("--seed", required=True, metavar="N", help="a seed; with --summary also a range like 1-100")
    watch.add_argument("--name", help="the name of the saved campaign (default: watch-CAMPAIGN-SEED)")
    watch.add_argument("--plain", action="store_true", help="print the whole campaign as text (always on)")
    watch.add_argument("--summary", action="store_true", help="print only how each ended")
    watch.add_argument("-j", dest="jobs", type=whole, default=0, metavar="N", help="how many campaigns to play at once")
    page = add("print", "print the records of a saved campaign: roster, purchases, Force Organizer")
    page.add_argument("game", metavar="NAME")
    into_page(page, "an HTML page, laid out for printing", "Markdown")


def beside_vasl(room: argparse.ArgumentParser, common: argparse.ArgumentParser) -> None:
    """What can be typed after `sasl vasl`."""
    add = adder(room.add_subparsers(dest="act", metavar="ACT", title="what to do", required=True), common)
    show = add("show", "list what is on the map of a saved game, hex by hex, and count what was recognised")
    diff = add("diff", "how a saved game of VASL differs from a game, or from another saved game, by hex")
    for act in (show, diff):
        act.add_argument("file", type=folder_or_file, metavar="FILE", help="a saved game of VASL (.vsav)")
    show.add_argument("--all", action="store_true", help="also list what lies beside the boards or in other windows")
    other = "a game (default: the one played last), or a second .vsav"
    diff.add_argument("other", nargs="?", metavar="GAME", help=other)
    write = add("write", "write a copy of a saved game with the counters of a game added")
    write.add_argument("game", metavar="GAME", help="the game")
    write.add_argument("file", type=folder_or_file, metavar="FILE", help="a saved game of VASL; it is not changed")
    write.add_argument(
        "--out", type=folder_or_file, required=True, metavar="COPY", help="the new file; it must not exist yet"
    )


def own_boards(room: argparse.ArgumentParser, common: argparse.ArgumentParser) -> None:
    """What can be typed after `sasl boards`; nothing lists the boards."""
    add = adder(room.add_subparsers(dest="act", metavar="ACT", title="what to do (nothing: list them)"), common)

    bring = add("import", "read board archives of VASL: LOS on these boards is exact from then on")
    bring.add_argument("paths", nargs="+", type=folder_or_file, metavar="FILE|FOLDER", help="such as bd13, or a folder")
    gone = add("remove", "forget imported boards: LOS is advice again")
    gone.add_argument("names", nargs="+", metavar="BOARD", help="13, bd13, or all")


def into_page(verb: argparse.ArgumentParser, html: str, markdown: str) -> None:
    """The options of a command that writes a page; what each form is."""
    form = verb.add_mutually_exclusive_group()
    form.add_argument("--html", action="store_true", help=html)
    form.add_argument("--markdown", action="store_true", help=f"{markdown} (the default)")
    verb.add_argument("--out", type=folder_or_file, metavar="FILE", help="write it into a file")


def given(argv: Sequence[str] | None) -> argparse.Namespace:
    """What was typed after `sasl`; SystemExit for wrong usage."""
    args = parser().parse_args(argv)
    for name, default in (("saves", None), ("tables", []), ("json", False)):
        if not hasattr(args, name):
            setattr(args, name, default)
    return args
