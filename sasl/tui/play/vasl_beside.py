"""A game beside VASL on the screen: one line announces a new save; a key shows it and takes over what is ticked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.widgets import Input

from sasl.asl.game.context import Game, Refused
from sasl.asl.game.events import Event
from sasl.beside.comparison import Comparison
from sasl.beside.placements import on_which, placements
from sasl.beside.saves import Watch
from sasl.kernel.frozen import replace
from sasl.kernel.text import counted, sentence
from sasl.orders.take_over import BY_HAND, NONE, ORDERS, Chosen, Step, steps, waiting_words, with_order
from sasl.orders.vasl_orders import KeepMine, LookAtVasl, looked
from sasl.tui.widgets.keyed import Keyed
from sasl.tui.widgets.lines import Line, LineList
from sasl.tui.widgets.popups import Popup, bare

if TYPE_CHECKING:
    from sasl.tui.play.map_game import MapGame

EVERY = 2.0
"""Seconds between two looks at the date of what the game follows."""

MOST_TOLD = 3
"""Up to this many things to do in VASL are named after a command; more are listed with the next save."""


class Beside:
    """What a play screen has to do with VASL: it watches for saves, opens them, and gives the orders taken over."""

    def __init__(self, screen: MapGame) -> None:
        self.screen = screen
        self.watch = Watch()
        self.news = ""
        """What VASL has saved and the player has not looked at yet, in a line."""
        self._waiting: list[tuple[Step, tuple[str, ...]]] = []
        """Steps that are still to be taken over, the one under way first."""
        self._lines: list[str] = []
        """Lines of that step that are still to be given."""
        self._given = ""
        """The line given last."""
        self._vasl: Comparison | None = None
        """The game beside the save that is taken over now."""
        self._look = ""
        """The look that is kept before and after that."""
        self._last = ""
        """The file that was named last."""

    # -- watching -------------------------------------------------------------------------------------
    def begin(self) -> None:
        """Look now and then, as long as the screen is there."""
        self.screen.set_interval(EVERY, self.look)

    def look(self) -> None:
        """Look at what the game follows, if it follows anything; a new save is announced once."""
        if not self.screen.is_current:
            return
        found = self.watch.look(self.screen.session.game)
        if isinstance(found, str):
            self.screen.say(f"VASL's save cannot be read: {sentence(found)}", "bad")
        elif found is not None:
            self._tell(found)

    def _tell(self, found: Comparison) -> None:
        self.news = f"VASL has moved: {counted(len(found.moved), 'difference')}" if found.moved else ""
        self.screen.show_news()
        if self.news and not self.screen.aims:  # the odds of an aim stay; the prompt tells it, too
            self.screen.say(f"{self.news}. ‹V› shows them and takes them over.", "key")

    def to_do(self, facts: Sequence[Event]) -> str:
        """What to do on the player's map after a command with these facts, in a line; "" if nothing or unasked for."""
        game, moments = self.screen.session.game, self.screen.session.moments
        if not game.state.option("placements") or moments[-1].events is not facts:  # a look is no moment
            return ""
        found = placements(moments[-2].game, game, self._vasl)
        if len(found) > MOST_TOLD and game.state.vasl.follows:
            return f"In VASL {len(found)} things to do: ‹V› lists them."
        return f"{on_which(game)} {'; '.join(found)}." if found else ""

    # -- taking over ----------------------------------------------------------------------------------
    def open(self, order: LookAtVasl) -> None:
        """Show what a saved game of VASL has otherwise; what is ticked there is taken over."""
        screen, game = self.screen, self.screen.session.game
        file = order.file or ("" if game.state.vasl.follows else self._last)
        try:
            save, found = looked(game, file)
        except Refused as refusal:
            screen.say(f"No: {sentence(str(refusal))}", "bad")
            return
        self.news, self._last = "", file
        screen.show_news()

        def chosen(choice: Chosen | None) -> None:
            if choice is None:
                screen.say("VASL's save was left alone: nothing was taken over.", "dim")
            elif choice.refused:
                screen.orders.submit(KeepMine(str(save.path)).line())
            else:
                self._waiting, self._lines = list(choice.steps), []
                self._vasl, self._look = found, LookAtVasl(str(save.path)).line()
                screen.session.submit(self._look)  # which counter is which, before S? and units come and go
                self._next() if self._waiting else self.over()

        every = steps(game, found)
        screen.app.push_screen(TakeOverDialog(save.path.name, game, every, found), chosen)

    def _next(self) -> None:
        """Give the next line."""
        self._lines = self._lines or list(self._waiting[0][1])
        self._given = self._lines.pop(0)
        if not self.screen.orders.submit(self._given):
            self.over()

    def done(self, line: str) -> None:
        """A command is done: after one taken over comes the next, unless it halted or something is to be seen."""
        if not self._waiting or line != self._given:
            self.over()
            return
        screen = self.screen
        step = self._waiting[0][0]
        if not self._lines:
            reached = step.reached(screen.session.game)
            self._waiting = self._waiting[reached:]
        if not self._waiting:
            screen.say(f"{screen.said.last} (All that was ticked is taken over.)")
            self.over()
        elif screen.is_current and not screen.firers and (self._lines or self._waiting[0][0] is not step):
            self._next()
        else:
            screen.say(
                f"{screen.said.last} ({waiting_words([item for item, _ in self._waiting])}: ‹V› goes on.)", "key"
            )
            self.over()

    def over(self) -> None:
        """No more is taken over now: what VASL showed is remembered."""
        if self._vasl is not None:
            self._waiting, self._vasl = [], None
            self.screen.session.submit(self._look)
            self.screen.changed()


