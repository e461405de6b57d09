"""The paths a stack could take in one MPh: hexes in reach with their MF, their danger, and what is left to the goal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from sasl.asl.game.context import Game
from sasl.asl.game.sides import Side, opponent
from sasl.asl.game.state import Unit
from sasl.asl.infantry import concealment
from sasl.asl.infantry.rout.threat import armed
from sasl.asl.movement import riding, wire
from sasl.asl.movement.bypass import price_of_going_in, where
from sasl.asl.movement.ground.costs import Past
from sasl.asl.movement.ground.distances import FAR as FAR
from sasl.asl.movement.ground.distances import march_to
from sasl.asl.movement.ground.ground_steps import entries
from sasl.asl.movement.step import held
from sasl.asl.stacking import overstacked, squads_in
from sasl.asl.terrain import fires, fortified, pillboxes
from sasl.board.board import Board
from sasl.board.kept import kept_with_board
from sasl.board.movement_cost import FOOT, is_open, path
from sasl.kernel.frozen import Frozen, replace
from sasl.kernel.memo import Memo
from sasl.minds.act import Decider
from sasl.minds.movement import scouts
from sasl.minds.movement.command_range import CommandRange, command_range_of
from sasl.minds.movement.ways import tracks
from sasl.minds.movement.ways.bypass_places import Beside
from sasl.minds.movement.ways.danger import LEFT, Danger, danger
from sasl.minds.movement.ways.footing import Footing
from sasl.minds.movement.ways.search import Field, Reached, reach
from sasl.minds.movement.ways.threats import known_to
from sasl.solitaire.prohibited import barred_lanes, near_friendly_vpo


class Path(Frozen):
    """One way: its hexes, the own one first, the MF of it, the greatest danger in any of them, and those of its hexes
    that it goes round in Bypass (A4.3)."""

    hexes: tuple[str, ...]
    mf: float
    danger: float
    past: Past = ()

    @property
    def end(self) -> str:
        """Where it ends."""
        return self.hexes[-1]

    @property
    def entered(self) -> tuple[str, ...]:
        """The hexes that it goes into."""
        around = {name for name, _ in self.past}
        return tuple(name for name in self.hexes[1:] if name not in around)


class Figures(NamedTuple):
    """The MF that cover at the end, a VPO on the way, command, company, track, no FFE are worth, how far what a way
    gains counts by the chance to come through, and what a squad more where it ends is worth by the harm there."""

    cover: float
    goal: float
    command: float
    company: float
    track: float
    shells: float
    arrive: float
    crowd: float


@dataclass
class Ground:
    """What a stack knows of the ground it moves over: who is where, mines, danger, costs.

    `closed`: what it does not enter: where enemies are, and from without where shells fall (an FFE).
    """

    game: Game
    decider: Decider
    units: tuple[Unit, ...]
    harm: Danger
    closed: frozenset[str]
    mined: frozenset[str]
    lanes: bool

    @property
    def start(self) -> str:
        """Where the stack is."""
        return self.units[0].hex

    @cached_property
    def danger_mf(self) -> float:
        """The MF that one whole expected harm is worth: on horseback another figure."""
        return self.decider.doctrine.value(self.danger_figure)

    @cached_property
    def danger_figure(self) -> str:
        """The figure of the doctrine that says so."""
        if all(scouts.goes_ahead(self.game, self.decider, unit) for unit in self.units):
            return "scout-danger-mf"
        return "ride-danger-mf" if self.units[0].cavalry else "danger-mf"

    @cached_property
    def figures(self) -> Figures:
        """What the end of a way is worth to the side."""
        value = self.decider.doctrine.value
        return Figures(
            value("cover-mf"),
            value("goal-mf"),
            value("command-mf"),
            value("keep-with-leader"),
            value("track-mf"),
            value("shelled-mf"),
            value("arrive"),
            value("crowd-mf"),
        )

    @cached_property
    def none_pays(self) -> bool:
        """Whether cover never costs and nothing else ever pays: as in any doctrine of sense."""
        return min(self.figures) >= 0

    @cached_property
    def shelled(self) -> frozenset[str]:
        """The hexes in an FFE that are worth something to be out of."""
        return frozenset(self.harm.threats.shelled()) if self.figures.shells else frozenset()

    @cached_property
    def tracks(self) -> frozenset[str]:
        """The railroad and road hexes that MMC of the stack would take on their way (S12.6)."""
        ours = self.units[0].side == "FRIENDLY" and any(unit.takes_ground for unit in self.units)
        takes = self.figures.track and ours
        return tracks.to_take(self.game) if takes else frozenset()

    def takes(self, way: Path) -> int:
        """How many of them a way goes through."""
        return sum(name in self.tracks for name in way.entered) if self.tracks else 0

    @cached_property
    def _wanted(self) -> frozenset[str]:
        """The VPO that MMC of the stack would take on their way: none with an enemy in its pillbox, say (A26.11)."""
        if not self.figures.goal or not any(_takes_afoot(unit) for unit in self.units):
            return frozenset()
        other = opponent(self.units[0].side)
        places = (name for name, owner in self.game.state.control.items() if owner == other)
        return frozenset(name for name in places if not self._defended(name, other))

    def _defended(self, name: str, other: Side) -> bool:
        """Whether the side of the stack knows of armed enemies in a hex."""
        there = self.game.state.units_at(name, other)
        return any(armed(self.game, unit) and known_to(self.decider, unit) for unit in there)

    def objectives(self, way: Path) -> int:
        """How many of them a way goes through; of a ride the one where it ends, with the MF to get off there."""
        if not self._wanted:
            return 0
        if self.units[0].cavalry:
            return int(way.end in self._wanted and all(self._gets_off(unit, way) for unit in self.units))
        return sum(name in self._wanted for name in way.entered)

    def _gets_off(self, unit: Unit, way: Path) -> bool:
        return riding.may_dismount(self.game, replace(unit, hex=way.end, mf=unit.mf + way.mf))

    def crowd(self, name: str) -> float:
        """How many squads of its side are in a hex already: what is fired at there harms all."""
        return self._squads.get(name, 0.0) if self.figures.crowd else 0.0

    @cached_property
    def _squads(self) -> Mapping[str, float]:
        found: dict[str, float] = defaultdict(float)
        going = {unit.id for unit in self.units}
        for unit in self.game.state.on_map(self.units[0].side):
            if unit.mmc and unit.id not in going and "prisoner" not in unit.flags:
                found[unit.hex] += squads_in(self.game, [unit])
        return found

    @cached_property
    def command(self) -> CommandRange:
        """Who would be out of command where; scouts ride as far as they like."""
        if self.danger_figure == "scout-danger-mf":
            return CommandRange(self.game, self.game.figure("leader-circle"))
        return command_range_of(self.game, self.units)

    @cached_property
    def fresh(self) -> bool:
        """Whether all of the stack are on foot, in no pillbox (B30.33), and have not moved yet."""
        return not any(unit.mf or unit.cavalry or pillboxes.around(self.game, unit) for unit in self.units)

    @cached_property
    def surely(self) -> Mapping[str, float]:
        """A8.2: the MF that it is worth to keep out of each hex with Residual FP or a Fire Lane, besides its danger."""
        worth, lying = self.decider.doctrine.value("residual-mf"), self.harm.threats.lying
        if not worth:
            return {}
        passing = (name for name, columns in lying.items() if not all(lasts for _, lasts in columns))
        return {name: worth * self.harm.surely(name) for name in passing if name in self.game.board}

    def attacked(self, way: Path) -> float:
        """The MF that all of them on a way are worth."""
        return sum(self.surely.get(name, 0.0) for name in way.hexes[1:]) if self.surely else 0.0

    @cached_property
    def footing(self) -> Footing:
        """What its steps cost it."""
        return Footing(self.game, self.units)

    @cached_property
    def beside(self) -> Beside | None:
        """The places beside woods and buildings, for men on foot of a side that goes round them, or who are there."""
        most = self.decider.doctrine.value("bypass-harm")
        if not all(unit.infantry for unit in self.units) or (most < 0 and where(self.game, self.units[0]) is None):
            return None
        return Beside(self.game, self.units, self.harm, most)

    @property
    def in_bypass(self) -> bool:
        """A4.3: whether the stack is on its way round what is in its hex."""
        return self.beside is not None and self.beside.now is not None

    def covered(self, name: str) -> bool:
        """Whether men there have TEM or are in Concealment Terrain."""
        if fires.on_fire(self.game, name):
            return False
        if name == self.start and self.units[0].flags & LEFT & {"dug-in", "shellhole", "crest", "in-culvert"}:
            return True
        return name in _cover(self.game)

    def exposed(self, name: str) -> bool:
        """Whether it would stand in Open Ground under the eyes of an enemy that can fire."""
        return is_open(self.game.board, name) and not self.covered(name) and self.harm.standing(name) > 0

    def may_dash(self, way: Path) -> bool:
        """A4.63: whether a way leads from cover across one road hex into cover."""
        if way.past or len(way.hexes) != 1 + self.game.figure("dash-hexes"):
            return False
        board = self.game.board
        ends = (way.hexes[0], way.end)
        return bool(board.terrain(way.hexes[1]).road) and not any(is_open(board, name) for name in ends)

    def crowded(self) -> bool:
        """A5.1: whether the stack's own hex is overstacked."""
        there = self.game.state.units_at(self.start, self.units[0].side)
        return bool(overstacked(self.game, [unit for unit in there if "prisoner" not in unit.flags], self.start))

    def must_leave(self) -> str:
        """S6.223, S6.304: why the stack cannot stay where it is, or ""."""
        if fires.on_fire(self.game, self.start):
            return f"{self.start} burns (S6.304)"
        return f"{self.start} is overstacked (S6.223)" if self.crowded() else ""

    def has_room(self, name: str) -> bool:
        """A5.1: whether the stack may end there without overstacking."""
        return self.has_room_for(name, self.units)

    def has_room_for(self, name: str, units: Sequence[Unit]) -> bool:
        """A5.1: whether these of the stack may."""
        going = {unit.id for unit in units}
        there = [
            unit
            for unit in self.game.state.units_at(name, self.units[0].side)
            if unit.id not in going and "prisoner" not in unit.flags
        ]
        return not overstacked(self.game, [*there, *units], name)


