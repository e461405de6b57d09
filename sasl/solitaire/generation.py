"""What an Activated S? turns out to be (5.6): the activation table and every table it calls."""

from __future__ import annotations

from dataclasses import dataclass, field

from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context
from sasl.asl.game.flags import Flag
from sasl.asl.game.state import Side, Unit, Weapon
from sasl.asl.terrain import minefields
from sasl.board.hexes import ca_towards, parse_hex
from sasl.kernel.records import RollRecord, result_text
from sasl.kernel.text import listed
from sasl.solitaire import control
from sasl.solitaire.force import roll_counter
from sasl.solitaire.pending import leader_comes
from sasl.solitaire.placement import ground_takes

MOST_REROLLS = 20
REROLL = "reroll"
"""The word of a row that is rolled again."""
FORTIFICATION = "F"
ENEMY: Side = "ENEMY"


@dataclass
class Found:
    """What came up in one Location."""

    hex: str
    cause: str
    attitude: str
    units: list[Unit] = field(default_factory=list)
    leaders: list[Unit] = field(default_factory=list)
    weapons: list[Weapon] = field(default_factory=list)
    works: list[str] = field(default_factory=list)
    inside: bool = False

    @property
    def squads(self) -> list[Unit]:
        """The MMC among the units that can man a SW."""
        return [unit for unit in self.units if unit.kind in ("squad", "hs")]


def activate(ctx: Context, hex_name: str, cause: str, *, attitude: str = "") -> list[Unit]:
    """5.6: roll on the mission's activation table and put on the map all that it calls for.

    `cause` is the hex of the FRIENDLY unit that provoked; Guns and vehicles face it. Returns the units.
    """
    record = ctx.table(ctx.mission.activation, f"Activation in {hex_name}")
    found = Found(hex_name, cause, attitude or ctx.mission.attitude)
    found.inside = any("building" in terrain for terrain in ctx.board.terrain(hex_name).terrains)
    items = items_of(ctx, record)
    for item in sorted(items, key=lambda word: ORDER.index(word) if word in ORDER else 0):
        ITEMS[item](ctx, found)
    if not found.units and not found.weapons:
        ctx.tell(f"Nothing is in {hex_name} after all.")
    _man(ctx, found)
    for unit in found.units:
        control.entered(ctx, ctx.state.units[unit.id], (ctx.state.units[unit.id].hex or hex_name,))
    _tell_where(ctx, found)
    for leader in found.leaders:
        leader_comes(ctx, leader)
    return [ctx.state.units[unit.id] for unit in found.units]


def _tell_where(ctx: Context, found: Found) -> None:
    """What the player puts on his board, hex by hex as it stands there now: a vehicle may have come out beside."""
    units = [ctx.state.units[unit.id] for unit in found.units]
    for name in dict.fromkeys([found.hex, *(unit.hex for unit in units)]):
        here = found.weapons if name == found.hex else []
        names = ", ".join([unit.type for unit in units if unit.hex == name] + [item.type for item in here])
        placed = [f"{names}; all concealed"] if names else []
        if name == found.hex and found.works:
            placed.append(listed(found.works))
        if placed:
            ctx.tell(f"Place in {name}: {'; and '.join(placed)}", board=True, stop=True, hexes=(name,))


def items_of(ctx: Context, record: RollRecord) -> list[str]:
    """5.74: what the Activation table calls for; by a mission's rule an even Final DR is an F as well."""
    items = list(record.result or [])
    even = ctx.mission.hook("even-dr-fortification") and record.total % 2 == 0
    if even and FORTIFICATION not in items:
        ctx.tell(f"The Final DR of {record.total} is even: an F as well (5.74, MSR).")
        items.append(FORTIFICATION)
    return items


def squad_type(ctx: Context, purpose: str) -> str:
    """G2 with the mission's swaps (S1 MSR 6)."""
    rolled = result_text(ctx.table(ctx.mission.squads, purpose).result)
    swapped = ctx.mission.squad_swaps.get(rolled, rolled)
    if swapped != rolled:
        ctx.tell(f"{rolled} is replaced by {swapped} (MSR).")
    return swapped


def _add(
    ctx: Context, found: Found, name: str, *flags: Flag, ca: str = "", group: str = "", place: str = "", why: str = ""
) -> Unit:
    unit = pieces.add_unit(
        ctx,
        ENEMY,
        name,
        place or found.hex,
        flags=["concealed", *flags],
        attitude=found.attitude,
        ca=ca,
        group=group,
        why=why,
    )
    found.units.append(unit)
    return unit


