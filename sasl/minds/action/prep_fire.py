"""Actions in the PFPh (S6): who has the next one, Panic, automatic actions, the Action DR; then the fire of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.flags import SMC, Flag
from sasl.asl.game.los.sight import look
from sasl.asl.game.state import Unit
from sasl.asl.infantry.morale import leadership
from sasl.asl.ordnance import guns, mounted
from sasl.asl.terrain import entrenching
from sasl.kernel.rolling.records import RollRecord, mark, result_text
from sasl.kernel.text import counted, listed
from sasl.minds.act import Act, Decider, few, pick
from sasl.minds.action import automatic, opportunity_fire, order_of_acts, panic_dr
from sasl.minds.action.order_of_acts import NEVER_ROLL, acting, has_action
from sasl.minds.action.roles import ASSAULT, Role, role_of
from sasl.minds.fire import cost, smoke_rounds, targets
from sasl.minds.fire.targets import Choice
from sasl.orders.enemy_orders import Action
from sasl.orders.fire_orders import Fire
from sasl.solitaire import command_control
from sasl.solitaire.panic import panic

MOST_REFUSALS = 3
"""How many refusals are named among the reasons of an act."""


def next_act(game: Game, decider: Decider) -> Act | None:
    """S6: the next act of the PFPh: Location by Location, first the Action of each unit, then the fire it commands."""
    for _, here in acting(game, decider.side):
        act = _free(game, decider, here) if decider.doctrine.orders == "free" else _ordered(game, decider, here)
        if act is not None:
            return act
    return None


# -- the ENEMY: an Action for each unit -----------------------------------------------------------------


def _ordered(game: Game, decider: Decider, here: Sequence[Unit]) -> Act | None:
    """The next act in a Location of a side whose units are given Actions."""
    for unit in here:
        if unit.id in game.state.passed:
            continue
        if unit.kind in NEVER_ROLL:
            return _emplaced(game, decider, unit)
        if not unit.flags & {"acted", "prep", "ti"}:
            return _action(game, decider, unit)
    for unit in here:
        if "fire-command" in unit.flags and unit.id not in game.state.passed:
            return smoke_rounds.commanded(game, decider, unit) or _fire(game, decider, unit, "Fire Command (S6.1)")
    return None


def _action(game: Game, decider: Decider, unit: Unit) -> Act:
    """The automatic action of a unit, or its Action DR."""
    order = Action((unit.id,))
    crowd = automatic.too_many(game, unit)
    if crowd:
        names = listed((other.id for other in crowd), 6)
        reason = f"{unit.hex} is overstacked; a Random dr picks who leaves, of {names}, unless Panic (S6.307, S6.21)"
        return Act(unit.id, order, f"{unit.id} in overstacked {unit.hex}", (reason,), (unit.id,), leads_on=True)
    own = automatic.action(game, decider, unit)
    if own is not None and own.rule == automatic.WITH_HIS_MEN and unit.kind in SMC:
        quiet = None if own.result == "none" else order
        return Act(unit.id, quiet, reasons=(own.why,))  # as his men do: it goes without saying
    if own is not None:
        limit = panic_dr.panic_words(game, decider, unit)
        rolls = f"after its DR for Panic, {limit} (S6.21)" if panic_dr.can_panic(game, decider, unit) else "no DR"
        why = f"automatic action, {rolls}: {own.words(decider.doctrine)}"
        reasons = (why, *(shown(order_of_acts.targets_of(game, decider, unit)) if own.result == "Fire" else ()))
        title = f"{unit.id} in {unit.hex}: {RESULTS[own.result]} - {own.why}"
        return Act(unit.id, order, title, reasons, (unit.id,), leads_on=True)
    seen = order_of_acts.targets_of(game, decider, unit)
    column = order_of_acts.column(game, decider, unit, seen)
    table = game.library.table(order_of_acts.table(decider, unit))
    row = " | ".join(f"{row.label} {table.pick(row, column)}" for row in table.rows)
    leader = automatic.leader_of(game, unit)
    reasons = (
        f"{table.title}, column {order_of_acts.COLUMNS[column]}: {row} {mark(table.provenance)} (S6.1)",
        f"leader {leader.id} {leadership.drm(leader):+d}" if leader else "no leader helps it",
        *(shown(seen) or _no_target(game, decider, unit)),
        *_lost(game, decider, unit, column),
    )
    title = f"{unit.id} in {unit.hex}: Action DR ({order_of_acts.attitude(unit)}, {order_of_acts.COLUMNS[column]})"
    return Act(unit.id, order, title, reasons, (unit.id,), leads_on=True)


RESULTS = {
    "Panic": "Panic", "Fire": "Fire", "Move": "Move", "Entrench": "Entrench", "No Action": "No Action",
    "Withdraw": "Withdraw", "Advance": "Advance", "Cover": "to cover", "none": "No Action",
}  # fmt: skip


def _emplaced(game: Game, decider: Decider, unit: Unit) -> Act:
    """S6.13 [house]: a Gun or cupola with a Target makes its DR for Panic, then fires; without a Target it passes. A
    hidden one makes no DR, which would give it away."""
    what = "a cupola" if unit.kind == "cupola" else "a Gun"
    fire = _fire(game, decider, unit, f"{what} never moves: it fires whenever it has a Target (S6.13)")
    if fire.order is None or unit.flags & {"acted", "hidden"} or not panic_dr.can_panic(game, decider, unit):
        return fire
    reasons = (f"its DR for Panic ({panic_dr.panic_words(game, decider, unit)}; S6.13), then it fires", *fire.reasons)
    return Act(unit.id, Action((unit.id,)), f"{unit.id} in {unit.hex}: Action DR", reasons, (unit.id,), leads_on=True)


def _fire(game: Game, decider: Decider, unit: Unit, why: str) -> Act:
    """S8.1: the best fire of a unit that is to fire; without a line if it has no Target (any more)."""
    able = order_of_acts.targets_of(game, decider, unit, lambda other: "fire-command" in other.flags)
    held = opportunity_fire.commanded(game, decider, unit, able)
    if held is not None or not able:
        return held or Act(unit.id)
    chosen = _chosen(game, decider, unit, able)
    told = f"{why}; {counted(len(able), 'Target')} in reach"
    return targets.as_act(chosen, unit.id, (told, *shown(able), *_why(game, decider, unit, chosen)))


def _why(game: Game, decider: Decider, unit: Unit, chosen: Choice, least: float = 0.0) -> Iterator[str]:
    """The figure that an attack had to reach, if that is more than `least`, and those by which it was weighed."""
    name = order_of_acts.asked(game, decider, unit, chosen)
    names = [name] if decider.doctrine.value(name) > least else []
    names += cost.figures(game, decider, chosen)
    if names and decider.doctrine.choice != "random":
        yield decider.doctrine.words(*names)


def _chosen(game: Game, decider: Decider, unit: Unit, able: Sequence[Choice]) -> Choice:
    """The best choice, as its FT prefers (S6.306); or any, for a doctrine that chooses at random."""
    if decider.doctrine.choice == "random":
        return pick(game, unit.id, able)
    if decider.doctrine.orders == "action":
        able = _preferred(game, unit, able)
    tubes = automatic.flamethrowers(game, unit)
    jets = [choice for choice in able if set(choice.firers) & tubes]
    return min(jets, key=lambda choice: _ft_order(game, decider, choice)) if jets else able[0]


def _preferred(game: Game, unit: Unit, able: Sequence[Choice]) -> Sequence[Choice]:
    """Return, best first, the attacks at an Acquired Target (S6.314); without one, those of ordnance SW, which fire
    before inherent FP (S8.22); else all of them.
    """
    aimed = automatic.acquired_hexes(game, unit)
    ordnance = {weapon.id for weapon in game.state.weapons_of(unit.id) if mounted.of_weapon(game, weapon)}
    at_acquired = [choice for choice in able if choice.hex in aimed]
    by_ordnance = [
        choice for choice in able if isinstance(choice.order, Fire) and ordnance.issuperset(choice.order.firers)
    ]
    return at_acquired or by_ordnance or able


def _ft_order(game: Game, decider: Decider, choice: Choice) -> tuple[bool, bool, int, float]:
    """S6.306: a FT's Target in normal range, in a VPO, with most Known Infantry, then by harm."""
    known = sum(
        1 for other in game.state.units_at(choice.hex) if other.side != decider.side and other.infantry and other.known
    )
    return not choice.normal, choice.hex not in game.state.control, -known, -choice.harm


