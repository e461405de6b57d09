"""What came of a watched game, counted from its facts: VP, winner, attacks and losses of both sides."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sasl.asl.game import events as ev
from sasl.asl.game.state import State

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


def tally(seed: int, facts: Iterable[ev.Event], state: State, commands: int) -> Ending:
    """Count the facts of a mission that has ended in `state`.

    What joined and is not there at the end, or only as a prisoner, is lost. The other half of a squad that Deploys
    has joined with its squad (A1.31).
    """
    acts, house = state.acts
    numbers = dict.fromkeys(KEYS, 0.0) | {
        "turns": state.turn, "commands": commands, "enemy_acts": acts, "enemy_house_acts": house
    }  # fmt: skip
    side_of: dict[str, str] = {}
    winner = ""
    for event in facts:
        if isinstance(event, ev.UnitAdded):
            side_of[event.unit.id] = event.unit.side
            if "deploying" not in event.unit.flags:
                _count(numbers, event.unit.side, event.unit.kind, 1)
        elif isinstance(event, ev.WeaponAdded):
            side_of[event.weapon.id] = event.weapon.side
        elif isinstance(event, ev.Fired):
            firer = [*event.units, *event.weapons][0].split()[0]  # `T34a CMG`: a mounted weapon
            numbers[f"{side_of[firer].lower()}_attacks"] += 1
        elif isinstance(event, ev.SuspectRemoved):
            numbers["activations"] += event.activated
        elif isinstance(event, ev.MissionEnded):
            numbers |= {"friendly": event.friendly, "enemy": event.enemy}
            winner = event.won_by
    for unit in state.units.values():
        if "prisoner" not in unit.flags:
            _count(numbers, unit.side, unit.kind, -1)
    return Ending(seed, winner or "draw", numbers)


def _count(numbers: dict[str, float], side: str, kind: str, sign: int) -> None:
    if kind in CLASSES:
        word, worth = CLASSES[kind]
        numbers[f"{side.lower()}_{word}"] += sign * worth


def _short(number: float) -> float | int:
    return int(number) if number == int(number) else number
