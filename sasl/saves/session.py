"""One open game: its moments, commands, undo, redo and log, each step on the disk before it counts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import sasl.enemy.commands
import sasl.play.verbs  # noqa: F401 - registers every command
from sasl.content.library import Library
from sasl.content.yamlfile import ContentError, printable
from sasl.enemy.mind import minds
from sasl.game.apply import apply
from sasl.game.context import Game
from sasl.game.events import Event, Told
from sasl.game.narrate import describe
from sasl.game.state import Side
from sasl.play import engine
from sasl.play.engine import Done, No, Outcome
from sasl.play.victory import totals
from sasl.saves import journal
from sasl.saves.codec import SaveError, decode_event, encode_event
from sasl.saves.diff import board_changes
from sasl.saves.journal import Damage, Header, Journal
from sasl.saves.kept import as_begun, changes, keep
from sasl.saves.lock import Lock
from sasl.saves.names import game_path

TORN = "the last line of the save was cut off and is left out; the game goes on from the move before it"
CHANGED = "tables changed since this game was saved; results so far are kept"


@dataclass(frozen=True, slots=True)
class Moment:
    """The game after one command. Moment 0 is the start; `n` counts along the current line of play."""

    n: int
    command: str
    answers: tuple[str, ...]
    events: tuple[Event, ...]
    game: Game


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of the log: the moment it belongs to, its topic, its words, and the fact itself."""

    n: int
    topic: str
    text: str
    event: Event


