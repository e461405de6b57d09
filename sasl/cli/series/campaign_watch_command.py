"""`sasl campaign watch`: a campaign both sides of which the program plays, printed, or counted over many seeds;
`sasl campaign print`: the records of a saved one as a page."""

from __future__ import annotations

import json
from argparse import Namespace
from collections import Counter
from typing import TYPE_CHECKING

from sasl.asl.game.events import Event
from sasl.cli.common import fault, library, notices, packs, page, saves, seed_range
from sasl.cli.series.progress import Ended
from sasl.content.library import Library
from sasl.kernel.text import counted

if TYPE_CHECKING:
    from sasl.lab.watching.watched_campaigns import CampaignEnding


def watch(args: Namespace) -> int:
    """One campaign as text, or with --summary how each of many ended. Exit status 1 if one got stuck."""
    seeds = seed_range(args.seed)
    if seeds is None or (len(seeds) > 1 and not args.summary):
        return fault(f"'{args.seed}' is not a seed; write --seed 5, or with --summary a range as in --seed 1-500")
    lib = library(args)
    lib.loader.path("campaign", args.campaign)
    return _summary(args, seeds) if args.summary else _whole(args, lib, seeds[0])


def _whole(args: Namespace, lib: Library, seed: int) -> int:
    from sasl.campaign.campaign_session import CampaignSession
    from sasl.cli.series.watch_command import WATCHED_ON, tell
    from sasl.lab.watching.made_up import MODEL
    from sasl.lab.watching.watched_campaigns import CampaignWatch
    from sasl.saves.files import free_game

    folder = saves(args)
    name = free_game(folder, args.name or f"watch-{args.campaign}-{seed}")
    with CampaignSession.create(lib, args.campaign, seed, folder, name, WATCHED_ON) as session:
        notices([f"saved as campaign '{name}' in {folder}"])
        model = lib.made_up(MODEL)
        if not args.json:
            print(f"{session.game.campaign.title} ({args.campaign}), seed {seed}\n{session.game.campaign.briefing}")
            print(f"The scenarios are not played: {model.title}. {model.summary} [{model.provenance}]", flush=True)
        return tell(CampaignWatch(session), session, args.json, _final)


def _final(event: Event) -> list[str]:
    """Every line of the final count."""
    from sasl.campaign.events import CampaignEnded

    if not isinstance(event, CampaignEnded):
        return []
    return [f"{side.capitalize()} {points}: {text}" for text, side, points in event.lines]


# -- many campaigns -----------------------------------------------------------------------------------


def _summary(args: Namespace, seeds: range) -> int:
    from sasl.lab.series.workers import play_all
    from sasl.lab.watching.watched_campaigns import LOST_KINDS, CampaignMatch

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
        lost = ", ".join(f"{means[f'{side}_{kind}']:g} {kind}" for kind in LOST_KINDS)
        print(f"{side.capitalize():<8} {means[f'{side}_vp']:g} VP, {means[f'{side}_cvp']:g} CVP, "
              f"{means[f'{side}_groups']:g} groups bought; lost {lost}")  # fmt: skip
    return int(series.stuck)


def _row(ending: CampaignEnding) -> str:
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
    from sasl.campaign.campaign_session import CampaignSession
    from sasl.campaign.record_sheets import as_html, as_markdown, records

    session = CampaignSession.read(library(args), saves(args), args.game)
    found = records(session.game)
    text = as_html(found) if args.html else as_markdown(found)
    return page(args.out, text)
