"""The marks that a command, an act or a question leaves on the map: ways, lines of fire with their results, hexes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sasl.asl.fire.shots import hexes_of
from sasl.asl.game import events as ev
from sasl.asl.game.context import Game
from sasl.asl.game.los.sight import look
from sasl.kernel.orders.questions import Question
from sasl.saves.session import Session
from sasl.tui.map.map_view import los_line
from sasl.tui.play.telling.last_word import short_result

if TYPE_CHECKING:
    from sasl.tui.play.map_game import MapGame

SHEET = 84
"""The columns that the paper of an attack takes at the right (sasl.tcss)."""
LEAST_MAP = 20
"""At least this many columns of the map stay free beside it."""


class Pointer:
    """Draws on the map of a play screen; every mark fades with the next command."""

    def __init__(self, screen: MapGame) -> None:
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

    def fire(self, firers: Sequence[str], goal: str) -> None:
        """The line of fire of an attack before its dice: from those who fire to its hex."""
        self._fire_from([place for place in hexes_of(self.screen.session.game, firers) if place != goal], goal)

    def act(self, act: ev.Decided) -> None:
        """An act of the ENEMY before it is done: who, which way, the line of fire, the target hex."""
        game, on = self.screen.session.game, self.screen.map
        here = [place for place in hexes_of(game, act.ids or (act.key,)) if place in on.grounds]
        goal = act.target if act.target in on.grounds else ""
        on.mark(path=act.path, targets=[name for name in (goal, *here) if name], los={})
        if goal and not act.path:
            self._fire_from([place for place in here if place != goal], goal)
        on.frame([name for name in (*here, *act.path[-1:], goal) if name], self._hidden, self._beside)

    def _fire_from(self, places: Sequence[str], goal: str) -> None:
        found: dict[str, str] = {}
        for place in places:
            found |= los_line(place, goal, "fire")
        self.screen.map.mark(los=found)
        self.screen.said.hint()
        self.screen.map.frame([*places, goal], self._hidden, self._beside)

    def done(self, facts: Sequence[ev.Event]) -> None:
        """What a command did: the ways taken, the lines of fire with their results, who acted.

        The cursor goes with the player's own units; an act of the ENEMY is only looked at, until the next key.
        """
        screen, way, own = self.screen, list[str](), ""
        moments = screen.session.moments
        units = {} if len(moments) < 2 else moments[-2].game.state.units
        for event in facts:
            if isinstance(event, (ev.UnitsMoved, ev.SuspectMoved)):
                way += event.path
            if isinstance(event, ev.UnitsMoved) and any(
                key in units and units[key].side != "ENEMY" for key in event.ids
            ):
                own = event.path[-1]
        lines, shots = _shots_of(screen.session, facts)
        acts = [event for event in facts if isinstance(event, ev.Decided)]
        here = hexes_of(screen.session.game, acts[-1].ids or (acts[-1].key,)) if acts else []
        moved = any(isinstance(event, ev.UnitsMoved) for event in facts)
        screen.map.follow()
        if own or (moved and not acts):
            screen.map.set_cursor(own or way[-1])
        elif acts and (goal := [*here, *shots, *way]):
            screen.map.follow(goal[-1])
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


def _shots_of(session: Session, facts: Sequence[ev.Event]) -> tuple[dict[str, str], dict[str, str]]:
    """The lines of fire of a command (hex -> `fire`) and the result at each target hex."""
    begins = [place for place, event in enumerate(facts) if isinstance(event, ev.Fired)]
    before = session.moments[-2].game if len(session.moments) > 1 else session.game
    lines: dict[str, str] = {}
    shots: dict[str, str] = {}
    moved: dict[str, str] = {}
    for place, event in enumerate(facts):
        if isinstance(event, ev.UnitsMoved):
            moved |= dict.fromkeys(event.ids, event.path[-1])
        if not isinstance(event, ev.Fired):
            continue
        names = [*event.units, *event.weapons]
        for here in {moved[name] for name in names if name in moved} or hexes_of(before, names):
            if here != event.hex:
                lines |= los_line(here, event.hex, "fire")
        end = next((later for later in begins if later > place), len(facts))
        shots[event.hex] = short_result(facts if len(begins) == 1 else facts[place:end])
    return lines, shots


def hexes_about(game: Game, question: Question) -> list[str]:
    """The hexes that a question is about: those of its subject, units where they stand."""
    units, suspects = game.state.units, game.state.suspects
    places = [
        units[key].hex if key in units else suspects[key].hex if key in suspects else key for key in question.subject
    ]
    return list(dict.fromkeys(place for place in places if place and place in game.board))


def last_fight(session: Session) -> str:
    """The hex of the last attack of this Player Turn and the one before it, or ""."""
    now = session.game.state
    for moment in reversed(session.moments):
        state = moment.game.state
        if 2 * (now.turn - state.turn) + (now.side != state.side) > 1:
            break
        for event in reversed(moment.events):
            if isinstance(event, ev.Fired):
                return event.hex
    return ""
