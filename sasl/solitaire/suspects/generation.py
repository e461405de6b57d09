"""What an Activated S? turns out to be (S5.7), rolled and put on the map; `recipes` says what is rolled."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context
from sasl.asl.game.flags import Flag
from sasl.asl.game.sides import Side
from sasl.asl.game.state import Unit, Weapon
from sasl.asl.terrain import entrenching, fortified, minefields, pillboxes
from sasl.asl.terrain.rubble import FORTIFIED
from sasl.board.board import Board
from sasl.board.hexes import ca_towards, parse_hex
from sasl.kernel.frozen import Mutable, replace
from sasl.kernel.text import listed
from sasl.solitaire import control
from sasl.solitaire.pending import leader_comes
from sasl.solitaire.suspects import recipes

ENEMY: Side = "ENEMY"
INSIDE: frozenset[Flag] = frozenset({"inside"})


class Found(Mutable):
    """What came up in one Location."""

    hex: str
    cause: str
    attitude: str
    spot: recipes.Spot
    units: list[Unit] = []
    leaders: list[Unit] = []
    weapons: list[Weapon] = []
    works: list[tuple[str, str]] = []
    """The hex of each fortification, and what is to be placed there."""

    @property
    def squads(self) -> list[Unit]:
        """The MMC among the units that can man a SW."""
        return [unit for unit in self.units if unit.kind in ("squad", "hs")]


def activate(ctx: Context, hex_name: str, cause: str, *, attitude: str = "") -> list[Unit]:
    """S5.7: roll on the mission's activation table and put on the map all that it calls for.

    `cause` is the hex of the FRIENDLY unit that provoked; Guns and vehicles face it. Returns the units.
    """
    spot = _spot(ctx, hex_name, attitude or ctx.mission.attitude)
    found = Found(hex_name, cause, spot.attitude, spot)
    for item in ctx.follow(lambda: recipes.items(spot)):
        PLACE[item](ctx, found, ctx.follow(partial(recipes.CHAINS[item], found.spot)))
    if pillboxes.at(ctx.game, hex_name):
        _fill(ctx, found)
    if not found.units and not found.weapons:
        ctx.tell(f"There is nothing in {hex_name} after all.")
    _man(ctx, found)
    for unit in found.units:
        control.entered(ctx, ctx.state.units[unit.id], (ctx.state.units[unit.id].hex or hex_name,))
    _tell_where(ctx, found)
    for leader in found.leaders:
        leader_comes(ctx, leader)
    return [ctx.state.units[unit.id] for unit in found.units]


def _spot(ctx: Context, name: str, attitude: str) -> recipes.Spot:
    """Return what the ground of a hex and the attitude of the S? allow to be generated in it."""
    terrain = ctx.board.terrain(name).terrains
    building = fortified.can_be_fortified(ctx.game, name)
    inside = building or pillboxes.at(ctx.game, name) is not None
    mines = _beside(ctx, name, minefields.takes_mines)
    works = name if entrenching.takes_works(ctx.board, name) else _beside(ctx, name, entrenching.takes_works)
    return recipes.Spot(
        ctx.library,
        ctx.mission,
        name,
        inside,
        building,
        attitude=attitude,
        mines=mines,
        works=works,
        terrain=", ".join(terrain),
    )


def _beside(ctx: Context, name: str, takes: Callable[[Board, str], bool]) -> str:
    """Return the ADJACENT hex nearest the FBE that takes a fortification and holds no FRIENDLY unit, or ""."""
    edge = ctx.game.edge_of("FRIENDLY")
    near = [spot for spot in ctx.board.neighbours(name) if takes(ctx.board, spot)]
    free = [spot for spot in near if not ctx.state.units_at(spot, "FRIENDLY")]
    return min(free, key=lambda spot: (ctx.board.distance_to_edge(spot, edge), ctx.board.hex(spot)), default="")


def _tell_where(ctx: Context, found: Found) -> None:
    """What the player puts on his board, hex by hex as it stands there now: a vehicle may have come out beside."""
    units = [ctx.state.units[unit.id] for unit in found.units]
    for name in dict.fromkeys([found.hex, *(unit.hex for unit in units), *(spot for spot, _ in found.works)]):
        here = found.weapons if name == found.hex else []
        there = [unit for unit in units if unit.hex == name]
        names = ", ".join([_faced(ctx.board, unit.type, unit.ca) for unit in there] + [item.type for item in here])
        seen = [unit for unit in there if unit.kind == "cupola"]
        hidden = len(there) + len(here) - len(seen)
        how = ["a cupola is never concealed (D9.52)"] * bool(seen)
        if hidden:
            who = "the others " if seen else "all " if hidden > 1 else ""
            how.append(f"{who}concealed at first")
        placed = [f"{names}; {', '.join(how)}"] if names else []
        if works := [work for spot, work in found.works if spot == name]:
            placed.append(listed(works))
        if placed:
            ctx.tell(f"Place in {name}: {'; and '.join(placed)}.", board=True, stop=True, hexes=(name,))


def _faced(board: Board, what: str, ca: str) -> str:
    """A counter as it is put down, with the CA of what has one (C3.2)."""
    return f"{what} (CA {board.both_names(ca)})" if ca else what


def _add(
    ctx: Context, found: Found, name: str, *flags: Flag, ca: str = "", group: str = "", place: str = "", why: str = ""
) -> Unit:
    known = pieces.counter(ctx, ENEMY, name).kind == "cupola"  # D9.52: it is never concealed
    unit = pieces.add_unit(
        ctx,
        ENEMY,
        name,
        place or found.hex,
        flags=flags if known else ["concealed", *flags],
        attitude=found.attitude,
        ca=ca,
        group=group,
        why=why,
    )
    found.units.append(unit)
    return unit


def _man_of(ctx: Context, found: Found, names: recipes.Pieces) -> None:
    """A squad, HS or leader."""
    for name in names:
        unit = _add(ctx, found, str(name))
        if unit.kind == "leader":
            found.leaders.append(unit)


def _weapon(ctx: Context, found: Found, names: recipes.Pieces) -> None:
    for name in names:
        found.weapons.append(pieces.add_weapon(ctx, ENEMY, str(name), hex_name=found.hex))


def _gun(ctx: Context, found: Found, names: recipes.Pieces) -> None:
    """Place a Gun with its crew, or a cupola; it faces the cause. In Hold the Gun is Emplaced (S5.762, C11.2)."""
    facing = _towards_cause(found, found.hex)
    kind = pieces.counter(ctx, ENEMY, str(names[0])).kind
    holds = found.attitude == recipes.HOLD
    dug = entrenching.emplaced(ctx.board, kind, found.hex) if holds else frozenset[Flag]()
    stands = dug or (INSIDE if found.spot.building else ())
    found.spot = replace(found.spot, gun=kind == "gun")
    gun = _add(ctx, found, str(names[0]), *stands, ca=facing)
    for crew in names[1:]:
        _add(ctx, found, str(crew), group=gun.id)


def _towards_cause(found: Found, place: str) -> str:
    """Return the CA in a hex that looks to where the cause is."""
    return ca_towards(parse_hex(place), parse_hex(found.cause)) if found.cause != place else ""


def _vehicle(ctx: Context, found: Found, names: recipes.Pieces) -> None:
    """A vehicle, beside a hex that no vehicle may be in [house]."""
    for name in map(str, names):
        place = _standing_room(ctx, found.hex, pieces.counter(ctx, ENEMY, name).move)
        facing = _towards_cause(found, place)
        why = f"no vehicle can be in {found.hex} [house]" if place != found.hex else ""
        _add(ctx, found, name, ca=facing, place=place, why=why)


def _standing_room(ctx: Context, name: str, kind: str) -> str:
    """The hex itself if a vehicle of this kind can be there, else the nearest free one it can enter [house]."""
    movement = kind if kind in ("tracked", "halftrack", "truck") else "tracked"

    def stands(spot: str) -> bool:
        parts = ctx.board.chart.vehicle(ctx.board.terrain(spot).terrains, movement)
        return all(price is not None for _, price in parts)

    if stands(name):
        return name
    free = [spot for spot in ctx.board.within(name, 3) if stands(spot) and not ctx.state.units_at(spot)]
    return min(free, key=lambda spot: (ctx.board.distance(name, spot), ctx.board.hex(spot)), default=name)


def _fortification(ctx: Context, found: Found, works: recipes.Pieces) -> None:
    """A5: what the Location is dug into or guarded by; a pillbox faces the cause (B30.1)."""
    for work in works:
        if not isinstance(work, recipes.Work) or (
            work.kind == FORTIFIED and fortified.is_fortified(ctx.game, work.hex)
        ):
            continue
        ca = _towards_cause(found, work.hex) if work.kind == "pillbox" else ""
        state = pieces.state_in(work.kind, work.text)
        pieces.put_marker(ctx, work.kind, work.hex, work.text, side=ENEMY, number=work.strength, state=state, ca=ca)
        found.works.append((work.hex, _faced(ctx.board, work.text, ca)))
        if work.hex != found.hex:
            continue
        if work.kind in ("foxhole", "trench"):
            for unit in found.units:
                if unit.infantry:
                    pieces.change(ctx, ctx.state.units[unit.id], ["dug-in"])


def _fill(ctx: Context, found: Found) -> None:
    """B30.111: a Gun with its crew goes into the pillbox first, then others as long as it has room."""
    pillbox = pillboxes.at(ctx.game, found.hex)
    here = [ctx.state.units[unit.id] for unit in found.units]
    for unit in sorted(here, key=lambda unit: (unit.kind != "gun", not unit.group)):
        now = ctx.state.units[unit.id]
        fits = unit.kind == "gun" or (unit.infantry and pillbox and not pillboxes.no_room(ctx.game, [now], pillbox))
        if fits:
            pieces.change(ctx, now, ["dug-in"])


def _man(ctx: Context, found: Found) -> None:
    """A SW is held by a squad or HS that has none; if there is none, a HS comes with it [house]."""
    weapons = [weapon.type for weapon in found.weapons]
    if recipes.unmanned(weapons, found.squads):
        _add(ctx, found, ctx.follow(lambda: recipes.hands(found.spot, weapons)))
    for weapon in found.weapons:
        free = [unit for unit in found.squads if not ctx.state.weapons_of(unit.id)] or found.squads
        ctx.emit(ev.WeaponGiven(weapon.id, free[0].id))


PLACE = {
    "S": _man_of,
    "HS": _man_of,
    "L": _man_of,
    "SW": _weapon,
    "GUN": _gun,
    "VEHICLE": _vehicle,
    recipes.FORTIFICATION: _fortification,
}
"""How what an item comes to is put on the map."""
