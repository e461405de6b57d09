"""One open game of a mission: how it begins and how its commands are played; the rest is that of any game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from sasl.asl.game.context import Game
from sasl.asl.game.events import Event, Told, VaslSeen
from sasl.asl.game.state import SIDES, Side
from sasl.content.library import Library
from sasl.kernel.frozen import replace
from sasl.minds.mind import minds
from sasl.orders import engine
from sasl.orders.engine import Outcome
from sasl.saves import history
from sasl.saves.codec import all_on_map
from sasl.saves.diff import board_changes
from sasl.saves.history import LogLine as LogLine
from sasl.saves.kept import older_boards, other_imports
from sasl.saves.saved import Saved
from sasl.solitaire.victory import totals

Moment: TypeAlias = history.Moment[Game]
"""The game after one command."""


class Session(Saved[Game]):
    """One open game of a mission; `kind` is `game`, or `watch` where the program plays both sides."""

    KIND = "game"

    @classmethod
    def _begun(cls, library: Library, content_id: str, seed: int, kind: str) -> Game:
        sides: tuple[Side, ...] = ("ENEMY", "FRIENDLY") if kind == "watch" else ("ENEMY",)
        return replace(engine.new_game(library, content_id, seed), minds=minds(*sides), advisers=minds(*SIDES))

    @property
    def _title(self) -> str:
        return self.game.mission.title

    def close(self) -> None:
        """Let other programs open the game; what was found out about its map serves the next one."""
        super().close()
        self.game.library.sights.keep()

    def _older_boards(self) -> list[str]:
        return older_boards(self.game)

    def _imported(self) -> dict[str, str]:
        library, area = self.game.library, self.game.mission.area
        return {board: one for board, one in library.imported.hashes.items() if area.boards or board == area.board}

    def _other_imports(self, begun: Mapping[str, str], now: Library) -> list[str]:
        return other_imports(self.game, begun, now)

    def _run(self, line: str, answers: Sequence[str]) -> Outcome:
        return engine.play(self.game, line, answers)

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
        return board_changes(before.state, after.state)

    def _summary(self, game: Game) -> dict[str, str]:
        state = game.state
        if state.stage not in ("play", "over"):
            return {"m": state.moment}
        if state.outcome:
            return {"m": state.moment, "vp": state.outcome}
        ours, theirs = totals(game)
        return {"m": state.moment, "vp": f"FRIENDLY {ours} VP, ENEMY {theirs} VP"}
