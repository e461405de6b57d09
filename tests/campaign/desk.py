"""A campaign under test: commands with dice on the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sasl.asl.game.events import Event, Rolled
from sasl.campaign.campaign_engine import Ask, Done, No, Outcome, new_campaign, play
from sasl.campaign.campaign_run import CampaignGame
from sasl.campaign.campaign_state import CampaignState, Nation, Piece
from sasl.content.library import Library, shipped_root
from sasl.kernel.frozen import replace
from sasl.kernel.orders.questions import Question
from sasl.kernel.rolling.records import RollRecord

LIBRARY = Library(shipped_root())


class Desk:
    """One campaign. `do` must succeed, `no` must be refused, `ask` must ask; `at` jumps to a step."""

    def __init__(self, campaign: str = "oto2", seed: int = 1, game: CampaignGame | None = None) -> None:
        self.game = game or new_campaign(LIBRARY, campaign, seed)
        self.events: list[Event] = []

    @property
    def state(self) -> CampaignState:
        return self.game.state

    def piece(self, piece_id: str) -> Piece:
        return self.state.pieces[piece_id]

    def submit(self, line: str, *answers: str) -> Outcome:
        """The command; questions beyond `answers` get their default, but the scenario is over (7.13)."""
        outcome = play(self.game, line, answers)
        while isinstance(outcome, Ask):
            assert not outcome.question.error, outcome.question.error
            answer = "yes" if outcome.question.id == "no-result" else outcome.question.default
            outcome = play(self.game, line, (*outcome.answers, answer))
        return outcome

    def would(self, line: str, *answers: str) -> tuple[Event, ...]:
        """What the command would bring; nothing is done."""
        outcome = self.submit(line, *answers)
        assert isinstance(outcome, Done), (line, outcome)
        return outcome.events

    def do(self, line: str, *answers: str) -> tuple[Event, ...]:
        outcome = self.submit(line, *answers)
        assert isinstance(outcome, Done), (line, outcome)
        self.game = outcome.game
        self.events += outcome.events
        return outcome.events

    def no(self, line: str, *answers: str) -> str:
        """The reason why the command is refused."""
        outcome = self.submit(line, *answers)
        assert isinstance(outcome, No), (line, outcome)
        return outcome.reason

    def ask(self, line: str, *answers: str) -> Question:
        outcome = play(self.game, line, answers)
        assert isinstance(outcome, Ask), (line, outcome)
        return outcome.question

    def dice(self, *values: int) -> Desk:
        """These dice come next, coloured first."""
        self.do("dice clear")
        self.do("dice " + " ".join(map(str, values)))
        return self

    def at(self, step: str, *, stage: Any = "refit", date: int | None = None) -> Desk:
        """The same campaign just before the step of this name (the next `next` begins it)."""
        from sasl.kernel.frozen import replace

        place = next(number for number, item in enumerate(self.game.campaign.steps) if item.step == step)
        state = replace(self.state, stage=stage, step=place - 1, date=self.state.date if date is None else date)
        self.game = self.game.at(state)
        return self


def rolls(events: Sequence[Event]) -> list[RollRecord]:
    """The rolls among some events."""
    return [event.record for event in events if isinstance(event, Rolled)]


def ids(desk: Desk, side: Nation, kind: str) -> list[str]:
    """The counters of a side that are of a type."""
    return [piece.id for piece in desk.state.of(side) if piece.type == kind]


def played(campaign: str = "oto2") -> Desk:
    """A scenario has been fought."""
    desk = Desk(campaign)
    desk.game = desk.game.at(replace(desk.state, stage="scenario", scenario=1))
    return desk


def add(desk: Desk, side: str, kind: str, place: str = "retained", *flags: str) -> str:
    """One counter; its id."""
    before = set(desk.state.pieces)
    desk.do(f"add {side} {kind} {place}")
    (piece_id,) = set(desk.state.pieces) - before
    if flags:
        desk.do(f"mark {piece_id} " + " ".join(f"+{flag}" for flag in flags))
    return piece_id
