"""A game of a mission as its save holds it, to be looked at: it needs the facts, and no orders and no minds.

Of a damaged one all that is good is kept, and the spoilt file beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

from sasl.asl.game.context import Game
from sasl.asl.game.events import Event, Told, VaslSeen
from sasl.content.library import Library
from sasl.content.reading.faults import ContentError
from sasl.kernel.frozen import replace
from sasl.kernel.orders.commands import Ask, Done, No
from sasl.saves import history, journal
from sasl.saves.diff import board_changes
from sasl.saves.event_codec import all_on_map
from sasl.saves.files import Lock, game_path, missing
from sasl.saves.history import READ_ONLY
from sasl.saves.journal import Damage, Header, SpoiltHeader
from sasl.saves.kept_figures import as_begun, completed, older_boards, other_imports
from sasl.saves.save_lines import SaveError
from sasl.saves.saved import Saved
from sasl.solitaire.victory import totals

Moment: TypeAlias = history.Moment[Game]
"""The game after one command."""


class Reading(Saved[Game]):
    """One game of a mission, to be read; `kind` is `game`, or `watch` where the program plays both sides."""

    KIND = "game"

    @classmethod
    def _begun(cls, library: Library, content_id: str, seed: int, kind: str, *, resumed: bool = False) -> Game:
        return Game.begun(library, content_id, seed)

    @property
    def _title(self) -> str:
        return self.game.mission.title

    @classmethod
    def _completed(cls, library: Library, header: Header) -> tuple[Header, list[str]]:
        packs, notices = completed(library, header.mission, header.packs)
        return (header if packs == header.packs else replace(header, packs=packs)), notices

    def _older_boards(self) -> list[str]:
        return older_boards(self.game)

    def _imported(self) -> dict[str, str]:
        library, area = self.game.library, self.game.mission.area
        return {board: one for board, one in library.imported.hashes.items() if area.boards or board == area.board}

    def _other_imports(self, begun: Mapping[str, str], now: Library) -> list[str]:
        return other_imports(self.game, begun, now)

    def _run(self, line: str, answers: Sequence[str]) -> Done[Game] | Ask | No:
        return No(READ_ONLY)

    def _applied(self, events: Sequence[Event]) -> Game:
        game = self.game.at(history.in_order(self.game.state, events, "game"))
        all_on_map(events, game.board)
        return game

    def _goes_with_the_last(self, moment: Moment) -> bool:
        """A look at the VASL map changes nothing that a player would take back."""
        return any(isinstance(item, VaslSeen) for item in moment.events) and all(
            isinstance(item, (VaslSeen, Told)) for item in moment.events
        )

    def _changes(self, before: Game, after: Game) -> list[str]:
        board = after.board if after.state.layout.sheets else before.board  # undone before the mapboards were laid
        return board_changes(before.state, after.state, board.both_names)

    def _summary(self, game: Game) -> dict[str, str]:
        state = game.state
        if state.stage not in ("play", "over"):
            return {"m": state.moment}
        if state.outcome:
            return {"m": state.moment, "vp": state.outcome}
        ours, theirs = totals(game)
        return {"m": state.moment, "vp": f"FRIENDLY {ours} VP, ENEMY {theirs} VP"}


def recover(library: Library, folder: Path, name: str, read: Callable[[Library, Path, str], Any] = Reading.read) -> str:
    """Make a damaged game playable again: keep all before the damage; says what was done. `read` opens its kind.

    Where only line ends or the header were changed, every move is kept.

    SaveError if nothing is damaged, nothing can be kept, the header names no mission that there is, or the game is
    open elsewhere.
    """
    path = game_path(folder, name)
    if not path.is_file():
        raise missing(path)
    lock = Lock(path)
    try:
        try:
            read(library, folder, name)
        except SpoiltHeader:
            return f"game '{name}': {journal.mend(path, partial(_check_played, library, path.name))}"
        except Damage as damage:
            copy = journal.recover(path, damage.last_good)
            return f"game '{name}' goes on after entry {damage.last_good}; the file as it was is {copy.name}"
        raise SaveError(f"game '{name}' is not damaged")
    finally:
        lock.release()


def _check_played(library: Library, file: str, header: Header) -> None:
    """SaveError unless there is the mission or campaign that a header names."""
    try:
        as_begun(library, header.mission, header.packs).loader.path(header.plays, header.mission)
    except ContentError as error:
        raise SaveError(
            f"{file}: line 1 was changed, and {error.faults[0]}: write the right kind and {header.plays} there, "
            "then recover it"
        ) from None
