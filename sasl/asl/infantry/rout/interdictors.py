"""Who interdicts a rout (A10.532): with which of his weapons, from where to where, in which Covered Arc."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sasl.asl.game.context import Game
from sasl.asl.game.flags import SMC, VEHICLES, Flag
from sasl.asl.game.los.depressions import wades
from sasl.asl.game.state import Unit
from sasl.asl.infantry import prisoners
from sasl.asl.ordnance import mounted
from sasl.asl.ordnance.aiming import arcs

BUSY = {"melee", "ti"}
"""The states in which an enemy does not fire."""
HAMPERED: frozenset[Flag] = frozenset({"pinned", "cx", "encircled", "motion"})
"""The states in which he fires at half FP or with a DRM."""
SILENT = frozenset({"malfunctioned", "disabled", "limbered", "dismantled"})
"""The states in which a Gun or SW does not fire."""


class Aim(NamedTuple):
    """A weapon and where it fires as it stands: its least range and its normal one, 16 at most, in hexes.

    `ca`: the vertex it faces, "" if it fires all round. `full`: with all its FP (a mortar's is always halved) and
    without a DRM of its firer's.
    """

    most: int
    least: int = 0
    ca: str = ""
    full: bool = True

    def finds(self, here: str, goal: str, far: int) -> bool:
        """Whether it fires from its hex at another one, so far off, without a change of CA."""
        return self.least <= far <= self.most and (not self.ca or arcs.covers(here, self.ca, goal))


def reach(game: Game, unit: Unit) -> int:
    """A10.5, A10.532: how far broken units in the open fear a unit: the normal range of what it fires, 16 at most."""
    return max((aim.most for aim in _aims(game, unit)), default=0)


def aims(game: Game, unit: Unit) -> tuple[Aim, ...]:
    """A10.532: what a unit interdicts with; nothing that fires with half its FP or with a DRM of its firer's."""
    halved = unit.flags & HAMPERED or unit.cavalry or unit.carrier or (unit.personnel and wades(game, unit))
    if halved or (unit.personnel and prisoners.is_burdened(game, unit)):
        return ()
    return tuple(aim for aim in _aims(game, unit) if aim.full and aim.most)


def _aims(game: Game, unit: Unit) -> Iterator[Aim]:
    """What a unit can fire with now."""
    if unit.flags & BUSY:
        return
    most = game.figure("interdiction-range")
    for aim in _mounted(game, unit) if unit.kind in VEHICLES else _carried(game, unit):
        yield aim if aim.most <= most else aim._replace(most=most)


def _mounted(game: Game, unit: Unit) -> Iterator[Aim]:
    """D1.8, D5.34, C5.9: the weapons of a vehicle or cupola that work and are manned; a MA has a DRM for a BU crew."""
    item = game.counter_of(unit)
    steady = mounted.STUNNED_BEFORE not in unit.arms and not mounted.pinned_at_arms(game, unit)
    for weapon in mounted.weapons(game, unit):
        idle = mounted.unmanned(game, unit, weapon) or mounted.cramped(game, unit, weapon)
        if mounted.broken(unit, weapon) or idle:
            continue
        shut = weapon == "MA" and "buttoned" in unit.flags and not item.open_topped
        least = (item.min_range or 0) if weapon == "MA" else 0
        yield Aim(_normal(game, unit, weapon), least, arcs.front(game, unit, weapon), steady and not shut)


def _normal(game: Game, unit: Unit, weapon: str) -> int:
    """The normal range of a mounted weapon; what has none printed reaches as far as any Interdiction."""
    if weapon == "FT":
        return game.figure("ft-normal")
    if weapon == "MA" or unit.kind == "cupola":
        return game.counter_of(unit).range or game.figure("interdiction-range")
    return mounted.normal_range(game, unit, weapon)


def _carried(game: Game, unit: Unit) -> Iterator[Aim]:
    """The inherent FP of men, their SW and their Gun. An SMC has not all the FP of a SW, or a DRM (A9.12, A15.23)."""
    yield Aim(game.counter_of(unit).range or 0)
    gun = game.state.gun_of(unit)
    if gun is not None and not gun.flags & SILENT:
        card = game.counter_of(gun)
        most = card.range or game.figure("interdiction-range")
        yield Aim(most, card.min_range or 0, arcs.front(game, gun, "MA"))
    for weapon in game.state.weapons_of(unit.id):
        card = game.counter_of(weapon)
        if (card.mg_or_atr or card.mode == "MTR") and not weapon.flags & SILENT:
            yield Aim(card.range or 0, card.min_range or 0, full=unit.kind not in SMC)
