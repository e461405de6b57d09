"""The orders of the MPh: a stack moves along a path, off-board units enter (A4, A2.51)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import pairwise

from sasl.board.movement import is_open
from sasl.board.movement import path as find_path
from sasl.combat import concealment
from sasl.combat.depression import in_culvert
from sasl.combat.stacking import overstacked
from sasl.core.text import listed
from sasl.game import pieces
from sasl.game.context import Context, Game, Option, Refused
from sasl.game.sight import known_hex
from sasl.game.state import State, Unit
from sasl.play.movement import driving
from sasl.play.movement.allowance import (
    CANNOT_MOVE,
    able,
    movement_allowance,
    movement_kind,
    on_its_own,
    stack_allowance,
)
from sasl.play.movement.costs import step_cost, works_in
from sasl.play.movement.step import arrived, going, moved, spend, step, take_control, under_fire
from sasl.play.registry import verb
from sasl.play.selection import one_stack, select

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
}
"""The words that may end an order to move."""

FOOT_ONLY = {"assault", "double", "dash", "minimum", "into", "crest", "culvert", "off-road"}
LAST_HEX = {"into", "crest", "culvert"}
IN_PLACE = {"into": "", "crest": "crest"}


def in_mph(state: State) -> str:
    """When the orders of the MPh are legal: in either side's MPh, for its own units."""
    return "" if state.phase == "MPh" else f"that belongs to the MPh; this is {state.moment}"


@verb(
    "move",
    "move UNITS [to] HEX… [assault|double|dash|minimum|into|crest|reverse|stop …]",
    "move a stack along a path, or by the cheapest way to a hex",
    when=in_mph,
    group="move",
    key="m",
)
def move(ctx: Context, words: list[str]) -> None:
    """A4, D2: move a stack or a vehicle of the side whose MPh it is; every hex has its dangers and may halt it."""
    units, way, how = _read_move(ctx, words)
    if len(way) < 2:
        _in_place(ctx, units, way[0], how)
        return
    _who_moved_before(ctx, units)
    if units[0].kind == "vehicle":
        _drive(ctx, units, way, how)
    else:
        _march(ctx, units, way, how)
    _crowded(ctx, [unit.id for unit in units])


def _read_move(ctx: Context, words: list[str]) -> tuple[list[Unit], list[str], set[str]]:
    """The stack, its whole way (its own hex first), and the words of WORDS."""
    rest, how = list(words), set[str]()
    while rest and rest[-1].lower() in WORDS:
        how.add(rest.pop().lower())
    if len(rest) < 2:
        raise Refused("move needs units and hexes, as in: move 628a,91a K21 K20, or: move K22 to K20")
    units = able(ctx, rest[0], select(ctx.state, rest[0], ctx.state.side))
    start = one_stack(units)
    if len(units) > 1 and any(unit.kind == "vehicle" for unit in units):
        raise Refused("a vehicle drives by itself: name one vehicle, or Infantry alone (A4.2, D2.1)")
    way = [start]
    for word in (item for item in rest[1:] if item.lower() != "to"):
        name = known_hex(ctx.game, word)
        if name in ctx.board.neighbours(way[-1]):
            way.append(name)
        elif name != way[-1]:
            way += _way(ctx, units, way[-1], name)[1:]
    _fitting(units, way, how)
    return units, way, how


def _fitting(units: Sequence[Unit], way: Sequence[str], how: set[str]) -> None:
    """Refused if the words of the order do not go with the units or with one another."""
    vehicle = units[0].kind == "vehicle"
    wrong = next((word for word in sorted(how) if (word in FOOT_ONLY) == vehicle), "")
    if wrong and vehicle:
        raise Refused(f"{units[0].id} is no Infantry: {WORDS[wrong]} is not for vehicles (A4.5, A4.61)")
    if wrong:
        raise Refused(f"{units[0].id} is no vehicle: {WORDS[wrong]}")
    if len(how & {"assault", "double", "dash", "minimum"}) > 1:
        raise Refused("Assault Movement, Double Time, Dash and Minimum Move exclude one another (A4.5, A4.61, A4.63)")
    if len(how & LAST_HEX) > 1:
        raise Refused("a unit goes into one thing at a time: into, crest or culvert (B20.91, B27, OtO 3.2)")
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
    return frozenset(unit.hex or "" for unit in ctx.state.on_map(concealment.other_side(units[0].side)))


