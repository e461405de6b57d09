"""Quarter: who never yields, who is rejected, and No Quarter (A20.3), for which a Massacre is a reason, too (A20.4)."""

from __future__ import annotations

from collections.abc import Sequence

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context, Game
from sasl.asl.game.sides import Side, opponent
from sasl.asl.game.state import Unit
from sasl.asl.infantry.morale import casualties
from sasl.kernel.text import listed


def is_refused(game: Game, side: Side) -> bool:
    """A20.3: whether No Quarter is in effect for the units of `side`: none of them surrenders in the RtPh."""
    return bool(game.figure("no-quarter") or game.state.number(_no_quarter(side)))


def never_yields(game: Game, unit: Unit) -> bool:
    """A10.8, A15.5, A25.11: whether a unit neither surrenders in the RtPh nor is Disrupted: Fanatics, Commissars, SS
    before Russians.
    """
    if unit.flags & {"fanatic", "commissar"}:
        return True
    return game.counter_of(unit).ss and game.mission.army(opponent(unit.side)).nation == "russian"


def is_rejected(ctx: Context, units: Sequence[Unit], taker: Unit) -> bool:
    """A20.3: whether the captor rejects men of one Location who surrender (option may-refuse).

    They are eliminated, and no other unit of their side surrenders any more.
    """
    if not ctx.state.option("may-refuse"):
        return False
    names, side = listed(unit.id for unit in units), units[0].side
    text = f"{names} in {units[0].hex} would be prisoners of {taker.id}. Take them?"
    about = (taker.id, *(unit.id for unit in units))
    if ctx.yes(text, rule="A20.3", hexes=(units[0].hex,), whose=taker.side, id="take-prisoners", subject=about):
        return False
    ctx.tell(f"{taker.id} takes no prisoners: {names} eliminated (A20.3).", stop=True, hexes=(units[0].hex,))
    for unit in units:
        casualties.eliminate(ctx, ctx.state.units[unit.id], f"rejected by {taker.id} (A20.3)", no_llmc=True)
    if not is_refused(ctx.game, side):
        ctx.emit(ev.ValueSet(_no_quarter(side), "1", "rulebook"))
        ctx.tell(f"{side} units no longer surrender: they Low Crawl or risk Interdiction (A20.3).")
    return True


def elr(game: Game, side: Side) -> int:
    """A19.1, A20.4: the ELR of a side, which a Massacre of its men has raised by one."""
    printed = game.mission.army(side).elr
    raised = printed + game.figure("massacre-elr") if game.state.number(_massacred(side)) else printed
    return max(printed, min(raised, game.figure("massacre-elr-most")))


def elr_of(game: Game, unit: Unit) -> int:
    """A19.1, A25.12: the ELR of a unit: that of its side, or its own."""
    own = game.counter_of(unit).elr
    return elr(game, unit.side) if own is None else own


def massacred(ctx: Context, side: Side) -> None:
    """A20.4: men of `side` were massacred: once its ELR rises, and it surrenders no more (A20.3)."""
    if not ctx.state.number(_massacred(side)):
        ctx.emit(ev.ValueSet(_massacred(side), "1", "rulebook"))
        ctx.emit(ev.ValueSet(_no_quarter(side), "1", "rulebook"))
        ctx.tell(f"{side} units no longer surrender; their ELR is {elr(ctx.game, side)} from now on (A20.3, A20.4).")


def _no_quarter(side: Side) -> str:
    return f"{side.lower()}-no-quarter"


def _massacred(side: Side) -> str:
    return f"{side.lower()}-massacred"
