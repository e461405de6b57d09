"""Reports of a series or a comparison in files: CSV run by run, JSON, Markdown, or one HTML page with plots."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import IO

from sasl.kernel.files.regular_files import write_page
from sasl.lab import INSTALL, LabError
from sasl.lab.counting.endings import KEYS, Ending
from sasl.lab.reports.sections import Section, as_markdown

FORMS = (".csv", ".json", ".md", ".html")
PLOTS = "matplotlib"
"""The library that draws; the extra `plots` installs it."""


def no_plots() -> str:
    """Why nothing can draw here, and the remedy; "" if something can."""
    return "" if find_spec(PLOTS) else f"they need {PLOTS}; {INSTALL.format('plots')}"


class ReportError(LabError):
    """A report that cannot be written: which file, and what would be right."""


class Reports:
    """The files that a report goes to, each in the form that its name ends with.

    A CSV is written run by run, all others when the series is over. ReportError for another ending and for a file that
    cannot be written: before anything is played.
    """

    def __init__(self, paths: Sequence[Path]) -> None:
        self._paths = list(paths)
        self._csv: list[IO[str]] = []
        for path in self._paths:
            if path.suffix not in FORMS:
                raise ReportError(f"{path}: a report ends in {', '.join(FORMS[:-1])} or {FORMS[-1]}")
            try:
                file = path.open("w", encoding="utf-8", newline="")
            except OSError as error:
                raise ReportError(f"{path} cannot be written: {error.strerror}") from None
            if path.suffix == ".csv":
                csv.writer(file).writerow(["arm", "seed", "winner", *KEYS])
                self._csv.append(file)
            else:
                file.close()

    def remarks(self) -> list[str]:
        """What one of them will lack: plots, where nothing can draw."""
        pages = [path for path in self._paths if path.suffix == ".html"]
        return [f"{path} gets no plots: {why}" for path in pages if (why := no_plots())]

    def add(self, ending: Ending, arm: str = "") -> None:
        """One more run; `arm`: of which side of a comparison."""
        for file in self._csv:
            csv.writer(file).writerow([arm, *ending.row().values()])

    def finish(
        self, title: str, sections: Sequence[Section], data: dict[str, object], page: Callable[[], str]
    ) -> list[Path]:
        """Write what is not written yet; the files. `page` makes the HTML. ReportError if the disk refuses."""
        for file in self._csv:
            file.close()
        for path in self._paths:
            made = {
                ".json": lambda: json.dumps(data, ensure_ascii=False, indent=2) + "\n",
                ".md": lambda: as_markdown(title, sections),
                ".html": page,
            }
            if path.suffix in made:
                try:
                    write_page(path, made[path.suffix]())
                except OSError as error:
                    raise ReportError(f"{path} cannot be written: {error.strerror}") from None
        return self._paths
