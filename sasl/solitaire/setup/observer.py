"""The Offboard Observer of a mission (C1.63): on which hex of his edge he stands."""

from __future__ import annotations

from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Refused
from sasl.content.missions.mission import Oba


def _module(game: Game) -> Oba:
    """The mission's OBA with an Offboard Observer. Refused if there is none."""
    oba = next((item for item in game.mission.oba if item.observer_edge), None)
    if oba is None:
        raise Refused("this mission has no Offboard Observer")
    return oba


def may_observe(game: Game, name: str) -> None:
    """C1.63: refused unless a hex is one of the Offboard Observer's edge."""
    edge = _module(game).observer_edge or ""
    if name not in game.board.edge(edge):
        raise Refused(f"{name} is not on the {edge} edge: {', '.join(game.board.edge(edge)[:4])} …")


def record_observer(ctx: Context, name: str = "") -> None:
    """C1.63: put the Offboard Observer there; without a hex into the middle of his edge, if he is nowhere yet."""
    if not name:
        edges = [item.observer_edge for item in ctx.mission.oba if item.observer_edge]
        if not edges or ctx.state.marked("observer"):
            return
        edge = ctx.board.edge(edges[0])
        name = edge[len(edge) // 2]
    oba = _module(ctx.game)
    for marker in ctx.state.marked("observer"):
        ctx.emit(ev.MarkerRemoved.of(marker, "moved"))
    pieces.put_marker(
        ctx,
        "observer",
        name,
        f"Offboard Observer, level {oba.observer_level}",
        side="FRIENDLY",
        number=oba.observer_level,
        why=oba.rule,
    )
