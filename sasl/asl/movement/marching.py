"""Infantry on the march (A4): the MF of the whole way, step by step, Minimum Moves, Dashes, going into things."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import pairwise

from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Option, Refused
from sasl.asl.game.state import SMC, Unit, opponent
from sasl.asl.infantry import concealment
from sasl.asl.movement import bypass, infantry_overrun, riding
from sasl.asl.movement.allowance import CHARGES, stack_allowance
from sasl.asl.movement.costs import step_cost, works_in
from sasl.asl.movement.step import bars, going, spend, step, under_fire
from sasl.asl.vehicles.depression import in_culvert
from sasl.board.movement import is_open
from sasl.kernel.text import listed

AT_HOME = frozenset({"dug-in", "crest", "in-culvert", "shellhole", "encircled"})
"""The states a unit is in only as long as it has not left its hex."""
LAST_HEX = {"into", "crest", "culvert", "ovr"}
"""The words of an order that speak of the last hex of the way only."""


def beyond(ctx: Context, why: str) -> None:
    """Ask before a unit spends more than it has; the player's board may know better."""
    text = f"{why}. Move all the same?"
    if ctx.state.option("mf-limit") and not ctx.yes(
        text, default=False, rule="A4.1", whose=ctx.state.side, id="beyond-limit"
    ):
        raise Refused(f"not moved: {why}")


def march(ctx: Context, units: list[Unit], way: Sequence[str], how: set[str]) -> None:
    """A4.1: Infantry moves as a stack; the bonuses it has, the MF of the whole way, then step by step."""
    if "gallop" in how:
        units = riding.gallop(ctx, units, way)
    if "double" in how:
        units = double_time(ctx, units)
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


def double_time(ctx: Context, units: Sequence[Unit]) -> list[Unit]:
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
        and not any(bypass.along(how, name) for name in way)
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
        if spent_after(ctx.game, unit, way, limits[unit.id], ()) > limits[unit.id]:
            raise Refused(f"{unit.id} has not the MF for the whole Dash (A4.63)")


def spent_after(game: Game, unit: Unit, way: Sequence[str], limit: float, how: Collection[str]) -> float:
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
    return replace(unit, hex=place, flags=unit.flags - AT_HOME)


def _ask_limit(
    ctx: Context, units: Sequence[Unit], way: Sequence[str], limits: dict[str, float], how: Collection[str]
) -> bool:
    """Ask before a unit spends more than it has. True if the move is a Minimum Move (A4.134)."""
    for unit in units:
        limit = limits[unit.id]
        spent = spent_after(ctx.game, unit, way, limit, how)
        over = f"{unit.id} has {limit:g} MF and this makes {spent:g} (A4.1)" if spent > limit else ""
        if not over and "assault" in how and spent >= limit:
            over = "Assault Movement may not use all MF (A4.61)"
        if not over:
            continue
        if "minimum" in how or (_may_minimum(ctx, units, way, limits, how) and _wants_minimum(ctx, over)):
            _minimum_or_refuse(ctx, units, way, limits)
            return True
        if not _may_minimum(ctx, units, way, limits, how):
            beyond(ctx, over)
        return False
    return False


