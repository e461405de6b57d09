"""Massacre (A20.4): unarmed men who are killed by those in their Location."""

from __future__ import annotations

from collections.abc import Sequence

from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.flags import MEN, Flag
from sasl.asl.game.sides import opponent
from sasl.asl.game.state import Unit
from sasl.asl.infantry import quarter
from sasl.asl.infantry.morale import casualties
from sasl.kernel.text import listed

SHOTS: dict[str, tuple[bool, Flag]] = {"PFPh": (True, "prep"), "DFPh": (False, "final"), "AFPh": (True, "prep")}
"""The phases of a Massacre: whether of the side whose Player Turn it is, and the counter of who has fired."""


def may_massacre(game: Game, killer: Unit, victim: Unit) -> None:
    """A20.4: refused, with the rule, unless this unit may kill an unarmed one in its Location in its fire phase.

    It counts as the fire of the whole unit [house].
    """
    own, flag = SHOTS.get(game.state.phase, (False, "prep"))
    if game.state.phase not in SHOTS or (game.state.side == killer.side) is not own:
        raise Refused(f"Massacre takes place in a {killer.side} fire phase; this is {game.state.moment} (A20.4)")
    unarmed = victim.kind in MEN and victim.flags & {"prisoner", "disarmed"}
    if not unarmed or victim.side == killer.side or not killer.hex or victim.hex != killer.hex:
        raise Refused(f"{victim.id} is not an unarmed enemy unit in the Location of {killer.id} (A20.4)")
    if not killer.personnel or killer.flags & {"prisoner", "disarmed", "broken", "melee", "panicked", "ti", flag}:
        raise Refused(f"{killer.id} has fired, is in Melee, or is not Personnel able to fire (A20.4)")
    if not _is_ruthless(game, killer):
        raise Refused(f"{killer.id} may not: only Russian, SS and berserk units massacre (A20.4)")


def _is_ruthless(game: Game, unit: Unit) -> bool:
    """A20.4: whether a unit may kill the unarmed: Russians, SS and the berserk."""
    russian = game.mission.army(unit.side).nation == "russian"
    return russian or game.counter_of(unit).ss or "berserk" in unit.flags


def massacre(ctx: Context, killer: Unit, victim: Unit) -> None:
    """A20.4: it is eliminated, and No Quarter follows (A20.3)."""
    _, flag = SHOTS[ctx.state.phase]
    pieces.change(ctx, killer, [flag], (), "a Massacre (A20.4)")
    ctx.emit(ev.Fired((killer.id,), (), killer.hex, "Massacre"))
    _kill(ctx, [killer], [victim], f"{killer.id} in {killer.hex} kills the unarmed {victim.id} (A20.4).")


def fire_phase_begins(ctx: Context) -> None:
    """A20.4: the berserk of the side whose fire phase it is eliminate the prisoners with them, and calm down."""
    if ctx.state.phase not in SHOTS:
        return
    own, _ = SHOTS[ctx.state.phase]
    side = ctx.state.side if own else opponent(ctx.state.side)
    wild = [unit for unit in ctx.state.on_map(side) if "berserk" in unit.flags and "melee" not in unit.flags]
    for name in sorted({unit.hex for unit in wild}, key=ctx.board.hex):
        victims = [unit for unit in ctx.state.units_at(name, opponent(side)) if "prisoner" in unit.flags]
        here = [unit for unit in wild if unit.hex == name]
        if not victims:
            continue
        who, lost = listed(unit.id for unit in here), listed(unit.id for unit in victims)
        _kill(ctx, here, victims, f"Berserk {who} in {name} leave no prisoner alive: {lost} (A20.4).")
        for unit in here:
            pieces.change(ctx, unit, (), ["berserk"], "its prisoners are dead (A20.4)")


def _kill(ctx: Context, killers: Sequence[Unit], victims: Sequence[Unit], text: str) -> None:
    ctx.tell(text, stop=True, hexes=(killers[0].hex,))
    for unit in victims:
        casualties.eliminate(ctx, unit, f"Massacre by {listed(unit.id for unit in killers)} (A20.4)", no_llmc=True)
    quarter.massacred(ctx, victims[0].side)
