"""Motion attempts (D2.401): a vehicle of the DEFENDER that sees somebody come sets itself in motion."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Option, Refused
from sasl.asl.game.los.doubts import might_see
from sasl.asl.game.state import Unit
from sasl.asl.game.under_way import Moving
from sasl.asl.ordnance.aiming import crest_line
from sasl.asl.vehicles import bog, crews, driving, handling, joint
from sasl.board.hexes import parse_hex, vertex_names
from sasl.kernel.text import listed

TRIED = "has tried Motion"
"""Among the `arms` of a vehicle, until the end of the MPh."""
NOT_MOBILE = {"immobile", "bogged", "mired", "abandoned", "shocked", "stunned"}
"""The states of a vehicle that cannot move (D.7)."""
BUSY = {"first", "final", "intensive"}
STAYS = "stays"
"""The answer of who goes into Motion and does not turn."""


def may_try(game: Game, unit: Unit, front: str = "") -> None:
    """D2.401, D14.211: refused, with the rule, unless a Mobile vehicle that has not fired, or one of its platoon, sees
    somebody come into LOS now. A platoon goes into Motion together: none of it may be barred from it.
    """
    moving = game.state.moving
    if unit.kind != "vehicle" or not unit.hex or driving.horse_drawn(game, unit):
        raise Refused(f"{unit.id} is not a vehicle on the map that can be in Motion (D2.401)")
    if game.state.phase != "MPh" or moving is None or unit.side == game.state.side:
        raise Refused(f"{unit.id} may try it only while an enemy unit is moving (D2.401)")
    together = joint.mates(game, unit)
    for mate in together:
        stuck = sorted(mate.flags & (NOT_MOBILE | BUSY))
        if stuck or TRIED in mate.arms:
            why = ", ".join(stuck) or TRIED
            raise Refused(f"{mate.id} is not Mobile, has fired, or has already tried (D2.401): {why}")
    if not _seen(game, together, moving):
        raise Refused(f"nobody has come into the LOS of {listed(mate.id for mate in together)} in this move (D2.401)")
    if front:
        handling.vertex(unit, front)


def _seen(game: Game, units: Sequence[Unit], moving: Moving) -> float:
    """D14.211: the MF or MP spent in LOS of that one of a platoon which has seen most of them."""
    return max(in_sight(game, unit, moving) for unit in units)


def in_sight(game: Game, unit: Unit, moving: Moving) -> float:
    """D2.401: the MF or MP that who moves has spent in LOS of a vehicle; 0 to one that sees them no more, or saw them
    when their MPh began. Nobody off-board is in LOS.
    """
    way = moving.trail or ((moving.came_from or moving.hex, 0.0), (moving.hex, moving.spent))
    seen = [bool(name) and might_see(game, unit.hex, name) for name, _ in way]
    return sum(spent for (_, spent), sight in zip(way, seen, strict=True) if sight) if seen[-1] > seen[0] else 0.0


def attempt(ctx: Context, unit: Unit, front: str = "") -> None:
    """D2.401: a dr of at most the MF or MP spent in its LOS; then it is in Motion, and turns where it likes.

    D14.211: one dr for a platoon, with a drm of its number of AFV, and each of them turns.
    """
    may_try(ctx.game, unit, front)
    moving = ctx.state.moving
    assert moving is not None
    mates = joint.mates(ctx.game, unit)
    ids = [mate.id for mate in mates]
    for key in ids:
        ctx.emit(ev.ArmsChanged(key, (TRIED,), (), "D2.401"))
    facts = {"radioless": int(len(ids) == 1 and joint.radioless(ctx.game, unit)), "platoon-afv": _counted(ids)}
    with ctx.rolls_for(unit.side):
        purpose = f"Motion attempt of {listed(ids)}"
        record = ctx.check("motion.attempt", purpose, int(_seen(ctx.game, mates, moving)), facts=facts)
    if not record.success:
        return
    ids = [key for key in ids if crews.comes_to_life(ctx, ctx.state.units[key])]
    broken_down = joint.break_down(ctx, ids)
    ids = [key for key in ids if key != broken_down]
    wanted = {key: front if key == unit.id else _front(ctx, key) for key in ids}
    for key in _turned(ctx, wanted):
        _goes_into_motion(ctx, key, wanted[key])


def _counted(ids: Sequence[str]) -> int:
    """The AFV of a platoon; none of who is in no platoon."""
    return len(ids) if len(ids) > 1 else 0


def _front(ctx: Context, key: str) -> str:
    """D14.211, D2.401: where another AFV of the platoon turns to, by its owner's choice; "" if it does not."""
    unit = ctx.state.units[key]
    stays = Option(STAYS, "as it faces now")
    places = [Option(name, "") for name in vertex_names(parse_hex(unit.hex)) if name != unit.ca]
    text = f"{key} goes into Motion with its platoon: which vertex does it face?"
    chosen = ctx.choose(
        text, [stays, *places], rule="D2.401", hexes=(unit.hex,), whose=unit.side, id="motion-front", subject=(key,)
    )
    return "" if chosen == STAYS else chosen


def _turned(ctx: Context, wanted: Mapping[str, str]) -> list[str]:
    """D2.401, D14.21: those of the platoon that are still there to go into Motion: who turns in difficult terrain may
    bog, by one Bog Check for each hexspine.
    """
    turns = {key: _spines(ctx.state.units[key], front) for key, front in wanted.items()}
    left = list(wanted)
    for number in range(max(turns.values(), default=0)):
        units = [ctx.state.units[key] for key in left if turns[key] > number]
        causes = {unit.id: more for unit in units if (more := bog.turning_causes(ctx.game, unit, unit.hex)) is not None}
        stuck = bog.check_platoon(ctx, causes, {key: ctx.state.units[key].hex for key in causes})
        left = [key for key in left if key not in stuck]
    return left


def _spines(unit: Unit, front: str) -> int:
    old = driving.facing(unit)
    return driving.spines(old, _vertex(unit, front)) if front and old is not None else 0


def _vertex(unit: Unit, front: str) -> int:
    return vertex_names(parse_hex(unit.hex)).index(handling.vertex(unit, front))


def _goes_into_motion(ctx: Context, key: str, front: str) -> None:
    now = ctx.state.units[key]
    if covered := crest_line.words(now):
        ctx.emit(ev.ArmsChanged(key, (), covered, "goes into Motion: no longer HD (D4.221)"))
    pieces.change(ctx, ctx.state.units[key], ["motion"], ["stopped", "hull-down"], "goes into Motion (D2.401)")
    if front:
        driving.face(ctx, key, _vertex(now, front), "D2.401")


def mph_ends(ctx: Context) -> None:
    """D2.401: in the next MPh it may try again."""
    for unit in list(ctx.state.units.values()):
        if TRIED in unit.arms:
            ctx.emit(ev.ArmsChanged(unit.id, (), (TRIED,), "end of the MPh (D2.401)"))
