"""The orders of vehicles and Guns: turn, stop, hatch, ESB, Bog Removal, Overrun, load, limber, push (C10, D2-D8)."""

from __future__ import annotations

from sasl.asl import cavalry
from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Refused
from sasl.asl.game.registry import verb
from sasl.asl.game.selection import find_unit, select
from sasl.asl.game.sight import known_hex
from sasl.asl.game.state import State, Unit, opponent
from sasl.asl.movement import carrying, driving, guns, platoon
from sasl.asl.movement.allowance import CANNOT_MOVE, allotment, may_move, movement_allowance
from sasl.asl.movement.costs import is_hard
from sasl.asl.movement.move import in_mph
from sasl.asl.movement.step import spend, under_fire
from sasl.asl.ordnance import mounted, weapon_use
from sasl.asl.terrain import smoke
from sasl.asl.vehicles import bog
from sasl.asl.vehicles.riders import bail_out, carries_riders
from sasl.board.hexes import parse_hex, vertex_names

USED_UP = {"prep", "first", "final", "ti", "intensive", "shocked", "stunned", "abandoned", "malfunctioned"}
"""The states in which a Gun or vehicle fires no more in a phase, and so does not turn either (C3.22)."""


def _vehicle(ctx: Context, word: str) -> Unit:
    """A vehicle of the side whose MPh it is, on the map."""
    unit = find_unit(ctx.state, word)
    if unit.side != ctx.state.side:
        raise Refused(f"{unit.id} is a unit of the {unit.side}")
    if unit.kind != "vehicle" or unit.hex is None:
        raise Refused(f"{unit.id} is no vehicle on the map (D2.1)")
    return unit


def _one(ctx: Context, words: list[str], name: str) -> Unit:
    if len(words) != 1:
        raise Refused(f"{name} needs a vehicle, as in: {name} T34a")
    return _vehicle(ctx, words[0])


def _pays(ctx: Context, unit: Unit, mp: float) -> None:
    """Refused if a vehicle has not the MP."""
    limit = movement_allowance(ctx.game, unit)
    if ctx.state.option("mf-limit") and 0 < limit < unit.mf + mp:
        raise Refused(f"{unit.id} has {limit - unit.mf:g} MP left and this takes {mp:g} (D2.1)")


# -- turning ------------------------------------------------------------------------------------------


def _fire_phase(state: State) -> str:
    """The side that may turn its Guns at the end of this fire phase, or ""."""
    if state.phase in ("PFPh", "AFPh"):
        return state.side
    if state.phase == "DFPh":
        return opponent(state.side)
    return ""


@verb(
    "turn",
    "turn UNIT HEX/HEX [turret]",
    "turn a vehicle for MP, its turret, or a manned Gun that could still fire",
    when=lambda state: (
        "" if state.phase == "MPh" or _fire_phase(state) else f"nobody turns now: {state.moment} (C3.22)"
    ),
    group="move",
)
def turn(ctx: Context, words: list[str]) -> None:
    """D2.11, D3.12, C3.22: a VCA for MP in its MPh; a TCA with any MP; Guns at the end of a fire phase."""
    if len(words) not in (2, 3) or (len(words) == 3 and words[2].lower() != "turret"):
        raise Refused("turn needs a unit and a vertex, as in: turn T34a P19/Q19, or: turn T34a P19/Q19 turret")
    unit = find_unit(ctx.state, words[0])
    if unit.hex is None or unit.kind not in ("vehicle", "gun", "cupola"):
        raise Refused(f"{unit.id} has no CA to turn (C3.2)")
    names = vertex_names(parse_hex(unit.hex))
    wanted = next((name for name in names if set(name.split("/")) == set(words[1].upper().split("/"))), "")
    if not wanted:
        raise Refused(f"'{words[1]}' is no vertex of {unit.hex}: {', '.join(names)}")
    if len(words) == 3:
        _turn_turret(ctx, unit, wanted)
    elif ctx.state.phase == "MPh" and unit.kind == "vehicle":
        _turn_vehicle(ctx, unit, names.index(wanted))
    else:
        _turn_after_fire(ctx, unit, wanted)
    if unit.id in ctx.state.units:
        weapon_use.lose_sight(ctx, unit.id)


