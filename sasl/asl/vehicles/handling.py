"""What a vehicle or Gun does in its hex: turn, stop, delay, hatches, ESB, Overrun (C3, D2-D7)."""

from __future__ import annotations

from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.flags import Flag
from sasl.asl.game.sides import Side, opponent
from sasl.asl.game.state import State, Unit
from sasl.asl.infantry import concealment
from sasl.asl.movement.allowance import allotment, excess, may_move, movement_allowance, not_barred
from sasl.asl.movement.ground.costs import turn_mp
from sasl.asl.movement.step import draws_fire, going, spend, there
from sasl.asl.ordnance import mounted, weapon_use
from sasl.asl.vehicles import bog, carrying, driving, enemy_afv, joint, riders
from sasl.board.hexes import parse_hex, vertex_names

USED_UP = {"prep", "first", "final", "ti", "intensive", "shocked", "stunned", "abandoned", "malfunctioned"}
"""The states in which a Gun or vehicle fires no more in a phase, and so does not turn either (C3.22)."""


def pays(game: Game, unit: Unit, mp: float) -> None:
    """D2.1: refused if a vehicle has not the MP."""
    limit = movement_allowance(game, unit)
    if game.state.option("mf-limit") and 0 < limit < unit.mf + mp:
        raise Refused(f"{unit.id} has {limit - unit.mf:g} MP left; this takes {mp:g} (D2.1)")


# -- turning ------------------------------------------------------------------------------------------


def turning_side(state: State) -> Side | None:
    """C3.22: the side that may turn its Guns, or limber them, at the end of this fire phase."""
    if state.phase in ("PFPh", "AFPh"):
        return state.side
    return opponent(state.side) if state.phase == "DFPh" else None


def vertex(unit: Unit, front: str) -> str:
    """The name of the vertex of its hex that a player means. Refused if it has none by that name."""
    names = vertex_names(parse_hex(unit.hex))
    wanted = next((name for name in names if set(name.split("/")) == set(front.upper().split("/"))), "")
    if not wanted:
        raise Refused(f"'{front}' is not a vertex of {unit.hex}: {', '.join(names)}")
    return wanted


def may_turn(game: Game, unit: Unit, front: str, turret: bool) -> None:
    """D2.11, D3.12, C3.22: refused, with the rule, if it may not turn its front, or its turret, to a vertex now."""
    if not unit.hex or unit.kind not in ("vehicle", "gun", "cupola"):
        raise Refused(f"{unit.id} has no CA to turn (C3.2)")
    wanted, own = vertex(unit, front), unit.side == game.state.side
    if turret and game.counter_of(unit).turret not in ("T", "ST", "360"):
        raise Refused(f"{unit.id} has no turret (D1.33)")
    if game.state.phase != "MPh" or (unit.kind != "vehicle" and not turret):
        _could_still_fire(game, unit)
        if not turret and unit.flags & {"immobile", "bogged"}:
            raise Refused(f"{unit.id} cannot change its VCA: it is Immobile (D8.1)")
    elif turret:
        if not own or not unit.mf:
            raise Refused(f"{unit.id} turns its turret for MP only in its own MPh (D3.12)")
    else:
        if not own:
            raise Refused(f"{unit.id} is a unit of the {unit.side}: it turns by MP only in its own MPh (D2.11)")
        may_move(unit)
        joint.may_go_alone(game, unit)
        pays(game, unit, _turn(game, unit, wanted)[1])


def turn(ctx: Context, unit: Unit, front: str, turret: bool) -> None:
    """D2.11, D3.12, C3.22: a VCA for MP in its MPh; a TCA with any MP; Guns at the end of a fire phase."""
    wanted = vertex(unit, front)
    concealment.comes_out(ctx, [unit.id, *concealment.seen_with(ctx.game, unit.id)], "changes its CA (A12.32)")
    if turret:
        riders.shed(ctx, unit, "the turret turns (D6.21)")
        ctx.emit(ev.UnitRedrawn(unit.id, tca=wanted, why="D3.12"))
    elif ctx.state.phase == "MPh" and unit.kind == "vehicle":
        _turn_vehicle(ctx, unit, wanted)
    else:
        ctx.emit(ev.UnitRedrawn(unit.id, ca=wanted, why="C3.22"))
    if unit.id in ctx.state.units:
        weapon_use.lose_sight(ctx, unit.id)
        concealment.lose_if_seen(ctx, [unit.id], "changes its CA in LOS (A12.141, A12.2)")


