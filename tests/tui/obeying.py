"""A newcomer who knows nothing and does only what the lesson box says, key by key."""

from __future__ import annotations

import re

from playing_screens import Player
from textual.screen import ModalScreen

from sasl.asl.game.state import State, Unit
from sasl.kernel.notice import READ
from sasl.solitaire.briefing.lessons import Shown, present
from sasl.tui.play.ordering.attack_dialog import ActDialog
from sasl.tui.play.play_screen import PlayScreen
from sasl.tui.widgets.dialogs import ListDialog

MOST = 400
"""So many lines that were obeyed, and the mission is over long since."""


class Newcomer:
    """Presses what the box says. Where it leaves a choice: the first stack that may, towards the nearest VPO."""

    def __init__(self, pilot: Player, play: PlayScreen) -> None:
        self.pilot, self.play = pilot, play
        self.seen: list[str] = []
        self.tried: set[tuple[str, str]] = set()

    @property
    def state(self) -> State:
        return self.play.session.game.state

    async def play_on(self, until: str = "over") -> None:
        """Obey until the mission is over, or the moment `until` has come."""
        for _ in range(MOST):
            await self.settle()
            if self.state.stage == "over" or self.state.moment == until:
                return
            shown = present(self.play.session.moments)
            assert shown and shown.lesson, self.state.moment
            if shown.lesson.title not in self.seen:
                self.seen.append(shown.lesson.title)
            await self.obey(shown)
        raise AssertionError(f"still at {self.state.moment}")

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause(0)

    async def line(self, text: str) -> None:
        await self.press("colon", *("space" if char == " " else char for char in text), "enter")

    async def settle(self) -> None:
        """Windows wait for space, papers for enter, an act of the ENEMY's for n."""
        quiet = 0
        for _ in range(300):
            screen = self.pilot.app.screen
            quiet = 0 if isinstance(screen, ModalScreen) else quiet + 1
            if quiet == 3:
                return
            if isinstance(screen, ModalScreen) and screen.is_mounted:
                await self.pilot.pause(READ)
                key = "space" if isinstance(screen, ListDialog) else "n" if isinstance(screen, ActDialog) else "enter"
                await self.press(key)
            await self.pilot.pause(0)
        raise AssertionError(f"{self.pilot.app.screen} does not close")

    async def obey(self, shown: Shown) -> None:
        press = shown.lesson.press if shown.lesson else ""
        if press.startswith(":"):
            await self.command(press)
        elif ways := re.findall(r"g (\w+) enter", press):
            if press.startswith("c if"):
                await self.press("c")
                await self.settle()
            await self.go(*ways)
        elif await self.orders({*re.split(r"[ ,;]+", press)}):
            return
        elif press.startswith("u, space, ctrl+r"):
            await self.press("u", "space", "ctrl+r", "space")
            await self.settle()
            await self.onwards()
        else:
            await self.onwards()

    async def orders(self, keys: set[str]) -> bool:
        """Whether there was anybody to fire (f) or to move (m)."""
        return ("f" in keys and await self.shoot()) or ("m" in keys and await self.march())

    async def onwards(self) -> None:
        """n; once more where it asks whether it was meant."""
        before = len(self.play.session.moments)
        await self.press("n")
        if len(self.play.session.moments) == before and not isinstance(self.pilot.app.screen, ModalScreen):
            await self.pilot.pause(READ)
            await self.press("n")

    async def command(self, press: str) -> None:
        """`: then rally all and enter`; for CC the hex where both sides are."""
        if "cc" in press:
            ours = {unit.hex for unit in self.state.on_map("FRIENDLY")}
            place = next(unit.hex for unit in self.state.on_map("ENEMY") if unit.hex in ours)
            if ("cc", f"{place}{self.state.turn}") in self.tried:
                await self.onwards()
                return
            self.tried.add(("cc", f"{place}{self.state.turn}"))
            await self.line(f"cc {place}")
            return
        await self.line(press.removeprefix(": then ").removesuffix(" and enter"))

    async def go(self, start: str, goal: str) -> None:
        await self.press("g", *start, "enter", "space", "g", *goal, "enter", "m")
        await self.settle()
        if self.play.selection.ids:
            await self.press("escape")

    async def shoot(self) -> bool:
        """Take a stack that has not tried it in this phase and fire; False when nobody is left."""
        for unit in self.able():
            if ("f", f"{unit.hex}{self.state.moment}") in self.tried:
                continue
            self.tried.add(("f", f"{unit.hex}{self.state.moment}"))
            await self.press("g", *(unit.hex), "enter", "space", "f")
            if self.play.aiming.names:
                await self.press("enter")
            await self.settle()
            await self.press("escape", "escape")
            return True
        return False

    async def march(self) -> bool:
        """Take a stack that has not tried it in this phase and go nearer to a VPO; False when nobody is left."""
        board, control = self.play.session.game.board, self.state.control
        goals = [name for name, side in control.items() if side == "ENEMY"] or list(control)
        for unit in self.able():
            start = unit.hex
            if ("m", f"{unit.id}{self.state.moment}") in self.tried:
                continue
            for other in self.state.units_at(start, "FRIENDLY"):
                self.tried.add(("m", f"{other.id}{self.state.moment}"))
            near = list(board.neighbours(start)) if self.state.phase == "APh" else board.within(start, 3)
            goal = min(near, key=lambda name: (min(board.distance(name, vpo) for vpo in goals), name))
            if goal != start:
                await self.go(start, goal)
            return True
        return False

    def able(self) -> list[Unit]:
        return [unit for unit in self.state.on_map("FRIENDLY") if unit.good_order]
