"""What a counter carries, read from it once: its ordnance, its machine guns, its flamethrower, its armor."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

from sasl.asl.game.context import Game
from sasl.asl.game.events.weapon_facts import SMOKED
from sasl.asl.game.flags import SMC, VEHICLES
from sasl.asl.game.state import Unit, Weapon
from sasl.content.library import Library
from sasl.content.tables.counters import CounterType
from sasl.kernel.frozen import Frozen
from sasl.kernel.rolling.records import Modifier
from sasl.kernel.text import one_of

MOUNTS = ("BMG", "CMG", "RMG", "AAMG")
WEAPONS = ("MA", *MOUNTS, "FT")
Place = Literal["turret", "hull"]
Aspect = Literal["front", "side", "rear"]
PLACES: tuple[Place, ...] = ("turret", "hull")
ASPECTS: tuple[Aspect, ...] = ("front", "side", "rear")
Barrel = Literal["*", "-", "L", "LL"]
BARRELS: tuple[Barrel, ...] = ("*", "-", "L", "LL")
_MA = re.compile(r"(\d{2,3})(LL|L|\*)?(?:\((\d+)\))?( MTR)?")


class Ordnance(Frozen):
    """One piece of ordnance as printed: `75L`, `20L(6)`, `81* MTR`; calibre in mm, `barrel` is *, -, L or LL.

    `ife` is the FP of its Infantry Firepower Equivalent, 0 without. `rof` 0: no multiple ROF.
    """

    calibre: int
    barrel: Barrel
    ife: int
    mortar: bool
    rof: int
    breakdown: int
    column: str


def ordnance(game: Game, item: CounterType) -> Ordnance | None:
    """The ordnance a Gun, vehicle or SW carries; None for a MG or nothing at all."""
    if not item.ma:
        return None
    return _read(item.ma, item.rof or 0, item.breakdown or game.figure("default-breakdown"), item.to_hit or "black")


@lru_cache(maxsize=1024)
def _read(printed: str, rof: int, number: int, column: str) -> Ordnance | None:
    """The ordnance that a counter's `75L`, `20L(6)`, `81* MTR` stands for."""
    match = _MA.fullmatch(printed)
    if match is None:
        return None
    calibre, barrel, ife, mortar = match.groups()
    kind = one_of(barrel or "-", BARRELS) or "-"
    return Ordnance(int(calibre), kind, int(ife or 0), bool(mortar), rof, number, column)


def stand_in(unit: Unit) -> str:
    """A21.22: the counter of the Temporary Crew of a vehicle if that is Infantry, "" if a vehicle crew mans it."""
    return next((word.removeprefix(STAND_IN) for word in unit.arms if word.startswith(STAND_IN)), "")


def temporary_crew(game: Game, unit: Unit) -> bool:
    """A21.21-21.22: whether Infantry mans a vehicle in place of a crew; whoever drives an unarmed one needs none."""
    return bool(stand_in(unit) and weapons(game, unit))


def lone_smc(game: Game, unit: Unit) -> bool:
    """A21.22: whether an SMC alone mans an armed vehicle."""
    return temporary_crew(game, unit) and game.counter(unit.side, stand_in(unit)).kind in SMC


def exposed_smc(game: Game, unit: Unit) -> bool:
    """A21.22: whether he is CE in an AFV: he mans its AAMG, and nobody drives."""
    return lone_smc(game, unit) and armored(game, unit) and "buttoned" not in unit.flags


def weapons(game: Game, unit: Unit) -> tuple[str, ...]:
    """The weapons mounted on a Gun, vehicle or cupola, by the names they are fired with."""
    item = game.counter_of(unit)
    if unit.kind == "cupola":
        return ("CMG",)
    main = ("MA",) if ordnance(game, item) else ()
    flame = ("FT",) if item.flame else ()
    return (*main, *(name for name in MOUNTS if name in item.mgs), *flame)


# -- what `Unit.arms` keeps: a word for each mounted weapon that is not as printed -----------------------

