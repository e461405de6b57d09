"""Command Control (16) in the mind of a side: who would be out of every leader's circle after a move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sasl.game.context import Game
from sasl.game.state import Unit


@dataclass(frozen=True)
class Circles:
    """The leaders that stay where they are, and the men whom a stack would leave behind or bring along."""

    game: Game
    radius: int
    leaders: tuple[str, ...] = ()
    behind: tuple[str, ...] = ()
    along: int = 0

    def outside(self, name: str) -> int:
        """16: how many MMC would be in nobody's circle if the stack ended its move in a hex."""
        board = self.game.board
        left = sum(board.distance(man, name) > self.radius for man in self.behind)
        if not self.along or any(board.distance(name, leader) <= self.radius for leader in self.leaders):
            return left
        return left + self.along


def circles(game: Game, units: Sequence[Unit]) -> Circles:
    """The circles that matter to a stack of the FRIENDLY side; nothing where Command Control is not in play."""
    radius, side, board = game.figure("leader-circle"), units[0].side, game.board
    if side != "FRIENDLY" or not game.state.option("command"):
        return Circles(game, radius)
    going = {unit.id for unit in units}
    own = [unit for unit in game.state.on_map(side) if unit.good_order and unit.id not in going]
    leaders = tuple({unit.hex or "" for unit in own if unit.kind == "leader"})
    if not any(unit.kind == "leader" for unit in units):
        return Circles(game, radius, leaders, along=sum(unit.mmc for unit in units))
    start = units[0].hex or ""
    near = [unit.hex or "" for unit in own if unit.mmc and board.distance(unit.hex or "", start) <= radius]
    alone = [man for man in near if all(board.distance(man, leader) > radius for leader in leaders)]
    return Circles(game, radius, leaders, tuple(alone))


def without_leader(game: Game, leader: Unit) -> list[str]:
    """16: where squads stand that no other leader has in his circle: those this one is for, hex by hex."""
    if leader.side != "FRIENDLY" or not game.state.option("command"):
        return []
    board, radius = game.board, game.figure("leader-circle")
    own = [unit for unit in game.state.on_map(leader.side) if unit.good_order and unit.id != leader.id]
    others = {unit.hex or "" for unit in own if unit.kind == "leader"}
    return [
        unit.hex or ""
        for unit in own
        if unit.kind == "squad" and all(board.distance(unit.hex or "", name) > radius for name in others)
    ]
