"""Minefields (B28): they attack whoever enters or leaves; how strong they are."""

from __future__ import annotations

from collections.abc import Sequence

from sasl.asl import snipers
from sasl.asl.fire import drm, ift
from sasl.asl.fire.attack import Group, IftAttack, resolve
from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.flags import VEHICLES
from sasl.asl.game.los.depressions import in_culvert
from sasl.asl.game.state import Marker, Unit
from sasl.asl.infantry import concealment, prisoners
from sasl.asl.infantry.morale import experience
from sasl.asl.ordnance import mounted
from sasl.asl.ordnance.hits import collateral, vehicle_hits, vehicle_ift
from sasl.board.board import Board
from sasl.kernel.text import listed

NO_MINES = ("wooden-building", "stone-building", "marsh", "crags", "bridge", "water")
"""The terrain in which no A-P mines may lie (B28.1). Gullies take them; the roads of both missions are unpaved:
OtO-S2 MSR 5 says so, and OtO-S1 mines the road hex U16."""


def takes_mines(board: Board, name: str) -> bool:
    """B28.1: whether a hex is an eligible Location for A-P mines."""
    return not board.terrain(name).has(*NO_MINES)


def fields_of(game: Game, unit: Unit) -> list[Marker]:
    """The minefields of a unit's Location: IN the Culvert, or on the ground above it (OtO 3.6)."""
    return [field for field in game.state.markers_at(unit.hex, "minefield") if field.below == in_culvert(unit)]


def enter(ctx: Context, units: Sequence[Unit], name: str) -> bool:
    """B28.4: units enter `name`; its mines get their strength and attack. True if there are mines."""
    return _attack_all(ctx, units, name, "enter")


def leave(ctx: Context, units: Sequence[Unit], name: str) -> bool:
    """B28.4: units leave `name`; its mines attack them once more. True if there are mines."""
    return _attack_all(ctx, units, name, "leave")


def discovered(ctx: Context, units: Sequence[Unit], name: str) -> bool:
    """OtO-S1 RE 13-16, 54-56: units find themselves among mines, as if they had entered."""
    return _attack_all(ctx, units, name, "find themselves in")


def _attack_all(ctx: Context, units: Sequence[Unit], name: str, verb: str) -> bool:
    mined = [unit for unit in units if fields_of(ctx.game, unit)]
    if not mined:
        return False
    safe = [unit for unit in mined if _rolls_over(ctx.game, unit)]
    for unit in safe:
        ctx.tell(f"{unit.id} has a mine roller: the mines in {name} do not attack it [house].")
    victims = [unit for unit in mined if not drm.knows_the_lanes(unit) and unit not in safe]
    if not victims:
        return True
    for field in ctx.state.markers_at(name, "minefield"):
        here = [unit for unit in pieces.now(ctx, victims) if field.below == in_culvert(unit)]
        if not here:
            continue
        field = _known_strength(ctx, field)
        if field.number:
            _anti_personnel(ctx, field, here, verb)
        for unit in pieces.now(ctx, here):
            if field.at_factors and unit.kind == "vehicle" and "immobile" not in unit.flags:  # B28.42
                _anti_tank(ctx, field, unit)
    return True


def _rolls_over(game: Game, unit: Unit) -> bool:
    """Whether mines leave a vehicle alone: it drives forward behind a mine roller (house, as flails of B28.7).

    The vehicle notes were not available. A roller clears nothing, and in reverse it is of no use.
    """
    now = game.state.moving
    reverse = now is not None and unit.id in now.ids and now.how == "reverse"
    return unit.kind == "vehicle" and game.counter_of(unit).mine_roller and not reverse


# -- A-P mines ----------------------------------------------------------------------------------------


