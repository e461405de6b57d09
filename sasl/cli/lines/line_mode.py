"""A game in lines of text, for any terminal, pipe or screen reader: what every kind of game shares."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from shutil import get_terminal_size
from typing import Any, Generic, TextIO, TypeVar

from sasl.asl.game.events import Decided, Event, Rolled, Told
from sasl.cli.rim import asked_line, typed_line
from sasl.content.reading.faults import ContentError
from sasl.kernel.facts import explained, lines_of
from sasl.kernel.frozen import replace
from sasl.kernel.orders.commands import ASK, NO_CHANGE, Ask, No, Prompt, taking, words_of
from sasl.kernel.orders.order import Command
from sasl.kernel.orders.questions import Question, roll_words
from sasl.kernel.text import (
    SLIP,
    broken,
    closest,
    counted,
    failed_inside,
    hint,
    listed,
    number_in,
    prefix_match,
    sentence,
)
from sasl.kernel.transaction import Refused
from sasl.saves.history import LogLine
from sasl.saves.save_lines import SaveError
from sasl.saves.saved import Saved

MOST = 999_999_999
"""The largest number a person may type here."""
USAGE = 30
"""Columns for how a command is used in the list of what is legal; what it does stands beside it."""
CORRECTIONS = ("dice", "roll")
"""Words of a sheet that are commands, too."""
NARROW = 30
"""A terminal of fewer columns breaks lines where it must."""

S = TypeVar("S", bound=Saved[Any])


class LineMode(ABC, Generic[S]):
    """A game in lines: reads commands from `source`, writes what happens to `out`.

    A kind of game says how it begins, what is legal, and how it words its facts and its moments.
    """

    SAVED = "game"
    COVER = "-"
    """What is printed for secret facts: once for any number of them."""
    OWN: Mapping[str, tuple[str, str]] = {
        "undo": ("undo [N]", "take back the last command, or N of them; says what to change on your board"),
        "redo": ("redo [N]", "redo what was undone"),
        "restore": ("restore", "bring back what a new command replaced"),
        "jump": ("jump N", "go to a moment, back or forward"),
        "moments": ("moments", "every moment: its number and its command"),
        "look": ("look N", "show a past moment without going back"),
        "log": ("log [N | all | TOPIC]", "the last lines of the log, all of it, or those of a topic"),
        "why": ("why [N]", "the last act or roll in full, or that of line N of the log"),
        "help": ("? [WORD]", "what is legal now, or how a command is used; help does the same"),
        "save": ("save as NAME", "write the whole game to another file, NAME or FOLDER/NAME, and go on there"),
        "quit": ("quit", "leave; the game is saved"),
    }
    """Words of the program itself, with their form and what they do; each but quit has a method of its name with _
    before it."""
    LOOKS = frozenset({"help", "log", "look", "moments", "orders", "roster", "show", "way"})
    """Those that change nothing: they may be typed in a question, too."""

    def __init__(self, session: S, source: TextIO | None = None, out: TextIO | None = None) -> None:
        self.session = session
        self.source = source or sys.stdin
        self.out = out or sys.stdout
        self.prompted = self.source.isatty()
        self._leaving = False
        self._next = ""
        """A line of a script that was no answer: the next command."""
        self._warned = False
        """Whether the player who leaves has been told that the game is not saved."""

    # -- what a kind of game must say ------------------------------------------------------------------
    @abstractmethod
    def opening(self) -> Iterable[str]:
        """What is printed first: the title and briefing of the game."""

    @abstractmethod
    def awaited(self) -> Prompt:
        """What is awaited, and every command word with the reason why it is not legal ("" if it is)."""

    @abstractmethod
    def find(self, word: str) -> Command:
        """The command that a word begins. Refused if there is none."""

    @abstractmethod
    def words(self, event: Event) -> str:
        """A fact in one line, or nothing."""

    @abstractmethod
    def moment(self, game: Any) -> str:
        """The moment a game is at."""

    @abstractmethod
    def position(self, game: Any) -> Iterable[str]:
        """How a game stands at a moment."""

    @abstractmethod
    def say_prompt(self) -> None:
        """Where the game is and what is awaited."""

    def lines(self, told: Iterable[tuple[str, Event]]) -> Iterable[tuple[str, Sequence[Event]]]:
        """Worded facts as lines, each with the facts behind it; a kind of game may put several into one line."""
        return lines_of(told)

    def log(self) -> Sequence[LogLine]:
        """The log as the player may see it."""
        return self.session.log()

    def after(self, event: Event) -> None:
        """What is printed below a fact."""

    def called(self, name: str) -> str:
        """An option of a question, as a player finds it on his map."""
        return name

    def meant(self, reply: str) -> str:
        """A reply with what it names as the game names it."""
        return reply

    def sum_up(self, before: Any, events: Sequence[Event]) -> None:
        """What came of a command, after its facts; `before`: the game before it."""

    def run(self) -> int:
        """Play until `quit` or the end of input; the exit status, which is 1 for a game that is not saved."""
        lost = ""
        for text in self.opening():
            self._say(text)
        self._say("Type ? for what is legal, quit to stop; every move is saved as it is made.")
        try:
            self.say_prompt()
            while (line := self._read("> ")) is not None:
                if line.strip() and not self._command(line.strip()):
                    break
            lost = self.session.why_not_saved()
        except KeyboardInterrupt:
            self._say("")
            lost = self.session.why_not_saved()
            if not lost:
                raise
        finally:
            self.session.close()
        if lost:
            self._say(f"NOT saved: {sentence(lost)}")
            return 1
        self._say(f"Saved as {self.SAVED} '{self.session.name}'." if self.session.name else "Not saved.")
        return 0

    # -- commands -------------------------------------------------------------------------------------
    def _command(self, line: str) -> bool:
        """Do one line; False to stop."""
        word, rest = words_of(line)
        if word.startswith(ASK):
            self._help([*filter(None, [word.removeprefix(ASK)]), *rest])
            return True
        own = prefix_match(word, self.OWN)
        if len(own) == 1 and (own[0] == word or not self._is_legal(word)):
            self._leaving = own[0] == "quit"
            if not self._leaving:
                getattr(self, f"_{own[0]}")(rest)
        else:
            self._play(line)
        return not self._leaving or self._stays()

    def _stays(self) -> bool:
        """Tell a player who would leave a game that is not saved how to save it; whether he stays for that."""
        lost = self.session.why_not_saved() if self.prompted and not self._warned else ""
        if lost:
            self._warned, self._leaving = True, False
            self._say(f"NOT saved: {lost}; save as NAME writes the whole game elsewhere, quit leaves without it.")
        return bool(lost)

    def _is_legal(self, word: str) -> bool:
        """Whether a word begins a command that is legal now."""
        try:
            return not self.find(word).why_not(self.session.game.state)
        except Refused:
            return False

    def _play(self, line: str, *, prompt: bool = True) -> None:
        answers: tuple[str, ...] = ()
        told, before = 0, self.session.game
        while True:
            try:
                outcome = self.session.submit(line, answers)
            except (SaveError, ContentError, Refused, OSError):
                raise
            except Exception as error:
                self._say(failed_inside(line, error))
                return
            if not isinstance(outcome, Ask):
                break
            for text, facts in self.lines(outcome.told[told:]):
                self._say_fact(text, facts[0])
            told = max(told, len(outcome.told))
            if self._is_the_next_command(outcome.question, answers):
                self._next = answers[-1]
                text = f"'{self._next}' is no answer to this question: '{line}' is left as it was"
                self._say(f"No: {text}, and the line is read as a command.")
                return
            reply = self._ask(outcome.question, outcome.decided)
            if reply is None:
                self._say("Left as it was." + (" None of the above has happened." if told else ""))
                return
            answers = (*outcome.answers, reply)
        if isinstance(outcome, No):
            self._say(f"No: {sentence(outcome.reason)}")
            return
        self.tell(outcome.events, told)
        if not outcome.events:
            self._say(f"  {NO_CHANGE.capitalize()}.")
        self.sum_up(before, outcome.events)
        if self.session.parting:
            self._say(self.session.parting)
        if prompt:
            self.say_prompt()

    def _is_the_next_command(self, question: Question, answers: Sequence[str]) -> bool:
        """Whether the last answer was none, but the next command of a script that did not expect the question."""
        if self.prompted or not question.error or not answers or not answers[-1].strip():
            return False
        word, _ = words_of(answers[-1])
        if question.kind in ("attack", "dice") and word in CORRECTIONS:
            return False
        return bool(prefix_match(word, self.OWN)) or self._is_legal(word)

    def _ask(self, question: Question, act: Decided | None = None) -> str | None:
        """The player's answer; None if he leaves the command (an empty file or `abort`).

        What an act of the ENEMY stands on is shown in one line, and in full when he types why.
        """
        if question.error:
            self._say(f"  {question.error}; abort leaves the command")
            return self._answer()
        reasons: tuple[str, ...] = ()
        if question.preview is not None:
            reasons = question.preview.reasons or ()
        elif act and question.lines == act.reasons:
            question, reasons = replace(question, lines=()), act.reasons
        self.put(question, reasons)
        while (reply := self._answer()) and len(reasons) > 1 and reply.strip().lower() == "why":
            self._lines(f"  {text}" for text in reasons)
        return reply

    def _answer(self) -> str | None:
        """The answer typed; a look on the way (show K14, log, ?move) is printed, then the question comes again."""
        while (reply := self._reply()) is not None and self._looked(reply):
            self._say("  (the question is still waiting for an answer; abort leaves the command)")
        return reply and self.meant(reply)

    def _looked(self, reply: str) -> bool:
        """Whether a reply was a look and no answer; then it is done."""
        word, rest = words_of(reply)
        if word.startswith(ASK):
            self._help([*filter(None, [word.removeprefix(ASK)]), *rest])
        elif word in self.LOOKS and word in self.OWN:
            getattr(self, f"_{word}")(rest)
        else:
            return False
        return True

    def put(self, question: Question, reasons: tuple[str, ...] = ()) -> None:
        """The words of a question."""
        rule = f" [{question.rule}]" if question.rule else ""
        if question.kind == "dice":
            self._say(
                f"  {roll_words(question)}{rule}: roll {question.roll} (dice, coloured one first; =TOTAL to override; "
                "Enter lets the program roll; abort leaves the command)"
            )
            self._lines(f"  {text}" for text in question.lines)
        else:
            self._say(f"  {question.text}{rule}")
            listed_below = {option.value for option in question.options}
            about = dict.fromkeys(name for name in (*question.subject, *question.hexes) if name not in listed_below)
            if names := [text for name in about if (text := self.called(name)) != name]:
                self._say(f"    On your board: {listed(names)}")
            if reasons:
                self._say(
                    f"    Why: {reasons[0]}"
                    + (f" (why: {counted(len(reasons) - 1, 'more reason')})" if reasons[1:] else "")
                )
            for text in question.lines:
                self._say(f"    {text}")
            if question.kind == "attack":
                words = "; ".join(f"{item.value}: {item.label}" for item in question.options if item.value != "roll")
                veto = " (cancel is a veto)" if reasons else ""
                self._say(f"    Enter rolls; or type: {words}{veto}; abort leaves the command")
                return
            if question.kind == "several":
                self._say(f"    all, none, or some by number or hex (Enter: {question.default})")
            if question.kind == "text" and question.default:
                self._say(f"    (Enter: {question.default})")
            for number, option in enumerate(question.options, 1):
                default = "  (Enter)" if option.value == question.default else ""
                words = f": {option.label}" if option.label != option.value else ""
                self._say(f"    {number}  {self.called(option.value)}{words}{default}")

    def _reply(self) -> str | None:
        """What is typed; None for `abort` or ctrl+c, for `quit` (the game is left, too) or the end of the input."""
        try:
            reply = self._read("? ")
        except KeyboardInterrupt:
            self._say("")
            return None
        word = "abort" if reply is None else reply.strip().lower()
        self._leaving = word == "quit"
        return None if word in ("abort", "quit") else reply

    # -- looking --------------------------------------------------------------------------------------
    def _steps(self, words: Sequence[str], move: Callable[[int], list[str] | No]) -> None:
        number = number_in(words[0], 0, MOST) if words else 1
        if len(words) > 1 or number is None:
            self._say("No: say how many, as in: undo 2.")
            return
        changes = move(number)
        if isinstance(changes, No):
            self._say(f"No: {sentence(changes.reason)}")
            return
        self._say("Change this on your board:")
        for text in changes or ["nothing"]:
            self._say(f"  {text}")
        self.say_prompt()

    def _undo(self, words: Sequence[str]) -> None:
        self._steps(words, self.session.undo)

    def _redo(self, words: Sequence[str]) -> None:
        self._steps(words, self.session.redo)

    def _restore(self, words: Sequence[str]) -> None:
        self._steps(words, self.session.restore)

    def _jump(self, words: Sequence[str]) -> None:
        if len(words) != 1:
            self._say("No: jump needs a moment; moments lists them.")
            return
        self._steps(words, self.session.jump)

    def _save(self, words: Sequence[str]) -> None:
        """Write the game to another file; alone it says that there is nothing to do."""
        if not words:
            lost = self.session.why_not_saved()
            self._say(f"NOT saved: {sentence(lost)}" if lost else "Every move is saved as it is made.")
            return
        if len(words) < 2 or words[0].lower() != "as":
            self._say("No: say the new name, as in: save as stalingrad-2.")
            return
        try:
            self._say(f"Saved as {self.session.save_as(' '.join(words[1:]))}; the game goes on there.")
        except SaveError as error:
            self._say(f"No: {sentence(str(error))}")

    def _moments(self, words: Sequence[str]) -> None:
        for moment in self.session.moments:
            self._say(f"{moment.n:>5}  {self.moment(moment.game)}  {moment.command}")
        for moment in self.session.undone:
            self._say(f"{moment.n:>5}  (undone)  {moment.command}")

    def _look(self, words: Sequence[str]) -> None:
        """A past moment, without going back."""
        every = [*self.session.moments, *self.session.undone]
        number = number_in(words[0], 0, len(every) - 1) if len(words) == 1 else None
        if number is None:
            self._say(f"No: look needs a moment from 0 to {len(every) - 1}; moments lists them.")
            return
        moment = every[number]
        self._say(f"Moment {moment.n}: {self.moment(moment.game)}, after: {moment.command or 'the start'}")
        self._lines(self.position(moment.game))
        self.tell(moment.events)

    def _log(self, words: Sequence[str]) -> None:
        """The last lines of the log: `log`, `log 50`, `log all`, `log roll event`."""
        topics = {word for word in words if number_in(word, 1, MOST) is None and word != "all"}
        lines = list(enumerate(self.log(), 1))
        if topics:
            lines = [(number, line) for number, line in lines if line.topic in topics]
        count = next(filter(None, (number_in(word, 1, MOST) for word in words)), 20)
        lines = [
            item
            for place, item in enumerate(lines)
            if item[1].text != self.COVER or not place or lines[place - 1][1].text != self.COVER
        ]
        if not lines:
            known = listed(sorted({line.topic for line in self.log()}))
            self._say(
                f"No: no line of the log is about that; its topics are {known}." if known else "The log is empty."
            )
        for number, line in lines if "all" in words else lines[-count:]:
            self._say(f"{number:>5}  {line.text}")

    def _why(self, words: Sequence[str]) -> None:
        """A log line in full: its dice, modifiers, table, row and rule; alone the ENEMY's last act or the last roll."""
        lines = self.log()
        acts = [event for event in self.session.moments[-1].events if isinstance(event, Decided)]
        if acts and not words:
            self._lines(acts[-1].explain())
            return
        number = number_in(words[0], 1, len(lines)) if words else _last_reason(lines)
        if not number:
            self._say(f"No: why needs the number of a log line, 1 to {len(lines)} (log lists them).")
            return
        for _, texts in explained(lines[number - 1].events):
            self._lines(texts)

    def _help(self, words: Sequence[str]) -> None:
        prompt = self.awaited()
        if words:
            self._explain(words[0], prompt)
            return
        self._say(prompt.text)
        legal = [(item.usage, item.summary) for item, reason in prompt.verbs if not reason]
        for usage, summary in (*legal, *self.OWN.values()):
            if len(usage) > USAGE:
                self._say(f"  {usage}")
            self._say(f"  {usage if len(usage) <= USAGE else '':{USAGE}}  {summary}")
        self._say("Any unique beginning of a word will do; ?WORD shows how a command is used, and why it is not legal.")

    def _explain(self, word: str, prompt: Prompt) -> None:
        """How the commands are used that a word begins, or in which it stands."""
        low = word.lower()
        found = [(item, reason) for item, reason in prompt.verbs if item.name.startswith(low)]
        for item, reason in found:
            self._say(f"{item.usage}: {item.summary}" + (f" (not now: {reason})" if reason else ""))
            self._lines(item.details())
        own = [self.OWN[name] for name in prefix_match(low, self.OWN)]
        for usage, summary in own:
            self._say(f"{usage}: {summary}")
        takers = [] if found or own else taking(low, (item for item, _ in prompt.verbs))
        for item in takers:
            text = item.options.get(low, "")
            self._say(f"{item.usage}: '{word}' is a word of {item.name}{': ' * bool(text)}{text or '.'}")
        if not (found or own or takers):
            near = hint(closest(word, (*(item.name for item, _ in prompt.verbs), *self.OWN), SLIP))
            self._say(f"No: there is no command '{word}'{near or '; ? lists what is legal.'}")

    # -- words ----------------------------------------------------------------------------------------
    def tell(self, events: Iterable[Event], told: int = 0) -> None:
        """What has happened, but for the first `told` facts, printed before a question."""
        pairs = [(text, event) for event in events if (text := self.words(event))]
        for text, facts in self.lines(pairs[told:]):
            self._say_fact(text, facts[0])
            self.after(facts[0])

    def _say_fact(self, text: str, event: Event) -> None:
        """A line of what has happened; what must be seen is marked."""
        self._say(f"{'!' if isinstance(event, Told) and event.stop else ' '} {text}")

    def _lines(self, lines: Iterable[str]) -> None:
        for text in lines:
            self._say(f"  {text}")

    def _say(self, text: str) -> None:
        """A line; on a terminal it is broken at spaces, and goes on a little farther in."""
        wide = get_terminal_size().columns if self.out.isatty() else 0
        begins = min(len(text) - len(text.lstrip(" ")), wide // 2)
        lines = broken(text, wide, begins, begins + 4) if NARROW <= wide < len(text) else (text,)
        print(*lines, sep="\n", file=self.out, flush=True)

    def _read(self, prompt: str) -> str | None:
        if self._next:
            line, self._next = self._next, ""
            return line
        return asked_line(prompt) if self.prompted else typed_line(self.source)


def _last_reason(lines: Sequence[LogLine]) -> int:
    """The number of the last line of the log that is an act or a roll; of the last of all where there is none."""
    found = (number for number in range(len(lines), 0, -1) if isinstance(lines[number - 1].event, (Rolled, Decided)))
    return next(found, len(lines))
