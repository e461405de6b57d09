"""`sasl campaign watch`: a campaign both sides of which the program plays, printed, or counted over many seeds;
`sasl campaign print`: the records of a saved one as a page."""

from __future__ import annotations

import json
from argparse import Namespace
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from sasl.asl.game.events import Event
from sasl.campaign.campaign_state import SIDES, Nation
from sasl.cli.common import fault, library, notices, packs, page, saves, seed_range
from sasl.cli.series.progress import Ended
from sasl.content.library import Library
from sasl.kernel.text import counted

if TYPE_CHECKING:
    from sasl.content.missions.campaign import Campaign
    from sasl.lab.watching.watched_campaigns import CampaignEnding


def watch(args: Namespace) -> int:
    """One campaign as text, or with --summary how each of many ended. Exit status 1 if one got stuck."""
    seeds = seed_range(args.seed)
    if seeds is None or (len(seeds) > 1 and not args.summary):
        return fault(f"'{args.seed}' is not a seed; write --seed 5, or with --summary a range as in --seed 1-500")
    lib = library(args)
    lib.loader.path("campaign", args.campaign)
    return _summary(args, lib, seeds) if args.summary else _whole(args, lib, seeds[0])


def _whole(args: Namespace, lib: Library, seed: int) -> int:
    from sasl.campaign.campaign_session import CampaignSession
    from sasl.campaign.campaign_words import folded
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
        return tell(CampaignWatch(session), session, args.json, _final, folded)


def _final(event: Event) -> list[str]:
    """Every line of the final count."""
    from sasl.campaign.events import CampaignEnded

    if not isinstance(event, CampaignEnded):
        return []
    return [f"{side.capitalize()} {points}: {text}" for text, side, points in event.lines]


# -- many campaigns -----------------------------------------------------------------------------------


def _summary(args: Namespace, lib: Library, seeds: range) -> int:
    from sasl.lab.series.workers import play_all
    from sasl.lab.watching.watched_campaigns import CampaignMatch

    campaign = lib.campaign(args.campaign)
    endings: list[CampaignEnding] = []
    own = packs(args)
    matches = [CampaignMatch(args.campaign, seed, own) for seed in seeds]
    series = Ended(play_all(matches, args.jobs), len(seeds), progress=args.json)
    for found in series:
        endings.append(found)
        if not args.json:
            print(_row(campaign, found), flush=True)
    if not endings:
        return 1
    means = _means([item.numbers for item in endings])
    bought = _means([item.bought for item in endings])
    wins = {word: round(100 * count / len(endings), 1) for word, count in
            Counter(item.winner for item in endings).most_common()}  # fmt: skip
    if args.json:
        games = [item.row() for item in endings]
        print(json.dumps({"games": games, "means": means, "bought": bought, "wins": wins}, indent=2))
        return int(series.stuck)
    print(f"{counted(len(endings), 'campaign')}: " + ", ".join(f"{word} {share:g}%" for word, share in wins.items()))
    print(f"means: {means['scenarios']:g} scenarios, {means['commands']:g} commands")
    for side in SIDES:
        print(f"{side.capitalize():<8} {_side(campaign, side, means, LOSSES)}")
    for side in SIDES:
        for line in purchases(campaign, side, bought):
            print(line)
    return int(series.stuck)


def _means(rows: Sequence[Mapping[str, float]]) -> dict[str, float]:
    return {key: round(sum(row[key] for row in rows) / len(rows), 2) for key in rows[0]}


LOSSES = {"squad": "squads", "hs": "HS", "crew": "crews", "leader": "leaders", "gun": "Guns", "vehicle": "vehicles",
          "sw": "SW"}  # fmt: skip
"""The kinds of counters whose losses are told, in words."""
MAIN = ("squad", "leader", "gun", "vehicle")
"""Those that are told of each campaign."""


def _side(campaign: Campaign, side: Nation, numbers: Mapping[str, float], kinds: Iterable[str]) -> str:
    """What a side had in the end: VP and groups only where the campaign's file has any."""
    parts = [f"won {numbers[f'{side}_wins']:g}"]
    if any(award.side == side and award.counts != "none" for award in campaign.awards):
        parts.append(f"{numbers[f'{side}_vp']:g} VP")
    parts.append(f"{numbers[f'{side}_cvp']:g} CVP earned")
    if campaign.groups.get(side):
        parts.append(f"{numbers[f'{side}_groups']:g} groups bought")
    lost = ", ".join(f"{numbers[f'{side}_{kind}']:g} {LOSSES[kind]}" for kind in kinds)
    return f"{', '.join(parts)}; lost {lost}"


def _row(campaign: Campaign, ending: CampaignEnding) -> str:
    """One campaign in a line."""
    sides = "; ".join(f"{side.capitalize()} {_side(campaign, side, ending.numbers, MAIN)}" for side in SIDES)
    return f"seed {ending.seed:>4}: {ending.winner:<7} after {ending.numbers['scenarios']:g} scenarios. {sides}"


def purchases(campaign: Campaign, side: Nation, bought: Mapping[str, float]) -> Iterator[str]:
    """What a side bought of its charts in the mean, the most wanted first, and what it never bought."""
    charts = {
        "groups": [group.id for group in campaign.groups.get(side, [])],
        "fortifications": [line.id for line in campaign.fortifications if side in line.fpp],
    }
    for what, names in charts.items():
        counts = {name: bought[f"{side} {name}"] for name in names}
        some = sorted((name for name in names if counts[name]), key=lambda name: -counts[name])
        none = [name for name in names if not counts[name]]
        if some:
            never = f"; never {', '.join(none)}" if none else ""
            yield f"{side.capitalize()} {what}: {', '.join(f'{name} {counts[name]:g}' for name in some)}{never}"


# -- records as a page --------------------------------------------------------------------------------


def print_records(args: Namespace) -> int:
    """The records of a saved campaign as HTML or Markdown, to standard output or into a file."""
    from sasl.campaign.campaign_session import CampaignSession
    from sasl.campaign.record_sheets import as_html, as_markdown, records

    session = CampaignSession.read(library(args), saves(args), args.game)
    found = records(session.game)
    text = as_html(found) if args.html else as_markdown(found)
    return page(args.out, text)
