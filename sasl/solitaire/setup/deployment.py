"""The program sets up a FRIENDLY force: where its companies and armor stand, and who gets which SW."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context
from sasl.asl.game.flags import SMC
from sasl.asl.game.los.depressions import in_gully
from sasl.asl.game.los.sight import look
from sasl.asl.game.minds import doctrine_of
from sasl.asl.game.state import Unit, Weapon
from sasl.asl.movement.ground.distances import march_to
from sasl.asl.stacking import halves
from sasl.content.missions.mission import ForceGroup
from sasl.kernel.frozen import replace
from sasl.kernel.text import listed
from sasl.solitaire.control import rail_hexes
from sasl.solitaire.setup import friendly_setup
from sasl.solitaire.setup.friendly_setup import limit_hexes, unplaced
from sasl.solitaire.setup.observer import record_observer
from sasl.solitaire.setup.placement import area_distance


def deploy(ctx: Context, only: str = "") -> None:
    """Set up what is not set up yet: companies in three groups each, armor behind them, observer in the middle."""
    groups = [group for group in ctx.mission.force if group.turn == 0 and only in ("", group.id)]
    if not groups:
        for group in ctx.mission.force:
            issue_weapons(ctx, group.id)
        record_observer(ctx)
        edge = ctx.game.edge_of("FRIENDLY")
        ctx.tell(f"Your force waits off the {edge} edge and enters in its MPh: enter UNITS HEX, or: enter auto.")
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

    A middle is the foremost hex without a leader that is a circle (S16) away from the others, or any such hex.
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
    """S12.6: two HS where railroad and road come onto the map, if both do so in the company's hexrows."""
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
    if unit.kind == "crew" and in_gully(ctx.game, replace(unit, hex=name)):  # it serves a weapon that would see nothing
        return False
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
        friendly_setup.face(ctx, unit, spot)


def _seen_by(ctx: Context, name: str, far: int, watchers: Collection[str]) -> int:
    """How many of these hexes, so near a hex (set-up-sight), are in LOS of it."""
    ranges = ctx.board.range_from(name)
    return sum(ranges[place] <= far and look(ctx.game, name, place).exists for place in watchers)


def _watchers(ctx: Context) -> set[str]:
    """The VPO that are not FRIENDLY, and the hexes with S? and Known Guns."""
    state = ctx.state
    places = {name for name, owner in state.control.items() if owner != "FRIENDLY"}
    places |= state.suspect_hexes
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
    """Return the MMC of a group that takes a SW: none IN a gully, out of which it would see nothing (B19.2), if there
    is another; then one with few SW, of the type that fits it.
    """
    by_crews = BY_CREWS if doctrine_of(ctx.game, "FRIENDLY").value("crews-serve") else {}
    wanted = by_crews.get(weapon.type, PREFERS.get(weapon.type, ()))
    men = [unit for unit in ctx.state.units.values() if unit.group == group and unit.mmc and (unit.hex or unit.turn)]
    men.sort(
        key=lambda unit: (
            bool(unit.hex) and in_gully(ctx.game, unit),
            len(ctx.state.weapons_of(unit.id)),
            wanted.index(unit.type) if unit.type in wanted else len(wanted),
            unit.id,
        )
    )
    return men[0] if men else None
