"""Attack runs of aircraft (E7.25, E7.401), and what there is to attack in their hexes."""

from __future__ import annotations

from sasl.asl.air.antiaircraft import hides
from sasl.asl.game.context import Game
from sasl.asl.game.sides import opponent
from sasl.asl.game.state import Suspect, Unit
from sasl.asl.ordnance import mounted
from sasl.board.hexes import Hex, parse_hex, step
from sasl.kernel.frozen import Frozen


class Run(Frozen):
    """An attack run toward hexside `toward` (1 to 6): the hexes it flies over, and the target hexes it may attack.

    `places[n]` is where the aircraft is when it attacks `targets[n]`; "" stands for a hex off the map or a Blind Hex.
    """

    toward: int
    places: tuple[Hex, ...]
    targets: tuple[str, ...]


def victims(game: Game, plane: Unit, name: str) -> list[Unit]:
    """The units of the other side in a hex that an aircraft can make out at all: no hidden ones, no aircraft."""
    return [
        unit
        for unit in game.state.units_at(name, opponent(plane.side))
        if unit.kind != "aircraft" and "hidden" not in unit.flags
    ]


def run_over(game: Game, name: str, toward: int) -> Run:
    """E7.401: the Strafing Run that attacks `name` first and flies toward a hexside."""
    side, far = toward - 1, game.figure("air-distance")
    goal = parse_hex(name)
    targets = []
    for number in range(game.figure("air-run")):
        spot = step(goal, side, number)
        free = spot.name in game.board and not hides(game, spot.name, step(spot, side, -1))
        targets.append(spot.name if free else "")
    places = tuple(step(goal, side, number - far) for number in range(2 * far))
    return Run(toward, places, tuple(targets))


def runs(game: Game, name: str) -> list[Run]:
    """The runs that have a LOS to their first target."""
    every = [run_over(game, name, toward) for toward in range(1, 7)]
    return [run for run in every if run.targets[0]]


def moves(game: Game, unit: Unit) -> bool:
    """Whether the unit is moving at this moment."""
    return game.state.moving is not None and unit.id in game.state.moving.ids


def suspects(game: Game, plane: Unit, name: str) -> list[Suspect]:
    """The S? in a hex, which count as concealed units to the other side (S3.1)."""
    return game.state.suspects_at(name) if plane.side == "FRIENDLY" else []


def targets(game: Game, plane: Unit, name: str) -> list[str]:
    """The ids of everything in a hex that an aircraft may attack."""
    return [unit.id for unit in victims(game, plane, name)] + [item.id for item in suspects(game, plane, name)]


def soft(game: Game, name: str) -> list[Unit]:
    """What the IFT attacks in a hex: everything but aircraft and AFV; those aboard share their vehicle's fate."""
    return [
        unit
        for unit in game.state.units_at(name)
        if unit.kind != "aircraft" and not unit.carrier and not mounted.armored(game, unit)
    ]


def hard(game: Game, name: str) -> list[Unit]:
    """The AFV and cupolas in a hex."""
    return [unit for unit in game.state.units_at(name) if mounted.armored(game, unit)]
