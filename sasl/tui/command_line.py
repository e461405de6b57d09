"""The command line: history on up and down, escape leaves it."""

from __future__ import annotations

from textual import on
from textual.binding import Binding
from textual.message import Message
from textual.widgets import Input


class CommandLine(Input):
    """Where commands are typed; unique beginnings of words will do."""

    HELP = (
        "The command line. Type a command or a unique beginning of it; ? lists what is legal, ?move tells how move is "
        "used. Up and down bring back what you typed; escape goes back to the map."
    )
    BINDINGS = [
        Binding("up", "older", "older", show=False, id="command.older"),
        Binding("down", "newer", "newer", show=False, id="command.newer"),
        Binding("escape", "leave", "back", show=False, id="command.leave"),
    ]

    class Entered(Message):
        """A line was typed."""

        def __init__(self, line: str) -> None:
            super().__init__()
            self.line = line

    class Left(Message):
        """The player wants back to the map."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(placeholder=": command, or ? for what is legal", id=id, compact=True, select_on_focus=False)
        self.past: list[str] = []
        self._place = 0

    def begin(self, text: str = "") -> None:
        """Start typing, with `text` there already."""
        self.value = text
        self.cursor_position = len(text)
        self.screen.set_focus(self)  # at once: the next key is meant for this line

    def remember(self, past: list[str]) -> None:
        """Share the lines typed before with another command line."""
        self.past, self._place = past, len(past)

    @on(Input.Submitted)
    def done(self, event: Input.Submitted) -> None:
        """The line is complete."""
        event.stop()
        line = self.value.strip()
        self.value = ""
        if line:
            if not self.past or self.past[-1] != line:
                self.past.append(line)
            self._place = len(self.past)
            self.post_message(self.Entered(line))
        else:
            self.post_message(self.Left())

    def action_older(self) -> None:
        """The line typed before."""
        self._recall(-1)

    def action_newer(self) -> None:
        """The line typed after."""
        self._recall(1)

    def _recall(self, step: int) -> None:
        self._place = max(0, min(len(self.past), self._place + step))
        self.value = self.past[self._place] if self._place < len(self.past) else ""
        self.cursor_position = len(self.value)

    def action_leave(self) -> None:
        """Back to the map; what was typed is dropped."""
        self.value = ""
        self.post_message(self.Left())
