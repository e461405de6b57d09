"""Cavalry (A13): who rides which horse, what it may use, and how a rider comes to lose his horse."""

from __future__ import annotations

from collections.abc import Iterator

from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.flags import HORSE, PACE, SMC, Flag
from sasl.asl.game.state import Unit, Weapon
from sasl.kernel.rolling.records import Modifier

# -- horses --------------------------------------------------------------------------------------------


def horse_of(game: Game, unit: Unit) -> Unit | None:
    """A13.1: the horse counter that a unit rides; an SMC may be mounted without one."""
    return next((horse for horse in game.state.aboard(unit.id) if horse.kind == HORSE), None)


def beside(game: Game, unit: Unit) -> Iterator[Unit]:
    """The horse counters of its side where a unit is, ridden or not; off the map those of its group."""
    if unit.hex:
        yield from game.state.horses_at(unit.hex, unit.side)
        return
    for horse in game.state.units.values():
        if horse.kind == HORSE and not horse.hex and (horse.side, horse.group) == (unit.side, unit.group):
            yield horse


def fits(game: Game, horse: Unit, unit: Unit) -> bool:
    """A13.1: whether a horse counter is of the size of an MMC: a squad's, or a HS's for a HS or crew."""
    return game.counter_of(horse).carries == ("squad" if unit.kind == "squad" else "hs")


def free_horse(game: Game, unit: Unit) -> Unit | None:
    """A13.1: a horse counter that nobody rides and this MMC could mount."""
    return next((horse for horse in beside(game, unit) if not horse.carrier and fits(game, horse, unit)), None)


def pace_of(horse: Unit, rider: Unit | None) -> tuple[Flag, ...]:
    """Return the states of a horse counter that stay with it (A13.36 [house]); its rider has them while he rides."""
    flags = rider.flags if rider is not None else horse.flags
    return tuple(flag for flag in PACE if flag in flags)


def pace_for(game: Game, unit: Unit, horse: Unit | None) -> tuple[Flag, ...]:
    """Return the states of the horse that a unit has when it mounts it; of an SMC those that every horse there has."""
    if horse is not None:
        return pace_of(horse, None)
    paces = [pace_of(other, game.state.units.get(other.carrier)) for other in beside(game, unit)]
    return tuple(flag for flag in PACE if paces and all(flag in pace for pace in paces))


def pace_words(horse: Unit) -> str:
    """Return what a counter on the map does not show of a riderless horse: `, blown`, `, has galloped`, or ""."""
    return ", blown" if "blown" in horse.flags else ", has galloped" if "gallop" in horse.flags else ""


def leaves_saddle(ctx: Context, unit: Unit, mf: float, why: str) -> Unit | None:
    """A unit is on foot, with so many MF spent; return its horse counter, which keeps its pace (A13.36)."""
    horse = horse_of(ctx.game, unit)
    ctx.emit(ev.Dismounted(unit.id, horse.id if horse else "", mf, why, pace_of(horse, unit) if horse else ()))
    return horse


# -- fire ----------------------------------------------------------------------------------------------


def target_mod(game: Game) -> Modifier:
    """A13.5: the DRM of all fire at Cavalry but mines, instead of FFMO and FFNAM."""
    (found,) = game.library.table("ift").drm({"cavalry": 1})
    return found


def may_use(game: Game, unit: Unit, weapon: Weapon) -> None:
    """A13.4: Refused unless it is on foot; a DC is thrown from horseback, too."""
    if unit.cavalry and weapon.type != "DC":
        raise Refused(f"{unit.id} is mounted and fires its inherent FP, no SW such as {weapon.id} (A13.4)")


# -- losing the horse ----------------------------------------------------------------------------------


def unhorse(ctx: Context, unit: Unit, why: str) -> None:
    """A13.51: a rider who breaks or is captured is on foot, his horse gone; his MPh is over."""
    if not unit.cavalry:
        return
    horse = leaves_saddle(ctx, unit, unit.mf, why)
    if horse:
        ctx.emit(ev.UnitRemoved(horse.id, f"runs away from {unit.id}", counts=False))
    move_is_over(ctx, unit.id)


def smaller(ctx: Context, unit: Unit) -> None:
    """A13.32: the horses of a squad that becomes a HS are those of a HS."""
    horse = horse_of(ctx.game, unit)
    if horse:
        _shrink(ctx, horse)


def _shrink(ctx: Context, horse: Unit) -> None:
    """A13.511: Casualty Reduction of a horse counter: a squad's becomes a HS's, that is gone."""
    half = pieces.counter(ctx, horse.side, horse.type).half
    if half:
        pieces.become(ctx, horse, half, "Casualty Reduction (A13.511)")
    else:
        ctx.emit(ev.UnitRemoved(horse.id, "Casualty Reduction (A13.511)", counts=False))


def falls_with(ctx: Context, unit: Unit) -> None:
    """A13.5 [house]: the horse dies with its rider."""
    horse = horse_of(ctx.game, unit) if unit.cavalry else None
    if horse:
        ctx.emit(ev.UnitRemoved(horse.id, f"falls with {unit.id}", counts=False))


def move_is_over(ctx: Context, unit_id: str) -> None:
    """Who has lost his horse in the midst of his move goes no farther [house]."""
    unit = ctx.state.units[unit_id]
    if ctx.state.phase == "MPh" and ctx.state.side == unit.side and unit.mf:
        pieces.change(ctx, unit, ["ended"], why="lost its horse while moving [house]")


def rides_along(game: Game, unit: Unit) -> bool:
    """A13.1 [house]: whether an SMC finds a horse where he is: he rides beside the men of any horse counter."""
    return unit.kind in SMC and any(True for _ in beside(game, unit))