_NAMES = (*WEAPONS, "PF")
SPENT = {f"{weapon} spent": weapon for weapon in _NAMES}
BROKEN = {f"{weapon} broken": weapon for weapon in WEAPONS}
TURNED = {f"{weapon} turned {spines}": (weapon, spines) for weapon in WEAPONS for spines in (1, 2, 3)}
"""A weapon that has yet to pay for the turn that another one has made with it in these fire phases (D3.51)."""
LOW_AMMO, STUNNED_BEFORE = "Low Ammo", "+1 stunned"
CREW_PINNED = "crew pinned"
"""A Pin result against its crew in this Player Turn (A7.82)."""
LEADER_OUT = "armor leader with its crew"
"""It is Abandoned, and had an armor leader (D3.43); so said games begun earlier."""
LEADS = {f"its armor leader is a {morale}{drm:+d}": (morale, drm) for morale in range(11) for drm in range(-3, 2)}
"""Of a crew on foot: the Morale Level and DRM of the armor leader of its vehicle (D3.43)."""
SHAKEN_CREW = "was Stunned in its vehicle"
"""Of a crew on foot: it has +1 again in any vehicle that it mans (D5.34)."""
RECALLED_CREW = "was under Recall"
"""Of a crew on foot: it may not man its own vehicle again (D5.341)."""
STAND_IN = "manned by "
"""Before the counter of the Infantry that mans a vehicle in place of a vehicle crew (A21.22)."""
BOUNDED = "Bounding Fire"
"""It has fired in its MPh (D3.3)."""
NO_FIRE = "No Fire"
"""A Gun has made its shot of OVR Prevention, and fires no more in this Player Turn (C5.64)."""
SECOND_PF = "second PF"
"""A squad has made its second PF Check of this phase (C13.31)."""
CHARGES = ("a DC", "a second DC")
"""The DC that Infantry has thrown in this phase: each is the use of a SW (A7.351, A23.6)."""


def spent(unit: Unit, weapon: str) -> bool:
    """Whether a mounted weapon (or `PF`) has used up its fire."""
    return f"{weapon} spent" in unit.arms


def all_spent(unit: Unit) -> tuple[str, ...]:
    """The words for fire that is over, to be taken off."""
    return tuple(sorted(unit.arms & (SPENT.keys() | TURNED.keys() | {BOUNDED, SMOKED, SECOND_PF, NO_FIRE, *CHARGES})))


def turned(unit: Unit, weapon: str) -> int:
    """D3.51: the hexspines that a weapon was turned over by another one's fire, for which it has not paid yet."""
    return next((spines for name, spines in (TURNED[word] for word in unit.arms & TURNED.keys()) if name == weapon), 0)


def bounded(game: Game, unit: Unit, weapon: str) -> bool:
    """D3.3-3.32: whether fire in its MPh bars a weapon in the AFPh: all but a MA that alone fired and kept its ROF."""
    if BOUNDED not in unit.arms:
        return False
    others = (name for name in WEAPONS if name != weapon and spent(unit, name))
    return not is_main(game, unit, weapon) or any(others)


def all_broken(unit: Unit) -> tuple[str, ...]:
    """The mounted weapons that malfunction and may be repaired."""
    return tuple(sorted(BROKEN[word] for word in unit.arms & BROKEN.keys()))


def mg_states(unit: Unit) -> set[str]:
    """Whether a mounted MG of it is `broken`, one `disabled`, or both."""
    return {state for state in ("broken", "disabled") for mg in (*MOUNTS, "MG") if f"{mg} {state}" in unit.arms}


def out_of(unit: Unit, ammo: str) -> bool:
    """Whether it has no more of this ammunition (C8.9)."""
    return f"no {ammo}" in unit.arms


def broken(unit: Unit, weapon: str) -> str:
    """Why a mounted weapon is out of action: a word and its rule, or ""."""
    if unit.kind == "cupola":
        weapon = "MA"
    if weapon == "MA" and "disabled" in unit.flags:
        return "is disabled (A9.72)"
    if weapon == "MA" and "malfunctioned" in unit.flags:
        return "is malfunctioned (A9.7)"
    if f"{weapon} broken" in unit.arms:
        return "is malfunctioned (A9.7)"
    if f"{weapon} disabled" in unit.arms or f"{weapon} gone" in unit.arms:
        return "is out of action for good (A9.7)"
    return ""


