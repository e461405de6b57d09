"""Light anti-tank weapons (C13): Panzerfaust, Panzerschreck, anti-tank rifle."""

from __future__ import annotations

from typing import Literal

from sasl.asl.fire import effects, fire_groups, ift, small_arms
from sasl.asl.fire.opportunity import HELD, Opportunity, opportunity
from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.flags import MMC, SMC, VEHICLES
from sasl.asl.game.los.depressions import in_gully
from sasl.asl.game.los.sight import hindrance_of, in_bypass
from sasl.asl.game.state import Unit, Weapon
from sasl.asl.infantry import concealment
from sasl.asl.infantry.morale import casualties, task_checks
from sasl.asl.infantry.morale.experience import inexperienced
from sasl.asl.ordnance import mounted, ordnance_fire, weapon_use
from sasl.asl.ordnance.aiming import aim
from sasl.asl.ordnance.aiming.aim import Manner, Shot
from sasl.asl.ordnance.aiming.to_hit import Target
from sasl.asl.ordnance.mounted import Ordnance
from sasl.kernel.frozen import replace
from sasl.kernel.rolling.dice import roll_kind
from sasl.kernel.rolling.records import CHECK, RollRecord

SHELTER = ("wooden-building", "stone-building", "rubble")


def shoot(ctx: Context, found: Shot) -> None:
    """C13.2, C13.4: a shot of an ATR or PSK by the unit that holds it; as small arms, too, an ATR leaves no Residual FP
    (C13.24).
    """
    if is_rifle(found):
        small_arms.fire(ctx, rifle(ctx.game, found))
        return
    _desperation(ctx, found, ordnance_fire.fire(ctx, found))


def shot_of(game: Game, firer: Unit, weapon: str, name: str, manner: Manner, kind: Opportunity) -> Shot:
    """C13: the shot of an ATR or PSK that is meant; at men an ATR is small arms. Refused if there is none."""
    sw = game.state.weapons[weapon]
    item = game.counter_of(sw)
    if sw.flags & {"prep", "first", "final"} & {kind.flag}:
        raise Refused(f"{weapon} has fired in this phase (C13)")
    mate = _mate(game, firer, sw, manner, kind)
    leader = None if mate else aim.director(game, firer, weapon, manner, kind)
    at, target = aimed(game, firer, name, manner, kind, sw.type)
    rifle = sw.type == "ATR"
    if not rifle:
        _not_steeply_up(game, firer, name, weapon)
    distance = game.board.distance(firer.hex, name)
    if item.range is not None and distance > item.range and not (rifle and target == "Infantry"):
        raise Refused(f"{weapon} reaches {item.range} hexes; {name} is {distance} away (C13)")
    gun = _ordnance(game, _rifle_calibre(game, sw) if rifle else 0, item.breakdown)
    shelter = "" if rifle else _shelter(game, firer, kind, manner)
    ammo = "AP" if rifle else "HEAT"
    return Shot(
        firer, weapon, name, kind, gun, ammo, target, at, latw=sw.type, leader=leader, shelter=shelter, mate=mate
    )


def _mate(game: Game, firer: Unit, sw: Weapon, manner: Manner, kind: Opportunity) -> Unit | None:
    """C13.45: who fires a PSK together with the SMC who holds it. Refused where an SMC who is no hero is alone."""
    takes_two = sw.type == "PSK" and firer.kind in SMC
    if "both" not in manner.options:
        if takes_two and not firer.heroic:
            raise Refused(
                f"{firer.id} is an SMC: only a hero may fire a PSK alone; two SMC fire it with: by SMC both (C13.45)"
            )
        return None
    found = game.state.units.get(manner.leader)
    if not takes_two or found is None or found.kind not in SMC or found.id == firer.id or found.hex != firer.hex:
        raise Refused("both: the SMC possessing a PSK fires it with another SMC in his Location: by SMC both (C13.45)")
    idle = found.infantry and not found.flags & {"broken", "panicked", "melee", "prisoner", "disarmed", "ti"}
    if not idle or kind.flag in found.flags:
        raise Refused(f"{found.id} has fired, or is unable to fire {sw.id} with {firer.id} (C13.45)")
    return found