def _turn_vehicle(ctx: Context, unit: Unit, vertex: int) -> None:
    """D2.11: one MP for each hexspine, two in woods; a stopped vehicle starts first."""
    if unit.side != ctx.state.side:
        raise Refused(f"{unit.id} is a unit of the {unit.side}: it turns by MP only in its own MPh (D2.11)")
    may_move(unit)
    if not platoon.alone(ctx, unit):
        return
    now = driving.facing(unit)
    turns = driving.spines(now, vertex) if now is not None else 0
    each = ctx.figure("turn-mp-hard" if is_hard(ctx.game, unit, unit.hex or "") else "turn-mp")
    starts = turns > 0 and not driving.under_way(unit)
    mp = float(turns * each + (ctx.figure("start-mp") if starts else 0))
    _pays(ctx, unit, mp)
    if mp:
        spend(ctx, [unit.id], mp, f"turn {turns}")
    if starts and driving.start(ctx, unit.id):
        return
    driving.face(ctx, unit.id, vertex)
    if not driving.turn_checks(ctx, unit.id, unit.hex or "", turns):
        under_fire(ctx, [unit.id], unit.hex or "")


def _turn_turret(ctx: Context, unit: Unit, wanted: str) -> None:
    """D3.12: the turret turns freely with any MP of its MPh, or at the end of a fire phase; Riders fall off (D6.21)."""
    if ctx.game.counter_of(unit).turret not in ("T", "ST", "360"):
        raise Refused(f"{unit.id} has no turret (D1.33)")
    if ctx.state.phase == "MPh":
        if unit.side != ctx.state.side or not unit.mf:
            raise Refused(f"{unit.id} turns its turret in its own MPh with MP it spends (D3.12)")
    else:
        _could_still_fire(ctx, unit)
    carrying.shed_riders(ctx, unit, "the turret turns (D6.21)")
    ctx.emit(ev.UnitRedrawn(unit.id, tca=wanted, why="D3.12"))


def _turn_after_fire(ctx: Context, unit: Unit, wanted: str) -> None:
    """C3.22: at the end of a friendly fire phase, who could still fire may turn instead."""
    _could_still_fire(ctx, unit)
    if unit.flags & {"immobile", "bogged"}:
        raise Refused(f"{unit.id} cannot change its VCA: it is Immobile (D8.1)")
    ctx.emit(ev.UnitRedrawn(unit.id, ca=wanted, why="C3.22"))


def _could_still_fire(ctx: Context, unit: Unit) -> None:
    """Refused unless the unit could still fire in this fire phase without Intensive Fire (C3.22)."""
    side = _fire_phase(ctx.state)
    if unit.side != side:
        raise Refused(f"{unit.id} turns at the end of a fire phase of its own side (C3.22)")
    if unit.carrier:
        raise Refused(f"{unit.id} is in tow (C10.1)")
    if unit.flags & USED_UP or "MA spent" in unit.arms:
        why = ", ".join(sorted(unit.flags & USED_UP)) or "fired"
        raise Refused(f"{unit.id} can fire no more in this phase, so it cannot turn: {why} (C3.22)")
    if unit.kind == "gun" and not guns.crew_of(ctx.game, unit):
        raise Refused(f"nobody mans {unit.id} (C10.111)")


# -- stop, hatch, speed, bog --------------------------------------------------------------------------


@verb("stop", "stop VEHICLE", "a vehicle spends its Stop MP, or it ends in Motion", when=in_mph, group="move")
def stop(ctx: Context, words: list[str]) -> None:
    """D2.13, D2.4: a vehicle stops for one MP."""
    unit = _one(ctx, words, "stop")
    if not driving.under_way(unit):
        raise Refused(f"{unit.id} is stopped (D2.13)")
    _pays(ctx, unit, float(ctx.figure("stop-mp")))
    driving.stop(ctx, unit)
    under_fire(ctx, [unit.id], unit.hex or "")


