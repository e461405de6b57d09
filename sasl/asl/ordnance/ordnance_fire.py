"""Fire of ordnance (C3): which weapon fires how, one shot from its preview to its last effect, and what it costs."""

from __future__ import annotations

from collections.abc import Sequence

from sasl.asl import snipers
from sasl.asl.fire import residual
from sasl.asl.fire.attack import IftResult, seen_of
from sasl.asl.fire.fire_groups import directs
from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Option, Refused
from sasl.asl.game.flags import SMC
from sasl.asl.game.los.sight import look, sight_words
from sasl.asl.infantry import concealment
from sasl.asl.ordnance import guns, mounted, ovr_prevention, weapon_use
from sasl.asl.ordnance.aiming import cases, limits, spotting, to_hit
from sasl.asl.ordnance.aiming.aim import Shot, directed_as
from sasl.asl.ordnance.aiming.to_hit import Hit
from sasl.asl.ordnance.hits import strikes
from sasl.asl.ordnance.mounted import Ordnance
from sasl.asl.preview import Preview, confirm
from sasl.asl.vehicles import bog
from sasl.kernel.frozen import replace
from sasl.kernel.rolling.records import TO_HIT, Modifier, RollRecord
from sasl.kernel.text import listed

# -- one shot -----------------------------------------------------------------------------------------


def fire(ctx: Context, found: Shot) -> RollRecord | None:
    """C3.1: show the shot, turn, roll To Hit, carry the effect out, and mark what it cost. The To Hit DR, if any."""
    limits.check(ctx.game, found)
    groups = cases.groups(ctx.game, found)
    finds_target(ctx.game, found, groups)
    preview = confirm(ctx, preview_of(ctx.game, found, groups))
    if _bogs(ctx, found):
        return None
    weapon_use.turns(ctx, found.firer, found.turn, (found.weapon,))
    prevents = ovr_prevention.applies(ctx.game, found)
    record, hit = _throw(ctx, found, preview)
    if record is not None and not _ammunition(ctx, found, record):
        _breakdown(ctx, found, record.original)
        return record
    _fired(ctx, found, record)
    held = not prevents or ovr_prevention.crew_holds(ctx, found, record)
    hits = _hits(ctx, found, preview, record, hit, groups) if held else []
    result = _strike(ctx, found, _one_critical(ctx, found, _one_by_pf(ctx, found, hits)))
    kept = _rate_of_fire(ctx, found, record)
    _turned_without_rof(ctx, found)
    if prevents:
        ovr_prevention.ends_its_fire(ctx, found.firer)
    if record is not None and record.dice:
        _breakdown(ctx, found, record.original)
    if not kept:
        _residual(ctx, found, result)
    _acquire(ctx, found)
    if record is not None and record.dice:
        snipers.alarm(ctx, found.firer.side, record.original)
    return record


def _bogs(ctx: Context, found: Shot) -> bool:
    """C5.11, D8.2: whether a vehicle bogs as its hull turns in woods, rubble or a building: then it does not fire."""
    firer, turn = found.firer, found.turn
    if firer.kind != "vehicle" or turn.turret or not turn.spines or turn.ca == firer.ca:
        return False
    if not bog.turning_bogs(ctx, firer, turn.spines):
        return False
    ctx.tell(f"{firer.id} bogs before it can bear on {found.goal}: no shot (C5.11).", stop=True, hexes=(firer.hex,))
    return True


def finds_target(game: Game, found: Shot, groups: Sequence[tuple[tuple[str, ...], tuple[Modifier, ...]]]) -> None:
    """Refused if there is nobody this shot could hit; an S? may always be fired at."""
    if any(ids for ids, _ in groups) or found.ammo == "smoke" or found.target == "Area":
        return
    there = [unit.id for unit in game.state.units_at(found.goal) if unit.side != found.firer.side]
    if game.state.suspects_at(found.goal):
        return
    if there and found.kind.moving:
        raise Refused(f"{', '.join(there)} in {found.goal} are not moving (A8.1)")
    raise Refused(f"the {found.target} Target Type finds no target in {found.goal} (C3.3)")


def to_hit_number(game: Game, found: Shot) -> tuple[int, str]:
    """C3.1, C13: the Modified To Hit number of a shot, and how it came about; PF and PSK have their own."""
    own = _own_number(game, found)
    if own is not None:
        return (
            own,
            f"{found.latw} at range {_range(game, found)}: {own} ({'C13.33' if found.latw == 'PF' else 'C13.4'})",
        )
    number, words = to_hit.number(game, _as_read(game, found), found.target, _range(game, found), found.ammo)
    return number, "; ".join(words)


