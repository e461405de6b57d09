"""SMOKE grenades (A24.1): a squad throws them before its stack goes on under fire."""

from __future__ import annotations

from collections.abc import Sequence

from sasl.asl.game.context import Game, Refused
from sasl.asl.game.state import Unit
from sasl.asl.movement.allowance import stack_allowance
from sasl.asl.movement.move import reckon
from sasl.asl.stacking import squads_in
from sasl.asl.terrain import smoke
from sasl.kernel.rolling.dice import roll_kind
from sasl.minds.act import Act, Decider
from sasl.minds.measures import risk
from sasl.minds.movement import goals, smoke_screens
from sasl.minds.movement.smoke_screens import Cloud, Way
from sasl.minds.movement.ways.danger import danger
from sasl.minds.movement.ways.paths import FAR, ground, to_go
from sasl.orders.fire_orders import Smoke


def throw(game: Game, decider: Decider, stack: Sequence[Unit], hexes: Sequence[str]) -> Act | None:
    """A24.1: a squad of a stack that is to go this way throws SMOKE first, if that saves enough; else None."""
    least = smoke_screens.wanted(game, decider)
    if not least or len(hexes) < 2 or any(unit.mf for unit in stack):
        return None
    unit = next((unit for unit in stack if unit.kind == "squad" and smoke.exponent(game, unit)), None)
    place = hexes[1]
    if unit is None or f"smoke {unit.id}" in game.state.passed or smoke.no_grenades(game, unit, place):
        return None
    likely, cost, hindrance = _chance(game, unit), _cost(game, decider, unit, hexes), game.figure("smoke-grenades")
    way = Way(unit, tuple(hexes), squads_in(game, stack))
    harm = danger(game, decider, unit)
    fear = max(harm(name) for name in hexes[1:])
    if fear <= cost or not _leads_on(game, decider, unit, place):
        return None
    those = (way, *smoke_screens.ways_beside(game, decider, stack))
    if len(those) == 1 and len(stack) == 1 and not _gets_there(game, unit, place):
        return None
    squads = sum(each.squads for each in those)
    seeing = sum(value > 0 for _, value in harm.of_each(place))
    cloud = Cloud((place,), hindrance, lasts=False)
    saves = likely * smoke_screens.saved(game, decider, those, cloud, max(1, seeing))
    if saves - cost < least:
        return None
    reasons = (
        f"{risk(fear)} on the way to {hexes[-1]}; {squads:g} squads go from here or adjacent hexes",
        f"SMOKE in {place} saves {saves:.2f}, its dr counted in ({likely:.2f}), and costs {cost:.2f}",
        decider.doctrine.words("smoke-harm", "smoke-shots", "smoke-mf"),
    )
    title = f"{unit.id} throws SMOKE grenades into {place} (A24.1)"
    return Act(f"smoke {unit.id}", Smoke((unit.id,), place), title, reasons, (unit.id,), target=place, once=True)


def _leads_on(game: Game, decider: Decider, unit: Unit, name: str) -> bool:
    """Whether a hex is nearer to the goal of a unit than its own: then it goes through the SMOKE there."""
    goal = goals.goal(game, decider, unit)
    left = to_go(ground(game, decider, [unit]), goal) if goal else {}
    return left.get(name, FAR) < left.get(unit.hex, FAR)


def _gets_there(game: Game, unit: Unit, name: str) -> bool:
    """Whether a squad has the MF left to go into its own SMOKE (A24.7)."""
    try:
        step = reckon(game, [unit], (unit.hex, name))[unit.id]
    except Refused:
        return False
    return step + game.figure("smoke-near-mf") + game.figure("smoke-mf") <= stack_allowance(game, [unit])[unit.id]


def _chance(game: Game, unit: Unit) -> float:
    """The chance of a dr of at most its exponent."""
    faces = roll_kind("dr").totals()
    return sum(face <= smoke.exponent(game, unit) for face in faces) / len(faces)


def _cost(game: Game, decider: Decider, unit: Unit, hexes: Sequence[str]) -> float:
    """What the MF are worth that it lacks for its way after the throw, and all of them if a dr of 6 ends its MPh."""
    faces = roll_kind("dr").totals()
    fumbled = sum(face >= game.figure("smoke-fumble") for face in faces) / len(faces)
    try:
        needs = reckon(game, [unit], hexes)[unit.id]
    except Refused:
        needs = stack_allowance(game, [unit])[unit.id]
    spare = stack_allowance(game, [unit])[unit.id] - needs
    lacks = max(0.0, game.figure("smoke-near-mf") + game.figure("smoke-mf") - spare)
    return decider.doctrine.value("smoke-mf") * ((1 - fumbled) * lacks + fumbled * needs)
