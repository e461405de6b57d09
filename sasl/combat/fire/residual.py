"""What Defensive First Fire leaves behind: Residual FP (A8.2) and Fire Lanes (A9.22), and whom they meet."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from sasl.board.hexes import alternate_grain, grain, parse_hex
from sasl.combat.fire import ift
from sasl.combat.fire.attack import Group, IftAttack, IftResult, resolve
from sasl.combat.fire.drm import crossed_sides, motion_of, target_mods
from sasl.combat.fire.fire_groups import Order
from sasl.combat.fire.firepower import firepower
from sasl.combat.ground import smoke
from sasl.combat.gunnery import ordnance
from sasl.content.counters import CounterType
from sasl.core.records import Modifier
from sasl.core.tables import expand
from sasl.game import events as ev
from sasl.game import pieces
from sasl.game.context import Context, Game, Option, Refused
from sasl.game.sight import look
from sasl.game.state import Marker, Unit

RESIDUAL, LANE = "residual", "fire-lane"
IN_THE_HEX = ("B", "C11", "D9.3")
"""The rules of TEM that lie in the target's own Location; every other +DRM weakens Residual FP (A8.26)."""
HINDRANCE = "A6.7"
"""The rule of the LOS Hindrance DRM."""


def leave(ctx: Context, found: Order, result: IftResult, kept: Collection[str] = ()) -> None:
    """A8.2: Defensive First Fire leaves half its column (12 at most), a column less for each +DRM from outside.

    `kept`: the MG that keep their ROF. Their share of the FP leaves nothing, unless the firer gives their ROF up.
    """
    if not found.kind.moving or found.snap or not result.results:
        return
    whole = {name: _residual_column(ctx.game, result, name) for name in found.hexes}
    silent = frozenset(kept)
    less = {name: _without(ctx.game, found, result, name, silent) for name in found.hexes}
    if less != whole:
        silent -= _given_up(ctx, found, silent, whole, less)
        less = {name: _without(ctx.game, found, result, name, silent) for name in found.hexes}
    for name, column in less.items():
        if column:
            _put(ctx, name, column, found.side)


def _without(game: Game, found: Order, result: IftResult, name: str, silent: frozenset[str]) -> int:
    """A8.2: the Residual FP at a hex of this fire without the FP of the MG that are `silent`."""
    if not silent:
        return _residual_column(game, result, name)
    fewer = [replace(item, weapons=tuple(sw for sw in item.weapons if sw.id not in silent)) for item in found.shooters]
    rest = replace(found, shooters=tuple(item for item in fewer if item.inherent or item.weapons))
    used = _used(result, name)
    hidden = used < ift.column_of(game, firepower(game, found, name, concealed=False)[0])
    return _residual_column(game, result, name, ift.column_of(game, firepower(game, rest, name, concealed=hidden)[0]))


def _given_up(
    ctx: Context, found: Order, kept: frozenset[str], whole: Mapping[str, int], less: Mapping[str, int]
) -> frozenset[str]:
    """A8.2: the MG whose ROF the firer gives up for the Residual FP; they have fired, then."""
    places = ", ".join(f"{whole[name]} in {name} (else {less[name]})" for name in found.hexes)
    text = f"Which MG give up their ROF, so that their FP counts? Residual FP of them all: {places}."
    options = [Option(name, f"{name} has fired, and leaves its share") for name in sorted(kept)]
    chosen = ctx.several(text, options, (), rule="A8.2", whose=found.side)
    for name in chosen:
        ctx.emit(ev.WeaponChanged(name, (found.kind.flag,), (), "gives up its ROF for Residual FP (A8.2)"))
    return frozenset(chosen)


def _used(result: IftResult, name: str) -> int:
    """The column on which this fire was resolved at a hex; 0 if nobody was fired at there."""
    group = _group(result, name)
    return 0 if group is None else result.column if group.column is None else group.column


def _group(result: IftResult, name: str) -> Group | None:
    return next((group for group, _ in result.results if group.hex in ("", name)), None)


def leave_by(ctx: Context, name: str, side: str, result: IftResult) -> None:
    """A8.2: the Residual FP of ordnance and mounted weapons that have hit in Defensive First Fire."""
    column = _residual_column(ctx.game, result, name)
    if column:
        _put(ctx, name, column, side)