def shown(choices: Sequence[Choice]) -> tuple[str, ...]:
    """The Targets considered, best first."""
    return few(f"{place}. {choice.title}" for place, choice in enumerate(choices, 1))


def _lost(game: Game, decider: Decider, unit: Unit, column: str) -> Iterator[str]:
    """The VPO that a Hold unit would take back, where that makes its column."""
    if column == "lost":
        place = order_of_acts.lost_vpo(game, decider, unit)
        yield f"{place} is lost, and within {decider.doctrine.words('retake-range')}"


def _no_target(game: Game, decider: Decider, unit: Unit) -> tuple[str, ...]:
    """Why a unit has no Target: what it could fire at does too little, or it cannot fire there."""
    weak = targets.choices(game, decider, unit)
    if weak:
        figure = decider.doctrine.words(order_of_acts.asked(game, decider, unit, weak[0]))
        return (f"no Target: {weak[0].title}, below {figure}",)
    return ("no Target", *targets.refusals(game, decider, unit)[:MOST_REFUSALS])


# -- free orders: the built-in commander ----------------------------------------------------------------


def _free(game: Game, decider: Decider, here: Sequence[Unit]) -> Act | None:
    """A7.2 [house]: a unit that stays fires at any Target; one that would move only where the harm is worth it.

    Of those in a Location the one with the best attack chooses first.
    """
    ready: list[tuple[Unit, Role, list[Choice]]] = []
    for unit in here:
        if unit.id in game.state.passed or unit.flags & _not_free(game) or unit.kind == "leader":
            continue
        if not opportunity_fire.heavy_range(game, unit) and not order_of_acts.may_have_target(game, decider, unit):
            return Act(unit.id)
        role = role_of(game, decider, unit)
        able = _willing(game, decider, unit, role.least)
        waits = opportunity_fire.waits(game, decider, unit, role.least, able)
        if waits is not None:
            return waits
        if not able:
            return Act(unit.id)
        ready.append((unit, role, able))
    if not ready:
        return None
    unit, role, able = max(ready, key=lambda item: (item[2][0].range <= 1, item[2][0].worth))
    chosen = _chosen(game, decider, unit, able)
    why = _why(game, decider, unit, chosen, role.least)
    return targets.as_act(chosen, unit.id, (role.words, *shown(able), *why))