def _takes_afoot(unit: Unit) -> bool:
    """Whether a unit may gain Control, from the saddle once it has dismounted (A26.11)."""
    return replace(unit, flags=unit.flags - {"mounted"}).takes_ground if unit.cavalry else unit.takes_ground


def ground(game: Game, decider: Decider, units: Sequence[Unit]) -> Ground:
    """The ground as the side of these units knows it."""
    side = units[0].side
    closed = held(game, side, hidden=False) | fortified.closed_to(game, side)
    if side == "FRIENDLY":
        closed |= game.state.suspect_hexes
    lanes = side == "ENEMY" and all(unit.role == "counterattack" for unit in units)
    weakest = min(units, key=lambda unit: (not unit.mmc, unit.morale, unit.id))
    harm = danger(game, decider, weakest)
    shelled = harm.threats.shelled()
    if units[0].hex not in shelled:
        closed |= shelled
    if decider.doctrine.orders == "action":
        closed |= barred_lanes(game) - {units[0].hex}  # S9.26; `_shunned` has the mines
    return Ground(game, decider, tuple(units), harm, frozenset(closed), _shunned(game, units), lanes)


def _shunned(game: Game, units: Sequence[Unit]) -> frozenset[str]:
    """Return the Known minefields that a stack goes around: the ENEMY all but those at a FRIENDLY-held VPO (S9.26);
    FRIENDLY MMC pay their price for a VPO that lies in one (S12.6).
    """
    mines = known_mines(game)
    if units[0].side != "FRIENDLY":
        return mines - near_friendly_vpo(game)  # S9.26
    if not any(unit.mmc for unit in units):
        return mines
    return mines - {name for name, owner in game.state.control.items() if owner == "ENEMY"}


