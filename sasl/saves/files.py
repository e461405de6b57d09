"""Writing so that what was written stays: appended bytes and whole files, forced to the disk."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from sasl.saves.codec import SaveError

_BINARY = getattr(os, "O_BINARY", 0)


def append_bytes(path: Path, data: bytes, size: int, *, trim: bool = False) -> None:
    """Add `data` at the end of the file, `size` bytes long so far, and wait until the disk has it.

    With `trim`, what stands after `size` is a torn line and is cut away first. SaveError if the file is
    gone or was changed by another program, or the disk refuses; the file is then as before.
    """
    try:
        fd = os.open(path, os.O_RDWR | os.O_APPEND | _BINARY)
    except OSError as error:
        raise SaveError(f"{path.name}: cannot be written ({error.strerror})") from None
    try:
        found = os.fstat(fd).st_size
        if found < size or (found > size and not trim):
            raise SaveError(f"{path.name}: another program has changed this game; open it again")
        if found > size:
            os.ftruncate(fd, size)
        try:
            _write(fd, data)
            os.fsync(fd)
        except OSError as error:
            with suppress(OSError):
                os.ftruncate(fd, size)
            raise SaveError(f"{path.name}: cannot be written ({error.strerror})") from None
    finally:
        os.close(fd)


def replace_file(path: Path, data: bytes) -> None:
    """Make `data` the contents of `path`: all of it, or the file stays as it was. SaveError if not."""
    temporary = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        fd = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | _BINARY, 0o644)
        try:
            _write(fd, data)
            os.fsync(fd)
        finally:
            os.close(fd)
        os.replace(temporary, path)  # noqa: PTH105 - named like the system call it is
        _sync_folder(path.parent)
    except OSError as error:
        with suppress(OSError):
            temporary.unlink()
        raise SaveError(f"{path.name}: cannot be written ({error.strerror})") from None


def free_name(path: Path, word: str) -> Path:
    """`NAME.damaged-1.sasl.txt`, or the next number that is free."""
    number = 1
    while (found := path.with_name(f"{path.stem}.{word}-{number}{path.suffix}.txt")).exists():
        number += 1
    return found


def _write(fd: int, data: bytes) -> None:
    left = memoryview(data)
    while left:
        left = left[os.write(fd, left):]


def _sync_folder(folder: Path) -> None:
    """A new name is on the disk only when its folder is; Windows cannot and need not."""
    if os.name == "nt":
        return
    fd = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)