def _who_moved_before(ctx: Context, units: Sequence[Unit]) -> None:
    """A4.2: who has moved and then let others move has ended its MPh; a warning, the player decides."""
    moving = ctx.state.moving
    done = [unit.id for unit in units if unit.mf and (moving is None or unit.id not in moving.ids)]
    if done:
        ctx.tell(f"{listed(done)} had ended the move when others moved: by the book it may not go on (A4.2).")


def _crowded(ctx: Context, ids: Sequence[str]) -> None:
    """A5.1: say so if the move ends in a hex that holds too many."""
    last = next((ctx.state.units[key] for key in ids if key in ctx.state.units), None)
    if last is None or last.hex is None:
        return
    here = ctx.state.units_at(last.hex, last.side)
    below = [unit for unit in here if in_culvert(unit)]
    fault = overstacked(ctx.game, [unit for unit in here if unit not in below] if below else here)
    if below and overstacked(ctx.game, below):
        fault = "nobody may be overstacked IN the Culvert (OtO 3.1)"
    if fault:
        ctx.tell(f"{last.hex} is overstacked: {fault}.", hexes=(last.hex,))


# -- vehicles -----------------------------------------------------------------------------------------


def _drive(ctx: Context, units: Sequence[Unit], way: Sequence[str], how: Collection[str]) -> None:
    """D2.1: the MP of the whole drive, then the drive."""
    unit = units[0]
    limit = movement_allowance(ctx.game, unit)
    spent = unit.mf + driving.cost_of(ctx.game, unit, way, how)
    if spent > limit > 0:
        _beyond(ctx, f"{unit.id} has {limit:g} MP and this makes {spent:g} (D2.1)")
    driving.drive(ctx, unit, way, how)


def _beyond(ctx: Context, why: str) -> None:
    """Ask before a unit spends more than it has; the player's board may know better."""
    if ctx.state.option("mf-limit") and not ctx.yes(f"{why}. Move all the same?", default=False, rule="A4.1"):
        raise Refused(f"not moved: {why}")


# -- Infantry -----------------------------------------------------------------------------------------


def _march(ctx: Context, units: list[Unit], way: Sequence[str], how: set[str]) -> None:
    """A4.1: Infantry moves as a stack; the bonuses it has, the MF of the whole way, then step by step."""
    if "double" in how:
        units = _double_time(ctx, units)
    for unit in units:
        if "assault" in how and unit.mf:
            raise Refused(f"{unit.id} has moved: Assault Movement is its whole move (A4.61)")
    limits = stack_allowance(ctx.game, units)
    if _all_by_road(ctx, units, way, how):
        limits = {key: value + ctx.figure("road-bonus-mf") for key, value in limits.items()}
        how.add("road-bonus")
    if "dash" in how:
        _may_dash(ctx, units, way, limits)
        how.add(f"dash {way[1]}")
    if _ask_limit(ctx, units, way, limits, how):
        how.add("minimum")
    ids = [unit.id for unit in units]
    for number, (here, name) in enumerate(pairwise(way), 1):
        ids = going(ctx, ids, here)
        last = number == len(way) - 1
        if not ids or _step(ctx, ids, here, name, how if last else how - LAST_HEX, limits):
            break
    if "minimum" in how:
        _exhausted(ctx, ids)


def _double_time(ctx: Context, units: Sequence[Unit]) -> list[Unit]:
    """A4.5: Double Time; two MF more, or one if MF were spent before. The unit is CX."""
    for unit in units:
        for flag, why in (("cx", "is CX (A4.51)"), ("wounded", "is wounded (A17.2)")):
            if flag in unit.flags:
                raise Refused(f"{unit.id} {why}: no Double Time (A4.5)")
        late = ["double-late"] if unit.mf else []
        pieces.change(ctx, unit, ["cx", *late], why="Double Time (A4.5)")
    return [ctx.state.units[unit.id] for unit in units]


