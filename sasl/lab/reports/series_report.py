"""What a series says, as sections: who won, every number with its spread, causes, turns, rows that never came up."""

from __future__ import annotations

from collections.abc import Iterator

from sasl.content.library import Library
from sasl.kernel.text import counted
from sasl.lab.counting.drills import DRILLS
from sasl.lab.counting.setups import TITLES
from sasl.lab.reports.sections import Section, histogram, number, percent, spark
from sasl.lab.series.matches import Match
from sasl.lab.series.statistics import LEVEL, Mean, share_interval
from sasl.lab.series.summary import MEASURES, QUANTILES, Summary, spread

GROUP_TITLES = {
    "activated_by": "S? Activated because the FRIENDLY side …",
    "generated": "ENEMY counters generated",
    "lost_to": "Losses by cause (MMC as squad equivalents)",
    "events": "Random Events",
    "used_friendly": "What FRIENDLY squads did, a Player Turn each",
    "used_enemy": "What ENEMY squads did, a Player Turn each",
    "used_friendly_afv": "What FRIENDLY AFV did, a Player Turn each",
    "used_enemy_afv": "What ENEMY AFV did, a Player Turn each",
}
"""The counts that are reported name by name."""


def sections(summary: Summary, library: Library) -> list[Section]:
    """The whole report, most wanted first."""
    if not summary.runs:
        return [Section("", notes=("no run finished",))]
    found = [_winners(summary), _numbers(summary), _margin(summary), *_groups(summary), _drills(summary)]
    found += [_turns(summary), *_vpo(summary), _set_up(summary), _rows(summary, library)]
    return [section for section in found if section.rows or section.notes]


def _winners(summary: Summary) -> Section:
    low, high = share_interval(summary.numbers["wins"].mean().value, summary.runs)
    rows = tuple(
        (f"{name} wins" if name != "draw" else "draws", str(times), percent(times / summary.runs))
        for name, times in summary.winners.items()
    )
    notes = [f"warning: {text}" for text in summary.warnings()]
    notes.insert(0, f"ENEMY wins, draws counting half: {low:.1%} to {high:.1%} with {LEVEL:.0%} confidence")
    if summary.stuck:
        notes.append(f"{counted(summary.stuck, 'run')} did not come to an end (not counted)")
    return Section("Winner", ("", "runs", "share"), rows, tuple(notes))


def _error(error: float | None) -> str:
    """An error as a cell; of a single run nobody knows it."""
    return "-" if error is None else number(error)


def _numbers(summary: Summary) -> Section:
    rows = []
    for key, words in MEASURES.items():
        sample = summary.numbers[key]
        found = spread(sample)
        if key == "wins" or (not found.mean and not found.error):
            continue
        rows.append(
            (words, number(found.mean), _error(found.error), *map(number, found.quantiles), spark(summary.numbers[key]))
        )
    heads = ("a run", "mean", "± error", *(f"{share:.0%}" for share in QUANTILES), "shape")
    return Section(
        "Numbers of a run",
        heads,
        tuple(rows),
        ("5% … 95%: in that share of runs it is no higher; shape: a histogram from low to high",),
    )


def _margin(summary: Summary) -> Section:
    return Section("ENEMY ahead, VP", ("VP", "runs", ""), histogram(summary.numbers["margin"]))


def _groups(summary: Summary) -> Iterator[Section]:
    for group, title in GROUP_TITLES.items():
        shares, counts = summary.shares(group), summary.counts(group)
        rows = tuple(
            (name, number(sample.mean().value), _error(sample.mean().known_error), percent(shares[name]))
            for name, sample in counts.items()
        )
        yield Section(title, ("", "a run", "± error", "share"), rows)


def _drills(summary: Summary) -> Section:
    sides = [(summary.counts(f"drills_{side}"), summary.met(f"drills_{side}")) for side in ("friendly", "enemy")]
    rows = []
    for name in DRILLS:
        cells: list[str] = []
        for counts, met in sides:
            mean = counts[name].mean() if name in counts else Mean(0.0, 0.0, summary.runs)
            cells += [number(mean.value), _error(mean.known_error), percent(met.get(name, 0.0))]
        if any(name in counts for counts, _ in sides):
            rows.append((name, *cells))
    heads = ("a run", "FRIENDLY", "± error", "in runs", "ENEMY", "± error", "in runs")
    return Section(
        "Drills", heads, tuple(rows), ("in runs: the share of runs in which it occurred at all",) * bool(rows)
    )


def _turns(summary: Summary) -> Section:
    rows = []
    for turn, samples in enumerate(summary.turns, 1):
        means = [number(samples[name].mean().value) for name in samples]
        rows.append((str(turn), str(len(samples["vpo"])), *means))
    heads = ("Game Turn", "runs", "FRIENDLY VP", "ENEMY VP", "VPO", "FRIENDLY squads", "ENEMY squads")
    return Section(
        "By Game Turn", heads, tuple(rows), ("means at the end of each; VPO: those that the FRIENDLY side controls",)
    )


def _vpo(summary: Summary) -> Iterator[Section]:
    if not summary.one_map:
        return
    for group, side in (("vpo_taken", "FRIENDLY side"), ("vpo_taken_enemy", "ENEMY")):
        rows = tuple(
            (name, str(len(sample)), percent(len(sample) / summary.runs), number(sample.mean().value))
            for name, sample in summary.when(group).items()
        )
        yield Section(f"VPO that the {side} takes", ("VPO", "runs", "share", "first in Game Turn"), rows)


def _set_up(summary: Summary) -> Section:
    rows = []
    for name, found in summary.set_ups:
        title, part = TITLES[name], percent(summary.set_ups.explains(name)) if name != "mapboard" else ""
        for value, outcome in found.items():
            wins, margin = percent(outcome.wins.mean().value), outcome.margin.mean()
            rows.append(
                (title, value, str(len(outcome.wins)), wins, number(margin.value), _error(margin.known_error), part)
            )
            title = part = ""
    note = "explains: the share of the variance of VP that goes with it; wins: of the ENEMY, draws count half"
    heads = ("", "", "runs", "wins", "ENEMY ahead", "± error", "explains")
    return Section("Set-up results and their consequences", heads, tuple(rows), (note,) * bool(rows))


def _rows(summary: Summary, library: Library) -> Section:
    missed = summary.never_hit(library)
    rows = tuple((name, str(rolls), ", ".join(labels)) for name, (rolls, labels) in missed.items())
    return Section("Rows that never came up", ("table", "rolls", "rows"), rows)


def title(match: Match, summary: Summary) -> str:
    """What was played: `platoon, 200 runs, doctrine timid`."""
    return ", ".join([match.mission, counted(summary.runs, "run"), *setting(match)])


def setting(match: Match) -> list[str]:
    """What of a match is not as usual, in words."""
    chosen = (("doctrine", match.doctrine), ("commander", match.commander), ("Command Control", match.command))
    words = [f"{name} {value}" for name, value in chosen if value]
    return [*words, *(f"{name} {figure}" for name, figure in match.values)]


def command(match: Match, seed: int, tables: str = "") -> str:
    """The command that opens a run on the screen, to be watched step by step."""
    words = [f"sasl watch {match.mission} --seed {seed}"]
    chosen = (("doctrine", match.doctrine), ("commander", match.commander), ("command", match.command))
    words += [f"--{name} {value}" for name, value in chosen if value]
    words += [f"--value {name}={figure}" for name, figure in match.values]
    return " ".join(words + ([tables] if tables else []))
