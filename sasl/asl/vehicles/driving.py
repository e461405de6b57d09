"""Driving (D2): starting, turning, reversing and stopping, breakdowns, Bog, and what a vehicle runs into."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.los.sight import in_bypass
from sasl.asl.game.minds import mind_of
from sasl.asl.game.state import Unit
from sasl.asl.game.under_way import Moving
from sasl.asl.infantry.morale import paatc
from sasl.asl.movement.allowance import allotment, movement_allowance, movement_kind, share
from sasl.asl.movement.ground.costs import PLAIN, Gait, step_cost, turn_mp
from sasl.asl.movement.step import arrived, draws_fire, going, moved, spend, step, there
from sasl.asl.ordnance import mounted
from sasl.asl.ordnance.aiming import crest_line
from sasl.asl.vehicles import bog, crews, enemy_afv, overrun, riders, trails, wagons
from sasl.board import bypass_line as board_bypass
from sasl.board.bypass_line import Vertices, same_vertex
from sasl.board.hexes import parse_hex, vertex_names
from sasl.board.movement_cost import Cost
from sasl.board.terrain import WAGON
from sasl.kernel.frozen import Frozen, replace
from sasl.kernel.text import listed

BACKING = "Reverse Motion"
"""Among the `arms` of a vehicle that backs on (D2.24)."""


class Leg(Frozen):
    """One expenditure of a drive: MP in the hex where it stands (start, one hexspine turned), or to enter the next hex.

    `start`: it is set in motion with this; `turns`: hexspines turned; `vertex`: its facing afterwards. `rest`: it takes
    all the MP that are left by then (D2.18).
    """

    hex: str
    mp: float
    enters: bool
    vertex: int
    start: bool = False
    turns: int = 0
    all: bool = False
    rest: bool = False


# -- facing -------------------------------------------------------------------------------------------


def facing(unit: Unit) -> int | None:
    """The vertex of its hex a vehicle or Gun faces (0 to 5), None if nobody has said."""
    names = vertex_names(parse_hex(unit.hex)) if unit.hex else ()
    return names.index(unit.ca) if unit.ca in names else None


def turned(vertex: int, side: int) -> tuple[int, int]:
    """The facing nearest to `vertex` whose front hexsides hold `side`, and the hexspines to it (D2.11)."""
    choices = [((side - 1) % 6, spines(vertex, (side - 1) % 6)), (side, spines(vertex, side))]
    return min(choices, key=lambda choice: choice[1])


def spines(a: int, b: int) -> int:
    """How many hexspines lie between two facings."""
    return min((a - b) % 6, (b - a) % 6)


def steps_of(a: int | None, b: int, turns: int) -> list[int]:
    """The facings on the way from one to another, hexspine by hexspine; the last alone if that is no way (D2.33)."""
    if a is None or turns != spines(a, b):
        return [b] * bool(turns)
    way = 1 if (b - a) % 6 == turns else -1
    return [(a + way * number) % 6 for number in range(1, turns + 1)]


TURNED = tuple(tuple(turned(vertex, side) for side in range(6)) for vertex in range(6))
"""`turned` by vertex and hexside."""
FORWARD = tuple((side, 0) for side in range(6))
"""The same for a vehicle of which nobody has said where it faces: it faces the hexside it leaves by."""


def turnings(vertex: int | None) -> tuple[tuple[int, int], ...]:
    """By hexside: the facing of a vehicle that leaves its hex there, and the hexspines it turns for it (D2.11)."""
    return FORWARD if vertex is None else TURNED[vertex]


def face(ctx: Context, unit_id: str, vertex: int, why: str = "") -> None:
    """A vehicle or Gun faces a vertex of its hex now (C3.2)."""
    unit = ctx.state.units[unit_id]
    name = vertex_names(parse_hex(unit.hex))[vertex]
    if unit.ca != name:
        ctx.emit(ev.UnitRedrawn(unit.id, ca=name, why=why))


# -- the plan of a drive ------------------------------------------------------------------------------


def under_way(unit: Unit) -> bool:
    """Whether a vehicle is in Motion or has started and not stopped since (D2.12, D2.4)."""
    return "motion" in unit.flags


def backing(unit: Unit) -> bool:
    """D2.24: whether it is in Reverse Motion."""
    return under_way(unit) and BACKING in unit.arms


def _no_more_backing(ctx: Context, unit: Unit) -> None:
    if BACKING in unit.arms:
        ctx.emit(ev.ArmsChanged(unit.id, (), (BACKING,), "D2.23"))


def horse_drawn(game: Game, unit: Unit) -> bool:
    """D12.1: whether it is a wagon: it starts and stops for nothing, and so is never in Motion [house]."""
    return movement_kind(game, unit) == WAGON


def start_mp(game: Game, unit: Unit) -> int:
    """The MP to start a vehicle (D2.12): none under way, nor for horses (D12.1)."""
    return 0 if under_way(unit) or horse_drawn(game, unit) else game.figure("start-mp")


def stop_mp(game: Game, unit: Unit) -> int:
    """The MP to stop a vehicle (D2.13): none for horses (D12.1)."""
    return 0 if horse_drawn(game, unit) else game.figure("stop-mp")


def plan(game: Game, unit: Unit, way: Sequence[str], gait: Gait = PLAIN) -> list[Leg]:
    """Every expenditure of a drive along `way`: start, each hexspine turned, each hex, with a Stop between forward and
    reverse. The other side may fire after each of them (D2.11, D2.12, D2.23).

    A Minimum Move takes all its MP for one hex that costs more (D2.15).
    """
    legs: list[Leg] = []
    reverse = "reverse" in gait
    vertex, past = facing(unit), in_bypass(game.state, unit)
    rolling = under_way(unit) or horse_drawn(game, unit)
    moving = game.state.moving
    backs = backing(unit) or (moving is not None and unit.id in moving.ids and moving.how == "reverse")
    if under_way(unit) and reverse != backs:  # D2.23
        legs.append(Leg(way[0], float(stop_mp(game, unit)), False, -1))
        rolling = False
    for a, b in pairwise(way):
        side = game.board.hexside(a, b) or 0
        wanted = (side + 3) % 6 if reverse else side
        turns, ahead, old = 0, gait.along(b), vertex
        if ahead and reverse:
            raise Refused(f"{unit.id} cannot use Bypass in reverse (D2.22) [house]")
        if ahead:
            turns, vertex = _turn_for_bypass(vertex, bool(past), a, b, ahead), same_vertex(b, ahead[0], a)
        else:
            vertex, turns = turnings(vertex)[wanted]
        past = ahead
        if not rolling:
            looks = vertex if old is None or not turns else old
            legs.append(Leg(a, float(game.figure("start-mp")), False, looks or 0, start=True))
        each = float(turn_mp(game, unit, a))
        legs += [Leg(a, each, False, facing_, turns=1) for facing_ in steps_of(old, vertex or 0, turns)]
        rolling = True
        price = step_cost(game, unit, a, b, gait)
        if not price.allowed:
            raise Refused(f"{unit.id} cannot enter {b} from {a}: {price.why}")
        if "minimum" in gait:
            _may_minimum(game, unit, b, price, turns)
        if ahead:
            vertex = board_bypass.ahead(ahead)
        rest = "motion" in gait and b == way[-1]
        legs.append(Leg(b, price.mf or 0.0, True, vertex or 0, all=price.all or "minimum" in gait, rest=rest))
    return legs


def _may_minimum(game: Game, unit: Unit, name: str, price: Cost, turns: int) -> None:
    """D2.15: refused but for a hex straight ahead that costs more than all its printed MP."""
    if turns:
        raise Refused(f"{unit.id} must turn to enter {name}: no turning in the MPh of a Minimum Move (D2.15)")
    if (price.mf or 0.0) <= allotment(game, unit):
        raise Refused(f"{name} costs {unit.id} {price.text}, which it can afford: no Minimum Move (D2.15)")


def stops_after(gait: Gait) -> bool:
    """Whether a drive ends with a Stop: in reverse, too, unless it is to stay in Motion; a Minimum Move does (D2.15,
    D2.24).
    """
    return "stop" in gait or ("reverse" in gait and not {"minimum", "motion"} & gait.options)


def _turn_for_bypass(vertex: int | None, in_bypass: bool, a: str, b: str, ahead: Vertices) -> int:
    """D2.32, D2.33: the hexspines to turn so as to face the vertex where Bypass begins; one from Bypass into Bypass."""
    wanted = same_vertex(b, ahead[0], a)
    return 1 if in_bypass else 0 if vertex is None or wanted is None else spines(vertex, wanted)


def cost_of(game: Game, unit: Unit, way: Sequence[str], gait: Gait = PLAIN) -> float:
    """The MP of a whole drive; a hex that takes ALL takes what is printed, once."""
    total, limit = 0.0, movement_allowance(game, unit)
    for leg in plan(game, unit, way, gait):
        if leg.all:  # D2.7: only starting may be paid beside it
            total = limit - unit.mf if unit.mf + total <= game.figure("start-mp") else limit + 1
        else:
            total += leg.mp
    return total + (stop_mp(game, unit) if stops_after(gait) else 0)


def loses_riders(game: Game, vehicle: Unit, way: Sequence[str], gait: Gait = PLAIN) -> str:
    """D6.21, D6.24: what a drive does to the Riders of a vehicle, in words; "" if they stay on."""
    men = riders.aboard(game, vehicle) if riders.carries_riders(game, vehicle) else []
    steps = (riders.no_riders_in(game, a, b) for a, b in pairwise(way) if not gait.along(b)) if men else ()
    place = next(filter(None, steps), "")
    verb = "Bails Out" if len(men) == 1 else "Bail Out"
    return f"{listed(unit.id for unit in men)} {verb}: Riders may enter {place} only by road (D6.21)" if place else ""


# -- driving ------------------------------------------------------------------------------------------


def drive(ctx: Context, unit: Unit, way: Sequence[str], gait: Gait = PLAIN) -> None:
    """D2.1: one vehicle drives along `way`, one expenditure after the other, until something stops it."""
    here = way[0]
    for leg in plan(ctx.game, unit, way, gait):
        if leg.enters:
            halted = _enter(ctx, unit.id, here, leg, gait)
            here = leg.hex
        else:
            halted = in_place(ctx, unit.id, leg, gait)
        if halted or not going(ctx, [unit.id], here):
            return
    if stops_after(gait):
        stop(ctx, ctx.state.units[unit.id])
    elif "reverse" in gait and not backing(ctx.state.units[unit.id]):
        ctx.emit(ev.ArmsChanged(unit.id, (BACKING,), (), "stays in Reverse Motion (D2.24)"))


def in_place(ctx: Context, unit_id: str, leg: Leg, gait: Gait) -> bool:
    """Starting, or turning (D2.11, D2.12): MP in the hex, breakdowns, Bog. True if the drive halts here."""
    if leg.vertex < 0:
        stop(ctx, ctx.state.units[unit_id])
        return draws_fire(ctx, [unit_id], leg.hex)
    spend(ctx, [unit_id], leg.mp, "start" if leg.start else "turn")
    if leg.start and start(ctx, unit_id):
        return True
    face(ctx, unit_id, leg.vertex)
    return turn_checks(ctx, unit_id, leg.hex, leg.turns) or draws_fire(ctx, [unit_id], leg.hex)


def turn_checks(ctx: Context, unit_id: str, name: str, turns: int) -> bool:
    """D2.11, D12.4: a Bog Check for each hexspine turned in difficult terrain, a Wreck Check at the gallop. True if it
    bogs, or wrecks.
    """
    return wagons.turns(ctx, unit_id, name) or bog.turning_bogs(ctx, ctx.state.units[unit_id], turns)


def start(ctx: Context, unit_id: str) -> bool:
    """D2.12, D2.51: a vehicle starts; one with red MP may break down, and a Temporary Crew not get it going (A21.22).
    True if it stays where it is.
    """
    unit = ctx.state.units[unit_id]
    if not crews.comes_to_life(ctx, unit):
        return True
    if covered := crest_line.words(unit):
        ctx.emit(ev.ArmsChanged(unit.id, (), covered, "starts: no longer HD (D4.221)"))
    _no_more_backing(ctx, unit)
    pieces.change(ctx, unit, ["motion"], ["stopped"], "starts (D2.12)")
    return _breaks_down(ctx, unit)


def is_unreliable(game: Game, unit: Unit) -> bool:
    """D2.51, A21.22: whether its MP are red, or count as red: a captured vehicle in the hands of a vehicle crew."""
    strange = bool(unit.maker) and not mounted.stand_in(unit) and bool(mounted.weapons(game, unit))
    return game.counter_of(unit).red_mp or strange


def _breaks_down(ctx: Context, unit: Unit) -> bool:
    """D2.51: the Mechanical Reliability DR of a vehicle with red MP. True if it is Immobilized."""
    if not is_unreliable(ctx.game, unit):
        return False
    with ctx.rolls_for(unit.side):
        record = ctx.roll("DR", f"Mechanical Reliability of {unit.id}", rule="D2.51")
    if record.original < ctx.figure("breakdown-dr"):
        return False
    bog.immobilize(ctx, ctx.state.units[unit.id], "mechanical breakdown (D2.51)")
    return True


def stop(ctx: Context, unit: Unit) -> None:
    """D2.13: a vehicle spends its Stop MP; a wagon just stands (D12.1)."""
    if horse_drawn(ctx.game, unit) and not under_way(unit):
        return
    spend(ctx, [unit.id], float(stop_mp(ctx.game, unit)), "stop")
    _no_more_backing(ctx, unit)
    pieces.change(ctx, ctx.state.units[unit.id], ["stopped"], ["motion"], "stops (D2.13)")


def _enter(ctx: Context, unit_id: str, here: str, leg: Leg, gait: Gait) -> bool:
    """D2.1, D8.2, D7: a vehicle enters a hex; Riders, Bog and Overrun. True if the drive halts here."""
    game, unit, name = ctx.game, ctx.state.units[unit_id], leg.hex
    past = gait.along(name)
    if (place := riders.no_riders_in(game, here, name)) and not past:
        riders.shed(ctx, unit, f"Riders may enter {place} only by road (D6.21)")
    price = leg.mp
    if leg.all or leg.rest:
        price = max(leg.mp * leg.rest, movement_allowance(game, unit) - unit.mf)
    startles(ctx, unit, here, name, gait)
    if "reverse" not in gait and _wants_overrun(ctx, unit, name, price):
        price += share(game, unit, game.figure("overrun-share"))
        gait = gait.adding("overrun")
    if not past and bog.held_back(ctx, unit, name):
        spend(ctx, [unit_id], price, f"does not get out into {name}")
        draws_fire(ctx, [unit_id], here)
        return True
    face(ctx, unit_id, leg.vertex)

    def entered() -> None:
        more = None if past else bog.causes(game, unit, here, name)
        if more is not None:
            more = {**more, "half-mp-woods": 0} if "minimum" in gait else more  # D8.2
            bog.check(ctx, ctx.state.units[unit_id], name, more)

    halted = step(ctx, [unit_id], here, name, {unit_id: price}, gait, entered)
    if wagons.enters(ctx, unit_id, here, name, price):
        return True
    if not there(ctx, [unit_id], name):
        return True
    if not past:
        trails.drives(ctx, ctx.state.units[unit_id], here, name)
    riders.settle(ctx, unit_id)
    if "overrun" in gait and (not halted or bog.is_stuck(ctx.state.units[unit_id])):
        overrun_now(ctx, ctx.state.units[unit_id])
        halted = True
    elif "overrun" in gait and unit_id in ctx.state.units:
        ctx.tell(f"When their fire is over: overrun {unit_id} (D7.1).", stop=True, hexes=(name,))
    _not_with_an_afv(ctx, unit_id, name)
    return halted


def startles(ctx: Context, unit: Unit, here: str, name: str, gait: Gait = PLAIN) -> None:
    """A12.41: a vehicle that does not bypass a hex, nor keeps to a road through woods, comes upon who is concealed."""
    board = ctx.board
    by_woods_road = "off-road" not in gait and board.on_road(here, name) and board.terrain(name).has("woods")
    if not gait.along(name) and not by_woods_road:
        paatc.come_upon(ctx, unit, name)


def waiting_overrun(game: Game, unit: Unit) -> Moving:
    """D7.1: the move whose Overrun waits for the fire its MP drew. Refused if there is none."""
    moving = game.state.moving
    if moving is None or unit.id not in moving.ids or moving.how != "overrun" or unit.hex != moving.hex:
        raise Refused(f"{unit.id} has not paid for an Overrun in its hex: move it into one (D7.1)")
    return moving


def overrun_now(ctx: Context, unit: Unit) -> None:
    """D7.1: the Overrun that waited for the fire its MP drew."""
    ctx.emit(ev.MovingSet(replace(waiting_overrun(ctx.game, unit), how="overran")))
    overrun.overrun(ctx, unit, unit.hex)


def _wants_overrun(ctx: Context, unit: Unit, name: str, price: float) -> bool:
    """D7.1: whether there is somebody to overrun, the MP for it, and the will."""
    victims = [victim for victim in overrun.targets(ctx.game, unit, name) if "hidden" not in victim.flags]
    cost = share(ctx.game, unit, ctx.figure("overrun-share"))
    limit = movement_allowance(ctx.game, unit)
    if not victims or (limit and unit.mf + price + cost > limit and ctx.state.option("mf-limit")):
        return False
    if mounted.has_fired(unit):
        return False
    names = listed(dict.fromkeys(victim.id if victim.known else "a concealed unit" for victim in victims))
    text = f"Does {unit.id} overrun {names} in {name} for {cost} more MP?"
    if mind_of(ctx.game, unit.side) is None:
        text += f" {overrun.odds(ctx.game, unit, name)}."
    return ctx.yes(
        text, default=False, rule="D7.1", hexes=(name,), whose=unit.side, id="overrun", subject=(unit.id, name)
    )


def _not_with_an_afv(ctx: Context, unit_id: str, name: str) -> None:
    """D2.6: say so when a vehicle is in the hex of an enemy AFV with which it may not stay."""
    unit = ctx.state.units.get(unit_id)
    if unit is not None and (foes := enemy_afv.barred_by(ctx.game, unit, name)):
        ctx.tell(f"{unit_id} may not stop or end its MPh with {foes}, which it cannot kill there (D2.6).")


def enter_map(ctx: Context, unit: Unit, name: str, price: float) -> bool:
    """A2.52: a vehicle enters from off-board, in Motion but for a wagon. True if the move halts there."""
    moved(ctx, {unit.id: price}, (name,), "enter")
    if not horse_drawn(ctx.game, unit):
        pieces.change(ctx, ctx.state.units[unit.id], ["motion"], why="enters in Motion (A2.52)")
    return arrived(ctx, [unit.id], (name,))
