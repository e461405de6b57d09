"""The rim of the screens: small terminals, odd bytes, lost terminals, signals, and what must never be drawn."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from rich.segment import Segment
from textual.color import Color

from sasl.tui.app import SaslApp
from sasl.tui.terminal import LEAST, PRINTABLE, Gone, TooSmall, enduring, when_ended


@pytest.mark.parametrize("size", [(80, 4), (6, 40), (1, 1), (LEAST.width, LEAST.height - 1)])
async def test_a_terminal_without_room_says_so_until_it_is_larger(size: tuple[int, int], tmp_path: Path) -> None:
    app = SaslApp(tmp_path)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, TooSmall)
        below = app.screen_stack[-2]
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert app.screen is below


async def test_the_least_room_is_enough_for_a_popup(tmp_path: Path) -> None:
    app = SaslApp(tmp_path)
    async with app.run_test(size=(LEAST.width, LEAST.height)) as pilot:
        await pilot.pause()
        app.tell("Told", ["words " * 200])
        await pilot.pause()
        await pilot.press("escape")
        await pilot.pause()
        assert not isinstance(app.screen, TooSmall)


async def test_lines_and_titles_that_hold_escapes_are_drawn_without_them(tmp_path: Path) -> None:
    app = SaslApp(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        app.tell("\x1b]0;x\x07 title", ["\x1b[2J words \u202e"])
        await pilot.pause()
        drawn = "".join(segment.text for strip in app.screen._compositor.render_strips() for segment in strip)
        assert "\\x1b[2J words \\u202e" in drawn and drawn.isprintable()


def test_the_last_look_at_a_line_leaves_out_what_is_not_printable() -> None:
    plain, odd = Segment("käse ≥\xa03"), Segment("a\x1b[2Jb\u202ec\x9b")
    assert PRINTABLE.apply([plain], Color(0, 0, 0)) == [plain]
    assert PRINTABLE.apply([plain, odd], Color(0, 0, 0)) == [plain, Segment("a[2Jbc")]


class Driver:
    """A driver of a terminal that sends a byte that is no text before it ends."""

    def __init__(self, file: Any) -> None:
        self._file = file
        self.times = 0

    def run_input_thread(self) -> None:
        self.times += 1
        if self.times < 3:
            raise UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte")


def test_bytes_that_are_no_text_do_not_end_the_reading_of_keys() -> None:
    driver: Any = enduring(Driver)("file")  # type: ignore[arg-type]
    driver.run_input_thread()
    assert driver.times == 3 and isinstance(driver._file, Gone)


def test_a_terminal_that_is_gone_is_written_to_in_vain() -> None:
    read, write = os.pipe()
    os.close(read)
    with open(write, "w", encoding="utf-8") as pipe:  # noqa: PTH123
        gone = Gone(pipe)
        gone.write("words")
        gone.flush()
        assert gone.fileno() == write
        os.dup2(os.open(os.devnull, os.O_WRONLY), write)


@pytest.mark.skipif(sys.platform == "win32", reason="the system ends programs another way there")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGQUIT"])
async def test_a_signal_that_ends_the_program_lets_it_restore_the_terminal(name: str) -> None:
    number = getattr(signal, name)
    told: list[int] = []
    when_ended(told.append, lambda: None)
    try:
        os.kill(os.getpid(), number)
        for _ in range(100):
            if told:
                break
            await asyncio.sleep(0.01)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        for each in (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGALRM):
            signal.signal(each, signal.SIG_DFL)
    assert told == [128 + number]


BUSY = """
import asyncio
from sasl.tui.terminal import when_ended

async def work():
    when_ended(lambda status: None, lambda: print("given back", flush=True))
    print("busy", flush=True)
    while True:
        pass

asyncio.run(work())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="the system ends programs another way there")
def test_a_program_that_is_too_busy_to_end_gives_the_terminal_back_and_ends_all_the_same() -> None:
    with subprocess.Popen([sys.executable, "-c", BUSY], stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout and program.stdout.readline() == "busy\n"
        program.terminate()
        assert program.wait(30) == 128 + signal.SIGTERM
        assert program.stdout.read() == "given back\n"