def _turn(game: Game, unit: Unit, wanted: str) -> tuple[int, float]:
    """D2.11: the hexspines to turn, one MP for each, two in woods; a stopped vehicle starts first."""
    now, names = driving.facing(unit), vertex_names(parse_hex(unit.hex))
    turns = driving.spines(now, names.index(wanted)) if now is not None else 0
    each = turn_mp(game, unit, unit.hex)
    return turns, float(turns * each + (driving.start_mp(game, unit) if turns else 0))


def _turn_vehicle(ctx: Context, unit: Unit, wanted: str) -> None:
    """D2.11: hexspine by hexspine, as far as it comes under the eyes of those who may fire."""
    if not joint.alone(ctx, unit):
        return
    here, names = unit.hex, vertex_names(parse_hex(unit.hex))
    old, new = driving.facing(unit), names.index(wanted)
    turns, _ = _turn(ctx.game, unit, wanted)
    if turns and driving.start_mp(ctx.game, unit):
        spend(ctx, [unit.id], float(driving.start_mp(ctx.game, unit)), "start")
        if driving.start(ctx, unit.id) or draws_fire(ctx, [unit.id], here):
            return
    for vertex in driving.steps_of(old, new, turns) or [new]:
        if not going(ctx, [unit.id], here):
            return
        if turns:
            spend(ctx, [unit.id], float(turn_mp(ctx.game, ctx.state.units[unit.id], here)), "turn")
        driving.face(ctx, unit.id, vertex)
        if driving.turn_checks(ctx, unit.id, here, min(turns, 1)) or draws_fire(ctx, [unit.id], here):
            return


def _could_still_fire(game: Game, unit: Unit) -> None:
    """Refused unless the unit could still fire in this fire phase without Intensive Fire (C3.22)."""
    if unit.side != turning_side(game.state):
        raise Refused(f"{unit.id} may turn at the end of a fire phase of its own side (C3.22)")
    if unit.carrier:
        raise Refused(f"{unit.id} is in tow (C10.1)")
    if unit.flags & USED_UP or mounted.spent(unit, "MA"):
        why = ", ".join(sorted(unit.flags & USED_UP)) or "fired"
        raise Refused(f"{unit.id} can no longer fire in this phase, so it cannot turn: {why} (C3.22)")
    if unit.kind == "gun" and not carrying.crew_of(game, unit):
        raise Refused(f"nobody mans {unit.id} (C10.111)")


# -- stop, hatch, speed, bog --------------------------------------------------------------------------


def may_stop(game: Game, unit: Unit) -> None:
    """D2.13: refused if a vehicle is stopped, or has not the MP."""
    if not driving.under_way(unit):
        raise Refused(f"{unit.id} is stopped (D2.13)")
    if foes := enemy_afv.barred_by(game, unit, unit.hex):
        raise Refused(f"{unit.id} may not stop with {foes}, which it cannot kill there: drive it on (D2.6)")
    pays(game, unit, float(driving.stop_mp(game, unit)))


def stop(ctx: Context, unit: Unit) -> None:
    """D2.13, D2.4: a vehicle stops for one MP."""
    driving.stop(ctx, unit)
    draws_fire(ctx, [unit.id], unit.hex)


def may_delay(game: Game, unit: Unit, mp: int) -> None:
    """D2.17: refused but to a stopped vehicle that has the MP; one that is stuck may delay, too (D8.5)."""
    if driving.under_way(unit):
        raise Refused(f"{unit.id} must stop before it spends MP in Delay (D2.17): stop {unit.id}")
    if driving.horse_drawn(game, unit):
        raise Refused(f"{unit.id} is horse-drawn and cannot Delay (D12.1)")
    not_barred(unit, "immobile", "bogged")
    if mp < 1:
        raise Refused(f"Delay takes at least 1 MP, not {mp} (D2.17)")
    pays(game, unit, float(mp))


