"""Aircraft (E7): arrival, ground attacks (approach, Sighting TC, strafing and Point Attacks, mistaken ones), Recall."""

from __future__ import annotations

from typing import Literal

from sasl.asl.air import air_strike, antiaircraft, strafing
from sasl.asl.air.air_numbers import worth
from sasl.asl.air.air_strike import strike
from sasl.asl.air.antiaircraft import kind_of
from sasl.asl.air.bombing import Bombs, load
from sasl.asl.air.runs import Run, runs, targets, victims
from sasl.asl.air.sighting import sight
from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Option, Refused
from sasl.asl.game.flags import Flag
from sasl.asl.game.los.sight import look
from sasl.asl.game.sides import opponent
from sasl.asl.game.state import State, Unit
from sasl.asl.movement import entering
from sasl.asl.ordnance import mounted
from sasl.kernel.frozen import replace
from sasl.kernel.text import counted, listed

Mode = Literal["strafe", "point"]


def why_not(game: Game, plane: Unit) -> str:
    """Why this aircraft may not attack now, or "" (E7.4)."""
    state = game.state
    if plane.kind != "aircraft":
        return f"{plane.id} is not an aircraft"
    if not antiaircraft.overhead(game, plane):
        return f"{plane.id} has not arrived yet (E7.2)"
    if state.side == plane.side or state.phase not in ("MPh", "DFPh"):
        return f"{plane.id} attacks in the MPh or DFPh of the {opponent(plane.side)}; this is {state.moment} (E7.4)"
    for flag, why in (("recalled", "is Recalled (E7.24)"), ("no-attack", "makes no further attack now (E7.3)")):
        if flag in plane.flags:
            return f"{plane.id} {why}"
    return ""


# -- the attack ---------------------------------------------------------------------------------------


def attack(
    ctx: Context, plane: Unit, name: str, *, mode: Mode = "strafe", bombs: Bombs = "", toward: int = 0, at: str = ""
) -> None:
    """E7.4: one aircraft attacks: approach, Sighting TC, then its run with all Light AA at it.

    `bombs`: how it drops its load, on the first target, or in the second pass of a Point Attack. `at`: the vehicle it
    wants to hit. The player answers for his aircraft, the program for the ENEMY's.
    """
    may_attack(ctx.game, plane, name, mode, bombs, toward)
    run = _approach(ctx, plane, name, toward)
    dive = mode == "point" and air_strike.is_diver(ctx.game, plane)
    run = air_strike.dive_path(ctx.game, run) if dive else run
    start = run.places[0].name
    if start in ctx.board:
        rule = "E7.403" if dive else "E7.401"
        ctx.emit(ev.UnitPut(plane.id, start, f"attacks {name}, flying toward hexside {run.toward} ({rule})"))
    result = sight(ctx, plane, name)
    if result == "mistaken":
        _mistake(ctx, ctx.state.units[plane.id], name)
    elif result == "sighted" and dive:
        air_strike.dive(ctx, plane.id, run, bombs=bombs, at=at)
    elif result == "sighted":
        _fly(ctx, plane.id, run, mode, bombs, at, own=plane.side == "FRIENDLY")
    missed = "does not find its target, makes no attack in this Player Turn, and "
    _away(ctx, plane.id, missed if result == "failed" else "")


def may_attack(game: Game, plane: Unit, name: str, mode: Mode, bombs: Bombs, toward: int) -> None:
    """Refused, with the rule, unless the aircraft may make this attack now; `toward` 0: in whatever direction."""
    why = why_not(game, plane) or _no_target(game, plane, name, mode, bombs, toward)
    if why:
        raise Refused(why)


def _no_target(game: Game, plane: Unit, name: str, mode: Mode, bombs: Bombs, toward: int) -> str:
    if not targets(game, plane, name):
        return f"{name} holds no {opponent(plane.side)} unit or S? that {plane.id} can see (E7.4)"
    if bombs and ("bombs" not in plane.flags or not load(game, plane)):
        return f"{plane.id} has no bombs (E7.42)"
    if bombs == "area" and plane.role == "ATCB":
        return f"{plane.id} carries ATCB, no HE bombs for the Area Target Type (E7.422)"
    if bombs and mode == "strafe" and air_strike.is_diver(game, plane):
        return f"{plane.id} drops its bombs only in a Point Attack: air {plane.id} {name} point bomb (E7.403)"
    if mode == "point" and "gun_tk" in kind_of(game, plane):
        return f"{plane.id} carries only guns, so it can only strafe (OtO Aircraft 12.1)"
    found = runs(game, name)
    if toward and found and not any(run.toward == toward for run in found):
        return f"{name} is a Blind Hex on a run toward hexside {toward} (E7.25)"
    return "" if found else f"{name} is a Blind Hex from every side (E7.25)"


