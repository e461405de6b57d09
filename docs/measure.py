"""Prints how quick the program is here: `--help`, first screen, opening a game, keys with the full map."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SASL = [sys.executable, "-m", "sasl"]
QUIET = 0.03


class Terminal:
    """The program in a pseudo-terminal of a size."""

    def __init__(self, command: list[str], columns: int, lines: int) -> None:
        self.started = time.perf_counter()
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.environ.update(TERM="xterm-256color", COLORTERM="truecolor", PYTHONPATH=str(ROOT))
            os.execvp(command[0], command)
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

    def close(self) -> None:
        """End the program."""
        os.write(self.fd, b"\x11")
        while self.read(5.0):  # what it says at last is read: it may wait for that
            pass
        os.close(self.fd)
        os.waitpid(self.pid, 0)


def line(what: str, values: list[float], unit: str = "ms") -> None:
    """One line of the report: median and p95."""
    ordered = sorted(values)
    p95 = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    print(f"{what:<62} median {statistics.median(values):6.1f} {unit}   p95 {p95:6.1f} {unit}   n={len(values)}")


def help_times(count: int = 7) -> list[float]:
    """`sasl --help` from start to end."""
    times = []
    for _ in range(count):
        begun = time.perf_counter()
        subprocess.run(
            [*SASL, "--help"],
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            check=True,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        times.append(1000 * (time.perf_counter() - begun))
    return times


def game_in(folder: str, name: str, phases: int) -> None:
    """A game set up by the program, in its first PFPh (1) or MPh (2)."""
    commands = "next\nnext\nwreck auto\nnext\nnext" + "\n" * 6 + "deploy\nnext\n" + "next\n" * phases
    subprocess.run(
        [*SASL, "--saves", folder, "play", "oto-s1", "--plain", "--seed", "7", "--name", name],
        input=commands,
        text=True,
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        check=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )


def main() -> None:
    """Measure and print."""
    line("sasl --help", help_times())
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(ROOT)
        game_in(folder, "measure", 2)
        game_in(folder, "aim", 1)
        first = []
        for _ in range(5):
            terminal = Terminal([*SASL, "--saves", folder], 120, 40)
            first.append(1000 * terminal.until(b"NEW MISSION"))
            terminal.rest()
            terminal.close()
        line("home screen from exec, 120x40", first)
        for columns, lines in ((80, 24), (120, 40), (200, 60)):
            terminal = Terminal([*SASL, "--saves", folder, "resume", "measure"], columns, lines)
            shown = 1000 * terminal.until(b"Opening")
            opened = 1000 * terminal.until(b"Move: move UNITS")
            terminal.rest(0.6)
            keys = [terminal.key(key) for _ in range(20) for key in (b"h", b"k", b"l", b"l", b"j", b"h")]
            line(f"cursor key to frame, {columns}x{lines} (first frame {shown:.0f}, game {opened:.0f} ms)", keys)
            takes = [terminal.key(b" ") for _ in range(10)]
            line("  take / let go a stack", takes)
            for key in (b"g", b"M", b"1", b"9", b"\r", b" "):
                terminal.key(key)
            planned = [terminal.key(key) for _ in range(6) for key in (b"k", b"k", b"h", b"j", b"j", b"l")]
            line("  cursor with a stack taken (way, MF, who sees it)", planned)
            terminal.close()
            terminal = Terminal([*SASL, "--saves", folder, "resume", "aim"], columns, lines)
            terminal.until(b"Prep Fire: fire UNITS")
            terminal.rest(0.6)
            for key in (b"g", b"M", b"1", b"9", b"\r", b" ", b"f"):
                terminal.key(key)
            aimed = [terminal.key(key) for _ in range(6) for key in (b"k", b"\t", b"h", b"j", b"\t", b"l")]
            line("  cursor while aiming (lines of fire, range, LOS)", aimed)
            terminal.key(b"\x1b")
            terminal.key(b" ")
            zooms = [terminal.key(key) for _ in range(5) for key in (b"-", b"-", b"z", b"z", b"z", b"-")]
            line("  zoom (the whole map anew)", zooms)
            terminal.close()


if __name__ == "__main__":
    main()
