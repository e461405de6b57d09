"""Behind which wrecks and AFV men find cover (D9.3, D10.3)."""

from __future__ import annotations

from sasl.asl.game.context import Game
from sasl.asl.game.flags import VEHICLES
from sasl.asl.game.los.screens import HIDES_LESS, just_drove
from sasl.asl.game.sides import Side
from sasl.asl.game.state import Marker, Unit
from sasl.kernel.rolling.records import Modifier


def behind(game: Game, name: str, side: Side, man: Unit | None = None) -> list[Modifier]:
    """D9.3: the cover of a wreck or AFV in the hex, for `man`, or whoever of the side stands still there."""
    if afvs(game, name, side, man) or wrecked(game, name, man):
        return [Modifier("wreck or AFV TEM", game.figure("wreck-tem"), "D9.3", "wreck")]
    return []


def afvs(game: Game, name: str, side: Side, man: Unit | None = None) -> list[Unit]:
    """The AFV in a hex behind which `man`, or whoever of the side stands still there, finds cover."""
    near = [item for item in game.state.units_at(name) if item.side == side or "abandoned" in item.flags]
    return [item for item in near if (man is None or item.id != man.carrier) and _afv_shelters(game, item, man)]


def wrecked(game: Game, name: str, man: Unit | None = None) -> bool:
    """D9.3: whether a wreck in a hex shelters `man`, or whoever stands still there."""
    return any(_wreck_shelters(game, wreck, man) for wreck in game.state.markers_at(name, "wreck"))


def _afv_shelters(game: Game, vehicle: Unit, man: Unit | None) -> bool:
    """D9.3: men find cover behind an AFV, but behind one that moves or has moved only in Armored Assault (D9.31).

    Once the AFPh is over a Stopped one shelters everybody again. A cupola is an AFV that never moves (D9.5, OtO 4.1).
    """
    if vehicle.kind not in VEHICLES or game.counter_of(vehicle).armor_front is None:
        return False
    moving = game.state.moving
    with_it = man if man and "armored-assault" in vehicle.flags & man.flags else None
    if moving and vehicle.id in moving.ids:
        return with_it is not None and with_it.id in moving.ids
    if "drove" in vehicle.flags and game.state.phase in HIDES_LESS and not with_it:
        return False
    return "motion" not in vehicle.flags


def _wreck_shelters(game: Game, wreck: Marker, man: Unit | None) -> bool:
    """D9.3, D10.3: none that burns, nor one that has just driven, but those who get out of it."""
    return wreck.state != "burning" and (
        not just_drove(game.state, wreck) or (man is not None and "hazardous" in man.flags)
    )
