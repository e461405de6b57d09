"""The rim of the program: all that goes out by stdout and stderr, and all that comes in by stdin, passes here."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from functools import cache
from typing import Any, TextIO, cast

from sasl.kernel.text import shown

MOST_LINE = 20_000
"""The most characters of a typed line."""
MOST_TYPED = 2_000_000
"""The most characters that are typed or piped in where all of it is wanted at once."""


class Lost(Exception):
    """Output cannot be written: a full disk, a terminal that is gone. `str()` says why."""


class TooMuch(Exception):
    """More came by stdin than any command takes."""


class Door:
    """A stream that text leaves by: what is not printable is written as its code, what the code page lacks as `?`."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        """Write it so that a terminal only shows it."""
        with _told():
            self._stream.write(shown(text))
        return len(text)

    def overwrite(self, text: str) -> None:
        """Write a line of a terminal that the next one is written over; "" leaves it empty."""
        with _told():
            self._stream.write(f"\r{shown(text)}\033[K")
            self._stream.flush()

    def flush(self) -> None:
        """Send off what was written."""
        with _told():
            self._stream.flush()


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise
    except (OSError, ValueError) as error:
        raise Lost(getattr(error, "strerror", None) or str(error)) from None


def overwrite(text: str) -> None:
    """Say on stderr, where it is a terminal, what the next such line is written over."""
    stream = sys.stderr
    (stream if isinstance(stream, Door) else Door(stream)).overwrite(text)


@contextmanager
def rim() -> Iterator[None]:
    """The program's streams: sound where the caller has closed them or they speak another code page."""
    if sys.stdin is None:
        sys.stdin = _nowhere("r")
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    out, err = (cast(TextIO, Door(stream or _nowhere("w"))) for stream in (sys.stdout, sys.stderr))
    with redirect_stdout(out), redirect_stderr(err):
        yield


def _nowhere(mode: str) -> TextIO:
    return cast(TextIO, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123 - it lives as long as the program


def silence(stream: TextIO) -> None:
    """What is still to be written goes nowhere: nobody reads it, or the disk is full."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


MARK = "\ufeff"
"""What programs of Windows write before a text in UTF-8."""


def typed_line(source: TextIO) -> str | None:
    """The next line without its end, be it of Unix or of Windows; None where there is no more. TooMuch for a line
    without end.
    """
    line = source.readline(MOST_LINE + 1)
    return _bounded(line).removeprefix(MARK).rstrip("\r\n") if line else None


def asked_line(prompt: str) -> str | None:
    """The next line typed at a terminal after this prompt, with the keys that edit it and bring earlier ones back; None
    at its end (ctrl+d). TooMuch for a line without end.
    """
    _edited()
    try:
        return _bounded(input(prompt))
    except EOFError:
        print()
        return None


@cache
def _edited() -> None:
    """Let lines be edited where the system has readline; a console of Windows does so by itself."""
    with suppress(ImportError):
        import readline

        readline.parse_and_bind("set enable-bracketed-paste off")  # several lines pasted are several commands


def _bounded(line: str) -> str:
    if len(line) > MOST_LINE:
        raise TooMuch(f"a line of more than {MOST_LINE:,} characters")
    return line


def has_screens() -> bool:
    """Whether the terminal can show screens: there is one, and it is no dumb one."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def all_typed(source: TextIO) -> str:
    """All that is typed or piped in. TooMuch if it does not end."""
    text = source.read(MOST_TYPED + 1)
    if len(text) > MOST_TYPED:
        raise TooMuch(f"more than {MOST_TYPED:,} characters")
    return text.removeprefix(MARK)
