"""Infantry on the march (A4): the MF of the whole way, step by step, Minimum Moves, Dashes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Option, Refused
from sasl.asl.game.flags import SMC, Flag
from sasl.asl.game.los.depressions import in_culvert
from sasl.asl.game.reactions import take_control
from sasl.asl.game.sides import opponent
from sasl.asl.game.state import Unit
from sasl.asl.infantry import concealment
from sasl.asl.movement import advance, bypass, infantry_overrun, inside, riding, wire
from sasl.asl.movement.allowance import CHARGES, NO_DOUBLE, stack_allowance
from sasl.asl.movement.charging import cavalry_charge
from sasl.asl.movement.ground.costs import PLAIN, Gait, pillbox_mf, step_cost, works_in
from sasl.asl.movement.step import bars, draws_fire, going, not_held, spend, step, there, thrown_back
from sasl.asl.stacking import crowd_mf
from sasl.asl.terrain import entrenching, pillboxes, smoke
from sasl.board.movement_cost import is_open
from sasl.kernel.frozen import replace

AT_HOME = frozenset({"dug-in", "crest", "in-culvert", "shellhole", "encircled"})
"""The states a unit is in only as long as it has not left its hex."""


FAR = 2
"""Who would spend more than so many times what he has is not asked: no board knows better by so much."""


def beyond(ctx: Context, unit: Unit, why: str, spent: float = 0, limit: float = 0) -> None:
    """Ask before a unit spends more than it has; the player's board may know better. Refused where it is far more."""
    if spent > FAR * limit and ctx.state.option("mf-limit"):
        raise Refused(f"{why}; march goes as far as they reach, option mf-limit off leaves them to you")
    text = f"{why}. Move all the same?"
    if ctx.state.option("mf-limit") and not ctx.yes(
        text, default=False, rule="A4.1", whose=ctx.state.side, id="beyond-limit", subject=(unit.id,)
    ):
        raise Refused(f"not moved: {why}")


def may_march(game: Game, units: Sequence[Unit], way: Sequence[str], gait: Gait) -> None:
    """A4.1: refused, with the rule, if Infantry cannot go like this along the way; its MF are asked for on the way."""
    galloping = [unit for unit in units if "gallop" in gait or "gallop" in unit.flags]
    if galloping:
        riding.may_gallop(game, galloping, way)
    if "charge" in gait:
        cavalry_charge.may_charge(game, units, way)
    units = riding.as_ordered(units, gait.options)
    inside.may_come_out(game, units, gait)
    if wire.held(units) and gait.options & {"double", "dash", "gallop", "minimum"}:
        raise Refused(f"{wire.held(units)[0].id} is on Wire: no Double Time, Dash or Minimum Move (B26.46)")
    if "double" in gait:
        may_double(units)
        units = doubling(units)
    for unit in units:
        if "assault" in gait and unit.mf:
            raise Refused(f"{unit.id} has moved: Assault Movement is its whole move (A4.61)")
    limits = limits_on(game, units, way, gait)
    if "dash" in gait:
        _may_dash(game, units, way, limits)
    for unit in units:
        spent_after(game, unit, way, limits[unit.id], gait, units)
    if "minimum" in gait and not _may_minimum(game, units, way, limits, PLAIN):
        raise Refused("a Minimum Move is one hex and the whole move, with at least 1 MF after portage (A4.134)")
    if len(way) == 2 and "ovr" in gait:
        infantry_overrun.victim(game, units, way[1])
    elif not all(unit.flags & CHARGES for unit in units) and not ("charge" in gait and len(way) == 2):
        _held(game, units, way[1])


def march(ctx: Context, units: list[Unit], way: Sequence[str], gait: Gait) -> None:
    """A4.1: Infantry moves as a stack; the bonuses it has, the MF of the whole way, then step by step."""
    if "gallop" in gait:
        units = riding.gallop(ctx, units)
    if "charge" in gait:
        units = cavalry_charge.declare(ctx, units, way[-1])
    if "double" in gait:
        units = double_time(ctx, units)
    if wire.held(units):
        units = _off_the_wire(ctx, units, way, gait)
        if not units:
            return
    limits = limits_on(ctx.game, units, way, gait)
    gait = replace(gait, dash=way[1] if "dash" in gait else "", road_bonus=_all_by_road(ctx.game, units, way, gait))
    if _ask_limit(ctx, units, way, limits, gait):
        gait = gait.adding("minimum")
    ids = [unit.id for unit in units]
    if inside.held(ctx.game, units) and inside.come_out(ctx, units):
        return
    goes_in = "into" in gait and pillboxes.at(ctx.game, way[-1]) is not None
    last_gait = gait.under_way() if goes_in else gait
    for number, (here, name) in enumerate(pairwise(way), 1):
        ids = going(ctx, ids, here)
        if number > 1 and wire.held(ctx.state.units[key] for key in ids):
            break
        last = number == len(way) - 1
        halted = not ids or _step(ctx, ids, here, name, last_gait if last else gait.under_way(), limits)
        if last and "charge" in gait:
            cavalry_charge.comes_in(ctx, ids, name, halted=halted)
        if halted:
            break
        if last and goes_in:
            inside.go_in(ctx, ids, name)
    caught = wire.held(ctx.state.units[key] for key in ids if key in ctx.state.units)
    if caught and caught[0].hex != way[0]:
        wire.tell(ctx, caught)
    if "minimum" in gait:
        _exhausted(ctx, ids)