def _squad(ctx: Context, found: Found) -> None:
    _add(ctx, found, squad_type(ctx, f"Squad in {found.hex}"))


def _half_squad(ctx: Context, found: Found) -> None:
    squad = squad_type(ctx, f"HS in {found.hex}")
    _add(ctx, found, pieces.counter(ctx, ENEMY, squad).half or squad)


def _leader(ctx: Context, found: Found) -> None:
    name = result_text(ctx.table(ctx.mission.leaders, f"Leader in {found.hex}", column="leader").result)
    if name != "-":
        found.leaders.append(_add(ctx, found, name))


def _weapon(ctx: Context, found: Found) -> None:
    name = result_text(ctx.table(ctx.mission.weapons, f"SW in {found.hex}").result)
    if name != "-":
        found.weapons.append(pieces.add_weapon(ctx, ENEMY, name, hex_name=found.hex))


def _gun(ctx: Context, found: Found) -> None:
    """A Gun with its crew, or a cupola; what cannot be inside a building is rolled again there."""
    for _ in range(MOST_REROLLS):
        name = roll_counter(ctx, ctx.mission.guns, f"Gun or cupola in {found.hex}", reroll=[REROLL])
        item = pieces.counter(ctx, ENEMY, name)
        if item.inside or not found.inside:
            break
        ctx.tell(f"{name} cannot be inside a building: roll again [house].")
    facing = ca_towards(parse_hex(found.hex), parse_hex(found.cause)) if found.cause != found.hex else ""
    where = ("inside",) if found.inside else ()
    gun = _add(ctx, found, name, *where, ca=facing)
    if item.kind == "gun":
        _add(ctx, found, item.crew or "2-2-8", group=gun.id)


def _vehicle(ctx: Context, found: Found) -> None:
    """A vehicle, beside a hex that no vehicle may be in [house]."""
    name = roll_counter(ctx, ctx.mission.vehicles, f"Vehicle in {found.hex}", reroll=[REROLL])
    place = _standing_room(ctx, found.hex, pieces.counter(ctx, ENEMY, name).move)
    facing = ca_towards(parse_hex(place), parse_hex(found.cause)) if found.cause != place else ""
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


def _fortification(ctx: Context, found: Found) -> None:
    """A5: what the Location is dug into or guarded by."""
    result = ctx.table("a5.fortification", f"Fortification in {found.hex}").result
    entry = result if isinstance(result, dict) else {"kind": str(result)}
    kind = str(entry.get("kind", "foxhole"))
    if kind in ("none", "-"):
        return
    rule = "B28.1" if kind == "minefield" else "B27.1"
    fits = minefields.takes_mines(ctx.board, found.hex) if kind == "minefield" else ground_takes(ctx.board, found.hex)
    if not fits:
        ctx.tell(f"No {kind} in {found.hex}: {', '.join(ctx.board.terrain(found.hex).terrains)} takes none ({rule}).")
        return
    if kind == "minefield":
        number = int(entry.get("strength", 6))
        pieces.put_marker(ctx, "minefield", found.hex, f"A-P minefield {number}", side=ENEMY, number=number)
        found.works.append(f"A-P minefield {number}")
        return
    found.works.append(str(entry.get("text") or kind))
    pieces.put_marker(ctx, kind, found.hex, str(entry.get("text") or kind), side=ENEMY)
    if kind in ("foxhole", "trench", "pillbox"):
        for unit in found.units:
            if unit.infantry:
                pieces.change(ctx, ctx.state.units[unit.id], ["dug-in"])


def _man(ctx: Context, found: Found) -> None:
    """A SW is held by a squad or HS that has none; if there is none, a HS comes with it [house]."""
    for weapon in found.weapons:
        free = [unit for unit in found.squads if not ctx.state.weapons_of(unit.id)] or found.squads
        if not free:
            squad = squad_type(ctx, f"HS to man the {weapon.type}")
            free = [_add(ctx, found, pieces.counter(ctx, ENEMY, squad).half or squad)]
        ctx.emit(ev.WeaponGiven(weapon.id, free[0].id))


ITEMS = {
    "S": _squad,
    "HS": _half_squad,
    "L": _leader,
    "SW": _weapon,
    "GUN": _gun,
    "VEHICLE": _vehicle,
    FORTIFICATION: _fortification,
}
ORDER = ["S", "HS", "L", "SW", "GUN", "VEHICLE", "F"]
