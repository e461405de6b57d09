"""What Defensive First Fire leaves behind: Residual FP (A8.2) and Fire Lanes (A9.22), and whom they meet."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from sasl.asl.fire import fire_groups, ift
from sasl.asl.fire.attack import Group, IftAttack, IftResult, residual_of, resolve
from sasl.asl.fire.drm import motion_of, target_mods
from sasl.asl.fire.fire_groups import Order
from sasl.asl.fire.firepower import firepower
from sasl.asl.fire.opportunity import is_atr
from sasl.asl.fire.small_arms import cowers, wall_passed
from sasl.asl.fire.tem import hexside_passed
from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Option, Refused
from sasl.asl.game.los.depressions import wades
from sasl.asl.game.los.sight import look, view_of
from sasl.asl.game.sides import Side, opponent
from sasl.asl.game.state import Marker, Unit
from sasl.asl.game.under_way import Met
from sasl.asl.ordnance import weapon_use
from sasl.asl.terrain import smoke
from sasl.board.hexes import alternate_grain, crossed_sides, grain, line_names, parse_hex, step
from sasl.content.tables.counters import CounterType
from sasl.kernel.frozen import replace
from sasl.kernel.rolling.records import Modifier

RESIDUAL, LANE = "residual", "fire-lane"


def leave(
    ctx: Context, found: Order, result: IftResult, kept: Collection[str] = (), silent: Collection[str] = ()
) -> None:
    """A8.2: Defensive First Fire leaves half its column (12 at most), a column less for each +DRM from outside.

    `kept`: the MG that keep their ROF. Their share of the FP leaves nothing, unless the firer gives their ROF up; nor
    does that of `silent`, a MG that places a Fire Lane.
    """
    if not found.kind.moving or found.snap or not result.results:
        return
    never = frozenset(weapon.id for weapon in found.weapons if is_atr(ctx.game, weapon)) | frozenset(silent)  # C13.24
    without = never | frozenset(kept)
    whole, less = _lefts(ctx.game, found, result, never), _lefts(ctx.game, found, result, without)
    if less != whole:
        without -= _given_up(ctx, found, without - never, whole, less)
        less = _lefts(ctx.game, found, result, without)
    for name, column in less.items():
        if column:
            _put(ctx, name, column, found.side)


def _lefts(game: Game, found: Order, result: IftResult, silent: frozenset[str]) -> dict[str, int]:
    return {name: _without(game, found, result, name, silent) for name in found.hexes}


def _without(game: Game, found: Order, result: IftResult, name: str, silent: frozenset[str]) -> int:
    """A8.2: the Residual FP at a hex of this fire without the FP of the MG that are `silent`."""
    wall = wall_passed(game, found, name)
    if not silent:
        return _residual_column(game, result, name, wall)
    used = _used(result, name)
    hidden = used < ift.column_of(game, firepower(game, found, name, concealed=False)[0])
    left = ift.column_of(game, firepower(game, found.without(silent), name, concealed=hidden)[0])
    return _residual_column(game, result, name, wall, left)


def _given_up(
    ctx: Context, found: Order, kept: frozenset[str], whole: Mapping[str, int], less: Mapping[str, int]
) -> frozenset[str]:
    """A8.2: the MG whose ROF the firer gives up for the Residual FP; they have fired, then."""
    places = ", ".join(f"{whole[name]} in {name} (else {less[name]})" for name in found.hexes)
    text = f"Which MG give up their ROF, so that their FP counts? Residual FP if all do: {places}."
    options = [Option(name, f"{name} has fired and leaves its share") for name in sorted(kept)]
    chosen = ctx.several(text, options, (), rule="A8.2", whose=found.side, id="rof-given-up", subject=sorted(kept))
    for name in chosen:
        ctx.emit(ev.WeaponChanged(name, (found.kind.flag or "fired",), (), "gives up its ROF for Residual FP (A8.2)"))
    return frozenset(chosen)


def _used(result: IftResult, name: str) -> int:
    """The column on which this fire was resolved at a hex; 0 if nobody was fired at there."""
    group = _group(result, name)
    return 0 if group is None else result.column if group.column is None else group.column


def _group(result: IftResult, name: str) -> Group | None:
    return next((group for group, _ in result.results if group.hex in ("", name)), None)


def leave_by(ctx: Context, name: str, side: Side, result: IftResult, *from_hexes: str) -> None:
    """A8.2: the Residual FP of ordnance and mounted weapons that have hit in Defensive First Fire; Direct Fire out of
    these hexes.
    """
    column = _residual_column(ctx.game, result, name, hexside_passed(ctx.game, name, opponent(side), from_hexes))
    if column:
        _put(ctx, name, column, side)


def leave_from_the_air(
    ctx: Context, name: str, side: Side, column: int, mods: Iterable[Modifier], result: IftResult | None
) -> None:
    """A8.2, E7.4: leave the Residual FP of an aircraft that strafes: by what it did, else by its column and DRM."""
    if result is not None:
        leave_by(ctx, name, side, result)
    elif left := residual_of(ctx.game, column, mods, name):
        _put(ctx, name, left, side)


def _residual_column(game: Game, result: IftResult, name: str, wall: int = 0, most: int | None = None) -> int:
    """A8.26: by the column (`most` at most) and the DRM of the fire at this hex, and the hexside TEM that it passes."""
    group = _group(result, name)
    if group is None:
        return 0
    used = _used(result, name) if most is None else min(most, _used(result, name))
    return residual_of(game, used, group.modifiers, name, wall)


def _put(ctx: Context, name: str, column: int, side: str) -> None:
    """A8.22: only the strongest Residual FP stays in a Location."""
    old = next((item for item in ctx.state.markers_at(name, RESIDUAL) if item.side == side), None)
    if old and old.number >= column:
        return
    if old:
        ctx.emit(ev.MarkerRemoved.of(old, "stronger Residual FP (A8.22)"))
    pieces.put_marker(ctx, RESIDUAL, name, f"Residual FP {column}", side=side, number=column, why="A8.2")


def may_lay(game: Game, found: Order) -> None:
    """A9.22: refused, with the rule, unless the MG can place a Fire Lane through its target hex."""
    shooter, weapon = fire_groups.lane_mg(game, found)
    gunner = shooter.unit
    if wades(game, gunner):
        raise Refused(f"{gunner.id} is in marsh or water and cannot place a Fire Lane from there (A9.22)")
    _may_lay(game, gunner.hex, found.hexes[0], game.counter_of(weapon))


def _may_lay(game: Game, here: str, goal: str, item: CounterType) -> None:
    if not lane_ways(here, goal):
        raise Refused(f"a Fire Lane lies on a hex grain; {goal} is on none from {here} (A9.22)")
    if game.board.distance(here, goal) > (item.range or 0):
        raise Refused(f"a Fire Lane does not go beyond normal range, {item.range} hexes (A9.22)")
    if not _same_level(game, here, goal):
        raise Refused(f"a Fire Lane lies on one level; {goal} is not on that of {here} (A9.22)")


def lane(ctx: Context, found: Order, result: IftResult) -> None:
    """A9.22: the MG that has fired gives up its ROF for a Fire Lane, unless its men cowered or it broke down."""
    shooter, fired = fire_groups.lane_mg(ctx.game, found)
    gunner, weapon = shooter.unit, ctx.state.weapons.get(fired.id)
    there = ctx.state.units.get(gunner.id)
    cowered = result.doubles and cowers(ctx.game, found) and (there is None or "final" in there.flags)
    if weapon is None or "malfunctioned" in weapon.flags or cowered:
        ctx.tell(f"{fired.id} places no Fire Lane: it malfunctioned, or its crew cowered (A9.22).")
        return
    lay_lane(ctx, found.side, weapon.id, gunner.hex, found.hexes[0], ctx.game.counter_of(weapon))


def lay_lane(ctx: Context, side: str, owner: str, here: str, goal: str, item: CounterType) -> None:
    """A9.22, OtO 4.1: the Fire Lane counter of a MG, or of a cupola, that fires from `here`: a column to the left."""
    _may_lay(ctx.game, here, goal, item)
    goal = _lane_end(ctx, side, here, goal, item.range or 0)
    ways = lane_ways(here, goal)
    column = ift.cowered(ctx.game, ift.column_of(ctx.game, item.fp or 0), 1)
    text = f"Fire Lane {column} of {owner}"
    pieces.put_marker(ctx, LANE, goal, text, side=side, number=column, why="A9.22")
    marker = ctx.state.marked(LANE)[-1]
    owned = Marker(marker.id, LANE, goal, side, column, 0, text, 0, owner, _way(ctx, ways, side))
    ctx.emit(ev.MarkerPut(owned, "its MG"))


def _lane_end(ctx: Context, side: str, here: str, goal: str, reach: int) -> str:
    """A9.22: where the counter lies: in the target hex, or farther along its hex grain, within normal range."""
    length = ctx.board.distance(here, goal)
    straight = grain(parse_hex(here), parse_hex(goal))
    if not straight:
        return goal
    way = next(side for side in range(6) if step(straight[0], side, length) == straight[-1])
    ends = [goal]
    for far in range(length + 1, reach + 1):
        name = step(straight[0], way, far).name
        if name not in ctx.board or not look(ctx.game, here, name).exists:
            break
        if _same_level(ctx.game, here, name):
            ends.append(name)
    if len(ends) == 1:
        return goal
    options = [Option(name, f"to {name}, {ctx.board.distance(here, name)} hexes") for name in reversed(ends)]
    text = "How far does the Fire Lane go?"
    return ctx.choose(text, options, rule="A9.22", hexes=ends, whose=side, id="fire-lane-end", subject=(here, goal))


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
    text = "Which hexes does the Fire Lane cover?"
    return int(ctx.choose(text, options, rule="A9.221", whose=side, id="fire-lane", subject=ways[0])) - 1


def lane_hexes(game: Game, marker: Marker) -> tuple[str, ...]:
    """The hexes a Fire Lane covers, from the MG's neighbour to the marker."""
    here = _post(game, marker)
    ways = lane_ways(here, marker.hex) if here else ()
    return ways[min(marker.column, len(ways) - 1)] if ways else ()


