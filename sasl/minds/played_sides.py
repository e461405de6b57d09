"""The sides that the program plays: their minds, loaded when they are first asked, and when they act."""

from __future__ import annotations

from typing import Any, cast

from sasl.asl.game.context import Game
from sasl.asl.game.minds import Mind, mind_of
from sasl.asl.game.sides import Phase, Side

OWN_PHASES: tuple[Phase, ...] = ("RPh", "PFPh", "MPh", "AFPh", "RtPh", "APh", "CCPh")
"""When a side acts in its own Player Turn."""
OTHER_PHASES: tuple[Phase, ...] = ("RPh", "DFPh", "RtPh", "CCPh")
"""When it acts in the other side's; its Defensive First Fire is no act of its own."""


class _LateMind:
    """A `SideMind` whose rooms are loaded when it is first asked: a game is on the screen before."""

    def __init__(self, side: Side) -> None:
        self._side = side

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        from sasl.minds.mind import SideMind

        return getattr(SideMind(self._side), name)


def minds(*sides: Side) -> dict[str, Mind]:
    """A mind for each of these sides."""
    return {side: cast(Mind, _LateMind(side)) for side in sides}


def may_act(game: Game, side: Side) -> bool:
    """Whether this is a phase in which the program acts for the side: it plays it, and it has units on the map."""
    state = game.state
    phases = OWN_PHASES if state.side == side else OTHER_PHASES
    acts = state.stage == "play" and state.phase in phases and any(state.on_map(side))
    return acts and mind_of(game, side) is not None
