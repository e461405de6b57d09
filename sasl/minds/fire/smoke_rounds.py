"""SMOKE of ordnance (C8.5): the first fire of the PFPh, at the Known enemies who endanger most those who will move.

Where Actions are given by DR a Gun, which makes none, fires it before all others, for who is likely to be sent on his
way; a vehicle when it is given its Fire Command, if nobody of its side has fired before it.
"""

from __future__ import annotations

from collections.abc import Iterator

from sasl.asl.fire.opportunity import opportunity
from sasl.asl.game.context import Game, Refused
from sasl.asl.game.flags import VEHICLES
from sasl.asl.game.state import Unit
from sasl.asl.ordnance import mounted
from sasl.asl.ordnance.aiming import aim, to_hit
from sasl.asl.ordnance.aiming.aim import Manner
from sasl.asl.ordnance.hits import to_kill
from sasl.asl.ordnance.mounted import Ordnance
from sasl.minds.act import Act, Decider
from sasl.minds.action.order_of_acts import NEVER_ROLL
from sasl.minds.fire import hiding, targets
from sasl.minds.fire.ordnance import shells
from sasl.minds.movement import smoke_screens
from sasl.minds.movement.smoke_screens import Cloud
from sasl.minds.vehicles.vehicle_moves import Intent
from sasl.orders.fire_orders import Fire

SMOKE = "smoke"
SMOKE_HARM = "smoke-harm"
"""The figure of the doctrine that no SMOKE may fall short of."""


def next_act(game: Game, decider: Decider) -> Act | None:
    """C8.5: the next shot of SMOKE of a side, or that a weapon with SMOKE has better use for its fire."""
    if not smoke_screens.wanted(game, decider):
        return None
    if decider.doctrine.orders == "free":
        return next((act for unit in game.state.on_map(decider.side) if (act := _of(game, decider, unit))), None)
    if _is_late(game, decider, {"acted", "prep"}):
        return None
    guns = (unit for unit in game.state.on_map(decider.side) if unit.kind in NEVER_ROLL)
    return next((act for unit in guns if (act := _of(game, decider, unit)) and act.order is not None), None)


def commanded(game: Game, decider: Decider, unit: Unit) -> Act | None:
    """C8.5, S6.1: the SMOKE of a vehicle with a Fire Command, in place of its other fire; or None."""
    if unit.kind != "vehicle" or not smoke_screens.wanted(game, decider) or _is_late(game, decider, {"prep"}):
        return None
    act = _of(game, decider, unit)
    return act if act is not None and act.order is not None else None


def _is_late(game: Game, decider: Decider, states: set[str]) -> bool:
    """C8.5: whether one of its side is in these states, otherwise than by SMOKE."""
    others = (unit for unit in game.state.on_map(decider.side) if unit.flags & states)
    return any(f"{SMOKE} {unit.id}" not in game.state.passed for unit in others)


def _of(game: Game, decider: Decider, unit: Unit) -> Act | None:
    """The shot of SMOKE of a unit, or an Act without an order; None if it has none to fire (any more)."""
    key = f"{SMOKE} {unit.id}"
    if game.state.passed.isdisjoint((key, unit.id)) and "prep" not in unit.flags:
        for weapon, gun in _tubes(game, unit):
            return _best(game, decider, unit, weapon, gun) or Act(key)
    return None


def _tubes(game: Game, unit: Unit) -> Iterator[tuple[str, Ordnance]]:
    """The weapons with which a unit might fire SMOKE."""
    if unit.kind == "gun" or unit.kind in VEHICLES:
        item = game.counter_of(unit)
        gun = mounted.ordnance(game, item)
        if gun is not None and SMOKE in item.depletion and not mounted.out_of(unit, SMOKE):
            yield "MA", gun
        return
    for weapon in game.state.weapons_of(unit.id):
        gun = mounted.of_weapon(game, weapon)
        if gun is not None and SMOKE in game.counter_of(weapon).depletion and not mounted.out_of(unit, SMOKE):
            yield weapon.id, gun


