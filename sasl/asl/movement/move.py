"""The order to move: a stack or a vehicle goes along a path (A4, D2)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.registry import verb
from sasl.asl.game.selection import one_stack, select
from sasl.asl.game.sight import known_hex
from sasl.asl.game.state import State, Unit, opponent
from sasl.asl.movement import armored, bypass, driving, human_wave, platoon, riding
from sasl.asl.movement.allowance import (
    CANNOT_MOVE,
    able,
    movement_allowance,
    movement_kind,
    on_its_own,
    stack_allowance,
)
from sasl.asl.movement.costs import step_cost
from sasl.asl.movement.marching import LAST_HEX, beyond, enter_obstacle, go_into, march, spent_after
from sasl.asl.movement.step import bars, moved, take_control
from sasl.asl.stacking import overstacked
from sasl.asl.vehicles.depression import in_culvert, room_below
from sasl.board.movement import path as find_path
from sasl.kernel.text import listed

__all__ = [
    "CANNOT_MOVE",
    "in_mph",
    "moved",
    "movement_allowance",
    "movement_kind",
    "on_its_own",
    "reckon",
    "stack_allowance",
    "step_cost",
    "take_control",
]

WORDS = {
    "assault": "Assault Movement (A4.61)",
    "double": "Double Time (A4.5)",
    "dash": "a Dash across a road (A4.63)",
    "minimum": "a Minimum Move (A4.134)",
    "into": "into the shellholes, foxhole or trench of the last hex (B2, B27)",
    "crest": "into Crest status in the last hex (B20.91)",
    "culvert": "INTO the Culvert (OtO 3.2)",
    "off-road": "not at the road rate (B3, OtO 2.3)",
    "reverse": "in reverse (D2.2)",
    "stop": "and stop (D2.13)",
    "gallop": "at the gallop (A13.36)",
    "ovr": "an Infantry OVR of the one SMC in the last hex (A4.15)",
    "armored": "Infantry with an AFV: Armored Assault (D9.31)",
}
"""The words that may end an order to move."""

FOOT_ONLY = {"assault", "double", "dash", "minimum", "into", "crest", "culvert", "off-road", "gallop", "ovr"}


def in_mph(state: State) -> str:
    """When the orders of the MPh are legal: in either side's MPh, for its own units."""
    return "" if state.phase == "MPh" else f"that belongs to the MPh; this is {state.moment}"


@verb(
    "move",
    "move UNITS [to] HEX[-HEX]… [assault|double|dash|gallop|armored|ovr|crest|stop…]",
    "move a stack along a path, or by the cheapest way to a hex; D4-C4-C5 (D4 bypass C4,C5) goes round D4",
    when=in_mph,
    group="move",
    key="m",
)
def move(ctx: Context, words: list[str]) -> None:
    """A4, D2: move a stack or a vehicle of the side whose MPh it is; every hex has its dangers and may halt it."""
    units, way, how = _read_move(ctx, words)
    if len(way) < 2 and "armored" not in how:
        if units[0].kind == "vehicle" or not enter_obstacle(ctx, units, way[0]):
            go_into(ctx, units, way[0], how)
        return
    if not bypass.has_room(ctx, way, how, drives=units[0].kind == "vehicle"):
        return
    held = human_wave.holds_up(ctx.state, [unit.id for unit in units])
    if held:
        raise Refused(held)
    if "armored" in how:
        afv, men = armored.fitting(ctx.game, units, way, how)
        if platoon.alone(ctx, afv):
            armored.assault(ctx, ctx.state.units[afv.id], men, way, how)
        crowded(ctx, [unit.id for unit in units])
        return
    _who_moved_before(ctx, units)
    if units[0].kind == "vehicle":
        _drive(ctx, units, way, how)
    else:
        march(ctx, units, way, how)
    crowded(ctx, [unit.id for unit in units])


def _read_move(ctx: Context, words: list[str]) -> tuple[list[Unit], list[str], set[str]]:
    """The stack, its whole way (its own hex first), and the words of WORDS."""
    rest, how = list(words), set[str]()
    while rest and rest[-1].lower() in WORDS:
        how.add(rest.pop().lower())
    if len(rest) < 2:
        raise Refused("move needs units and hexes, as in: move 628a,91a K21 K20, or: move K22 to K20")
    there = select(ctx.state, rest[0], ctx.state.side)
    units = able(ctx, rest[0], there, ctx.game.reactions.waived(ctx.game, how), together="armored" in how)
    start = one_stack(units)
    if "armored" not in how and len(units) > 1 and any(unit.kind == "vehicle" for unit in units):
        raise Refused(
            "a vehicle drives by itself: name one vehicle, or Infantry alone (A4.2, D2.1); "
            "with its Infantry: move … armored (D9.31)"
        )
    way = [start]
    names, sides = bypass.hexsides(ctx.game, [item for item in rest[1:] if item.lower() != "to"])
    for word in names:
        name = known_hex(ctx.game, word)
        if name in ctx.board.neighbours(way[-1]):
            way.append(name)
        elif name != way[-1]:
            way += _way(ctx, units, way[-1], name)[1:]
    if "armored" not in how:
        _fitting(units, way, how)
    elif sides:
        raise Refused("nobody goes round woods or buildings in Armored Assault (D9.31) [house]")
    if "culvert" in how:
        room_below(ctx.game, units, way[-1])
    ctx.game.reactions.may_move(ctx.game, units, way, how)
    return units, way, how | bypass.planned(ctx.game, units, way, sides)


