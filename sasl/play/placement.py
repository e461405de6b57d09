"""S? placement (4.1): the mission's cases on the real map, each S? with its reason."""

from __future__ import annotations

from collections.abc import Sequence

from sasl.content.mission import SuspectCase
from sasl.game import events as ev
from sasl.game.context import Context, Game
from sasl.game.state import Suspect


def friendly_area(game: Game) -> frozenset[str]:
    """The hexes in which the FRIENDLY side may set up; none if it sets up off-board."""
    area, board = game.mission.area, game.board
    side = area.set_up_side
    if side is None:
        return frozenset()
    return board.remember("friendly-area", lambda: board.area_behind(area.set_up_line, side))


def area_distance(game: Game) -> dict[str, int]:
    """How far each hex is from the FRIENDLY set-up area, in hexes (0 inside)."""
    return game.board.remember("area-distance", lambda: game.board.distances(friendly_area(game)))


def suspect_zone(game: Game) -> frozenset[str]:
    """The hexes that may hold an S? at start: far enough from the FRIENDLY area."""
    beyond = game.mission.suspects.beyond
    if not friendly_area(game):
        return frozenset(game.board.names())
    return frozenset(name for name, distance in area_distance(game).items() if distance > beyond)


def place_suspects(ctx: Context) -> None:
    """4.1: place the S? of every case of the mission, one S? to a Location."""
    zone = suspect_zone(ctx.game)
    for case in ctx.mission.suspects.cases:
        if case.per == "patch":
            _patches(ctx, case, zone)
        else:
            hexes = _buildings(ctx, case) if case.per == "building" else ctx.state.control
            for name in sorted(hexes, key=ctx.board.hex):
                what = "building" if case.per == "building" else "VPO"
                if name in zone:
                    _place(ctx, name, f"case {case.case}, {what} {name}")


def _buildings(ctx: Context, case: SuspectCase) -> Sequence[str]:
    return ctx.board.with_terrain(*case.terrain)


def _patches(ctx: Context, case: SuspectCase, zone: frozenset[str]) -> None:
    """4.1b [house]: per patch one S? for each `one_per` hexes or part of them, apart, nearest the FBE."""
    wanted = set(case.terrain)

    def in_patch(name: str) -> bool:
        return name in zone and not wanted.isdisjoint(ctx.board.terrain(name).terrains)

    for number, patch in enumerate(ctx.board.patches(in_patch), 1):
        count = -(-len(patch) // case.one_per)
        left = set(patch) - _occupied(ctx)
        for placed in range(1, count + 1):
            if not left:
                break
            apart = {name for name in left if _occupied(ctx).isdisjoint(ctx.board.neighbours(name))}
            name = _nearest(ctx, apart or left, f"case {case.case}, patch {number}")
            left.discard(name)
            _place(
                ctx,
                name,
                f"case {case.case}, patch {number} ({'/'.join(case.terrain)}, "
                f"{len(patch)} hexes around {patch[0]}), {placed} of {count}",
            )


def _occupied(ctx: Context) -> set[str]:
    return {suspect.hex for suspect in ctx.state.suspects.values()}


def _nearest(ctx: Context, names: set[str], purpose: str) -> str:
    """The hex nearest the FBE; ties by Random Selection."""
    edge = ctx.game.edge_of("FRIENDLY")
    best = min(ctx.board.distance_to_edge(name, edge) for name in names)
    ties = sorted((name for name in names if ctx.board.distance_to_edge(name, edge) == best), key=ctx.board.hex)
    return ctx.pick(ties, purpose)


def _place(ctx: Context, name: str, reason: str) -> None:
    if name not in _occupied(ctx):
        ctx.emit(ev.SuspectPlaced(Suspect(ctx.new_number("S"), name, ctx.mission.attitude, reason)))