def _all_by_road(ctx: Context, units: Sequence[Unit], way: Sequence[str], how: Collection[str]) -> bool:
    """B3.4: the road bonus, if every hexside of the whole move is a road hexside; not in mud (E3.6)."""
    return (
        "off-road" not in how
        and "Mud" not in ctx.state.ec
        and all(unit.mf == 0 or "by-road" in unit.flags for unit in units)
        and all(ctx.board.on_road(a, b) for a, b in pairwise(way))
    )


def _may_dash(ctx: Context, units: Sequence[Unit], way: Sequence[str], limits: dict[str, float]) -> None:
    """A4.63: from cover over one road hex into cover, with the MF for both, as the whole move."""
    if len(way) != 1 + ctx.figure("dash-hexes") or not ctx.board.terrain(way[1]).road:
        raise Refused("a Dash is two hexes: across a road hex into the one beyond (A4.63)")
    side = units[0].side
    for name in (way[0], way[2]):
        if is_open(ctx.board, name) and concealment.seen_within(ctx.game, name, side):
            raise Refused(f"{name} is Open Ground in LOS: a Dash goes from cover to cover (A4.63)")
    for unit in units:
        if unit.mf:
            raise Refused(f"{unit.id} has spent MF: a Dash is its whole move (A4.63)")
        if _spent(ctx.game, unit, way, limits[unit.id], ()) > limits[unit.id]:
            raise Refused(f"{unit.id} has not the MF for the whole Dash (A4.63)")


def _spent(game: Game, unit: Unit, way: Sequence[str], limit: float, how: Collection[str]) -> float:
    """The MF a unit has spent after the whole way; more than any limit where ALL comes after other MF."""
    spent = unit.mf
    for number, (a, b) in enumerate(pairwise(way), 1):
        words = how if number == len(way) - 1 else set(how) - LAST_HEX
        price = step_cost(game, unit if number == 1 else _afoot(unit, a), a, b, words)
        if not price.allowed:
            raise Refused(f"{unit.id} cannot enter {b} from {a}: {price.why}")
        spent += (max(limit, 1.0) if not spent else limit + 1) if price.all else price.mf or 0.0
    return spent


def _afoot(unit: Unit, place: str) -> Unit:
    """The unit as it will be in a later hex of its way: out of what it was in."""
    return replace(unit, hex=place, flags=unit.flags - {"dug-in", "crest", "in-culvert", "shellhole"})


def reckon(game: Game, units: Sequence[Unit], way: Sequence[str], how: Collection[str] = ()) -> dict[str, float]:
    """The MF or MP each unit will have spent after moving along `way`. Refused where one may not go."""
    if units[0].kind == "vehicle":
        return {unit.id: unit.mf + driving.cost_of(game, unit, way, how) for unit in units}
    limits = stack_allowance(game, units)
    return {unit.id: _spent(game, unit, way, limits[unit.id], how) for unit in units}


def _ask_limit(
    ctx: Context, units: Sequence[Unit], way: Sequence[str], limits: dict[str, float], how: Collection[str]
) -> bool:
    """Ask before a unit spends more than it has. True if the move is a Minimum Move (A4.134)."""
    for unit in units:
        limit = limits[unit.id]
        spent = _spent(ctx.game, unit, way, limit, how)
        over = f"{unit.id} has {limit:g} MF and this makes {spent:g} (A4.1)" if spent > limit else ""
        if not over and "assault" in how and spent >= limit:
            over = "Assault Movement may not use all MF (A4.61)"
        if not over:
            continue
        if "minimum" in how or (_may_minimum(ctx, units, way, limits, how) and _wants_minimum(ctx, over)):
            _minimum_or_refuse(ctx, units, way, limits)
            return True
        if not _may_minimum(ctx, units, way, limits, how):
            _beyond(ctx, over)
        return False
    return False


