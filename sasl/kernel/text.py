"""Small helpers for words typed by people."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Sized
from itertools import groupby
from typing import TypeVar

W = TypeVar("W", bound=str)


def prefix_match(word: str, names: Iterable[str]) -> list[str]:
    """The names that `word` may stand for: the exact one, else all that begin with it (any case)."""
    low = word.lower()
    found = [name for name in names if name.lower().startswith(low)]
    exact = [name for name in found if name.lower() == low]
    return exact[:1] or found


LIKENESS = 0.55
"""How like another a word is at least, from 0 to 1, that may have been meant."""
SLIP = 0.65
"""The same of a slip of the hand where much else may have been meant: among commands, their words, ids of units."""


def are(names: Sized) -> str:
    """`is` behind one name, `are` behind several."""
    return "is" if len(names) == 1 else "are"


def closest(word: str, words: Iterable[str], likeness: float = LIKENESS) -> str:
    """The closest of `words` that is at least so like it, or the empty string."""
    import difflib  # only a fault needs it

    known: dict[str, str] = {}
    for item in words:
        known.setdefault(item.lower(), item)
    return next((known[item] for item in difflib.get_close_matches(word.lower(), known, n=1, cutoff=likeness)), "")


def hint(meant: str) -> str:
    """`; did you mean 'x'?`, or the empty string."""
    return f"; did you mean '{meant}'?" if meant else ""


def whole_number(text: str) -> int | None:
    """The whole number `text` says in at most 9 plain digits (a sign may stand before them), if it is one."""
    return int(text) if re.fullmatch(r"[+-]?[0-9]{1,9}", text) else None


def number_in(text: str, low: int, high: int) -> int | None:
    """The same, if it is `low`..`high`."""
    number = whole_number(text)
    return number if number is not None and low <= number <= high else None


def no_number(given: object, low: int, high: int) -> str:
    """The refusal of anything but a whole number `low`..`high`."""
    return f"'{given}' is not a whole number from {low:,} to {high:,}"


def one_of(word: str, words: Iterable[W]) -> W | None:
    """The member of a closed set of words that `word` is."""
    return next((item for item in words if item == word), None)


def as_named(word: str, names: Iterable[str]) -> str:
    """The name that `word` is, in any case; the word itself if it is none of them."""
    return next((name for name in names if name.lower() == word.lower()), word)


def failed_inside(line: str, error: Exception) -> str:
    """What is said of a command that met a fault of the program itself: the player never sees a traceback."""
    return f"'{line}' failed inside the program ({type(error).__name__}: {error}); nothing happened"


def counted(number: int, word: str, plural: str = "") -> str:
    """`1 hex`, `3 hexes`."""
    return f"{number} {word if number == 1 else plural or word + 's'}"


def listed(words: Iterable[str], most: int = 0) -> str:
    """`a, b and c`; with `most`, the rest is counted."""
    items = list(words)
    if most and len(items) > most:
        items = [*items[:most], f"{len(items) - most} more"]
    return items[0] if len(items) == 1 else ", ".join(items[:-1]) + f" and {items[-1]}" if items else ""


def doing(names: Iterable[str], one: str, many: str, most: int = 0) -> str:
    """`628a moves`, `628a and 91a move`."""
    items = list(names)
    return f"{listed(items, most)} {one if len(items) == 1 else many}"


def brief(text: str) -> str:
    """A value as a fault quotes it: 40 characters at most."""
    return text if len(text) <= 40 else text[:37] + "…"


def shown(text: str) -> str:
    """The text as it may be sent to a terminal: what is neither printable nor a line end becomes its code."""
    if text.isprintable():
        return text
    return "".join(char if is_shown(char) or char in "\n\t" else _code(char) for char in text)


def _code(char: str) -> str:
    return char.encode("unicode_escape").decode()


def is_shown(char: str) -> bool:
    """Whether a terminal shows a character and does nothing else (a Zs is a space of another width)."""
    return char.isprintable() or unicodedata.category(char) == "Zs"


def broken(text: str, width: int, begins: int, indent: int) -> Iterator[str]:
    """The text in lines of at most `width`, broken at spaces; the first begins at `begins`, the others at `indent`.

    A long log is broken in a fifth of the time that textwrap takes.
    """
    text = text.expandtabs().replace("\n", " ").strip(" ")
    while len(text) > (room := width - begins):
        cut = text.rfind(" ", 1, room + 1)
        if cut < 0 or len(text[cut + 1 :].partition(" ")[0]) > room:  # a word that has no room in any line
            cut = room
        yield " " * begins + text[:cut].rstrip(" ")
        text, begins = text[cut:].lstrip(" "), indent
    yield " " * begins + text


def markdown(text: str) -> str:
    """A text in which nothing is markup of Markdown: no HTML, no table bar, no emphasis, no link; one line."""
    return re.sub(r"([\\`*_{}\[\]<>#|~!&])", r"\\\1", " ".join(text.split()))


def sentence(text: str) -> str:
    """The text with a full stop, unless it ends with a sign already."""
    return text if text.endswith((".", "?", "!")) else f"{text}."


def tallied(names: Iterable[str]) -> str:
    """Names that come more than once with their number, in the order in which they come: `12 x 4-6-7, HMG`."""
    return ", ".join(f"{count} x {name}" if count > 1 else name for name, count in Counter(names).items())


def id_range(ids: Sequence[str]) -> str:
    """`g467-4 to g467-12`; one by one where they are two, or do not follow each other."""
    numbers = [int(name[len(name.rstrip("0123456789")) :] or 0) for name in ids]
    if len(ids) > 2 and numbers == list(range(numbers[0], numbers[0] + len(ids))):
        return f"{ids[0]} to {ids[-1]}"
    return ", ".join(ids)


def in_runs(ids: Iterable[str]) -> list[str]:
    """Ids with those together whose last letters follow each other, three or more: `627a to 627f`, `91a`, `91b`."""
    runs = groupby(enumerate(ids), lambda item: (item[1][:-1], ord(item[1][-1]) - item[0]))
    found: list[str] = []
    for _, run in runs:
        names = [name for _, name in run]
        found += [f"{names[0]} to {names[-1]}"] if len(names) > 2 else names
    return found


def switches(options: Mapping[str, tuple[bool, str]]) -> str:
    """`ask-los (ask about a doubtful LOS); …`: every switch of a game with what it does."""
    return "; ".join(f"{name} ({text})" for name, (_, text) in options.items())
