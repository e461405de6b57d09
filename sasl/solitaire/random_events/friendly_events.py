"""The FRIENDLY Random Events: what each effect of the table does."""

from __future__ import annotations

from typing import Any

from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Option, Refused
from sasl.asl.game.flags import Flag
from sasl.asl.game.sides import Side
from sasl.asl.game.state import Role, Unit
from sasl.asl.oba import batteries
from sasl.asl.terrain import minefields
from sasl.board.hexes import parse_hex
from sasl.kernel.rolling.records import result_text
from sasl.kernel.text import listed
from sasl.solitaire.checks.row_checks import MOST
from sasl.solitaire.random_events.entry_events import Effect, Entry, amount, men
from sasl.solitaire.random_events.parameters import (
    Known,
    condition,
    counter,
    counters,
    drawn,
    found,
    how_many,
    numbered,
    rows,
    says,
    whole,
)
from sasl.solitaire.setup.force import give_armor_leader, roll_counter

SIDE: Side = "FRIENDLY"
ARRIVED = "reinforcements"
BY_ROAD: tuple[Flag, ...] = ("road-entry",)


def _welcome(ctx: Context, units: list[Unit], how: str) -> None:
    names = listed(f"{unit.id} ({unit.type})" for unit in units)
    ctx.tell(f"{names} wait off-board and enter {how} (enter UNITS HEX).", board=True, stop=True)


def gun_section(ctx: Context, entry: Entry) -> bool:
    """11-13: Guns of one type, each with a crew and a vehicle that can tow it."""
    number = amount(ctx, entry["number"], "Number of Guns")
    gun_type = roll_counter(ctx, entry["type"], "Type of the Guns")
    needed = pieces.counter(ctx, SIDE, gun_type).manhandling or 0
    truck = ""
    for _ in range(ctx.figure("most-rerolls")):
        truck = result_text(ctx.table(entry["transport"], "Transport").result)
        tows = pieces.counter(ctx, SIDE, truck).tow_number
        if tows is not None and needed >= tows:
            break
        ctx.tell(f"{truck} cannot tow {gun_type}: reroll.")
    units: list[Unit] = []
    for _ in range(number):
        vehicle = pieces.add_unit(ctx, SIDE, truck, group=ARRIVED, flags=BY_ROAD)
        gun = pieces.add_unit(ctx, SIDE, gun_type, group=ARRIVED)
        crew = pieces.add_unit(ctx, SIDE, entry["crew"], group=gun.id)
        for unit in (gun, crew):
            ctx.emit(ev.UnitRedrawn(unit.id, carrier=vehicle.id))
        units += [vehicle, gun, crew]
    _welcome(ctx, units, f"towed through a road hex of the {ctx.game.edge_of('FRIENDLY')} edge")
    return True


def recall_afv(ctx: Context, entry: Entry) -> bool:
    """14-16: one Mobile FRIENDLY AFV is placed under Recall (D5.341)."""
    mobile = sorted(
        unit.id
        for unit in ctx.state.on_map(SIDE)
        if unit.kind == "vehicle"
        and is_afv(ctx, unit)
        and not unit.flags & {"immobile", "bogged", "abandoned", "recalled"}
    )
    if not mobile:
        return False
    chosen = ctx.state.units[ctx.pick(mobile, "the AFV that is Recalled")]
    pieces.change(ctx, chosen, ["recalled"], why="Random Event (D5.341)")
    return True


def is_afv(ctx: Context, unit: Unit) -> bool:
    """Whether a vehicle has armor."""
    item = pieces.counter(ctx, unit.side, unit.type)
    return item.armor_front is not None


