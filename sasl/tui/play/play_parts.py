"""The parts of a play screen: its modes, what points at the map, runs of the ENEMY's acts, its room, VASL beside it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from sasl.asl.game import events as ev
from sasl.asl.game.events import Event
from sasl.solitaire.briefing.outcome import Outcome
from sasl.tui.play.layout import Layout
from sasl.tui.play.map_game import MapGame
from sasl.tui.play.ordering.running import Running
from sasl.tui.play.pointing.aim_mode import AimMode
from sasl.tui.play.pointing.drawing import DrawMode
from sasl.tui.play.telling.pointer import Pointer
from sasl.tui.play.vasl_beside import Beside


class PlayParts(MapGame):
    """The parts that orders are seen through with."""

    aiming: AimMode
    drawing: DrawMode
    pointer: Pointer
    running: Running
    room: Layout
    beside: Beside

    @property
    def aims(self) -> bool:
        """Whether somebody aims."""
        return self.aiming.on

    @abstractmethod
    def happened(self, command: str, facts: tuple[ev.Event, ...]) -> None:
        """A command was done: show it, its last word, and the way it took on the map."""

    @abstractmethod
    def outcome(self, facts: Sequence[Event]) -> Outcome:
        """What the last command has changed: a look changes nothing, and what came before it was told."""

    @abstractmethod
    def take_for(self, act: ev.Decided) -> None:
        """Take the units of an act that the player vetoed, so that he can give his own order."""

    @abstractmethod
    async def action_enemy(self, how: str) -> None:
        """The ENEMY acts on: up to its next shot, or through the phase."""

    @abstractmethod
    def action_legend(self) -> None:
        """The legend of the map."""
