"""The Close Combat of one hex, step by step (A11): withdrawals, Ambush, attacks, captures, Melee."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from sasl.asl.close_combat import cc_choices, cc_odds, melee
from sasl.asl.close_combat.cc_attack import strike
from sasl.asl.close_combat.cc_fight import CloseCombatFight, Commander, Nobody, slip_out
from sasl.asl.close_combat.cc_odds import Attack
from sasl.asl.close_combat.cc_vehicles import is_building
from sasl.asl.close_combat.street_fighting import goes_back
from sasl.asl.fire import encirclement
from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.sides import SIDES, Side, opponent
from sasl.asl.game.state import Unit
from sasl.asl.infantry import concealment, prisoners
from sasl.asl.infantry.morale import berserk, leadership, morale_levels
from sasl.asl.infantry.morale.experience import inexperienced
from sasl.asl.oba import artillery
from sasl.asl.ordnance import mounted
from sasl.asl.terrain import minefields, pillboxes
from sasl.kernel.rolling.records import Modifier, RollRecord
from sasl.kernel.text import listed


def ambush_reason(game: Game, hex_name: str) -> str:
    """A11.4: why an Ambush may occur in the hex, or "": Infantry has advanced in, and not into a Melee."""
    everyone = [unit for side in SIDES for unit in cc_odds.men(game, hex_name, side)]
    if any("melee" in unit.flags for unit in everyone) or not any("advanced" in unit.flags for unit in everyone):
        return ""
    if any(not unit.known for unit in everyone):
        return "a concealed unit is in the CC"
    if game.board.terrain(hex_name).has("woods") or is_building(game, hex_name):
        return "Infantry advanced into woods or a building"
    return ""


def ambush_facts(game: Game, hex_name: str, side: str) -> dict[str, int]:
    """The conditions of a side's Ambush dr; each counts once, however many units have it."""
    men = cc_odds.men(game, hex_name, side)
    machines = cc_odds.machines(game, hex_name, side)
    shut = [unit for unit in machines if mounted.armored(game, unit) and unit.flags & {"buttoned", "stunned"}]
    found = {flag: int(any(flag in unit.flags for unit in men)) for flag in ("cx", "broken", "pinned", "berserk")}
    slow = any(unit.cavalry or pillboxes.around(game, unit) for unit in men)
    return {
        **found,
        "ambush-vehicle": int(bool(machines) or slow),
        "ambush-shut": len(shut),
        "inexperienced": int(any(is_lax(game, unit) for unit in men)),
        "panicked": int(any("panicked" in unit.flags for unit in men)),
        "stealthy": int(any(unit.heroic and unit.good_order for unit in men)),
        "concealed": int(any(not unit.known for unit in men)),
    }


def is_lax(game: Game, unit: Unit) -> bool:
    """A11.18, A15.432, A25.23: Inexperienced, unarmed and berserk Personnel, and who was in a Human Wave."""
    return inexperienced(game, unit) or bool(unit.flags & {"waved", "berserk"})


def ambush_drm(game: Game, hex_name: str, side: str) -> tuple[Modifier, ...]:
    """The drm of a side, its best leader's among them unless he is alone or somebody is berserk."""
    units = cc_odds.men(game, hex_name, side)
    mods = cc_odds.drm(game, "cc.ambush", ambush_facts(game, hex_name, side))
    leaders = [unit for unit in units if unit.kind == "leader" and unit.good_order and "pinned" not in unit.flags]
    if not leaders or len(units) < 2 or any("berserk" in unit.flags for unit in units):
        return mods
    best = min(leaders, key=lambda unit: (leadership.drm(unit), unit.id))
    led = Modifier(best.id, leadership.drm(best), "A11.4", "leadership")
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
    concealment.lose(ctx, [unit.id for unit in cc_odds.fighters(ctx.game, hex_name, other)], "ambushed (A11.4)")
    return low


def _dr(ctx: Context, hex_name: str, side: Side, reason: str) -> RollRecord:
    with ctx.rolls_for(side):
        mods = ambush_drm(ctx.game, hex_name, side)
        return ctx.roll("dr", f"Ambush dr of the {side} in {hex_name} ({reason})", rule="A11.4", modifiers=mods)


def fight(ctx: Context, hex_name: str, minds: Mapping[Side, Commander], idle: Collection[str] = ()) -> None:
    """A11: the whole CC of a hex in this CCPh; who is `idle` has no part in its attacks (A20.54)."""
    fight = CloseCombatFight(ctx, hex_name, minds, attacked=set(idle))
    _come_out(fight)
    _escapes(fight)
    routers = [unit.id for side in fight.sides for unit in fight.men(side) if unit.flags >= {"broken", "melee"}]
    _withdrawals(fight)
    _ambush(fight)
    if fight.both():
        if fight.sequential():
            _in_turn(fight)
        else:
            _at_once(fight)
    _captures(fight)
    _withdrawn(fight)
    if fight.ambusher and fight.both():
        _ambusher_leaves(fight, "Ambush Withdrawal after the attacks (A11.41)")
    _failed_to_rout(ctx, hex_name, routers)
    prisoners.settle(ctx)
    melee.lock(ctx, hex_name)
    _back_to_the_buildings(fight)
    everyone = [unit.id for side in fight.sides for unit in cc_odds.fighters(ctx.game, hex_name, side)]
    pieces.change_all(ctx, everyone, ("cc-attacked",), ("withdrawing",), "its CC is fought (A11.12)")


