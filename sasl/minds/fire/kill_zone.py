"""Kill zones: of those who hide in several Locations one opens at a mover, and the others wait for the next."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sasl.asl.fire.opportunity import reach
from sasl.asl.game.context import Game
from sasl.asl.game.sides import opponent
from sasl.asl.game.state import Unit
from sasl.asl.movement.allowance import is_able
from sasl.minds.act import Decider
from sasl.minds.fire.choice import Choice
from sasl.minds.fire.hiding import given_away, hides

OPENED = "opened at "
"""What is noted of each mover at whom somebody has given himself away, before his id."""


def notes(game: Game, decider: Decider, firers: Iterable[str], movers: Iterable[str]) -> list[str]:
    """What a shot at movers leaves to be noted once it is fired: nothing, unless it gives somebody away."""
    there = game.state.present(firers)
    opens = bool(decider.doctrine.value("kill-zone")) and any(hides(game, unit) for unit in there)
    return [f"{OPENED}{key}" for key in movers] if opens else []


def waits(game: Game, decider: Decider, choice: Choice, movers: Sequence[str]) -> bool:
    """Whether an attack at movers is left for the next of them: it would give a second Location away (kill-zone).

    Not if its harm is great, if they are ADJACENT, or if nobody is to come after them.
    """
    least = decider.doctrine.value("kill-zone")
    if not least or choice.range <= 1 or choice.harm >= least:
        return False
    hidden = given_away(game, choice)
    fresh = game.state.passed.isdisjoint(f"{OPENED}{key}" for key in movers)
    if not hidden or (fresh and len({unit.hex for unit in hidden}) == 1):
        return False
    return any(_more_to_come(game, unit, movers) for unit in hidden)


def _more_to_come(game: Game, unit: Unit, movers: Sequence[str]) -> bool:
    """Whether men of the other side, Known and able to move, could yet come into the normal range of a unit."""
    far = reach(game, unit) / game.figure("long-range") + game.figure("mmc-mf")
    others = (other for other in game.state.on_map(opponent(unit.side)) if other.mmc and other.known)
    return any(
        other.id not in movers and not other.mf and is_able(other) and game.board.distance(unit.hex, other.hex) <= far
        for other in others
    )
