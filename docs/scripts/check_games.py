"""Watches many games and reads their facts as a referee would: prints every breach of a rule it finds.

`python docs/scripts/check_games.py [MISSION] [FIRST-LAST] [-j N]` (default `oto-s1 1-20`). It shares no code with the
rules it checks: where a unit stands and what it has done comes from the facts, the rest from the map. It looks for:

- A4.41: a MMG or HMG whose bearer has moved in this MPh fires in the AFPh.
- B19, A6.3: an attack on, or by, units IN a gully that neither runs along it nor is ADJACENT nor looks down into it.
- 5.1: an AC check at 13 to 16 hexes with a Final IFT DRM above -2.
- a mind that has said what is no answer to a question.
"""

from __future__ import annotations

import re
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from sasl.asl.game import events as ev
from sasl.asl.game.context import Game
from sasl.board.hexes import line_names
from sasl.content.library import Library
from sasl.kernel.transaction import NO_ANSWER
from sasl.lab.counting.endings import Ending
from sasl.lab.counting.tally import Tally
from sasl.lab.series.matches import Match
from sasl.lab.series.workers import Libraries, play_all
from sasl.lab.watching.watch import Stuck, Watch
from sasl.saves.session import Session

HEAVY = ("MMG", "HMG")
FAR = range(13, 17)
WORST_FAR_DRM = -2
CHECKED = re.compile(r"AC check .* range (?P<range>\d+)(?:, Final IFT DRM (?P<drm>[+-]\d+))?")


@dataclass(frozen=True)
class Read:
    """A game as it was read: how it ended, what was looked at how often, and every breach."""

    ending: Ending
    looked_at: Counter[str]
    breaches: tuple[str, ...]


class Referee:
    """Follows a game fact by fact; `state` is the game before the fact that comes next."""

    def __init__(self, game: Game) -> None:
        self.board, self.state = game.board, game.state
        self.moved: set[str] = set()
        self.looked_at: Counter[str] = Counter()

    def read(self, event: ev.Event) -> Iterator[str]:
        """What is wrong with the fact, in words; then it has happened."""
        if isinstance(event, ev.Fired):
            yield from self._late_machine_guns(event)
            yield from self._gully(event)
        elif isinstance(event, ev.Rolled):
            yield from self._far_checks(event)
        elif isinstance(event, ev.Told) and event.tag == NO_ANSWER:
            yield event.text
        elif isinstance(event, ev.PhaseBegan) and event.phase == "MPh":
            self.moved.clear()
        elif isinstance(event, ev.UnitsMoved) and self.state.phase == "MPh":
            self.moved |= set(event.ids)
        self.state = event.apply(self.state)

    def _late_machine_guns(self, event: ev.Fired) -> Iterator[str]:
        """A4.41."""
        if self.state.phase != "AFPh":
            return
        for name in event.weapons:
            weapon = self.state.weapons.get(name)
            if weapon and weapon.type in HEAVY:
                self.looked_at["MMG and HMG in the AFPh"] += 1
                if weapon.holder in self.moved:
                    yield f"A4.41: {name} of {weapon.holder} fires in the AFPh after its move"

    def _gully(self, event: ev.Fired) -> Iterator[str]:
        """B19, A6.3: any firer or target that is IN a gully or stream, seen across its rim."""
        firers = [self.state.units[name.split()[0]] for name in event.units if name.split()[0] in self.state.units]
        sides = {unit.side for unit in firers}
        targets = [unit for unit in self.state.units_at(event.hex) if unit.side not in sides]
        for firer in firers:
            if firer.kind == "aircraft" or not firer.hex:
                continue
            down = [unit for unit in targets if self._is_in(unit.id)]
            ends = [(firer.hex, event.hex)] if self._is_in(firer.id) else []
            ends += [(event.hex, firer.hex)] if down and len(down) == len(targets) else []
            for low, high in ends:
                self.looked_at["attacks out of or into a gully"] += 1
                if not self._sees_into(low, high):
                    yield f"B19: {firer.id} in {firer.hex} fires at {event.hex} across the rim of the gully in {low}"

    def _is_in(self, name: str) -> bool:
        unit = self.state.units[name]
        ground = self.board.terrain(unit.hex or "")
        if not ground.depression or unit.flags & {"crest", "in-culvert"}:
            return False
        return not ground.bridged or "in-gully" in unit.flags

    def _sees_into(self, low: str, high: str) -> bool:
        """Whether a LOS from `high` reaches the bed of `low`: ADJACENT, along the gully, or from high enough."""
        far = self.board.distance(low, high)
        bed = self.board.terrain(low).elevation - 1
        crossed = line_names(low, high)
        along = all(name in self.board and self.board.terrain(name).depression for name in crossed) and all(
            self.board.hexside(a, b) in self.board.terrain(a).gully
            for a, b in pairwise(crossed)
            if self.board.distance(a, b) == 1
        )
        return far <= 1 or along or self.board.terrain(high).elevation - bed >= far

    def _far_checks(self, event: ev.Rolled) -> Iterator[str]:
        """5.1, as house_rules has long range."""
        found = CHECKED.match(event.record.purpose)
        if not found:
            return
        self.looked_at["AC checks"] += 1
        if int(found["range"]) in FAR:
            self.looked_at["AC checks at 13-16 hexes"] += 1
            if found["drm"] is None or int(found["drm"]) > WORST_FAR_DRM:
                yield f"5.1: {event.record.purpose}"


