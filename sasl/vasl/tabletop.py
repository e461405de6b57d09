"""What lies on the player's VASL map: each counter as a thing of the game, in the hexes of our own map.

Which counter is what: by the names and layers it shows, as `tables/vasl/counters.yaml` says.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from sasl.board.join import NO_LAYOUT, Layout
from sasl.content.content import Content
from sasl.content.tables.counters import CounterType
from sasl.content.tables.vasl_names import Kind, NamedCounter, VaslCounters
from sasl.kernel.frozen import Frozen, replace
from sasl.kernel.text import counted
from sasl.vasl.map_points import Spot, VaslMap, Where
from sasl.vasl.vasl_pieces import Piece, Stack

if TYPE_CHECKING:
    from sasl.vasl.saved_game import PlacedBoard, SavedGame

MMC = re.compile(r"\b([0-9]{1,2}-[0-9]{1,2}-[0-9]{1,2}) ([A-Za-z0-9]*)\b")
LEADER = re.compile(r"(?<![-+0-9])([0-9]{1,2}[-+][0-9])(?![-+0-9])")
FACING = re.compile(r"\+ (vca|tca|ca)([1-6])")
KINDS: Mapping[str, Kind] = {
    "squad": "squad", "hs": "half-squad", "crew": "crew", "leader": "leader", "hero": "hero", "sw": "sw",
    "gun": "gun", "cupola": "gun", "vehicle": "vehicle", "aircraft": "aircraft",
}  # fmt: skip
"""What our kinds of counters are called here; a horse is none: VASL shows riders, not their horses."""
ABOVE: tuple[Kind, ...] = ("marker", "fortification")
"""What says something of the counters below it; all other states are a counter's own."""
WRECK = " Wreck"


class Recognised(Frozen):
    """What a counter is, our own counter of it ("": none), its nation, its states, and where it faces (0: nowhere).

    `says` are the states of what lies below it, of the nearest unit or of the whole stack (`of`).
    """

    kind: Kind = "unknown"
    definition: str = ""
    nation: str = ""
    states: frozenset[str] = frozenset()
    says: frozenset[str] = frozenset()
    of: str = "unit"
    ca: int = 0
    tca: int = 0


