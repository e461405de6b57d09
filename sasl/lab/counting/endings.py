"""The small record of a run: how a seed ended, in numbers, counts and turns; a line of JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sasl.kernel.frozen import Frozen

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
"""As what a unit is counted, and for how much: MMC in squad equivalents (A5.1)."""

LOSSES = ("squads", "leaders", "guns", "vehicles")
KEYS = (
    "turns", "friendly", "enemy", "activations", "commands", "enemy_acts", "enemy_house_acts",
    *(f"{side}_{what}" for side in ("friendly", "enemy") for what in ("attacks", *LOSSES)),
    "suspects", "checks", *(f"generated_{what}" for what in (*LOSSES, "weapons")),
)  # fmt: skip
"""The numbers of a game by the names they have in data; `friendly` and `enemy` are VP, `enemy_squads` losses.

`enemy_house_acts`: of its acts those that a house figure decided. `suspects`: S? placed; `checks`: S? that left the
map, Activated or not; `generated_…`: ENEMY counters that joined during play.
"""
GROUPS = (
    "activated_by", "lost_to", "fell_friendly", "fell_enemy", "generated", "events", "vpo_taken", "used_friendly",
    "used_enemy", "used_friendly_afv", "used_enemy_afv", "drills_friendly", "drills_enemy", "vpo_taken_enemy",
)  # fmt: skip
"""What is counted by name in a game.

`activated_by`: S? by what the FRIENDLY side did; `lost_to`: lost units (MMC as squad equivalents) by side and cause,
who was captured and freed perhaps twice; `fell_…`: the same by hex; `generated`: counters by type; `events`: Random
Events by side and row; `vpo_taken`: the Game Turn in which the FRIENDLY side first controlled a VPO, `vpo_taken_enemy`
the ENEMY; `used_…`: squads by what they did, summed over all Player Turns of their side; `used_…_afv`: the same of
vehicles with armor or weapons; `drills_…`: how often the side did what `drills.py` beside this file names. A record
made before a group was counted has none of it.
"""


class TurnEnd(Frozen):
    """How it stood when a Game Turn was over: VP of both sides, VPO that the FRIENDLY side controlled, squads left.

    `front_…`: the mean place of the MMC in Good Order, (column, row) as the board counts them; () if there are none.
    """

    friendly: int
    enemy: int
    vpo: int
    friendly_squads: float = 0.0
    enemy_squads: float = 0.0
    front_friendly: tuple[float, ...] = ()
    front_enemy: tuple[float, ...] = ()

    def row(self) -> list[object]:
        """It as plain data."""
        squads = [self.friendly_squads, self.enemy_squads]
        return [self.friendly, self.enemy, self.vpo, *squads, list(self.front_friendly), list(self.front_enemy)]

    @classmethod
    def read(cls, row: Sequence[Any]) -> TurnEnd:
        """What `row` made."""
        friendly, enemy, vpo, ours, theirs, *fronts = row
        return cls(friendly, enemy, vpo, ours, theirs, *map(tuple, fronts))


class Ending(Frozen):
    """How a seed ended: who won, its numbers by KEYS, counts by GROUPS, rows hit by table, and its Game Turns.

    `layout`: the mapboards as they lay, where a mission chooses them; hexes of other layouts are other places.
    `set_up`: what set-up brought, by the names of `sasl/lab/counting/setups.py`.
    """

    seed: int
    winner: str
    numbers: Mapping[str, float]
    counts: Mapping[str, Mapping[str, float]] = {}
    rows: Mapping[str, Mapping[str, int]] = {}
    turns: tuple[TurnEnd, ...] = ()
    layout: str = ""
    set_up: Mapping[str, Sequence[str]] = {}

    @property
    def margin(self) -> float:
        """By how many VP the ENEMY is ahead."""
        return self.numbers["enemy"] - self.numbers["friendly"]

    @property
    def win(self) -> float:
        """1 if the ENEMY won, 0.5 for a draw."""
        return {"ENEMY": 1.0, "draw": 0.5}.get(self.winner, 0.0)

    def value(self, key: str) -> float:
        """One number of it: a key of KEYS, `margin`, or `wins`."""
        return self.margin if key == "margin" else self.win if key == "wins" else self.numbers.get(key, 0.0)

    def row(self) -> dict[str, object]:
        """Its numbers as plain data."""
        return {"seed": self.seed, "winner": self.winner, **{key: short(self.numbers[key]) for key in KEYS}}

    def data(self) -> dict[str, object]:
        """All of it as plain data."""
        counts = {name: {key: short(value) for key, value in group.items()} for name, group in self.counts.items()}
        more: dict[str, object] = {"counts": counts, "rows": self.rows, "by_turn": [turn.row() for turn in self.turns]}
        more |= {"set_up": {name: list(values) for name, values in self.set_up.items()}}
        return self.row() | more | ({"layout": self.layout} if self.layout else {})

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Ending:
        """What `data` made. KeyError or TypeError for anything else."""
        numbers = {key: float(data[key]) for key in KEYS}
        turns = tuple(TurnEnd.read(row) for row in data["by_turn"])
        set_up = {name: tuple(values) for name, values in data.get("set_up", {}).items()}
        laid = data.get("layout", "")
        return cls(data["seed"], data["winner"], numbers, data["counts"], data["rows"], turns, laid, set_up)


def short(number: float) -> float | int:
    """A whole number without its `.0`."""
    return int(number) if number == int(number) else number
