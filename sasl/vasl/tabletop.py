"""What lies on the player's VASL map: each counter as a thing of the game, in the hexes of our own map."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from sasl.board.join import NO_LAYOUT, Layout
from sasl.content.content import Content
from sasl.content.vasl import Kind
from sasl.kernel.frozen import Frozen, replace
from sasl.vasl.pieces import Piece, Stack
from sasl.vasl.places import Spot, VaslMap, Where
from sasl.vasl.recognition import Recognised, Recogniser
from sasl.vasl.saved_game import PlacedBoard, SavedGame, read

MAPS = ("Main Map", "Map0")
"""What VASL calls the window of its map: since 6.5, and before."""
UNITS: tuple[Kind, ...] = ("squad", "half-squad", "crew", "leader", "hero", "gun", "vehicle", "cavalry", "aircraft")
"""What the states of a marker above may hold for."""


class Counter(Frozen):
    """One counter.

    `piece`: its id in VASL. `hex`: of our map, "" where it lies on none. `where`: what that means (`near`: dragged off
    its centre; `hexside`: `printed` names both hexes; `off`: beside the boards; `elsewhere`: in a bin or a window).
    `definition`: the name of our own counter, "" if there is none. `states`: words of `asl.game.flags`, where it has
    one, and those that only VASL shows. `stack`: a number shared by the counters of a stack (0: it is in none);
    `depth`: its place in it from the bottom. `name`: as VASL shows it. `printed`: the hex as printed on its board
    (13K5, at a seam 5B10/13B0). `ca`, `tca`: where hull and turret face, hexspines as VASL counts them (0: nowhere).
    `around`: what is up there is down on our map.
    """

    piece: str
    hex: str
    kind: Kind
    definition: str
    nation: str
    states: frozenset[str]
    stack: int
    depth: int
    name: str
    printed: str = ""
    where: Where = "hex"
    ca: int = 0
    tca: int = 0
    around: bool = False

    @property
    def faces(self) -> int:
        """The hexspine of our map that the hull or Gun faces, clockwise from 1 at the upper right; 0: none."""
        return (self.ca - 1 + 3 * self.around) % 6 + 1 if self.ca and self.hex else 0


class Tabletop(Frozen):
    """A saved game as it lies on the table: boards as VASL lays them, counters by stack, and those nobody knows.

    `ids`: our own id of each board, "" where we have none. `notes`: sentences about what could not be placed.
    """

    boards: tuple[PlacedBoard, ...]
    counters: tuple[Counter, ...]
    unknown: tuple[Counter, ...]
    notes: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()


def read_tabletop(path: Path, library: Content, layout: Layout = NO_LAYOUT) -> Tabletop:
    """What lies on the table in a saved game. `layout`: the mapboards of our game, in whose hexes it is told.

    ContentError, one sentence, for a file that is no saved game of VASL, is damaged or of an absurd size.
    """
    return tabletop(read(path), library, layout)


def tabletop(game: SavedGame, library: Content, layout: Layout = NO_LAYOUT) -> Tabletop:
    """What lies on the table in a saved game that was read."""
    boards, names = library.vasl
    ground = VaslMap(game.boards, boards.grids, layout)
    counters = tuple(_counters(game, ground, Recogniser(names, library.counters)))
    known = library.loader.ids("board")
    ids = {laid.board: laid.id for laid in ground.laid if laid.id in known}
    notes = (*ground.notes, *(LOG_NOTE for _ in range(game.log)))
    return Tabletop(
        game.boards,
        tuple(counter for counter in counters if counter.kind != "unknown"),
        tuple(counter for counter in counters if counter.kind == "unknown"),
        notes,
        tuple(ids.get(board, "") for board in game.boards),
    )


LOG_NOTE = "this is a log: it is read as it was when the log was begun; save the game in VASL to have it as it is now"


def _counters(game: SavedGame, ground: VaslMap, recogniser: Recogniser) -> Iterable[Counter]:
    """All counters: those of each stack from the bottom, then those in none."""
    pieces = {piece.id: piece for piece in game.pieces}
    number = 0
    for stack in game.stacks:
        members = [pieces.pop(name) for name in stack.pieces if name in pieces]
        if members:
            number += 1
            yield from _stacked(number, stack, members, ground, recogniser)
    for piece in pieces.values():
        spot = _spot(piece.map, piece.x, piece.y, ground)
        yield _counter(piece, recogniser.recognise(piece), spot, 0, 0)


def _stacked(
    number: int, stack: Stack, members: Sequence[Piece], ground: VaslMap, recogniser: Recogniser
) -> Iterable[Counter]:
    """The counters of a stack, each with what those above it say of it."""
    found = [recogniser.recognise(piece) for piece in members]
    above: dict[int, set[str]] = {place: set() for place in range(len(found))}
    for place, item in enumerate(found):
        units = [below for below in range(place) if found[below].kind in UNITS]
        if item.kind == "concealment":
            item = replace(item, says=frozenset({"concealed"}), of="stack")
        for below in units if item.of == "stack" else units[-1:]:
            above[below] |= item.says
    for place, (piece, item) in enumerate(zip(members, found, strict=True)):
        place_of = piece if piece.map else stack  # a member may leave it to its stack where it lies
        spot = _spot(place_of.map, place_of.x, place_of.y, ground)
        yield _counter(piece, replace(item, states=item.states | above[place]), spot, number, place)


def _spot(window: str, x: int, y: int, ground: VaslMap) -> Spot:
    return ground.spot(x, y) if window in MAPS else Spot(where="elsewhere")


def _counter(piece: Piece, item: Recognised, spot: Spot, stack: int, depth: int) -> Counter:
    return Counter(
        piece.id, spot.hex, item.kind, item.definition, item.nation, item.states, stack, depth, piece.name,
        spot.printed, spot.where, item.ca, item.tca, spot.around,
    )  # fmt: skip