def _cover(game: Game) -> frozenset[str]:
    """The hexes whose terrain gives TEM to whoever is there, or is Concealment Terrain."""
    return game.board.remember("cover", lambda: frozenset(name for name in game.board if _covers(game, name)))


def _covers(game: Game, name: str) -> bool:
    chart, terrains = game.board.chart, game.board.terrain(name).terrains
    fixed = max((chart[word].tem for word in terrains if not chart[word].into), default=0)
    return fixed > 0 or concealment.is_concealment_terrain(game, name)


def known_mines(game: Game) -> frozenset[str]:
    """The hexes of the minefields on the map: they lie there for both sides to see."""
    fields = (marker.hex for marker in game.state.marked("minefield"))
    return _MINES.of((game.state.markers,), lambda: frozenset(fields))


_MINES: Memo[frozenset[str]] = Memo(steady=True)


# -- one MPh ---------------------------------------------------------------------------------------------


def paths(land: Ground, allowance: float) -> dict[str, Path]:
    """The safest way to every hex in reach of `allowance` MF: least MF + danger (house rules 7); the start itself too.

    Nobody enters a known minefield; who knows the lanes (RE 23-24) ends there. Ends are not yet checked for room.
    """
    board, lying = land.game.board, entries(land.game, cavalry=land.units[0].cavalry)
    rank, names, beside, footing = board.rank, board.ranked, land.beside, land.footing
    mined = frozenset(rank[name] for name in land.mined)
    closed = lying.shut.union(rank[name] for name in land.closed)
    shut = closed if land.lanes else closed | mined
    surely = {rank[name]: mf for name, mf in land.surely.items()}
    more = {**lying.more}
    for place, mf in footing.crowds.items():
        more[place] = more.get(place, 0.0) + mf
    field = Field(footing.steps(), footing.first_steps(), more, shut, mined, land.danger_mf, surely)
    start = rank[land.start]
    if beside is None:
        named = names.__getitem__
        found = reach(field, start, allowance, land.harm.moving)
        return {names[place]: Path(tuple(map(named, way.ranks)), way.mf, way.danger) for place, way in found.items()}
    field = beside.widened(field, start, loose=not footing.burdened() and not wire.held(land.units))
    found = reach(field, start if beside.now is None else beside.now, allowance, beside.danger)
    ends = ((place, way) for place, way in found.items() if place < len(names))
    ways = {names[place]: _told(beside, way) for place, way in ends}
    return {land.start: _going_in(land, allowance), **ways} if land.in_bypass else ways


