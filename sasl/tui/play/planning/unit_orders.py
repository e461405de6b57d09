"""What the taken units may be told to do now: the commands that are legal and take units, with their keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sasl.kernel.text import listed
from sasl.orders.stack_offers import Offer, Offers, offers
from sasl.tui.widgets.dialogs import PickDialog
from sasl.tui.widgets.lines import Line

if TYPE_CHECKING:
    from sasl.tui.play.map_game import MapGame

MOVES = ("move", "enter", "place", "advance", "rout", "rally")
"""What `m` does, as the phase has it."""
FIRST = ("fire", *MOVES)
"""What stands at the head of the list."""
PARTS = {"settle": "Results from your board", "adjust": "By hand", "dice": "By hand"}
HARMS = {"bail": "At a price"}
"""Orders that harm those who obey them: nobody takes one for a usual order."""
FOOT = "‹enter›: this one (by hand: onto the command line)   ‹escape›: back"
NOT_NOW = 6
"""How many words of one refusal are named; the rest of them are counted."""


def part_of(offer: Offer) -> str:
    """The part of the list that an order belongs to; "" for what is usual now."""
    return HARMS.get(offer.command.name, "" if offer.command.name in FIRST else PARTS.get(offer.command.group, ""))


def key_of(offer: Offer) -> str:
    """The key that gives an order, or ""."""
    return "f" if offer.command.name == "fire" else "m" if offer.command.name in MOVES else ""


def in_order(found: Offers) -> list[Offer]:
    """The orders as they are listed: what is usual first, and of that what has a key."""
    parts = ("", *HARMS.values(), *PARTS.values())
    return sorted(found.able, key=lambda item: (parts.index(part_of(item)), item.command.name not in FIRST))


def order_lines(found: Offers) -> list[Line]:
    """The list of orders: each with its words and what it is, then what is not legal for these units, and why.

    The data of a line is the place of its order in `in_order`.
    """
    lines: list[Line] = []
    part = ""
    barred = _barred_lines(found)
    for place, offer in enumerate(in_order(found)):
        if part_of(offer) != part:
            part = part_of(offer)
            if part in PARTS.values():
                lines += barred
                barred = []
            lines.append(Line(part, "head"))
        key = key_of(offer)
        lines.append(Line(f"{f'‹{key}›' if key else ' '}  {offer.line}", "key" if key else "", place))
        lines.append(Line(f"       {offer.command.summary}", "dim"))
        if offer.extras:
            lines.append(Line(f"       also: {', '.join(offer.extras)}", "dim"))
    return lines + barred


def _barred_lines(found: Offers) -> list[Line]:
    """What these units may not be told now, by reason, first what would be usual."""
    lines = [Line("Not now", "head")] if found.barred else []
    for reason, words in sorted(found.barred, key=lambda item: not set(item[1]) & set(FIRST)):
        more = f" and {len(words) - NOT_NOW} more" if len(words) > NOT_NOW else ""
        lines.append(Line(f"   {', '.join(words[:NOT_NOW])}{more}: {reason}", "dim"))
    return lines


def pick_order(screen: MapGame) -> None:
    """Show the orders; enter gives one, or puts it on the command line: what is not whole yet, and what no rule asks
    for (a result or a change by hand) or costs men, so that nobody gives it by a slip of the finger."""
    game, taken = screen.session.game, screen.selection
    if not taken.ids and not taken.arms:
        screen.say("No: take units first (‹space› on their hex).", "bad")
        return
    found = offers(game, list(taken.ids), list(taken.arms), screen.map.cursor)
    listing = in_order(found)

    def chosen(place: str | None) -> None:
        if place is None:
            return
        offer = listing[int(place)]
        key = key_of(offer)
        if key:
            screen.action_fire() if key == "f" else screen.action_move()
        elif offer.whole and not part_of(offer):
            screen.orders.submit(offer.line)
        else:
            screen.action_command(f"{offer.line} ")

    title = f"Orders for {listed([*taken.ids, *taken.arms], 6)}"
    screen.app.push_screen(PickDialog(title, order_lines(found), foot=FOOT), chosen)
