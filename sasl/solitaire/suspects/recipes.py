"""What an Activated S? turns out to be (S5.7), as chains of rolls: which tables, in what order, and what they come to.

A game rolls them (`generation`), a designer counts them out (`lab/odds/table_odds.py`); neither knows the rules a
second time.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from sasl.asl.infantry.formations import can_deploy
from sasl.asl.terrain import fortified
from sasl.asl.terrain.rubble import FORTIFIED
from sasl.content.library import Library
from sasl.content.missions.mission import Mission
from sasl.kernel.frozen import Frozen, replace
from sasl.kernel.rolling.chains import Again, Chain, Draw, Remark
from sasl.kernel.rolling.records import result_text
from sasl.kernel.transaction import Refused

REROLL = "reroll"
"""The word of a row that is rolled again."""
NOBODY = "-"
"""The word of a row that brings nothing."""
GUN_CREW = "2-2-8"
"""Who mans a Gun whose counter names no crew."""
WEAPON = "SW"
GUN = "GUN"
FORTIFICATION = "F"
FORTIFICATIONS = "a5.fortification"
HOLD = "Hold"


class Spot(Frozen):
    """The Location where an S? Activates, its attitude, and the hexes where its mines (B28.1) and what is dug (B27.1)
    lie: "" if there is none that takes them.

    `inside`: in a building or pillbox (S5.761); `building`: one stands there, so that an F fortifies it (S5.742);
    `gun`: a Gun has come, so that an F is its Trench (S5.741).
    """

    library: Library
    mission: Mission
    hex: str = "the hex"
    inside: bool = False
    building: bool = False
    gun: bool = False
    attitude: str = HOLD
    mines: str = "an ADJACENT hex"
    works: str = "the hex"
    terrain: str = ""


class Work(Frozen):
    """A fortification: what it is, as its table calls it, the strength of a minefield, and where it lies."""

    kind: str
    text: str
    strength: int = 0
    hex: str = ""


Piece = str | Work
"""A counter by name, or a fortification."""
Pieces = tuple[Piece, ...]


def items(spot: Spot) -> Chain[tuple[str, ...]]:
    """Return what the Activation table calls for, in the order in which it is placed.

    An F of the table counts only in Hold (S5.74); by a mission's rule an even Final DR is an F in any attitude.
    """
    drawn = yield Draw(spot.mission.activation, f"Activation in {spot.hex}")
    found = list(drawn.result or [])
    if FORTIFICATION in found and spot.attitude != HOLD:
        yield Remark(f"No F in {spot.attitude} (S5.74).")
        found = [item for item in found if item != FORTIFICATION]
    even = spot.mission.hook("even-dr-fortification") and drawn.total % 2 == 0
    if even and FORTIFICATION not in found:
        yield Remark(f"The Final DR of {drawn.total} is even: also an F (S5.74, MSR).")
        found.append(FORTIFICATION)
    return tuple(sorted(found, key=ORDER.index))


def counter(
    table: str,
    purpose: str = "",
    *,
    column: str = "",
    facts: Mapping[str, int] | None = None,
    reroll: Collection[str] = (),
) -> Chain[str]:
    """The counter a table names, following `table:` results to their own table, rerolling unwanted ones.

    Refused if it names nothing but unwanted ones, or leads back to itself.
    """
    drawn, seen = (yield Draw(table, purpose, column, facts or {})), [table]
    while isinstance(drawn.result, dict) and "table" in drawn.result:
        seen.append(str(drawn.result["table"]))
        if seen[-1] in seen[:-1]:
            raise Refused(f"table {seen[-1]} leads back to itself")
        drawn = yield Draw(seen[-1], purpose)
    name = result_text(drawn.result)
    if name in reroll:
        yield Again()
        raise Refused(f"table {table} yields nothing but {', '.join(reroll)}")
    return name


def squad(spot: Spot, purpose: str = "") -> Chain[str]:
    """G2 with the mission's swaps (S1 MSR 6)."""
    drawn = yield Draw(spot.mission.squads, purpose or f"Squad in {spot.hex}")
    rolled = result_text(drawn.result)
    swapped = spot.mission.squad_swaps.get(rolled, rolled)
    if swapped != rolled:
        yield Remark(f"{rolled} is replaced by {swapped} (MSR).")
    return swapped


def _half_squad(spot: Spot, purpose: str = "") -> Chain[str]:
    """Return the HS of a squad rolled on G2, or the squad if its nation cannot Deploy (S5.72)."""
    nation = spot.mission.enemy.nation
    whole = yield from squad(spot, purpose or f"HS in {spot.hex}")
    if not can_deploy(spot.library, nation):
        yield Remark(f"A squad, not a HS: {nation.capitalize()} squads cannot Deploy (S5.72).")
        return whole
    return spot.library.counter(nation, whole).half or whole