def _told(beside: Beside, way: Reached) -> Path:
    hexes, past = beside.told(way.ranks)
    return Path(hexes, way.mf, way.danger, past)


def _going_in(land: Ground, allowance: float) -> Path:
    """A4.32: where a stack in Bypass ends that does not go on: in the hex, at its price if it has the MF."""
    price = price_of_going_in(land.game, land.units) or 0.0
    if price > allowance:
        return Path((land.start,), 0.0, 0.0)
    return Path((land.start, land.start), price, land.harm(land.start))


# -- the long way ----------------------------------------------------------------------------------------


def to_go(land: Ground, goal: str) -> Mapping[str, float]:
    """The MF from every hex to the goal, known mines counted at mine-mf."""
    mines = frozenset() if land.lanes else land.mined
    return march_left(land.game.board, goal, mines, land.decider.doctrine.value("mine-mf"))


@kept_with_board(128)
def march_left(board: Board, goal: str, mines: frozenset[str], mine_mf: float, kind: str = FOOT) -> Mapping[str, float]:
    """The MF from every hex to the goal, on foot or on horseback, so much more into each mined hex."""
    return march_to(board, [goal], dict.fromkeys(mines, mine_mf), kind)


def safest_route(game: Game, decider: Decider, unit: Unit, goal: str) -> list[str]:
    """The whole way to a goal: least MF + danger, around known mines and enemies; both ends included, [] if none."""
    land = ground(game, decider, [unit])
    weight, mine_mf = decider.doctrine.value("danger-mf"), decider.doctrine.value("mine-mf")
    return path(game.board, unit.hex, goal, FOOT, _extra(land, weight, mine_mf, land.closed - {goal}))


def _extra(land: Ground, weight: float, mine_mf: float, closed: Collection[str]) -> Callable[[str], float]:
    def extra(name: str) -> float:
        if name in closed:
            return float("inf")
        return weight * land.harm(name) + (mine_mf if name in land.mined and not land.lanes else 0.0)

    return extra
