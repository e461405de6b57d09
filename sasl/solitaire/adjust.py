"""Adjusting by hand: what the player settles on his board, and anything else he wants otherwise."""

from __future__ import annotations

from collections.abc import Callable

from sasl.asl.air import sorties as aircraft
from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Refused
from sasl.asl.game.registry import verb
from sasl.asl.game.selection import find_unit, find_weapon, select
from sasl.asl.game.sight import known_hex
from sasl.asl.game.state import MMC, SMC, UNIT_FLAGS, WEAPON_FLAGS, Marker, Side, Stage, Unit
from sasl.asl.infantry.casualties import reduce_unit, wound
from sasl.board.hexes import parse_hex, vertex_names
from sasl.content.yamlfile import nearest
from sasl.kernel.text import number_in, one_of, prefix_match
from sasl.solitaire import control

STAGES: tuple[Stage, ...] = ("wrecks", "force", "set-up", "play")
WHY = "player"


def _each(name: str, usage: str, summary: str, do: Callable[[Context, Unit], None]) -> None:
    """Register a command that does the same to each unit named."""

    def run(ctx: Context, words: list[str]) -> None:
        if not words:
            raise Refused(f"{name} needs units, as in: {usage.replace('UNITS', '628a,91a')}")
        for key in [unit.id for unit in select(ctx.state, ",".join(words))]:
            unit = ctx.state.units.get(key)
            if unit is None:  # went with one named before it (A10.2)
                continue
            do(ctx, unit)
            if unit.hex and unit.hex in ctx.state.control:
                control.recheck(ctx, unit.hex)

    verb(name, usage, summary, stages=STAGES, group="settle")(run)


def _break(ctx: Context, unit: Unit) -> None:
    if unit.kind in ("vehicle", "cupola", "gun", "aircraft", "hero"):
        raise Refused(f"{unit.id} cannot break; use set, malfunction, reduce or eliminate")
    if "broken" in unit.flags:
        reduce_unit(ctx, unit, "broken again (A10.31)")
        return
    pieces.change(ctx, unit, ["broken", "dm"], ["pinned", "concealed", "melee"], WHY)


def _eliminate(ctx: Context, unit: Unit) -> None:
    ctx.emit(ev.UnitRemoved(unit.id, f"eliminated ({WHY})"))
    if unit.kind == "aircraft" and unit.side == "FRIENDLY":
        aircraft.release_guns(ctx)
    if unit.side == "FRIENDLY" and unit.kind == "vehicle" and unit.hex:
        ctx.tell(f"If {unit.id} leaves a wreck, type: marker add wreck {unit.hex}")


_each("break", "break UNITS", "units break (a broken one suffers Casualty Reduction)", _break)
_each("pin", "pin UNITS", "units are pinned", lambda ctx, unit: pieces.change(ctx, unit, ["pinned"], why=WHY))
_each(
    "reduce",
    "reduce UNITS",
    "Casualty Reduction: squad to HS, HS eliminated, SMC wounded",
    lambda ctx, unit: reduce_unit(ctx, unit, WHY),
)
_each("wound", "wound UNITS", "SMC are wounded (the severity dr is rolled)", lambda ctx, unit: wound(ctx, unit, WHY))
_each("eliminate", "eliminate UNITS", "units are eliminated", _eliminate)
_each(
    "reveal",
    "reveal UNITS",
    "units lose their concealment",
    lambda ctx, unit: pieces.change(ctx, unit, (), ["concealed"], WHY),
)


@verb(
    "recall",
    "recall UNITS",
    "aircraft or AFV leave the game under Recall (E7.24, D5.341)",
    stages=STAGES,
    group="settle",
)
def recall(ctx: Context, words: list[str]) -> None:
    """E7.24: aircraft leave for good; D5.341: an AFV is marked and must leave."""
    for unit in select(ctx.state, ",".join(words) or "?"):
        if unit.kind == "aircraft":
            ctx.emit(ev.UnitRemoved(unit.id, f"Recalled ({WHY}, E7.24)"))
            aircraft.release_guns(ctx)
        elif unit.kind == "vehicle":
            pieces.change(ctx, unit, ["recalled"], why=f"{WHY} (D5.341)")
        else:
            raise Refused(f"{unit.id} is neither aircraft nor vehicle: it cannot be Recalled")


