"""What the units of a side may fire now, whatever the goal: found out once for all the hexes that are considered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

from sasl.asl.fire import ift
from sasl.asl.fire.firepower import Manner, Range, parts_at
from sasl.asl.fire.opportunity import FINAL, bearing, is_mg
from sasl.asl.fire.shooters import Shooter, shooter
from sasl.asl.fire.small_arms import Traits, firer_facts, traits_of
from sasl.asl.game.context import Game, Refused
from sasl.asl.game.sides import opponent
from sasl.asl.game.state import Unit, Weapon
from sasl.asl.infantry.morale import leadership
from sasl.asl.stacking import overstack


class Ready(NamedTuple):
    """A way in which a unit might fire: with or without its inherent FP, with which MG.

    `shooter` None: it would fire less than that, or may not, because of `why`.
    """

    inherent: bool
    weapons: tuple[Weapon, ...]
    shooter: Shooter | None
    traits: Traits | None
    why: str = ""


class Team(NamedTuple):
    """A unit and all who might fire with it, in the order they were asked: the unit comes first.

    `hero`: whether there is one. `led`: the DRM of the best leader of its hex. `drm`: the least DRM of the firers'
    side, whatever the goal.
    """

    men: tuple[Unit, ...]
    hero: int
    led: int
    drm: int


NOBODY = Traits(0, 0, 0, 0, 0, 0, 0, 0)
"""A firer who brings nothing into an attack."""


@dataclass
class Firers:
    """The units of one side as firers of small arms, in one position."""

    game: Game
    side: str
    _ready: dict[tuple[str, str | bool], tuple[Ready, ...]] = field(default_factory=dict)
    _most: dict[tuple[str, str | bool, int], tuple[int, int]] = field(default_factory=dict)
    _at: dict[str, int] = field(default_factory=dict)
    _teams: dict[tuple[str, frozenset[str]], Team] = field(default_factory=dict)
    _mates: dict[str, list[Unit]] = field(default_factory=dict)
    _leaders: dict[str, list[Unit]] | None = None

    def ready(self, unit: Unit, goal: str) -> tuple[Ready, ...]:
        """The ways in which a unit might fire at a goal, if it reaches so far: what a man carries, in all sets."""
        key = (unit.id, bearing(self.game, unit, goal))
        found = self._ready.get(key)
        if found is None:
            found = self._ready[key] = tuple(self._ways(unit, goal))
        return found

    def _ways(self, unit: Unit, goal: str) -> Iterator[Ready]:
        guns = [weapon for weapon in self.game.state.weapons_of(unit.id) if is_mg(self.game, weapon)]
        sets: list[tuple[bool, tuple[Weapon, ...]]] = [(True, ())] if unit.kind != "leader" else []
        sets += [(False, (weapon,)) for weapon in guns]
        if unit.kind in ("squad", "hero"):
            sets += [(True, (weapon,)) for weapon in guns]
        if unit.kind == "squad":
            sets += [(False, pair) for pair in combinations(guns, 2)]
        for inherent, weapons in sets:
            try:
                found = shooter(self.game, unit, inherent, weapons, goal)
            except Refused as refusal:
                yield Ready(inherent, weapons, None, None, str(refusal))
            else:
                yield Ready(inherent, weapons, found, traits_of(self.game, found) if found else None)

    def most(self, unit: Unit, goal: str, distance: int) -> tuple[int, int]:
        """The most FP, in `PARTS`, that a unit has so far away: at what is Known and at what is not, in LOS or not.

        `goal`: where it has no better kind of fire than there (`bearing`).
        """
        key = (unit.id, bearing(self.game, unit, goal), distance)
        found = self._most.get(key)
        if found is None:
            powers = [self._power(way.shooter, distance) for way in self.ready(unit, goal) if way.shooter]
            clear, hidden = zip(*powers, strict=True) if powers else ((0,), (0,))
            found = self._most[key] = max(clear), max(hidden)
        return found

    def _power(self, shooter: Shooter, distance: int) -> tuple[int, int]:
        """The FP of a shooter at a range, on its own level; at a concealed target (A12.14)."""
        pieces = (None, *shooter.weapons) if shooter.inherent else shooter.weapons
        at, plain = Range(distance), Manner(shooter.kind)
        half = plain._replace(concealed=True)
        clear = sum([parts_at(self.game, shooter.unit, piece, at, plain) for piece in pieces])
        return clear, sum([parts_at(self.game, shooter.unit, piece, at, half) for piece in pieces]) if clear else 0

    def mates(self, unit: Unit) -> list[Unit]:
        """Who might join the unit in a Fire Group (A7.5): Good Order Personnel in its hex and the ADJACENT ones."""
        found = self._mates.get(unit.id)
        if found is None:
            near = {unit.hex, *self.game.board.neighbours(unit.hex)}
            found = self._mates[unit.id] = [
                mate
                for mate in self.game.state.on_map(unit.side)
                if mate.hex in near and mate.id != unit.id and mate.personnel and mate.good_order
            ]
        return found

    def team(self, unit: Unit, without: frozenset[str]) -> Team:
        """The unit and all who might fire with it, without those named."""
        key = (unit.id, without)
        found = self._teams.get(key)
        if found is None:
            men = (unit, *(mate for mate in self.mates(unit) if mate.id not in without))
            hero = any(man.heroic for man in men)
            led = min((0, *(leadership.drm(man) for man in self.leaders(unit.hex) if man.id not in without)))
            own = traits_of(self.game, Shooter(unit, True, (), FINAL))._replace(hero=int(hero))
            drm = ift.total(self.game, firer_facts(own, 0, bore_sighted=False, overstacked_target=0))
            found = self._teams[key] = Team(men, int(hero), led, drm + led)
        return found

    def drm_at(self, goal: str) -> int:
        """The least DRM that a goal brings to any fire at it: too many targets (A5.13), and Bore Sighting (C6.44)."""
        found = self._at.get(goal)
        if found is None:
            over = overstack(self.game, goal, opponent(self.side))
            sighted = any(held.hex == goal for held in self.game.state.bore_sights.values())
            facts = firer_facts(NOBODY, 0, bore_sighted=sighted, overstacked_target=over)
            found = self._at[goal] = ift.total(self.game, facts)
        return found

    def lasting(self, unit: Unit) -> bool:
        """Whether the FP of a unit by range stays what it is as long as it stays the same: not where it depends on the
        goal, as out of a pillbox, nor at those who move, whose moves change what is the nearest and how often it fires.
        """
        return not isinstance(bearing(self.game, unit, unit.hex), str)

    def leaders(self, place: str) -> list[Unit]:
        """The leaders of a Location who might direct fire, the best first."""
        if self._leaders is None:
            self._leaders = {}
            for unit in self.game.state.on_map(self.side):
                if unit.kind == "leader" and unit.good_order and "pinned" not in unit.flags and "ti" not in unit.flags:
                    self._leaders.setdefault(unit.hex, []).append(unit)
            for found in self._leaders.values():
                found.sort(key=lambda leader: (leadership.drm(leader), leader.id))
        return self._leaders.get(place, [])
