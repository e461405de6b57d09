"""Watched campaigns: both sides played by their minds, the scenarios between them made up by a stated model."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from sasl.campaign import campaign_engine
from sasl.campaign import events as cev
from sasl.campaign.campaign_run import CampaignGame
from sasl.campaign.campaign_state import SIDES
from sasl.campaign.mind.side import minds
from sasl.campaign.orders.by_hand import SetOption
from sasl.campaign.orders.steps import Next
from sasl.campaign.steps.campaign_victory import total
from sasl.campaign.steps.step_kinds import in_step
from sasl.content.library import Library
from sasl.kernel.frozen import Frozen, replace
from sasl.kernel.orders.order import Order
from sasl.lab.series.workers import Libraries
from sasl.lab.watching import made_up
from sasl.lab.watching.watch import Bare, Table, Watched

SWITCHES = (SetOption("russian-plays", "on"), SetOption("german-plays", "on"), SetOption("secrets", "off"))
LOST_KINDS = ("squad", "hs", "crew", "leader", "gun", "vehicle", "sw")


def begin(library: Library, campaign_id: str, seed: int) -> Bare[CampaignGame]:
    """A campaign both sides of which the program will play."""
    return Bare(replace(campaign_engine.new_campaign(library, campaign_id, seed), minds=minds()), campaign_engine.play)


class CampaignWatch(Watched[CampaignGame]):
    """A campaign that plays itself: `next` upon `next`, and a made-up result for each scenario."""

    WHAT = "campaign"

    def __init__(self, table: Table[CampaignGame]) -> None:
        super().__init__(table)
        self._queue: list[Order] = list(SWITCHES)
        self._entered, self._brought = 0, -1

    def over(self) -> bool:
        """Whether the campaign has ended."""
        return self.table.game.state.stage == "over"

    def _next_line(self) -> str:
        state = self.table.game.state
        if not self._queue and state.stage == "scenario" and self._entered != state.scenario:
            self._entered = state.scenario
            self._queue = list(made_up.orders(self.table.game))
        if not self._queue and state.date != self._brought and in_step(self.table.game, "purchase"):
            self._brought = state.date
            self._queue = list(made_up.reinforcements(self.table.game))
        return (self._queue.pop(0) if self._queue else Next()).line()

    def _where(self) -> str:
        game = self.table.game
        where = f"{game.step.rule} {game.step.title}" if game.step else game.state.stage
        return f"seed {game.state.dice.seed}, {game.date.id}, {where}"


# -- many campaigns -----------------------------------------------------------------------------------


class CampaignEnding(Frozen):
    """How a seed ended: who won, and its numbers: VP, scenarios, groups bought, counters lost by kind.

    `bought`: how many of each Reinforcement Group and Fortification of its chart a side bought: `russian I1`.
    """

    seed: int
    winner: str
    numbers: Mapping[str, float]
    bought: Mapping[str, int]

    def row(self) -> dict[str, object]:
        """All of it as plain data."""
        return {"seed": self.seed, "winner": self.winner, **self.numbers, "bought": self.bought}


def _numbers(game: CampaignGame, commands: int) -> dict[str, float]:
    state = game.state
    found: dict[str, float] = {"dates": state.date + 1, "scenarios": state.scenario, "commands": commands}
    for side in SIDES:
        found[f"{side}_vp"] = total(game, side, final=True)
        found[f"{side}_cvp"] = state.number(side, "cvp")
        found[f"{side}_groups"] = sum(1 for item in state.purchases.values() if item.side == side and not item.given)
        found[f"{side}_wins"] = state.number(side, "wins")
        for kind in LOST_KINDS:
            found[f"{side}_{kind}"] = sum(
                1 for piece in state.pieces.values() if piece.side == side and piece.kind == kind and not piece.here
            )
    return found


def bought(game: CampaignGame) -> dict[str, int]:
    """7.5188, 7.520: every line of both sides' charts by side and id, with how often it was bought."""
    state = game.state
    found = {f"{side} {group.id}": 0 for side in SIDES for group in game.campaign.groups.get(side, [])}
    for item in state.purchases.values():
        if not item.given:
            found[f"{item.side} {item.group}"] = found.get(f"{item.side} {item.group}", 0) + 1
    lines = [(side, line.id) for side in SIDES for line in game.campaign.fortifications if side in line.fpp]
    return found | {f"{side} {kind}": state.number(side, f"fort.{kind}") for side, kind in lines}


class CampaignMatch(Frozen):
    """One campaign to be watched: its id, the seed, tables of your own."""

    campaign: str
    seed: int
    packs: tuple[Path, ...] = ()

    def warm(self, library: Library) -> object:
        """Read ahead what every campaign needs."""
        return library.all_tables, library.counters, library.figures, library.strategies

    def play(self, libraries: Libraries) -> CampaignEnding:
        """Play it to its end. Stuck if it does not come to one."""
        library = libraries.of(self)
        watch, winner, commands = CampaignWatch(begin(library, self.campaign, self.seed)), "draw", 0
        for step in watch.run():
            commands += 1
            for event in step.events:
                if isinstance(event, cev.CampaignEnded):
                    winner = event.winner or "draw"
        return CampaignEnding(self.seed, winner, _numbers(watch.table.game, commands), bought(watch.table.game))
