"""What a command draws over the map: a LOS, lines of fire, hexes it asks about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sasl.asl.game.events import Decided, Event, SuspectMoved, UnitsMoved
from sasl.asl.game.sight import look
from sasl.tui.aftermath import shots_of
from sasl.tui.aiming import hexes_of
from sasl.tui.map_view import los_line

if TYPE_CHECKING:
    from sasl.tui.play_screen import PlayScreen

SHEET = 84
"""The columns that the paper of an attack takes at the right (sasl.tcss)."""
LEAST_MAP = 20
"""So many columns of the map at least stay free beside it."""


class Pointer:
    """Draws on the map of a play screen; every mark fades with the next command."""

    def __init__(self, screen: PlayScreen) -> None:
        self.screen = screen

    @property
    def _hidden(self) -> int:
        """The lines of a small map that a popup covers."""
        return max(0, min(self.screen.map.size.height - 5, 16)) if self.screen.has_class("narrow") else 0

    @property
    def _beside(self) -> int:
        """The columns of a larger map that the paper of an act covers, as long as enough of the map is left."""
        map_, free = self.screen.map, self.screen.size.width - SHEET
        covered = map_.region.right - free
        return covered if 0 < covered <= map_.size.width - LEAST_MAP and not self.screen.has_class("narrow") else 0

    def los(self, a: str, b: str) -> None:
        """The LOS between two hexes."""
        seen = look(self.screen.session.game, a, b)
        state = "unsure" if not seen.sure else "clear" if seen.exists else "blocked"
        self.screen.map.mark(los=los_line(a, b, state))

    def fire(self, line: str) -> None:
        """The line of fire of an attack on paper: from those it names to its hex."""
        words, there = line.split(), self.screen.map.grounds
        if len(words) < 3 or words[2].upper() not in there:
            return
        names = hexes_of(self.screen.session.game, words[1].split(",")) or [words[1].upper()]
        self._fire_from([place for place in names if place in there], words[2].upper())

    def act(self, act: Decided) -> None:
        """An act of the ENEMY before it is done: who, which way, the line of fire, the target hex."""
        game, on = self.screen.session.game, self.screen.map
        here = [place for place in hexes_of(game, act.ids or (act.key,)) if place in on.grounds]
        goal = act.target if act.target in on.grounds else ""
        on.mark(path=act.path, targets=[name for name in (goal, *here) if name], los={})
        if goal and not act.path:
            self._fire_from([place for place in here if place != goal], goal)
        for name in (*here[:1], *act.path[-1:], goal):
            if name:
                on.follow(name, self._hidden, self._beside)

    def _fire_from(self, places: Sequence[str], goal: str) -> None:
        found: dict[str, str] = {}
        for place in places:
            found |= los_line(place, goal, "fire")
        self.screen.map.mark(los=found)
        self.screen.said.hint()
        self.screen.map.follow(goal, self._hidden, self._beside)

    def done(self, facts: Sequence[Event]) -> None:
        """What a command did: the ways taken, the lines of fire with their results, who acted; the cursor follows."""
        screen, way = self.screen, list[str]()
        for event in facts:
            if isinstance(event, (UnitsMoved, SuspectMoved)):
                way += event.path
        lines, shots = shots_of(screen.session, facts)
        acts = [event for event in facts if isinstance(event, Decided)]
        here = hexes_of(screen.session.game, acts[-1].ids or (acts[-1].key,)) if acts else []
        moved = any(isinstance(event, UnitsMoved) for event in facts)
        if moved:
            screen.map.set_cursor(way[-1])
        elif acts and (goal := [*here, *shots]):
            screen.map.set_cursor(goal[-1])
        screen.map.mark(path=way)
        if shots:
            screen.map.mark(los=lines, shots=shots)
        if acts and not moved:
            screen.map.mark(targets=[name for name in here if name not in shots])

    def at(self, hexes: Sequence[str], *, show: Sequence[str] = ()) -> None:
        """Mark hexes; those of `show` (else the first) are brought into view, the first for sure."""
        on = self.screen.map
        on.mark(targets=hexes)
        hidden = min(on.size.height - 5, len(show) + 9) if show and self.screen.has_class("narrow") else 0
        for name in reversed(show or hexes[:1]):
            on.follow(name, max(0, hidden))

    def nothing(self) -> None:
        """No LOS, no line of fire, no way, no hexes."""
        self.screen.map.mark(los={}, targets=(), path=())
