"""Plays commands chosen at random from what the grammar of the orders allows, those that succeeded least first.

python docs/fuzz.py NUMBER [-j PROCESSES] [--seed SEED] [--kind missions|campaigns]

After each command that was carried out: counters come and go only by facts that say so, the state is sound, the facts
make the same state when they have gone through a save, and undo and redo come back to the states before and after. A
fault ends the run with the position and the line. At the end it tells how often each verb was carried out and refused,
and which were never; one command of four is a campaign's, unless one kind is asked for.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from multiprocessing import get_context
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "docs"), str(ROOT / "tests" / "solitaire")]

from fuzzing.campaigns import CampaignSpeaker  # noqa: E402
from fuzzing.missions import MissionSpeaker  # noqa: E402

from sasl.campaign.orders.commands import COMMANDS as CAMPAIGN_WORDS  # noqa: E402
from sasl.orders.commands import COMMANDS as MISSION_WORDS  # noqa: E402

SPEAKERS = {"missions": MissionSpeaker, "campaigns": CampaignSpeaker}
WORDS = {"missions": MISSION_WORDS, "campaigns": CAMPAIGN_WORDS}
PER_POSITION = 120
PER_JOB = 300
"""So many commands a process carries out before it tells of them."""
CAMPAIGN_EVERY = 4
"""One job of so many is about campaigns."""

Counts = tuple[str, Counter[str], Counter[str]]
"""The kind of game; how often each verb was carried out, and how often none could be."""


def job(asked: tuple[str, int]) -> Counts:
    """Commands carried out in positions of one process."""
    kind, seed = asked
    speaker = SPEAKERS[kind](seed)
    number = seed * 1_000
    while speaker.done.total() < PER_JOB:
        table = speaker.table(number)
        most = speaker.done.total() + PER_POSITION
        for _ in range(2 * PER_POSITION):
            if table.state.stage == "over" or speaker.done.total() >= most:
                break
            try:
                speaker.play(table)
            except Exception as error:
                error.add_note(f"{kind}, seed {seed}, position {number}: {table.session.game.state.dice}")
                raise
        number += 1
    return kind, speaker.done, speaker.refused


def jobs(number: int, seed: int, kind: str) -> list[tuple[str, int]]:
    """What each process is asked, for so many commands in all."""
    seeds = range(seed, seed + -(-number // PER_JOB))
    return [(kind or ("missions" if one % CAMPAIGN_EVERY else "campaigns"), one) for one in seeds]


def main(words: list[str]) -> int:
    """Play, and tell how often each verb was carried out."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("number", type=int)
    parser.add_argument("-j", dest="jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", choices=tuple(SPEAKERS), default="")
    args = parser.parse_args(words)
    asked = jobs(args.number, args.seed, args.kind)
    done = {kind: Counter[str]() for kind in SPEAKERS}
    refused = {kind: Counter[str]() for kind in SPEAKERS}
    begun = time.perf_counter()
    with get_context("spawn").Pool(min(args.jobs, len(asked)), maxtasksperchild=20) as pool:
        for kind, carried_out, said_no in pool.imap_unordered(job, asked):
            done[kind] += carried_out
            refused[kind] += said_no
    for kind in dict.fromkeys(kind for kind, _ in asked):
        for verb in sorted({*done[kind], *refused[kind]}, key=done[kind].__getitem__):
            print(f"{done[kind][verb]:9,}  {refused[kind][verb]:9,} times not  {verb}")
        never = sorted(set(WORDS[kind]) - set(done[kind]))
        print(f"{kind}: {done[kind].total():,} commands; never carried out: {', '.join(never) or 'none'}\n")
    total = sum(counted.total() for counted in done.values())
    print(f"{total:,} commands carried out in {time.perf_counter() - begun:.0f} s; no fault")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
