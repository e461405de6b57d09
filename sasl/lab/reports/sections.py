"""A report as sections: each a heading, a table and remarks; terminal, Markdown and HTML are made of the same."""

from __future__ import annotations

import math
from collections.abc import Iterable

from sasl.kernel.frozen import Frozen
from sasl.kernel.pages import markdown_table
from sasl.kernel.text import markdown
from sasl.lab.series.statistics import Sample

BAR = " ▏▎▍▌▋▊▉█"
BLOCKS = "▁▂▃▄▅▆▇█"
WIDTH = 40
"""A bar of a histogram is at most so many characters long."""


class Section(Frozen):
    """A heading, the heads of a table, its rows, and remarks below it."""

    title: str
    heads: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    notes: tuple[str, ...] = ()


def as_text(sections: Iterable[Section]) -> str:
    """For a terminal: the first column to the left, all others to the right."""
    parts = []
    for section in sections:
        lines = [section.title] if section.title else []
        table = [section.heads, *section.rows] if any(section.heads) else list(section.rows)
        widths = [max(len(row[place]) for row in table) for place in range(len(table[0]))] if table else []
        for row in table:
            cells = [text.rjust(width) for text, width in zip(row[1:], widths[1:], strict=True)]
            lines.append("  ".join([f"  {row[0]:<{widths[0]}}", *cells]).rstrip())
        parts.append("\n".join([*lines, *(f"  {note}" for note in section.notes)]))
    return "\n\n".join(parts)


def as_markdown(title: str, sections: Iterable[Section]) -> str:
    """A page of Markdown."""
    parts = [f"# {markdown(title)}"]
    for section in sections:
        if section.title:
            parts.append(f"## {markdown(section.title)}")
        if section.rows:
            heads = section.heads or ("",) * len(section.rows[0])
            parts.append("\n".join(markdown_table(heads, section.rows, figures=True)))
        parts += [markdown(note) for note in section.notes]
    return "\n\n".join(parts) + "\n"


def histogram(sample: Sample, most: int = 12, width: int = WIDTH) -> tuple[tuple[str, ...], ...]:
    """A row for each stretch of a sample: its values, how many there are, a bar."""
    bins = sample.bins(most)
    top = max((count for _, _, count in bins), default=0)
    return tuple((_stretch(low, high), str(count), bar(count / top, width)) for low, high, count in bins)


def spark(sample: Sample, most: int = 8) -> str:
    """A histogram in a word: a block for each stretch, as high as numbers fell in it; `·` where none did."""
    counts = [count for _, _, count in sample.bins(most)]
    top = max(counts, default=0)
    return "".join(BLOCKS[math.ceil(count / top * len(BLOCKS)) - 1] if count else "·" for count in counts)


def _stretch(low: float, high: float) -> str:
    return f"{low:g}" if low == high else f"{low:g} to {high:g}"


def bar(share: float, width: int = WIDTH) -> str:
    """A bar of `share` of the width, to an eighth of a character; padded with spaces."""
    eighths = round(share * width * 8)
    whole, rest = divmod(eighths, 8)
    return ("█" * whole + BAR[rest].strip()).ljust(width)


def number(value: float) -> str:
    """`3`, `3.5`, `0.042`: three figures at most behind the point, fewer where they say nothing."""
    return f"{value:.3f}".rstrip("0").rstrip(".") if abs(value) < 0.1 else f"{value:.2f}".rstrip("0").rstrip(".")


def percent(share: float) -> str:
    """`41.5 %`."""
    return f"{100 * share:.1f} %"
