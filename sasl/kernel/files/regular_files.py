"""The one door for files: only regular ones, read up to a limit, written whole or not at all."""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path

_ALWAYS = getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOCTTY", 0)
_NO_WAIT = getattr(os, "O_NONBLOCK", 0)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)

KINDS = (
    (stat.S_ISDIR, "it is a folder"), (stat.S_ISFIFO, "it is a pipe"), (stat.S_ISCHR, "it is a device"),
    (stat.S_ISBLK, "it is a device"), (stat.S_ISSOCK, "it is a socket"),
)  # fmt: skip


def open_regular(path: Path, flags: int = os.O_RDONLY, *, follow: bool = True) -> int:
    """The descriptor of a regular file, opened like `os.open` without ever waiting for what is none.

    OSError whose `strerror` says what is in the way: also a pipe, a device or a folder, a NUL in the name, and without
    `follow` a symbolic link.
    """
    try:
        if not follow and path.is_symlink():
            raise OSError(errno.ELOOP, "it is a symbolic link")
        if os.name == "nt" and flags == os.O_RDONLY and path.is_dir():  # it opens none, and says something else
            raise OSError(errno.EISDIR, "it is a folder")
        fd = os.open(path, flags | _ALWAYS | _NO_WAIT | (0 if follow else _NO_LINK), 0o644)
    except ValueError:
        raise OSError(errno.EINVAL, "its name holds a NUL character") from None
    mode = os.fstat(fd).st_mode
    if not stat.S_ISREG(mode):
        os.close(fd)
        raise OSError(errno.EINVAL, next((words for test, words in KINDS if test(mode)), "it is not a file"))
    return fd


def read_regular(path: Path, most: int) -> bytes:
    """The bytes of a regular file; `most` + 1 of them where it is larger. OSError as `open_regular` says."""
    with os.fdopen(open_regular(path), "rb") as file:
        return file.read(most + 1)


def replace_whole(path: Path, data: bytes, *, lasting: bool = True) -> None:
    """Make `data` the contents of `path`: all of it, or the file stays as it was (OSError).

    `lasting`: wait until the disk has it.
    """
    temporary = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        fd = open_regular(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, follow=False)
        try:
            write_all(fd, data)
            if lasting:
                os.fsync(fd)
        finally:
            os.close(fd)
        temporary.replace(path)
    finally:
        with suppress(OSError):
            temporary.unlink()
    if lasting and os.name != "nt":  # a new name is on the disk only when its folder is; Windows cannot and need not
        fd = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(fd)
        finally:
            os.close(fd)


def write_page(path: Path, text: str) -> None:
    """Write a text for the player to a file, all of it or nothing (OSError); to a pipe or a device as it comes."""
    if path.exists() and not path.is_file():
        path.write_text(text, encoding="utf-8")
    else:
        replace_whole(path.resolve(), text.encode("utf-8"), lasting=False)


def write_all(fd: int, data: bytes) -> None:
    """Write `data` to an open file, in as many pieces as the system takes it. OSError where it takes no more."""
    left = memoryview(data)
    while left:
        left = left[os.write(fd, left) :]


def disk_words(error: OSError) -> str:
    """What the disk says is wrong: `permission denied`."""
    return (error.strerror or "unknown fault").lower()
