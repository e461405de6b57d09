"""CC Reaction Fire (D7.21): men who have nothing better against a vehicle among them, or in the street beside their
building, go for it at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from sasl.asl.close_combat import cc_vehicles, reaction_fire
from sasl.asl.close_combat.cc_odds import Attack
from sasl.asl.game.context import Game, Refused
from sasl.asl.game.sides import opponent
from sasl.asl.game.state import Unit
from sasl.minds.act import Act, Decider
from sasl.minds.fire import harm
from sasl.minds.measures import expected_loss
from sasl.orders.cc_orders import React


def reacts(game: Game, decider: Decider, movers: Sequence[str], place: str) -> Act | None:
    """The attack that is expected to do most to a vehicle that moves in the hex, if it is enough to be a Target; out of
    a building, where it takes their fire for this turn, if it is enough for First Fire (D7.211).
    """
    units = game.state.present(movers)
    there = [unit for unit in units if unit.kind == "vehicle" and unit.hex == place]
    found = [
        (_worth(game, decider, men, vehicle), men, vehicle) for vehicle in there for men in _parties(game, vehicle)
    ]
    value = decider.doctrine.value
    least = {True: "target-harm", False: "first-fire"}
    enough = [item for item in found if item[0] >= value(least[item[1][0].hex == place])]
    worth, men, vehicle = max(enough, key=lambda item: item[0], default=(0.0, [], None))
    if vehicle is None or decider.doctrine.choice == "random":
        return None
    figure = least[men[0].hex == place]
    ids = tuple(unit.id for unit in men)
    title = f"{' and '.join(ids)} attack{'s' * (len(ids) == 1)} {vehicle.id} in {place} at once (D7.21)"
    stuck = ("cc-immobilized",) if _chances(game, decider, men, vehicle).get("immobilized") else ()
    reasons = (expected_loss(worth), decider.doctrine.words(figure, *stuck))
    return Act(ids[0], React(ids, vehicle.id), title, reasons, ids, target=place, at=place)


def _parties(game: Game, vehicle: Unit) -> Iterator[list[Unit]]:
    """Those who may attack it together: a unit, or one with a leader; none who is concealed, or would use FPF."""
    side = opponent(vehicle.side)
    near = (
        unit for name in (vehicle.hex, *game.board.neighbours(vehicle.hex)) for unit in game.state.units_at(name, side)
    )
    free = [unit for unit in near if unit.infantry and unit.known and "final" not in unit.flags]
    free = [unit for unit in free if unit.id not in game.state.passed]
    leaders = [unit for unit in free if not unit.mmc]
    parties = ([man, *helper] for man in free if man.mmc for helper in ([], *([unit] for unit in leaders)))
    for party in parties:
        try:
            reaction_fire.may_react(game, party, vehicle)
        except Refused:
            continue
        yield party


def _worth(game: Game, decider: Decider, men: Sequence[Unit], vehicle: Unit) -> float:
    """The expected harm of an attack."""
    chances = _chances(game, decider, men, vehicle)
    stuck = float(chances.get("immobilized", 0)) * decider.doctrine.value("cc-immobilized")
    lost = sum(float(chances.get(name, 0)) for name in ("burns", "eliminated"))
    return (lost + stuck) * harm.weight(game, decider, vehicle)


def _chances(game: Game, decider: Decider, men: Sequence[Unit], vehicle: Unit) -> dict[str, Fraction]:
    """The chance of each result of an attack."""
    fired = any(unit.flags & reaction_fire.FIRED for unit in men)
    attack = Attack(decider.side, vehicle.hex, tuple(unit.id for unit in men), (vehicle.id,), worn=int(fired))
    return dict(cc_vehicles.weigh_on_vehicle(game, attack).expected())
