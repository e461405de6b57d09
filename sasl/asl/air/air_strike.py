"""What aircraft do to a hex (E7.4): strafing by MG and guns, and bombs."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from sasl.asl import snipers
from sasl.asl.air.air_numbers import (
    WAYS,
    groups,
    hit_mods,
    kill_number,
    number,
    suspect_cover,
    suspect_hit_mods,
    tank_basic,
    tank_harm,
)
from sasl.asl.air.antiaircraft import kind_of
from sasl.asl.air.runs import hard, soft, suspects
from sasl.asl.fire import effects, ift
from sasl.asl.fire.attack import Group, IftAttack, resolve
from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game
from sasl.asl.game.flags import VEHICLES
from sasl.asl.game.state import Marker, Suspect, Unit
from sasl.asl.ordnance import mounted, to_hit, to_kill, vehicle_hits
from sasl.asl.ordnance.to_kill import Kill
from sasl.asl.preview import Chances, Preview, confirm
from sasl.asl.terrain import fires
from sasl.kernel.frozen import Frozen, replace
from sasl.kernel.records import Modifier, RollRecord

DROPS = ("direct hit", "hit", "miss")
"""What the To Hit DR of bombs may bring (E7.42)."""


class Aim(Frozen):
    """What bombs may hit in a hex, a unit or (`unit` None) its S?: the To Hit number, and the DRM (E7.42)."""

    unit: Unit | None
    needed: int
    mods: tuple[Modifier, ...]

    @property
    def name(self) -> str:
        """Who it is, as a preview says it."""
        return self.unit.id if self.unit else "the S?"

    @property
    def drm(self) -> int:
        """The sum of the DRM."""
        return sum(mod.value for mod in self.mods)


def strike(ctx: Context, plane: Unit, name: str, *, near: bool = False, bombs: bool = False, at: str = "") -> None:
    """One attack on a hex: guns or MG, then the bombs; `near` from three hexes instead of four."""
    there = [unit for unit in ctx.state.units_at(name) if unit.kind != "aircraft"]
    if not there and not suspects(ctx.game, plane, name):
        return
    ids = tuple(unit.id for unit in there if "attacked-by-air" not in unit.flags)
    pieces.change_all(ctx, ids, ("attacked-by-air",), (), f"attacked by {plane.id} (E7.3)")
    if "MG disabled" not in plane.arms:
        _guns(ctx, plane, name, near=near, at=at)
    if bombs and plane.id in ctx.state.units:
        _bombs(ctx, ctx.state.units[plane.id], name, near=near)


def _guns(ctx: Context, plane: Unit, name: str, *, near: bool, at: str) -> None:
    """E7.41: MG on the IFT against what is soft; the same DR is the To Hit DR against one AFV."""
    facts = kind_of(ctx.game, plane)
    tanks = hard(ctx.game, name)
    target = next((unit for unit in tanks if unit.id == at), None) or max(
        tanks, key=lambda unit: (unit.side != plane.side, tank_harm(ctx.game, plane, unit)), default=None
    )
    record: RollRecord | None = None
    if "gun_tk" not in facts or not target:
        column = ift.column_of(ctx.game, facts["mg"])
        title = f"{plane.id} strafes {name} with {facts['mg']} FP"
        attacked, unknown = groups(ctx.game, plane, name, facts["mg"]), suspects(ctx.game, plane, name)
        if attacked:
            record = resolve(ctx, IftAttack(plane.side, title, name, column, attacked)).record
        if unknown:
            half = ift.column_of(ctx.game, Fraction(facts["mg"], 2))
            record = _at_suspects(ctx, plane, unknown, title, half, suspect_cover(ctx.game, plane, name), record)
    if target and target.id in ctx.state.units:
        record = _at_tank(ctx, plane, target, near=near, same=record)
    if record and record.dice and record.original == ctx.figure("air-mg-gone") and plane.id in ctx.state.units:
        word = "guns" if "gun_tk" in facts and target else "MG"
        ctx.emit(ev.ArmsChanged(plane.id, ("MG disabled",), (), f"Original 12: its {word} are out of action (E7.41)"))


def _at_suspects(
    ctx: Context,
    plane: Unit,
    found: Sequence[Suspect],
    title: str,
    column: int,
    mods: tuple[Modifier, ...],
    record: RollRecord | None,
) -> RollRecord | None:
    """5 [house]: an S? hit by at least a PTC (E7.25) checks Activation, and what it turns out to be suffers that."""
    if record is None or not record.dice:
        with ctx.rolls_for(plane.side):
            record = ctx.table(ift.IFT, title, modifiers=mods, column=str(column))
    drm = sum(mod.value for mod in mods)
    outcome = ift.outcome(ctx.game, column, record.original + drm if record.dice else record.total)
    for suspect in found:
        if outcome.kind == "-" or suspect.id not in ctx.state.suspects:
            continue
        marker = Marker(plane.id, "aircraft", suspect.hex, plane.side, text=plane.id, owner=plane.id)
        ids = [unit.id for unit in ctx.game.reactions.shelled(ctx, suspect, marker)]
        effects.apply_outcome(ctx, ids, ift.FinalDr(outcome, record, column, mods), title)
    return record


def _at_tank(ctx: Context, plane: Unit, target: Unit, *, near: bool, same: RollRecord | None) -> RollRecord | None:
    """E7.41: To Hit (the IFT DR again if there was one), then To Kill."""
    mods, needed = hit_mods(ctx.game, plane, target), number(ctx.game, "vehicle", near=near)
    gun = "gun_tk" in kind_of(ctx.game, plane)
    kill = kill_number(ctx.game, plane, target, tank_basic(ctx.game, plane), gun=gun)
    title = f"{plane.id} at {target.id} in {target.hex}"
    record = same
    if same is not None and same.dice:
        total = same.original + sum(mod.value for mod in mods)
        hit = total <= needed
        shown = replace(
            same, purpose=f"To Hit, same DR: {title}", total=total, modifiers=mods, rule="E7.41", target=needed,
            target_name="To Hit number", success=hit, table="", row="", result=None, provenance="", source="same",
            index=None, column="", tag=to_hit.TO_HIT,
        )  # fmt: skip
        ctx.emit(ev.Rolled(shown))
    else:
        hit, record = _to_hit(ctx, plane, title, needed, mods, kill)
    if not hit:
        return record
    twice = gun and record is not None and len(record.dice) == 2 and len(set(record.dice)) == 1
    effect_of(ctx, plane, target, replace(kill, rolls=ctx.figure("air-multiple-tk")) if twice else kill)
    return record


def _to_hit(
    ctx: Context, plane: Unit, title: str, needed: int, mods: Sequence[Modifier], kill: Kill | None
) -> tuple[bool, RollRecord | None]:
    """A To Hit DR shown first, then rolled; whether it hits."""
    lines = (f"To Kill {kill.number}: {', '.join(kill.words)}",) if kill else ()

    def chances(to: int, drm: tuple[Modifier, ...]) -> Sequence[tuple[str, Fraction]]:
        good = sum(1 for total in WAYS if total + sum(mod.value for mod in drm) <= to)
        return (("hit", Fraction(good, 36)), ("miss", Fraction(36 - good, 36)))

    preview = confirm(ctx, Preview(title, lines, needed, "To Hit number", tuple(mods), chances, ("hit", "miss")))
    if preview.typed:
        return preview.typed == "hit", None
    with ctx.rolls_for(plane.side):
        record = ctx.roll(
            "DR", f"To Hit: {title}", rule="E7.41", modifiers=preview.modifiers, target=preview.number,
            target_name="To Hit number", tag=to_hit.TO_HIT,
        )  # fmt: skip
    snipers.alarm(ctx, plane.side, record.original if record.dice else 0)
    return bool(record.success), record


def effect_of(ctx: Context, plane: Unit, target: Unit, kill: Kill) -> None:
    """C7.3: the To Kill DR (the best of several) and what it does to the vehicle."""
    found, _ = to_kill.resolve(ctx, plane.side, f"To Kill {target.id}, air attack by {plane.id}", kill, "C7.3")
    vehicle_hits.suffer(ctx, target, found, f"air attack by {plane.id} (E7.4)")
    if found not in ("-", "dud"):
        text = f"{target.id} in {target.hex}: {found} by {plane.id} (E7.4)."
        ctx.tell(text, board=True, stop=True, hexes=(target.hex,))


def load(game: Game, plane: Unit) -> int:
    """The IFT column of the bombs an aircraft was built for; ATCB take their place (OtO Aircraft 12.6)."""
    return kind_of(game, plane).get("atcb" if plane.role == "ATCB" else "bomb", 0)


def _bombs(ctx: Context, plane: Unit, name: str, *, near: bool) -> None:
    """E7.42: the one load: one To Hit DR for all in the hex, one effect DR each kind; a miss does nothing."""
    facts, cluster = kind_of(ctx.game, plane), plane.role == "ATCB"
    word = "ATCB" if cluster else "bombs"
    basic = facts["atcb_tk" if cluster else "bomb_tk"]
    if not (aims := _aims(ctx.game, plane, name, near=near)):
        ctx.tell(f"Nobody is left in {name}: {plane.id} keeps its {word} (E7.42).", hexes=(name,))
        return
    pieces.change(ctx, plane, [], ["bombs"], "drops its bombs (E7.42)")
    found = [(aim.unit, result) for aim, result in _drop(ctx, plane, f"To Hit: {word} of {plane.id} on {name}", aims)
             if result != "miss"]  # fmt: skip
    men, tanks = [], []
    for unit, result in found:
        if unit and mounted.armored(ctx.game, unit):
            direct = cluster or result == "direct hit"
            tanks.append((unit, basic if direct else basic // 2, direct))
        elif unit:
            men.append(unit.id)
    unknown = suspects(ctx.game, plane, name) if any(unit is None for unit, _ in found) else []
    if not found:
        ctx.tell(f"The {word} of {plane.id} miss {name} (E7.42).", hexes=(name,))
        return
    if men:
        _blast(ctx, plane, name, tuple(men), load(ctx.game, plane), word)
    if unknown:
        _at_suspects(ctx, plane, unknown, f"{word} of {plane.id} on {name}", load(ctx.game, plane), (), None)
    for unit, tk, direct in tanks:
        if unit.id in ctx.state.units:
            ctx.tell(f"{unit.id}: {'Direct Hit' if direct else 'Near Miss, half the To Kill number'} (E7.421).")
            effect_of(ctx, plane, unit, kill_number(ctx.game, plane, unit, tk, he=not cluster))


def _aims(game: Game, plane: Unit, name: str, *, near: bool) -> list[Aim]:
    """All that bombs may hit in a hex: what is soft, AFV and cupolas, and its S?, all of them as one."""
    men = number(game, "infantry", near=near)
    aims = [
        Aim(unit, number(game, "vehicle", near=near) if unit.kind in VEHICLES else men, hit_mods(game, plane, unit))
        for unit in (*soft(game, name), *hard(game, name))
    ]
    unknown = suspects(game, plane, name)
    return [*aims, Aim(None, men, suspect_hit_mods(game, plane, name))] if unknown else aims


def _drop(ctx: Context, plane: Unit, title: str, aims: Sequence[Aim]) -> list[tuple[Aim, str]]:
    """E7.42: the one To Hit DR of the bombs, shown first: a direct hit, a hit, or a miss for each target in the hex.

    The preview is that of the first one; what the player corrects on it holds for all.
    """
    first, others = aims[0], aims[1:]
    facts = [f"same DR at {aim.drm:+d} against {aim.needed} for {aim.name}" for aim in others]

    def chances(to: int, drm: tuple[Modifier, ...]) -> Chances:
        ends = [_hits(to, total + sum(mod.value for mod in drm)) for total in WAYS]
        return tuple((end, Fraction(ends.count(end), len(WAYS))) for end in DROPS)

    facts += [f"for {first.name}: direct hit on half the To Hit number; it matters to an AFV (E7.421)"]
    preview = confirm(ctx, Preview(title, tuple(facts), first.needed, "To Hit number", first.mods, chances, DROPS))
    if preview.typed:
        return [(aim, preview.typed) for aim in aims]
    with ctx.rolls_for(plane.side):
        record = ctx.roll("DR", title, rule="E7.42", modifiers=preview.modifiers, target=preview.number,
                          target_name="To Hit number", tag=to_hit.TO_HIT)  # fmt: skip
    snipers.alarm(ctx, plane.side, record.original if record.dice else 0)
    plain, more = record.total - first.drm, preview.number - first.needed
    return [(aim, _hits(aim.needed + more, plain + aim.drm)) for aim in aims]


def _hits(needed: int, total: int) -> str:
    """E7.42-7.421: what a Final To Hit DR of bombs is."""
    return "miss" if total > needed else "direct hit" if 2 * total <= needed else "hit"


def _blast(ctx: Context, plane: Unit, name: str, ids: tuple[str, ...], column: int, word: str) -> None:
    """E7.42: the bombs on the IFT against all they hit (TEM was in the To Hit DR); HE may start a fire (B25.13)."""
    attack_ = IftAttack(plane.side, f"{word} of {plane.id} on {name}", name, column, (Group(ids, ()),), fire=False)
    found = resolve(ctx, attack_)
    if found.original and ift.outcome(ctx.game, column, found.original).kind == "KIA":
        fires.may_catch(ctx, name, f"{word} of {plane.id} (B25.13)")
