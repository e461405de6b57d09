"""What a step costs now: terrain and what lies on it, works, SMOKE, tow, reverse; Difficult Terrain (A4.72)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from sasl.asl.fire import encirclement
from sasl.asl.game.context import Game
from sasl.asl.game.los.depressions import culvert_ends, in_culvert, in_gully
from sasl.asl.game.los.sight import in_bypass
from sasl.asl.game.state import Unit
from sasl.asl.movement.allowance import allotment, movement_kind
from sasl.asl.ordnance import mounted
from sasl.asl.stacking import crowd_mf
from sasl.asl.terrain import fires, pillboxes, rubble, smoke
from sasl.asl.terrain.entrenching import WORKS
from sasl.asl.vehicles import buildings, trails
from sasl.board.board import Board
from sasl.board.bypass_line import Vertices
from sasl.board.movement_cost import FOOT, Cost, infantry_cost, vehicle_cost
from sasl.board.terrain import CAVALRY, WAGON
from sasl.content.library import Library
from sasl.kernel.frozen import Frozen, replace

SHELTERS = (*WORKS, "pillbox")
"""The same and what one goes inside (B30)."""

LAST_HEX = frozenset({"into", "crest", "culvert", "ovr", "charge"})
"""The options of a move that speak of the last hex of the way only."""

Past = tuple[tuple[str, Vertices], ...]
"""The hexes gone round in Bypass, each with the vertices passed."""


class Gait(Frozen):
    """How units move: the options of the order (`assault`, `into`, `reverse` …), and the hexes they go round.

    `dash`: the road hex crossed in a Dash (A4.63); `road_bonus`: they have it (B3.4).
    """

    options: frozenset[str] = frozenset()
    past: Past = ()
    dash: str = ""
    road_bonus: bool = False

    @classmethod
    def of(cls, *options: str) -> Gait:
        """A move with these options."""
        return cls(frozenset(options))

    def __contains__(self, option: str) -> bool:
        return option in self.options

    def along(self, name: str) -> Vertices:
        """The vertices passed in Bypass of a hex; () if it is entered."""
        return next((vertices for hex_, vertices in self.past if hex_ == name), ())

    def adding(self, option: str) -> Gait:
        """The same with one more option."""
        return replace(self, options=self.options | {option})

    def under_way(self) -> Gait:
        """The same on the way to the last hex."""
        return replace(self, options=self.options - LAST_HEX) if self.options & LAST_HEX else self


PLAIN = Gait()


def step_cost(game: Game, unit: Unit, a: str, b: str, gait: Gait = PLAIN) -> Cost:
    """What entering `b` from `a` costs this unit, moving like this."""
    burning = fires.no_entry(game, b)
    if burning:
        return Cost(None, why=burning)
    found = _driving(game, unit, a, b, gait) if unit.kind == "vehicle" else _walking(game, unit, a, b, gait)
    more = smoke.entry_mf(game, b) if unit.kind != "vehicle" else 0  # D2.3: to a vehicle part of the hex itself
    found = _plus(found, [("SMOKE", float(more))] if more else [])
    if "ovr" in gait.options:
        found = _plus(found, [("Infantry OVR, times 2", found.mf or 0.0)])
    if "charge" in gait.options and unit.cavalry:
        found = _plus(found, [("the charge", float(game.figure("charge-mf")))])
    times = encirclement.times(game, unit, a)
    return _plus(found, [(f"Encircled, times {times}", (times - 1) * (found.mf or 0.0))] if times > 1 else [])


def wet(game: Game) -> bool:
    """Whether rain or ground snow makes levels and slopes slippery (E3.54, E3.723)."""
    return any(word in game.state.ec for word in ("Rain", "Snow"))


def is_muddy(game: Game) -> bool:
    """E3.6: whether the ground is mud."""
    return "Mud" in game.state.ec


def is_soft(game: Game) -> bool:
    """Whether the ground is mud or ground snow (E3.6, E3.72)."""
    return is_muddy(game) or "Snow" in game.state.ec


def works_in(game: Game, name: str) -> bool:
    """Whether there are foxholes, a trench or a pillbox in a hex."""
    return any(marker.kind in SHELTERS for marker in game.state.markers_at(name))


def _plus(found: Cost, more: list[tuple[str, float]]) -> Cost:
    """The cost with more parts; ALL and NA stay what they are."""
    if found.mf is None or not more:
        return found
    return replace(found, mf=found.mf + sum(value for _, value in more), parts=(*found.parts, *more))


# -- on foot ------------------------------------------------------------------------------------------


def _walking(game: Game, unit: Unit, a: str, b: str, gait: Gait) -> Cost:
    """The MF of Infantry: the terrain of the hex, or the way past it; then what they come out of and go into."""
    board, options = game.board, gait.options
    if unit.cavalry:
        return _riding(game, a, b, gait)
    if "culvert" in options:
        return _into_culvert(game, unit, a, b)
    if in_culvert(unit) and b not in culvert_ends(board, a):
        return Cost(None, why="the Culvert is left only INTO an ADJACENT gully (OtO 3.2)")
    crest = "crest" in unit.flags
    if crest and board.terrain(b).depression:
        return Cost(
            None, why="a unit in Crest status must first go down into its own gully: move UNIT HEX into (B20.93)"
        )
    if past := gait.along(b):
        found = _bypassing(game, a, b, past)
    else:
        by_road, into = "off-road" not in options, "into" in options and not works_in(game, b)
        found = infantry_cost(board, a, b, use_road=by_road, into=into, wet=wet(game), below=not crest)
    if "trail" in options and by_trail(game, a, b):
        found = _on_the_trail(game, found, FOOT)
    if found.allowed and by_trench(game, unit, a, b, gait):
        return _by_trench(game, a, b)
    if "crest" in options and not _may_crest(game, a, b):
        return Cost(None, why="Crest status is claimed only across a hexside without gully (B20.91)")
    return _plus(found, [*_coming_out(game, unit, a), *_going_in(game, a, b, gait)])


def _riding(game: Game, a: str, b: str, gait: Gait) -> Cost:
    """A13.3: the MF of Cavalry, by its own column of the chart; Wire keeps it out (B26.42)."""
    markers = {marker.kind for marker in game.state.markers_at(b)}
    if "wire" in markers:
        return Cost(None, why="Wire (B26.42)")
    by_road = "off-road" not in gait
    found = infantry_cost(game.board, a, b, use_road=by_road, wet=wet(game), kind=CAVALRY)
    if "trail" in gait and by_trail(game, a, b):
        found = _on_the_trail(game, found, CAVALRY)
    holes = float(game.figure("entrenchment-mf")) if not markers.isdisjoint(WORKS) else 0.0
    return _plus(found, [("past entrenchments", holes)] if holes else [])


def _into_culvert(game: Game, unit: Unit, a: str, b: str) -> Cost:
    """OtO 3.2: the MF of going INTO the Culvert of a hex, from IN the gully at one of its ends."""
    if a not in culvert_ends(game.board, b) or not in_gully(game, unit):
        return Cost(None, why="the Culvert is entered only from IN an ADJACENT gully (OtO 3.2)")
    mf = float(game.figure("culvert-mf"))
    return Cost(mf, (("INTO the Culvert", mf),))


def _coming_out(game: Game, unit: Unit, a: str) -> Iterator[tuple[str, float]]:
    """The MF of leaving a pillbox (B30.4), foxhole or trench (B27.4), and Crest status (B20.91)."""
    if pillboxes.around(game, unit):
        yield "out of the pillbox", pillbox_mf(game, a)
    elif "dug-in" in unit.flags:
        yield "out of the entrenchment", float(game.figure("entrenchment-mf"))
    if "crest" in unit.flags:
        yield "off the crest", float(game.figure("entrenchment-mf"))


def _going_in(game: Game, a: str, b: str, gait: Gait) -> Iterator[tuple[str, float]]:
    """The MF of entering a pillbox (B30.4), foxhole or trench (B27.4), rubble (B24.4), and Crest status (B20.91)."""
    if "into" in gait and pillboxes.at(game, b):
        yield "into the pillbox", float(game.figure("pillbox-mf"))
    elif "into" in gait and works_in(game, b):
        yield "into the entrenchment", float(game.figure("entrenchment-mf"))
    by_road = "off-road" not in gait and game.board.on_road(a, b)
    if rubble.is_rubble(game, b) and not gait.along(b) and not by_road:
        yield "rubble", float(game.figure("rubble-mf"))
    if "crest" in gait:
        yield "Crest status", float(game.figure("crest-entry-mf"))


def _bypassing(game: Game, a: str, b: str, vertices: Vertices) -> Cost:
    """A4.31: the MF of the terrain beside the obstacle, twice that for more than two hexsides."""
    found = infantry_cost(game.board, a, b, use_road=False, wet=wet(game), past=True)
    if found.mf is None or len(vertices) - 1 <= game.figure("bypass-hexsides"):
        return found
    return _plus(found, [("along more hexsides, doubled", found.mf)])


def by_trail(game: Game, a: str, b: str) -> bool:
    """B13.4212: whether a Trail Break leads into the woods of a hex, and no road does."""
    return not game.board.on_road(a, b) and trails.leads(game, a, b)


def _on_the_trail(game: Game, found: Cost, kind: str) -> Cost:
    """B13.4212: the same with what woods cost by a Trail Break."""
    if found.mf is None:
        return found
    woods, mf = game.board.chart["woods"].name.lower(), game.board.chart.figure(f"trail_{kind}_mf")
    parts = tuple(("woods, by the Trail Break", mf) if name == woods else (name, value) for name, value in found.parts)
    return Cost(sum(value for _, value in parts), parts)


def by_trench(game: Game, unit: Unit, a: str, b: str, gait: Gait) -> bool:
    """B27.54: whether a unit goes from one trench into the next without coming out."""
    return "dug-in" in unit.flags and "into" in gait and _joined_trenches(game, a, b)


def _by_trench(game: Game, a: str, b: str) -> Cost:
    """B27.54: one MF whatever lies there, twice that uphill."""
    mf = float(game.figure("trench-mf"))
    parts = [("through the trench", mf)]
    if game.board.terrain(b).elevation > game.board.terrain(a).elevation:
        parts.append(("up, doubled", mf))
    return Cost(sum(value for _, value in parts), tuple(parts))


def _joined_trenches(game: Game, a: str, b: str) -> bool:
    """B27.54: whether there are trenches in two adjacent hexes, and no pillbox with them."""
    if pillboxes.at(game, a) or pillboxes.at(game, b):
        return False
    return bool(game.state.markers_at(a, "trench") and game.state.markers_at(b, "trench"))


def pillbox_mf(game: Game, name: str) -> float:
    """B30.4: the MF out of a pillbox into its hex: one, and what SMOKE there adds."""
    return float(game.figure("pillbox-mf") + smoke.entry_mf(game, name))


def _may_crest(game: Game, a: str, b: str) -> bool:
    """B20.91, OtO 3.4: into a gully hex, not along the gully, and never where the Culvert is."""
    there = game.board.terrain(b)
    side = game.board.hexside(b, a)
    return there.depression and side not in there.gully and not there.culvert and b not in culvert_ends(game.board, a)


# -- driving ------------------------------------------------------------------------------------------


def _driving(game: Game, unit: Unit, a: str, b: str, gait: Gait) -> Cost:
    board, kind = game.board, movement_kind(game, unit)
    if kind == WAGON and "reverse" in gait.options:
        return Cost(None, why="a wagon does not reverse [house]")
    works = works_mp(game, unit, b)
    if works is None:
        return Cost(None, why="Wire, or a trench (B26.42, B27.55)")
    past = gait.along(b)
    gun = burden(game, unit) if past else None
    if gun:
        return Cost(None, why=f"no Bypass with {gun.id} in tow (C10.1)")
    buttoned = "buttoned" in unit.flags
    by_road = board.on_road(a, b) and not past
    housed = not past and buildings.leads_in(game, a, b)
    if past and rubble.is_rubble(game, b):
        return Cost(None, why="no Bypass of rubble (B24.4)")
    if housed and (why := buildings.why_not(game, unit, b)):
        return Cost(None, why=why)
    around = bool(past) or housed
    found = over_terrain(board, kind, allotment(game, unit), a, b, buttoned=buttoned, wet=wet(game), past=around)
    if found.mf is None:
        return found
    if housed:
        found = _into_building(game, unit, b, found)
    hard = not by_road and not past and (housed or is_woods(board, kind, b))
    if veil := smoke.entry_mf(game, b):
        found = _plus(found, [("SMOKE", float(veil))])
    hulks = in_the_way(game, unit, b)
    if hulks:
        each = passing_mp(game.library, by_road=by_road, hard=hard)
        found = _plus(found, [("past wrecks and vehicles", float(hulks * each))])
    if past:
        found = _driving_past(game, found, past)
    if works:
        found = _plus(found, [("over Wire or entrenchments", works)])
    if "reverse" in gait.options:
        times = game.figure(f"reverse-{kind}")
        found = _plus(found, [(f"reverse, times {times}", (times - 1) * (found.mf or 0.0))])
    tow = tow_mp(game, unit)
    return _plus(found, [("towing", tow)]) if tow else found


def _into_building(game: Game, unit: Unit, name: str, beside: Cost) -> Cost:
    """B23.41: a building costs its share of the MP in place of the ground beside it; hexsides and levels add to it."""
    word = "rubble" if rubble.is_rubble(game, name) else "building"
    _, *rest = beside.parts
    ground = beside.parts[0][1]
    price = buildings.price(game, unit)
    return replace(beside, mf=(beside.mf or 0.0) - ground + price, parts=((word, price), *rest))


def over_terrain(
    board: Board, kind: str, printed: int, a: str, b: str, *, buttoned: bool, wet: bool, past: bool = False
) -> Cost:
    """What the terrain alone costs a vehicle of this kind with so many `printed` MP: all of them or a share of them,
    FRU, in woods and the like (B13.41), the figures of the chart elsewhere. `past`: in Bypass, not yet doubled.
    """
    if kind == WAGON:
        found = infantry_cost(board, a, b, wet=wet, kind=WAGON)
    else:
        found = vehicle_cost(board, a, b, kind, buttoned_up=buttoned, wet=wet, past=past)
    part = 0.0 if found.mf is None or past or board.on_road(a, b) else _share(board, b, kind)
    if part == 1:
        return Cost(None, (), True, "woods")
    if not part:
        return found
    half = float(math.ceil(part * printed))
    names = [board.chart[word].name.lower() for word in board.terrain(b).terrains if board.chart[word].mp_share]
    parts = tuple((name, half if name in names else value) for name, value in found.parts)
    return Cost(sum(value for _, value in parts), parts)


def works_mp(game: Game, unit: Unit, name: str) -> float | None:
    """B26.42-.43, B27.43, B27.55: the MP more that Wire and foxholes in a hex cost a vehicle; None: they keep it out.

    Horses and motorcycles stay out of Wire, all but tracks out of a trench; tracks and half-tracks mind no foxhole.
    """
    kinds = {marker.kind for marker in game.state.markers_at(name)}
    move, tracked = game.counter_of(unit).move, game.counter_of(unit).move == "tracked"
    if ("wire" in kinds and move in (WAGON, "motorcycle")) or ("trench" in kinds and not tracked):
        return None
    wire = game.figure("wire-tracked-mp" if tracked else "wire-mp") if "wire" in kinds else 0
    wheels = "foxhole" in kinds and move not in ("tracked", "halftrack")
    holes = game.figure("entrenchment-mf" if move == WAGON else "foxhole-wheels-mp") if wheels else 0
    return float(wire + holes)


def _driving_past(game: Game, each: Cost, vertices: Vertices) -> Cost:
    """D2.3, D2.33: twice the MP of the hex for each hexside, and a turn between two of them."""
    sides = len(vertices) - 1
    times, turns = game.figure("bypass-mp-times") * sides, game.figure("turn-mp") * (sides - 1)
    more = [(f"Bypass, times {times}", (times - 1) * (each.mf or 0.0))]
    return _plus(each, [*more, ("turning", float(turns))] if turns else more)


def _share(board: Board, name: str, kind: str) -> float:
    """B13.41: the share of its MP a vehicle pays for the terrain of a hex, 0 for terrain with a figure."""
    chart = board.chart
    return max((chart[word].mp_share.get(kind, 0.0) for word in board.terrain(name).terrains), default=0.0)


def is_woods(board: Board, kind: str, name: str) -> bool:
    """Whether a kind of vehicle pays a share of its MP for the terrain of a hex."""
    return _share(board, name, kind) > 0


def is_hard(board: Board, kind: str, name: str) -> bool:
    """Whether turning in the hex is turning in woods or a building, off the road, for a kind of vehicle (D2.11)."""
    return not board.terrain(name).road and is_woods(board, kind, name)


def turn_mp(game: Game, unit: Unit, name: str) -> int:
    """D2.11: the MP of a vehicle for each hexspine it turns in a hex."""
    within = rubble.stands_in(game, name) and not game.board.terrain(name).road and not in_bypass(game.state, unit)
    hard = within or is_hard(game.board, movement_kind(game, unit), name)
    return game.figure("turn-mp-hard" if hard else "turn-mp")


def towed(game: Game, vehicle: Unit) -> Unit | None:
    """The Gun a vehicle tows (C10.1)."""
    return next((unit for unit in game.state.aboard(vehicle.id) if unit.kind == "gun"), None)


def burden(game: Game, vehicle: Unit) -> Unit | None:
    """C10.1: the Gun in tow that hinders a vehicle; a mortar of up to 107mm does not."""
    gun = towed(game, vehicle)
    piece = mounted.ordnance(game, game.counter_of(gun)) if gun else None
    light = piece is not None and piece.mortar and piece.calibre <= game.figure("light-tow-calibre")
    return None if light else gun


def tow_mp(game: Game, vehicle: Unit) -> float:
    """C10.1: the MP more that each hex costs a vehicle that tows a Gun."""
    return float(game.figure("tow-mp")) if burden(game, vehicle) else 0.0


def in_the_way(game: Game, unit: Unit, name: str) -> int:
    """D2.14: how many wrecks and other vehicles are in a hex, to be passed there."""
    others = [item for item in game.state.units_at(name) if item.kind == "vehicle" and item.id != unit.id]
    others = [item for item in others if game.counter_of(item).move != "motorcycle"]
    return len(others) + len(game.state.markers_at(name, "wreck"))


def passing_mp(library: Library, *, by_road: bool, hard: bool) -> int:
    """D2.14: the MP of passing each of them, twice as many on the road and in woods."""
    return library.figure("in-the-way-road-mp" if by_road else "in-the-way-mp") * (2 if hard else 1)


def is_difficult(
    game: Game, unit: Unit, start: str, name: str, has: float, stack: Sequence[Unit] = (), gait: Gait = PLAIN
) -> bool:
    """A4.72: whether the step takes 4 MF, or all that a unit `has` after portage; SMOKE does not count.

    What an overstacked hex costs more counts (A5.11); `stack`: those who come into it together.
    """
    cost = step_cost(game, unit, start, name, gait)
    mf = (cost.mf or 0) - smoke.entry_mf(game, name) + crowd_mf(game, name, stack or (unit,))
    return cost.all or mf >= min(has, game.figure("difficult-mf"))