def _off_the_wire(ctx: Context, units: Sequence[Unit], way: Sequence[str], gait: Gait) -> list[Unit]:
    """B26.4: those on Wire get beneath it before they go on, under fire; who goes on at once: all who still can."""
    ids, place = [unit.id for unit in units], way[0]
    wire.get_beneath(ctx, units, limits_on(ctx.game, units, way, gait))
    halted = draws_fire(ctx, ids, place)
    left = [ctx.state.units[key] for key in going(ctx, ids, place)]
    free = [unit for unit in left if wire.ON_WIRE not in unit.flags]
    limits = limits_on(ctx.game, free, way, gait) if free else {}
    more = float("assault" in gait)  # A4.61: not all of them
    able = [
        unit for unit in free if spent_after(ctx.game, unit, way, limits[unit.id], gait, free) + more <= limits[unit.id]
    ]
    if halted or len(able) < len(free):
        rest = ", ".join(f"{unit.id} {limits[unit.id] - unit.mf:g}" for unit in free)
        ctx.tell(f"Beneath the Wire of {place}, with MF left: {rest} (B26.4).", hexes=(place,))
    return [] if halted else able


def limits_on(game: Game, units: Sequence[Unit], way: Sequence[str], gait: Gait) -> dict[str, float]:
    """The MF of each, with the road bonus of this way (B3.4)."""
    bonus = game.figure("road-bonus-mf") if _all_by_road(game, units, way, gait) else 0
    return {key: value + bonus for key, value in stack_allowance(game, units).items()}


def may_double(units: Sequence[Unit]) -> None:
    """A4.5: refused if one of them is CX, was CX when the MPh began, or is wounded."""
    for unit in units:
        for flag, why in NO_DOUBLE.items():
            if flag in unit.flags:
                raise Refused(f"{unit.id} {why}: no Double Time (A4.5)")


def doubling(units: Sequence[Unit]) -> list[Unit]:
    """The units as they are once they go at the double (A4.5)."""
    return [replace(unit, flags=unit.flags | {"cx", *_late(unit)}) for unit in units]


def double_time(ctx: Context, units: Sequence[Unit]) -> list[Unit]:
    """A4.5: Double Time; two MF more, or one if MF were spent before. The unit is CX."""
    for unit in units:
        pieces.change(ctx, unit, ["cx", *_late(unit)], why="Double Time (A4.5)")
    return [ctx.state.units[unit.id] for unit in units]


def _late(unit: Unit) -> list[Flag]:
    return ["double-late"] if unit.mf else []


def _all_by_road(game: Game, units: Sequence[Unit], way: Sequence[str], gait: Gait) -> bool:
    """B3.4: the road bonus, if every hexside of the whole move is a road hexside; not in mud (E3.6) or deep snow.

    Nor where SMOKE, a burning wreck, mines, Wire or a roadblock are met.
    """
    return (
        "off-road" not in gait
        and not gait.past
        and not any(word in game.state.ec for word in ("Mud", "Deep Snow"))
        and not any(_slows(game, name) for name in way[1:])
        and all(unit.mf == 0 or "by-road" in unit.flags for unit in units)
        and all(game.board.on_road(a, b) for a, b in pairwise(way))
    )


def _slows(game: Game, name: str) -> bool:
    """B3.4: whether what lies in a road hex takes the road bonus from those who enter it."""
    return bool(smoke.entry_mf(game, name)) or any(
        item.kind in ("minefield", "wire", "roadblock") and not item.below for item in game.state.markers_at(name)
    )