def _may_minimum(
    ctx: Context, units: Sequence[Unit], way: Sequence[str], limits: dict[str, float], how: Collection[str]
) -> bool:
    """A4.134: one hex, as the whole move, with a MF left after portage."""
    least = ctx.figure("minimum-move-mf")
    fresh = all(unit.mf == 0 and limits[unit.id] >= least for unit in units)
    return fresh and len(way) == 2 and not {"assault", "dash"} & set(how)


def _wants_minimum(ctx: Context, why: str) -> bool:
    """Ask what to do about a hex that costs more than there is: nothing, a Minimum Move, or go all the same."""
    if not ctx.state.option("mf-limit"):
        return False
    options = [
        Option("no", "do not move"),
        Option("minimum", "a Minimum Move: pinned and CX afterwards (A4.134)"),
        Option("yes", "the board says otherwise: move"),
    ]
    answer = ctx.choose(f"{why}. Move all the same?", options, rule="A4.134")
    if answer == "no":
        raise Refused(f"not moved: {why}")
    return answer == "minimum"


def _minimum_or_refuse(ctx: Context, units: Sequence[Unit], way: Sequence[str], limits: dict[str, float]) -> None:
    if not _may_minimum(ctx, units, way, limits, ()):
        raise Refused("a Minimum Move is one hex and the whole move, with at least 1 MF after portage (A4.134)")


def _exhausted(ctx: Context, ids: Sequence[str]) -> None:
    """A4.134: after a Minimum Move every unbroken survivor is pinned and CX."""
    for key in ids:
        unit = ctx.state.units.get(key)
        if unit and "broken" not in unit.flags:
            pieces.change(ctx, unit, ["pinned", "cx"], why="Minimum Move (A4.134)")


def _step(
    ctx: Context, ids: Sequence[str], here: str, name: str, how: Collection[str], limits: dict[str, float]
) -> bool:
    """One hex of Infantry: nobody Known may be there, a concealed unit throws it back (A4.14, A12.15)."""
    units = [ctx.state.units[key] for key in ids]
    other = concealment.other_side(units[0].side)
    known = [unit.id for unit in ctx.state.units_at(name, other) if concealment.is_known(unit)]
    known = [key for key in known if ctx.state.units[key].kind != "aircraft"]
    if known and not all("berserk" in unit.flags for unit in units):
        raise Refused(f"{name} holds {listed(known)}: Infantry may not enter it in the MPh (A4.14)")
    prices: dict[str, float] = {}
    for unit in units:
        price = step_cost(ctx.game, unit, here, name, how)
        prices[unit.id] = max(limits.get(unit.id, 0.0) - unit.mf, 0.0) if price.all else price.mf or 0.0
    if not known and ctx.state.units_at(name, other):
        for key, mf in prices.items():
            spend(ctx, [key], mf, "thrown back")
        if concealment.bump(ctx, ids, here, name):
            under_fire(ctx, ids, here)
            return True
    halted = step(ctx, ids, here, name, prices, how)
    _mark_road(ctx, ids, name, how)
    return halted


def _mark_road(ctx: Context, ids: Sequence[str], name: str, how: Collection[str]) -> None:
    """B3.4: remember who has kept to the road, so that a halted move goes on with its bonus."""
    kept = "road-bonus" in how
    for key in going(ctx, ids, name):
        pieces.change(ctx, ctx.state.units[key], ["by-road"] if kept else (), () if kept else ["by-road"])