def _approach(ctx: Context, plane: Unit, name: str, toward: int) -> Run:
    """The direction of the run: as told, as the player chooses, or the one that does most harm."""
    found = sorted(runs(ctx.game, name), key=lambda run: -worth(ctx.game, plane, run))
    if toward:
        return next(run for run in found if run.toward == toward)
    if plane.side != "FRIENDLY":
        return found[0]
    options = [Option(str(run.toward), _words(ctx.game, plane, run)) for run in found]
    text = f"Toward which hexside does {plane.id} fly over {name} (1: the top of the map, then clockwise)?"
    answer = ctx.choose(
        text, options, rule="E7.401", hexes=(name,), whose=plane.side, id="air-toward", subject=(plane.id, name)
    )
    return next(run for run in found if str(run.toward) == answer)


def _words(game: Game, plane: Unit, run: Run) -> str:
    """A run in words: the hexes with targets, and the own units it would hit."""
    parts = []
    for name in filter(None, run.targets):
        theirs, own = targets(game, plane, name), game.state.units_at(name, plane.side)
        if theirs:
            parts.append(f"{name} ({listed(theirs, 4)})")
        if own:
            parts.append(f"own {listed([unit.id for unit in own], 4)} in {name}!")
    return "over " + ", ".join(parts)


def _fly(ctx: Context, key: str, run: Run, mode: Mode, bombs: Bombs, at: str, *, own: bool) -> None:
    """E7.401-7.402: Light AA in every hex of the run, and an attack where one is wanted and allowed.

    A Point Attack strikes its one target hex from four hexes and again from three; bombs fall in the second.
    """
    last, passes = 0, ctx.figure("air-point" if mode == "point" else "air-run")
    over = False
    for number, place in enumerate(run.places):
        if key not in ctx.state.units or (number > last + ctx.figure("air-distance")):
            return
        antiaircraft.answer(ctx, ctx.state.units[key], place)
        if key not in ctx.state.units:
            return
        plane = ctx.state.units[key]
        if over or number >= passes:
            continue
        name = run.targets[0 if mode == "point" else number]
        if not name or (number and mode == "strafe" and not _goes_on(ctx, plane, name, own=own)):
            over = "evading" in plane.flags
            continue
        near = number > 0 and mode == "point"
        drops = bombs if near == (mode == "point") else ""
        strike(ctx, plane, name, near=near, bombs=drops, at=at)
        last = 0 if mode == "point" else number
        over = bool(drops) or "evading" in plane.flags


def _goes_on(ctx: Context, plane: Unit, name: str, *, own: bool) -> bool:
    """Whether the next hex of the run is attacked, too: the player says so for his aircraft.

    An empty one, too, in the MPh, for the Residual FP (A8.2).
    """
    found = targets(ctx.game, plane, name)
    if not found and not strafing.leaves_residual(ctx.game, plane, name):
        return False
    theirs = ctx.state.units_at(name, plane.side)
    if not own:
        return not theirs
    what = listed(found, 6) if found else "nobody is there, but Residual FP stays"
    text = f"{plane.id} attacks {name}, too ({what})?"
    if theirs:
        text += f" It would hit {listed([unit.id for unit in theirs], 6)}."
    about = (plane.id, name)
    return ctx.yes(
        text, default=not theirs, rule="E7.401", hexes=(name,), whose=plane.side, id="air-goes-on", subject=about
    )


def _away(ctx: Context, key: str, missed: str = "") -> None:
    """E7.401: after its run the aircraft is out of everybody's reach; `missed`: it never found its target (E7.3)."""
    plane = ctx.state.units.get(key)
    if plane and plane.hex:
        rule = "E7.3" if missed else "E7.401"
        ctx.emit(ev.UnitPut(key, "", f"{missed}flies off to a corner of the map ({rule})"))
    elif plane and missed:
        ctx.tell(f"{key} {missed}flies off (E7.3).")