class Session:
    """One open game. Make it with `create`, `resume`, `read` or `memory`; `close` it (or use `with`)."""

    def __init__(self, start: Game, *, name: str = "", kind: str = "game", read_only: bool = False) -> None:
        self.name = name
        self.kind = kind
        self.read_only = read_only
        self.notices: list[str] = []
        self._line = [Moment(0, "", (), (), start)]
        self._at = 0
        self._log: list[LogLine] = []
        self._log_ends: list[int] = []
        self._journal: Journal | None = None
        self._lock: Lock | None = None

    # -- opening and closing --------------------------------------------------------------------------
    @classmethod
    def create(cls, library: Library, mission_id: str, seed: int, folder: Path, name: str, created: str,
               kind: str = "game") -> Session:
        """A new game with its file. `created` is the date and time now.

        SaveError if the name is taken or not safe or the disk refuses; ContentError for faulty content.
        """
        path = game_path(folder, name)
        session = cls(_new_game(library, mission_id, seed, kind), name=name, kind=kind)
        header = Header(
            mission=mission_id, title=session.game.mission.title, seed=seed, name=name, created=created,
            content=library.fingerprint(mission_id), tables=dict(library.overridden), kind=kind,
            packs=tuple(keep(library, mission_id)),
        )
        _make_folder(folder)
        session._lock = Lock(path)
        try:
            session._journal = journal.create(path, header)
        except BaseException:
            session.close()
            raise
        return session

    @classmethod
    def resume(cls, library: Library, folder: Path, name: str) -> Session:
        """The game `name` where it was left, open for more.

        Damage if a line is spoilt; SaveError if there is no such game, it is open elsewhere, or the file
        is none of ours; ContentError for faulty content. `notices` says what the player must know.
        """
        path = game_path(folder, name)
        if not path.is_file():
            raise SaveError(f"there is no game '{name}' in {folder}")
        lock = Lock(path)
        try:
            contents = journal.read(path)
            session = cls._replayed(library, contents, name)
            if contents.header.packs is None:
                header = contents.header.model_copy(update={"packs": tuple(keep(library, contents.header.mission))})
                contents = replace(contents, header=header)
            session._journal = journal.open_for_writing(path, contents)
        except BaseException:
            lock.release()
            raise
        session._lock = lock
        return session

    @classmethod
    def read(cls, library: Library, folder: Path, name: str) -> Session:
        """The game `name` to look at only: no lock, no writing. Raises what `resume` raises."""
        return cls._replayed(library, journal.read(game_path(folder, name)), name, read_only=True)

    @classmethod
    def memory(cls, library: Library, mission_id: str, seed: int, kind: str = "game") -> Session:
        """A game without a file. ContentError for faulty content."""
        return cls(_new_game(library, mission_id, seed, kind), kind=kind)

    @classmethod
    def _replayed(cls, library: Library, contents: journal.Contents, name: str, *,
                  read_only: bool = False) -> Session:
        header = contents.header
        try:
            begun_with = as_begun(library, header.mission, header.packs)
            start = _new_game(begun_with, header.mission, header.seed, header.kind)
        except ContentError as error:
            raise SaveError(f"game '{name}' cannot be opened: {error}") from None
        session = cls(start, name=name, kind=header.kind, read_only=read_only)
        for entry in contents.entries:
            try:
                session._replay(entry)
            except SaveError as error:
                raise Damage(name, entry["n"] + 1, str(error), entry["n"] - 1) from None
        if contents.torn:
            session.notices.append(TORN)
        if contents.old_format:
            session.notices.append(f"this game was saved in format {contents.old_format}, now up to date")
        if begun_with.fingerprint(header.mission) != header.content:
            session.notices.append(CHANGED)
        session.notices += changes(library, header.mission, header.packs)
        return session

    def _replay(self, entry: dict[str, Any]) -> None:
        """One entry of the journal: its stored events, never a new roll. SaveError if it does not fit."""
        if "do" in entry:
            events = tuple([decode_event(item) for item in entry.get("events", ())])
            try:
                game = self.game.at(_after(self.game, events))
            except ContentError as error:
                raise SaveError(f"its mapboards cannot be laid: {error.faults[0]}") from None
            self._advance(entry["do"], tuple(entry.get("answers", ())), events, game)
            return
        step = next(word for word in journal.STEPS if word in entry)
        goal = entry[step]
        low, high = {"undo": (0, self._at - 1), "redo": (self._at + 1, self._last)}.get(step, (0, self._last))
        if not low <= goal <= high:
            raise SaveError(f"{step} to moment {goal}, which is not there")
        self._at = goal

    def close(self) -> None:
        """Let other programs open the game. Everything is on the disk already."""
        if self._lock:
            self._lock.release()
        self._lock = self._journal = None
        self.read_only = True

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    # -- where the game is ----------------------------------------------------------------------------
    @property
    def game(self) -> Game:
        """The game at the current moment."""
        return self._line[self._at].game

    @property
    def moments(self) -> list[Moment]:
        """The moments from the start (0) to the current one."""
        return self._line[: self._at + 1]

    @property
    def undone(self) -> list[Moment]:
        """The moments taken back that `redo` would bring again, the next one first."""
        return self._line[self._at + 1:]

    @property
    def _last(self) -> int:
        return len(self._line) - 1

    # -- commands -------------------------------------------------------------------------------------
    def submit(self, line: str, answers: Sequence[str] = ()) -> Outcome:
        """Run a command; when it is Done it is on the disk. No also when it cannot be saved.

        A command that only shows something (no change of the game, nothing to do on the board) is
        neither saved nor a moment to undo.
        """
        if self.read_only:
            return No("this game is open to be read only")
        fault = _unprintable((line, *answers))
        if fault:
            return No(fault)
        outcome = engine.play(self.game, line, answers)
        if not isinstance(outcome, Done) or _only_looks(self.game, outcome):
            return outcome
        if self._journal:
            try:
                events = [encode_event(event) for event in outcome.events]
                self._write({"do": line, "answers": list(answers), "events": events}, outcome.game)
            except SaveError as error:
                return No(f"nothing was done, because it cannot be saved: {error}")
        self._advance(line, tuple(answers), outcome.events, outcome.game)
        return outcome

    def undo(self, count: int = 1) -> list[str] | No:
        """Take back `count` commands; what to change on the board. The dice come back, too."""
        if not 1 <= count <= self._at:
            return No(_too_many("take back", count, self._at))
        return self._go("undo", self._at - count)

    def redo(self, count: int = 1) -> list[str] | No:
        """Do again what was taken back; what to change on the board."""
        if not 1 <= count <= self._last - self._at:
            return No(_too_many("do again", count, self._last - self._at))
        return self._go("redo", self._at + count)

    def jump(self, n: int) -> list[str] | No:
        """Go to moment `n`, back or forward; what to change on the board."""
        if not 0 <= n <= self._last:
            return No(f"there is no moment {n}; they run from 0 to {self._last}")
        if n == self._at:
            return No(f"this is moment {n} already")
        return self._go("jump", n)

    def _go(self, step: str, goal: int) -> list[str] | No:
        if self.read_only:
            return No("this game is open to be read only")
        target = self._line[goal].game
        try:
            self._write({step: goal}, target)
        except SaveError as error:
            return No(f"nothing was done, because it cannot be saved: {error}")
        before, self._at = self.game.state, goal
        return board_changes(before, target.state)

    def _write(self, entry: dict[str, Any], game: Game) -> None:
        if self._journal:
            self._journal.append({**entry, **_summary(game)})

    def _advance(self, command: str, answers: tuple[str, ...], events: tuple[Event, ...], game: Game) -> None:
        """A new moment after the current one; what was undone before is no longer ahead."""
        del self._line[self._at + 1:]
        del self._log_ends[self._at + 1:]
        self._at += 1
        self._line.append(Moment(self._at, command, answers, events, game))

    # -- the log --------------------------------------------------------------------------------------
    def log(self, topics: Collection[str] | None = None) -> list[LogLine]:
        """The log of the current line of play, oldest first; only `topics` if given."""
        del self._log[self._log_ends[-1] if self._log_ends else 0:]
        for moment in self._line[len(self._log_ends): self._at + 1]:
            self._log += _log_lines(moment)
            self._log_ends.append(len(self._log))
        lines = self._log[: self._log_ends[self._at]]
        return lines if topics is None else [line for line in lines if line.topic in topics]