def _hatch(ctx: Context, words: list[str], name: str, *, buttoned: bool) -> None:
    """D5.33: BU or CE in the own MPh or APh, not after its fire, and not back and forth."""
    if ctx.state.phase not in ("MPh", "APh"):
        raise Refused(f"crews change between BU and CE in their own MPh or APh; this is {ctx.state.moment} (D5.33)")
    unit = _one(ctx, words, name)
    if not mounted.armored(ctx.game, unit):
        raise Refused(f"{unit.id} is unarmored: its crew is never BU (D5.2)")
    if unit.flags & {"stunned", "shocked", "abandoned"}:
        raise Refused(f"{unit.id} is stunned, shocked or abandoned (D5.34)")
    if ctx.state.phase == "MPh" and ("prep" in unit.flags or any(word.endswith(" spent") for word in unit.arms)):
        raise Refused(f"{unit.id} has fired: no change in this MPh (D5.33)")
    if ("buttoned" in unit.flags) == buttoned:
        raise Refused(f"{unit.id} is {'BU' if buttoned else 'CE'} (D5.2)")
    pieces.change(ctx, unit, ["buttoned"] if buttoned else (), () if buttoned else ["buttoned"], "D5.33")


@verb("button", "button VEHICLE", "the crew of an AFV Buttons Up", group="move")
def button(ctx: Context, words: list[str]) -> None:
    """D5.33: an AFV becomes BU."""
    _hatch(ctx, words, "button", buttoned=True)


@verb("open", "open VEHICLE", "the crew of an AFV becomes Crew Exposed", group="move")
def open_hatch(ctx: Context, words: list[str]) -> None:
    """D5.33: an AFV becomes CE."""
    _hatch(ctx, words, "open", buttoned=False)


@verb("discharge", "discharge VEHICLE", "smoke dischargers put SMOKE into its own hex", when=in_mph, group="move")
def discharge(ctx: Context, words: list[str]) -> None:
    """D13.2, D13.3: a try with the smoke dischargers, once in its MPh; the sD# is their depletion number (C8.9)."""
    unit = _one(ctx, words, "discharge")
    number = ctx.game.counter_of(unit).depletion.get("dischargers")
    if number is None or "no dischargers" in unit.arms:
        raise Refused(f"{unit.id} has no smoke dischargers{' left' if number else ''} (D13.1)")
    if unit.flags & {"stunned", "shocked", "abandoned", "recalled"}:
        raise Refused(f"{unit.id} is Stunned, Shocked, Abandoned or under Recall (D5.34)")
    if "smoked" in unit.flags:
        raise Refused(f"{unit.id} has tried its dischargers in this MPh (D13.2)")
    mp, here = float(ctx.figure("discharger-mp")), unit.hex or ""
    _pays(ctx, unit, mp)
    spend(ctx, [unit.id], mp, "smoke")
    pieces.change(ctx, ctx.state.units[unit.id], ["smoked"], why="tries its dischargers (D13.2)")
    number += ctx.figure("elite-ammo") if ctx.mission.army(unit.side).elite else 0
    with ctx.rolls_for(unit.side):
        record = ctx.roll("DR", f"Smoke dischargers of {unit.id}", rule="D13.3", target=number, target_name="sD#")
    if record.total >= number:
        ctx.emit(ev.ArmsChanged(unit.id, ("no dischargers",), (), f"depletion number {number} (C8.9)"))
    if record.total <= number:
        drm = ctx.figure("discharger-smoke")
        smoke.put(ctx, here, drm, side=unit.side, kind="dispersed", owner=unit.id, why="dischargers (D13.3)")
    under_fire(ctx, [unit.id], here)


