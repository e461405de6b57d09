"""What each command of the command line does."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable, Mapping

from sasl.cli.common import (
    check_command,
    fault,
    fresh,
    game_lines,
    later,
    library,
    notices,
    plain,
    saves,
    seed_range,
    told,
)
from sasl.content import shipped_root
from sasl.content.reading.faults import ContentError, shown_path
from sasl.kernel.memory import collect_seldom
from sasl.saves.folders import own_folder


def run(args: Namespace) -> int:
    """Run the command of `args`; the exit status."""
    from sasl.lab import LabError
    from sasl.saves.save_lines import SaveError

    collect_seldom()
    try:
        return COMMANDS[args.verb](args)
    except (SaveError, LabError) as error:
        from sasl.saves.journal import Damage, Foreign, SpoiltHeader

        hint = ""
        if hasattr(args, "recover") and isinstance(error, SpoiltHeader) and not isinstance(error, Foreign):
            hint = "; resume --recover repairs it if its moves are intact"
        elif hasattr(args, "recover") and isinstance(error, Damage) and error.last_good:
            hint = "; resume --recover goes on from there"
        print(f"sasl: {error}{hint}", file=sys.stderr)
        return 1


# -- playing ------------------------------------------------------------------------------------------


def play(args: Namespace) -> int:
    """Start a mission, on screens or in lines."""
    from sasl.orders.doctrine_orders import choosing

    lib = library(args)
    lib.loader.path("mission", args.mission)
    check_command(lib, args.command)
    orders = choosing(command=args.command)
    seed, name, now = fresh(args, args.mission)
    if plain(args):
        from sasl.cli.lines.mission_lines import Plain
        from sasl.saves.session import Session

        session = Session.create(lib, args.mission, seed, saves(args), name, now)
        for line in orders:
            session.submit(line)
        return Plain(session).run()
    from sasl.tui.app import run as run_tui

    return run_tui(saves(args), tuple(args.tables), mission=args.mission, seed=seed, name=name, orders=orders)


def resume(args: Namespace) -> int:
    """Go on with a game or a campaign, on screens or in lines."""
    from sasl.saves.files import game_path, missing
    from sasl.saves.games import kind_of, list_games
    from sasl.saves.reading import recover
    from sasl.saves.session import Session

    folder, name = saves(args), args.game
    if name is None:
        games = list_games(folder)
        if not games:
            return fault(f"there is no saved game in {folder}; start one with: sasl play oto-s1")
        name = next((game for game in games if game.kind != "watch"), games[0]).name
    if not game_path(folder, name).is_file():
        begun = [game.name for game in list_games(folder) if game.name.startswith(name)]
        if not begun:
            raise missing(game_path(folder, name))
        name = begun[0]
    if kind_of(folder, name) == "campaign":
        from sasl.cli.campaign_command import go_on

        return go_on(args, name)
    if args.recover:
        print(recover(library(args), folder, name), file=sys.stderr)
    if plain(args):
        from sasl.cli.lines.mission_lines import Plain

        return Plain(Session.resume(library(args), folder, name)).run()
    from sasl.tui.app import run as run_tui

    return run_tui(folder, tuple(args.tables), game=name)


def games(args: Namespace) -> int:
    """List the saved games, the last played first."""
    from sasl.saves.games import list_games

    found = list_games(saves(args))
    data = [
        {"name": game.name, "mission": game.mission, "moment": game.moment, "kind": game.kind, "vp": game.vp,
         "modified": game.written.isoformat(timespec="seconds") if game.written else None, "damaged": game.damaged}
        for game in found
    ]  # fmt: skip
    return told(args.json, data, game_lines(found), [] if found else [f"no games in {saves(args)}"])


def log(args: Namespace) -> int:
    """Print the log of a game; the game may be open elsewhere."""
    from sasl.saves.games import kind_of

    topics = set(args.topic) if args.topic else None
    if kind_of(saves(args), args.game) == "campaign":
        from sasl.campaign.campaign_session import CampaignSession
        from sasl.campaign.campaign_words import open_log

        campaign = CampaignSession.read(library(args), saves(args), args.game)
        lines, known = open_log(campaign, topics), campaign.notices
    else:
        from sasl.saves.reading import Reading  # and no Session: orders and minds take as long as all the rest

        game = Reading.read(library(args), saves(args), args.game)
        lines, known = game.log(topics), game.notices
    data = [{"moment": line.n, "topic": line.topic, "text": line.text} for line in lines]
    told(args.json, data, (line.text for line in lines))
    notices(known)
    return 0


# -- watching and placing -----------------------------------------------------------------------------


def watch(args: Namespace) -> int:
    """Watch one seed, or count how several ended."""
    from sasl.cli.series.sim_command import match_of, summary_of
    from sasl.cli.series.watch_command import watch_plain

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


def place(args: Namespace) -> int:
    """Place the S? of a mission."""
    from sasl.asl.game.events import BoardsLaid, ControlChanged, Event
    from sasl.kernel.orders.commands import Done
    from sasl.lab.watching.watch import Bare, answered
    from sasl.orders import engine
    from sasl.solitaire.briefing.sources import notes
    from sasl.solitaire.readings import report

    table, facts = Bare(engine.new_game(library(args), args.mission, args.seed), engine.play), list[Event]()
    while table.game.state.stage in ("boards", "tables", "suspects"):
        done = answered(table, "next")
        assert isinstance(done, Done)
        facts += done.events
    game = table.game
    by_hex = game.board.by_sheet({item.hex for item in game.state.suspects.values()})
    suspects = [item for names in by_hex.values() for name in names for item in game.state.suspects_at(name)]
    printed = {name: game.board.printed(name) for names in by_hex.values() for name in names}
    data = [
        {"id": item.id, "hex": item.hex, "printed": printed[item.hex], "attitude": item.attitude, "reason": item.reason}
        for item in suspects
    ]
    lines = [*notes(game.mission), *report(game)] if args.explain else []
    if args.explain and game.mission.vpo.determined:
        lines += [event.describe() for event in facts if isinstance(event, BoardsLaid)][-1:]  # of mapboards laid
        lines += [
            f"VPO  {game.board.both_names(event.hex)}  {event.why}"
            for event in facts
            if isinstance(event, ControlChanged)
        ]
    for item in suspects:
        lines.append(
            f"{item.id}  {game.board.both_names(item.hex)}  {item.attitude}"
            + (f"  {item.reason}" if args.explain else "")
        )
    return told(args.json, data, lines, [f"{len(suspects)} S?"])


# -- making -------------------------------------------------------------------------------------------


def new_mission(args: Namespace) -> int:
    """Copy the template into the player's own pack, or into a folder, and say how to go on."""
    from sasl.content.packs.own_pack import copy_template

    if args.name in library(args).loader.ids("mission"):
        raise ContentError([f"a mission '{args.name}' already exists; choose another name"])
    own = args.folder is None
    files = [shown_path(path) for path in copy_template(args.name, own_folder() if own else args.folder)]
    tables = "" if own else f" --tables {args.folder}"
    how = (
        f"You can play it right away: sasl play {args.name}{tables}. After a change, sasl lint{tables} says what is "
        f"wrong; {shown_path(shipped_root() / 'docs' / 'your-own-mission.md')} guides you through it."
    )
    return told(args.json, {"mission": args.name, "files": files}, files, [how])


