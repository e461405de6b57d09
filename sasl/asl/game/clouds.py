"""What hinders a LOS besides terrain: SMOKE, fires and FFE in any hex of its line, wrecks and AFV between its ends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sasl.asl.game.context import Game
from sasl.asl.terrain import weather
from sasl.board.board import Board
from sasl.board.grid import RUNS
from sasl.board.ground import up_slopes
from sasl.board.hexes import line_names
from sasl.board.traces import bits, places_of, seen_from
from sasl.kernel.memo import Memo

Clouds = Mapping[str, Sequence[tuple[str, int]]]
"""Hex -> what hangs in it: in a word, with its Hindrance."""
Hulks = Mapping[str, str]
"""Hex -> the wreck or AFV in it, in a word."""

_CLOUDS: Memo[Clouds] = Memo(steady=True)
_HULKS: Memo[Hulks] = Memo(steady=True)


class Screens:
    """All of it at one moment, as sets of places: which of them a line meets is told at once, and so is how many."""

    def __init__(self, board: Board, clouds: Clouds, hulks: Hulks, wreck: int) -> None:
        """`wreck`: the Hindrance of a wreck or AFV."""
        self._board, self._clouds, self._hulks, self._wreck = board, clouds, hulks, wreck
        self._place = place = board.grid.place
        self._worth = {place[name]: sum(value for _, value in there) for name, there in clouds.items() if name in place}
        self._parked = {place[name] for name in hulks if name in place}
        self._any = bits({*self._worth, *self._parked})
        self._ahead: dict[int, int] = {}

    def hindrance(self, a: str, b: str) -> int:
        """The Hindrance of all that lies on the line between two hexes in play (A24, C1.57, D9.4)."""
        start, end = self._place[a], self._place[b]
        if end < start:
            start, end = end, start
        ahead = self._ahead.get(start)
        if ahead is None:
            ahead = self._ahead[start] = seen_from(start, self._any)
        met = ahead and RUNS[end - start] & ahead
        if not met:
            return 0
        found = between = 0
        for place in places_of(met, start):
            if place in self._worth:
                found += self._worth[place]
            if place in self._parked and place != start and place != end:
                between += self._wreck
        return found + between if between and not self._sees_over(a, b) else found

    def named(self, a: str, b: str) -> list[tuple[str, int]]:
        """The same thing by thing, in words."""
        clouds = self._clouds
        found = [(f"{word} in {name}", value) for name in line_names(a, b) for word, value in clouds.get(name, ())]
        return found + [(f"{self._hulks[name]} in {name}", self._wreck) for name in self._hulks_between(a, b)]

    def _hulks_between(self, a: str, b: str) -> list[str]:
        """The hexes between the ends whose wreck or AFV hinders the LOS."""
        between = [name for name in line_names(a, b)[1:-1] if name in self._hulks]
        return [] if between and self._sees_over(a, b) else between

    def _sees_over(self, a: str, b: str) -> bool:
        """OtO 1.3: whether an end is Up-Slope to the LOS: it sees over wrecks and AFV at its level."""
        slopes = up_slopes(self._board)
        if a not in slopes and b not in slopes:
            return False
        crossed = line_names(a, b)
        return self._up_slope(*crossed[:2]) or self._up_slope(*crossed[:-3:-1])

    def _up_slope(self, name: str, near: str) -> bool:
        board = self._board
        return near in board and board.hexside(name, near) in board.terrain(name).up


def clouds_of(game: Game) -> Clouds:
    """Hex -> what hangs in it: SMOKE by its number, Blazes, burning wrecks (none in Heavy Winds, B25.2), FFE of HE."""
    state = game.state
    return _CLOUDS.of((state.markers, state.wind, game.board, game.library), lambda: _survey_clouds(game))


def _survey_clouds(game: Game) -> Clouds:
    found: dict[str, list[tuple[str, int]]] = {}
    fires_smoke = not blown_away(game)
    for marker in game.state.markers.values():
        if marker.kind == "smoke":
            _thicker(game, found, marker.hex, "SMOKE", marker.number or game.figure("smoke-full"))
        elif marker.kind == "blaze" and fires_smoke:
            _thicker(game, found, marker.hex, "Blaze", game.figure("blaze-hindrance"))
        elif marker.kind == "wreck" and marker.state == "burning" and fires_smoke:
            _thicker(game, found, marker.hex, "burning wreck", game.figure("burning-wreck-hindrance"))
        elif marker.kind == "ffe":
            for name in game.board.within(marker.hex, marker.number):
                found.setdefault(name, []).append(("FFE", game.figure("ffe-hindrance")))
    return found


def blown_away(game: Game) -> bool:
    """Whether Heavy Winds leave no smoke over any fire (B25.2, A24.6)."""
    return weather.heavy(game.state)


def _thicker(game: Game, found: dict[str, list[tuple[str, int]]], name: str, word: str, value: int) -> None:
    """A24.2: more SMOKE in a hex, up to the most that one Location can hold."""
    room = game.figure("smoke-most") - sum(number for what, number in found.get(name, ()) if what != "FFE")
    if room > 0:
        found.setdefault(name, []).append((word, min(value, room)))


def hulks_of(game: Game) -> Hulks:
    """Hex -> the wreck or AFV in it that hinders a LOS across it (a burning wreck's smoke counts instead)."""
    state = game.state
    return _HULKS.of((state.markers, state.units, state.wind, game.library), lambda: _survey_hulks(game))


def _survey_hulks(game: Game) -> Hulks:
    found = {
        marker.hex: "wreck" for marker in game.state.marked("wreck") if marker.state != "burning" or blown_away(game)
    }
    for unit in game.state.on_map():
        if unit.kind == "vehicle" and unit.hex and game.counter_of(unit).armor_front is not None:
            found.setdefault(unit.hex, "AFV")
    return found
