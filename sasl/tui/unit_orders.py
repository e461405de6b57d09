"""What the taken units may be told to do now: the commands that are legal and take units, with their keys."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sasl.asl.fire.opportunity import opportunity
from sasl.asl.game.context import Game, Refused
from sasl.asl.game.registry import Verb
from sasl.asl.game.state import VEHICLES, Unit, Weapon
from sasl.asl.movement.allowance import CANNOT_MOVE, STAYS, stack_allowance
from sasl.kernel.text import listed
from sasl.orders.engine import legal
from sasl.tui.aiming import goal_now
from sasl.tui.dialogs import PickDialog
from sasl.tui.lines import Line

if TYPE_CHECKING:
    from sasl.tui.play_screen import PlayScreen

TAKES = re.compile(r"(UNITS?|UNITS,SW|SQUAD|HS|VEHICLE|GUN(?:\[,UNITS\])?|PLANE|SW(?:\|UNITS?|\|GUN)*)\b")
"""How the usage of a command that takes units begins, after its name."""
MOVES = ("move", "enter", "place", "advance", "rout")
"""What `m` does, as the phase has it."""
FITS = {"VEHICLE": VEHICLES, "GUN": ("gun",), "SQUAD": ("squad",), "HS": ("hs",), "PLANE": ("aircraft",)}
"""The kinds of units some commands take."""
ABOUT: dict[str, Callable[[Unit], bool]] = {
    "rally": lambda unit: "broken" in unit.flags,
    "rout": lambda unit: "broken" in unit.flags,
    "keepdm": lambda unit: "broken" in unit.flags,
    "bail": lambda unit: bool(unit.carrier) or unit.cavalry,
    "mount": lambda unit: unit.infantry and (unit.mmc or unit.kind in ("leader", "hero")),
    "dismount": lambda unit: unit.cavalry,
    "unload": lambda unit: bool(unit.carrier),
    "load": lambda unit: unit.infantry or unit.kind == "gun",
    "board": lambda unit: unit.mmc or unit.kind in ("leader", "hero", "gun"),
    "smoke": lambda unit: unit.mmc and unit.good_order,
    "recover": lambda unit: unit.infantry and unit.good_order,
    "repair": lambda unit: unit.kind in ("gun", *VEHICLES),
    "search": lambda unit: unit.infantry and unit.good_order,
    "hold": lambda unit: not unit.flags & {"broken", "prep", "pinned", "ti"},
    "wound": lambda unit: unit.kind in ("leader", "hero"),
    "pin": lambda unit: unit.infantry,
    "break": lambda unit: unit.kind not in ("gun", "vehicle", "cupola", "aircraft", "hero"),
    "enter": lambda unit: unit.hex is None,
    "move": lambda unit: unit.hex is not None and "broken" not in unit.flags,
    "advance": lambda unit: unit.hex is not None and "broken" not in unit.flags,
    "fire": lambda unit: "broken" not in unit.flags,
}
"""Which of the taken units a command could be about, where not all of them."""
FIRST = ("fire", "move", "enter", "place", "advance", "rout", "rally")
"""What stands at the head of the list."""
PARTS = {"settle": "Results from your board", "adjust": "By hand", "dice": "By hand"}


@dataclass(frozen=True, slots=True)
class UnitOrder:
    """One thing the taken units may be told: its key ("" for none), what to type, and what it is."""

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
    for verb in legal(game).legal:
        names = _names(verb, units, arms)
        if not names:
            continue
        key = "f" if verb.name == "fire" else "m" if verb.name in MOVES else ""
        rest = TAKES.sub("", verb.usage.removeprefix(verb.name).strip(), count=1).strip(" …")
        part = "" if verb.name in FIRST else PARTS.get(verb.group, "")
        whole = not rest or rest.startswith(("[", "|"))
        found.append(UnitOrder(key, f"{verb.name} {names}", verb.summary, whole, part))
    parts = ("", *PARTS.values())
    return sorted(found, key=lambda item: (parts.index(item.part), item.typed.split()[0] not in FIRST))


def _names(verb: Verb, units: Sequence[Unit], arms: Sequence[str]) -> str:
    """The units (and SW) of those taken that the command could be about, as it wants them typed."""
    match = TAKES.match(verb.usage.removeprefix(verb.name).strip())
    if match is None or not verb.usage.startswith(verb.name + " "):
        return ""
    word = match[1].split("[")[0]
    if word.startswith("SW"):
        about = ABOUT.get(verb.name)
        fit = [unit.id for unit in units if about is None or about(unit)]
        names = [*arms] or (fit if "UNIT" in word else [])
        return ",".join(names)
    kinds, about = FITS.get(word), ABOUT.get(verb.name)
    fit = [unit.id for unit in units if (kinds is None or unit.kind in kinds) and (about is None or about(unit))]
    if word == "HS":
        return " ".join(fit[:2]) if len(fit) > 1 else ""
    if word in ("UNIT", "SQUAD", "VEHICLE", "PLANE", "GUN"):
        fit = fit[:1]
    return ",".join([*fit, *(arms if word == "UNITS,SW" else ())])


def short_orders(game: Game, units: Sequence[Unit], arms: Sequence[str] = ()) -> str:
    """What the taken units may do now in one line: `f Prep Fire, m move (4 MF left), o more orders`."""
    state = game.state
    if state.stage != "play" or (not units and not arms):
        return ""
    parts: list[str] = []
    fire = fire_kind(game, units, [state.weapons[key] for key in arms])
    if fire:
        parts.append(f"f {fire}")
    if units and state.phase == "MPh" and units[0].side == state.side:
        able = [unit for unit in units if not unit.flags & set(CANNOT_MOVE) and unit.kind not in STAYS]
        if able and units[0].hex:
            left = min(mf - state.units[key].mf for key, mf in stack_allowance(game, able).items())
            parts.append(f"m move ({left:g} {'MP' if able[0].kind == 'vehicle' else 'MF'} left)")
        elif able:
            parts.append("m enter")
    elif units and state.phase == "APh" and units[0].side == state.side:
        parts.append("m advance")
    if any("broken" in unit.flags for unit in units):
        parts += ["m rout"] if state.phase == "RtPh" else ["o rally"] if state.phase == "RPh" else []
    if state.phase == "CCPh" and units and units[0].hex and len({u.side for u in state.units_at(units[0].hex)}) > 1:
        parts.append(f": cc {units[0].hex}")
    return ", ".join([*parts, "o all orders"])


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
