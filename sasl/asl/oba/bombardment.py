"""Bombardment (C1.8): everything in an area takes its checks at once, save what lies in immune hexes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sasl.asl.fire.drm import target_mods
from sasl.asl.game import events as ev
from sasl.asl.game.context import Context, Game
from sasl.asl.game.flags import VEHICLES
from sasl.asl.game.state import Marker, Unit, Weapon
from sasl.asl.infantry.morale import casualties, morale_checks, morale_levels
from sasl.asl.ordnance import guns, mounted
from sasl.asl.ordnance.hits import vehicle_hits
from sasl.board.hexes import parse_hex
from sasl.kernel.frozen import replace
from sasl.kernel.rolling.records import CHECK, Modifier
from sasl.kernel.text import listed

WORKS = ("wire", "roadblock", "minefield")


def immune_numbers(ctx: Context) -> frozenset[int]:
    """C1.81: six dr name the hex numbers that are spared in every hexrow; the last three add six."""
    dice, late, plus = (ctx.figure(f"bombardment-{word}") for word in ("dice", "late", "plus"))
    found = set()
    for place in range(dice):
        record = ctx.roll("dr", f"Immune hex number {place + 1}", rule="C1.81")
        found.add(record.total + (plus if place >= dice - late else 0))
    return frozenset(found)


def spared(game: Game, name: str, numbers: Iterable[int]) -> bool:
    """Whether the hex is immune; the numbers repeat beyond 12 [house]."""
    cycle = game.figure("bombardment-cycle")
    return (parse_hex(name).num - 1) % cycle + 1 in numbers


def bombard(ctx: Context, hexes: Sequence[str], numbers: frozenset[int] = frozenset()) -> None:
    """C1.82: every unit and work in `hexes` that is not in an immune hex is checked."""
    hit = [name for name in hexes if not spared(ctx.game, name, numbers)]
    places = set(hit)
    if numbers:
        ctx.tell(f"Immune hex numbers: {', '.join(map(str, sorted(numbers)))} (C1.81).")
    for name in hit:
        _one_hex(ctx, name)
        for marker in ctx.state.markers_at(name):
            _work(ctx, marker)
    hidden = [item.id for item in ctx.state.suspects.values() if item.hex in places and not item.off_board]
    if hidden:
        ctx.tell(f"{listed(hidden, 8)}: what an S? holds is not known yet, so it is not bombarded [house].")


def _one_hex(ctx: Context, name: str) -> None:
    """C1.82-1.821: vehicles before those aboard, who are not attacked again if theirs is lost; then men, and the SW and
    Guns of those who fail; what nobody has is always checked.
    """
    there = ctx.state.units_at(name)
    loose = [item for item in ctx.state.weapons.values() if item.hex == name and not item.holder]
    pieces = [unit for unit in there if unit.kind == "gun" and not unit.carrier]
    serves = {who.id: gun for gun in pieces if (who := _whose(ctx.game, gun, there)) is not None}
    for unit in there:
        if unit.kind in VEHICLES and unit.id in ctx.state.units:
            _vehicle(ctx, unit)
    men = [unit.id for unit in there if unit.kind not in (*VEHICLES, "gun", "aircraft")
           and (not unit.carrier or unit.carrier in ctx.state.units) and not _aboard_afv(ctx.game, unit)]  # fmt: skip
    for key in morale_levels.in_order(ctx.game, men):
        if key in ctx.state.units:
            _personnel(ctx, ctx.state.units[key], serves.get(key))
    for weapon in loose:
        _weapon(ctx, weapon)
    for gun in pieces:
        if gun not in serves.values():
            _gun(ctx, gun)


def _whose(game: Game, gun: Unit, there: Sequence[Unit]) -> Unit | None:
    """Who has a Gun: the MMC that mans it, or else one there that belongs to it and is not fit to."""
    return guns.crew(game, gun) or next((unit for unit in there if unit.mmc and unit.group == gun.id), None)


def _aboard_afv(game: Game, unit: Unit) -> bool:
    carrier = game.state.units.get(unit.carrier)
    return carrier is not None and mounted.armored(game, carrier)


def _personnel(ctx: Context, unit: Unit, gun: Unit | None) -> None:
    """C1.82: a 2MC, helped by TEM; Original Doubles that fail cost Casualty Reduction, too. `gun`: the one it has."""
    fine = "broken" not in unit.flags
    borne = ctx.state.weapons_of(unit.id)
    if "dug-in" in unit.flags:
        mods = [Modifier("entrenchment", ctx.figure("bombardment-entrenched"), "C1.82", "entrenchment")]
    else:
        mods = [replace(mod, value=-mod.value) for mod in target_mods(ctx.game, unit, "", indirect="oba")]
        if ctx.board.terrain(unit.hex).has("marsh"):
            mods.append(Modifier("Marsh", ctx.figure("bombardment-marsh"), "C1.82"))
    record = morale_checks.morale_check(ctx, unit, ctx.figure("bombardment-mc"), "Bombardment", modifiers=mods)
    failed = record.success is False
    doubles = len(record.dice) == 2 and record.dice[0] == record.dice[1] and record.original < 12
    if failed and doubles and fine:
        left = ctx.state.units.get(unit.id)
        if left:
            casualties.reduce_unit(ctx, left, "Original Doubles in a Bombardment (C1.82)")
    if failed:
        for weapon in borne:  # C1.821: if he is lost as well
            _weapon(ctx, weapon)
        if gun is not None:
            _gun(ctx, gun)


def _gun(ctx: Context, gun: Unit) -> None:
    """C1.821: a Gun malfunctions or is lost; its crew has a check of its own."""
    if gun.id not in ctx.state.units:
        return
    result = _result(ctx, _check(ctx, gun.id, "bombardment-weapon"))
    if result == "immobilized" and "malfunctioned" not in gun.flags:
        ctx.emit(ev.UnitChanged(gun.id, ("malfunctioned",), (), "Bombardment (C1.821)"))
    elif result in ("eliminated", "burning"):
        ctx.emit(ev.UnitRemoved(gun.id, "Bombardment (C1.821)"))


def _weapon(ctx: Context, weapon: Weapon) -> None:
    if weapon.id not in ctx.state.weapons:
        return
    result = _result(ctx, _check(ctx, weapon.id, "bombardment-weapon"))
    if result == "immobilized" and "malfunctioned" not in weapon.flags:
        ctx.emit(ev.WeaponChanged(weapon.id, ("malfunctioned",), (), "Bombardment (C1.821)"))
    elif result in ("eliminated", "burning"):
        ctx.emit(ev.WeaponRemoved(weapon.id, "Bombardment (C1.821)"))


def _vehicle(ctx: Context, unit: Unit) -> None:
    """C1.821: a vehicle's NMC: by 1 immobilized, by 2 eliminated, by 3 or more it burns."""
    result = _result(ctx, _check(ctx, unit.id, _vehicle_figure(ctx.game, unit)))
    if result == "immobilized" and unit.kind == "vehicle":
        vehicle_hits.immobilize(ctx, unit, "Bombardment (C1.821)")
    elif result == "immobilized":
        ctx.emit(ev.UnitChanged(unit.id, ("malfunctioned",), (), "Bombardment (C1.821)"))
    elif result:
        vehicle_hits.destroy(ctx, unit, "Bombardment (C1.821)", burning=result == "burning")


