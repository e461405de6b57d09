"""What an attack is expected to do: the chance that something is broken, reduced or destroyed, by its weight (6.5).

Pins, Task Checks and Heat of Battle are no harm. Of several units the one worth most counts; harm to men of the own
side (fire into a Melee, A7.4) is taken off.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import product
from typing import NamedTuple

from sasl.asl.fire.attack import Group, IftAttack, reversed_tem
from sasl.asl.game.context import Game
from sasl.asl.game.flags import VEHICLES
from sasl.asl.game.state import Unit
from sasl.asl.infantry import morale
from sasl.asl.ordnance import aim, cases, guns, mounted, ordnance, strikes, to_hit, to_kill
from sasl.asl.ordnance.aim import Shot
from sasl.asl.ordnance.to_hit import Hit
from sasl.asl.ordnance.to_kill import Kill
from sasl.minds.act import Decider
from sasl.minds.fire import chances
from sasl.minds.fire.chances import Man, Marks, Piece, Profile, Wagon

Worth = Callable[[Unit], float]
KILLS = ("burning", "destroyed", "shock", "immobilized")
"""The To Kill effects that are harm by themselves (C7.3)."""


def weight(game: Game, decider: Decider, unit: Unit) -> float:
    """6.5: what harm to a unit is worth; nothing for what nobody mans. The crew of a Gun counts as the Gun."""
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
        total += chances.expected(_attack(game, attack, groups, theirs(game, decider)))
        if any(game.state.units[key].side == decider.side for group in groups for key in group.ids):
            total -= chances.expected(_attack(game, attack, groups, ours(game, decider)))
    return total


def profile(game: Game, decider: Decider, attack: IftAttack) -> Profile:
    """The chances of harm to the other side of an attack at one hex, by weight: what `chances.both` puts together."""
    return _attack(game, attack, [group for group in attack.groups if group.ids], theirs(game, decider))


def of_shot(game: Game, decider: Decider, shot: Shot) -> float:
    """The expected harm of a shot of ordnance: To Hit, then To Kill or the IFT, exact over the dice.

    Refused if the shot may not be made. A shot of SMOKE hurts nobody; the PF Check is not counted in.
    """
    aim.check(game, shot)
    if shot.ammo == "smoke":
        return 0.0
    groups = [(ids, mods) for ids, mods in cases.groups(game, shot) if ids]
    if not groups:
        return 0.0
    throws = _thrown(game, shot, [sum(mod.value for mod in mods) for _, mods in groups])
    landed = [
        (chance, [(ids, hit) for (ids, _), hit in zip(groups, hits, strict=True) if hit])
        for hits, chance in throws.items()
        if any(hits)
    ]

    def harmed(worth: Worth) -> float:
        return chances.expected(chances.mixed((chance, _hit(game, shot, hits, worth)) for chance, hits in landed))

    total = harmed(theirs(game, decider))
    if any(unit.side == decider.side for unit in game.state.units_at(shot.goal)):
        total -= harmed(ours(game, decider))
    return total


def theirs(game: Game, decider: Decider) -> Worth:
    """What harm to a unit is worth to a side: to its own nothing."""
    return lambda unit: 0.0 if unit.side == decider.side else weight(game, decider, unit)


def ours(game: Game, decider: Decider) -> Worth:
    """What harm to a unit of its own costs a side."""
    return lambda unit: weight(game, decider, unit) if unit.side == decider.side else 0.0


# -- on the IFT ---------------------------------------------------------------------------------------


def _attack(game: Game, attack: IftAttack, groups: Iterable[Group], worth: Worth, rolls: int = 1) -> Profile:
    chart, scale = chances.chart_of(game), Scale(game, worth)
    marks = tuple(
        Marks(
            attack.column if group.column is None else group.column,
            sum(mod.value for mod in group.modifiers),
            sum(mod.value for mod in reversed_tem(group.modifiers)) if attack.critical_on else 0,
            *scale.figures(group.ids),
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

    def figures(self, ids: Iterable[str]) -> Figures:
        """A group in numbers; men aboard a vehicle suffer what it does, by a Random Selection of their own (D6.4)."""
        state = self.game.state
        units = [state.units[key] for key in ids if key in state.units]
        foot = [unit for unit in units if unit.kind not in (*VEHICLES, "gun", "aircraft")]
        if len(foot) == len(units):
            return Figures((tuple(sorted([self._man(unit) for unit in foot])),) if foot else (), (), ())
        wagons = [unit for unit in units if unit.kind in VEHICLES]
        aboard = [[unit for unit in state.aboard(wagon.id) if unit.kind not in ("gun", *VEHICLES)] for wagon in wagons]
        return Figures(
            tuple(tuple(sorted(self._man(unit) for unit in men)) for men in (foot, *aboard) if men),
            tuple(_piece(self.game, unit, self.worth) for unit in units if unit.kind == "gun"),
            tuple(_wagon(self.game, unit, self.worth) for unit in wagons),
        )

    def _man(self, unit: Unit) -> Man:
        """What he passes a NMC with: the Morale Level that counts, eased by a leader's DRM (A10.3, A10.7)."""
        found = self._men.get(unit.id)
        if found is None:
            leader = morale.leader_for(self.game, unit)
            eased = morale.leadership(leader) if leader else 0
            found = self._men[unit.id] = Man(self.worth(unit), morale.level(self.game, unit) - eased)
        return found


