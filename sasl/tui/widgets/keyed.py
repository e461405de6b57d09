"""Keys in texts: one that is written between ‹ and › as the program comes is shown as the player has named it."""

from __future__ import annotations

import re
from typing import Any

from textual.binding import Binding
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from sasl.tui.program import program_of
from sasl.tui.widgets.key_names import KEY_SIGNS

KEY = re.compile("‹(.+?)›")


def key_now(screen: Screen[Any], shipped: str) -> str:
    """The key that does now what `shipped` does as the program comes: on this screen, or on the nearest below it.

    `n=play.next`: what n does by that name, where several acts have it.
    """
    key, _, name = shipped.partition("=") if len(shipped) > 1 else (shipped, "", "")
    app = program_of(screen)
    own = app.own.keys
    for above in (screen, *reversed(app.screen_stack)) if own and not name else ():
        for node in (above, *above.walk_children()):
            for kind in type(node).__mro__:
                for item in Binding.make_bindings(kind.__dict__.get("BINDINGS", ())):
                    if item.key == key and item.id:
                        return own.get(item.id, key).split(",")[0]
    return own.get(name, key).split(",")[0]


def with_keys(widget: Widget, text: str) -> str:
    """A text of this widget's screen with its keys as they are now."""
    if "‹" not in text:
        return text

    def sign(found: re.Match[str]) -> str:
        key = key_now(widget.screen, found[1])
        return KEY_SIGNS.get(key, key)

    return KEY.sub(sign, text)


class Keyed(Static):
    """Words with keys in them."""

    def __init__(self, text: str = "", *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes, markup=False)
        self._text = text

    def on_mount(self) -> None:
        """Whatever has keys on this screen is there now."""
        self.put(self._text)

    def put(self, text: str) -> None:
        """Show other words."""
        self.update(with_keys(self, text))
