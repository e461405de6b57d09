"""Vehicles that are captured (A21.2): when, by whom, and what becomes of those aboard."""

from __future__ import annotations

from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game
from sasl.asl.game.flags import MEN, SMC
from sasl.asl.game.state import Unit
from sasl.asl.infantry import prisoners
from sasl.asl.ordnance import mounted
from sasl.asl.vehicles import crews
from sasl.kernel.text import listed


def capture_fault(game: Game, vehicle: Unit, captor: Unit) -> str:
    """A11.52, A21.1, A21.2: why this vehicle cannot be captured now, or ""; a Gun is captured by Recovery."""
    if vehicle.kind == "gun":
        return f"a Gun is captured by Recovery: recover {captor.id} {vehicle.id} (A21.1)"
    if vehicle.kind == "vehicle" and game.state.phase != "CCPh":
        return "a vehicle is captured only in the CCPh (A21.2)"
    own = game.state.units_at(vehicle.hex, vehicle.side)
    keepers = [
        unit.id for unit in own if unit.kind in MEN and not unit.carrier and not unit.flags & {"prisoner", "disarmed"}
    ]
    if keepers:
        return f"{listed(keepers)} must be eliminated or captured first (A11.52)"
    if vehicle.hex != captor.hex or not prisoners.can_guard(captor) or "broken" in captor.flags:
        return f"{captor.id} is not unbroken armed Infantry in the same Location (A21.2)"
    if vehicle.kind == "cupola":
        return "the crew of a cupola never leaves it: it cannot be captured (OtO 4.1)"
    if "abandoned" in vehicle.flags:
        return ""
    if mounted.weapons(game, vehicle):
        return f"{vehicle.id} is manned: only an Abandoned AFV can be captured (A21.2)"
    if "motion" in vehicle.flags:
        return f"{vehicle.id} is in Motion and cannot be captured (A11.52)"
    return ""


def capture(ctx: Context, vehicle: Unit, captor: Unit) -> None:
    """A21.2-21.22: a vehicle is the captor's; those aboard are his prisoners. Who took it may man it at once; an
    unarmed one has a driver from an MMC for nothing.
    """
    for unit in [unit for unit in ctx.state.aboard(vehicle.id) if unit.kind in MEN]:
        prisoners.take(ctx, unit, captor, f"captured with {vehicle.id}")
    why = f"captured by {captor.id} (A21.2)"
    ctx.emit(ev.EquipmentTaken(vehicle.id, captor.side, why, captor.attitude))
    for gun in [unit for unit in ctx.state.aboard(vehicle.id) if unit.kind == "gun"]:
        ctx.emit(ev.EquipmentTaken(gun.id, captor.side, f"in tow of {vehicle.id}, {why}"))
    armed = bool(mounted.weapons(ctx.game, vehicle))
    now = ctx.state.units[vehicle.id]
    if armed or not captor.mmc:
        pieces.change(ctx, now, ["abandoned"], ["motion"], why)
    else:
        pieces.change(ctx, now, (), ["abandoned", "motion"], f"{captor.id} gives it a driver (A21.21)")
    if not (armed or captor.kind in SMC) or crews.unfit(ctx.game, captor):
        return
    text = f"Does {captor.id} man {vehicle.id} at once?"
    mans = ctx.yes(
        text, default=False, rule="A21.22", whose=captor.side, id="man-captured", subject=(captor.id, vehicle.id)
    )
    if mans:
        crews.take_over(ctx, captor, ctx.state.units[vehicle.id])
