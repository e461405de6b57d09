"""What was read and checked once, kept in the user's cache folder: a start need neither parse nor check it again.

A piece lies in a file of its own, named by its kind and by a hash of all that it was made from: the bytes of the files
of content (their sizes and dates may lie after a checkout), and size and date of each source file that reads them (as
Python's own bytecode files do). So nothing in the folder ever goes stale, and all of it may be deleted at any time.
The files are JSON, data and never code; one that is damaged, foreign or of another make is passed over, and where the
folder cannot be written to, content is read from its YAML each time.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeVar, cast

from sasl import __version__
from sasl.board import hexes, terrain
from sasl.content import boards, counters, doctrine, mission, mission_map, vasl
from sasl.kernel import dice, tables
from sasl.kernel.frozen import Field, fields, has_fields
from sasl.kernel.reading import read_regular, replace_whole

CACHE = "SASL_CACHE"
"""The variable that names another folder for the cache; empty: there is none."""
MAKE = f"sasl {__version__} content 1"
"""The first line of a piece begins with it."""
MOST_BYTES = 20_000_000
MOST_PIECES = 200
"""So many pieces stay in the folder, the newest."""
ROOMS = ("kernel", "board", "content")
"""The folders of source files that pieces depend on."""

T = TypeVar("T")


def cache_folder() -> Path | None:
    """Where pieces are kept: what `SASL_CACHE` names, else the user's cache folder; None if it names nothing."""
    named = os.environ.get(CACHE)
    if named is not None:
        return Path(named) if named else None
    import platformdirs

    return platformdirs.user_cache_path("sasl")


class Pieces:
    """The pieces in one folder; without a folder, or where it gives and takes nothing, everything is made anew."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self._known: dict[str, Any] = {}

    def get(self, kind: str, sources: Iterable[bytes], make: Callable[[], T]) -> T:
        """The piece of this kind that `make` makes of these sources: from the folder, or made and kept there."""
        name = self.name(kind, sources)
        if name not in self._known:
            self._known[name] = self._found(name, make)
        return cast(T, self._known[name])

    def name(self, kind: str, sources: Iterable[bytes]) -> str:
        """The name of the file of the piece of this kind that is made of these sources."""
        digest = blake2b(_code(), digest_size=16)
        for source in sources:
            digest.update(b"%d " % len(source))
            digest.update(source)
        return f"{kind}-{digest.hexdigest()}.json"

    def _found(self, name: str, make: Callable[[], T]) -> T:
        with suppress(LookupError):
            return cast(T, self.find(name))
        piece = make()
        self.put(name, piece)
        return piece

    def find(self, name: str) -> Any:
        """The piece of this name as it lies in the folder. LookupError if there is none that can be trusted."""
        with suppress(OSError, ValueError, TypeError, LookupError, RecursionError):
            if self.folder is not None:
                return decode(_opened(name, read_regular(self.folder / name, MOST_BYTES)))
        raise LookupError(name)

    def put(self, name: str, piece: object) -> None:
        """Write a piece; a folder that takes none is passed over."""
        if self.folder is not None:
            with suppress(OSError):
                self._keep(self.folder / name, _sealed(name, encode(piece)))

    def _keep(self, path: Path, data: bytes) -> None:
        """Write a piece whole or not at all, and let go of the oldest."""
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        replace_whole(path, data, lasting=False)
        kept = sorted(path.parent.glob("*.json"), key=lambda other: other.stat().st_mtime, reverse=True)
        for old in kept[MOST_PIECES:]:
            old.unlink(missing_ok=True)


@cache
def _code() -> bytes:
    """Size and date of every source file that reads content."""
    package = Path(__file__).resolve().parent.parent
    found = ((path, path.stat()) for room in ROOMS for path in sorted((package / room).glob("*.py")))
    return "".join(f"{path} {stat.st_size} {stat.st_mtime_ns}\n" for path, stat in found).encode()


def _sealed(name: str, data: object) -> bytes:
    """A piece as it lies in its file: its make, its name and the hash of its data, then the data."""
    body = json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
    return f"{MAKE} {name} {blake2b(body, digest_size=16).hexdigest()}\n".encode() + body


def _opened(name: str, raw: bytes) -> Any:
    """The data of a piece. ValueError for a file that is damaged, foreign or of another make."""
    head, _, body = raw.partition(b"\n")
    if head.decode() != f"{MAKE} {name} {blake2b(body, digest_size=16).hexdigest()}":
        raise ValueError(name)
    return json.loads(body)


# -- values as JSON -----------------------------------------------------------------------------------
# A list begins with what it is: a container below, or the class whose fields it holds in their order.

CONTAINERS: dict[str, Callable[[Any], Any]] = {"tuple": tuple, "list": list, "set": frozenset, "pairs": dict}

_MODULES = (hexes, terrain, tables, boards, counters, doctrine, mission, mission_map, vasl)
CLASSES: dict[str, type] = {
    name: kind
    for module in _MODULES
    for name, kind in vars(module).items()
    if has_fields(kind) and kind.__module__ == module.__name__
}
"""The classes that pieces are made of, all of them plain data."""


def encode(value: Any) -> Any:
    """The value as JSON has it. TypeError for what is no plain data."""
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, dice.RollKind):
        return ["roll", value.name]
    if CLASSES.get(type(value).__name__) is type(value):
        return [type(value).__name__, *_figures(value, _fields(type(value).__name__))]
    if isinstance(value, Mapping):
        if all(isinstance(key, str) for key in value):
            return {key: encode(item) for key, item in value.items()}
        return ["pairs", *(["tuple", encode(key), encode(item)] for key, item in value.items())]
    for name, kind in CONTAINERS.items():
        if isinstance(value, kind):  # type: ignore[arg-type]  # they are types, used as makers elsewhere
            return [name, *map(encode, value)]
    raise TypeError(type(value).__name__)


def _figures(value: Any, held_in: Sequence[Field]) -> list[Any]:
    """The fields of a value in their order, without those at the end that are as usual."""
    held = [getattr(value, item.name) for item in held_in]
    for item in reversed(held_in):
        usual = item.usual
        if type(held[-1]) is not type(usual) or held[-1] != usual:
            break
        held.pop()
    return [encode(item) for item in held]


@cache
def _fields(name: str) -> tuple[Field, ...]:
    """The fields that make a value of that class what it is; the others are room for what is worked out later."""
    return tuple(item for item in fields(CLASSES[name]) if not item.name.startswith("_"))


def decode(data: Any) -> Any:
    """The value that `encode` was given. LookupError, TypeError or ValueError for what it never wrote."""
    if isinstance(data, list):
        return _maker(data[0])([item if type(item) is str else decode(item) for item in data[1:]])
    if isinstance(data, dict):
        return {key: decode(item) for key, item in data.items()}
    return data


@cache
def _maker(name: str) -> Callable[[list[Any]], Any]:
    """What makes a value of the items after its name."""
    if name in CONTAINERS:
        return CONTAINERS[name]
    if name == "roll":
        return lambda items: dice.roll_kind(items[0])
    kind = CLASSES[name]
    names = tuple(item.name for item in _fields(name))
    if any(item.kw_only for item in _fields(name)):
        return lambda items: kind(**dict(zip(names, items, strict=False)))
    return lambda items: kind(*items)
