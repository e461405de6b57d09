"""What every popup over the map has: its keys on the last line, a command typed over it, its foot in view."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import TypeVar

from rich.console import RenderableType
from textual import events, on
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import Binding
from textual.message import Message
from textual.renderables.background_screen import BackgroundScreen
from textual.screen import ModalScreen
from textual.widgets import Input

from sasl.kernel.notice import READ
from sasl.tui.widgets.bars import CommandLine, KeyLine
from sasl.tui.widgets.dimmed import Dimmed
from sasl.tui.widgets.lines import Line, LineList
from sasl.tui.widgets.steady import Steady

Answer = TypeVar("Answer")


def bare(text: str) -> str:
    """Words for the rim of a popup: `[A8.1]` is a rule there, no markup."""
    return text.replace("[", "\\[")


LEAST_LINES = 2
"""A list in a popup is never lower than this."""


def keys_and_words(*pairs: tuple[str, str]) -> str:
    """`‹n› rolls  ‹E› all of the phase`: keys and what they do."""
    return "  ".join(f"‹{key}› {words}" for key, words in pairs)


class ClosesOnce(Steady[Answer]):
    """A screen that is left with a result, once.

    A key that was under way to it when it closed does nothing: it would close the screen below, and with it the game.
    """

    def dismiss(self, result: Answer | None = None) -> AwaitComplete:
        """Leave it with a result; nothing where it is closed already."""
        return super().dismiss(result) if self.is_current else AwaitComplete()

    def action_back(self) -> None:
        """Leave it with nothing."""
        self.dismiss(None)


class Popup(ModalScreen[Answer], ClosesOnce[Answer]):
    """What opens over the map. `:` types a command from here too: a look leaves the popup as it is.

    ModalScreen is named first: the styles of a class are those of its first base, and of that one's first.
    """

    BINDINGS = [Binding("colon", "command", "command", show=False, priority=True, id="popup.command")]
    ASKS = False
    """Whether it comes by itself and a key there settles something: a key that was struck before the player can have
    read it is not heard."""
    _below: Dimmed | None = None
    _heard_from = inf
    """The time from which a key was meant for it, where it asks."""
    BUTTONS: tuple[tuple[str, str], ...] = ()
    """Key and words of what can be clicked, where the keys always stand."""

    @property
    def buttons(self) -> tuple[tuple[str, str], ...]:
        """Those of this popup."""
        return self.BUTTONS

    def render(self) -> RenderableType:
        """The screen below."""
        found = super().render()
        if type(found) is not BackgroundScreen:
            return found
        if self._below is None or (self._below.screen, self._below.color) != (found.screen, found.color):
            self._below = Dimmed(found.screen, found.color)
        return self._below

    def opened(self) -> None:
        """What stands in the popup is there: begin."""

    def hears(self, key: events.Key) -> bool:
        """Return whether a key was meant for this popup; as long as keys come fast, none is. Escape settles nothing: it
        is always heard.
        """
        if not self.ASKS or key.key == "escape" or key.time >= self._heard_from:
            return True
        self._heard_from = max(self._heard_from, key.time + READ)
        return False

    def on_mount(self) -> None:
        """Begin, with the popup's keys on the last line of the screen; not if it was dismissed before it opened, or the
        program is told to end."""
        if self not in self.app.screen_stack or not self.is_attached:
            return
        self.opened()
        self._heard_from = Message().time + READ
        line = KeyLine()
        self.mount(line)
        line.only(*self.buttons, ("colon", "type"))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A `:` in the middle of a typed answer belongs to the answer."""
        if action == "command":
            return not (isinstance(self.focused, Input) and self.focused.value)
        return super().check_action(action, parameters)

    def keep_foot(self) -> None:
        """Where the popup is higher than its room, its longest list gives way, so that the line to type in shows."""
        for box in self.query(".dialog"):
            over = box.virtual_size.height - box.scrollable_content_region.height
            lists = sorted(box.query(".fit"), key=lambda item: item.size.height)
            if over > 0 and lists and (high := lists[-1].size.height) > LEAST_LINES:
                room = max(LEAST_LINES, high - over)
                given = lists[-1].styles.max_height
                if given is None or not given.is_cells or room < given.value:  # each time less: it comes to an end
                    lists[-1].styles.max_height = room
                    self.call_after_refresh(self.keep_foot)

    def on_resize(self) -> None:
        """Another room: see to the foot once everything has its place."""
        self.call_after_refresh(self.keep_foot)

    def on_paste(self, event: events.Paste) -> None:
        """What is pasted is typed, wherever the focus is."""
        pasted = event.text
        if isinstance(self.focused, Input) or not self.query("#answer") or not pasted:
            return
        answer = self.query_one("#answer", Input)
        self.set_focus(answer)
        answer.insert_text_at_cursor(pasted.splitlines()[0])

    def action_command(self) -> None:
        """Type a command over the popup."""
        below = next((screen for screen in reversed(self.app.screen_stack) if hasattr(screen, "command_over")), None)
        if below is None:
            return
        past = below.query_one(CommandLine).past

        def typed(line: str | None) -> None:
            if line:
                below.command_over(line)

        self.app.push_screen(CommandPopup(past), typed)


class SoFar(LineList):
    """What has happened in the command before its question; the end of it is in view, tab and up scroll."""

    HELP = "What happened before the question: up and down scroll."

    def __init__(self, so_far: Sequence[str]) -> None:
        super().__init__(*(Line(text) for text in so_far), id="so-far", classes="fit so-far")

    def on_mount(self) -> None:
        """The last lines are those the question is about."""
        self.call_after_refresh(self.scroll_end, animate=False)


class CommandPopup(ModalScreen[str | None], ClosesOnce[str | None]):
    """The command line over a popup."""

    def __init__(self, past: list[str]) -> None:
        super().__init__()
        self.past = past

    def compose(self) -> ComposeResult:
        """One line, where the command line always is, and its keys."""
        yield CommandLine(id="command-over")
        yield KeyLine()

    def on_mount(self) -> None:
        """With what was typed before."""
        line = self.query_one(CommandLine)
        line.remember(self.past)
        line.begin()

    @on(CommandLine.Entered)
    def entered(self, event: CommandLine.Entered) -> None:
        """A line was typed."""
        self.dismiss(event.line)

    @on(CommandLine.Left)
    def left(self) -> None:
        """Back to the popup."""
        self.dismiss(None)