def _willing(game: Game, decider: Decider, unit: Unit, least: float) -> list[Choice]:
    """The Targets of a unit with those who gladly join it; nobody is drawn into fire for which he has better use."""
    out: set[str] = set()
    while True:
        able = order_of_acts.targets_of(game, decider, unit, lambda other: other.id not in out, least)
        if not able:
            return able
        drawn = (_drawn(game, decider, unit, able[0], key, out) for key in able[0].firers if key != unit.id)
        worst = min(filter(None, drawn), default=None)
        if worst is None:
            return able
        out.add(worst[1])


def _drawn(
    game: Game, decider: Decider, unit: Unit, group: Choice, key: str, out: set[str]
) -> tuple[float, str] | None:
    """Who would fire elsewhere, or move, for more than he adds to a group: by how little, and who; else None."""
    other = game.state.units.get(key)
    if other is None or not other.mmc:
        return None
    mates = {mate.id for mate in game.state.on_map(unit.side) if mate.mmc}
    alone = targets.choices(game, decider, other, without=frozenset(mates - {key}))
    rather = max((choice.worth for choice in alone if choice.hex != group.hex), default=0.0)
    role = role_of(game, decider, other) if decider.doctrine.value("gain-harm") and other.infantry else None
    if role is not None and role.name == ASSAULT:
        rather = max(rather, role.least)
    if not rather:
        return None
    fewer = targets.choices(game, decider, unit, (group.hex,), without=frozenset(out | {key}))
    added = group.worth - max((choice.worth for choice in fewer), default=0.0)
    return (added - rather, key) if added < rather else None


NOT_FREE = {"berserk", "no-command", "motion", "opportunity", "ti"}
"""The states in which a unit of a side with free orders does nothing in its PFPh."""


def _not_free(game: Game) -> set[str]:
    """S16: out of command a unit Prep Fires only where the variant in force leaves it that."""
    return NOT_FREE - {"no-command"} if command_control.allows(game, "prep-fire") else NOT_FREE


COMMANDS: dict[str, Flag] = {
    "Fire": "fire-command", "Move": "move-command", "Cover": "move-command",
    "Advance": "move-command", "Withdraw": "move-command",
}  # fmt: skip
"""The command that a unit has by an outcome of its Action; the other outcomes give none."""

ATTITUDES = ("Advance", "Withdraw")
"""The outcomes by which a unit takes that attitude from now on (S3.2), and moves."""

BY_HAND = {"fire": "Fire", "move": "Move", "none": "none"}


def no_action(game: Game, unit: Unit, *, by_hand: bool) -> str:
    """S6.1: why a unit has no Action now, or ""; `by_hand`: the player settles what it is."""
    if unit.kind == "gun" and guns.crew(game, unit) is None:
        return f"nobody mans {unit.id}: it has no Action (S6.13)"
    gun = guns.manned_by(game, unit, working=True)
    if gun is not None:
        return f"{unit.id} acts with its Gun: fire {gun.id} HEX (S6)"
    if not has_action(game, unit):
        return f"{unit.id} is not in Good Order, or is aboard something: it has no Action (S6.1)"
    if "prep" in unit.flags:
        return f"{unit.id} has Prep Fired (A7.2)"
    return f"{unit.id} has had its Action (S6.1)" if "acted" in unit.flags and not by_hand else ""


