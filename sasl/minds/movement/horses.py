"""When a side that decides for itself gets off its horses, and on them again (A13.31): ride far, fight on foot."""

from __future__ import annotations

from collections.abc import Sequence

from sasl.asl import cavalry
from sasl.asl.game.context import Game
from sasl.asl.game.sight import look
from sasl.asl.game.state import Unit, opponent
from sasl.asl.movement import riding
from sasl.kernel.text import listed
from sasl.minds.act import Act, Decider
from sasl.minds.movement import goals
from sasl.minds.movement.goals import Aim


def next_act(game: Game, decider: Decider, stack: Sequence[Unit], found: Aim | None) -> Act | None:
    """A13.31: the stack dismounts near an enemy or its goal, or mounts for a long way; None: it goes on as it is."""
    riders = [unit for unit in stack if unit.cavalry]
    if riders:
        return _off(game, decider, riders, found)
    return _on(game, decider, stack, found)


def _off(game: Game, decider: Decider, riders: Sequence[Unit], found: Aim | None) -> Act | None:
    """It dismounts if an enemy it knows is near and in LOS, or its goal is near, and there are MF left for it."""
    place = riders[0].hex or ""
    near, last = decider.doctrine.value("dismount-range"), decider.doctrine.value("dismount-goal")
    foe = seen_foe(game, decider, place, near)
    reasons = []
    if foe:
        reasons.append(f"an enemy in {foe} sees {place}: {decider.doctrine.words('dismount-range')}")
    if found and game.board.distance(place, found.hex) <= last:
        reasons.append(f"{found.hex} is near: {decider.doctrine.words('dismount-goal')}")
    if not reasons or not all(riding.may_dismount(game, unit) for unit in riders):
        return None
    return _act(riders, "dismount", place, reasons)


def _on(game: Game, decider: Decider, stack: Sequence[Unit], found: Aim | None) -> Act | None:
    """It mounts if all its men have fresh horses there, the goal is far and no enemy it knows is near and in LOS."""
    men, place = [unit for unit in stack if unit.mmc], stack[0].hex or ""
    if not men or found is None or any(unit.mf or goals.mans_gun(game, unit) for unit in stack):
        return None
    free = [horse for horse in game.state.horses_at(place, decider.side) if not horse.carrier and not horse.mf]
    for unit in men:
        horse = next((item for item in free if cavalry.fits(game, item, unit)), None)
        if horse is None:
            return None
        free.remove(horse)
    far = decider.doctrine.value("mount-goal")
    if game.board.distance(place, found.hex) < far or seen_foe(game, decider, place, far):
        return None
    return _act(stack, "mount", place, [f"{found.hex} is far: {decider.doctrine.words('mount-goal')}"])


def seen_foe(game: Game, decider: Decider, place: str, near: float) -> str:
    """The hex of an enemy that the side knows, in LOS within so many hexes, or ""; a S? is none yet."""
    hexes = {unit.hex or "" for unit in game.state.on_map(opponent(decider.side))
             if unit.known and unit.good_order and unit.kind != "aircraft"}  # fmt: skip
    close = sorted((game.board.distance(place, name), name) for name in hexes)
    return next((name for far, name in close if far <= near and look(game, place, name).exists), "")


def _act(units: Sequence[Unit], what: str, place: str, reasons: Sequence[str]) -> Act:
    ids = tuple(unit.id for unit in units)
    key, names = ",".join(ids), listed(ids, 6)
    return Act(key, f"{what} {key}", f"{names} {what} in {place}", tuple(reasons), ids, (place,), place)
