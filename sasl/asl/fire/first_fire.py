"""A8.1: whether a player is asked for Defensive First Fire at a move: by the chance of the best shot he has at it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from sasl.asl.fire import compulsory, firing
from sasl.asl.fire.shots import by_themselves, chance_of, in_reach, led, shot_chance, together
from sasl.asl.game.context import Game, Refused
from sasl.asl.game.flags import VEHICLES
from sasl.asl.game.los.sight import look
from sasl.asl.game.state import Unit
from sasl.asl.ordnance.aiming.aim import Manner

OPTION = "fire-stops"
"""The switch, and the value of a game with the chance, in percent, from which the player is asked; without it our
figure counts.
"""


class Shot(NamedTuple):
    """Who fires, and how likely it does anything: an effect on the IFT, a hit of ordnance."""

    names: tuple[str, ...]
    chance: Fraction


def least_chance(game: Game) -> Fraction:
    """The chance of any effect from which a move halts for the player's fire."""
    chosen = game.state.values.get(OPTION)
    return Fraction(int(chosen.value) if chosen else game.figure("least-first-fire"), 100)


def passed_by(game: Game, firers: Sequence[str], goal: str) -> Shot | None:
    """The best shot at those who move in `goal`, if it is too poor to ask for; None where the player is asked.

    He is always asked where nobody can say how likely a shot is, a LOS is in doubt, somebody must fire (A8.312) or the
    moving ones have come into the hex of one who may.
    """
    least = least_chance(game)
    if not least or compulsory.must_fire(game, goal):
        return None
    found = []
    for name in firers:
        unit = game.state.units[name]
        if unit.hex == goal:  # what has driven into its hex it may also meet in CC (D7.21)
            return None
        if game.state.option("ask-los") and not look(game, unit.hex, goal).sure:
            return None
        for piece in in_reach(game, [name], goal) or by_themselves(game, [name], goal):
            for chance in chances(game, unit, piece, goal):
                if chance is None or chance >= least:
                    return None
                found.append(Shot((piece,), chance))
    found.sort(key=lambda shot: -shot.chance)
    group = _group(game, [shot.names[0] for shot in found], goal)
    chance = shot_chance(game, group, goal) if len(group) > 1 else None
    if chance is not None and chance >= least:
        return None
    every = [*found, *([Shot(tuple(group), chance)] if chance is not None else [])]
    return max(every, key=lambda shot: shot.chance, default=None)


def chances(game: Game, unit: Unit, piece: str, goal: str) -> Iterator[Fraction | None]:
    """Yield the chance of any effect for each way to fire a unit or SW; None for a way that has no sheet. A vehicle has
    several ways; a Gun that is spent has its Intensive Fire (C5.6).
    """
    ways: list[tuple[str, ...]] = [()]
    if piece == unit.id and unit.kind in VEHICLES:
        ways = [(word,) for word in firing.MOUNTS]
    elif piece == unit.id and unit.kind == "gun":
        ways = [(), ("intensive",)]
    for options in ways:
        try:
            sheet = firing.preview(game, [piece], (goal,), Manner(options))
        except Refused:
            continue
        yield chance_of(sheet)


def _group(game: Game, names: Sequence[str], goal: str) -> list[str]:
    """Return those of them that fire together (A7.5), with the leaders who direct them."""
    return led(game, together(game, names, goal), goal)
