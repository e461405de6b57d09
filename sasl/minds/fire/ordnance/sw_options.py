"""The ways in which what men carry may be fired at a hex: ordnance SW, PF, FT and DC, each with its harm (C9, C13)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sasl.asl.fire.opportunity import Opportunity, may_fire_at, opportunity
from sasl.asl.game.context import Game, Refused
from sasl.asl.game.flags import VEHICLES
from sasl.asl.game.sides import opponent
from sasl.asl.game.state import Unit
from sasl.asl.infantry.morale import leadership
from sasl.asl.ordnance import flame, guns, latw, mounted
from sasl.asl.ordnance.aiming import aim, limits
from sasl.asl.ordnance.aiming.aim import Manner, Shot
from sasl.kernel.frozen import replace
from sasl.kernel.orders.order import Order
from sasl.kernel.transaction import allows
from sasl.minds.act import Decider
from sasl.minds.fire.ordnance import fire_option, shells
from sasl.minds.fire.ordnance.fire_option import FireOption
from sasl.minds.fire.ordnance.flames import charge_option, jet_options
from sasl.orders.fire_orders import Fire, PanzerFaust


def fire_options(game: Game, decider: Decider, unit: Unit, name: str) -> Iterator[FireOption]:
    """Every way in which the SW of a unit, and the Panzerfausts it may find, may be used against a hex."""
    for sw in game.state.weapons_of(unit.id):
        if sw.type in ("PSK", "ATR"):
            yield from _legal(_tube, game, decider, unit, sw.id, name)
        elif sw.type == "FT":
            yield from _legal(_portable, game, decider, unit, sw.id, name)
        elif sw.type == "DC":
            yield from _legal(charge_option, game, decider, unit, sw.id, name)
        elif mounted.of_weapon(game, sw) is not None:
            yield from _legal(_mortar, game, decider, unit, sw.id, name)
    if game.mission.army(unit.side).nation == "german" and unit.infantry:
        yield from _legal(_panzerfaust, game, decider, unit, name)


def _legal(make: Callable[..., Iterator[FireOption]], *args: object) -> Iterator[FireOption]:
    """The ways that `make` finds before it is refused one."""
    try:
        yield from make(*args)
    except Refused:
        return


def _tube(game: Game, decider: Decider, unit: Unit, weapon: str, name: str) -> Iterator[FireOption]:
    """C13: PSK and ATR at each vehicle; a PSK at men in buildings and at Guns, too."""
    may_fire_at(game, unit, name)
    kind = opportunity(game, unit, name, game.state.weapons[weapon])
    there = aim.targets(game, unit, name, kind)
    manners = [Manner(target=other.id) for other in there if other.kind in VEHICLES]
    if any(other.kind not in VEHICLES for other in there) and game.state.weapons[weapon].type == "PSK":
        manners.append(Manner(("infantry",)))
    leader = _director(game, unit, weapon, kind)
    for manner in manners:
        shot = latw.shot_of(game, unit, weapon, name, replace(manner, leader=leader), kind)
        order = Fire((weapon,), name, manner.options, target=manner.target, leader=leader)
        yield _shot(game, decider, shot, order)


def _mortar(game: Game, decider: Decider, unit: Unit, weapon: str, name: str) -> Iterator[FireOption]:
    """C9: a light mortar; that of a side that acts by Action DR attacks only Infantry (S8.2)."""
    bound = decider.doctrine.orders == "action"
    if bound and not any(other.infantry for other in game.state.units_at(name, opponent(unit.side))):
        return
    sw = game.state.weapons[weapon]
    gun = mounted.of_weapon(game, sw)
    may_fire_at(game, unit, name)
    kind = opportunity(game, unit, name, sw)
    if gun is None or not aim.targets(game, unit, name, kind):
        return
    leader = _director(game, unit, weapon, kind)
    shot = aim.shot(game, unit, weapon, name, Manner(leader=leader), kind, gun)
    yield _shot(game, decider, shot, Fire((weapon,), name, leader=leader), light=True)


def _panzerfaust(game: Game, decider: Decider, unit: Unit, name: str) -> Iterator[FireOption]:
    """C13.3: a Panzerfaust, if the unit finds one: its harm times the chance of the PF Check."""
    if game.board.distance(unit.hex, name) > game.figure("pf-range"):
        return
    may_fire_at(game, unit, name)
    there = [other for other in game.state.units_at(name, opponent(unit.side)) if not other.carrier]
    leader = _director(game, unit, aim.directed_as(unit, "PF"), opportunity(game, unit, name))
    for target in [other.id for other in there if other.kind in VEHICLES] or [""]:
        shot = latw.panzerfaust_shot(game, unit, name, Manner(target=target, leader=leader))
        limits.check(game, shot)
        at = shells.aimed(game, shot)
        worth = fire_option.worth(game, decider, shot, at) * latw.check_chance(game, unit, shot.at)
        if shot.at is None:  # C13.31: of several men it strikes one
            worth /= max(1, len(guns.apart(game, [key for group in at.groups for key in group.ids])))
        yield fire_option.of_shot(game, shot, at, PanzerFaust(unit.id, name, target, leader=leader), worth)


def _director(game: Game, unit: Unit, weapon: str, kind: Opportunity) -> str:
    """A7.531, C13.35: the leader with the best modifier who may direct a weapon of a unit, or ""; nobody gives himself
    away for it while the unit is Known (A12.14)."""
    leaders = [
        other for other in game.state.units_at(unit.hex, unit.side)
        if other.kind == "leader" and leadership.drm(other) < 0 and (other.known or not unit.known)
        and allows(aim.director, game, unit, weapon, Manner(leader=other.id), kind)
    ]  # fmt: skip
    return min(leaders, key=lambda other: (leadership.drm(other), other.id)).id if leaders else ""


def _shot(game: Game, decider: Decider, shot: Shot, order: Order, *, light: bool = False) -> FireOption:
    """A shot as a way to fire. Refused if it may not be made."""
    limits.check(game, shot)
    at = shells.aimed(game, shot)
    return fire_option.of_shot(game, shot, at, order, fire_option.worth(game, decider, shot, at), light=light)


def _portable(game: Game, decider: Decider, unit: Unit, weapon: str, name: str) -> Iterator[FireOption]:
    """A22.1: a FT carried by Infantry."""
    may_fire_at(game, unit, name)
    kind = opportunity(game, unit, name, game.state.weapons[weapon])

    def jet_at(target: str) -> flame.Jet:
        return flame.portable_jet(game, unit, weapon, name, kind, target)

    yield from jet_options(game, decider, jet_at, Fire((weapon,), name), unit.side)
