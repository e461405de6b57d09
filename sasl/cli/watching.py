"""`sasl watch`: a mission that plays itself, printed as text."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from sasl.asl.game.events import Event, MissionEnded
from sasl.content.library import Library
from sasl.lab.watch import Step, Stuck, Watch
from sasl.saves.files import game_path
from sasl.saves.session import Session

WATCHED_ON = "2000-01-01T00:00:00"
"""The date in a watched game's save: the same seed gives the same bytes, whenever it is watched."""


# -- one game ------------------------------------------------------------------------------------------


def watch_plain(
    library: Library, mission: str, seed: int, folder: Path, name: str, as_json: bool, orders: tuple[str, ...] = ()
) -> int:
    """Watch one seed; every command is in the save `name` before its lines are printed."""
    session = open_watched(library, mission, seed, folder, name)
    watch = Watch(session, orders)
    if not as_json:
        print(f"{session.game.mission.title} ({mission}), seed {seed}", flush=True)
        print(session.game.mission.briefing, flush=True)
    try:
        for step in watch.run():
            print(_as_json(step) if as_json else _as_text(step, len(session.moments) - 1), flush=True)
    except Stuck as error:
        print(f"sasl: {error}", file=sys.stderr)
        return 1
    finally:
        session.close()
    return 0


def _as_json(step: Step) -> str:
    lines = [text for event in step.events if (text := event.describe())]
    return json.dumps({"command": step.shown, "lines": lines}, ensure_ascii=False)


def _as_text(step: Step, number: int) -> str:
    lines = ["", f"[{number}] > {step.shown}"]
    for event in step.events:
        lines += [f"  {line}" for line in _lines(event)]
    return "\n".join(lines)


def _lines(event: Event) -> list[str]:
    lines = [text for text in (event.describe(),) if text]
    if isinstance(event, MissionEnded):
        lines += [f"  {words}: FRIENDLY {ours}, ENEMY {theirs}" for words, ours, theirs in event.lines]
    return lines


def open_watched(library: Library, mission: str, seed: int, folder: Path, name: str) -> Session:
    """A fresh watched game under `name`, or under the next free name: no game is ever replaced."""
    free, number = name, 1
    while game_path(folder, free).exists():
        number += 1
        free = f"{name}-{number}"
    print(f"saved as game '{free}' in {folder}", file=sys.stderr)
    return Session.create(library, mission, seed, folder, free, WATCHED_ON, kind="watch")