def _fitting(units: Sequence[Unit], way: Sequence[str], how: set[str]) -> None:
    """Refused if the words of the order do not go with the units or with one another."""
    vehicle = units[0].kind == "vehicle"
    wrong = next((word for word in sorted(how) if (word in FOOT_ONLY) == vehicle), "")
    if wrong == "ovr" and vehicle:
        raise Refused(f"a vehicle Overruns by driving in: move {units[0].id} HEX, and you are asked (D7.1)")
    if wrong and vehicle:
        raise Refused(f"{units[0].id} is no Infantry: {WORDS[wrong]} is not for vehicles (A4.5, A4.61)")
    if wrong:
        raise Refused(f"{units[0].id} is no vehicle: {WORDS[wrong]}")
    riding.fitting(units, how)
    if len(how & {"assault", "double", "dash", "minimum"}) > 1:
        raise Refused("Assault Movement, Double Time, Dash and Minimum Move exclude one another (A4.5, A4.61, A4.63)")
    if len(how & LAST_HEX) > 1:
        raise Refused("a unit does one thing in its last hex: into, crest, culvert or ovr (B20.91, B27, OtO 3.2)")
    if "assault" in how and len(way) > 2:
        raise Refused("Assault Movement is one Location (A4.61)")
    if "minimum" in how and len(way) > 2:
        raise Refused("a Minimum Move is one hex (A4.134)")


def _way(ctx: Context, units: Sequence[Unit], start: str, goal: str) -> list[str]:
    """The cheapest way, around Known minefields and hexes the units may not enter. Refused if there is none."""
    closed = _closed(ctx, units)
    mines = {marker.hex for marker in ctx.state.marked("minefield")}

    def extra(name: str) -> float:
        return 1000.0 if name in closed else 20.0 if name in mines and name != goal else 0.0

    found = find_path(ctx.board, start, goal, movement_kind(ctx.game, units[0]), extra_cost=extra)
    if not found:
        raise Refused(f"there is no way for {units[0].id} from {start} to {goal}")
    return list(found)


def _closed(ctx: Context, units: Sequence[Unit]) -> frozenset[str]:
    """Hexes that Infantry does not enter in the MPh because units of the other side are there (A4.14)."""
    if units[0].kind == "vehicle":
        return frozenset()
    return frozenset(unit.hex or "" for unit in ctx.state.on_map(opponent(units[0].side)) if bars(unit))


def _who_moved_before(ctx: Context, units: Sequence[Unit]) -> None:
    """A4.2: who has moved and then let others move has ended its MPh; a warning, the player decides."""
    moving = ctx.state.moving
    waiting = bypass.must_go_on(ctx.game)
    if waiting and moving and not {unit.id for unit in units} & set(moving.ids):
        raise Refused(waiting)
    done = [unit.id for unit in units if unit.mf and (moving is None or unit.id not in moving.ids)]
    if done:
        ctx.tell(f"{listed(done)} had ended the move when others moved: by the book it may not go on (A4.2).")


def crowded(ctx: Context, ids: Sequence[str]) -> None:
    """A5.1: say so if the move ends in a hex that holds too many."""
    last = next((ctx.state.units[key] for key in ids if key in ctx.state.units), None)
    if last is None or last.hex is None:
        return
    here = ctx.state.units_at(last.hex, last.side)
    fault = overstacked(ctx.game, [unit for unit in here if not in_culvert(unit)])
    if fault:
        ctx.tell(f"{last.hex} is overstacked: {fault}.", hexes=(last.hex,))


# -- vehicles -----------------------------------------------------------------------------------------


def _drive(ctx: Context, units: Sequence[Unit], way: Sequence[str], how: Collection[str]) -> None:
    """D2.1: the MP of the whole drive, then the drive."""
    unit = units[0]
    limit = movement_allowance(ctx.game, unit)
    spent = unit.mf + driving.cost_of(ctx.game, unit, way, how)
    if spent > limit > 0:
        beyond(ctx, f"{unit.id} has {limit:g} MP and this makes {spent:g} (D2.1)")
    armored.within_escort(ctx, unit, way)
    if not platoon.alone(ctx, unit):
        return
    unit = ctx.state.units[unit.id]
    driving.drive(ctx, unit, way, how)
    armored.went_on(ctx, unit.id, way)


def reckon(game: Game, units: Sequence[Unit], way: Sequence[str], how: Collection[str] = ()) -> dict[str, float]:
    """The MF or MP each unit will have spent after moving along `way`. Refused where one may not go."""
    if units[0].kind == "vehicle":
        return {unit.id: unit.mf + driving.cost_of(game, unit, way, how) for unit in units}
    limits = stack_allowance(game, units)
    return {unit.id: spent_after(game, unit, way, limits[unit.id], how) for unit in units}