def radio(ctx: Context, entry: Entry) -> bool:
    """21-23: OBA of a rolled type; a radio goes to a leader, or comes with a new one."""
    kind = result_text(ctx.table(entry["type"], "Type of the OBA").result)
    ammo = result_text(ctx.table(entry["ammo"], "Ammunition").result)
    leaders = [unit for unit in men(ctx, SIDE) if unit.kind == "leader"]
    leaders.sort(key=lambda unit: (unit.modifier, -unit.morale, unit.id))
    options = [Option(unit.id, f"{unit.type} in {unit.hex}") for unit in leaders]
    options += [
        Option(str(ride).replace(" ", "-"), f"a new {entry['leader']} enters with a {ride}") for ride in entry["rides"]
    ]
    answer = ctx.choose(f"Who gets the radio for {kind} OBA, {ammo} ammo?", options, rule="RE 21-23", whose=SIDE)
    holder = answer
    if answer not in ctx.state.units:
        leader = pieces.add_unit(ctx, SIDE, entry["leader"], group=ARRIVED)
        vehicle = pieces.add_unit(ctx, SIDE, answer, group=ARRIVED)
        ctx.emit(ev.UnitRedrawn(leader.id, carrier=vehicle.id))
        _welcome(ctx, [vehicle, leader], f"on the {ctx.game.edge_of('FRIENDLY')} edge")
        holder = leader.id
    weapon = pieces.add_weapon(ctx, SIDE, "radio", holder=holder, group=ARRIVED)
    rocket = "rocket" in kind
    battery = batteries.add(
        ctx, SIDE, batteries.calibre_in(kind), ammo, name=f"{kind} OBA", rocket=rocket, observer=weapon.id
    )
    ctx.tell(f"OBA received: {kind}, {ammo} ammo, radio with {holder} ({battery.id}).", board=True, stop=True)
    return True


def hero(ctx: Context, entry: Entry) -> bool:
    """24-26: a Hero is created from the FRIENDLY MMC closest to an unbroken ENEMY unit or an S? (A15.2, S3.1)."""
    enemies = [unit.hex for unit in men(ctx, "ENEMY") if unit.kind == "vehicle" or "broken" not in unit.flags]
    enemies += [suspect.hex for suspect in ctx.state.suspects.values() if not suspect.off_board]
    makers = [unit for unit in men(ctx, SIDE) if unit.mmc and not unit.carrier]
    if not makers or not enemies:
        return False
    ranges = {unit.id: min(ctx.board.distance(unit.hex, name) for name in enemies) for unit in makers}
    best = min(ranges.values())
    maker = ctx.state.units[
        ctx.pick(sorted(key for key, value in ranges.items() if value == best), "the MMC of the Hero")
    ]
    pieces.add_unit(
        ctx,
        SIDE,
        ctx.game.library.hero(ctx.mission.army(SIDE).nation),
        maker.hex,
        group=maker.group,
        why=f"Hero from {maker.id} (A15.2)",
    )
    return True


def platoon(ctx: Context, entry: Entry) -> bool:
    """31-33: Assault Engineers with a leader and SW; on a low dr each squad may ride in a truck."""
    roles: dict[str, Role] = {name: "engineer" for name in entry["units"] if _trained(ctx, name)}
    units = [
        pieces.add_unit(ctx, SIDE, str(name), group=ARRIVED, flags=BY_ROAD, role=roles.get(name, ""))
        for name, number in entry["units"].items()
        for _ in range(number)
    ]
    squads = [unit for unit in units if unit.kind == "squad"]
    weapons = [name for name, number in entry["weapons"].items() for _ in range(number)]
    for place, name in enumerate(weapons):
        pieces.add_weapon(ctx, SIDE, str(name), holder=squads[place % len(squads)].id, group=ARRIVED)
    if str(ctx.table(entry["trucks"], "Do they come in trucks?").result) == "yes":
        for squad in _who_rides(ctx, squads, str(entry["truck"])):
            truck = pieces.add_unit(ctx, SIDE, entry["truck"], group=ARRIVED, flags=BY_ROAD)
            ctx.emit(ev.UnitRedrawn(squad.id, carrier=truck.id))
            pieces.change(ctx, ctx.state.units[squad.id], (), BY_ROAD)
            units.append(truck)
    _welcome(ctx, units, f"along a road of the {ctx.game.edge_of('FRIENDLY')} edge")
    return True


def _trained(ctx: Context, name: str) -> bool:
    """H1.22: whether squads of this type can be Assault Engineers."""
    return pieces.counter(ctx, SIDE, name).assault_engineer


def _who_rides(ctx: Context, squads: list[Unit], truck: str) -> list[Unit]:
    """31-33: the squads that the player lets enter as Passengers; all of them unless he says otherwise."""
    options = [Option(squad.id, f"{squad.type} in a {truck}") for squad in squads]
    text = f"Which squads enter as Passengers of a {truck}? The others walk"
    chosen = ctx.several(text, options, [squad.id for squad in squads], rule="RE 31-33", whose=SIDE)
    return [squad for squad in squads if squad.id in chosen]


