"""Aircraft: FRIENDLY ones that arrive on their turn, the ENEMY's Stukas of a Random Event (E7)."""

from __future__ import annotations

from sasl.core.text import counted, listed
from sasl.game import events as ev
from sasl.game import pieces
from sasl.game.context import Context


def arrive(ctx: Context) -> None:
    """Units of the OoB that come on this Game Turn: aircraft appear, others wait at the FBE."""
    state = ctx.state
    due = [
        unit
        for unit in state.units.values()
        if unit.side == "FRIENDLY" and unit.turn == state.turn and unit.hex is None and not unit.carrier
    ]
    planes = [unit for unit in due if unit.kind == "aircraft"]
    others = [unit.id for unit in due if unit.kind != "aircraft"]
    for plane in planes:
        armed = ctx.table("oto.atcb", f"ATCB of {plane.id}").result
        if str(armed).lower() in ("yes", "atcb", "true"):
            ctx.emit(ev.UnitRedrawn(plane.id, note="ATCB"))
    if planes:
        ctx.tell(
            f"{counted(len(planes), 'aircraft', 'aircraft')} arrive: {listed(unit.id for unit in planes)} "
            f"({planes[0].type}). Place them on your board (E7); they stay until Recalled or shot down.",
            board=True,
            stop=True,
        )
    if others:
        ctx.tell(f"May enter on the {ctx.mission.area.friendly_edge} edge: {listed(others, 12)} (enter UNITS HEX).")


def stukas(ctx: Context, number: int, type_name: str) -> None:
    """ENEMY RE 65-66: the Stukas are overhead in this FRIENDLY MPh."""
    planes = [pieces.add_unit(ctx, "ENEMY", type_name, why="air support") for _ in range(number)]
    edge = ctx.mission.area.enemy_edge
    tanks = [unit for unit in ctx.state.on_map("FRIENDLY") if unit.kind == "vehicle"]
    tanks.sort(key=lambda unit: (ctx.board.distance_to_edge(unit.hex or "", edge), unit.id))
    target = f" Their first Target is the AFV closest to the EBE: {tanks[0].id} in {tanks[0].hex}." if tanks else ""
    ctx.tell(
        f"{counted(len(planes), type_name, type_name)} may enter now: {listed(unit.id for unit in planes)}.{target} "
        "Lay the strafing run over more than one AFV if you can (E7).",
        board=True,
        stop=True,
        hexes=tuple(unit.hex or "" for unit in tanks[:1]),
    )


def friendly_aircraft_gone(ctx: Context) -> bool:
    """Whether all FRIENDLY aircraft that ever came have left again."""
    planes = [unit for unit in ctx.state.units.values() if unit.side == "FRIENDLY" and unit.kind == "aircraft"]
    return not planes and any(key.startswith("FRIENDLY aircraft") for key in ctx.state.lost)


def release_guns(ctx: Context) -> None:
    """S1: when all FRIENDLY aircraft are shot down or Recalled, the AA Guns act as any other."""
    if not friendly_aircraft_gone(ctx):
        return
    waiting = tuple(unit.id for unit in ctx.state.units.values() if "waits" in unit.flags)
    if waiting:
        ctx.emit(ev.UnitsChanged(waiting, (), ("waits",), "the FRIENDLY aircraft are gone (mission)"))