def _post(game: Game, marker: Marker) -> str:
    """A9.223: the hex of the MG or cupola of a Fire Lane; "" if nobody unpinned in Good Order mans it."""
    weapon = game.state.weapons.get(marker.owner)
    holder = game.state.units.get(weapon.holder if weapon else marker.owner)
    return holder.hex if holder and holder.good_order and "pinned" not in holder.flags else ""


def _snap_side(game: Game, marker: Marker, moving: Sequence[Unit]) -> tuple[str, str] | None:
    """A9.221: the hexside along the LOF of a Fire Lane that they have just crossed: the hex left, the one entered.

    Only a Fire Lane on an alternate hex grain has such hexsides, between the two hexes that flank each hexspine.
    """
    here, now = _post(game, marker), game.state.moving
    if not here or now is None or not now.came_from or any(unit.id not in now.ids for unit in moving):
        return None
    ends = parse_hex(here), parse_hex(marker.hex)
    run = None if grain(*ends) else alternate_grain(*ends)
    flanks = [{left.name, right.name} for left, right in zip(run[1::3], run[2::3], strict=True)] if run else []
    return (now.came_from, now.hex) if {now.came_from, now.hex} in flanks else None


def meet(ctx: Context, ids: Iterable[str], *, stayed: bool = False) -> None:
    """A8.22, A9.222: units meet the Residual FP and the Fire Lanes of the other side in the hex they have come into.

    `stayed`: they have spent MF or MP in their hex. The same FP attacks again only who has become more vulnerable.
    """
    moving = [unit for unit in ctx.state.present(ids) if unit.hex]
    if not moving:
        return
    place, side = moving[0].hex, moving[0].side
    for marker in list(ctx.state.markers_at(place, RESIDUAL)):
        if marker.side != side:
            _attack(ctx, moving, marker, f"Residual FP {marker.number} in {place}", "", smoke.at(ctx.game, place))
    for marker in list(ctx.state.marked(LANE)):
        if marker.side != side:
            _meet_lane(ctx, moving, marker, place, None if stayed else _snap_side(ctx.game, marker, moving))


