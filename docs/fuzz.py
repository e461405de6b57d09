"""Plays commands chosen at random from what the grammar of the orders allows, those that succeeded least first.

python docs/fuzz.py NUMBER [-j PROCESSES] [--seed SEED]

After each command that was carried out: counters come and go only by facts that say so, the state is sound, the facts
make the same state when they have gone through a save, and undo and redo come back to the states before and after. A
fault ends the run with the position and the line. At the end it tells how often each verb was carried out and refused.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "solitaire")]

from tabletop import Tabletop  # noqa: E402
from test_fuzz import TABLES, TYPES, Typist, play_command, scene, start  # noqa: E402

from sasl.asl.game.flags import UNIT_FLAGS, WEAPON_FLAGS  # noqa: E402
from sasl.board.hexes import parse_hex, vertex_names  # noqa: E402
from sasl.kernel.grammar import Choice, Literal, Maybe, Node, Repeat, Series, Slot  # noqa: E402
from sasl.kernel.order import Command  # noqa: E402
from sasl.kernel.run import Refused  # noqa: E402
from sasl.orders.engine import legal  # noqa: E402
from sasl.solitaire.setup import VALUES  # noqa: E402

PER_POSITION = 120
PER_JOB = 300
"""So many commands a process carries out before it tells of them."""
TRIES = 60
"""So many lines of a verb are thought of before another one is chosen."""
RARE = frozenset({"next", "end"})
"""Words that end a phase or the game: seldom chosen, or nothing else would happen."""
WORDS: dict[str, tuple[str, ...]] = {
    "STATE": (*UNIT_FLAGS, *WEAPON_FLAGS),
    "TYPE": tuple(TYPES),
    "MARKER": ("minefield", "wreck", "ffe", "wire", "sniper", "smoke", "flame", "blaze"),
    "TABLE": ("dr", "DR", "d66", "3d6", *TABLES),
    "DRM": ("+1", "-2", "3"),
    "N": ("1", "2", "3", "4", "8"),
    "D66": tuple(f"{tens}{units}" for tens in range(1, 7) for units in range(1, 7)),
    "DICE": ("4", "2,3", "6"),
    "FIGURE": ("3", "4", "5/6", "6/7", "2/3"),
    "GROUP": ("coy-1", "armor"),
    "NAME": (*VALUES, "command", "ask-los", "standard", "timid", "strict"),
    "WEAPON": ("CMG", "BMG", "MA", "AAMG"),
    "TEXT": ("a note",),
}
"""Words for arguments that are not on the map, by the kind of argument."""

SIDES = {"FRIENDLY units": "FRIENDLY", "ENEMY units": "ENEMY"}
"""Whose units an argument means, by what it is called."""


class Speaker(Typist):
    """Someone who says what the grammar allows, about what is there, and tries what he has seldom done."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.done: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.plain = True
        """Whether the line shall have nothing that may be left out."""

    def play(self, table: Tabletop) -> None:
        """Carry one command out: of the legal verbs one that was seldom carried out, whatever line of it goes."""
        commands = [item for item in legal(table.game).legal if item.name not in RARE or self.dice.random() < 0.05]
        if not commands:
            commands = list(legal(table.game).legal)
        some = self.dice.sample(commands, min(len(commands), 12))
        for command in sorted(some, key=lambda item: self.done[item.name] + self.refused[item.name] / 20):
            line = next(self.lines(command, table), "")
            before, moments = table.state, len(table.session.moments)
            if line and play_command(table, self, line):
                self.done[command.name] += 1
                if len(table.session.moments) > moments:  # a question to the program leaves none
                    self.back_and_forth(table, before, line)
                return
            self.refused[command.name] += 1

    def lines(self, command: Command, table: Tabletop) -> Iterator[str]:
        """Lines of this command that nothing forbids beforehand."""
        for number in range(TRIES):
            self.plain = number < TRIES // 2
            _, form = self.dice.choice(command.forms)
            words = self.said(form.root, table)
            try:
                if command.parse(table.game, words).can(table.game):
                    yield " ".join([command.name, *words])
            except Refused:
                continue

    def back_and_forth(self, table: Tabletop, before: Any, line: str) -> None:
        """Undo gives the state before, redo the state after."""
        after = table.state
        table.session.undo()
        assert table.state == before, f"{line!r} undone is another state"
        table.session.redo()
        assert table.state == after, f"{line!r} done again is another state"

    def said(self, node: Node, table: Tabletop) -> list[str]:
        """The words of one way to say this part of a form."""
        match node:
            case Literal():
                return [node.word]
            case Slot():
                return [self.argument(node.kind.name, node.kind.what, table)]
            case Series():
                return [word for item in node.items for word in self.said(item, table)]
            case Choice():
                return self.said(self.dice.choice(node.branches), table)
            case Maybe():
                return self.said(node.item, table) if not self.plain and self.dice.random() < 0.3 else []
            case Repeat():
                return [word for _ in range(1 if self.plain else 2) for word in self.said(node.item, table)]

    def argument(self, kind: str, what: str, table: Tabletop) -> str:
        """A word for an argument of this kind: units and the hexes around them, where it is about the map."""
        state, dice = table.state, self.dice
        if kind in WORDS:
            return dice.choice(WORDS[kind])
        side = SIDES.get(what, state.side if what.endswith("side that moves") else "")
        able = [unit for unit in state.units.values() if not side or unit.side == side] or list(state.units.values())
        here = [unit.hex for unit in (able if kind == "UNITS" else state.units.values()) if unit.hex] or list(
            table.game.board.names()
        )
        hex_ = dice.choice(here)
        if kind in ("HEX", "WAY", "TRACK") or what.endswith("hex"):
            near = table.game.board.neighbours(hex_)
            return dice.choice((hex_, hex_, hex_, *near)) if dice.random() < 0.95 else self.hex(table)
        if kind == "VERTEX":
            return dice.choice(vertex_names(parse_hex(hex_)))
        manned = [f"{item.holder},{item.id}" for item in state.weapons.values() if item.holder]
        ids = {
            "SW": list(state.weapons),
            "S?": list(state.suspects),
            "ID": [*state.batteries, *state.markers],
            "UNITS,SW": [*state.units, *state.weapons, *manned],
            "SW|UNITS": [*state.weapons, *state.units],
            "GUN|SW": [*state.weapons, *state.units],
            "LEADER": [unit.id for unit in state.units.values() if unit.kind == "leader"],
            "PLANE": [unit.id for unit in state.units.values() if unit.kind == "aircraft"],
        }.get(kind, [*(unit.id for unit in able), *(here if kind == "UNITS" else [])])
        return dice.choice(ids) if ids else self.unit(state)


