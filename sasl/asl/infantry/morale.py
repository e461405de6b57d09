"""Morale: Levels, Morale Checks with all they lead to, Pin Task Checks, Leader Loss, Heat of Battle (A10, A15)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from sasl.asl import cavalry
from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Option
from sasl.asl.game.flags import HORSE, VEHICLES, Flag
from sasl.asl.game.sight import look
from sasl.asl.game.state import Unit, opponent
from sasl.asl.infantry import casualties, prisoners
from sasl.asl.infantry.experience import elite
from sasl.asl.ordnance import mounted
from sasl.kernel.records import Modifier, RollRecord

REPLACEABLE = ("squad", "hs", "leader")
CANNOT_BREAK = {"broken", "berserk", "disarmed", "prisoner"}
NEVER_PINNED = frozenset({"broken", "pinned", "berserk", "heroic", "prisoner", "human-wave"})
"""The states in which an unbroken unit is not pinned (again)."""

MOST_THAT_PASSES = 11
"""An Original 12 fails every MC (A10.31)."""

BROKEN_OFF: tuple[Flag, ...] = (
    "concealed", "hidden", "pinned", "cx", "opportunity", "human-wave", "hazardous", "panicked", "ti",
)  # fmt: skip
"""The states that end when a unit breaks."""


CALM: tuple[Flag, ...] = (
    "broken", "dm", "disrupted", "pinned", "ti", "concealed", "hidden", "cx", "panicked", "encircled",
)  # fmt: skip
"""The states that end when a unit goes berserk (A15.4, A15.42)."""


def level(game: Game, unit: Unit) -> int:
    """The present Morale Level: the broken side if broken; wounded and Encircled -1, Fanatic +1, berserk 10.

    A Human Wave raises that of the unbroken (A25.23). The crew of an armor leader has his (D3.42).
    """
    item = game.counter_of(unit)
    if unit.kind in VEHICLES:
        soft = item.armor_front is None
        crew = item.morale or game.figure("soft-crew-morale" if soft else "afv-crew-morale")
        crew = unit.morale if unit.morale and "armor-leader" in unit.flags else crew  # D3.42
        return crew - ("encircled" in unit.flags)
    if "berserk" in unit.flags:
        return game.figure("berserk-morale")
    base = (item.broken or item.morale or 0) if "broken" in unit.flags else (unit.morale or item.morale or 0)
    base -= ("wounded" in unit.flags) - ("fanatic" in unit.flags)
    base += game.figure("human-wave-morale") if "waved" in unit.flags and "broken" not in unit.flags else 0
    if unit.kind == "hero":  # A15.2: nothing but a wound lowers it
        return base
    return base - ("encircled" in unit.flags) - _under_own_fire(game, unit)


def _under_own_fire(game: Game, unit: Unit) -> int:
    """C1.51: Morale is one lower under the own side's FFE."""
    shells = (item for item in game.state.marked("ffe") if item.side == unit.side)
    return int(any(unit.hex and game.board.distance(unit.hex, item.hex) <= item.number for item in shells))


def leadership(unit: Unit) -> int:
    """A leader's DRM as it is now: one worse when wounded (A17.2)."""
    return unit.modifier + ("wounded" in unit.flags)


def leader_for(game: Game, unit: Unit) -> Unit | None:
    """A10.21-22, A7.8: the leader who helps a unit in its Location, unpinned; a leader only one of higher Morale.

    A unit that moves is helped only by one who moves with it.
    """
    stack = game.state.stack_of(unit.id)
    helpers = [
        other
        for other in game.state.units_at(unit.hex, unit.side)
        if other.kind == "leader" and other.id != unit.id and not other.carrier
        if not stack or other.id in stack
        if other.good_order and "pinned" not in other.flags
    ]
    if unit.kind == "leader":
        helpers = [other for other in helpers if level(game, other) > level(game, unit)]
    return min(helpers, key=lambda other: (leadership(other), -level(game, other), other.id), default=None)