def take_action(ctx: Context, decider: Decider, unit: Unit, result: str) -> None:
    """S6.1: the Action of a unit: automatic or rolled; or `result` (fire, move, none), settled by hand."""
    if result:
        settle(ctx, unit, BY_HAND[result], "by hand")
        ctx.tell(f"{unit.id}: {SAYS[BY_HAND[result]]}, settled by hand (S6.1).", hexes=(unit.hex,))
    else:
        _acts(ctx, decider, unit)


def _acts(ctx: Context, decider: Decider, unit: Unit) -> None:
    """S6.21, S6.3, S6.1: Panic, else the automatic action of a unit, or its Action DR."""
    for name in automatic.leave_overstack(ctx, unit):
        if not panic_dr.roll_for_panic(ctx, decider, ctx.state.units[name]):
            settle(ctx, ctx.state.units[name], "Move", "S6.307: the Location is overstacked")
    unit = ctx.state.units[unit.id]
    if "acted" in unit.flags:
        return
    if unit.kind in NEVER_ROLL:
        if not panic_dr.roll_for_panic(ctx, decider, unit):
            settle(ctx, unit, "Fire", "it fires whenever it has a Target (S6.13)")
        return
    own = automatic.action(ctx.game, decider, unit)
    if own is not None:
        if own.rule != automatic.WITH_HIS_MEN and panic_dr.roll_for_panic(ctx, decider, unit):
            return
        settle(ctx, unit, own.result, f"{own.rule}: {own.why}")
        if not ctx.because:  # by hand: an act of the ENEMY has said so itself
            ctx.tell(f"{unit.id}: {SAYS[own.result]} - {own.why} ({own.rule}).", hexes=(unit.hex,))
        return
    roll(ctx, decider, unit)


SAYS = {
    "Panic": "Panic", "Fire": "Fire Command", "Move": "Move Command", "Entrench": "Entrench", "No Action": "No Action",
    "Cover": "Move Command, to cover", "Advance": "Move Command, forward", "Withdraw": "Move Command, back",
    "none": "No Action",
}  # fmt: skip
"""An outcome in words."""


def roll(ctx: Context, decider: Decider, unit: Unit) -> RollRecord:
    """S6.1: one Action DR with the best leader's modifier, on the column of the Target; Panic is read too (S6.21)."""
    game = ctx.game
    table, column = order_of_acts.table(decider, unit), order_of_acts.column(game, decider, unit)
    leader = automatic.leader_of(game, unit)
    facts = {"leader": leadership.drm(leader) if leader else 0}
    purpose = f"Action of {unit.id} ({order_of_acts.attitude(unit)}, {order_of_acts.COLUMNS[column]})"
    with ctx.rolls_for(unit.side):
        record = ctx.table(table, purpose, facts=facts, column=column)
    if panic_dr.panics(ctx, decider, unit, record):
        return record
    settle(ctx, unit, result_text(record.result), f"Action DR {record.total}, row {record.row} (S6.1)")
    return record


def _entrench(ctx: Context, unit: Unit) -> None:
    """S6.24: an Entrench Action: the unit digs where it is, or has No Action where it cannot (S6.241)."""
    try:
        entrenching.may_entrench(ctx.game, [unit])
        _check_unrestricted_los(ctx.game, unit)
    except Refused as refusal:
        ctx.tell(f"{unit.id} has No Action: {refusal}.", hexes=(unit.hex,))
    else:
        entrenching.entrench(ctx, [unit])


def _check_unrestricted_los(game: Game, unit: Unit) -> None:
    """S6.241 [house]: refuse an Entrench Action where LOS is restricted: no hex `open-los-range` away is in LOS."""
    reach = int(game.figure("open-los-range"))
    ring = (name for name in sorted(game.board.within(unit.hex, reach)) if game.board.distance(unit.hex, name) == reach)
    if not any(look(game, unit.hex, name).exists for name in ring):
        raise Refused(f"its LOS is restricted: it sees no hex at range {reach} (S6.241)")


def settle(ctx: Context, unit: Unit, result: str, why: str) -> None:
    """Give a unit the outcome of its Action: Panic, a Fire or Move Command, Entrench, or nothing to do."""
    if result == "Panic":
        panic(ctx, unit, f"{why} (S6.21)", ("acted",))
        return
    command = COMMANDS.get(result)
    commands: tuple[Flag, ...] = ("fire-command", "move-command")
    gained: list[Flag] = ["acted", command] if command else ["acted"]
    pieces.change(ctx, unit, gained, [other for other in commands if other != command], why)
    if result in ATTITUDES and unit.attitude != result:
        ctx.emit(ev.UnitRedrawn(unit.id, attitude=result, why=why))
    if result == "Entrench":
        _entrench(ctx, ctx.state.units[unit.id])
