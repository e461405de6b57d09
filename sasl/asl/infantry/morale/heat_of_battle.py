"""Heat of Battle (A15.1): what an Original 2 makes of a unit, and to whom it surrenders (A15.5)."""

from __future__ import annotations

from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Option
from sasl.asl.game.flags import Flag
from sasl.asl.game.los.adjacency import adjacent_from
from sasl.asl.game.sides import opponent
from sasl.asl.game.state import Unit
from sasl.asl.infantry import prisoners, quarter
from sasl.asl.infantry.morale import morale_levels
from sasl.asl.infantry.morale.berserk import go_berserk
from sasl.asl.infantry.morale.casualties import break_unit
from sasl.asl.infantry.morale.hardening import create_hero, harden

COOL: frozenset[Flag] = frozenset({"berserk", "heroic", "disarmed", "prisoner", "human-wave"})
"""The states in which no unit is subject to Heat of Battle (A15.1)."""


def heat_of_battle(ctx: Context, unit: Unit) -> None:
    """A15.1: an Original 2 in a MC or led Rally: a hero, Battle Hardening, berserk, or surrender.

    `unit` is what it was when it rolled: who has just rallied counts as broken.
    """
    if unit.kind not in ("squad", "hs", "leader") or not unit.infantry:
        return
    if unit.flags & COOL:
        return
    with ctx.rolls_for(unit.side):
        record = ctx.table("heat.of-battle", f"Heat of Battle of {unit.id}", facts=morale_levels.facts(ctx.game, unit))
    result = str(record.result)
    if "hero" in result:
        create_hero(ctx, unit)
    if "hardening" in result:
        harden(ctx, ctx.state.units[unit.id])
    elif result == "berserk":
        go_berserk(ctx, ctx.state.units[unit.id])
    elif result == "surrender":
        if quarter.is_refused(ctx.game, unit.side) or quarter.never_yields(ctx.game, unit):
            go_berserk(ctx, ctx.state.units[unit.id])
        else:
            _loses_heart(ctx, ctx.state.units[unit.id])


def _loses_heart(ctx: Context, unit: Unit) -> None:
    """A15.5: it surrenders to ADJACENT Known Good Order armed enemies, or is Disrupted.

    Several such captors: their side chooses among those with room for it; if none has any, it goes free, unarmed
    (A20.21, A20.51).
    """
    game = ctx.game
    near = [
        other
        for name in adjacent_from(game, unit.hex)
        for other in game.state.units_at(name, opponent(unit.side))
        if other.known and other.good_order and other.personnel and prisoners.can_guard(other)
    ]  # fmt: skip
    near = [other for other in near if prisoners.takes(game, other, unit)] or near[:1]
    if near:
        options = [Option(other.id, f"in {other.hex}") for other in near]
        text = f"{unit.id} surrenders in the Heat of Battle: to whom?"
        name = near[0].id
        if len(near) > 1:
            name = ctx.choose(text, options, rule="A15.5", whose=near[0].side, id="surrender-to", subject=(unit.id,))
        if not quarter.is_rejected(ctx, [unit], ctx.state.units[name]):
            prisoners.yields(ctx, unit, ctx.state.units[name], "surrenders in the Heat of Battle (A15.5)")
        return
    if "broken" not in unit.flags:
        break_unit(ctx, unit, "Heat of Battle (A15.5)")
    if unit.id in ctx.state.units:
        pieces.change(ctx, ctx.state.units[unit.id], ["disrupted"], why="Heat of Battle (A15.5)")