def leader_modifier(game: Game, unit: Unit) -> list[Modifier]:
    """The DRM of `leader_for`, named after him."""
    leader = leader_for(game, unit) if unit.kind not in VEHICLES else None
    return [Modifier(leader.id, leadership(leader), "A10.7", "leadership")] if leader and leadership(leader) else []


def facts(game: Game, unit: Unit) -> dict[str, int]:
    """The conditions of a unit that the tables of morale know."""
    item = game.counter_of(unit)
    nation = game.mission.army(unit.side).nation
    now = level(game, unit)
    return {
        "stun": int(mounted.STUNNED_BEFORE in unit.arms),
        "elite": int(elite(game, unit)),
        "inexperienced": int(item.quality in ("Green", "Conscript")),
        "broken": int("broken" in unit.flags),
        nation: 1,
        "high-morale": int(now >= game.figure("high-morale")),
        "low-morale": int(0 < now <= game.figure("low-morale")),
    }


# -- Morale Checks ------------------------------------------------------------------------------------


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
    _may_wake_the_sniper(ctx, unit, record)
    return record


def _may_wake_the_sniper(ctx: Context, unit: Unit, record: RollRecord) -> None:
    """A14.1: a MC or TC may wake the enemy's Sniper, but not that of a prisoner."""
    if record.dice and "prisoner" not in unit.flags:
        ctx.game.reactions.sniper_alarm(ctx, unit.side, record.original)


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
    original = record.original if record.dice else 0
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
        casualties.reduce_unit(ctx, unit, f"{why}: fails a MC (A15.2, A15.4, A20.54)")
        return
    if margin > ctx.mission.army(unit.side).elr and unit.kind in REPLACEABLE and "disrupted" not in unit.flags:
        unit = _replaced(ctx, unit)
    if worst:
        casualties.reduce_unit(ctx, unit, f"{why}: Original 12 (A10.31)")
    if unit.id in ctx.state.units:
        break_unit(ctx, ctx.state.units[unit.id], why)


def _replaced(ctx: Context, unit: Unit) -> Unit:
    """A19.13: a unit that fails by more than its ELR is Replaced, or Disrupted where nothing lower exists."""
    lower = pieces.counter(ctx, unit.side, unit.type).replaced_by
    elr = ctx.mission.army(unit.side).elr
    if lower and lower != "Disrupted":
        pieces.become(ctx, unit, lower, f"fails by more than its ELR of {elr} (A19.13)")
        if unit.kind == "squad" and ctx.state.units[unit.id].kind == "hs":
            _other_half(ctx, unit, lower)
    elif lower:
        pieces.change(ctx, unit, ["disrupted"], why=f"fails by more than its ELR of {elr} (A19.12)")
    return ctx.state.units[unit.id]


def _other_half(ctx: Context, squad: Unit, name: str) -> None:
    """A19.131: a squad of underlined Morale falls apart into its two HS; the second one is broken at once."""
    why = f"the other HS of {squad.id} (A19.131)"
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


def check_all(ctx: Context, ids: Iterable[str], n: int, why: str) -> None:
    """A10.2: each unit takes its own nMC, the leaders of best Morale first; a leader's loss is felt after all."""
    with ctx.attack():
        for key in in_order(ctx.game, ids):
            if key in ctx.state.units:
                morale_check(ctx, ctx.state.units[key], n, why)


def in_order(game: Game, ids: Iterable[str]) -> list[str]:
    """Leaders first, the highest Morale Level first, then the others."""
    units = [game.state.units[key] for key in dict.fromkeys(ids) if key in game.state.units]
    units.sort(key=lambda unit: (unit.kind != "leader", -level(game, unit), unit.id))
    return [unit.id for unit in units]


