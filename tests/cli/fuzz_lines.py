"""Type at random into the line mode: `python tests/cli/fuzz_lines.py 20000` types so many lines.

After each line either the save has grown, or a sentence was said; nothing ends in a fault of the program.
"""

# ruff: noqa: T201
from __future__ import annotations

import io
import random
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from sasl.campaign.campaign_session import CampaignSession
from sasl.cli.lines.campaign_lines import CampaignLines
from sasl.cli.lines.line_mode import LineMode
from sasl.cli.lines.mission_lines import Plain
from sasl.content.library import Library, shipped_root
from sasl.saves.saved import Saved
from sasl.saves.session import Session

NOW = "2026-01-02T03:04:05"
GAMES: tuple[tuple[type[Saved[Any]], type[LineMode[Any]], str], ...] = (
    (Session, Plain, "platoon"),
    (Session, Plain, "oto-s1"),
    (CampaignSession, CampaignLines, "oto2"),
    (CampaignSession, CampaignLines, "votg"),
)
OPENING = ("option lessons off", "next", "next", "next", "deploy", "next", "next")
NEVER = frozenset({"quit", "vasl", "keep", "follow", "take", "save"})
"""Words that leave the game, or go to files."""
PROMPT = ("-- ", "== ", "   Type: ")
"""The beginnings of lines that come after every command."""
FAULT = " failed inside the program ("


class Babbler(io.StringIO):
    """Somebody who types at random, and looks after each line whether anything came of it."""

    def __init__(self, chance: random.Random, count: int, save: Path) -> None:
        super().__init__()
        self.chance, self.left, self.save = chance, count, save
        self.out = io.StringIO()
        self.lines: LineMode[Any]
        self.typed: list[str] = []
        self.silent: list[str] = []
        self._size = -1

    def readline(self, size: int | None = -1) -> str:  # type: ignore[override]
        """Look at what came of the last line, and type another one."""
        text, grown = self.out.getvalue(), self.save.stat().st_size
        self.out.seek(self.out.truncate(0))
        said = [line for line in text.splitlines() if line.strip() and not line.startswith(PROMPT)]
        if self.typed and self.typed[-1] and not said and grown == self._size:
            self.silent.append(self.typed[-1])
        assert FAULT not in text, (self.typed[-5:], text)
        self._size, self.left = grown, self.left - 1
        if self.left < 0:
            return "quit\n" if self.left > -4 else ""
        early = len(self.typed)
        self.typed.append(OPENING[early] if early < len(OPENING) else self._line())
        return f"{self.typed[-1]}\n"

    def _line(self) -> str:
        """A line: mostly a command that is legal, with words that might belong to it."""
        chance = self.chance
        if chance.random() < 0.25:
            return chance.choice(("", "", "1", "2", "abort", "roll", "all", "none", "y"))
        verbs = self.lines.awaited().verbs
        item = chance.choice([verb for verb, reason in verbs if not reason or chance.random() < 0.1] or [verbs[0][0]])
        own = chance.random() < 0.2
        word = chance.choice(list(self.lines.OWN)) if own else item.name
        if word in NEVER:
            word = "next"
        return " ".join([word, *(self._word(list(item.literals)) for _ in range(chance.choice((0, 0, 1, 1, 2, 3))))])

    def _word(self, literals: Sequence[str]) -> str:
        state, chance = self.lines.session.game.state, self.chance
        names: list[str] = []
        for group in ("units", "suspects", "weapons", "pieces", "markers", "control"):
            names += getattr(state, group, ())
        hexes = [unit.hex for unit in getattr(state, "units", {}).values() if unit.hex]
        kinds = [
            list(literals) or ["x"],
            names or ["x"],
            hexes or ["K14"],
            ["1", "2", "7", "on", "off", "E5", "K14", "B44"],
        ]
        return str(chance.choice(chance.choice(kinds)))


def babble(library: Library, folder: Path, chance: random.Random, count: int, number: int) -> Babbler:
    """Play a game at random for `count` lines."""
    kind, lines, content = GAMES[number % len(GAMES)]
    session = kind.create(library, content, number, folder, f"g{number}", NOW)
    babbler = Babbler(chance, count, folder / f"g{number}.sasl")
    babbler.lines = lines(session, babbler, babbler.out)
    status = babbler.lines.run()
    assert status == 0, babbler.typed[-5:]
    return babbler


def main(count: int, apiece: int = 500) -> None:
    """AssertionError at the first line that nothing came of."""
    library = Library(shipped_root())
    with tempfile.TemporaryDirectory() as place:
        for number in range(-(-count // apiece)):
            babbler = babble(library, Path(place), random.Random(number), apiece, number)
            assert not babbler.silent, f"game {number}, nothing was said of: {babbler.silent}"
    print(f"{count} lines, something came of each")


if __name__ == "__main__":
    main(*(int(number) for number in sys.argv[1:]))
