"""Running commands for the play screen: questions, refusals, results that stop, the ENEMY's acts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from textual.message import Message

from sasl.asl.game import events as ev
from sasl.asl.game.context import Game
from sasl.asl.game.los.doubts import DOUBTS
from sasl.kernel.facts import lines_of, worded
from sasl.kernel.orders.commands import words_of
from sasl.kernel.orders.order import Command, Order
from sasl.kernel.orders.questions import Question
from sasl.orders.enemy_orders import EnemyAct
from sasl.orders.engine import Ask, Done, find_command, legal, order_of
from sasl.orders.entry_orders import EnterAuto
from sasl.orders.fire_orders import Fire
from sasl.orders.march_orders import MOVES
from sasl.orders.recovery_orders import Rally, RallyAll, Repair
from sasl.orders.reminder import Reminder
from sasl.orders.turn_orders import Next
from sasl.orders.vasl_orders import LookAtVasl
from sasl.saves.history import LogLine
from sasl.saves.session import Session
from sasl.solitaire.briefing.outcome import end_states
from sasl.solitaire.briefing.unfinished import unfinished
from sasl.tui.help import command_lines
from sasl.tui.play.map_game import MapOrders
from sasl.tui.play.ordering.attack_dialog import (
    ALWAYS,
    CANCEL,
    DO,
    PHASE,
    REPLACE,
    VETO,
    ActDialog,
    AttackDialog,
    is_act,
)
from sasl.tui.play.ordering.halts import Halts
from sasl.tui.play.telling.last_word import shortened
from sasl.tui.play.telling.pointer import hexes_about
from sasl.tui.program import program_of
from sasl.tui.typed_orders import Orders
from sasl.tui.widgets.ask_dialog import LIKELY, AskDialog
from sasl.tui.widgets.dialogs import AdviceDialog, PickDialog, SeenDialog, with_facts
from sasl.tui.widgets.lines import Line

if TYPE_CHECKING:
    from sasl.tui.play.play_parts import PlayParts

MOST_TOLD = 4
"""Up to this many lines of a look stand above the prompt; more open a list."""
ASK_NO_MORE, LOS_AS_LIKELY = "option confirm-acts off", "option ask-los off"
OVERRUN = "ovr"
"""The word of a move that is an attack of its own (D7)."""


def _corrects(event: ev.Event) -> bool:
    """Whether it is a correction of an attack that is still shown."""
    return isinstance(event, ev.Adjusted) and not event.outcome


def _is_own(question: Question, act: ev.Decided | None) -> bool:
    """Whether an act of a side that the program plays is to be allowed, or the dice of one."""
    return is_act(question) or (question.kind == "attack" and act is not None)


def _allowed(question: Question) -> str:
    """The answer that lets an act, or an attack, go on."""
    return DO if is_act(question) else "roll"


class GameOrders(MapOrders):
    """Takes a line as the player of a mission typed it and sees it through."""

    WORDS = (*Orders.WORDS, "look", "go", "legend")
    LOOKS = (*Orders.LOOKS, "look", "go", "legend")

    def __init__(self, screen: PlayParts, session: Session) -> None:
        super().__init__(screen, session)
        self.screen = screen
        self.halts = Halts(screen)
        self.sheet_place = 0
        """Which DRM of the attack sheet was under the cursor."""
        self._order: Order | None = None
        """What the running command means, if it is one of the typed orders."""
        self._asked = ("", 0, 0)
        """The last question of the running command, and which facts were new with it."""
        self._replaced: ev.Decided | None = None
        """The act that the player vetoed to give an order of his own."""
        self._then = ""
        """The switch that the player turned in a question, when this command is done."""
        self._unasked = ""
        """The phase in which the ENEMY's fire, and what comes by itself, are rolled without their paper."""
        self._interrupted = False
        """Whether a run of ENEMY acts has asked something."""
        self.reminder = Reminder(clock=lambda: Message().time)
        self._at_once = ""
        """The player's attack that is rolled without its paper."""
        self._waiting: list[str] = []
        """Commands of one act of the player that are still to be given."""

    # -- words ----------------------------------------------------------------------------------------
    def find(self, word: str) -> Command:
        """The command a word stands for. Refused if there is none, or several."""
        return find_command(word, self.session.game.state)

    def legal(self) -> Sequence[Command]:
        """The commands that may be given now."""
        return legal(self.session.game).legal

    def place(self) -> str:
        """Where the game is, in words."""
        return self.session.game.state.moment

    def log(self) -> list[LogLine]:
        """The log, oldest line first."""
        return self.session.log()

    def help_lines(self, word: str) -> list[Line]:
        """What may be typed now, or one word in full."""
        return command_lines(legal(self.session.game), word)

    def own(self, word: str, rest: Sequence[str], number: int | None) -> None:
        """Look at a past moment, go to a hex, or the legend of the map."""
        if word == "look":
            self.screen.action_past(number)
        elif word == "legend":
            self.screen.action_legend()
        else:
            try:
                self.screen.map.set_cursor(self.session.game.board.find(" ".join(rest)))
            except ValueError as error:
                self.screen.say(f"No: {error}.", "bad")

    # -- commands of the game -------------------------------------------------------------------------
    def began(self, line: str) -> None:
        """A new command begins: nothing is known of it yet."""
        self._order = order_of(self.session.game, line)
        self._at_once = line if line == self._at_once else ""
        self._asked, self._replaced, self._then = ("", 0, 0), None, ""
        self._interrupted = False
        if self.screen.running.held:  # the player gives an order of his own instead
            self.screen.running.end()

    def fire(self, line: str, *, at_once: bool) -> None:
        """An attack whose odds were seen while aiming; `at_once`: no paper comes before its dice."""
        self._at_once = line if at_once else ""
        self.submit(line)

    def submit_all(self, lines: Sequence[str]) -> None:
        """Run commands one after another; what is refused or left ends it."""
        first, *self._waiting = lines
        if not self.submit(first):
            self._waiting = []

    def submit(self, line: str, answers: tuple[str, ...] = ()) -> bool:
        """Run a command; a `next` first tells what would be left undone in this phase."""
        self.waits = ""
        if not answers and isinstance(order := order_of(self.session.game, line), LookAtVasl):
            self.screen.beside.open(order)
            return True
        left = "" if answers else self.reminder.before(self.session.game, line)
        if left:
            self.screen.say(self._left_words(left, "‹n› again"), "key")
            return True
        return super().submit(line, answers)

    def left_by_a_run(self) -> str:
        """Return what the ENEMY's run would leave undone if it ended this phase, which only n does; "" if nothing."""
        left = self.reminder.left(self.session.game)
        return left and self._left_words(left, "‹n›")

    def _left_words(self, left: str, ends: str) -> str:
        """Return what is left undone, how to go to it, and which key ends the phase all the same."""
        one = sum(len(chance.ids) for chance in unfinished(self.session.game)) == 1
        way = "‹tab›" if self.screen.map.has_focus else "‹escape›, then ‹tab›"  # in a pane it is the next pane
        walk = f"{way} goes to it" if one else f"{way} walks through them"
        return f"{left} {walk}; {ends} ends the {self.session.game.state.phase}."

    @property
    def _run(self) -> str:
        """What the ENEMY does without asking, but for a doubtful LOS or dice: acts up to a `shot`, or the `phase`."""
        return self._order.manner if isinstance(self._order, EnemyAct) else ""

    def done(self, line: str, outcome: Done[Game]) -> None:
        """A command is done: what came of it is shown, and what must be seen."""
        self.sheet_place = 0
        events = outcome.events
        if self._run and not self.screen.running.on:
            self.alert()
        if self._looked(line, events):
            return
        self.screen.happened(line, events)
        self.stop(line, events)
        if self._replaced:
            self.screen.take_for(self._replaced)
        self._take_who_entered(events)
        if self._then:
            self.session.submit(self._then)
            self.screen.show_log(self.screen.topic)
            self.screen.said.add(f"(You are not asked again: {self._then}.)")
        if self._waiting:
            waiting, self._waiting = self._waiting, []
            self.submit_all(waiting)
            return
        self._tell_all(events)
        alone = self.screen.app.screen is self.screen and not self.screen.firers
        come = self._run == "shot" and any(isinstance(event, ev.Fired) for event in events)
        if alone and self.screen.running.held:
            self.screen.call_after_refresh(self.screen.running.go)
        elif self._interrupted and alone and self.screen.enemy_acts and not come and not self.screen.running.on:
            self.screen.call_after_refresh(self._run_on, line)
        self.screen.beside.done(line)

    def _take_who_entered(self, events: Sequence[ev.Event]) -> None:
        """The next stack that `enter auto` has brought on is taken, so that it may move on."""
        entered = [event.ids for event in events if isinstance(event, ev.UnitsMoved)]
        if isinstance(self._order, EnterAuto) and len(entered) == 1:
            self.screen.selection.take(list(entered[0]))
            self.screen.show_selection()

    def alert(self) -> None:
        """Say that a run has stopped, as the player wants it."""
        self.screen.app.call_after_refresh(program_of(self.screen).own.alert)

    def _run_on(self, line: str) -> None:
        """A run of ENEMY acts that a question had interrupted goes on, if it has more."""
        said = self.screen.said.last
        if not self.submit(line):
            self.screen.say(said)

    def _looked(self, line: str, events: tuple[ev.Event, ...]) -> bool:
        """Whether the command was a look with more to tell than there is room for, or advice: a list shows it."""
        told = [event for event in events if isinstance(event, ev.Told) and not (event.board or event.stop)]
        advised = next((event.line for event in told if event.tag == "advice" and event.line), "")
        if len(told) < len(events) or (len(told) <= MOST_TOLD and not advised):
            return False
        lines = [Line(event.text, "", event.hexes[0] if event.hexes else None) for event in told]
        foot = "‹enter›: go there   ‹space›: back" if any(event.hexes for event in told) else "‹space›: back"
        dialog = (
            AdviceDialog(line, lines, foot=f"‹o›: give the order   {foot}")
            if advised
            else PickDialog(line, lines, foot=foot)
        )

        def taken(choice: str | None) -> None:
            if choice == AdviceDialog.GIVE:
                self.submit(advised)
            elif choice:
                self.screen.map.set_cursor(choice)

        self.screen.app.push_screen(dialog, taken)
        return True

    def asked(self, line: str, ask: Ask) -> None:
        """A question opens its dialog; should the program end now, it knows what it waited for."""
        self.waits = line
        if not ask.answers:
            self.screen.room.keep()
        if self._run or self.screen.running.on:
            self.alert()
        question, act, so_far = ask.question, ask.decided, self._news(ask)
        if self.screen.running.on and not ask.answers:
            so_far = (*self.screen.running.came(), *so_far)
        self._interrupted = bool(self._run)
        if not ask.answers:
            self.screen.say("" if words_of(line)[0] in ("next", "enemy") else f"> {line} …", "dim")
        own, comes = _is_own(question, act), self._comes_by_itself(question, act)
        unasked = self._answer_unasked(line, question, act, comes=comes)
        if unasked is not None:
            self.submit(line, (*ask.answers, unasked))
            return

        def answered(choice: str | None) -> None:
            self._answered(line, ask, choice)

        if own and act:
            self.screen.pointer.act(act)
        if is_act(question):
            self.screen.app.push_screen(ActDialog(question, act, so_far), answered)
        elif question.kind == "attack":
            self._show_attack(line, question, act, so_far, answered, comes=comes)
        else:
            self._show_question(line, question, so_far, answered)

    def _answer_unasked(self, line: str, question: Question, act: ev.Decided | None, *, comes: bool) -> str | None:
        """The answer to what the player wants no dialog for; None where he is to be asked."""
        if question.kind == "attack" and act is None and self._at_once == line:
            self._at_once = ""
            return "roll"
        if self._then == LOS_AS_LIKELY and question.id in DOUBTS:
            return question.default
        no_more = (self._then == ASK_NO_MORE and act) or self._unasked == self.place()
        return _allowed(question) if no_more and (comes or _is_own(question, act)) else None

    def _answered(self, line: str, ask: Ask, choice: str | None) -> None:
        """What was chosen in the dialog of a question; None: it was left, and nothing happened."""
        question, act = ask.question, ask.decided
        self.screen.pointer.nothing()
        if choice is None:
            self.waits, self._waiting = "", []
            self.screen.room.keep()
            left = f"Left '{line}': nothing happened."
            self.screen.running.stopped(left) if self.screen.running.on else self.screen.say(left, "dim")
            self.screen.beside.over()
            return
        answer = choice
        if choice == REPLACE:
            self._replaced = act
            answer = VETO if is_act(question) else CANCEL
        elif choice == ALWAYS:
            self._then, answer = ASK_NO_MORE, _allowed(question)
        elif choice == LIKELY:
            self._then, answer = LOS_AS_LIKELY, question.default
        elif choice == PHASE:
            answer = _allowed(question)
            self._ask_no_more_in_this_phase(act)
        self.submit(line, (*ask.answers, answer))

    def _comes_by_itself(self, question: Question, act: ev.Decided | None) -> bool:
        """Whether nobody chose this one by itself: Residual FP on a move, the clock's FFE, one of several rallies."""
        order = self._order
        moves = isinstance(order, MOVES) and OVERRUN not in words_of(order.line())
        rallies = isinstance(order, Rally) and len(order.units) > 1
        by_itself = moves or rallies or isinstance(order, (RallyAll, Repair, Next, EnemyAct))
        return question.kind == "attack" and act is None and by_itself

    def _ask_no_more_in_this_phase(self, act: ev.Decided | None) -> None:
        """What comes so in this phase is not asked for; where it was an act of the ENEMY's turn, it is run on."""
        self._unasked = self.place()
        if act and self.screen.enemy_acts:
            self.screen.running.begin()

    def _show_attack(
        self,
        line: str,
        question: Question,
        act: ev.Decided | None,
        so_far: Sequence[str],
        answered: Callable[[str | None], None],
        *,
        comes: bool,
    ) -> None:
        """An attack before its dice, with its line of fire on the map. `comes`: by itself."""
        dialog = AttackDialog(question, act.line if act else line, self.sheet_place, so_far, act, comes=comes)

        def corrected(answer: str | None) -> None:
            self.sheet_place = dialog.place
            answered(answer)

        if not act:
            goals = [self._order.hex] if isinstance(self._order, Fire) else hexes_about(self.session.game, question)
            self.screen.pointer.at(goals, show=goals)
            if isinstance(self._order, Fire):
                self.screen.pointer.fire(self._order.firers, self._order.hex)
        self.screen.app.push_screen(dialog, corrected)

    def _show_question(
        self, line: str, question: Question, so_far: Sequence[str], answered: Callable[[str | None], None]
    ) -> None:
        """Any other question; what it is about, and the hexes it may be answered with, are marked."""
        there, pointer = self.screen.map.grounds, self.screen.pointer
        about = hexes_about(self.session.game, question)
        others = [name for name in question.hexes if name not in about and name in there]
        pointer.at([*about, *others], show=[*about[:1], *others])

        def on_option(value: str) -> None:
            """LOS questions: the line from the hex under the cursor to the hex that is asked about."""
            if value in others and len(about) == 1:
                pointer.los(value, about[0])

        dialog = AskDialog(question, line, self.screen.map.cursor, on_option, so_far=so_far)
        self.screen.app.push_screen(dialog, answered)

    def _news(self, ask: Ask) -> tuple[str, ...]:
        """What has happened since the question before this one; a corrected attack is still the same question."""
        question, attack = ask.question, ask.question.kind == "attack"
        text, first, end = self._asked
        if not question.error and not (attack and question.text == text):
            first = end
        self._asked = (question.text, first, len(ask.facts))
        shown = [event for event in ask.facts[first:] if not (attack and _corrects(event))]
        if attack or is_act(question):
            shown = [event for event in shown if event is not ask.decided]
        return tuple(text for text, _ in lines_of(worded(shown)))

    def stop(self, line: str, events: tuple[ev.Event, ...]) -> None:
        """Results that matter stay until they are seen, with the rolls that led to them; so does a move to fire at."""
        stops = [
            event
            for event in events
            if isinstance(event, ev.MissionEnded) or (isinstance(event, ev.Told) and event.stop)
        ]
        over, running = any(isinstance(event, ev.MissionEnded) for event in stops), self.screen.running
        if not stops or (running.on and not over and not self.screen.firers):  # a run tells all of it at its end
            return
        if self.screen.firers and len(stops) == 1:
            self.halts.ask()
            return
        heads = [Line(text, "key") for text in self.screen.outcome(events).lines()]
        heads += [Line(event.describe(), "bad", event) for event in stops if not isinstance(event, ev.MissionEnded)]
        heads += [Line(text, "bad") for text in end_states(self.session.game, events)]
        for event in stops:
            if isinstance(event, ev.MissionEnded):
                counts = [Line(f"{text}: FRIENDLY {ours}, ENEMY {theirs}") for text, ours, theirs in event.lines]
                heads = [Line(event.describe(), "head", event), *counts, *heads]
        self.screen.pointer.at([name for event in stops if isinstance(event, ev.Told) for name in event.hexes])
        if over and running.on:
            running.end()
            self.alert()
        shown = [event for event in events if event not in stops]
        self.see(
            "The mission is over" if over else f"{shortened(line)}: the outcome",
            with_facts(heads, shown),
            "c" if self.halts.rest and not self.screen.firers else "",
        )

    def _tell_all(self, events: Sequence[ev.Event]) -> None:
        """What has no room below the map is on a list; a run tells all of it at its end."""
        screen = self.screen
        if screen.app.screen is screen and not screen.running.on and not screen.said.holds(screen.said.last):
            heads = [Line(text, "key") for text in screen.outcome(events).lines()]
            self.see("The outcome", with_facts(heads, events), "c" if self.halts.rest else "")

    def see(self, title: str, lines: Sequence[Line], go_on: str) -> None:
        """A list that stays until it is seen; `go_on`: the key there that goes on at once with what had stopped."""

        def seen(key: str | None) -> None:
            self.screen.pointer.at(())
            if self.screen.firers:
                self.halts.ask()
            elif key == "E":
                self.screen.call_after_refresh(self.screen.action_enemy, "phase")
            elif key:
                self.halts.go_on()

        self.screen.app.push_screen(SeenDialog(title, lines, go_on), seen)
