"""The drives a vehicle could make in one MPh, and the long way to a goal."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from sasl.asl.game.context import Game
from sasl.asl.game.los.screens import clouds_of
from sasl.asl.game.sides import opponent
from sasl.asl.game.state import Unit
from sasl.asl.movement.allowance import movement_allowance, movement_kind
from sasl.asl.movement.ground.costs import in_the_way, tow_mp, works_mp
from sasl.asl.movement.ground.distances import FAR, left_to
from sasl.asl.movement.ground.ground_steps import Steps
from sasl.asl.ordnance import mounted
from sasl.asl.terrain import fires, smoke
from sasl.asl.vehicles import driving
from sasl.board.board import Board
from sasl.board.kept import kept_with_board
from sasl.kernel import verify
from sasl.kernel.frozen import Frozen
from sasl.minds.act import Decider
from sasl.minds.movement import goals
from sasl.minds.movement.goals import Aim
from sasl.minds.movement.last_turns import counts
from sasl.minds.movement.ways.paths import known_mines
from sasl.minds.vehicles.step_tables import Goings, Step, board_steps, goings
from sasl.minds.vehicles.vehicle_threat import VehicleThreat, doubtful, vehicle_threat
from sasl.solitaire.control import held_by_vehicles


class Obstacle(NamedTuple):
    """What is in a crowded hex: wrecks and vehicles to pass, and the MP that SMOKE, Wire and foxholes cost."""

    hulks: int
    more_mp: float


@dataclass
class Land:
    """The ground before a vehicle as its side knows it: what it may not enter, what is in the way, what it risks.

    `closed`: known mines and where enemies are. `parked`: where other vehicles of its side stand. `crowded`: where
    something lies that makes a hex dearer, or bars it. `tow_mp`: what its tow makes each hex dearer.
    """

    game: Game
    decider: Decider
    unit: Unit
    threat: VehicleThreat
    closed: frozenset[str]
    parked: frozenset[str]
    crowded: frozenset[str]
    tow_mp: float
    goings: Goings
    _obstacles: dict[str, Obstacle | None] = field(default_factory=dict)

    @property
    def start(self) -> str:
        """Where the vehicle is."""
        return self.unit.hex

    @cached_property
    def aim(self) -> Aim | None:
        """Where it wants to go in the end, and why."""
        return _aim_of(self)

    @cached_property
    def barred(self) -> frozenset[str]:
        """Where no long way leads on: known mines and Blazes."""
        markers = self.game.state.markers.values()
        mines = {item.hex for item in markers if item.kind == "minefield" and item.hex in self.closed}
        return frozenset(mines | {item.hex for item in markers if item.kind == "blaze"})

    @cached_property
    def prizes(self) -> frozenset[str]:
        """A26.12: the VPO of the other side that it may go for by itself, ahead of its Infantry, in the last Turns: no
        building, and no enemy that its side knows of in it. Before, none: who drives on gives up what it holds."""
        game, unit = self.game, self.unit
        late = self.decider.doctrine.value("hold-mp") and counts(game, self.decider)
        if not late or not mounted.weapons(game, unit):
            return frozenset()
        places = goals.wanted(game, unit.side)
        return frozenset(name for name in places if name not in self.closed and held_by_vehicles(game, name))

    def risk(self, name: str) -> float:
        """The chance, 0 to 1, that it is harmed in a hex."""
        return self.threat.risk(name)

    def fits(self, name: str) -> bool:
        """Whether it may end in a hex: one vehicle to each, and none in a fire (B25.4)."""
        return name == self.start or not (name in self.parked or fires.on_fire(self.game, name))

    def price(self, step: Step) -> float | None:
        """The MP of a step into a crowded hex: past wrecks, through SMOKE, over Wire …; None: it cannot."""
        name = step.hex
        if name not in self._obstacles:
            self._obstacles[name] = self._obstacle(name)
        found = self._obstacles[name]
        return None if step.mp is None or found is None else step.mp + found.hulks * step.passing + found.more_mp

    def _obstacle(self, name: str) -> Obstacle | None:
        works = works_mp(self.game, self.unit, name)
        if fires.no_entry(self.game, name) or works is None:
            return None
        return Obstacle(in_the_way(self.game, self.unit, name), smoke.entry_mf(self.game, name) + works)


def land_of(game: Game, decider: Decider, unit: Unit) -> Land:
    """The ground before a vehicle."""
    enemies = game.state.on_map(opponent(unit.side))
    held = {item.hex for item in enemies if item.kind != "aircraft" and not item.flags & {"hidden", "prisoner"}}
    mines = known_mines(game) if not game.counter_of(unit).mine_roller else frozenset()
    own = game.state.on_map(unit.side)
    parked = frozenset(item.hex for item in own if item.kind == "vehicle" and item.id != unit.id and item.hex)
    return Land(
        game,
        decider,
        unit,
        vehicle_threat(game, decider, unit),
        mines | held | doubtful(game, unit.side),
        parked,
        frozenset(clouds_of(game)) | _hulls(game),
        tow_mp(game, unit),
        goings(game, unit),
    )


def _hulls(game: Game) -> frozenset[str]:
    """The hexes with vehicles, wrecks, fires and works, dearer to pass or not to be entered at all."""
    vehicles = {item.hex for item in game.state.on_map() if item.kind == "vehicle"}
    markers = {
        item.hex
        for item in game.state.markers.values()
        if item.kind in ("wreck", "blaze", "flame", "wire", "foxhole", "trench")
    }
    return frozenset(vehicles | markers)


class Drive(Frozen):
    """One way: its hexes, the own one first, its MP, the greatest risk on it, whether it may bog in its last hex."""

    hexes: tuple[str, ...]
    mp: float
    risk: float
    bogs: int

    @property
    def end(self) -> str:
        """Where it ends."""
        return self.hexes[-1]


class Label(NamedTuple):
    """How a hex is reached best: the `weight` of the way and its MP, which order the search; then the hex before, the
    facing, the greatest risk and the Bog Checks on the way."""

    weight: float
    mp: float
    before: str
    vertex: int | None
    risk: float
    bogs: int


class Reach(Mapping[str, Drive]):
    """The safest drive to every hex in reach, the own one too; each is put together when it is asked for."""

    def __init__(self, start: str, labels: Mapping[str, Label]) -> None:
        self.start, self.labels = start, labels

    def __getitem__(self, name: str) -> Drive:
        label = self.labels[name]
        hexes = [name]
        while hexes[-1] != self.start:
            hexes.append(self.labels[hexes[-1]].before)
        return Drive(tuple(reversed(hexes)), self.mp(name), label.risk, label.bogs)

    def __contains__(self, name: object) -> bool:
        return name in self.labels

    def __iter__(self) -> Iterator[str]:
        return iter(self.labels)

    def __len__(self) -> int:
        return len(self.labels)

    def mp(self, name: str) -> float:
        """The MP of the drive to a hex; to stay costs nothing."""
        return self.labels[name].mp if name != self.start else 0.0


def drives(land: Land, reserve: float) -> Reach:
    """The safest drive to every hex in reach, `reserve` MP left over (for the Stop).

    Least MP + risk, each hex taken as it is first settled, with the facing of that way (house rules 7).
    """
    game, unit, start = land.game, land.unit, land.start
    value = land.decider.doctrine.value
    risk_mp, bog_mp = value("drive-risk-mp"), value("bog-mp")
    allowance = movement_allowance(game, unit) - unit.mf - reserve
    begin = float(driving.start_mp(game, unit))
    closed, crowded, going, tow = land.closed, land.crowded, land.goings, land.tow_mp
    risks = land.threat.risks
    labels = {start: Label(0.0, begin, "", driving.facing(unit), 0.0, 0)}
    queue: list[tuple[float, float, int, str]] = [(0.0, begin, 0, start)]
    done: set[str] = set()
    serial = 0
    while queue:
        total, mp, _, here = heapq.heappop(queue)
        if here in done:
            continue
        done.add(here)
        label = labels[here]
        turn_mp, steps = going[here]
        turnings = driving.turnings(label.vertex)
        for step in steps:
            near = step.hex
            if near in closed or near in done:
                continue
            price = land.price(step) if near in crowded else step.mp
            if price is None:
                continue
            vertex, turns = turnings[step.side]
            spent = mp + price + tow + turns * turn_mp
            if spent > allowance:
                continue
            risk = risks.get(near)
            if risk is None:
                risk = land.risk(near)
            weight = total + spent - mp + risk_mp * risk + bog_mp * step.bogs
            known = labels.get(near)
            if known is not None and (known.weight, known.mp) <= (weight, spent):
                continue
            serial += 1
            labels[near] = Label(weight, spent, here, vertex, max(label.risk, risk), label.bogs + step.bogs)
            heapq.heappush(queue, (weight, spent, serial, near))
    return Reach(start, labels)


def onward(land: Land, reach: Reach, here: str, name: str) -> float | None:
    """The MP of the drive to `here` and on into the adjacent hex `name`; None if it cannot enter, or takes ALL."""
    label, going = reach.labels[here], land.goings[here]
    step = next(step for step in going.steps if step.hex == name)
    price = land.price(step)
    if price is None:
        return None
    _, turns = driving.turnings(label.vertex)[step.side]
    found = label.mp + price + land.tow_mp + turns * going.turn_mp
    if verify.ON:
        verify.same(
            f"the MP of {land.unit.id} into {name}",
            found,
            lambda: driving.cost_of(land.game, land.unit, (*reach[here].hexes, name)),
        )
    return found


# -- the long way -------------------------------------------------------------------------------------


def to_go(land: Land, goal: str) -> Mapping[str, float]:
    """The MP from every hex to the goal over the terrain, around known mines and Blazes.

    Where the vehicle cannot get into the goal, a building or water: to the nearest hexes to it that it can reach.
    """
    board, kind, barred = land.game.board, movement_kind(land.game, land.unit), land.barred
    left = _to_go(board, (goal,), kind, barred)
    return (
        left if left[land.start] < FAR else _to_go(board, _beside(board, goal, kind, barred, land.start), kind, barred)
    )


@kept_with_board(256)
def _to_go(board: Board, goals: tuple[str, ...], kind: str, barred: frozenset[str]) -> Mapping[str, float]:
    ranks = [board.rank[name] for name in goals]
    left = left_to(_steps(board, kind, barred), ranks, board.chart.figure("all_mf"), {})
    return dict(zip(board.ranked, left, strict=True))


@kept_with_board(16)
def _steps(board: Board, kind: str, barred: frozenset[str]) -> Steps:
    """The steps over the terrain, none of them out of the barred hexes."""
    steps = list(board_steps(board, kind))
    for name in barred:
        steps[board.rank[name]] = ()
    return tuple(steps)


@kept_with_board(256)
def _beside(board: Board, goal: str, kind: str, barred: frozenset[str], start: str) -> tuple[str, ...]:
    """The hexes nearest to a goal of those that a vehicle can reach from its start, over whatever way."""
    ranges, names = board.range_from(goal), _reached(board, kind, barred, start)
    least = min(ranges[name] for name in names)
    return tuple(name for name in names if ranges[name] == least)


@kept_with_board(64)
def _reached(board: Board, kind: str, barred: frozenset[str], start: str) -> tuple[str, ...]:
    """Those hexes by rank."""
    steps, reached = _steps(board, kind, barred), {board.rank[start]}
    waiting = list(reached)
    while waiting:
        fresh = {near for near, _ in steps[waiting.pop()]} - reached
        reached |= fresh
        waiting += fresh
    return tuple(name for rank in sorted(reached) if (name := board.ranked[rank]) not in barred or name == start)


def _aim_of(land: Land) -> Aim | None:
    """The goal of a vehicle; of the VPO that the other side controls the one to which it has the fewest MP to go.

    Where others of its side are nearer it seems farther (armor-spread).
    """
    game, unit = land.game, land.unit
    aim = goals.aim(game, land.decider, unit)
    if aim is None or aim.hex not in goals.wanted(game, unit.side) or goals.counterattacked(game, unit):
        return aim
    places = goals.open_to(game, unit.side)  # none in flames (B25.4)
    ranges, left = game.board.range_from(land.start), {name: to_go(land, name) for name in places}
    crowds = _crowd_mp(land, left)
    seems = {name: left[name][land.start] + crowds.get(name, 0.0) for name in places}
    place = min(places, key=lambda name: (seems[name], ranges[name], name != aim.hex, name))
    nearest = min(places, key=lambda name: (left[name][land.start], ranges[name], name))
    spread = left[nearest][land.start] < left[place][land.start]
    nearer, figures = (f", {nearest} is nearer", ("armor-spread",)) if spread else ("", ())
    return Aim(place, f"{place} is a VPO that {opponent(unit.side)} controls{nearer}", figures)


def _crowd_mp(land: Land, left: Mapping[str, Mapping[str, float]]) -> Mapping[str, float]:
    """The MP by which goals (`left`: the MP to them) seem farther to an armed vehicle (armor-spread) for those of its
    side to whom they are nearest, and who are nearer than this one."""
    game, unit, spread = land.game, land.unit, land.decider.doctrine.value("armor-spread")
    if not spread or not mounted.weapons(game, unit):
        return {}
    armed = [item for item in game.state.on_map(unit.side) if item.kind == "vehicle" and mounted.weapons(game, item)]
    theirs = [(item, min(left, key=lambda name: (left[name][item.hex], name))) for item in armed]
    own = {name: (far[land.start], unit.id) for name, far in left.items()}
    ahead = [goal for item, goal in theirs if (left[goal][item.hex], item.id) < own[goal]]
    return {name: spread * ahead.count(name) for name in left}
