"""A walk through the stacks that could still do something in this phase, one by one."""

from __future__ import annotations

from dataclasses import dataclass

from sasl.asl.game.context import Game
from sasl.solitaire.unfinished import unfinished


@dataclass(frozen=True, slots=True)
class Stop:
    """Some units of one hex that something is open for; no `ids` where the hex itself waits for its CC."""

    kind: str
    place: str
    ids: tuple[str, ...]
    words: str


def stops(game: Game) -> list[Stop]:
    """Every stack with something left to do, the gravest kind first, then by hexrow; what is off the map apart."""
    found: list[Stop] = []
    for chance in unfinished(game):
        stacks: dict[str, list[str]] = {}
        for key, place in zip(chance.ids, chance.places, strict=True):
            stacks.setdefault(place, []).append(key)
        order = sorted(stacks, key=lambda name: (name == "", game.board.hex(name) if name else None))
        found += [
            Stop(chance.kind, name, tuple(key for key in stacks[name] if key in game.state.units), chance.text)
            for name in order
        ]
    return found


class Walk:
    """Where the walk is: the stop it made last, and its number then."""

    def __init__(self) -> None:
        self._last: Stop | None = None
        self._place = -1

    def next(self, game: Game, step: int = 1) -> tuple[Stop, int, int] | None:
        """The next stop, its number from 1, and how many there are; None if nobody has anything to do.

        A stack that has done its part is no stop any more: the walk goes on with the one after it.
        """
        every = stops(game)
        if not every:
            self._last, self._place = None, -1
            return None
        here = next((place for place, stop in enumerate(every) if self._is_last(stop)), None)
        if here is not None:
            self._place = here + step
        elif self._last is None:
            self._place = 0 if step > 0 else -1
        elif step < 0:
            self._place -= 1
        self._place %= len(every)
        self._last = every[self._place]
        return self._last, self._place + 1, len(every)

    def _is_last(self, stop: Stop) -> bool:
        return self._last is not None and (stop.kind, stop.place) == (self._last.kind, self._last.place)
