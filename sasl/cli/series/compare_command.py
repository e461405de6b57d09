"""`sasl compare`: packs, doctrines, variants of Command Control or mission values side by side over the same seeds."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Mapping
from pathlib import Path

from sasl.asl.game.minds import usual_doctrine
from sasl.asl.game.sides import Side
from sasl.cli.common import check_command, fault, library, notices, packs, put, seed_range
from sasl.cli.series.progress import Ended
from sasl.cli.series.sim_command import player_of, value_pairs
from sasl.content.library import Library
from sasl.content.reading.faults import ContentError
from sasl.kernel.frozen import replace
from sasl.kernel.text import listed
from sasl.lab.comparing import sensitivity
from sasl.lab.comparing.side_by_side import Comparison, Pair, pairs
from sasl.lab.reports.report_files import Reports
from sasl.lab.reports.sections import Section, as_text
from sasl.lab.series.matches import Match
from sasl.lab.series.run_files import heading
from sasl.orders.engine import check_playable, new_game
from sasl.saves.folders import own_folder

PACKS, DOCTRINE, COMMANDER, COMMAND, VALUE = "--packs", "--doctrine", "--commander", "--command", "--value"
SHIPPED, OWN, ROLLED = "shipped", "own", "as rolled"
USUAL = {PACKS: SHIPPED, COMMAND: "strict"}
"""What a single name is held to; a doctrine to the one that its side follows in the mission."""
SIDE_OF: dict[str, Side] = {DOCTRINE: "ENEMY", COMMANDER: "FRIENDLY"}
DOCTRINES = ("timid", "standard", "aggressive", "random")
"""What is compared by default."""


def compare(args: Namespace) -> int:
    """Play every arm over the same seeds; exit status 1 if a game got stuck or no seed counts, 130 after ctrl+c."""
    lib = _with_mission(args, library(args))
    lib.loader.path("mission", args.mission)
    seeds = seed_range(args.seed)
    if seeds is None:
        return fault(f"--seed {args.seed}: a number, or a range like 1-100")
    table = lib.table_called(args.sensitivity) if args.sensitivity else None
    arms = sensitivity.arms(_as_given(args, lib), table) if table else arms_of(args, lib)
    reports, player = Reports(args.report), player_of(args)
    notices(reports.remarks())
    comparison, last = Comparison(list(arms)), seeds[0]
    ended = Ended(pairs(arms, seeds, player), len(seeds), progress=True, what="seed")
    for pair in ended:
        last = pair.seed
        ended.told(pair.faults)
        _add(comparison, pair, reports)
    found = comparison.sections()
    if table and comparison.seeds:
        found = [sensitivity.ranking(comparison, table), *found[-1:]]
    head = f"{args.mission}, seeds {seeds[0]}-{last}: {' | '.join(arms)}"
    data = {"played": _played(lib, arms, [seeds[0], last]), **comparison.data()}
    if args.json:
        put(data)
    else:
        print(f"{head}\n\n{as_text(found)}")
    for path in reports.finish(head, found, data, lambda: _page(head, lib, args.mission, comparison, found)):
        print(f"written: {path}", file=sys.stderr)
    return ended.status(ended.stuck or not comparison.seeds)


def _played(lib: Library, arms: Mapping[str, Match], seeds: list[int]) -> dict[str, object]:
    """Return what was compared: mission, first and last seed, the arm that the others are held to, and how each was
    played, with a hash of its tables and of the program.
    """
    names = list(arms)
    headings = {name: heading(match, seeds[0], lib.with_packs(match.packs)) for name, match in arms.items()}
    return {"mission": next(iter(arms.values())).mission, "seeds": seeds, "baseline": names[0], "arms": headings}


def _add(comparison: Comparison, pair: Pair, reports: Reports) -> None:
    if comparison.add(pair):
        for name, ending in zip(comparison.arms, pair.endings, strict=True):
            if ending:
                reports.add(ending, name)


def _page(head: str, lib: Library, mission: str, comparison: Comparison, found: list[Section]) -> str:
    from sasl.lab.reports import series_page

    drawn = series_page.compared(comparison, new_game(lib, mission, 1).board) if comparison.seeds else ""
    return series_page.page(head, found, drawn)


# -- the arms -----------------------------------------------------------------------------------------


def arms_of(args: Namespace, lib: Library) -> dict[str, Match]:
    """What is compared, by name: the one thing of which several are named, or which alone is given.

    ContentError where that is not one thing, or a name is none.
    """
    axes = {name: words for name, words in _axes(args).items() if words}
    several = [name for name, words in axes.items() if len(words) > 1]
    varied = several or list(axes)
    if len(varied) > 1:
        raise ContentError(
            [f"compare varies one thing at a time: give several values for only one of {listed(varied)}"]
        )
    axis = varied[0] if varied else DOCTRINE
    words = axes.get(axis, list(DOCTRINES))
    if len(words) == 1:
        words = [_usual(axis, args, lib), *words]
    if len(set(words)) < len(words):
        raise ContentError([f"{axis} names the same one twice: {listed(words)}"])
    fixed = _fixed_match(args, lib, {name: words[0] for name, words in axes.items() if name != axis})
    prefix = f"{axis.removeprefix(f'{VALUE} ')}=" if axis.startswith(VALUE) else ""
    names = [word if word == ROLLED else prefix + word for word in words]
    return {name: _arm(fixed, axis, word, args, lib) for name, word in zip(names, words, strict=True)}


def _usual(axis: str, args: Namespace, lib: Library) -> str:
    """What a single name of an axis is held to."""
    if axis == PACKS and not _is_shipped(args, lib):
        return OWN
    side = SIDE_OF.get(axis)
    return usual_doctrine(lib.mission(args.mission), side) if side else USUAL.get(axis, ROLLED)


def _axes(args: Namespace) -> dict[str, list[str]]:
    """What is named of each thing that can differ."""
    plain = {PACKS: args.packs, DOCTRINE: args.doctrine, COMMANDER: args.commander, COMMAND: args.command}
    for name, text in plain.items():
        if text and not _words(text):
            raise ContentError([f"{name} needs names separated by commas"])
    found = {name: _words(text) for name, text in plain.items()}
    for word in args.value:
        name, _, figures = word.partition("=")
        found[f"{VALUE} {name}"] = _words(figures) or [""]
    return found


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


def _as_given(args: Namespace, lib: Library) -> Match:
    """The one match that the options name. ContentError if they name several of anything."""
    axes = {name: words for name, words in _axes(args).items() if words}
    if any(len(words) > 1 for words in axes.values()):
        raise ContentError(["--sensitivity varies the rows of a table and nothing else: name one of each thing"])
    return _fixed_match(args, lib, {name: words[0] for name, words in axes.items()})


def _fixed_match(args: Namespace, lib: Library, chosen: dict[str, str]) -> Match:
    """What all arms have in common: of `chosen` things one each, and the packs of `--tables` and the player's own."""
    match = Match(args.mission, 0, packs=packs(args))
    for axis, word in chosen.items():
        match = _arm(match, axis, word, args, lib)
    return match


