"""One open game of a mission: how it is begun, resumed and played; its history is that of any game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

import sasl.enemy.commands
import sasl.play.verbs  # noqa: F401 - registers every command
from sasl.content.library import Library
from sasl.content.yamlfile import ContentError
from sasl.enemy.mind import minds
from sasl.game.apply import apply
from sasl.game.context import Game
from sasl.game.events import Event
from sasl.game.narrate import describe
from sasl.game.state import Side
from sasl.play import engine
from sasl.play.engine import Done, Outcome
from sasl.play.victory import totals
from sasl.saves import history, journal
from sasl.saves.codec import SaveError
from sasl.saves.diff import board_changes
from sasl.saves.history import TORN as TORN
from sasl.saves.history import History
from sasl.saves.history import LogLine as LogLine
from sasl.saves.journal import Header
from sasl.saves.kept import as_begun, changes, keep
from sasl.saves.lock import Lock
from sasl.saves.names import game_path

CHANGED = "tables changed since this game was saved; results so far are kept"

Moment: TypeAlias = history.Moment[Game]
"""The game after one command."""


class Session(History[Game, Done]):
    """One open game. Make it with `create`, `resume`, `read` or `memory`; `close` it (or use `with`)."""

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
        session._begin_file(path, header)
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
        session._replay_all(contents, name)
        if begun_with.fingerprint(header.mission) != header.content:
            session.notices.append(CHANGED)
        session.notices += changes(library, header.mission, header.packs)
        return session

    def __enter__(self) -> Session:
        return self

    # -- what a game of a mission is -------------------------------------------------------------------
    def _run(self, line: str, answers: Sequence[str]) -> Outcome:
        return engine.play(self.game, line, answers)

    def _applied(self, events: Sequence[Event]) -> Game:
        return self.game.at(history.in_order(apply, self.game.state, events, "game"))

    def _words(self, event: Event) -> str:
        return describe(event)

    def _changes(self, before: Game, after: Game) -> list[str]:
        return board_changes(before.state, after.state)

    def _summary(self, game: Game) -> dict[str, str]:
        state = game.state
        if state.stage not in ("play", "over"):
            return {"m": state.moment}
        if state.outcome:
            return {"m": state.moment, "vp": state.outcome}
        ours, theirs = totals(game)
        return {"m": state.moment, "vp": f"FRIENDLY {ours} VP, ENEMY {theirs} VP"}


def _new_game(library: Library, mission_id: str, seed: int, kind: str = "game") -> Game:
    """A game whose ENEMY the program plays; in a watched game it plays both sides."""
    sides: tuple[Side, ...] = ("ENEMY", "FRIENDLY") if kind == "watch" else ("ENEMY",)
    return replace(engine.new_game(library, mission_id, seed), minds=minds(*sides))
