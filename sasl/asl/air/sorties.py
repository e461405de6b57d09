"""Aircraft: arrival, the ENEMY's attacks, and Recall at the end of a phase (E7)."""

from __future__ import annotations

from sasl.asl.air import air, antiaircraft
from sasl.asl.air.air_strike import load, runs, victims, worth
from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game
from sasl.asl.game.flags import Flag
from sasl.asl.game.sight import look
from sasl.asl.game.state import State, Unit
from sasl.asl.movement import entering
from sasl.asl.ordnance import mounted
from sasl.kernel.text import counted, listed

PER_TURN: tuple[Flag, ...] = ("no-attack", "evading", "attacked-by-air")
"""What the end of a Player Turn takes off (E7.3, E7.511)."""


# -- arrival ------------------------------------------------------------------------------------------


def arrive(ctx: Context) -> None:
    """Units of the OoB that come on this Game Turn: aircraft appear, others wait at the FBE, as long as they like."""
    state = ctx.state
    planes = [
        unit
        for unit in state.units.values()
        if unit.side == "FRIENDLY" and unit.turn == state.turn and not unit.hex and unit.kind == "aircraft"
    ]
    others = [unit.id for unit in entering.waiting(ctx.game, "FRIENDLY")]
    for plane in planes:
        armed = ctx.table("oto.atcb", f"ATCB of {plane.id}").result
        if str(armed).lower() in ("yes", "atcb", "true"):
            ctx.emit(ev.UnitRedrawn(plane.id, note="ATCB", role="ATCB"))
        pieces.change(ctx, ctx.state.units[plane.id], ["bombs"], why="one bomb load [house] (E7.42)")
    if planes:
        ctx.tell(
            f"{counted(len(planes), 'aircraft', 'aircraft')} arrive: {listed(unit.id for unit in planes)} "
            f"({planes[0].type}). They attack in the ENEMY MPh and DFPh (air PLANE HEX) and stay until Recalled or "
            "shot down.",
            board=True,
            stop=True,
        )
    if others:
        edge = ctx.game.edge_of("FRIENDLY")
        ctx.tell(f"May enter on the {edge} edge: {listed(others, 12)} (enter UNITS HEX, or: enter auto).")


def stukas(ctx: Context, number: int, type_name: str) -> None:
    """ENEMY RE 65-66: the Stukas are overhead from this FRIENDLY MPh on; they attack when it is over."""
    planes = [pieces.add_unit(ctx, "ENEMY", type_name, why="air support") for _ in range(number)]
    for plane in planes:
        if load(ctx.game, plane):
            pieces.change(ctx, plane, ["bombs"], why="one bomb load [house] (E7.42)")
    goal = _prey(ctx.game, planes[0]) if planes else ""
    tanks = [unit.id for unit in ctx.state.units_at(goal, "FRIENDLY") if mounted.armored(ctx.game, unit)]
    target = f" Their first Target is the AFV closest to the EBE: {listed(tanks)} in {goal}." if tanks else ""
    ctx.tell(
        f"{counted(len(planes), type_name, type_name)} overhead: {listed(unit.id for unit in planes)}.{target} "
        "They attack at the start of the DFPh (E7).",
        board=True,
        stop=True,
        hexes=(goal,) if goal else (),
    )


def notice(ctx: Context) -> None:
    """At the start of the ENEMY MPh: which FRIENDLY aircraft may attack now (E7.4)."""
    ready = [plane.id for plane in antiaircraft.aircraft(ctx.game, "FRIENDLY") if not air.why_not(ctx.game, plane)]
    if ready:
        ctx.tell(f"{listed(ready)} may attack in this MPh or in the DFPh: air PLANE HEX (E7.4).")


# -- the ENEMY's aircraft -----------------------------------------------------------------------------


