"""Series side by side over the same seeds: means of each arm, and paired differences with what they show."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence

from sasl.kernel.frozen import Frozen
from sasl.kernel.text import counted
from sasl.lab.comparing.arms import Arms
from sasl.lab.counting.endings import Ending
from sasl.lab.reports.sections import Section, number, percent
from sasl.lab.reports.series_report import GROUP_TITLES
from sasl.lab.series.matches import Match
from sasl.lab.series.sim import Player
from sasl.lab.series.statistics import FEWEST, LEVEL, Mean, Sample
from sasl.lab.series.summary import MEASURES, Summary, rounded
from sasl.lab.watching.watch import Stuck

JUDGED = (
    "margin", "wins", "friendly", "enemy", "turns", "activations", "generated_squads", "friendly_attacks",
    "enemy_attacks", "friendly_squads", "friendly_vehicles", "enemy_squads", "enemy_vehicles",
)  # fmt: skip
"""The numbers whose differences are judged."""

NOTE = "the intervals hold jointly; more seeds: about how many would show such a difference"


def _a_run(summary: Summary, group: str) -> dict[str, str]:
    return {name: number(sample.mean().value) for name, sample in summary.counts(group).items()}


def _shares(summary: Summary, group: str) -> dict[str, str]:
    return {name: percent(share) for name, share in summary.shares(group).items()}


def _in_runs(summary: Summary, group: str) -> dict[str, str]:
    return {name: percent(share) for name, share in sorted(summary.met(group).items())}


PLACES = "vpo_taken"
"""A count by hexes: shown only if every run was played on the same map."""
USED = "used_friendly", "used_enemy", "used_friendly_afv", "used_enemy_afv"
BESIDE: tuple[tuple[str, str, Callable[[Summary, str], dict[str, str]], str], ...] = (
    *((GROUP_TITLES[group], group, _shares, percent(0.0)) for group in USED),
    ("Drills of the FRIENDLY side, a run", "drills_friendly", _a_run, "0"),
    ("Drills of the ENEMY, a run", "drills_enemy", _a_run, "0"),
    ("S? Activated, a run, because the FRIENDLY side …", "activated_by", _a_run, "0"),
    ("Losses by cause, a run (MMC as squad equivalents)", "lost_to", _a_run, "0"),
    ("Runs in which the FRIENDLY side takes a VPO", PLACES, _in_runs, percent(0.0)),
)
"""Counts by name, one arm beside the other: heading, group, its cells, what stands for none."""


def _counted(summary: Summary) -> dict[str, dict[str, float]]:
    """The same counts as plain data: how often in a run, in the mean."""
    groups = (group for _, group, *_ in BESIDE)
    return {
        group: {name: round(sample.mean().value, 4) for name, sample in summary.counts(group).items()}
        for group in groups
    }


class Pair(Frozen):
    """The endings of one seed, arm by arm; None for an arm that got stuck, and why in `faults`."""

    seed: int
    endings: tuple[Ending | None, ...]
    faults: tuple[str, ...] = ()


class Comparison:
    """What the arms have in common and where they differ, seed by seed; the first arm is what the others are held to.

    Only seeds that came to an end in every arm count. The intervals of one arm hold together with LEVEL confidence:
    each is as much wider as there are numbers (Bonferroni).
    """

    def __init__(self, names: Sequence[str]) -> None:
        self.arms = {name: Summary() for name in names}
        self.level = 1 - (1 - LEVEL) / len(JUDGED)
        self._gaps = {name: {key: Sample() for key in JUDGED} for name in names[1:]}

    @property
    def seeds(self) -> int:
        """How many seeds count."""
        return next(iter(self.arms.values())).runs

    def add(self, pair: Pair) -> bool:
        """One more seed; whether it counts."""
        endings = [ending for ending in pair.endings if ending is not None]
        if len(endings) < len(self.arms):
            return False
        for (name, summary), ending in zip(self.arms.items(), endings, strict=True):
            summary.add(ending)
            for key, sample in self._gaps.get(name, {}).items():
                sample.add(ending.value(key) - endings[0].value(key))
        return True

    def gaps(self, name: str) -> dict[str, Mean]:
        """By how much an arm is above the first one, number by number."""
        return {key: sample.mean() for key, sample in self._gaps[name].items()}

    def equal(self, name: str) -> bool:
        """Whether an arm has the same numbers as the first one with every seed."""
        return all(not gap.value and not gap.error for gap in self.gaps(name).values())

    # -- what is told ---------------------------------------------------------------------------------
    def sections(self) -> list[Section]:
        """The whole report, most wanted first."""
        if not self.seeds:
            return [Section("", notes=("no seed finished in every arm",))]
        first = next(iter(self.arms))
        found = [Section("Verdict", notes=tuple(self._sentences(first)))]
        found += [self._differences(first, name) for name in self._gaps if not self.equal(name)]
        found.append(self._means())
        one_map = all(arm.one_map for arm in self.arms.values())
        found += [self._beside(*what) for what in BESIDE if one_map or what[1] != PLACES]
        return [section for section in found if section.rows or section.notes]

    def _sentences(self, first: str) -> Iterator[str]:
        for name in self._gaps:
            if self.equal(name):
                yield f"{name} against {first}: equal in {'all ' * (self.seeds > 1)}{counted(self.seeds, 'pair')}"
                continue
            shown = [words for key, gap in self.gaps(name).items() if (words := self._shown(key, gap))]
            yield f"{name} against {first}: " + ("shown are" if shown else "no difference shown")
            yield from (f"  {words}" for words in shown)
        for name, summary in self.arms.items():
            yield from (f"warning ({name}): {text}" for text in summary.warnings())

    def _shown(self, key: str, gap: Mean) -> str:
        if not gap.clear(self.level):
            return ""
        low, high = gap.interval(self.level)
        return f"{MEASURES[key]} {gap.value:+.2f} ({low:+.2f} to {high:+.2f})"

    def _differences(self, first: str, name: str) -> Section:
        rows = []
        for key, gap in self.gaps(name).items():
            low, high = gap.interval(self.level)
            if gap.value or gap.error or key == JUDGED[0]:
                words = f"{low:+.2f} to {high:+.2f}" if self.seeds >= FEWEST else "-"
                rows.append((MEASURES[key], f"{gap.value:+.2f}", words, *verdict(gap, self.level)))
        heads = ("a run", "difference", f"{LEVEL:.0%} interval", "verdict", "more seeds")
        return Section(f"{name} minus {first}", heads, tuple(rows), (f"{counted(self.seeds, 'pair')}; {NOTE}",))

    def _means(self) -> Section:
        rows = []
        for key, words in MEASURES.items():
            means = [summary.numbers[key].mean() for summary in self.arms.values()]
            if any(mean.value for mean in means):
                rows.append((words, *map(str, means)))
        return Section("Means of each", ("a run, ± standard error", *self.arms), tuple(rows))

    def _beside(self, title: str, group: str, cells: Callable[[Summary, str], dict[str, str]], none: str) -> Section:
        """What is counted by name in a group, of each arm."""
        columns = [cells(summary, group) for summary in self.arms.values()]
        names = dict.fromkeys(name for column in columns for name in column)
        rows = tuple((name, *(column.get(name, none) for column in columns)) for name in names)
        return Section(title, ("", *self.arms), rows)

    def data(self) -> dict[str, object]:
        """All of it as plain data: each arm by its name, and the differences of all others from the first."""
        found: dict[str, object] = {}
        for name, summary in self.arms.items():
            means = {key: sample.mean() for key, sample in summary.numbers.items() if summary.runs}
            found[name] = {"games": summary.runs, "counts": _counted(summary)} | {
                key: {"mean": round(mean.value, 4), "error": rounded(mean.known_error)} for key, mean in means.items()
            }
        gaps = {
            name: {key: self._data(gap) for key, gap in self.gaps(name).items()} for name in self._gaps if self.seeds
        }
        return {**found, "differences": gaps}

    def _data(self, gap: Mean) -> dict[str, object]:
        low, high = gap.interval(self.level)
        ends = {"low": round(low, 4), "high": round(high, 4)} if gap.count > 1 else {}
        shown = {"shown": gap.clear(self.level), "more_seeds": gap.more_needed(self.level)}
        return {"difference": round(gap.value, 4), "error": rounded(gap.known_error), **ends, **shown}


def verdict(gap: Mean, level: float) -> tuple[str, str]:
    """What a difference shows, and how many more seeds would show one of this size."""
    if gap.clear(level):
        return "shown", "0"
    if gap.count < FEWEST:
        return "too few", str(max(gap.more_needed(level) or 0, FEWEST - gap.count))
    more = gap.more_needed(level)
    return "not shown", "-" if more is None else f"{_rounded(more):,}"


def _rounded(number: int) -> int:
    """To two figures: more are not known."""
    step = int("1" + "0" * max(0, len(str(number)) - 2))
    return math.ceil(number / step) * step


def pairs(arms: Mapping[str, Match], seeds: Sequence[int], player: Player) -> Iterator[Pair]:
    """Every seed with the endings of all arms, in order."""
    jobs = [Arms(tuple(match.with_seed(seed) for match in arms.values())) for seed in seeds]
    for seed, played in zip(seeds, player(jobs), strict=False):
        assert not isinstance(played, Stuck), "an arm may get stuck, never the seed"
        results = dict(zip(arms, played.results, strict=True))
        faults = [f"{name}: {result}" for name, result in results.items() if isinstance(result, Stuck)]
        yield Pair(
            seed, tuple(result if isinstance(result, Ending) else None for result in results.values()), tuple(faults)
        )
