"""A saved game of VASL: its boards, pieces and stacks."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from sasl.content.faults import ContentError, shown_path
from sasl.kernel.frozen import Frozen
from sasl.vasl.codec import PIECE, STACK, commands, read_tree, split
from sasl.vasl.container import WHAT, read_container
from sasl.vasl.pieces import Piece, Stack, read_piece, read_stack, whole

BOARDS, SCENARIO, LOG = "bd\t", "INFO\t", "LOG\t"
TURNED = "r"
SECTIONS = ("VER", "OVR", "SSR", "ZOOM")
"""What begins a part of a board's entry."""
MOST_BOARDS = 60
MOST_PIECE = 60_000
"""Characters of one piece; the largest known has a seventh of it."""


class PlacedBoard(Frozen):
    """A board as VASL lays it: `name` without `bd`, column and row, turned by 180 degrees or not, the version that the
    file says, the part cut out (x, y, width, height in pixels; -1: all), overlays (name and hexes), rules that change
    its terrain, and how much it is enlarged.
    """

    name: str
    column: int
    row: int
    turned: bool = False
    version: str = ""
    crop: tuple[int, int, int, int] = (-1, -1, -1, -1)
    overlays: tuple[tuple[str, ...], ...] = ()
    rules: tuple[str, ...] = ()
    zoom: float = 1.0

    @property
    def shown(self) -> str:
        """As VASL calls it: `r04` where it is turned."""
        return f"{TURNED}{self.name}" if self.turned else self.name


class SavedGame(Frozen):
    """What is read of a saved game. No names or passwords of players are in it, nor what they wrote as notes.

    `version`: the VASL that wrote it; `turn` and `player` (Axis or Allied): what its turn counter shows.
    """

    version: str
    saved: datetime | None
    boards: tuple[PlacedBoard, ...]
    pieces: tuple[Piece, ...]
    stacks: tuple[Stack, ...]
    player: str = ""
    turn: str = ""
    log: bool = False


def read(path: Path) -> SavedGame:
    """The saved game in a file. ContentError, one sentence, for what is none, is damaged or of an absurd size."""
    container = read_container(path)
    try:
        return _read(container.text, container.version, container.saved)
    except (ValueError, LookupError) as error:
        raise ContentError([f"{shown_path(path)}: this is not {WHAT}: {_words(error)}"]) from None


def _words(error: Exception) -> str:
    """What is wrong, never with a piece of the text: it may hold what nobody shall see."""
    return str(error) if isinstance(error, _Fault) else "what it says of a piece or board cannot be read"


class _Fault(ValueError):
    """A fault in words of our own."""


def _read(text: str, version: str, saved: datetime | None) -> SavedGame:
    try:
        every = list(commands(read_tree(text)))
    except ValueError as error:
        raise _Fault(str(error)) from None
    if "begin_save" not in every or "end_save" not in every:
        raise _Fault("its text does not begin and end as one")
    pieces: dict[str, Piece] = {}
    stacks: dict[str, Stack] = {}
    boards: tuple[PlacedBoard, ...] = ()
    player = turn = ""
    for command in every:
        if command.startswith(PIECE):
            if len(command) > MOST_PIECE:
                raise _Fault(f"a piece of more than {MOST_PIECE:,} characters")
            _, piece_id, kind, state = split(command, "/", 4)
            if kind == STACK:
                stacks[piece_id] = read_stack(piece_id, state)
            else:
                pieces[piece_id] = read_piece(piece_id, kind, state)
        elif command.startswith(BOARDS):
            boards = read_boards(command)
        elif command.startswith(SCENARIO):
            _, _, player, turn, *_ = [*split(command, "\t", 30), "", "", ""]
    log = any(command.startswith(LOG) for command in every)
    return SavedGame(
        version, saved, boards, tuple(pieces.values()), tuple(stacks.values()), player.strip(), turn.strip(), log
    )


# -- boards -------------------------------------------------------------------------------------------


def read_boards(listed: str) -> tuple[PlacedBoard, ...]:
    """The boards of a `bd` command, () where none is chosen. ValueError for what VASL does not write."""
    lists = listed.split(BOARDS)[1:]
    if len(lists) > MOST_BOARDS:
        raise ValueError(f"more than {MOST_BOARDS} boards")
    return tuple(_board(words) for item in lists if (words := split(item, "\t", 500)) != [""])


def _board(words: list[str]) -> PlacedBoard:
    column, row, name, *rest = words
    turned = len(name) > 1 and name.startswith(TURNED)
    crop = (-1, -1, -1, -1)
    if len(rest) >= 4 and rest[0] not in SECTIONS:
        x, y, width, height = map(whole, rest[:4])
        crop, rest = (x, y, width, height), rest[4:]
    told: list[tuple[str, list[str]]] = []
    for word in rest:
        if word in SECTIONS:
            told.append((word, []))
        elif told and word:
            told[-1][1].append(word)

    def said(section: str) -> tuple[tuple[str, ...], ...]:
        return tuple(tuple(items) for word, items in told if word == section)

    version = next((items[0] for items in said("VER") if items), "")
    zoom = next((float(items[0]) for items in said("ZOOM") if items and len(items[0]) < 9), 1.0)
    if not 0.1 <= zoom <= 20:
        raise ValueError("no board is enlarged like this")
    rules = tuple(rule for items in said("SSR") for rule in items)
    return PlacedBoard(
        name[1:] if turned else name, whole(column), whole(row), turned, version, crop, said("OVR"), rules, zoom
    )