def modified(game: Game, found: Shot) -> int:
    """The number of `to_hit_number`, without words."""
    own = _own_number(game, found)
    if own is not None:
        return own
    return to_hit.modified(game, _as_read(game, found), found.target, _range(game, found), found.ammo)


def _own_number(game: Game, found: Shot) -> int | None:
    """C13.33, C13.4: the To Hit number of a PF or PSK at its range; None: the To Hit table has it."""
    if found.latw not in ("PF", "PSK"):
        return None
    return int(game.library.table(f"latw.{found.latw.lower()}").value(_range(game, found)))


def _range(game: Game, found: Shot) -> int:
    return game.board.distance(found.firer.hex, found.goal)


def _as_read(game: Game, found: Shot) -> Ordnance:
    """The Gun as the To Hit table reads it: what is captured, in red (A21.11)."""
    return replace(found.gun, column="red") if guns.captured(game, found.firer, found.weapon) else found.gun


def preview_of(game: Game, found: Shot, groups: Sequence[tuple[tuple[str, ...], tuple[Modifier, ...]]]) -> Preview:
    """The shot before its dice: the Modified To Hit number, DRM, what each hit would do, exact chances."""
    here = found.firer.hex
    distance = game.board.distance(here, found.goal)
    seen = f", {sight_words(game, found.eye, found.goal)}" if distance else ""
    seen += f", spotted by {found.spotter.id} in {found.eye} (C9.3)" if found.spotter else ""
    number, words = to_hit_number(game, found)
    lines = [f"{here}-{found.goal} range {distance}{seen}", words]
    if found.turn.spines:
        lines.append(f"turns its {'turret' if found.turn.turret else 'CA'} to {found.turn.ca}")
    known = [(seen_of(game, found.firer.side, ids), mods) for ids, mods in groups]
    ids, mods = known[0] if known else ((), ())
    for others, theirs in [item for item in known[1:] if item[0]]:
        lines.append(f"same DR at {sum(mod.value for mod in theirs):+d} for {', '.join(others)}")
    aimed = found.aim(game)
    if aimed.motion:
        lines.append("in Motion: the lower die counts double (Case C4, C5.35)")
    if aimed.hull_down:
        lines.append("Hull Down: a hit on the hull is a miss (D4.2)")
    if found.at is not None and found.target == "Vehicle":
        chances = to_hit.outcomes(game, aimed, number, sum(mod.value for mod in mods))
        hits = [(hit, chance) for hit, chance in chances.items() if hit is not None]
        lines += strikes.kill_lines(game, found, found.at, hits)
    elif found.ammo != "smoke":
        power = strikes.power(game, found)
        whom = ", ".join(ids) or "the hex"
        whom = f"one of {whom}" if found.latw == "PF" and len(guns.apart(game, ids)) > 1 else whom
        lines.append(f"a hit attacks {whom} on the {power.plain} column, a critical hit on {power.critical}")
    return Preview(
        found.title,
        tuple(lines),
        number,
        "Modified To Hit number",
        mods,
        to_hit.chances_of(game, aimed),
        to_hit.names_of(aimed),
    )


def _throw(ctx: Context, found: Shot, preview: Preview) -> tuple[RollRecord | None, Hit | None]:
    """The To Hit DR, or the outcome the player typed."""
    if preview.typed:
        return None, to_hit.typed(preview.typed)
    with ctx.rolls_for(found.firer.side):
        record = ctx.roll(
            "DR",
            f"To Hit: {found.title}",
            rule="C3",
            modifiers=preview.modifiers,
            target=preview.number,
            target_name=preview.number_name,
            of_dice=to_hit.case_c4 if found.aim(ctx.game).motion else None,
            tag=TO_HIT,
        )
    if not record.dice:  # only a Final total was typed
        return record, Hit(False, "hull") if record.success else None
    drm = sum(mod.value for mod in preview.modifiers)
    hit = _final(ctx, found, record, preview.number, drm, "")
    if record.success and hit is None:
        ctx.tell(f"{found.at.id if found.at else found.goal} is Hull Down, and its hull was hit: a miss (D4.2).")
    return record, hit


