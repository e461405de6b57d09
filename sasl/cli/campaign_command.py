"""`sasl campaign`: begin a campaign, go on with one, look at it, enter what a scenario left."""

from __future__ import annotations

import sys
from argparse import Namespace

from sasl.cli.common import fault, fresh, game_lines, later, library, plain, saves, told
from sasl.cli.rim import all_typed, has_screens
from sasl.content.reading.faults import ContentError


def campaign(args: Namespace) -> int:
    """What is typed after `sasl campaign`; nothing opens the screens."""
    return ACTS[args.act](args)


def screens(args: Namespace) -> int:
    """The home screen, at its campaigns."""
    if not has_screens():
        return fault("the screens need a terminal; sasl campaign new oto2 --plain plays in lines of text")
    from sasl.tui.app import run

    return run(saves(args), tuple(args.tables), at="campaign")


def new(args: Namespace) -> int:
    """A new campaign, on screens or in lines."""
    from sasl.campaign.campaign_session import CampaignSession

    lib = library(args)
    lib.loader.path("campaign", args.campaign)
    seed, name, now = fresh(args, args.campaign)
    session = CampaignSession.create(lib, args.campaign, seed, saves(args), name, now)
    if plain(args):
        from sasl.cli.lines.campaign_lines import CampaignLines

        return CampaignLines(session).run()
    session.close()
    from sasl.tui.app import run

    return run(saves(args), tuple(args.tables), game=name)


def resume(args: Namespace) -> int:
    """Go on with a saved campaign: the one named, or the one played last."""
    from sasl.saves.files import game_path
    from sasl.saves.games import list_games

    name = args.game
    if name is None:
        games = [game for game in list_games(saves(args)) if game.kind == "campaign"]
        if not games:
            return fault(f"there is no saved campaign in {saves(args)}; start one with: sasl campaign new oto2")
        name = games[0].name
    if not game_path(saves(args), name).is_file():
        return fault(f"there is no campaign '{name}' in {saves(args)}; sasl campaign list names them")
    return go_on(args, name)


def go_on(args: Namespace, name: str) -> int:
    """The campaign `name`, on screens or in lines."""
    from sasl.campaign.campaign_session import CampaignSession
    from sasl.saves.reading import recover

    if args.recover:
        print(recover(library(args), saves(args), name, CampaignSession.read), file=sys.stderr)
    if plain(args):
        from sasl.cli.lines.campaign_lines import CampaignLines

        return CampaignLines(CampaignSession.resume(library(args), saves(args), name)).run()
    from sasl.tui.app import run

    return run(saves(args), tuple(args.tables), game=name)


def listing(args: Namespace) -> int:
    """The campaigns you can play, and those you have saved."""
    from sasl.saves.games import list_games

    lib = library(args)
    titles = {}
    for name in lib.loader.ids("campaign"):
        try:
            titles[name] = lib.campaign(name).title
        except ContentError as error:  # one faulty file hides no other
            titles[name] = f"cannot be played: {error.faults[0]}"
    saved = [game for game in list_games(saves(args)) if game.kind == "campaign"]
    data = {"campaigns": titles, "saved": [{"name": game.name, "campaign": game.mission, "moment": game.moment,
                                            "damaged": game.damaged} for game in saved]}  # fmt: skip
    lines = [f"{name:8} {title}  (sasl campaign new {name})" for name, title in titles.items()]
    none = [] if saved else [f"no saved campaign in {saves(args)}"]
    return told(args.json, data, [*lines, *game_lines(saved)], none)


def show(args: Namespace) -> int:
    """Figures, purchases, Force Organizer and roster of a saved campaign; it may be open elsewhere."""
    from sasl.campaign import campaign_report
    from sasl.campaign.campaign_data import data
    from sasl.campaign.campaign_session import CampaignSession
    from sasl.campaign.campaign_state import SIDES

    session = CampaignSession.read(library(args), saves(args), args.game)
    game = session.game
    lines = [
        campaign_report.date_line(game),
        campaign_report.place(game),
        "",
        *campaign_report.figure_lines(game),
        "",
        *campaign_report.vp_lines(game),
    ]
    for page in (campaign_report.side_lines, campaign_report.roster_page):
        for side in SIDES:
            lines += ["", *page(game, side)]
    return told(args.json, data(game), lines, session.notices)


def result(args: Namespace) -> int:
    """Enter what a scenario left, from stdin: lines as after `result`, # before a remark; all of them count or none."""
    from sasl.campaign.campaign_session import CampaignSession
    from sasl.campaign.orders.results import read_text
    from sasl.cli.lines.campaign_lines import CampaignLines
    from sasl.kernel.orders.commands import Ask, No

    text = "\n".join(line.strip().removeprefix("result ") for line in all_typed(sys.stdin).splitlines())
    with CampaignSession.resume(library(args), saves(args), args.game) as session:
        found = read_text(session.game, text)
        for number, words in found.faults:
            fault(f"line {number}: {words}" if number else words)
        if found.faults:
            return fault("nothing was entered")
        for words in found.kept:
            print(f"off the map and in no line, left that way ({session.game.rule('CG7')}): {words}", file=sys.stderr)
        outcome = session.submit(found.command)
        if isinstance(outcome, No):
            return fault(f"{outcome.reason}; nothing was entered")
        if isinstance(outcome, Ask):
            return fault(f"{outcome.question.text} Nothing was entered; answer it in: sasl campaign play {args.game}")
        CampaignLines(session).tell(outcome.events)
        print(f"entered; sasl campaign play {args.game} goes on")
    return 0


ACTS = {
    None: screens, "new": new, "play": resume, "resume": resume, "list": listing, "show": show, "result": result,
    "watch": later("series.campaign_watch_command", "watch"),
    "print": later("series.campaign_watch_command", "print_records"),
}  # fmt: skip
