"""Motion attempts (D2.401): a vehicle of the DEFENDER that sees somebody come sets itself in motion."""

from __future__ import annotations

from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.los.doubts import might_see
from sasl.asl.game.state import Unit
from sasl.asl.game.under_way import Moving
from sasl.asl.ordnance.aiming import crest_line
from sasl.asl.vehicles import crews, driving, handling, joint
from sasl.board.hexes import parse_hex, vertex_names

TRIED = "has tried Motion"
"""Among the `arms` of a vehicle, until the end of the MPh."""
NOT_MOBILE = {"immobile", "bogged", "mired", "abandoned", "shocked", "stunned"}
"""The states of a vehicle that cannot move (D.7)."""
BUSY = {"first", "final", "intensive"}


def may_try(game: Game, unit: Unit, front: str = "") -> None:
    """D2.401: refused, with the rule, unless a Mobile vehicle that has not fired sees somebody come into LOS now."""
    moving = game.state.moving
    if unit.kind != "vehicle" or not unit.hex or driving.horse_drawn(game, unit):
        raise Refused(f"{unit.id} is not a vehicle on the map that can be in Motion (D2.401)")
    if game.state.phase != "MPh" or moving is None or unit.side == game.state.side:
        raise Refused(f"{unit.id} may try it only while an enemy unit is moving (D2.401)")
    stuck = sorted(unit.flags & (NOT_MOBILE | BUSY))
    if stuck or TRIED in unit.arms:
        raise Refused(f"{unit.id} is not Mobile, has fired, or has already tried (D2.401): {', '.join(stuck) or TRIED}")
    if not in_sight(game, unit, moving):
        raise Refused(f"nobody has come into the LOS of {unit.id} in this move (D2.401)")
    if front:
        handling.vertex(unit, front)


def in_sight(game: Game, unit: Unit, moving: Moving) -> float:
    """D2.401: the MF or MP that who moves has spent in LOS of a vehicle; 0 to one that sees them no more, or saw them
    when their MPh began. Nobody off-board is in LOS.
    """
    way = moving.trail or ((moving.came_from or moving.hex, 0.0), (moving.hex, moving.spent))
    seen = [bool(name) and might_see(game, unit.hex, name) for name, _ in way]
    return sum(spent for (_, spent), sight in zip(way, seen, strict=True) if sight) if seen[-1] > seen[0] else 0.0


def attempt(ctx: Context, unit: Unit, front: str = "") -> None:
    """D2.401: a dr of at most the MF or MP spent in its LOS; then it is in Motion, and turns where it likes."""
    may_try(ctx.game, unit, front)
    moving = ctx.state.moving
    assert moving is not None
    ctx.emit(ev.ArmsChanged(unit.id, (TRIED,), (), "D2.401"))
    spent, facts = int(in_sight(ctx.game, unit, moving)), {"radioless": int(joint.radioless(ctx.game, unit))}
    with ctx.rolls_for(unit.side):
        record = ctx.check("motion.attempt", f"Motion attempt of {unit.id}", spent, facts=facts)
    if not record.success:
        return
    now = ctx.state.units[unit.id]
    if not crews.comes_to_life(ctx, now) or driving.breaks_down(ctx, ctx.state.units[unit.id]):
        return
    wanted = handling.vertex(now, front) if front else ""
    old, new = driving.facing(now), vertex_names(parse_hex(now.hex)).index(wanted) if wanted else None
    turns = driving.spines(old, new) if old is not None and new is not None else 0
    if turns and driving.turn_checks(ctx, now.id, now.hex, turns):
        return
    if covered := crest_line.words(now):
        ctx.emit(ev.ArmsChanged(unit.id, (), covered, "goes into Motion: no longer HD (D4.221)"))
    pieces.change(ctx, ctx.state.units[unit.id], ["motion"], ["stopped", "hull-down"], "goes into Motion (D2.401)")
    if new is not None:
        driving.face(ctx, unit.id, new, "D2.401")


def mph_ends(ctx: Context) -> None:
    """D2.401: in the next MPh it may try again."""
    for unit in list(ctx.state.units.values()):
        if TRIED in unit.arms:
            ctx.emit(ev.ArmsChanged(unit.id, (), (TRIED,), "end of the MPh (D2.401)"))
