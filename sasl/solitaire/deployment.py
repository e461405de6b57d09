"""FRIENDLY set-up: placing units inside their limits by hand, or all at once by a sensible plan."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.depressions import gun_fits, in_culvert
from sasl.asl.game.flags import HORSE, SMC, Flag
from sasl.asl.game.minds import doctrine_of
from sasl.asl.game.sight import look
from sasl.asl.game.state import Unit, Weapon
from sasl.asl.movement.distances import march_to
from sasl.asl.stacking import apart, halves, overstacked, room_below
from sasl.asl.terrain import digging, pillboxes
from sasl.asl.vehicles import hd_maneuver
from sasl.board.hexes import parse_hex
from sasl.content.mission import ForceGroup, Oba
from sasl.kernel.frozen import Frozen
from sasl.kernel.text import counted, listed
from sasl.solitaire import facing
from sasl.solitaire.control import rail_hexes
from sasl.solitaire.placement import area_distance, friendly_area


def on_call(unit: Unit) -> bool:
    """Whether the unit sets up on the map before play (not one that arrives later)."""
    return unit.side == "FRIENDLY" and unit.turn == 0 and not unit.carrier and unit.kind != HORSE


def unplaced(game: Game) -> list[str]:
    """The ids of FRIENDLY units not set up yet and of SW not issued yet."""
    state = game.state
    units = [unit.id for unit in state.units.values() if on_call(unit) and not unit.hex]
    return units + [
        item.id for item in state.weapons.values() if item.side == "FRIENDLY" and not item.holder and not item.hex
    ]


class Company(Frozen):
    """How far a group of the OoB is set up: its units and SW that wait, and its hexes with who stands there."""

    group: ForceGroup
    waiting: tuple[Unit, ...]
    unissued: tuple[Weapon, ...]
    standing: Mapping[str, tuple[Unit, ...]]

    @property
    def left(self) -> int:
        """How many counters are still to set up or to give; who arrives later is not one of them."""
        return len(self.unissued) + (0 if self.group.turn else len(self.waiting))

    @property
    def limits(self) -> str:
        """`hexrows E-K`, or "" if it may set up anywhere in the FRIENDLY area."""
        return f"hexrows {'-'.join(self.group.hexrows)}" if self.group.hexrows else ""


def companies(game: Game) -> list[Company]:
    """Every group of the OoB that sets up on the map, or waits off it, as it stands."""
    found = []
    for group in game.mission.force:
        units = [
            unit
            for unit in game.state.units.values()
            if unit.group == group.id and unit.side == "FRIENDLY" and not unit.carrier and unit.kind != HORSE
        ]
        arms = [item for item in game.state.weapons.values() if item.group == group.id and item.side == "FRIENDLY"]
        places = sorted({unit.hex for unit in units} - {""}, key=game.board.hex)
        standing = {name: tuple(unit for unit in units if unit.hex == name) for name in places}
        unissued = tuple(item for item in arms if not item.holder and not item.hex)
        waiting = tuple(unit for unit in units if not unit.hex)
        if waiting or unissued or standing:
            found.append(Company(group, waiting, unissued, standing))
    return found


def limit_hexes(game: Game, group: str) -> frozenset[str]:
    """The hexes in which units of the OoB group `group` may set up."""
    area = friendly_area(game)
    limits = next((item.hexrows for item in game.mission.force if item.id == group), None)
    if limits is None:
        return area
    first, last = (parse_hex(f"{row}1").col for row in limits)
    return frozenset(name for name in area if first <= parse_hex(name).col <= last)


def misplaced(game: Game) -> list[str]:
    """A sentence for every set-up limit that is broken."""
    faults = []
    for unit in game.state.on_map("FRIENDLY"):
        if on_call(unit) and unit.hex not in limit_hexes(game, unit.group):
            faults.append(_outside(game, unit, unit.hex))
    for name in {unit.hex for unit in game.state.on_map("FRIENDLY")}:
        here = game.state.units_at(name, "FRIENDLY")
        boxed = pillboxes.inside(game, name, "FRIENDLY")
        here = [unit for unit in here if unit not in boxed]
        locations = ([unit for unit in here if in_culvert(unit) == below] for below in (False, True))
        fault = next((words for words in (overstacked(game, units) for units in locations) if words), "")
        if fault:
            faults.append(f"{name}: {fault}")
    return faults


def _outside(game: Game, unit: Unit, name: str) -> str:
    limits = next((item for item in game.mission.force if item.id == unit.group), None)
    line = "-".join(game.mission.area.set_up_line)
    rows = f", in hexrows {limits.hexrows[0]} to {limits.hexrows[1]}" if limits and limits.hexrows else ""
    return f"{unit.id} may not set up in {name}: it sets up on or {game.mission.area.set_up_side} of {line}{rows}"


def may_stand(game: Game, units: Sequence[Unit], name: str, *, culvert: bool = False, inside: bool = False) -> None:
    """A5.1: refused unless these units may set up in a hex; `culvert`: IN its Culvert, `inside`: its pillbox."""
    for unit in units:
        if not on_call(unit):
            why = f"is aboard {unit.carrier}" if unit.carrier else f"arrives on Turn {unit.turn}"
            raise Refused(f"{unit.id} {why}: it does not set up by itself")
        if name not in limit_hexes(game, unit.group):
            raise Refused(_outside(game, unit, name))
        if hd_maneuver.TRIED in unit.arms and name != unit.hex:
            raise Refused(f"{unit.id} has tried to be Hull Down in {unit.hex}: it stays there (D4.221)")
    if culvert:
        _may_be_below(game, units, name)
        return
    if inside:
        may_be_inside(game, units, name)
        return
    there = [unit for unit in game.state.units_at(name, "FRIENDLY") if unit not in units and not apart(game, unit)]
    if fault := overstacked(game, [*there, *units]):
        raise Refused(f"too many in {name}: {fault}")


def place(ctx: Context, ids: Sequence[str], name: str, where: str = "") -> None:
    """Set up units in a hex, Guns Emplaced (C11.2). `foxhole`: Infantry dug in (MSR 2); `culvert`: IN it (OtO 3);
    `pillbox`: inside it, a Gun too (B30.4).
    """
    for unit in [ctx.state.units[key] for key in ids]:
        ctx.emit(ev.UnitPut(unit.id, name, "set-up"))
        facing.face(ctx, unit, name)
        below: list[Flag] = ["in-culvert"]
        leaves = unit.hex != name or where == "culvert" or (not where and pillboxes.around(ctx.game, unit) is not None)
        left: list[Flag] = ["dug-in"] if leaves and where != "pillbox" else []
        left += below if where != "culvert" else []
        gained = below if where == "culvert" else [*digging.emplaced(ctx.board, unit.kind, name)]
        gained += ["dug-in"] if where == "pillbox" else []
        left += digging.EMPLACED - set(gained)
        pieces.change(ctx, ctx.state.units[unit.id], gained, left, "set up elsewhere" if unit.hex != name else "set-up")
    if where == "foxhole":
        dig_in(ctx, name)


def may_be_inside(game: Game, units: Sequence[Unit], name: str) -> None:
    """B30.1, B30.111: refused unless the hex has a pillbox that holds these units, and one Gun at most."""
    pillbox = pillboxes.at(game, name)
    if pillbox is None:
        raise Refused(f"there is no pillbox in {name} (B30.4)")
    if odd := next((unit for unit in units if not unit.infantry and unit.kind != "gun"), None):
        raise Refused(f"{odd.id} sets up in no pillbox: only Infantry and one Gun (B30.111)")
    guns = {unit.id for unit in (*units, *pillboxes.inside(game, name, "FRIENDLY")) if unit.kind == "gun"}
    if len(guns) > 1:
        raise Refused(f"the pillbox of {name} holds one Gun (B30.111)")
    if why := pillboxes.no_room(game, units, pillbox):
        raise Refused(why)


def _may_be_below(game: Game, units: Sequence[Unit], name: str) -> None:
    """OtO 3.1, 3.2: refused unless the hex has a Culvert with room, and all of these fit into it."""
    if not game.board.terrain(name).culvert:
        raise Refused(f"there is no Culvert in {name} (OtO 3.1)")
    for unit in units:
        if not (unit.infantry or (unit.kind == "gun" and gun_fits(game, unit))):
            raise Refused(f"{unit.id} sets up in no Culvert: only Infantry, mortars, small INF or AT Guns (OtO 3.2)")
    room_below(game, units, name)


def may_dig(game: Game, name: str) -> None:
    """MSR 2, B27.1: refused unless the mission allows foxholes at set-up, and the hex takes one."""
    if not game.mission.hook("foxholes"):
        raise Refused("this mission allows no foxholes at set-up")
    if pillboxes.at(game, name):
        raise Refused(f"there is a pillbox in {name}: set up inside it, or dig elsewhere (B30.4) [house]")
    if not digging.takes_works(game.board, name):
        raise Refused(f"no foxhole in {name}: {', '.join(game.board.terrain(name).terrains)} takes none (B27.1)")


def dig_in(ctx: Context, name: str) -> None:
    """Foxholes in a hex for all the FRIENDLY Infantry there (MSR 2)."""
    if not ctx.state.markers_at(name, "foxhole"):
        pieces.put_marker(ctx, "foxhole", name, "foxhole", side="FRIENDLY")
    for unit in ctx.state.units_at(name, "FRIENDLY"):
        if unit.infantry and not in_culvert(unit):
            pieces.change(ctx, unit, ["dug-in"])


def _observer(game: Game) -> Oba:
    """The mission's OBA with an Offboard Observer. Refused if there is none."""
    oba = next((item for item in game.mission.oba if item.observer_edge), None)
    if oba is None:
        raise Refused("this mission has no Offboard Observer")
    return oba