def removable(game: Game, unit: Unit) -> list[str]:
    """D10.51: the MG of a vehicle that can be Scrounged: BMG and AAMG that work."""
    return [name for name in ("BMG", "AAMG") if name in game.counter_of(unit).mgs and not broken(unit, name)]


def ready(unit: Unit, weapon: str) -> bool:
    """Whether a mounted weapon works and has not used up its fire."""
    return not broken(unit, weapon) and not spent(unit, weapon)


def unmanned(game: Game, unit: Unit, weapon: str) -> str:
    """D1.83, D5.3: why nobody mans a weapon of an AFV that is BU: its AAMG, in an open top all but those in the bow;
    or what an SMC alone cannot man (A21.22). "" if it is manned.
    """
    if lone_smc(game, unit) and (why := _single_handed(game, unit, weapon)):
        return why
    if "buttoned" not in unit.flags or weapon == "BMG":
        return ""
    item = game.counter_of(unit)
    if weapon == "AAMG":
        return f"{unit.id} is Buttoned Up: nobody can man its AAMG (D1.83)"
    if item.open_topped and not (weapon == "FT" and item.flame_in == "bow"):
        return f"{unit.id} is open-topped and Buttoned Up: nobody can man its {weapon} (D5.3)"
    return ""


def _single_handed(game: Game, unit: Unit, weapon: str) -> str:
    """A21.22: an SMC fires the AAMG while CE, else the BMG or the CMG, and nothing in a Player Turn in which he drives.

    One-man turrets (D1.322), whose MA he could man, are not told apart [house].
    """
    if unit.mf or unit.flags & {"drove", "motion"}:
        return f"{unit.id} is manned by an SMC, who may not both drive and fire in a Player Turn (A21.22)"
    if exposed_smc(game, unit):
        return "" if weapon == "AAMG" else f"{unit.id} is manned by an SMC, who fires only its AAMG while CE (A21.22)"
    other = {"BMG": "CMG", "CMG": "BMG"}.get(weapon, "")
    if weapon == "AAMG" and not armored(game, unit):
        return ""
    if not other or spent(unit, other):
        return f"{unit.id} is manned by an SMC, who may fire either its BMG or its CMG (A21.22)"
    return ""


def cramped(game: Game, unit: Unit, weapon: str) -> str:
    """D1.321: why a restricted turret cannot fire its MA or CMG now: its crew is exposed; "" if it can."""
    if weapon not in ("MA", "CMG") or "buttoned" in unit.flags or not game.counter_of(unit).restricted:
        return ""
    return f"{unit.id} is CE: its restricted slow turret can fire neither MA nor CMG; button {unit.id} first (D1.321)"


def normal_range(game: Game, unit: Unit, weapon: str) -> int:
    """D1.81-1.83: the normal range of a mounted MG, in hexes; a cupola's is printed."""
    printed = game.counter_of(unit).range if unit.kind == "cupola" else None
    return printed or game.figure("mg-coaxial-range" if weapon == "CMG" else "mg-vehicle-range")


def has_fired(unit: Unit) -> bool:
    """Whether any weapon of a vehicle has used up its fire."""
    return "prep" in unit.flags or bool(unit.arms & SPENT.keys())


def armor_leadership(unit: Unit) -> int:
    """D3.44: the DRM of a vehicle's armor leader to its MA, Overruns and Bog Removal; 0 without one."""
    return unit.modifier if "armor-leader" in unit.flags else 0


def fire_leadership(game: Game, unit: Unit, weapon: str) -> int:
    """D3.44: his DRM to the fire of a weapon: of the MA alone, be it a MG."""
    drm = armor_leadership(unit)
    return drm if drm and is_main(game, unit, weapon) else 0


def fire_leader(game: Game, unit: Unit, weapon: str) -> tuple[Modifier, ...]:
    """The same with its name, if it changes anything."""
    return armor_leader(unit) if fire_leadership(game, unit, weapon) else ()


