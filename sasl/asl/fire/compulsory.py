"""A8.312: who comes into an enemy's Location in the MPh must be fired at there, at once."""

from __future__ import annotations

from collections.abc import Iterable

from sasl.asl.fire.opportunity import may_fire
from sasl.asl.game.context import Game
from sasl.asl.game.sides import opponent
from sasl.asl.game.state import State, Unit
from sasl.asl.ordnance import guns
from sasl.asl.terrain import pillboxes
from sasl.kernel.text import listed


def must_fire(game: Game, place: str) -> list[str]:
    """A8.312: the armed unbroken Infantry of the DEFENDER in a hex that Infantry or Cavalry MMC have just entered, as
    long as it has not fired at them and may do so in any way.
    """
    state = game.state
    if state.phase != "MPh" or not _entered(state, place):
        return []
    here = state.units_at(place, opponent(state.side))
    return sorted(unit.id for unit in here if _is_bound(game, unit) and may_fire(game, unit, place))


def reminder(game: Game, place: str) -> str:
    """The same in a sentence, or ""."""
    bound = must_fire(game, place)
    return f" {listed(bound, 8)} in {place} must fire at them (A8.312)." if bound else ""


def _entered(state: State, place: str) -> bool:
    """Whether an MMC, not aboard anything, has just come into the hex."""
    moving = state.moving
    if moving is None or place not in moving.hexes:
        return False
    if moving.how != "wave" and moving.came_from in ("", place):
        return False
    movers = state.present(moving.ids)
    return any(unit.hex == place and unit.mmc and unit.personnel for unit in movers)


def _is_bound(game: Game, unit: Unit) -> bool:
    if not unit.infantry or unit.flags & {"broken", "melee", "prisoner", "disarmed"} or pillboxes.around(game, unit):
        return False  # B30.44: no such limit between those inside a pillbox and outside
    held = game.state.weapons_of(unit.id)
    if unit.kind == "leader" and (not held or all("first" in weapon.flags for weapon in held)):
        return False  # he has no FP of his own, and no Sustained Fire (A9.3)
    gun = guns.manned_by(game, unit)
    return not _have_fired(game.state, (unit.id, *(weapon.id for weapon in held), *((gun.id,) if gun else ())))


def _have_fired(state: State, ids: Iterable[str]) -> bool:
    return state.moving is not None and not set(ids).isdisjoint(state.moving.shots)
