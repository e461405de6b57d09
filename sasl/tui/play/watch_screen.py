"""A watched game: both sides play by themselves, the screen shows it; space stops and goes on."""

from __future__ import annotations

from textual.binding import Binding

from sasl.asl.game.minds import players_sides
from sasl.kernel.text import listed
from sasl.lab.watching.watch import Stuck, Watch
from sasl.saves.session import Session
from sasl.solitaire.briefing.prompts import awaited
from sasl.tui.play.play_screen import PlayScreen
from sasl.tui.play.telling.axes_signs import AxesOnMap

PACES = (0.05, 0.2, 0.6, 1.5)


class WatchScreen(PlayScreen):
    """The play screen with somebody else at the keyboard."""

    BINDINGS = [
        Binding("p", "pause", "pause/go on", id="watch.pause"),
        Binding("full_stop", "one", "one step", key_display=".", id="watch.step"),
        Binding("less_than_sign", "pace(1)", "slower", show=False, id="watch.slower"),
        Binding("greater_than_sign", "pace(-1)", "faster", show=False, id="watch.faster"),
    ]

    BRIEFING = False
    UNUSED = ("move", "fire", "orders", "next")

    def __init__(self, session: Session, orders: tuple[str, ...] = ()) -> None:
        super().__init__(session)
        self.watched = Watch(session, orders)
        self.going = True
        self.axes = AxesOnMap(self, shown=True, draws=False)
        self.pace = 1

    def on_mount(self) -> None:
        """Start at once (the base class mounts by itself)."""
        self._timer = self.set_interval(PACES[self.pace], self._tick)

    def _tick(self) -> None:
        if self.going and self.is_current:
            self.action_one()

    def action_one(self) -> None:
        """The next act of either side."""
        if self.watched.over():
            self.going = False
            return
        if yours := players_sides(self.session.game):
            self.going = False
            self.say(f"The {listed(yours)} side is yours now: ‹q=play.home›, then resume the game to play it.", "key")
            return
        try:
            step = self.watched.step()
        except Stuck as error:
            self.going = False
            self.say(str(error), "bad")
            return
        self.happened(step.shown, step.events)
        if self.watched.over():
            self.orders.stop(step.shown, step.events)

    def action_pause(self) -> None:
        """Stop, or go on."""
        self.going = not self.going
        self.say("Watching." if self.going else "Stopped.", "key")
        self.show_news()

    def action_pace(self, step: int) -> None:
        """Slower or faster."""
        self.pace = max(0, min(len(PACES) - 1, self.pace + step))
        self._timer.stop()
        self._timer = self.set_interval(PACES[self.pace], self._tick)

    # -- what a player would do ---------------------------------------------------------------------------
    def _awaited(self) -> str:
        """What goes on, and the keys of a watcher."""
        if self.watched.over():
            return super()._awaited()
        keys = "‹p› stops" if self.going else "‹p› goes on, ‹full_stop› is one step"
        return f"{awaited(self.session.game, keys=True)} {keys}; ‹less_than_sign› ‹greater_than_sign› slower, faster."

    def _no_order(self) -> None:
        self.say("No: you are watching, and both sides play by themselves; ‹w› tells why.", "bad")

    async def action_next(self) -> None:
        """One step, and no further."""
        self.going = False
        self.action_one()

    def action_move(self) -> None:
        """No order of the watcher's."""
        self._no_order()

    action_draw = action_again = action_all = action_add = action_orders = action_go_on = action_move

    def action_fire(self) -> None:
        """No order of the watcher's; in the log pane the next topic."""
        if self.focused is not None and self.focused.id == "log":
            super().action_fire()
        else:
            self._no_order()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The runs of the ENEMY are no watcher's."""
        return False if action == "enemy" else super().check_action(action, parameters)
