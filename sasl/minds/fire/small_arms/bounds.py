"""The most that small arms may do to a hex: a bound found without building an attack, which spares those not enough.

A unit's fire at a hex is at best that of everybody who could form a Fire Group with it, at the DRM that its own
place gives, under the best leader there, without cowering, with each target hit by itself. Every rule left out only
lowers the harm, so where the bound lies below a figure of the doctrine no attack reaches it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from sasl.asl.fire import ift
from sasl.asl.fire.firepower import PARTS
from sasl.asl.fire.small_arms import Traits
from sasl.asl.game.state import Unit
from sasl.asl.ordnance.aiming import bore_sight
from sasl.minds.fire.chances import Marks
from sasl.minds.fire.small_arms.firers import Team
from sasl.minds.fire.small_arms.outlook import at_most, at_suspects
from sasl.minds.fire.small_arms.volley import Load, Volley

UNBOUNDED = 99.0
"""What is held to be possible where no bound is worth finding: at ADJACENT hexes (Spraying Fire)."""

ROUNDING = 1e-9
"""How far a bound may fall below the exact harm: sums of floats depend on their order."""


@dataclass
class Bounds:
    """The most that units may do to the hex of a volley."""

    volley: Volley
    _targets: dict[str, tuple[Marks, ...]] = field(default_factory=dict)
    """Each target by itself as fired at from a hex: on column 1 if Known, on 0 if half FP counts, without firers."""
    _found: dict[object, float] = field(default_factory=dict)

    def most(self, unit: Unit, team: Team) -> float:
        """No attack at this hex that the unit makes with some of its team does more harm than this."""
        loads = self.volley.loads(unit)
        if self.volley.game.board.distance(unit.hex, self.volley.goal) <= 1:
            return UNBOUNDED
        if not loads:
            return 0.0
        clear, hidden = self._power(loads, team)
        own = loads[0]
        drm = self._drm(unit, own.traits, team, self.volley.prospect((own,)).hindrance)
        return self._at_most(own, clear, hidden, drm)

    def _power(self, loads: tuple[Load, ...], team: Team) -> tuple[int, int]:
        """The FP of all who join in one kind of fire; at what is Known, and at what is not."""
        clear = hidden = 0
        for kind in dict.fromkeys([load.kind for load in loads]):
            some = [[load for load in self.volley.loads(man) if load.kind == kind] for man in team.men]
            clear = max(clear, sum([max([load.power for load in his]) for his in some if his]))
            hidden = max(hidden, sum([max([self.volley.concealed(load) for load in his]) for his in some if his]))
        return clear, hidden

    def _drm(self, unit: Unit, traits: Traits, team: Team, hindrance: int) -> int:
        """The least that the DRM of the firers' side can come to, whoever joins the unit (A7.5: the worst counts)."""
        game, goal = self.volley.game, self.volley.goal
        weapons = game.state.weapons_of(unit.id) if game.state.bore_sights else ()
        sighted = any(bore_sight.applies(game, item, goal) for item in weapons)
        return self.volley.drm(traits._replace(hero=team.hero, hero_mg=0), hindrance, sighted) + team.led

    def _at_most(self, own: Load, clear: int, hidden: int, drm: int) -> float:
        """The harm of this FP, `hidden` where half FP counts, with this DRM of the firers' side."""
        game = self.volley.game
        columns = ift.column_of(game, clear // PARTS), ift.column_of(game, hidden // PARTS)
        key = own.unit.hex, columns, drm
        found = self._found.get(key)
        if found is None:
            found = at_suspects(game, self.volley.decider, self.volley.goal)
            if columns[0]:
                found = max(found, at_most(game, self._apart(own), *columns, drm))
            self._found[key] = found
        return found

    def _apart(self, own: Load) -> tuple[Marks, ...]:
        """Every target by itself, with the DRM that it gives to fire from a hex: more firers only raise it (A.5)."""
        place = own.unit.hex
        if place not in self._targets:
            volley = self.volley
            units, weighed = volley.game.state.units, volley.weighed(own.shooter.kind)
            hides, scale = weighed.targets.hides, weighed.theirs
            self._targets[place] = tuple(
                Marks(int(not hides(units[key])), group.drm, 0, *scale.figures((key,)))
                for group in volley.prospect((own,)).groups
                for key in group.ids
            )
        return self._targets[place]
