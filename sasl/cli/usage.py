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

COMMAND = "how Command Control restricts the FRIENDLY side (S16): strict, mild, off"


Line: TypeAlias = argparse.ArgumentParser
"""A command line: that of the program, or what follows one of its commands."""
Fill: TypeAlias = Callable[[Line], object]
"""Adds to the line of a command what can follow it."""
Add: TypeAlias = Callable[[str, str, Fill], object]
"""Adds a command to a line: its name, what it does, and what can follow it."""


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


def _folder_or_file(text: str) -> Path:
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


class Command(Words):
    """The line of one command, made when the command is given: to make all of them takes longer than to read one."""

    def __init__(self, fill: Fill, **how: Any) -> None:
        self._fill, self._how = fill, how

    def _check_help(self, action: argparse.Action) -> None:
        """Python 3.14 looks at the help of a command as it is added; here that waits until the line is made."""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Read what was typed after the command."""
        super().__init__(**self._how)
        self._fill(self)
        return super().parse_known_args(args, namespace)


def _adder(line: Line, common: Line, **how: Any) -> Add:
    """What adds commands to a line, each with the options `common` to all."""
    commands: Any = line.add_subparsers(prog=line.prog, parser_class=Command, **how)
    return lambda name, text, fill: commands.add_parser(name, help=text, description=text, parents=[common], fill=fill)


def parser() -> Line:
    """The parser of the whole command line."""
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument(
        "--saves", type=_folder_or_file, metavar="DIR", default=argparse.SUPPRESS,
        help="where games are kept (saves/ in a checkout, otherwise your user data folder)",
    )  # fmt: skip
    common.add_argument(
        "--tables", type=_folder_or_file, metavar="DIR", action="append", default=argparse.SUPPRESS,
        help="a folder with your own tables; the last table with an id wins",
    )  # fmt: skip
    common.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="print data as JSON")
    top = Words(
        prog="sasl", parents=[common], epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter,
        description="The automated ENEMY for Solitaire ASL. Without a command: the home screen.",
    )  # fmt: skip
    top.add_argument("--version", action="version", version=f"sasl {__version__}")
    add = _adder(top, common, dest="verb", metavar="COMMAND", title="commands")
    add("play", "start a mission", _play)
    add("resume", "resume a game (default: the last one played)", _resume)
    add("games", "list the saved games", _nothing)
    add("keys", "list every key of the screens, and your own", _keys)
    add("watch", "watch the program play both sides of a mission", _watch)
    add("sim", "play a mission many times and report the numbers", _sim)
    add("compare", "compare packs, doctrines, variants or values over the same seeds", _compare)
    add("campaign", "a campaign: its Reorganization Phases between scenarios", lambda line: _campaign(line, common))
    add("place", "place the S? of a mission, and list them", _place)
    add("table", "list the tables, or show one with the exact chance of each row", _table)
    add("odds", "the exact chances of a table, of the chain of tables behind it, or of a mission", _odds)
    add("roll", "roll on a table", _roll)
    add("own", "your own figures: list them, type in a table from your card, compare it, go back", _own)
    add("new-mission", "copy the mission template and make it your own", _new_mission)
    add("los", "the LOS between two hexes of a board, with nothing on it", _los)
    add("vasl", "beside VASL: its saved games", lambda line: _vasl(line, common))
    add("boards", "your own VASL boards, for exact LOS: list, import, remove", lambda line: _boards(line, common))
    add("chapter-s", "list the rules of Chapter S by number, and how each is played here", _chapter_s)
    add("lint", "check missions, tables, counters and boards", _lint)
    add("log", "print the log of a saved game", _log)
    add("export", "write a saved game as an after-action report: turns, fights, losses, VP, maps", _export)
    add("report", "write one file about a saved game for a maintainer: save, log, versions; no names", _report)
    add("serve", "show the screens in a browser on this machine, at 127.0.0.1 (needs the 'serve' extra)", _serve)
    return top


def _nothing(line: Line) -> None:
    """Nothing can follow."""


def _play(line: Line) -> None:
    line.add_argument("mission", help="the mission, e.g. oto-s1")
    line.add_argument("--seed", type=whole, help="the seed of the dice (default: a fresh one)")
    line.add_argument("--name", help="the name of the game (default: mission and date)")
    line.add_argument("--plain", action="store_true", help="lines of text instead of screens")
    line.add_argument("--command", default="", metavar="NAME", help=COMMAND)


def _resume(line: Line) -> None:
    line.add_argument("game", nargs="?", help="the name of the game")
    line.add_argument("--plain", action="store_true", help="lines of text instead of screens")
    line.add_argument("--recover", action="store_true", help="drop the damaged end of a save and go on from there")


def _keys(line: Line) -> None:
    line.add_argument("--template", action="store_true", help="write a file for your own choice of keys")


def _chapter_s(line: Line) -> None:
    line.add_argument("number", nargs="?", help="one rule, or all that begin with it, e.g. S6.3")


def _for_series(line: Line) -> None:
    line.add_argument("mission")
    line.add_argument("--commander", default="", metavar="NAME", help="the doctrine of the FRIENDLY side")
    line.add_argument("--command", default="", metavar="NAME", help=COMMAND)
    line.add_argument(
        "--value", action="append", default=[], metavar="NAME=FIGURE", help="set a mission value: enemy-ac=4"
    )
    line.add_argument("-j", dest="jobs", type=whole, default=0, metavar="N", help="how many games to play at once")


def _for_reports(line: Line) -> None:
    line.add_argument(
        "--report", type=_folder_or_file, action="append", default=[], metavar="FILE",
        help="also write a report: FILE.csv, .json, .md or .html (may be given more than once)",
    )  # fmt: skip
    line.add_argument("--scheduler", default="", metavar="ADDRESS", help="play on a Dask cluster, as tcp://host:8786")


def _watch(line: Line) -> None:
    _for_series(line)
    line.add_argument("--doctrine", default="", metavar="NAME", help="the doctrine of the ENEMY")
    line.add_argument("--seed", required=True, metavar="N", help="a seed; with --summary also a range like 1-100")
    line.add_argument("--name", help="the name of the saved game (default: watch-MISSION-SEED)")
    line.add_argument("--plain", action="store_true", help="print the whole mission as text")
    line.add_argument("--summary", action="store_true", help="print only how it ended")


def _sim(line: Line) -> None:
    _for_series(line)
    line.add_argument("--doctrine", default="", metavar="NAME", help="the doctrine of the ENEMY")
    line.add_argument("--runs", type=count(MOST_RUNS), default=100, metavar="N", help="how many runs (default: 100)")
    line.add_argument(
        "--base", type=count(MOST_BASE, 0), default=0, metavar="B", help="another range of seeds (default: 0)"
    )
    line.add_argument("--continue", dest="go_on", action="store_true", help="go on with the same series")
    line.add_argument(
        "--until-clear", nargs="*", metavar="KEY=ERROR",
        help="stop once each number is known to within its error (default: wins=0.05 margin=0.5)",
    )  # fmt: skip
    _for_reports(line)


def _compare(line: Line) -> None:
    _for_series(line)
    line.add_argument("--seed", default="1-100", metavar="N-M", help="the seeds (default: 1-100)")
    line.add_argument(
        "--doctrine", default="", metavar="NAMES", help="doctrines of the ENEMY, with commas (default: all)"
    )
    line.add_argument("--packs", default="", metavar="NAMES", help="folders of tables, or shipped, with commas")
    line.add_argument("--sensitivity", default="", metavar="TABLE", help="each row of TABLE widened in turn")
    _for_reports(line)


def _place(line: Line) -> None:
    line.add_argument("mission")
    line.add_argument("--seed", type=whole, required=True)
    line.add_argument("--explain", action="store_true", help="give the case and the patch of each")


def _table(line: Line) -> None:
    line.add_argument("id", nargs="?")
    line.add_argument("--drm", type=whole, default=0, help="a modifier on every roll")


def _odds(line: Line) -> None:
    line.add_argument("id", metavar="ID", help="a table (bto.activation), or a mission (oto-s1)")
    line.add_argument("--expand", action="store_true", help="follow it through every table it leads to")
    line.add_argument(
        "--given", default="", metavar="WORD",
        help="assume this item or counter, and show what comes with it: VEHICLE, LMG",
    )  # fmt: skip
    line.add_argument("--drm", type=whole, default=0, help="a modifier on the first roll")
    line.add_argument(
        "--when", action="append", default=[], metavar="CONDITION",
        help="count the modifier of this condition: near-vpo, level=2",
    )  # fmt: skip
    line.add_argument("--column", default="", help="the column, where the table has columns")
    line.add_argument("--mission", default="", help="the mission whose modifiers count")
    line.add_argument("--inside", action="store_true", help="the S? is in a building")
    line.add_argument("--ac", type=whole, metavar="N", help="the ENEMY AC# (default: as the mission's table gives it)")


def _roll(line: Line) -> None:
    line.add_argument("id")
    given = line.add_mutually_exclusive_group()
    given.add_argument("--dr", type=whole, metavar="N", help="the total rolled, before modifiers")
    given.add_argument("--dice", type=whole, nargs="+", metavar="N", help="the dice, coloured first")
    line.add_argument("--drm", type=whole, default=0, help="a modifier")
    line.add_argument("--column", default="", help="the column, where the table has columns")
    line.add_argument("--seed", type=whole, help="the seed of the dice (default: a fresh one)")
    line.add_argument("-n", type=whole, default=1, metavar="N", help="how many rolls")
    line.add_argument(
        "--histogram", action="store_true", help="print only how often each row came up, beside its exact chance"
    )


def _own(line: Line) -> None:
    line.add_argument("name", nargs="?", help="a table (its id, or the end of it: g2), or a single figure")
    line.add_argument(
        "rows", nargs="*", help="its rows, as in '2..3: 6-5-8', or a figure's value (default: from stdin)"
    )
    line.add_argument("--file", type=_folder_or_file, metavar="FILE", help="read the rows from a file")
    line.add_argument("--compare", action="store_true", help="only show what would change; write nothing")
    line.add_argument("--remove", action="store_true", help="go back to the shipped one")


def _new_mission(line: Line) -> None:
    line.add_argument("name", help="its name: small letters, digits and -")
    line.add_argument(
        "folder", nargs="?", type=_folder_or_file,
        help="where to put it (default: your own pack, which is always in play)",
    )  # fmt: skip


def _los(line: Line) -> None:
    line.add_argument("board", help="the board: oto, bd16 (or 16) …")
    line.add_argument("hexes", nargs="*", metavar="HEX", help="two hexes; a unit in a gully hex counts as IN it")
    line.add_argument(
        "--pairs", metavar="FILE", help='a list instead (- for stdin): two hexes a line, or JSON: [["K1", "K9"], …]'
    )


def _lint(line: Line) -> None:
    line.add_argument("files", nargs="*", type=_folder_or_file, metavar="FILE")


def _log(line: Line) -> None:
    line.add_argument("game")
    line.add_argument("--topic", action="append", help="only lines of this topic (roll, suspect, unit, event …)")


def _export(line: Line) -> None:
    line.add_argument("game")
    _into_page(line, "one self-contained HTML page with maps", "Markdown with tables of who is where")


def _report(line: Line) -> None:
    line.add_argument("game")
    line.add_argument("--out", type=Path, metavar="FILE", help="the file (default: report-GAME.zip, here)")


def _serve(line: Line) -> None:
    line.add_argument("--port", type=whole, default=8765, metavar="N", help="the port (default: 8765)")


def _into_page(line: Line, html: str, markdown: str) -> None:
    """The options of a command that writes a page; what each form is."""
    form = line.add_mutually_exclusive_group()
    form.add_argument("--html", action="store_true", help=html)
    form.add_argument("--markdown", action="store_true", help=f"{markdown} (the default)")
    line.add_argument("--out", type=_folder_or_file, metavar="FILE", help="write it into a file")


def _campaign(line: Line, common: Line) -> None:
    """What can be typed after `sasl campaign`; nothing opens the screens."""
    add = _adder(line, common, dest="act", metavar="ACT", title="what to do (nothing: the screens)")
    add("new", "begin a campaign", _campaign_new)
    add("play", "resume a campaign (default: the last one played)", _campaign_play)
    add("resume", "the same as play", _campaign_play)
    add("list", "list the campaigns you can play, and those you have saved", _nothing)
    add("show", "print figures, purchases, Force Organizer and roster", _saved_campaign)
    add("result", "enter the result of a scenario, line by line from stdin", _saved_campaign)
    add("watch", "watch the program play both sides, with made-up results for the scenarios", _campaign_watch)
    add("print", "print the records of a saved campaign: roster, purchases, Force Organizer", _campaign_print)


def _campaign_new(line: Line) -> None:
    line.add_argument("campaign", help="the campaign, e.g. oto2")
    line.add_argument("--name", help="the name of the saved campaign (default: campaign and date)")
    line.add_argument("--seed", type=whole, help="the seed of the dice (default: a fresh one)")
    line.add_argument("--plain", action="store_true", help="lines of text instead of screens")


def _campaign_play(line: Line) -> None:
    line.add_argument("game", nargs="?", metavar="NAME", help="the name of the saved campaign")
    line.add_argument("--recover", action="store_true", help="drop the damaged end of a save and go on from there")
    line.add_argument("--plain", action="store_true", help="lines of text instead of screens")


def _saved_campaign(line: Line) -> None:
    line.add_argument("game", metavar="NAME")


def _campaign_watch(line: Line) -> None:
    line.add_argument("campaign", help="the campaign, e.g. oto2")
    line.add_argument("--seed", required=True, metavar="N", help="a seed; with --summary also a range like 1-100")
    line.add_argument("--name", help="the name of the saved campaign (default: watch-CAMPAIGN-SEED)")
    line.add_argument("--plain", action="store_true", help="print the whole campaign as text (always on)")
    line.add_argument("--summary", action="store_true", help="print only how each ended")
    line.add_argument("-j", dest="jobs", type=whole, default=0, metavar="N", help="how many campaigns to play at once")


def _campaign_print(line: Line) -> None:
    _saved_campaign(line)
    _into_page(line, "a page for a browser, with rules for paper", "Markdown")


def _vasl(line: Line, common: Line) -> None:
    """What can be typed after `sasl vasl`."""
    add = _adder(line, common, dest="act", metavar="ACT", title="what to do", required=True)
    add("show", "list what is on the map of a saved game, hex by hex, and count what was recognised", _vasl_show)
    add("diff", "how a saved game of VASL differs from a game, or from another saved game, by hex", _vasl_diff)
    add("write", "write a copy of a saved game with the counters of a game added", _vasl_write)


def _vasl_show(line: Line) -> None:
    line.add_argument("file", type=_folder_or_file, metavar="FILE", help="a saved game of VASL (.vsav)")
    line.add_argument("--all", action="store_true", help="also list what lies beside the boards or in other windows")


def _vasl_diff(line: Line) -> None:
    line.add_argument("file", type=_folder_or_file, metavar="FILE", help="a saved game of VASL (.vsav)")
    other = "a game (default: the one played last), or a second .vsav"
    line.add_argument("other", nargs="?", metavar="GAME", help=other)


def _vasl_write(line: Line) -> None:
    line.add_argument("game", metavar="GAME", help="the game")
    line.add_argument("file", type=_folder_or_file, metavar="FILE", help="a saved game of VASL; it is not changed")
    line.add_argument(
        "--out", type=_folder_or_file, required=True, metavar="COPY", help="the new file; it must not exist yet"
    )


def _boards(line: Line, common: Line) -> None:
    """What can be typed after `sasl boards`; nothing lists the boards."""
    add = _adder(line, common, dest="act", metavar="ACT", title="what to do (nothing: list them)")
    add("import", "read board archives of VASL: LOS on these boards is exact from then on", _boards_import)
    add("remove", "forget imported boards: LOS is advice again", _boards_remove)


def _boards_import(line: Line) -> None:
    line.add_argument("paths", nargs="+", type=_folder_or_file, metavar="FILE|FOLDER", help="such as bd13, or a folder")


def _boards_remove(line: Line) -> None:
    line.add_argument("names", nargs="+", metavar="BOARD", help="13, bd13, or all")


def given(argv: Sequence[str] | None) -> argparse.Namespace:
    """What was typed after `sasl`; SystemExit for wrong usage."""
    args = parser().parse_args(argv)
    for name, default in (("saves", None), ("tables", []), ("json", False)):
        if not hasattr(args, name):
            setattr(args, name, default)
    return args
