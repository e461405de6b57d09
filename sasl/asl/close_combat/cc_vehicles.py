"""Close Combat against and by vehicles and cupolas (A11.5-11.8): CCV, DRM, MG that count, results."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import product

from sasl.asl.close_combat import cc_odds
from sasl.asl.close_combat.cc_odds import NOTHING, Attack, Party, Weighed
from sasl.asl.game.context import Game
from sasl.asl.game.flags import SMC, VEHICLES
from sasl.asl.game.state import Unit
from sasl.asl.infantry.morale import experience, morale_levels
from sasl.asl.ordnance import mounted
from sasl.asl.preview import Chances
from sasl.kernel.frozen import replace
from sasl.kernel.rolling.records import Modifier
from sasl.kernel.text import listed

RESULTS = ("burns", "eliminated", "immobilized", NOTHING)
"""What CC may do to a vehicle, the worst first."""

CREWLESS = frozenset({"abandoned", "captured"})
IDLE = frozenset({"shocked", "stunned", *CREWLESS})
"""The states in which a vehicle's crew does not fight."""

IMMOBILE = frozenset({"immobile", "bogged", "mired", "abandoned", "shocked", "stunned"})
"""The states of a vehicle that is not Mobile (D.7)."""


# -- CCV -----------------------------------------------------------------------------------------------


def ccv(game: Game, unit: Unit, targets: Sequence[Unit] = ()) -> int:
    """A11.5: the CCV of one unit: its kind, Assault Engineers, Inexperience, and one less for each halving.

    Unarmed MMC have next to none (A20.5).
    """
    if unit.mmc and "disarmed" in unit.flags:
        return game.figure("ccv-least")
    base = game.figure(f"ccv-{'smc' if unit.kind in SMC else unit.kind}")
    if experience.engineer(game, unit):
        base += game.figure("ccv-assault-engineer")
    if unit.mmc and morale_levels.facts(game, unit)["inexperienced"]:
        base += game.figure("ccv-inexperienced")
    return base + len(cc_odds.halvings(game, unit, targets)) * game.figure("ccv-halving")


def party_ccv(game: Game, units: Sequence[Unit], targets: Sequence[Unit] = ()) -> int:
    """A11.5, A11.62: the CCV of units together: an SMC with others only adds to theirs, less for what halves his own FP
    (A7.8, A20.52).
    """
    mains = [unit for unit in units if unit.kind not in SMC]
    extras = [unit for unit in units if unit.kind in SMC]
    if not mains:
        mains, extras = extras[:1], extras[1:]
    total = sum(max(ccv(game, unit, targets), game.figure("ccv-least")) for unit in mains)
    return total + sum(_added_ccv(game, unit) for unit in extras)


def _added_ccv(game: Game, unit: Unit) -> int:
    """Return what an SMC adds to the CCV of others, never less than nothing."""
    less = len(cc_odds.halvings(game, unit)) * game.figure("ccv-halving")
    return max(game.figure("ccv-extra-smc") + less, 0)


# -- the vehicle ---------------------------------------------------------------------------------------


def machine_guns(game: Game, unit: Unit) -> dict[str, int]:
    """The manned functioning MG of a vehicle by name; the MG of a cupola is a CMG (OtO 4.1)."""
    if unit.flags & IDLE:
        return {}
    item = game.counter_of(unit)
    found = {"CMG": int(item.fp or 0)} if unit.kind == "cupola" else dict(item.mgs)
    working = {name: fp for name, fp in found.items() if fp and not mounted.broken(unit, name)}
    return {name: fp for name, fp in working.items() if not mounted.unmanned(game, unit, name)}


def cc_fp(game: Game, unit: Unit) -> Fraction:
    """A11.62: the FP of a vehicle in CC: CMG, RMG and the AAMG of an exposed crew; never the BMG."""
    return Fraction(sum(fp for name, fp in machine_guns(game, unit).items() if name != "BMG"))


def escort(game: Game, unit: Unit) -> int:
    """A11.51: the HS and crews of its side that guard it on foot, squads twice."""
    guards = [
        other
        for other in cc_odds.men(game, unit.hex, unit.side)
        if other.mmc and not other.flags & {"broken", "pinned", "disarmed", "withdrawing"}
    ]
    return sum(2 if other.kind == "squad" else 1 for other in guards)


def vehicle_facts(game: Game, unit: Unit) -> dict[str, int]:
    """The conditions of a vehicle under attack (A11.51, A11.61)."""
    afv, item = mounted.armored(game, unit), game.counter_of(unit)
    closed = afv and not item.open_topped and unit.kind == "vehicle"
    return {
        "soft-vehicle": int(not afv),
        "no-mg": int(not machine_guns(game, unit)),
        "open-topped": int(afv and item.open_topped),
        "crew-exposed": int(closed and ("buttoned" not in unit.flags or "abandoned" in unit.flags)),
        "immobile": int(afv and (bool(unit.flags & IMMOBILE) or unit.kind == "cupola")),
        "motion": int("motion" in unit.flags),
        "escort": escort(game, unit),
    }


def _street_fighters(game: Game, ids: Iterable[str]) -> bool:
    """A11.8: whether any of these units came out of a building beside the road in this Player Turn."""
    return bool(set(ids) & {marker.owner for marker in game.state.marked("street")})


