"""Command Control (S16) in the mind of a side: who would be out of range of every leader after a move."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from functools import cache
from math import prod
from operator import attrgetter
from typing import NamedTuple

from sasl.asl.game.context import Game
from sasl.asl.game.sides import Side
from sasl.asl.game.state import Unit
from sasl.asl.infantry.morale import leadership, morale_levels
from sasl.asl.movement.allowance import CANNOT_MOVE, movement_allowance
from sasl.asl.stacking import squads_in
from sasl.content.tables.doctrine import Doctrine
from sasl.kernel.frozen import Frozen, replace
from sasl.minds.act import passed
from sasl.minds.movement.ways.danger import at_most
from sasl.solitaire.command_control import binds, by_rank


class CommandRange(Frozen):
    """The leaders that stay where they are, and the men whom a stack would leave behind or bring along.

    `company`: where those are who have gone before in this MPh and those who lead them. `following`: leaders who can
    still come after, with the hexes their circles would reach. `led_by`: how many leaders the side has.
    """

    game: Game
    radius: int
    leaders: tuple[str, ...] = ()
    behind: tuple[str, ...] = ()
    along: int = 0
    company: tuple[str, ...] = ()
    following: tuple[tuple[str, float], ...] = ()
    led_by: int = 0

    def outside(self, name: str) -> int:
        """S16: how many MMC would be in nobody's circle if the stack ended its move in a hex."""
        if not self.along and not self.behind:
            return 0
        ranges = self.game.board.range_from(name)
        left = sum(ranges[man] > self.radius for man in self.behind)
        if not self.along or any(ranges[leader] <= self.radius for leader in self.leaders):
            return left
        return left + self.along

    def price(self, doctrine: Doctrine, name: str) -> float:
        """S16: the MF that it is worth not to be apart in a hex, for a side of few leaders."""
        return doctrine.value("keep-with-leader") * self.apart(name) if self.counts(doctrine) else 0.0

    def counts(self, doctrine: Doctrine) -> bool:
        """S16: whether the side pays to keep together."""
        few = 0 < self.led_by <= doctrine.value("few-leaders")
        return few and doctrine.value("keep-with-leader") > 0

    def apart(self, name: str) -> float:
        """S16: the hexes by which a hex is beyond a circle around those who went before (on average) and a leader."""
        ranges, far = self.game.board.range_from(name), 0.0
        if self.company:
            far = sum(max(0, ranges[place] - self.radius) for place in self.company) / len(self.company)
        behind = (ranges[place] - reach for place, reach in self.following)
        return far + max(0.0, min(behind, default=0.0))


def command_range_of(game: Game, units: Sequence[Unit]) -> CommandRange:
    """The circles that matter to a stack of the FRIENDLY side; nothing where Command Control is not in play."""
    radius, side = game.figure("leader-circle"), units[0].side
    if not binds(game, side):
        return CommandRange(game, radius)
    going = {unit.id for unit in units}
    own = [unit for unit in game.state.on_map(side) if unit.good_order and unit.id not in going]
    leaders = tuple({unit.hex for unit in own if unit.kind == "leader"})
    company, led_by = _company(game, units[0], own), _leaders(game, side)
    if not any(unit.kind == "leader" for unit in units):
        mates = _mates_of(game, units[0])
        theirs = [unit for unit in own if unit.id in mates] or own
        along, following = sum(unit.mmc for unit in units), _following(game, theirs, radius)
        return CommandRange(game, radius, leaders, (), along, company, following, led_by)
    behind = _left_behind(game, own, units[0].hex, leaders, radius)
    return CommandRange(game, radius, leaders, behind, company=company, led_by=led_by)


def _mates_of(game: Game, unit: Unit) -> frozenset[str]:
    """Who is in the company of a unit, its leader, too; nobody where there are no companies."""
    found = (company.everybody for company in game.state.companies if unit.id in company.everybody)
    return frozenset(next(found, ()))


def _following(game: Game, own: Sequence[Unit], radius: int) -> tuple[tuple[str, float], ...]:
    """Where leaders stand that can come after a stack, and how far their circles would reach."""
    return tuple(
        (unit.hex, radius + (0 if unit.mf else movement_allowance(game, unit))) for unit in own if unit.kind == "leader"
    )


def _left_behind(game: Game, own: Sequence[Unit], start: str, leaders: Sequence[str], radius: int) -> tuple[str, ...]:
    """Where men stand whom no other leader has in his circle when a leader goes from `start`."""
    if not start:
        return ()
    board = game.board
    near = [unit.hex for unit in own if unit.mmc and board.distance(unit.hex, start) <= radius]
    return tuple(man for man in near if all(board.distance(man, leader) > radius for leader in leaders))


def _leaders(game: Game, side: Side) -> int:
    """How many leaders the side has, on the map or still off it."""
    own = [unit for unit in game.state.units.values() if unit.side == side and unit.kind == "leader"]
    return sum("prisoner" not in unit.flags for unit in own)


def company_of(game: Game, unit: Unit) -> tuple[str, ...]:
    """`CommandRange.company` of a unit that goes alone."""
    if not binds(game, unit.side):
        return ()
    done, others = passed(game), (item for item in game.state.on_map(unit.side) if item.id != unit.id)
    matter = (item for item in others if item.mf or item.kind == "leader" or item.id in done)
    return _company(game, unit, [item for item in matter if item.good_order])


