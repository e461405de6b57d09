"""Plays commands chosen at random from what the grammar of the orders allows, those that succeeded least first.

python docs/scripts/fuzz.py NUMBER [-j PROCESSES] [--seed SEED] [--kind missions|campaigns]

Positions come about by orders of a player's own: scenes that allow certain verbs, set-up, games that are under way.
After each command that was carried out: counters come and go only by facts that say so, the state is sound, its quick
answers are those of its counters, the facts make the same state when they have gone through a save and tell of no mind
whose answer was none, and undo and redo come back to the states before and after; one position in forty is played with
a save that is opened again at its end. A fault is told with its position and its lines, and the rest goes on. At the
end it tells how often each verb was carried out and refused, and which were never; one command of four is a campaign's,
unless one kind is asked for.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
import traceback
from collections import Counter
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [
    str(ROOT),
    str(ROOT / "docs" / "scripts"),
    str(ROOT / "tests" / "solitaire"),
    str(ROOT / "tests" / "campaign"),
]

from fuzzing.campaigns import CampaignSpeaker
from fuzzing.missions import MissionSpeaker

from sasl.campaign.orders.campaign_commands import COMMANDS as CAMPAIGN_WORDS
from sasl.orders.mission_commands import COMMANDS as MISSION_WORDS

SPEAKERS = {"missions": MissionSpeaker, "campaigns": CampaignSpeaker}
WORDS = {"missions": MISSION_WORDS, "campaigns": CAMPAIGN_WORDS}
PER_JOB = 5_000
"""So many commands a process carries out before it tells of them: what goes must be learnt anew in each job."""
CAMPAIGN_EVERY = 4
"""One job of so many is about campaigns."""


class Report(NamedTuple):
    """Of a job: the kind of game, how often each verb was carried out and how often none could be, the faults, and the
    seconds of the processor.
    """

    kind: str
    done: Counter[str]
    refused: Counter[str]
    faults: tuple[str, ...]
    seconds: float


def job(asked: tuple[str, int, int]) -> Report:
    """So many commands of a kind of game, in positions of one process."""
    kind, seed, number = asked
    speaker, faults, position = SPEAKERS[kind](seed), list[str](), seed * 1_000
    begun = time.process_time()
    while speaker.done.total() < number and len(faults) < 10:
        try:
            speaker.position(position)
        except Exception:
            faults.append(f"{kind}, seed {seed}, position {position}:\n{traceback.format_exc()}")
        position += 1
    return Report(kind, speaker.done, speaker.refused, tuple(faults), time.process_time() - begun)


def jobs(number: int, seed: int, kind: str) -> list[tuple[str, int, int]]:
    """What each process is asked, for so many commands in all."""
    seeds = range(seed, seed + -(-number // PER_JOB))
    size = -(-number // len(seeds))
    return [(kind or ("missions" if one % CAMPAIGN_EVERY else "campaigns"), one, size) for one in seeds]


def main(words: list[str]) -> int:
    """Play, and tell how often each verb was carried out; 1 if there was a fault."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("number", type=int)
    parser.add_argument("-j", dest="jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", choices=tuple(SPEAKERS), default="")
    args = parser.parse_args(words)
    asked = jobs(args.number, args.seed, args.kind)
    done = {kind: Counter[str]() for kind in SPEAKERS}
    refused = {kind: Counter[str]() for kind in SPEAKERS}
    seconds, faults, begun = Counter[str](), 0, time.perf_counter()
    with get_context("spawn").Pool(min(args.jobs, len(asked)), maxtasksperchild=8) as pool:
        for report in pool.imap_unordered(job, asked):
            done[report.kind] += report.done
            refused[report.kind] += report.refused
            seconds[report.kind] += report.seconds
            faults += len(report.faults)
            for fault in report.faults:
                print(fault, flush=True)
            print(f"{sum(map(Counter.total, done.values())):,} commands, {faults} faults", file=sys.stderr, flush=True)
    for kind in dict.fromkeys(kind for kind, _, _ in asked):
        for verb in sorted({*done[kind], *refused[kind]}, key=done[kind].__getitem__):
            print(f"{done[kind][verb]:9,}  {refused[kind][verb]:9,} times not  {verb}")
        never = sorted(set(WORDS[kind]) - set(done[kind]))
        total = done[kind].total()
        print(f"{kind}: {total:,} commands, {total / seconds[kind]:,.0f} for a second of the processor")
        print(f"never carried out: {', '.join(never) or 'none'}\n")
    total = sum(counted.total() for counted in done.values())
    words_of_faults = f"{faults} faults" if faults else "no fault"
    print(f"{total:,} commands carried out in {time.perf_counter() - begun:.0f} s; {words_of_faults}")
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