def _best(game: Game, decider: Decider, unit: Unit, weapon: str, gun: Ordnance) -> Act | None:
    """The shot of SMOKE that saves most, if it saves more than the weapon's other fire would do."""
    if not any(_chance(game, unit, weapon, gun, name) for name in smoke_screens.firing(game, decider)):
        return None  # before anybody asks who would go where
    those, least = smoke_screens.ways(game, decider), decider.doctrine.value(SMOKE_HARM)
    drm = game.figure("smoke-full")
    likely = {name: _chance(game, unit, weapon, gun, name) for name in smoke_screens.worst(game, decider, those)}
    saving = {
        name: smoke_screens.saved(game, decider, those, Cloud((name,), drm))
        for name, chance in likely.items()
        if chance
    }
    if not any(likely[name] * saves >= least for name, saves in saving.items()):
        return None  # before anybody asks whether a vehicle would rather drive
    figure = _figure(game, decider, unit)
    found: list[tuple[float, str, str]] = []
    for name, saves in saving.items():
        chance = likely[name]
        if chance * saves >= decider.doctrine.value(figure):
            lost = _own_fire(game, decider, name)
            words = f"{name}: saves {saves:.2f}, hinders its own fire, worth {lost:.2f}; chance {chance:.2f}"
            found.append((chance * (saves - lost), name, words))
    worth, place, _ = max(found, default=(0.0, "", ""))
    others = targets.choices(game, decider, unit) if place else []
    if not place or worth < decider.doctrine.value(figure) or (others and others[0].worth >= worth):
        return None
    told = (f"{others[0].title}: less",) if others else ()
    reasons = (*(words for *_, words in found), *told, decider.doctrine.words(figure, "smoke-shots"))
    order = _order(unit, weapon, place)
    title = f"{order.firers[0]} fires SMOKE at {place}: saves {worth:.2f} (C8.5)"
    once = decider.doctrine.orders != "free"
    return Act(f"{SMOKE} {unit.id}", order, title, reasons, (unit.id,), target=place, once=once)


def _figure(game: Game, decider: Decider, unit: Unit) -> str:
    """The figure that SMOKE must reach: of a vehicle that would drive in the MPh, that of any fire before it (A7.2);
    of who gives himself away by it, that of such fire."""
    free, names = decider.doctrine.orders == "free", [SMOKE_HARM]
    if free and unit.kind == "vehicle" and not Intent(game, decider, unit).stays:
        names.append("prep-fire")
    if not free and hiding.hides(game, unit):
        names.append("prep-fire-hidden")
    return max(names, key=decider.doctrine.value)


def _order(unit: Unit, weapon: str, name: str) -> Fire:
    return Fire((unit.id if weapon == "MA" else weapon,), name, (SMOKE,))


def _chance(game: Game, unit: Unit, weapon: str, gun: Ordnance, name: str) -> float:
    """C3, C8.9: the chance that there is a round of SMOKE and that it hits; 0 if it may not be fired there."""
    try:
        _order(unit, weapon, name).verify(game)
        kind = opportunity(game, unit, name, game.state.weapons.get(weapon))
        shot = aim.shot(game, unit, weapon, name, Manner((SMOKE,)), kind, gun)
        at = shells.aimed(game, shot)  # a LOS in doubt that is likely blocked passes `verify`: a player would be asked
    except Refused:
        return 0.0
    drm = at.groups[0].drm if at.groups else 0
    hits = sum(chance for (hit,), chance in to_hit.throws(game.library, shot.aim(game), at.number, (drm,)) if hit)
    limit = game.counter_of(game.state.weapons.get(weapon, unit)).depletes(SMOKE)
    if limit is None:
        return hits
    limit += game.figure("elite-ammo") if game.mission.army(unit.side).elite else 0
    return hits * sum(count for total, count in to_kill.WAYS.items() if total <= limit) / sum(to_kill.WAYS.values())


def _own_fire(game: Game, decider: Decider, name: str) -> float:
    """The best attack of its own side at a hex that SMOKE would hide."""
    firers = [unit for unit in game.state.on_map(decider.side) if unit.kind != "leader" and unit.good_order]
    best = (choice.worth for unit in firers for choice in targets.choices(game, decider, unit, (name,))[:1])
    return max(best, default=0.0)