class Recogniser:
    """What makes counters of pieces: VASL's names, and our own counters by nation and name."""

    def __init__(self, names: VaslCounters, ours: Mapping[str, Mapping[str, CounterType]]) -> None:
        self.names, self.ours = names, ours
        in_order = [(name, item) for item in reversed(names.counters) for name in item.names]  # the first one wins
        self._exact = {name: item for name, item in in_order if not name.startswith("*")}
        endings = [(name[1:], item) for item in names.counters for name in item.names if name.startswith("*")]
        self._endings = sorted(endings, key=lambda pair: -len(pair[0]))
        self._folded = {
            nation: {**{_fold(name): name for name in known}, **{_fold(name): mine for name, mine in theirs.items()}}
            for nation, known in ours.items()
            for theirs in [names.ours.get(nation, {})]
        }

    def recognise(self, piece: Piece) -> Recognised:
        """What the piece is; `unknown` where nothing says so."""
        base = piece.base.removesuffix(WRECK).strip()
        named = self._named(piece.plain) or self._named(base)
        nation = (named.nation if named else "") or self._nation(piece)
        states, facing = self._states(piece), _facing(piece)
        kind, definition, named = self._kind(piece, nation, facing, base, named)
        says = frozenset(named.states) if named else frozenset()
        if kind not in ABOVE:
            states, says = states | says, frozenset()
        if piece.base.endswith(WRECK):
            states |= {"wreck"}
        of = named.of if named else "unit"
        return Recognised(kind, definition, nation, states, says, of, facing.get("vca", facing.get("ca", 0)),
                          facing.get("tca", 0))  # fmt: skip

    def _kind(
        self, piece: Piece, nation: str, facing: Mapping[str, int], base: str, named: NamedCounter | None
    ) -> tuple[Kind, str, NamedCounter | None]:
        """What it is, our own counter for it, and the name that says so."""
        if piece.question:
            return "concealment", "", None
        found = MMC.search(piece.plain)
        if found and (kind := self._class(found[2])):
            return kind, self._mmc(nation, found[1], found[2], kind), None
        mine = self._folded.get(nation, {}).get(_fold(base), "")
        if named and named.kind == "leader":
            rank = LEADER.search(piece.plain)
            return "leader", self._own(nation, rank[1] if rank else "", "leader"), None
        if named:
            return named.kind, self._own(nation, named.definition or mine, named.kind), named
        if mine:
            kind = KINDS.get(self.ours[nation][mine].kind, "unknown")
            return kind, mine if kind != "unknown" else "", None
        if piece.base.endswith(WRECK) or "vca" in facing:
            return "vehicle", "", None
        is_gun = "ca" in facing and any(word in self.names.guns for word in base.split(" "))
        return ("gun" if is_gun else "unknown"), "", None

    def _class(self, word: str) -> Kind | None:
        return next((kind for ending, kind in self.names.classes.items() if word.endswith(ending)), None)

    def _mmc(self, nation: str, figures: str, word: str, kind: Kind) -> str:
        """Our counter of these figures, if these troops are as ours."""
        troops = next(word.removesuffix(ending) for ending in self.names.classes if word.endswith(ending))
        as_ours = troops in self.names.troops or figures in self.names.partly.get(troops, ())
        return self._own(nation, figures, kind) if as_ours else ""

    def _own(self, nation: str, name: str, kind: Kind) -> str:
        """The name, if the nation has such a counter of that kind."""
        mine = self.ours.get(nation, {}).get(name)
        return name if mine and KINDS.get(mine.kind) == kind else ""

    def _named(self, name: str) -> NamedCounter | None:
        exact = self._exact.get(name)
        return exact or next((item for ending, item in self._endings if name.endswith(ending)), None)

    def _nation(self, piece: Piece) -> str:
        """By the mark of its ?, else by the folder of a picture it shows."""
        shown = (layer.image for layer in reversed(piece.layers) if layer.shown)
        folders = (image.partition("/")[0] for image in (*shown, piece.image) if "/" in image)
        return next((self.names.nations[code] for code in (piece.nation, *folders) if code in self.names.nations), "")

    def _states(self, piece: Piece) -> frozenset[str]:
        shown = [layer for layer in piece.layers if layer.shown]
        found = {self.names.shows.get(layer.words) or self.names.layers.get(layer.name) for layer in shown}
        found |= {"concealed"} if piece.concealed else set()
        found |= {"hidden"} if piece.hidden else set()
        return frozenset(state for state in found if state)


def _facing(piece: Piece) -> dict[str, int]:
    """The hexspines that hull (`vca`), Gun (`ca`) and turret (`tca`) face."""
    words = (FACING.fullmatch(layer.words) for layer in piece.layers if layer.shown)
    return {found[1]: int(found[2]) for found in words if found}


def _fold(name: str) -> str:
    return name.replace(" ", "").casefold()


# -- which counter it is ---------------------------------------------------------------------------

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
    from sasl.vasl.saved_game import read  # a game that follows none needs neither zip nor XML

    return tabletop(read(path), library, layout)


def tabletop(game: SavedGame, library: Content, layout: Layout = NO_LAYOUT) -> Tabletop:
    """What lies on the table in a saved game that was read."""
    boards, names = library.vasl
    ground = VaslMap(game.boards, boards.grids, layout)
    counters = tuple(_counters(game, ground, Recogniser(names, library.counters)))
    known = library.loader.ids("board")
    ids = {laid.board: laid.id for laid in ground.laid if laid.id in known}
    notes = [*ground.notes, *(LOG_NOTE for _ in range(game.log))]
    if game.unread:
        verb = "is" if game.unread == 1 else "are"
        notes.append(f"{counted(game.unread, 'piece')} cannot be read and {verb} left out")
    return Tabletop(
        game.boards,
        tuple(counter for counter in counters if counter.kind != "unknown"),
        tuple(counter for counter in counters if counter.kind == "unknown"),
        tuple(notes),
        tuple(ids.get(board, "") for board in game.boards),
    )


LOG_NOTE = (
    "this is a log: it shows the game as it was when the log began; save the game in VASL to have it as it is now"
)


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