def afv_arrive(ctx: Context, entry: Entry) -> bool:
    """34-36: AFV of one type, with the chance of an armor leader."""
    number = amount(ctx, entry["number"], "Number of AFV")
    name = roll_counter(ctx, entry["type"], "Type of the AFV")
    units = [pieces.add_unit(ctx, SIDE, name, group=ARRIVED) for _ in range(number)]
    drm = entry.parameters.get("leader_drm")  # a mission's own DRM for all its armor leaders
    facts = {str(drm): 1} if drm else {}
    leader = result_text(ctx.table(entry["leader"], "Armor leader", column="armor-leader", facts=facts).result)
    give_armor_leader(ctx, leader, [unit.id for unit in units])
    _welcome(ctx, units, f"on the {ctx.game.edge_of('FRIENDLY')} edge")
    return True


def rally(ctx: Context, entry: Entry) -> bool:
    """41-43: broken FRIENDLY units of one Location, the closest to the EBE, rally."""
    broken = [unit for unit in men(ctx, SIDE) if "broken" in unit.flags]
    if not broken:
        return False
    edge = ctx.game.edge_of("ENEMY")
    best = min(ctx.board.distance_to_edge(unit.hex, edge) for unit in broken)
    places = sorted({unit.hex for unit in broken if ctx.board.distance_to_edge(unit.hex, edge) == best})
    place = ctx.pick(places, "the Location that rallies")
    for name in selected(ctx, [unit.id for unit in broken if unit.hex == place], "the units that rally"):
        pieces.change(ctx, ctx.state.units[name], (), ["broken", "dm"], "Random Event")
    return True


def selected(ctx: Context, names: list[str], purpose: str) -> list[str]:
    """Random Selection (A.9) in which ties are all selected."""
    return ctx.selection(names, 1, purpose)


