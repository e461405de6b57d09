"""`sasl vasl`: a saved game of VASL, what lies on its map and what was recognised; or beside a game."""

from __future__ import annotations

from argparse import Namespace
from collections import Counter as Tally
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import Any, get_args

from msgspec import to_builtins

from sasl.cli.common import later, library, told
from sasl.content.tables.vasl_names import Kind
from sasl.kernel.text import counted, listed
from sasl.vasl.map_points import by_hex
from sasl.vasl.saved_game import PlacedBoard, SavedGame, read
from sasl.vasl.tabletop import Counter, Tabletop, tabletop

CALLED = {"unknown": "not recognised:", "marker": "", "concealment": "", "suspect": "", "sw": "SW", "gun": "Gun"}
"""How kinds are called before the name, where not by their own word."""
MOST_NAME = 60
"""Characters of a name that are shown."""
ON_MAP = ("hex", "near", "hexside")
PLACES = {"off": "beside the boards", "elsewhere": "not on the map", "hexside": "markers on hexsides"}


def vasl(args: Namespace) -> int:
    """Do one act; the exit status."""
    return ACTS[args.act](args)


def show(args: Namespace) -> int:
    """List what lies on the map of a saved game, hex by hex, and count what was recognised."""
    game = read(args.file)
    table = tabletop(game, library(args))
    counters = sorted((*table.counters, *table.unknown), key=_place)
    here = [counter for counter in counters if args.all or _on_map(counter)]
    left = Tally(PLACES[counter.where] for counter in counters if not args.all and not _on_map(counter))
    others = listed(f"{number} {where}" for where, number in left.items())
    more = [f"{others}: --all lists them"] if others else []
    lines = (*_head(game, table), *_lines(here), *more, *_counts(table))
    return told(args.json, _data(game, table), lines, (f"sasl: {note}" for note in table.notes))


ACTS: dict[str, Callable[[Namespace], int]] = {
    "show": show,
    "diff": later("boards.vasl_game_commands", "diff"),
    "write": later("boards.vasl_game_commands", "write"),
}


# -- as text ------------------------------------------------------------------------------------------


def _head(game: SavedGame, table: Tabletop) -> Iterable[str]:
    saved = f", saved {game.saved:%Y-%m-%d %H:%M} UTC" if game.saved else ""
    turn = f", {game.player} turn {game.turn}" if game.player and game.turn else ""
    yield f"VASL {game.version or 'of an unknown version'}{saved}{turn}"
    for board, ours in zip(table.boards, table.ids, strict=True):
        yield f"board {_board(board)}" + (f": {ours} here" if ours else "")
    if not table.boards:
        yield "no board is laid"


def _board(board: PlacedBoard) -> str:
    words = [board.name, f"version {board.version}" if board.version else "", "turned" if board.turned else ""]
    words += [f"at column {board.column + 1}, row {board.row + 1}" if board.column or board.row else ""]
    words += [f"enlarged {board.zoom:g} times" if board.zoom != 1 else ""]
    return ", ".join(word for word in words if word)


def _on_map(counter: Counter) -> bool:
    """Whether it stands for something there: markers on hexsides draw lines (perimeters, fronts)."""
    return counter.where in ON_MAP and (counter.where, counter.kind) != ("hexside", "marker")


def _place(counter: Counter) -> tuple[Any, ...]:
    """Hexes by board, hexrow and number, a stack from its top; then what lies on no hex."""
    return (counter.where not in ON_MAP, by_hex(counter.printed), counter.where, counter.stack, -counter.depth)


def _lines(counters: Sequence[Counter]) -> Iterable[str]:
    """A line each; equal ones that follow each other are one."""
    width = max((len(_where(counter)) for counter in counters), default=0)
    before = ""
    for (where, words), same in groupby(counters, lambda counter: (_where(counter), _words(counter))):
        number = len(list(same))
        times = f"{number} x " if number > 1 else ""
        yield f"{where if where != before else '':<{width}}  {times}{words}"
        before = where


def _where(counter: Counter) -> str:
    if counter.where in ON_MAP:
        return f"{counter.printed}{' (near)' if counter.where == 'near' else ''}"
    return PLACES[counter.where]


def _words(counter: Counter) -> str:
    """`german squad 4-6-7: broken, dm`; what is none of ours by the name VASL shows."""
    name = "S?" if counter.kind == "suspect" else counter.definition or _short(counter.name)
    words = " ".join(filter(None, (counter.nation, CALLED.get(counter.kind, counter.kind), name)))
    return f"{words}: {', '.join(sorted(counter.states))}" if counter.states else words


def _short(name: str) -> str:
    words = " ".join(name.split())
    return words if len(words) <= MOST_NAME else f"{words[: MOST_NAME - 1]}…"


def _counts(table: Tabletop) -> Iterable[str]:
    """How many of each kind there are, and how many of them are counters of ours."""
    every = Tally(counter.kind for counter in table.counters)
    ours = Tally(counter.kind for counter in table.counters if counter.definition)
    for kind in get_args(Kind):
        if every[kind]:
            known = f", {ours[kind]} with a counter of ours" if ours[kind] else ""
            yield f"{kind}: {every[kind]}{known}"
    names = Tally(_short(counter.name) for counter in table.unknown)
    told = listed((f"{name} ({number})" if number > 1 else name for name, number in names.items()), 20)
    yield f"{counted(len(table.counters), 'counter')} recognised, {len(table.unknown)} not{f': {told}' if told else ''}"


# -- as data ------------------------------------------------------------------------------------------


def _data(game: SavedGame, table: Tabletop) -> dict[str, Any]:
    return {
        "version": game.version,
        "saved": game.saved.isoformat() if game.saved else None,
        "player": game.player,
        "turn": game.turn,
        "boards": [{**to_builtins(board), "ours": ours} for board, ours in zip(table.boards, table.ids, strict=True)],
        "counters": [_counter(counter) for counter in table.counters],
        "unknown": [_counter(counter) for counter in table.unknown],
        "notes": list(table.notes),
    }


def _counter(counter: Counter) -> dict[str, Any]:
    return {**to_builtins(counter), "states": sorted(counter.states)}
