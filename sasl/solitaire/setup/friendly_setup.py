"""FRIENDLY set-up by hand: who still waits, where each may stand, and putting him there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.flags import HORSE, Flag
from sasl.asl.game.los.depressions import gun_fits, in_culvert
from sasl.asl.game.state import Unit, Weapon
from sasl.asl.infantry import concealment
from sasl.asl.stacking import apart, overstacked, room_below
from sasl.asl.terrain import entrenching, pillboxes
from sasl.asl.vehicles import hd_maneuver
from sasl.board.hexes import Hex, ca_towards, parse_hex, vertex_names
from sasl.content.missions.mission import ForceGroup
from sasl.kernel.frozen import Frozen
from sasl.kernel.text import counted, listed
from sasl.solitaire.setup.placement import friendly_area


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
            raise Refused(f"{unit.id} has tried to go Hull Down in {unit.hex} and stays there (D4.221)")
    if culvert:
        _may_be_below(game, units, name)
        return
    if inside:
        _may_be_inside(game, units, name)
        return
    there = [unit for unit in game.state.units_at(name, "FRIENDLY") if unit not in units and not apart(game, unit)]
    if fault := overstacked(game, [*there, *units]):
        raise Refused(f"too many in {name}: {fault}")


def _may_be_inside(game: Game, units: Sequence[Unit], name: str) -> None:
    """B30.1, B30.111: refused unless the hex has a pillbox that holds these units, and one Gun at most."""
    pillbox = pillboxes.at(game, name)
    if pillbox is None:
        raise Refused(f"there is no pillbox in {name} (B30.4)")
    if odd := next((unit for unit in units if not unit.infantry and unit.kind != "gun"), None):
        raise Refused(f"{odd.id} cannot set up in a pillbox: only Infantry and one Gun can (B30.111)")
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
            raise Refused(
                f"{unit.id} cannot set up in a Culvert: only Infantry, mortars, small INF or AT Guns can (OtO 3.2)"
            )
    room_below(game, units, name)


def place(ctx: Context, ids: Sequence[str], name: str, where: str = "") -> None:
    """Set up units in a hex, Guns Emplaced (C11.2). `foxhole`: Infantry dug in (MSR 2); `culvert`: IN it (OtO 3);
    `pillbox`: inside it, a Gun too (B30.4).
    """
    for unit in [ctx.state.units[key] for key in ids]:
        ctx.emit(ev.UnitPut(unit.id, name, "set-up"))
        face(ctx, unit, name)
        below: list[Flag] = ["in-culvert"]
        leaves = unit.hex != name or where == "culvert" or (not where and pillboxes.around(ctx.game, unit) is not None)
        left: list[Flag] = ["dug-in"] if leaves and where != "pillbox" else []
        left += below if where != "culvert" else []
        gained = below if where == "culvert" else [*entrenching.emplaced(ctx.board, unit.kind, name)]
        gained += ["dug-in"] if where == "pillbox" else []
        left += entrenching.EMPLACED - set(gained)
        pieces.change(ctx, ctx.state.units[unit.id], gained, left, "set up elsewhere" if unit.hex != name else "set-up")
    if where == "foxhole":
        dig_in(ctx, name)


def out_of_sight(game: Game, name: str) -> bool:
    """Return whether no ENEMY unit and no S? sees a hex, so that FRIENDLY Infantry there begins under `?` (A12.12)."""
    return not concealment.seen_within(game, name, "FRIENDLY")


def conceal(ctx: Context) -> None:
    """A12.12: Infantry, and the Guns that it mans, begins under `?` where the ENEMY does not see its hex."""
    places = sorted({unit.hex for unit in ctx.state.on_map("FRIENDLY")}, key=ctx.board.hex)
    unseen = [name for name in places if out_of_sight(ctx.game, name)]
    there = (unit for name in unseen for unit in ctx.state.units_at(name, "FRIENDLY"))
    hidden = [unit for unit in there if unit.known and not unit.carrier and (unit.infantry or unit.kind == "gun")]
    pieces.change_all(ctx, [unit.id for unit in hidden], ("concealed",), (), "set up out of sight (A12.12)")
    if hidden:
        hexes = tuple(dict.fromkeys(unit.hex for unit in hidden))
        ctx.tell(f"Your Infantry begins under ? where the ENEMY does not see it: {listed(hexes)} (A12.12).",
                 board=True, hexes=hexes)  # fmt: skip


def may_dig(game: Game, name: str) -> None:
    """MSR 2, B27.1: refused unless the mission allows foxholes at set-up, and the hex takes one."""
    if not game.mission.hook("foxholes"):
        raise Refused("this mission allows no foxholes at set-up")
    if pillboxes.at(game, name):
        raise Refused(f"there is a pillbox in {name}: set up inside it, or elsewhere (B30.4) [house]")
    if not entrenching.takes_works(game.board, name):
        raise Refused(f"no foxhole in {name}: not possible in {', '.join(game.board.terrain(name).terrains)} (B27.1)")


def dig_in(ctx: Context, name: str) -> None:
    """Foxholes in a hex for all the FRIENDLY Infantry there (MSR 2)."""
    if not ctx.state.markers_at(name, "foxhole"):
        pieces.put_marker(ctx, "foxhole", name, "foxhole", side="FRIENDLY")
    for unit in ctx.state.units_at(name, "FRIENDLY"):
        if unit.infantry and not in_culvert(unit):
            pieces.change(ctx, unit, ["dug-in"])


def set_up_words(game: Game) -> str:
    """How far the set-up is: `12 units to place, 3 SW to give`."""
    missing = unplaced(game)
    arms = sum(1 for key in missing if key in game.state.weapons)
    parts = [f"{counted(len(missing) - arms, 'unit')} to place"] * (len(missing) > arms)
    return ", ".join([*parts, *[f"{arms} SW to give"] * bool(arms)]) or "all set up"


def face(ctx: Context, unit: Unit, name: str) -> None:
    """C3.2, D2.1: what is set up in a hex faces the EBE until `face` turns it; put elsewhere it keeps its direction."""
    if unit.kind not in ("vehicle", "gun") or unit.hex == name:
        return
    here = parse_hex(name)
    old = vertex_names(parse_hex(unit.hex)) if unit.hex else ()
    if unit.ca in old:
        ctx.emit(ev.UnitRedrawn(unit.id, ca=vertex_names(here)[old.index(unit.ca)], why="faces as before"))
    elif (ahead := _straight_ahead(ctx, here)) != here:
        why = f"towards the EBE; face {unit.id} HEX/HEX turns it"
        ctx.emit(ev.UnitRedrawn(unit.id, ca=ca_towards(here, ahead), why=why))


def _straight_ahead(ctx: Context, here: Hex) -> Hex:
    """The hex of the EBE straight before a hex: in its own hexrow, or on its own height, and the nearest."""
    edge = map(parse_hex, ctx.board.edge(ctx.game.edge_of("ENEMY")))
    ways = ((abs(other.col - here.col), abs(other.half_y - here.half_y), other) for other in edge)
    return min(ways, key=lambda way: (min(way[:2]), max(way[:2]), way[2]))[2]
