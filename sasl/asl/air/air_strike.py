"""What aircraft do to a hex (E7.4): first their MG or guns, then their bombs."""

from __future__ import annotations

from sasl.asl.air import bombing, strafing
from sasl.asl.air.bombing import Bombs
from sasl.asl.air.runs import suspects
from sasl.asl.game import pieces
from sasl.asl.game.context import Context
from sasl.asl.game.state import Unit


def strike(ctx: Context, plane: Unit, name: str, *, near: bool = False, bombs: Bombs = "", at: str = "") -> None:
    """One attack on a hex: guns or MG, then the bombs; `near` from three hexes instead of four."""
    there = [unit for unit in ctx.state.units_at(name) if unit.kind != "aircraft"]
    if not there and not suspects(ctx.game, plane, name):
        return
    ids = tuple(unit.id for unit in there if "attacked-by-air" not in unit.flags)
    pieces.change_all(ctx, ids, ("attacked-by-air",), (), f"attacked by {plane.id} (E7.3)")
    if "MG disabled" not in plane.arms:
        strafing.guns(ctx, plane, name, near=near, at=at)
    if plane.id not in ctx.state.units:
        return
    if bombs == "area":
        bombing.by_area(ctx, ctx.state.units[plane.id], name, near=near)
    elif bombs:
        bombing.drop(ctx, ctx.state.units[plane.id], name, near=near, at=at)