def _may_dash(game: Game, units: Sequence[Unit], way: Sequence[str], limits: dict[str, float]) -> None:
    """A4.63: from cover over one road hex into cover, with the MF for both, as the whole move."""
    if len(way) != 1 + game.figure("dash-hexes") or not game.board.terrain(way[1]).road:
        raise Refused("a Dash is two hexes: across a road hex into the one beyond (A4.63)")
    side = units[0].side
    for name in (way[0], way[2]):
        if is_open(game.board, name) and concealment.seen_within(game, name, side):
            raise Refused(f"{name} is Open Ground in LOS: a Dash goes from cover to cover (A4.63)")
    for unit in units:
        if unit.mf:
            raise Refused(f"{unit.id} has spent MF: a Dash is its whole move (A4.63)")
        if spent_after(game, unit, way, limits[unit.id], PLAIN, units) > limits[unit.id]:
            raise Refused(f"{unit.id} has not the MF for the whole Dash (A4.63)")


def spent_after(
    game: Game, unit: Unit, way: Sequence[str], limit: float, gait: Gait, stack: Sequence[Unit] = ()
) -> float:
    """The MF a unit has spent after the whole way; more than any limit where ALL comes after other MF.

    `stack`: those who go together, and so crowd the hexes on it (A5.11).
    """
    spent = unit.mf
    for number, (a, b) in enumerate(pairwise(way), 1):
        now = gait if number == len(way) - 1 else gait.under_way()
        price = step_cost(game, unit if number == 1 else _afoot(unit, a), a, b, now)
        if not price.allowed:
            raise Refused(f"{unit.id} cannot enter {b} from {a}: {price.why}")
        spent += (max(limit, 1.0) if not spent else limit + 1) if price.all else price.mf or 0.0
        spent += crowd_mf(game, b, stack) if stack and not price.all else 0
    return spent


def _afoot(unit: Unit, place: str) -> Unit:
    """The unit as it will be in a later hex of its way: out of what it was in."""
    return replace(unit, hex=place, flags=unit.flags - AT_HOME)


def _ask_limit(
    ctx: Context, units: Sequence[Unit], way: Sequence[str], limits: Mapping[str, float], gait: Gait
) -> bool:
    """Ask before a unit spends more than it has. True if the move is a Minimum Move (A4.134)."""
    for unit in units:
        limit = limits[unit.id]
        spent = spent_after(ctx.game, unit, way, limit, gait, units)
        over = f"{unit.id} has {limit:g} MF and this makes {spent:g} (A4.1)" if spent > limit else ""
        if not over and "assault" in gait and spent >= limit:
            over = "Assault Movement may not use all MF (A4.61)"
        if not over:
            continue
        may = _may_minimum(ctx.game, units, way, limits, gait)
        if "minimum" in gait or (may and _wants_minimum(ctx, unit, over)):
            return True
        if not may:
            beyond(ctx, unit, over, spent, limit)
        return False
    return False


def _may_minimum(
    game: Game, units: Sequence[Unit], way: Sequence[str], limits: Mapping[str, float], gait: Gait
) -> bool:
    """A4.134: one hex, as the whole move, with a MF left after portage."""
    least = game.figure("minimum-move-mf")
    fresh = all(unit.mf == 0 and limits[unit.id] >= least and not unit.cavalry for unit in units)
    return fresh and len(way) == 2 and not {"assault", "dash"} & gait.options


def _wants_minimum(ctx: Context, unit: Unit, why: str) -> bool:
    """Ask what to do about a hex that costs more than there is: nothing, a Minimum Move, or go all the same."""
    if not ctx.state.option("mf-limit"):
        return False
    options = [
        Option("no", "do not move"),
        Option("minimum", "a Minimum Move: pinned and CX afterwards (A4.134)"),
        Option("yes", "the board says otherwise: move"),
    ]
    answer = ctx.choose(
        f"{why}. Move all the same?",
        options,
        rule="A4.134",
        whose=ctx.state.side,
        id="minimum-move",
        subject=(unit.id,),
    )
    if answer == "no":
        raise Refused(f"not moved: {why}")
    return answer == "minimum"


def _exhausted(ctx: Context, ids: Sequence[str]) -> None:
    """A4.134: after a Minimum Move every unbroken survivor is pinned and CX."""
    for key in ids:
        unit = ctx.state.units.get(key)
        if unit and "broken" not in unit.flags:
            pieces.change(ctx, unit, ["pinned", "cx"], why="Minimum Move (A4.134)")


