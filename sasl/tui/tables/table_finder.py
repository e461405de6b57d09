"""Finding one of some hundred tables by a part of its id or title."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textual.screen import Screen

from sasl.kernel.rolling.tables import Table
from sasl.tui.widgets.form_dialog import FormDialog
from sasl.tui.widgets.lines import Line, LineList


def place_of(lines: Sequence[Line], after: int, word: str) -> int | None:
    """The next line after this one, round to it again, whose table has the word in its id or title; None for none."""
    for step in range(1, len(lines) + 1):
        place = (after + step) % len(lines)
        table = lines[place].data
        if isinstance(table, Table) and word.lower() in f"{table.id} {table.title}".lower():
            return place
    return None


class TableFinder:
    """Asks on a screen with a list of tables, `names`, for a part of a name, and goes to the next that has it."""

    def __init__(self, screen: Screen[Any]) -> None:
        self.screen = screen
        self.word = ""
        """What was looked for last: it is offered again, for the table after this one."""

    def ask(self, wrong: str = "") -> None:
        """The question; with what was wrong the last time."""
        fields = [("word", "a part of its id or title", self.word)]
        self.screen.app.push_screen(FormDialog("Find a table", fields, wrong), self._find)

    def _find(self, answers: dict[str, str] | None) -> None:
        if not answers or not answers["word"]:
            return
        self.word = answers["word"]
        names = self.screen.query_one("#names", LineList)
        place = place_of(names.lines, names.cursor, self.word)
        if place is None:
            self.ask(f"no table has '{self.word}' in its id or title")
            return
        names.focus()
        names.action_move(place - names.cursor)
