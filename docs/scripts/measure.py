"""Prints how quick the program is here: `--help`, first screen, opening a game, keys with the full map."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SASL = [sys.executable, "-m", "sasl"]
QUIET = 0.03
Environment = Mapping[str, str]


class Terminal:
    """The program in a pseudo-terminal of a size."""

    def __init__(self, command: list[str], columns: int, lines: int, tree: Path, around: Environment) -> None:
        self.started = time.perf_counter()
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.chdir(tree)
            os.execvpe(command[0], command, {**around, "TERM": "xterm-256color", "COLORTERM": "truecolor"})
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def read(self, timeout: float) -> bytes:
        """What comes within `timeout` seconds; b"" for nothing."""
        ready, _, _ = select.select([self.fd], [], [], timeout)
        if not ready:
            return b""
        try:
            return os.read(self.fd, 65536)
        except OSError:
            return b""

    def until(self, text: bytes, limit: float = 20.0) -> float:
        """Seconds since the start when `text` is on the screen."""
        seen = b""
        while text not in seen:
            if time.perf_counter() - self.started > limit:
                os.kill(self.pid, signal.SIGKILL)  # else it lives on and keeps its game
                raise SystemExit(f"waited {limit:g} s for {text!r}; the screen said {seen[-300:]!r}")
            seen += self.read(0.5)
        return time.perf_counter() - self.started

    def rest(self, quiet: float = 0.3) -> None:
        """Wait until nothing more comes."""
        while self.read(quiet):
            pass

    def key(self, key: bytes) -> float:
        """Milliseconds from a key to the last byte of the frame it makes."""
        begun = time.perf_counter()
        os.write(self.fd, key)
        last = begun
        while self.read(QUIET if last != begun else 1.0):
            last = time.perf_counter()
        return 1000 * (last - begun)

    def work(self, key: bytes) -> float:
        """Milliseconds that the processor works for the frame a key makes, whatever else the machine does."""
        begun = self._worked()
        self.key(key)
        return (self._worked() - begun) / 1e6

    def _worked(self) -> int:
        """Nanoseconds that all threads of the program have run."""
        threads = Path(f"/proc/{self.pid}/task").glob("*/schedstat")
        return sum(int(thread.read_text(encoding="ascii").split()[0]) for thread in threads)

    def close(self) -> None:
        """End the program."""
        os.write(self.fd, b"\x11")
        while self.read(5.0):  # what it says at last is read: it may wait for that
            pass
        os.close(self.fd)
        os.waitpid(self.pid, 0)


def p95(values: Sequence[float]) -> float:
    """What 95 of 100 do not exceed."""
    return sorted(values)[min(len(values) - 1, int(0.95 * len(values)))]


def line(what: str, values: list[float]) -> None:
    """One line of the report: median and p95 of milliseconds."""
    print(f"{what:<62} median {statistics.median(values):6.1f} ms   p95 {p95(values):6.1f} ms   n={len(values)}")


class Measured:
    """A checkout of the program, and what its processes find around them."""

    def __init__(self, tree: Path = ROOT, around: Environment | None = None) -> None:
        here = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        self.tree, self.around = tree, {**here, "PYTHONPATH": str(tree)} if around is None else around

    def help_times(self) -> list[float]:
        """`sasl --help` from start to end."""
        times = []
        for _ in range(7):
            begun = time.perf_counter()
            self._run("--help")
            times.append(1000 * (time.perf_counter() - begun))
        return times

    def games_in(self, folder: str) -> None:
        """Games set up by the program: `aim` in its first PFPh, `measure` in its first MPh."""
        for phases, name in ((1, "aim"), (2, "measure")):
            lines = "next\nnext\nwreck auto\nnext\nnext" + "\n" * 6 + "deploy\nnext\n" + "next\n" * phases
            self._run("--saves", folder, "play", "oto-s1", "--plain", "--seed", "7", "--name", name, lines=lines)

    def _run(self, *words: str, lines: str = "") -> None:
        command = [*SASL, *words]
        subprocess.run(
            command, input=lines, text=True, cwd=self.tree, stdout=subprocess.DEVNULL, check=True, env=self.around
        )

    def terminal(self, columns: int, lines: int, *words: str) -> Terminal:
        """The program in a terminal of that size."""
        return Terminal([*SASL, *words], columns, lines, self.tree, self.around)

    def first_frames(self, folder: str) -> list[float]:
        """The home screen from exec."""
        first = []
        for _ in range(5):
            terminal = self.terminal(120, 40, "--saves", folder)
            first.append(1000 * terminal.until(b"NEW MISSION"))
            terminal.rest()
            terminal.close()
        return first

    def keys(
        self, folder: str, columns: int, lines: int, timed: Callable[[Terminal, bytes], float] = Terminal.key
    ) -> dict[str, list[float]]:
        """Milliseconds from each key to the last byte of its frame (or as `timed` says), by what the key does."""
        terminal = self.terminal(columns, lines, "--saves", folder, "resume", "measure")
        found = {"first frame": [1000 * terminal.until(b"Opening")]}
        found["game opened"] = [1000 * terminal.until(b"Move: move UNITS")]
        terminal.rest(0.6)
        found["cursor"] = [timed(terminal, key) for _ in range(20) for key in (b"h", b"k", b"l", b"l", b"j", b"h")]
        found["take / let go a stack"] = [timed(terminal, b" ") for _ in range(10)]
        for key in (b"g", b"M", b"1", b"9", b"\r", b" "):
            terminal.key(key)
        planned = [timed(terminal, key) for _ in range(6) for key in (b"k", b"k", b"h", b"j", b"j", b"l")]
        found["cursor while a way is planned (way, MF, who sees it)"] = planned
        terminal.close()
        terminal = self.terminal(columns, lines, "--saves", folder, "resume", "aim")
        terminal.until(b"Prep Fire: fire UNITS")
        terminal.rest(0.6)
        for key in (b"g", b"M", b"1", b"9", b"\r", b" ", b"f"):
            terminal.key(key)
        aimed = [timed(terminal, key) for _ in range(6) for key in (b"k", b"\t", b"h", b"j", b"\t", b"l")]
        found["cursor while aiming (lines of fire, range, LOS)"] = aimed
        terminal.key(b"\x1b")
        terminal.key(b" ")
        found["zoom (the whole map anew)"] = [
            timed(terminal, key) for _ in range(5) for key in (b"-", b"-", b"z", b"z", b"z", b"-")
        ]
        terminal.close()
        return found


def main() -> None:
    """Measure and print."""
    here = Measured()
    line("sasl --help", here.help_times())
    with tempfile.TemporaryDirectory() as folder:
        here.games_in(folder)
        line("home screen from exec, 120x40", here.first_frames(folder))
        for columns, lines in ((80, 24), (120, 40), (200, 60)):
            for what, times in here.keys(folder, columns, lines).items():
                line(f"{columns}x{lines}: {what}", times)


if __name__ == "__main__":
    main()