def _anti_personnel(ctx: Context, field: Marker, units: Sequence[Unit], verb: str) -> None:
    """B28.41-.43: one DR on the column of their strength, no TEM, no DRM, concealed units not halved.

    Concealment goes only with a break or a Casualty Reduction (B28.411).
    Prisoners are attacked with their Guard (A20.54).
    """
    game, column = ctx.game, ift.column_of(ctx.game, field.number)
    units = prisoners.with_prisoners(game, units)
    alone = verb.replace("themselves", "itself").replace("find", "finds") if " " in verb else f"{verb}s"
    does = alone if len(units) == 1 else verb
    title = f"{listed((unit.id for unit in units), 6)} {does} {field.hex}: A-P mines {field.number}"
    vehicles = [unit for unit in units if unit.kind in VEHICLES]
    here = {unit.id for unit in units}
    aboard = [unit for unit in units if unit.carrier in here and "prisoner" not in unit.flags]
    foot = tuple(unit.id for unit in units if unit not in vehicles and unit not in aboard)
    if foot:
        facts = ("no TEM, no FFMO or FFNAM; concealed units are not halved (B28.41)",)
        attack = IftAttack(
            "", title, field.hex, column, (Group(foot, ()),), facts, sniper=False, fire=False, shows=False
        )
        result = resolve(ctx, attack)
        group, outcome = result.results[0]
        final = ift.FinalDr(outcome, result.record, column if group.column is None else group.column, group.modifiers)
    else:
        record = ctx.table(ift.IFT, title, column=str(column))
        final = ift.FinalDr(ift.parse(str(record.result)), record, column)
    if ctx.state.option("mine-sniper"):
        snipers.alarm(ctx, field.side or "ENEMY", final.original)
    for unit in pieces.now(ctx, vehicles):
        _vehicle(ctx, unit, final)


def _vehicle(ctx: Context, unit: Unit, final: ift.FinalDr) -> None:
    """B28.42-.43: the same DR immobilizes an AFV by a KIA, and meets any other by the star line; those aboard only if
    it stands still now, as a Collateral Attack.
    """
    before = unit.flags
    if not _is_armored(ctx.game, unit):
        vehicle_ift.star(ctx, unit, final, "A-P mines")
    elif final.outcome.kind == "KIA":
        vehicle_hits.immobilize(ctx, unit, f"{final.outcome} by A-P mines (B28.42)")
    if any("immobile" in now.flags - before for now in pieces.now(ctx, [unit])):
        collateral.attack(ctx, unit.id, final.column, final.original, "A-P mines (B28.43)")


def _is_armored(game: Game, unit: Unit) -> bool:
    """B28.42: for mines, an AFV with any hull AF of 0 is unarmored."""
    return unit.kind in VEHICLES and bool(mounted.weakest_hull(game, unit))


# -- A-T mines ----------------------------------------------------------------------------------------


def _anti_tank(ctx: Context, field: Marker, unit: Unit) -> None:
    """B28.51-.53: dr <= factors sets a mine off: the 36 column, the armor as DRM for its KIA only."""
    record = ctx.check("mines.anti-tank", f"A-T mines in {field.hex} under {unit.id}", field.at_factors)
    if not record.success:
        return
    concealment.lose_at_any_range(ctx, [unit.id], "an A-T mine goes off (B28.51)")
    game, column = ctx.game, ctx.figure("at-mine-column")
    found = ctx.table(ift.IFT, f"A-T mine under {unit.id}", column=str(column))
    outcome = ift.parse(str(found.result))
    if not _is_armored(game, unit):
        burns = found.total <= ctx.figure("at-mine-truck-burns")
        vehicle_hits.destroy(ctx, unit, f"A-T mine, Final DR {found.total} (B28.52)", burning=burns)
        return
    if outcome.kind == "KIA":
        outcome = ift.outcome(game, column, found.total + (mounted.aerial(game, unit) or 0))
    if outcome.kind == "KIA" and outcome.n >= ctx.figure("at-mine-eliminates"):
        burns = outcome.n >= ctx.figure("at-mine-burns")
        vehicle_hits.destroy(ctx, unit, f"A-T mine, {outcome} (B28.52)", burning=burns)
        return
    vehicle_hits.immobilize(ctx, ctx.state.units[unit.id], "A-T mine (B28.52)")
    power = ift.column_of(game, ctx.figure("at-mine-passengers"))
    collateral.at_passengers(ctx, unit.id, power, found.original, "A-T mine (B28.52)")


