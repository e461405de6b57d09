"""The figures of the doctrine by which an attack is weighed otherwise than by its plain harm, to be told with it."""

from __future__ import annotations

from collections.abc import Iterator

from sasl.asl.game.context import Game
from sasl.minds.act import Decider
from sasl.minds.fire import hiding
from sasl.minds.fire.choice import Choice
from sasl.minds.fire.cost import is_intensive


def figures(game: Game, decider: Decider, choice: Choice) -> Iterator[str]:
    """Intensive Fire needs more harm (C5.6); fire at leaders alone counts for less (A12.14); at a S? it is a guess."""
    if is_intensive(choice):
        yield "intensive-fire"
    if hiding.tempting(game, decider, choice) != choice.harm:
        yield "lone-leader"
    if decider.side == "FRIENDLY" and game.state.suspects_at(choice.hex):
        yield "suspect-harm"
