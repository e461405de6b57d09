"""What every command needs: the content it was given, and ways to answer."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sasl.cli.rim import has_screens
from sasl.content import shipped_root
from sasl.content.reading.faults import ContentError
from sasl.kernel.files.regular_files import write_page
from sasl.kernel.rolling.dice import any_seed
from sasl.kernel.text import number_in
from sasl.saves.folders import boards_folder, default_folder, fresh_name, with_own

if TYPE_CHECKING:
    from sasl.content.library import Library
    from sasl.saves.games import GameInfo

TOLD = ("play", "watch", "sim", "compare", "place")
"""Commands that begin games, and tell which of the player's own tables these are played with."""

SEEDED = ("watch", "sim", "compare")
"""Commands whose games are the same for everybody who has the seed: LOS comes from the digest, whatever is imported."""


def packs(args: Namespace) -> tuple[Path, ...]:
    """The player's own folder, and those of `--tables` on it."""
    return with_own(tuple(args.tables))


def library(args: Namespace) -> Library:
    """The shipped content, the packs of `--tables`, the player's own and his VASL boards; says which tables those packs
    replace where a game begins.
    """
    from sasl.content.library import Library

    found = Library(shipped_root(), packs(args), None if args.verb in SEEDED else boards_folder())
    begins = args.verb in TOLD or (args.verb == "campaign" and args.act in ("new", "watch"))
    if found.loader.packs and begins:
        _ = found.tables
        for name, origin in found.loader.overridden.items():
            print(f"sasl: {name} comes from {origin}", file=sys.stderr)
    return found


def later(module: str, name: str) -> Callable[[Namespace], int]:
    """The command `name` of a module of this room, which is imported when the command is called."""

    def command(args: Namespace) -> int:
        return int(getattr(import_module(f"sasl.cli.{module}"), name)(args))

    return command


def put(data: Any) -> None:
    """Print data as JSON."""
    print(json.dumps(data, ensure_ascii=False, indent=2, default=str))


def told(as_json: bool, data: Any, lines: Iterable[str], notes: Iterable[str] = ()) -> int:
    """Print data as JSON, or the same as lines with `notes` on stderr; exit status 0."""
    if as_json:
        put(data)
    else:
        if text := list(lines):
            print("\n".join(text))  # at once: a log has thousands
        notices(notes)
    return 0


def notices(texts: Iterable[str]) -> None:
    """Say on stderr what the player must know."""
    for text in texts:
        print(text, file=sys.stderr)


def page(path: Path | None, text: str) -> int:
    """Print a page, or write it into a file; the exit status."""
    if path is None:
        print(text)
        return 0
    try:
        write_page(path, text)
    except OSError as error:
        return fault(f"{path} cannot be written: {error.strerror}")
    print(f"written: {path}")
    return 0


def fault(text: str) -> int:
    """Say what was wrong on stderr; exit status 1."""
    print(f"sasl: {text}", file=sys.stderr)
    return 1


def saves(args: Namespace) -> Path:
    """The folder of games."""
    return args.saves if args.saves is not None else default_folder()


def plain(args: Namespace) -> bool:
    """Whether to play as lines of text: by option, or because there is no terminal for screens."""
    if args.plain:
        return True
    if has_screens():
        return False
    print("sasl: no terminal for screens here, so plain text is used (--plain)", file=sys.stderr)
    return True


def check_command(lib: Library, name: str) -> None:
    """ContentError unless there is such a variant of Command Control (S16); none is the usual one."""
    from sasl.solitaire.command_control import variants

    if name and name not in variants(lib):
        raise ContentError([f"there is no Command Control '{name}'; there are {', '.join(variants(lib))}"])


def fresh(args: Namespace, content_id: str) -> tuple[int, str, str]:
    """Seed, name and date of a new game of a mission or campaign: those given, else fresh ones."""
    seed, now = args.seed if args.seed is not None else any_seed(), datetime.now()
    return seed, args.name or fresh_name(content_id, now), now.isoformat(timespec="seconds")


def game_lines(games: Sequence[GameInfo]) -> list[str]:
    """Saved games in columns: name, mission or campaign, when each was played, how far, and VP."""
    name = max((len(game.name) for game in games), default=0)
    mission = max((len(game.mission) for game in games), default=0)
    return [
        f"{game.name:<{name}}  {game.mission:<{mission}}  {game.when}  {game.damaged or game.moment}"
        + (f"  {game.vp}" if game.vp else "")
        for game in games
    ]


def seed_range(text: str) -> range | None:
    """The seeds that `7` or `1-100` names, or None."""
    first, dash, last = str(text).partition("-")
    low, high = number_in(first, 0, 999_999_999), number_in(last or first, 0, 999_999_999)
    if low is None or high is None or high < low or (dash and not last):
        return None
    return range(low, high + 1)