def _shelter(game: Game, firer: Unit, kind: Opportunity, manner: Manner) -> Literal["", "outside", "desperate"]:
    """C13.8: where a weapon with a backblast is fired by who is in a building, rubble or a pillbox.

    Outside, with Case C3 unless as Opportunity Fire; who is pinned, in a pillbox, or says so, risks Desperation.
    """
    boxed = "dug-in" in firer.flags and bool(game.state.markers_at(firer.hex, "pillbox"))
    if not boxed and (not game.board.terrain(firer.hex).has(*SHELTER) or in_bypass(game.state, firer)):
        return ""
    if boxed or "pinned" in firer.flags or "desperate" in manner.options:
        return "desperate"
    return "" if kind == HELD else "outside"


def _not_steeply_up(game: Game, firer: Unit, name: str, what: str) -> None:
    """C13.8: refused if a weapon with a backblast would be fired at an adjacent hex two levels higher."""
    board = game.board
    rise = board.terrain(name).elevation - board.terrain(firer.hex).elevation + in_gully(game, firer)
    if rise >= game.figure("backblast-rise") and board.distance(firer.hex, name) == 1:
        raise Refused(f"{what} cannot be fired at {name}, adjacent and {rise} levels higher (C13.8)")


def _rifle_calibre(game: Game, sw: Weapon) -> int:
    """C7.31: the calibre of an ATR in mm: the Russian one has a To Kill number of its own."""
    return game.figure("atr-calibre" if game.mission.army(sw.side).nation == "russian" else "atr-small-calibre")


def _ordnance(game: Game, calibre: int, number: int | None) -> Ordnance:
    return Ordnance(calibre, "-", 0, False, 0, number or game.figure("default-breakdown"), "black")


def aimed(
    game: Game, firer: Unit, name: str, manner: Manner, kind: Opportunity, what: str
) -> tuple[Unit | None, Target]:
    """C13.1, C8.31: the vehicle aimed at, or Infantry: an ATR at anybody, the others at whom HEAT finds."""
    words = manner.options
    manner.only(
        f"a {what}",
        ("vehicle", "infantry", "desperate", "both", "at", "by"),
        "vehicle, infantry, desperate, both, at UNIT, by LEADER",
    )
    at = aim.named(game, manner.target, name, firer) if manner.target else None
    there = aim.targets(game, firer, name, kind)
    tanks = [unit for unit in there if unit.kind in VEHICLES]
    if (tanks or at) and "infantry" not in words:
        at = at or aim.the_vehicle(game, firer, name)
        if at.kind in VEHICLES:
            return at, "Vehicle"
    if "vehicle" in words:
        raise Refused(f"there is no enemy vehicle in {name} (C13.1)")
    if what != "ATR":
        aim.for_heat(game, firer, name, kind, f"a {what}")
    return None, "Infantry"


def is_rifle(found: Shot) -> bool:
    """C13.24: whether it is an ATR against men."""
    return found.latw == "ATR" and found.target == "Infantry"


def rifle(game: Game, found: Shot) -> fire_groups.Order:
    """C13.24: an ATR against men is small arms of 1 FP on the IFT, without long range. Refused beyond its range."""
    sw = game.state.weapons[found.weapon]
    reach, distance = game.counter_of(sw).range or 0, game.board.distance(found.firer.hex, found.goal)
    if distance > reach:
        raise Refused(f"{sw.id} reaches {reach} hexes; {found.goal} is {distance} away (C13.2)")
    return fire_groups.order(game, (found.leader,) if found.leader else (), (sw,), (found.goal,))


# -- Panzerfaust --------------------------------------------------------------------------------------


