"""AFV that do not move alone: platoons of those without radio (D14), and Armored Assault with Infantry (D9.31)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.flags import Flag
from sasl.asl.game.los.sight import look
from sasl.asl.game.sides import opponent
from sasl.asl.game.state import Unit
from sasl.asl.infantry import concealment
from sasl.asl.infantry.morale import task_checks
from sasl.asl.movement.allowance import may_move, movement_allowance, stack_allowance
from sasl.asl.movement.ground.costs import PLAIN, Gait, step_cost, wet
from sasl.asl.movement.mf_limit import assault_limit, beyond, double_time, may_double, spent_after
from sasl.asl.movement.step import (
    bars,
    come_and_go,
    draws_fire,
    going,
    impulse_ends,
    moved,
    not_held,
    spend,
    step,
    there,
    thrown_back,
)
from sasl.asl.ordnance import mounted
from sasl.asl.terrain import minefields
from sasl.asl.vehicles import bog, crews, driving, riders
from sasl.asl.vehicles.driving import Leg
from sasl.board.movement_cost import infantry_cost
from sasl.kernel.frozen import Frozen, replace
from sasl.kernel.text import listed

PLATOON: Flag = "platoon"
MEMBER = "platoon of "
"""Among the `arms` of an AFV, before the first one of its platoon; from one MPh to the next (D14.2)."""
RULE = "D14.21"
ASSAULT: Flag = "armored-assault"
OPTIONS = frozenset({"armored", "assault", "double", "stop"})
"""The options that an order of Armored Assault may have."""


# -- one without radio, alone --------------------------------------------------------------------------


def may_go_alone(game: Game, unit: Unit) -> None:
    """D14.2: refused if an AFV moves with its platoon: those of it that have just moved with it."""
    moving = game.state.moving
    mates = [
        other.id
        for other in game.state.on_map(unit.side)
        if PLATOON in other.flags and other.id != unit.id and not other.flags & {"immobile", "bogged", "recalled"}
        and (moving is None or unit.id not in moving.ids or other.id in moving.ids)
    ]  # fmt: skip
    if PLATOON in unit.flags and mates:
        raise Refused(f"{unit.id} moves with {listed(mates)}, its platoon, until the MPh is over (D14.2)")


def alone(ctx: Context, unit: Unit) -> bool:
    """D14.23: before a radioless AFV moves by itself it takes a NTC. False if it fails: its MPh is over. It has left
    its platoon (D14.22).
    """
    if words := _membership(unit):
        ctx.emit(ev.ArmsChanged(unit.id, (), words, "leaves its platoon (D14.22)"))
    if unit.mf or not radioless(ctx.game, unit):
        return True
    if task_checks.task_check(ctx, unit, "radioless, alone: NTC to move (D14.23)"):
        return True
    now = ctx.state.units[unit.id]
    if driving.under_way(now):
        driving.stop(ctx, now)
    pieces.change(ctx, ctx.state.units[unit.id], ["ended"], why="failed its NTC without radio (D14.23)")
    return False


def radioless(game: Game, unit: Unit) -> bool:
    """D14.1, D14.22: whether an AFV has no radio and must do as its platoon does; under Recall it need not."""
    return unit.kind == "vehicle" and game.counter_of(unit).radioless and "recalled" not in unit.flags


# -- the platoon ---------------------------------------------------------------------------------------


def _membership(unit: Unit) -> tuple[str, ...]:
    return tuple(word for word in unit.arms if word.startswith(MEMBER))


def mates(game: Game, unit: Unit) -> list[Unit]:
    """D14.2, D14.22: the AFV of a platoon outside its MPh, `unit` first; it alone if it is in none (any more): some
    are lost, Immobile or Recalled, and those who are left must be together and in the same status.
    """
    words = set(_membership(unit))
    found = [unit, *(other for other in game.state.on_map(unit.side) if other.id != unit.id and words & other.arms)]
    left = [other for other in found if not other.flags & LOST]
    alike = len({driving.under_way(other) for other in left}) == 1
    return left if unit in left and alike and together(game, [other.hex for other in left]) else [unit]


def _enlist(ctx: Context, ids: Sequence[str]) -> None:
    """D14.2: these AFV are one platoon from now on, and members of no other."""
    word = f"{MEMBER}{min(ids)}"
    stay = [unit for unit in ctx.state.units.values() if word in unit.arms and unit.id not in ids]
    for unit in stay:  # they were with the one whose name the platoon has
        theirs = (f"{MEMBER}{min(other.id for other in stay)}",) if len(stay) > 1 else ()
        ctx.emit(ev.ArmsChanged(unit.id, theirs, (word,), "left by its platoon (D14.2)"))
    for unit in ctx.state.present(ids):
        if (old := _membership(unit)) != (word,):
            ctx.emit(ev.ArmsChanged(unit.id, (word,), old, "in a platoon (D14.2)"))


class Drive(Frozen):
    """What one AFV of a platoon does: its way to the next hex (or its own), and each of its expenditures."""

    unit: Unit
    goal: str
    legs: tuple[Leg, ...]


def platoon(game: Game, orders: Sequence[tuple[Unit, str]]) -> list[Drive]:
    """D14.2: what each AFV does to come to the hex named for it. Refused, with the rule, if one cannot."""
    for unit, _ in orders:
        if not unit.hex or unit.kind != "vehicle" or not mounted.armored(game, unit):
            raise Refused(f"{unit.id} is not an AFV on the map: a platoon consists of AFV (D14.2)")
        may_move(unit)
    most = game.figure("platoon-afv")
    if not 2 <= len({unit.id for unit, _ in orders}) == len(orders) <= most:
        raise Refused(f"a platoon is two to {most} AFV; name each once (D14.2)")
    drives = [_drive_of(game, unit, goal) for unit, goal in orders]
    longest = max(len(drive.legs) for drive in drives)
    return [_in_step(drive, longest) for drive in drives]


def _in_step(drive: Drive, impulses: int) -> Drive:
    """D14.21: who has less to turn waits, so that all enter their hexes in the same Impulse."""
    if not drive.legs or not drive.legs[-1].enters:
        return drive
    waits = [Leg(drive.unit.hex, 0.0, False, -1)] * (impulses - len(drive.legs))
    return replace(drive, legs=(*drive.legs[:-1], *waits, drive.legs[-1]))


def drive_platoon(ctx: Context, drives: Sequence[Drive], stops: bool) -> None:
    """D14.2-14.3: each AFV goes to the ADJACENT hex named for it, in Impulses; fire after each of them."""
    for drive in drives:
        pieces.change(ctx, drive.unit, [PLATOON], why="in a platoon (D14.2)")
    ids = [drive.unit.id for drive in drives]
    _enlist(ctx, ids)
    for number in range(max(len(drive.legs) for drive in drives)):
        now = {drive.unit.id: drive.legs[number] for drive in drives if number < len(drive.legs)}
        if _impulse(ctx, ids, now, drives[0].goal) or _scattered(ctx, ids):
            return
    if stops:
        for key in ids:
            driving.stop(ctx, ctx.state.units[key])
        impulse_ends(ctx, _standing(ctx, ids), float(ctx.figure("stop-mp")), "stop", drives[0].goal)


def _drive_of(game: Game, unit: Unit, goal: str) -> Drive:
    """The expenditures of one AFV; one that stays in its hex starts with the others, to be in the same status."""
    here = unit.hex
    if goal == here:
        facing = driving.facing(unit) or 0
        start = Leg(here, float(game.figure("start-mp")), False, facing, start=True)
        return Drive(unit, goal, () if driving.under_way(unit) else (start,))
    if goal not in game.board.neighbours(here):
        raise Refused(f"{goal} is not adjacent to {unit.id}: a platoon goes hex by hex ({RULE})")
    return Drive(unit, goal, tuple(driving.plan(game, unit, (here, goal))))


def may_drive(game: Game, drives: Sequence[Drive], stops: bool) -> None:
    """D14.21: the same MP spent, the same status, ADJACENT in LOS before and after. Refused otherwise."""
    units = [drive.unit for drive in drives]
    moving = game.state.moving
    ids = {unit.id for unit in units}
    if any(unit.mf for unit in units) and not (moving and ids <= set(moving.ids)):
        raise Refused(f"{listed(sorted(ids))} do not all begin their MPh now (D14.3)")
    if len({driving.under_way(unit) for unit in units}) > 1:
        raise Refused(f"one of {listed(sorted(ids))} is in Motion and another is not ({RULE})")
    goals, under_way = [drive.goal for drive in drives], all(PLATOON in unit.flags for unit in units)
    for places in (goals,) if under_way else ([unit.hex for unit in units], goals):  # D14.22: they may close a gap
        if not together(game, places):
            raise Refused(f"{listed(places)} are not ADJACENT in LOS: a platoon stays together ({RULE})")
    length = max(len(drive.legs) for drive in drives)
    cost = sum(
        max(drive.legs[number].mp for drive in drives if number < len(drive.legs)) for number in range(length)
    ) + (game.figure("stop-mp") if stops else 0)
    for unit in units:
        limit = movement_allowance(game, unit)
        if game.state.option("mf-limit") and 0 < limit < unit.mf + cost:
            raise Refused(f"{unit.id} has {limit - unit.mf:g} MP left; the platoon needs {cost:g} (D14.31)")


def together(game: Game, places: Sequence[str]) -> bool:
    """D14.21: whether each of these hexes is the same as, or ADJACENT in LOS to, another of them."""
    return all(
        any(name == other or (game.board.distance(name, other) == 1 and look(game, name, other).exists)
            for place, other in enumerate(places) if place != number)
        for number, name in enumerate(places)
    )  # fmt: skip


def _impulse(ctx: Context, ids: Sequence[str], legs: Mapping[str, Leg], toward: str) -> bool:
    """D14.31: one expenditure of each, for the MP of the dearest; then the fire. True if the order ends here."""
    here = {key: ctx.state.units[key].hex for key in ids}
    cost = max(leg.mp for leg in legs.values())
    groups: dict[tuple[str, str], list[str]] = {}
    starts = [key for key, leg in legs.items() if leg.start]
    entering = {key: ctx.state.units[key] for key, leg in legs.items() if leg.enters}
    leaving: dict[str, dict[str, int]] = {
        key: {} for key, unit in entering.items() if bog.checks_to_leave(ctx.game, unit, legs[key].hex)
    }
    held = bog.check_platoon(ctx, leaving, {key: f"{here[key]}, leaving it for {legs[key].hex}" for key in leaving})
    for key in ids:
        leg = legs.get(key)
        if leg is None or not leg.enters or key in held:
            spend(ctx, [key], cost, "platoon")
        else:
            minefields.leave(ctx, there(ctx, [key], here[key]), here[key])
            if key not in ctx.state.units or ctx.state.units[key].flags & {"immobile", "abandoned"}:
                continue
            driving.startles(ctx, ctx.state.units[key], here[key], leg.hex)
            moved(ctx, {key: cost}, (here[key], leg.hex), "")
        if leg is not None and leg.vertex >= 0 and ctx.state.units[key].hex == leg.hex:
            driving.face(ctx, key, leg.vertex)
        groups.setdefault((here[key], ctx.state.units[key].hex), []).append(key)
    if starts:
        _start(ctx, starts)
    arrived = [key for key in entering if key in ctx.state.units and ctx.state.units[key].hex == legs[key].hex]
    checks = {key: bog.causes(ctx.game, ctx.state.units[key], here[key], legs[key].hex) for key in arrived}
    into = {key: more for key, more in checks.items() if more is not None}
    for key, more in into.items():
        if more.get("into-building"):  # B23.41: its own dice say what becomes of the building
            bog.check(ctx, ctx.state.units[key], legs[key].hex, more)
    others = {key: more for key, more in into.items() if not more.get("into-building")}
    bog.check_platoon(ctx, others, {key: legs[key].hex for key in others})
    halted = impulse_ends(ctx, groups, cost, "platoon", toward)
    if halted:
        ctx.tell("The platoon halts: fire, then order it on (D14.32).")
    return halted


def _start(ctx: Context, ids: Sequence[str]) -> None:
    """D14.21, D2.51: all start, but for a Temporary Crew that fails to (A21.22); one Mechanical Reliability DR for the
    platoon, Random Selection of who breaks down.
    """
    ids = [key for key in ids if crews.comes_to_life(ctx, ctx.state.units[key])]
    for key in ids:
        pieces.change(ctx, ctx.state.units[key], ["motion"], ["stopped"], "starts (D2.12)")
    break_down(ctx, ids)


def break_down(ctx: Context, ids: Sequence[str]) -> str:
    """D14.21, D2.51: the one Mechanical Reliability DR of a platoon; by Random Selection who breaks down, or ""."""
    red = [key for key in ids if driving.is_unreliable(ctx.game, ctx.state.units[key])]
    if not red:
        return ""
    with ctx.rolls_for(ctx.state.units[red[0]].side):
        record = ctx.roll("DR", f"Mechanical Reliability of {listed(red)}", rule="D2.51")
    if record.original < ctx.figure("breakdown-dr"):
        return ""
    key = ctx.pick(red, "which AFV breaks down (D14.21)")
    bog.immobilize(ctx, ctx.state.units[key], "mechanical breakdown (D2.51)")
    return key


LOST = frozenset({"immobile", "bogged", "mired", "abandoned", "captured", "recalled", "shocked", "stunned"})
"""The states of an AFV that is of no platoon any more (D14.22, D.7)."""
FALLS_OUT = frozenset({"immobile", "bogged", "ended", "shocked", "stunned"})
"""The states in which an AFV goes no farther with its platoon."""


def _scattered(ctx: Context, ids: Sequence[str]) -> bool:
    """D14.22: whether one of the platoon is lost, or cannot go on; then the others halt, and the log says why."""
    out = [
        key for key in ids
        if key not in ctx.state.units or ctx.state.units[key].flags & FALLS_OUT
    ]  # fmt: skip
    if out:
        ctx.tell(f"{listed(out)} is out of the platoon (D14.22).")
    return bool(out)


def _standing(ctx: Context, ids: Sequence[str]) -> dict[tuple[str, str], list[str]]:
    found: dict[tuple[str, str], list[str]] = {}
    for key in ids:
        place = ctx.state.units[key].hex
        found.setdefault((place, place), []).append(key)
    return found


# -- Armored Assault ----------------------------------------------------------------------------------


def may_assault(game: Game, units: Sequence[Unit], way: Sequence[str], gait: Gait) -> tuple[Unit, list[Unit]]:
    """The AFV and its Infantry. Refused, with the rule, if they cannot go together (D9.31)."""
    afv, men = _assault_stack(game, units)
    _assault_gait(men, way, gait)
    for name in way[1:]:
        not_held(game, afv.side, name)
    if "double" in gait:
        may_double(men)
    driving.plan(game, afv, way)
    for unit in men:
        spent_after(game, unit, way, 0.0, PLAIN)
    return afv, men


def _assault_stack(game: Game, units: Sequence[Unit]) -> tuple[Unit, list[Unit]]:
    """D9.31: the AFV and its Infantry, refused if these units do not make an Armored Assault."""
    afv = [unit for unit in units if unit.kind == "vehicle"]
    men = [unit for unit in units if unit.kind != "vehicle"]
    if len(afv) != 1 or not men or not mounted.armored(game, afv[0]):
        raise Refused("Armored Assault is one AFV with Infantry, as in: move T34a,628a K20 armored (D9.31)")
    if not all(unit.infantry for unit in men):
        raise Refused("only Infantry on foot can accompany an AFV, not Cavalry or units aboard a vehicle (D9.31)")
    if len({unit.mf > 0 or ASSAULT in unit.flags for unit in units}) > 1 or any(
        unit.mf and ASSAULT not in unit.flags for unit in units
    ):
        raise Refused(f"{listed(unit.id for unit in units)} do not begin their MPh together beneath the AFV (D9.31)")
    idle = [unit.id for unit in units if "no-command" in unit.flags]
    if idle:
        raise Refused(f"{idle[0]} is not In Command and does not move in Armored Assault (S16)")
    return afv[0], men


def _assault_gait(men: Sequence[Unit], way: Sequence[str], gait: Gait) -> None:
    """D9.31, A4.61: refused if the Infantry cannot go along this way in this gait."""
    if len(way) < 2:
        raise Refused(f"they are already in {way[0]}: name the hexes they go to (D9.31)")
    if "assault" in gait and len(way) > 2:
        raise Refused("Assault Movement is one Location (A4.61)")
    strange = sorted(gait.options - OPTIONS)
    if strange:
        raise Refused(
            f"'{strange[0]}' cannot be combined with Armored Assault; there are assault, double and stop (D9.31)"
        )
    if "assault" in gait and any(unit.mf for unit in men):
        raise Refused(f"{men[0].id} has moved: Assault Movement is its whole move (A4.61)")


def assault(ctx: Context, afv: Unit, men: list[Unit], way: Sequence[str], gait: Gait) -> None:
    """D9.31: AFV and Infantry go along the way in one stack, each for its own MP or MF, until something stops them."""
    if "double" in gait:
        men = double_time(ctx, men)
    limits = stack_allowance(ctx.game, men)
    _afford(ctx, afv, men, way, gait, limits)
    for unit in (afv, *men):
        pieces.change(ctx, unit, [ASSAULT], why="Armored Assault (D9.31)")
    each = Gait(gait.options & {"assault"})
    keys, here = [unit.id for unit in men], way[0]
    for leg in driving.plan(ctx.game, afv, way):
        if leg.enters:
            halted = _enter_together(ctx, afv.id, keys, here, leg, each, limits)
            here = leg.hex
        else:
            halted = driving.in_place(ctx, afv.id, leg, each)
        keys = going(ctx, keys, here)
        if halted or not keys or not going(ctx, [afv.id], here):
            return
    if "stop" in gait:
        driving.stop(ctx, ctx.state.units[afv.id])


def afford_drive(ctx: Context, vehicle: Unit, way: Sequence[str], gait: Gait) -> None:
    """D2.1: ask before a vehicle spends more than it has."""
    limit = movement_allowance(ctx.game, vehicle)
    spent = vehicle.mf + driving.cost_of(ctx.game, vehicle, way, gait)
    if spent > limit > 0:
        beyond(ctx, vehicle, f"{vehicle.id} has {limit:g} MP; this would bring it to {spent:g} (D2.1)", spent, limit)


def _afford(
    ctx: Context, afv: Unit, men: Sequence[Unit], way: Sequence[str], gait: Gait, limits: Mapping[str, float]
) -> None:
    """Ask before somebody spends more than he has (A4.1, A4.61, D2.1)."""
    for unit in men:
        spent = spent_after(ctx.game, unit, way, limits[unit.id], PLAIN)
        if spent > limits[unit.id]:
            far = f"{unit.id} has {limits[unit.id]:g} MF; this would bring it to {spent:g} (A4.1)"
            beyond(ctx, unit, far, spent, limits[unit.id])
        elif "assault" in gait and spent >= assault_limit(ctx.game, unit, limits[unit.id]):
            beyond(ctx, unit, "Assault Movement may not use all MF (A4.61)")
    afford_drive(ctx, afv, way, Gait(gait.options & {"stop"}))


def _enter_together(
    ctx: Context, afv: str, men: Sequence[str], here: str, leg: driving.Leg, gait: Gait, limits: Mapping[str, float]
) -> bool:
    """One hex of it. True if the move halts there."""
    name, tank = leg.hex, ctx.state.units[afv]
    prices: dict[str, float] = {}
    for key in men:
        unit = ctx.state.units[key]
        cost = step_cost(ctx.game, unit, here, name, gait)
        prices[key] = max(limits[key] - unit.mf, 0.0) if cost.all else cost.mf or 0.0
    if any(bars(ctx.game, unit) for unit in ctx.state.units_at(name, opponent(tank.side))):
        come_and_go(ctx, prices, gait)
        if concealment.bump(ctx, men, here, name):
            thrown_back(ctx, men, here)
            return True
    prices[afv] = max(0.0, movement_allowance(ctx.game, tank) - tank.mf) if leg.all else leg.mp
    if bog.held_back(ctx, tank, name):
        spend(ctx, [afv], prices[afv], f"does not get out into {name}")
        draws_fire(ctx, [*men, afv], here)
        return True
    driving.face(ctx, afv, leg.vertex)

    def entered() -> None:
        more = bog.causes(ctx.game, tank, here, name)
        if more is not None:
            bog.check(ctx, ctx.state.units[afv], name, more)
        left = min(limits[key] - ctx.state.units[key].mf for key in men if key in ctx.state.units)
        ctx.emit(ev.EscortSet(afv, max(0.0, left)))

    halted = step(ctx, [*men, afv], here, name, prices, gait, entered)
    riders.settle(ctx, afv)
    return halted


# -- the AFV goes on alone -----------------------------------------------------------------------------


def within_escort(game: Game, afv: Unit, way: Sequence[str]) -> None:
    """D9.31: an AFV goes no farther than its Infantry could have gone with it. Refused if it would."""
    left = game.state.escorts.get(afv.id)
    if left is not None and _afoot(game, way) > left:
        raise Refused(f"{afv.id} can go no farther than the {left:g} MF its Infantry had left (D9.31)")


def went_on(ctx: Context, afv: str, way: Sequence[str]) -> None:
    """D9.31: what its Infantry would have spent on the hexes it has now gone alone."""
    left, unit = ctx.state.escorts.get(afv), ctx.state.units.get(afv)
    if left is None or unit is None or unit.hex not in way:
        return
    gone = way[: way.index(unit.hex) + 1]
    ctx.emit(ev.EscortSet(afv, max(0.0, left - _afoot(ctx.game, gone))))


def _afoot(game: Game, way: Sequence[str]) -> float:
    """The MF of a way for Infantry; infinite where it could not go."""
    costs = [infantry_cost(game.board, a, b, wet=wet(game)) for a, b in pairwise(way)]
    return sum(float("inf") if cost.mf is None else cost.mf for cost in costs)