@verb(
    "set",
    "set UNITS STATE… (-STATE takes it off)",
    "give or take any state: broken dm pinned cx ti concealed …",
    stages=STAGES,
    group="adjust",
    key="s",
)
def set_states(ctx: Context, words: list[str]) -> None:
    """Any state of a unit or SW, by hand."""
    if len(words) < 2:
        raise Refused(f"set needs units and states, as in: set 628a cx -pinned; states: {', '.join(UNIT_FLAGS)}")
    target, states = words[0], [word.lower() for word in words[1:]]
    if target.lower() in {name.lower() for name in ctx.state.weapons}:
        weapon = find_weapon(ctx.state, target)
        gained, lost = _states(states, WEAPON_FLAGS)
        ctx.emit(ev.WeaponChanged(weapon.id, gained, lost, WHY))
        return
    gained, lost = _states(states, UNIT_FLAGS)
    for unit in select(ctx.state, target):
        pieces.change(ctx, unit, gained, lost, WHY)
        if unit.hex in ctx.state.control:
            control.recheck(ctx, unit.hex or "")


def _states(words: list[str], known: dict[str, str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    gained: list[str] = []
    lost: list[str] = []
    for word in words:
        bare = word.lstrip("+-")
        found = prefix_match(bare, known)
        if len(found) != 1:
            raise Refused(f"'{bare}' is no state{nearest(bare, known)}; there are {', '.join(known)}")
        (lost if word.startswith("-") else gained).append(found[0])
    return tuple(gained), tuple(lost)


@verb("put", "put UNITS HEX|off", "put units into any hex, or take them off the map", stages=STAGES, group="adjust")
def put(ctx: Context, words: list[str]) -> None:
    """A unit is where the player says."""
    if len(words) != 2:
        raise Refused("put needs units and a hex, as in: put 628a K21, or: put 628a off")
    goal = None if words[1].lower() == "off" else known_hex(ctx.game, words[1])
    units = select(ctx.state, words[0])
    for unit in units:
        if unit.carrier and unit.carrier not in {other.id for other in units}:
            ctx.emit(ev.UnitRedrawn(unit.id, carrier="", why=WHY))
        ctx.emit(ev.UnitPut(unit.id, goal, WHY))
        control.recheck(ctx, unit.hex or "")
        if goal:
            control.entered(ctx, ctx.state.units[unit.id], (goal,))


@verb("give", "give SW UNIT|HEX", "a SW goes to a unit, or lies in a hex", stages=STAGES, group="adjust", key="g")
def give(ctx: Context, words: list[str]) -> None:
    """A4.43: a SW changes hands."""
    if len(words) != 2:
        raise Refused("give needs a SW and a unit or hex, as in: give HMGa 458a")
    weapon = find_weapon(ctx.state, words[0])
    if words[1].lower() in {name.lower() for name in ctx.state.units}:
        unit = find_unit(ctx.state, words[1])
        if not unit.personnel:
            raise Refused(f"{unit.id} cannot carry a SW: only Infantry and Cavalry do (A4.4)")
        ctx.emit(ev.WeaponGiven(weapon.id, unit.id))
    else:
        ctx.emit(ev.WeaponGiven(weapon.id, "", known_hex(ctx.game, words[1])))


@verb(
    "malfunction",
    "malfunction SW|UNIT",
    "a SW, Gun or MA malfunctions (set … -malfunctioned repairs it)",
    stages=STAGES,
    group="settle",
)
def malfunction(ctx: Context, words: list[str]) -> None:
    """A9.7: a weapon malfunctions."""
    if len(words) != 1:
        raise Refused("malfunction needs a SW or a unit, as in: malfunction HMGa")
    set_states(ctx, [words[0], "malfunctioned"])


@verb("scrap", "scrap SW", "a SW is eliminated or used up", stages=STAGES, group="settle")
def scrap(ctx: Context, words: list[str]) -> None:
    """A9.74: a SW leaves the game."""
    if len(words) != 1:
        raise Refused("scrap needs a SW, as in: scrap DCa")
    ctx.emit(ev.WeaponRemoved(find_weapon(ctx.state, words[0]).id, WHY))


@verb(
    "become",
    "become UNIT TYPE",
    "a unit becomes another counter (ELR, Battle Hardening, crew)",
    stages=STAGES,
    group="adjust",
)
def become(ctx: Context, words: list[str]) -> None:
    """A19, A15.3: a unit is replaced by another counter."""
    if len(words) < 2:
        raise Refused("become needs a unit and a type, as in: become 628a 5-2-7")
    unit, name = find_unit(ctx.state, words[0]), " ".join(words[1:])
    item = pieces.counter(ctx, unit.side, name)
    if item.kind != unit.kind and not {item.kind, unit.kind} <= {*MMC, *SMC}:
        raise Refused(f"{unit.id} is a {unit.kind} and cannot become a {item.kind}: eliminate it, then use new")
    pieces.become(ctx, unit, name, WHY)


@verb(
    "face",
    "face UNIT HEX/HEX",
    "turn a Gun or vehicle: its CA is the vertex between two hexes",
    stages=STAGES,
    group="adjust",
)
def face(ctx: Context, words: list[str]) -> None:
    """C3.2: a Covered Arc, named like H10/I11."""
    if len(words) != 2:
        raise Refused("face needs a unit and a vertex, as in: face 88La BB2/CC3")
    unit = find_unit(ctx.state, words[0])
    if unit.hex is None:
        raise Refused(f"{unit.id} is not on the map")
    vertices = {frozenset(name.split("/")): name for name in vertex_names(parse_hex(unit.hex))}
    wanted = vertices.get(frozenset(words[1].upper().split("/")))
    if wanted is None:
        raise Refused(f"'{words[1]}' is no vertex of {unit.hex}: {', '.join(vertices.values())}")
    ctx.emit(ev.UnitRedrawn(unit.id, ca=wanted, why=WHY))


@verb(
    "board",
    "board UNITS VEHICLE|off",
    "Infantry or a Gun goes aboard a vehicle, or off it",
    stages=STAGES,
    group="move",
)
def board(ctx: Context, words: list[str]) -> None:
    """D6: Passengers, Riders and towed Guns."""
    if len(words) != 2:
        raise Refused("board needs units and a vehicle, as in: board 628a T34a, or: board 628a off")
    for unit in select(ctx.state, words[0]):
        if words[1].lower() == "off":
            ctx.emit(ev.UnitRedrawn(unit.id, carrier="", why=WHY))
            continue
        vehicle = find_unit(ctx.state, words[1])
        if vehicle.kind != "vehicle" or vehicle.side != unit.side:
            raise Refused(f"{vehicle.id} is no vehicle of that side")
        if not (unit.kind in MMC + SMC or unit.kind == "gun"):
            raise Refused(f"{unit.id} cannot go aboard: only Infantry and Guns do (D6.1)")
        if vehicle.hex != unit.hex:
            raise Refused(f"{unit.id} and {vehicle.id} are not in the same hex (D6.4)")
        ctx.emit(ev.UnitRedrawn(unit.id, carrier=vehicle.id, why=WHY))


@verb("new", "new friendly|enemy TYPE [HEX]", "add any unit or SW of a side's counters", stages=STAGES, group="adjust")
def new(ctx: Context, words: list[str]) -> None:
    """A counter the program does not know of comes into play."""
    if len(words) < 2 or words[0].upper() not in ("FRIENDLY", "ENEMY"):
        raise Refused("new needs a side and a type, as in: new enemy 4-6-7 K9")
    side: Side = "FRIENDLY" if words[0].upper() == "FRIENDLY" else "ENEMY"
    words = [word.strip("\"'") for word in words]
    name, place = " ".join(words[1:]), None
    types = ctx.game.library.counters.get(ctx.mission.army(side).nation, {})
    if name not in types and len(words) > 2 and " ".join(words[1:-1]) in types:
        name, place = " ".join(words[1:-1]), known_hex(ctx.game, words[-1])
    if name not in types:
        raise Refused(f"there is no {ctx.mission.army(side).nation} counter '{name}'{nearest(name, types)}")
    if pieces.counter(ctx, side, name).kind == "sw":
        pieces.add_weapon(ctx, side, name, hex_name=place)
        return
    attitude = ctx.mission.attitude if side == "ENEMY" else ""
    unit = pieces.add_unit(ctx, side, name, place, attitude=attitude, why=WHY)
    if place:
        control.entered(ctx, unit, (place,))
    if unit.kind == "gun" and place:
        crew = pieces.counter(ctx, side, name).crew or "2-2-8"
        ctx.tell(f"{unit.id} has no crew yet: new {side.lower()} {crew} {place}")


MARKERS = (
    "minefield",
    "wreck",
    "ffe",
    "foxhole",
    "trench",
    "wire",
    "pillbox",
    "smoke",
    "flame",
    "blaze",
    "roadblock",
    "sniper",
    "trail-break",
    "shellholes",
)


@verb(
    "marker",
    "marker add KIND HEX [TEXT] | marker remove ID|HEX",
    "put or take any marker: minefield wreck ffe wire …",
    stages=STAGES,
    group="adjust",
)
def marker(ctx: Context, words: list[str]) -> None:
    """Any marker, by hand."""
    if len(words) >= 3 and words[0].lower() == "add":
        kind = words[1].lower()
        if kind not in MARKERS:
            raise Refused(f"'{kind}' is no marker{nearest(kind, MARKERS)}; there are {', '.join(MARKERS)}")
        text = " ".join(words[3:]) or kind
        digits = next(filter(None, (number_in(word, 1, 99) for word in words[3:])), 0)
        number, name = 1 if kind == "ffe" else digits, known_hex(ctx.game, words[2])
        if kind == "shellholes" and not ctx.board.terrain(name).takes_shellholes:
            what = ctx.board.terrain(name).describe(ctx.board.chart)
            raise Refused(f"no shellholes are placed in {name}: {what} (B2, OtO 2.2)")
        below = kind == "minefield" and "culvert" in [word.lower() for word in words[3:]]
        if below and not ctx.board.terrain(name).culvert:
            raise Refused(f"there is no Culvert in {name} (OtO 3.1)")
        pieces.put_marker(
            ctx, kind, name, text[:60], number=number, why=WHY, below=below, state=pieces.state_in(kind, text)
        )
        return
    if len(words) == 2 and words[0].lower() == "remove":
        for item in _markers(ctx, words[1]):
            ctx.emit(ev.MarkerRemoved(item.id, WHY))
        return
    raise Refused("marker needs words, as in: marker add wire K12, or: marker remove wire3")


def _markers(ctx: Context, word: str) -> list[Marker]:
    found = [item for item in ctx.state.markers.values() if item.id.lower() == word.lower()]
    found = found or ctx.state.markers_at(word.upper())
    if not found:
        raise Refused(f"there is no marker '{word}', by id or by hex")
    return found


@verb(
    "track",
    "track rail|road HEX… | track rail|road -HEX…",
    "say which railroad or road hexes you control (- loses it)",
    group="adjust",
)
def track(ctx: Context, words: list[str]) -> None:
    """The railroad and road tasks, by hand."""
    kind = one_of(words[0].lower(), ev.TRACKS) if len(words) > 1 else None
    if kind is None:
        raise Refused("track needs a kind and hexes, as in: track rail P3 P4")
    wanted = control.rail_hexes(ctx.game) if kind == "rail" else control.road_hexes(ctx.game)
    for held in (True, False):
        names = tuple(known_hex(ctx.game, word.lstrip("-")) for word in words[1:] if word.startswith("-") != held)
        for name in names:
            if name not in wanted:
                raise Refused(f"{name} is no {kind} hex of this mission")
        if names:
            ctx.emit(ev.TrackTaken(kind, names, held))
