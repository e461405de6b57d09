"""What hinders a LOS besides terrain: SMOKE, fires and FFE in any hex of its line, wrecks and AFV between its ends."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from sasl.asl.game.context import Game
from sasl.asl.game.flags import VEHICLES
from sasl.asl.game.sides import FIRE_PHASES
from sasl.asl.game.state import Marker, State, Unit
from sasl.asl.terrain import weather
from sasl.board import traces
from sasl.board.board import Board
from sasl.board.grid import RUNS
from sasl.board.ground import beds, up_slopes
from sasl.board.hexes import line_names
from sasl.kernel.memo import Memo


class Cloud(NamedTuple):
    """What hangs in a hex: in a word, its Hindrance, and how many levels it rises above the hex.

    `ffe`: the FFE it is part of, which hinders a LOS only once, however many of its hexes are met (C1.57).
    """

    word: str
    hindrance: int
    height: int
    ffe: str = ""


Clouds = Mapping[str, Sequence[Cloud]]
"""Hex -> what hangs in it."""
Hulks = Mapping[str, str]
"""Hex -> the wreck or AFV in it, in a word."""
Sees = Callable[[str, str], bool]
"""Whether the ground lets a LOS be between two hexes."""
_CLOUDS: Memo[Clouds] = Memo(steady=True)
_HULKS: Memo[Hulks] = Memo(steady=True)


def _levels_of(board: Board) -> Mapping[str, int]:
    """The level of each hex in play."""
    return board.remember("levels", lambda: {name: board.terrain(name).elevation for name in board})


class Screens:
    """All of it at one moment, as sets of places: which of them a line meets is told at once, and so is how many."""

    def __init__(self, board: Board, clouds: Clouds, hulks: Hulks, wreck: int, sees: Sees) -> None:
        """`wreck`: the Hindrance of a wreck or AFV."""
        self._board, self._clouds, self._hulks, self._wreck, self._sees = board, clouds, hulks, wreck, sees
        self._place, self._level = board.grid.place, _levels_of(board)
        place = self._place
        self._worth: dict[int, tuple[dict[int, int], dict[int, dict[str, int]]]] = {}
        """By the level of a LOS, by place: the Hindrance of what hangs there, and of each FFE, where there is one."""
        self._parked: dict[int, set[int]] = {}
        """The places of wrecks and AFV by their level: on no other do they hinder a LOS (B10.22, D9.4)."""
        for name in hulks:
            if name in place:
                self._parked.setdefault(self._level[name], set()).add(place[name])
        self._hanging = traces.bits(place[name] for name in clouds if name in place)
        self._standing = {level: traces.bits(there) for level, there in self._parked.items()}
        self._ahead: dict[str, tuple[int, int]] = {}

    def hindrance(self, a: str, b: str) -> int:
        """The Hindrance of all that lies on the line between two hexes in play (A24, C1.57, D9.4)."""
        place = self._place
        start, end = place[a], place[b]
        if end < start:
            a, b, start, end = b, a, end, start
        ahead = self._ahead.get(a)
        if ahead is None:
            ahead = self._ahead[a] = self._before(a)
        hanging, standing = ahead
        level, other = self._level[a], self._level[b]
        if level != other:
            standing = 0
        if not hanging and not standing:
            return 0
        run = RUNS[end - start]
        met = run & hanging
        found = self._veil(traces.places_of(met, start), min(level, other)) if met else 0
        return found + self._wreck * len(self._hulks_between(a, b)) if run & standing else found

    def _veil(self, places: Sequence[int], low: int) -> int:
        """The Hindrance of what hangs in these places; of a LOS wholly above it none (A24.4, C1.57)."""
        worth = self._worth.get(low)
        if worth is None:
            worth = self._worth[low] = self._worth_at(low)
        still, shells = worth
        found = sum([still[place] for place in places])
        if not shells:
            return found
        falling = dict[str, int]()
        for place in places:
            if place in shells:
                falling |= shells[place]
        return found + sum(falling.values())

    def _worth_at(self, low: int) -> tuple[dict[int, int], dict[int, dict[str, int]]]:
        """What rises above a LOS at this level: see `_worth`."""
        still, shells = dict[int, int](), dict[int, dict[str, int]]()
        for name in self._clouds.keys() & self._place.keys():
            there = [cloud for cloud in self._clouds[name] if self._rises(name, cloud, low)]
            still[self._place[name]] = sum(cloud.hindrance for cloud in there if not cloud.ffe)
            if falling := {cloud.ffe: cloud.hindrance for cloud in there if cloud.ffe}:
                shells[self._place[name]] = falling
        return still, shells

    def _rises(self, name: str, cloud: Cloud, low: int) -> bool:
        """A24.4: whether it rises above a LOS whose lower end is at level `low`."""
        return name not in self._level or self._level[name] + cloud.height > low

    def _before(self, name: str) -> tuple[int, int]:
        """What hangs and what stands on its level to the right of a hex, itself left out, as `bits` from there."""
        start, level = self._place[name], self._level[name]
        standing = self._standing.get(level, 0)
        if start in self._parked.get(level, ()):
            standing ^= traces.bits((start,))
        return traces.seen_from(start, self._hanging), traces.seen_from(start, standing)

    def named(self, a: str, b: str) -> list[tuple[str, int]]:
        """The same thing by thing, in words."""
        found = [(f"{cloud.word} in {name}", cloud.hindrance) for name, cloud in self.veils(a, b)]
        return found + [(f"{self._hulks[name]} in {name}", self._wreck) for name in self._hulks_between(a, b)]

    def veils(self, a: str, b: str) -> list[tuple[str, Cloud]]:
        """What hangs on the line between two hexes, each with its hex; an FFE once, in the first of its hexes."""
        low, met, found = min(self._level[a], self._level[b]), set[str](), list[tuple[str, Cloud]]()
        there = ((name, cloud) for name in line_names(a, b) for cloud in self._clouds.get(name, ()))
        for name, cloud in there:
            if self._rises(name, cloud, low) and cloud.ffe not in met:
                found.append((name, cloud))
                met |= {cloud.ffe} - {""}
        return found

    def _hulks_between(self, a: str, b: str) -> list[str]:
        """The hexes between the ends whose wreck or AFV hinders the LOS: both ends have to see it (D9.4)."""
        hulks, levels, sees = self._hulks, self._level, self._sees
        level = levels[a]
        if levels[b] != level or not sees(a, b):  # B10.22, D9.4: on no level but that of both ends do they hinder it
            return []
        between = [name for name in line_names(a, b)[1:-1] if name in hulks and levels[name] == level]
        if not between or self._sees_over(a, b):
            return []
        return [name for name in between if sees(a, name) and sees(b, name)]

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
    found: dict[str, list[Cloud]] = {}
    figure, fires_smoke = game.figure, not _blown_away(game)
    low = figure("smoke-height")
    fire = low if weather.breeze(game.state) else figure("fire-smoke-height")
    for marker in game.state.markers.values():
        if marker.kind == "smoke":
            _thicker(game, found, marker.hex, Cloud("SMOKE", marker.number or figure("smoke-full"), low))
        elif marker.kind == "blaze" and fires_smoke:
            _thicker(game, found, marker.hex, Cloud("Blaze", figure("blaze-hindrance"), fire))
        elif marker.kind == "wreck" and marker.state == "burning" and fires_smoke:
            _thicker(game, found, marker.hex, Cloud("burning wreck", figure("burning-wreck-hindrance"), fire))
        elif marker.kind == "ffe" and marker.state != "harassing":  # C1.57: an HE Concentration
            shells = Cloud("FFE", figure("ffe-hindrance"), figure("ffe-height"), marker.id)
            for name in game.board.within(marker.hex, marker.number):
                found.setdefault(name, []).append(shells)
    return found


def _blown_away(game: Game) -> bool:
    """Whether Heavy Winds leave no smoke over any fire (B25.2, A24.6)."""
    return weather.heavy(game.state)


def _thicker(game: Game, found: dict[str, list[Cloud]], name: str, cloud: Cloud) -> None:
    """A24.2: more SMOKE in a hex, up to the most that one Location can hold."""
    there = sum(other.hindrance for other in found.get(name, ()) if other.word != "FFE")
    room = game.figure("smoke-most") - there
    if room > 0:
        found.setdefault(name, []).append(cloud._replace(hindrance=min(cloud.hindrance, room)))


def hulks_of(game: Game) -> Hulks:
    """Hex -> the wreck or AFV in it that hinders a LOS across it (a burning wreck's smoke counts instead).

    One IN a gully or stream hinders nobody's LOS above it.
    """
    state = game.state
    parts = state.markers, state.units, state.wind, state.phase, state.player_turn, game.library, game.board
    return _HULKS.of(parts, lambda: _survey_hulks(game))


HIDES_LESS = FIRE_PHASES
"""The phases in which an AFV that has moved in this Player Turn neither hinders nor shelters (D9.3, D9.4)."""


def just_drove(state: State, wreck: Marker) -> bool:
    """D9.3, D9.4: whether a wreck was a moving target in this Player Turn, and its AFPh is not over."""
    return wreck.drove == state.player_turn and state.phase in HIDES_LESS


def _survey_hulks(game: Game) -> Hulks:
    """D9.4: every hex with a wreck or AFV that hinders."""
    burnt = _blown_away(game)
    wrecks = [wreck for wreck in game.state.marked("wreck") if not just_drove(game.state, wreck)]
    found = {wreck.hex: "wreck" for wreck in wrecks if burnt or wreck.state != "burning"}
    for unit in game.state.on_map():
        if unit.hex and (word := hulk(game, unit)):
            found.setdefault(unit.hex, word)
    low = beds(game.board)
    return {name: word for name, word in found.items() if name not in low}


def hulk(game: Game, unit: Unit) -> str:
    """D9.4: the word of an AFV that hinders a LOS, or "": none that moves, or has moved until the AFPh is over.

    A cupola is an AFV that never moves (D9.5, OtO 4.1); a hidden one hinders nobody until it shows itself [house].
    """
    if unit.kind not in VEHICLES or game.counter_of(unit).armor_front is None:
        return ""
    if unit.kind == "cupola":
        return "" if "hidden" in unit.flags else "cupola"
    moves = "motion" in unit.flags or ("drove" in unit.flags and game.state.phase in HIDES_LESS)
    return "" if moves else "AFV"
