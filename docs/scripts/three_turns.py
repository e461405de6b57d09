"""Plays three Game Turns of OtO-S1 with keys, as somebody does who has read docs/play.md, and counts them.

python docs/scripts/three_turns.py [FOLDER]

Seed 4242. In each FRIENDLY Player Turn: rallies, fire where the odds are worth it, eleven stacks forward, routs; the
ENEMY's turns by `n` (each act looked at), the last one by `E`. FOLDER (default: a new one) keeps the game and its key
log for docs/scripts/count_keys.py.

It prints the counts, then beside them those of the Player Turns that were counted when they were first played, by a
person and without this script (a later figure or mind changes who is met):

                            keys  first  popups  first
Turn 1 FRIENDLY               91    835      14  20-35  at most half
Turn 1 ENEMY by n             27    200       7   9-15  at most half
Turn 2 FRIENDLY              119    520       9         at most half
Turn 3 ENEMY by E              5     17       1    1-2  at most half

Of a LOS in doubt the player says once that it is as it likely is, on the first of them (`A`); the popup of Turn 3 is a
rout. Half of a range is half of its upper end.
"""

from __future__ import annotations

import asyncio
import os
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from count_keys import Turns, counted, table
from textual.pilot import Pilot
from textual.screen import ModalScreen

from sasl.asl.game.los.doubts import DOUBTS
from sasl.asl.game.state import State
from sasl.tui.app import SaslApp
from sasl.tui.key_log import KEYS
from sasl.tui.play.ordering.attack_dialog import ActDialog, AttackDialog
from sasl.tui.play.ordering.halts import FireDialog
from sasl.tui.play.play_screen import PlayScreen
from sasl.tui.play.pointing import walk
from sasl.tui.widgets.ask_dialog import AskDialog
from sasl.tui.widgets.dialogs import SeenDialog

SEED, TURNS, NAME = 4242, 3, "three-turns"
STACKS, SHOTS = 11, 8
"""So many stacks go forward in a turn, and so many shots are looked at in a phase."""
WORTH = 80
"""A shot that does nothing with this chance in a hundred, or more, is not fired."""
FIRST = {
    "Turn 1 FRIENDLY": ("", 835, (20, 35)),
    "Turn 1 ENEMY": ("by n", 200, (9, 15)),
    "Turn 2 FRIENDLY": ("", 520, ()),
    "Turn 3 ENEMY": ("by E", 17, (1, 2)),
}
"""How it was played, keys and popups (from, to), when these Player Turns were first counted."""
MOST = 400
"""So many steps a phase never takes."""


