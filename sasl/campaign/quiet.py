"""Steps that need nobody: how far one may go on without missing anything the player has to do or see."""

from __future__ import annotations

from collections.abc import Sequence

from sasl.asl.game.events import Event, Told
from sasl.campaign.registry import ROOMS
from sasl.campaign.run import CampaignGame


def halts(game: CampaignGame, events: Sequence[Event]) -> bool:
    """Whether going on stops here: a step in which the player acts, something to do on his map, a new stage, the end.

    A room whose prompt says what may be typed before `next` is one in which the player acts.
    """
    if any(isinstance(event, Told) and (event.board or event.stop) for event in events):
        return True
    step = game.step
    if step is None:
        return True
    room = ROOMS.get(step.step)
    return room is None or "then next" in room.prompt or bool(room.waits and room.waits(game))
