"""Faults of content in one clear sentence each, and the files they are about. Imports nothing heavy."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import TypeVar

from sasl.kernel.files.regular_files import disk_words
from sasl.kernel.rolling.tables import ContentFault
from sasl.kernel.text import closest, hint

Item = TypeVar("Item")

MAX_BYTES = 2_000_000
MOST_FAULTS = 50
"""At most so many faults of one file are listed; a file with more is another kind of file."""


class ContentError(ContentFault):
    """A file that cannot be used. `str()` is one clear sentence per fault: file:line, what, remedy.

    `mended`: the text without what was wrong, line by line as it was, so that lint can look for more.
    """

    def __init__(self, faults: Sequence[str], mended: str | None = None) -> None:
        super().__init__("\n".join(faults))
        self.faults = tuple(faults)
        self.mended = mended


@contextmanager
def collected(faults: list[str]) -> Iterator[None]:
    """What is refused here is added to `faults`: one faulty file hides no other."""
    try:
        yield
    except ContentError as error:
        faults += error.faults


def refuse(faults: Sequence[str]) -> None:
    """ContentError with these faults, if there are any."""
    if faults:
        raise ContentError(faults)


@dataclass(frozen=True, slots=True)
class PackFile:
    """A YAML file of a pack as it was read: its place in the pack, its bytes, and how faults call it."""

    pack: str
    place: PurePosixPath
    raw: bytes = field(repr=False)
    shown: str = field(compare=False)

    @property
    def name(self) -> str:
        """The last part of its place: `g2.yaml`."""
        return self.place.name

    @property
    def stem(self) -> str:
        """Its name without `.yaml`."""
        return self.place.stem

    @property
    def parent(self) -> PurePosixPath:
        """The folder it lies in."""
        return self.place.parent

    def read_bytes(self) -> bytes:
        """What stands in it, with plain line ends."""
        return self.raw

    def text(self) -> str:
        """What stands in it. ContentError if that is no text, or too much."""
        return decoded(self.raw, self.shown)


File = Path | PackFile
"""A file of content: on the disk, or in a pack that was read already."""


def and_more(shown: str, number: int) -> str:
    """What stands for the faults of a file beyond the first `MOST_FAULTS`."""
    return f"{shown}: and {number:,} more"


def few(faults: Sequence[str], shown: str = "") -> list[str]:
    """The first faults of a file, and how many more there are (which may be the last of `faults` already)."""
    if len(faults) <= MOST_FAULTS + 1:
        return list(faults)
    return [*faults[:MOST_FAULTS], and_more(shown, len(faults) - MOST_FAULTS)]


def nearest(word: str, words: Iterable[str]) -> str:
    """`; did you mean 'x'?` for the closest of `words`, or the empty string."""
    return hint(closest(word, words))


MOST_LISTED = 12
"""How many names are listed where none is near."""


def instead(name: str, known: Collection[str]) -> str:
    """The nearest of the names there are, or all of a few: `; there are bold, timid`."""
    meant = closest(name, known)
    few = ", ".join(sorted(known)) if len(known) <= MOST_LISTED else ""
    return hint(meant) or (f"; there {'is' if len(known) == 1 else 'are'} {few}" if few else "")


def no_such(what: str, name: str, known: Iterable[str]) -> str:
    """`there is no table 'g3'; did you mean 'g2'?`"""
    return f"there is no {what} '{name}'{nearest(name, known)}"


def no_counter(nation: str, name: str, known: Collection[str]) -> str:
    """`there is no German counter '50L'; tables/counters/german.yaml lists them`, or the nearest one."""
    said = no_such(f"{nation.capitalize()} counter", name, known)
    return said if closest(name, known) else f"{said}; tables/counters/{nation}.yaml lists them"


def named(known: Mapping[str, Item], name: str, none: str) -> Item:
    """The item called `name`. ContentError, `none` and what may be meant, if there is none."""
    if name not in known:
        raise ContentError([f"{none} '{name}'{instead(name, known)}"])
    return known[name]


UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
"""What a terminal must never be sent: control characters, and those that turn the writing direction."""


def printable(text: str) -> str:
    """`text` if a terminal can show it safely; ValueError names the first control character."""
    unsafe = UNSAFE.search(text)
    if unsafe:
        raise ValueError(f"control character U+{ord(unsafe[0]):04X} is not allowed in a text")
    return text


def decoded(raw: bytes, shown: str) -> str:
    """The text of a file. ContentError if it is too large or no UTF-8."""
    if len(raw) > MAX_BYTES:
        raise ContentError([f"{shown}: this is too large; {MAX_BYTES:,} bytes are allowed"])
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise ContentError([f"{shown}:{line}: not UTF-8 text; save the file as UTF-8"]) from None


def disk_fault(shown: str, what: str, error: OSError) -> ContentError:
    """A file that the disk does not give or take: `own/g2.yaml: cannot be read (permission denied)`."""
    return ContentError([f"{shown}: {what} ({disk_words(error)})"])


def shown_path(path: Path) -> str:
    """The path as a person would say it: relative to where he stands, if it lies below."""
    try:
        return str(path.resolve().relative_to(Path.cwd()))
    except (ValueError, OSError, RuntimeError):  # OSError: where he stands is no more; RuntimeError: links in a circle
        return str(path)