def serve_screens(args: Namespace) -> int:
    """The screens in a browser, until ctrl+c."""
    from sasl.tui.serving import serve

    if not 1024 <= args.port <= 65535:
        return fault(f"--port {args.port}: a port is a number from 1024 to 65535, as in: sasl serve --port 8765")
    return serve(saves(args), tuple(args.tables), args.port)


COMMANDS: Mapping[str, Callable[[Namespace], int]] = {
    "play": play,
    "resume": resume,
    "games": games,
    "keys": later("keys_command", "keys"),
    "campaign": later("campaign_command", "campaign"),
    "watch": watch,
    "sim": later("series.sim_command", "sim"),
    "compare": later("series.compare_command", "compare"),
    "place": place,
    "table": later("tables.table_command", "table"),
    "odds": later("tables.odds_command", "run"),
    "roll": later("tables.roll_command", "roll"),
    "own": later("tables.table_command", "own"),
    "new-mission": new_mission,
    "los": later("boards.los_command", "los"),
    "boards": later("boards.boards_command", "boards"),
    "vasl": later("boards.vasl_command", "vasl"),
    "chapter-s": later("tables.chapter_s_command", "chapter_s"),
    "lint": later("tables.lint_command", "lint"),
    "log": log,
    "export": later("export_command", "export"),
    "report": later("report_command", "report"),
    "serve": serve_screens,
}
