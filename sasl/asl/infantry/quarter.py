"""Massacre (A20.4): what the berserk do to prisoners, and No Quarter (A20.3), which their side no longer hopes for."""

from __future__ import annotations

from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game
from sasl.asl.game.sides import Side, opponent
from sasl.asl.game.state import Unit
from sasl.asl.infantry.morale import casualties
from sasl.kernel.text import listed

FIRE_PHASES = {"PFPh": True, "DFPh": False, "AFPh": True}
"""The fire phases, and whether they are those of the side whose Player Turn it is."""


def is_refused(game: Game, side: Side) -> bool:
    """A20.3: whether No Quarter is in effect for the units of `side`: none of them surrenders in the RtPh."""
    return bool(game.figure("no-quarter") or game.state.number(_no_quarter(side)))


def never_yields(game: Game, unit: Unit) -> bool:
    """A10.8, A25.11: whether a unit neither surrenders in the RtPh nor is Disrupted: Fanatics, SS before Russians."""
    if "fanatic" in unit.flags:
        return True
    return game.counter_of(unit).ss and game.mission.army(opponent(unit.side)).nation == "russian"


def elr(game: Game, side: Side) -> int:
    """A19.1, A20.4: the ELR of a side, which a Massacre of its men has raised by one."""
    printed = game.mission.army(side).elr
    raised = printed + game.figure("massacre-elr") if game.state.number(_massacred(side)) else printed
    return max(printed, min(raised, game.figure("massacre-elr-most")))


def elr_of(game: Game, unit: Unit) -> int:
    """A19.1, A25.12: the ELR of a unit: that of its side, or its own."""
    own = game.counter_of(unit).elr
    return elr(game, unit.side) if own is None else own


def fire_phase_begins(ctx: Context) -> None:
    """A20.4: the berserk of the side whose fire phase it is eliminate the prisoners with them, and calm down."""
    own = FIRE_PHASES.get(ctx.state.phase)
    if own is None:
        return
    side = ctx.state.side if own else opponent(ctx.state.side)
    wild = [unit for unit in ctx.state.on_map(side) if "berserk" in unit.flags and "melee" not in unit.flags]
    for name in sorted({unit.hex for unit in wild}, key=ctx.board.hex):
        if victims := [unit for unit in ctx.state.units_at(name, opponent(side)) if "prisoner" in unit.flags]:
            _massacre(ctx, [unit for unit in wild if unit.hex == name], victims)


def _massacre(ctx: Context, wild: list[Unit], victims: list[Unit]) -> None:
    who, name, side = listed(unit.id for unit in wild), wild[0].hex, victims[0].side
    text = f"Berserk {who} in {name} leave no prisoner alive: {listed(unit.id for unit in victims)} (A20.4)."
    ctx.tell(text, stop=True, hexes=(name,))
    for unit in victims:
        casualties.eliminate(ctx, unit, f"Massacre by {who} (A20.4)", no_llmc=True)
    for unit in wild:
        pieces.change(ctx, unit, (), ["berserk"], "its prisoners are dead (A20.4)")
    if not ctx.state.number(_massacred(side)):
        ctx.emit(ev.ValueSet(_massacred(side), "1", "rulebook"))
        ctx.emit(ev.ValueSet(_no_quarter(side), "1", "rulebook"))
        ctx.tell(f"The {side} surrender no more; their ELR is {elr(ctx.game, side)} from now on (A20.3, A20.4).")


def _no_quarter(side: Side) -> str:
    return f"{side.lower()}-no-quarter"


def _massacred(side: Side) -> str:
    return f"{side.lower()}-massacred"
