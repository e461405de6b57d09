"""The files of games: their names, writing so that what was written stays, and one program at a time on each."""

from __future__ import annotations

import errno
import os
import re
import socket
import sys
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import TypeAlias

from sasl.kernel.files.regular_files import disk_words, open_regular, replace_whole, write_all
from sasl.saves.save_lines import SaveError, Unwritable

Stamp: TypeAlias = tuple[int, ...]
"""What changes when a file is written to: which file it is, its size, and when it was written last."""


def stamp_of(path: Path) -> Stamp:
    """The stamp of a file; empty if it is not there."""
    try:
        return _stamp(path.stat())
    except OSError:
        return ()


def _stamp(found: os.stat_result) -> Stamp:
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns


def append_bytes(path: Path, data: bytes, size: int, *, trim: bool) -> Stamp:
    """Add `data` at the end of the file, `size` bytes long so far, and wait until the disk has it; its new stamp.

    With `trim`, what stands after `size` is a torn line and is cut away first. Unwritable if the file is
    gone or was changed by another program, or the disk refuses; the file is then as before.
    """
    try:
        fd = open_regular(path, os.O_RDWR | os.O_APPEND)
    except OSError as error:
        raise Unwritable(f"{path.name}: cannot be written ({error.strerror})") from None
    try:
        found = os.fstat(fd).st_size
        if found < size or (found > size and not trim):
            raise Unwritable(f"{path.name}: another program has changed this game; open it again")
        try:
            if found > size:
                os.ftruncate(fd, size)
            write_all(fd, data)
            os.fsync(fd)
        except OSError as error:
            with suppress(OSError):
                os.ftruncate(fd, size)
            raise Unwritable(f"{path.name}: cannot be written ({error.strerror})") from None
        return _stamp(os.fstat(fd))
    finally:
        os.close(fd)


def replace_file(path: Path, data: bytes) -> None:
    """Make `data` the contents of `path`: all of it, or the file stays as it was. SaveError if not."""
    try:
        replace_whole(path, data)
    except OSError as error:
        raise SaveError(f"{path.name}: cannot be written ({error.strerror})") from None


def free_name(path: Path, word: str) -> Path:
    """`NAME.damaged-1.sasl.txt`, or the next number that is free."""
    places = (path.with_name(f"{path.stem}.{word}-{number}{path.suffix}.txt") for number in count(1))
    return next(place for place in places if not place.exists())


MAX_NAME = 60
SUFFIX = ".sasl"
_NAME = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9 _.-]*")
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?", re.IGNORECASE)


def check_name(name: str) -> str:
    """`name` if it can be the name of a game on every system; SaveError says what is wrong."""
    if not name.strip():
        raise SaveError("a game needs a name")
    if len(name) > MAX_NAME:
        raise SaveError(f"the name of a game may have {MAX_NAME} characters, not {len(name)}")
    if not _NAME.fullmatch(name) or name[-1] in " .":
        raise SaveError(
            f"{name!a} cannot be the name of a game: use letters, digits, space, _ . and - "
            "(no dot or space first, none last)"
        )
    if _RESERVED.fullmatch(name):
        raise SaveError(f"'{name}' is a name reserved by some systems; choose another name")
    return name


def game_path(folder: Path, name: str) -> Path:
    """The file of the game `name`. SaveError for a name that is not safe."""
    return folder / f"{check_name(name)}{SUFFIX}"


def missing(path: Path, kind: str = "game") -> SaveError:
    """The fault of a game (or campaign: its `kind`) that is not there."""
    return SaveError(f"there is no {kind} '{path.stem}' in {path.parent}; sasl games lists them")


def free_game(folder: Path, name: str) -> str:
    """`name`, or the next free one (`name-2`): no game is ever replaced. SaveError for a name that is not safe."""
    return next(free for free in numbered(name) if not game_path(folder, free).exists())


def numbered(name: str) -> Iterator[str]:
    """`name`, `name-2`, `name-3` … without end."""
    yield name
    yield from (f"{name}-{number}" for number in count(2))


# -- one program at a time -------------------------------------------------------------------------

_TAKEN = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)
_FAR = 4096  # the byte that is locked on Windows, beyond the text, so that others can read the text


_SHUT = (errno.EROFS, errno.EACCES, errno.EPERM, errno.ENOSPC)


class Taken(SaveError):
    """Another program has the lock."""


class Lock:
    """The lock of one game, held from creation until `release`.

    Taken if another program has it, SaveError where there can be none.
    """

    def __init__(self, game: Path) -> None:
        self.path = game.with_name(f"{game.stem}.lock")
        self._fd = self._take(game.stem)

    def _take(self, name: str) -> int:
        while True:
            try:
                fd = open_regular(self.path, os.O_RDWR | os.O_CREAT, follow=False)
            except OSError as error:
                if error.errno in _SHUT and not self.path.exists():
                    raise SaveError(
                        f"{self.path.parent}: nothing can be written there ({disk_words(error)}); name another "
                        "folder: --saves DIR (sasl log and sasl export only read)"
                    ) from None
                raise SaveError(f"{self.path}: this cannot be the lock of a game ({error.strerror})") from None
            try:
                _lock(fd)
            except OSError as error:
                holder = _holder(fd)
                os.close(fd)
                if error.errno in _TAKEN:
                    raise Taken(
                        f"game '{name}' is open in another program ({holder}); close it or look at it "
                        f"with sasl log {name}"
                    ) from None
                raise SaveError(f"{self.path}: cannot be locked ({error.strerror})") from None
            if self._still_ours(fd):
                break
            os.close(fd)  # its last holder removed the file just before we locked it: take the new one
        with suppress(OSError):  # on a full disk others do not learn who holds it
            os.ftruncate(fd, 0)
            os.write(fd, f"pid {os.getpid()} on {socket.gethostname()}\n".encode())
        return fd

    def _still_ours(self, fd: int) -> bool:
        try:
            return os.path.samestat(os.fstat(fd), self.path.stat())
        except FileNotFoundError:
            return False

    def release(self) -> None:
        """Let others open the game. Does nothing the second time."""
        if self._fd < 0:
            return
        fd, self._fd = self._fd, -1
        if sys.platform == "win32":  # Windows removes no open file
            os.close(fd)
            with suppress(OSError):
                self.path.unlink()
            return
        with suppress(OSError):
            self.path.unlink()
        os.close(fd)


def _holder(fd: int) -> str:
    """Who holds the lock: `pid 123`, with the host when it is another one."""
    with suppress(OSError):
        words = os.pread(fd, 200, 0).decode("ascii", "replace").split() if hasattr(os, "pread") else []
        if len(words) == 4 and words[1].isdigit():
            host = "".join(char for char in words[3] if char.isprintable())
            return f"pid {words[1]}" + ("" if host == socket.gethostname() else f" on {host}")
    return "its pid is unknown"


if sys.platform == "win32":
    import msvcrt

    def _lock(fd: int) -> None:
        os.lseek(fd, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
        finally:
            os.lseek(fd, 0, os.SEEK_SET)

else:
    import fcntl

    def _lock(fd: int) -> None:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