def _may_minimum(
    ctx: Context, units: Sequence[Unit], way: Sequence[str], limits: dict[str, float], how: Collection[str]
) -> bool:
    """A4.134: one hex, as the whole move, with a MF left after portage."""
    least = ctx.figure("minimum-move-mf")
    fresh = all(unit.mf == 0 and limits[unit.id] >= least and not unit.cavalry for unit in units)
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
    answer = ctx.choose(f"{why}. Move all the same?", options, rule="A4.134", whose=ctx.state.side, id="minimum-move")
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
    other = opponent(units[0].side)
    others = [unit for unit in ctx.state.units_at(name, other) if bars(unit)]
    known = [unit.id for unit in others if concealment.is_known(unit)]
    smc = infantry_overrun.victim(ctx.game, units, name) if "ovr" in how else None
    if smc is None and known and not all(unit.flags & CHARGES for unit in units):
        alone = others[0].kind in SMC and len(others) == 1
        hint = "; an MMC may overrun it: move … ovr (A4.15)" if alone else ""
        charge = ", nor Cavalry: the charge of A13.6 is not played here" if any(unit.cavalry for unit in units) else ""
        raise Refused(f"{name} holds {listed(known)}: Infantry may not enter it in the MPh (A4.14){charge}{hint}")
    prices: dict[str, float] = {}
    for unit in units:
        price = step_cost(ctx.game, unit, here, name, how)
        prices[unit.id] = max(limits.get(unit.id, 0.0) - unit.mf, 0.0) if price.all else price.mf or 0.0
    if smc is not None and len(others) == 1:
        ids = infantry_overrun.checks(ctx, ids, smc, here, name)
        if not ids:
            return True
        infantry_overrun.gets_away(ctx, smc, name)
        halted = step(ctx, ids, here, name, prices, how)
        infantry_overrun.close_combat_now(ctx, ids, smc.id, name)
        return halted
    if (smc is not None or not known) and others and not bypass.along(how, name):
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


def go_into(ctx: Context, units: Sequence[Unit], name: str, how: set[str]) -> None:
    """B2, B27, B20.91: Infantry goes into what its own hex offers: foxhole, shellholes, crest, or down again."""
    if not how & {"into", "crest"}:
        raise Refused(f"{units[0].id} is in {name} already: name another hex")
    flag, mf = _what_is_here(ctx, units[0], name, how)
    limits = stack_allowance(ctx.game, units)
    for unit in units:
        if unit.mf + mf > limits[unit.id]:
            beyond(ctx, f"{unit.id} has {limits[unit.id]:g} MF and this makes {unit.mf + mf:g} (A4.1)")
    ids = [unit.id for unit in units]
    spend(ctx, ids, mf, flag)
    for key in ids:
        gone = ["crest", "in-gully"] if flag in ("crest", "in-gully") else []
        pieces.change(ctx, ctx.state.units[key], [flag], [item for item in gone if item != flag], f"{mf:g} MF")
    under_fire(ctx, ids, name)


def enter_obstacle(ctx: Context, units: Sequence[Unit], name: str) -> bool:
    """A4.3: those in Bypass go into the obstacle beside them, for its whole cost. False if they are not in Bypass."""
    mf = bypass.price_of_going_in(ctx.game, units)
    moving = ctx.state.moving
    if mf is None or moving is None:
        return False
    others = [unit for unit in ctx.state.units_at(name, opponent(units[0].side)) if bars(unit)]
    known = [unit.id for unit in others if concealment.is_known(unit)]
    if known:
        raise Refused(f"{name} holds {listed(known)}: Infantry may not enter it in the MPh (A4.14)")
    limits = stack_allowance(ctx.game, units)
    for unit in units:
        if unit.mf + mf > limits[unit.id]:
            beyond(ctx, f"{unit.id} has {limits[unit.id]:g} MF and this makes {unit.mf + mf:g} (A4.1)")
    ids = [unit.id for unit in units]
    spend(ctx, ids, mf, "into the obstacle")
    if others and concealment.bump(ctx, ids, name, name):
        under_fire(ctx, ids, name)
        return True
    ctx.emit(ev.MovingSet(replace(moving, ids=tuple(ids), spent=mf, how="", shots=(), bypass=())))
    under_fire(ctx, ids, name)
    return True


def _what_is_here(ctx: Context, unit: Unit, name: str, how: Collection[str]) -> tuple[str, float]:
    """The state a unit can enter in its own hex, and the MF for it."""
    terrain = ctx.board.terrain(name)
    if "crest" in how:
        if not terrain.depression or terrain.bridged or terrain.culvert or in_culvert(unit):
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
