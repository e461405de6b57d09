"""The odds of the Close Combat that a move or an advance would lead to, as a side can know them."""

from __future__ import annotations

from collections.abc import Sequence

from sasl.asl.close_combat import close_combat
from sasl.asl.game.context import Game
from sasl.asl.game.state import Unit, opponent
from sasl.asl.infantry import concealment
from sasl.asl.movement.advance import STAYS
from sasl.minds.act import Decider
from sasl.minds.movement import goals

SURE = 99.0
"""The odds against men who cannot fight."""
UNABLE = frozenset(STAYS) | {"panicked", "advanced", "berserk", "waits", "disarmed"}
"""The states in which nobody advances into CC by his own will."""


def needed(game: Game, decider: Decider, unit: Unit) -> str:
    """The figure of the doctrine that says from which odds a unit goes into CC."""
    return "cc-odds-hold" if goals.attitude(game, decider, unit) == "Hold" else "cc-odds-advance"


def foes_in(game: Game, decider: Decider, name: str) -> list[Unit]:
    """The enemies in a hex that a side knows to be there."""
    found = close_combat.fighters(game, name, opponent(decider.side))
    return [unit for unit in found if "hidden" not in unit.flags]


def foes_here(game: Game, unit: Unit) -> bool:
    """Whether enemies are in its own hex: it fights there and goes nowhere."""
    return bool(close_combat.fighters(game, unit.hex or "", opponent(unit.side)))


def attackers(game: Game, decider: Decider, name: str, units: Sequence[Unit]) -> list[Unit]:
    """Who could fight in a hex in the coming CCPh: `units`, those there already, and those ADJACENT who could come."""
    found = {unit.id: unit for unit in units}
    for unit in close_combat.men(game, name, decider.side):
        found.setdefault(unit.id, unit)
    for near in game.board.neighbours(name):
        for unit in game.state.units_at(near, decider.side):
            if may_join(game, unit):
                found.setdefault(unit.id, unit)
    return list(found.values())


def may_join(game: Game, unit: Unit) -> bool:
    """Whether a unit could advance into CC in the coming APh."""
    return unit.infantry and not unit.flags & UNABLE and not goals.mans_gun(game, unit)


def of(game: Game, decider: Decider, name: str, units: Sequence[Unit]) -> float:
    """A11.11: the FP of all who could attack there to that of the men in the hex; what is concealed is guessed."""
    foes = [unit for unit in foes_in(game, decider, name) if unit.kind not in ("vehicle", "cupola")]
    unknown = decider.doctrine.value("suspect-fp")
    guess = sum(unknown for unit in foes if not concealment.is_known(unit) and unit.mmc)
    known = [unit for unit in foes if concealment.is_known(unit)]
    defense = float(sum(close_combat.strength(game, unit) for unit in known)) + guess
    own = [unit for unit in attackers(game, decider, name, units) if "broken" not in unit.flags]
    attack = float(sum(close_combat.attack_strength(game, unit, foes) for unit in own))
    return attack / defense if defense else SURE


def stands_off(game: Game, decider: Decider, name: str, units: Sequence[Unit]) -> str:
    """Why a stack does not end its move in a hex: the odds against an armed enemy ADJACENT; "" if it may."""
    figure = needed(game, decider, units[0])
    least = decider.doctrine.value(figure)
    best, where = 0.0, ""
    for near in game.board.neighbours(name):
        foes = foes_in(game, decider, near)
        if not any(not unit.flags & {"broken", "disarmed"} for unit in foes if unit.kind not in ("vehicle", "cupola")):
            continue
        found = of(game, decider, near, units)
        if not where or found > best:
            best, where = found, near
    if where and best < least:
        return f"ADJACENT to {where} at odds of {best:.2g}, {decider.doctrine.words(figure)}"
    return ""
