"""`sasl watch`: a mission printed as text, or counted over many seeds."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from sasl.content.library import Library
from sasl.core.text import counted
from sasl.game.events import MissionEnded
from sasl.game.narrate import describe
from sasl.lab.watch import Stuck, Watch
from sasl.saves.names import game_path
from sasl.saves.session import Session

WATCHED_ON = "2000-01-01T00:00:00"
"""The date in a watched game's save: the same seed gives the same bytes, whenever it is watched."""


def watch_plain(library: Library, mission: str, seed: int, folder: Path, name: str, as_json: bool) -> int:
    """Watch one seed; every command is in the save `name` before its lines are printed."""
    session = open_watched(library, mission, seed, folder, name)
    watch = Watch(session)
    shown = 0
    if not as_json:
        print(f"{session.game.mission.title} ({mission}), seed {seed}", flush=True)
        print(session.game.mission.briefing, flush=True)
    try:
        for line, events in watch.run():
            shown += 1
            if as_json:
                print(
                    json.dumps(
                        {"command": line, "lines": [text for text in map(describe, events) if text]}, ensure_ascii=False
                    ),
                    flush=True,
                )
                continue
            print(f"\n[{len(session.moments) - 1}] > {line}", flush=True)
            for event in events:
                text = describe(event)
                if text:
                    print(f"  {text}", flush=True)
                if isinstance(event, MissionEnded):
                    for words, ours, theirs in event.lines:
                        print(f"    {words}: FRIENDLY {ours}, ENEMY {theirs}", flush=True)
    except Stuck as error:
        print(f"sasl: {error}", file=sys.stderr)
        return 1
    finally:
        session.close()
    return 0


def open_watched(library: Library, mission: str, seed: int, folder: Path, name: str) -> Session:
    """A fresh watched game under `name`, or under the next free name: no game is ever replaced."""
    free, number = name, 1
    while game_path(folder, free).exists():
        number += 1
        free = f"{name}-{number}"
    print(f"saved as game '{free}' in {folder}", file=sys.stderr)
    return Session.create(library, mission, seed, folder, free, WATCHED_ON, kind="watch")


def summary(library: Library, mission: str, seeds: range, as_json: bool) -> int:
    """How each seed ended, and the means."""
    rows = []
    for seed in seeds:
        session = Session.memory(library, mission, seed)
        try:
            commands = sum(1 for _ in Watch(session).run())
        except Stuck as error:
            print(f"sasl: seed {seed}: {error}", file=sys.stderr)
            return 1
        state = session.game.state
        events = [event for moment in session.moments for event in moment.events]
        end = next(event for event in events if isinstance(event, MissionEnded))
        activated = sum(1 for event in events if getattr(event, "activated", False))
        rows.append(
            {
                "seed": seed,
                "turns": state.turn,
                "friendly": end.friendly,
                "enemy": end.enemy,
                "activations": activated,
                "commands": commands,
            }
        )
    keys = ("turns", "friendly", "enemy", "activations", "commands")
    means = {key: round(sum(row[key] for row in rows) / len(rows), 2) for key in keys}
    if as_json:
        print(json.dumps({"games": rows, "means": means}, indent=2))
        return 0
    for row in rows:
        print(
            f"seed {row['seed']:>4}: {row['turns']:>2} turns, FRIENDLY {row['friendly']:>2} VP, "
            f"ENEMY {row['enemy']:>2} VP, {row['activations']:>2} activations"
        )
    print(
        f"{counted(len(rows), 'game')}; mean: {means['turns']} turns, FRIENDLY {means['friendly']} VP, "
        f"ENEMY {means['enemy']} VP, {means['activations']} activations"
    )
    return 0
