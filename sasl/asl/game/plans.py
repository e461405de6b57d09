"""What a side that the program leads means to do in a Player Turn: its axes of advance, its companies."""

from __future__ import annotations

from typing import Literal

from sasl.kernel.frozen import Frozen


class PhaseLine(Frozen):
    """An objective of an axis of advance, and the Game Turn by which it is to be taken."""

    hex: str
    turn: int


class Axis(Frozen):
    """How a part of a side means to attack: from where its bulk stands, over which objectives, with how many squads."""

    kind: Literal["main", "secondary"]
    start: str
    lines: tuple[PhaseLine, ...]
    squads: float = 0.0

    @property
    def words(self) -> str:
        """`main axis from K21, 14 squads: V17 by Turn 3, Q10 by Turn 6`."""
        lines = ", ".join(f"{line.hex} by Turn {line.turn}" for line in self.lines)
        squads = "1 squad" if self.squads == 1 else f"{self.squads:g} squads"
        return f"{self.kind} axis from {self.start}, {squads}: {lines}"


class Company(Frozen):
    """Men who keep with a leader (S16), and the objectives they go for, one after the other."""

    leader: str
    units: tuple[str, ...]
    goals: tuple[str, ...]

    @property
    def everybody(self) -> tuple[str, ...]:
        """Its leader and his men."""
        return (self.leader, *self.units)

    @property
    def words(self) -> str:
        """`80a with 8: V17, then Q10`."""
        return f"{self.leader} with {len(self.units)}: {', then '.join(self.goals) or 'no VPO is left'}"
