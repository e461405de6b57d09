"""Counts what a game took in the hand: keys, clicks and popups of each Player Turn, from its journal and its key log.

python docs/scripts/count_keys.py SAVE KEYS

SAVE: a game's file (saves/NAME.sasl). KEYS: what the program wrote while it was played with the variable SASL_KEYS
naming that file. Each line of it says how many commands the game had had by then; the journal says where they stood.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from sasl.content.library import Library, shipped_root
from sasl.saves.folders import with_own
from sasl.saves.session import Session

Turns = dict[str, Counter[str]]
"""By Player Turn (or stage): how many keys, clicks, popups, commands."""


def counted(session: Session, lines: Iterable[str]) -> Turns:
    """The counts of a game. `lines`: its key log."""
    places = [_place(moment.game.state) for moment in session.moments]
    found: Turns = {place: Counter() for place in places}
    for place in places[1:]:
        found[place]["commands"] += 1
    for line in lines:
        record = json.loads(line)
        number = record.pop("n")
        if 0 < number <= len(places):
            (deed,) = record
            found[places[number - 1]][f"{deed}s"] += 1
    return found


def _place(state: object) -> str:
    stage, turn, side = (getattr(state, name) for name in ("stage", "turn", "side"))
    return f"Turn {turn} {side}" if stage == "play" else str(stage)


def table(turns: Turns) -> str:
    """The counts as lines of text."""
    heads = ("keys", "clicks", "popups", "commands")
    rows = [f"{'':<18}" + "".join(f"{head:>10}" for head in heads)]
    rows += [f"{place:<18}" + "".join(f"{count[head]:>10}" for head in heads) for place, count in turns.items()]
    return "\n".join(rows)


def main() -> None:
    """Count and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("save", type=Path)
    parser.add_argument("keys", type=Path)
    args = parser.parse_args()
    library = Library(shipped_root(), with_own(()))
    with Session.resume(library, args.save.parent, args.save.stem) as session:
        print(table(counted(session, args.keys.read_text(encoding="utf-8").splitlines())))


if __name__ == "__main__":
    main()
