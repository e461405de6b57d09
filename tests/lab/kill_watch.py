"""Watch games in other processes, kill -9 each at a random moment, and look what is on disk.

`python tests/lab/kill_watch.py 200` prints how many commands had been shown, and fails if one is missing.
"""

# ruff: noqa: T201
from __future__ import annotations

import random
import re
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

from sasl.content.library import Library, shipped_root
from sasl.saves.session import Session

ROOT = Path(__file__).resolve().parents[2]


def shown_before_kill(folder: Path, name: str, seed: int, seconds: float) -> int:
    """Watch a seed for some seconds, kill it, and say the number of the last command it had shown."""
    line = [sys.executable, "-m", "sasl", "watch", "oto-s1", "--seed", str(seed), "--plain"]
    watcher = subprocess.Popen(
        [*line, "--saves", str(folder), "--name", name],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd=ROOT,
    )
    timer = threading.Timer(seconds, watcher.kill)
    timer.start()
    assert watcher.stdout
    text = watcher.stdout.read()
    watcher.wait()
    timer.cancel()
    return max((int(number) for number in re.findall(r"^\[(\d+)\] >.*\n", text, re.M)), default=0)


def main(kills: int) -> None:
    """Kill so many watchers; AssertionError if a shown command is not in the save."""
    library, chance, total = Library(shipped_root()), random.Random(11), 0
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for number in range(kills):
            shown = shown_before_kill(folder, f"k{number}", number % 7 + 1, chance.uniform(0.3, 1.4))
            if shown:
                kept = len(Session.read(library, folder, f"k{number}").moments) - 1
                assert kept >= shown, f"kill {number}: {shown} commands were shown, {kept} are in the save"
            total += shown
    print(f"{kills} kills, {total} commands shown, nothing lost")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