# -- strength -----------------------------------------------------------------------------------------


def _known_strength(ctx: Context, marker: Marker) -> Marker:
    """The minefield with its strength: rolled by the mission's tables the first time it matters."""
    if marker.number or marker.at_factors:
        return marker
    line = next(iter(ctx.mission.enemy_set_up.minefields), None)
    strength = int(ctx.table(line.strength if line else "minefield.strength", f"Minefield in {marker.hex}").result)
    factors = 0
    if line and line.at_presence and line.at_factors and marker.state == "unknown" and _printed(ctx, marker):
        present = ctx.table(line.at_presence, f"A-T mines in {marker.hex}?").result
        if str(present) == "yes":
            factors = int(ctx.table(line.at_factors, f"A-T factors in {marker.hex}").result)
    strong = pieces.strong(marker, strength, factors)
    ctx.emit(ev.MarkerPut(strong, "its strength is rolled on entry"))
    return strong


def _printed(ctx: Context, marker: Marker) -> bool:
    """Whether the field is one of the mission's own lines (only those may hold A-T mines)."""
    return any(marker.hex in line.hexes() for line in ctx.mission.enemy_set_up.minefields)


def weaken(ctx: Context, field: Marker, why: str) -> None:
    """B28.62: A-P mines lose a column, from 6 all of them; A-T mines one factor. Nothing left: the field is gone."""
    field = _known_strength(ctx, field)
    least = ctx.figure("mine-least")
    strength = ift.shift(ctx.game, field.number, -1) if field.number > least else 0
    factors = max(0, field.at_factors - 1)
    if strength or factors:
        ctx.emit(ev.MarkerPut(pieces.strong(field, strength, factors), why))
    else:
        ctx.emit(ev.MarkerRemoved.of(field, why))


# -- mines that are lifted ----------------------------------------------------------------------------

CANNOT_LIFT = frozenset({"broken", "pinned", "berserk", "melee", "prisoner"})
"""The states in which nobody lifts mines (B28.53)."""


def lifts(game: Game, units: Sequence[Unit], name: str) -> bool:
    """OtO 3.6: whether these units are among mines IN the Culvert, which go for one MF more. Refused if one may not."""
    if not any(field.below for unit in units for field in fields_of(game, unit)):
        return False
    for unit in units:
        if unit.hex != name or not fields_of(game, unit):
            raise Refused(f"{unit.id} is not IN the Culvert of {name} with the mines (OtO 3.6)")
        if not unit.infantry or unit.flags & CANNOT_LIFT:
            raise Refused(f"{unit.id} is not unpinned, unbroken Infantry and cannot lift mines (B28.53)")
    return True


def mph_ends(ctx: Context) -> None:
    """OtO 3.6, B28.53: mines IN the Culvert are gone if one who spent the MF is neither pinned nor broken now."""
    lifters = [unit for unit in ctx.state.units.values() if "lifts-mines" in unit.flags]
    for unit in lifters:
        for field in fields_of(ctx.game, unit) if not unit.flags & CANNOT_LIFT else ():
            if field.below:
                ctx.emit(ev.MarkerRemoved.of(field, f"lifted by {unit.id} (B28.53, OtO 3.6)"))
        pieces.change(ctx, unit, (), ["lifts-mines"], "end of the MPh")


def is_sapper(game: Game, unit: Unit) -> bool:
    """B28.8: whether it is a sapper, as an Assault Engineer may be (OtO-S1 MSR 2), or because an event said so."""
    return unit.role == "sapper" or (experience.engineer(game, unit) and game.counter_of(unit).sapper)
