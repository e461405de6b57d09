"""The special rules of a campaign in words, each figure in them as the campaign file has it."""

from __future__ import annotations

import re

from sasl.campaign.run import CampaignGame

FIGURE = re.compile(r"\{([a-z0-9-]+)\}")
"""The name of a figure in a text: `{guns-move} hexes`."""


def filled(game: CampaignGame, text: str) -> str:
    """A text of the campaign file with its figures. ContentError for one that the file does not have."""
    return FIGURE.sub(lambda match: str(game.figure(match[1])), text)


def rule_lines(game: CampaignGame) -> list[str]:
    """The special rules; before the Initial Scenario those of it, too."""
    own = [filled(game, text) for text in game.campaign.rules]
    first = ["Before the Initial Scenario:", *game.campaign.initial_rules] if game.state.stage == "initial" else []
    return [*own, *(first if game.campaign.initial_rules else [])]