def _residual_column(game: Game, result: IftResult, name: str, most: int | None = None) -> int:
    """A8.26: by the column (`most` at most) and the DRM of the fire at this hex; SMOKE in it hinders the Residual FP
    itself.
    """
    group = _group(result, name)
    if group is None:
        return 0
    used = _used(result, name) if most is None else min(most, _used(result, name))
    column = ift.column_of(game, min(Fraction(used, 2), Fraction(game.figure("residual-most"))))
    outside = [mod for mod in group.modifiers if mod.value > 0 and not mod.rule.startswith(IN_THE_HEX)]
    here = smoke.at(game, name) if any(mod.rule == HINDRANCE for mod in outside) else 0
    return ift.shift(game, column, -max(0, sum(mod.value for mod in outside) - here))


def _put(ctx: Context, name: str, column: int, side: str) -> None:
    """A8.22: only the strongest Residual FP stays in a Location."""
    old = next((item for item in ctx.state.markers_at(name, RESIDUAL) if item.side == side), None)
    if old and old.number >= column:
        return
    if old:
        ctx.emit(ev.MarkerRemoved(old.id, "stronger Residual FP (A8.22)"))
    pieces.put_marker(ctx, RESIDUAL, name, f"Residual FP {column}", side=side, number=column, why="A8.2")


def lane(ctx: Context, found: Order) -> None:
    """A9.22: the MG gives up its ROF for a Fire Lane along a hex grain to the target hex."""
    weapon = found.weapons[0]
    lay_lane(ctx, found.side, weapon.id, found.shooters[0].unit.hex or "", found.hexes[0], ctx.game.counter_of(weapon))


def lay_lane(ctx: Context, side: str, owner: str, here: str, goal: str, item: CounterType) -> None:
    """A9.22, OtO 4.1: the Fire Lane counter of a MG, or of a cupola, that fires from `here`."""
    ways = lane_ways(here, goal)
    if not ways:
        raise Refused(f"a Fire Lane lies on a hex grain; {goal} is on none from {here} (A9.22)")
    if ctx.board.distance(here, goal) > (item.range or 0):
        raise Refused(f"a Fire Lane does not go beyond normal range, {item.range} hexes (A9.22)")
    column = ift.column_of(ctx.game, Fraction(item.fp or 0) / 2)
    text = f"Fire Lane {column} of {owner}"
    pieces.put_marker(ctx, LANE, goal, text, side=side, number=column, why="A9.22")
    marker = ctx.state.marked(LANE)[-1]
    owned = Marker(marker.id, LANE, goal, side, column, 0, text, 0, owner, _way(ctx, ways, side))
    ctx.emit(ev.MarkerPut(owned, "its MG"))


def lane_ways(here: str, goal: str) -> tuple[tuple[str, ...], ...]:
    """A9.22, A9.221: the hexes of a Fire Lane on a hex grain; on an alternate one there are two ways; else none."""
    straight = grain(parse_hex(here), parse_hex(goal))
    if straight:
        return (tuple(spot.name for spot in straight[1:]),)
    run = alternate_grain(parse_hex(here), parse_hex(goal))
    if run is None or len(run) == 1:
        return ()
    left = tuple(spot.name for place, spot in enumerate(run) if place and place % 3 != 2)
    right = tuple(spot.name for place, spot in enumerate(run) if place and place % 3 != 1)
    return left, right


def _way(ctx: Context, ways: Sequence[Sequence[str]], side: str) -> int:
    """A9.221: on an alternate hex grain the firer chooses on which side of each hexspine the Fire Lane goes."""
    if len(ways) == 1:
        return 0
    options = [Option(str(number), ", ".join(names)) for number, names in enumerate(ways, 1)]
    return int(ctx.choose("Which hexes does the Fire Lane cover?", options, rule="A9.221", whose=side)) - 1


def lane_hexes(game: Game, marker: Marker) -> tuple[str, ...]:
    """The hexes a Fire Lane covers, from the MG's neighbour to the marker."""
    weapon = game.state.weapons.get(marker.owner)
    holder = game.state.units.get(weapon.holder) if weapon else game.state.units.get(marker.owner)
    if holder is None or holder.hex is None or not holder.good_order:
        return ()
    ways = lane_ways(holder.hex, marker.hex)
    return ways[min(marker.column, len(ways) - 1)] if ways else ()