def enemy_air(ctx: Context) -> None:
    """E7.4, RE 65-66: every ENEMY aircraft attacks: the AFV closest to the EBE, over more than one if possible."""
    for plane in antiaircraft.aircraft(ctx.game, "ENEMY"):
        if plane.id in ctx.state.units and not air.why_not(ctx.game, ctx.state.units[plane.id]):
            goal = _prey(ctx.game, ctx.state.units[plane.id])
            if goal:
                air.attack(ctx, ctx.state.units[plane.id], goal, bombs="bombs" in plane.flags)


def _prey(game: Game, plane: Unit) -> str:
    """The hex an ENEMY aircraft attacks first: its AFV nearest the EBE, of those equally near the best run; or ""."""
    edge = game.edge_of("ENEMY")
    seen = {unit.hex for unit in game.state.on_map("FRIENDLY") if unit in victims(game, plane, unit.hex)}
    seen = {name for name in seen if runs(game, name)}
    tanks = {
        unit.hex
        for unit in game.state.on_map("FRIENDLY")
        if unit.kind == "vehicle" and unit.hex in seen and mounted.armored(game, unit)
    }
    if not seen:
        return ""
    best = {name: max(worth(game, plane, run) for run in runs(game, name)) for name in seen}
    order = sorted(seen, key=game.board.hex)
    if tanks:
        near = min(game.board.distance_to_edge(name, edge) for name in tanks)
        order = [name for name in order if name in tanks and game.board.distance_to_edge(name, edge) == near]
    return max(order, key=lambda name: best[name])


def enemy_heavy_aa(ctx: Context) -> None:
    """E7.52: the ENEMY's waiting Heavy AA Guns fire at aircraft unless a ground Target is near."""
    for gun in list(ctx.state.on_map("ENEMY")):
        if gun.id not in ctx.state.units or "waits" not in gun.flags or antiaircraft.no_heavy(ctx.game, gun):
            continue
        if not ground_target(ctx.game, gun):
            antiaircraft.heavy(ctx, gun)


def ground_target(game: Game, gun: Unit) -> bool:
    """Whether a Gun that waits for aircraft may fire at the ground: a Known Target within 4 hexes in LOS (mission)."""
    reach, here = game.figure("aa-free-range"), gun.hex
    return any(
        unit.known
        and unit.kind != "aircraft"
        and game.board.distance(here, unit.hex) <= reach
        and look(game, here, unit.hex).exists
        for unit in game.state.on_map("FRIENDLY")
    )


# -- the end of a phase -------------------------------------------------------------------------------


def phase_ends(ctx: Context) -> None:
    """E7.24: Recalled aircraft leave; the end of a Player Turn lets the others attack again."""
    for plane in list(ctx.state.units.values()):
        if plane.kind == "aircraft" and "recalled" in plane.flags:
            ctx.emit(ev.UnitRemoved(plane.id, "Recalled (E7.24)", counts=False))
            ctx.tell(f"{plane.id} is Recalled and leaves the map (E7.24).", board=True)
    if ctx.state.phase == "CCPh":
        for flag in PER_TURN:
            pieces.take_off(ctx, flag, "end of the Player Turn (E7)")
    release_guns(ctx)


def friendly_aircraft_gone(state: State, game: Game) -> bool:
    """Whether there were FRIENDLY aircraft, and none is left."""
    types = game.library.counters[game.mission.friendly.nation].items()
    codes = {pieces.code_of(name, item).lower() for name, item in types if item.kind == "aircraft"}
    there = any(unit.side == "FRIENDLY" and unit.kind == "aircraft" for unit in state.units.values())
    return not there and any(state.serials.get(code) for code in codes)


def release_guns(ctx: Context) -> None:
    """S1: when all FRIENDLY aircraft are shot down or Recalled, the AA Guns act as any other."""
    if not friendly_aircraft_gone(ctx.state, ctx.game):
        return
    pieces.take_off(ctx, "waits", "the FRIENDLY aircraft are gone (mission)")
