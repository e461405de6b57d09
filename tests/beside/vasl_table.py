"""VASL's map as it would lie there if it showed the game, and the player's hand that changes it."""

from __future__ import annotations

from typing import cast

from sasl.asl.game.context import Game
from sasl.beside.comparable import Piece, of_game
from sasl.content.tables.vasl_names import Kind
from sasl.kernel.frozen import replace
from sasl.vasl.map_points import Where
from sasl.vasl.saved_game import PlacedBoard
from sasl.vasl.tabletop import Counter, Tabletop

KINDS: dict[str, Kind] = {"hs": "half-squad", "marker": "fortification"}


def mirror(game: Game) -> dict[str, Counter]:
    """A counter of VASL for each of the game's, by the game's ids."""
    return {item.id: counter(item, 1000 + number) for number, item in enumerate(of_game(game))}


def counter(item: Piece, piece: int) -> Counter:
    kind = KINDS.get(item.sort) or cast(Kind, item.sort)
    known = Counter(str(piece), item.hex, kind, item.name, item.nation, item.states, 0, 0, item.name, item.hex)
    return replace(known, where="hex" if item.hex else "off", ca=item.faces)


class Hand:
    """The player's hand on VASL's map."""

    def __init__(self, game: Game) -> None:
        self.counters = mirror(game)

    def move(self, unit: str, hex_name: str) -> Hand:
        where: Where = "hex" if hex_name else "off"
        self.counters[unit] = replace(self.counters[unit], hex=hex_name, printed=hex_name, where=where)
        return self

    def mark(self, unit: str, *states: str) -> Hand:
        self.counters[unit] = replace(self.counters[unit], states=frozenset(states))
        return self

    def turn(self, unit: str, hexspine: int) -> Hand:
        """Hexspines clockwise from 1 at the upper right."""
        self.counters[unit] = replace(self.counters[unit], ca=hexspine)
        return self

    def swap(self, unit: str, definition: str) -> Hand:
        self.counters[unit] = replace(self.counters[unit], definition=definition)
        return self

    def take(self, unit: str) -> Hand:
        del self.counters[unit]
        return self

    def lay(self, kind: Kind, definition: str, hex_name: str, nation: str = "") -> Hand:
        key = str(2000 + len(self.counters))
        self.counters[key] = Counter(key, hex_name, kind, definition, nation, frozenset(), 0, 0, definition, hex_name)
        return self

    @property
    def table(self) -> Tabletop:
        return Tabletop((PlacedBoard("OtOBFP", 0, 0),), tuple(self.counters.values()), (), ids=("oto",))
