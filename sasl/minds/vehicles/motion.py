"""Motion attempts (D2.401): a vehicle that somebody comes into sight of turns to him, and is hard to hit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sasl.asl.game.context import Game, Refused
from sasl.asl.game.flags import Flag
from sasl.asl.game.state import Unit
from sasl.asl.ordnance.aiming import arcs, to_hit
from sasl.asl.vehicles import driving, motion_attempt
from sasl.board.hexes import ca_towards, in_arc, parse_hex
from sasl.kernel.frozen import replace
from sasl.minds.act import Act, Decider
from sasl.minds.fire import harm, targets
from sasl.minds.vehicles import vehicle_threat
from sasl.orders.vehicle_orders import Motion


def tries(game: Game, decider: Decider, movers: Sequence[str], place: str) -> Act | None:
    """D2.401: the try that saves most of a vehicle, beyond what its own fire at those who move would do (motion-harm).

    Who fires from Motion hardly hits: it is for those who look away, and for those without a shot.
    """
    if decider.doctrine.choice == "random":
        return None
    found = [item for unit in game.state.on_map(decider.side) for item in _tries(game, decider, unit, movers)]
    saved, lost, unit, front = max(found, key=lambda item: item[0] - item[1], default=(0.0, 0.0, None, ""))
    if unit is None or saved - lost < decider.doctrine.value("motion-harm"):
        return None
    turning = f" and turns to {front}" if front else ""
    title = f"{unit.id} in {unit.hex} tries to go into Motion{turning} (D2.401)"
    reasons = (f"it saves {saved:.2f}; its own fire would do {lost:.2f}", decider.doctrine.words("motion-harm"))
    return Act(unit.id, Motion(unit.id, front), title, reasons, (unit.id,), target=unit.hex, at=place)


def _tries(game: Game, decider: Decider, unit: Unit, movers: Sequence[str]) -> Iterator[tuple[float, float, Unit, str]]:
    """What the try of a vehicle saves, if it may make one, what its fire is worth, and where it would turn to."""
    if unit.kind != "vehicle" or not unit.known or "panicked" in unit.flags or unit.id in game.state.passed:
        return
    shooters = [item for item in vehicle_threat.shooters(game, unit) if item.id in movers]
    if not shooters:
        return
    try:
        motion_attempt.may_try(game, unit)
    except Refused:
        return
    worst = max(shooters, key=lambda item: _risk(game, item, unit))
    front = _front(unit, worst.hex)
    moves: Flag = "motion"
    then = replace(unit, flags=unit.flags | {moves}, ca=front or unit.ca, tca=front or unit.tca)
    saved = (_risk(game, worst, unit) - _risk(game, worst, then)) * harm.weight(game, decider, unit)
    shots = targets.choices(game, decider, unit, (worst.hex,), without=game.state.passed)
    yield saved, max((shot.harm for shot in shots), default=0.0), unit, front


def _front(unit: Unit, place: str) -> str:
    """The vertex by which it faces a hex; "" if it does already, or nobody has said where it faces."""
    here, now = parse_hex(unit.hex), driving.facing(unit)
    if now is None or in_arc(here, unit.ca, parse_hex(place)):
        return ""
    return ca_towards(here, parse_hex(place))


def _risk(game: Game, shooter: vehicle_threat.Shooter, unit: Unit) -> float:
    """The chance that his next shot harms it: harder to hit in Motion (Case J), by the side that it shows him."""
    case = sum(mod.value for mod in to_hit.drm(game, {"case-j": 1})) if "motion" in unit.flags else 0
    far = game.board.distance(shooter.hex, unit.hex)
    aspects = {place: arcs.aspect(game, unit, shooter.hex, place) for place in vehicle_threat.PLACES}
    return vehicle_threat.chance_of_shot(game, shooter, unit, far, case, aspects)
