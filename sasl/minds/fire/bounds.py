"""The most that small arms may do to a hex: a bound found without building an attack, which spares those not enough.

A unit's fire at a hex is at best that of everybody who could form a Fire Group with it, at the DRM that its own
place gives, under the best leader there, without cowering, with each target hit by itself. Every rule left out only
lowers the harm, so where the bound lies below a figure of the doctrine no attack reaches it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from sasl.asl.fire import ift
from sasl.asl.fire.firepower import PARTS
from sasl.asl.game.state import Unit
from sasl.asl.infantry import morale, prisoners
from sasl.asl.ordnance import bore_sight
from sasl.minds.fire import chances
from sasl.minds.fire.chances import Marks
from sasl.minds.fire.volley import Load, Volley

UNBOUNDED = 99.0
"""What is held to be possible where no bound is worth finding: at ADJACENT hexes (Spraying Fire)."""

ROUNDING = 1e-9
"""By so much a bound may fall below the exact harm: sums of floats differ by their order."""


@dataclass
class Bounds:
    """The most that units may do to the hex of a volley."""

    volley: Volley
    _targets: dict[str, tuple[Marks, ...]] = field(default_factory=dict)
    """Each target by itself as fired at from a hex: on column 1 if Known, on 0 if half FP counts, without firers."""
    _found: dict[object, float] = field(default_factory=dict)

    def below(self, unit: Unit, without: frozenset[str], figure: float) -> bool:
        """Whether no attack at this hex that the unit takes part in, without those named, reaches the figure."""
        return self.most(unit, without) < figure - ROUNDING

    def most(self, unit: Unit, without: frozenset[str] = frozenset()) -> float:
        """No attack at this hex that the unit takes part in, without those named, does more harm than this."""
        game, goal = self.volley.game, self.volley.goal
        loads = self.volley.loads(unit)
        if game.board.distance(unit.hex, goal) <= 1:
            return UNBOUNDED
        if not loads:
            return 0.0
        team = [unit, *(mate for mate in self.volley.firers.mates(unit) if mate.id not in without)]
        clear, hidden = (ift.column_of(game, power // PARTS) for power in self._power(loads, team))
        least = self._at_suspects()
        if not clear:
            return least
        return max(least, self._at_most(loads[0], clear, hidden, self._own_drm(loads[0], team, without)))

    def _power(self, loads: tuple[Load, ...], team: list[Unit]) -> tuple[int, int]:
        """The FP of the unit and all who could join it in one kind of fire; at what is Known, and at what is not."""
        clear = hidden = 0
        for kind in dict.fromkeys([load.kind for load in loads]):
            some = [[load for load in self.volley.loads(man) if load.kind == kind] for man in team]
            clear = max(clear, sum([max([load.power for load in his]) for his in some if his]))
            hidden = max(hidden, sum([max([self.volley.concealed(load) for load in his]) for his in some if his]))
        return clear, hidden

    def _own_drm(self, own: Load, team: list[Unit], without: frozenset[str]) -> int:
        """The least that the DRM of the firers' side can come to, whoever joins the unit (A7.5: the worst counts)."""
        volley, unit = self.volley, own.unit
        hero = any(man.kind == "hero" or "heroic" in man.flags for man in team)
        weapons = volley.game.state.weapons_of(unit.id) if volley.game.state.bore_sights else ()
        sighted = any(bore_sight.applies(volley.game, item, volley.goal) for item in weapons)
        drm = volley.drm(own.traits._replace(hero=int(hero), hero_mg=0), volley.prospect((own,)).hindrance, sighted)
        led = (morale.leadership(man) for man in volley.firers.leaders(unit.hex) if man.id not in without)
        return drm + min((0, *led))

    def _at_most(self, own: Load, clear: int, hidden: int, drm: int) -> float:
        """The harm on these columns, `hidden` where half FP counts, with this DRM of the firers' side."""
        key = own.unit.hex, clear, hidden, drm
        found = self._found.get(key)
        if found is None:
            every = (
                one._replace(column=clear if one.column else hidden, drm=drm + one.drm) for one in self._apart(own)
            )
            chart = chances.chart_of(self.volley.game)
            found = self._found[key] = chances.expected(chances.attack(chart, clear, tuple(every), 0, 0, False))
        return found

    def _apart(self, own: Load) -> tuple[Marks, ...]:
        """Every target by itself, with the DRM that it gives to fire from a hex: more firers only raise it (A.5)."""
        place = own.unit.hex
        if place not in self._targets:
            volley = self.volley
            units, scale = volley.game.state.units, volley.weighed(own.shooter.kind).theirs
            self._targets[place] = tuple(
                Marks(int(prisoners.with_whom(volley.game, units[key]).known), group.drm, 0, *scale.figures((key,)))
                for group in volley.prospect((own,)).groups
                for key in group.ids
            )
        return self._targets[place]

    def _at_suspects(self) -> float:
        """5.1: what fire of the FRIENDLY side is worth at least, where an S? may check for it."""
        game, decider = self.volley.game, self.volley.decider
        there = decider.side == "FRIENDLY" and game.state.suspects_at(self.volley.goal)
        return decider.doctrine.value("suspect-harm") if there else 0.0
