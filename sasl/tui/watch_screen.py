"""A watched game: both sides play by themselves, the screen shows it; space stops and goes on."""

from __future__ import annotations

from textual.binding import Binding

from sasl.lab.watch import Stuck, Watch
from sasl.saves.session import Session
from sasl.tui.play_screen import PlayScreen

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

    def __init__(self, session: Session, orders: tuple[str, ...] = ()) -> None:
        super().__init__(session)
        self.watched = Watch(session, orders)
        self.going = True
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
        self.say(
            "Watching."
            if self.going
            else "Stopped: ‹p› goes on, ‹full_stop› is one step, "
            "‹less_than_sign› and ‹greater_than_sign› change the pace.",
            "key",
        )

    def action_pace(self, step: int) -> None:
        """Slower or faster."""
        self.pace = max(0, min(len(PACES) - 1, self.pace + step))
        self._timer.stop()
        self._timer = self.set_interval(PACES[self.pace], self._tick)
