"""CC Reaction Fire (D7.21): men who have nothing better against a vehicle among them go for it at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sasl.asl.close_combat import cc_vehicles, reaction_fire
from sasl.asl.close_combat.close_combat import Attack
from sasl.asl.game.context import Game, Refused
from sasl.asl.game.state import Unit
from sasl.minds.act import Act, Decider
from sasl.minds.fire import harm
from sasl.orders.close_combat import React


def reacts(game: Game, decider: Decider, movers: Sequence[str], place: str) -> Act | None:
    """The attack that is expected to do most to a vehicle that moves in the hex, if it is enough to be a Target."""
    units = (game.state.units[key] for key in movers if key in game.state.units)
    there = [unit for unit in units if unit.kind == "vehicle" and unit.hex == place]
    found = [
        (_worth(game, decider, men, vehicle), men, vehicle) for vehicle in there for men in _parties(game, vehicle)
    ]
    worth, men, vehicle = max(found, key=lambda item: item[0], default=(0.0, [], None))
    if vehicle is None or worth < decider.doctrine.value("target-harm") or decider.doctrine.choice == "random":
        return None
    ids = tuple(unit.id for unit in men)
    title = f"{' and '.join(ids)} attack{'s' * (len(ids) == 1)} {vehicle.id} in {place} at once (D7.21)"
    reasons = (f"expected harm {worth:.2f}", decider.doctrine.words("target-harm"))
    return Act(ids[0], React(ids, vehicle.id), title, reasons, ids, target=place, at=place)


def _parties(game: Game, vehicle: Unit) -> Iterator[list[Unit]]:
    """Those who may attack it together: a unit, or one with a leader; none who is concealed, or would use FPF."""
    here = [unit for unit in game.state.units_at(vehicle.hex) if unit.side != vehicle.side and unit.infantry]
    free = [unit for unit in here if unit.known and "final" not in unit.flags and unit.id not in game.state.passed]
    men = [unit for unit in free if unit.mmc]
    for party in ([man, *helper] for man in men for helper in ([], *([unit] for unit in free if not unit.mmc))):
        try:
            reaction_fire.may_react(game, party, vehicle)
        except Refused:
            continue
        yield party


def _worth(game: Game, decider: Decider, men: Sequence[Unit], vehicle: Unit) -> float:
    """The expected harm of an attack."""
    fired = any(unit.flags & reaction_fire.FIRED for unit in men)
    attack = Attack(decider.side, vehicle.hex, tuple(unit.id for unit in men), (vehicle.id,), worn=int(fired))
    chances = dict(cc_vehicles.weigh_on_vehicle(game, attack).expected())
    stuck = float(chances.get("immobilized", 0)) * decider.doctrine.value("cc-immobilized")
    lost = sum(float(chances.get(name, 0)) for name in ("burns", "eliminated"))
    return (lost + stuck) * harm.weight(game, decider, vehicle)