def between_buildings(game: Game, name: str) -> bool:
    """A11.8: whether the hex has a road with a building hex on both sides of it."""
    here = game.board.terrain(name)
    if not here.road:
        return False
    houses = {game.board.hexside(name, near) for near in game.board.neighbours(name) if is_building(game, near)}
    banks, bank, start = [], False, min(here.road)
    for side in range(start + 1, start + 7):
        if side % 6 in here.road:
            banks.append(bank)
            bank = False
        else:
            bank = bank or side % 6 in houses
    return sum(banks) > 1


def is_building(game: Game, name: str) -> bool:
    """Whether the hex holds a building."""
    return any("building" in terrain for terrain in game.board.terrain(name).terrains)


# -- attacks on vehicles -------------------------------------------------------------------------------


def weigh_on_vehicle(game: Game, attack: Attack, ambusher: str = "") -> Weighed:
    """A11.5: an attack of Infantry on a vehicle."""
    units = [game.state.units[key] for key in attack.attackers]
    target = game.state.units[attack.targets[0]]
    strength = max(party_ccv(game, units, [target]) - attack.worn, 0)
    facts = {**cc_odds.attacker_facts(game, attack, ambusher), **vehicle_facts(game, target)}
    facts["street-fighting"] = int(not ambusher and _street_fighters(game, attack.attackers))
    mods = (*cc_odds.drm(game, "cc.vs-vehicle", facts), *cc_odds.direction(units), *attack.extra)
    halved = dict.fromkeys(cause for unit in units for cause in cc_odds.halvings(game, unit, [target]))
    words = [f"CCV {strength} of {listed(attack.attackers)}", *(f"CCV reduced: {cause}" for cause in halved)]
    why = "they have fired, or failed to find an ATMM (D7.213, C13.7)"
    words += [f"CCV reduced by {attack.worn}: {why}"] * bool(attack.worn)
    if target.kind == "cupola":
        words.append("a cupola can neither burn nor be immobilized (OtO 4.1)")
    table = game.library.table("cc.unlikely-kill")
    thirds = [str(table.value(die)) for die in range(1, 7)]

    def chances(needed: int, modifiers: tuple[Modifier, ...]) -> Chances:
        shift = sum(mod.value for mod in modifiers)
        ways = dict.fromkeys(RESULTS, Fraction(0))
        for coloured, white in product(range(1, 7), repeat=2):
            result = verdict(game, target, needed, coloured + white + shift)
            lucky = coloured + white == game.figure("cc-lucky")
            for third in thirds if lucky else [NOTHING]:
                best = worse(result, allowed(target, third))
                ways[best] += Fraction(1, 216) if lucky else Fraction(1, 36)
        return tuple(ways.items())

    groups = (Party((target.id,), mods),)
    return Weighed(attack, "cc.vs-vehicle", strength, "CCV", groups, tuple(words), RESULTS, chances)


def verdict(game: Game, target: Unit, needed: int, total: int) -> str:
    """A11.5: what a Final DR does to a vehicle."""
    if total < needed:
        burns = total * game.figure("cc-vehicle-burns") <= needed
        return allowed(target, "burns" if burns else "eliminated")
    return allowed(target, "immobilized" if total == needed else NOTHING)


def allowed(target: Unit, result: str) -> str:
    """OtO 4.1: what is left of a result against a cupola."""
    if target.kind != "cupola":
        return result
    return {"burns": "eliminated", "immobilized": NOTHING}.get(result, result)


def worse(one: str, other: str) -> str:
    """The worse of two results for the vehicle."""
    return min(one, other, key=RESULTS.index)


# -- attacks by vehicles -------------------------------------------------------------------------------


def weigh_by_vehicle(game: Game, attack: Attack, ambusher: str) -> Weighed:
    """A11.62: an attack of a vehicle's MG on men: odds of FP to their CCV."""
    units = [game.state.units[key] for key in attack.attackers]
    targets = [game.state.units[key] for key in attack.targets]
    power = Fraction(0)
    halved: dict[str, None] = {}
    for unit in units:
        causes = cc_odds.halvings(game, unit, targets)
        power += cc_fp(game, unit) / Fraction(2 ** len(causes))
        halved |= dict.fromkeys(causes)
    defense = Fraction(party_ccv(game, targets))
    column = cc_odds.odds(game, power, defense)
    common = cc_odds.attacker_facts(game, attack, ambusher)
    common["street-fighting"] = int(not ambusher and _street_fighters(game, attack.targets))
    common["stun-firer"] = int(any(mounted.STUNNED_BEFORE in unit.arms for unit in units))
    led = mounted.armor_leader(units[0]) if len(units) == 1 else ()
    attack = replace(attack, extra=(*attack.extra, *led))
    groups = cc_odds.parties(game, attack, "cc.by-vehicle", common)
    guns = ", ".join(f"{name} {fp}" for unit in units for name, fp in machine_guns(game, unit).items() if name != "BMG")
    facts = [f"{guns}: {cc_odds.number(power)} FP to CCV {defense}: odds {column}"]
    facts += [f"FP halved: {cause}" for cause in halved]
    results = ("eliminated", "reduced", NOTHING)
    needed = cc_odds.kill_number(game, column)
    counted = cc_odds.chances(results)
    return Weighed(attack, "cc.by-vehicle", needed, "Kill Number", groups, tuple(facts), results, counted, column)


def is_vehicle(game: Game, key: str) -> bool:
    """Whether the unit is a vehicle or cupola."""
    return key in game.state.units and game.state.units[key].kind in VEHICLES
