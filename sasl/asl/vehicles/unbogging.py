"""Bog Removal (D8.3): a Bogged vehicle starts its MPh by getting free, alone or pulled by another AFV of its hex."""

from __future__ import annotations

from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.flags import Flag
from sasl.asl.game.state import Unit
from sasl.asl.movement.allowance import may_move, movement_allowance, not_barred
from sasl.asl.movement.step import draws_fire, going, spend
from sasl.asl.ordnance import mounted
from sasl.kernel.rolling.dice import roll_kind
from sasl.kernel.rolling.records import Modifier
from sasl.kernel.text import listed


def may_unbog(game: Game, unit: Unit, helper: Unit | None = None) -> None:
    """D8.3: refused but at the start of the MPh of a Bogged vehicle; so is a helper that cannot pull it."""
    if "bogged" not in unit.flags:
        raise Refused(f"{unit.id} is not Bogged (D8.2)")
    not_barred(unit, "bogged")
    if unit.mf:
        raise Refused(f"{unit.id} may try once, at the start of its MPh (D8.3)")
    if helper is not None:
        _may_help(game, helper, unit)


def _may_help(game: Game, helper: Unit, unit: Unit) -> None:
    """D8.3: refused unless a stopped, CE AFV with all its MP left is there; nine tenths of the weight is read as a
    target size no smaller [house]: counters show no weight.
    """
    may_move(helper)
    if helper.id == unit.id or helper.hex != unit.hex or not mounted.armored(game, helper):
        raise Refused(f"{helper.id} is not another AFV in {unit.hex}: only such an AFV can pull {unit.id} free (D8.3)")
    if helper.flags & {"motion", "buttoned"} or helper.mf:
        raise Refused(f"{helper.id} must be stopped and CE, with all its MP unspent, to pull (D8.3)")
    if game.counter_of(helper).size > game.counter_of(unit).size:
        raise Refused(f"{helper.id} is too light to pull {unit.id}: its target size is smaller (D8.3) [house]")


def unbog(ctx: Context, unit: Unit, helper: Unit | None = None) -> None:
    """D8.3: Bog Removal at the start of the MPh; the dice are the MP it takes.

    A helper spends all its MP in Delay; then both are TI and stay as they are, whatever came of it.
    """
    if helper is not None and _stopped_by_fire(ctx, helper):
        return
    unit = ctx.state.units[unit.id]
    mp, limit = free(ctx, unit, helper), movement_allowance(ctx.game, unit)
    spend(ctx, [unit.id], min(mp, limit) if limit else mp, "unbog")
    if helper is not None:
        both = [key for key in (unit.id, helper.id) if key in ctx.state.units]
        pieces.change_all(ctx, both, ("ti", "ended"), (), "Bog Removal by another AFV (D8.3)")
    draws_fire(ctx, [unit.id], unit.hex)


def _stopped_by_fire(ctx: Context, helper: Unit) -> bool:
    """D8.3, D2.17: the helper's Delay and the fire it draws; True if that keeps it from pulling."""
    spend(ctx, [helper.id], movement_allowance(ctx.game, helper), "delay")
    draws_fire(ctx, [helper.id], helper.hex)
    return not going(ctx, [helper.id], helper.hex)


def free(ctx: Context, vehicle: Unit, helper: Unit | None = None) -> float:
    """D8.3: the Bog Removal DR. The coloured die says how it goes, coloured times white what it costs in MP."""
    mods = modifiers(ctx.game, vehicle, helper)
    with ctx.rolls_for(vehicle.side):
        record = ctx.roll("DR", f"Bog Removal of {vehicle.id}", rule="D8.3")
    coloured, white = record.dice or _halves(record.total)
    result = str(ctx.chart("bog.removal", coloured + sum(mod.value for mod in mods)))
    why = f"coloured die {listed([str(coloured), *map(str, mods)])}: {result} (D8.3)"
    if result == "freed":
        started: tuple[Flag, ...] = ("motion",) if helper is None else ()
        lost: tuple[Flag, ...] = ("bogged", "mired", "stopped") if started else ("bogged", "mired")
        pieces.change(ctx, vehicle, started, lost, why)
    elif result == "mired":
        pieces.change(ctx, vehicle, ["mired"], (), why)
    else:
        pieces.change(ctx, vehicle, ["immobile"], ["bogged", "mired"], why)
    tracked = ctx.game.counter_of(vehicle).move == "tracked"
    return float(coloured * white * (1 if tracked else 2))


def modifiers(game: Game, vehicle: Unit, helper: Unit | None = None) -> tuple[Modifier, ...]:
    """D8.3, D8.31: what changes the coloured die: Mired, another AFV that pulls, the better armor leader of the two."""
    mods = [Modifier("Mired", game.figure("mired-drm"), "D8.31")] if "mired" in vehicle.flags else []
    if helper is not None:
        mods.append(Modifier(f"{helper.id} pulls", game.figure("bog-helper-drm"), "D8.3"))
    leaders = [unit for unit in (vehicle, helper) if unit is not None and mounted.armor_leadership(unit)]
    return (*mods, *(mounted.armor_leader(min(leaders, key=mounted.armor_leadership)) if leaders else ()))


def _halves(total: int) -> tuple[int, int]:
    """A DR typed as a total only, as two dice."""
    low, high = 1, roll_kind("dr").sides
    coloured = max(low, min(high, total // 2))
    return coloured, max(low, min(high, total - coloured))
