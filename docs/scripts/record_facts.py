"""Records the facts of seeded games without their words: the same seed must give the same facts, whatever is said.

`python docs/scripts/record_facts.py [WHAT:FIRST-LAST …] [-j N]` prints a line `WHAT SEED FACTS DIGEST` for each game
and whether it is what `tests/data/facts_by_seed.txt` holds; without WHAT, for each game it holds. `--write` writes that
file. WHAT is a mission or a campaign.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import sys
from collections.abc import Iterable, Iterator
from multiprocessing import get_context
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from sasl.content.library import Library, shipped_root
from sasl.kernel.facts import Event, Told
from sasl.kernel.frozen import fields, has_fields
from sasl.lab.watching.watch import Watch
from sasl.lab.watching.watched_campaigns import CampaignWatch
from sasl.lab.watching.watched_campaigns import begin as begin_campaign
from sasl.saves.session import Session

FILE = Path(__file__).resolve().parents[2] / "tests" / "data" / "facts_by_seed.txt"
CAMPAIGNS = ("oto2", "rb", "votg")
WORDS: dict[str, set[str]] = {
    "": {"why", "text", "printed", "purpose", "title", "reasons", "reason", "target_name", "details"},
    "Modifier": {"name"},
    "MissionEnded": {"lines"},
}
"""The fields that hold words for people, of any fact or of one class."""
SUSPECT = re.compile(r"\bS\?(\d)")
"""The id of an S?: it was `S12` when the first of these digests were written; what it is called is no fact."""


def plain(item: Any) -> Any:
    """A fact as plain data without its words."""
    if has_fields(type(item)):
        name = type(item).__name__
        left_out = WORDS[""] | WORDS.get(name, set())
        kept = {
            field.name: plain(getattr(item, field.name)) for field in fields(type(item)) if field.name not in left_out
        }
        return {key: value for key, value in kept.items() if value not in (None, "", [], {}, False)}
    if isinstance(item, (list, tuple)):
        return [plain(part) for part in item]
    if isinstance(item, (set, frozenset)):
        return sorted(map(str, item))
    if isinstance(item, dict):
        return {str(key): plain(value) for key, value in item.items()}
    return SUSPECT.sub(r"S\1", item) if isinstance(item, str) else item


def steps(library: Library, what: str, seed: int) -> Iterator[tuple[Event, ...]]:
    """The facts of each command of a game that both sides' minds play."""
    if what in CAMPAIGNS:
        watch: CampaignWatch | Watch = CampaignWatch(begin_campaign(library, what, seed))
    else:
        watch = Watch(Session.memory(library, what, seed, "watch"))
    for step in watch.run():
        yield step.events


def digest(every: Iterable[tuple[Event, ...]]) -> tuple[int, str]:
    """How many facts there are, and a digest of them without words."""
    number, found = 0, hashlib.blake2b(digest_size=8)
    for events in every:
        for event in events:
            if not isinstance(event, Told):
                number += 1
                line = [type(event).__name__, plain(event)]
                found.update(json.dumps(line, sort_keys=True, default=str).encode())
    return number, found.hexdigest()


def recorded() -> dict[tuple[str, int], str]:
    """What the file holds: `FACTS DIGEST` by game."""
    lines = FILE.read_text(encoding="utf-8").splitlines() if FILE.exists() else []
    return {(what, int(seed)): f"{number} {found}" for what, seed, number, found in map(str.split, lines)}


def _record(job: tuple[str, int]) -> tuple[str, int, str]:
    number, found = digest(steps(Library(shipped_root()), *job))
    return (*job, f"{number} {found}")


def main(words: list[str]) -> int:
    """Play the games named; 1 if one of them is not as recorded."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", metavar="WHAT:FIRST-LAST")
    parser.add_argument("-j", dest="at_once", type=int, default=2)
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args(words)
    before, games, now = recorded(), list[tuple[str, int]](), dict[tuple[str, int], str]()
    for job in args.what:
        what, _, span = job.partition(":")
        first, _, last = span.partition("-")
        games += [(what, seed) for seed in range(int(first), int(last or first) + 1)]
    with get_context("spawn").Pool(args.at_once) as pool:
        for what, seed, found in pool.imap(_record, games or sorted(before)):
            now[what, seed] = found
            same = before.get((what, seed))
            print(what, seed, found, "" if same is None else "equal" if same == found else "DIFFERS", flush=True)
    if args.write:
        every = {**before, **now}
        text = "".join(f"{what} {seed} {found}\n" for (what, seed), found in sorted(every.items()))
        FILE.write_text(text, encoding="utf-8")
    return int(any(before.get(key, found) != found for key, found in now.items()) and not args.write)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
