"""FRIENDLY movement in the MPh (A4): MF, the way, control, mines and FFE, and the checks each hex draws."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Literal

from sasl.board.movement import Cost, cost
from sasl.board.movement import path as find_path
from sasl.combat import minefields
from sasl.core.text import listed
from sasl.game import events as ev
from sasl.game import pieces
from sasl.game.context import Context, Game, Refused
from sasl.game.sight import known_hex
from sasl.game.state import SMC, Unit
from sasl.play import control
from sasl.play.activation import announce, provoke
from sasl.play.deployment import overstacked
from sasl.play.registry import in_phase, verb
from sasl.play.selection import is_place, one_stack, select

CANNOT_MOVE = {
    "broken": "is broken and may only rout (A10.5)",
    "pinned": "is pinned (A7.81)",
    "ti": "is TI (A7.82)",
    "prep": "has Prep Fired (A7.2)",
    "opportunity": "waits for Opportunity Fire (A7.25)",
    "melee": "is in Melee (A11.15)",
    "prisoner": "is a prisoner (A20)",
    "no-command": "is not In Command (16)",
    "assault": "has used Assault Movement (A4.61)",
    "immobile": "is Immobilized (D8.1)",
    "bogged": "is Bogged (D8.2)",
    "shocked": "is Shocked (C7.4)",
    "stunned": "is Stunned (D5.34)",
    "abandoned": "is Abandoned (D5.4)",
}
"""The states in which a unit may not move, and why."""


def movement_allowance(game: Game, unit: Unit) -> float:
    """The MF or MP of a unit for one MPh (A4.1), without bonuses that depend on its move."""
    if unit.kind == "vehicle":
        return float(game.counter_of(unit).mp or 0)
    if unit.kind in SMC:
        return float(game.figure("wounded-mf" if "wounded" in unit.flags else "smc-mf"))
    quality = game.counter_of(unit).quality
    return float(game.figure("inexperienced-mf" if quality in ("Green", "Conscript") else "mmc-mf"))


def stack_allowance(game: Game, units: Sequence[Unit]) -> dict[str, float]:
    """The MF of each unit of a stack that moves together: MMC gain 2 from a leader beside them (A4.12)."""
    led = any(unit.kind == "leader" and unit.good_order for unit in units)
    bonus = game.figure("leader-bonus-mf") if led else 0
    found: dict[str, float] = {}
    for unit in units:
        base = movement_allowance(game, unit)
        if unit.infantry:
            weight = sum(game.counter_of(item).pp or 0 for item in game.state.weapons_of(unit.id))
            carry = game.figure("ipc-mmc" if unit.mmc else "ipc-smc")
            base += (bonus if unit.mmc else 0) - max(0, weight - carry)
        found[unit.id] = max(0.0, base)
    return found


def step_cost(game: Game, unit: Unit, a: str, b: str) -> Cost:
    """What entering `b` from `a` costs this unit."""
    return cost(game.board, a, b, movement_kind(game, unit))


def movement_kind(game: Game, unit: Unit) -> str:
    """`foot`, `tracked`, `halftrack` or `truck`, as the movement charts call it."""
    if unit.kind != "vehicle":
        return "foot"
    kind = game.counter_of(unit).move
    return kind if kind in ("tracked", "halftrack", "truck") else "truck"


@verb(
    "move",
    "move UNITS [to] HEX… [assault | double]",
    "move a stack along a path, or by the cheapest way to a hex",
    when=in_phase("MPh"),
    group="move",
    key="m",
)
def move(ctx: Context, words: list[str]) -> None:
    """A4: move a FRIENDLY stack; every S? that must check does so in each hex, and stops it if it Activates."""
    units, way, how = _read_move(ctx, words)
    if len(way) < 2:
        raise Refused(f"{units[0].id} is in {way[0]} already: name another hex")
    for unit in units:
        if how and not unit.infantry:
            raise Refused(f"{unit.id} is no Infantry: it has neither Assault Movement nor Double Time (A4.5, A4.61)")
        if how == "assault" and unit.mf:
            raise Refused(f"{unit.id} has moved: Assault Movement is its whole move (A4.61)")
    if how == "double":
        for unit in units:
            pieces.change(ctx, unit, ["cx"], why="Double Time (A4.5)")
    limits = stack_allowance(ctx.game, units)
    if how == "double":
        limits = {key: value + ctx.figure("double-time-mf") for key, value in limits.items()}
    if _all_by_road(ctx, units, way):
        limits = {key: value + ctx.figure("road-bonus-mf") for key, value in limits.items()}
    if how == "assault" and len(way) > 2:
        raise Refused("Assault Movement is one Location (A4.61)")
    _ask_limit(ctx, units, way, limits, how)
    ids = [unit.id for unit in units]
    for here, name in itertools.pairwise(way):
        stop = _step(ctx, ids, here, name, "assault" if how == "assault" else "", limits)
        if stop:
            break
    _crowded(ctx, ids)


def _crowded(ctx: Context, ids: Sequence[str]) -> None:
    """A5.1: say so if the move ends in a hex that holds too many."""
    place = next((ctx.state.units[key].hex for key in ids if key in ctx.state.units), None)
    fault = overstacked(ctx.game, ctx.state.units_at(place or "", "FRIENDLY"))
    if fault and place:
        ctx.tell(f"{place} is overstacked: {fault}.", hexes=(place,))


def _read_move(ctx: Context, words: list[str]) -> tuple[list[Unit], list[str], str]:
    """The stack, its whole way (its own hex first), and `assault` / `double` / nothing."""
    rest = list(words)
    how = ""
    if rest and rest[-1].lower() in ("assault", "double"):
        how = rest.pop().lower()
    if len(rest) < 2:
        raise Refused("move needs units and hexes, as in: move 628a,91a K21 K20, or: move K22 to K20")
    units = _able(ctx, rest[0], select(ctx.state, rest[0], "FRIENDLY"))
    start = one_stack(units)
    goals = [word for word in rest[1:] if word.lower() != "to"]
    way = [start]
    for word in goals:
        name = known_hex(ctx.game, word)
        if name in ctx.board.neighbours(way[-1]):
            way.append(name)
            continue
        found = _way(ctx, units, way[-1], name)
        if not found:
            raise Refused(f"there is no way for {units[0].id} from {way[-1]} to {name}")
        way += found[1:]
    return units, way, how


def _way(ctx: Context, units: Sequence[Unit], start: str, goal: str) -> list[str]:
    """The cheapest way, around Known minefields and hexes the units may not enter."""
    blocked = _blocked(ctx, units)
    mines = {marker.hex for marker in ctx.state.marked("minefield")}

    def extra(name: str) -> float:
        return 1000.0 if name in blocked else 20.0 if name in mines and name != goal else 0.0

    return list(find_path(ctx.board, start, goal, movement_kind(ctx.game, units[0]), extra_cost=extra))


def _blocked(ctx: Context, units: Sequence[Unit]) -> frozenset[str]:
    """Hexes that Infantry may not enter in the MPh because a Known ENEMY unit is there (A4.14)."""
    if units[0].kind == "vehicle":
        return frozenset()
    return frozenset(unit.hex or "" for unit in ctx.state.on_map("ENEMY"))


def _able(ctx: Context, word: str, units: list[Unit]) -> list[Unit]:
    """Those of `units` that may move; a whole hex leaves behind who may not, a named unit is refused."""
    faults: dict[str, str] = {}
    for unit in units:
        try:
            _may_move(unit)
        except Refused as refusal:
            faults[unit.id] = str(refusal)
    able = [unit for unit in units if unit.id not in faults]
    if faults and (not able or not is_place(ctx.state, word)):
        raise Refused(next(iter(faults.values())))
    for text in faults.values():
        ctx.tell(f"Stays behind: {text}.")
    return able


def on_its_own(unit: Unit) -> None:
    """Refused if a unit is aboard something and so does not move by itself (D6)."""
    if unit.carrier:
        raise Refused(f"{unit.id} is aboard {unit.carrier}; move that, or: board {unit.id} off")


def _may_move(unit: Unit) -> None:
    """Refused, with the rule, if a unit's state forbids it to move."""
    on_its_own(unit)
    if unit.kind in ("gun", "cupola"):
        raise Refused(f"{unit.id} does not move by itself; put it by hand, or tow it (C10)")
    for flag, why in CANNOT_MOVE.items():
        if flag in unit.flags:
            raise Refused(f"{unit.id} {why}")


