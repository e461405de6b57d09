"""Morale Checks (A10.3) and what failing one leads to: Replacement (A19.13), Casualty Reduction, breaking."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context
from sasl.asl.game.flags import SMC, Flag
from sasl.asl.game.state import Unit
from sasl.asl.infantry import concealment, quarter
from sasl.asl.infantry.morale import casualties
from sasl.asl.infantry.morale.casualties import break_unit
from sasl.asl.infantry.morale.heat_of_battle import heat_of_battle
from sasl.asl.infantry.morale.leadership import leader_modifier
from sasl.asl.infantry.morale.morale_levels import facts, in_order, level
from sasl.asl.infantry.morale.task_checks import may_wake_the_sniper, pin
from sasl.kernel.rolling.records import Modifier, RollRecord, thrown

REPLACEABLE = ("squad", "hs", "leader")

SAME: frozenset[Flag] = frozenset({"disrupted", "commissar"})
"""The states in which no unit is Replaced (A19.12, A25.221)."""

MOST_THAT_PASSES = 11
"""An Original 12 fails every MC (A10.31)."""


def morale_check(
    ctx: Context,
    unit: Unit,
    n: int,
    why: str,
    *,
    pins: bool = True,
    modifiers: Sequence[Modifier] = (),
    leader: bool = True,
) -> RollRecord:
    """A10.3: one nMC and everything that follows. `pins`: passing with the highest possible DR pins (A7.8)."""
    mods = [Modifier(f"{n}MC", n, "A10.3")] if n else []
    mods += [*modifiers, *(leader_modifier(ctx.game, unit) if leader else [])]
    if leader:
        concealment.leads(ctx, unit, f"helps {unit.id} in its MC")
    with ctx.rolls_for(unit.side):
        record = ctx.check(
            "morale.check",
            f"{n or 'N'}MC of {unit.id} ({why})",
            level(ctx.game, unit),
            facts={"stun": facts(ctx.game, unit)["stun"]},
            modifiers=mods,
            fails_on=12,
            tag="mc",
            subject=(unit.id,),
        )
    consequences(ctx, unit, record, why, pins=pins)
    may_wake_the_sniper(ctx, unit, record)
    return record


def check_all(ctx: Context, ids: Iterable[str], n: int, why: str) -> None:
    """A10.2: each unit takes its own nMC, the leaders of best Morale first; a leader's loss is felt after all."""
    with ctx.attack():
        for key in in_order(ctx.game, ids):
            if key in ctx.state.units:
                morale_check(ctx, ctx.state.units[key], n, why)


def same_dice(ctx: Context, unit: Unit, record: RollRecord, modifiers: Sequence[Modifier], purpose: str) -> RollRecord:
    """The dice of another roll read as a NMC of `unit` (FPF, A8.31)."""
    target = level(ctx.game, unit)
    mods = tuple(mod for mod in modifiers if mod.value)
    total = record.original + sum(mod.value for mod in mods)
    found = RollRecord(
        f"{purpose} of {unit.id}",
        record.roll,
        record.dice,
        record.original,
        total,
        mods,
        "A8.31",
        target,
        "Morale Level",
        total <= target and record.original != 12,
        source="same",
        whose=unit.side,
    )
    ctx.emit(ev.Rolled(found))
    return found


def is_special(record: RollRecord) -> bool:
    """A10.31, A15.1: whether the Original DR of a MC is extreme: a Casualty MC or Heat of Battle."""
    return bool(record.dice) and record.original in (2, 12)


def consequences(
    ctx: Context, unit: Unit, record: RollRecord, why: str, *, pins: bool = True, extremes: bool = True
) -> None:
    """A10.3-10.31: what the DR of a Morale Check does to the unit that made it. `extremes` False: an Original 2 or 12
    has no effect of its own, for it strikes another one (A8.31).
    """
    target = record.target if record.target is not None else level(ctx.game, unit)
    original = thrown(record)
    if record.total <= target and original != 12:
        if original == 2:
            if extremes:
                heat_of_battle(ctx, unit)
        elif pins and is_highest_pass(record):
            pin(ctx, ctx.state.units[unit.id], "passed its MC with the highest DR (A10.3)")
        return
    fails(ctx, unit, record.total - target, why, worst=original == 12 and extremes)


def is_highest_pass(record: RollRecord) -> bool:
    """A7.8: whether a passed MC has the highest DR that passes: its total is the target, or an 11, for a 12 fails."""
    return record.total == record.target or (record.original == MOST_THAT_PASSES and bool(record.dice))


def fails(ctx: Context, unit: Unit, margin: int, why: str, *, worst: bool = False) -> None:
    """A10.31, A19.13: a unit has failed its MC by `margin`; `worst`: with an Original 12."""
    if "broken" in unit.flags:
        if worst:
            casualties.eliminate(ctx, unit, f"{why}: broken and an Original 12 (A10.31)")
        else:
            casualties.reduce_unit(ctx, unit, f"{why}: fails a MC while broken (A10.31)")
        return
    if unit.kind == "hero" or unit.flags & {"berserk", "heroic", "prisoner", "disarmed"}:
        if not worst:
            casualties.reduce_unit(ctx, unit, f"{why}: fails a MC (A15.2, A15.4, A20.54)")
        elif unit.kind in SMC:
            casualties.wound(ctx, unit, f"{why}: Original 12 (A10.31)", badly=True)
        else:
            casualties.eliminate(ctx, unit, f"{why}: cannot break, and an Original 12 (A10.31)")
        return
    if margin > quarter.elr_of(ctx.game, unit) and unit.kind in REPLACEABLE and not unit.flags & SAME:
        unit = _replaced(ctx, unit)
    if worst:
        casualties.reduce_unit(ctx, unit, f"{why}: Original 12 (A10.31)")
    if unit.id in ctx.state.units:
        break_unit(ctx, ctx.state.units[unit.id], why)


def _replaced(ctx: Context, unit: Unit) -> Unit:
    """A19.12-19.13: who fails by more than its ELR is Replaced; Disrupted, but no PRC, where nothing lower exists."""
    lower = pieces.counter(ctx, unit.side, unit.type).replaced_by
    elr = quarter.elr_of(ctx.game, unit)
    if lower and lower != "Disrupted":
        pieces.become(ctx, unit, lower, f"fails by more than its ELR of {elr} (A19.13)")
        if unit.kind == "squad" and ctx.state.units[unit.id].kind == "hs":
            _other_half(ctx, unit, lower)
    elif lower and not unit.carrier and not quarter.never_yields(ctx.game, unit):
        pieces.change(ctx, unit, ["disrupted"], why=f"fails by more than its ELR of {elr} (A19.12)")
    return ctx.state.units[unit.id]


def _other_half(ctx: Context, squad: Unit, name: str) -> None:
    """A19.13: a squad of underlined Morale falls apart into its two HS; the second one is broken at once."""
    why = f"the other HS of {squad.id} (A19.13)"
    pieces.add_unit(
        ctx,
        squad.side,
        name,
        squad.hex,
        flags=("broken", "dm", *(squad.flags & {"encircled"})),
        group=squad.group,
        attitude=squad.attitude,
        why=why,
    )
