"""One Close Combat attack from its preview to its last effect (A11.11-11.14, A11.22, A11.5-11.62)."""

from __future__ import annotations

from collections.abc import Sequence

from sasl.asl.close_combat import cc_choices, cc_odds, cc_vehicles
from sasl.asl.close_combat.cc_fight import CC_RESULT, Captive, CloseCombatFight, slip_out, words
from sasl.asl.close_combat.cc_odds import Attack, Party, Weighed
from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Option
from sasl.asl.game.flags import SMC, VEHICLES, Flag
from sasl.asl.game.minds import mind_of
from sasl.asl.game.sides import opponent
from sasl.asl.game.state import Unit
from sasl.asl.infantry import concealment, prisoners
from sasl.asl.infantry.morale import casualties, hardening, leadership, morale_levels, task_checks
from sasl.asl.ordnance import mounted
from sasl.asl.ordnance.hits import vehicle_hits
from sasl.asl.preview import Preview, confirm
from sasl.kernel.frozen import replace
from sasl.kernel.rolling.records import KILL, Modifier, RollRecord, thrown
from sasl.kernel.text import listed


def _confirmed(ctx: Context, weighed: Weighed) -> Preview:
    """The preview as the player wants it. Why the program fights a CC is told with its own attacks, not with his."""
    if mind_of(ctx.game, weighed.attack.side):
        return confirm(ctx, weighed.preview)
    because, ctx.because = ctx.because, None
    preview = confirm(ctx, weighed.preview)
    ctx.because = because
    return preview


def strike(fight: CloseCombatFight, attack: Attack, snapshot: Game | None = None) -> RollRecord | None:
    """One CC attack from its preview to its last effect; its DR, if any was made.

    `snapshot` is the game in which it was declared (A11.12).
    """
    ctx = fight.ctx
    attack = _atmm(fight, attack, declared=snapshot is not None)
    weighed = cc_choices.weigh(snapshot or ctx.game, attack, fight.ambusher)
    preview = _confirmed(ctx, weighed)
    corrected = _corrected(weighed, preview.modifiers)
    weighed = replace(weighed, number=preview.number, parties=corrected)
    record = None
    results = [(party, preview.typed) for party in corrected]
    if not preview.typed:
        with ctx.rolls_for(attack.side):
            record = ctx.check(
                weighed.table,
                attack.title,
                preview.number,
                modifiers=corrected[0].modifiers,
                target_name=" at ".join(filter(None, (weighed.number_name, weighed.odds))),
                tag=KILL,
            )
        if record.dice and record.original == ctx.figure("cc-lucky"):
            weighed = _led(fight, weighed, snapshot or ctx.game)
        if attack.extra and record.dice and record.original == ctx.figure("atmm-dud"):
            ctx.tell(f"Original {record.original}: the ATMM malfunctions, so its DRM does not apply (C13.74).")
            weighed = replace(weighed, parties=tuple(_without_atmm(attack, party) for party in weighed.parties))
        results = _read(fight, weighed, record)
    before, taken = ctx.game, len(fight.captives)
    if weighed.table == "cc.vs-vehicle":
        _on_vehicle(fight, weighed, results[0][1])
    else:
        _on_men(fight, weighed, results, record)
    _tell(fight, weighed, before, fight.captives[taken:])
    _luck(fight, weighed, thrown(record))
    return record


def _without_atmm(attack: Attack, party: Party) -> Party:
    return replace(party, modifiers=tuple(mod for mod in party.modifiers if mod not in attack.extra))