def delay(ctx: Context, unit: Unit, mp: int) -> None:
    """D2.17, D3.3: a stopped vehicle spends MP where it is, one by one, as far as nobody's fire stops it."""
    for _ in range(mp):
        spend(ctx, [unit.id], 1.0, "delay")
        if draws_fire(ctx, [unit.id], unit.hex) or not there(ctx, [unit.id], unit.hex):
            return


def may_change_hatch(game: Game, unit: Unit, *, buttoned: bool) -> None:
    """D5.33: refused but in the own MPh or APh, before its fire, and not back and forth."""
    if not mounted.armored(game, unit):
        raise Refused(f"{unit.id} is unarmored: its crew is never BU (D5.2)")
    if unit.flags & {"stunned", "shocked", "abandoned"}:
        raise Refused(f"{unit.id} is stunned, shocked or abandoned (D5.34)")
    if game.state.phase == "MPh" and mounted.has_fired(unit):
        raise Refused(f"{unit.id} has fired: no change in this MPh (D5.33)")
    if mounted.CREW_PINNED in unit.arms and not buttoned:
        raise Refused(f"the crew of {unit.id} is pinned and stays BU in this Player Turn (A7.82)")
    if ("buttoned" in unit.flags) == buttoned:
        raise Refused(f"{unit.id} is {'BU' if buttoned else 'CE'} (D5.2)")
    if "hatch" in unit.flags:
        raise Refused(f"{unit.id} has already opened or closed its hatches in this phase (D5.33)")


def change_hatch(ctx: Context, unit: Unit, *, buttoned: bool) -> None:
    """D5.33: an AFV becomes BU, or CE."""
    once: list[Flag] = ["hatch"] if ctx.state.stage == "play" else []
    pieces.change(ctx, unit, ["buttoned", *once] if buttoned else once, () if buttoned else ["buttoned"], "D5.33")


def may_speed(game: Game, unit: Unit, sought: int) -> None:
    """D2.5: refused but for a tracked vehicle, once per MPh, up to a quarter of its MP."""
    most = allotment(game, unit) // game.figure("esb-share")
    if game.counter_of(unit).move != "tracked":
        raise Refused(f"{unit.id} is not tracked: no Excessive Speed (D2.5)")
    may_move(unit)
    if "recalled" in unit.flags:
        raise Refused(f"{unit.id} is under Recall: no Excessive Speed (D5.341)")
    if excess(unit):
        raise Refused(f"{unit.id} has tried Excessive Speed in this MPh (D2.5)")
    if not 1 <= sought <= most:
        raise Refused(f"{unit.id} may try to gain 1 to {most} MP (D2.5)")


def speed(ctx: Context, unit: Unit, sought: int) -> None:
    """D2.5: a tracked vehicle gains MP unless it breaks down."""
    facts = {"esb-mp": sought, ctx.mission.army(unit.made_by).nation: 1}
    purpose = f"Excessive Speed of {unit.id}, {sought} more MP"
    with ctx.rolls_for(unit.side):
        record = ctx.check("esb.check", purpose, ctx.figure("esb-holds"), facts=facts)
    if record.success:
        ctx.emit(ev.ArmsChanged(unit.id, (f"ESB +{sought}",), (), "D2.5"))
    else:
        bog.immobilize(ctx, unit, f"Excessive Speed, Final DR {record.total} (D2.5)")


def may_overrun(game: Game, unit: Unit) -> None:
    """D7.1: refused unless an Overrun that was paid for on entry waits, and the crew can do it."""
    if unit.flags & {"shocked", "stunned", "abandoned"}:
        raise Refused(f"{unit.id} cannot Overrun now (D5.34)")
    driving.waiting_overrun(game, unit)