def mistaken_run(game: Game, plane: Unit, name: str) -> Run | None:
    """Return the run of a Mistaken Attack of an aircraft that was to attack a hex, if it finds its own side (E7.32)."""
    own = [unit for unit in game.state.on_map(plane.side) if unit.kind != "aircraft" and "hidden" not in unit.flags]
    seen = [hex_ for hex_ in sorted({unit.hex for unit in own}) if runs(game, hex_)]
    near = min((game.board.distance(hex_, name) for hex_ in seen), default=0)
    every = [run for hex_ in seen if game.board.distance(hex_, name) == near for run in runs(game, hex_)]
    foe = replace(plane, side=opponent(plane.side))
    return max(every, key=lambda run: worth(game, foe, run), default=None)


def _mistake(ctx: Context, plane: Unit, name: str) -> None:
    """E7.32: the other side turns it on the nearest of the aircraft's own units, where it hurts most."""
    run = mistaken_run(ctx.game, plane, name)
    if run is None:
        ctx.tell(f"{plane.id} mistakes its target, but finds none of its own side (E7.32).", stop=True)
        return
    foe = replace(plane, side=opponent(plane.side))
    goal = run.targets[0]
    rest = replace(run, targets=("", *run.targets[1:]))
    bombs = "bombs" in plane.flags and load(ctx.game, plane) > 0 and worth(ctx.game, foe, rest) <= 0
    ctx.tell(
        f"MISTAKEN ATTACK: {plane.id} attacks its own side in {goal}, flying toward hexside {run.toward} (E7.32).",
        board=True,
        stop=True,
        hexes=(goal,),
    )
    if bombs and air_strike.is_diver(ctx.game, plane):
        air_strike.dive(ctx, plane.id, air_strike.dive_path(ctx.game, run), bombs="aimed", light_aa=False)
        return
    for number, target in enumerate(run.targets):
        hit = ctx.state.units_at(target) if target else []
        if plane.id in ctx.state.units and any(unit.kind != "aircraft" for unit in hit):
            strike(ctx, ctx.state.units[plane.id], target, bombs="aimed" if bombs and not number else "")
            if bombs:
                return


# -- coming and going ------------------------------------------------------------------------------

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
    ready = [plane.id for plane in antiaircraft.aircraft(ctx.game, "FRIENDLY") if not why_not(ctx.game, plane)]
    if ready:
        ctx.tell(f"{listed(ready)} may attack in this MPh or in the DFPh: air PLANE HEX (E7.4).")


# -- the ENEMY's aircraft -----------------------------------------------------------------------------


def enemy_air(ctx: Context) -> None:
    """E7.4, RE 65-66: every ENEMY aircraft attacks: the AFV closest to the EBE, over more than one if possible."""
    for plane in antiaircraft.aircraft(ctx.game, "ENEMY"):
        if plane.id in ctx.state.units and not why_not(ctx.game, ctx.state.units[plane.id]):
            goal = _prey(ctx.game, ctx.state.units[plane.id])
            if goal:
                bombs: Bombs = "aimed" if "bombs" in plane.flags else ""
                mode: Mode = "point" if bombs and air_strike.is_diver(ctx.game, plane) else "strafe"
                attack(ctx, ctx.state.units[plane.id], goal, mode=mode, bombs=bombs)


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
        if not _ground_target(ctx.game, gun):
            antiaircraft.heavy(ctx, gun)


def _ground_target(game: Game, gun: Unit) -> bool:
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


def _friendly_aircraft_gone(state: State, game: Game) -> bool:
    """Whether there were FRIENDLY aircraft, and none is left."""
    types = game.library.counters[game.mission.friendly.nation].items()
    codes = {pieces.code_of(name, item).lower() for name, item in types if item.kind == "aircraft"}
    there = any(unit.side == "FRIENDLY" and unit.kind == "aircraft" for unit in state.units.values())
    return not there and any(state.serials.get(code) for code in codes)


def release_guns(ctx: Context) -> None:
    """S1: when all FRIENDLY aircraft are shot down or Recalled, the AA Guns act as any other."""
    if not _friendly_aircraft_gone(ctx.state, ctx.game):
        return
    pieces.take_off(ctx, "waits", "the FRIENDLY aircraft are gone (mission)")
