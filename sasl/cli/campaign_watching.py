"""`sasl campaign watch`: a campaign both sides of which the program plays, printed, or counted over many seeds;
`sasl campaign print`: the records of a saved one as a page."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Sequence

from sasl.asl.game.events import Event
from sasl.cli.common import fault, library, packs, page, saves
from sasl.cli.progress import Ended
from sasl.kernel.text import counted

WATCHED_ON = "2000-01-01T00:00:00"
"""The date in a watched campaign's save: the same seed gives the same bytes, whenever it is watched."""


def watch(args: Namespace) -> int:
    """One campaign as text, or with --summary how each of many ended. Exit status 1 if one got stuck."""
    from sasl.kernel.text import number_in

    low, dash, high = args.seed.partition("-")
    first = number_in(low, 0, 999_999_999)
    last = number_in(high, 0, 999_999_999) if dash else first
    if first is None or last is None or last < first or (dash and not args.summary):
        return fault(f"'{args.seed}' is no seed; write --seed 5, or with --summary a range as in --seed 1-500")
    lib = library(args)
    lib.loader.path("campaign", args.campaign)
    if args.summary:
        return _summary(args, range(first, last + 1))
    return _whole(args, first)


def _whole(args: Namespace, seed: int) -> int:
    from sasl.campaign.session import CampaignSession
    from sasl.lab.campaigns import CampaignWatch
    from sasl.lab.made_up import MODEL
    from sasl.lab.watch import Stuck
    from sasl.saves.files import game_path

    lib, folder = library(args), saves(args)
    wanted = args.name or f"watch-{args.campaign}-{seed}"
    name, number = wanted, 1
    while game_path(folder, name).exists():
        number += 1
        name = f"{wanted}-{number}"
    print(f"saved as campaign '{name}' in {folder}", file=sys.stderr)
    with CampaignSession.create(lib, args.campaign, seed, folder, name, WATCHED_ON) as session:
        model = lib.made_up(MODEL)
        if not args.json:
            print(f"{session.game.campaign.title} ({args.campaign}), seed {seed}\n{session.game.campaign.briefing}")
            print(f"The scenarios are not played: {model.title}. {model.summary} [{model.provenance}]", flush=True)
        try:
            for step in CampaignWatch(session).run():
                print(_text(step.command, step.events, len(session.moments) - 1, args.json), flush=True)
        except Stuck as stuck:
            print(f"sasl: {stuck}", file=sys.stderr)
            return 1
    return 0


def _text(command: str, events: Sequence[Event], number: int, as_json: bool) -> str:
    from sasl.campaign import events as cev

    lines = [text for event in events if (text := event.describe())]
    if as_json:
        return json.dumps({"command": command, "lines": lines}, ensure_ascii=False)
    lines += [f"  {side.capitalize()} {points}: {text}" for event in events if isinstance(event, cev.CampaignEnded)
              for text, side, points in event.lines]  # fmt: skip
    return "\n".join(["", f"[{number}] > {command}", *(f"  {line}" for line in lines)])


# -- many campaigns -----------------------------------------------------------------------------------


def _summary(args: Namespace, seeds: range) -> int:
    from sasl.lab.campaigns import CampaignEnding, CampaignMatch
    from sasl.lab.workers import play_all

    endings: list[CampaignEnding] = []
    own = packs(args)
    matches = [CampaignMatch(args.campaign, seed, own) for seed in seeds]
    series = Ended(play_all(matches, args.jobs), len(seeds), progress=args.json)
    for found in series:
        endings.append(found)
        if not args.json:
            print(_row(found), flush=True)
    if not endings:
        return 1
    keys = list(endings[0].numbers)
    means = {key: round(sum(item.numbers[key] for item in endings) / len(endings), 2) for key in keys}
    wins = {word: round(100 * count / len(endings), 1) for word, count in
            Counter(item.winner for item in endings).most_common()}  # fmt: skip
    if args.json:
        print(json.dumps({"games": [item.row() for item in endings], "means": means, "wins": wins}, indent=2))
        return int(series.stuck)
    print(f"{counted(len(endings), 'campaign')}: " + ", ".join(f"{word} {share}%" for word, share in wins.items()))
    print(f"means: {means['scenarios']:g} scenarios, {means['commands']:g} commands")
    for side in ("russian", "german"):
        lost = ", ".join(f"{means[f'{side}_{kind}']:g} {kind}" for kind in _lost(keys, side))
        print(f"{side.capitalize():<8} {means[f'{side}_vp']:g} VP, {means[f'{side}_cvp']:g} CVP, "
              f"{means[f'{side}_groups']:g} groups bought; lost {lost}")  # fmt: skip
    return int(series.stuck)


def _lost(keys: Sequence[str], side: str) -> list[str]:
    from sasl.lab.campaigns import LOST_KINDS

    return [kind for kind in LOST_KINDS if f"{side}_{kind}" in keys]


def _row(ending: object) -> str:
    from sasl.lab.campaigns import CampaignEnding

    assert isinstance(ending, CampaignEnding)
    numbers = ending.numbers
    sides = "; ".join(
        f"{side.capitalize()} {numbers[f'{side}_vp']:g} VP, {numbers[f'{side}_groups']:g} groups, lost "
        + " ".join(f"{numbers[f'{side}_{kind}']:g} {kind}" for kind in ("squad", "leader", "gun", "vehicle"))
        for side in ("russian", "german")
    )
    return f"seed {ending.seed:>4}: {ending.winner:<7} after {numbers['scenarios']:g} scenarios; {sides}"


# -- records as a page --------------------------------------------------------------------------------


def print_records(args: Namespace) -> int:
    """The records of a saved campaign as HTML or Markdown, to standard output or into a file."""
    from sasl.campaign.records import as_html, as_markdown, records
    from sasl.campaign.session import CampaignSession

    session = CampaignSession.read(library(args), saves(args), args.game)
    found = records(session.game)
    text = as_html(found) if args.html else as_markdown(found)
    return page(args.out, text)
