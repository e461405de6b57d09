"""MG of Infantry at armor (A9.61): a To Hit shot like that of the smallest of Guns."""

from __future__ import annotations

from sasl.asl.fire.opportunity import Opportunity
from sasl.asl.game.context import Game, Refused
from sasl.asl.game.flags import SMC
from sasl.asl.game.los.depressions import wades
from sasl.asl.game.state import Unit, Weapon
from sasl.asl.ordnance import mounted
from sasl.asl.ordnance.aiming import aim
from sasl.asl.ordnance.aiming.aim import Manner, Shot
from sasl.asl.ordnance.mounted import Ordnance


def shot_of(game: Game, firer: Unit, weapon: str, name: str, manner: Manner, kind: Opportunity) -> Shot:
    """A9.61: a MG fires alone at an AFV, in black (A9.6). Refused beyond normal range, or with halved FP."""
    manner.only("a MG against armor", ("vehicle", "at", "by"), "vehicle, at UNIT, by LEADER")
    sw = game.state.weapons[weapon]
    item = game.counter_of(sw)
    if sw.flags & {"prep", "first", "final"} & {kind.flag}:
        raise Refused(f"{weapon} has fired in this phase (A7.1)")
    if game.board.distance(firer.hex, name) > (item.range or 0):
        raise Refused(f"{weapon} cannot harm armor beyond {item.range} hexes (A9.61)")
    target = aim.named(game, manner.target, name, firer) if manner.target else aim.the_vehicle(game, firer, name)
    if not mounted.armored(game, target):
        raise Refused(f"{target.id} has no armor: a MG fires at it on the IFT (A9.6, A7.308)")
    if why := _halved(game, firer, sw, target, kind):
        raise Refused(f"{why}: the FP of {weapon} is halved, so it cannot harm armor (A9.61)")
    number = item.breakdown or game.figure("default-breakdown")
    gun = Ordnance(game.figure("mg-calibre"), "-", 0, False, item.rof or 0, number, "black")
    leader = aim.director(game, firer, weapon, manner, kind)
    return Shot(firer, weapon, name, kind, gun, "MG", "Vehicle", target, leader=leader)


def _halved(game: Game, firer: Unit, sw: Weapon, target: Unit, kind: Opportunity) -> str:
    """Why the FP of a MG would be halved, or ""."""
    if kind.halvings:
        return kind.name
    if "pinned" in firer.flags:
        return f"{firer.id} is pinned"
    if firer.kind in SMC and not firer.heroic:
        return f"{firer.id} is an SMC"
    if firer.carrier or firer.cavalry:
        return f"{firer.id} is mounted"
    if wades(game, firer):
        return f"{firer.id} is in marsh or water"
    if "spraying" in sw.flags:
        return f"{sw.id} sprays its fire"
    return "" if target.known else f"{target.id} is concealed"