def _final(ctx: Context, found: Shot, record: RollRecord, number: int, drm: int, who: str) -> Hit | None:
    """What the dice mean for one group of targets, with the subsequent dr where one is needed (C3.6, C3.7)."""
    dice = (record.dice[0], record.dice[1])
    results = to_hit.read(ctx.game, found.aim(ctx.game), dice, number, drm)
    if len(results) == 1:
        return results[0]
    with ctx.rolls_for(found.firer.side):
        dr = ctx.roll("dr", f"Critical or Improbable Hit{who}?", rule="C3.6-3.7").total
    return results[min(max(dr, 1), 6) - 1]


def _hits(
    ctx: Context,
    found: Shot,
    preview: Preview,
    record: RollRecord | None,
    hit: Hit | None,
    groups: Sequence[tuple[tuple[str, ...], tuple[Modifier, ...]]],
) -> list[tuple[tuple[str, ...], Hit]]:
    """Who is hit, and how: the same dice are read for each group with its own DRM."""
    hits = [(groups[0][0] if groups else (), hit)] if hit else []
    shown = groups[0][1] if groups else ()
    by_hand = sum(mod.value for mod in preview.modifiers) - sum(mod.value for mod in shown)
    for ids, mods in groups[1:]:
        other = hit
        if record is not None and record.dice:
            drm = sum(mod.value for mod in mods) + by_hand
            other = _final(ctx, found, record, preview.number, drm, f" on {', '.join(ids)}")
        if other:
            hits.append((ids, other))
    return hits


def _one_critical(
    ctx: Context, found: Shot, hits: list[tuple[tuple[str, ...], Hit]]
) -> list[tuple[tuple[str, ...], Hit]]:
    """C3.74: of several targets one by Random Selection is hit critically, a Gun with its crew, the others plainly."""
    alone = guns.apart(ctx.game, [key for ids, hit in hits if hit.critical for key in ids])
    if found.target == "Vehicle" or len(alone) < 2:
        return hits
    chosen = ctx.selection(list(alone), 1, "who suffers the critical hit")
    return strikes.critical_for(hits, {other for key in chosen for other in alone[key]})


def _one_by_pf(ctx: Context, found: Shot, hits: list[tuple[tuple[str, ...], Hit]]) -> list[tuple[tuple[str, ...], Hit]]:
    """C13.31: a PF strikes one of the men it hits by Random Selection, or whom its firer picks: a Known unit with a Gun
    or SW. A Gun and its crew are one.
    """
    alone = guns.apart(ctx.game, [key for ids, _ in hits for key in ids])
    if found.latw != "PF" or found.target == "Vehicle" or len(alone) < 2:
        return hits
    chosen = [_picked(ctx, found, list(alone))]
    if not chosen[0]:
        chosen = ctx.selection(list(alone), 1, f"who is hit by {found.title}")
    struck = {other for key in chosen for other in alone[key]}
    kept = [(tuple(key for key in ids if key in struck), hit) for ids, hit in hits]
    return [(ids, hit) for ids, hit in kept if ids]


def _picked(ctx: Context, found: Shot, ids: Sequence[str]) -> str:
    """C13.31: the Known unit with a Gun or SW that the firer of a PF picks; "" if he leaves it to Random Selection."""
    units = [unit for unit in map(ctx.state.units.__getitem__, ids) if unit.known]
    armed = [unit for unit in units if unit.kind == "gun" or ctx.state.weapons_of(unit.id)]
    if not armed:
        return ""
    options = [Option(unit.id, "with its crew" if unit.kind == "gun" else "who has a SW") for unit in armed]
    options.append(Option("random", f"one of {listed(ids)} by Random Selection"))
    answer = ctx.choose(
        f"Whom in {found.goal} does the PF of {found.firer.id} hit?", options, rule="C13.31", hexes=(found.goal,),
        whose=found.firer.side, id="pf-strikes", subject=(found.firer.id, found.goal),
    )  # fmt: skip
    return "" if answer == "random" else answer