def _piece(game: Game, unit: Unit, worth: Worth) -> Piece:
    return Piece(worth(unit), "malfunctioned" not in unit.flags, guns.crew(game, unit) is not None)


def _wagon(game: Game, unit: Unit, worth: Worth) -> Wagon:
    exposed = mounted.exposed(game, unit) and "abandoned" not in unit.flags and bool(mounted.weapons(game, unit))
    crew = _crew_level(game, unit) if exposed else -1
    return Wagon(worth(unit), mounted.weakest_hull(game, unit) is None, "immobile" not in unit.flags, crew)


def _crew_level(game: Game, unit: Unit) -> int:
    return morale.level(game, unit) - morale.facts(game, unit)["stun"]


# -- To Hit and To Kill -------------------------------------------------------------------------------


def _thrown(game: Game, shot: Shot, drms: list[int]) -> dict[tuple[Hit | None, ...], float]:
    """What one To Hit DR does to each group of targets, with the chance of each combination."""
    (number, _), aimed = ordnance.to_hit_number(game, shot), shot.aim(game)
    throws: dict[tuple[Hit | None, ...], float] = {}
    for dice in product(range(1, 7), repeat=2):
        reads = [to_hit.read(game, aimed, (dice[0], dice[1]), number, drm) for drm in drms]
        ways = 36
        for read in reads:
            ways *= len(read)
        for hits in product(*reads):
            throws[hits] = throws.get(hits, 0.0) + 1 / ways
    return throws


def _hit(game: Game, shot: Shot, hits: list[tuple[tuple[str, ...], Hit]], worth: Worth) -> Profile:
    """The harm of hits on groups of targets (C3.4)."""
    if shot.target == "Vehicle" and shot.at is not None:
        return _kill(game, shot, shot.at, strikes.kill_of(game, shot, shot.at, hits[0][1]), worth)
    parts: list[Profile] = []
    if shot.target == "Area":
        parts += [_kill(game, shot, unit, kill, worth) for unit, kill in strikes.area_kills(game, shot, hits[0][1])]
    for ids, hit in hits:
        units = [game.state.units[key] for key in ids]
        if hit.critical and shot.ammo in ("HE", "HEAT"):
            parts += [((worth(unit), 1.0),) for unit in units if unit.kind == "gun"]  # C11.4
    attack = strikes.attack_on_men(game, shot, hits)
    if attack is not None:
        rolls = 2 if any(hit.multiple for _, hit in hits) else 1
        parts.append(_attack(game, attack, attack.groups, worth, rolls))
    return chances.both(parts)


def _kill(game: Game, shot: Shot, unit: Unit, kill: Kill, worth: Worth) -> Profile:
    """The harm of the To Kill DR: what destroys, immobilizes or Shocks; Possible Shock by its NTC (C7.3-7.42)."""
    if kill.number <= 0 and not kill.soft:
        return ()
    chance = 0.0
    for effect, part in to_kill.chances(game, kill).items():
        chance += float(part) * _hurts(game, shot, unit, effect)
    return ((worth(unit), chance),)


def _hurts(game: Game, shot: Shot, unit: Unit, effect: str) -> float:
    """The chance that a To Kill effect is harm to this vehicle: nothing is Shocked or immobilized twice."""
    if shot.immobilize and effect in ("burning", "destroyed", "shock"):
        effect = "immobilized"
    if effect == "immobilized":
        return float(unit.kind == "vehicle" and "immobile" not in unit.flags)
    if effect == "shock":
        return float("shocked" not in unit.flags)
    if effect == "possible shock" and "shocked" not in unit.flags:
        return 1 - chances.task_passes(_crew_level(game, unit))
    return float(effect in KILLS)
