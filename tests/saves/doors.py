"""The program as a player meets it: lines over a pipe, screens over a terminal; what it shows is read from there."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ESCAPE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_=><])")
"""What moves the cursor, sets colours and asks the terminal, and is no text."""


class Door:
    """A program that was started, the text it has shown since `forget`, and a way to type."""

    def __init__(self, *words: str, screens: bool, size: tuple[int, int] = (140, 40)) -> None:
        line, known = [sys.executable, "-m", "sasl", *words], {**os.environ, "SASL_CONFIG": os.devnull}
        self._raw = b""
        if screens:
            self._out, theirs = pty.openpty()
            fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
            self._in = self._out
            self.program = subprocess.Popen(
                line, stdin=theirs, stdout=theirs, stderr=theirs, cwd=ROOT, env={**known, "TERM": "xterm-256color"},
                start_new_session=True,
            )  # fmt: skip
            os.close(theirs)
        else:
            self.program = subprocess.Popen(
                [*line, "--plain"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=ROOT,
                env=known,
            )  # fmt: skip
            assert self.program.stdin and self.program.stdout
            self._in, self._out = self.program.stdin.fileno(), self.program.stdout.fileno()

    @property
    def pid(self) -> int:
        """The id of the program's process."""
        return self.program.pid

    @property
    def shown(self) -> str:
        """The text, without what moves the cursor and sets colours."""
        return ESCAPE.sub("", self._raw.decode("utf-8", "replace"))

    def forget(self) -> None:
        """Begin to read anew."""
        self._raw = b""

    def type(self, text: str) -> None:
        """Type a text; a program that is gone does not hear it."""
        with suppress(OSError):
            os.write(self._in, text.encode())

    def read(self, seconds: float) -> bool:
        """Read what comes within this time. False once the program has nothing more to show."""
        if not select.select([self._out], [], [], seconds)[0]:
            return True
        try:
            data = os.read(self._out, 1 << 16)
        except OSError:  # a terminal that nobody has open any more
            return False
        self._raw += data
        return bool(data)

    def wait_for(self, words: str, seconds: float = 60) -> bool:
        """Read until a pattern is shown. False if it does not come in time, or the program has ended."""
        end = time.monotonic() + seconds
        while not re.search(words, self.shown):
            if time.monotonic() > end or not self.read(0.05):
                return bool(re.search(words, self.shown))
        return True

    def rest(self, seconds: float = 0.3, most: float = 30) -> None:
        """Read until nothing comes for a while."""
        end = time.monotonic() + most
        while time.monotonic() < end:
            before = len(self._raw)
            if not self.read(seconds) or len(self._raw) == before:
                return

    def command(self, line: str) -> None:
        """Leave what is open on the screens, then type a line at the prompt."""
        for key in ("\x1b", "\x1b", ":"):
            self.type(key)
            self.rest(0.15, 5)
        self.type(f"{line}\r")

    def memory(self) -> float:
        """How many MB of the machine's memory the program holds."""
        assert self.program.poll() is None, f"it has ended: {self.shown[-2000:]}"
        status = Path(f"/proc/{self.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024  # type: ignore[index]

    def end(self, number: int = signal.SIGKILL) -> tuple[int, float]:
        """Send a signal and read to the end; the exit status, and the seconds that it took."""
        begun = time.monotonic()
        if self.program.poll() is None:
            self.program.send_signal(number)
        while self.program.poll() is None and time.monotonic() < begun + 60:
            self.read(0.01)
        took = time.monotonic() - begun
        while select.select([self._out], [], [], 0)[0] and self.read(0):
            pass
        os.close(self._out) if self._in == self._out else self.program.communicate()
        return self.program.wait(10), took
