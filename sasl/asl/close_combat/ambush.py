"""Ambush (A11.4): when it may happen, its drm, and the dr of both sides."""

from __future__ import annotations

from sasl.asl.close_combat import close_combat
from sasl.asl.close_combat.cc_vehicles import is_building
from sasl.asl.game.context import Context, Game
from sasl.asl.game.state import Side, Unit, opponent
from sasl.asl.infantry import concealment, morale
from sasl.asl.ordnance import mounted
from sasl.kernel.records import Modifier, RollRecord

SIDES: tuple[Side, Side] = ("FRIENDLY", "ENEMY")


def why(game: Game, hex_name: str) -> str:
    """A11.4: why an Ambush may occur in the hex, or "": Infantry has advanced in, and not into a Melee."""
    everyone = [unit for side in SIDES for unit in close_combat.men(game, hex_name, side)]
    if any("melee" in unit.flags for unit in everyone) or not any("advanced" in unit.flags for unit in everyone):
        return ""
    if any(not unit.known for unit in everyone):
        return "a concealed unit is in the CC"
    if game.board.terrain(hex_name).has("woods") or is_building(game, hex_name):
        return "Infantry advanced into woods or a building"
    return ""


def facts(game: Game, hex_name: str, side: str) -> dict[str, int]:
    """The conditions of a side's Ambush dr; each counts once, however many units have it."""
    men = close_combat.men(game, hex_name, side)
    machines = close_combat.machines(game, hex_name, side)
    shut = [unit for unit in machines if mounted.armored(game, unit) and unit.flags & {"buttoned", "stunned"}]
    found = {flag: int(any(flag in unit.flags for unit in men)) for flag in ("cx", "broken", "pinned", "berserk")}
    return {
        **found,
        "ambush-vehicle": int(bool(machines) or any(unit.cavalry for unit in men)),
        "ambush-shut": len(shut),
        "inexperienced": int(any(is_lax(game, unit) for unit in men)),
        "panicked": int(any("panicked" in unit.flags for unit in men)),
        "stealthy": int(any(unit.kind == "hero" and unit.good_order for unit in men)),
        "concealed": int(any(not unit.known for unit in men)),
    }


def is_lax(game: Game, unit: Unit) -> bool:
    """A11.18, A25.23: Inexperienced and unarmed Personnel, and who was in a Human Wave."""
    raw = unit.mmc and bool(morale.facts(game, unit)["inexperienced"])
    return raw or "waved" in unit.flags or (unit.mmc and "disarmed" in unit.flags)


def modifiers(game: Game, hex_name: str, side: str) -> tuple[Modifier, ...]:
    """The drm of a side, its best leader's among them unless he is alone or somebody is berserk."""
    units = close_combat.men(game, hex_name, side)
    mods = close_combat.drm(game, "cc.ambush", facts(game, hex_name, side))
    leaders = [unit for unit in units if unit.kind == "leader" and unit.good_order and "pinned" not in unit.flags]
    if not leaders or len(units) < 2 or any("berserk" in unit.flags for unit in units):
        return mods
    best = min(leaders, key=lambda unit: (morale.leadership(unit), unit.id))
    led = Modifier(best.id, morale.leadership(best), "A11.4", "leadership")
    return (*mods, led) if led.value else mods


def roll(ctx: Context, hex_name: str, reason: str) -> str:
    """A11.4: both sides' dr; the one lower by at least 3 ambushes, and the other loses all concealment."""
    totals = {side: _dr(ctx, hex_name, side, reason).total for side in SIDES}
    low = min(SIDES, key=lambda side: totals[side])
    other = opponent(low)
    if totals[other] - totals[low] < ctx.figure("ambush-margin"):
        ctx.tell(f"No Ambush in {hex_name}: {totals['FRIENDLY']} to {totals['ENEMY']} (A11.4).")
        return ""
    ctx.tell(f"The {low} ambushes in {hex_name}: {totals[low]} to {totals[other]} (A11.4).", hexes=(hex_name,))
    concealment.lose(ctx, [unit.id for unit in close_combat.fighters(ctx.game, hex_name, other)], "ambushed (A11.4)")
    return low


def _dr(ctx: Context, hex_name: str, side: Side, reason: str) -> RollRecord:
    with ctx.rolls_for(side):
        mods = modifiers(ctx.game, hex_name, side)
        return ctx.roll("dr", f"Ambush dr of the {side} in {hex_name} ({reason})", rule="A11.4", modifiers=mods)