@verb("esb", "esb VEHICLE MP", "gain MP by Excessive Speed, at a risk", when=in_mph, group="move")
def esb(ctx: Context, words: list[str]) -> None:
    """D2.5: a tracked vehicle gains up to a quarter of its MP, once per MPh, unless it breaks down."""
    if len(words) != 2 or not words[1].isdigit():
        raise Refused("esb needs a vehicle and the MP to gain, as in: esb T34a 3")
    unit, sought = _vehicle(ctx, words[0]), int(words[1][:3])
    item = ctx.game.counter_of(unit)
    most = allotment(ctx.game, unit) // ctx.figure("esb-share")
    if item.move != "tracked":
        raise Refused(f"{unit.id} is not tracked: no Excessive Speed (D2.5)")
    may_move(unit)
    if "recalled" in unit.flags:
        raise Refused(f"{unit.id} is under Recall: no Excessive Speed (D5.341)")
    if any(word.startswith("ESB") for word in unit.arms):
        raise Refused(f"{unit.id} has tried Excessive Speed in this MPh (D2.5)")
    if not 1 <= sought <= most:
        raise Refused(f"{unit.id} may try to gain 1 to {most} MP (D2.5)")
    nation = ctx.mission.army(unit.side).nation
    with ctx.rolls_for(unit.side):
        record = ctx.check(
            "esb.check",
            f"Excessive Speed of {unit.id}, {sought} MP more",
            ctx.figure("esb-holds"),
            facts={"esb-mp": sought, nation: 1},
        )
    if record.success:
        ctx.emit(ev.ArmsChanged(unit.id, (f"ESB +{sought}",), (), "D2.5"))
    else:
        bog.immobilize(ctx, unit, f"Excessive Speed, Final DR {record.total} (D2.5)")


@verb("unbog", "unbog VEHICLE", "try to free a Bogged vehicle as its Start", when=in_mph, group="move")
def unbog(ctx: Context, words: list[str]) -> None:
    """D8.3: Bog Removal at the start of the MPh; the dice are the MP it takes."""
    unit = _one(ctx, words, "unbog")
    if "bogged" not in unit.flags:
        raise Refused(f"{unit.id} is not Bogged (D8.2)")
    bad = [why for flag, why in CANNOT_MOVE.items() if flag in unit.flags and flag != "bogged"]
    if bad:
        raise Refused(f"{unit.id} {bad[0]}")
    if unit.mf:
        raise Refused(f"{unit.id} tries at the start of its MPh, once (D8.3)")
    mp = bog.free(ctx, unit)
    limit = movement_allowance(ctx.game, unit)
    spend(ctx, [unit.id], min(mp, limit) if limit else mp, "unbog")
    under_fire(ctx, [unit.id], unit.hex or "")


@verb("overrun", "overrun VEHICLE", "the Overrun that waited for the fire it drew", when=in_mph, group="move")
def overrun(ctx: Context, words: list[str]) -> None:
    """D7.1: resolve an Overrun that was paid for on entry."""
    unit = _one(ctx, words, "overrun")
    if unit.flags & {"shocked", "stunned", "abandoned"}:
        raise Refused(f"{unit.id} can overrun nobody now (D5.34)")
    driving.overrun_now(ctx, unit)


# -- Passengers, Riders, Guns -------------------------------------------------------------------------


@verb("load", "load UNITS VEHICLE", "Infantry goes aboard, or a Gun is hooked up", when=in_mph, group="move")
def load(ctx: Context, words: list[str]) -> None:
    """D6.4, C10.11: Passengers, Riders and towed Guns, by the rules (board does it without)."""
    if len(words) != 2:
        raise Refused("load needs units and a vehicle, as in: load 628a T34a")
    vehicle = _vehicle(ctx, words[1])
    units = [unit for unit in select(ctx.state, words[0], ctx.state.side) if unit.id != vehicle.id]
    towed = [unit for unit in units if unit.kind == "gun"]
    men = [unit for unit in units if unit.kind not in ("gun", "vehicle") and not unit.carrier]
    if not towed and not men:
        raise Refused("load needs Infantry or a Gun on the ground (D6.1)")
    for gun in towed:
        guns.hook(ctx, gun, ctx.state.units[vehicle.id])
    if men:
        with_gun = [unit for unit in men if towed and "ti" in ctx.state.units[unit.id].flags]
        guns.with_gun(ctx, with_gun, vehicle.id)
        rest = [unit for unit in men if unit not in with_gun]
        if rest:
            carrying.load(ctx, rest, ctx.state.units[vehicle.id])


