"""The plain line mode of a campaign."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TextIO

from sasl.asl.game.events import Event
from sasl.campaign import campaign_report
from sasl.campaign.campaign_engine import legal, stops_here
from sasl.campaign.campaign_run import CampaignGame
from sasl.campaign.campaign_session import CampaignSession
from sasl.campaign.campaign_words import folded, open_log, told
from sasl.campaign.orders.by_hand import has_to_agree
from sasl.campaign.orders.campaign_commands import COMMANDS
from sasl.campaign.secrets import KEPT
from sasl.campaign.unspent import Unspent
from sasl.cli.lines.line_mode import LineMode
from sasl.kernel.orders.commands import Prompt, find
from sasl.kernel.orders.order import Command
from sasl.saves.history import LogLine


class CampaignLines(LineMode[CampaignSession]):
    """A campaign in lines."""

    SAVED = "campaign"
    COVER = KEPT
    OWN = {"on": ("on", "go on until you have something to do"), **LineMode.OWN}

    def __init__(self, session: CampaignSession, source: TextIO | None = None, out: TextIO | None = None) -> None:
        super().__init__(session, source, out)
        self.unspent = Unspent()

    def opening(self) -> Iterable[str]:
        """Title, briefing, notices, how to begin."""
        game = self.session.game
        yield f"{game.campaign.title}: {game.campaign.briefing}"
        yield from self.session.notices
        if len(self.session.moments) == 1:
            yield from game.campaign.initial_rules
            yield ("Who plays whom? You play both sides; option german-plays on (or russian-plays on) gives one to the "
                   "program.")  # fmt: skip
            if has_to_agree(game):
                yield "agree asks which Victory Locations your map has, and how many CPP that are left count."
            yield "next goes on step by step; show, steps, pieces and roster display things; undo always works."

    def awaited(self) -> Prompt:
        """What is awaited, and every command word with the reason why it is not legal."""
        return legal(self.session.game)

    def find(self, word: str) -> Command:
        """The command that a word begins."""
        return find(word, COMMANDS, self.session.game.state)

    def words(self, event: Event) -> str:
        """A fact in one line."""
        return told(self.session.game, event)

    def log(self) -> Sequence[LogLine]:
        """The log; what a side keeps secret is covered."""
        return open_log(self.session)

    def lines(self, told: Iterable[tuple[str, Event]]) -> Iterable[tuple[str, Sequence[Event]]]:
        """Facts as lines; counters of one kind that come at once are one line."""
        return folded(told)

    def _play(self, line: str, *, prompt: bool = True) -> None:
        """A `next` first tells what would be left unspent; in a pipe, where nobody reads along, it goes on."""
        left = self.unspent.before(self.session.game, line)
        if left:
            self._say(f"  next {'again ' * self.prompted}{left}.")
        if not left or not self.prompted:
            super()._play(line, prompt=prompt)

    def _on(self, words: Sequence[str]) -> None:
        """`next` until a step needs the player, asks, or has something to be done on the map."""
        while True:
            before = len(self.session.moments)
            self._play("next", prompt=False)
            moment = self.session.moments[-1]
            if len(self.session.moments) == before or stops_here(moment.game, moment.events):
                self.say_prompt()
                return

    def moment(self, game: CampaignGame) -> str:
        """The date and the step."""
        return campaign_report.place(game)

    def position(self, game: CampaignGame) -> Iterable[str]:
        """The figures of both sides and the step."""
        return (campaign_report.date_line(game), *campaign_report.figure_lines(game))

    def say_prompt(self) -> None:
        """The date, both sides' CPP, and what is awaited."""
        prompt, game = self.awaited(), self.session.game
        purses = ", ".join(
            f"{side.capitalize()} {campaign_report.money(game, side, 'cpp')}" for side in game.campaign.sides
        )
        self._say(f"-- {game.date.title or game.date.id}  CPP {purses} -- {prompt.text}")
