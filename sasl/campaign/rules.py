"""The special rules of a campaign in words, each figure in them as the campaign file has it."""

from __future__ import annotations

import re

from sasl.campaign.registry import verb
from sasl.campaign.run import CampaignGame, CampaignRun
from sasl.kernel.run import Refused

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


@verb("rules", "rules [WORD]", "the special rules of this campaign: CG1 … with their figures", group="look")
def rules(ctx: CampaignRun, words: list[str]) -> None:
    """The campaign's rules that are played on the map; with a word only those that have it."""
    wanted = " ".join(words).lower()
    found = [text for text in rule_lines(ctx.game) if wanted in text.lower()]
    if not found:
        raise Refused(f"no special rule of this campaign has '{wanted}'" if wanted else "this campaign names no rules")
    for text in found:
        ctx.tell(text)