def _atmm(fight: CloseCombatFight, attack: Attack, *, declared: bool) -> Attack:
    """C13.7: unpinned Germans of 1944 may look for an ATMM before they attack a vehicle. An Original 6 pins, and takes
    one of their CCV, also in an attack `declared` before it, and of the berserk, whom nothing pins.
    """
    ctx = fight.ctx
    target = ctx.state.units[attack.targets[0]]
    if target.kind not in VEHICLES or ctx.game.counter_of(target).move in ("wagon", "motorcycle"):
        return attack
    table = ctx.game.library.table("cc.atmm-number")
    nation = ctx.mission.army(attack.side).nation
    limit = int(table.value(1, nation)) if nation in table.columns else 0
    there = ctx.state.present(attack.attackers)
    able = (unit for unit in there if "pinned" not in unit.flags)
    units = sorted(able, key=lambda unit: (unit.kind in SMC, unit.id))
    if not units:
        return attack
    text = f"{units[0].id} checks for an ATMM (dr <= {limit}: -3; a 6 pins)?"
    if not limit or not ctx.yes(text, rule="C13.7", whose=attack.side, id="atmm", subject=(units[0].id,)):
        return attack
    facts = {
        "atmm-smc": int(units[0].kind in SMC),
        "atmm-half": int(units[0].kind in ("hs", "crew")),
        "atmm-soft": int(not mounted.armored(ctx.game, target)),
        "cx-firer": int("cx" in units[0].flags),
    }
    with ctx.rolls_for(attack.side):
        record = ctx.check("cc.atmm", f"ATMM check of {units[0].id}", limit, facts=facts)
    if record.dice and record.original == ctx.figure("atmm-pins"):
        task_checks.pin(ctx, units[0], "an Original 6 looking for an ATMM (C13.7)")
        if declared or "pinned" not in ctx.state.units[units[0].id].flags:
            attack = replace(attack, worn=attack.worn - ctx.figure("ccv-halving"))
    if not record.success:
        return attack
    return replace(attack, extra=cc_odds.drm(ctx.game, "cc.vs-vehicle", {"atmm": 1}))


def _corrected(weighed: Weighed, wanted: tuple[Modifier, ...]) -> tuple[Party, ...]:
    """The parties as the player corrected the first of them: what he did to it holds for all."""
    first = weighed.parties[0].modifiers
    added = tuple(mod for mod in wanted if mod not in first)
    dropped = [mod for mod in first if mod not in wanted]
    return tuple(
        replace(party, modifiers=(*(mod for mod in party.modifiers if mod not in dropped), *added))
        for party in weighed.parties
    )


def _read(fight: CloseCombatFight, weighed: Weighed, record: RollRecord) -> list[tuple[Party, str]]:
    """The result for each party from the one DR; a lucky 2 against a vehicle has its third die (A11.501)."""
    ctx, first = fight.ctx, weighed.parties[0]
    base = record.original if record.dice else record.total - sum(mod.value for mod in first.modifiers)
    found = []
    for party in weighed.parties:
        total = base + sum(mod.value for mod in party.modifiers)
        if weighed.table != "cc.vs-vehicle":
            found.append((party, cc_odds.verdict(weighed.number, total, weighed.results)))
            continue
        target = ctx.state.units[party.ids[0]]
        result = cc_vehicles.verdict(ctx.game, target, weighed.number, total)
        if record.dice and record.original == ctx.figure("cc-lucky"):
            with ctx.rolls_for(weighed.attack.side):
                third = str(ctx.table("cc.unlikely-kill", f"Unlikely Kill of {target.id}").result)
            result = cc_vehicles.worse(result, cc_vehicles.allowed(target, third))
        found.append((party, result))
    return found


def _tell(fight: CloseCombatFight, weighed: Weighed, before: Game, captives: Sequence[Captive]) -> None:
    """What came of an attack, each target by its name: `CC in K14 at 3-2: 628a against 467a: eliminated 467a (4-6-7)`.

    Captures may come only after all attacks, and take a captor who is left (A20.22): they are only announced.
    """
    ctx, attack, fates = fight.ctx, weighed.attack, dict[str, list[str]]()
    caught = {key: "a HS to be captured from" if half else "to be captured" for key, half, _ in captives}
    for unit in before.state.present(attack.targets):
        word = caught.get(unit.id) or _fate(unit, ctx.state.units.get(unit.id))
        if word:
            fates.setdefault(word, []).append(f"{unit.id} ({unit.type})")
    odds = weighed.odds or f"{weighed.number_name} {weighed.number}"
    came = "; ".join(f"{word} {listed(names)}" for word, names in fates.items()) or "no effect"
    who = f"{listed(attack.attackers)} against {listed(attack.targets)}"
    ctx.tell(f"CC in {fight.hex} at {odds}: {who}: {came}.", hexes=(fight.hex,), tag=CC_RESULT)


