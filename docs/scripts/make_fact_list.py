"""Keep tests/saves/facts.txt: every fact that a save may hold, with its fields. The list grows and never shrinks."""

from __future__ import annotations

import sys
import types
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import sasl.campaign.events  # noqa: F401 - registers the facts of campaigns
from sasl.asl.game.events import EVENTS
from sasl.kernel.frozen import Field, fields, has_fields

FILE = Path(__file__).resolve().parents[2] / "tests" / "saves" / "facts.txt"

ALSO_READ = {f"{kind}.hex": {"None"} for kind in ("Unit", "Weapon", "UnitPut", "WeaponGiven")}
"""What fields no longer hold but old saves do: sasl/saves/event_codec.py reads a hex of null as "", off the map."""


def fact_lines(facts: Mapping[str, type[Any]] = EVENTS) -> list[str]:
    """A line for each field of each fact, and of what facts hold: `UnitsMoved.how: str = ''`, in the order of names."""
    found: dict[str, type[Any]] = {}
    for kind in facts.values():
        _gather(kind, found)
    return sorted(line for kind in found.values() for line in _lines(kind))


def faults(kept: Sequence[str], now: Sequence[str]) -> list[str]:
    """What saves hold and can no longer be read as it was written: a sentence for each. New facts are none."""
    before, after = (dict(line.split(": ", 1) for line in lines) for lines in (kept, now))
    owners = {place.split(".")[0] for place in before}
    found = []
    for place, text in before.items():
        types_before, default = _halves(text)
        if place not in after:
            found.append(f"{place} is gone or renamed: old saves hold it")
            continue
        types_after, default_now = _halves(after[place])
        narrower = [word for word in types_before if not _taken(word, types_after)]
        if narrower:
            found.append(f"{place} no longer takes {' | '.join(narrower)}: old saves may hold it")
        if default is not None and default != default_now:
            found.append(f"{place} had the default {default}: it is not written, so old saves mean it where it is not")
    for place, text in after.items():
        if place not in before and place.split(".")[0] in owners and "." in place and _halves(text)[1] is None:
            found.append(f"{place} is new in a fact that old saves hold, and needs a default")
    return found


def _taken(word: str, types_now: Sequence[str]) -> bool:
    """Whether what was one of a field's types, or a word of its closed set, is still read."""
    bare = word.rstrip("[]{}")
    wider = "str" if bare.startswith("'") else "float" if bare == "int" else bare
    return bool({word, wider + word[len(bare) :], "anything"} & set(types_now))


def _halves(text: str) -> tuple[list[str], str | None]:
    """The types a field takes, and its default as it is written (None: it has none)."""
    kinds, equals, default = text.partition(" = ")
    return kinds.split(" | "), default if equals else None


def _lines(kind: type[Any]) -> Iterator[str]:
    hints = get_type_hints(kind)
    if not fields(kind):
        yield f"{kind.__name__}: no fields"
    for item in fields(kind):
        place, default = f"{kind.__name__}.{item.name}", _default(item)
        words = _words(hints[item.name]) | ALSO_READ.get(place, set())
        yield f"{place}: {' | '.join(sorted(words))}" + ("" if default is None else f" = {default}")


def _default(item: Field) -> str | None:
    return None if item.usual is MISSING else repr(item.usual)


def _words(hint: Any) -> set[str]:
    """The alternatives of a type: the words of a closed set one by one, what is in a row with [] behind it."""
    origin, inside = get_origin(hint), [part for part in get_args(hint) if part is not Ellipsis]
    if origin is Literal:
        return {repr(word) for word in inside}
    if origin in (Union, types.UnionType):
        return {word for part in inside for word in _words(part)}
    if origin is tuple and Ellipsis not in get_args(hint):
        return {f"({', '.join('/'.join(sorted(_words(part))) for part in inside)})"}
    if origin is not None and issubclass(origin, Mapping):
        return {f"{word}{{}}" for word in _words(inside[-1])}
    if origin is not None:
        return {f"{word}[]" for part in inside for word in _words(part)}
    return {"None" if hint is type(None) else "anything" if hint is Any else hint.__name__}


def _gather(kind: type[Any], found: dict[str, type[Any]]) -> None:
    """`kind` and every dataclass that it holds."""
    if found.setdefault(kind.__name__, kind) is not kind:
        raise ValueError(f"two things that saves hold are called {kind.__name__}")
    for hint in get_type_hints(kind).values():
        for part in _parts(hint):
            if has_fields(part) and part is not kind:
                _gather(part, found)


def _parts(hint: Any) -> Iterator[Any]:
    yield hint
    for part in get_args(hint):
        yield from _parts(part)


def main() -> int:
    """Add what is new; 1 with nothing written if something that saves hold is gone or means something else."""
    now = fact_lines()
    wrong = faults(FILE.read_text(encoding="utf-8").splitlines() if FILE.is_file() else [], now)
    for text in wrong:
        print(text, file=sys.stderr)
    if not wrong:
        FILE.write_text("\n".join(now) + "\n", encoding="utf-8")
    return int(bool(wrong))


if __name__ == "__main__":
    raise SystemExit(main())