def _all_by_road(ctx: Context, units: Sequence[Unit], way: Sequence[str]) -> bool:
    """B3.4: the road bonus, if every hexside of the whole move is a road hexside and all are Infantry."""
    return (
        len(way) > 1
        and all(unit.infantry and unit.mf == 0 for unit in units)
        and all(ctx.board.on_road(a, b) for a, b in itertools.pairwise(way))
    )


def _ask_limit(ctx: Context, units: Sequence[Unit], way: Sequence[str], limits: dict[str, float], how: str) -> None:
    """Ask before a unit spends more than it has; the player's board may know better."""
    for unit in units:
        spent, note = unit.mf, ""
        for a, b in itertools.pairwise(way):
            price = step_cost(ctx.game, unit, a, b)
            if not price.allowed:
                raise Refused(f"{unit.id} cannot enter {b} from {a}: {price.why}")
            if price.all and spent:
                note = f"{b} takes all MF ({price.why})"
            spent += limits[unit.id] if price.all and not spent else price.mf or 0.0
        assault_fault = how == "assault" and spent >= limits[unit.id] and unit.kind != "vehicle"
        unknown = unit.kind == "vehicle" and not limits[unit.id]  # a counter without printed MP
        if (spent > limits[unit.id] and not unknown) or note or assault_fault:
            points = "MP" if unit.kind == "vehicle" else "MF"
            over = f"{unit.id} has {limits[unit.id]:g} {points} and this makes {spent:g} (A4.1)"
            if spent <= limits[unit.id]:
                over = "Assault Movement may not use all MF (A4.61)" if assault_fault else ""
            why = "; ".join(filter(None, (over, note)))
            if not ctx.state.option("mf-limit"):
                return
            if not ctx.yes(f"{why}. Move all the same?", default=False, rule="A4.1"):
                raise Refused(f"not moved: {why}")
            return


