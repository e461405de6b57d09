"""What an attack is expected to do: the chance that something is broken, reduced or destroyed, by its weight (S8.1).

Pins, Task Checks and Heat of Battle are no harm. Of several units the one worth most counts; harm to men of the own
side (fire into a Melee, A7.4) is taken off.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from sasl.asl.fire.attack import Group, IftAttack, reversed_tem
from sasl.asl.game.context import Game
from sasl.asl.game.flags import VEHICLES
from sasl.asl.game.state import Unit
from sasl.asl.infantry.morale import leadership, morale_levels
from sasl.asl.ordnance import guns, mounted
from sasl.asl.ordnance.aiming.aim import Shot
from sasl.asl.ordnance.hits.to_kill import Effect
from sasl.minds.act import Decider
from sasl.minds.fire import chances
from sasl.minds.fire.chances import Man, Marks, Piece, Profile, Wagon

Worth = Callable[[Unit], float]


def weight(game: Game, decider: Decider, unit: Unit) -> float:
    """S8.1: what harm to a unit is worth; nothing for what nobody mans. The crew of a Gun counts as the Gun."""
    value = decider.doctrine.value
    if "abandoned" in unit.flags:
        return 0.0
    if unit.kind in VEHICLES:
        return value("weight-vehicle")
    if unit.kind == "gun":
        return value("weight-gun") if guns.crew(game, unit) else 0.0
    served = game.state.units.get(unit.group) if unit.kind == "crew" else None
    if served is not None and served.kind == "gun" and served.hex == unit.hex:
        return value("weight-gun")
    return value("weight-leader") if unit.kind == "leader" else value("weight-unit")


def of_ift(game: Game, decider: Decider, attack: IftAttack) -> float:
    """The expected harm of an attack on the IFT, exact over the dice, with cowering; of several hexes the sum."""
    total = 0.0
    for name in dict.fromkeys(group.hex or attack.hex for group in attack.groups if group.ids):
        groups = [group for group in attack.groups if group.ids and (group.hex or attack.hex) == name]
        total += chances.expected(attack_profile(game, attack, groups, theirs(game, decider)))
        if any(game.state.units[key].side == decider.side for group in groups for key in group.ids):
            total -= chances.expected(attack_profile(game, attack, groups, ours(game, decider)))
    return total


def theirs(game: Game, decider: Decider) -> Worth:
    """What harm to a unit is worth to a side: to its own nothing."""
    return lambda unit: 0.0 if unit.side == decider.side else weight(game, decider, unit)


def ours(game: Game, decider: Decider) -> Worth:
    """What harm to a unit of its own costs a side."""
    return lambda unit: weight(game, decider, unit) if unit.side == decider.side else 0.0


# -- on the IFT ---------------------------------------------------------------------------------------


def attack_profile(game: Game, attack: IftAttack, groups: Iterable[Group], worth: Worth, rolls: int = 1) -> Profile:
    """The chances of harm of an attack to some groups, by weight; `rolls` 2: the better of two DR counts (C3.8)."""
    chart, scale = chances.chart_of(game), Scale(game, worth)
    marks = tuple(
        Marks(
            attack.column if group.column is None else group.column,
            sum(mod.value for mod in group.modifiers),
            sum(mod.value for mod in reversed_tem(group.modifiers)) if attack.critical_on else 0,
            *scale.figures(group.ids, blast=attack.blast),
            group.shield,
        )
        for group in groups
    )
    return chances.attack(chart, attack.column, marks, attack.cowers, attack.critical_on, attack.heavy, rolls)


class Figures(NamedTuple):
    """A group of targets in numbers: each set of men that selects by itself, the Guns, the vehicles."""

    men: tuple[tuple[Man, ...], ...]
    guns: tuple[Piece, ...]
    wagons: tuple[Wagon, ...]


class Scale:
    """Targets in numbers, by what harm to each is worth; everybody is looked at once."""

    def __init__(self, game: Game, worth: Worth) -> None:
        self.game, self.worth = game, worth
        self._men: dict[str, Man] = {}

    def figures(self, ids: Iterable[str], *, blast: bool = False) -> Figures:
        """A group in numbers; men aboard a vehicle suffer what it does, by a Random Selection of their own (D6.4).

        `blast`: of HE by area, which hurts AFV (C1.55).
        """
        state = self.game.state
        units = state.present(ids)
        foot = [unit for unit in units if unit.kind not in (*VEHICLES, "gun", "aircraft")]
        if len(foot) == len(units):
            return Figures((tuple(sorted([self.man(unit) for unit in foot])),) if foot else (), (), ())
        wagons = [unit for unit in units if unit.kind in VEHICLES]
        aboard = [passengers(self.game, unit) for unit in wagons]
        return Figures(
            tuple(tuple(sorted(self.man(unit) for unit in men)) for men in (foot, *aboard) if men),
            tuple(piece(self.game, unit, self.worth) for unit in units if unit.kind == "gun"),
            tuple(wagon(self.game, unit, self.worth, blast=blast) for unit in wagons),
        )

    def man(self, unit: Unit) -> Man:
        """One man in numbers."""
        found = self._men.get(unit.id)
        if found is None:
            found = self._men[unit.id] = man(self.game, unit, self.worth)
        return found


def man(game: Game, unit: Unit, worth: Worth) -> Man:
    """What he passes a NMC with: the Morale Level that counts, eased by a leader's DRM (A10.3, A10.7)."""
    leader = leadership.leader_for(game, unit)
    eased = leadership.drm(leader) if leader else 0
    return Man(worth(unit), morale_levels.level(game, unit) - eased)


def piece(game: Game, unit: Unit, worth: Worth) -> Piece:
    """A Gun in numbers."""
    return Piece(worth(unit), "malfunctioned" not in unit.flags, guns.crew(game, unit) is not None)


def passengers(game: Game, vehicle: Unit) -> list[Unit]:
    """The men aboard a vehicle."""
    return [unit for unit in game.state.aboard(vehicle.id) if unit.kind not in ("gun", *VEHICLES)]


def wagon(game: Game, unit: Unit, worth: Worth, *, blast: bool = False) -> Wagon:
    """A vehicle in numbers; `blast`: under HE by area."""
    exposed = mounted.exposed(game, unit) and "abandoned" not in unit.flags and bool(mounted.weapons(game, unit))
    crew = _crew_level(game, unit) if exposed else -1
    soft = mounted.weakest_hull(game, unit) is None
    return Wagon(worth(unit), soft, "immobile" not in unit.flags, crew, blast and not soft)


def _crew_level(game: Game, unit: Unit) -> int:
    """What the crew of a vehicle passes a NTC with."""
    return morale_levels.level(game, unit) - morale_levels.facts(game, unit)["stun"]


def of_effect(game: Game, shot: Shot, unit: Unit, effect: Effect) -> float:
    """C7.3-7.42: the chance that a To Kill effect harms this vehicle: nothing is Shocked or immobilized twice, Possible
    Shock takes a NTC."""
    if effect == "immobilized":
        return float(unit.kind == "vehicle" and "immobile" not in unit.flags)
    if effect in ("shock", "stun"):
        return float(not unit.flags & {"shocked", "stunned"})
    if effect == "possible shock" and "shocked" not in unit.flags:
        return 1 - chances.task_passes(_crew_level(game, unit))
    return float(effect in ("burning", "destroyed"))