def may_observe(game: Game, name: str) -> None:
    """C1.63: refused unless a hex is one of the Offboard Observer's edge."""
    edge = _observer(game).observer_edge or ""
    if name not in game.board.edge(edge):
        raise Refused(f"{name} is not on the {edge} edge: {', '.join(game.board.edge(edge)[:4])} …")


def record_observer(ctx: Context, name: str = "") -> None:
    """C1.63: put the Offboard Observer there; without a hex into the middle of his edge, if he is nowhere yet."""
    if not name:
        edges = [item.observer_edge for item in ctx.mission.oba if item.observer_edge]
        if not edges or ctx.state.marked("observer"):
            return
        edge = ctx.board.edge(edges[0])
        name = edge[len(edge) // 2]
    oba = _observer(ctx.game)
    for marker in ctx.state.marked("observer"):
        ctx.emit(ev.MarkerRemoved(marker.id, "moved"))
    pieces.put_marker(
        ctx,
        "observer",
        name,
        f"Offboard Observer, level {oba.observer_level}",
        side="FRIENDLY",
        number=oba.observer_level,
        why=oba.rule,
    )


# -- the plan -----------------------------------------------------------------------------------------


def deploy(ctx: Context, only: str = "") -> None:
    """Set up what is not set up yet: companies in three groups each, armor behind them, observer in the middle."""
    groups = [group for group in ctx.mission.force if group.turn == 0 and only in ("", group.id)]
    if not groups:
        for group in ctx.mission.force:
            issue_weapons(ctx, group.id)
        record_observer(ctx)
        edge = ctx.game.edge_of("FRIENDLY")
        ctx.tell(f"Your force waits off the {edge} edge; it enters in its MPh: enter UNITS HEX, or: enter auto.")
        return
    for group in groups:
        company = [unit for unit in ctx.state.units.values() if unit.group == group.id and not unit.hex]
        foot = [unit for unit in company if unit.infantry]
        if foot:
            _deploy_company(ctx, group, foot)
        _deploy_vehicles(ctx, group, [unit for unit in company if unit.kind == "vehicle"])
        issue_weapons(ctx, group.id)
    if not only:
        record_observer(ctx)
    figures = _figures(ctx, [group.id for group in groups])
    if figures:
        ctx.tell(f"Set up by your doctrine: {doctrine_of(ctx.game, 'FRIENDLY').words(*figures)}.")
    left = unplaced(ctx.game)
    if not left:
        ctx.tell("Your force is set up: copy it to your board, change what you like, then next.", board=True)
    elif not only:
        ctx.tell(f"No room for {listed(left, 8)}: place them by hand.")


def _figures(ctx: Context, groups: Collection[str]) -> list[str]:
    """The figures of the doctrine that have a say in where these groups are set up, and who gets their SW."""
    value, state = doctrine_of(ctx.game, "FRIENDLY").value, ctx.state
    names = ["set-up-around", "mine-mf"] if _march(ctx) else []
    if value("set-up-sight") and any(unit.kind == "vehicle" and unit.group in groups for unit in state.units.values()):
        names += ["set-up-sight", "set-up-aside"]
    served = any(item.type in BY_CREWS and item.group in groups for item in state.weapons.values())
    return [*names, *["crews-serve"] * (served and bool(value("crews-serve")))]


def _usable(ctx: Context, name: str) -> bool:
    here = ctx.board.terrain(name)
    return "marsh" not in here.terrains and not ctx.state.markers_at(name, "minefield")


def _deploy_company(ctx: Context, group: ForceGroup, units: Sequence[Unit]) -> None:
    """A5: each leader with his share of the MMC in three or four hexes around him: near the line, side by side.

    Where known minefields lie before the line, a doctrine may have them gather where the way around them to a VPO
    still to be taken is short (set-up-around).
    """
    area = limit_hexes(ctx.game, group.id)
    leaders = sorted((unit for unit in units if unit.kind in SMC), key=lambda unit: (unit.modifier, -unit.morale))
    men = sorted((unit for unit in units if unit.mmc), key=lambda unit: (unit.type, unit.id))
    if not ctx.state.option("command"):  # who needs no leader takes the railroad and the road behind the line
        rear = _rear_party(ctx, group, men)
        for unit, name in rear.items():
            ctx.emit(ev.UnitPut(unit.id, name, "set-up"))
        men = [unit for unit in men if unit not in rear]
    shares = [[*leaders[number : number + 1], *men[number :: len(leaders) or 1]] for number in range(len(leaders) or 1)]
    march = _march(ctx)
    rings = _around_the_mines(ctx, area, march) if march else _side_by_side(ctx, area, len(shares))
    for share in shares:
        ring = next(rings)
        for unit in share:
            spot = next((name for name in ring if _fits(ctx, unit, name)), None)
            if spot:
                ctx.emit(ev.UnitPut(unit.id, spot, "set-up"))


def _side_by_side(ctx: Context, area: frozenset[str], shares: int) -> Iterator[list[str]]:
    """For each share the hexes near the line from the best on, its columns beside those of the others."""
    depth = {name: _depth(ctx, name) for name in area}
    hexes = [name for name in area if 1 <= depth[name] <= 4 and _usable(ctx, name)] or list(area)
    columns = sorted({ctx.board.hex(name).col for name in hexes})
    for number in range(shares):
        goal = columns[(2 * number + 1) * len(columns) // (2 * shares)]
        yield sorted(
            hexes,
            key=lambda name: (abs(ctx.board.hex(name).col - goal) + 2 * abs(depth[name] - 2), ctx.board.hex(name)),
        )


def _around_the_mines(ctx: Context, area: frozenset[str], march: Mapping[str, float]) -> Iterator[list[str]]:
    """For each share the hexes around its middle, those with the shortest way first.

    A middle is the foremost hex without a leader that is a circle (16) away from the others, or any such hex.
    """
    board, circle, taken = ctx.board, ctx.figure("leader-circle"), list[str]()
    usable = [name for name in area if _usable(ctx, name)] or area
    hexes = sorted(usable, key=lambda name: (march[name], board.hex(name)))
    while True:
        free = [name for name in hexes if name not in taken]
        apart = (name for name in free if all(board.distance(name, other) >= circle for other in taken))
        middle = next(apart, free[0] if free else hexes[0])
        taken.append(middle)
        ranges = board.range_from(middle)
        yield sorted(hexes, key=lambda name: march[name] + ranges[name])


def _march(ctx: Context) -> Mapping[str, float]:
    """The MF from each hex to the nearest VPO that is not FRIENDLY around known minefields; none if nobody asks."""
    value = doctrine_of(ctx.game, "FRIENDLY").value
    mines = {marker.hex for marker in ctx.state.marked("minefield")}
    goals = [name for name, owner in ctx.state.control.items() if owner != "FRIENDLY"]
    if not mines or not goals or not value("set-up-around"):
        return {}
    return march_to(ctx.board, goals, dict.fromkeys(mines, value("mine-mf")))


def _rear_party(ctx: Context, group: ForceGroup, men: Sequence[Unit]) -> dict[Unit, str]:
    """12.6: two HS where railroad and road come onto the map, if both do so in the company's hexrows."""
    road, area, board = ctx.mission.road, limit_hexes(ctx.game, group.id), ctx.board
    edge = [name for name in board.edge(ctx.game.edge_of("FRIENDLY")) if name in area and _usable(ctx, name)]
    rail = [name for name in edge if name in rail_hexes(ctx.game)]
    starts = [name for name in road.starts if name in edge] if road else []
    if not rail or not starts:
        return {}
    start = min(starts, key=lambda name: board.distance(name, rail[0]))
    return dict(zip([unit for unit in men if unit.kind == "hs"], (rail[0], start), strict=False))


def _fits(ctx: Context, unit: Unit, name: str) -> bool:
    """Room for `unit` in a hex without crowding it: two squads' worth, and a leader beside them."""
    there = [other for other in ctx.state.units_at(name, "FRIENDLY") if other.infantry]
    if unit.kind in SMC:
        return sum(1 for other in there if other.kind in SMC) < 1
    room = ctx.figure("stack-limit") - ctx.figure("stack-squad")
    return sum(halves(ctx.game, other) for other in there) + halves(ctx.game, unit) <= room


def _depth(ctx: Context, name: str) -> int:
    """How many hexes behind the front of the FRIENDLY area a hex lies (1 = in front row)."""

    def work_out() -> dict[str, int]:
        return ctx.board.distances(item for item, distance in area_distance(ctx.game).items() if distance == 1)

    return ctx.board.remember("front-depth", work_out)[name]


def _deploy_vehicles(ctx: Context, group: ForceGroup, vehicles: Sequence[Unit]) -> None:
    """One AFV to a hex, spread along the line behind the Infantry, where a vehicle can stand.

    A few columns aside (set-up-aside) if fewer of the VPO, S? and Known Guns near by see it there (set-up-sight).
    """
    value = doctrine_of(ctx.game, "FRIENDLY").value
    far, most = int(value("set-up-sight")), value("set-up-aside")
    men = {ctx.board.hex(unit.hex).col for unit in ctx.state.on_map("FRIENDLY") if unit.infantry}
    first, last = (min(men), max(men)) if men else (0, 999)
    free = [
        name
        for name in limit_hexes(ctx.game, group.id)
        if 2 <= _depth(ctx, name) <= 6 and first <= ctx.board.hex(name).col <= last and _stands(ctx, name)
    ]
    columns = sorted({ctx.board.hex(name).col for name in free})
    watchers = _watchers(ctx) if far else set[str]()
    for number, unit in enumerate(vehicles):
        if not free:
            return
        goal = columns[(2 * number + 1) * len(columns) // (2 * len(vehicles))]
        aside = {name: abs(ctx.board.hex(name).col - goal) for name in free}
        near = [name for name in free if aside[name] <= most] if far else []
        spot = min(
            near or free,
            key=lambda name: (
                _seen_by(ctx, name, far, watchers),
                aside[name],
                abs(_depth(ctx, name) - 4),
                ctx.board.hex(name),
            ),
        )
        free.remove(spot)
        ctx.emit(ev.UnitPut(unit.id, spot, "set-up"))
        facing.face(ctx, unit, spot)


def _seen_by(ctx: Context, name: str, far: int, watchers: Collection[str]) -> int:
    """How many of these hexes, so near a hex (set-up-sight), are in LOS of it."""
    ranges = ctx.board.range_from(name)
    return sum(ranges[place] <= far and look(ctx.game, name, place).exists for place in watchers)


def _watchers(ctx: Context) -> set[str]:
    """The VPO that are not FRIENDLY, and the hexes with S? and Known Guns."""
    state = ctx.state
    places = {name for name, owner in state.control.items() if owner != "FRIENDLY"}
    places |= {item.hex for item in state.suspects.values() if not item.off_board}
    return places | {unit.hex for unit in state.on_map("ENEMY") if unit.kind == "gun" and unit.known}


def _stands(ctx: Context, name: str) -> bool:
    here = ctx.board.terrain(name)
    bad = {"marsh", "woods", "gully", "stream", "water", "wooden-building", "stone-building"}
    return not bad & set(here.terrains) and not ctx.state.units_at(name) and _usable(ctx, name)


PREFERS = {
    "LMG": ("4-4-7", "4-5-8", "5-2-7"),
    "FT": ("6-2-8",),
    "DC": ("6-2-8", "5-2-7", "4-5-8"),
    "ATR": ("4-4-7", "2-4-8"),
    "50mm MTR": ("1-2-7", "2-2-8", "2-4-8"),
    "MMG": ("4-5-8",),
    "HMG": ("4-5-8", "4-4-7"),
    ".50cal HMG": ("4-5-8",),
}
"""Who gets which SW when the program deploys: the first type of the group that has none yet."""

BY_CREWS = {
    "50mm MTR": ("2-4-8", "1-2-7", "2-2-8"),
    "HMG": ("1-2-7", "2-2-8", "4-4-7"),
    ".50cal HMG": ("1-2-7", "2-2-8", "4-5-8"),
}
"""The same where crews serve the heavy MG (crews-serve), so that squads keep their MF."""


def issue_weapons(ctx: Context, group: str) -> None:
    """Give each SW of the group that nobody holds to a fitting unit without one."""
    waiting = [item for item in ctx.state.weapons.values() if item.group == group and not item.holder and not item.hex]
    for weapon in waiting:
        unit = _bearer(ctx, group, weapon)
        if unit:
            ctx.emit(ev.WeaponGiven(weapon.id, unit.id))


def _bearer(ctx: Context, group: str, weapon: Weapon) -> Unit | None:
    by_crews = BY_CREWS if doctrine_of(ctx.game, "FRIENDLY").value("crews-serve") else {}
    wanted = by_crews.get(weapon.type, PREFERS.get(weapon.type, ()))
    men = [unit for unit in ctx.state.units.values() if unit.group == group and unit.mmc and (unit.hex or unit.turn)]
    men.sort(
        key=lambda unit: (
            len(ctx.state.weapons_of(unit.id)),
            wanted.index(unit.type) if unit.type in wanted else len(wanted),
            unit.id,
        )
    )
    return men[0] if men else None


def set_up_words(game: Game) -> str:
    """How far the set-up is: `12 units to place, 3 SW to give`."""
    missing = unplaced(game)
    arms = sum(1 for key in missing if key in game.state.weapons)
    parts = [f"{counted(len(missing) - arms, 'unit')} to place"] * (len(missing) > arms)
    return ", ".join([*parts, *[f"{arms} SW to give"] * bool(arms)]) or "all set up"
