"""What a mind works with: its side and strategy, chance of its own, and the orders that it gives."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from sasl.campaign import events as cev
from sasl.campaign.campaign_run import CampaignGame, CampaignRun
from sasl.campaign.campaign_state import Nation, Piece
from sasl.campaign.orders.buying_orders import Buy, Commissar, Fortify
from sasl.campaign.orders.steps import Chit
from sasl.campaign.secrets import secretive
from sasl.content.tables.strategy import SET_UP_FIGURES, SideStrategy, Strategy
from sasl.kernel.orders.order import Order
from sasl.kernel.transaction import Refused

USUAL = "standard"
SECRETS: Mapping[type[Order], str] = {Chit: "chit", Buy: "purchases", Fortify: "purchases", Commissar: "purchases"}
"""What a side keeps secret about its orders."""
T = TypeVar("T")


def strategy(game: CampaignGame, side: Nation) -> Strategy:
    """How a side is played: by the strategy that `set strategy.SIDE NAME` names, else by the usual one."""
    return game.library.strategy(game.state.fact(f"strategy.{side}") or USUAL)


def chance(game: CampaignGame, side: str, what: str) -> random.Random:
    """Chance of a mind's own: the same moment gives the same choice, and no die of the game is used."""
    state = game.state
    return random.Random(f"{state.dice.seed}/{state.dice.index}/{state.scenario}/{state.step}/{side}/{what}")


@dataclass
class CampaignAgent:
    """A side at work in one step."""

    ctx: CampaignRun
    side: Nation
    random: random.Random = field(repr=False)

    @property
    def own(self) -> SideStrategy:
        """What the strategy says about this side."""
        return strategy(self.game, self.side).sides[self.side]

    @property
    def game(self) -> CampaignGame:
        """The campaign as it is now."""
        return self.ctx.game

    def value(self, name: str) -> float:
        """Return a figure of the strategy; one of the set-up that it lacks, of the standard strategy."""
        lacks = name in SET_UP_FIGURES and name not in self.own.figures
        own = self.game.library.strategy(USUAL).sides[self.side] if lacks else self.own
        return own.value(name)

    def do(self, order: Order, why: str = "") -> bool:
        """Give an order; nothing of it stays if it is refused. Whether it was done."""
        try:
            with self.ctx.savepoint():
                secret = SECRETS.get(type(order), "") if secretive(self.game.state, self.side) else ""
                self.ctx.emit(cev.SideActed(self.side, order.line(), why, secret))
                order.verify(self.game)
                order.run(self.ctx)
        except Refused:
            return False
        return True

    def pick(self, choices: Sequence[T], weights: Sequence[float]) -> T | None:
        """One of `choices` by weight; None if none weighs anything."""
        return self.random.choices(choices, weights)[0] if sum(weights) > 0 else None


def strength(game: CampaignGame, side: Nation, worth: Mapping[str, float], *, seen: bool = False) -> float:
    """How strong a side is; `seen`: as the enemy knows it, without what it bought since the last scenario."""
    new = {item.id for item in game.state.purchases.values() if item.side == side and game.state.is_fresh(item)}
    unknown = new if seen and game.state.scenario else set()
    return sum(value_of(piece, worth) for piece in game.state.of(side) if piece.group not in unknown)


def value_of(piece: Piece, worth: Mapping[str, float]) -> float:
    """What a counter adds to the strength of its side: an MMC by its FP, anything else by its kind."""
    if piece.flags & {"wreck", "burnt-out", "prisoner", "abandoned"}:
        return 0.0
    times = worth.get(piece.kind, 0.0)
    return float(piece.type[0]) * times if piece.mmc and piece.type[:1].isdigit() else times
