"""What to change on the real board to get from one moment of a game to another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from sasl.asl.game.flags import HORSE, Flag, WeaponFlag
from sasl.asl.game.sides import Side
from sasl.asl.game.state import COLOURS, State, Suspect, Unit, Weapon
from sasl.asl.game.words import kind_word, marker_words, state_words, unit_words, value_name
from sasl.board.join import Crossing, course, label
from sasl.kernel.text import in_runs, listed

T = TypeVar("T")

NO_COUNTER: frozenset[Flag] = frozenset((
    "acted", "advanced", "armored-assault", "assault", "attacked-by-air", "by-road", "cc-attacked", "charged",
    "charging", "deploying", "recombining", "transferring",
    "double-late", "drove", "ended", "evading", "fire-command", "gallop-late", "hatch", "keeps-dm", "led-rally",
    "move-command",
    "moved", "no-attack", "rally-tried", "recovering", "repairing", "road-entry", "routed", "self-rallied",
    "shellhole", "smoked", "stopped", "tired", "waits",
))  # fmt: skip
"""States that no counter on the board shows."""
UNSET = {"command": "strict"}
"""What holds where the player has chosen nothing."""


Called = Callable[[str], str]
"""What a hex is called."""


def board_changes(before: State, after: State, called: Called = str) -> list[str]:
    """Every difference a player sees on his board, in table language; [] if there is none.

    Order: the moment, mapboards, S?, ENEMY, FRIENDLY, SW, markers, control, values, what is followed in VASL.
    """
    return [
        *_moment(before, after),
        *_layout(before, after),
        *_suspects(before, after, called),
        *_units(before, after, "ENEMY", called),
        *_units(before, after, "FRIENDLY", called),
        *_weapons(before, after, called),
        *_markers(before, after, called),
        *_control(before, after, called),
        *_values(before, after),
        *_vasl(before, after),
    ]


def _vasl(before: State, after: State) -> list[str]:
    """The setting goes with the commands taken back; what the game has seen of VASL changes nothing on a board."""
    old, new = before.vasl.follows, after.vasl.follows
    if old == new:
        return []
    return [f"The game follows VASL again: {new}" if new else f"The game no longer follows VASL (vasl follow {old})"]


def _moment(before: State, after: State) -> list[str]:
    if before.moment == after.moment:
        return []
    return [f"Go to {after.moment}"]


def _changed(old: Mapping[str, T], new: Mapping[str, T]) -> Iterable[tuple[str, T | None, T | None]]:
    """Id, thing before and thing after, wherever they differ: what left, what changed, what came."""
    for key in sorted({*old, *new}, key=natural):
        if old.get(key) is not new.get(key) and old.get(key) != new.get(key):
            yield key, old.get(key), new.get(key)


def natural(text: str) -> tuple[str, int, str]:
    """S2 before S12."""
    head = text.rstrip("0123456789")
    return (head, int(text[len(head) :] or 0), text)


# -- mapboards ----------------------------------------------------------------------------------------
def _layout(before: State, after: State) -> list[str]:
    lines = []
    if (before.layout.sheets, before.layout.upright) != (after.layout.sheets, after.layout.upright):
        sheets = [sheet for sheet in after.layout.sheets if sheet.board]
        names = [label(sheet.board) + " turned" * sheet.turned for sheet in sheets]
        lines.append(f"The boards {course(after.layout)} are {listed(names)}" if names else "Remove the mapboards")
    for old in before.layout.bridges:
        if old not in after.layout.bridges:
            lines.append(f"Remove the {_bridge(old)}")
    for new in after.layout.bridges:
        if new not in before.layout.bridges:
            lines.append(f"There is a {_bridge(new)}")
    if before.entry != after.entry:
        lines.append(f"FRIENDLY enters by the {after.entry} edge" if after.entry else "The entry edge is not chosen")
    return lines


def _bridge(crossing: Crossing) -> str:
    return f"{crossing.construction if crossing.intact else 'destroyed'} bridge {'-'.join(crossing.hexes)}"


# -- S? -----------------------------------------------------------------------------------------------
def _suspects(before: State, after: State, called: Called) -> list[str]:
    lines = []
    for key, old, new in _changed(before.suspects, after.suspects):
        if new is None:
            lines.append(f"Take {key} off {_where(old, called)}" if old else key)
            continue
        if old is None:
            lines.append(f"Put {_suspect_words(new)} {'' if new.off_board else 'in '}{_where(new, called)}")
            continue
        if (old.hex, old.off_board) != (new.hex, new.off_board):
            lines.append(f"Put {key} back {'' if new.off_board else 'in '}{_where(new, called)}")
        if old.attitude != new.attitude:
            lines.append(f"Swap {key} for a {_colour(new)} S? ({new.attitude})")
    return lines


def _suspect_words(suspect: Suspect) -> str:
    return f"a {_colour(suspect)} S? ({suspect.id})"


def _colour(suspect: Suspect) -> str:
    return COLOURS.get(suspect.attitude, "black")


def _where(suspect: Suspect, called: Called) -> str:
    return f"off-board next to {called(suspect.hex)}" if suspect.off_board else called(suspect.hex)


# -- units --------------------------------------------------------------------------------------------
def _units(before: State, after: State, side: Side, called: Called) -> list[str]:
    lines: list[str] = []
    places: dict[tuple[str, str], list[str]] = {}
    flags: dict[tuple[str, str], list[str]] = {}
    for key, old, new in _changed(_of(before, side), _of(after, side)):
        here, there = old.hex if old else "", new.hex if new else ""
        if old and here != there:
            place = ("Put", f"in {called(there)}") if there else ("Take", f"off {called(here)}")
            places.setdefault(place, []).append(key)
        if new is None:
            lines += [f"Remove {key} from the game"] * (not here)
        elif old is None:
            lines.append(_joined(new, called))
        else:
            lines += _unit_changes(key, old, new, called)
            _note_flags(flags, key, old.flags, new.flags)
    return [
        *(f"{verb} {listed(in_runs(names))} {where}" for (verb, where), names in places.items()),
        *lines,
        *_flag_lines(flags),
    ]


def _of(state: State, side: Side) -> dict[str, Unit]:
    return {key: unit for key, unit in state.units.items() if unit.side == side}


def _joined(unit: Unit, called: Called) -> str:
    shown = sorted(state_words(unit.flags - NO_COUNTER))
    states = f" [{', '.join(shown)}]" if shown else ""
    if unit.hex:
        facing = f", CA {_vertex(unit.ca, called)}" if unit.ca else ""
        return f"Put {unit_words(unit)} in {called(unit.hex)}{facing}{states}"
    return f"Keep {unit_words(unit)} ready off-board{states}"


def _vertex(name: str, called: Called) -> str:
    """The vertex between two hexes: `H10/I11`."""
    return "/".join(map(called, name.split("/")))


def _unit_changes(key: str, old: Unit, new: Unit, called: Called) -> list[str]:
    lines = []
    if (old.type, old.kind) != (new.type, new.kind):
        lines.append(f"Swap {key} for a {kind_word(new.kind)} {new.type}")
    if old.ca != new.ca and new.ca:
        lines.append(f"Turn {key} to CA {_vertex(new.ca, called)}")
    if old.carrier != new.carrier:
        aboard = f"Mount {new.carrier} on {key}" if new.kind == HORSE else f"Put {key} aboard {new.carrier}"
        guarded = "guarded by" if "prisoner" in old.flags else "aboard"
        ashore = f"Take {old.carrier} off {key}" if new.kind == HORSE else f"{key} is no longer {guarded} {old.carrier}"
        lines.append(aboard if new.carrier else ashore)
    return lines


def _note_flags(
    found: dict[tuple[str, str], list[str]],
    key: str,
    old: frozenset[Flag | WeaponFlag],
    new: frozenset[Flag | WeaponFlag],
) -> None:
    gained = listed(sorted(state_words(new - old - NO_COUNTER)))
    lost = listed(sorted(state_words(old - new - NO_COUNTER)))
    if gained or lost:
        found.setdefault((gained, lost), []).append(key)


def _flag_lines(found: Mapping[tuple[str, str], list[str]]) -> list[str]:
    """One line for all that changed in the same way: `628a and 628b are no longer pinned`."""
    lines = []
    for (gained, lost), names in found.items():
        verb = "is" if len(names) == 1 else "are"
        parts = ([gained] if gained else []) + ([f"no longer {lost}"] if lost else [])
        lines.append(f"{listed(in_runs(names))} {verb} {' and '.join(parts)}")
    return lines


# -- SW and markers -----------------------------------------------------------------------------------
def _weapons(before: State, after: State, called: Called) -> list[str]:
    lines: list[str] = []
    flags: dict[tuple[str, str], list[str]] = {}
    for key, old, new in _changed(before.weapons, after.weapons):
        if new is None:
            lines.append(f"Take {key} off the board")
            continue
        if old is None or (old.holder, old.hex) != (new.holder, new.hex):
            lines.append(_holder(key if old else f"{key} ({new.type})", new, called))
        _note_flags(flags, key, (old.flags if old else frozenset()) - {"fired"}, new.flags - {"fired"})
    return lines + _flag_lines(flags)


def _holder(words: str, weapon: Weapon, called: Called) -> str:
    if weapon.holder:
        return f"Give {words} back to {weapon.holder}"
    return f"Lay {words} down in {called(weapon.hex)}" if weapon.hex else f"Keep {words} ready off-board"


def _markers(before: State, after: State, called: Called) -> list[str]:
    lines = []
    for _, old, new in _changed(before.markers, after.markers):
        if old and new and (old.hex, marker_words(old)) == (new.hex, marker_words(new)):
            if old.number != new.number:
                lines.append(f"The {marker_words(new)} in {called(new.hex)} has {new.number} instead of {old.number}")
            continue
        if old:
            lines.append(f"Take the {marker_words(old)} off {called(old.hex)}")
        if new:
            lines.append(f"Put the {marker_words(new)} in {called(new.hex)}")
    return lines


# -- control and values -------------------------------------------------------------------------------
def _control(before: State, after: State, called: Called) -> list[str]:
    lines = []
    for name in sorted({*before.control, *after.control}):
        side = after.control.get(name)
        if before.control.get(name) != side:
            where = called(name)
            lines.append(f"VPO {where} is controlled by the {side} side" if side else f"{where} is not a VPO")
    for word in ("rail", "road"):
        old, new = getattr(before, word), getattr(after, word)
        if new - old:
            lines.append(f"The FRIENDLY side controls {word} {listed(sorted(new - old))}")
        if old - new:
            lines.append(f"The FRIENDLY side no longer controls {word} {listed(sorted(old - new))}")
    return lines


_WEATHER: tuple[tuple[str, Callable[[Any], str]], ...] = (
    ("ec", lambda word: f"EC is {word}"),
    ("wind", lambda word: f"Wind is {word}"),
    ("gusts", lambda on: "Gusts blow" if on else "Gusts are over"),
)


def _values(before: State, after: State) -> list[str]:
    lines = []
    for name in dict.fromkeys([*before.values, *after.values]):
        old, new = before.values.get(name), after.values.get(name)
        if (old.value if old else "") != (new.value if new else ""):
            lines.append(f"{value_name(name)} is {new.value if new else UNSET.get(name, 'not yet known')}")
    for field, words in _WEATHER:
        if getattr(before, field) != getattr(after, field):
            lines.append(words(getattr(after, field)))
    return lines
