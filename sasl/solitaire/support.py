"""Commands for what strikes from afar and lies in the ground: the mission's free FFE, Clearance, Sniper attacks."""

from __future__ import annotations

from collections.abc import Sequence

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context, Refused
from sasl.asl.game.registry import in_phase, verb
from sasl.asl.game.selection import select
from sasl.asl.game.sight import known_hex
from sasl.asl.game.state import State, Unit
from sasl.asl.movement.allowance import may_move, stack_allowance
from sasl.asl.movement.marching import beyond
from sasl.asl.movement.step import spend, under_fire
from sasl.asl.oba import batteries, fire_missions
from sasl.asl.terrain import minefields
from sasl.solitaire import pending


def _free_ffe(state: State) -> str:
    if state.stage == "play" and state.side == "FRIENDLY" and state.phase == "PFPh":
        return ""
    return f"the free FFE belongs to the FRIENDLY PFPh of its turn; this is {state.moment}"


@verb("ffe", "ffe HEX", "the FFE:1 your mission grants in its first PFPh (MSR 3)", when=_free_ffe, group="fire")
def ffe(ctx: Context, words: list[str]) -> None:
    """S1 MSR 3: an FFE:1 without access; accuracy is rolled, the error is one hex; then it goes on as any other."""
    oba = next((item for item in ctx.mission.oba if item.side == "FRIENDLY" and item.free_ffe_turn), None)
    if oba is None or oba.free_ffe_turn != ctx.state.turn:
        raise Refused("this turn grants no free FFE; use oba, or put others on the map with: marker add ffe HEX")
    if len(words) != 1:
        raise Refused("ffe needs a hex, as in: ffe K14")
    batteries.muster(ctx)
    battery = next(item for item in ctx.state.batteries.values() if (item.name, item.side) == (oba.name, "FRIENDLY"))
    if battery.ffes:
        raise Refused(f"the free FFE has been placed ({oba.rule})")
    if battery.gone or battery.stage or battery.tried:
        raise Refused(f"{battery.id} has another mission in this turn ({oba.rule})")
    fire_missions.free_ffe(ctx, battery, known_hex(ctx.game, words[0]), oba.free_ffe_error, oba.rule)


@verb(
    "clear",
    "clear HEX UNITS",
    "clear a minefield: begin in PFPh or MPh, roll in your CCPh (B28.71); IN the Culvert one MF does",
    when=in_phase("PFPh", "MPh", "CCPh"),
    group="move",
)
def clear(ctx: Context, words: list[str]) -> None:
    """B28.71: units in a minefield work all turn (TI, Hazardous) and make a Clearance DR at the end of the CCPh."""
    rest = [word for word in words if word.lower() != "with"]
    if len(rest) != 2:
        raise Refused("clear needs the hex of a minefield and units, as in: clear S15 628a,91a")
    name, units = known_hex(ctx.game, rest[0]), select(ctx.state, rest[1], "FRIENDLY")
    if ctx.state.phase == "MPh" and minefields.lifts(ctx.game, units, name):
        _lift(ctx, units, name)
        return
    if ctx.state.phase != "CCPh":
        minefields.begin_work(ctx, units, name)
        names = ",".join(unit.id for unit in units)
        pending.later(ctx, "clear", "FRIENDLY", "CCPh", f"The Clearance DR is due: clear {name} {names}", hexes=(name,))
        return
    idle = [unit.id for unit in units if not {"ti", "hazardous"} <= unit.flags]
    if idle:
        raise Refused(f"{idle[0]} has not begun to clear mines in its PFPh or MPh (B28.71)")
    if not minefields.work_ends(ctx, units, name):
        raise Refused(f"nobody is left to clear mines in {name} (B28.71)")


def _lift(ctx: Context, units: Sequence[Unit], name: str) -> None:
    """OtO 3.6, B28.53: one MF more IN the Culvert, for the mines there to be gone at the end of the MPh."""
    mf, limits = ctx.figure("lift-mines-mf"), stack_allowance(ctx.game, units)
    for unit in units:
        may_move(unit)
        if unit.mf + mf > limits[unit.id]:
            beyond(ctx, f"{unit.id} has {limits[unit.id]:g} MF and this makes {unit.mf + mf:g} (B28.53)")
    ids = [unit.id for unit in units]
    spend(ctx, ids, float(mf), "lift mines")
    ctx.emit(ev.UnitsChanged(tuple(ids), ("lifts-mines",), (), "at the end of the MPh the mines are gone (OtO 3.6)"))
    under_fire(ctx, ids, name)
