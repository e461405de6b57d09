"""Specific Collateral Attacks (D.8): the shot that fails to destroy a vehicle strikes those aboard who are exposed."""

from __future__ import annotations

from sasl.asl.fire import effects, ift
from sasl.asl.game.context import Context
from sasl.asl.game.flags import MEN
from sasl.asl.game.state import Unit
from sasl.asl.ordnance import mounted
from sasl.asl.ordnance.hits import vehicle_hits, vehicle_ift
from sasl.kernel.text import listed


def aboard(ctx: Context, unit: Unit) -> list[str]:
    """Who rides outside, or in what has no armor (D6.23, D6.7)."""
    return [other.id for other in ctx.state.units.values() if other.carrier == unit.id and other.kind in MEN]


def vulnerable(ctx: Context, unit: Unit, *, sheltered: bool = True) -> bool:
    """D.8: whether a Collateral Attack would find anybody: an exposed crew, Riders, or Passengers without armor."""
    return unit.kind == "vehicle" and (_finds_crew(ctx, unit, sheltered) or bool(aboard(ctx, unit)))


def _finds_crew(ctx: Context, unit: Unit, sheltered: bool) -> bool:
    """D5.311: whether there is a crew that is exposed, or BU behind a side without armor; not Shocked, nor Stunned."""
    open_to = mounted.exposed(ctx.game, unit) or not (sheltered or unit.flags & {"shocked", "stunned"})
    return open_to and vehicle_hits.has_crew(ctx, unit)


def attack(ctx: Context, unit_id: str, column: int, original: int, why: str, *, sheltered: bool = True) -> None:
    """D.8A: the Original DR of the attack on a vehicle, on this IFT column, for those aboard who are exposed.

    No DRM but +2 for the crew of an AFV that is CE, unless the attack comes through a side without armor (`sheltered`
    False, D5.311). Nobody is left to attack in a vehicle that is destroyed; a Shocked or Stunned crew is BU.
    """
    unit = ctx.state.units.get(unit_id)
    if unit is None or not original or not column or not vulnerable(ctx, unit, sheltered=sheltered):
        return
    crew = _finds_crew(ctx, unit, sheltered)
    at_passengers(ctx, unit_id, column, original, why)
    if crew and unit_id in ctx.state.units:
        drm = ctx.figure("crew-exposed") if sheltered and mounted.armored(ctx.game, unit) else 0
        found = ift.outcome(ctx.game, column, original + drm)
        more = f" {drm:+d} crew exposed (D5.31) = {original + drm}" if drm else ""
        ctx.tell(f"Same DR on the {column} column for the crew of {unit.id}: {original}{more}: {found} (D.8).")
        vehicle_ift.crew_suffers(ctx, ctx.state.units[unit_id], found, _words(why), bare=not sheltered)


def at_passengers(ctx: Context, unit_id: str, column: int, original: int, why: str) -> None:
    """D.8A: the same for Riders and Passengers only."""
    unit = ctx.state.units.get(unit_id)
    men = aboard(ctx, unit) if unit and original and column else []
    if men:
        found = ift.outcome(ctx.game, column, original)
        ctx.tell(f"Same DR on the {column} column for {listed(men)} aboard {unit_id}: {original} is {found} (D.8).")
        effects.apply_outcome(ctx, men, ift.FinalDr(found, None, column), _words(why))


def _words(why: str) -> str:
    return f"{why}: collateral attack (D.8)"
