"""The places beside woods and buildings in the search for ways: where a stack on foot goes round them (A4.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from sasl.asl.game.context import Game
from sasl.asl.game.state import Unit
from sasl.asl.movement.bypass import where
from sasl.asl.movement.ground.costs import Past
from sasl.asl.movement.ground.distances import FAR
from sasl.asl.movement.ground.rounds import Places, places_of
from sasl.kernel.frozen import replace
from sasl.minds.movement.ways.danger import Danger
from sasl.minds.movement.ways.search import Field


class Beside:
    """These places, which have ranks after those of the hexes, for a stack.

    `danger`: that of hexes and places by rank, FAR where it is more than the stack goes round anything in. `now`: the
    rank of the place where it is in Bypass; None if it is in its hex.
    """

    def __init__(self, game: Game, units: Sequence[Unit], harm: Danger, most: float) -> None:
        self._places = places_of(game)
        vertex = where(game, units[0])
        self.now = None if vertex is None else self._places.ranks.get((units[0].hex, vertex))
        self.danger: Mapping[int, float] = _Danger(harm, self._places, most)

    def widened(self, field: Field, start: int, *, loose: bool) -> Field:
        """The ground of a search with these places; `loose`: the stack may begin with a Bypass."""
        steps, at = self._places.steps, self._places.at
        shut, more = {*field.shut}, {**field.more}
        shut |= {place for here in {*field.shut, *field.last} for place in at.get(here, ())}
        more |= {place: mf for here, mf in field.more.items() for place in at.get(here, ())}
        surely = {place: mf for here, mf in field.surely.items() for place in (here, *at.get(here, ()))}
        if self.now is not None:
            first = [(near, mf + more.get(near, 0.0)) for near, mf in steps[self.now]]
        else:
            round_it = (step for step in steps[start] if loose and step[0] >= self._places.hexes)
            first = [*field.first, *((near, mf + more.get(near, 0.0)) for near, mf in round_it)]
        return replace(field, steps=steps, first=first, more=more, shut=shut, surely=surely)

    def told(self, ranks: Sequence[int]) -> tuple[tuple[str, ...], Past]:
        """A way by its hexes, and those of them that it goes round."""
        names, runs = self._places.names, self._places.runs
        if max(ranks) < self._places.hexes:
            return tuple(map(names.__getitem__, ranks)), ()
        past = ((names[there], runs[here, there]) for here, there in pairwise(ranks) if there >= self._places.hexes)
        return tuple(names[place] for place in ranks), tuple(past)


class _Danger(dict[int, float]):
    """By rank: of who moves in a hex; of who goes round it, in the open, FAR if that is more than `most`."""

    def __init__(self, harm: Danger, places: Places, most: float) -> None:
        super().__init__()
        self._harm, self._places, self._most = harm, places, most

    def __missing__(self, place: int) -> float:
        if place < self._places.hexes:
            found = self._harm.moving[place]
        else:
            found = self._harm.passing(self._places.names[place])
            found = found if found <= self._most else FAR
        self[place] = found
        return found