class TakeOverDialog(Popup[Chosen | None]):
    """What VASL shows otherwise: which of it is taken over, and how."""

    BINDINGS = [
        Binding("escape,q", "leave", "leave", id="vasl.leave"),
        Binding("space", "tick", "tick", id="vasl.tick"),
        Binding("h", "take('hand')", "by hand", id="vasl.hand"),
        Binding("n", "take('none')", "none", id="vasl.none"),
        Binding("e", "edit", "edit", id="vasl.edit"),
    ]

    def __init__(self, title: str, game: Game, every: Sequence[Step], found: Comparison) -> None:
        super().__init__()
        self.heading, self.game, self.found = title, game, found
        self.steps = list(every)
        self.ticked = [step.likely for step in every]

    def compose(self) -> ComposeResult:
        """The differences with their orders, what is to do in VASL, and how to go on."""
        with Vertical(classes="dialog") as box:
            box.border_title = bare(f"{self.heading}: {counted(len(self.found.moved), 'difference')}")
            yield LineList(*self._lines(), id="lines", classes="fit tall")
            yield Input(id="order", select_on_focus=False)
            foot = "‹enter›: as orders   ‹h›: by hand   ‹n›: none, change VASL instead   " if self.steps else ""
            more = "‹space›: tick   ‹e›: another order   " if self.steps else "‹enter›: seen   "
            yield Keyed(f"{foot}{more}‹escape›: leave", classes="foot")

    def opened(self) -> None:
        """The first difference is under the cursor; the line for another order is not there yet."""
        self.query_one("#order").display = False
        view = self.query_one(LineList)
        view.set_lines(self._lines())
        view.focus()

    def _lines(self) -> list[Line]:
        lines = [] if self.steps else [Line("Nothing has moved in VASL that the game does not already show.", "dim")]
        for place, step in enumerate(self.steps):
            lines.append(Line(f"{'[x]' if self.ticked[place] else '[ ]'} {step.sentence}", "", place))
            lines.append(Line(f"      {'; '.join(step.orders)}", "key"))
            if step.fault:
                by_hand = "; ".join(step.adjust)
                lines.append(Line(f"      not now: {sentence(step.fault)} By hand: {by_hand}", "bad"))
        if self.found.lacking:
            lines += [Line(""), Line("To do in VASL", "head")]
            lines += [Line(item.to_do()) for item in self.found.lacking]
        return [*lines, *(Line(sentence(text), "dim") for text in self.found.notes)]

    def _place(self) -> int | None:
        line = self.query_one(LineList).current
        return line.data if line and isinstance(line.data, int) else None

    def action_tick(self) -> None:
        """Take the difference under the cursor over, or not."""
        place = self._place()
        if place is not None:
            self.ticked[place] = not self.ticked[place]
            self.query_one(LineList).set_lines(self._lines())

    def action_take(self, manner: str) -> None:
        """Take over what is ticked: by orders, by hand; or nothing."""
        if manner == NONE and self.steps:
            self.dismiss(Chosen(refused=True))
            return
        wanted = [step for step, ticked in zip(self.steps, self.ticked, strict=True) if ticked]
        self.dismiss(Chosen(tuple((step, step.adjust if manner == BY_HAND else step.orders) for step in wanted)))

    @on(LineList.Chosen)
    def enter(self, event: LineList.Chosen) -> None:
        """By orders."""
        event.stop()
        self.action_take(ORDERS)

    def action_edit(self) -> None:
        """Write another order for the difference under the cursor."""
        place = self._place()
        if place is not None:
            line = self.query_one("#order", Input)
            line.display, line.value = True, self.steps[place].orders[0]
            line.cursor_position = len(line.value)
            line.focus()

    @on(Input.Submitted)
    def written(self, event: Input.Submitted) -> None:
        """The order is written; what is not legal is reported above the map and stays there to be corrected."""
        place, line = self._place(), event.value.strip()
        if place is None:
            return
        try:
            self.steps[place] = with_order(self.game, self.steps[place], line)
        except Refused as refusal:
            self.steps[place] = replace(self.steps[place], fault=str(refusal))
        else:
            self.ticked[place] = True
            event.input.display = False
            self.query_one(LineList).focus()
        self.query_one(LineList).set_lines(self._lines())

    def action_leave(self) -> None:
        """Back to the list; from there leave everything as it is."""
        line = self.query_one("#order", Input)
        if line.display:
            line.display = False
            self.query_one(LineList).focus()
        else:
            self.dismiss(None)
