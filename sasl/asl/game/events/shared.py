"""What the facts share: changed mappings, ids given out, who goes along, words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from sasl.asl.game.flags import BOOK_KEEPING, Flag, WeaponFlag
from sasl.asl.game.state import State, Unit
from sasl.asl.game.words import change_words
from sasl.kernel.facts import Event
from sasl.kernel.frozen import replace

T = TypeVar("T")
MOST_NAMES = 8
"""How many ids are named in a log line; `explain` names all."""


def changed(mapping: Mapping[str, T], key: str, value: T) -> dict[str, T]:
    """The mapping with one value set."""
    return {**mapping, key: value}


def without(mapping: Mapping[str, T], *keys: str) -> dict[str, T]:
    """The mapping without some keys."""
    return {key: value for key, value in mapping.items() if key not in keys}


def with_unit(state: State, unit_id: str, **changes: Any) -> State:
    """The state with a unit changed. KeyError if it is not there."""
    return replace(state, units=changed(state.units, unit_id, replace(state.units[unit_id], **changes)))


def carried(state: State, vehicle: Unit) -> State:
    """Passengers, Riders and towed Guns go where their vehicle goes, prisoners where their Guard goes."""
    goal = state.units[vehicle.id].hex
    riders = [unit.id for unit in state.units.values() if unit.carrier == vehicle.id]
    for rider in riders:
        state = carried(with_unit(state, rider, hex=goal), state.units[rider])
    return state


def serial(state: State, code: str) -> State:
    """Remember how many ids of `code` were given out, so that none is ever used again."""
    key = code.lower()
    return replace(state, serials=changed(state.serials, key, state.serials.get(key, 0) + 1))


def at_hex(name: str, printed: str) -> str:
    """`M26 (43M6)`: a hex, and what is printed there where boards are joined."""
    return f"{name} ({printed})" if printed else name


def because(text: str) -> str:
    """`: why`, or nothing."""
    return f": {text}" if text else ""


def alike(event: Any, before: Sequence[Event]) -> tuple[str, ...]:
    """The ids of all of whom the same is to be said, so that one line can tell it; () if it cannot."""
    kin: list[Any] = [item for item in before if type(item) is type(event)]
    same = [*(item for item in kin if replace(item, id=event.id).describe() == event.describe()), event]
    ids = tuple(dict.fromkeys(item.id for item in same))
    return ids if len(before) < len(ids) <= MOST_NAMES else ()


def states(gained: Iterable[Flag | WeaponFlag], lost: Iterable[Flag | WeaponFlag], why: str) -> str:
    """`now broken and DM`, without what is only book-keeping, unless the player set it by hand."""
    unsaid = frozenset[Flag | WeaponFlag]() if why == "player" else BOOK_KEEPING
    over = unsaid and unsaid | {"withdrawing"}  # a CC takes it from all who were there, whoever had it
    return change_words([flag for flag in gained if flag not in unsaid], [flag for flag in lost if flag not in over])