def _ammunition(ctx: Context, found: Shot, record: RollRecord) -> bool:
    """C8.9: above its depletion number there is no such shell and no shot; at it this is the last one."""
    if found.weapon not in mounted.WEAPONS and found.weapon not in ctx.state.weapons:
        return True
    item = ctx.game.counter_of(ctx.state.weapons.get(found.weapon) or found.firer)
    limit = item.depletes(found.ammo)
    if limit is None or not record.dice:
        return True
    if ctx.mission.army(found.firer.side).elite:
        limit += ctx.figure("elite-ammo")
    if record.original < limit:
        return True
    ctx.emit(ev.ArmsChanged(found.firer.id, (f"no {found.ammo}",), (), f"depletion number {limit} (C8.9)"))
    if record.original == limit:
        return True
    ctx.tell(f"{found.firer.id} has no {found.ammo}: no shot; it may fire other ammunition (C8.9).")
    return False


def _fired(ctx: Context, found: Shot, record: RollRecord | None) -> None:
    """A7.2, A8.1, A12.141: the counters of fire on Gun, crew and vehicle, and the fact; who of them is seen."""
    weapon_use.marked(ctx, found.firer, found.kind, intensive=found.intensive)
    if found.firer.kind == "gun":
        coloured = record.dice[0] if record is not None and record.dice else 0
        weapon_use.gun_shows(ctx, found.firer, found.goal, coloured, turned=bool(found.turn.spines))
    else:
        weapon_use.shows_itself(ctx, found.firer)
    smokes = found.ammo == "smoke"
    if found.spotter is not None:
        spotting.spots(ctx, found.spotter, found.key, found.kind.flag or None)
    if found.leader is not None:
        directs(ctx, found.leader.id, found.kind, (directed_as(found.firer, found.weapon),))
        concealment.lose_if_seen(ctx, [found.leader.id], "directs fire in LOS (A12.14)")
    if found.weapon in ctx.state.weapons and found.firer.kind in SMC and found.kind.flag:
        pieces.change(ctx, ctx.state.units[found.firer.id], [found.kind.flag], (), f"fires {found.weapon} (A10.7)")
    if found.mate is not None and found.mate.id in ctx.state.units and found.kind.flag:
        pieces.change(ctx, ctx.state.units[found.mate.id], [found.kind.flag], (), f"fires {found.weapon} (C13.45)")
        weapon_use.shows_itself(ctx, found.mate)
    if found.weapon in ctx.state.weapons:
        ctx.emit(ev.Fired((), (found.weapon,), found.goal, found.kind.name, smoke=smokes))
    else:
        weapon_use.announce(ctx, found.firer, found.weapon, found.goal, found.kind, smoke=smokes)


def _strike(ctx: Context, found: Shot, hits: Sequence[tuple[tuple[str, ...], Hit]]) -> IftResult | None:
    """C3.4: the effect of the hits."""
    if not hits:
        return None
    if found.ammo == "smoke":
        strikes.smoke_round(ctx, found)
        return None
    if found.target == "Vehicle":
        ids, hit = hits[0]
        if ids and ids[0] in ctx.state.units:
            strikes.vehicle(ctx, found, ctx.state.units[ids[0]], hit)
        return None
    for ids, hit in hits:
        if hit.critical:
            strikes.critical_on_guns(ctx, ids, found)
    return strikes.men(ctx, found, hits)


# -- what it costs ------------------------------------------------------------------------------------


def _residual(ctx: Context, found: Shot, result: IftResult | None) -> None:
    """A8.2, C8.31: HE and HEAT that hit in Defensive First Fire leave Residual FP; AP, PF and Intensive Fire none."""
    if result is None or not found.kind.moving or found.intensive or found.latw == "PF":
        return
    if found.ammo not in ("HE", "HEAT", "canister"):
        return
    residual.leave_by(ctx, found.goal, found.firer.side, result, *([] if found.gun.mortar else [found.firer.hex]))


def _rate_of_fire(ctx: Context, found: Shot, record: RollRecord | None) -> bool:
    """C2.24: within its ROF by the coloured die a weapon may fire again; otherwise it has fired."""
    coloured = record.dice[0] if record is not None and record.dice else 7
    rate = found.gun.rof + weapon_use.turning_rof(ctx.game, found.firer, found.turn)
    rate += weapon_use.captured_rof(ctx.game, found.firer, found.weapon)
    men = guns.crew(ctx.game, found.firer) if found.firer.kind == "gun" else found.firer
    rate += ctx.figure("spotted-rof") if found.spotter else 0
    pinned = found.spotter is not None and "pinned" in found.spotter.flags
    if pinned or (men is not None and ("pinned" in men.flags or mounted.pinned_at_arms(ctx.game, men))):
        rate = min(rate, 0)
    whole = found.target == "Area" and not found.gun.mortar and found.ammo != "smoke"
    alone = found.firer.kind in SMC and found.weapon in ctx.state.weapons  # C9.2
    kept = coloured <= rate and found.kind.rof and not found.intensive and not whole and not alone
    weapon_use.spend(ctx, found.firer, found.weapon, found.kind, kept=kept)
    if kept:
        weapon_use.may_again(ctx, found.firer, found.name, coloured, "C2.24")
    return kept


