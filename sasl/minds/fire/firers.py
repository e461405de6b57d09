"""What the units of a side may fire now, whatever the goal: found out once for all the hexes that are considered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

from sasl.asl.fire import fire_groups
from sasl.asl.fire.fire_groups import Shooter
from sasl.asl.fire.opportunity import bearing
from sasl.asl.fire.small_arms import Traits, traits_of
from sasl.asl.game.context import Game, Refused
from sasl.asl.game.state import Unit, Weapon
from sasl.asl.infantry import morale


class Ready(NamedTuple):
    """A way in which a unit might fire: with or without its inherent FP, with which MG.

    `shooter` None: it would fire less than that, or may not, because of `why`.
    """

    inherent: bool
    weapons: tuple[Weapon, ...]
    shooter: Shooter | None
    traits: Traits | None
    why: str = ""


@dataclass
class Firers:
    """The units of one side as firers of small arms, in one position."""

    game: Game
    side: str
    _ready: dict[tuple[str, str | bool], tuple[Ready, ...]] = field(default_factory=dict)
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
        guns = [weapon for weapon in self.game.state.weapons_of(unit.id) if fire_groups.is_mg(self.game, weapon)]
        sets: list[tuple[bool, tuple[Weapon, ...]]] = [(True, ())] if unit.kind != "leader" else []
        sets += [(False, (weapon,)) for weapon in guns]
        if unit.kind in ("squad", "hero"):
            sets += [(True, (weapon,)) for weapon in guns]
        if unit.kind == "squad":
            sets += [(False, pair) for pair in combinations(guns, 2)]
        for inherent, weapons in sets:
            try:
                shooter = fire_groups.shooter(self.game, unit, inherent, weapons, goal)
            except Refused as refusal:
                yield Ready(inherent, weapons, None, None, str(refusal))
            else:
                yield Ready(inherent, weapons, shooter, traits_of(self.game, shooter) if shooter else None)

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

    def leaders(self, place: str) -> list[Unit]:
        """The leaders of a Location who might direct fire, the best first."""
        if self._leaders is None:
            self._leaders = {}
            for unit in self.game.state.on_map(self.side):
                if unit.kind == "leader" and unit.good_order and "pinned" not in unit.flags and "ti" not in unit.flags:
                    self._leaders.setdefault(unit.hex, []).append(unit)
            for found in self._leaders.values():
                found.sort(key=lambda leader: (morale.leadership(leader), leader.id))
        return self._leaders.get(place, [])