@dataclass(frozen=True)
class Reading:
    """A watched game with a referee at the table."""

    mission: str
    seed: int
    packs: tuple[Path, ...] = ()

    def warm(self, library: Library) -> object:
        """Read ahead what every game needs."""
        return Match(self.mission, self.seed).warm(library)

    def play(self, libraries: Libraries) -> Read:
        """Play it to its end and read it."""
        session = Session.memory(libraries.of(self), self.mission, self.seed, "watch")
        watch = Watch(session)
        referee, breaches = Referee(session.game), []
        found, before = Tally(), session.game
        while not watch.over():
            referee.board = session.game.board  # the map of OtO-S2 is laid in set-up
            try:
                step = watch.step()
            except Exception as error:
                raise Stuck(f"seed {self.seed}, {session.game.state.moment}: {error!r}") from error
            for event in step.events:
                moment = referee.state.moment
                breaches += [f"seed {self.seed}, {moment}: {text}" for text in referee.read(event)]
            found.step(before, step.events, session.game)
            before = session.game
        ending = found.ending(session.game, len(session.moments) - 1)
        return Read(ending, referee.looked_at, tuple(breaches))


def main(arguments: list[str]) -> int:
    """Play, read, print; 1 if anything was found."""
    at_once = int(arguments.pop(arguments.index("-j") + 1)) if "-j" in arguments else 0
    words = [word for word in arguments if word != "-j"]
    mission = words[0] if words else "oto-s1"
    first, _, last = (words[1] if len(words) > 1 else "1-20").partition("-")
    seeds = range(int(first), int(last or first) + 1)
    begun, looked_at, winners, found = time.time(), Counter[str](), Counter[str](), 0
    for read in play_all([Reading(mission, seed) for seed in seeds], at_once):
        if isinstance(read, Stuck):
            print(f"STUCK {read}", flush=True)
            found += 1
            continue
        looked_at += read.looked_at
        winners[read.ending.winner] += 1
        found += len(read.breaches)
        for text in read.breaches:
            print(text, flush=True)
        print(f"seed {read.ending.seed}: {len(read.breaches)} breaches", file=sys.stderr, flush=True)
    print(
        f"{mission} seeds {seeds[0]}-{seeds[-1]}: {sum(winners.values())} games in {time.time() - begun:.0f} s; "
        + ", ".join(f"{name} won {number}" for name, number in winners.most_common())
    )
    print("looked at: " + ", ".join(f"{number} {what}" for what, number in sorted(looked_at.items())))
    print(f"{found} breaches")
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
