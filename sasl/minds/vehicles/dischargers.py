"""Smoke dischargers (D13): a vehicle that ends its drive before those who could harm it hides in SMOKE of its own."""

from __future__ import annotations

from sasl.asl.game.context import Game, Refused
from sasl.asl.game.state import Unit
from sasl.asl.vehicles import smoke_dispensers
from sasl.minds.act import Act, Decider
from sasl.minds.fire import harm
from sasl.minds.fire.ordnance import gunnery
from sasl.minds.measures import risk
from sasl.minds.movement import smoke_screens
from sasl.minds.movement.smoke_screens import Cloud
from sasl.minds.movement.ways.danger import at_most
from sasl.minds.vehicles.vehicle_threat import vehicle_threat
from sasl.orders.vehicle_orders import Discharge


def hides(game: Game, decider: Decider, unit: Unit) -> Act | None:
    """D13.2: a try with its dischargers, if they are likely to save more than they spoil of its own fire; or None."""
    least = smoke_screens.wanted(game, decider)
    if not least:
        return None
    try:
        found = smoke_dispensers.may_use(game, unit)
    except Refused:
        return None
    if found.kind == "grenades":  # gone with the MPh, before most of the fire
        return None
    number = found.least
    before = vehicle_threat(game, decider, unit).risk(unit.hex)
    if not before:
        return None
    hidden = smoke_screens.screened(game, decider, Cloud((unit.hex,), game.figure("discharger-smoke")))
    after = vehicle_threat(hidden, decider, unit).risk(unit.hex)
    saves = harm.weight(game, decider, unit) * (before - after)
    spoils = _best_shot(game, decider, unit) - _best_shot(hidden, decider, unit)
    worth = at_most(number) * (saves - spoils)
    if worth < least:
        return None
    reasons = (
        f"{risk(before)} in {unit.hex}, {risk(after)} in SMOKE: it saves {saves:.2f}",
        f"it spoils its own fire, worth {spoils:.2f}; chance {at_most(number):.2f} of a DR of {number} or less (D13.3)",
        decider.doctrine.words("smoke-harm"),
    )
    title = f"{unit.id} hides in SMOKE from its dischargers in {unit.hex} (D13.2)"
    return Act(unit.id, Discharge(unit.id), title, reasons, (unit.id,), target=unit.hex)


def _best_shot(game: Game, decider: Decider, unit: Unit) -> float:
    """The most that its fire could do now."""
    return max((choice.harm for choice in gunnery.choices(game, decider, unit)), default=0.0)
