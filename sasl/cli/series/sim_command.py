"""`sasl sim`: a mission played many times, kept on disk, and its numbers; `sasl watch --summary` reports the same."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterable, Mapping, Sequence

from sasl.cli.common import check_command, library, notices, packs, put, saves
from sasl.cli.series.progress import Ended
from sasl.content.library import Library
from sasl.content.reading.faults import ContentError
from sasl.kernel.transaction import Refused
from sasl.lab.counting.endings import KEYS, LOSSES, Ending
from sasl.lab.reports.report_files import Reports
from sasl.lab.reports.sections import Section, as_text
from sasl.lab.reports.series_report import command, sections, setting, title
from sasl.lab.series.matches import Match
from sasl.lab.series.run_files import RunFile, heading
from sasl.lab.series.sim import QUESTIONS, Player, Series, here
from sasl.lab.series.summary import Summary
from sasl.lab.series.workers import play_all
from sasl.orders.engine import new_game
from sasl.solitaire.briefing.sources import acts_words
from sasl.solitaire.setup.setup_stages import proper_value

SERIES = "series"
"""The folder, beside the saved games, where records of series lie."""


def sim(args: Namespace) -> int:
    """Play a mission many times; exit status 1 if a game got stuck or none was played, 130 after ctrl+c."""
    lib = library(args)
    match = match_of(args, lib)
    until = _until(args.until_clear) if args.until_clear is not None else ()
    series = Series(match, args.runs, args.base, until)
    reports, player = Reports(args.report), player_of(args)
    notices(reports.remarks())
    file = _file(args, lib, match)
    print(f"sasl: {'goes on with' if args.go_on else 'each run is kept in'} {file.path}", file=sys.stderr)
    summary = Summary()
    ended = Ended(series.play(player, file), args.runs, progress=True, known=file.done, what="run")
    try:
        for ending in ended:
            summary.add(ending)
            reports.add(ending)
    finally:
        file.close()
    summary.stuck = ended.lost
    failed = tell(args, lib, match, summary, reports)
    if ended.stopped:
        print("the same command with --continue goes on", file=sys.stderr)
    return ended.status(failed)


def tell(args: Namespace, lib: Library, match: Match, summary: Summary, reports: Reports) -> bool:
    """Print a series and write its reports. True if a game got stuck or none was played."""
    found, head = sections(summary, lib), title(match, summary)
    played = heading(match, args.base, lib)
    data = {"mission": match.mission, "setting": setting(match), "played": played, **summary.data()}
    if args.json:
        put(data)
    else:
        print(f"{head}\n\n{as_text(found)}")
        print(*_look(args, match, summary), sep="\n")
    for path in reports.finish(head, found, data, lambda: _page(head, lib, match, summary, found)):
        print(f"written: {path}", file=sys.stderr)
    return bool(summary.stuck) or not summary.runs


def _page(head: str, lib: Library, match: Match, summary: Summary, found: Sequence[Section]) -> str:
    from sasl.lab.reports import series_page

    board = new_game(lib, match.mission, 1).board
    drawn = series_page.pictures({"": summary}, board) if summary.runs else ""
    return series_page.page(head, found, drawn)


def _look(args: Namespace, match: Match, summary: Summary) -> Iterable[str]:
    """How to watch the runs at both ends, and any other, on the screen."""
    if summary.lowest is None or summary.highest is None:
        return
    yield "\nWatch a run step by step:"
    for words, ending in (("FRIENDLY furthest ahead", summary.lowest), ("ENEMY furthest ahead", summary.highest)):
        yield f"  {command(match, ending.seed, _tables_words(args))}   # {words}"


def _tables_words(args: Namespace) -> str:
    """The packs of `--tables` as they were typed."""
    return " ".join(f"--tables {path}" for path in args.tables)


# -- what is asked ------------------------------------------------------------------------------------


def match_of(args: Namespace, lib: Library) -> Match:
    """What every run is played with; its seed is 0. ContentError for a name or a figure that is none."""
    lib.loader.path("mission", args.mission)
    for name in filter(None, (args.doctrine, args.commander)):
        lib.doctrine(name)
    check_command(lib, args.command)
    values = tuple(pair for word in args.value for pair in value_pairs(lib, args.mission, word))
    return Match(args.mission, 0, args.doctrine, args.commander, packs(args), args.command, values)


def value_pairs(lib: Library, mission: str, word: str) -> list[tuple[str, str]]:
    """What `enemy-ac=3,4` says: a mission value with each of its figures. ContentError if there is no such one."""
    name, _, figures = word.partition("=")
    game = new_game(lib, mission, 1)
    try:
        return [(name, proper_value(game, name, figure)) for figure in figures.split(",")]
    except Refused as refused:
        raise ContentError([f"--value {word}: {refused}"]) from None


def _until(words: Sequence[str]) -> tuple[tuple[str, float], ...]:
    """What `--until-clear` asks. ContentError for a number of a run that there is not."""
    known = Summary().numbers
    found = []
    for word in words:
        name, _, error = word.partition("=")
        try:
            found.append((name, float(error)))
        except ValueError:
            found.append((name, 0.0))
        if name not in known or not found[-1][1] > 0:
            raise ContentError(
                [f"--until-clear {word}: write a number of a run and how exact: wins=0.03; known: {', '.join(known)}"]
            )
    return tuple(found) or tuple(QUESTIONS.items())


def _file(args: Namespace, lib: Library, match: Match) -> RunFile:
    """The file that the records go to. RunFileError if there is none to go on with."""
    head, folder = heading(match, args.base, lib), saves(args) / SERIES
    name = f"{match.mission}-{args.base}"
    return RunFile.go_on(folder, name, head) if args.go_on else RunFile.begin(folder, name, head)


def player_of(args: Namespace) -> Player:
    """Who plays: this machine, or a cluster. ClusterError where it cannot."""
    if not args.scheduler:
        return here(args.jobs)
    from sasl.lab.series.cluster import on_cluster

    return on_cluster(args.scheduler)


# -- seeds one by one ---------------------------------------------------------------------------------


def summary_of(args: Namespace, lib: Library, match: Match, seeds: range) -> int:
    """How the game of each seed ended, line by line, and what all of them say.

    Exit status 1 if one got stuck, 130 after ctrl+c.
    """
    summary, endings = Summary(), list[Ending]()
    series = Ended(play_all([match.with_seed(seed) for seed in seeds], args.jobs), len(seeds), progress=args.json)
    for ending in series:
        summary.add(ending)
        if args.json:
            endings.append(ending)
        else:
            print(_row(ending), flush=True)
    summary.stuck = series.lost
    if not summary.runs:
        return series.status(failed=True)
    means = {key: round(summary.numbers[key].mean().value, 2) for key in KEYS}
    if args.json:
        wins = {name.lower(): round(100 * times / summary.runs, 1) for name, times in summary.winners.items()}
        played = {**heading(match, seeds[0], lib), "seeds": [seeds[0], seeds[-1]]}
        games = [ending.row() for ending in endings]
        put({"played": played, "games": games, "means": means, "wins": wins, **summary.data()})
        return series.status(series.stuck)
    print(f"\n{title(match, summary)}\n\n{as_text(sections(summary, lib))}")
    print(f"\n{acts_words(means['enemy_acts'], means['enemy_house_acts'])}")
    return series.status(series.stuck)


def _row(ending: Ending) -> str:
    numbers = ending.numbers
    lost = " / ".join(_lost({word: numbers[f"{side}_{word}"] for word in LOSSES}) for side in ("friendly", "enemy"))
    return (
        f"seed {ending.seed:>4}: {numbers['turns']:>2} turns, FRIENDLY {numbers['friendly']:>2} VP, "
        f"ENEMY {numbers['enemy']:>2} VP ({ending.winner}), {numbers['activations']:>2g} activations, "
        f"attacks {numbers['friendly_attacks']:g} / {numbers['enemy_attacks']:g}, lost {lost}"
    )


def _lost(numbers: Mapping[str, float]) -> str:
    """`1.5 squads 1 leader`, or `nothing`."""
    words = (
        f"{number:g} {word.removesuffix('s') if number == 1 else word}" for word, number in numbers.items() if number
    )
    return " ".join(words) or "nothing"
