"""Series of watched games: what came of each, and what the numbers of all of them say."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from sasl.asl.game import events as ev
from sasl.asl.game.state import State
from sasl.asl.ordnance import mounted
from sasl.content.library import Library
from sasl.lab.bare import Bare
from sasl.lab.watch import Watch, doctrine_orders
from sasl.orders import engine
from sasl.saves.session import Session

CLASSES: dict[str, tuple[str, float]] = {
    "squad": ("squads", 1.0),
    "hs": ("squads", 0.5),
    "crew": ("squads", 0.5),
    "leader": ("leaders", 1.0),
    "hero": ("leaders", 1.0),
    "gun": ("guns", 1.0),
    "cupola": ("guns", 1.0),
    "vehicle": ("vehicles", 1.0),
}
"""As what a lost unit is counted, and for how much: MMC in squad equivalents (A5.1)."""

LOSSES = ("squads", "leaders", "guns", "vehicles")
KEYS = (
    "turns", "friendly", "enemy", "activations", "commands", "enemy_acts", "enemy_house_acts",
    *(f"{side}_{what}" for side in ("friendly", "enemy") for what in ("attacks", *LOSSES)),
)  # fmt: skip
"""The numbers of a game by the names they have in data; `friendly` and `enemy` are VP, `enemy_squads` losses.

`enemy_house_acts`: of its acts those that a house figure decided.
"""


@dataclass(frozen=True)
class Ending:
    """How a seed ended: who won, and its numbers by the names of KEYS."""

    seed: int
    winner: str
    numbers: dict[str, float]

    @property
    def margin(self) -> float:
        """By how many VP the ENEMY is ahead."""
        return self.numbers["enemy"] - self.numbers["friendly"]

    def row(self) -> dict[str, object]:
        """All of it as plain data."""
        return {"seed": self.seed, "winner": self.winner, **{key: _short(self.numbers[key]) for key in KEYS}}


class Tally:
    """The facts of a mission, counted one by one as they come.

    What joined and is not there at the end, or only as a prisoner, is lost. The other half of a squad that Deploys
    has joined with its squad (A1.31).
    """

    def __init__(self) -> None:
        self._numbers = dict.fromkeys(KEYS, 0.0)
        self._side_of: dict[str, str] = {}
        self._winner = ""

    def add(self, event: ev.Event) -> None:
        """Count a fact."""
        numbers, side_of = self._numbers, self._side_of
        if isinstance(event, ev.UnitAdded):
            names = (event.unit.id, *(f"{event.unit.id} {weapon}" for weapon in (*mounted.WEAPONS, "PF")))
            side_of |= dict.fromkeys(names, event.unit.side)
            if "deploying" not in event.unit.flags:
                _count(numbers, event.unit.side, event.unit.kind, 1)
        elif isinstance(event, ev.WeaponAdded):
            side_of[event.weapon.id] = event.weapon.side
        elif isinstance(event, ev.Fired):
            numbers[f"{side_of[[*event.units, *event.weapons][0]].lower()}_attacks"] += 1
        elif isinstance(event, ev.SuspectRemoved):
            numbers["activations"] += event.activated
        elif isinstance(event, ev.MissionEnded):
            numbers |= {"friendly": event.friendly, "enemy": event.enemy}
            self._winner = event.won_by

    def ending(self, seed: int, state: State, commands: int) -> Ending:
        """How the mission has ended, in `state` after so many commands."""
        acts, house = state.acts
        numbers = self._numbers | {
            "turns": state.turn, "commands": commands, "enemy_acts": acts, "enemy_house_acts": house
        }  # fmt: skip
        for unit in state.units.values():
            if "prisoner" not in unit.flags:
                _count(numbers, unit.side, unit.kind, -1)
        return Ending(seed, self._winner or "draw", numbers)


def tally(seed: int, facts: Iterable[ev.Event], state: State, commands: int) -> Ending:
    """Count the facts of a mission that has ended in `state`."""
    found = Tally()
    for event in facts:
        found.add(event)
    return found.ending(seed, state, commands)


def _count(numbers: dict[str, float], side: str, kind: str, sign: int) -> None:
    if kind in CLASSES:
        word, worth = CLASSES[kind]
        numbers[f"{side.lower()}_{word}"] += sign * worth


def _short(number: float) -> float | int:
    return int(number) if number == int(number) else number


CLEAR = 2.0
"""A difference counts as clear from so many standard errors on."""


@dataclass(frozen=True)
class Match:
    """One game: the mission, the seed, the doctrines of both sides ("" for the usual ones), tables of your own.

    `command`: the variant of Command Control (16), "" for the usual one.
    """

    mission: str
    seed: int
    doctrine: str = ""
    commander: str = ""
    packs: tuple[Path, ...] = ()
    command: str = ""

    def warm(self, library: Library) -> object:
        """Read ahead what every game needs."""
        return library.tables, library.counters, library.figures, library.doctrines

    def play(self, library: Library) -> Ending:
        """Play it to its end. Stuck if it does not come to one."""
        begun = Session.memory(library, self.mission, self.seed, "watch").game
        table = Bare(begun, partial(engine.play, tells=False))
        found = Tally()
        for step in Watch(table, doctrine_orders(self.doctrine, self.commander, self.command)).run():
            for event in step.events:
                found.add(event)
        return found.ending(self.seed, table.game.state, table.commands)


# -- numbers ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Mean:
    """A mean with its standard error."""

    value: float
    error: float

    def __str__(self) -> str:
        """`7.25 ±0.31`."""
        return f"{self.value:.2f} ±{self.error:.2f}"

    @property
    def clear(self) -> bool:
        """Whether it is clearly not zero."""
        return abs(self.value) > CLEAR * self.error


def mean(numbers: Sequence[float]) -> Mean:
    """Mean and standard error of a sample (error 0 for a single number)."""
    count = len(numbers)
    middle = math.fsum(numbers) / count
    spread = math.fsum((number - middle) ** 2 for number in numbers) / (count - 1) if count > 1 else 0.0
    return Mean(middle, math.sqrt(spread / count))


def numbers_of(endings: Sequence[Ending], key: str) -> list[float]:
    """One number of each game: a key of the tally, `margin` (ENEMY VP ahead), or `wins` (1: the ENEMY won)."""
    if key == "margin":
        return [ending.margin for ending in endings]
    if key == "wins":
        return [{"ENEMY": 1.0, "draw": 0.5}.get(ending.winner, 0.0) for ending in endings]
    return [ending.numbers[key] for ending in endings]


def difference(one: Sequence[Ending], other: Sequence[Ending], key: str) -> Mean:
    """By how much `one` is above `other`, seed by seed: the same seed sets up the same mission."""
    pairs = {ending.seed: ending for ending in other}
    both = [(ending, pairs[ending.seed]) for ending in one if ending.seed in pairs]
    first, second = (numbers_of([pair[place] for pair in both], key) for place in (0, 1))
    return mean([a - b for a, b in zip(first, second, strict=True)])
