"""What each command of the command line does."""

from __future__ import annotations

import secrets
import sys
from argparse import Namespace
from datetime import datetime
from typing import TYPE_CHECKING

from sasl.cli.common import check_command, fault, library, plain, put, saves, seed_range
from sasl.content.faults import ContentError, shown_path
from sasl.kernel.memory import collect_seldom
from sasl.saves.places import own_folder

if TYPE_CHECKING:
    pass


def run(args: Namespace) -> int:
    """Run the command of `args`; the exit status."""
    from sasl.lab import LabError
    from sasl.saves.lines import SaveError

    collect_seldom()
    try:
        return int(COMMANDS[args.verb](args))
    except (SaveError, LabError) as error:
        print(f"sasl: {error}", file=sys.stderr)
        return 1


# -- playing ------------------------------------------------------------------------------------------


def play(args: Namespace) -> int:
    """Start a mission, on screens or in lines."""
    from sasl.lab.watch import doctrine_orders

    lib = library(args)
    lib.loader.path("mission", args.mission)
    check_command(lib, args.command)
    orders = doctrine_orders(command=args.command)
    seed = args.seed if args.seed is not None else secrets.randbelow(1_000_000)
    now = datetime.now()
    name = args.name or f"{args.mission}-{now:%Y%m%d-%H%M%S}"
    if plain(args):
        from sasl.cli.plain import Plain
        from sasl.saves.session import Session

        session = Session.create(lib, args.mission, seed, saves(args), name, now.isoformat(timespec="seconds"))
        for line in orders:
            session.submit(line)
        return Plain(session).run()
    from sasl.tui.app import run as run_tui

    return run_tui(saves(args), tuple(args.tables), mission=args.mission, seed=seed, name=name, orders=orders)


def resume(args: Namespace) -> int:
    """Go on with a game or a campaign, on screens or in lines."""
    from sasl.saves.files import game_path
    from sasl.saves.games import kind_of, list_games
    from sasl.saves.recovery import recover
    from sasl.saves.session import Session

    folder, name = saves(args), args.game
    if name is None:
        games = list_games(folder)
        if not games:
            return fault(f"there is no saved game in {folder}; start one with: sasl play oto-s1")
        own = [game for game in games if game.kind != "watch"] or games
        name = max(own, key=lambda game: game.modified).name
    if not game_path(folder, name).is_file():
        return fault(f"there is no game '{name}' in {folder}; sasl games lists them")
    if kind_of(folder, name) == "campaign":
        from sasl.cli.campaigns import go_on

        return go_on(args, name)
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
                    "modified": game.written.isoformat(timespec="seconds") if game.written else None,
                    "damaged": game.damaged,
                }
                for game in found
            ]
        )
        return 0
    for game in found:
        print(
            f"{game.name}  {game.mission}  {game.when}  {game.damaged or game.moment}"
            + (f"  {game.vp}" if game.vp else "")
        )
    if not found:
        print(f"no games in {saves(args)}", file=sys.stderr)
    return 0


def keys(args: Namespace) -> int:
    """Every key of the screens, and the player's own."""
    from sasl.cli.keys import keys as all_keys

    return all_keys(args)


def log(args: Namespace) -> int:
    """Print the log of a game; the game may be open elsewhere."""
    from sasl.saves.games import kind_of

    topics = set(args.topic) if args.topic else None
    if kind_of(saves(args), args.game) == "campaign":
        from sasl.campaign.session import CampaignSession
        from sasl.campaign.words import open_log

        campaign_session = CampaignSession.read(library(args), saves(args), args.game)
        lines, notices = open_log(campaign_session, topics), campaign_session.notices
    else:
        from sasl.saves.session import Session

        session = Session.read(library(args), saves(args), args.game)
        lines, notices = session.log(topics), session.notices
    if args.json:
        put([{"moment": line.n, "topic": line.topic, "text": line.text} for line in lines])
    else:
        for line in lines:
            print(line.text)
    for notice in notices:
        print(notice, file=sys.stderr)
    return 0


def export(args: Namespace) -> int:
    """The record of a game as a page; the game may be open elsewhere."""
    from sasl.cli.exporting import export as export_game

    return export_game(args)


def campaign(args: Namespace) -> int:
    """A campaign."""
    from sasl.cli.campaigns import campaign as run_campaign

    return run_campaign(args)


# -- watching and placing -----------------------------------------------------------------------------


def watch(args: Namespace) -> int:
    """Watch one seed, or count how several ended."""
    from sasl.cli.simulating import match_of, summary_of
    from sasl.cli.watching import watch_plain

    lib = library(args)
    match = match_of(args, lib)
    seeds = seed_range(args.seed)
    if seeds is None or (len(seeds) > 1 and not args.summary):
        return fault(f"--seed {args.seed}: a number, or with --summary a range like 1-100")
    if args.summary:
        return summary_of(args, lib, match, seeds)
    orders = match.orders
    name = args.name or f"watch-{args.mission}-{seeds[0]}"
    if args.json or plain(args):
        return watch_plain(lib, args.mission, seeds[0], saves(args), name, args.json, orders)
    from sasl.tui.app import run as run_tui

    return run_tui(
        saves(args), tuple(args.tables), mission=args.mission, seed=seeds[0], name=name, watch=True, orders=orders
    )