def _meet_lane(ctx: Context, moving: list[Unit], marker: Marker, place: str, crossed: tuple[str, str] | None) -> None:
    """A9.22, A9.221: a Fire Lane attacks in the Location entered, or as a Snap Shot at a hexside along its LOF."""
    covered = lane_hexes(ctx.game, marker)
    if place in covered:
        snap = crossed if crossed and _rather_snaps(ctx, moving, marker, crossed) else None
        _lane_attack(ctx, moving, marker, place, snap)
    elif crossed and crossed[0] in covered and not _met_before(ctx.game, moving, marker, crossed[0]):
        _lane_attack(ctx, moving, marker, place, crossed)


def _met_before(game: Game, moving: Sequence[Unit], marker: Marker, left: str) -> bool:
    """A9.221: whether the Fire Lane has attacked them in the Location they leave: they came into it, in its LOS."""
    here, now = _post(game, marker), game.state.moving
    came_in = now is not None and any(unit.mf > now.spent for unit in moving)
    return came_in and look(game, here, left).exists and _same_level(game, here, left)


def _rather_snaps(ctx: Context, moving: Sequence[Unit], marker: Marker, crossed: tuple[str, str]) -> bool:
    """A9.221: the firer's choice between the hexside and the Location entered; by itself the better DRM."""
    here, (left, entered) = _post(ctx.game, marker), crossed
    if not _in_reach(ctx.game, here, crossed):
        return False
    sums = [sum(mod.value for mod in _lane_mods(ctx.game, moving[0], here, entered, snap)) for snap in (None, crossed)]
    options = [
        Option("hex", f"in {entered}, DRM {sums[0]:+d}"),
        Option("snap", f"a Snap Shot at the hexside {left}-{entered}, DRM {sums[1]:+d}"),
    ]
    if sums[1] < sums[0] or not _in_reach(ctx.game, here, (entered,)):
        options.reverse()
    text = f"Where does the {marker.text} attack {moving[0].id}?"
    about = (marker.id, moving[0].id)
    answer = ctx.choose(text, options, rule="A9.221", hexes=crossed, whose=marker.side, id="lane-snaps", subject=about)
    return answer == "snap"


