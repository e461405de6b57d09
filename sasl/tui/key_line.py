"""The last line of every screen: the keys that work now. One widget, so that showing it costs next to nothing."""

from __future__ import annotations

from typing import Any

from rich.segment import Segment
from textual import events
from textual.binding import Binding
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

SPARE = ("u", "o")
"""Keys that make room for others where the line is too short, the first first."""
KEY_SIGNS = {"escape": "esc", "question_mark": "?", "colon": ":"}


class KeyLine(Widget):
    """Keys and what they do; a click on one presses it."""

    COMPONENT_CLASSES = {"key-line--key"}

    def __init__(self) -> None:
        super().__init__(id="keys")
        self._entries: list[tuple[str, str, str]] | None = None
        self._only: list[tuple[str, str, str]] | None = None

    def only(self, *entries: tuple[str, str]) -> None:
        """Show these keys (key, what it does) and no others; all again if there are none."""
        self._only = [(key, KEY_SIGNS.get(key, key), words) for key, words in entries] or None
        self.refresh()

    def on_mount(self) -> None:
        """Follow the focus."""
        self.screen.bindings_updated_signal.subscribe(self, self._changed)

    def _changed(self, screen: Screen[Any]) -> None:
        self._entries = None
        self.refresh()

    def entries(self) -> list[tuple[str, str, str]]:
        """Key, how it is shown, and what it does: first those of the focused pane, each once."""
        found = self._only if self._only is not None else self._all()
        for spare in SPARE:
            if sum(len(shown) + len(words) + 3 for _, shown, words in found) >= self.size.width:
                found = [entry for entry in found if entry[0] != spare]
        return found

    def _all(self) -> list[tuple[str, str, str]]:
        if self._entries is None:
            found: dict[str, tuple[str, str, str]] = {}
            for active in self.screen.active_bindings.values():
                item: Binding = active.binding
                if item.show and item.description and active.enabled:
                    found.setdefault(item.action, (item.key, self.app.get_key_display(item), item.description))
            self._entries = list(found.values())
        return self._entries

    def render_line(self, y: int) -> Strip:
        """The keys, as many as the line holds."""
        base, key = self.rich_style, self.get_component_rich_style("key-line--key")
        parts, used = [Segment(" ", base)], 1
        for _, shown, words in self.entries():
            if used + len(shown) + len(words) + 3 > self.size.width:
                break
            parts += [Segment(shown, key), Segment(f" {words}  ", base)]
            used += len(shown) + len(words) + 3
        return Strip(parts).extend_cell_length(self.size.width, base)

    def on_click(self, event: events.Click) -> None:
        """Press the key that was clicked."""
        place = 1
        for key, shown, words in self.entries():
            place += len(shown) + len(words) + 3
            if event.x < place:
                self.app.simulate_key(key)
                return