def _arm(match: Match, axis: str, word: str, args: Namespace, lib: Library) -> Match:
    """The match with one thing as `word` says. ContentError if there is no such thing."""
    if axis == PACKS:
        return replace(match, packs=_stack(args, word, lib))
    if axis == DOCTRINE:
        lib.doctrine(word)
        return replace(match, doctrine=word)
    if axis == COMMANDER:
        lib.doctrine(word)
        return replace(match, commander=word)
    if axis == COMMAND:
        check_command(lib, word)
        return replace(match, command=word)
    if word == ROLLED:
        return match
    name = axis.removeprefix(f"{VALUE} ")
    return replace(match, values=(*match.values, *value_pairs(lib, args.mission, f"{name}={word}")))


def _with_mission(args: Namespace, lib: Library) -> Library:
    """The content, and the first folder of `--packs` that brings the mission where nothing else does."""
    folders = [Path(word) for word in _words(args.packs) if word not in (SHIPPED, OWN) and Path(word).exists()]
    stacks = (lib.with_packs((*packs(args), folder)) for folder in folders)
    return next((found for found in (lib, *stacks) if args.mission in found.loader.ids("mission")), lib)


def _is_shipped(args: Namespace, lib: Library) -> bool:
    """Whether the mission is found without the player's own folder."""
    return args.mission in lib.with_packs(tuple(args.tables)).loader.ids("mission")


def _stack(args: Namespace, word: str, lib: Library) -> tuple[Path, ...]:
    """The packs that `shipped`, `own` or a folder stands for, on those of `--tables`. ContentError for a faulty one.

    A mission that is the player's own brings his own figures along.
    """
    own = not _is_shipped(args, lib)
    if own and word == SHIPPED:
        mine = args.mission in lib.with_packs(packs(args)).loader.ids("mission")
        way = f"is your own; compare {OWN} with a folder" if mine else "lies in a folder; name that with --tables"
        raise ContentError([f"--packs {SHIPPED}: the mission '{args.mission}' {way}"])
    folder = {SHIPPED: None, OWN: own_folder()}.get(word, Path(word))
    if folder is not None and not folder.exists():
        raise ContentError(
            [f"--packs {word}: there is no such folder; shipped means the figures sasl comes with, own means yours"]
        )
    below = packs(args) if own and word != OWN else tuple(args.tables)
    found = (*below, *((folder,) if folder else ()))
    check_playable(lib.with_packs(found), args.mission)
    return found