def _in_reach(game: Game, here: str, hexes: Sequence[str]) -> bool:
    """A9.22, OtO 1.42: whether a Fire Lane from `here` sees one of these hexes, all of them at its own level."""
    return all(_same_level(game, here, name) for name in hexes) and any(
        name == here or look(game, here, name).exists for name in hexes
    )


def _lane_attack(ctx: Context, moving: list[Unit], marker: Marker, place: str, snap: tuple[str, str] | None) -> None:
    """A9.22: the Fire Lane attacks; an Original DR of its MG's B# or more ends MG and Fire Lane (A9.7).

    `snap`: the hexside at which it is a Snap Shot (A9.221).
    """
    weapon = ctx.state.weapons.get(marker.owner)
    holder = ctx.state.units.get(weapon.holder if weapon else marker.owner)
    if holder is None or not holder.hex:
        return
    if weapon and "malfunctioned" in weapon.flags:
        ctx.emit(ev.MarkerRemoved.of(marker, f"{weapon.id} is malfunctioned (A9.7)"))
        return
    if not _in_reach(ctx.game, holder.hex, snap or (place,)):
        return
    title = f"{marker.text}: Snap Shot at {snap[0]}-{snap[1]} (A9.221)" if snap else f"{marker.text} in {place}"
    result = _attack(ctx, moving, marker, title, holder.hex, snap=snap)
    if result is None:
        return
    number = ctx.game.counter_of(weapon or holder).breakdown or ctx.figure("default-breakdown")
    less = weapon_use.lowered(ctx.game, holder, weapon.id) if weapon else 0
    if result.original >= number + less:
        if weapon is None or weapon.id in ctx.state.weapons:
            gone = bool(less) and result.original >= number
            weapon_use.breaks(ctx, holder, marker.owner, result.original, for_good=gone)
        ctx.emit(ev.MarkerRemoved.of(marker, f"{marker.owner} malfunctions (A9.22)"))


def _same_level(game: Game, here: str, place: str) -> bool:
    """OtO 1.31, 1.42: a Fire Lane affects only its MG's own Base Level."""
    return game.board.terrain(here).elevation == game.board.terrain(place).elevation


def lane_slope(game: Game, here: str, place: str) -> bool:
    """OtO 1.42: the firer is Up-Slope from, and so higher than, a target that is not ADJACENT."""
    if game.board.distance(here, place) <= 1:
        return False
    firer, target = game.board.terrain(here), game.board.terrain(place)
    return bool(crossed_sides(here, place) & firer.up) and not crossed_sides(place, here) & target.up


