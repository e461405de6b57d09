"""The Action DR in Defensive Fire (S6.12): before they first fire in the other side's Player Turn, men may Panic."""

from __future__ import annotations

from collections.abc import Iterator

from sasl.asl.fire.opportunity import PROTECTIVE, opportunity
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.flags import SMC, Flag
from sasl.asl.game.state import Unit
from sasl.asl.ordnance import guns
from sasl.kernel.text import listed
from sasl.minds.act import Act, Decider
from sasl.minds.action import panic_dr
from sasl.orders.fire_orders import Fire
from sasl.solitaire.panic import panic, panic_class

TESTED: Flag = "defensive-action"
FIGURE = "defensive-action"
"""The figure of the doctrine that switches the DR on."""


def panicked_before_firing(ctx: Context, decider: Decider, act: Act) -> bool:
    """Roll the Action DR of those who would fire by this act, Location by Location. True if any Panic: then the side
    thinks again.

    Not for berserk units, nor for FPF; hidden units make none [house], which would give them away.
    """
    if not _applies(ctx.game, decider, act):
        return False
    lost = False
    for men in list(_by_location(ctx.game, decider, act)):
        lost = _test(ctx, decider, men) or lost
    return lost


def _applies(game: Game, decider: Decider, act: Act) -> bool:
    """Return whether an act is Defensive Fire of a side that acts by Action DR."""
    state = game.state
    return (
        isinstance(act.order, Fire)
        and state.side != decider.side
        and state.phase in ("MPh", "DFPh")
        and decider.doctrine.orders == "action"
        and bool(decider.doctrine.value(FIGURE))
    )


def _by_location(game: Game, decider: Decider, act: Act) -> Iterator[list[Unit]]:
    """Return, for each Location, those of the act who have still to make their DR and could Panic."""
    firers = game.state.present(act.ids)
    for place in dict.fromkeys(unit.hex for unit in firers):
        men = [unit for unit in firers if unit.hex == place and _is_due(game, decider, unit, act.target)]
        if men:
            yield men


def _is_due(game: Game, decider: Decider, unit: Unit, target: str) -> bool:
    """Return whether a unit must make the DR before this fire."""
    if unit.flags & {TESTED, "hidden"} or not panic_dr.can_panic(game, decider, unit):
        return False
    try:
        return opportunity(game, unit, target).name != PROTECTIVE.name
    except Refused:
        return True  # it directs the fire of others, or mans what fires


def _test(ctx: Context, decider: Decider, men: list[Unit]) -> bool:
    """Roll one Action DR for men of a Location. True if they Panic: by the class of one of them where classes differ,
    by that of a leader only if he is alone.
    """
    game, side = ctx.game, decider.side
    led = [unit for unit in men if unit.kind not in SMC] or men
    classes = {panic_class(game, unit): unit.id for unit in reversed(led)}
    with ctx.rolls_for(side):
        chosen = ctx.pick(sorted(classes.values()), "whose class counts for Panic (S6.12)")
        unit = ctx.state.units[chosen]
        mods = panic_dr.leader_modifier(game, unit, "S6.12")
        names = listed(item.id for item in men)
        record = ctx.roll("DR", f"Action of {names} in Defensive Fire", rule="S6.12", modifiers=mods)
    words = panic_dr.panic_words(game, decider, unit)
    if record.total < panic_dr.panic_total(game, decider, unit):
        pieces.change_all(ctx, [item.id for item in men], (TESTED,), (), f"no Panic at {record.total} (S6.12)")
        return False
    for item in men:
        for key in dict.fromkeys((item.id, getattr(guns.crew(game, item), "id", item.id))):
            panic(ctx, ctx.state.units[key], f"Final {record.total}; {words} (S6.12)", (TESTED,))
    return True