def _step(ctx: Context, ids: Sequence[str], here: str, name: str, gait: Gait, limits: Mapping[str, float]) -> bool:
    """One hex of Infantry: nobody Known may be there, a concealed unit throws it back (A4.14, A12.15)."""
    units = [ctx.state.units[key] for key in ids]
    other = opponent(units[0].side)
    others = [unit for unit in ctx.state.units_at(name, other) if bars(ctx.game, unit)]
    known = [unit.id for unit in others if concealment.is_known(unit)]
    overrun = infantry_overrun.victim(ctx.game, units, name) if "ovr" in gait else None
    smc = overrun or infantry_overrun.charged(ctx.game, units, name)
    charges = "charge" in gait
    if smc is None and not charges and not all(unit.flags & CHARGES for unit in units):
        _held(ctx.game, units, name)
    prices: dict[str, float] = {}
    crowd = crowd_mf(ctx.game, name, units)
    for unit in units:
        price = step_cost(ctx.game, unit, here, name, gait)
        prices[unit.id] = max(limits.get(unit.id, 0.0) - unit.mf, 0.0) if price.all else (price.mf or 0.0) + crowd
    if crowd and not any(step_cost(ctx.game, unit, here, name, gait).all for unit in units):
        ctx.tell(f"{name} is crowded by {crowd} squad{'s' * (crowd > 1)} too many: {crowd} MF more (A5.11).")
    if smc is not None and len(others) == 1:
        if overrun:
            ids = infantry_overrun.checks(ctx, ids, smc, here, name)
            if not ids:
                return True
            infantry_overrun.gets_away(ctx, smc, name)
        halted = step(ctx, ids, here, name, prices, gait)
        infantry_overrun.close_combat_now(ctx, ids, smc.id, name)
        return halted
    wild = all("berserk" in unit.flags for unit in units)
    if wild and not known and others and not gait.along(name):
        concealment.shows_itself(ctx, units[0].side, name, f"{units[0].id} charges into {name} (A15.431)")
        step(ctx, ids, here, name, prices, gait)
        return True
    if (smc is not None or not known) and others and not gait.along(name) and not charges:
        for key, mf in prices.items():
            spend(ctx, [key], mf, "thrown back")
        if concealment.bump(ctx, ids, here, name):
            thrown_back(ctx, ids, here)
            return True
    halted = step(ctx, ids, here, name, prices, gait)
    kept = gait.road_bonus  # B3.4: a halted move goes on with it
    for key in going(ctx, ids, name):
        pieces.change(ctx, ctx.state.units[key], ["by-road"] if kept else (), () if kept else ["by-road"])
    return halted


def _held(game: Game, units: Sequence[Unit], name: str) -> None:
    """A4.14: refused if Known enemies are in the hex; the unarmed go to none at all (A20.54)."""
    weak = [unit.id for unit in units if "disarmed" in unit.flags]
    if weak and any(unit.known for unit in advance.enemies(game, name, units[0].side)):
        raise Refused(f"{weak[0]} is unarmed and may not enter a Known enemy's Location (A20.54)")
    others = [unit for unit in game.state.units_at(name, opponent(units[0].side)) if bars(game, unit)]
    alone = len(others) == 1 and others[0].kind in SMC
    hint = "; an MMC may overrun it: move … ovr (A4.15)" if alone else ""
    charge = ", and Cavalry only in a charge: move … charge (A13.6)" if any(unit.cavalry for unit in units) else ""
    not_held(game, units[0].side, name, charge + hint)


def may_go_into(game: Game, units: Sequence[Unit], gait: Gait) -> None:
    """A4.3, B2, B20.91, B27: refused if there is nothing in their own hex to go into."""
    name = units[0].hex
    if wire.held(units):
        return
    if boxed := inside.held(game, units):
        if "into" in gait:
            raise Refused(f"{boxed[0].id} is in the pillbox of {name}; move {boxed[0].id} {name} goes out (B30.4)")
        inside.may_come_out(game, units)
        return
    if units[0].kind != "vehicle" and bypass.price_of_going_in(game, units) is not None:
        _held(game, units, name)
        return
    if "charge" in gait:
        cavalry_charge.may_strike(game, units, name)
        return
    if not gait.options & {"into", "crest"}:
        raise Refused(f"{units[0].id} is in {name} already: name another hex")
    _what_is_here(game, units[0], name, gait)
    if "into" in gait:
        inside.may_go_in(game, units, name)