def _fate(old: Unit, new: Unit | None) -> str:
    """What an attack has made of a unit; "" if nothing."""
    if new is None:
        return "eliminated"
    if new.type != old.type:
        return "reduced"
    gained = new.flags - old.flags
    return next((word for flag, word in FATES.items() if flag in gained), "")


FATES: dict[Flag, str] = {"immobile": "immobilized", "wounded": "wounded"}


# -- effects on men ------------------------------------------------------------------------------------


def _on_men(
    fight: CloseCombatFight, weighed: Weighed, results: Sequence[tuple[Party, str]], record: RollRecord | None
) -> None:
    """A11.11: the first result is for every unit of its party, the second for one of them by Random Selection."""
    ctx, attack = fight.ctx, weighed.attack
    whole = _left(fight, [key for party, result in results if result == weighed.results[0] for key in party.ids])
    edge = _left(fight, [key for party, result in results if result == weighed.results[1] for key in party.ids])
    casualties.shaken(ctx, _left(fight, attack.targets), "attacked in CC (A10.62)")
    if attack.capture:
        fight.captives += [(key, False, attack.attackers) for key in whole]
        if edge:
            fight.captives.append((_given_up(fight, edge), True, attack.attackers))
    else:
        armed = sum("disarmed" not in ctx.state.units[key].flags for key in whole)
        _kill(fight, whole, weighed, record)
        for key in ctx.selection(edge, 1, "who suffers Casualty Reduction in CC") if edge else ():
            borne, unit = _borne(ctx, [key]), ctx.state.units[key]
            _reduce_in_cc(ctx, unit, attack.title)
            if key not in ctx.state.units:
                armed += "disarmed" not in unit.flags
                _lose_with(fight, borne, weighed, record)
            fight.reduced.add(key)
        prisoners.rearm(ctx, attack.attackers, armed)
    if attack.side == fight.ambusher and set(whole) != set(attack.targets):
        concealment.lose(ctx, attack.attackers, "its Ambush has left survivors (A11.4)")


def _left(fight: CloseCombatFight, ids: Sequence[str]) -> list[str]:
    """Those of `ids` that are still in the hex."""
    units = fight.ctx.state.units
    return [key for key in ids if key in units and units[key].hex == fight.hex and "prisoner" not in units[key].flags]


def _given_up(fight: CloseCombatFight, edge: Sequence[str]) -> str:
    """A20.22: the one unit that is captured, by its owner's choice."""
    if len(edge) == 1:
        return edge[0]
    options = [Option(key, words(fight, fight.ctx.state.units[key])) for key in edge]
    options.sort(key=lambda option: cc_odds.strength(fight.ctx.game, fight.ctx.state.units[option.value]))
    owner = fight.ctx.state.units[edge[0]].side
    text = "Its owner chooses which unit is captured."
    return fight.ctx.choose(text, options, rule="A20.22", whose=owner, id="captured", subject=edge)


def _kill(fight: CloseCombatFight, ids: Sequence[str], weighed: Weighed, record: RollRecord | None) -> None:
    """A11.11: units are eliminated, and perhaps what they bore."""
    ctx, why = fight.ctx, f"{weighed.attack.title}: eliminated (A11.11)"
    borne = _borne(ctx, ids)
    for key in ids:
        ctx.emit(ev.UnitRemoved(key, why))
    _lose_with(fight, borne, weighed, record)


def _borne(ctx: Context, ids: Sequence[str]) -> list[str]:
    """The SW that units have, and the Guns that they man."""
    weapons = [weapon.id for key in ids for weapon in ctx.state.weapons_of(key)]
    return weapons + [unit.group for key in ids if (unit := ctx.state.units[key]).kind == "crew" and _mans(ctx, unit)]


