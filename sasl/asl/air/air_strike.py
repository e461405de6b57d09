"""What aircraft do to a hex: first their MG or guns, then their bombs (E7.4); and the dive of a Stuka (E7.403)."""

from __future__ import annotations

from sasl.asl.air import antiaircraft, bombing, strafing
from sasl.asl.air.antiaircraft import kind_of
from sasl.asl.air.bombing import Bombs
from sasl.asl.air.runs import Run, soft, suspects
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game
from sasl.asl.game.state import Unit
from sasl.asl.infantry.morale.task_checks import pin
from sasl.board.hexes import parse_hex, step
from sasl.kernel.frozen import replace


def strike(ctx: Context, plane: Unit, name: str, *, near: bool = False, bombs: Bombs = "", at: str = "") -> None:
    """One attack on a hex: guns or MG, then the bombs; `near` from three hexes instead of four."""
    there = [unit for unit in ctx.state.units_at(name) if unit.kind != "aircraft"]
    if not there and not suspects(ctx.game, plane, name) and not strafing.leaves_residual(ctx.game, plane, name):
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


def is_diver(game: Game, plane: Unit) -> bool:
    """Whether an aircraft makes its Point Attacks as a Stuka does."""
    return bool(kind_of(game, plane).get("dive"))


def dive_path(game: Game, run: Run) -> Run:
    """E7.403: the run as a Stuka flies it: from the hex before its target, over it, and three hexes on."""
    goal, onward = parse_hex(run.targets[0]), game.figure("air-dive-on")
    places = tuple(step(goal, run.toward - 1, number) for number in range(-1, onward + 1))
    return replace(run, places=places, targets=run.targets[:1])


def dive(ctx: Context, key: str, run: Run, *, bombs: Bombs, at: str = "", light_aa: bool = True) -> None:
    """E7.403: both attacks of a dive along `dive_path`, each before the Light AA of its hex; bombs fall in the second.

    One that has to evade strikes no more, and is out of reach once it has left the hex of its target (E7.511).
    """
    name, passes, done = run.targets[0], ctx.figure("air-point"), 0
    for number, place in enumerate(run.places):
        plane = ctx.state.units.get(key)
        if plane is None or (number >= passes and done < passes):
            return
        if number < passes and "evading" not in plane.flags:
            _dive_at(ctx, plane, name, first=not number, bombs=bombs, at=at)
            done += 1
        if light_aa and key in ctx.state.units:
            antiaircraft.answer(ctx, ctx.state.units[key], place)


def _dive_at(ctx: Context, plane: Unit, name: str, *, first: bool, bombs: Bombs, at: str) -> None:
    """One pass; the first pins all unbroken Infantry it fires at, whatever else it does to them."""
    shot_at = [unit.id for unit in soft(ctx.game, name) if unit.infantry] if "MG disabled" not in plane.arms else []
    strike(ctx, plane, name, near=True, bombs="" if first else bombs, at=at)
    for key in shot_at if first else ():
        if key in ctx.state.units:
            pin(ctx, ctx.state.units[key], "a Stuka dives at it (E7.403)")
