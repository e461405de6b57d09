"""Bombs (E7.42): the one load of an aircraft, at its Targets by their own types, or by the Area Type (E7.422)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from sasl.asl import snipers
from sasl.asl.air.air_numbers import WAYS, chances_of, hit_mods, kill_number, number, suspect_hit_mods
from sasl.asl.air.antiaircraft import kind_of
from sasl.asl.air.runs import hard, soft, suspects
from sasl.asl.air.strafing import at_suspects, effect_of, prey
from sasl.asl.fire import ift, residual
from sasl.asl.fire.attack import COVER, Group, IftAttack, IftResult, resolve
from sasl.asl.fire.drm import suspect_mods, target_mods
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game
from sasl.asl.game.flags import VEHICLES
from sasl.asl.game.state import Unit
from sasl.asl.ordnance import mounted
from sasl.asl.ordnance.hits import blast, collateral
from sasl.asl.preview import Chances, Preview, confirm
from sasl.asl.terrain import fires
from sasl.kernel.frozen import Frozen
from sasl.kernel.rolling.records import TO_HIT, Modifier, RollRecord, thrown

Bombs = Literal["", "aimed", "area"]
"""How an aircraft drops its load: not at all, at Targets by their own types (E7.42), or by the Area Type (E7.422)."""
DROPS = ("direct hit", "hit", "miss")
"""What the To Hit DR of bombs may bring (E7.42)."""
TEM = COVER | {"wreck"}
"""The DRM that only the effect of the Area Target Type counts."""


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


def load(game: Game, plane: Unit) -> int:
    """The IFT column of the bombs an aircraft was built for; ATCB take their place (OtO Aircraft 12.6)."""
    return kind_of(game, plane).get("atcb" if plane.role == "ATCB" else "bomb", 0)


def drop(ctx: Context, plane: Unit, name: str, *, near: bool, at: str = "") -> None:
    """E7.42, E7.421: the one load: one To Hit DR for all in the hex but the other AFV, one effect DR for all that are
    hit; a miss does nothing. `at`: the AFV it is meant for.
    """
    facts, cluster = kind_of(ctx.game, plane), plane.role == "ATCB"
    word = "ATCB" if cluster else "bombs"
    basic = facts["atcb_tk" if cluster else "bomb_tk"]
    if not (aims := _aims(ctx.game, plane, name, near=near, at=at)):
        _kept(ctx, plane, name)
        return
    pieces.change(ctx, plane, [], ["bombs"], "drops its bombs (E7.42)")
    found = [(aim.unit, result) for aim, result in _throw(ctx, plane, f"To Hit: {word} of {plane.id} on {name}", aims)
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
    title, column = f"{word} of {plane.id} on {name}", load(ctx.game, plane)
    if ctx.board.terrain(name).has("marsh"):  # B16.31
        column = ift.column_of(ctx.game, Fraction(column, 2))
    record = _blast(ctx, plane, name, tuple(men), column, word) if men else None
    if unknown:
        record = at_suspects(ctx, plane, unknown, title, column, (), record)
    for unit, tk, direct in tanks:
        if unit.id not in ctx.state.units:
            continue
        ctx.tell(f"{unit.id}: {'Direct Hit' if direct else 'Near Miss, half the To Kill number'} (E7.421).")
        kill = kill_number(ctx.game, plane, unit, tk, he=not cluster)
        original = effect_of(ctx, plane, unit, kill, record)
        aboard = ift.column_of(ctx.game, Fraction(column, 1 if direct else 2))
        collateral.attack(ctx, unit.id, aboard, original, title, sheltered=not kill.soft)


def _aims(game: Game, plane: Unit, name: str, *, near: bool, at: str) -> list[Aim]:
    """All that bombs may hit in a hex: what is soft, the AFV they are meant for, and its S?, all of them as one."""
    tank = prey(game, plane, name, at)
    men = number(game, "infantry", near=near)
    aims = [
        Aim(unit, number(game, "vehicle", near=near) if unit.kind in VEHICLES else men, hit_mods(game, plane, unit))
        for unit in (*soft(game, name), *([tank] if tank else []))
    ]
    unknown = suspects(game, plane, name)
    return [*aims, Aim(None, men, suspect_hit_mods(game, plane, name))] if unknown else aims


def _throw(ctx: Context, plane: Unit, title: str, aims: Sequence[Aim], *, area: bool = False) -> list[tuple[Aim, str]]:
    """E7.42: the one To Hit DR of the bombs, shown first: a direct hit, a hit, or a miss for each target in the hex.

    The preview is that of the first one; what the player corrects on it holds for all.
    """
    first, others = aims[0], aims[1:]
    facts = [f"same DR at {aim.drm:+d} against {aim.needed} for {aim.name}" for aim in others]

    def chances(to: int, drm: tuple[Modifier, ...]) -> Chances:
        return chances_of([_hits(to, total + sum(mod.value for mod in drm)) for total in WAYS], DROPS)

    if any(aim.unit is not None and mounted.armored(ctx.game, aim.unit) for aim in aims) and not area:
        facts += ["a direct hit on half the To Hit number; it matters to an AFV (E7.421)"]
    preview = confirm(ctx, Preview(title, tuple(facts), first.needed, "To Hit number", first.mods, chances, DROPS))
    if preview.typed:
        return [(aim, preview.typed) for aim in aims]
    with ctx.rolls_for(plane.side):
        record = ctx.roll("DR", title, rule="E7.42", modifiers=preview.modifiers, target=preview.number,
                          target_name="To Hit number", tag=TO_HIT)  # fmt: skip
    snipers.alarm(ctx, plane.side, thrown(record))
    plain, more = record.total - first.drm, preview.number - first.needed
    return [(aim, _hits(aim.needed + more, plain + aim.drm)) for aim in aims]


def _hits(needed: int, total: int) -> str:
    """E7.42-7.421: what a Final To Hit DR of bombs is."""
    return "miss" if total > needed else "direct hit" if 2 * total <= needed else "hit"


def _blast(ctx: Context, plane: Unit, name: str, ids: tuple[str, ...], column: int, word: str) -> RollRecord | None:
    """E7.42: the bombs on the IFT against all they hit (TEM was in the To Hit DR); HE may start a fire (B25.13)."""
    title = f"{word} of {plane.id} on {name}"
    found = resolve(ctx, IftAttack(plane.side, title, name, column, (Group(ids, ()),), fire=False, heavy=True))
    _leave_residual(ctx, plane, name, found)
    _burns(ctx, name, column, found.original, title)
    return found.record


def _leave_residual(ctx: Context, plane: Unit, name: str, result: IftResult) -> None:
    """A8.2: in the MPh bombs that hit leave Residual FP, as other HE does."""
    if ctx.state.phase == "MPh":
        residual.leave_by(ctx, name, plane.side, result)


def _burns(ctx: Context, name: str, column: int, original: int, title: str) -> None:
    if original and ift.outcome(ctx.game, column, original).kind == "KIA":
        fires.may_catch(ctx, name, f"{title} (B25.13)")


def _kept(ctx: Context, plane: Unit, name: str) -> None:
    ctx.tell(f"Nobody is left in {name}: {plane.id} keeps its bombs (E7.42).", hexes=(name,))


# -- by area ------------------------------------------------------------------------------------------


def by_area(ctx: Context, plane: Unit, name: str, *, near: bool) -> None:
    """E7.422: the load by the Area Target Type: one To Hit DR without TEM, half its FP on the IFT, where the TEM of
    each target counts, and the armor of AFV (C1.55).
    """
    game, title = ctx.game, f"bombs of {plane.id} on {name}, Area Target Type"
    units, unknown = [*soft(game, name), *hard(game, name)], suspects(game, plane, name)
    needed = number(game, "area", near=near)
    aims = [Aim(unit, needed, _without_cover(hit_mods(game, plane, unit))) for unit in units]
    aims += [Aim(None, needed, _without_cover(suspect_hit_mods(game, plane, name)))] * bool(unknown)
    if not aims:
        _kept(ctx, plane, name)
        return
    pieces.change(ctx, plane, [], ["bombs"], "drops its bombs (E7.422)")
    hit = [aim.unit for aim, result in _throw(ctx, plane, f"To Hit: {title}", aims, area=True) if result != "miss"]
    if not hit:
        ctx.tell(f"The bombs of {plane.id} miss {name} (E7.422).", hexes=(name,))
        return
    column = ift.column_of(game, Fraction(load(game, plane), 2))
    alike: dict[tuple[Modifier, ...], list[str]] = {}
    for unit in filter(None, hit):
        alike.setdefault(_cover(game, unit), []).append(unit.id)
    groups = tuple(Group(tuple(ids), cover, column) for cover, ids in alike.items())
    record = None
    if groups:
        found = resolve(ctx, IftAttack(plane.side, title, name, column, groups, fire=False, heavy=True, blast=True))
        record = found.record
        _leave_residual(ctx, plane, name, found)
        blast.on_armor(ctx, found, title)
        _burns(ctx, name, column, found.original, title)
    if None in hit:
        at_suspects(ctx, plane, unknown, title, column, suspect_mods(game, name), record)


def _without_cover(mods: tuple[Modifier, ...]) -> tuple[Modifier, ...]:
    """C3.33: the To Hit DRM of the Area Target Type: TEM is kept for the effect."""
    return tuple(mod for mod in mods if mod.kind not in TEM)


def _cover(game: Game, unit: Unit) -> tuple[Modifier, ...]:
    """C3.33, C1.55: what covers a target from the effect of bombs."""
    if unit.kind in VEHICLES:
        return blast.cover(game, unit, "", "oba")
    return tuple(mod for mod in target_mods(game, unit, "") if mod.kind in TEM)
