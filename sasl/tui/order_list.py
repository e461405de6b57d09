"""The list of everything the taken units may be told now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sasl.kernel.text import listed
from sasl.tui.dialogs import PickDialog
from sasl.tui.lines import Line
from sasl.tui.unit_orders import orders_for

if TYPE_CHECKING:
    from sasl.tui.play_screen import PlayScreen


def pick_order(screen: PlayScreen) -> None:
    """Show the orders; enter gives one, or puts it on the command line."""
    game, taken = screen.session.game, screen.selection
    found = orders_for(game, taken.units(game), list(taken.arms))
    if not found:
        screen.say("No: take units first (space on their hex).", "bad")
        return
    lines = []
    for place, item in enumerate(found):
        if item.part and item.part != found[place - 1].part:
            lines.append(Line(item.part, "head"))
        lines.append(Line(f"{item.key or ' '}  {item.typed}", "key" if item.key else "", place))
        lines.append(Line(f"       {item.words}", "dim"))

    def chosen(place: str | None) -> None:
        if place is None:
            return
        item = found[int(place)]
        if item.key:
            screen.action_fire() if item.key == "f" else screen.action_move()
        elif item.whole:
            screen.orders.submit(item.typed)
        else:
            screen.action_command(f"{item.typed} ")

    title = f"Orders for {listed([*taken.ids, *taken.arms], 6)}"
    screen.app.push_screen(PickDialog(title, lines, foot="enter: this one   esc: back"), chosen)
