"""What a side may do in the Close Combat of a hex: legal attacks with their exact chances, and why others are not."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from sasl.asl.close_combat import cc_odds, cc_vehicles
from sasl.asl.close_combat.cc_odds import Attack, Weighed
from sasl.asl.game.context import Game
from sasl.asl.game.flags import SMC, VEHICLES
from sasl.asl.game.sides import Side, opponent
from sasl.asl.game.state import Unit
from sasl.asl.terrain import pillboxes
from sasl.kernel.frozen import Frozen
from sasl.kernel.text import listed

MOST_STACKS = 4
"""With more stacks than these only single ones and all together are listed."""


class Done(Frozen):
    """What a CC round has used up: who attacked, who was attacked by men, which SMC fight alone."""

    attacked: Collection[str] = frozenset()
    targeted: Collection[str] = frozenset()
    alone: Collection[str] = frozenset()


def weigh(game: Game, attack: Attack, ambusher: str = "") -> Weighed:
    """Any CC attack before its dice."""
    if any(cc_vehicles.is_vehicle(game, key) for key in attack.targets):
        return cc_vehicles.weigh_on_vehicle(game, attack, ambusher)
    if any(cc_vehicles.is_vehicle(game, key) for key in attack.attackers):
        return cc_vehicles.weigh_by_vehicle(game, attack, ambusher)
    return cc_odds.weigh(game, attack, ambusher)


# -- who may ---------------------------------------------------------------------------------------------


def why_no_attack(game: Game, unit: Unit) -> str:
    """Why a unit cannot make a CC attack now, or ""."""
    words = {
        "broken": "is broken and never attacks (A11.16)",
        "withdrawing": "withdraws and does not attack (A11.2)",
        "cc-attacked": "has attacked in this CCPh (A11.12)",
        "prisoner": "is a prisoner (A20.55)",
    }
    for flag, why in words.items():
        if flag in unit.flags:
            return f"{unit.id} {why}"
    if unit.kind in VEHICLES and not cc_vehicles.cc_fp(game, unit):
        return f"{unit.id} has no CMG, RMG or exposed AAMG that its crew can use in CC (A11.62)"
    if unit.kind not in VEHICLES and not cc_odds.strength(game, unit):
        return f"{unit.id} has no FP in CC (A11.11)"
    return ""


def able(game: Game, hex_name: str, side: str, done: Done) -> list[Unit]:
    """Those of `side` in the hex who may still attack."""
    return [
        unit
        for unit in cc_odds.fighters(game, hex_name, side)
        if unit.id not in done.attacked and not why_no_attack(game, unit)
    ]


def open_targets(game: Game, hex_name: str, side: str, done: Done, *, by_vehicle: bool = False) -> list[Unit]:
    """Those of the other side that `side` may still attack in the hex (A11.12)."""
    other = opponent(side)
    men = [unit for unit in cc_odds.men(game, hex_name, other) if by_vehicle or unit.id not in done.targeted]
    return men if by_vehicle else [*men, *cc_odds.machines(game, hex_name, other)]


# -- faults of one attack --------------------------------------------------------------------------------


def fault(game: Game, attack: Attack, done: Done) -> str:
    """Why an attack is not legal, in one sentence with its rule, or ""."""
    if not attack.attackers or not attack.targets:
        return "a CC attack needs both attackers and defenders (A11.12)"
    units = [game.state.units[key] for key in attack.attackers]
    targets = [game.state.units[key] for key in attack.targets]
    for found in (_wrong_people(game, attack, units, targets, done), _wrong_capture(game, attack, units, targets)):
        if found:
            return found
    boxed = next((unit for unit in (*units, *targets) if pillboxes.around(game, unit)), None)
    if boxed and any(unit.kind in VEHICLES for unit in (*units, *targets)):
        return f"there is no CC between a vehicle and {boxed.id}, inside a pillbox (B30.6)"
    if any(unit.kind in VEHICLES for unit in targets):
        return _wrong_on_vehicle(game, units, targets)
    if any(unit.kind in VEHICLES for unit in units):
        if any(unit.kind not in VEHICLES for unit in units):
            return "vehicles and Infantry attack separately in CC (A11.62)"
        return ""
    return _broken_up(game, attack, targets, done)


def _wrong_people(game: Game, attack: Attack, units: Sequence[Unit], targets: Sequence[Unit], done: Done) -> str:
    own = {unit.id for unit in cc_odds.fighters(game, attack.hex, attack.side)}
    theirs = {unit.id for unit in cc_odds.fighters(game, attack.hex, opponent(attack.side))}
    for unit in units:
        if unit.id not in own:
            return f"{unit.id} is not one of the {attack.side} units that can attack in {attack.hex} (A11.1)"
        if unit.id in done.attacked:
            return f"{unit.id} has already attacked in this CC (A11.12)"
        why = why_no_attack(game, unit)
        if why:
            return why
    by_vehicle = any(unit.kind in VEHICLES for unit in units)
    for unit in targets:
        if unit.id not in theirs:
            return f"{unit.id} is not an enemy that can be attacked in {attack.hex} (A11.1)"
        if unit.id in done.targeted and not by_vehicle and unit.kind not in VEHICLES:
            return f"{unit.id} has already been attacked in this CC (A11.12)"
    return ""


def _wrong_capture(game: Game, attack: Attack, units: Sequence[Unit], targets: Sequence[Unit]) -> str:
    if not attack.capture:
        return ""
    if any(unit.kind in VEHICLES for unit in units) or any("berserk" in unit.flags for unit in (*units, *targets)):
        return "vehicles and berserk units can neither capture nor be captured this way (A20.2, A20.22)"
    if any(unit.kind in VEHICLES for unit in targets):
        return "a vehicle is captured only once nobody defends it: capture UNIT VEHICLE (A21.2)"
    if not any("disarmed" not in unit.flags for unit in units):
        return "unarmed units take no prisoners (A20.5)"
    return ""


def _wrong_on_vehicle(game: Game, units: Sequence[Unit], targets: Sequence[Unit]) -> str:
    if len(targets) > 1:
        return "an attack on a vehicle cannot include anything else: one vehicle at a time (A11.5)"
    if any(unit.kind in VEHICLES for unit in units):
        return "vehicles do not attack vehicles in CC (A11.5)"
    if any("disarmed" in unit.flags and unit.mmc for unit in units):
        return "unarmed units have no CCV and cannot attack a vehicle (A20.5)"
    most = game.figure("cc-vehicle-party")
    if len(units) > most or (len(units) == most and not any(unit.kind in SMC for unit in units)):
        return "at most two units may attack a vehicle together, and one of them must be an SMC (A11.5)"
    return ""


def _broken_up(game: Game, attack: Attack, targets: Sequence[Unit], done: Done) -> str:
    """A11.14: an SMC cannot be singled out of the stack he defends with."""
    chosen = set(attack.targets)
    for stack in _target_stacks(game, attack.hex, attack.side, done):
        inside = chosen & set(stack)
        if inside and inside != set(stack):
            return f"{listed(stack)} defend together and are attacked together (A11.14)"
    return ""


def _target_stacks(
    game: Game, hex_name: str, side: str, done: Done, *, by_vehicle: bool = False
) -> list[tuple[str, ...]]:
    """The smallest groups of men that `side` may still attack in the hex."""
    men = [
        unit for unit in open_targets(game, hex_name, side, done, by_vehicle=by_vehicle) if unit.kind not in VEHICLES
    ]
    return cc_odds.stacks(game, men, done.alone)


def closed(game: Game, ids: Iterable[str], hex_name: str, side: str, done: Done) -> tuple[str, ...]:
    """`ids` with the SMC that defend with them (A11.14)."""
    chosen = tuple(ids)
    added = [
        key
        for stack in _target_stacks(game, hex_name, side, done)
        if stack[0] in chosen
        for key in stack
        if key not in chosen
    ]
    return (*chosen, *added)


# -- every legal attack ----------------------------------------------------------------------------------


def legal_attacks(game: Game, hex_name: str, side: Side, done: Done | None = None, ambusher: str = "") -> list[Weighed]:
    """Every CC attack that makes sense for `side` in the hex, each weighed with its exact chances.

    Capture attempts are listed too. With many stacks only single ones and all together are tried.
    """
    done = done or Done()
    return [weigh(game, attack, ambusher) for attack in possible(game, hex_name, side, done)]


def possible(game: Game, hex_name: str, side: Side, done: Done) -> list[Attack]:
    """The same attacks before they are weighed: all on all first, and each to kill before it is to capture."""
    return [attack for attack in _candidates(game, hex_name, side, done) if not fault(game, attack, done)]


def _candidates(game: Game, hex_name: str, side: Side, done: Done) -> Iterator[Attack]:
    ready = able(game, hex_name, side, done)
    soldiers = [unit for unit in ready if unit.kind not in VEHICLES]
    own = cc_odds.stacks(game, soldiers, done.alone)
    theirs = _target_stacks(game, hex_name, side, done)
    for attackers in _unions(own):
        for targets in _unions(theirs):
            yield Attack(side, hex_name, attackers, targets)
            yield Attack(side, hex_name, attackers, targets, capture=True)
    other = opponent(side)
    for vehicle in cc_odds.machines(game, hex_name, other):
        for party in _parties(soldiers):
            yield Attack(side, hex_name, party, (vehicle.id,))
    for vehicle in ready:
        if vehicle.kind in VEHICLES:
            for targets in _unions(_target_stacks(game, hex_name, side, done, by_vehicle=True)):
                yield Attack(side, hex_name, (vehicle.id,), targets)


def _unions(groups: Sequence[tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
    """All the groups together first, then smaller unions of them."""
    sizes = range(len(groups), 0, -1) if len(groups) <= MOST_STACKS else (len(groups), 1)
    for number in sizes:
        for chosen in combinations(groups, number):
            yield tuple(key for group in chosen for key in group)


def _parties(soldiers: Sequence[Unit]) -> Iterator[tuple[str, ...]]:
    """A11.5: each unit alone, and each with one SMC."""
    for unit in soldiers:
        yield (unit.id,)
    for unit in soldiers:
        if unit.kind not in SMC:
            for helper in soldiers:
                if helper.kind in SMC:
                    yield (unit.id, helper.id)


def suggest(game: Game, hex_name: str, side: Side, done: Done, ambusher: str = "") -> Attack | None:
    """The attack proposed to the player: all on all from 1-2 on, else the one with the best chances [house]."""
    every = [item for item in legal_attacks(game, hex_name, side, done, ambusher) if not item.attack.capture]
    if not every:
        return None
    first = every[0]
    if first.odds and not cc_odds.columns_below_even(game, first.odds) > 1:
        return first.attack
    return max(every, key=lambda item: (_worth(item), len(item.attack.attackers))).attack


def _worth(item: Weighed) -> Fraction:
    """The expected result, from 0 (nothing) to 1 (the worst)."""
    last = len(item.results) - 1
    return sum((chance * (last - item.results.index(name)) / last for name, chance in item.expected()), Fraction(0))
