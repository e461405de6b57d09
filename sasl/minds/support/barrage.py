"""Where a Fire Mission is aimed (C1.21, C1.3): by what its chits, its accuracy and its errors leave of its harm."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from sasl.asl.game.context import Game
from sasl.asl.game.under_way import Battery
from sasl.asl.oba.accuracy import black, chance
from sasl.asl.oba.batteries import Observer, knows_enemy, sees, unknown_near
from sasl.board.board import Board
from sasl.board.hexes import parse_hex, step
from sasl.kernel.rolling.dice import roll_kind
from sasl.minds.act import Decider
from sasl.minds.measures import expected_loss

Harms = Mapping[str, float]
"""What an FFE centred on each hex would be worth."""


class Throw(NamedTuple):
    """How far a round may err: by the faces of a die, in hexes; `sure`: an FFE falls there, wanted or not.

    `least`: the harm that an FFE where it is aimed must do. `origin`: where the SR or FFE lies that is corrected, at
    most `reach` hexes.
    """

    extents: tuple[int, ...]
    sure: bool = False
    least: float = 0.0
    origin: str = ""
    reach: int = 0

    @property
    def drawn(self) -> bool:
        """C1.21: whether it needs an extra draw near enemies of whom none is Known: all but the FFE without a draw."""
        return not self.sure or bool(self.origin)


MOST_SHOWN = 6
"""How many hexes or runs are named among the reasons of an act."""


class Aim(NamedTuple):
    """A hex to aim at: the harm of an FFE there, and what may be expected of a round aimed at it."""

    hex: str
    harm: float
    expected: float
    chit: float
    accurate: float

    def words(self) -> str:
        """`K14: expected loss 1.20 squads in the Blast Area, 0.45 with its errors (accurate 0.17, extra draw 0.75)`."""
        draw = f", extra draw {self.chit:.2f}" if self.chit < 1 else ""
        told = f"{self.expected:.2f} with its errors (accurate {self.accurate:.2f}{draw})"
        return f"{self.hex}: {expected_loss(self.harm)} in the Blast Area, {told}"


def called(least: float) -> Throw:
    """C1.3: an AR: its SR errs by a dr of hexes."""
    return Throw(tuple(roll_kind("dr").totals()), least=least)


def corrected(game: Game, origin: str) -> Throw:
    """C1.33: an SR that is corrected."""
    return Throw((), origin=origin, reach=game.figure("oba-correction"))


def shifted(game: Game, least: float, origin: str) -> Throw:
    """C1.34: an FFE that is corrected: it errs by a hex, and falls where it falls."""
    return Throw((1,), True, least, origin, game.figure("oba-ffe-correction"))


def aims(
    game: Game, decider: Decider, battery: Battery, observer: Observer | None, harms: Harms, throw: Throw
) -> list[Aim]:
    """C1.21, C1.3: the MOST_SHOWN hexes that promise most, the best first; those not seen are none."""
    sure = chance(game, battery, 0)
    limits = [
        (_expected(game, name, harms, throw, sure) / _handicap(game, decider, throw, name), name)
        for name, harm in harms.items()
        if harm > 0 and harm >= throw.least and _in_reach(game, throw, name)
    ]
    limits.sort(key=lambda pair: (-round(pair[0], 6), -harms[pair[1]], game.board.hex(pair[1])))
    found: list[tuple[float, Aim]] = []
    for most, name in limits:
        if most <= 0 or (len(found) >= MOST_SHOWN and most <= max(score for score, _ in found)):
            break
        aim = _aim(game, battery, observer, harms, throw, name)
        if aim is not None and aim.expected > 0:
            found.append((aim.expected / _handicap(game, decider, throw, name), aim))
    return [aim for _, aim in sorted(found, key=lambda pair: -round(pair[0], 6))][:MOST_SHOWN]


def _in_reach(game: Game, throw: Throw, name: str) -> bool:
    return not throw.origin or 0 < game.board.distance(throw.origin, name) <= throw.reach


def _handicap(game: Game, decider: Decider, throw: Throw, name: str) -> float:
    """C1.33: a hex far from where the SR lies must be worth so much more than one near it: no to and fro."""
    return decider.doctrine.value("oba-switch") if throw.origin and is_far(game, throw.origin, name) else 1.0


def is_far(game: Game, origin: str, name: str) -> bool:
    """C1.33: whether a hex is so far from an SR that a correction errs by more than a hex."""
    return game.board.distance(origin, name) > game.figure("oba-error-per")


def _extents(game: Game, throw: Throw, name: str) -> tuple[int, ...]:
    """C1.33: a correction errs by one hex for each three of its length or part of three."""
    if not throw.origin or throw.sure:
        return throw.extents
    most = -(-game.board.distance(throw.origin, name) // game.figure("oba-error-per"))
    return tuple(min(face, most) for face in roll_kind("dr").totals())


def falls(error: int) -> Throw:
    """MSR 3: an FFE without a draw: it errs by so many hexes, and falls where it falls."""
    return Throw((error,), sure=True)


def _aim(
    game: Game, battery: Battery, observer: Observer | None, harms: Harms, throw: Throw, name: str
) -> Aim | None:  # fmt: skip
    """A hex as an AR, or None if the observer does not see it."""
    hindrance, chit = 0, 1.0
    if observer is not None:
        seen = sees(game, observer, name)
        if not seen.exists:
            return None
        hindrance = seen.hindrance
    if throw.drawn and unknown_near(game, name) and not knows_enemy(game, observer, name):
        chit = black(battery)
    accurate = chance(game, battery, hindrance)
    return Aim(name, harms[name], chit * _expected(game, name, harms, throw, accurate), chit, accurate)


def _expected(game: Game, name: str, harms: Harms, throw: Throw, accurate: float) -> float:
    """The harm of a round aimed at a hex, over its error; an SR that falls among the own men is not converted."""
    spots = list(_spots(game.board, name, _extents(game, throw, name)))
    worth = [harms.get(spot, 0.0) for spot in spots]
    missed = sum(worth if throw.sure else [max(0.0, each) for each in worth]) / len(worth)
    return accurate * harms[name] + (1 - accurate) * missed


def _spots(board: Board, name: str, extents: Sequence[int]) -> Iterator[str]:
    """Where an inaccurate round falls; all are equally likely."""
    for ray in _rays(board, name):
        for far in extents:
            yield ray[far - 1]


def _rays(board: Board, name: str) -> tuple[tuple[str, ...], ...]:
    """The hexes in line with a hex through each of its hexsides, the nearest first, on the map or not."""
    known: dict[str, tuple[tuple[str, ...], ...]] = board.remember("rays of error", dict)
    found = known.get(name)
    if found is None:
        here, faces = parse_hex(name), roll_kind("dr").totals()
        found = known[name] = tuple(tuple(step(here, way - 1, far).name for far in faces) for way in faces)
    return found