def _new_game(library: Library, mission_id: str, seed: int, kind: str = "game") -> Game:
    """A game whose ENEMY the program plays; in a watched game it plays both sides."""
    sides: tuple[Side, ...] = ("ENEMY", "FRIENDLY") if kind == "watch" else ("ENEMY",)
    return replace(engine.new_game(library, mission_id, seed), minds=minds(*sides))


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SaveError(f"{folder}: cannot be made ({error.strerror})") from None


def _after(game: Game, events: Iterable[Event]) -> Any:
    state = game.state
    for number, event in enumerate(events, 1):
        try:
            state = apply(state, event)
        except (LookupError, ValueError, TypeError, AttributeError):
            kind = type(event).__name__
            raise SaveError(f"event {number} ({kind}) does not fit the game before it") from None
    return state


def _log_lines(moment: Moment) -> Iterable[LogLine]:
    for event in moment.events:
        try:
            text = describe(event)
        except LookupError:  # a forged save may hold words the rules do not know
            text = type(event).__name__
        if text:
            yield LogLine(moment.n, event.topic, text, event)


def _only_looks(game: Game, done: Done) -> bool:
    shown = all(isinstance(item, Told) and not item.board for item in done.events)
    return shown and done.game.state is game.state


def _summary(game: Game) -> dict[str, str]:
    """What a list of games shows without replaying: the moment, and VP once they mean something."""
    state = game.state
    if state.stage not in ("play", "over"):
        return {"m": state.moment}
    if state.outcome:
        return {"m": state.moment, "vp": state.outcome}
    ours, theirs = totals(game)
    return {"m": state.moment, "vp": f"FRIENDLY {ours} VP, ENEMY {theirs} VP"}


def _unprintable(texts: Iterable[str]) -> str:
    for text in texts:
        try:
            printable(text).encode("utf-8")
        except UnicodeEncodeError:
            return "this text holds a character that cannot be saved"
        except ValueError as error:
            return str(error)
    return ""


def _too_many(words: str, count: int, most: int) -> str:
    if most == 0:
        return f"there is nothing to {words}"
    return f"{count} cannot be: there {'is 1 command' if most == 1 else f'are {most} commands'} to {words}"
