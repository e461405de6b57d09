"""Strafing (E7.41): the MG and guns of an aircraft against what is in a hex, and against its S?."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from sasl.asl import snipers
from sasl.asl.air.air_numbers import (
    WAYS,
    chances_of,
    groups,
    hit_mods,
    kill_number,
    number,
    suspect_cover,
    tank_basic,
    tank_harm,
)
from sasl.asl.air.antiaircraft import kind_of
from sasl.asl.air.runs import hard, suspects
from sasl.asl.fire import effects, ift, residual
from sasl.asl.fire.attack import IftAttack, resolve
from sasl.asl.game import events as ev
from sasl.asl.game.context import Context, Game
from sasl.asl.game.state import Marker, Suspect, Unit
from sasl.asl.ordnance.hits import to_kill, vehicle_hits
from sasl.asl.ordnance.hits.to_kill import Kill
from sasl.asl.preview import Chances, Preview, confirm
from sasl.kernel.frozen import replace
from sasl.kernel.rolling.records import TO_HIT, Modifier, RollRecord, thrown

SHOTS = ("hit", "miss")
"""What the To Hit DR of guns may bring (E7.41)."""


def guns(ctx: Context, plane: Unit, name: str, *, near: bool, at: str) -> None:
    """E7.41: MG on the IFT against what is soft; the same DR is the To Hit DR against one AFV."""
    facts = kind_of(ctx.game, plane)
    target = prey(ctx.game, plane, name, at)
    record: RollRecord | None = None
    if "gun_tk" not in facts or not target:
        column = ift.column_of(ctx.game, facts["mg"])
        title = f"{plane.id} strafes {name} with {facts['mg']} FP"
        attacked, unknown = groups(ctx.game, plane, name, facts["mg"]), suspects(ctx.game, plane, name)
        cover, result = suspect_cover(ctx.game, plane, name), None
        if attacked:
            result = resolve(ctx, IftAttack(plane.side, title, name, column, attacked))
            record = result.record
        if unknown:
            half = ift.column_of(ctx.game, Fraction(facts["mg"], 2))
            record = at_suspects(ctx, plane, unknown, title, half, cover, record)
            column = column if attacked else half
        if not (attacked or unknown or target):
            with ctx.rolls_for(plane.side):
                record = ctx.table(ift.IFT, f"{title}, empty", modifiers=cover, column=str(column))
        if ctx.state.phase == "MPh":
            residual.leave_from_the_air(ctx, name, plane.side, column, cover, result)
    if target and target.id in ctx.state.units:
        record = _at_tank(ctx, plane, target, near=near, same=record)
    if record and record.dice and record.original == ctx.figure("air-mg-gone") and plane.id in ctx.state.units:
        word = "guns" if "gun_tk" in facts and target else "MG"
        ctx.emit(ev.ArmsChanged(plane.id, ("MG disabled",), (), f"Original 12: its {word} are out of action (E7.41)"))


def leaves_residual(game: Game, plane: Unit, name: str) -> bool:
    """Return whether strafing a hex leaves Residual FP there even if it is empty (A8.2, E7.4): in the MPh, once."""
    has_fired = any(item.side == plane.side for item in game.state.markers_at(name, residual.RESIDUAL))
    return game.state.phase == "MPh" and "MG disabled" not in plane.arms and not has_fired


def prey(game: Game, plane: Unit, name: str, at: str = "") -> Unit | None:
    """E7.41, E7.421: the one AFV of a hex that an attack goes for: `at`, or the enemy's that it harms most."""
    tanks = hard(game, name)
    named = next((unit for unit in tanks if unit.id == at), None)
    return named or max(tanks, key=lambda unit: (unit.side != plane.side, tank_harm(game, plane, unit)), default=None)


def at_suspects(
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
            index=None, column="", tag=TO_HIT,
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

    def chances(to: int, drm: tuple[Modifier, ...]) -> Chances:
        shift = sum(mod.value for mod in drm)
        return chances_of(["hit" if total + shift <= to else "miss" for total in WAYS], SHOTS)

    preview = confirm(ctx, Preview(title, lines, needed, "To Hit number", tuple(mods), chances, SHOTS))
    if preview.typed:
        return preview.typed == "hit", None
    with ctx.rolls_for(plane.side):
        record = ctx.roll(
            "DR", f"To Hit: {title}", rule="E7.41", modifiers=preview.modifiers, target=preview.number,
            target_name="To Hit number", tag=TO_HIT,
        )  # fmt: skip
    snipers.alarm(ctx, plane.side, thrown(record))
    return bool(record.success), record


def effect_of(ctx: Context, plane: Unit, target: Unit, kill: Kill, same: RollRecord | None = None) -> int:
    """C7.3: the To Kill DR (the best of several) and what it does to the vehicle; the last Original DR, 0 without dice.

    `same`: the effect DR that counts for it, too (E7.421).
    """
    title = f"To Kill {target.id}, air attack by {plane.id}"
    if same is not None and same.dice:
        original = same.original
        found = to_kill.effect(ctx.game, kill, original)
        ctx.tell(f"{title}, same DR: {original} against {kill.number}, {', '.join(kill.words)}: {found} (E7.421).")
    else:
        found, original = to_kill.resolve(ctx, plane.side, title, kill, "C7.3")
    vehicle_hits.suffer(ctx, target, found, f"air attack by {plane.id} (E7.4)")
    if found not in ("-", "dud"):
        text = f"{target.id} in {target.hex}: {found} by {plane.id} (E7.4)."
        ctx.tell(text, board=True, stop=True, hexes=(target.hex,))
    return 0 if found == "dud" else original
