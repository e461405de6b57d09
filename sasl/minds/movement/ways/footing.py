"""What the ground costs a stack, step by step: by the tables of the ground, or by the rules for who pays more."""

from __future__ import annotations

from functools import cached_property

from sasl.asl.game.context import Game
from sasl.asl.game.state import Unit
from sasl.asl.movement.ground.costs import step_cost
from sasl.asl.movement.ground.distances import FAR
from sasl.asl.movement.ground.ground_steps import ALL, Steps, priced, steps_of
from sasl.asl.stacking import crowded
from sasl.kernel import verify
from sasl.minds.movement.ways.danger import LEFT


class Footing:
    """The steps of a stack from hex to hex, in MF."""

    def __init__(self, game: Game, units: tuple[Unit, ...]) -> None:
        self.game, self.units, self.start = game, units, units[0].hex

    def price(self, a: str, b: str) -> float | None:
        """The MF of the dearest of the stack from `a` to `b`; None if one cannot; FAR for ALL."""
        rank = self.game.board.rank
        steps = self.first_steps() if a == self.start else self._crowding(self._priced(rank[a]))
        found = next((mf for near, mf in steps if near == rank[b]), None)
        return FAR if found == ALL else found

    def steps(self) -> Steps:
        """What the ground costs the stack once it is on its way."""
        return steps_of(self.game, cavalry=self.units[0].cavalry)

    def _priced(self, place: int) -> list[tuple[int, float]]:
        """The steps out of a hex, by its rank, with what lies in those around it."""
        return priced(self.game, self.steps()[place], cavalry=self.units[0].cavalry)

    def first_steps(self) -> list[tuple[int, float]]:
        """What the steps out of its own hex cost it: more for who must leave a foxhole or the crest, say."""
        plain = self._priced(self.game.board.rank[self.start])
        if self.burdened():
            return self._crowding(self._dearest_steps())
        if verify.ON:
            plain = verify.same(f"steps from {self.start}", plain, self._dearest_steps)
        return self._crowding(plain)

    @cached_property
    def crowds(self) -> dict[int, int]:
        """A5.11: the MF more into each hex, by rank, that the stack would overstack."""
        return {self.game.board.rank[name]: mf for name, mf in crowded(self.game, self.units).items()}

    def _crowding(self, steps: list[tuple[int, float]]) -> list[tuple[int, float]]:
        more = self.crowds
        return [(near, mf + more.get(near, 0)) for near, mf in steps] if more else steps

    def burdened(self) -> bool:
        """Whether any of the stack pays for the place it leaves, or some ride and some walk."""
        return any(unit.flags & LEFT or unit.cavalry != self.units[0].cavalry for unit in self.units)

    def _dearest_steps(self) -> list[tuple[int, float]]:
        """What the dearest of the stack pays for each step out of its hex, by what the rules say of each."""
        found = []
        for near in self.game.board.neighbours(self.start):
            costs = [step_cost(self.game, unit, self.start, near) for unit in self.units]
            if all(item.allowed for item in costs):
                mf = ALL if any(item.all for item in costs) else max(item.mf or 0.0 for item in costs)
                found.append((self.game.board.rank[near], mf))
        return found
