"""Past moments: every one can be looked at on the map without going back; enter goes there."""

from __future__ import annotations

from collections.abc import Sequence

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical

from sasl.asl.game.events import Decided, Event, Passed
from sasl.kernel.facts import lines_of, worded
from sasl.kernel.text import counted
from sasl.saves.reading import Moment
from sasl.saves.session import Session
from sasl.tui.map.map_view import MapView
from sasl.tui.play.telling import panes
from sasl.tui.widgets.bars import KeyLine
from sasl.tui.widgets.dialogs import ListDialog
from sasl.tui.widgets.keyed import Keyed
from sasl.tui.widgets.lines import Line, LineList
from sasl.tui.widgets.popups import ClosesOnce

TYPE = -1
"""Back to now, to type a command."""


def act_done(events: Sequence[Event]) -> str:
    """The first act of a side that the program plays, as it turned out: done, vetoed, or taken back with the reason."""
    acts = [(place, event) for place, event in enumerate(events) if isinstance(event, Decided) and event.title]
    if not acts:
        return ""
    (begun, first), *rest = acts
    of_it = events[begun : rest[0][0] if rest else len(events)]
    ends = [event for event in of_it if isinstance(event, Passed) and event.key == first.key and event.why]
    end = f", {'vetoed' if ends[0].vetoed else f'not done ({ends[0].why})'}" if ends else ""
    return f"{first.title}{end}" + (f"; {counted(len(rest), 'act')} more" if rest else "")


class PastScreen(ClosesOnce[int | None]):
    """The moments of a game beside the map as it was; the moment to jump to, TYPE, or None."""

    BINDINGS = [
        Binding("escape,q,t", "leave", "back to now", id="past.leave"),
        Binding("enter", "jump", "jump there", id="past.jump"),
        Binding("d", "details", "what happened", id="past.details"),
        Binding("colon,slash", "command", "back, and type", show=False, id="past.command"),
        Binding("plus,z", "zoom(1)", "zoom", id="past.zoom-in"),
        Binding("minus,Z", "zoom(-1)", "zoom out", show=False, id="past.zoom-out"),
        Binding("tab", "app.focus_next", "map/list", show=False, id="past.tab"),
    ]
    HELP = (
        "Past moments: up and down show each one on the map, read-only. ‹enter› jumps there, ‹escape› goes back to now."
    )

    def __init__(self, session: Session, zoom: int, cursor: str, number: int | None = None) -> None:
        super().__init__()
        self.session = session
        self.moments = [*session.moments, *session.undone]
        self.now = session.moments[-1].n
        self.start = self.now if number is None or not 0 <= number < len(self.moments) else number
        self.map = MapView(zoom=zoom, id="map")
        self.map.cursor = cursor

    def compose(self) -> ComposeResult:
        """A banner, the map as it was, the moments."""
        yield Keyed(id="banner")
        with Horizontal(id="body"):
            yield self.map
            with Vertical(id="side"):
                moments = LineList(
                    *(self._line(item) for item in self.moments), id="moments", classes="pane", help_text=self.HELP
                )
                moments.border_title = "Moments"
                yield moments
                hexes = LineList(id="past-hex", classes="pane")
                hexes.border_title = "Hex then"
                yield hexes
        yield KeyLine()

    def _line(self, moment: Moment) -> Line:
        when = moment.game.state.moment
        mark = "►" if moment.n == self.now else " "
        undone = " (undone)" if moment.n > self.now else ""
        look = "dim" if moment.n > self.now else "key" if moment.n == self.now else ""
        did = act_done(moment.events)
        told = f": {did}" if did else ""
        return Line(f"{mark}{moment.n:>4}  {moment.command or 'the start'}{told}  → {when}{undone}", look, moment)

    def on_mount(self) -> None:
        """Begin at the present moment, or the one asked for."""
        self.set_class(self.app.size.width < 100, "narrow")
        moments = self.query_one("#moments", LineList)
        self._show(self.moments[self.start])
        moments.focus()
        self.map.when_moved = self._show_hex
        self.call_after_refresh(lambda: moments.move_to(self.start))

    def _show(self, moment: Moment) -> None:
        self.shown = moment
        self.map.show_game(moment.game)
        where = "now" if moment.n == self.now else "PAST" if moment.n < self.now else "UNDONE"
        there = "" if moment.n == self.now else "; viewing only, ‹enter› jumps there"
        self.query_one("#banner", Keyed).put(f" {where}: {moment.game.state.moment} ({moment.n} of {self.now}){there}")
        self._show_hex()

    def _show_hex(self) -> None:
        self.query_one("#past-hex", LineList).set_lines(panes.hex_lines(self.shown.game, self.map.cursor))

    @on(LineList.Moved, "#moments")
    def moved(self, event: LineList.Moved) -> None:
        """Show the moment under the cursor."""
        self._show(event.line.data)

    @on(LineList.Chosen, "#moments")
    def chosen(self, event: LineList.Chosen) -> None:
        """Jump."""
        self.action_jump()

    def action_jump(self) -> None:
        """Go to the moment shown; from now to now is going back."""
        self.dismiss(None if self.shown.n == self.now else self.shown.n)

    def action_command(self) -> None:
        """A command is given now, not then."""
        self.dismiss(TYPE)

    def action_details(self) -> None:
        """What happened in the command that led here."""
        lines = [Line(text, "", facts) for text, facts in lines_of(worded(self.shown.events))]
        self.app.push_screen(ListDialog(self.shown.command or "the start", lines or [Line("Nothing.")]))

    def action_zoom(self, step: int) -> None:
        """Zoom the map."""
        self.map.action_zoom(step)

    def action_leave(self) -> None:
        """Back to now."""
        self.dismiss(None)
