"""Vehicles that come into the hex of an enemy AFV (D2.6): only who could kill it there may stay."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from sasl.asl.game.context import Game
from sasl.asl.game.state import Unit
from sasl.asl.ordnance import mounted
from sasl.asl.ordnance.hits import to_kill
from sasl.asl.ordnance.hits.strikes import DEADLY
from sasl.asl.ordnance.hits.to_kill import Shell
from sasl.kernel.text import listed


def barred_by(game: Game, unit: Unit, name: str) -> str:
    """D2.6: the Known enemy AFV in a hex with which a vehicle may not stay there, in words; "" if it may."""
    found = [
        other.id
        for other in game.state.units_at(name)
        if other.side != unit.side
        and mounted.armored(game, other)
        and "abandoned" not in other.flags
        and other.known
        and not _could_kill(game, unit, other)
    ]
    return listed(found)


def _could_kill(game: Game, unit: Unit, afv: Unit) -> bool:
    """D2.6: whether what a vehicle has ready would destroy or Shock an AFV with an Original To Kill DR of 5, from its
    own hex and where it is weakest: there chance says which side is hit (C5.5).
    """
    dr = game.figure("threat-dr")
    return any(
        to_kill.effect(game, to_kill.kill(game, shell, afv, place, side, 0), dr) in DEADLY
        for shell, place, side in product(_shells(game, unit), mounted.PLACES, mounted.ASPECTS)
    )


def _shells(game: Game, unit: Unit) -> Iterator[Shell]:
    """What it could fire now: AP and HE of its MA, its MG, its flamethrower; nothing that may run out."""
    item = game.counter_of(unit)
    tube = mounted.ordnance(game, item)
    for weapon in mounted.weapons(game, unit):
        if not mounted.ready(unit, weapon) or mounted.unmanned(game, unit, weapon):
            continue
        if weapon == "FT":
            yield Shell("flame")
        elif weapon != "MA":
            yield Shell("MG", game.figure("mg-calibre"))
        elif tube is not None and not tube.mortar:
            every = ("HE",) if item.no_ap else ("AP", "HE")
            yield from (Shell(ammo, tube.calibre, tube.barrel) for ammo in every)
