"""The history of one open game of any kind: moments, undo, redo and log, each step on the disk before it counts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Any, Generic, TypeVar

from sasl.asl.game.events import Event, Told
from sasl.content.reading.faults import ContentError
from sasl.kernel.facts import chief, lines_of
from sasl.kernel.frozen import Frozen
from sasl.kernel.orders.commands import Ask, Done, No
from sasl.kernel.text import counted
from sasl.saves import journal
from sasl.saves.event_codec import decode_event, encode_event
from sasl.saves.files import Lock
from sasl.saves.journal import Journal
from sasl.saves.save_lines import SaveError, Unwritable, check_text

READ_ONLY = "this game is open read-only"
"""Why nothing can be done in it."""

G = TypeVar("G")
S = TypeVar("S")


class Moment(Frozen, Generic[G]):
    """The game after one command. Moment 0 is the start; `n` counts along the current line of play."""

    n: int
    command: str
    answers: tuple[str, ...]
    events: tuple[Event, ...]
    game: G


class LogLine(Frozen):
    """One line of the log: the moment it belongs to, its topic, its words, and the facts that share it, in order."""

    n: int
    topic: str
    text: str
    events: tuple[Event, ...]

    @property
    def event(self) -> Event:
        """The fact that gives it its topic and its look."""
        return chief(self.events)


class History(ABC, Generic[G]):
    """One open game. A kind of game says how a command is played and how a fact is applied and worded."""

    def __init__(self, start: G, *, name: str = "", kind: str = "game", read_only: bool = False) -> None:
        self.name = name
        self.kind = kind
        self.read_only = read_only
        self.notices: list[str] = []
        self._line: list[Moment[G]] = [Moment(0, "", (), (), start)]
        self._at = 0
        self._replaced: list[list[Moment[G]]] = []
        """The lines of play that other commands have taken the place of, the last one last."""
        self.parting = ""
        """What the last command has taken the place of, in words, where that is more than one moment."""
        self._log: list[LogLine] = []
        self._log_ends: list[int] = []
        self._journal: Journal | None = None
        self._lock: Lock | None = None

    # -- what a kind of game must say ------------------------------------------------------------------
    @abstractmethod
    def _run(self, line: str, answers: Sequence[str]) -> Done[G] | Ask | No:
        """Play a command on the present game."""

    @abstractmethod
    def _applied(self, events: Sequence[Event]) -> G:
        """The present game after stored facts. SaveError if they do not fit."""

    @abstractmethod
    def _changes(self, before: G, after: G) -> list[str]:
        """What the player must change on his board to get from one moment to another."""

    @abstractmethod
    def _summary(self, game: G) -> dict[str, str]:
        """What a list of games shows without replaying: `m` the moment, `vp` how it stands."""

    def _goes_with_the_last(self, moment: Moment[G]) -> bool:
        """Whether a command is taken back and done again together with the one before it."""
        return False

    # -- stored entries -------------------------------------------------------------------------------
    def _replay(self, entry: dict[str, Any]) -> None:
        """One entry of the journal: its stored events, never a new roll. SaveError if it does not fit."""
        if "do" in entry:
            events = tuple([decode_event(item) for item in entry.get("events", ())])
            try:
                game = self._applied(events)
            except ContentError as error:
                raise SaveError(f"its mapboards cannot be laid: {error.faults[0]}") from None
            self._advance(entry["do"], tuple(entry.get("answers", ())), events, game)
            return
        step = next(word for word in journal.STEPS if word in entry)
        goal = entry[step]
        low, high = {
            "undo": (0, self._at - 1), "redo": (self._at + 1, self._last), "restore": (1, len(self._replaced)),
        }.get(step, (0, self._last))  # fmt: skip
        if not low <= goal <= high:
            where = "line of play" if step == "restore" else "moment"
            raise SaveError(f"{step} to {where} {goal}, which is not there")
        self._step(step, goal)

    def close(self) -> None:
        """Let other programs open the game. Everything is on the disk already."""
        if self._lock:
            self._lock.release()
        self._lock = self._journal = None
        self.read_only = True

    def why_not_saved(self) -> str:
        """Return why the file does not hold the game as it is shown; "" if it does, or if the game has no file."""
        if self._journal:
            try:
                self._journal.check_saved()
            except SaveError as error:
                return str(error)
        return ""

    def _entries(self) -> Iterator[dict[str, Any]]:
        """Yield the entries of a save from which this history is replayed: every line of play, and where it stands."""
        before = self._line[:1]
        for line in (*self._replaced, self._line):
            same = _shared(before, line)
            if same < len(before):
                yield {"jump": same - 1}
            for item in line[same:]:
                events = [encode_event(event) for event in item.events]
                yield {"do": item.command, "answers": list(item.answers), "events": events}
            before = line
        if self._at < self._last:
            yield {"jump": self._at}

    # -- where the game is ----------------------------------------------------------------------------
    @property
    def game(self) -> G:
        """The game at the current moment."""
        return self._line[self._at].game

    @property
    def moments(self) -> list[Moment[G]]:
        """The moments from the start (0) to the current one."""
        return self._line[: self._at + 1]

    @property
    def undone(self) -> list[Moment[G]]:
        """The moments taken back that `redo` would bring again, the next one first."""
        return self._line[self._at + 1 :]

    @property
    def _last(self) -> int:
        return len(self._line) - 1

    # -- commands -------------------------------------------------------------------------------------
    def submit(self, line: str, answers: Sequence[str] = ()) -> Done[G] | Ask | No:
        """Run a command; when it is Done it is on the disk. No also when it cannot be saved.

        A command that only shows something (no change of the game, nothing to do on the board) is
        neither saved nor a moment to undo.
        """
        if self.read_only:
            return No(READ_ONLY)
        self.parting = ""
        try:
            for text in (line, *answers):
                check_text(text)
        except SaveError as error:
            return No(str(error))
        outcome = self._run(line, answers)
        if isinstance(outcome, Ask | No) or only_looks(self.game, outcome):
            return outcome
        if self._journal:
            try:
                events = [encode_event(event) for event in outcome.events]
                self._write({"do": line, "answers": list(answers), "events": events}, outcome.game)
            except SaveError as error:
                return _not_done(error)
        self._advance(line, tuple(answers), outcome.events, outcome.game)
        return outcome

    def undo(self, count: int = 1) -> list[str] | No:
        """Take back `count` commands; what to change on the board. The dice come back, too."""
        if not 1 <= count <= self._at:
            return No(_too_many("take back", count, self._at))
        goal = self._at
        for _ in range(count):
            while goal > 1 and self._goes_with_the_last(self._line[goal]):
                goal -= 1
            goal = max(0, goal - 1)
        return self._go("undo", goal)

    def redo(self, count: int = 1) -> list[str] | No:
        """Do again what was taken back; what to change on the board."""
        if not 1 <= count <= self._last - self._at:
            return No(_too_many("do again", count, self._last - self._at))
        goal = self._at
        for _ in range(count):
            goal = min(self._last, goal + 1)
            while goal < self._last and self._goes_with_the_last(self._line[goal + 1]):
                goal += 1
        return self._go("redo", goal)

    def restore(self, count: int = 1) -> list[str] | No:
        """Bring back the line of play that a new command took the place of last, or `count` such commands ago.

        The present one is kept in its stead: another `restore` has it again.
        """
        if not 1 <= count <= len(self._replaced):
            return No(_too_many("bring back", count, len(self._replaced), "line of play", "lines of play"))
        return self._go("restore", count)

    def jump(self, n: int) -> list[str] | No:
        """Go to moment `n`, back or forward; what to change on the board."""
        if not 0 <= n <= self._last:
            return No(f"there is no moment {n}; they run from 0 to {self._last}")
        if n == self._at:
            return No(f"this is already moment {n}")
        return self._go("jump", n)

    def _go(self, step: str, goal: int) -> list[str] | No:
        if self.read_only:
            return No(READ_ONLY)
        target = (self._replaced[-goal][-1] if step == "restore" else self._line[goal]).game
        try:
            self._write({step: goal}, target)
        except SaveError as error:
            return _not_done(error)
        before = self.game
        self._step(step, goal)
        return self._changes(before, target)

    def _step(self, step: str, goal: int) -> None:
        """Be at another moment of this line of play, or at the end of another line (restore).

        The log is made anew from where the two part.
        """
        if step != "restore":
            self._at = goal
            return
        line = self._replaced.pop(-goal)
        self._replaced.append(self._line)
        same = _shared(self._line, line)
        self._line, self._at = line, len(line) - 1
        del self._log_ends[same:]

    def _write(self, entry: dict[str, Any], game: G) -> None:
        if self._journal:
            self._journal.append({**entry, **self._summary(game)})

    def _advance(self, command: str, answers: tuple[str, ...], events: tuple[Event, ...], game: G) -> None:
        """A new moment after the current one; what was undone before is no longer ahead, but can be restored."""
        behind = self._last - self._at
        if behind > 1:
            self.parting = f"({behind} undone moments have been replaced: restore brings them back.)"
        if behind:
            self._replaced.append(self._line)
            self._line = self._line[: self._at + 1]
            del self._log_ends[self._at + 1 :]
        self._at += 1
        self._line.append(Moment(self._at, command, answers, events, game))

    # -- the log --------------------------------------------------------------------------------------
    def log(self, topics: Collection[str] | None = None) -> list[LogLine]:
        """The log of the current line of play, oldest first; only `topics` if given."""
        del self._log[self._log_ends[-1] if self._log_ends else 0 :]
        for moment in self._line[len(self._log_ends) : self._at + 1]:
            self._log += self._log_lines(moment)
            self._log_ends.append(len(self._log))
        lines = self._log[: self._log_ends[self._at]]
        return lines if topics is None else [line for line in lines if line.topic in topics]

    def _log_lines(self, moment: Moment[G]) -> Iterable[LogLine]:
        for text, facts in lines_of((_words(event), event) for event in moment.events):
            yield LogLine(moment.n, chief(facts).topic, text, facts)


def _not_done(error: SaveError) -> No:
    """Return the refusal of a command that cannot be saved, with the way out where the file is the trouble."""
    way_out = "; save as NAME writes the whole game elsewhere" if isinstance(error, Unwritable) else ""
    return No(f"nothing was done, because it cannot be saved: {error}{way_out}")


def _shared(one: Sequence[Moment[Any]], other: Sequence[Moment[Any]]) -> int:
    """Return how many moments two lines of play have in common."""
    return sum(1 for _ in takewhile(lambda both: both[0] is both[1], zip(one, other, strict=False)))


def _words(event: Event) -> str:
    try:
        return event.describe()
    except LookupError:  # a forged save may hold words the rules do not know
        return type(event).__name__


def in_order(state: S, events: Iterable[Event], what: str) -> S:
    """The state after stored facts, one by one. SaveError names the first that does not fit the `what` before it."""
    for number, event in enumerate(events, 1):
        try:
            state = event.apply(state)
        except (LookupError, ValueError, TypeError, AttributeError):
            kind = type(event).__name__
            raise SaveError(f"event {number} ({kind}) does not fit the {what} before it") from None
    return state


def only_looks(game: Any, done: Done[Any]) -> bool:
    """Whether a command has only shown something: no change of the game, nothing to do on the board."""
    shown = all(isinstance(item, Told) and not item.board for item in done.events)
    return shown and done.game.state is game.state


def _too_many(words: str, count: int, most: int, one: str = "command", many: str = "commands") -> str:
    if most == 0:
        return f"there is nothing to {words}"
    return f"{count} is not possible: there {'is' if most == 1 else 'are'} {counted(most, one, many)} to {words}"