def _company(game: Game, one: Unit, own: Sequence[Unit]) -> tuple[str, ...]:
    """Where those are whom a stack with this unit keeps with: who moved in this MPh, or was considered, of its company;
    or of those who are nearest to the same leader."""
    done, led = passed(game), sorted((unit for unit in own if unit.kind == "leader"), key=lambda unit: unit.id)
    mates = _mates_of(game, one)

    @cache
    def leader_of(place: str) -> str:
        """Who leads those in a hex: the nearest leader."""
        ranges = game.board.range_from(place) if place and led else {}
        return min(led, key=lambda item: ranges[item.hex]).id if ranges else ""

    mine, gone = leader_of(one.hex), [unit for unit in own if unit.mf or unit.id in done]
    return tuple(
        unit.hex
        for unit in gone
        if (unit.mmc or unit.kind == "leader")
        and "no-command" not in unit.flags
        and (unit.id in mates if mates else mine in ("", leader_of(unit.hex)))
    )


def without_leader(game: Game, leader: Unit) -> list[str]:
    """S16: where the squads of his company stand, or those that no other leader has in his circle: hex by hex."""
    if not binds(game, leader.side):
        return []
    board, radius = game.board, game.figure("leader-circle")
    own = [unit for unit in game.state.on_map(leader.side) if unit.good_order and unit.id != leader.id]
    mates = _mates_of(game, leader)
    if mates:
        return [unit.hex for unit in own if unit.kind == "squad" and unit.id in mates]
    others = {unit.hex for unit in own if unit.kind == "leader"}
    return [
        unit.hex
        for unit in own
        if unit.kind == "squad" and all(board.distance(unit.hex, name) > radius for name in others)
    ]


class _Rolls(NamedTuple):
    """A leader about to roll for Command: his Morale Level, the chance that he fails by himself, his place in order."""

    unit: Unit
    level: int
    fails: float
    rank: tuple[int, int, str]

    @classmethod
    def of(cls, game: Game, unit: Unit) -> _Rolls:
        """A leader as he stands there."""
        return cls(unit, morale_levels.level(game, unit), 1 - passes(game, unit), by_rank(game, unit))


def expected_in_command(game: Game, leader: Unit, share: float = 0.0) -> Callable[[str], float]:
    """S16: how many squads may be expected In Command in the next Player Turn with this leader in a hex, others as they
    are: a leader passes by his own DR, or in the circle of one who has and whose morale is no lower. A HS or crew is
    half of one.

    `share`: how far those count as led already whom another leader can still reach in this MPh, the nearer the more.
    """
    board, radius = game.board, game.figure("leader-circle")
    own = [unit for unit in game.state.on_map(leader.side) if unit.good_order]
    others = [unit for unit in own if unit.kind == "leader" and unit.id != leader.id]
    squads: dict[str, float] = defaultdict(float)
    for unit in own:
        if unit.mmc:
            squads[unit.hex] += squads_in(game, [unit])
    coming = still_to_come(game, leader) if share else []
    alone = {place: 1 - share * max((_comes(game, unit, place) for unit in coming), default=0.0) for place in squads}
    known = [_Rolls.of(game, unit) for unit in others]

    def expected(name: str) -> float:
        rolls = sorted([*known, _Rolls.of(game, replace(leader, hex=name))], key=attrgetter("rank"))
        leaders, passed_by = [roll.unit for roll in rolls], dict[str, float]()
        for earlier, (unit, level, fails, _) in enumerate(rolls):
            for other, others_level, _, _ in rolls[:earlier]:
                if others_level >= level and board.distance(other.hex, unit.hex) <= radius:
                    fails *= 1 - passed_by[other.id]
            passed_by[unit.id] = 1 - fails
        total = 0.0
        for place, squads_there in squads.items():
            ranges = board.range_from(place)
            by_nobody = prod(1 - passed_by[unit.id] for unit in leaders if ranges[unit.hex] <= radius)
            total += squads_there * (1 - alone[place] * by_nobody)
        return total

    return expected


def still_to_come(game: Game, leader: Unit) -> list[Unit]:
    """The other leaders of a side whose own move is still to come in this MPh."""
    done = passed(game)
    return [
        unit
        for unit in game.state.on_map(leader.side)
        if unit.kind == "leader" and unit.id != leader.id and unit.good_order
        and not unit.mf and unit.id not in done and not unit.flags & CANNOT_MOVE.keys()
    ]  # fmt: skip


def _comes(game: Game, leader: Unit, place: str) -> float:
    """S16: the chance that a leader passes, less the farther he must go to have those in a hex in his circle."""
    far = max(0, game.board.distance(leader.hex, place) - game.figure("leader-circle"))
    return passes(game, leader) * max(0.0, 1 - far / movement_allowance(game, leader))


def passes(game: Game, leader: Unit) -> float:
    """S16: the chance that a leader passes by his own DR, wounded or not (A17.2)."""
    return at_most(morale_levels.level(game, leader) - leadership.drm(leader))


def unled(game: Game, leader: Unit) -> dict[str, int]:
    """A10.6: how many broken MMC lie in each hex that no other leader in Good Order could rally there."""
    own = [unit for unit in game.state.on_map(leader.side) if unit.id != leader.id and "prisoner" not in unit.flags]
    led = {unit.hex for unit in own if unit.kind == "leader" and unit.good_order}
    return Counter(unit.hex for unit in own if unit.mmc and "broken" in unit.flags and unit.hex not in led)
