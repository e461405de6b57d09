"""What the taken units may be told to do now: the commands that are legal and take units, with their keys."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING

from sasl.asl.fire.opportunity import opportunity
from sasl.asl.game.context import Game, Refused
from sasl.asl.game.flags import VEHICLES
from sasl.asl.game.state import Unit, Weapon
from sasl.asl.movement.allowance import CANNOT_MOVE, STAYS, stack_allowance
from sasl.kernel.grammar import Repeat, Series, Slot
from sasl.kernel.order import Command
from sasl.kernel.text import listed
from sasl.orders.engine import legal
from sasl.tui.aiming import goal_now
from sasl.tui.dialogs import PickDialog
from sasl.tui.lines import Line

if TYPE_CHECKING:
    from sasl.tui.play_screen import PlayScreen

UNIT_KINDS = {"UNITS", "UNIT", "LEADER", "PLANE", "UNITS,SW", "SW|UNITS", "GUN|SW"}
WEAPON_KINDS = {"SW", "UNITS,SW", "SW|UNITS", "GUN|SW"}
"""The kinds of argument that units, and SW, can be."""
MOVES = ("move", "enter", "place", "advance", "rout")
"""What `m` does, as the phase has it."""
ABOUT: dict[str, Callable[[Unit], bool]] = {
    "load": lambda unit: unit.infantry or unit.kind == "gun",
    "board": lambda unit: unit.mmc or unit.kind in ("leader", "hero", "gun"),
    "smoke": lambda unit: unit.mmc and unit.good_order,
    "search": lambda unit: unit.infantry and unit.good_order,
    "wound": lambda unit: unit.kind in ("leader", "hero"),
    "pin": lambda unit: unit.infantry,
    "break": lambda unit: unit.kind not in ("gun", "vehicle", "cupola", "aircraft", "hero"),
    "enter": lambda unit: not unit.hex,
    "move": lambda unit: bool(unit.hex) and "broken" not in unit.flags,
    "advance": lambda unit: bool(unit.hex) and "broken" not in unit.flags,
    "rout": lambda unit: "broken" in unit.flags,
    "fire": lambda unit: "broken" not in unit.flags,
    "air": lambda unit: unit.kind == "aircraft",
    "aa": lambda unit: "broken" not in unit.flags,
    "guard": lambda unit: "prisoner" in unit.flags,
    "turn": lambda unit: unit.kind in ("gun", *VEHICLES),
    "face": lambda unit: unit.kind in ("gun", *VEHICLES),
    "malfunction": lambda unit: unit.kind in ("gun", *VEHICLES),
}
"""Which units an order could be about, where it cannot say so itself: it needs more than units, or is by hand."""
FIRST = ("fire", "move", "enter", "place", "advance", "rout", "rally")
"""What stands at the head of the list."""
PARTS = {"settle": "Results from your board", "adjust": "By hand", "dice": "By hand"}


@dataclass(frozen=True, slots=True)
class UnitOrder:
    """One thing the taken units may be told: its word and key ("" for none), what to type, and what it is."""

    word: str
    key: str
    typed: str
    words: str
    whole: bool
    """Whether nothing more has to be typed."""
    part: str = ""
    """The part of the list it belongs to; "" for what is usual now."""


def orders_for(game: Game, units: Sequence[Unit], arms: Sequence[str] = ()) -> list[UnitOrder]:
    """Everything that may be told to these units now, first what has a key."""
    if not units and not arms:
        return []
    found: list[UnitOrder] = []
    for command in legal(game).legal:
        key = "f" if command.name == "fire" else "m" if command.name in MOVES else ""
        part = "" if command.name in FIRST else PARTS.get(command.group, "")
        for typed, whole in _typed(game, command, [unit.id for unit in units], arms):
            found.append(UnitOrder(command.name, key, f"{command.name} {typed}", command.summary, whole, part))
    parts = ("", *PARTS.values())
    return sorted(found, key=lambda item: (parts.index(item.part), item.word not in FIRST))


def _typed(game: Game, command: Command, ids: Sequence[str], arms: Sequence[str]) -> Iterator[tuple[str, bool]]:
    """What of those taken the command could be about, as it wants it typed; whether nothing more has to be typed."""
    for _, form in command.forms:
        slot = next(iter(form.root.items), None) if isinstance(form.root, Series) else form.root
        slot = slot.item if isinstance(slot, Repeat) else slot
        if not isinstance(slot, Slot) or slot.kind.name not in UNIT_KINDS | WEAPON_KINDS:
            continue
        names = [*(ids if slot.kind.name in UNIT_KINDS else ()), *(arms if slot.kind.name in WEAPON_KINDS else ())]
        if slot.kind.name in WEAPON_KINDS and slot.kind.name != "UNITS,SW":
            names = list(arms) or names
        whole = any(form.bind((name,)) for name in names)
        able = [name for name in names if _able(game, command, slot, name, whole=whole)]
        pairs = [] if whole or slot.kind.many else [pair for pair in permutations(ids[:8], 2) if form.bind(pair)]
        pair = next((pair for pair in pairs if _can(game, command, pair)), None)
        if pairs:
            if pair:
                yield " ".join(pair), True
                return
        elif able:
            yield ",".join(able if slot.kind.many else able[:1]), whole
            return


def _able(game: Game, command: Command, slot: Slot, name: str, *, whole: bool) -> bool:
    """Whether the command could be about this unit or SW: the order itself says so, if it needs nothing more."""
    unit, about = game.state.units.get(name), ABOUT.get(command.name)
    if unit is not None and about is not None and not about(unit):
        return False
    if whole:
        return _can(game, command, (name,))
    try:
        return bool(slot.kind.read(game, name))
    except Refused:
        return False


def _can(game: Game, command: Command, words: Sequence[str]) -> bool:
    """Whether the order that these words mean is legal."""
    try:
        return command.parse(game, words).can(game)
    except Refused:
        return False


def short_orders(game: Game, units: Sequence[Unit], arms: Sequence[str] = ()) -> str:
    """What the taken units may do now in one line: `f Prep Fire, m move (4 MF left), o more orders`."""
    state = game.state
    if state.stage != "play" or (not units and not arms):
        return ""
    fire = fire_kind(game, units, [state.weapons[key] for key in arms])
    parts = [f"f {fire}"] if fire else []
    if units and units[0].side == state.side:
        parts += _short_move(game, units)
    if any("broken" in unit.flags for unit in units):
        parts += {"RtPh": ["m rout"], "RPh": ["o rally"]}.get(state.phase, [])
    if state.phase == "CCPh" and units and units[0].hex and len({u.side for u in state.units_at(units[0].hex)}) > 1:
        parts.append(f": cc {units[0].hex}")
    return ", ".join([*parts, "o all orders"])


def _short_move(game: Game, units: Sequence[Unit]) -> list[str]:
    """`m move (4 MF left)`, `m enter` or `m advance`, as the phase of their side has it."""
    if game.state.phase == "APh":
        return ["m advance"]
    able = [unit for unit in units if not unit.flags & set(CANNOT_MOVE) and unit.kind not in STAYS]
    if game.state.phase != "MPh" or not able:
        return []
    if not units[0].hex:
        return ["m enter"]
    left = min(mf - game.state.units[key].mf for key, mf in stack_allowance(game, able).items())
    return [f"m move ({left:g} {'MP' if able[0].kind == 'vehicle' else 'MF'} left)"]


def fire_kind(game: Game, units: Sequence[Unit], arms: Sequence[Weapon]) -> str:
    """The kind of fire that the first of these could use now, or ""."""
    goal = goal_now(game)
    pairs: list[tuple[Unit, Weapon | None]] = [(unit, None) for unit in units if unit.kind != "leader"]
    pairs += [(game.state.units[item.holder], item) for item in arms if item.holder in game.state.units]
    pairs += [(unit, item) for unit in units for item in game.state.weapons_of(unit.id)]
    for unit, weapon in pairs:
        try:
            return opportunity(game, unit, goal or str(unit.hex), weapon).name
        except Refused:
            continue
    return ""


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
