"""Screens at once: a game is opened on them before rules and content are loaded, so that something shows."""

from __future__ import annotations

import sys
from argparse import Namespace

from sasl.content.places import shipped_root
from sasl.saves.places import default_folder, with_own


def at_once(args: Namespace) -> int | None:
    """Play or resume on screens; None where more must be known first: lines, packs to tell of, an order to check, a
    name that is none.
    """
    if args.verb not in ("play", "resume") or args.plain or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return None
    folder, packs = args.saves if args.saves is not None else default_folder(), tuple(args.tables)
    if args.verb == "play":
        if args.command or with_own(packs) or not (shipped_root() / "missions" / f"{args.mission}.yaml").is_file():
            return None
    elif args.recover or not args.game or not (folder / f"{args.game}.sasl").is_file():
        return None
    from sasl.tui.app import run

    if args.verb == "play":
        return run(folder, mission=args.mission, seed=args.seed, name=args.name)
    return run(folder, packs, game=args.game)
