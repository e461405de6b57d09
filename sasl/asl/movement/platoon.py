"""AFV without radio (D14): a lone one moves only after a NTC; two or three move as a platoon, Impulse by Impulse."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.sight import look
from sasl.asl.game.state import Unit
from sasl.asl.infantry import morale
from sasl.asl.movement import driving, impulse
from sasl.asl.movement.allowance import may_move, movement_allowance
from sasl.asl.movement.driving import Leg
from sasl.asl.movement.step import moved, spend, there
from sasl.asl.ordnance import mounted
from sasl.asl.terrain import minefields
from sasl.asl.vehicles import bog
from sasl.kernel.text import listed

FLAG = "platoon"
RULE = "D14.21"


# -- one without radio, alone --------------------------------------------------------------------------


def may_go_alone(game: Game, unit: Unit) -> None:
    """D14.2: refused if an AFV moves with its platoon."""
    mates = [
        other.id
        for other in game.state.on_map(unit.side)
        if FLAG in other.flags and other.id != unit.id and not other.flags & {"immobile", "bogged", "recalled"}
    ]
    if FLAG in unit.flags and mates:
        raise Refused(f"{unit.id} moves with {listed(mates)}, its platoon, until the MPh is over (D14.2)")


def alone(ctx: Context, unit: Unit) -> bool:
    """D14.23: before a radioless AFV moves by itself it takes a NTC. False if it fails: its MPh is over."""
    if unit.mf or not radioless(ctx.game, unit):
        return True
    if morale.task_check(ctx, unit, "radioless, alone: NTC to move (D14.23)"):
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


@dataclass(frozen=True, slots=True)
class Drive:
    """What one AFV of a platoon does: its way to the next hex (or its own), and each of its expenditures."""

    unit: Unit
    goal: str
    legs: tuple[Leg, ...]


def plan(game: Game, orders: Sequence[tuple[Unit, str]], stops: bool) -> list[Drive]:
    """D14.2: what each AFV does to come to the hex named for it. Refused, with the rule, if they cannot."""
    for unit, _ in orders:
        if unit.hex is None or unit.kind != "vehicle" or not mounted.armored(game, unit):
            raise Refused(f"{unit.id} is no AFV on the map: a platoon is of AFV (D14.2)")
        may_move(unit)
    if not 2 <= len({unit.id for unit, _ in orders}) == len(orders) <= 3:
        raise Refused("a platoon is two or three AFV; name each once (D14.2)")
    drives = [_drive(game, unit, goal) for unit, goal in orders]
    _may(game, drives, stops)
    return drives


def drive(ctx: Context, drives: Sequence[Drive], stops: bool) -> None:
    """D14.2-14.3: each AFV goes to the ADJACENT hex named for it, in Impulses; fire after each of them."""
    for drive in drives:
        pieces.change(ctx, drive.unit, [FLAG], why="in a platoon (D14.2)")
    ids = [drive.unit.id for drive in drives]
    for number in range(max(len(drive.legs) for drive in drives)):
        now = {drive.unit.id: drive.legs[number] for drive in drives if number < len(drive.legs)}
        if _impulse(ctx, ids, now, drives[0].goal) or _scattered(ctx, ids):
            return
    if stops:
        for key in ids:
            driving.stop(ctx, ctx.state.units[key])
        impulse.ends(ctx, _standing(ctx, ids), float(ctx.figure("stop-mp")), "stop", drives[0].goal)


def _drive(game: Game, unit: Unit, goal: str) -> Drive:
    """The expenditures of one AFV; one that stays in its hex starts with the others, to be in the same status."""
    here = unit.hex or ""
    if goal == here:
        facing = driving.facing(unit) or 0
        start = Leg(here, float(game.figure("start-mp")), False, facing, start=True)
        return Drive(unit, goal, () if driving.under_way(unit) else (start,))
    if goal not in game.board.neighbours(here):
        raise Refused(f"{goal} is not adjacent to {unit.id}: a platoon goes hex by hex ({RULE})")
    return Drive(unit, goal, tuple(driving.plan(game, unit, (here, goal))))


def _may(game: Game, drives: Sequence[Drive], stops: bool) -> None:
    """D14.21: the same MP spent, the same status, ADJACENT in LOS before and after. Refused otherwise."""
    units = [drive.unit for drive in drives]
    moving = game.state.moving
    ids = {unit.id for unit in units}
    if any(unit.mf for unit in units) and not (moving and ids <= set(moving.ids)):
        raise Refused(f"{listed(sorted(ids))} do not begin their MPh together (D14.3)")
    if len({driving.under_way(unit) for unit in units}) > 1:
        raise Refused(f"one of {listed(sorted(ids))} is in Motion and another is not ({RULE})")
    for places in ([unit.hex or "" for unit in units], [drive.goal for drive in drives]):
        if not together(game, places):
            raise Refused(f"{listed(places)} are not ADJACENT in LOS: a platoon keeps together ({RULE})")
    length = max(len(drive.legs) for drive in drives)
    cost = sum(
        max(drive.legs[number].mp for drive in drives if number < len(drive.legs)) for number in range(length)
    ) + (game.figure("stop-mp") if stops else 0)
    for unit in units:
        limit = movement_allowance(game, unit)
        if game.state.option("mf-limit") and 0 < limit < unit.mf + cost:
            raise Refused(f"{unit.id} has {limit - unit.mf:g} MP left and the platoon takes {cost:g} (D14.31)")


def together(game: Game, places: Sequence[str]) -> bool:
    """D14.21: whether each of these hexes is the same as, or ADJACENT in LOS to, another of them."""
    return all(
        any(name == other or (game.board.distance(name, other) == 1 and look(game, name, other).exists)
            for place, other in enumerate(places) if place != number)
        for number, name in enumerate(places)
    )  # fmt: skip


def _impulse(ctx: Context, ids: Sequence[str], legs: Mapping[str, Leg], toward: str) -> bool:
    """D14.31: one expenditure of each, for the MP of the dearest; then the fire. True if the order ends here."""
    here = {key: ctx.state.units[key].hex or "" for key in ids}
    cost = max(leg.mp for leg in legs.values())
    groups: dict[tuple[str, str], list[str]] = {}
    starts = [key for key, leg in legs.items() if leg.start]
    for key in ids:
        leg = legs.get(key)
        if leg is None or not leg.enters:
            spend(ctx, [key], cost, "platoon")
        else:
            minefields.leave(ctx, there(ctx, [key], here[key]), here[key])
            if key not in ctx.state.units or ctx.state.units[key].flags & {"immobile", "abandoned"}:
                continue
            moved(ctx, {key: cost}, (here[key], leg.hex), "")
        if leg is not None and leg.vertex >= 0:
            driving.face(ctx, key, leg.vertex)
        groups.setdefault((here[key], ctx.state.units[key].hex or ""), []).append(key)
    if starts:
        _start(ctx, starts)
    for key, leg in legs.items():
        more = (
            bog.causes(ctx.game, ctx.state.units[key], here[key], leg.hex)
            if leg.enters and key in ctx.state.units
            else None
        )
        if more is not None:
            bog.check(ctx, ctx.state.units[key], leg.hex, more)
    halted = impulse.ends(ctx, groups, cost, "platoon", toward)
    if halted:
        ctx.tell("The platoon halts: fire, then order it on (D14.32).")
    return halted


def _start(ctx: Context, ids: Sequence[str]) -> None:
    """D14.21, D2.51: all start; one Mechanical Reliability DR for the platoon, Random Selection of who breaks down."""
    for key in ids:
        pieces.change(ctx, ctx.state.units[key], ["motion"], ["stopped"], "starts (D2.12)")
    red = [key for key in ids if ctx.game.counter_of(ctx.state.units[key]).red_mp]
    if not red:
        return
    with ctx.rolls_for(ctx.state.units[red[0]].side):
        record = ctx.roll("DR", f"Mechanical Reliability of {listed(red)}", rule="D2.51")
    if record.original >= ctx.figure("breakdown-dr"):
        key = ctx.pick(red, "which AFV breaks down (D14.21)")
        bog.immobilize(ctx, ctx.state.units[key], "mechanical breakdown (D2.51)")


def _scattered(ctx: Context, ids: Sequence[str]) -> bool:
    """D14.22: whether one of the platoon is lost, or cannot go on; the others are told so and halt."""
    out = [
        key for key in ids
        if key not in ctx.state.units or ctx.state.units[key].flags & {"immobile", "bogged", "shocked", "stunned"}
    ]  # fmt: skip
    if out:
        ctx.tell(f"{listed(out)} is out of the platoon (D14.22).")
    return bool(out)


def _standing(ctx: Context, ids: Sequence[str]) -> dict[tuple[str, str], list[str]]:
    found: dict[tuple[str, str], list[str]] = {}
    for key in ids:
        place = ctx.state.units[key].hex or ""
        found.setdefault((place, place), []).append(key)
    return found
