"""Play on the screens for a long time: `python tests/tui/soak.py 5000` tells what memory that takes.

A watched game over a real terminal: E and n, notes, undo, looks. The program is ended by SIGTERM while it is at work;
it must be gone within a second, and a fresh program must need nearly as much memory for the same game (BOUND MB less
at most). With a second number SIGTERM is tried so many times more.
"""

# ruff: noqa: T201
from __future__ import annotations

import random
import signal
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "saves"))

from doors import Door

from sasl.content.library import Library, shipped_root
from sasl.kernel.orders.commands import Ask
from sasl.saves.journal import read_ends
from sasl.saves.session import Session

BOUND = 60
"""How many MB more than a fresh one a program may hold that has long been played with."""
SOON = 1.0
"""Within how many seconds it ends."""
OPTIONS = ("option friendly-plays on", "option confirm-acts off", "option confirm-fire off", "option remind off")
LOOKS = ("t", "w", "o", "D", "?", "l", "2", "z", "Z")
"""Keys that only show something; Escape leaves it."""


def begun(folder: Path, name: str, mission: str, seed: int) -> None:
    """A game in which the program plays both sides."""
    with Session.create(Library(shipped_root()), mission, seed, folder, name, "2026-01-02T03:04:05") as session:
        for line in (*OPTIONS, *("next", "wreck auto") * 9, "deploy", "next", "next"):
            answers: tuple[str, ...] = ()
            while isinstance(asked := session.submit(line, answers), Ask):
                answers = (*asked.answers, asked.question.default or "auto")
        assert session.game.state.stage == "play", session.game.state.moment


def commands(folder: Path, name: str) -> int:
    """How many commands the save holds."""
    entry = read_ends(folder / f"{name}.sasl")[1]
    return int(entry["n"]) if entry else 0


def soak(count: int, folder: Path, mission: str = "oto-s1") -> tuple[float, float]:
    """Give `count` commands on the screens; the MB of the program then, and those of a fresh one."""
    chance = random.Random(5)
    begun(folder, "soak", mission, 7)
    door = Door("resume", "soak", "--saves", str(folder), screens=True)
    assert door.wait_for("Turn|set-up"), door.shown[-500:]
    before = shown = idle = 0
    while (now := commands(folder, "soak")) < count:
        if now >= shown + 100:
            shown = now
            print(f"{now} commands, {door.memory():.0f} MB", flush=True)
        assert door.program.poll() is None, door.shown[-2000:]
        idle = idle + 1 if now == before else 0
        before = now
        key = "\x1b" if idle % 3 == 2 else "\r" if idle % 3 == 1 else chance.choice("nnEEE")
        if idle > 6 or chance.random() < 0.15:
            door.command("note on it goes")
        elif chance.random() < 0.05:
            door.type("u")
            door.rest(0.1)
            door.type("\x1b")
        elif chance.random() < 0.1:
            door.type(chance.choice(LOOKS))
            door.rest(0.1)
            door.type("\x1b")
        else:
            door.type(key)
        door.forget()
        door.rest(0.1)
    long = door.memory()
    ended(door)
    door = Door("resume", "soak", "--saves", str(folder), screens=True)
    assert door.wait_for("Turn|set-up")
    door.rest(3.5)
    fresh = door.memory()
    ended(door)
    return long, fresh


def ended(door: Door) -> float:
    """End a program while it is at work; the seconds that it took."""
    door.type("EEnEnE")
    door.read(random.uniform(0, 0.5))
    status, took = door.end(signal.SIGTERM)
    assert status == 128 + signal.SIGTERM, f"exit status {status}"
    assert took < SOON + 0.5, f"{took:.1f} s to end"  # a busy machine has its share
    assert "\x1b[?1049l" in door._raw.decode("utf-8", "replace"), "the terminal was not restored"
    return took


def main(count: int, ends: int = 0) -> None:
    """AssertionError if it holds too much, or does not end soon."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        long, fresh = soak(count, folder)
        print(f"{count} commands: {long:.0f} MB, a fresh program {fresh:.0f} MB")
        longest = 0.0
        for number in range(ends):
            begun(folder, f"e{number}", "oto-s1", number)
            door = Door("resume", f"e{number}", "--saves", str(folder), screens=True)
            assert door.wait_for("Turn|set-up")
            longest = max(longest, ended(door))
        if ends:
            print(f"{ends} ends by SIGTERM, the longest took {longest:.2f} s")
        assert long - fresh <= BOUND, f"{long - fresh:.0f} MB more than a fresh program"


if __name__ == "__main__":
    main(*(int(number) for number in sys.argv[1:]))
