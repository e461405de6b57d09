"""What is under way at a moment: who moves, what is aimed at, artillery, and what is still to come."""

from __future__ import annotations

from typing import Literal

from sasl.asl.game.sides import Phase, Side
from sasl.kernel.frozen import Frozen


class Met(Frozen):
    """An attack on a moving unit by what lies in its Location: of what kind, or of which Fire Lane, its FP and DRM."""

    unit: str
    of: str
    fp: int
    drm: int


class Moving(Frozen):
    """Who is moving now, and so may be attacked by Defensive First Fire: the last Location and its cost (A8.1).

    `shots` holds a firer (unit or weapon id) once for each time it has fired at them in this Location.
    `bypass`: the vertices of the hex that they pass in Bypass (A4.3); () if they are in it.
    `also`: the other hexes of an Impulse, where some of `ids` have spent the same at the same time (D14.3).
    `trail`: every hex of their MPh so far, "" for off-board, with the MF or MP spent in it (C6.15).
    `met`: the Residual FP and Fire Lanes that have attacked them in this Location (A8.22).
    """

    ids: tuple[str, ...]
    came_from: str
    hex: str
    spent: float
    how: str = ""
    by_road: bool = False
    shots: tuple[str, ...] = ()
    bypass: tuple[int, ...] = ()
    also: tuple[str, ...] = ()
    trail: tuple[tuple[str, float], ...] = ()
    met: tuple[Met, ...] = ()

    @property
    def hexes(self) -> tuple[str, ...]:
        """Every hex where somebody moves now."""
        return (self.hex, *self.also)


THROWN_BACK = "thrown back"
"""How those have moved whom somebody concealed has thrown back, unless by Assault Movement (A12.15)."""


class Wave(Frozen):
    """A Human Wave under way (A25.23): the enemy's hex it was declared at, and the hex grain it follows.

    `forward` and `flank`: the hexsides that lead to Forward and Side Locations. `left`: the hexes each unit has left;
    `strayed`: the units that have gone away from the hex grain and must not go farther (A25.2321).
    """

    side: Side
    target: str
    lane: tuple[str, ...]
    forward: tuple[int, ...]
    flank: tuple[int, ...] = ()
    left: tuple[tuple[str, tuple[str, ...]], ...] = ()
    strayed: tuple[str, ...] = ()


class Acquisition(Frozen):
    """A Gun's or mortar's acquired target (C6.5): a unit id or a hex, and -1 or -2."""

    target: str
    hex: str
    level: int


class BoreSight(Frozen):
    """The Location that a weapon has Bore Sighted, where it was set up, who mans it, a vehicle's VCA (C6.4)."""

    hex: str
    place: str
    crew: str
    facing: str = ""


STRIKES = "strikes"
"""The observer of the ENEMY's artillery strikes (S8.7): nobody."""


class Battery(Frozen):
    """An OBA module: its draw pile, contact and mission (C1), or a Counter Battery Module (OtO 5).

    `access` is "", "contact" or "access" (the phase's radio contact, and a black chit kept until the FFE ends);
    `ffes` counts the FFE:1 it has placed (a CBM: its attacks); `gone` once two red chits were drawn; `tried`: it has
    done its part in this phase. `observer` is "offboard" or a radio; `stage` the counter it has on the map. `silent`:
    its Radio Contact is lost and must be made anew (C1.22). `registered`: its Pre-Registered hexes (C1.73).
    """

    id: str
    side: Side
    name: str
    calibre: int
    black: int = 0
    red: int = 0
    reds_drawn: int = 0
    access: str = ""
    observer: str = ""
    kind: Literal["HE", "smoke", "harassing", "CBM", ""] = ""
    ffes: int = 0
    gone: bool = False
    tried: bool = False
    stage: Literal["", "SR", "FFE:1", "FFE:2", "FFE:C"] = ""
    smoke: bool = False
    rocket: bool = False
    silent: bool = False
    registered: tuple[str, ...] = ()


class Recurring(Frozen):
    """An event that comes again: by a roll on `table` in each Game Turn after `turn`, `number` of them."""

    name: str
    table: str = ""
    number: str = ""
    turn: int = 0


class Pending(Frozen):
    """Something that must happen when a phase begins: its Game Turn, side and phase, and what; `type`: of a counter.

    `waited`: how many Player Turns it has been put off, and `harassing` what falls then: of an artillery strike.
    """

    id: str
    kind: str
    turn: int
    side: Side
    phase: Phase
    text: str
    hexes: tuple[str, ...] = ()
    number: int = 0
    units: tuple[str, ...] = ()
    type: str = ""
    waited: int = 0
    harassing: bool = False
