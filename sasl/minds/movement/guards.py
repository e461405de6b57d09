"""The last Turns (S12.5, A26.11): who stays in a VPO that the other side could still take back."""

from __future__ import annotations

from sasl.asl.game.context import Game
from sasl.asl.game.sides import opponent
from sasl.asl.game.state import Unit
from sasl.asl.infantry.rout.threat import armed
from sasl.asl.stacking import halves
from sasl.kernel.memo import Memo
from sasl.minds.act import Decider
from sasl.minds.movement import last_turns
from sasl.minds.movement.ways.threats import known_to

FIGURES = ("guard-turns", "guard-range")
"""The figures that make a guard."""

_GUARDS: Memo[dict[str, str]] = Memo()


def guards(game: Game, decider: Decider, unit_id: str) -> str:
    """The VPO in which this unit stays as its guard, or ""."""
    if not last_turns.guards(game, decider):
        return ""
    state = game.state
    parts = state.units, state.control, decider.side, decider.doctrine, game.board
    return _GUARDS.of(parts, lambda: _assign(game, decider)).get(unit_id, "")


def _assign(game: Game, decider: Decider) -> dict[str, str]:
    """Of the men in each VPO of the side that enemies could reach the one who is missed least elsewhere."""
    found: dict[str, str] = {}
    for name, owner in game.state.control.items():
        if owner != decider.side or not _in_danger(game, decider, name):
            continue
        men = [unit for unit in game.state.units_at(name, decider.side) if _able(game, unit)]
        if men:
            found[min(men, key=lambda unit: _missed(game, unit)).id] = name
    return found


def _able(game: Game, unit: Unit) -> bool:
    """A26.11: whether a unit keeps the control of a hex by itself."""
    return unit.mmc and unit.good_order and armed(game, unit)


def _in_danger(game: Game, decider: Decider, name: str) -> bool:
    """Whether armed enemy Infantry that the side knows is near enough to come there (guard-range)."""
    ranges, far = game.board.range_from(name), decider.doctrine.value("guard-range")
    return any(
        unit.mmc and armed(game, unit) and known_to(decider, unit) and ranges[unit.hex] <= far
        for unit in game.state.on_map(opponent(decider.side))
        if unit.hex
    )


def _missed(game: Game, unit: Unit) -> tuple[int, float, str]:
    """How much a unit is missed elsewhere: a HS less than a squad, then by its FP."""
    return halves(game, unit), game.counter_of(unit).fp or 0, unit.id
