"""Watched campaigns: both sides played by their minds, the scenarios between them made up by a stated model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from sasl.asl.game.events import Event
from sasl.campaign import engine
from sasl.campaign import events as cev
from sasl.campaign.engine import Ask, Done, No, Outcome
from sasl.campaign.mind.side import minds
from sasl.campaign.orders.by_hand import SetOption
from sasl.campaign.orders.steps import Next
from sasl.campaign.run import CampaignGame
from sasl.campaign.state import SIDES
from sasl.campaign.steps.victory import total
from sasl.content.library import Library
from sasl.kernel.order import Order
from sasl.lab import made_up
from sasl.lab.bare import Bare
from sasl.lab.watch import Stuck

MOST_COMMANDS = 20_000
SWITCHES = (SetOption("russian-plays", "on"), SetOption("german-plays", "on"), SetOption("secrets", "off"))
LOST_KINDS = ("squad", "hs", "crew", "leader", "gun", "vehicle", "sw")


class Table(Protocol):
    """Where commands are played: a session, or a bare game."""

    @property
    def game(self) -> CampaignGame:
        """The campaign as it is."""
        ...

    def submit(self, line: str, answers: tuple[str, ...] = ()) -> Outcome:
        """Play a command."""
        ...


def begin(library: Library, campaign_id: str, seed: int) -> Bare[CampaignGame]:
    """A campaign both sides of which the program will play."""
    game = engine.new_campaign(library, campaign_id, seed)
    return Bare(CampaignGame(game.library, game.campaign, game.board, game.state, minds()), engine.play)


@dataclass(frozen=True)
class Step:
    """One command of a watched campaign, its facts, and the campaign after it."""

    command: str
    events: tuple[Event, ...]
    game: CampaignGame


@dataclass
class CampaignWatch:
    """A campaign that plays itself: `next` upon `next`, and a made-up result for each scenario."""

    table: Table
    _queue: list[Order] = field(default_factory=lambda: list(SWITCHES))
    _entered: int = 0
    _brought: int = -1

    def run(self) -> Iterator[Step]:
        """Every command to the end of the campaign. Stuck if one is refused, or if it does not end."""
        for _ in range(MOST_COMMANDS):
            if self.table.game.state.stage == "over":
                return
            yield self._step()
        raise self._stuck("next", f"the campaign did not end in {MOST_COMMANDS} commands")

    def _step(self) -> Step:
        state = self.table.game.state
        if not self._queue and state.stage == "scenario" and self._entered != state.scenario:
            self._entered = state.scenario
            self._queue = list(made_up.orders(self.table.game))
        if not self._queue and state.date != self._brought and self._purchasing():
            self._brought = state.date
            self._queue = list(made_up.reinforcements(self.table.game))
        line = (self._queue.pop(0) if self._queue else Next()).line()
        outcome = self._play(line)
        if isinstance(outcome, No):
            raise self._stuck(line, outcome.reason)
        return Step(line, outcome.events, outcome.game)

    def _purchasing(self) -> bool:
        step = self.table.game.step
        return step is not None and step.step == "purchase"

    def _play(self, line: str) -> Done[CampaignGame] | No:
        answers: tuple[str, ...] = ()
        for _ in range(200):
            outcome = self.table.submit(line, answers)
            if not isinstance(outcome, Ask):
                return outcome
            if outcome.question.error:
                raise self._stuck(line, f"{outcome.question.text} {outcome.question.error}")
            answers = (*outcome.answers, outcome.question.default)
        raise self._stuck(line, "it asks without end")

    def _stuck(self, line: str, why: str) -> Stuck:
        game = self.table.game
        where = f"{game.step.rule} {game.step.title}" if game.step else game.state.stage
        return Stuck(f"seed {game.state.dice.seed}, {game.date.id}, {where}: {line[:80]}: {why}")


# -- many campaigns -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class CampaignEnding:
    """How a seed ended: who won, and its numbers: VP, scenarios, groups bought, counters lost by kind."""

    seed: int
    winner: str
    numbers: Mapping[str, float]

    def row(self) -> dict[str, object]:
        """All of it as plain data."""
        return {"seed": self.seed, "winner": self.winner, **self.numbers}


def play_out(library: Library, campaign_id: str, seed: int) -> CampaignEnding:
    """Play one seed to its end. Stuck if it does not come to one."""
    watch = CampaignWatch(begin(library, campaign_id, seed))
    winner, count, after = "", 0, watch.table.game
    for step in watch.run():
        count, after = count + 1, step.game
        for event in step.events:
            if isinstance(event, cev.CampaignEnded):
                winner = event.winner
    return CampaignEnding(seed, winner or "draw", _numbers(after, count))


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


@dataclass(frozen=True)
class CampaignMatch:
    """One campaign to be watched: its id, the seed, tables of your own."""

    campaign: str
    seed: int
    packs: tuple[Path, ...] = ()

    def warm(self, library: Library) -> object:
        """Read ahead what every campaign needs."""
        return library.all_tables, library.counters, library.figures, library.strategies

    def play(self, library: Library) -> CampaignEnding:
        """Play it to its end. Stuck if it does not come to one."""
        return play_out(library, self.campaign, self.seed)
