"""What a mind would do with units of a side that somebody else plays: nothing is done."""

from __future__ import annotations

from collections.abc import Collection

from sasl.asl.game.context import Game
from sasl.asl.game.minds import Advice
from sasl.asl.game.sides import Side
from sasl.kernel.frozen import replace
from sasl.kernel.text import listed
from sasl.minds.act import Act, Decider
from sasl.minds.asking import keys_of
from sasl.minds.fire import opening
from sasl.minds.vehicles import motion

MOST_TRIES = 400
"""The most units that are asked, one after the other."""


def first_fire(game: Game, decider: Decider) -> Act | None:
    """A8.1, D2.401: the fire, or the Motion, that meets those who are moving now, if the other side is."""
    moving = game.state.moving
    if game.state.phase != "MPh" or game.state.side == decider.side or moving is None:
        return None
    shot = opening.first_fire(game, decider, moving.ids, moving.hex, set())
    return shot or motion.tries(game, decider, moving.ids, moving.hex)


def only(game: Game, side: Side, ids: Collection[str]) -> Game:
    """The game as it is when all others of a side have had their turn in this phase."""
    passed = frozenset(keys_of(game, side)) - set(ids)
    return game.at(replace(game.state, passed=passed))


def concerns(act: Act, ids: Collection[str]) -> bool:
    """Whether an act is one of these units, alone or with others."""
    return bool({*act.ids, *act.key.split(",")} & set(ids))


def advice_of(decider: Decider, act: Act | None, ids: Collection[str]) -> Advice:
    """An act in words for who plays the side himself; None: nothing is worth an order."""
    doctrine = f"doctrine {decider.doctrine.id}"
    if act is None or act.order is None:
        stays = f"no order for {listed(ids)} now" if ids else "no order for anybody now"
        return Advice(stays, "", (*(act.reasons if act else ()), doctrine))
    title = act.title or f"{listed(act.ids) or act.key} would act"
    return Advice(title, act.line, (*act.reasons, doctrine), act.path or tuple(filter(None, (act.target,))))