def _lane_mods(game: Game, unit: Unit, here: str, place: str, snap: tuple[str, str] | None) -> tuple[Modifier, ...]:
    """The DRM of a Fire Lane from `here` against a unit that has entered `place`.

    OtO 1.42: at a hexside the slope counts only if it does for both hexes of it. A Snap Shot knows no TEM of the hex.
    """
    lines = [name for name in snap or (place,) if name != here and look(game, here, name).exists]
    hindrance = max((look(game, here, name).hindrance for name in lines), default=0)
    counts = max((_lane_hindrance(game, here, name) for name in lines), default=0)
    slope = all(lane_slope(game, here, name) for name in snap or (place,))
    facts = {"hindrance": counts, "lane-slope": int(slope)}
    common = game.library.table(ift.IFT).drm(facts)
    motion = motion_of(game, game.state.moving, unit.id)
    mods = target_mods(game, unit, here, moving=motion, hindrance=hindrance, tem=snap is None, residual=True)
    return (*common, *mods)


def _lane_hindrance(game: Game, here: str, name: str) -> int:
    """A9.222: the Hindrance that a Fire Lane meets as a DRM: SMOKE, FFE, grain, brush and marsh only take FFMO."""
    chart, between = game.board.chart, [place for place in line_names(here, name)[1:-1] if place in game.board]
    clouds = sum(cloud.hindrance for _, cloud in view_of(game).screens.veils(here, name))
    low = sum(chart.sighting(game.board.terrain(place).terrains).half_level for place in between)
    return max(0, look(game, here, name).hindrance - clouds - low)


def _residual_mods(game: Game, unit: Unit, hindrance: int) -> tuple[Modifier, ...]:
    """The DRM of Residual FP, whose fire comes from the hex itself."""
    found = game.library.table(ift.IFT).drm({"hindrance": hindrance})
    motion = motion_of(game, game.state.moving, unit.id)
    mods = target_mods(game, unit, unit.hex, moving=motion, hindrance=hindrance, residual=True)
    return (*found, *mods)


def _worse(ctx: Context, unit: Unit, marker: Marker, mods: Iterable[Modifier], *, snap: bool) -> bool:
    """A8.22: whether this attack is the first on a moving unit in its Location, or worse than each before; noted.

    A Snap Shot of a Fire Lane at a hexside is none in the Location (A9.221).
    """
    now = ctx.state.moving
    if now is None or snap or unit.id not in now.ids:
        return True
    of = marker.id if marker.kind == LANE else marker.kind
    this = Met(unit.id, of, marker.number, sum(mod.value for mod in mods))
    before = [item for item in now.met if (item.unit, item.of) == (this.unit, this.of)]
    if any(item.fp >= this.fp and item.drm <= this.drm for item in before):
        return False
    ctx.emit(ev.MovingSet(replace(now, met=(*now.met, this))))
    return True


def _attack(
    ctx: Context,
    moving: list[Unit],
    marker: Marker,
    title: str,
    from_hex: str,
    hindrance: int = 0,
    snap: tuple[str, str] | None = None,
) -> IftResult | None:
    """One attack of what lies in the hex; it never cowers and sets off no Residual of its own.

    None if it has attacked them all there, and they are no easier a target now (A8.22).
    """
    groups: dict[tuple[Modifier, ...], list[str]] = {}
    for unit in moving:
        now = ctx.state.units.get(unit.id)
        if now is None or now.kind == "aircraft":
            continue
        if from_hex:
            mods = _lane_mods(ctx.game, now, from_hex, now.hex, snap)
        else:
            mods = _residual_mods(ctx.game, now, hindrance)
        if _worse(ctx, now, marker, mods, snap=snap is not None):
            groups.setdefault(mods, []).append(now.id)
    if not groups:
        return None
    found = tuple(Group(tuple(ids), mods) for mods, ids in groups.items())
    near = bool(from_hex) and ctx.board.distance(from_hex, moving[0].hex) == 1 and snap is None
    column = ift.column_of(ctx.game, ctx.figure("pbf") * marker.number) if near else marker.number  # A9.22
    attack = IftAttack(marker.side, title, moving[0].hex, column, found, (title,), fire=False)
    return resolve(ctx, attack)
