"""What was read and checked once, kept in the user's cache folder: a start need neither parse nor check it again.

A piece lies in a file of its own, named by its kind and by a hash of all that it was made from: the bytes of the files
of content (their sizes and dates may lie after a checkout), and size and date of each source file that reads them (as
Python's own bytecode files do). So nothing in the folder ever goes stale, and all of it may be deleted at any time.
The files are data and never code, and must be of the type that is asked for; one that is damaged, foreign or of another
make is passed over, and where the folder cannot be written to, content is read from its YAML each time.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeVar, cast

from msgspec import DecodeError
from msgspec.msgpack import Decoder, encode

from sasl import __version__
from sasl.kernel.files.regular_files import read_regular, replace_whole

CACHE = "SASL_CACHE"
"""The variable that names another folder for the cache; empty: there is none."""
MAKE = f"sasl {__version__} content 1"
"""The first line of a piece begins with it."""
SUFFIX = ".msgpack"
MOST_BYTES = 20_000_000
MOST_PIECES = 200
"""How many pieces stay in the folder: those used last."""
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

    def get(self, kind: str, form: type[T], sources: Iterable[bytes], make: Callable[[], T]) -> T:
        """The piece of this kind that `make` makes of these sources: from the folder, or made and kept there."""
        name = self.name(kind, sources)
        if name not in self._known:
            self._known[name] = self._found(name, form, make)
        return cast(T, self._known[name])

    def name(self, kind: str, sources: Iterable[bytes]) -> str:
        """The name of the file of the piece of this kind that is made of these sources."""
        digest = blake2b(_code(), digest_size=16)
        for source in sources:
            digest.update(b"%d " % len(source))
            digest.update(source)
        return f"{kind}-{digest.hexdigest()}{SUFFIX}"

    def _found(self, name: str, form: type[T], make: Callable[[], T]) -> T:
        with suppress(LookupError):
            return self.find(name, form)
        piece = make()
        self.put(name, piece)
        return piece

    def find(self, name: str, form: type[T]) -> T:
        """The piece of this name as it lies in the folder. LookupError if there is none that can be trusted."""
        with suppress(OSError, ValueError, TypeError, DecodeError, RecursionError):
            if self.folder is not None:
                path = self.folder / name
                piece = _decoder(cast(Any, form)).decode(_opened(name, read_regular(path, MOST_BYTES)))
                with suppress(OSError):
                    os.utime(path)  # what is in use is not the oldest
                return cast(T, piece)
        raise LookupError(name)

    def put(self, name: str, piece: object) -> None:
        """Write a piece; a folder that takes none is passed over."""
        if self.folder is not None:
            with suppress(OSError):
                body = encode(piece)
                self._keep(self.folder / name, _head(name, body) + body)

    def _keep(self, path: Path, data: bytes) -> None:
        """Write a piece whole or not at all, and let go of the oldest."""
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        replace_whole(path, data, lasting=False)
        kept = sorted(path.parent.glob(f"*{SUFFIX}"), key=lambda other: other.stat().st_mtime, reverse=True)
        for old in kept[MOST_PIECES:]:
            old.unlink(missing_ok=True)


@cache
def _code() -> bytes:
    """Size and date of every source file that reads content."""
    package = Path(__file__).resolve().parent.parent
    found = ((path, path.stat()) for room in ROOMS for path in sorted((package / room).rglob("*.py")))
    return "".join(f"{path} {stat.st_size} {stat.st_mtime_ns}\n" for path, stat in found).encode()


@cache
def _decoder(form: Any) -> Decoder[Any]:
    """What reads pieces of a type; what is no value of it is refused."""
    return Decoder(form)


def _head(name: str, body: bytes) -> bytes:
    """What stands before the data of a piece in its file: its make, its name and the hash of its data, in a line."""
    return f"{MAKE} {name} {blake2b(body, digest_size=16).hexdigest()}\n".encode()


def _opened(name: str, raw: bytes) -> bytes:
    """The data of a piece. ValueError for a file that is damaged, foreign or of another make."""
    head, line_end, body = raw.partition(b"\n")
    if head + line_end != _head(name, body):
        raise ValueError(name)
    return body
