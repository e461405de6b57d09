"""Measures a series of watched games: CPU a game, memory as games go by, and what other processes gain.

`python docs/bench_series.py [MISSION] [GAMES] [-j N]`: MISSION is `platoon` unless named, with 1,000 GAMES; the gain of
N processes (2) is measured over as many of these games as one process plays in about half a minute.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from sasl.lab.series import Match
from sasl.lab.workers import play_all

LOOKS = (1, 10, 30, 100, 300, 1_000, 3_000)
"""After so many games the memory is looked at."""
GAIN_OVER = 30.0
"""So many seconds of games show what other processes gain."""


def memory() -> float:
    """The memory that this process holds now, in MB; where the system does not say, the most it ever held."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return pages * resource.getpagesize() / 2**20


def grows(mission: str, games: int) -> float:
    """Plays the games in this process and prints its memory on the way; seconds of CPU a game."""
    begun = time.process_time()
    series = play_all([Match(mission, seed) for seed in range(1, games + 1)], 1)
    for number, _ in enumerate(series, 1):
        if number in LOOKS or number == games:
            each = (time.process_time() - begun) / number
            print(f"{mission}: {number:>5} games, {1000 * each:7.1f} ms of CPU a game, {memory():6.1f} MB", flush=True)
    return (time.process_time() - begun) / games


def seconds(mission: str, games: int, at_once: int) -> float:
    """How long so many games take on the clock."""
    begun = time.perf_counter()
    list(play_all([Match(mission, seed) for seed in range(1, games + 1)], at_once))
    return time.perf_counter() - begun


def main() -> None:
    """Measure and print."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("mission", nargs="?", default="platoon")
    words.add_argument("games", nargs="?", type=int, default=1000)
    words.add_argument("-j", dest="at_once", type=int, default=2)
    given = words.parse_args()
    mission, at_once = given.mission, given.at_once
    each = grows(mission, given.games)
    for games in sorted({2, max(2, min(given.games, int(GAIN_OVER / each)))}):
        alone, together = seconds(mission, games, 1), seconds(mission, games, at_once)
        gain = f"{together:.2f} s with {at_once} processes: {alone / together:.2f} times as quick"
        print(f"{mission}: {games} games in {alone:.2f} s alone, in {gain}")


if __name__ == "__main__":
    main()
