"""The command line, from what was typed to the exit status. Heavy imports wait until a command needs them."""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Sequence
from typing import Any

from sasl.cli.rim import Lost, TooMuch, has_screens, rim, silence
from sasl.cli.usage import given
from sasl.content import shipped_root
from sasl.saves.folders import default_folder, with_own


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line; the exit status."""
    with rim():
        try:
            try:
                return _run(given(argv))
            finally:
                sys.stdout.flush()  # here a full disk can still be told of
        except BrokenPipeError:
            silence(sys.stdout)
            return 0
        except Lost as error:
            silence(sys.stdout)
            return _last_words(f"sasl: the output cannot be written ({error})")
        except TooMuch as error:
            return _last_words(f"sasl: stdin: {error} is more than any command needs")
        except KeyboardInterrupt:
            return _last_words("stopped; everything shown so far is saved")
        except OSError as error:  # what no room expected: still one sentence, and nothing is half done
            where = f"{error.filename}: " if error.filename else ""
            return _last_words(f"sasl: {where}{(error.strerror or str(error)).lower()}")


def _last_words(text: str) -> int:
    """Say why the program ends; exit status 1."""
    try:
        print(text, file=sys.stderr)
    except (Lost, BrokenPipeError):
        silence(sys.stderr)
    return 1


def _run(args: argparse.Namespace) -> int:
    """Do what `args` ask; faults in what was given are one sentence each on stderr."""
    if args.verb is None and not (has_screens() or os.environ.get("TEXTUAL_DRIVER")):  # sasl serve names a driver
        print("the home screen needs a terminal; sasl --help lists the commands", file=sys.stderr)
        return 2
    for folder in args.tables:
        if not folder.is_dir():
            print(f"sasl: --tables {folder}: there is no such folder", file=sys.stderr)
            return 1
    shown = splash(args)
    if shown is not None:
        return shown
    from sasl.cli import subcommands
    from sasl.content.reading.faults import ContentError, few

    try:
        return subcommands.run(args)
    except ContentError as error:
        for fault in few(error.faults, "sasl"):
            print(fault, file=sys.stderr)
        return 1


def splash(args: argparse.Namespace) -> int | None:
    """The home screen, or a game on screens, before rules and content are loaded; None where more must be known first:
    lines, packs to tell of, an order to check, a name that is none.
    """
    folder, packs = args.saves if args.saves is not None else default_folder(), tuple(args.tables)
    opened: dict[str, Any] = {}
    if args.verb is not None:
        if args.verb not in ("play", "resume") or args.plain or not has_screens():
            return None
        if args.verb == "play":
            if args.command or with_own(packs) or not (shipped_root() / "missions" / f"{args.mission}.yaml").is_file():
                return None
            opened, packs = {"mission": args.mission, "seed": args.seed, "name": args.name}, ()
        elif args.recover or not args.game or not (folder / f"{args.game}.sasl").is_file():
            return None
        else:
            opened = {"game": args.game}
    gc.disable()  # until the first frame is out: what is made by then stays
    from sasl.tui.app import run

    return run(folder, packs, **opened)
