"""Aiming on the map: the cursor goes from target to target, then the taken units fire at it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sasl.asl.fire.shots import fire_of, hexes_of, led, one_group
from sasl.asl.game.los.sight import look
from sasl.kernel.text import listed
from sasl.tui.map.map_view import los_line
from sasl.tui.play.planning.aiming import aim_words, fire_names, goal_now, targets
from sasl.tui.widgets.bars import KeyLine

if TYPE_CHECKING:
    from sasl.tui.play.map_game import MapGame


AIM_KEYS = (
    ("enter", "fire"), ("f", "at once"), ("tab", "next target"), ("space", "add a stack"), ("escape", "leave"),
    ("colon", "type"),
)  # fmt: skip


class AimMode:
    """Who aims, and at what; the best leader of each of their hexes fires with them (A7.53)."""

    def __init__(self, screen: MapGame) -> None:
        self.screen = screen
        self.names: list[str] = []
        """Who aims: units and SW; nobody when it is empty."""
        self._targets: list[str] = []

    @property
    def on(self) -> bool:
        """Whether somebody aims."""
        return bool(self.names)

    def begin(self) -> None:
        """The taken units aim; the cursor starts at the best target."""
        screen, game = self.screen, self.screen.session.game
        taken, cursor = screen.selection, screen.map.cursor
        names = fire_names(game, taken.ordered(), list(taken.arms), picked=taken.picked)
        there = goal_now(game) or next(iter(hexes_of(game, names)), "")
        if names and all(fire_of(game, [name], there)[1] for name in names):
            screen.say(f"No: {fire_of(game, names, there)[1]}.", "bad")
            return
        goal, seen = goal_now(game), targets(game, names)
        if names and not (goal or seen):
            screen.say(f"No: no enemy or S? is in LOS and range of {listed(names, 4)} (A7.1).", "bad")
            return
        self.names, self._targets = names, seen
        if goal and goal not in hexes_of(game, names):
            start = goal
        else:
            start = cursor if cursor in seen or not seen else seen[0]
        screen.set_focus(screen.map)
        screen.map.mark(reach={}, by_road=())
        screen.query_one(KeyLine).only(*AIM_KEYS)
        screen.map.set_cursor(start) if start != cursor else screen.show_hex()

    def show(self) -> None:
        """The lines of fire to the cursor, range and LOS in words."""
        game, goal = self.screen.session.game, self.screen.map.cursor
        found: dict[str, str] = {}
        for place in hexes_of(game, self.names):
            if place != goal:
                seen = look(game, place, goal)
                found |= los_line(place, goal, "unsure" if not seen.sure else "clear" if seen.exists else "blocked")
        self.screen.map.mark(los=found, plan=())
        self.screen.said.hint(*aim_words(game, self.names, goal))

    def shoot(self, *, at_once: bool = False) -> None:
        """Fire at the cursor: on paper first, or `at_once`, as the odds have been seen."""
        goal = self.screen.map.cursor
        game = self.screen.session.game
        names = led(game, one_group(game, self.names, goal), goal)
        if not names:
            self.show()
            return
        self.end()
        self.screen.orders.fire(f"fire {','.join(names)} {goal}", at_once=at_once)

    def end(self) -> None:
        """Aim no more."""
        self.names = []
        self.screen.query_one(KeyLine).only()
        self.screen.map.mark(los={})
        self.screen.show_selection()

    def next_target(self) -> None:
        """The cursor goes to the next target."""
        if self._targets:
            cursor = self.screen.map.cursor
            place = self._targets.index(cursor) + 1 if cursor in self._targets else 0
            self.screen.map.set_cursor(self._targets[place % len(self._targets)])

    def join(self) -> None:
        """The stack under the cursor joins the Fire Group, or leaves it; where there is none, fire."""
        game, name = self.screen.session.game, self.screen.map.cursor
        first = game.state.weapons.get(self.names[0])
        side = first.side if first else game.state.units[self.names[0]].side
        here = fire_names(
            game, [unit.id for unit in game.state.units_at(name, side) if not unit.carrier], [], picked=False
        )
        if not here:
            self.shoot()
            return
        rest = [key for key in self.names if name not in hexes_of(game, [key])]
        self.names = ([*rest, *here] if len(rest) == len(self.names) else rest) or self.names
        self.show()