def _in_place(ctx: Context, units: Sequence[Unit], name: str, how: set[str]) -> None:
    """B2, B27, B20.91: Infantry goes into what its own hex offers: foxhole, shellholes, crest, or down again."""
    if not how & set(IN_PLACE):
        if how == {"stop"}:
            driving.stop(ctx, units[0])
            return
        raise Refused(f"{units[0].id} is in {name} already: name another hex")
    flag, mf = _what_is_here(ctx, units[0], name, how)
    limits = stack_allowance(ctx.game, units)
    for unit in units:
        if unit.mf + mf > limits[unit.id]:
            _beyond(ctx, f"{unit.id} has {limits[unit.id]:g} MF and this makes {unit.mf + mf:g} (A4.1)")
    ids = [unit.id for unit in units]
    spend(ctx, ids, mf, flag)
    for key in ids:
        gone = ["crest", "in-gully"] if flag in ("crest", "in-gully") else []
        pieces.change(ctx, ctx.state.units[key], [flag], [item for item in gone if item != flag], f"{mf:g} MF")
    under_fire(ctx, ids, name)


def _what_is_here(ctx: Context, unit: Unit, name: str, how: Collection[str]) -> tuple[str, float]:
    """The state a unit can enter in its own hex, and the MF for it."""
    terrain = ctx.board.terrain(name)
    if "crest" in how:
        if "gully" not in terrain.terrains or "bridge" in terrain.terrains or terrain.culvert or in_culvert(unit):
            raise Refused(f"there is no Crest status in {name} (B20.9, OtO 3.4)")
        return "crest", float(ctx.figure("crest-mf"))
    if "crest" in unit.flags:
        return "in-gully", float(ctx.figure("crest-mf"))
    if works_in(ctx.game, name) and "dug-in" not in unit.flags:
        return "dug-in", float(ctx.figure("entrenchment-mf"))
    holes = ctx.board.chart.infantry(terrain.terrains, into=True)[len(ctx.board.chart.infantry(terrain.terrains)) :]
    if holes and "shellhole" not in unit.flags:
        return "shellhole", float(holes[0][1] or 0.0)
    raise Refused(f"there is nothing in {name} for {unit.id} to go into (B2, B27)")


# -- entry --------------------------------------------------------------------------------------------


@verb(
    "enter",
    "enter UNITS HEX",
    "bring off-board units onto a hex of their board edge",
    when=in_mph,
    group="move",
    key="e",
)
def enter(ctx: Context, words: list[str]) -> None:
    """A2.51: off-board units enter on their own board edge, paying for the first hex."""
    if len(words) != 2:
        raise Refused("enter needs units and a hex, as in: enter reinforcements M28")
    side = ctx.state.side
    units = [unit for unit in select(ctx.state, words[0], side) if not unit.carrier]
    name = known_hex(ctx.game, words[1])
    area = ctx.mission.area
    edge, code = (area.friendly_edge, "FBE") if side == "FRIENDLY" else (area.enemy_edge, "EBE")
    if name not in ctx.board.edge(edge):
        raise Refused(f"{name} is not on the {edge} edge ({code})")
    for unit in units:
        if unit.hex is not None:
            raise Refused(f"{unit.id} is on the map already, in {unit.hex}")
        if unit.turn > ctx.state.turn:
            raise Refused(f"{unit.id} arrives on Turn {unit.turn}")
    for unit in units:
        if unit.kind == "vehicle":
            driving.enter_map(ctx, unit, name, entry_cost(ctx.game, unit, name))
    others = [unit for unit in units if unit.kind != "vehicle"]
    if others:
        moved(ctx, {unit.id: entry_cost(ctx.game, unit, name) for unit in others}, (name,), "enter")
        arrived(ctx, [unit.id for unit in others], (name,))
    _crowded(ctx, [unit.id for unit in units])


def entry_cost(game: Game, unit: Unit, name: str) -> float:
    """A2.51: the MF or MP of the first hex, by road where one leaves the map there."""
    terrain = game.board.terrain(name)
    if terrain.road:
        return game.board.chart.figure("road_mf" if unit.infantry else "road_mp")
    kind = movement_kind(game, unit)
    parts = (
        game.board.chart.infantry(terrain.terrains)
        if unit.infantry
        else game.board.chart.vehicle(terrain.terrains, kind)
    )
    return sum(price if price is not None else stack_allowance(game, [unit])[unit.id] for _, price in parts)
