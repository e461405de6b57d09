"""SMOKE grenades (A24.1): a squad throws them before its stack goes on under fire."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sasl.asl.game.context import Game
from sasl.asl.game.state import Unit
from sasl.asl.movement.allowance import stack_allowance
from sasl.asl.terrain import smoke
from sasl.kernel.dice import roll_kind
from sasl.minds.act import Act, Decider
from sasl.minds.movement import screens
from sasl.minds.movement.danger import danger
from sasl.minds.movement.screens import Cloud, Way
from sasl.orders.fire import Smoke


def throw(game: Game, decider: Decider, stack: Sequence[Unit], hexes: Sequence[str]) -> Act | None:
    """A24.1: a squad of a stack that is to go this way throws SMOKE first, if that saves enough; else None."""
    least = screens.wanted(game, decider)
    if not least or len(hexes) < 2 or any(unit.mf for unit in stack):
        return None
    unit = next((unit for unit in stack if unit.kind == "squad" and smoke.exponent(game, unit)), None)
    if unit is None or f"smoke {unit.id}" in game.state.passed:
        return None
    way = Way(unit, tuple(hexes), screens.squads(game, stack))
    likely, cost = _chance(game, unit), _cost(game, decider, unit)
    harm = danger(game, decider, unit)
    if likely * way.squads * max(harm(name) for name in hexes[1:]) - cost < least:
        return None
    hindrance = game.figure("smoke-grenades")
    found = [
        (likely * screens.saved(game, decider, [way], Cloud((name,), hindrance, lasts=False)) - cost, name)
        for name in _places(game, decider, way)
        if not smoke.no_grenades(game, unit, name)
    ]
    worth, place = max(found, default=(0.0, ""))
    if worth < least:
        return None
    reasons = (
        f"danger on the way to {hexes[-1]}: {max(harm(name) for name in hexes[1:]):.2f}, {way.squads:g} squads go it",
        *(f"{name}: saves {value + cost:.2f}, its dr counted in ({likely:.2f})" for value, name in found),
        f"it costs {cost:.2f}: {decider.doctrine.words('smoke-mf')}; {decider.doctrine.words('smoke-harm')}",
    )
    title = f"{unit.id} throws SMOKE grenades into {place} (A24.1)"
    return Act(f"smoke {unit.id}", Smoke((unit.id,), place), title, reasons, (unit.id,), target=place, once=True)


def _places(game: Game, decider: Decider, way: Way) -> Iterator[str]:
    """The first hex of the way, and the ADJACENT one that is nearest to the worst threat."""
    first, board = way.hexes[1], game.board
    yield first
    for foe in screens.worst(game, decider, [way])[:1]:
        near = min(board.neighbours(way.hexes[0]), key=lambda name: (board.distance(name, foe), name))
        if near not in (first, foe):
            yield near


def _chance(game: Game, unit: Unit) -> float:
    """The chance of a dr of at most its exponent."""
    faces = roll_kind("dr").totals()
    return sum(face <= smoke.exponent(game, unit) for face in faces) / len(faces)


def _cost(game: Game, decider: Decider, unit: Unit) -> float:
    """What the MF are worth: those of the throw, and all the others by the chance that its MPh ends with it."""
    faces, spent = roll_kind("dr").totals(), game.figure("smoke-near-mf")
    fumbled = sum(face >= game.figure("smoke-fumble") for face in faces) / len(faces)
    left = max(0.0, stack_allowance(game, [unit])[unit.id] - spent)
    return decider.doctrine.value("smoke-mf") * (spent + fumbled * left)