def hands(spot: Spot, weapons: Sequence[str]) -> Chain[str]:
    """The HS that comes with SW that nobody is there to man [house]."""
    return _half_squad(spot, f"HS to man the {weapons[0]}")


def unmanned(weapons: Collection[object], squads: Collection[object]) -> bool:
    """Whether SW come without a squad or HS that could man them."""
    return bool(weapons) and not squads


def leader(spot: Spot) -> Chain[str]:
    """G3."""
    return counter(spot.mission.leaders, f"Leader in {spot.hex}", column="leader")


def weapon(spot: Spot) -> Chain[str]:
    """G4."""
    return counter(spot.mission.weapons, f"SW in {spot.hex}")


def gun(spot: Spot) -> Chain[Pieces]:
    """A Gun with its crew, or a cupola; what cannot be inside a building is rolled again there."""
    name = yield from counter(spot.mission.guns, f"Gun or cupola in {spot.hex}", reroll=[REROLL])
    item = spot.library.counter(spot.mission.enemy.nation, name)
    if spot.inside and not item.inside:
        yield Again(f"{name} cannot be inside a building: roll again [house].")
    return (name, item.crew or GUN_CREW) if item.kind == "gun" else (name,)


def vehicle(spot: Spot) -> Chain[str]:
    """The mission's table of vehicles."""
    return counter(spot.mission.vehicles, f"Vehicle in {spot.hex}", reroll=[REROLL])


PLACED_BY = {"minefield": "B28.1", "wire": "B26.1", "pillbox": "B30.1"}
"""The rule that says where a Fortification may be; of foxholes and trenches it is B27.1."""
TRENCH = "trench"
DUG = ("foxhole", TRENCH, "pillbox")
"""The results of A5 in whose place a building is fortified (S5.742)."""


def fortification(spot: Spot) -> Chain[Pieces]:
    """Return what an F comes to: the Trench of a Gun without a roll (S5.741), else by A5.

    Whatever would be dug in a building fortifies it (S5.742). What the hex cannot take lies ADJACENT, and mines always
    do.
    """
    if spot.gun and spot.works == spot.hex:
        yield Remark(f"The Gun in {spot.hex} gets a Trench without a roll (S5.741).")
        return (Work(TRENCH, TRENCH, 0, spot.hex),)
    result = (yield Draw(FORTIFICATIONS, f"Fortification in {spot.hex}")).result
    entry = result if isinstance(result, dict) else {"kind": str(result)}
    kind = str(entry.get("kind", "foxhole"))
    if kind in ("none", NOBODY):
        return ()
    if spot.building and kind in DUG:
        yield Remark(f"In a building an F is a Fortified Building Location (S5.742), not a {kind}.")
        return (Work(FORTIFIED, fortified.TEXT, 0, spot.hex),)
    mines = kind == "minefield"
    place = spot.mines if mines else spot.works
    strength = int(entry.get("strength", 6)) if mines else 0
    text = f"A-P minefield {strength}" if mines else str(entry.get("text") or kind)
    rule = PLACED_BY.get(kind, "B27.1")
    if not place:
        yield Remark(f"No {kind} in or beside {spot.hex}: the ground takes none ({rule}).")
        return ()
    if mines:
        yield Remark(f"The {text} lies in {place}: an F never puts mines into the unit's own hex (S5.74 [house]).")
    elif place != spot.hex:
        yield Remark(f"The {text} lies in {place}: not possible in {spot.terrain} ({rule}; S5.74 [house]).")
    return (Work(kind, text, strength, place),)


def gun_with_fortification(spot: Spot) -> Chain[Pieces]:
    """Return a Gun or cupola, and what the F that comes with it is then (S5.741)."""
    names = yield from gun(spot)
    works = yield from fortification(replace(spot, gun=is_gun(spot, str(names[0]))))
    return (*names, *works)


def is_gun(spot: Spot, name: str) -> bool:
    """Return whether an ENEMY counter is a Gun, not a cupola."""
    return spot.library.counter(spot.mission.enemy.nation, name).kind == "gun"


def _one(chain: Callable[[Spot], Chain[str]]) -> Callable[[Spot], Chain[Pieces]]:
    """A chain that names one counter, or nobody."""

    def pieces(spot: Spot) -> Chain[Pieces]:
        name = yield from chain(spot)
        return () if name == NOBODY else (name,)

    return pieces


CHAINS: dict[str, Callable[[Spot], Chain[Pieces]]] = {
    "S": _one(squad),
    "HS": _one(_half_squad),
    "L": _one(leader),
    WEAPON: _one(weapon),
    GUN: gun,
    "VEHICLE": _one(vehicle),
    FORTIFICATION: fortification,
}
"""What each item of an Activation table comes to, in the order in which they are placed."""
ORDER = list(CHAINS)
MEN = ("S", "HS")
"""The items that can man a SW."""
