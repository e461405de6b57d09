"""What shelters men who advance, in the next hex or their own: foxhole, trench, Crest (A4.7, B20.91, B27)."""

from __future__ import annotations

from typing import Literal

from sasl.asl.game.flags import Flag
from sasl.asl.movement import advance
from sasl.asl.movement.ground.costs import Gait, works_in
from sasl.kernel.frozen import Frozen, replace
from sasl.kernel.transaction import allows
from sasl.minds.movement.ways.danger import LEFT, Danger
from sasl.minds.movement.ways.paths import Ground
from sasl.orders.move_orders import Advance

Manner = Literal["", "into", "crest"]


class Shelter(Frozen):
    """What men go into as they advance, how an order says it, and the harm that they expect inside."""

    manner: Manner
    state: Flag
    harm: float

    @property
    def words(self) -> str:
        """Return the shelter as a reason names it."""
        return "into Crest status" if self.state == "crest" else "into the entrenchment"


def shelter_at(land: Ground, name: str) -> Shelter | None:
    """Return what shelters men best in a hex under fire; None where nothing does, or they may not go into it."""
    open_harm = land.harm.standing(name)
    if not open_harm or not all(unit.infantry for unit in land.units):
        return None
    found = [Shelter(manner, state, _harm_in(land, name, state)) for manner, state in _states(land, name)]
    better = [item for item in found if item.harm < open_harm and can_advance(land, name, item.manner)]
    return min(better, key=lambda item: item.harm, default=None)


def _states(land: Ground, name: str) -> list[tuple[Manner, Flag]]:
    """Return what there is to go into in a hex, and the word for it; heavy SW are of no use on a crest (B20.95).

    Men who stay in shellholes have their TEM anyway (B2.3).
    """
    game, ground = land.game, land.game.board.terrain(name)
    found: list[tuple[Manner, Flag]] = []
    if works_in(game, name):
        found.append(("into", "dug-in"))
    held = [weapon for unit in land.units for weapon in game.state.weapons_of(unit.id)]
    if ground.depression and not any(game.counter_of(weapon).silent_after_move for weapon in held):
        found.append(("crest", "crest"))
    return [(manner, state) for manner, state in found if name != land.start or state not in land.units[0].flags]


def _harm_in(land: Ground, name: str, state: Flag) -> float:
    """Return the harm that the fire of others does to a unit in this state in a hex."""
    unit = land.units[0]
    inside = replace(unit, hex=name, flags=unit.flags - LEFT | {state})
    return Danger(land.game, inside, land.harm.threats).standing(name)


def can_advance(land: Ground, name: str, manner: Manner) -> bool:
    """Return whether all of them may advance so, and nobody becomes CX for the shelter alone (A4.72)."""
    game, start = land.game, land.start
    order = Advance(tuple(unit.id for unit in land.units), name, manner)
    if not allows(order.verify, game):
        return False
    if name == start:
        return True
    gait = Gait.of(manner)
    tired = (unit for unit in land.units if advance.tires(game, unit, start, name, land.units, gait))
    return all(advance.tires(game, unit, start, name, land.units) for unit in tired)
