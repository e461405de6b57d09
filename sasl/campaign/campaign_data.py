"""A campaign's figures, words and rosters as plain data, without what a side keeps secret."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sasl.campaign import campaign_report
from sasl.campaign import events as cev
from sasl.campaign.campaign_run import CampaignGame
from sasl.campaign.campaign_state import SIDES
from sasl.campaign.secrets import covered, hidden
from sasl.campaign.steps.campaign_victory import lvp
from sasl.kernel.text import one_of


def data(game: CampaignGame) -> dict[str, Any]:
    """7.15: what the records hold now, by stable keys: `russian.cpp`, `weather`; a line of a roster for each date."""
    return {
        "place": campaign_report.place(game),
        "numbers": dict(_numbers(game)) | {f"{side}.lvp": lvp(game, side) for side in SIDES},
        "facts": {name: word for name, word in game.state.facts.items() if not hidden(game, cev.FactSet(name, word))},
        "roster": list(_roster(game)),
    }


def _numbers(game: CampaignGame) -> Iterator[tuple[str, int]]:
    for key, value in game.state.numbers.items():
        whose, _, name = key.partition(".")
        side = one_of(whose, SIDES)
        if side is None or not hidden(game, cev.NumberSet(side, name, value)):
            yield key, value


def _roster(game: CampaignGame) -> Iterator[dict[str, str]]:
    for line in game.state.roster:
        secret = campaign_report.SECRET if covered(game, line.side) and line.date == game.state.date else ()
        figures = {name: text for name, text in line.figures.items() if name not in secret}
        yield {"side": line.side, "date": game.campaign.dates[line.date].id, **figures}