def _turned_without_rof(ctx: Context, found: Shot) -> None:
    """C2.5: a NT Gun without a ROF to lower that has turned for its shot has no Intensive Fire left."""
    gun = ctx.state.units.get(found.firer.id)
    if gun is None or gun.kind != "gun" or found.gun.rof or not found.turn.spines or "intensive" in gun.flags:
        return
    if weapon_use.turns_slowly(ctx.game, gun):
        pieces.change(ctx, gun, ["intensive"], (), "turned for its shot: no Intensive Fire (C2.5)")


def _breakdown(ctx: Context, found: Shot, original: int) -> None:
    """C2.28, A9.7: the Original To Hit DR reaches the B#."""
    lowered = ctx.figure("intensive-breakdown") if found.intensive else 0
    broken = found.weapon != "PF" and weapon_use.wears(
        ctx, found.firer, found.weapon, original, found.gun.breakdown, lowered
    )
    if broken and found.key in ctx.state.acquired:
        ctx.emit(ev.AcquisitionSet(found.key))


def _acquire(ctx: Context, found: Shot) -> None:
    """C6.5: a shot at a Known target acquires it, -1 and then -2; fire at another target gives the old one up.

    Known is also who loses his concealment by the shot (C6.57). The Area type acquires the hex (C6.521), SMOKE nothing
    (C6.56).
    """
    if found.gun.calibre < ctx.figure("acquisition-calibre") or found.latw or found.firer.id not in ctx.state.units:
        return
    firer = ctx.state.units[found.firer.id]
    sw = ctx.state.weapons.get(found.weapon)
    if found.weapon not in mounted.WEAPONS and (sw is None or "malfunctioned" in sw.flags):
        return
    if firer.flags & {"malfunctioned", "disabled"} and found.weapon == "MA":
        return
    held = ctx.state.acquired.get(found.key)
    if found.ammo == "smoke":
        if held is not None:
            ctx.emit(ev.AcquisitionSet(found.key))
        return
    at = ctx.state.units.get(found.at.id) if found.at and found.target != "Area" else None
    target = at.id if at else found.goal
    there = [at] if at else [unit for unit in ctx.state.units_at(found.goal) if unit.side != firer.side]
    known = any(unit.known for unit in there) or (found.at is not None and found.at.known)
    if not known and found.target != "Area":
        if held is not None and held.target != target:
            ctx.emit(ev.AcquisitionSet(found.key))
        return
    same = held is not None and held.target == target
    level = min((abs(held.level) if held and same else 0) + 1, ctx.figure("acquisition-most"))
    if held is None or not same or abs(held.level) != level:
        ctx.emit(ev.AcquisitionSet(found.key, target, found.goal, -level))


def forget(ctx: Context) -> None:
    """C6.5, at the end of a phase of movement: who has moved, or is not manned in Good Order, loses its acquisition; of
    a target that got out of sight the hex it was last seen in stays acquired.
    """
    for key, held in list(ctx.state.acquired.items()):
        sw = ctx.state.weapons.get(key)
        firer = ctx.state.units.get(sw.holder if sw else key)
        idle = {"moved", "advanced", "routed", "broken", "limbered", "stunned", "shocked", "abandoned"}
        manned = firer is not None and (firer.kind != "gun" or guns.crew(ctx.game, firer) is not None)
        if firer is None or not manned or not firer.hex or firer.flags & idle:
            ctx.emit(ev.AcquisitionSet(key))
            continue
        target = ctx.state.units.get(held.target)
        if target is None and held.target != held.hex:
            ctx.emit(ev.AcquisitionSet(key, held.hex, held.hex, held.level))
        elif target is not None and target.hex != held.hex:
            seen = bool(target.hex) and look(ctx.game, firer.hex, target.hex).exists
            goal = (held.target, target.hex) if seen else (held.hex, held.hex)
            ctx.emit(ev.AcquisitionSet(key, *goal, held.level))
