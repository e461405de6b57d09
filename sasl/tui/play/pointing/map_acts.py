"""What the keys of the map do with the taken units: take, add, move, draw a way, aim, look."""

from __future__ import annotations

from abc import abstractmethod

from textual import on
from textual.binding import Binding

from sasl.asl.game.minds import players_sides
from sasl.kernel.text import doing, sentence
from sasl.tui.map.map_view import MapView
from sasl.tui.play.ordering.game_orders import GameOrders
from sasl.tui.play.planning.aiming import can_shoot, fire_names, fire_side
from sasl.tui.play.planning.order_lines import move_lines, repeated
from sasl.tui.play.planning.support_orders import offer_air, offer_support
from sasl.tui.play.play_parts import PlayParts
from sasl.tui.play.pointing.walk import Walk, stops
from sasl.tui.play.telling import panes
from sasl.tui.widgets.bars import CommandLine


class MapActs(PlayParts):
    """A game screen with a map, on which units are taken and told what to do."""

    orders: GameOrders
    walk: Walk

    @abstractmethod
    async def action_next(self) -> None:
        """Go on to what is next."""

    @abstractmethod
    def action_go_on(self) -> None:
        """The rest of the move that has halted."""

    @abstractmethod
    def leave_pane(self) -> None:
        """Show the log again where a pane that was only looked at stands in its place."""

    @abstractmethod
    def action_orders(self) -> None:
        """Every order of the taken units."""

    def say(self, text: str, look: str = "") -> None:
        """The last result; no plan that is still being worked out takes its place."""
        self.plan_line.forget()
        super().say(text, look)

    def _took(self, text: str, look: str = "dim") -> None:
        """Others are taken now: show them, and say so."""
        self.show_selection()
        self.say(text, look)

    # -- taking ---------------------------------------------------------------------------------------
    @on(MapView.Taken)
    def taken(self, event: MapView.Taken | None = None) -> None:
        """Take or let go the stack under the cursor; while aiming: enter fires, space adds a stack."""
        if self.drawing.on and event is not None:
            self.drawing.go()
            return
        if self.aiming.on and event is not None:
            self.aiming.join() if event.key == "space" else self.aiming.shoot()
            return
        text = self.selection.toggle_hex(self.session.game, self.map.cursor)
        self.show_selection()
        if any(unit.side in players_sides(self.session.game) for unit in self.selection.units(self.session.game)):
            self.say(text, "dim")
        else:  # nobody to give an order to: what came of the last one is back with the next key
            self.said.hint(text, "dim")

    def action_move(self) -> None:
        """Move, advance, rout, rally or place the taken units, as the phase has it."""
        if self.drawing.on:
            self.drawing.go()
        elif self.selection.ids:
            self.orders.submit_all(move_lines(self.session.game, self.selection.ordered(), self.map.cursor))
        else:
            self.say("No: take units first (‹space› on their hex).", "bad")

    def action_only(self) -> None:
        """Take one unit of the stack under the cursor alone, the next one each time."""
        self._took(self.selection.only_one(self.session.game, self.map.cursor))

    def action_add(self) -> None:
        """Put the stack under the cursor to those taken, or take it out: one order is for all of them."""
        if self.aiming.on:
            self.aiming.join()
            return
        self._took(self.selection.add(self.session.game, self.map.cursor))

    def action_all(self) -> None:
        """Take all on the map that can still act in this phase as the first of them can; else those off the map."""
        every = [stop for stop in stops(self.session.game) if stop.units]
        there = [stop for stop in every if stop.place] or every
        ids = [key for stop in there if stop.kind == there[0].kind for key in stop.units]
        if not ids:
            self.say("No: no unit has anything left to do in this phase.", "bad")
            return
        text = self.selection.take_group(self.session.game, ids)
        self.map.set_cursor(self.selection.places(self.session.game)[0])
        self._took(text, "key")

    def action_draw(self) -> None:
        """Draw the way of the taken units with the cursor; again: go it."""
        self.drawing.go() if self.drawing.on else self.drawing.begin()

    def action_rub_out(self) -> None:
        """While a way is drawn: a hex less."""
        self.drawing.back()

    def action_again(self) -> None:
        """The last move or fire once more, in the same manner: the taken units, to the cursor."""
        taken = self.selection
        ids = [*taken.ordered(), *taken.arms]
        firers = fire_names(self.session.game, taken.ordered(), list(taken.arms), picked=taken.picked)
        order = repeated(self.session, ids, self.map.cursor, firers) if ids else None
        if order is None:
            self.say("No: take units, put the cursor on the hex; ‹r› gives the last move or fire once more.", "bad")
        else:
            self.orders.submit(order.line())

    def action_fire(self) -> None:
        """Aim with the taken units, then fire at the cursor; in the CCPh the Close Combat there; in the log pane: the
        next topic.

        With nobody taken: the stack under the cursor, or whoever may fire at those who move; else what OBA may do.
        """
        if self.focused is not None and self.focused.id == "log":
            place = panes.TOPICS.index(self.topic)
            self.open_log(panes.TOPICS[(place + 1) % len(panes.TOPICS)])
            return
        if self.aiming.on:
            self.aiming.shoot(at_once=True)
            return
        game, taken = self.session.game, self.selection
        if (game.state.stage, game.state.phase) == ("play", "CCPh"):
            self.orders.submit(f"cc {next(filter(None, taken.places(game)), self.map.cursor)}")
            return
        if why := self.orders.find("fire").why_not(game.state):
            self.say(f"No: {sentence(why)}", "bad")
            return
        side = next((unit.side for unit in taken.units(game)), "")
        if self.firers and not taken.arms and side != game.state.units[self.firers[0]].side:
            self.orders.halts.ask()
            return
        if not taken.ids and not taken.arms:
            side = fire_side(game)
            if self.walk.at_support(game) and offer_support(self):
                return
            if not any(can_shoot(game, unit) for unit in game.state.units_at(self.map.cursor, side)):
                if not offer_support(self):
                    self.say(
                        "No: take the firing units first (‹space› on their hex; ‹enter› in the hex pane takes one SW).",
                        "bad",
                    )
                return
            taken.ids = {unit.id: None for unit in game.state.units_at(self.map.cursor, side) if not unit.carrier}
            self.show_selection()
        units = taken.units(game)
        if planes := [unit for unit in units if unit.kind == "aircraft"]:
            offer_air(self, planes)
        elif units and not any(unit.hex for unit in units):
            self.say(f"No: {doing((unit.id for unit in units), 'is', 'are', 3)} not on the map.", "bad")
        else:
            self.aiming.begin()

    @property
    def walks(self) -> bool:
        """Whether tab goes to the next stack that has something to do, not to the next pane."""
        return self.focused is self.map and self.session.game.state.stage in ("set-up", "play")

    def words_of(self, binding: Binding) -> str:
        """What a key does now, for the key line."""
        if binding.action == "next_target" and not (self.walks or self.aiming.on):
            return "next pane"
        return super().words_of(binding)

    def action_next_target(self, step: int = 1) -> None:
        """While aiming the next target, while drawing the next gait; on the map the next stack that can still act;
        elsewhere the next pane."""
        if self.aiming.on:
            self.aiming.next_target()
        elif self.drawing.on:
            self.drawing.change_gait()
        elif self.walks:
            self.walk.on(self, step)
        elif step > 0:
            self.app.action_focus_next()
        else:
            self.app.action_focus_previous()

    def action_sight(self) -> None:
        """The LOS from the taken stack to the cursor."""
        units = self.selection.units(self.session.game)
        if units and units[0].hex and units[0].hex != self.map.cursor:
            self.orders.submit(f"los {units[0].hex} {self.map.cursor}")
        else:
            self.say("No: take a stack, then put the cursor on the hex it should look at.", "bad")

    def action_back(self) -> None:
        """Back to the map; there: let the taken units go and clear lines."""
        self.query_one(CommandLine).value = ""
        if self.focused is not self.map:
            typing = isinstance(self.focused, CommandLine)
            self.leave_pane()
            self.remove_class("pane-open")
            self.set_focus(self.map)
            if typing:  # what was said of the line goes with it
                self.show_plan()
            return
        for mode in (self.aiming, self.drawing):
            if mode.on:
                mode.end()
                return
        if self.selection.ids or self.selection.arms:
            self.selection.clear()
            self.say("Released.", "dim")
        self.map.mark(path=(), los={}, targets=(), shots={})
        self.map.follow()
        self.show_selection()
