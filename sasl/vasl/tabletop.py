"""What lies on the player's VASL map: each counter as a thing of the game, in the hexes of our own map."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sasl.vasl.places import Where
from sasl.vasl.saved_game import PlacedBoard

Kind = Literal[
    "squad", "half-squad", "crew", "leader", "hero", "sw", "gun", "vehicle", "cavalry", "aircraft", "suspect",
    "concealment", "fortification", "marker", "unknown",
]  # fmt: skip
"""What a counter is; `suspect` is an S?, `concealment` a ? that lies on what it hides, or alone as a Dummy."""


@dataclass(frozen=True, slots=True)
class Counter:
    """One counter.

    `piece`: its id in VASL. `hex`: of our map, "" where it lies on none. `where`: what that means (`near`: dragged off
    its centre; `hexside`: `printed` names both hexes; `off`: beside the boards; `elsewhere`: in a bin or a window).
    `definition`: the name of our own counter, "" if there is none. `states`: words of `asl.game.flags`, where it has
    one, and those that only VASL shows. `stack`: a number shared by the counters of a stack (0: it is in none);
    `depth`: its place in it from the bottom. `name`: as VASL shows it. `printed`: the hex as printed on its board
    (13K5, at a seam 5B10/13B0). `ca`, `tca`: where hull and turret face, hexspines as VASL counts them (0: nowhere).
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


@dataclass(frozen=True, slots=True)
class Tabletop:
    """A saved game as it lies on the table: boards as VASL lays them, counters by stack, and those nobody knows.

    `notes`: sentences about what of the map could not be placed.
    """

    boards: tuple[PlacedBoard, ...]
    counters: tuple[Counter, ...]
    unknown: tuple[Counter, ...]
    notes: tuple[str, ...] = ()
