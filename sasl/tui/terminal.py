"""The rim of the screens: only what is printable reaches the terminal, and only text comes from it."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from rich.segment import Segment
from textual.app import ComposeResult
from textual.color import Color
from textual.filter import LineFilter
from textual.geometry import Size
from textual.screen import Screen
from textual.widgets import Static

from sasl.kernel.text import is_shown

if TYPE_CHECKING:
    from textual.driver import Driver

ENDINGS = ("SIGTERM", "SIGHUP", "SIGQUIT")
"""What tells the program to end; Windows does not know them all."""


class Printable(LineFilter):
    """The last look at every line that is drawn: what is not printable takes no room, and is left out."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same segments, made safe where they are not."""
        if "".join([text for text, _, control in segments if not control]).isprintable():
            return segments
        return [
            segment if segment.control else Segment("".join(filter(is_shown, segment.text)), segment.style)
            for segment in segments
        ]


PRINTABLE = Printable()


class Gone:
    """The terminal as a file: once it is gone, what is written to it is lost, and nobody waits for it."""

    def __init__(self, file: Any) -> None:
        self._file = file

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)

    def write(self, text: str) -> None:
        """Write it if it can be."""
        with suppress(OSError, ValueError):
            self._file.write(text)

    def flush(self) -> None:
        """Send it off if it can be."""
        with suppress(OSError, ValueError):
            self._file.flush()


def enduring(kind: type[Driver]) -> type[Driver]:
    """The driver, but neither bytes that are no UTF-8 nor a terminal that is gone bring it to a stop.

    Of what cannot be read as text only that piece is lost (textual's issue 6456). In a browser the program ends when
    the server that speaks for it is gone.
    """
    if not hasattr(kind, "run_input_thread"):  # Windows reads its keys another way
        return kind

    def begin(self: Any, *args: Any, **how: Any) -> None:
        kind.__init__(self, *args, **how)
        if hasattr(self, "_file"):  # in a browser there is none
            self._file = Gone(self._file)

    def read_on(self: Any) -> None:
        reading = True
        while reading:
            with suppress(UnicodeDecodeError):
                kind.run_input_thread(self)
                reading = False
        if getattr(self, "is_web", False) and not self.exit_event.is_set():
            os.kill(os.getpid(), signal.SIGTERM)

    return type(kind.__name__, (kind,), {"__init__": begin, "run_input_thread": read_on})


GRACE = 0.5
"""Seconds in which the program ends by itself; one that is still at work then is cut off. Every move is on the disk."""
LAST_GRACE = 0.5
"""Seconds in which a program that is cut off gives the terminal back; one that cannot is killed."""


def when_ended(end: Callable[[int], None], give_back: Callable[[], None]) -> None:
    """Call `end` with the exit status when the system tells the program to end.

    Where the ENEMY or a long line of keys keeps the program busy, it ends all the same once `give_back` has restored
    the terminal. Windows ends programs another way.
    """
    if not hasattr(signal, "setitimer"):
        return
    loop = asyncio.get_running_loop()

    def cut_off(status: int) -> None:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, LAST_GRACE)
        give_back()
        os._exit(status)

    def told_to_end(number: int, _: object) -> None:
        signal.signal(signal.SIGALRM, lambda *_: cut_off(128 + number))
        signal.setitimer(signal.ITIMER_REAL, GRACE)
        with suppress(RuntimeError):  # the screens have ended already
            loop.call_soon_threadsafe(end, 128 + number)

    for name in ENDINGS:
        signal.signal(getattr(signal, name), told_to_end)


LEAST = Size(40, 12)
"""Columns and rows below which a question with its answers cannot be shown."""


class TooSmall(Screen[None]):
    """Over everything until the terminal is larger; what is below stays as it is."""

    left = False
    """Whether it is on its way out: it may be told so twice."""

    @staticmethod
    def fits(size: Size) -> bool:
        """Whether the screens have room."""
        return size.width >= LEAST.width and size.height >= LEAST.height

    def compose(self) -> ComposeResult:
        """One sentence."""
        yield Static(
            f"The terminal is too small: sasl needs {LEAST.width} columns and {LEAST.height} rows.", markup=False
        )

    def on_screen_resume(self) -> None:
        """What came over this was answered."""
        self.leave(self.app.size)

    def leave(self, size: Size) -> None:
        """Make way if there is room now."""
        if self.is_current and not self.left and self.fits(size):
            self.left = True
            self.dismiss()
