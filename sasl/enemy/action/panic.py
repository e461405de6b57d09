"""Panic (6.21): when an Action DR becomes one, and what it does to a unit."""

from __future__ import annotations

from sasl.combat.men import concealment, morale
from sasl.core.records import RollRecord
from sasl.enemy.act import Staff
from sasl.game.context import Game
from sasl.game.state import VEHICLES, Unit, opponent


def leader_of(game: Game, unit: Unit) -> Unit | None:
    """6.4: the best other Good Order leader in the Location of Infantry, whose modifier its Action DR takes."""
    if not unit.infantry:
        return None
    leaders = [
        other
        for other in game.state.units_at(unit.hex or "", unit.side)
        if other.kind == "leader" and other.id != unit.id and other.good_order and not other.carrier
    ]
    return min(leaders, key=lambda other: (morale.leadership(other), other.id), default=None)


def why_panic(game: Game, staff: Staff, unit: Unit, record: RollRecord) -> str:
    """6.21: why this Action DR makes the unit Panic, or ""."""
    doctrine, level = staff.doctrine, morale.level(game, unit)
    worst = doctrine.value("panic-original")
    if unit.kind in VEHICLES:
        reach = doctrine.value("panic-crew-range")
        if record.original >= worst and infantry_near(game, unit, reach):
            return f"Original {record.original} with Known Infantry within {reach:g} hexes ({_words(staff)})"
        return ""
    margin = doctrine.value("panic-margin")
    if record.total > level + margin:
        return f"Final {record.total} > Morale {level} + {doctrine.words('panic-margin')}"
    if record.original >= worst and leader_of(game, unit) is None:
        return f"Original {record.original} without a leader ({_words(staff)})"
    return ""


def _words(staff: Staff) -> str:
    return staff.doctrine.words("panic-original")


def infantry_near(game: Game, unit: Unit, reach: float) -> bool:
    """6.21: whether Known Infantry of the other side is within `reach` hexes."""
    return any(
        other.infantry and concealment.is_known(other) and "prisoner" not in other.flags
        and game.board.distance(unit.hex or "", other.hex or "") <= reach
        for other in game.state.on_map(opponent(unit.side))
    )  # fmt: skip