def go_into(ctx: Context, units: Sequence[Unit], gait: Gait) -> None:
    """A4.3, B2, B27, B20.91: into the obstacle beside them, or foxhole, shellholes, crest, or down again.

    Those on Wire get beneath it first (B26.4).
    """
    name, moving = units[0].hex, ctx.state.moving
    if wire.held(units):
        wire.get_beneath(ctx, units, stack_allowance(ctx.game, units))
        draws_fire(ctx, [unit.id for unit in units], name)
        return
    if "charge" in gait:
        cavalry_charge.strike(ctx, units, name)
        return
    if inside.held(ctx.game, units):
        _may_spend(ctx, units, pillbox_mf(ctx.game, name))
        inside.come_out(ctx, units)
        return
    mf = bypass.price_of_going_in(ctx.game, units) if units[0].kind != "vehicle" else None
    beside = None if mf is None else moving  # in Bypass of it
    flag, mf = (None, mf) if mf is not None else _what_is_here(ctx.game, units[0], name, gait)
    _spend_more(ctx, units, mf, flag or "into the obstacle")
    ids = [unit.id for unit in units]
    if beside:
        others = any(bars(ctx.game, unit) for unit in ctx.state.units_at(name, opponent(units[0].side)))
        if not others or not concealment.bump(ctx, ids, name, name):
            ctx.emit(ev.MovingSet(replace(beside, ids=tuple(ids), spent=mf, how="", shots=(), bypass=())))
            take_control(ctx, there(ctx, ids, name), (name,))  # A26.11: in the hex now
    elif flag:
        gone: list[Flag] = ["in-gully"] if flag == "crest" else ["crest"] if flag == "in-gully" else []
        for key in ids:
            pieces.change(ctx, ctx.state.units[key], [flag], gone, f"{mf:g} MF")
    draws_fire(ctx, ids, name)


def lift_mines(ctx: Context, units: Sequence[Unit], name: str) -> None:
    """OtO 3.6, B28.53: one MF more IN the Culvert, for the mines there to be gone at the end of the MPh."""
    _spend_more(ctx, units, float(ctx.figure("lift-mines-mf")), "lift mines", "B28.53")
    ids = tuple(unit.id for unit in units)
    ctx.emit(ev.UnitsChanged(ids, ("lifts-mines",), (), "at the end of the MPh the mines are gone (OtO 3.6)"))
    draws_fire(ctx, ids, name)


def _spend_more(ctx: Context, units: Sequence[Unit], mf: float, what: str, rule: str = "A4.1") -> None:
    """Units spend MF in their hex; asked before one spends more than it has."""
    _may_spend(ctx, units, mf, rule)
    spend(ctx, [unit.id for unit in units], mf, what)


def _may_spend(ctx: Context, units: Sequence[Unit], mf: float, rule: str = "A4.1") -> None:
    limits = stack_allowance(ctx.game, units)
    for unit in units:
        if unit.mf + mf > limits[unit.id]:
            beyond(ctx, unit, f"{unit.id} has {limits[unit.id]:g} MF and this makes {unit.mf + mf:g} ({rule})")


def _what_is_here(game: Game, unit: Unit, name: str, gait: Gait) -> tuple[Flag, float]:
    """The state a unit can enter in its own hex, and the MF for it."""
    terrain = game.board.terrain(name)
    if "crest" in gait:
        if not terrain.depression or terrain.bridged or terrain.culvert or in_culvert(unit):
            raise Refused(f"there is no Crest status in {name} (B20.9, OtO 3.4)")
        return "crest", float(game.figure("crest-mf"))
    if "crest" in unit.flags:
        return "in-gully", float(game.figure("crest-mf"))
    if pillboxes.at(game, name) and "dug-in" not in unit.flags:
        return "dug-in", float(game.figure("pillbox-mf"))
    if works_in(game, name) and "dug-in" not in unit.flags:
        _room(game, [unit], name)
        return "dug-in", float(game.figure("entrenchment-mf"))
    holes = game.board.chart.infantry(terrain.terrains, into=True)[len(game.board.chart.infantry(terrain.terrains)) :]
    if holes and "shellhole" not in unit.flags:
        return "shellhole", float(holes[0][1] or 0.0)
    raise Refused(f"there is nothing in {name} for {unit.id} to go into (B2, B27)")


def may_end_so(game: Game, units: Sequence[Unit], name: str, gait: Gait) -> None:
    """B2, B27, A4.15: refused where a move cannot end as it is ordered: nothing to go into, nobody to overrun."""
    if "into" in gait and not works_in(game, name) and "shellholes" not in game.board.terrain(name).terrains:
        raise Refused(f"there is nothing in {name} for {units[0].id} to go into (B2, B27)")
    if "into" in gait and works_in(game, name):
        _room(game, units, name)
        inside.may_go_in(game, units, name, gait)
    if "ovr" in gait:
        infantry_overrun.victim(game, units, name)


def _room(game: Game, units: Sequence[Unit], name: str) -> None:
    """B27.12: refused if the foxhole of a hex does not hold them."""
    if why := entrenching.no_room(game, units, name):
        raise Refused(why)
