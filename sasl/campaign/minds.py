"""Who plays a side of a campaign that the player does not: by a doctrine, in secret where the rules say so."""

from __future__ import annotations

from collections.abc import Mapping

from sasl.campaign.run import CampaignMind


def minds() -> Mapping[str, CampaignMind]:
    """The minds of both sides; each acts only while its option (russian-plays, german-plays) is on."""
    return {}