def job(seed: int) -> tuple[Counter[str], Counter[str]]:
    """Commands carried out, and times that none could be, by verb, in positions of one process."""
    speaker = Speaker(seed)
    position = 0
    while speaker.done.total() < PER_JOB:
        number = seed * 1_000 + position
        position += 1
        table = scene(number, speaker.dice) if position % 2 else start(number)
        for _ in range(speaker.dice.randrange(8)):  # so that every phase has its turn
            play_command(table, speaker, "next")
        most = speaker.done.total() + PER_POSITION
        for _ in range(2 * PER_POSITION):
            if table.state.stage == "over" or speaker.done.total() >= most:
                break
            try:
                speaker.play(table)
            except Exception as error:
                error.add_note(f"position {number} of seed {seed}, {table.state.moment}: {list(table.state.units)}")
                raise
    return speaker.done, speaker.refused


def main(words: list[str]) -> int:
    """Play, and tell how often each verb was carried out."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("number", type=int)
    asked.add_argument("-j", dest="jobs", type=int, default=os.cpu_count() or 1)
    asked.add_argument("--seed", type=int, default=1)
    args = asked.parse_args(words)
    done: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    begun = time.perf_counter()
    seeds = range(args.seed, args.seed + -(-args.number // PER_JOB))
    with get_context("spawn").Pool(min(args.jobs, len(seeds)), maxtasksperchild=20) as pool:
        for carried_out, said_no in pool.imap_unordered(job, seeds):
            done += carried_out
            refused += said_no
    seconds = time.perf_counter() - begun
    for verb in sorted({*done, *refused}, key=lambda verb: done[verb]):
        print(f"{done[verb]:9,}  {refused[verb]:9,} times not  {verb}")
    print(
        f"{done.total():,} commands carried out in {seconds:.0f} s, {refused.total():,} times none was found; no fault"
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
