"""A way drawn with the cursor, hex by hex: its MF and dangers while it grows, its gait, and the order that goes it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sasl.asl.game.context import Game, Refused
from sasl.asl.game.state import Unit
from sasl.asl.movement import entering
from sasl.kernel.frozen import replace
from sasl.orders.engine import parse_order, verify
from sasl.tui.play.planning.move_plans import Plan, cheapest, fault, plan_along, plan_march
from sasl.tui.widgets.bars import KeyLine

if TYPE_CHECKING:
    from sasl.tui.play.map_game import MapGame

DRAW_KEYS = (
    ("enter", "go"), ("backspace", "a hex back"), ("tab", "gait"), ("escape", "leave"), ("colon", "type"),
)  # fmt: skip
ON_FOOT, MOUNTED, DRIVING = ("", "assault", "double", "dash"), ("", "gallop"), ("", "stop", "reverse")
"""The gaits that tab goes through; "" is plain movement."""
HOW = "arrows or 7 8 9 1 2 3 draw it"


class DrawMode:
    """The way that is being drawn for the taken units, their own hex (or the hex they enter) first."""

    def __init__(self, screen: MapGame) -> None:
        self.screen = screen
        self.way: list[str] = []
        """Nobody draws when it is empty."""
        self.gait = ""

    @property
    def on(self) -> bool:
        """Whether somebody draws."""
        return bool(self.way)

    def begin(self) -> None:
        """Draw from where the taken units are; those off the map begin in the hex under the cursor."""
        screen, game = self.screen, self.screen.session.game
        units = screen.selection.units(game)
        if not units or (units[0].hex and not screen.selection.movers(game)):
            screen.say("No: take units that can move first (‹space› on their hex).", "bad")
            return
        goal = screen.map.cursor
        self.gait, self.way = "", [units[0].hex or goal]
        screen.set_focus(screen.map)
        screen.map.digits = True
        screen.query_one(KeyLine).only(*DRAW_KEYS)
        if goal != self.way[0]:
            screen.map.set_cursor(self.way[0])
        else:
            self.show()

    def step(self) -> None:
        """The cursor is on another hex: the way goes there, or back to where it has been."""
        goal = self.screen.map.cursor
        if goal in self.way:
            del self.way[self.way.index(goal) + 1 :]
        elif goal in self.screen.session.game.board.neighbours(self.way[-1]):
            self.way.append(goal)
        else:
            self.way += cheapest(self.screen.session.game, self._units(), self.way[-1], goal, self.gait)[1:]
        self.show()

    def back(self) -> None:
        """A hex less."""
        if len(self.way) > 1:
            self.screen.map.set_cursor(self.way[-2])

    def change_gait(self) -> None:
        """The next gait that such units have."""
        first = self._units()[0]
        gaits = DRIVING if first.kind == "vehicle" else MOUNTED if first.cavalry else ON_FOOT
        self.gait = gaits[(gaits.index(self.gait) + 1) % len(gaits)]
        self.show()

    def show(self) -> None:
        """The way on the map, its MF and dangers below it."""
        plan = self._plan()
        self.screen.map.mark(plan=plan.way if plan.told else self.way, reach={}, by_road=(), los={})
        gait = f" [{self.gait}]" if self.gait else ""
        self.screen.plan_line.show(plan, f"Way{gait}: ")

    def go(self) -> None:
        """Give the order; a way that may not be gone stays, to be drawn otherwise."""
        if len(self.way) < 2 and self._units()[0].hex:
            self.screen.say(f"No: draw a way first, hex by hex ({HOW}).", "bad")
            return
        if why := self._plan().fault:
            self.screen.say(f"No: {why} ‹backspace› takes a hex back, ‹tab› changes the gait.", "bad")
            return
        line = self._line()
        self.end()
        self.screen.orders.submit(line)

    def end(self) -> None:
        """Draw no more."""
        self.way, self.gait = [], ""
        self.screen.map.digits = False
        self.screen.query_one(KeyLine).only()
        self.screen.map.mark(plan=())
        self.screen.show_selection()

    def _units(self) -> Sequence[Unit]:
        return self.screen.selection.units(self.screen.session.game)

    def _line(self) -> str:
        units = self._units()
        names, group = ",".join(unit.id for unit in units), len({unit.hex for unit in units}) > 1
        if not units[0].hex:
            return " ".join(("enter", names, *self.way, self.gait)).rstrip()
        words = ("march", names, *self.way[1:], "column") if group else ("move", names, *self.way[1:], self.gait)
        return " ".join(words).rstrip()

    def _plan(self) -> Plan:
        """What the way takes: of a stack, of a group in column, of those who enter."""
        game, units, way = self.screen.session.game, list(self._units()), self.way
        if len(way) < 2 and units[0].hex:
            return Plan(tuple(way), 0, 0, told=f"{HOW}; ‹enter› goes, ‹tab› changes the gait.")
        try:
            if len({unit.hex for unit in units}) > 1:
                return plan_march(game, units, way[1:], column=True)
            verify(game, parse_order(game, self._line()))
            if not units[0].hex:
                return self._entry(game, units)
        except Refused as refusal:
            return fault(way[0], way[-1], f"{refusal}.")
        return replace(plan_along(game, units, way, self.gait), key="‹enter› goes")

    def _entry(self, game: Game, units: Sequence[Unit]) -> Plan:
        """The same from off the map: the first hex has its price."""
        there = entering.entered(game, units, self.way[0], frozenset({self.gait} & entering.GAITS.keys()))
        now = [there.state.units[unit.id] for unit in units]
        if len(self.way) < 2:
            price = max(unit.mf for unit in now)
            return Plan(tuple(self.way), 0, 0, told=f"enters {self.way[0]} for {price:g}; ‹enter› goes, or draw on.")
        return replace(plan_along(there, now, self.way, self.gait), key="‹enter› goes")