@verb("unload", "unload UNITS", "Passengers and Riders get off, a Gun is unhooked", when=in_mph, group="move")
def unload(ctx: Context, words: list[str]) -> None:
    """D6.5, C10.12: by the rules (board … off does it without)."""
    if len(words) != 1:
        raise Refused("unload needs units, as in: unload 628a")
    units = [unit for unit in select(ctx.state, words[0], ctx.state.side) if unit.carrier]
    carriers = {unit.carrier for unit in units}
    if len(carriers) != 1:
        raise Refused("unload needs units aboard one vehicle, as in: unload 628a (D6.5)")
    vehicle = carriers.pop()
    for gun in [unit for unit in units if unit.kind == "gun"]:
        guns.unhook(ctx, gun, ctx.state.units[vehicle])
    men = [unit for unit in units if unit.kind != "gun" and ctx.state.units[unit.id].carrier]
    if men:
        carrying.unload(ctx, men, ctx.state.units[vehicle])


@verb("bail", "bail UNITS", "Riders Bail Out of their AFV, or Cavalry off its horse: a NMC", group="move")
def bail(ctx: Context, words: list[str]) -> None:
    """D6.24: Riders leave at once, and their SW may break; so does Cavalry [house]."""
    if len(words) != 1:
        raise Refused("bail needs Riders, as in: bail 628a")
    for unit in select(ctx.state, words[0]):
        if unit.cavalry and unit.hex:
            cavalry.bail_out(ctx, unit)
            continue
        vehicle = ctx.state.units.get(unit.carrier)
        if vehicle is None or unit.kind == "gun" or not carries_riders(ctx.game, vehicle):
            raise Refused(f"{unit.id} is no Rider (D6.2)")
        bail_out(ctx, ctx.state.units[unit.id], "told to (D6.24)")


def _limber_time(state: State) -> str:
    return "" if _fire_phase(state) else f"Guns are limbered in a fire phase; this is {state.moment} (C10.21)"


def _gun(ctx: Context, words: list[str], name: str) -> Unit:
    if len(words) != 1:
        raise Refused(f"{name} needs a Gun, as in: {name} 75La")
    gun = find_unit(ctx.state, words[0])
    if gun.side != _fire_phase(ctx.state):
        raise Refused(f"{gun.id} is a unit of the {gun.side}, which does not fire now (C10.21)")
    return gun


@verb("limber", "limber GUN", "a crew limbers its Gun in a fire phase", when=_limber_time, group="move")
def limber(ctx: Context, words: list[str]) -> None:
    """C10.21."""
    guns.limber(ctx, _gun(ctx, words, "limber"))


@verb("unlimber", "unlimber GUN", "a crew unlimbers its Gun in a fire phase", when=_limber_time, group="move")
def unlimber(ctx: Context, words: list[str]) -> None:
    """C10.21, C10.22."""
    guns.unlimber(ctx, _gun(ctx, words, "unlimber"))


@verb(
    "push", "push GUN[,UNITS] HEX [culvert]", "Infantry manhandles a Gun into the next hex", when=in_mph, group="move"
)
def push(ctx: Context, words: list[str]) -> None:
    """C10.3: a Manhandling DR against the Gun's M#; `culvert`: INTO the Culvert (OtO 3.2)."""
    below = [word.lower() for word in words[2:]]
    if len(words) < 2 or below not in ([], ["culvert"]):
        raise Refused("push needs a Gun and a hex, as in: push 76Ia K21, or with helpers: push 76Ia,628a K21")
    units = select(ctx.state, words[0], ctx.state.side)
    pushed = [unit for unit in units if unit.kind == "gun"]
    if len(pushed) != 1:
        raise Refused("push needs exactly one Gun (C10.3)")
    helpers = [unit for unit in units if unit.kind != "gun" and unit.mmc and unit.infantry]
    guns.push(ctx, pushed[0], helpers, known_hex(ctx.game, words[1]), below)