def _come_out(fight: CloseCombatFight) -> None:
    """A11.19: hidden units in a CC Location are placed under a `?`."""
    hidden = [unit.id for side in fight.sides for unit in fight.men(side) if "hidden" in unit.flags]
    pieces.change_all(fight.ctx, hidden, ("concealed",), ("hidden",), "enemy units are there (A11.19)")


def _escapes(fight: CloseCombatFight) -> None:
    """A20.55, A11.33: prisoners that turn on their Guards attack before anybody else."""
    ctx = fight.ctx
    for side in fight.sides:
        able = [unit for unit in ctx.state.units_at(fight.hex, side) if prisoners.may_escape(ctx.game, unit)]
        chosen = fight.minds[side].escape(fight, side, able) if able else ()
        guards: dict[str, list[str]] = {}
        for key in chosen:
            unit = ctx.state.units[key]
            guard = unit.carrier
            if prisoners.escape(ctx, unit, morale_levels.level(ctx.game, unit)):
                guards.setdefault(guard, []).append(key)
        for guard, ids in guards.items():
            if guard in ctx.state.units:
                targets = cc_choices.closed(ctx.game, (guard,), fight.hex, side, fight.done)
                attack = Attack(side, fight.hex, tuple(ids), targets)
                fight.declare(attack)
                strike(fight, attack)
        prisoners.settle(ctx)


def _withdrawals(fight: CloseCombatFight) -> None:
    """A11.2, A11.16: who withdraws from a Melee is announced first; broken units must."""
    for side in fight.sides:
        inside = [unit for unit in fight.men(side) if "melee" in unit.flags and unit.id not in fight.attacked]
        able = [unit for unit in inside if not melee.why_not(fight.ctx.game, unit)]
        must = [unit.id for unit in able if "broken" in unit.flags and not cc_odds.is_guard(fight.ctx.game, unit)]
        if not able:
            continue
        chosen = fight.minds[side].withdraw(fight, side, able, must)
        pieces.change_all(fight.ctx, chosen, ("withdrawing",), (), "withdraws from Melee (A11.2)")


def _ambush(fight: CloseCombatFight) -> None:
    """A11.4: the Ambush dr, and those of the Ambusher who would rather leave at once (A11.41)."""
    reason = ambush_reason(fight.ctx.game, fight.hex)
    if not reason or not fight.both():
        return
    fight.ambusher = roll(fight.ctx, fight.hex, reason)
    if fight.ambusher:
        _ambusher_leaves(fight, "Ambush Withdrawal before the attacks (A11.41)")


def _ambusher_leaves(fight: CloseCombatFight, why: str) -> None:
    """A11.41: those of the Ambusher that would rather leave."""
    side = _first(fight)
    slip_out(fight, side, [unit.id for unit in fight.men(side)], why)


def _at_once(fight: CloseCombatFight) -> None:
    """A11.12: both sides declare everything, the ATTACKER first; then every attack counts, also those of the dead."""
    attacker, defender = fight.sides
    _show_defenders(fight, defender)
    declared = []
    for side in (attacker, defender):
        while (attack := _next_attack(fight, side)) is not None:
            fight.declare(attack)
            declared.append(attack)
    snapshot = fight.ctx.game
    for attack in declared:
        left = fight.still(attack)
        if left:
            strike(fight, left, snapshot)


def _show_defenders(fight: CloseCombatFight, side: Side) -> None:
    """A11.19: concealed units of the DEFENDER that mean to attack lose their `?` before they are attacked."""
    able = [unit for unit in cc_choices.able(fight.ctx.game, fight.hex, side, fight.done) if not unit.known]
    if not able:
        return
    chosen = fight.minds[side].reveal(fight, side, able)
    concealment.lose(fight.ctx, chosen, "will attack in CC (A11.19)")
    fight.attacked |= {unit.id for unit in able if unit.id not in chosen}


def _next_attack(fight: CloseCombatFight, side: Side) -> Attack | None:
    game, done = fight.ctx.game, fight.done
    if not cc_choices.able(game, fight.hex, side, done):
        return None
    if not cc_choices.open_targets(game, fight.hex, side, done) and not cc_choices.open_targets(
        game, fight.hex, side, done, by_vehicle=True
    ):
        return None
    return fight.minds[side].attack(fight, side)


