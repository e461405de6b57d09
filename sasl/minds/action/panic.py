"""Panic (6.21): it is read from the Action DR before anything else; who has an automatic action makes one for it.

It lasts until the next own Action of the side (`sasl.solitaire.sequence`).
"""

from __future__ import annotations

from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game
from sasl.asl.game.state import VEHICLES, Unit, opponent
from sasl.asl.infantry import concealment, morale
from sasl.kernel.dice import roll_kind
from sasl.kernel.records import Modifier, RollRecord
from sasl.minds.act import Staff


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


def may(game: Game, staff: Staff, unit: Unit) -> bool:
    """6.21: whether a DR could make the unit Panic: then it is made even before an automatic action (6.3)."""
    if unit.flags & {"berserk", "panicked"}:
        return False
    doctrine = staff.doctrine
    if unit.kind in VEHICLES:
        return infantry_near(game, unit, doctrine.value("panic-crew-range"))
    leader, worst = leader_of(game, unit), max(roll_kind("DR").totals())
    if leader is None and worst >= doctrine.value("panic-original"):
        return True
    helped = morale.leadership(leader) if leader else 0
    return worst + helped > morale.level(game, unit) + doctrine.value("panic-margin")


def first(ctx: Context, staff: Staff, unit: Unit) -> bool:
    """6.21: the Action DR of a unit with an automatic action, made for its Panic alone. True if it Panics."""
    if not may(ctx.game, staff, unit):
        return False
    leader = leader_of(ctx.game, unit)
    mods = [Modifier(f"leader {leader.id}", morale.leadership(leader), "6.4", "leadership")] if leader else []
    with ctx.rolls_for(unit.side):
        record = ctx.roll("DR", f"Panic of {unit.id} before its automatic action", rule="6.21", modifiers=mods)
    return strikes(ctx, staff, unit, record)


def strikes(ctx: Context, staff: Staff, unit: Unit, record: RollRecord) -> bool:
    """6.21, 6.309: whether this Action DR is Panic; the unit has had its Action then. A vehicle in Motion stops."""
    why = why_panic(ctx.game, staff, unit, record)
    if not why:
        return False
    stops = ["move-command"] if unit.kind == "vehicle" and "motion" in unit.flags else []
    lost = [word for word in ("fire-command", "move-command") if word not in stops]
    pieces.change(ctx, unit, ["acted", "panicked", *stops], lost, f"{why} (6.21)")
    return True


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
