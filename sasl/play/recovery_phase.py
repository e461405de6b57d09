"""The RPh: Wind Change DR, which is also the Random Event check (2.2), then what the side recovers."""

from __future__ import annotations

from sasl.core.text import listed
from sasl.game import events as ev
from sasl.game.context import Context
from sasl.game.state import Side
from sasl.play.random_events import random_event

FORCES = ("none", "mild breeze", "heavy wind")


def rally_phase(ctx: Context) -> None:
    """2.2, B25.65: the Wind Change DR of the moving side, its Random Event, and who may rally."""
    side = ctx.state.side
    record = ctx.table("wind.change", f"Wind Change and Random Event check, {side} RPh")
    wind_change(ctx, str(record.result))
    if event_due(ctx, side, record.original):
        random_event(ctx, side)
    broken = [unit.id for unit in ctx.state.on_map(side) if "broken" in unit.flags]
    if broken:
        ctx.tell(
            f"{side} units that may try to rally: {listed(broken, 12)} (A10.6). Type rally UNIT for each that does."
        )


def event_due(ctx: Context, side: Side, original: int) -> bool:
    """2.2: the Original DR equals either RE#; ENEMY events wait for the first Activation."""
    if original not in ctx.state.re_numbers(side):
        return False
    if side == "ENEMY" and ctx.mission.events_need_activation and not ctx.state.enemy_activated:
        ctx.tell(f"Original {original} is an ENEMY RE#, but no ENEMY unit has been Activated yet: no event (2.2).")
        return False
    return True


def wind_change(ctx: Context, result: str) -> None:
    """B25.65: a change of direction or force, or Gusts for this Player Turn."""
    state = ctx.state
    if result == "gusts":
        ctx.emit(ev.WeatherSet(state.ec, state.wind, True))
    elif result == "change":
        kind = ctx.table("wind.change-kind", "What the wind does").result
        place = FORCES.index(state.wind) if state.wind in FORCES else 0
        if "force" in kind:
            ctx.emit(ev.WeatherSet(state.ec, FORCES[min(max(place + int(kind["force"]), 0), len(FORCES) - 1)]))
        elif place:
            ctx.tell(f"The wind turns {kind['title']}.", board=True)