def _in_turn(fight: CloseCombatFight) -> None:
    """A11.31-11.34: the Ambusher attacks first; else the sides take turns, the one without vehicles first."""
    first = _first(fight)
    order = [first, opponent(first)]
    if fight.ambusher:
        for side in order:
            while _one_attack(fight, side):
                pass
        return
    passed: set[str] = set()
    while len(passed) < len(order):
        side = order[0]
        order.reverse()
        if side not in passed and not _one_attack(fight, side):
            passed.add(side)


def _first(fight: CloseCombatFight) -> Side:
    attacker, defender = fight.sides
    if fight.ambusher:
        return attacker if fight.ambusher == attacker else defender
    motored = [side for side in fight.sides if cc_odds.machines(fight.ctx.game, fight.hex, side)]
    return defender if motored == [attacker] else attacker


def _one_attack(fight: CloseCombatFight, side: Side) -> bool:
    attack = _next_attack(fight, side)
    if attack is None:
        return False
    fight.declare(attack)
    strike(fight, attack)
    _captures(fight)
    prisoners.settle(fight.ctx)
    return True


# -- the end -------------------------------------------------------------------------------------------


def _captures(fight: CloseCombatFight) -> None:
    """A20.22: captures take effect: at once in sequential CC, after all attacks in simultaneous CC."""
    for key, half, captors in fight.captives:
        unit = fight.ctx.state.units.get(key)
        if unit is None or "prisoner" in unit.flags:
            continue
        take = prisoners.captured_half if half else prisoners.captured
        take(fight.ctx, unit, captors, "captured in CC")
    fight.captives.clear()


def _withdrawn(fight: CloseCombatFight) -> None:
    """A11.2: withdrawing units that were neither reduced nor eliminated nor captured leave the hex."""
    ctx = fight.ctx
    for side in fight.sides:
        ids = [unit.id for unit in fight.men(side) if "withdrawing" in unit.flags and unit.id not in fight.reduced]
        melee.leave(ctx, ids, "withdraws from CC (A11.2)")


def _failed_to_rout(ctx: Context, hex_name: str, ids: Sequence[str]) -> None:
    """A11.16: a broken unit that was in Melee and has not got away is eliminated, unless it is a Guard."""
    for key in ids:
        unit = ctx.state.units.get(key)
        if unit is None or unit.hex != hex_name or unit.flags & {"prisoner"} or "broken" not in unit.flags:
            continue
        if not cc_odds.is_guard(ctx.game, unit) and melee.holders(ctx.game, hex_name, unit.side):
            ctx.emit(ev.UnitRemoved(key, "broken in Melee and unable to withdraw: Failure to Rout (A11.16)"))


def _back_to_the_buildings(fight: CloseCombatFight) -> None:
    """A11.8: street fighters neither broken, pinned nor on Wire may go back to where they came from; mines and FFE meet
    them there.
    """
    ctx = fight.ctx
    for marker in ctx.state.marked("street"):
        unit = ctx.state.units.get(marker.owner)
        if unit is None or unit.hex != fight.hex:
            continue
        free = unit.infantry and not unit.flags & {"broken", "pinned", "prisoner", "on-wire"}
        back = f"Does {unit.id} go back to {marker.hex}?"
        subject = (unit.id, marker.hex)
        back_to = free and ctx.yes(
            back, default=False, rule="A11.8", whose=unit.side, id="into-building", subject=subject
        )
        if back_to and goes_back(ctx, unit.id):
            ctx.emit(ev.UnitsMoved((unit.id,), (fight.hex, marker.hex), 0.0, "withdraw"))
            encirclement.left(ctx, [unit.id], fight.hex)
            encirclement.joined(ctx, [unit.id], marker.hex)
            pieces.change(ctx, ctx.state.units[unit.id], (), ["melee"], "back in the building (A11.8)")
            minefields.enter(ctx, ctx.state.present([unit.id]), marker.hex)
            artillery.enter(ctx, ctx.state.present([unit.id]), marker.hex)


def end_phase(ctx: Context) -> None:
    """The end of the CCPh: CC that nobody fought still marks Melees and loses those who cannot withdraw."""
    unfought = melee.waiting(ctx.game)
    if unfought:
        text = f"The CC of {listed(unfought)} is not fought (cc HEX). End the CCPh without it?"
        if not ctx.yes(text, rule="A11.12", hexes=unfought, id="cc-unfought", subject=unfought):
            raise Refused(f"CC in {listed(unfought)} must be fought first: cc {unfought[0]} (A11.1)")
    passive = {side: Nobody() for side in SIDES}
    for name in melee.hexes(ctx.game):
        if not melee.fought(ctx.game, name):
            fight(ctx, name, passive)
    for marker in ctx.state.marked("street"):
        ctx.emit(ev.MarkerRemoved.of(marker, "end of the CCPh (A11.8)"))
    prisoners.settle(ctx)
    berserk.calm_down(ctx)