def panzerfaust(ctx: Context, firer: Unit, name: str, manner: Manner) -> None:
    """C13.3: PF Check, then the shot. Original 6 of the check pins, or breaks who is pinned.

    The check is the use of a SW: only a squad keeps its inherent FP after the first (A7.35-.351).
    """
    found = panzerfaust_shot(ctx.game, firer, name, manner)
    second = mounted.spent(firer, "PF")
    ctx.emit(ev.ArmsChanged(firer.id, (mounted.SECOND_PF if second else "PF spent",), (), "PF Check (C13.31)"))
    if (second or firer.kind != "squad") and found.kind.flag:
        pieces.change(ctx, ctx.state.units[firer.id], [found.kind.flag], (), "used a PF (C13.31)")
        weapon_use.leaves_gun(ctx, ctx.state.units[firer.id], found.kind.flag, "used a PF")
    concealment.lose_if_seen(ctx, [firer.id], "looks for a PF in LOS (A12.141)")
    if not _check(ctx, ctx.state.units[firer.id], found.at):
        return
    shots = used(ctx.game, firer.side) + 1
    ctx.emit(ev.ValueSet(f"{firer.side.lower()}-pf", str(shots), "rulebook"))
    record = ordnance_fire.fire(ctx, replace(found, firer=ctx.state.units[firer.id]))
    _backblast(ctx, firer, record)
    _desperation(ctx, found, record)


def panzerfaust_shot(game: Game, firer: Unit, name: str, manner: Manner) -> Shot:
    """C13.3: the PF shot that a unit may try now. Refused with the rule if it may not."""
    if game.mission.army(firer.side).nation != "german":
        raise Refused(f"{firer.id} has no Panzerfausts: they are German (C13.3)")
    if not firer.infantry or not (firer.good_order or "berserk" in firer.flags):
        raise Refused(f"{firer.id} is not Good Order or berserk Infantry (C13.31)")
    if mounted.spent(firer, "PF") and (firer.kind != "squad" or mounted.SECOND_PF in firer.arms):
        raise Refused(f"{firer.id} has used its PF in this phase (C13.31)")
    if not _has_hands(game, firer):
        raise Refused(f"{firer.id} has fired and has nobody left to fire a PF (A7.351)")
    kind = opportunity(game, firer, name)
    if kind.check:
        raise Refused(f"{firer.id} has Final Fired: no PF in FPF (A8.31)")
    if kind.sustained and kind.moving:
        raise Refused(f"{firer.id} has First Fired: no PF Check in Subsequent First Fire (C13.31)")
    distance = game.board.distance(firer.hex, name)
    reach = game.figure("pf-range")
    if distance > reach:
        raise Refused(f"a PF reaches {reach} hexes; {name} is {distance} away (C13.32)")
    _not_steeply_up(game, firer, name, f"a PF of {firer.id}")
    at, target = aimed(game, firer, name, manner, kind, "PF")
    hindrance_of(game, firer.hex, name)
    if used(game, firer.side) >= allowed(game, firer.side):
        raise Refused(f"the {firer.side} has fired its {allowed(game, firer.side)} PF (C13.31)")
    gun, shelter = _ordnance(game, 0, None), _shelter(game, firer, kind, manner)
    leader = aim.director(game, firer, aim.directed_as(firer, "PF"), manner, kind)
    return Shot(firer, "PF", name, kind, gun, "HEAT", target, at, latw="PF", leader=leader, shelter=shelter)


def _has_hands(game: Game, firer: Unit) -> bool:
    """C13.31: whether a unit has hands for a PF: it counts as one of the SW of a phase (A7.351)."""
    phase = game.state.phase
    now = {"MPh": {"fired", "first", "final"}, "DFPh": {"final"}}.get(phase, {"fired", "prep"})
    number = 1 + mounted.spent(firer, "PF")
    number += sum(bool(weapon.flags & now) for weapon in game.state.weapons_of(firer.id))
    most = game.figure("squad-weapons" if firer.kind == "squad" else "other-weapons")
    return number < most or (number == most and not firer.flags & now)


