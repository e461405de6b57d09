"""Before a `next` that would leave CPP or FPP unspent: what is left, once."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from sasl.campaign.campaign_run import CampaignGame
from sasl.campaign.campaign_state import SIDES
from sasl.campaign.orders.campaign_commands import COMMANDS
from sasl.campaign.orders.steps import Next
from sasl.kernel.notice import Notice
from sasl.kernel.orders.commands import parse_order
from sasl.kernel.text import listed
from sasl.kernel.transaction import Refused

POINTS = {
    "purchase": ("cpp", "7.518", "ends the purchases with {} unspent ({})"),
    "fortifications": ("fpp", "7.520", "forfeits {} ({})"),
}
"""The steps in which points are spent: the figure, its rule, and what `next` does with those that are left."""


class Unspent:
    """What a player has been told is unspent. He who then gives `next`, as long as all is as it was, means it, once he
    can have read it."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._notice = Notice(clock=clock)

    def before(self, game: CampaignGame, line: str) -> str:
        """Return what the line would do with points that a player has left: `forfeits 76 German FPP (7.520)`; "" if he
        has none, or has been told."""
        if not _is_next(game, line):
            return ""
        notice = self._notice
        return notice.confirm() if notice.stands_for(game.state) else notice.show(game.state, ending(game))


def ending(game: CampaignGame) -> str:
    """7.518, 7.520: what the end of the present step does with the points that the players have left; "" if nothing."""
    if game.step is None or game.step.step not in POINTS:
        return ""
    figure, rule, ends = POINTS[game.step.step]
    left = {side: game.state.number(side, figure) for side in SIDES if not game.mind(side)}
    unspent = [f"{number} {side.capitalize()} {figure.upper()}" for side, number in left.items() if number]
    return ends.format(listed(unspent), game.rule(rule)) if unspent else ""


def _is_next(game: CampaignGame, line: str) -> bool:
    try:
        return isinstance(parse_order(line, COMMANDS, game), Next)
    except Refused:
        return False
