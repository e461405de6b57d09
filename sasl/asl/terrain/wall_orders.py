"""The `wall` command: a unit claims or forfeits Wall Advantage (B9.322)."""

from __future__ import annotations

from sasl.asl.game.context import Context, Refused
from sasl.asl.game.registry import verb
from sasl.asl.game.selection import select
from sasl.asl.game.state import Unit
from sasl.asl.terrain import walls
from sasl.kernel.text import listed


@verb(
    "wall",
    "wall UNITS [claim | forfeit]",
    "claim or give up Wall Advantage over the walls and hedges of the hex",
    stages=("set-up", "play"),
    group="move",
)
def wall(ctx: Context, words: list[str]) -> None:
    """B9.322: claimed at set-up, in the RPh, in the own MPh and APh, or when no enemy has it; forfeited at any time."""
    if len(words) not in (1, 2) or (len(words) == 2 and words[1].lower() not in ("claim", "forfeit")):
        raise Refused("wall needs units, as in: wall 628a claim, or: wall 628a forfeit")
    units = select(ctx.state, words[0])
    away = next((unit.id for unit in units if unit.hex is None), "")
    if away:
        raise Refused(f"{away} is not on the map (B9.32)")
    if len(words) == 1:
        for unit in units:
            ctx.tell(f"{unit.id} {_says(ctx, unit)}.", hexes=(unit.hex or "",))
        return
    for unit in units:
        fixed = next((why for flag, why in walls.FIXED.items() if flag in unit.flags), "")
        if fixed:
            raise Refused(f"{unit.id} {fixed} and changes nothing about Wall Advantage (B9.322)")
    if words[1].lower() == "claim":
        if all(walls.has(ctx.game, unit) for unit in units):
            ctx.tell(f"Wall Advantage already: {listed(unit.id for unit in units)} (B9.32).")
            return
        for unit in units:
            _may_claim(ctx, unit)
        walls.claim(ctx, units, "claims it (B9.322)")
        return
    if not any(walls.has(ctx.game, unit) for unit in units):
        ctx.tell(f"No Wall Advantage to forfeit: {listed(unit.id for unit in units)} (B9.32).")
        return
    for unit in units:
        if walls.must(ctx.game, unit):
            raise Refused(f"{unit.id} has no other TEM in its hex and may not forfeit Wall Advantage (B9.323)")
    walls.forfeit(ctx, units, "forfeits it (B9.322)")


def _says(ctx: Context, unit: Unit) -> str:
    why = walls.why_not(ctx.game, unit)
    if walls.has(ctx.game, unit):
        return f"has Wall Advantage {walls.words(ctx.game, unit)} (B9.32)"
    foe = walls.denied_by(ctx.game, unit)
    return why or (f"is denied Wall Advantage by {foe} (B9.321)" if foe else "could claim Wall Advantage (B9.32)")


def _may_claim(ctx: Context, unit: Unit) -> None:
    """Refused, with the rule, if a unit can have none or this is not the time for it."""
    why = walls.why_not(ctx.game, unit)
    if why and not walls.fit(ctx.game, unit):
        raise Refused(f"{unit.id} {why}")
    foe = walls.denied_by(ctx.game, unit)
    if foe:
        raise Refused(f"{foe} has Wall Advantage over the hexside it shares with {unit.id} (B9.321)")
    state = ctx.state
    own = state.side == unit.side and state.phase in ("MPh", "APh")
    free = next(walls.facing(ctx.game, unit), None) is not None  # all enemies there have lost or forfeited theirs
    if state.stage == "play" and not (own or free or state.phase == "RPh"):
        when = "at set-up, in the RPh, in the own MPh and APh, and when all enemies over it have lost it"
        raise Refused(f"{unit.id} claims Wall Advantage only {when} (B9.322)")
