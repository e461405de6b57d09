"""Voluntary Break (A10.41): units break of their own will at the start of the RtPh, to rout in it."""

from __future__ import annotations

from collections.abc import Sequence

from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.los.adjacency import adjacent_from
from sasl.asl.game.sides import opponent
from sasl.asl.game.state import Unit
from sasl.asl.infantry.morale.casualties import CANNOT_BREAK, break_unit
from sasl.asl.infantry.rout.rout_ways import captor
from sasl.asl.infantry.rout.threat import HARMLESS, threat
from sasl.asl.movement.allowance import on_its_own
from sasl.kernel.frozen import replace


def may_break(game: Game, units: Sequence[Unit]) -> None:
    """A10.41: refused, with the rule, if one of these units may not break of its own will now."""
    state = game.state
    if state.phase != "RtPh":
        raise Refused(f"units break voluntarily at the start of the RtPh; this is {state.moment} (A10.41)")
    for unit in units:
        begun = next((other.id for other in state.on_map(unit.side) if "routed" in other.flags), "")
        if begun:
            raise Refused(f"{begun} has already routed: Voluntary Breaks come before all routs of a side (A10.41)")
        _may_break(game, unit)


def why_not(game: Game, unit: Unit) -> str:
    """A10.41: why a unit may not break of its own will now, or ""."""
    try:
        may_break(game, [unit])
    except Refused as refused:
        return str(refused)
    return ""


def _may_break(game: Game, unit: Unit) -> None:
    """Refused for who cannot break, could not rout then, has nothing to fear, or would be taken prisoner."""
    on_its_own(unit)
    if not unit.hex:
        raise Refused(f"{unit.id} is not on the map")
    if "broken" in unit.flags:
        raise Refused(f"{unit.id} is already broken (A10.41)")
    if not unit.personnel or unit.kind == "hero" or unit.flags & CANNOT_BREAK:
        raise Refused(
            f"{unit.id} cannot break voluntarily: its break is a reduction, an elimination or nothing (A10.41)"
        )
    if "melee" in unit.flags:
        raise Refused(f"{unit.id} is in Melee and cannot rout (A10.41, A11.15)")
    if not _afraid(game, unit):
        where = "ADJACENT to an unbroken enemy, or in LOS and normal range of a Known armed one"
        raise Refused(f"{unit.id} is not {where} (A10.41)")
    if taker := captor(*once_broken(game, unit)):
        raise Refused(f"{unit.id} would have to surrender at once to {taker.id} (A10.41, A20.21)")


def once_broken(game: Game, unit: Unit) -> tuple[Game, Unit]:
    """Return the game as it would stand with a unit broken, and that unit."""
    broken = replace(unit, flags=unit.flags - {"pinned"} | {"broken", "dm"})
    return game.at(replace(game.state, units={**game.state.units, unit.id: broken})), broken


def _afraid(game: Game, unit: Unit) -> bool:
    """Whether an enemy is near enough: unbroken and ADJACENT, Known or not, or armed, Known, in LOS and in range."""
    fear, here = threat(game, unit), unit.hex
    around = adjacent_from(game, here)
    beside = (other for name in around for other in game.state.units_at(name, opponent(unit.side)))
    if any(_unbroken(other) for other in beside):
        return True
    return any(fear.distance(here, foe) <= foe.reach for foe in fear.seen(here))


def _unbroken(enemy: Unit) -> bool:
    """Whether it is an unbroken enemy on the ground that may be seen."""
    return enemy.kind not in ("aircraft", "gun", "horse") and not enemy.flags & (HARMLESS | {"hidden"})


def break_willingly(ctx: Context, units: Sequence[Unit]) -> None:
    """A10.41, A10.62: they break, under DM; a leader's break is a LLTC of those with him (A10.2)."""
    for unit in sorted(units, key=lambda unit: unit.kind == "leader"):  # who breaks with him has no LLTC to take
        break_unit(ctx, ctx.state.units[unit.id], "voluntarily (A10.41)")
        ctx.game.reactions.recheck(ctx, unit.hex)
