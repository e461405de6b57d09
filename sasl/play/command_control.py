"""Command Control (16): which FRIENDLY units may move and fire in this Player Turn."""

from __future__ import annotations

from sasl.core.text import counted, listed
from sasl.game import events as ev
from sasl.game.context import Context, Game
from sasl.game.state import MMC, SMC, Unit
from sasl.play.placement import friendly_area


def command_phase(ctx: Context) -> None:
    """16: each Good Order leader's Command DR, the circles of those who pass, then the AFV."""
    if not ctx.state.option("command"):
        drop_marks(ctx)
        return
    inside = _leaders(ctx)
    everyone = [unit for unit in ctx.state.on_map("FRIENDLY") if unit.kind in MMC + SMC]
    commanded = {unit.id for unit in everyone if any(_in_circle(ctx, unit, leader) for leader in inside)}
    for vehicle in [unit for unit in ctx.state.on_map("FRIENDLY") if unit.kind == "vehicle" and unit.good_order]:
        if _armor_check(ctx, vehicle):
            commanded.add(vehicle.id)
    subject = [unit for unit in ctx.state.on_map("FRIENDLY")
               if unit.kind not in ("aircraft", "gun") and "prisoner" not in unit.flags]
    out = tuple(unit.id for unit in subject if unit.id not in commanded)
    into = tuple(unit.id for unit in subject if unit.id in commanded)
    if into:
        ctx.emit(ev.UnitsChanged(into, ("command",), ("no-command",), "16"))
    if out:
        ctx.emit(ev.UnitsChanged(out, ("no-command",), ("command",), "16"))
    ctx.tell(f"In Command: {counted(len(into), 'unit')}. Not In Command: {listed(out, 10) or 'nobody'}.")


def drop_marks(ctx: Context) -> None:
    """With the rule switched off nobody carries its marks any more."""
    for flag in ("command", "no-command"):
        ids = tuple(unit.id for unit in ctx.state.units.values() if flag in unit.flags)
        if ids:
            ctx.emit(ev.UnitsChanged(ids, (), (flag,), "Command Control is off"))


def _leaders(ctx: Context) -> list[Unit]:
    """The leaders In Command: by their own DR, or in the circle of one whose morale is no lower."""
    leaders = [unit for unit in ctx.state.on_map("FRIENDLY") if unit.kind == "leader" and unit.good_order]
    leaders.sort(key=lambda unit: (-unit.morale, unit.modifier, unit.id))
    inside: list[Unit] = []
    for leader in leaders:
        if any(_in_circle(ctx, leader, other) and leader.morale <= other.morale for other in inside):
            inside.append(leader)
            continue
        record = ctx.check(
            "command.check",
            f"Command DR of {leader.id} in {leader.hex}",
            leader.morale,
            facts={"leader": leader.modifier},
            target_name=f"morale of {leader.type}",
        )
        if record.success:
            inside.append(leader)
    return inside


def _in_circle(ctx: Context, unit: Unit, leader: Unit) -> bool:
    return ctx.board.distance(unit.hex or "", leader.hex or "") <= ctx.figure("leader-circle")


def _armor_check(ctx: Context, vehicle: Unit) -> bool:
    """16 and S1 MSR 7: the Command DR of an AFV."""
    facts = {
        "leader": vehicle.modifier if "armor-leader" in vehicle.flags else 0,
        "no-mmc-near": int(far_from_infantry(ctx.game, vehicle)),
    }
    return bool(
        ctx.check(
            "command.check",
            f"Command DR of {vehicle.id} in {vehicle.hex}",
            ctx.figure("armor-command"),
            facts=facts,
            target_name=f"{_armored(ctx, vehicle)}{ctx.figure_words('armor-command')}",
        ).success
    )


def _armored(ctx: Context, vehicle: Unit) -> str:
    """What the check is called: an AFV, or a vehicle without armor, which rolls alike [house]."""
    return "vehicle" if ctx.game.counter_of(vehicle).armor_front is None else "AFV"


def far_from_infantry(game: Game, vehicle: Unit) -> bool:
    """S1 MSR 7: no Good Order FRIENDLY MMC within 4 hexes, and not in the set-up area."""
    if not game.mission.hook("armor-leaves-infantry") or vehicle.hex in friendly_area(game):
        return False
    reach = game.figure("armor-infantry-range")
    return not any(
        unit.mmc and unit.good_order and game.board.distance(unit.hex or "", vehicle.hex or "") <= reach
        for unit in game.state.on_map("FRIENDLY")
    )
