"""The palette: everything that may be done now, by name."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.types import IgnoreReturnCallbackType

from sasl.tui.program import program_of
from sasl.tui.typed_orders import Orders
from sasl.tui.widgets.popups import bare


class GameCommands(Provider):
    """What may be done now; entries appear only when they are legal."""

    def _entries(self) -> Iterator[tuple[str, str, IgnoreReturnCallbackType]]:
        orders = getattr(self.screen, "orders", None)
        if isinstance(orders, Orders):
            yield from self._of_the_game(orders)
        yield "theme", "other colours: sasl-contrast, sasl-colour-blind and more", self.app.action_change_theme
        own = program_of(self).own
        yield "alert", f"bell, flash or nothing when a run stops (now: {own.settings.alert})", own.next_alert
        yield "screenshot", "this screen as an SVG file", self._picture
        yield "quit the program", "everything is saved", self.app.action_quit

    def _of_the_game(self, orders: Orders[Any]) -> Iterator[tuple[str, str, IgnoreReturnCallbackType]]:
        home, session = orders.home, orders.session
        for word in orders.legal():
            alone = word.usage == word.name
            act = partial(orders.run, word.name) if alone else partial(home.type_word, word.name)
            yield word.usage, word.summary, act
        if len(session.moments) > 1:
            yield "undo", "take back the last command", partial(orders.run, "undo")
            yield "look at past moments", "without going back", home.action_past
        if session.undone:
            yield "redo", "redo what was undone", partial(orders.run, "redo")
        if "legend" in orders.WORDS:
            yield "legend", "what the map's signs mean", partial(orders.run, "legend")
        yield "home", "back to the home screen; everything is saved", home.action_leave

    def _picture(self) -> None:
        self.app.set_timer(0.1, self.app.deliver_screenshot)  # without the palette

    async def discover(self) -> Hits:
        """Everything that is legal."""
        for name, words, act in self._entries():
            yield DiscoveryHit(bare(name), act, text=name, help=bare(words))

    async def search(self, query: str) -> Hits:
        """What fits the words typed."""
        matcher = self.matcher(query)
        for name, words, act in self._entries():
            score = max(matcher.match(name), matcher.match(words) * 0.7)
            if score > 0:
                yield Hit(score, bare(name), act, text=name, help=bare(words))
