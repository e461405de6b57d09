"""The registers of a campaign: its command words, and the rooms that play the steps of its Reorganization Phase."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sasl.campaign.run import CampaignGame, CampaignRun
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
"""Every command word of a campaign; its rooms register theirs with `@verb`."""


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


@dataclass(frozen=True)
class Room:
    """What plays one kind of step: what it does as it begins and ends, and what it still waits for.

    `waits` gives a sentence while the step is not finished (the player must do something), or "".
    `prompt` is what the player may do in it.
    """

    name: str
    begin: Callable[[CampaignRun], None]
    end: Callable[[CampaignRun], None] | None = None
    waits: Callable[[CampaignGame], str] | None = None
    prompt: str = ""


ROOMS: dict[str, Room] = {}
"""Every kind of step by the word a campaign file uses for it."""


def room(
    name: str,
    *,
    prompt: str = "",
    waits: Callable[[CampaignGame], str] | None = None,
    end: Callable[[CampaignRun], None] | None = None,
) -> Callable[[Callable[[CampaignRun], None]], Callable[[CampaignRun], None]]:
    """Register the decorated function as what the step `name` does when it begins."""

    def register(begin: Callable[[CampaignRun], None]) -> Callable[[CampaignRun], None]:
        ROOMS[name] = Room(name, begin, end, waits, prompt)
        return begin

    return register


def in_step(game: CampaignGame, *names: str) -> bool:
    """Whether the present step is one of these."""
    return game.step is not None and game.step.step in names
