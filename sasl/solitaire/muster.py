"""How a group of the OoB stands when play begins: in the saddle, its Guns hitched, its SW issued (A13.1, C10.1)."""

from __future__ import annotations

from sasl.asl import cavalry
from sasl.asl.game import events as ev
from sasl.asl.game.context import Context
from sasl.asl.game.state import HORSE, SMC, Unit
from sasl.content.mission import ForceGroup
from sasl.solitaire.deployment import issue_weapons

WHY = "at start"


def muster(ctx: Context, group: ForceGroup) -> None:
    """A13.1 [house]: a group that waits off the map has hitched up, is issued its SW and sits in the saddle."""
    if not group.turn:
        return
    for wagon in _of(ctx, group, "vehicle"):
        if ctx.game.counter_of(wagon).move == "wagon":
            _hitch(ctx, group, wagon)
    issue_weapons(ctx, group.id)
    for unit in [item for item in ctx.state.units.values() if item.group == group.id and item.personnel]:
        horse = cavalry.free_horse(ctx.game, unit) if unit.mmc else None
        if horse:
            ctx.emit(ev.Mounted(unit.id, horse.id, 0.0, WHY))
    if any(True for _ in _of(ctx, group, HORSE)):
        for unit in [item for item in _of(ctx, group, *SMC) if not item.carrier]:
            ctx.emit(ev.Mounted(unit.id, "", 0.0, WHY))


def _of(ctx: Context, group: ForceGroup, *kinds: str) -> list[Unit]:
    return [unit for unit in ctx.state.units.values() if unit.group == group.id and unit.kind in kinds]


def _hitch(ctx: Context, group: ForceGroup, wagon: Unit) -> None:
    """C10.1: the Gun is in tow, and its crew, or that of a heavy SW, sits on the wagon."""
    gun, crew = (next((item for item in _of(ctx, group, kind) if not item.carrier), None) for kind in ("gun", "crew"))
    if gun:
        ctx.emit(ev.UnitRedrawn(gun.id, carrier=wagon.id, why=WHY))
    if crew:
        ctx.emit(ev.UnitRedrawn(crew.id, carrier=wagon.id, group=gun.id if gun else None, why=WHY))
