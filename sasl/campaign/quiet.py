"""Steps that need nobody: how far one may go on without missing anything the player has to do or see."""

from __future__ import annotations

from collections.abc import Sequence

from sasl.asl.game.events import Event, Told
from sasl.campaign.run import CampaignGame
from sasl.campaign.steps.table import STEPS


def halts(game: CampaignGame, events: Sequence[Event]) -> bool:
    """Whether going on stops here: the player acts in this step or on his map, a new stage, the end."""
    if any(isinstance(event, Told) and (event.board or event.stop) for event in events):
        return True
    if game.step is None:
        return True
    step = STEPS[game.step.step]
    return step.acts or bool(step.missing(game))
