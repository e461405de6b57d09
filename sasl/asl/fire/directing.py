"""Whose fire a leader directs: one unit's, SW's or Fire Group's in a Player Turn, and later only theirs (A7.53)."""

from __future__ import annotations

from collections.abc import Container, Sequence

from sasl.asl.fire.opportunity import Opportunity
from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context
from sasl.asl.game.state import State, Unit
from sasl.kernel.text import listed


def why_not_direct(
    state: State, leader: Unit, kind: Opportunity, places: Container[str], firers: Sequence[str], *, again: bool
) -> str:
    """A7.53: why a leader cannot direct the fire of these units and SW, by id, out of these hexes, or "".

    `again`: they are SW that fire once more.
    """
    if not leader.good_order or "pinned" in leader.flags or "prisoner" in leader.flags:
        return f"{leader.id} is in no state to direct fire (A7.53)"
    before = state.directed.get(leader.id)
    if before:
        if others := [name for name in firers if name not in before]:
            return f"{leader.id} has directed {listed(before)} in this Player Turn, and not {listed(others)} (A7.53)"
    elif kind.flag and kind.flag in leader.flags and not again:
        return f"{leader.id} has directed fire in this phase (A7.53)"
    return "" if leader.hex in places else f"{leader.id} is not with those who fire (A7.53)"


def directs(ctx: Context, leader: str, kind: Opportunity, firers: Sequence[str]) -> None:
    """A7.53, A7.531: the counter on a leader who has directed these units and SW, and whom he may direct from now on.

    Those of his First Fire, as long as he has not directed one of them in Subsequent First Fire, FPF or Final Fire.
    """
    if leader not in ctx.state.units or not kind.flag:
        return
    pieces.change(ctx, ctx.state.units[leader], [kind.flag], (), f"directs {kind.name}")
    before = ctx.state.directed.get(leader, ())
    if not before or (kind.flag == "final" and set(before) != set(firers)):
        ctx.emit(ev.LeaderDirected(leader, tuple(firers)))