def pin_checks(ctx: Context, ids: Iterable[str], why: str) -> None:
    """A7.305: each unbroken unit takes a Pin Task Check; failing it pins."""
    for key in in_order(ctx.game, ids):
        unit = ctx.state.units.get(key)
        if unit is None or not can_be_pinned(unit):
            continue
        if not task_check(ctx, unit, f"PTC ({why})"):
            pin(ctx, ctx.state.units[key], "failed a PTC (A7.305)")


def task_check(
    ctx: Context, unit: Unit, why: str, modifiers: Sequence[Modifier] = (), *, leader: bool = True, who: str = ""
) -> bool:
    """A10.1: a Normal Task Check of a unit; True if it passes. `who`: what it is called, if not by its id."""
    mods = [*modifiers, *(leader_modifier(ctx.game, unit) if leader else [])]
    with ctx.rolls_for(unit.side):
        record = ctx.check(
            "task.check",
            f"{why} of {who or unit.id}",
            level(ctx.game, unit),
            facts={"stun": facts(ctx.game, unit)["stun"]},
            modifiers=mods,
        )
    _may_wake_the_sniper(ctx, unit, record)
    return bool(record.success)


# -- breaking and pinning -----------------------------------------------------------------------------


def can_be_pinned(unit: Unit) -> bool:
    """A7.8: not (again) the broken, pinned, berserk or heroic, prisoners, Cavalry (A13.52), a Human Wave, vehicles."""
    return not unit.flags & NEVER_PINNED and not unit.cavalry and unit.kind not in (*VEHICLES, "gun", "hero")


def pin(ctx: Context, unit: Unit, why: str) -> None:
    """A7.8: a unit is pinned, if it can be."""
    if can_be_pinned(unit):
        pieces.change(ctx, unit, ["pinned"], why=why)
        guarded = [other.id for other in prisoners.held(ctx.game, unit) if "pinned" not in other.flags]
        pieces.change_all(ctx, guarded, ("pinned",), (), "with its Guard (A20.54)")
        ctx.game.reactions.shaken_off(ctx, unit.id)


def break_unit(ctx: Context, unit: Unit, why: str) -> None:
    """A10.4: a unit breaks under DM, and shows itself; what cannot break is reduced instead (A7.301)."""
    if unit.flags & CANNOT_BREAK or unit.kind == "hero":
        casualties.reduce_unit(ctx, unit, why)
        return
    cavalry.unhorse(ctx, unit, "breaks (A13.51)")
    pieces.change(ctx, ctx.state.units[unit.id], ["broken", "dm"], BROKEN_OFF, why)
    if unit.kind == "leader":
        leader_loss(ctx, unit, ctx.state.stack_of(unit.id), killed=False)
    ctx.game.reactions.shaken_off(ctx, unit.id)
    if unit.cavalry:
        _falls_off(ctx, unit)


def _falls_off(ctx: Context, unit: Unit) -> None:
    """A13.51, D6.24: Cavalry that breaks Bails Out: its SW are lost, and a NMC may reduce it."""
    for weapon in ctx.state.weapons_of(unit.id):
        ctx.emit(ev.WeaponRemoved(weapon.id, "its rider broke (D6.24)"))
    if unit.id in ctx.state.units:
        morale_check(ctx, ctx.state.units[unit.id], 0, "Bails Out (A13.51)")


def leader_loss(ctx: Context, leader: Unit, stack: Collection[str], *, killed: bool) -> None:
    """A10.2: a leader's loss is felt once the attack that caused it is over; Riders neither cause nor take it.

    `stack`: those who moved with him; only they feel what Defensive First Fire did to him.
    """
    if not leader.cavalry:
        ctx.after_the_attack(lambda: _feel_loss(ctx, leader, stack, killed=killed))


