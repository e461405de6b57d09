"""The places beside woods and buildings in the search for ways: where a stack on foot goes round them (A4.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from sasl.asl.game.context import Game
from sasl.asl.game.state import Unit
from sasl.asl.movement.bypass import where
from sasl.asl.movement.costs import Past
from sasl.asl.movement.distances import FAR
from sasl.asl.movement.rounds import around
from sasl.board.bypass_line import Vertices
from sasl.kernel.frozen import replace
from sasl.minds.movement.danger import Danger
from sasl.minds.movement.search import Field


class Beside:
    """These places, which have ranks after those of the hexes, for a stack.

    `danger`: that of hexes and places by rank, FAR where it is more than the stack goes round anything in. `now`: the
    rank of the place where it is in Bypass; None if it is in its hex.
    """

    def __init__(self, game: Game, units: Sequence[Unit], harm: Danger, most: float) -> None:
        self._around, self._names = around(game), game.board.ranked
        vertex = where(game, units[0])
        at = (units[0].hex, vertex)
        self.now = len(self._names) + self._around.places.index(at) if at in self._around.places else None
        self.danger: Mapping[int, float] = _Danger(
            harm, [*self._names, *(name for name, _ in self._around.places)], most
        )

    def widened(self, field: Field, start: int, *, loose: bool) -> Field:
        """The ground of a search with these places; `loose`: the stack may begin with a Bypass."""
        steps, at = self._around.steps, self._around.at
        shut, more = {*field.shut}, {**field.more}
        shut |= {place for here in {*field.shut, *field.last} for place in at.get(here, ())}
        more |= {place: mf for here, mf in field.more.items() for place in at.get(here, ())}
        surely = {place: mf for here, mf in field.surely.items() for place in (here, *at.get(here, ()))}
        if self.now is not None:
            first = [(near, mf + more.get(near, 0.0)) for near, mf in steps[self.now]]
        else:
            round_it = (step for step in steps[start] if loose and step[0] >= len(self._names))
            first = [*field.first, *((near, mf + more.get(near, 0.0)) for near, mf in round_it)]
        return replace(field, steps=steps, first=first, more=more, shut=shut, surely=surely)

    def told(self, ranks: Sequence[int]) -> tuple[tuple[str, ...], Past]:
        """A way by its hexes, and those of them that it goes round."""
        names, past = [self._name(ranks[0])], list[tuple[str, Vertices]]()
        for before, place in pairwise(ranks):
            names.append(self._name(place))
            if place >= len(self._names):
                past.append((names[-1], self._around.runs[before, place]))
        return tuple(names), tuple(past)

    def _name(self, place: int) -> str:
        hexes = len(self._names)
        return self._names[place] if place < hexes else self._around.places[place - hexes][0]


class _Danger(dict[int, float]):
    """By rank: of who moves in a hex; of who goes round it, in the open, FAR if that is more than `most`."""

    def __init__(self, harm: Danger, names: Sequence[str], most: float) -> None:
        super().__init__()
        self._harm, self._names, self._most = harm, names, most

    def __missing__(self, place: int) -> float:
        if place < len(self._harm.game.board.ranked):
            found = self._harm.moving[place]
        else:
            found = self._harm.passing(self._names[place])
            found = found if found <= self._most else FAR
        self[place] = found
        return found
