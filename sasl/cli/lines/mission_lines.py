"""The plain line mode of a mission."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TextIO

from sasl.asl.game.context import Game, Refused
from sasl.asl.game.events import Event, MissionEnded
from sasl.beside.comparison import Comparison
from sasl.beside.placements import everything
from sasl.beside.saves import Watch
from sasl.cli.lines import vasl_lines
from sasl.cli.lines.line_mode import LineMode
from sasl.kernel.orders.commands import Prompt
from sasl.kernel.orders.order import Command
from sasl.kernel.text import listed
from sasl.orders.engine import find_command, legal, order_of
from sasl.orders.kinds import select
from sasl.orders.march_orders import in_short
from sasl.orders.reminder import Reminder
from sasl.orders.stack_offers import offers
from sasl.orders.vasl_orders import LookAtVasl
from sasl.saves.session import Session
from sasl.solitaire import victory
from sasl.solitaire.briefing import sources
from sasl.solitaire.briefing.lessons import Lessons
from sasl.solitaire.briefing.outcome import doubtful, doubts_words, end_states, outcome
from sasl.solitaire.briefing.report import hex_report, roster_report, status_report


class Plain(LineMode[Session]):
    """A mission in lines."""

    OWN = {
        "c": ("c", "continue a halted move"),
        "show": ("show [HEX | all]", "the position, a hex, or everything on the map"),
        "roster": ("roster [enemy]", "all units, with their SW and states"),
        "orders": ("orders UNITS", "what units can do now, and why not the rest"),
        "way": ("way UNITS HEX", "what a move or an entry to a hex takes and draws; nothing is done"),
        **LineMode.OWN,
    }

    def __init__(self, session: Session, source: TextIO | None = None, out: TextIO | None = None) -> None:
        super().__init__(session, source, out)
        self.reminder = Reminder()
        self._lessons = Lessons()
        self._lesson = 0
        """The number of the lesson shown last."""
        self._watch = Watch()
        self.taking: Comparison | None = None

    def opening(self) -> Iterable[str]:
        """Title, briefing, notices; at the start whose figures the mission stands on."""
        game = self.session.game
        yield f"{game.mission.title}: {game.mission.briefing}"
        yield from self.session.notices
        if game.state.stage in ("boards", "tables"):
            yield from sources.opening(game)

    def awaited(self) -> Prompt:
        """What is awaited, and every command word with the reason why it is not legal."""
        return legal(self.session.game)

    def find(self, word: str) -> Command:
        """The command that a word begins."""
        return find_command(word, self.session.game.state)

    def words(self, event: Event) -> str:
        """A fact in one line."""
        return event.describe()

    def moment(self, game: Game) -> str:
        """Turn, Player Turn and phase, or the stage of set-up."""
        return game.state.moment

    def position(self, game: Game) -> Iterable[str]:
        """The whole position."""
        return status_report(game)

    def _play(self, line: str, *, prompt: bool = True) -> None:
        """A `next` first lists what would be left undone; in a pipe, where nobody reads along, it goes on."""
        order = order_of(self.session.game, line)
        if isinstance(order, LookAtVasl):
            vasl_lines.take_over(self, order)
            self.say_prompt()
            return
        left = self.reminder.before(self.session.game, line)
        if left:
            phase = self.session.game.state.phase
            self._say(f"  {left} next again ends the {phase}." if self.prompted else f"  Left undone: {left}")
        if not left or not self.prompted:
            super()._play(line, prompt=prompt)

    def say(self, text: str) -> None:
        """A line for the player."""
        self._say(text)

    def reply(self) -> str | None:
        """What he types; None if he leaves."""
        return self._reply()

    def give(self, line: str) -> bool:
        """Run a command and print its outcome; whether it was done."""
        before = self.session.game.state
        super()._play(line, prompt=False)
        return self.session.game.state is not before

    def sum_up(self, before: Game, events: Sequence[Event]) -> None:
        """Who was harmed by a command, in one line; then what to do in VASL."""
        for text in end_states(self.session.game, events):
            self._say(f"! {text}")
        came = outcome(before, self.session.game, events)
        if came.harms:
            self._say(f"= {came.text}")
        if doubts := doubtful(before, events):
            self._say(f"  {doubts_words(doubts)}")
        for text in vasl_lines.to_do(before, self.session.game, self.taking):
            self._say(text)

    def after(self, event: Event) -> None:
        """The lines of the final count."""
        if isinstance(event, MissionEnded):
            for words, ours, theirs in event.lines:
                self._say(f"    {words}: FRIENDLY {ours}, ENEMY {theirs}")

    def called(self, name: str) -> str:
        """A hex by both its names, where several mapboards are joined."""
        return self.session.game.board.both_names(name)

    def meant(self, reply: str) -> str:
        """Hexes may be named as printed on their boards (13K5)."""
        return " ".join(map(self.session.game.board.as_named, reply.split(" ")))

    def _c(self, words: Sequence[str]) -> None:
        """The move that halted goes on."""
        rest = self.session.halted()
        if rest is None:
            self._say("No: no move has halted.")
        else:
            self._say(f"> {in_short(rest)}")
            self._play(rest.line())

    def _show(self, words: Sequence[str]) -> None:
        """The position: figures and VPO, a hex, or all that lies on the map."""
        if words and words[0].lower() == "all":
            self._lines(everything(self.session.game) or ["nothing lies on the map"])
        elif words:
            self._lines(hex_report(self.session.game, words[0]))
        else:
            self._lines(status_report(self.session.game))

    def _roster(self, words: Sequence[str]) -> None:
        self._lines(roster_report(self.session.game, words[0] if words else ""))

    def _orders(self, words: Sequence[str]) -> None:
        """What some units can do now, and why not the rest."""
        game = self.session.game
        try:
            units = select(game.state, game.board.as_named(",".join(words)))
        except Refused as refusal:
            self._say(f"No: {refusal}, as in: orders 628a,91a, or orders K22.")
            return
        found = offers(game, [unit.id for unit in units])
        for item in found.able:
            also = f" (also: {', '.join(item.extras)})" if item.extras else ""
            self._say(f"  {item.line:32} {item.command.summary}{also}")
        for reason, barred in found.barred:
            self._say(f"  not {', '.join(barred)}: {reason}")

    def _way(self, words: Sequence[str]) -> None:
        """What it takes units to go to a hex, or to enter there, and what they would draw."""
        from sasl.tui.play.planning.selection import Selection  # the screens' figures, for those who ask

        game, taken = self.session.game, Selection()
        try:
            if len(words) < 2:
                raise Refused("name units and a hex")
            units = select(game.state, game.board.as_named(",".join(words[:-1])))
            goal = game.board.find(words[-1])
        except (Refused, ValueError) as refusal:
            self._say(f"No: {refusal}, as in: way 628a,91a K22.")
            return
        taken.take_group(game, [unit.id for unit in units])
        plan = taken.plan(game, goal)
        self._say(plan.with_dangers().in_lines if plan else f"No: {listed(taken.ids)} cannot move now.")

    def _say_lesson(self) -> None:
        """The present lesson of a mission that teaches: in full when it is new, then only what to type."""
        shown = self._lessons.present(self.session.moments)
        if shown is None or (shown.lesson is None and self._lesson == shown.number):
            return
        if shown.done and self._lesson != shown.number:
            self._say(f"   Done: {shown.done}")
        kind = shown.lesson.type if shown.lesson else ""
        if self._lesson != shown.number:
            text = shown.lesson.in_lines or shown.lesson.text if shown.lesson else ""
            self._say(f"== {shown.heading} ==" + f" {text}" * bool(text))
        if kind:
            self._say(f"   Type: {kind}" + (f"  (lesson {shown.number})" if self._lesson == shown.number else ""))
        self._lesson = shown.number

    def say_prompt(self) -> None:
        """The lesson of a mission that teaches, what VASL has saved, then where the game is and what is awaited."""
        self._say_lesson()
        if news := vasl_lines.news(self._watch, self.session.game):
            self._say(news)
        prompt = self.awaited()
        state = self.session.game.state
        ours, theirs = victory.totals(self.session.game)
        score = f"  VP {ours}:{theirs}" if state.stage in ("play", "over") else ""
        rest = self.session.halted()
        on = f"c goes on: {in_short(rest)}. " if rest else ""
        self._say(f"-- {state.moment}{score} -- {on}{prompt.text}")
