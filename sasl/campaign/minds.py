"""Who plays a side of a campaign that the player does not: by a strategy, in secret where the rules say so."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from sasl.campaign import secrets
from sasl.campaign.mind import buying, choices, tries
from sasl.campaign.mind.agent import CampaignAgent, chance
from sasl.campaign.run import CampaignGame, CampaignMind, CampaignRun
from sasl.campaign.state import Nation
from sasl.campaign.steps.step import belongs
from sasl.kernel.questions import Question

ACTS: Mapping[str, Callable[[CampaignAgent], None]] = {
    "purchase": buying.groups,
    "strength": buying.commissars,
    "fortifications": buying.forts,
    "initiative": tries.chit,
    "recon-purchase": tries.recon,
    "recon": tries.inspect,
    "removal": tries.clear,
    "escape": tries.escape,
}
"""What a side does in the steps that leave it something to do."""

COVERED_FROM = ("heroes", "leader-hardening", "cpp", "purchase")
"""The steps from whose beginning on a side's purchases and Secret DR are covered, until the scenario has ended."""


@dataclass(frozen=True)
class SideMind:
    """One side played by the program."""

    side: Nation

    def answer(self, game: CampaignGame, question: Question) -> str | None:
        """The answer to a question of this side; dice are no decision."""
        return None if question.kind == "dice" else choices.answer(game, self.side, question)

    def act(self, ctx: CampaignRun) -> bool:
        """Everything that the side does in the present step; False: the step may go on then."""
        step = ctx.game.step
        if step is None and ctx.state.stage == "scenario":
            secrets.cover(ctx, self.side, "purchases", False)
            ctx.fact(secrets.shown_key(self.side), "")
            return False
        if _begun(ctx.game) and not ctx.state.fact(secrets.shown_key(self.side)):
            secrets.cover(ctx, self.side, "purchases", True)
        if step is not None and step.step in ACTS:
            ACTS[step.step](CampaignAgent(ctx, self.side, chance(ctx.game, self.side, step.step)))
        if following(ctx.game) in COVERED_FROM:
            secrets.cover(ctx, self.side, "purchases", True)
        return False


def _begun(game: CampaignGame) -> bool:
    """Whether the secret steps of this phase have begun: a side that is handed over now keeps its secrets at once."""
    last = game.state.step if game.state.stage in ("initial", "refit") else -1
    return any(step.step in COVERED_FROM and belongs(game, step) for step in game.campaign.steps[: last + 1])


def following(game: CampaignGame) -> str:
    """The step that comes after the present one, if any comes before the scenario."""
    steps = game.campaign.steps[game.state.step + 1 :]
    return next((step.step for step in steps if belongs(game, step)), "")


def minds() -> Mapping[str, CampaignMind]:
    """The minds of both sides; each acts only while its option (russian-plays, german-plays) is on."""
    return {"russian": SideMind("russian"), "german": SideMind("german")}
