"""Plots of series as SVG to stand inside a page: distributions, turns, causes, paired differences. Needs matplotlib."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import Any

from sasl.lab.series.statistics import Mean, Sample
from sasl.lab.series.summary import Summary

COLOURS = ("#1d4f91", "#b05a00", "#2a7a3b", "#8b1a89", "#555555", "#a3262a")
"""One for each arm, in turn; they differ in brightness, too."""
SIZE = (5.6, 3.4)
"""Of a plot, in inches."""
MOST_BINS = 24


def _figure(height: float = SIZE[1]) -> tuple[Any, Any]:
    from matplotlib.figure import Figure  # the extra `plots`; nothing else of the program needs it

    figure = Figure(figsize=(SIZE[0], height), layout="constrained")
    axes = figure.add_subplot()
    axes.spines[["top", "right"]].set_visible(False)
    return figure, axes


def _svg(figure: Any) -> str:
    """The drawing alone, without the heading of a file: texts stay texts, and the same data gives the same bytes."""
    from matplotlib import rc_context

    out = io.StringIO()
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "sasl", "font.family": "sans-serif"}):
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    text = out.getvalue()
    return text[text.index("<svg") :].strip()


def _named(arms: Mapping[str, Summary]) -> list[tuple[str, Summary, str]]:
    return [(name, arm, COLOURS[place % len(COLOURS)]) for place, (name, arm) in enumerate(arms.items())]


def distributions(arms: Mapping[str, Summary], key: str, words: str) -> str:
    """How often each value of a number came, in percent of the runs, arm beside arm."""
    figure, axes = _figure()
    every = Sample()
    for summary in arms.values():
        for value, times in summary.numbers[key]:
            every.add(value, times)
    edges = every.bins(MOST_BINS)
    width = 0.9 / len(arms)
    for place, (name, summary, colour) in enumerate(_named(arms)):
        shares = [100 * _within(summary.numbers[key], low, high) / summary.runs for low, high, _ in edges]
        spots = [number + (place - (len(arms) - 1) / 2) * width for number in range(len(edges))]
        axes.bar(spots, shares, width, color=colour, label=name or None)
    step = max(1, len(edges) // 10)
    axes.set_xticks(range(0, len(edges), step), [f"{low:g}" for low, _, _ in edges[::step]])
    axes.set_xlabel(words)
    axes.set_ylabel("% of runs")
    _legend(axes, arms)
    return _svg(figure)


def _within(sample: Sample, low: float, high: float) -> int:
    return sum(times for value, times in sample if low <= value <= high)


def by_turn(arms: Mapping[str, Summary]) -> str:
    """VP of both sides after each Game Turn: means, and two standard errors to both sides."""
    figure, axes = _figure()
    for name, summary, colour in _named(arms):
        turns = list(range(1, len(summary.turns) + 1))
        for side, line in (("friendly", "--"), ("enemy", "-")):
            means = [turn[side].mean() for turn in summary.turns]
            label = f"{side.upper()}{f', {name}' if name else ''}"
            axes.plot(turns, [item.value for item in means], line, color=colour, label=label)
            low, high = ([item.value + sign * 2 * item.error for item in means] for sign in (-1, 1))
            axes.fill_between(turns, low, high, color=colour, alpha=0.15, linewidth=0)
    axes.set_xlabel("Game Turn")
    axes.set_ylabel("VP")
    axes.figure.legend(loc="outside upper left", ncols=2, frameon=False, fontsize=8)
    axes.xaxis.get_major_locator().set_params(integer=True)
    return _svg(figure)


def causes(arms: Mapping[str, Summary], group: str) -> str:
    """The counts of a group, a run, arm beside arm."""
    names = list(dict.fromkeys(name for summary in arms.values() for name in summary.counts(group))) or ["nothing"]
    figure, axes = _figure(max(1.6, 0.8 + 0.3 * len(names) * max(1, len(arms) / 2)))
    width = 0.8 / len(arms)
    for place, (name, summary, colour) in enumerate(_named(arms)):
        found = summary.counts(group)
        values = [found[item].mean().value if item in found else 0.0 for item in names]
        axes.barh([spot + place * width for spot in range(len(names))], values, width, color=colour, label=name or None)
    axes.set_yticks([spot + width * (len(arms) - 1) / 2 for spot in range(len(names))], names)
    axes.invert_yaxis()
    axes.set_xlabel("a run")
    _legend(axes, arms)
    return _svg(figure)


def differences(found: Mapping[str, Mean], level: float, words: str) -> str:
    """Means with their intervals about a line at zero."""
    figure, axes = _figure(max(1.6, 0.8 + 0.32 * len(found)))
    for place, item in enumerate(found.values()):
        colour = COLOURS[0] if item.clear(level) else "#888888"
        half = item.half_width(level)
        axes.errorbar(item.value, place, xerr=half, fmt="o", color=colour, capsize=3)
    axes.axvline(0, color="#000", linewidth=0.8)
    axes.set_yticks(range(len(found)), list(found))
    axes.invert_yaxis()
    axes.set_xlabel(words)
    return _svg(figure)


def _legend(axes: Any, arms: Mapping[str, Summary]) -> None:
    """Name the arms above the plot, where no bar lies under them."""
    if len(arms) > 1:
        axes.figure.legend(loc="outside upper left", ncols=min(3, len(arms)), frameon=False, fontsize=8)