def _feel_loss(ctx: Context, leader: Unit, stack: Collection[str], *, killed: bool) -> None:
    """A10.2: every unit now of lower Morale with a lost leader takes a MC; with a broken one the unbroken take a TC
    that pins.
    """
    loss = -leadership(leader)
    drm = [Modifier(f"loss of {leader.id}", loss, "A10.2", "leadership")] if loss > 0 else []
    his = leader.morale or ctx.game.counter_of(leader).morale or 0
    near = [
        unit.id
        for unit in ctx.state.units_at(leader.hex, leader.side)
        if unit.id != leader.id and (not stack or unit.id in stack)
        and unit.kind not in (*VEHICLES, "gun", "aircraft", HORSE)
        and not unit.cavalry
        and not unit.flags & {"prisoner", "berserk"}
        and level(ctx.game, unit) < his
    ]  # fmt: skip
    word = "LLMC" if killed else "LLTC"
    for key in in_order(ctx.game, near):
        unit = ctx.state.units.get(key)
        if unit is None:
            continue
        if killed:
            morale_check(ctx, unit, 0, word, pins=False, modifiers=drm, leader=False)
        elif can_be_pinned(unit) and not task_check(ctx, unit, word, drm, leader=False):
            pin(ctx, ctx.state.units[key], "failed a LLTC (A10.2)")


def shaken(ctx: Context, ids: Iterable[str], why: str) -> None:
    """A10.62: broken units that are attacked fall back under DM."""
    again = tuple(
        key
        for key in ids
        if key in ctx.state.units and "broken" in ctx.state.units[key].flags and "dm" not in ctx.state.units[key].flags
    )
    pieces.change_all(ctx, again, ("dm",), (), why)


# -- Heat of Battle -----------------------------------------------------------------------------------


def heat_of_battle(ctx: Context, unit: Unit) -> None:
    """A15.1: an Original 2 in a MC or led Rally: a hero, Battle Hardening, berserk, or surrender.

    `unit` is what it was when it rolled: who has just rallied counts as broken.
    """
    if unit.kind not in ("squad", "hs", "leader") or not unit.infantry:
        return
    if unit.flags & {"berserk", "disarmed", "prisoner", "human-wave"}:
        return
    with ctx.rolls_for(unit.side):
        record = ctx.table("heat.of-battle", f"Heat of Battle of {unit.id}", facts=facts(ctx.game, unit))
    result = str(record.result)
    if "hero" in result:
        create_hero(ctx, unit)
    if "hardening" in result:
        harden(ctx, ctx.state.units[unit.id])
    elif result == "berserk":
        go_berserk(ctx, ctx.state.units[unit.id])
    elif result == "surrender":
        if ctx.figure("no-quarter") or "fanatic" in unit.flags:
            go_berserk(ctx, ctx.state.units[unit.id])
        else:
            _loses_heart(ctx, ctx.state.units[unit.id])


def create_hero(ctx: Context, unit: Unit) -> None:
    """A15.21: an MMC gives birth to a hero; a leader becomes heroic."""
    if unit.kind == "leader":
        pieces.change(ctx, unit, ["heroic"], ["broken", "dm", "pinned", "encircled"], "Heat of Battle (A15.21)")
    else:
        name = next(
            key
            for key, item in ctx.game.library.counters[ctx.mission.army(unit.side).nation].items()
            if item.kind == "hero"
        )
        hero = pieces.add_unit(
            ctx,
            unit.side,
            name,
            unit.hex,
            attitude=unit.attitude,
            group=unit.group,
            why=f"created by {unit.id} (A15.21)",
        )
        ctx.tell(f"{hero.id} is created in {unit.hex} (A15.21).", hexes=(unit.hex,))


def harden(ctx: Context, unit: Unit) -> None:
    """A15.3: Battle Hardening: the next better counter, or Fanatic where there is none; Panic is over (6.21).

    So is a pin (A7.8).
    """
    pieces.change(ctx, unit, (), ["panicked", "pinned"], "Battle Hardening (6.21, A7.8)")
    better_counter(ctx, unit, "Battle Hardening (A15.3)")


