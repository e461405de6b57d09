"""How dangerous a hex is: the expected harm of the fire a unit would draw there, fast and near enough."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from sasl.asl.fire import ift
from sasl.asl.fire.drm import Motion, target_mods
from sasl.asl.game.context import Game
from sasl.asl.game.state import VEHICLES, Unit
from sasl.asl.infantry import concealment
from sasl.asl.movement.step import LEFT_BEHIND
from sasl.asl.ordnance import mounted, to_hit
from sasl.asl.ordnance.mounted import Ordnance
from sasl.minds.act import Decider
from sasl.minds.movement.nests import Arm, Nest, Watch, watch

How = Literal["moving", "assault", "dash", "standing"]
LEFT = frozenset((*LEFT_BEHIND, "encircled"))


# -- the danger of a hex ---------------------------------------------------------------------------------


@dataclass
class Danger:
    """The expected harm of the fire a unit draws in a hex: called, of a unit that moves there.

    `assault`: by Assault Movement; `standing`: of one that stops there and is fired at later.
    """

    game: Game
    unit: Unit
    watch: Watch
    _known: dict[tuple[str, How], float] = field(default_factory=dict)
    _mods: dict[tuple[str, How, bool], int] = field(default_factory=dict)

    def __call__(self, name: str) -> float:
        """While it moves in the hex, with FFNAM and FFMO."""
        return self.of(name, "moving")

    def assault(self, name: str) -> float:
        """When it enters by Assault Movement (A4.61): no FFNAM, and concealment is kept in Concealment Terrain."""
        return self.of(name, "assault")

    def dashing(self, name: str) -> float:
        """When it dashes across the hex (A4.63): half the FP."""
        return self.of(name, "dash")

    def standing(self, name: str) -> float:
        """When it stays in the hex."""
        return self.of(name, "standing")

    def of(self, name: str, how: How) -> float:
        """The chance, 0 to 1, that one of the nests that see the hex breaks or kills it there."""
        key = name, how
        if key not in self._known:
            safe, doubt = 1.0, 0.0
            for nest, far, hindrance in self.watch.seeing(name):
                harm = self._harm(nest, name, far, hindrance, how)
                if nest.sure:
                    safe *= 1 - harm
                else:
                    doubt = max(doubt, harm)  # of many S? few are there: the worst stands for all
            for column, lasts in self.watch.lying.get(name, ()):
                if (lasts or how != "standing") and self.unit.kind not in VEHICLES:
                    safe *= 1 - harm_chance(self.game, column, self._drm(name, how, 0), self.unit.morale)
            self._known[key] = 1 - safe * (1 - doubt)
        return self._known[key]

    def seen(self, name: str) -> bool:
        """Whether any enemy that could fire sees the hex."""
        return bool(self.watch.seeing(name))

    def _harm(self, nest: Nest, name: str, far: int, hindrance: int, how: How) -> float:
        if self.unit.kind in VEHICLES:
            return self._on_vehicle(nest, far, hindrance)
        drm = self._drm(name, how, hindrance) + hindrance
        if self._above(nest.hex, name):
            drm += self.game.figure("height-advantage")
        half = 0.5 if how == "dash" or (how != "moving" and self._hidden(name)) else 1.0
        key = nest.hex, far, how, drm, half, self.unit.morale
        known = self.watch.harms
        if key not in known:
            known[key] = self._on_men(nest, far, how, drm, half)
        return known[key]

    def _on_men(self, nest: Nest, far: int, how: How, drm: int, half: float) -> float:
        """What a nest does to men at that range with that DRM; `half` of its FP counts where they are concealed."""
        fp = sum(_fp(self.game, arm, far, how) for arm in nest.arms) * half
        safe = 1 - harm_chance(self.game, ift.column_of(self.game, fp), drm + nest.leader, self.unit.morale)
        for arm in nest.arms:
            if arm.gun and (how == "standing" or arm.used != "final"):
                safe *= 1 - self._shell(arm.gun, far, drm)
        return 1 - safe

    def _shell(self, gun: Ordnance, far: int, drm: int) -> float:
        """C3.3: to hit men at that range, then HE on its column."""
        number, _ = to_hit.number(self.game, gun, "Infantry", max(far, 1), "HE")
        column = ift.he_column(self.game, gun.calibre)
        return at_most(number - drm) * harm_chance(self.game, column, 0, self.unit.morale)

    def _on_vehicle(self, nest: Nest, far: int, hindrance: int) -> float:
        safe = 1.0
        soft = not mounted.armored(self.game, self.unit)
        for arm in nest.arms:
            if arm.gun:
                number, _ = to_hit.number(self.game, arm.gun, "Vehicle", max(far, 1), "AP")
                safe *= 1 - at_most(number - hindrance)
            elif soft:
                column = ift.column_of(self.game, _fp(self.game, arm, far, "moving"))
                safe *= 1 - at_most(ift.star(self.game, column) - hindrance)
        return 1 - safe

    def _drm(self, name: str, how: How, hindrance: int) -> int:
        """The DRM of the hex against the unit there, from no side in particular."""
        key = name, how, hindrance > 0
        if key not in self._mods:
            stays = name == self.unit.hex and how == "standing"
            unit = self.unit if stays else replace(self.unit, hex=name, flags=self.unit.flags - LEFT)
            motion = None if how == "standing" else Motion(how == "assault")
            mods = target_mods(self.game, unit, None, moving=motion, hindrance=hindrance)
            self._mods[key] = sum(mod.value for mod in mods)
        return self._mods[key]

    def _above(self, shooter: str, name: str) -> bool:
        """B10.31: Height Advantage, where no TEM protects."""
        board = self.game.board
        return (
            board.terrain(name).elevation > board.terrain(shooter).elevation
            and board.chart.tem(board.terrain(name).terrains) <= 0
        )

    def _hidden(self, name: str) -> bool:
        """Whether it would be concealed there."""
        return "concealed" in self.unit.flags and (
            name == self.unit.hex or concealment.is_concealment_terrain(self.game, name)
        )


def _fp(game: Game, arm: Arm, far: int, how: How) -> float:
    """The FP of small arms at a range (A7.21, A7.22, A8.3)."""
    if arm.gun or far > arm.most:
        return 0.0
    fp = arm.fp * (game.figure("pbf") if far <= 1 else 1.0 if far <= arm.range else 0.5)
    if how == "standing" or not arm.used:
        return fp
    if arm.used == "final":
        return fp / 2 if far <= 1 else 0.0
    return fp / 2 if far <= arm.range else 0.0


def danger(game: Game, decider: Decider, unit: Unit) -> Danger:
    """House rules 7: the expected harm, 0 to 1, of the fire that `unit` would draw in a hex.

    It counts the enemies its side knows. Built once for each plan: it remembers what it has worked out.
    """
    return Danger(game, unit, watch(game, decider))


# -- chances ---------------------------------------------------------------------------------------------


def harm_chance(game: Game, column: int, drm: int, level: int) -> float:
    """The chance that an attack on a column breaks, reduces or kills a unit of this morale."""
    if not column:
        return 0.0
    return game.board.remember(f"harm {column} {drm} {level}", lambda: _harm_chance(game, column, drm, level))


def _harm_chance(game: Game, column: int, drm: int, level: int) -> float:
    total = 0.0
    for number in range(2, 13):
        found = ift.outcome(game, column, number + drm)
        if found.kind in ("KIA", "K"):
            total += ways(number)
        elif found.kind == "MC":
            total += ways(number) * (1 - at_most(level - found.n))
    return total


def ways(number: int) -> float:
    """The chance of a DR of exactly this number."""
    return max(0, 6 - abs(7 - number)) / 36


def at_most(number: int) -> float:
    """The chance of a DR of at most this number."""
    return sum(ways(each) for each in range(2, min(number, 12) + 1))
