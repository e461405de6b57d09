"""What is asked before a game is opened: name and seed of a new one, whether a damaged one is recovered."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime
from typing import Any

from textual.app import App

from sasl.kernel.orders.questions import Option, Question
from sasl.kernel.rolling.dice import any_seed
from sasl.saves.folders import fresh_name
from sasl.tui.widgets.ask_dialog import AskDialog
from sasl.tui.widgets.form_dialog import FormDialog

SEED = re.compile(r"-?[0-9]{1,15}")
"""A seed as it is typed."""


def offer_new(app: App[Any], what: str, content_id: str, begin: Callable[[str, int, str], None]) -> None:
    """Ask for the name and the seed of a new game or campaign (`what`), then `begin` it: id, seed, name."""

    def ask(name: str, seed: str, wrong: str = "") -> None:
        fields = (("name", f"Name of the {what}", name), ("seed", "Seed: the same seed rolls the same dice", seed))
        app.push_screen(FormDialog(f"New {what} of {content_id}", fields, wrong), filled)

    def filled(answers: dict[str, str] | None) -> None:
        if answers is None:
            return
        name, seed = answers["name"], answers["seed"]
        if SEED.fullmatch(seed):
            begin(content_id, int(seed), name)
        else:
            ask(name, seed, "the seed is a whole number of at most 15 digits")

    ask(fresh_name(content_id, datetime.now()), str(any_seed()))


def offer_recovery(app: App[Any], name: str, sentence: str, recover: Callable[[], None]) -> None:
    """A damaged game: its one `sentence`, and whether to keep the good part, which `recover` does."""
    question = Question(
        "yes-no",
        (f"{sentence}. " if sentence else f"The file of '{name}' is damaged. ")
        + "Keep the good part and go on from there? The damaged file is kept beside it.",
        "no",
        (Option("yes", "yes"), Option("no", "no")),
    )

    def answered(answer: str | None) -> None:
        if answer == "yes":
            recover()

    app.push_screen(AskDialog(question, f"recover {name}"), answered)
