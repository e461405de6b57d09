"""A group on the march [house]: which hexes each of its stacks goes to, beside one another or one behind the other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import takewhile

from sasl.asl.game.context import Game, Refused
from sasl.asl.game.sides import opponent
from sasl.asl.game.state import Unit
from sasl.asl.movement import mf_limit, move, riding
from sasl.asl.movement.allowance import movement_kind, stack_allowance
from sasl.asl.movement.ground.costs import PLAIN
from sasl.asl.stacking import crowded, overstacked
from sasl.board.hexes import beside, distance
from sasl.board.movement_cost import reach

Ways = list[tuple[tuple[Unit, ...], tuple[str, ...]]]
"""Each stack with the hexes it goes to, in the order in which they move."""


def stacks(units: Iterable[Unit]) -> list[tuple[Unit, ...]]:
    """Those who move together (A4.2, D2.1): the men of each hex, and each vehicle by itself; in the order given."""
    found: dict[tuple[str, str], list[Unit]] = {}
    for unit in units:
        if not unit.carrier:
            found.setdefault((unit.hex, unit.id if unit.kind == "vehicle" else ""), []).append(unit)
    return [tuple(there) for there in found.values()]


def left(game: Game, units: Sequence[Unit]) -> float:
    """The MF or MP that the whole stack still has."""
    return min(allowance - game.state.units[key].mf for key, allowance in stack_allowance(game, units).items())


def reachable(game: Game, units: Sequence[Unit], around: frozenset[str] = frozenset()) -> dict[str, float]:
    """The hexes that a stack can reach together, `around` some, with the MF or MP; bonuses are not counted."""
    closed = move.closed_to(game, units) | around
    barred = riding.barred(game, units)
    more = crowded(game, units)
    kind = movement_kind(game, units[0])
    return reach(game.board, units[0].hex, left(game, units), kind, closed, barred=barred, more=more)


def affords(game: Game, units: Sequence[Unit], way: Sequence[str]) -> bool:
    """Whether all of a stack have the MF or MP for a way, their own hex first, with the road bonus it gives (B3.4)."""
    on_foot, spent = units[0].infantry, move.reckon(game, units, way)
    limits = mf_limit.limits_on(game, units, way, PLAIN) if on_foot else stack_allowance(game, units)
    return all(spent[key] <= limits[key] for key in spent)


def abreast(game: Game, groups: Sequence[tuple[Unit, ...]], route: Sequence[str]) -> Ways:
    """The first stack goes along `route`; the others keep their places beside it, as near as they can get.

    Nobody ends in a hex of another stack of the group, overstacked, or (but by name) with S?, an enemy, Known mines or
    an FFE.
    """
    return _March(game, groups).abreast(route)


def in_column(game: Game, groups: Sequence[tuple[Unit, ...]], route: Sequence[str]) -> Ways:
    """The stacks follow `route`, the nearest to its end first, and each stops a hex behind the one before."""
    return _March(game, groups).in_column(route)


def as_far(game: Game, units: Sequence[Unit], route: Sequence[str], leaving: Iterable[str] = ()) -> tuple[str, ...]:
    """The hexes of a stack's way along `route`, as far as its MF and the room at its end allow.

    `leaving`: the units that will still go on from where they stand, and so take no room there.
    """
    return _March(game, [tuple(units)], leaving).along(units, route)


def has_room(game: Game, units: Sequence[Unit], name: str, leaving: Iterable[str] = ()) -> bool:
    """Whether a stack may end its march in a hex without an overstack (A5.1); `leaving` as in `as_far`."""
    return _March(game, [tuple(units)], leaving).has_room(units, name)


class _March:
    """Whose hexes are taken while the places are given out."""

    def __init__(self, game: Game, groups: Sequence[tuple[Unit, ...]], leaving: Iterable[str] = ()) -> None:
        self.game, self.groups = game, groups
        self.marching = {unit.id for group in groups for unit in group}.union(leaving)
        self.shunned = move.shunned(game)
        self.taken: set[str] = set()

    def abreast(self, route: Sequence[str]) -> Ways:
        lead = self.groups[0]
        ends = self.along(lead, route)
        found: Ways = [(lead, ends)] if ends else []
        self.taken.add(ends[-1] if ends else lead[0].hex)
        at, board = (ends or (lead[0].hex,))[-1], self.game.board
        for group in sorted(self.groups[1:], key=lambda group: board.distance(group[0].hex, at)):
            place = self._place(group, lead[0].hex, at)
            self.taken.add(place)
            if place != group[0].hex:
                found.append((group, (place,)))
        return found

    def in_column(self, route: Sequence[str]) -> Ways:
        board, rest, found = self.game.board, list(route), Ways()
        for group in sorted(self.groups, key=lambda group: board.distance(group[0].hex, route[-1])):
            ends = self.along(group, rest)
            self.taken.add(ends[-1] if ends else group[0].hex)
            if ends:
                found.append((group, ends))
            end = rest.index(ends[-1]) if ends and ends[-1] in rest else len(rest) - 1
            rest = rest[:end] or rest[:1]
        return found

    def _place(self, group: Sequence[Unit], lead: str, goal: str) -> str:
        """The free hex in its reach that is nearest to where a stack belongs when the lead has gone to `goal`."""
        board = self.game.board
        ideal = beside(board.hex(lead), board.hex(goal), board.hex(group[0].hex))
        near = reachable(self.game, group, self.shunned)  # as a way goes that names no hex in them
        for name in sorted(near, key=lambda name: (distance(board.hex(name), ideal), near[name], name)):
            if name == group[0].hex or (self._free(name) and self.has_room(group, name) and self._arrives(group, name)):
                return name
        return group[0].hex

    def _arrives(self, group: Sequence[Unit], name: str) -> bool:
        """Whether the whole way that a stack would go to a hex is in its MF: turns and detours cost more than `reach`
        knows of."""
        try:
            way = move.plan(self.game, group, (name,), frozenset()).way
        except Refused:
            return False
        return affords(self.game, group, way)

    def _free(self, name: str) -> bool:
        state, foe = self.game.state, opponent(self.groups[0][0].side)
        known = any("hidden" not in unit.flags for unit in state.units_at(name, foe))
        return not known and not state.suspects_at(name)

    def along(self, group: Sequence[Unit], route: Sequence[str]) -> tuple[str, ...]:
        """The hexes of a way through those of `route` as far as the MF of a stack and the room at its end allow."""
        here = group[0].hex
        names = route[route.index(here) + 1 :] if here in route else route
        try:
            way = move.plan(self.game, group, names, frozenset()).way
        except Refused:
            return ()
        # a hex more costs more, and brings no bonus (B3.4 may be lost): beyond one that is too far all are
        ends = takewhile(lambda end: affords(self.game, group, way[:end]), range(2, len(way) + 1))
        return next((way[1:end] for end in reversed(list(ends)) if self.has_room(group, way[end - 1])), ())

    def has_room(self, group: Sequence[Unit], name: str) -> bool:
        """Whether no other stack of the march ends in a hex, and the group there is no overstack."""
        there = self.game.state.units_at(name, group[0].side)
        others = [unit for unit in there if unit.id not in self.marching and "prisoner" not in unit.flags]
        return name not in self.taken and not overstacked(self.game, [*others, *group], name)
