"""What the taken units may be told to do now: the commands that are legal and take units, with their keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sasl.asl.fire.opportunity import opportunity
from sasl.asl.fire.shots import has_no_weapon
from sasl.asl.game.context import Game, Refused
from sasl.asl.game.state import Unit, Weapon
from sasl.asl.movement.allowance import CANNOT_MOVE, STAYS, stack_allowance
from sasl.kernel.text import listed
from sasl.orders.stack_offers import Offer, Offers, offers
from sasl.tui.play.planning.aiming import goal_now
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


def short_orders(game: Game, units: Sequence[Unit], arms: Sequence[str] = ()) -> str:
    """What the taken units may do now in one line: `f Prep Fire, m move (4 MF left), o all orders`."""
    state = game.state
    if state.stage != "play" or (not units and not arms):
        return ""
    fire = _fire_kind(game, units, [state.weapons[key] for key in arms])
    parts = [f"‹f› {fire}"] if fire else []
    if any(unit.kind == "aircraft" for unit in units):
        parts = ["‹f› attack the hex under the cursor"]
    if units and units[0].side == state.side:
        parts += _short_move(game, units)
    if any("broken" in unit.flags and "rally-tried" not in unit.flags for unit in units):
        parts += {"RtPh": ["‹m› rout"], "RPh": ["‹m› rally"]}.get(state.phase, [])
    if state.phase == "CCPh" and units and units[0].hex and len({u.side for u in state.units_at(units[0].hex)}) > 1:
        parts.append(f"‹f› Close Combat in {units[0].hex}")
    return ", ".join([*parts, "‹o› all orders"])


def _short_move(game: Game, units: Sequence[Unit]) -> list[str]:
    """`m move (4 MF left)`, `m enter` or `m advance`, as the phase of their side has it."""
    if game.state.phase == "APh":
        return ["‹m› advance"]
    able = [unit for unit in units if not unit.flags & set(CANNOT_MOVE) and unit.kind not in STAYS]
    if game.state.phase != "MPh" or not able:
        return []
    if not units[0].hex:
        return ["‹m› enter"]
    left = min(mf - game.state.units[key].mf for key, mf in stack_allowance(game, able).items())
    return [f"‹m› move ({left:g} {'MP' if able[0].kind == 'vehicle' else 'MF'} left)"] * (left > 0)


def _fire_kind(game: Game, units: Sequence[Unit], arms: Sequence[Weapon]) -> str:
    """The kind of fire that the first of these could use now, or ""."""
    goal = goal_now(game)
    pairs: list[tuple[Unit, Weapon | None]] = [(unit, None) for unit in units if unit.kind != "leader"]
    pairs += [(game.state.units[item.holder], item) for item in arms if item.holder in game.state.units]
    pairs += [(unit, item) for unit in units for item in game.state.weapons_of(unit.id)]
    for unit, weapon in pairs:
        if has_no_weapon(game, unit):
            continue
        try:
            return opportunity(game, unit, goal or str(unit.hex), weapon).name
        except Refused:
            continue
    return ""


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