def used(game: Game, side: str) -> int:
    """How many PF a side has fired."""
    return game.state.number(f"{side.lower()}-pf")


def allowed(game: Game, side: str) -> int:
    """C13.31, A5.5: 1½ shots for each squad-equivalent the side has, or had, FRD; a HS or a crew is half of one."""
    there = [unit.kind for unit in game.state.units.values() if unit.side == side and unit.mmc]
    halves = sum(
        (2 if kind == "squad" else 1) * (there.count(kind) + game.state.lost.get(f"{side} {kind}", 0)) for kind in MMC
    )
    return halves * game.figure("pf-shots-per-two-squads") // 4


def _check_facts(game: Game, firer: Unit, at: Unit | None) -> dict[str, int]:
    """C13.31: the conditions of a PF Check dr."""
    armored = at is not None and mounted.armored(game, at)
    return {
        "pf-no-afv": int(not armored),
        "cx-firer": int("cx" in firer.flags),
        "pf-half": int(firer.kind in ("hs", "crew")),
        "pf-smc": int(firer.kind in SMC),
    }


def check_chance(game: Game, firer: Unit, at: Unit | None) -> float:
    """C13.31: the chance that a unit finds a Panzerfaust and is not pinned by its dr of 6."""
    table = game.library.table("latw.pf-check")
    drm = sum(mod.value for mod in table.drm(_check_facts(game, firer, at)))
    faces = range(1, roll_kind("dr").sides + 1)
    good = [dr for dr in faces if dr != game.figure("pf-pins") and dr + drm <= game.figure("pf-check")]
    return len(good) / len(faces)


def _check(ctx: Context, firer: Unit, at: Unit | None) -> bool:
    """C13.31: the PF Check dr of the unit; True if it has one. An Original 6 pins even the heroic and the berserk."""
    facts = _check_facts(ctx.game, firer, at)
    with ctx.rolls_for(firer.side):
        record = ctx.check("latw.pf-check", f"PF Check of {firer.id}", ctx.figure("pf-check"), facts=facts, tag=CHECK)
    if record.dice and record.original == ctx.figure("pf-pins"):
        if "pinned" in firer.flags:
            casualties.break_unit(ctx, firer, "Original 6 of a PF Check while pinned (C13.31)")
        else:
            task_checks.pin(ctx, firer, "Original 6 of a PF Check (C13.31)", whoever=True)
        return False
    if not record.success:
        ctx.tell(f"{firer.id} finds no PF (C13.31).")
    return bool(record.success)


def _backblast(ctx: Context, firer: Unit, record: RollRecord | None) -> None:
    """C13.36: the highest To Hit DR of a PF hurts who fires, of Inexperienced men the next one, too (A19.32)."""
    least = ctx.figure("backblast") + ctx.figure("inexperienced-breakdown") * inexperienced(ctx.game, firer)
    if record is None or not record.dice or record.original < least:
        return
    if firer.id in ctx.state.units:
        casualties.reduce_unit(ctx, ctx.state.units[firer.id], f"Original {record.original}: backblast (C13.36)")


def _desperation(ctx: Context, found: Shot, record: RollRecord | None) -> None:
    """C13.81: the backblast inside attacks everybody there on the 1 FP column, by the coloured die of the To Hit DR."""
    if found.shelter != "desperate" or record is None or not record.dice:
        return
    column, here = ift.columns(ctx.game)[0], found.firer.hex
    outcome = ift.outcome(ctx.game, column, record.dice[0])
    there = [unit.id for unit in ctx.state.units_at(here) if unit.personnel]
    ctx.tell(f"Backblast in {here}: coloured die {record.dice[0]} on the {column} FP column: {outcome} (C13.81).")
    effects.apply_outcome(ctx, there, ift.FinalDr(outcome, None, column), f"backblast in {here} (C13.81)")