def _vehicle_figure(game: Game, unit: Unit) -> str:
    """C1.821: which Morale Level a vehicle has: unarmored, light or open-topped AFV, other AFV."""
    item = game.counter_of(unit)
    if item.armor_front is None:
        return "bombardment-unarmored"
    light = max(item.armor_front, item.armor_side or 0) <= game.figure("oba-light-armor-most")
    return "bombardment-light-afv" if light or item.open_topped else "bombardment-afv"


def _work(ctx: Context, marker: Marker) -> None:
    """C1.822: wire, roadblocks, mines and pillboxes that fail are gone."""
    if marker.kind not in (*WORKS, "pillbox"):
        return
    figure = "bombardment-pillbox" if marker.kind == "pillbox" else "bombardment-works"
    if _check(ctx, f"{marker.kind} in {marker.hex}", figure) > 0:
        ctx.emit(ev.MarkerRemoved.of(marker, "Bombardment (C1.822)"))


def _check(ctx: Context, name: str, figure: str) -> int:
    """By how much `name` fails its check (0: it passes)."""
    record = ctx.check("bombardment.check", f"Bombardment of {name}", ctx.figure(figure), tag=CHECK)
    return 0 if record.success else max(1, record.total - (record.target or 0))


def _result(ctx: Context, margin: int) -> str:
    return str(ctx.chart("bombardment.failure", margin)) if margin > 0 else ""
