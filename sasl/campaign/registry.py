"""The register of the command words of a campaign."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sasl.campaign.run import CampaignRun
from sasl.campaign.state import CampaignState

Act = Callable[[CampaignRun, list[str]], None]
GROUPS = ("turn", "result", "step", "buy", "map", "look", "dice", "adjust")


@dataclass(frozen=True)
class Verb:
    """A command word of a campaign: how it is used, what it does, when it is legal."""

    name: str
    usage: str
    summary: str
    run: Act
    when: Callable[[CampaignState], str] | None = None
    group: str = "turn"
    key: str = ""

    def why_not(self, state: CampaignState) -> str:
        """The reason why the verb is not legal now, or ""."""
        if state.stage == "over" and self.group not in ("look", "adjust"):
            return "the campaign is over"
        return self.when(state) if self.when else ""


VERBS: dict[str, Verb] = {}
"""Every command word of a campaign; its modules register theirs with `@verb`."""


def verb(
    name: str,
    usage: str,
    summary: str,
    *,
    when: Callable[[CampaignState], str] | None = None,
    group: str = "turn",
    key: str = "",
) -> Callable[[Act], Act]:
    """Register the decorated function as the command word `name`."""

    def register(run: Act) -> Act:
        VERBS[name] = Verb(name, usage, summary, run, when, group, key)
        return run

    return register