class NewPlayer:
    """Looks at the screen and presses keys."""

    def __init__(self, pilot: Pilot[int]) -> None:
        self.pilot = pilot

    @property
    def play(self) -> PlayScreen:
        """The play screen, under any popup."""
        return next(item for item in self.pilot.app.screen_stack if isinstance(item, PlayScreen))

    async def press(self, *keys: str) -> None:
        """Press keys, then see to what opens."""
        await self.pilot.press(*keys)
        await self.settle()

    async def settle(self) -> None:
        """Popups, one key each: what is proposed; a shot at those who move is taken; the ENEMY's fire in a FRIENDLY
        phase is looked at once."""
        for _ in range(MOST):
            await self.pilot.pause(0.02)
            screen = self.pilot.app.screen
            if not isinstance(screen, ModalScreen):
                return
            if isinstance(screen, ActDialog):
                await self.pilot.press("n")
            elif isinstance(screen, SeenDialog) and screen.go_on:
                await self.pilot.press(screen.go_on)
            elif isinstance(screen, AttackDialog) and screen.sequel | bool(screen.reasons) and self.mine:
                await self.pilot.press("E")
            elif isinstance(screen, AskDialog) and screen.question.id in DOUBTS:
                await self.pilot.press("A")
            elif isinstance(screen, (FireDialog, AttackDialog, AskDialog)):
                await self.pilot.press("enter")
            else:
                await self.pilot.press("space")
        raise SystemExit(f"stuck in {self.pilot.app.screen} at {self.play.session.game.state.moment}")

    @property
    def mine(self) -> bool:
        """Whether it is a FRIENDLY Player Turn."""
        return self.play.session.game.state.side == "FRIENDLY"

    async def set_up(self) -> None:
        """As docs/play.md says."""
        for _ in range(MOST):
            await self.settle()
            stage = self.play.session.game.state.stage
            if stage == "play":
                return
            done = {moment.command for moment in self.play.session.moments}
            line = {"wrecks": "wreck auto", "set-up": "deploy"}.get(stage)
            if line and line not in done:
                await self.press("colon", *("space" if char == " " else char for char in line), "enter")
            else:
                await self.press("n")

    def rounds(self) -> Iterator[State]:
        """The state of the game, again and again until this Player Turn is over."""
        begun = self.play.session.game.state
        for _ in range(MOST):
            state = self.play.session.game.state
            if state.stage != "play" or (state.turn, state.side) != (begun.turn, begun.side):
                return
            yield state

    async def turn(self) -> None:
        """A FRIENDLY Player Turn."""
        act = {"RPh": self.recover, "PFPh": self.fire, "MPh": self.march, "DFPh": self.run, "AFPh": self.fire}
        for state in self.rounds():
            await act.get(state.phase, self.walk)()
            await self.leave(state.phase)

    async def leave(self, phase: str) -> None:
        """n until the phase is over; once more where it asks whether it was meant."""
        for _ in range(4):
            if self.play.session.game.state.phase != phase:
                return
            await self.press("n")

    async def run(self) -> None:
        """The ENEMY's Final Fire in one go."""
        await self.press("E")

    async def recover(self) -> None:
        """Everybody who can rallies, where n would tell of them."""
        if any(stop.kind == "rally" for stop in self.stops()):
            await self.press("colon", *"rally", "space", *"all", "enter")

    def stops(self) -> list[walk.Stop]:
        """What tab walks through."""
        return walk.stops(self.play.session.game)

    async def fire(self) -> None:
        """The stacks that may fire: tab takes one, f aims, f again rolls if the odds told are worth it."""
        for _ in range(min(SHOTS, sum(stop.kind == "fire" for stop in self.stops()))):
            if not any(stop.kind == "fire" for stop in self.stops()):
                return
            await self.press("tab", "f")
            if self.play.aiming.on:
                nothing = re.search(r"(?:no effect|miss) (\d+)%", self.play.said.shown)
                await self.press("f" if nothing and int(nothing[1]) < WORTH else "escape")
            if self.play.aiming.on:
                await self.press("escape")

    async def march(self) -> None:
        """Eleven stacks, put together with tab and a, go five hexes west as they stand; c goes on after each halt."""
        able = [stop for stop in self.stops() if stop.kind == "move" and stop.place]
        for _ in range(min(STACKS, len(able))):
            await self.press("tab", "a")
            while self.play.map.cursor in {stop.place for stop in self.stops() if stop.kind != "move"}:
                await self.press("a", "tab", "a")
        if not self.play.selection.ids:
            return
        await self.press("g", *self.play.selection.places(self.play.session.game)[0].lower(), "enter", "K", "m")
        for _ in range(MOST):
            before = len(self.play.session.moments)
            if self.play.orders.halts.rest:
                await self.press("c")
            if len(self.play.session.moments) == before:
                return

    async def walk(self) -> None:
        """Routs, advances into CC, and CC: one by one, as tab leads."""
        for stop in self.stops():
            if stop.kind == "cc":
                await self.press("colon", *"cc", "space", *stop.place, "enter")
            elif stop.kind == "rout" and stop.units:
                await self.press("tab", "m")
            await self.settle()

    async def enemy(self, key: str) -> None:
        """The ENEMY's Player Turn by one key."""
        for _ in self.rounds():
            await self.press(key)


async def three_turns(folder: Path) -> str:
    """Play them; the counts as a table."""
    log = folder / "keys.jsonl"
    log.write_text("")
    os.environ[KEYS] = str(log)
    app = SaslApp(folder)
    async with app.run_test(size=(160, 46)) as pilot:
        app.new_game("oto-s1", SEED, NAME)
        player = NewPlayer(pilot)
        await player.set_up()
        for turn in range(1, TURNS + 1):
            await player.turn()
            await player.enemy("E" if turn == TURNS else "n")
        turns = counted(player.play.session, log.read_text(encoding="utf-8").splitlines())
        return f"{table(turns)}\n\n{beside_first(turns)}"


def beside_first(turns: Turns) -> str:
    """The counts beside the first ones, and whether they are at most half of them."""
    lines = [f"{'':<26}{'keys':>6}{'first':>7}{'popups':>8}{'first':>7}"]
    for place, (how, keys, popups) in FIRST.items():
        now, words = turns[place], "-".join(map(str, popups))
        half = 2 * now["keys"] <= keys and (not popups or 2 * now["popups"] <= popups[-1])
        counts = f"{now['keys']:>6}{keys:>7}{now['popups']:>8}{words:>7}"
        lines.append(f"{f'{place} {how}':<26}{counts}  {'at most half' if half else 'MORE THAN HALF'}")
    return "\n".join(lines)


def main() -> None:
    """Play and print."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(sys.argv[1] if len(sys.argv) > 1 else name)
        folder.mkdir(parents=True, exist_ok=True)
        print(asyncio.run(three_turns(folder)))


if __name__ == "__main__":
    main()
