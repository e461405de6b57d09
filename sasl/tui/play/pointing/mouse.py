"""The mouse on the map of a play screen: click a stack, click its goal, click again; drag a way; the right button."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sasl.asl.game.sides import FIRE_PHASES, opponent
from sasl.tui.map.map_view import Deed
from sasl.tui.play.planning.selection import first_side
from sasl.tui.widgets.dialogs import PickDialog
from sasl.tui.widgets.keyed import with_keys
from sasl.tui.widgets.lines import Line

if TYPE_CHECKING:
    from sasl.tui.play.pointing.map_acts import MapActs


class Mouse:
    """What the mouse means, hex by hex."""

    def __init__(self, screen: MapActs) -> None:
        self.screen = screen

    def __call__(self, name: str, deed: Deed) -> bool:
        """Do it. False where it means what it means on any map."""
        screen = self.screen
        screen.set_focus(screen.map)
        if deed == "click":
            self._click(name)
        elif deed == "again":
            self._again(name)
        elif deed == "add":
            screen.map.set_cursor(name)
            screen.action_add()
        elif deed == "menu":
            screen.map.set_cursor(name)
            self.menu(name)
        elif deed == "drag":
            return self._drag(name)
        return True

    def _click(self, name: str) -> None:
        """A stack of one's own is taken, any other hex is a goal or a target; a way goes on to it."""
        screen = self.screen
        screen.map.set_cursor(name)
        if screen.aiming.on or screen.drawing.on:
            return
        if self._own(name):
            screen.selection.clear()
            screen.taken()
        elif screen.selection.ids and self._target(name):
            screen.action_fire()

    def _again(self, name: str) -> None:
        """What was shown is done."""
        screen, game = self.screen, self.screen.session.game
        if screen.aiming.on:
            screen.aiming.shoot()
        elif screen.drawing.on:
            screen.drawing.go()
        elif screen.selection.ids and name not in screen.selection.places(game):
            screen.action_fire() if self._target(name) else screen.action_move()
        else:
            screen.taken()

    def _drag(self, name: str) -> bool:
        """The first hex of a drag begins a way where a stack that can move is; the others draw it."""
        screen, game = self.screen, self.screen.session.game
        if screen.drawing.on:
            screen.map.set_cursor(name)
            return True
        if screen.aiming.on or not self._own(name):
            return False
        if name not in screen.selection.places(game):
            screen.selection.clear()
            screen.selection.toggle_hex(game, name)
        if not screen.selection.movers(game):
            screen.show_selection()
            return False
        screen.drawing.begin()
        return True

    def _own(self, name: str) -> bool:
        """Whether a hex has units that the player can take for this phase."""
        game = self.screen.session.game
        side = "FRIENDLY" if game.state.stage != "play" or self.screen.enemy_acts else first_side(game)
        return any(not unit.carrier for unit in game.state.units_at(name, side))

    def _target(self, name: str) -> bool:
        """Whether the taken units would fire at what a hex holds, in a phase of fire."""
        game = self.screen.session.game
        units = self.screen.selection.units(game)
        if not units or game.state.phase not in FIRE_PHASES:
            return False
        if game.state.phase == "MPh" and units[0].side == game.state.side:
            return False
        foes = game.state.units_at(name, opponent(units[0].side))
        return bool(foes or (units[0].side == "FRIENDLY" and game.state.suspects_at(name)))

    # -- the right button -----------------------------------------------------------------------------
    def menu(self, name: str) -> None:
        """Everything that can be done here, to be clicked."""
        screen = self.screen
        deeds = self._deeds(name)
        lines = [Line(with_keys(screen.map, words), "", key) for key, words, _ in deeds]
        acts = {key: act for key, _, act in deeds}

        def chosen(key: str | None) -> None:
            if key:
                acts[key]()

        foot = "click one   ‹escape›: back"
        screen.app.push_screen(PickDialog(f"{name}: what now?", lines, foot=foot, beside=True), chosen)

    def _deeds(self, name: str) -> list[tuple[str, str, Callable[[], object]]]:
        """Key, words and act of each."""
        screen, game = self.screen, self.screen.session.game
        taken, there = screen.selection, bool(game.state.units_at(name))
        away = bool(taken.ids) and name not in taken.places(game)
        found: list[tuple[bool, str, str, Callable[[], object]]] = [
            (away, "m", "‹m›  the taken units go here", screen.action_move),
            (away, "f", "‹f›  they fire here", screen.action_fire),
            (away, "s", "‹s›  their LOS to here", screen.action_sight),
            (bool(taken.ids), "d", "‹d›  draw a way from their hex", screen.action_draw),
            (bool(taken.ids), "o", "‹o›  all their orders", screen.action_orders),
            (there, "space", "‹space›  take this stack", screen.taken),
            (there, "x", "‹x›  take a single unit of it", screen.action_only),
            (there and bool(taken.ids), "a", "‹a›  add this stack to those taken", screen.action_add),
            (True, "*", "‹asterisk›  take all that can still act", screen.action_all),
            (bool(screen.orders.halts.rest), "c", "‹c›  the halted move goes on", screen.action_go_on),
            (True, "n", "‹n›  next", lambda: screen.call_next(screen.action_next)),
            (len(screen.session.moments) > 1, "u", "‹u›  undo", lambda: screen.action_run("undo")),
            (bool(taken.ids), "esc", "‹escape›  release them", screen.action_back),
            (True, "w", "‹w›  why", screen.action_why),
        ]
        return [(key, words, act) for able, key, words, act in found if able]
