"""Bypass (A4.3, D2.3): who may go along which hexsides, whether there is room, and how it ends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.flags import Flag
from sasl.asl.game.los.sight import in_bypass
from sasl.asl.game.reactions import take_control
from sasl.asl.game.sides import opponent
from sasl.asl.game.state import Unit
from sasl.asl.infantry import concealment
from sasl.asl.movement.allowance import CANNOT_MOVE, stack_allowance
from sasl.asl.movement.ground.costs import Past
from sasl.board import bypass_line
from sasl.board.bypass_line import Vertices
from sasl.board.terrain import WAGON
from sasl.kernel.frozen import replace
from sasl.kernel.text import listed

Beside = tuple[tuple[str, tuple[str, ...]], ...]
"""Hexes to be bypassed, each with the hexes on the other side of the hexsides it is passed along."""


# -- the way of it ----------------------------------------------------------------------------------------


def planned(game: Game, units: Sequence[Unit], way: Sequence[str], beside: Beside) -> Past:
    """A4.31: the vertices passed in each Bypass of a way. Refused where a hexside does not lead on to the next one."""
    sides = {name: tuple(_side(game, name, near) for near in nears) for name, nears in beside}
    at, before = where(game, units[0]), in_bypass(game.state, units[0])
    drives = units[0].kind == "vehicle"
    _may(game, units, sides)
    found: list[tuple[str, Vertices]] = []
    for number, (a, b) in enumerate(pairwise(way), 1):
        starts = entrances(game, a, b, at)
        if at is not None and not starts:
            ways = " or ".join(bypass_line.hexes_at(a, at))
            raise Refused(f"from its Bypass of {a} it can only enter {ways}, unless it continues along {a} (A4.31)")
        at = None
        if drives and before and bypass_line.in_front(a, before) != b:
            raise Refused(
                f"from its Bypass of {a} it drives straight on, into {bypass_line.in_front(a, before)} (D2.33)"
            )
        before = ()
        if b in sides:
            after = way[number + 1] if number + 1 < len(way) else ""
            if not after:
                rule = "its Stationary Bypass is not played here (D2.34)" if drives else "Infantry never does (A4.32)"
                raise Refused(f"no move may end in Bypass of {b}: name the hex it continues to; {rule}")
            vertices = _run(b, sides[b], starts, after)
            at, before = vertices[-1], vertices
            found.append((b, vertices))
    missing = next((name for name in sides if name not in way[1:]), "")
    if missing:
        raise Refused(f"{missing} is not on the way (A4.3)")
    return tuple(found)


def beside(past: Past) -> Beside:
    """The hexes gone round, and those beyond the hexsides passed: as an order to move names them."""
    return tuple((name, bypass_line.beyond(name, vertices)) for name, vertices in past)


def _side(game: Game, name: str, other: str) -> int:
    side = game.board.hexside(name, other)
    if side is None:
        raise Refused(f"{name} and {other} share no hexside (A4.3)")
    return side


def where(game: Game, unit: Unit) -> int | None:
    """The vertex of its hex at which a unit in Bypass is now; None if it is in the hex."""
    vertices = in_bypass(game.state, unit)
    return vertices[-1] if vertices else None


def entrances(game: Game, a: str, b: str, at: int | None) -> tuple[int, ...]:
    """The vertices of `b` at which one coming from `a` is: both of their hexside, or the one reached in Bypass (`at`);
    () if that one is none of `b`.
    """
    if at is None:
        side = _side(game, b, a)
        return ((side - 1) % 6, side)
    vertex = bypass_line.same_vertex(a, at, b)
    return () if vertex is None else (vertex,)


def _run(name: str, sides: Sequence[int], starts: Sequence[int], after: str) -> Vertices:
    runs = [found for start in starts if (found := bypass_line.run(sides, start))]
    if not runs:
        raise Refused(f"that Bypass of {name} does not begin where the hex is entered, or is not continuous (A4.31)")
    return next((found for found in runs if after in bypass_line.hexes_at(name, found[-1])), runs[0])


def _may(game: Game, units: Sequence[Unit], sides: Mapping[str, tuple[int, ...]]) -> None:
    """A4.3: who may use Bypass, and of what."""
    if not sides:
        return
    other = next((unit for unit in units if not unit.infantry), None)
    if other and (other.kind != "vehicle" or game.counter_of(other).move == WAGON):
        raise Refused(f"{other.id} is neither Infantry on foot nor a vehicle and cannot use Bypass (A4.3, D2.3)")
    for name, along in sides.items():
        if not bypass_line.obstacles(game.board.terrain(name)):
            raise Refused(f"there are no woods or building in {name} to bypass, or they lie in a gully (A4.3)")
        beyond = {near for near in game.board.neighbours(name) if game.board.hexside(name, near) in along}
        wire = next((hex_ for hex_ in (name, *sorted(beyond)) if game.state.markers_at(hex_, "wire")), "")
        if wire:
            raise Refused(f"there is Wire in {wire}: no Bypass of {name} there (A4.3)")


# -- room -----------------------------------------------------------------------------------------------


def has_room(ctx: Context, past: Past, *, drives: bool = False) -> bool:
    """A4.31: whether the obstacles leave room along all these hexsides; asked where the digest cannot tell.

    Refused where it knows that there is none.
    """
    for name, vertices in past:
        for near in bypass_line.beyond(name, vertices):
            if not _room(ctx, name, near, drives):
                ctx.tell(f"Not moved: no room for Bypass in {name} along {name}-{near} (A4.31).", hexes=(name,))
                return False
    return True


def _room(ctx: Context, name: str, near: str, drives: bool) -> bool:
    free = known_room(ctx.game, name, near, drives=drives)
    if free == "blocked":
        what = ctx.board.terrain(name).ground(ctx.board.chart).lower()
        raise Refused(
            f"the program's map shows no room in {name} ({what}) along {name}-{near} (A4.31); "
            f"if yours does: bypass {name} {near} free"
        )
    if free == "unsure":
        whom = " of a vehicle" if drives else ""
        text = (
            f"Does {name} leave room for Bypass{whom} along its hexside with {near}? The program "
            "cannot tell; check your board."
        )
        answer = ctx.yes(
            text,
            default=False,
            rule="A4.31",
            hexes=(name, near),
            whose=ctx.state.side,
            id="bypass-room",
            subject=(name, near),
        )
        ctx.emit(ev.RoomAnswered(name, near, answer))
        return answer
    return True


def known_room(game: Game, name: str, near: str, *, drives: bool = False) -> bypass_line.Verdict:
    """What the player has said of a hexside, else what the digest knows."""
    said = game.state.free_sides.get(f"{name}-{near}")
    if said is not None:
        return "free" if said else "blocked"
    free = game.figure("bypass-vehicle-cover") / 100 if drives else 1.0
    side = _side(game, name, near)
    return bypass_line.room_along(game.board, name, near, side, game.figure("bypass-full-cover") / 100, free)


STRANDED: frozenset[Flag] = frozenset({"pinned", "ended"})
"""Who ends his MPh in Bypass against his will: pinned, or stranded by a SMOKE grenade dr of 6 (A4.33, A24.1)."""


# -- the end of it ----------------------------------------------------------------------------------------


def price_of_going_in(game: Game, units: Sequence[Unit]) -> float | None:
    """A4.3: what entering the obstacle of their hex costs those in its Bypass, in full; None if they are not."""
    if where(game, units[0]) is None:
        return None
    terrains = game.board.terrain(units[0].hex).terrains
    return sum(mf or 0.0 for _, mf in game.board.chart.infantry(terrains))


def must_go_on(game: Game) -> str:
    """A4.32: why nobody else may move now and the MPh may not end: Infantry is in Bypass and has the MF to leave it."""
    moving = game.state.moving
    if moving is None or not moving.bypass or not game.state.option("mf-limit"):
        return ""
    units = game.state.present(moving.ids)
    units = [unit for unit in units if unit.hex == moving.hex and unit.infantry and not unit.flags & set(CANNOT_MOVE)]
    limits = stack_allowance(game, units)
    able = [unit.id for unit in units if limits[unit.id] - unit.mf >= (price_of_going_in(game, [unit]) or 0.0)]
    if not able:
        return ""
    return f"{listed(able)} may not end in Bypass: move on, or into the obstacle: move {able[0]} {moving.hex} (A4.32)"


def over(ctx: Context) -> None:
    """A4.32, A4.33: whoever is in Bypass when his MPh ends is in the obstacle from now on; a vehicle, too [house]."""
    moving = ctx.state.moving
    if moving is None or not moving.bypass:
        return
    units = [unit for key in moving.ids if (unit := ctx.state.units.get(key)) and unit.hex == moving.hex]
    ctx.emit(ev.MovingSet(replace(moving, bypass=())))
    if not units:
        return
    ctx.tell(f"{listed(unit.id for unit in units)} in Bypass of {moving.hex}: now in the obstacle (A4.32).")
    take_control(ctx, units, (moving.hex,))  # A26.11
    foes = [unit.id for unit in ctx.state.units_at(moving.hex, opponent(units[0].side))]
    stranded = [unit.id for unit in units if unit.infantry and unit.flags & STRANDED]
    if stranded:
        concealment.lose(ctx, [*foes, *stranded], f"units stranded in {moving.hex} with them (A4.33, A12.151)")
    elif any(unit.kind == "vehicle" and concealment.is_manned(ctx.game, unit) for unit in units):
        concealment.lose(ctx, foes, f"a vehicle ends its MPh in {moving.hex} with them (A12.42)")
