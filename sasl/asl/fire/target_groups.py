"""Whom an attack is made at, in which groups: targets that share every DRM suffer one result (A7, A8.1, A.5).

What protects them depends on where the fire comes from, and on nothing else of the firers. So a hex that many might
fire at is looked at once: `Targets` keeps what it finds out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sasl.asl.fire.drm import motion_of, target_mods
from sasl.asl.fire.opportunity import Opportunity
from sasl.asl.game.context import Game
from sasl.asl.game.flags import VEHICLES
from sasl.asl.game.los.depressions import in_culvert, sees_from_culvert
from sasl.asl.game.los.sight import hindrance_of, too_low
from sasl.asl.game.state import Unit
from sasl.asl.infantry import prisoners
from sasl.asl.stacking import overstack
from sasl.asl.terrain import pillboxes
from sasl.kernel.rolling.records import Modifier


class TargetGroup(NamedTuple):
    """Targets that share the DRM `modifiers`, in all `drm`. `unclear`: half FP counts at them, as if concealed."""

    ids: tuple[str, ...]
    modifiers: tuple[Modifier, ...]
    drm: int
    unclear: bool


Guise = tuple[tuple[Modifier, ...], int]
"""The DRM of one target, and their sum."""


class Targets:
    """The targets of `side` in the hex `goal`, for one kind of fire; a Snap Shot is at all who move (A8.15).

    `boxed`: its pillbox is the target; None: with what is around it, as Spraying Fire has it (B30.34).
    """

    def __init__(
        self, game: Game, side: str, goal: str, kind: Opportunity, *, snap: bool = False, boxed: bool | None = False
    ) -> None:
        self.game, self.goal, self.snap, self.boxed = game, goal, snap, boxed
        moving, state = game.state.moving, game.state
        if snap and moving is not None:
            self._there = state.present(moving.ids)
        else:
            self._there = [unit for unit in state.units_at(goal) if self._is_target(unit, side, kind)]
        self._guises: dict[tuple[str, str, bool], Guise] = {}

    def _is_target(self, unit: Unit, side: str, kind: Opportunity) -> bool:
        """Those who move (A8.1), else every enemy there; in a Melee both sides; nobody aboard anything."""
        state = self.game.state
        if unit.kind == "aircraft" or "prisoner" in unit.flags or (unit.carrier and unit.carrier in state.units):
            return False
        if kind.moving and state.moving:
            return unit.id in state.moving.ids
        return unit.side != side or "melee" in unit.flags

    def hindrance(self, places: Sequence[str]) -> int:
        """The greatest Hindrance from any of these hexes. Refused without a LOS (A6)."""
        return max([hindrance_of(self.game, place, self.goal) for place in places])

    def groups(self, places: Sequence[str]) -> list[TargetGroup]:
        """The targets of fire out of these hexes: first the clear ones, then the unclear; men before their Gun
        or tank: what they suffer is what the attack is made for."""
        units = self._there if self.snap else self._exposed(places)
        if not units:
            return []
        units = sorted(units, key=lambda unit: unit.kind in ("gun", *VEHICLES))
        hindered = bool(self.hindrance(places))
        sets: dict[tuple[bool, tuple[Modifier, ...]], tuple[int, list[str]]] = {}
        for hidden in (False, True):
            for unit in units:
                if self._unclear(unit, places) == hidden:
                    mods, drm = self._guise(unit, places, hindered)
                    sets.setdefault((hidden, mods), (drm, []))[1].append(unit.id)
        return [TargetGroup(tuple(ids), mods, drm, hidden) for (hidden, mods), (drm, ids) in sets.items()]

    def apart(self) -> list[tuple[Unit, bool, int]]:
        """Everybody who could be attacked there: whether half FP counts at them for concealment, and the DRM that they
        give wherever the fire comes from: no hexside, slope or Hindrance, which only raise it.
        """
        every = prisoners.with_prisoners(self.game, self._there)
        return [(unit, self.hides(unit), self._from(unit, "", False)[1]) for unit in every]

    def _exposed(self, places: Sequence[str]) -> list[Unit]:
        """Those in sight, and the prisoners they guard: these are attacked with them (A20.5)."""
        seen = [unit for unit in self._there if self._in_sight(unit, places)]
        if self.boxed is not None:
            seen = pillboxes.in_one_location(self.game, seen, boxed=self.boxed)
        return prisoners.with_prisoners(self.game, seen) if seen else seen

    def _in_sight(self, unit: Unit, places: Sequence[str]) -> bool:
        """OtO 3.1: a unit IN the Culvert is seen only from its own hex and the gully beside it; B19: one IN a gully
        whose hex others see from its crest, only from where LOS goes into the gully; B9.21: none beneath an
        entrenchment over the wall of its hex. B30.113: no small arms reach into a pillbox from outside its CA.
        """
        if any(pillboxes.blind_to(self.game, unit, place) for place in places):
            return False
        if not in_culvert(unit):
            return not any(too_low(self.game, unit, place) for place in places)
        return all(sees_from_culvert(self.game.board, unit.hex, place) for place in places)

    def _unclear(self, unit: Unit, places: Sequence[str]) -> bool:
        """A12.14, A9.4: whether it counts as concealed, as Infantry beyond 16 hexes does that is not broken, berserk or
        overstacked; a prisoner as his Guard.
        """
        unit = prisoners.with_whom(self.game, unit)
        if not unit.known:
            return self.hides(unit)
        if not unit.infantry or unit.flags & {"broken", "berserk"} or overstack(self.game, unit.hex, unit.side):
            return False
        distance, far = self.game.board.distance, self.game.figure("unled-mg-range")
        return all(distance(place, unit.hex) > far for place in places)

    def hides(self, unit: Unit) -> bool:
        """A12.14: whether it is concealed, a prisoner as his Guard; in a pillbox that helps nobody (B30.7)."""
        unit = prisoners.with_whom(self.game, unit)
        return not unit.known and pillboxes.around(self.game, unit) is None

    def _guise(self, unit: Unit, places: Sequence[str], hindered: bool) -> Guise:
        """A.5: of several firers' lines the one best for the target counts."""
        best = self._from(unit, places[0], hindered)
        for place in places[1:]:
            other = self._from(unit, place, hindered)
            if other[1] > best[1]:
                best = other
        return best

    def _from(self, unit: Unit, place: str, hindered: bool) -> Guise:
        key = (unit.id, place, hindered)
        found = self._guises.get(key)
        if found is None:
            motion = motion_of(self.game, self.game.state.moving, prisoners.with_whom(self.game, unit).id)
            mods = target_mods(self.game, unit, place, moving=motion, hindrance=int(hindered), tem=not self.snap)
            found = self._guises[key] = mods, sum([mod.value for mod in mods])
        return found
