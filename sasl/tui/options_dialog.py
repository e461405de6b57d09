"""The switches of a game: which are on, what they mean; enter turns one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sasl.asl.game.state import OPTIONS, State
from sasl.tui.dialogs import PickDialog
from sasl.tui.lines import Line, LineList

if TYPE_CHECKING:
    from sasl.tui.play_screen import PlayScreen

FIRST = ("confirm-acts", "confirm-fire", "fire-stops", "enemy-plays")
"""What a player turns most often."""


def option_lines(state: State) -> list[Line]:
    """A line for each switch."""
    names = [*FIRST, *(name for name in OPTIONS if name not in FIRST)]
    lines = []
    for name in names:
        on = state.option(name)
        lines.append(Line(f"{'[on] ' if on else '[off]'} {name}", "good" if on else "", name))
        lines.append(Line(f"      {OPTIONS[name][1]}", "dim"))
    return lines


def turn_options(screen: PlayScreen, start: str = "") -> None:
    """Show the switches; enter turns one and shows them again."""
    lines = option_lines(screen.session.game.state)
    dialog = OptionsDialog("Options of this game", lines, foot="enter: turn it   space: back")
    dialog.start = start

    def chosen(name: str | None) -> None:
        if name:
            turn = "off" if screen.session.game.state.option(name) else "on"
            screen.orders.submit(f"option {name} {turn}")
            turn_options(screen, name)

    screen.app.push_screen(dialog, chosen)


class OptionsDialog(PickDialog):
    """The list of switches; the cursor stays on the one that was turned."""

    start = ""

    def on_mount(self) -> None:
        """On the switch turned last."""
        found = [place for place, line in enumerate(self.lines) if line.data == self.start]
        if found:
            self.call_after_refresh(self.query_one(LineList).move_to, found[0])