def infantry_reinforcements(ctx: Context, entry: Entry) -> bool:
    """51-52: squads of one type with their leaders and SW by H1.8."""
    number = amount(ctx, entry["number"], "Number of squads", "RE 51-52", entry.parameters.get("plus", 0))
    name = roll_counter(ctx, entry["type"], "Type of the squads")
    units = [pieces.add_unit(ctx, SIDE, name, group=ARRIVED) for _ in range(number)]
    squads, armed = list(units), 0
    for row in ctx.game.library.table(entry["smc_sw"]).rows:
        line = row.result
        if name in line.get("not_for", ()):
            continue
        for _ in range(-(-number // int(line["per"]))):
            if line["item"] == "leader":
                leader = roll_counter(ctx, entry["leader"], "Leader", column="leader", reroll=["-"])
                units.append(pieces.add_unit(ctx, SIDE, leader, group=ARRIVED))
            else:
                pieces.add_weapon(ctx, SIDE, str(line["item"]), holder=squads[armed % number].id, group=ARRIVED)
                armed += 1
    _welcome(ctx, units, f"on the {ctx.game.edge_of('FRIENDLY')} edge")
    return True


def sappers(ctx: Context, entry: Entry) -> bool:
    """65: sapper squads, each with its SW, and the chance of a leader."""
    number = amount(ctx, entry["number"], "Number of sapper squads")
    units = [
        pieces.add_unit(ctx, SIDE, entry["type"], group=ARRIVED, note="sapper (H1.23)", role="sapper")
        for _ in range(number)
    ]
    for unit in list(units):
        for name in entry["each"]:
            pieces.add_weapon(ctx, SIDE, str(name), holder=unit.id, group=ARRIVED)
    leader = result_text(ctx.table(entry["leader"], "Leader", column="leader").result)
    if leader != "-":
        units.append(pieces.add_unit(ctx, SIDE, leader, group=ARRIVED))
    _welcome(ctx, units, f"on the {ctx.game.edge_of('FRIENDLY')} edge")
    return True


def minefield_discovered(ctx: Context, entry: Entry) -> bool:
    """54-56: mines in hexes adjacent to and west of the FRIENDLY Infantry closest to the EBE."""
    edge = ctx.game.edge_of("ENEMY")
    foremost = [unit for unit in men(ctx, SIDE) if unit.infantry]
    if not foremost:
        return False
    best = min(ctx.board.distance_to_edge(unit.hex, edge) for unit in foremost)
    places = sorted({unit.hex for unit in foremost if ctx.board.distance_to_edge(unit.hex, edge) == best})
    place = ctx.pick(places, "the hex in front of which the mines lie")
    for name in ahead(ctx, place)[: int(entry["number"])]:
        if not minefields.takes_mines(ctx.board, name):
            ctx.tell(f"No mines in {name}: not possible in {', '.join(ctx.board.terrain(name).terrains)} (B28.1).")
            continue
        if ctx.state.units_at(name, "ENEMY") or ctx.state.markers_at(name, "minefield"):
            continue
        for item in ctx.state.suspects_at(name):
            ctx.emit(ev.SuspectRemoved(item.id, name, "mines are discovered here"))
        marker = pieces.put_marker(
            ctx, "minefield", name, "Known minefield, strength unknown", side="ENEMY", state="unknown"
        )
        ours = ctx.state.units_at(name, SIDE)
        if ours or isinstance(entry["strength"], int):
            strength = amount(ctx, entry["strength"], f"Minefield in {name}")
            ctx.emit(ev.MarkerPut(pieces.strong(marker, strength)))
        if ours:
            minefields.discovered(ctx, ours, name)
    return True


def ahead(ctx: Context, name: str) -> list[str]:
    """The hexes adjacent to `name` on its enemy side: straight ahead first, then the two beside it."""
    edge = ctx.game.edge_of("ENEMY")
    here = parse_hex(name)
    forward = sorted(
        ctx.board.neighbours(name),
        key=lambda other: (ctx.board.distance_to_edge(other, edge), abs(parse_hex(other).col - here.col), other),
    )
    return [
        other for other in forward if ctx.board.distance_to_edge(other, edge) <= ctx.board.distance_to_edge(name, edge)
    ][:3]


def _oba(known: Known, result: Any) -> str:
    try:
        batteries.calibre_in(str(result))
    except Refused as error:
        return str(error)
    return ""


def _ammo(known: Known, result: Any) -> str:
    words = batteries.AMMO
    return "" if str(result).lower() in words else f"'{result}' is not one of {', '.join(words)}"


def _issued(known: Known, result: Any) -> str:
    """H1.8: `item` (leader, or a SW) for each `per` squads, but none for those in `not_for`."""
    line = result if isinstance(result, dict) else {}
    item, per, spared = line.get("item"), line.get("per"), line.get("not_for", [])
    if item != "leader" and (item not in known.types or known.types[str(item)].kind != "sw"):
        return f"item '{item}' is neither leader nor a SW of that side"
    if isinstance(per, bool) or not isinstance(per, int) or per < 1:
        return f"per '{per}' is not a number of squads"
    return "" if isinstance(spared, list) else f"not_for '{spared}' is not a list of squads"


EFFECTS = {
    "gun-section": Effect(
        gun_section,
        {"number": how_many, "type": found("gun"), "transport": drawn("vehicle"), "crew": counter("crew", "hs")},
    ),
    "recall-afv": Effect(recall_afv),
    "radio": Effect(
        radio, {"type": rows(_oba), "ammo": rows(_ammo), "leader": counter("leader"), "rides": counters("vehicle")}
    ),
    "hero": Effect(hero),
    "platoon": Effect(
        platoon,
        {
            "units": numbered("squad", "hs", "crew", "leader", "hero"),
            "weapons": numbered("sw"),
            "trucks": says("yes", "no"),
            "truck": counter("vehicle"),
        },
    ),
    "afv-arrive": Effect(
        afv_arrive,
        {"number": how_many, "type": found("vehicle"), "leader": drawn("leader", column="armor-leader")},
        {"leader_drm": condition},
    ),
    "rally": Effect(rally),
    "infantry-reinforcements": Effect(
        infantry_reinforcements,
        {
            "number": how_many,
            "type": found("squad"),
            "leader": drawn("leader", column="leader"),
            "smc_sw": rows(_issued),
        },
        {"plus": whole(0, MOST)},
    ),
    "sappers": Effect(
        sappers,
        {
            "number": how_many,
            "type": counter("squad", "hs"),
            "leader": drawn("leader", column="leader"),
            "each": counters("sw"),
        },
    ),
    "minefield-discovered": Effect(minefield_discovered, {"number": whole(1, 3), "strength": how_many}),
}
"""The effects by their words."""