def better_counter(ctx: Context, unit: Unit, why: str) -> None:
    """A15.3: a unit becomes the next better counter, or Fanatic at the top of its line."""
    better = pieces.counter(ctx, unit.side, unit.type).hardened
    if better and better != "Fanatic":
        pieces.become(ctx, unit, better, why)
    else:
        pieces.change(ctx, unit, ["fanatic"], why=why)


def go_berserk(ctx: Context, unit: Unit) -> None:
    """A15.4: berserk if a Known enemy is in LOS, otherwise hardened; a berserk leader carries others with him."""
    if not known_enemies_in_los(ctx.game, unit):
        harden(ctx, unit)
        return
    pieces.change(ctx, unit, ["berserk"], CALM, "Heat of Battle (A15.4)")
    if unit.kind != "leader":
        return
    drm = [Modifier(unit.id, leadership(unit), "A15.41", "leadership")] if leadership(unit) else []
    for other in list(ctx.state.units_at(unit.hex, unit.side)):
        exempt = other.id == unit.id or not other.infantry or other.kind in ("crew", "hero")
        if exempt or other.flags & {"berserk", "prisoner", "disarmed"}:
            continue
        if task_check(ctx, other, f"to follow berserk {unit.id}: NTC", drm, leader=False):
            why = f"follows {unit.id} (A15.41)"
            pieces.change(ctx, ctx.state.units[other.id], ["berserk"], CALM, why)


def calm_down(ctx: Context) -> None:
    """A15.46: berserk ends with the CCPh if no enemy is left in the Location: he was met in CC, or none is in LOS."""
    for unit in [unit for unit in ctx.state.on_map() if "berserk" in unit.flags]:
        there = (other for other in ctx.state.units_at(unit.hex) if "prisoner" not in other.flags)
        if any(other.side != unit.side for other in there):
            continue
        if "cc-attacked" in unit.flags or not known_enemies_in_los(ctx.game, unit):
            pieces.change(ctx, unit, (), ["berserk"], "no enemy is left (A15.46)")


def known_enemies_in_los(game: Game, unit: Unit) -> list[Unit]:
    """The Known enemy ground units in a unit's LOS, the nearest first."""
    here = unit.hex
    enemies = [
        other
        for other in game.state.on_map()
        if other.side != unit.side and other.known and other.kind != "aircraft" and "prisoner" not in other.flags
    ]
    enemies.sort(key=lambda other: (game.board.distance(here, other.hex), other.id))
    return [other for other in enemies if other.hex == here or look(game, here, other.hex).exists]


def _loses_heart(ctx: Context, unit: Unit) -> None:
    """A15.5: it surrenders to ADJACENT Known Good Order armed enemies with room for it (A20.51), or is Disrupted.

    Several such captors: their side chooses.
    """
    game = ctx.game
    near = [
        other
        for name in (unit.hex, *ctx.board.neighbours(unit.hex))
        for other in game.state.units_at(name, opponent(unit.side))
        if other.known and other.good_order and other.personnel and prisoners.can_guard(other)
        and prisoners.room(game, other) >= prisoners.size(game, unit)
        and (name == unit.hex or look(game, unit.hex, name).exists)
    ]  # fmt: skip
    if near:
        options = [Option(other.id, f"in {other.hex}") for other in near]
        text = f"{unit.id} surrenders in the Heat of Battle: to whom?"
        name = near[0].id
        if len(near) > 1:
            name = ctx.choose(text, options, rule="A15.5", whose=near[0].side, id="surrender-to", subject=(unit.id,))
        prisoners.take(ctx, unit, ctx.state.units[name], "surrenders in the Heat of Battle (A15.5)")
        return
    if "broken" not in unit.flags:
        break_unit(ctx, unit, "Heat of Battle (A15.5)")
    if unit.id in ctx.state.units:
        pieces.change(ctx, ctx.state.units[unit.id], ["disrupted"], why="Heat of Battle (A15.5)")
