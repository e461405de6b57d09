"""What plays one kind of step of a Reorganization Phase, and which steps belong to the present one."""

from __future__ import annotations

from collections.abc import Callable

from sasl.campaign.campaign_run import CampaignGame, CampaignRun
from sasl.campaign.vocabulary import ASSAULTS
from sasl.content.missions.campaign import CampaignStep
from sasl.kernel.frozen import Frozen


class Step(Frozen):
    """What one kind of step does as it begins and ends; `name` is the word that a campaign file uses for it.

    `prompt` is what the player may do in it, `unmapped` the same in a campaign whose map the program lacks. `acts`: he
    does something in it, before it ends. `settled`: whether the campaign leaves nobody anything to do in it. `waits`: a
    sentence while it is not finished, or "". `repeats`: whether, once it has ended, the steps that are marked so come
    again.
    """

    name: str
    begin: Callable[[CampaignRun], None]
    prompt: str = ""
    acts: bool = False
    waits: Callable[[CampaignGame], str] | None = None
    end: Callable[[CampaignRun], None] | None = None
    repeats: Callable[[CampaignGame], bool] | None = None
    unmapped: str = ""
    settled: Callable[[CampaignGame], bool] | None = None

    def asked(self, game: CampaignGame) -> str:
        """What the player may do in it in this campaign, or ""."""
        if self.settled and self.settled(game):
            return ""
        return self.unmapped if self.unmapped and game.board is None else self.prompt

    def missing(self, game: CampaignGame) -> str:
        """What must be done before it may end, or ""."""
        return self.waits(game) if self.waits else ""


def in_step(game: CampaignGame, name: str) -> bool:
    """Whether the present step is this one."""
    return game.step is not None and game.step.step == name


def belongs(game: CampaignGame, step: CampaignStep) -> bool:
    """Whether a step is done now: before the Initial Scenario only some are; after the last one only the first."""
    if game.state.stage == "initial":
        return "start" in step.marks
    if game.state.fact("counterattack") == "declared" and "not-counterattack" in step.marks:
        return False
    return "end" in step.marks if is_last(game) else True


def is_last(game: CampaignGame) -> bool:
    """Whether the scenario of the last CG Date has been played (and no Counterattack follows it)."""
    last = game.state.date >= len(game.campaign.dates) - 1
    return (
        last
        and not game.reached("new-date")
        and game.state.fact("counterattack") != "declared"
        and not strikes_back(game)
    )


def strikes_back(game: CampaignGame) -> bool:
    """VotG 12.613: a Counterattack may still be declared after the German Assault just played, on the last Day, too."""
    open_yet = any(step.step == "counterattack" for step in game.campaign.steps) and not game.reached("counterattack")
    return open_yet and ASSAULTS.get(game.state.fact("scenario")) == "german" and not game.state.fact("counterattack")