def meet(ctx: Context, ids: Iterable[str]) -> None:
    """A8.22, A9.222: units that enter a hex meet the Residual FP and the Fire Lanes of the other side there."""
    moving = [ctx.state.units[key] for key in ids if key in ctx.state.units and ctx.state.units[key].hex]
    if not moving:
        return
    place, side = moving[0].hex or "", moving[0].side
    for marker in list(ctx.state.markers_at(place, RESIDUAL)):
        if marker.side != side:
            _attack(ctx, moving, marker, f"Residual FP {marker.number} in {place}", None, smoke.at(ctx.game, place))
    for marker in list(ctx.state.marked(LANE)):
        if marker.side != side and place in lane_hexes(ctx.game, marker):
            _lane_attack(ctx, moving, marker, place)


def _lane_attack(ctx: Context, moving: list[Unit], marker: Marker, place: str) -> None:
    """A9.22: the Fire Lane attacks; an Original DR of its MG's B# or more ends MG and Fire Lane (A9.7)."""
    weapon = ctx.state.weapons.get(marker.owner)
    holder = ctx.state.units.get(weapon.holder if weapon else marker.owner)
    if holder is None or holder.hex is None:
        return
    if weapon and "malfunctioned" in weapon.flags:
        ctx.emit(ev.MarkerRemoved(marker.id, f"{weapon.id} is malfunctioned (A9.7)"))
        return
    seen = look(ctx.game, holder.hex, place) if holder.hex != place else None
    if seen and not seen.exists:
        return
    if not _same_level(ctx.game, holder.hex, place):
        return
    result = _attack(ctx, moving, marker, f"{marker.text} in {place}", holder.hex, seen.hindrance if seen else 0)
    number = ctx.game.counter_of(weapon or holder).breakdown or ctx.figure("default-breakdown")
    taken = weapon is not None and "captured" in weapon.flags
    if result.original >= number + (ctx.figure("captured-breakdown") if taken else 0):
        if weapon is None or weapon.id in ctx.state.weapons:
            ordnance.breaks(ctx, holder, marker.owner, result.original, for_good=taken and result.original >= number)
        ctx.emit(ev.MarkerRemoved(marker.id, f"{marker.owner} malfunctions (A9.22)"))


def _same_level(game: Game, here: str, place: str) -> bool:
    """OtO 1.31, 1.42: a Fire Lane affects only its MG's own Base Level."""
    return game.board.terrain(here).elevation == game.board.terrain(place).elevation


def lane_slope(game: Game, here: str, place: str) -> bool:
    """OtO 1.42: the firer is Up-Slope from, and so higher than, a target that is not ADJACENT."""
    if game.board.distance(here, place) <= 1:
        return False
    firer, target = game.board.terrain(here), game.board.terrain(place)
    return bool(crossed_sides(here, place) & firer.up) and not crossed_sides(place, here) & target.up


def _attack(
    ctx: Context, moving: list[Unit], marker: Marker, title: str, from_hex: str | None, hindrance: int = 0
) -> IftResult:
    """One attack of what lies in the hex; it never cowers and sets off no Residual of its own."""
    table = ctx.game.library.table(ift.IFT)
    facts = {"hindrance": hindrance}
    if from_hex is not None:
        facts["lane-slope"] = int(lane_slope(ctx.game, from_hex, moving[0].hex or ""))
    common = tuple(Modifier(item.name, value, item.rule) for item, value in expand(table.modifiers, facts))
    groups: dict[tuple[Modifier, ...], list[str]] = {}
    for unit in moving:
        now = ctx.state.units.get(unit.id)
        if now is None or now.kind == "aircraft":
            continue
        motion = motion_of(ctx.game, ctx.state.moving, now.id)
        origin = from_hex if from_hex is not None else now.hex
        mods = target_mods(ctx.game, now, origin, moving=motion, hindrance=hindrance)
        groups.setdefault((*common, *mods), []).append(now.id)
    found = tuple(Group(tuple(ids), mods) for mods, ids in groups.items())
    attack = IftAttack(marker.side, title, moving[0].hex or "", marker.number, found, (title,), fire=False)
    return resolve(ctx, attack)
