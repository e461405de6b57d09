"""Who gives itself away by its fire (A12.14), and from how far a shot must be worth it."""

from __future__ import annotations

from collections.abc import Iterable

from sasl.asl.fire.opportunity import reach
from sasl.asl.game.context import Game
from sasl.asl.game.flags import SMC
from sasl.asl.game.sides import opponent
from sasl.asl.game.state import Unit
from sasl.asl.ordnance import guns
from sasl.minds.act import Decider
from sasl.minds.fire.choice import Choice
from sasl.minds.movement import last_turns


def hides(game: Game, unit: Unit) -> bool:
    """Whether fire gives something away that the other side does not know: a unit, or the crew of a Known Gun. In the
    last Game Turn of all nothing is kept back any more (S12.5)."""
    if last_turns.is_last(game):
        return False
    if not unit.known:
        return True
    men = guns.crew(game, unit) if unit.kind == "gun" else None
    return men is not None and not men.known


def gives_away(game: Game, unit: Unit) -> float:
    """Beyond so many hexes, half its normal range, a concealed unit gives itself away for much only."""
    return reach(game, unit) / game.figure("long-range") / 2


def from_afar(game: Game, unit: Unit, goal: str) -> bool:
    """Whether a concealed unit is so far from a hex that it gives itself away for much only."""
    return hides(game, unit) and game.board.distance(unit.hex, goal) > gives_away(game, unit)


def given_away(game: Game, choice: Choice) -> list[Unit]:
    """Those whom an attack gives away."""
    there = game.state.present(choice.firers)
    return [unit for unit in there if hides(game, unit)]


def gives_up(game: Game, choice: Choice) -> bool:
    """Return whether an attack costs more than the shot: the concealment of men or a Gun, or the CA of its firer."""
    return choice.turns or any(unit.kind not in SMC for unit in given_away(game, choice))


def tempting(game: Game, decider: Decider, choice: Choice) -> float:
    """What of its harm an attack counts for: at leaders without men a share (lone-leader), if it gives somebody away.

    ADJACENT it counts in full, and so it does at the only leader whom the side knows of, and at who may be anybody.
    """
    if choice.range <= 1 or not given_away(game, choice):
        return choice.harm
    there = _targets(game, decider, choice.hex)
    if not there or any(unit.kind not in SMC or not unit.known for unit in there):
        return choice.harm
    known = sum(unit.kind == "leader" and unit.known for unit in game.state.on_map(opponent(decider.side)))
    return choice.harm * decider.doctrine.value("lone-leader") if known > 1 else choice.harm


def _targets(game: Game, decider: Decider, name: str) -> list[Unit]:
    """Who may be fired at in a hex: in the other side's MPh those who move there."""
    moving = game.state.moving if game.state.phase == "MPh" and game.state.side != decider.side else None
    others: Iterable[Unit] = game.state.units_at(name, opponent(decider.side))
    return [unit for unit in others if "prisoner" not in unit.flags and (moving is None or unit.id in moving.ids)]