def _step(ctx: Context, ids: Sequence[str], here: str, name: str, how: str, limits: dict[str, float]) -> bool:
    """One hex of a move: MF, control, mines, FFE, then the checks. True if the move stops here."""
    units = [ctx.state.units[key] for key in ids if key in ctx.state.units]
    foot = [unit for unit in units if unit.infantry]
    known = [unit.id for unit in ctx.state.units_at(name, "ENEMY")]
    if known and foot:
        raise Refused(f"{name} holds {listed(known)}: Infantry may not enter it in the MPh (A4.14)")
    stop = minefields.leave(ctx, units, here)
    spent = {}
    for unit in units:
        price = step_cost(ctx.game, unit, here, name)
        spent[unit.id] = max(limits.get(unit.id, 0.0) - unit.mf, 0.0) if price.all else price.mf or 0.0
    moved(ctx, spent, (here, name), how)
    after = [ctx.state.units[key] for key in ids if key in ctx.state.units]
    take_control(ctx, after, (here, name))
    stop = minefields.enter(ctx, after, name) or stop
    stop = _in_ffe(ctx, after, name) or stop
    if known:
        ctx.tell(f"{name} holds {listed(known)}: settle the overrun (D7).", board=True, stop=True, hexes=(name,))
        stop = True
    activated = provoke(
        ctx, after, moving=True, assault=how == "assault", via_road_from=here if ctx.board.on_road(here, name) else None
    )
    announce(ctx, activated)
    return stop or bool(activated)


def moved(ctx: Context, spent: Mapping[str, float], path: Sequence[str], how: str) -> None:
    """Units (id -> MF spent) have moved along `path`; those dug in have left their foxholes."""
    for mf in dict.fromkeys(spent.values()):
        ids = tuple(key for key, value in spent.items() if value == mf)
        points: Literal["MF", "MP"] = "MP" if ctx.state.units[ids[0]].kind == "vehicle" else "MF"
        ctx.emit(ev.UnitsMoved(ids, tuple(path), mf, how, points))
    out = tuple(key for key in spent if "dug-in" in ctx.state.units[key].flags)
    if out:
        ctx.emit(ev.UnitsChanged(out, (), ("dug-in",), "left the foxhole"))


def take_control(ctx: Context, units: Sequence[Unit], path: Sequence[str]) -> None:
    """Control that units gain on their way."""
    for unit in units:
        control.entered(ctx, unit, path)


def _in_ffe(ctx: Context, units: Sequence[Unit], name: str) -> bool:
    hits = [item for item in ctx.state.marked("ffe") if ctx.board.distance(item.hex, name) <= item.number]
    for item in hits:
        ctx.tell(
            f"{listed(unit.id for unit in units)} in {name}: attacked by the {item.text} around {item.hex} "
            "(C1.51); type the result.",
            board=True,
            stop=True,
            hexes=(name,),
        )
    return bool(hits)


@verb(
    "enter",
    "enter UNITS HEX",
    "bring off-board units onto a hex of your board edge",
    when=in_phase("MPh"),
    group="move",
    key="e",
)
def enter(ctx: Context, words: list[str]) -> None:
    """A2.51: off-board units enter on the FBE, paying for the first hex."""
    if len(words) != 2:
        raise Refused("enter needs units and a hex, as in: enter reinforcements M28")
    units = [unit for unit in select(ctx.state, words[0], "FRIENDLY") if not unit.carrier]
    name = known_hex(ctx.game, words[1])
    edge = ctx.mission.area.friendly_edge
    if name not in ctx.board.edge(edge):
        raise Refused(f"{name} is not on the {edge} edge (FBE)")
    for unit in units:
        if unit.hex is not None:
            raise Refused(f"{unit.id} is on the map already, in {unit.hex}")
        if unit.turn > ctx.state.turn:
            raise Refused(f"{unit.id} arrives on Turn {unit.turn}")
    moved(ctx, {unit.id: entry_cost(ctx.game, unit, name) for unit in units}, (name,), "enter")
    entered_units = [ctx.state.units[unit.id] for unit in units]
    take_control(ctx, entered_units, (name,))
    announce(ctx, provoke(ctx, entered_units, moving=True))


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
