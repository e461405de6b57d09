"""The RPh: Wind Change DR, which is also the Random Event check (2.2), then what the side recovers."""

from __future__ import annotations

from sasl.asl.game.context import Context
from sasl.asl.game.minds import mind_of
from sasl.asl.game.state import Side, opponent
from sasl.asl.infantry import rally, repair
from sasl.asl.preview import percent
from sasl.asl.terrain import fires
from sasl.kernel.text import listed
from sasl.solitaire.random_events.table import random_event


def rally_phase(ctx: Context) -> None:
    """2.2, B25.65: the Wind Change DR of the moving side, its Random Event, and who may rally (a mind knows)."""
    side = ctx.state.side
    record = ctx.table("wind.change", f"Wind Change and Random Event check, {side} RPh")
    fires.wind_changes(ctx, str(record.result))
    if event_due(ctx, side, record.original):
        random_event(ctx, side)
    for whose in (side, opponent(side)):
        if mind_of(ctx.game, whose) is None:
            _chances_to_recover(ctx, whose)


def _chances_to_recover(ctx: Context, side: Side) -> None:
    """A10.6, A9.72, A4.44: who of a side may rally, in a good order, and what it may repair and recover."""
    ways = rally.candidates(ctx.game, side)
    if ways:
        words = [f"{way.unit} {percent(way.chance)} ({way.words()})" for way in ways]
        ctx.tell(f"{side} units that may try to rally: {listed(words, 12)} (A10.6). Type rally UNIT, or rally all.")
    jobs = repair.jobs(ctx.game, side)
    if jobs:
        names = listed((job.name for job in jobs), 12)
        ctx.tell(f"{side} may repair {names} (A9.72). Type repair UNIT, or repair all.")
    if side != ctx.state.side:
        return
    near = sorted({unit.hex or "" for unit in ctx.state.on_map(side) if unit.infantry and unit.good_order})
    lying = [f"{item} in {name}" for name in near for item in repair.lying(ctx.game, name)]
    if lying:
        ctx.tell(f"{side} may recover {listed(lying, 12)} (A4.44). Type recover UNIT ITEM.")


def event_due(ctx: Context, side: Side, original: int) -> bool:
    """2.2: the Original DR equals either RE#; ENEMY events wait for the first Activation."""
    if original not in ctx.state.re_numbers(side):
        return False
    if side == "ENEMY" and ctx.mission.events_need_activation and not ctx.state.enemy_activated:
        ctx.tell(f"Original {original} is an ENEMY RE#, but no ENEMY unit has been Activated yet: no event (2.2).")
        return False
    return True
