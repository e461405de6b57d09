"""A player with a mouse and no keyboard."""

from __future__ import annotations

from playing_screens import Player
from textual.geometry import Offset
from textual.screen import ModalScreen
from textual.widget import Widget

from sasl.kernel.notice import READ
from sasl.tui.map.map_rim import LEFT, TOP
from sasl.tui.play.play_screen import PlayScreen
from sasl.tui.widgets.ask_dialog import AskDialog
from sasl.tui.widgets.bars import KeyLine
from sasl.tui.widgets.lines import LineList

MOST = 400
"""So many clicks, and a phase is over long since."""


class MousePlayer:
    """Clicks and drags; `clicks` counts them."""

    def __init__(self, pilot: Player, play: PlayScreen) -> None:
        self.pilot, self.play = pilot, play
        self.clicks = 0

    @property
    def modal(self) -> ModalScreen[object] | None:
        screen = self.pilot.app.screen
        return screen if isinstance(screen, ModalScreen) else None

    async def _click(self, widget: Widget, offset: Offset, *, button: int = 1, control: bool = False) -> None:
        self.clicks += 1
        await self.pilot.click(widget, offset=(offset.x, offset.y), button=button, control=control)
        await self.pilot.pause(0)

    def spot(self, name: str) -> Offset:
        """A cell of a hex on the map widget; the map scrolls to it first, as a wheel or a drag would."""
        on = self.play.map
        on.follow(name)
        region = on.region_of(name)
        cells = (Offset(region.x + region.width // 2, y) for y in range(region.y, region.bottom))
        return next(cell for cell in cells if on.hex_at(*cell) == name) + Offset(LEFT, TOP) - on.scroll_offset

    async def hex(self, name: str, *, button: int = 1, control: bool = False) -> None:
        await self._click(self.play.map, self.spot(name), button=button, control=control)

    async def drag(self, *way: str) -> None:
        """With the button down over the middle of each hex."""
        self.clicks += 1
        first, *rest = (self.spot(name) for name in way)
        await self.pilot.mouse_down(self.play.map, offset=(first.x, first.y))
        for spot in rest:
            await self.pilot.hover(self.play.map, offset=(spot.x, spot.y))
        await self.pilot.mouse_up(self.play.map, offset=(rest[-1].x, rest[-1].y))
        await self.pilot.pause(0)

    async def button(self, key: str) -> None:
        """A click on a key of the last line, of the popup if one is open."""
        line = self.pilot.app.screen.query_one(KeyLine)
        place = 1
        for name, shown, words in line.entries():
            if name == key:
                await self._click(line, Offset(place, 0))
                return
            place += len(shown) + len(words) + 3
        raise AssertionError(f"no button {key}: {[entry[0] for entry in line.entries()]}")

    async def option(self, number: int) -> None:
        """A click on an option of a question."""
        assert self.modal is not None
        await self._click(self.modal.query_one("#options", LineList), Offset(3, number))

    async def line(self, number: int) -> None:
        """A click on a line of a list."""
        assert self.modal is not None
        await self._click(self.modal.query_one("#lines", LineList), Offset(3, number))

    async def settle(self) -> None:
        """See what must be seen, let the ENEMY act, answer with the lit option."""
        for _ in range(MOST):
            modal = self.modal
            if modal is None:
                await self.pilot.pause(0.01)
                if self.modal is None:
                    return
                continue
            if not modal.query(KeyLine):
                await self.pilot.pause(0.01)
                continue
            keys = [entry[0] for entry in modal.query_one(KeyLine).entries()]
            await self.pilot.pause(READ)
            if self.modal is not modal:
                continue
            if isinstance(modal, AskDialog) and modal.question.kind == "yes-no":
                await self.button(modal.question.default[0])
            else:
                await self.button("enter" if "enter" in keys else keys[0])
        raise AssertionError(f"still {self.modal}")

    async def next(self) -> None:
        """A click on the line that says what is awaited, once it can have been read."""
        await self.pilot.pause(READ)
        await self._click(self.play.query_one("#prompt"), Offset(3, 0))
        await self.settle()