def is_main(game: Game, unit: Unit, weapon: str) -> bool:
    """Whether a mounted weapon is the MA; without ordnance that is the first MG."""
    return weapon == "MA" or ("MA" not in (all_mounted := weapons(game, unit)) and all_mounted[:1] == (weapon,))


def armor_leader(unit: Unit, rule: str = "D3.44") -> tuple[Modifier, ...]:
    """The same with its name, if it changes anything."""
    drm = armor_leadership(unit)
    return (Modifier("armor leader", drm, rule, "leadership"),) if drm else ()


def is_moving_target(game: Game, unit: Unit) -> bool:
    """C.8: whether a vehicle is a moving target: it has entered a hex in this Player Turn, began its MPh in Motion, or
    is in Motion now. One that has only started or turned in its MPh is none.
    """
    if unit.kind != "vehicle":
        return False
    starts = (game.state.side, game.state.phase) == (unit.side, "MPh")
    return "drove" in unit.flags or ("motion" in unit.flags and not starts)


def armored(game: Game, unit: Unit) -> bool:
    """Whether it is an AFV: an armored vehicle or a cupola."""
    return unit.kind in VEHICLES and game.counter_of(unit).armor_front is not None


def stepped(game: Game, factor: int, steps: int) -> int:
    """D1.61: an Armor Factor so many steps of the scale down or up."""
    if not steps:
        return factor
    return _stepped(game.library, factor, steps)


@lru_cache(maxsize=256)
def _stepped(library: Library, factor: int, steps: int) -> int:
    scale = [int(row.result) for row in library.table("armor.scale").rows]
    place = max((number for number, value in enumerate(scale) if value <= factor), default=0)
    return scale[min(max(place + steps, 0), len(scale) - 1)]


def armor(game: Game, unit: Unit, place: Place, aspect: Aspect) -> int | None:
    """The AF hit there; None where it is unarmored (D1.6)."""
    item = game.counter_of(unit)
    printed = item.armor_front if aspect == "front" else item.armor_side
    if printed is None or (place == "turret" and aspect == "rear" and item.bare_rear):
        return None
    if place == "hull":
        return printed
    return stepped(game, printed, item.upper_front if aspect == "front" else item.upper_side)


def weakest_hull(game: Game, unit: Unit) -> int | None:
    """The lowest AF of the hull, None if the vehicle is unarmored."""
    item = game.counter_of(unit)
    if item.armor_front is None or item.armor_side is None:
        return None
    return min(item.armor_front, item.armor_side)


def aerial(game: Game, unit: Unit) -> int | None:
    """C7.12, D1.62: the AF against mines and attacks from above, by the worst of hull and turret; None if unarmored."""
    places: tuple[Place, ...] = ("hull", "turret")
    sides: tuple[Aspect, ...] = ("front", "side")
    if weakest_hull(game, unit) is None:
        return None
    lowest = min(armor(game, unit, place, side) or 0 for place in places for side in sides)
    return int(game.library.table("armor.aerial").value(lowest))


def exposed(game: Game, unit: Unit) -> bool:
    """D5.3: whether the crew can be hit by small arms: CE, as in an open top it mostly is, or without armor."""
    if unit.kind == "cupola":
        return False
    return game.counter_of(unit).armor_front is None or not unit.flags & SHUT


SHUT = frozenset({"buttoned", "stunned", "shocked"})
"""The states in which the crew of an AFV is not exposed, in an open top, either (D5.3)."""


def pinned_at_arms(game: Game, unit: Unit) -> bool:
    """A7.82: whether the crew of a vehicle fires as if pinned: one that has no hatches to close."""
    return CREW_PINNED in unit.arms and not (armored(game, unit) and not game.counter_of(unit).open_topped)


def crew_exposed(game: Game, unit: Unit) -> bool:
    """D5.31: whether the crew of an AFV shows itself, so that small arms have it at +2."""
    return unit.kind == "vehicle" and armored(game, unit) and exposed(game, unit) and "abandoned" not in unit.flags


def of_weapon(game: Game, weapon: Weapon) -> Ordnance | None:
    """The ordnance a SW is (a light mortar), None for any other SW."""
    return ordnance(game, game.counter_of(weapon))
