"""`sasl vasl diff` and `write`: a saved game of VASL beside another one, or a game of ours."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from msgspec import to_builtins

from sasl.asl.game.context import Game
from sasl.beside.comparison import compare, compare_saves
from sasl.beside.copying import write_copy
from sasl.beside.differences import GAME_AND_VASL, TWO_SAVES, Difference, Words, together
from sasl.cli.common import fault, library, saves, told
from sasl.content.reading.faults import ContentError
from sasl.kernel.text import counted
from sasl.saves.games import kind_of, list_games
from sasl.saves.reading import Reading
from sasl.vasl.tabletop import read_tabletop

SUFFIX = ".vsav"


def diff(args: Namespace) -> int:
    """What a saved game of VASL shows otherwise than a game, or than another save: a sentence each, by hex."""
    if args.other and (Path(args.other).suffix == SUFFIX or Path(args.other).is_file()):
        content = library(args)
        first, second = read_tabletop(args.file, content), read_tabletop(Path(args.other), content)
        return _told(args, *compare_saves(first, second), words=TWO_SAVES)
    game = _game_named(args, args.other)
    if game is None:
        return fault(f"there is no game in {saves(args)} to compare with; name one, or another {SUFFIX}")
    there = read_tabletop(args.file, game.library, game.state.layout)
    found = compare(game, there)
    return _told(args, found.all, found.notes)


def write(args: Namespace) -> int:
    """A copy of a saved game with S? and the ENEMY's counters; what remains to do by hand is listed."""
    game = _game_named(args, args.game)
    assert game is not None  # it was named
    copied = write_copy(game, args.file, args.out)
    data = {"copy": str(args.out), "done": list(copied.done), "left": list(copied.left)}
    notes = [f"written: {args.out} ({counted(len(copied.done), 'change')})"]
    notes += ["\n  ".join(["left to do by hand in VASL:", *copied.left])] if copied.left else []
    return told(args.json, data, copied.done, notes)


def _game_named(args: Namespace, name: str | None) -> Game | None:
    """The game as it stands now; without a name the one played last; None if there is none at all."""
    if name is None:
        own = [game for game in list_games(saves(args)) if game.kind == "game"]
        if not own:
            return None
        name = own[0].name
        print(f"sasl: compared with the game '{name}'", file=sys.stderr)
    if kind_of(saves(args), name) == "campaign":
        raise ContentError([f"'{name}' is a campaign: it has no VASL map to compare with; name a game of a mission"])
    with Reading.read(library(args), saves(args), name) as session:
        return session.game


def _told(args: Namespace, found: Sequence[Difference], notes: Iterable[str], words: Words = GAME_AND_VASL) -> int:
    data = {"differences": [_data(item, words) for item in found], "notes": list(notes)}
    lines = [text for _, text in together(found, words)] or ["no difference"]
    return told(args.json, data, lines, (f"sasl: {note}" for note in notes))


def _data(item: Difference, words: Words) -> dict[str, Any]:
    sides = {
        name: to_builtins(piece) if piece else None for name, piece in (("here", item.here), ("there", item.there))
    }
    for side in sides.values():
        if side:
            side["states"] = sorted(side["states"])
    return {"hex": item.hex, "what": item.what, "sentence": item.sentence(words), **sides}
