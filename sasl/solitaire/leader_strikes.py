"""The artillery strikes that ENEMY leaders bring by a mission's rule (OtO-S2 MSR 3)."""

from __future__ import annotations

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context
from sasl.asl.game.state import PHASES, Phase, Side, Unit
from sasl.asl.oba import artillery
from sasl.solitaire import pending

ENEMY: Side = "ENEMY"
FIRST = "first leader"
"""How the game remembers that the first leader has brought his strike."""
STRIKE = "strike"
"""The kind of what waits."""


def leader_comes(ctx: Context, leader: Unit) -> None:
    """8.7, OtO-S2 MSR 3: the first ENEMY leader generated brings a strike, and each later one who is good enough.

    The strike falls in the coming ENEMY fire phase [house].
    """
    rule = ctx.mission.leader_strikes
    if rule is None:
        return
    if f"{ENEMY} {FIRST}" not in ctx.state.events_used:
        why = f"{leader.id} ({leader.type}) is the first ENEMY leader generated"
        ctx.emit(ev.EventUsed(ENEMY, FIRST, "artillery strike", f"{leader.id} brings an artillery strike", once=True))
    elif leader.modifier <= rule.modifier:
        why = f"{leader.id} ({leader.type}) is a leader of {rule.modifier:+d}"
    else:
        return
    side, phase = _fire_phase(ctx)
    text = f"artillery strike: {why} ({rule.rule})"
    pending.later(ctx, STRIKE, side, phase, text)
    when = f"at the start of the {side} {phase} [house]"
    ctx.tell(f"{why}: an artillery strike falls {when} ({rule.rule}, 8.7).", stop=True)


def _fire_phase(ctx: Context) -> tuple[Side, Phase]:
    """The ENEMY's next fire phase: DFPh of the FRIENDLY Player Turn, PFPh of its own."""
    side, place = ctx.state.side, PHASES.index(ctx.state.phase)
    if side == ENEMY:
        return (ENEMY, "PFPh") if place < PHASES.index("PFPh") else ("FRIENDLY", "DFPh")
    return ("FRIENDLY", "DFPh") if place < PHASES.index("DFPh") else (ENEMY, "PFPh")


def fall(ctx: Context) -> None:
    """8.7: a strike that a leader brought falls now, as that of a Random Event."""
    rule = ctx.mission.leader_strikes
    if rule is None:
        return
    if artillery.silenced(ctx.game):
        ctx.tell(f"No artillery strike: counter-battery fire has silenced the ENEMY's artillery ({rule.rule}).")
    elif not artillery.targets(ctx):
        ctx.tell(f"No artillery strike: there is no Known FRIENDLY unit on the map ({rule.rule}).")
    else:
        artillery.strike(ctx, int(ctx.table(rule.number, "Number of FFEs").result))