def _lose_with(fight: CloseCombatFight, borne: Sequence[str], weighed: Weighed, record: RollRecord | None) -> None:
    """A11.13: after a coloured 1 the SW and Guns of those eliminated, by Casualty Reduction too, may go with them."""
    ctx = fight.ctx
    coloured = record.dice[0] if record and record.dice else 0
    lost = list(borne) if coloured == ctx.figure("cc-loss") else []
    wanted = f"Also make the dr that may destroy {listed(lost)}?"
    if not lost or not ctx.yes(wanted, rule="A11.13", whose=weighed.attack.side, id="cc-loss", subject=lost):
        return
    needed = cc_odds.kill_number(ctx.game, weighed.odds) if weighed.odds else weighed.number
    for key in lost:
        dr = ctx.roll("dr", f"Is {key} destroyed?", rule="A11.13", target=needed, target_name="Kill Number", tag=KILL)
        if dr.success and key in ctx.state.weapons:
            ctx.emit(ev.WeaponRemoved(key, "destroyed in CC (A11.13)"))
        elif dr.success and key in ctx.state.units:
            ctx.emit(ev.UnitRemoved(key, "destroyed in CC (A11.13)"))


def _mans(ctx: Context, crew: Unit) -> bool:
    gun = ctx.state.units.get(crew.group)
    return gun is not None and gun.kind == "gun" and gun.hex == crew.hex


def _reduce_in_cc(ctx: Context, unit: Unit, why: str) -> None:
    """A7.302, A11.141: Casualty Reduction in CC, where nobody takes a LLMC."""
    concealment.lose(ctx, [unit.id], f"{why}: reduced (A11.19)")
    casualties.reduce_unit(ctx, ctx.state.units[unit.id], f"{why}: reduced (A7.302)", no_llmc=True)


# -- effects on vehicles, and luck ---------------------------------------------------------------------


def _on_vehicle(fight: CloseCombatFight, weighed: Weighed, result: str) -> None:
    """A11.5: what an attack does to a vehicle; nobody survives its destruction in CC (A11.611)."""
    ctx, why = fight.ctx, f"{weighed.attack.title} (A11.5)"
    target = ctx.state.units[weighed.attack.targets[0]]
    if result in ("burns", "eliminated"):
        for unit in [unit for unit in ctx.state.units.values() if unit.carrier == target.id and unit.kind != "gun"]:
            ctx.emit(ev.UnitRemoved(unit.id, f"aboard {target.id}: {why} (A11.611)"))
        vehicle_hits.destroy(ctx, target, why, burning=result == "burns", survivors=False)
    elif result == "immobilized":
        pieces.change(ctx, target, ["immobile"], ["motion"], f"{why}, without a TC of its crew")
    concealment.lose(ctx, [target.id], "attacked in CC")


def _luck(fight: CloseCombatFight, weighed: Weighed, original: int) -> None:
    """A11.22, A11.621: what an Original 2 and an Original 12 bring."""
    ctx, attack = fight.ctx, weighed.attack
    if original == ctx.figure("cc-lucky"):
        slip_out(fight, attack.side, attack.attackers, "Infiltration after an Original 2 (A11.22)")
    elif original == ctx.figure("cc-unlucky"):
        if weighed.table == "cc.vs-vehicle":
            _small_arms(fight, attack)
        elif weighed.table == "cc.by-vehicle":
            _breakdown(fight, attack)
        slip_out(fight, opponent(attack.side), attack.targets, "Infiltration after an Original 12 (A11.22)")


