"""Play in another process, kill -9 it at a random moment, resume: `python tests/saves/kill9.py 200 [FOLDER]`."""

# ruff: noqa: T201
from __future__ import annotations

import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from sasl.content.library import Library, shipped_root
from sasl.saves.session import Session


def play(folder: Path) -> None:
    """Add notes for ever; each is printed once it is acknowledged."""
    with Session.resume(Library(shipped_root()), folder, "g") as session:
        number = len(session.moments)
        print("ready", flush=True)
        while True:
            outcome = session.submit(f"note number {number}")
            assert type(outcome).__name__ == "Done", outcome
            print(number, flush=True)
            number += 1


def kill(kills: int, folder: Path) -> None:
    """Kill `kills` players; AssertionError if an acknowledged move is missing after one of them."""
    library, random_moment = Library(shipped_root()), random.Random(9)
    Session.create(library, "oto-s1", 7, folder, "g", "2026-01-02T03:04:05").close()
    moves, torn = 0, 0
    for _ in range(kills):
        player = subprocess.Popen([sys.executable, __file__, "--play", str(folder)], stdout=subprocess.PIPE, text=True)
        assert player.stdout
        assert player.stdout.readline() == "ready\n"
        time.sleep(random_moment.uniform(0, 0.05))
        player.kill()
        told = [line for line in player.stdout.read().splitlines(keepends=True) if line.endswith("\n")]
        player.wait()
        with Session.resume(library, folder, "g") as session:
            commands = [moment.command for moment in session.moments]
            moves = max(moves, int(told[-1]) if told else 0)
            assert commands[1:] == [f"note number {number}" for number in range(1, len(commands))]
            assert len(commands) > moves, f"{len(commands)} moves after resume, {moves} were acknowledged"
            torn += bool(session.notices)
    print(f"{kills} kills, {moves} moves, {torn} torn lines, nothing lost")


if __name__ == "__main__":
    if sys.argv[1] == "--play":
        play(Path(sys.argv[2]))
    elif len(sys.argv) > 2:
        kill(int(sys.argv[1]), Path(sys.argv[2]))
    else:
        with tempfile.TemporaryDirectory() as place:
            kill(int(sys.argv[1]), Path(place))
