"""Horses under fire (A13.511): the star line of the IFT strikes them beside what befalls their riders."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sasl.asl import cavalry
from sasl.asl.fire import ift
from sasl.asl.fire.ift import FinalDr
from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context
from sasl.asl.game.flags import PACE
from sasl.asl.game.state import State, Unit
from sasl.asl.infantry.morale import morale_checks
from sasl.asl.vehicles.riders import leave_horse
from sasl.kernel.rolling.records import Modifier

OF_MEN = ("cavalry", "ffmo", "ffnam")
"""The DRM that count against men alone."""


def drm(modifiers: Iterable[Modifier]) -> int:
    """A13.511: the DRM of an attack that count against horses, too."""
    return sum(mod.value for mod in modifiers if mod.kind not in OF_MEN)


def struck(state: State, men: Sequence[Unit]) -> list[str]:
    """The horses that an attack on these men strikes: those they ride, and those of their side there that nobody rides.

    Fire at those who move strikes only what moves. Where the men of a hex meet different DRM, the first of them have
    the horses that nobody rides with them.
    """
    ids, side, found = {unit.id for unit in men}, men[0].side, list[str]()
    for name in dict.fromkeys(unit.hex for unit in men):
        beside = state.moving is None and state.units_at(name, side)[0].id in ids
        found += [
            horse.id for horse in state.horses_at(name, side) if horse.carrier in ids or (beside and not horse.carrier)
        ]
    return found


def suffer(ctx: Context, ids: Sequence[str], final: FinalDr, why: str) -> None:
    """A13.511, A7.308: below the Kill Number of the column horses fall, as many as its best KIA; at it one is reduced.

    An outcome that was typed in counts as it stands: a KIA or K kills.
    """
    here = [key for key in ids if key in ctx.state.units]
    if not here or not final.column:
        return
    best = max([found.n for found in ift.results(ctx.game, final.column) if found.kind == "KIA"], default=1)
    if not final.original:
        if final.outcome.kind in ("KIA", "K"):
            _fall(ctx, ctx.selection(here, best, "which horses fall"), why)
        return
    more = drm(final.modifiers)
    total, number = final.original + more, ift.star(ctx.game, final.column)
    if total < number:
        ctx.tell(f"Same DR at the horses: {final.original} {more:+d} = {total}, below {number} (A13.511).")
        _fall(ctx, ctx.selection(here, best, "which horses fall"), why)
    elif total == number:
        for key in ctx.selection(here, 1, "which horses are reduced"):
            _reduce(ctx, ctx.state.units[key])


def _fall(ctx: Context, ids: Sequence[str], why: str) -> None:
    """The horses are gone, and who rode them Bails Out (D6.24)."""
    for key in ids:
        rider = ctx.state.units[key].carrier
        ctx.emit(ev.UnitRemoved(key, f"{why} (A13.511)", counts=False))
        if rider in ctx.state.units and ctx.state.units[rider].cavalry:
            leave_horse(ctx, ctx.state.units[rider])


def _reduce(ctx: Context, horse: Unit) -> None:
    """A squad's horses become a HS's: half of the squad Bails Out. A HS's are gone."""
    half = pieces.counter(ctx, horse.side, horse.type).half
    if not half:
        _fall(ctx, [horse.id], "Casualty Reduction")
        return
    pieces.become(ctx, horse, half, "Casualty Reduction (A13.511)")
    rider = ctx.state.units.get(horse.carrier)
    men = pieces.counter(ctx, rider.side, rider.type).half if rider and rider.kind == "squad" else ""
    if rider is None or not men:
        return
    pieces.become(ctx, rider, men, "Deploys (A13.511)")
    flags = rider.flags.difference({"mounted", *PACE})
    other = pieces.add_unit(
        ctx, rider.side, men, rider.hex, flags=flags, group=rider.group, why=f"Bails Out, half of {rider.id} (A13.511)"
    )
    cavalry.move_is_over(ctx, other.id)
    morale_checks.morale_check(ctx, ctx.state.units[other.id], 0, "Bails Out (A13.511)")
