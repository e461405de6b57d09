"""What waits for a later phase: mine attacks, snipers, aircraft, leaders' artillery strikes; and when it comes due."""

from __future__ import annotations

from collections.abc import Sequence

from sasl.asl import snipers
from sasl.asl.air import sorties as aircraft
from sasl.asl.game import events as ev
from sasl.asl.game.context import Context, Game
from sasl.asl.game.sides import PHASES, Phase, Side, opponent
from sasl.asl.game.state import Unit
from sasl.asl.game.under_way import Pending
from sasl.asl.movement import charges
from sasl.asl.oba import artillery
from sasl.asl.terrain import minefields

ENEMY: Side = "ENEMY"
FIRST = "first leader"
"""How the game remembers that the first leader has brought his strike."""
STRIKE = "strike"
"""The kind of what waits."""


def later(
    ctx: Context,
    kind: str,
    side: Side,
    phase: Phase,
    text: str,
    *,
    hexes: Sequence[str] = (),
    number: int = 0,
    type: str = "",
    waited: int = 0,
    harassing: bool = False,
) -> None:
    """Let something come due at the next `phase` of `side` after the present phase."""
    state = ctx.state
    now = 2 * state.turn + (state.side != ctx.mission.first_side)
    this_turn = state.side == side and PHASES.index(phase) > PHASES.index(state.phase)
    serial = now if this_turn else now + 1 if state.side != side else now + 2
    key, names, turn = ctx.new_number("P"), tuple(hexes), serial // 2
    item = Pending(key, kind, turn, side, phase, text, names, number, type=type, waited=waited, harassing=harassing)
    ctx.emit(ev.PendingAdded(item))


def strike_is_due(game: Game, phase: Phase) -> bool:
    """S8.7: whether an artillery strike that everybody knows of falls when a phase of this Player Turn begins."""
    due = STRIKE, game.state.turn, game.state.side, phase
    return any((item.kind, item.turn, item.side, item.phase) == due for item in game.state.pending)


def come_due(ctx: Context) -> None:
    """Do what was waiting for the phase that has just begun."""
    state = ctx.state
    for item in state.pending:
        if (item.turn, item.side, item.phase) != (state.turn, state.side, state.phase):
            continue
        if item.kind == charges.KIND:
            charges.goes_off(ctx, item)
            continue
        ctx.emit(ev.PendingDone(item.id))
        if item.kind == "sniper":
            snipers.sniper_attack(ctx, "FRIENDLY", item.number)
        elif item.kind == "stukas":
            aircraft.stukas(ctx, item.number, item.type)
        elif item.kind == STRIKE:
            _strike_falls(ctx, item)
        elif item.kind == "mines":
            _mine_attack(ctx, item)
        else:
            ctx.tell(item.text, board=True, stop=True, hexes=item.hexes)


def _mine_attack(ctx: Context, item: Pending) -> None:
    """B28: the event's mine attack on those still in the hex."""
    for name in item.hexes:
        units = [unit for unit in ctx.state.units_at(name, "FRIENDLY") if unit.infantry]
        minefields.discovered(ctx, units, name)


# -- strikes that leaders bring (OtO-S2 MSR 3) --------------------------------------------------------


def leader_comes(ctx: Context, leader: Unit) -> None:
    """S8.7, OtO-S2 MSR 3: the first ENEMY leader generated brings a strike, and each later one who is good enough.

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
    later(ctx, STRIKE, side, phase, text)
    when = f"at the start of the {side} {phase} [house]"
    ctx.tell(f"{why}: an artillery strike falls {when} ({rule.rule}, S8.7).", stop=True)


def _fire_phase(ctx: Context) -> tuple[Side, Phase]:
    """The ENEMY's next fire phase: DFPh of the FRIENDLY Player Turn, PFPh of its own."""
    side, place = ctx.state.side, PHASES.index(ctx.state.phase)
    if side == ENEMY:
        return (ENEMY, "PFPh") if place < PHASES.index("PFPh") else ("FRIENDLY", "DFPh")
    return ("FRIENDLY", "DFPh") if place < PHASES.index("DFPh") else (ENEMY, "PFPh")


def _strike_falls(ctx: Context, item: Pending) -> None:
    """S8.7: a strike falls now, as that of a Random Event, or waits for a target that is worth it."""
    rule, number = ctx.mission.leader_strikes, item.number
    if artillery.silenced(ctx.game):
        ctx.tell(f"No artillery strike: counter-battery fire has silenced the ENEMY's artillery ({_cited(ctx)}).")
    elif not artillery.aims(ctx.game, harassing=item.harassing):
        strike_waits(ctx, item.text, number, harassing=item.harassing, waited=item.waited)
    else:
        if rule and not number:
            number = int(ctx.table(rule.number, "Number of FFEs").result)
        artillery.strike(ctx, number, harassing=item.harassing)


def strike_waits(ctx: Context, text: str, number: int, *, harassing: bool, waited: int = 0) -> None:
    """S8.7 [house]: a strike without a target that is worth it waits for the next Player Turn, but not for ever."""
    if waited >= int(ctx.chart(artillery.STRIKE_TABLE, 1).get("waits", 0)):
        ctx.tell(f"No artillery strike: it has waited long enough for a target ({_cited(ctx)}).")
        return
    side: Side = opponent(ctx.state.side)
    phase: Phase = "PFPh" if side == ENEMY else "DFPh"
    later(ctx, STRIKE, side, phase, text, number=number, waited=waited + 1, harassing=harassing)
    ctx.tell(
        f"The artillery strike waits for the {side} {phase}: there is no FRIENDLY target that is worth it and clear of "
        f"ENEMY units [house] ({_cited(ctx)})."
    )


def _cited(ctx: Context) -> str:
    """Return the rule that brings strikes in this mission."""
    return ctx.mission.leader_strikes.rule if ctx.mission.leader_strikes else "S8.7"