def sim(args: Namespace) -> int:
    """Play a mission many times."""
    from sasl.cli.simulating import sim as simulate

    return simulate(args)


def compare(args: Namespace) -> int:
    """Packs, doctrines, variants or values side by side over the same seeds."""
    from sasl.cli.comparing import compare as compare_arms

    return compare_arms(args)


def place(args: Namespace) -> int:
    """Place the S? of a mission."""
    from sasl.asl.game.events import BoardsLaid, ControlChanged, Event
    from sasl.orders.engine import Ask, Done, new_game
    from sasl.orders.engine import play as play_command
    from sasl.solitaire.readings import report
    from sasl.solitaire.sources import notes

    game, facts = new_game(library(args), args.mission, args.seed), list[Event]()
    while game.state.stage in ("boards", "tables", "suspects"):
        done = play_command(game, "next")
        while isinstance(done, Ask):
            done = play_command(game, "next", (*done.answers, done.question.default))
        assert isinstance(done, Done)
        game, facts = done.game, [*facts, *done.events]
    suspects = list(game.state.suspects.values())
    if args.json:
        put([{"id": item.id, "hex": item.hex, "attitude": item.attitude, "reason": item.reason} for item in suspects])
        return 0
    if args.explain:
        print(*notes(game.mission), *report(game), sep="\n")
    if args.explain and game.mission.vpo.determined:
        print(next(event for event in reversed(facts) if isinstance(event, BoardsLaid)).describe())
        for event in facts:
            if isinstance(event, ControlChanged):
                print(f"VPO  {event.hex}  {event.why}")
    for item in suspects:
        print(f"{item.id}  {item.hex}  {item.attitude}" + (f"  {item.reason}" if args.explain else ""))
    print(f"{len(suspects)} S?", file=sys.stderr)
    return 0


# -- checking -----------------------------------------------------------------------------------------


def table(args: Namespace) -> int:
    """The tables, or one with its chances."""
    from sasl.cli.tables import table as show_table

    return show_table(args)


def odds(args: Namespace) -> int:
    """The exact chances of a table, of what it leads to, or of a mission."""
    from sasl.cli.odds import run as show_odds

    return show_odds(args)


def roll(args: Namespace) -> int:
    """Roll on a table."""
    from sasl.cli.rolling import roll as roll_on

    return roll_on(args)


def own(args: Namespace) -> int:
    """The player's own figures."""
    from sasl.cli.tables import own as run_own

    return run_own(args)


def los(args: Namespace) -> int:
    """LOS from a board alone."""
    from sasl.cli.sights import los as show_los

    return show_los(args)


def vasl(args: Namespace) -> int:
    """Beside VASL."""
    from sasl.cli.vasl import vasl as run_vasl

    return run_vasl(args)


def lint(args: Namespace) -> int:
    """Check files, or everything shipped and in the player's packs."""
    from sasl.cli.linting import lint as check_content

    return check_content(args)


def new_mission(args: Namespace) -> int:
    """Copy the template into the player's own pack, or into a folder, and say how to go on."""
    from sasl.content.own_pack import copy_template

    if args.name in library(args).loader.ids("mission"):
        raise ContentError([f"there is a mission '{args.name}' already; choose another name"])
    own = args.folder is None
    files = [shown_path(path) for path in copy_template(args.name, own_folder() if own else args.folder)]
    tables = "" if own else f" --tables {args.folder}"
    if args.json:
        put({"mission": args.name, "files": files})
        return 0
    for path in files:
        print(path)
    print(
        f"It plays already: sasl play {args.name}{tables}. Change it, and sasl lint{tables} tells what is wrong; "
        "docs/your-own-mission.md leads through it.",
        file=sys.stderr,
    )
    return 0


def boards(args: Namespace) -> int:
    """The player's own VASL boards."""
    from sasl.cli import own_boards

    return own_boards.boards(args)


def serve_screens(args: Namespace) -> int:
    """The screens in a browser, until ctrl+c."""
    from sasl.tui.serving import serve

    if not 1024 <= args.port <= 65535:
        return fault(f"--port {args.port}: a port is a number from 1024 to 65535, as in: sasl serve --port 8765")
    return serve(saves(args), tuple(args.tables), args.port)


COMMANDS = {
    "play": play,
    "resume": resume,
    "games": games,
    "keys": keys,
    "campaign": campaign,
    "watch": watch,
    "sim": sim,
    "compare": compare,
    "place": place,
    "table": table,
    "odds": odds,
    "roll": roll,
    "own": own,
    "new-mission": new_mission,
    "los": los,
    "boards": boards,
    "vasl": vasl,
    "lint": lint,
    "log": log,
    "export": export,
    "serve": serve_screens,
}
