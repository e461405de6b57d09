"""Everything small arms may do to one hex: who can fire at it, with what, and which of them fire best together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import combinations

from sasl.asl.fire import fire_groups, ift, small_arms
from sasl.asl.fire.attack import IftAttack
from sasl.asl.fire.fire_groups import Order
from sasl.asl.fire.firepower import firepower
from sasl.asl.fire.firing import may_fire_at
from sasl.asl.fire.opportunity import reach
from sasl.asl.game.context import Game, Refused
from sasl.asl.game.flags import SMC, VEHICLES
from sasl.asl.game.sight import look
from sasl.asl.game.state import Unit, Weapon
from sasl.asl.infantry import morale
from sasl.minds.act import Decider
from sasl.minds.fire import chances, harm

MOST_CELLS = 4
"""So many kinds of partners are tried in every combination; beyond, one after another."""


@dataclass(frozen=True)
class Load:
    """What one unit fires at the hex: inherent FP or not, which SW, its FP there, the kind of fire."""

    unit: Unit
    inherent: bool
    weapons: tuple[Weapon, ...]
    kind: str
    power: Fraction

    @property
    def key(self) -> tuple[str, bool, tuple[str, ...]]:
        """What it is remembered by."""
        return self.unit.id, self.inherent, tuple(weapon.id for weapon in self.weapons)


@dataclass(frozen=True)
class Shot:
    """A legal attack of these loads with these leaders, and its harm."""

    loads: tuple[Load, ...]
    leaders: tuple[Unit, ...]
    order: Order
    attack: IftAttack
    harm: float

    @property
    def units(self) -> tuple[str, ...]:
        """Who takes part."""
        return tuple(load.unit.id for load in self.loads) + tuple(leader.id for leader in self.leaders)


@dataclass
class Volley:
    """The attacks of small arms on one hex. What is found out is kept for all units that ask."""

    game: Game
    decider: Decider
    goal: str
    _loads: dict[str, tuple[Load, ...]] = field(default_factory=dict)
    _shots: dict[object, Shot | None] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)
    """Why units cannot fire there, by their id."""

    # -- what a unit may fire -------------------------------------------------------------------------
    def loads(self, unit: Unit) -> tuple[Load, ...]:
        """The legal ways in which the unit alone may fire at the hex with as much as it can; none: see `refused`."""
        if unit.id not in self._loads:
            every = tuple(self._find_loads(unit))
            self._loads[unit.id] = tuple(load for load in every if not any(_within(load, other) for other in every))
        return self._loads[unit.id]

    def _find_loads(self, unit: Unit) -> Iterable[Load]:
        game, here = self.game, unit.hex
        if unit.kind in (*VEHICLES, "gun", "aircraft") or not reach(game, unit):
            return
        if here != self.goal and not look(game, here, self.goal).exists:
            self.refused[unit.id] = f"{unit.id}: no LOS to {self.goal}"
            return
        try:
            may_fire_at(game, unit, self.goal)
        except Refused as refusal:
            self.refused[unit.id] = str(refusal)
            return
        ready = [weapon for weapon in game.state.weapons_of(unit.id) if fire_groups.is_mg(game, weapon)]
        sets: list[tuple[bool, tuple[Weapon, ...]]] = []
        if unit.kind != "leader":
            sets.append((True, ()))
        sets += [(False, (weapon,)) for weapon in ready]
        if unit.kind in ("squad", "hero"):
            sets += [(True, (weapon,)) for weapon in ready]
        if unit.kind == "squad":
            sets += [(False, pair) for pair in combinations(ready, 2)]
        for inherent, weapons in sets:
            load = self._load(unit, inherent, weapons)
            if load:
                yield load

    def _load(self, unit: Unit, inherent: bool, weapons: tuple[Weapon, ...]) -> Load | None:
        try:
            order = self._order([unit] if inherent else [], weapons)
            power, _ = firepower(self.game, order, self.goal, concealed=False)
        except Refused as refusal:
            self.refused.setdefault(unit.id, str(refusal))
            return None
        shooter = order.shooters[0]
        if shooter.inherent != inherent or shooter.weapons != weapons:
            return None
        return Load(unit, inherent, weapons, order.kind.name, power)

    def _order(self, units: Sequence[Unit], weapons: Sequence[Weapon], spray: str = "") -> Order:
        hexes = (self.goal, spray) if spray else (self.goal,)
        return fire_groups.order(self.game, units, weapons, hexes, only=True, spray=bool(spray))

    # -- one attack -----------------------------------------------------------------------------------
    def shot(self, loads: Sequence[Load], leaders: Sequence[Unit] = (), spray: str = "") -> Shot | None:
        """The attack of these loads, or None if it is refused."""
        loads = tuple(sorted(loads, key=lambda load: load.key))
        key = (tuple(load.key for load in loads), tuple(leader.id for leader in leaders), spray)
        if key not in self._shots:
            self._shots[key] = self._make(loads, tuple(leaders), spray)
        return self._shots[key]

    def _make(self, loads: tuple[Load, ...], leaders: tuple[Unit, ...], spray: str) -> Shot | None:
        units = [load.unit for load in loads if load.inherent]
        try:
            order = self._order([*units, *leaders], [weapon for load in loads for weapon in load.weapons], spray)
            attack = small_arms.attack_of(self.game, order)
        except Refused:
            return None
        if leaders and not order.directors:
            return None
        return Shot(loads, leaders, order, attack, self._harm(order, attack))

    def _harm(self, order: Order, attack: IftAttack) -> float:
        """Its expected harm; FRIENDLY fire at an S? that would check for it (5.1) has a worth of its own."""
        worth = harm.of_ift(self.game, self.decider, attack)
        if worth <= 0 and self.decider.side == "FRIENDLY":
            firers, checks = [shooter.unit for shooter in order.shooters], self.game.reactions.would_check
            places = [
                name
                for name in order.hexes
                if any(checks(self.game, item, firers) for item in self.game.state.suspects_at(name))
            ]
            powers = [firepower(self.game, order, name, concealed=True)[0] for name in places]
            if any(ift.column_of(self.game, power) for power in powers):
                return self.decider.doctrine.value("suspect-harm")
        return worth

    def best_led(self, loads: Sequence[Load], without: frozenset[str] = frozenset(), spray: str = "") -> Shot | None:
        """The attack of these loads, directed by the best leader of each Location where that raises the harm."""
        plain = self.shot(loads, (), spray)
        places = dict.fromkeys(load.unit.hex for load in loads)
        leaders = [self._leader(name, loads, without) for name in places]
        led = self.shot(loads, [leader for leader in leaders if leader], spray) if all(leaders) else None
        return max((item for item in (plain, led) if item), key=lambda item: item.harm, default=None)

    def _leader(self, name: str, loads: Sequence[Load], without: frozenset[str]) -> Unit | None:
        """A7.531: who directs best in a Location, if anybody may."""
        busy = {load.unit.id for load in loads} | without
        able = [unit for unit in self.leaders.get(name, ()) if unit.id not in busy and self._directs(unit, loads)]
        return min(able, key=lambda unit: (morale.leadership(unit), unit.id), default=None)

    def _directs(self, leader: Unit, loads: Sequence[Load]) -> bool:
        here = [load for load in loads if load.unit.hex == leader.hex]
        try:
            units = [load.unit for load in here if load.inherent]
            self._order([*units, leader], [weapon for load in here for weapon in load.weapons])
            may_fire_at(self.game, leader, self.goal)
        except Refused:
            return False
        return True

    @cached_property
    def leaders(self) -> dict[str, list[Unit]]:
        """The leaders of the side who may direct fire, by their hex (A7.53)."""
        leaders: dict[str, list[Unit]] = {}
        for unit in self.game.state.on_map(self.decider.side):
            if unit.kind == "leader" and unit.good_order and "pinned" not in unit.flags and "ti" not in unit.flags:
                leaders.setdefault(unit.hex, []).append(unit)
        return leaders

    # -- the best of many -----------------------------------------------------------------------------
    def alone(self, unit: Unit, without: frozenset[str] = frozenset()) -> list[Shot]:
        """Every attack of the unit without another firer, the most harmful first."""
        shots = [self.best_led([load], without) for load in self.loads(unit)]
        return sorted((item for item in shots if item), key=lambda item: (-item.harm, -item.loads[0].power))

    def together(self, unit: Unit, without: frozenset[str] = frozenset()) -> list[Shot]:
        """The best Fire Group of the unit's own Location and the best with ADJACENT ones (A7.5), for each kind of fire.

        More FP of the same kind of partner never lowers the harm, so partners alike all join or none does. Those
        `without` stay out of it.
        """
        groups = []
        for kind in dict.fromkeys(load.kind for load in self.loads(unit)):
            own = [load for load in self.loads(unit) if load.kind == kind]
            others = [mate for mate in self.mates(unit) if mate.id not in without]
            cells: dict[object, list[Load]] = {}
            for mate in others:
                most = max((item for item in self.loads(mate) if item.kind == kind), key=_most, default=None)
                if most is not None:
                    cells.setdefault(self._cell(most), []).append(most)
            here = {key: mates for key, mates in cells.items() if mates[0].unit.hex == unit.hex}
            for group in (here, cells) if len(here) < len(cells) else (cells,):
                best = self._grown(max(own, key=_most), list(group.values()), without)
                if best is not None:
                    groups.append(best)
        return groups

    def mates(self, unit: Unit) -> list[Unit]:
        """Who is near enough to form a Fire Group with a unit (A7.5)."""
        near = {unit.hex, *self.game.board.neighbours(unit.hex)}
        return [
            mate
            for mate in self.game.state.on_map(unit.side)
            if mate.hex in near and mate.id != unit.id and mate.personnel and mate.good_order
        ]

    def _cell(self, load: Load) -> tuple[object, ...]:
        """What partners have in common that share all the DRM they bring into an attack."""
        unit = load.unit
        raw = unit.kind not in SMC and self.game.counter_of(unit).quality in ("Green", "Conscript")
        hero = unit.kind == "hero" or "heroic" in unit.flags
        marks = unit.flags & {"cx", "encircled", "fanatic"}
        return unit.hex, marks, raw, hero and (True, bool(load.weapons)), unit.kind in SMC

    def _grown(self, own: Load, cells: list[list[Load]], without: frozenset[str]) -> Shot | None:
        """The most harmful attack of `own` with some of the cells; None if there is none with a partner."""
        groups: list[Shot] = []
        if len(cells) <= MOST_CELLS:
            sets = [some for size in range(1, len(cells) + 1) for some in combinations(cells, size)]
            shots = (self.best_led([own, *(load for cell in some for load in cell)], without) for some in sets)
            groups = [item for item in shots if item]
        else:
            team = [own]
            for cell in cells:
                now, more = self.best_led(team, without), self.best_led([*team, *cell], without)
                if more and (now is None or more.harm > now.harm):
                    team += cell
                    groups.append(more)
        best = max(groups, key=lambda item: (item.harm, -len(item.loads)), default=None)
        return self._needed(best, own, without) if best else None

    def _needed(self, shot: Shot, own: Load, without: frozenset[str]) -> Shot:
        """The attack without those whose fire adds nothing to it: they keep it for another."""
        for load in sorted(shot.loads, key=_most):
            left = [item for item in shot.loads if item != load]
            less = self.best_led(left, without) if load != own and len(left) > 1 else None
            if less is not None and less.harm >= shot.harm:
                shot = less
        return shot

    # -- together or apart ----------------------------------------------------------------------------
    def apart(self, shot: Shot, first: Shot) -> float:
        """What the units of a Fire Group do in all if each fires by itself, beginning with the shot `first`.

        0 where two of them share a Location: they must form a Fire Group (A7.55).
        """
        places = [load.unit.hex for load in shot.loads]
        if len(set(places)) < len(places):
            return 0.0
        profiles = [harm.profile(self.game, self.decider, first.attack)]
        for load in shot.loads:
            if load.unit.id not in first.units:
                single = self.shot([load])
                if single is None:
                    return 0.0
                profiles.append(harm.profile(self.game, self.decider, single.attack))
        return chances.expected(chances.both(profiles)) if len(profiles) > 1 else 0.0


def _within(load: Load, other: Load) -> bool:
    """Whether another way fires all of this and more, as the same kind of fire; a hero's MG costs a DRM (A15.23)."""
    if load.unit.kind == "hero":
        return False
    parts = {load.unit.id} if load.inherent else set()
    more = {other.unit.id} if other.inherent else set()
    return load.kind == other.kind and parts | set(load.key[2]) < more | set(other.key[2])


def _most(load: Load) -> tuple[Fraction, bool, tuple[str, bool, tuple[str, ...]]]:
    return load.power, load.inherent, load.key
