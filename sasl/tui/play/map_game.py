"""A game screen with a map, as its parts know it: they are made of this, and the screen is made of them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from sasl.kernel.facts import Event
from sasl.saves.session import Session
from sasl.tui.game_screen import GameScreen
from sasl.tui.map.map_view import MapView
from sasl.tui.play.planning.plan_line import PlanLine
from sasl.tui.play.planning.selection import Selection
from sasl.tui.typed_orders import Orders
from sasl.tui.widgets.lines import Line


class MapOrders(Orders[Session]):
    """Orders given on a map."""

    waits: str
    """The running command, while it waits for an answer."""

    @abstractmethod
    def fire(self, line: str, *, at_once: bool) -> None:
        """An attack whose odds were seen while aiming; `at_once`: no paper comes before its dice."""

    @abstractmethod
    def left_by_a_run(self) -> str:
        """Return what the ENEMY's run would leave undone if it ended this phase; "" if nothing."""

    @abstractmethod
    def alert(self) -> None:
        """Say that a run has stopped, as the player wants it."""

    @abstractmethod
    def see(self, title: str, lines: Sequence[Line], go_on: str) -> None:
        """A list that stays until it is seen; `go_on`: the key there that goes on at once with what had stopped."""


class MapGame(GameScreen):
    """What is taken, shown and said on such a screen."""

    session: Session
    orders: MapOrders
    map: MapView
    selection: Selection
    plan_line: PlanLine
    pane: str
    """The pane that is shown where there is room for one."""
    firers: list[str]
    """Who may fire at the units that move now."""
    enemy_acts: bool
    """Whether this is a phase in which the ENEMY acts by itself."""

    @property
    @abstractmethod
    def aims(self) -> bool:
        """Whether somebody aims."""

    @abstractmethod
    def show_hex(self) -> None:
        """What is in the hex under the cursor, and what the taken units could do there."""

    @abstractmethod
    def show_plan(self) -> None:
        """What the taken units could do at the cursor."""

    @abstractmethod
    def show_selection(self) -> None:
        """The taken units on the map: where they can go, who sees them."""

    @abstractmethod
    def show_news(self) -> None:
        """What is awaited, with what VASL has saved."""

    @abstractmethod
    def details(self, command: str, facts: tuple[Event, ...]) -> str:
        """The last word of a command, which stands behind what came of it."""

    @abstractmethod
    def action_move(self) -> None:
        """The taken units go to the cursor."""

    @abstractmethod
    def action_fire(self) -> None:
        """The taken units aim, or fire at the cursor."""