def _led(fight: CloseCombatFight, weighed: Weighed, game: Game) -> Weighed:
    """A18.12: the attack as it is with the leader whom its Original 2 has made: his FP in its odds, his DRM on its DR.

    An attack on a vehicle keeps its number; his DRM counts.
    """
    leader = _new_leader(fight, weighed)
    if leader is None:
        return weighed
    attack = replace(weighed.attack, attackers=(*weighed.attack.attackers, leader.id))
    if weighed.table == "cc.attack":
        with_him = game.at(replace(game.state, units={**game.state.units, leader.id: leader}))
        odds = cc_choices.weigh(with_him, attack, fight.ambusher)
        if odds.odds != weighed.odds:
            words = f"With {leader.id} the odds are {odds.odds} instead of {weighed.odds} (A18.12)."
            fight.ctx.tell(words, hexes=(fight.hex,))
        weighed = replace(weighed, number=odds.number, odds=odds.odds)
    drm = leadership.drm(leader)
    mod = (Modifier(leader.id, drm, "A18.12", "leadership"),) if drm else ()
    parties = tuple(replace(party, modifiers=(*party.modifiers, *mod)) for party in weighed.parties)
    return replace(weighed, attack=attack, parties=parties)


def _new_leader(fight: CloseCombatFight, weighed: Weighed) -> Unit | None:
    """A18.12: an MMC that has thrown an Original 2 in CC may bring forth a leader."""
    ctx, attack = fight.ctx, weighed.attack
    names = [key for key in _left(fight, attack.attackers) if ctx.state.units[key].mmc]
    names = [key for key in names if "disarmed" not in ctx.state.units[key].flags]
    if not names:
        return None
    best = max(_standing(ctx.game, key) for key in names)
    names = [key for key in names if _standing(ctx.game, key) == best]
    unit = ctx.state.units[ctx.pick(names, "whose leader is created")]
    low = 1 if weighed.table == "cc.vs-vehicle" else cc_odds.columns_below_even(ctx.game, weighed.odds)
    facts = {**morale_levels.facts(ctx.game, unit), "low-odds": low}
    with ctx.rolls_for(attack.side):
        name = str(ctx.table("leader.creation", f"Leader creation: {unit.id}", facts=facts).result)
    if name == "-":
        return None
    leader = pieces.add_unit(
        ctx, unit.side, name, fight.hex, group=unit.group, attitude=unit.attitude,
        flags=[flag for flag in hardening.WITH_HIS_MEN if flag in unit.flags], why=f"of {unit.id} (A18.12, A10.8)",
    )  # fmt: skip
    fight.attacked.add(leader.id)
    ctx.tell(f"{leader.id} ({name}) is created in {fight.hex} and leads this attack (A18.12).", hexes=(fight.hex,))
    return ctx.state.units[leader.id]


def _standing(game: Game, key: str) -> tuple[bool, float, int]:
    """A18.2: what tells the MMC of highest value: BPV are not in the data, so squads, then FP and Morale [house]."""
    unit = game.state.units[key]
    item = game.counter_of(unit)
    return unit.kind == "squad", item.fp or 0, item.morale or 0


def _small_arms(fight: CloseCombatFight, attack: Attack) -> None:
    """A11.621: an Original 12 against a vehicle with a crew, not just a driver (D5.1), reduces the attackers."""
    ctx = fight.ctx
    target = ctx.state.units.get(attack.targets[0])
    if target is None or target.flags & cc_vehicles.IDLE or not mounted.weapons(ctx.game, target):
        return
    for key in _left(fight, attack.attackers):
        _reduce_in_cc(ctx, ctx.state.units[key], "crew small arms (A11.621)")


def _breakdown(fight: CloseCombatFight, attack: Attack) -> None:
    """A11.62, A9.7: an Original 12 breaks the MG that fired."""
    ctx = fight.ctx
    for key in attack.attackers:
        unit = ctx.state.units.get(key)
        if unit is None:
            continue
        if unit.kind == "cupola":
            pieces.change(ctx, unit, ["malfunctioned"], why="Original 12 in CC (A9.7)")
            continue
        used = tuple(f"{name} broken" for name in cc_vehicles.machine_guns(ctx.game, unit) if name != "BMG")
        if used:
            ctx.emit(ev.ArmsChanged(key, used, (), "Original 12 in CC (A9.7)"))
