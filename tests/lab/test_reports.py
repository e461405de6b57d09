"""Reports of series: run by run, as data, as Markdown, and as one HTML page that stands alone."""

from __future__ import annotations

import csv
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from sasl.content.library import Library, shipped_root
from sasl.lab.counting.endings import KEYS, Ending
from sasl.lab.reports import report_files, series_page
from sasl.lab.reports.report_files import ReportError, Reports
from sasl.lab.reports.sections import Section, as_markdown, as_text, bar, histogram, spark
from sasl.lab.reports.series_report import command, sections
from sasl.lab.series.matches import Match, seeds
from sasl.lab.series.statistics import Sample
from sasl.lab.series.summary import Summary
from sasl.lab.series.workers import play_all
from sasl.orders.engine import new_game

LIBRARY = Library(shipped_root())


@pytest.fixture(scope="module")
def endings() -> list[Ending]:
    matches = [Match("platoon", seed) for seed in seeds(0, 4)]
    return [ending for ending in play_all(matches, 1) if isinstance(ending, Ending)]


@pytest.fixture(scope="module")
def summary(endings: list[Ending]) -> Summary:
    found = Summary()
    for ending in endings:
        found.add(ending)
    return found


def test_every_number_of_a_series_is_told_with_error_quantiles_and_histogram(summary: Summary) -> None:
    text = as_text(sections(summary, LIBRARY))
    for words in ("ENEMY ahead, VP", "FRIENDLY VP", "S? Activated", "Losses by cause", "By Game Turn", "Random Events",
                  "VPO that the FRIENDLY side takes", "Rows that never came up"):  # fmt: skip
        assert words in text
    line = next(line for line in text.splitlines() if line.startswith("  S? Activated "))
    sample = summary.numbers["activations"]
    assert line.split()[2] == f"{sample.mean().value:.2f}".rstrip("0").rstrip(".") and line.endswith(spark(sample))


def test_rows_that_never_came_up_are_those_without_a_hit(endings: list[Ending], summary: Summary) -> None:
    for table, (rolls, labels) in summary.never_hit(LIBRARY).items():
        hits = [label for ending in endings for label in ending.rows.get(table, {})]
        assert rolls == sum(sum(ending.rows.get(table, {}).values()) for ending in endings)

        assert not set(labels) & set(hits)
        assert set(labels) | set(hits) == {row.label for row in LIBRARY.table(table).rows}


def test_the_command_that_opens_a_run_has_all_that_it_was_played_with() -> None:
    match = Match("oto-s1", 0, "timid", "random", (), "mild", (("enemy-ac", "4"),))
    assert command(match, 17, "--tables x") == (
        "sasl watch oto-s1 --seed 17 --doctrine timid --commander random --command mild --value enemy-ac=4 --tables x"
    )


def test_a_csv_has_a_line_for_each_run_and_json_what_the_summary_says(
    tmp_path: Path, endings: list[Ending], summary: Summary
) -> None:
    paths = [tmp_path / "runs.csv", tmp_path / "all.json", tmp_path / "page.md"]
    found = Reports(paths)
    for ending in endings:
        found.add(ending, "mine")
    assert found.finish("A <title>", sections(summary, LIBRARY), summary.data(), str) == paths
    with paths[0].open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["seed"] for row in rows] == ["1", "2", "3", "4"] and {row["arm"] for row in rows} == {"mine"}
    assert [float(rows[2][key]) for key in KEYS] == [endings[2].numbers[key] for key in KEYS]
    read = json.loads(paths[1].read_text(encoding="utf-8"))
    assert read["runs"] == 4 and read["numbers"]["turns"]["mean"] == 5
    assert paths[2].read_text(encoding="utf-8").startswith("# A \\<title\\>\n")


class Page(HTMLParser):
    """What a page asks from elsewhere, and which elements it has."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.asks: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.asks += [value or "" for name, value in attrs if name in ("src", "href", "xlink:href")]


def test_the_page_stands_alone_with_plots_and_heat_maps(endings: list[Ending], summary: Summary) -> None:
    pytest.importorskip("matplotlib", reason="the extra `plots` is not installed")
    from sasl.lab.comparing.side_by_side import Comparison, Pair

    comparison = Comparison(["shipped", "mine & yours"])
    for first, second in zip(endings, [endings[0], *endings[:-1]], strict=True):
        comparison.add(Pair(first.seed, (first, second)))
    board = new_game(LIBRARY, "platoon", 1).board
    drawn = series_page.compared(comparison, board)
    assert drawn == series_page.compared(comparison, board), "the same numbers give the same page"
    text = series_page.page("A <title>", comparison.sections(), drawn)
    page = Page()
    page.feed(text)
    assert "script" not in page.tags and "link" not in page.tags and "img" not in page.tags
    assert all(ask.startswith("#") for ask in page.asks), page.asks
    assert page.tags.count("figure") == 9 and "mine &amp; yours" in text and "<title>A &lt;title&gt;</title>" in text
    fell = max(summary.counts("fell_enemy"), key=lambda name: summary.counts("fell_enemy")[name].mean().value)
    assert f"<title>{fell}: " in text


def test_without_the_plotting_library_only_the_plots_are_missing(
    summary: Summary, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(report_files, "find_spec", lambda name: None)
    places = [tmp_path / "page.html", tmp_path / "page.md"]
    reports = Reports(places)
    (said,) = reports.remarks()
    assert re.search(
        r"page\.html gets no plots: they need matplotlib; install it in the checkout: .*'\.\[plots\]'", said
    )
    drawn = series_page.pictures({"": summary}, new_game(LIBRARY, "platoon", 1).board)
    assert "There are none: they need matplotlib" in drawn and "Where units fell" in drawn
    found = sections(summary, LIBRARY)
    assert reports.finish("A title", found, {}, lambda: series_page.page("A title", found, drawn)) == places
    assert all("A title" in place.read_text(encoding="utf-8") for place in places)


def test_a_report_that_cannot_be_written_is_told_before_anything_is_played(tmp_path: Path) -> None:
    with pytest.raises(ReportError, match=r"a report ends in \.csv, \.json, \.md or \.html"):
        Reports([tmp_path / "page.pdf"])
    with pytest.raises(ReportError, match="cannot be written: No such file or directory"):
        Reports([tmp_path / "nowhere" / "page.md"])


def test_bars_are_as_long_as_what_they_stand_for() -> None:
    assert bar(1.0, 4) == "████" and bar(0.5, 4) == "██  " and bar(0.125, 4) == "▌   " and bar(0.0, 4) == "    "
    rows = histogram(Sample([1, 1, 1, 1, 2, 3, 3]), width=4)
    assert rows == (("1", "4", "████"), ("2", "1", "█   "), ("3", "2", "██  "))
    assert spark(Sample([1, 1, 1, 1, 3])) == "█·▂" and spark(Sample()) == ""


def test_markdown_of_a_section_is_a_table() -> None:
    text = as_markdown("T", [Section("S", ("a", "b"), (("x|y", "1"),), ("note",))])
    assert text == "# T\n\n## S\n\n| a | b |\n| --- | ---: |\n| x\\|y | 1 |\n\nnote\n"
