"""A mission, usually the small one of our own, over after two Game Turns: whole watched games in little time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from sasl.content.library import Library, shipped_root
from sasl.lab.counting.endings import Ending
from sasl.lab.series.matches import Match
from sasl.lab.series.workers import play_all
from sasl.lab.watching.watch import Stuck

END = """\
- id: short.end
  title: Mission end
  roll: dr
  rule: "S12.5"
  provenance: user
  rows: {"<=6": ends}
"""


TURNS = {"platoon": 5, "oto-s2": 10}
"""After how many Game Turns a mission may end by itself."""


def pack(folder: Path, of: str = "platoon") -> Path:
    """A folder for `--tables` with the mission `short`, like another but for its end."""
    text = (shipped_root() / "missions" / f"{of}.yaml").read_text(encoding="utf-8")
    ends = (f"end: {{turn: {TURNS[of]}, table: {of}.mission-end", "end: {turn: 2, table: short.end")
    for old, new in ((f"\nid: {of}\n", "\nid: short\n"), ends):
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    for name in ("missions", "tables"):
        (folder / name).mkdir(parents=True)
    (folder / "missions" / "short.yaml").write_text(text, encoding="utf-8")
    (folder / "tables" / "short.yaml").write_text(END, encoding="utf-8")
    return folder


def play_series(match: Match, numbers: Sequence[int]) -> Iterator[Ending | Stuck]:
    """A match with each seed of `numbers`, in this process."""
    return play_all([match.with_seed(seed) for seed in numbers], 1)


def library(folder: Path) -> Library:
    """The shipped content with that mission."""
    return Library(shipped_root(), (pack(folder),))
