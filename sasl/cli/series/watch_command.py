"""A game that plays itself, printed as text: `sasl watch`, and a watched campaign."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from sasl.asl.game.events import Event, MissionEnded
from sasl.cli.common import fault, notices
from sasl.content.library import Library
from sasl.kernel.facts import lines_of, worded
from sasl.lab.watching.watch import Stuck, Watch, Watched
from sasl.saves.files import free_game
from sasl.saves.history import History
from sasl.saves.session import Session

WATCHED_ON = "2000-01-01T00:00:00"
"""The date in a watched game's save: the same seed gives the same bytes, whenever it is watched."""


def watch_plain(
    library: Library, mission: str, seed: int, folder: Path, name: str, as_json: bool, orders: tuple[str, ...]
) -> int:
    """Watch one seed; every command is in the save `name` before its lines are printed."""
    name = free_game(folder, name)
    with Session.create(library, mission, seed, folder, name, WATCHED_ON, kind="watch") as session:
        notices([f"saved as game '{name}' in {folder}"])
        if not as_json:
            print(f"{session.game.mission.title} ({mission}), seed {seed}\n{session.game.mission.briefing}", flush=True)
        return tell(Watch(session, orders), session, as_json, _final)


def _final(event: Event) -> list[str]:
    """The lines of the final count."""
    if not isinstance(event, MissionEnded):
        return []
    return [f"{words}: FRIENDLY {ours}, ENEMY {theirs}" for words, ours, theirs in event.lines]


Lines = Callable[[Iterable[tuple[str, Event]]], Iterable[tuple[str, Sequence[Event]]]]


def tell(
    watch: Watched[Any],
    session: History[Any],
    as_json: bool,
    more: Callable[[Event], Sequence[str]],
    lines_of: Lines = lines_of,
) -> int:
    """Print each step once it is in the save, with `more` about a fact. Exit status 1: it got stuck.

    `lines_of`: which facts share a line.
    """
    try:
        for step in watch.run():
            told = list(lines_of(worded(step.events)))
            if as_json:
                data = {"command": step.shown, "lines": [text for text, _ in told]}
                print(json.dumps(data, ensure_ascii=False), flush=True)
                continue
            lines = ["", f"[{len(session.moments) - 1}] > {step.shown}"]
            for text, facts in told:
                lines += [f"  {text}", *(f"    {line}" for event in facts for line in more(event))]
            print("\n".join(lines), flush=True)
    except Stuck as stuck:
        return fault(str(stuck))
    return 0
