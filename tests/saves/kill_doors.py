"""Kill -9 the program at random moments as it is really used: `python tests/saves/kill_doors.py 300`.

Lines of a mission, lines of a campaign and the screens take turns. Notes are typed; what the program has shown of them
is read from its output. After each kill every note that was shown must be in the save, and nothing but notes in their
order. A kill before the first note was shown proves nothing, and does not count.
"""

from __future__ import annotations

import random
import re
import sys
import tempfile
from collections.abc import Callable
from itertools import count, cycle
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from doors import Door
from playing_saves import SET_UP, done

from sasl.campaign.campaign_session import CampaignSession
from sasl.content.library import Library, shipped_root
from sasl.saves.saved import Saved
from sasl.saves.session import Session

NOW = "2026-01-02T03:04:05"
DOORS: dict[str, tuple[type[Saved[Any]], str, bool]] = {
    "lines": (Session, "platoon", False),
    "campaign": (CampaignSession, "oto2", False),
    "screens": (Session, "oto-s1", True),
    "campaign-screens": (CampaignSession, "votg", True),
}
"""How the program is used: its kind of game, its mission or campaign, and whether on screens."""
SHOWN = re.compile(r"Player: zq(\d+)z")
LONG = 400
"""After so many notes a game is left for a new one: opening it would take longer and longer."""


def typed_and_killed(door: Door, first: int, screens: bool, seconds: float) -> int:
    """Type notes from number `first` on, kill the program after some time; the number of the last note it showed."""
    last = first - 1
    assert door.wait_for(f"Player: zq{last}z" if screens else r"\n-- "), door.shown[-500:]
    if screens:  # one by one, so that each kill proves something
        for number in count(first):
            door.type(f":note zq{number}z\r")
            if not door.wait_for(f"Player: zq{number}z", 0.5 + seconds):
                break
            seconds -= 0.1
            if seconds < 0 and number > first:
                door.type(f":note zq{number + 1}z\r")
                door.read(max(0.0, 0.1 + seconds))
                break
    else:
        door.type("".join(f"note zq{number}z\n" for number in range(first, first + 60)))
        door.wait_for(f"Player: zq{first}z")
        for _ in range(int(seconds * 100)):
            door.read(0.001)
    door.end()
    return max([last, *(int(number) for number in SHOWN.findall(door.shown))])


def notes_of(session: Saved[Any]) -> list[str]:
    """Return all commands after the set-up."""
    commands = [moment.command for moment in session.moments]
    return commands[commands.index("note zq1z") :]


def kill(library: Library, folder: Path, name: str, chance: random.Random) -> tuple[int, int]:
    """Go on with a game by this door and kill it; the notes that were shown, and those in the save."""
    kind, content, screens = DOORS[name.partition("-of-")[0]]
    if not (folder / f"{name}.sasl").exists():
        with kind.create(library, content, 7, folder, name, NOW) as begun:
            if isinstance(begun, Session) and screens:
                done(begun, *SET_UP)
            begun.submit("note zq1z")
    before = len(notes_of(kind.read(library, folder, name)))
    door = Door("resume", name, "--saves", str(folder), screens=screens)
    shown = typed_and_killed(door, before + 1, screens, chance.uniform(0, 0.6))
    kept = notes_of(kind.read(library, folder, name))
    assert kept == [f"note zq{number}z" for number in range(1, len(kept) + 1)], kept[-3:]
    assert len(kept) >= shown, f"{name}: {shown} notes were shown, {len(kept)} are in the save"
    return shown - before, len(kept)


def main(kills: int, tell: Callable[[str], None] = print) -> None:
    """AssertionError if a note is missing after one of so many kills."""
    library, chance = Library(shipped_root()), random.Random(kills)
    proofs, notes, games = 0, 0, dict.fromkeys(DOORS, 0)
    with tempfile.TemporaryDirectory() as place:
        for door in cycle(DOORS):
            if proofs >= kills:
                break
            shown, kept = kill(library, Path(place), f"{door}-of-{games[door]}", chance)
            proofs += shown > 0
            notes += shown
            games[door] += kept > LONG
    tell(f"{proofs} kills, {notes} notes shown, nothing lost")


if __name__ == "__main__":
    main(int(sys.argv[1]))
