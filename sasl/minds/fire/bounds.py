"""The most that small arms may do to a hex: a bound found without building an attack, which spares those not enough.

A unit's fire at a hex is at best that of everybody who could form a Fire Group with it, at the DRM that its own
place gives, under the best leader there, without cowering, with each target hit by itself. Every rule left out only
lowers the harm, so where the bound lies below a figure of the doctrine no attack reaches it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from sasl.asl.fire import ift
from sasl.asl.fire.drm import motion_of, target_mods
from sasl.asl.game.context import Game
from sasl.asl.game.sight import hindrance_of
from sasl.asl.game.state import Unit, opponent
from sasl.asl.infantry import morale, prisoners
from sasl.asl.ordnance import bore_sight
from sasl.asl.stacking import overstack
from sasl.asl.terrain import smoke
from sasl.minds.fire import harm
from sasl.minds.fire.harm import Aim
from sasl.minds.fire.volley import Load, Volley

UNBOUNDED = 99.0
"""What is held to be possible where no bound is worth finding: at ADJACENT hexes (Spraying Fire)."""

ROUNDING = 1e-9
"""By so much a bound may fall below the exact harm: sums of floats differ by their order."""


@dataclass
class Bounds:
    """The most that units may do to the hex of a volley."""

    volley: Volley
    _aims: dict[str, tuple[Aim, ...]] = field(default_factory=dict)
    """The targets as fired at from a hex."""
    _found: dict[object, float] = field(default_factory=dict)

    def below(self, unit: Unit, without: frozenset[str], figure: float) -> bool:
        """Whether no attack at this hex that the unit takes part in, without those named, reaches the figure."""
        return self.most(unit, without) < figure - ROUNDING

    def most(self, unit: Unit, without: frozenset[str] = frozenset()) -> float:
        """No attack at this hex that the unit takes part in, without those named, does more harm than this."""
        game, goal = self.volley.game, self.volley.goal
        if game.board.distance(unit.hex, goal) <= 1:
            return UNBOUNDED
        team = [unit, *(mate for mate in self.volley.mates(unit) if mate.id not in without)]
        clear, unclear = self._power(unit, team)
        column, hidden = ift.column_of(game, clear), ift.column_of(game, unclear)
        least = self._at_suspects()
        if not column:
            return least
        drm = self._own_drm(unit, team, without)
        key = unit.hex, column, hidden, drm
        if key not in self._found:
            self._found[key] = harm.at_most(game, self.volley.decider, self._aims_from(unit.hex), column, hidden, drm)
        return max(least, self._found[key])

    # -- FP -------------------------------------------------------------------------------------------
    def _power(self, unit: Unit, team: list[Unit]) -> tuple[Fraction, Fraction]:
        """The FP of the unit and all who could join it in one kind of fire; at what is Known, and at what is not."""
        best = Fraction(0), Fraction(0)
        for kind in dict.fromkeys(load.kind for load in self.volley.loads(unit)):
            loads = [[load for load in self.volley.loads(man) if load.kind == kind] for man in team]
            clear = sum((max(load.power for load in some) for some in loads if some), Fraction(0))
            hidden = sum((max(map(self._halved, some)) for some in loads if some), Fraction(0))
            best = max(best[0], clear), max(best[1], hidden)
        return best

    def _halved(self, load: Load) -> Fraction:
        """A12.14: at most this FP against a concealed target; Assault Fire is added after halving, FRU (A7.36)."""
        game = self.volley.game
        fresh = game.state.phase == "AFPh" and load.inherent and game.counter_of(load.unit).assault_fire
        return load.power / 2 + (Fraction(game.figure("assault-fire"), 2) + 1 if fresh else 0)

    # -- DRM ------------------------------------------------------------------------------------------
    def _own_drm(self, unit: Unit, team: list[Unit], without: frozenset[str]) -> int:
        """The least that the DRM of the firers' side can come to, whoever joins the unit (A7.5: the worst counts)."""
        game, goal = self.volley.game, self.volley.goal
        facts = {
            "cx-firer": int("cx" in unit.flags),
            "encircled-firer": int("encircled" in unit.flags),
            "bore-sighted": int(any(bore_sight.applies(game, item, goal) for item in game.state.weapons_of(unit.id))),
            "hindrance": hindrance_of(game, unit.hex, goal),
            "smoke-firer": int(smoke.inside(game, unit.hex)),
            "overstacked-firer": overstack(game, unit.hex, unit.side),
            "overstacked-target": overstack(game, goal, opponent(unit.side)),
            "hero": int(any(man.kind == "hero" or "heroic" in man.flags for man in team)),
        }
        led = (morale.leadership(man) for man in self.volley.leaders.get(unit.hex, ()) if man.id not in without)
        return sum(mod.value for mod in game.library.table(ift.IFT).drm(facts)) + min((0, *led))

    def _aims_from(self, place: str) -> tuple[Aim, ...]:
        """Every target with the DRM that it gives to fire from a hex alone: more firers can only raise it (A.5)."""
        if place not in self._aims:
            game = self.volley.game
            hindrance = hindrance_of(game, place, self.volley.goal)
            self._aims[place] = tuple(_aim(game, unit, place, hindrance) for unit in self._there())
        return self._aims[place]

    def _there(self) -> Iterator[Unit]:
        """Everybody who could be a target: those who move now, else every enemy and who is in Melee with one."""
        state, side = self.volley.game.state, self.volley.decider.side
        moving = state.moving.ids if state.moving and state.side != side else None
        for unit in state.units_at(self.volley.goal):
            if unit.kind == "aircraft" or (unit.carrier and "prisoner" not in unit.flags):
                continue
            mine = unit.side == side and not unit.flags & {"melee", "prisoner"}
            if not mine and (moving is None or unit.id in moving or "prisoner" in unit.flags):
                yield unit

    def _at_suspects(self) -> float:
        """5.1: what fire of the FRIENDLY side is worth at least, where an S? may check for it."""
        game, decider = self.volley.game, self.volley.decider
        there = decider.side == "FRIENDLY" and game.state.suspects_at(self.volley.goal)
        return decider.doctrine.value("suspect-harm") if there else 0.0


def _aim(game: Game, unit: Unit, place: str, hindrance: int) -> Aim:
    whose = prisoners.with_whom(game, unit)
    motion = motion_of(game, game.state.moving, whose.id)
    mods = target_mods(game, unit, place, moving=motion, hindrance=hindrance)
    return Aim(unit, not whose.known, sum(mod.value for mod in mods))
