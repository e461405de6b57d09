"""What a shot costs who fires it, beside what it does: a weapon breaks (A9.7, C2.28, C5.6), a Sniper wakes (A14.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from sasl.asl.fire.opportunity import PROTECTIVE, SUBSEQUENT
from sasl.asl.game.context import Game
from sasl.asl.game.sides import opponent
from sasl.asl.game.state import SANS, Unit, Weapon
from sasl.asl.ordnance import weapon_use
from sasl.kernel.rolling.dice import roll_kind
from sasl.minds.act import Decider
from sasl.minds.fire import hiding
from sasl.minds.fire.choice import Choice
from sasl.minds.fire.small_arms.shot_reasons import ToldShot
from sasl.orders.fire_orders import Fire

LIGHT = 1
"""PP of a SW that is lost without much harm: a LMG, a PSK."""


def cost(game: Game, decider: Decider, choice: Choice) -> float:
    """The harm that a shot is to be expected to cost its own side."""
    return sum(harm for _, harm in costs(game, decider, choice))


def costs(game: Game, decider: Decider, choice: Choice) -> list[tuple[str, float]]:
    """What that is made of: the figure of the doctrine, and the harm."""
    sustained = choice.kind in (SUBSEQUENT.name, PROTECTIVE.name)
    lowered = game.figure("subsequent-breakdown") if sustained else 0
    lowered += game.figure("intensive-breakdown") if _is_intensive(choice) else 0
    breaks = (_breaks(game, decider, name, lowered) for name in _names(choice))
    broken = max(filter(None, breaks), key=lambda part: part[1], default=None)
    return [*([broken] if broken else []), *_sniper(game, decider)]


def _is_intensive(choice: Choice) -> bool:
    """C5.6: whether it is Intensive Fire, which small arms never use."""
    if isinstance(choice.told, ToldShot):
        return False
    order = choice.order
    return isinstance(order, Fire) and "intensive" in order.options


def _names(choice: Choice) -> Sequence[str]:
    """The units and SW that fire, without building the order."""
    if isinstance(choice.told, ToldShot):
        return choice.told.shot.names
    order = choice.order
    return order.firers if isinstance(order, Fire) else ()


def _breaks(game: Game, decider: Decider, name: str, lowered: int) -> tuple[str, float] | None:
    """A9.7, C2.28: the chance that the DR breaks a weapon, times its worth; of several only one breaks (A9.71)."""
    weapon, unit = game.state.weapons.get(name), game.state.units.get(name)
    piece: Weapon | Unit | None = weapon or (unit if unit is not None and unit.kind in ("gun", "vehicle") else None)
    if piece is None:
        return None
    item = game.counter_of(piece)
    user = unit if weapon is None else game.state.units.get(weapon.holder)
    least = (item.breakdown or game.figure("default-breakdown")) + lowered + weapon_use.lowered(game, user, name)
    figure = "break-gun" if weapon is None else "break-heavy" if (item.pp or 0) > LIGHT else "break-light"
    return figure, _chance(least, 12) * decider.doctrine.value(figure)


def _sniper(game: Game, decider: Decider) -> Iterator[tuple[str, float]]:
    """A14.1: the chance that the DR is the other side's SAN, times the harm its Sniper does then."""
    san = game.state.number(SANS[opponent(decider.side)])
    if san:
        yield "sniper-harm", _chance(san, san) * decider.doctrine.value("sniper-harm")


@cache
def _chance(least: int, most: int) -> float:
    ways = roll_kind("DR").totals()
    return sum(number for total, number in ways.items() if least <= total <= most) / sum(ways.values())


def figures(game: Game, decider: Decider, choice: Choice) -> Iterator[str]:
    """Intensive Fire needs more harm (C5.6); fire at leaders alone counts for less (A12.14); at an S? it is a guess."""
    if _is_intensive(choice):
        yield "intensive-fire"
    if hiding.tempting(game, decider, choice) != choice.harm:
        yield "lone-leader"
    if decider.side == "FRIENDLY" and game.state.suspects_at(choice.hex):
        yield "suspect-harm"
