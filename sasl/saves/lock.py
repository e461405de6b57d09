"""One program at a time on one game: a lock that vanishes with its process, even after kill -9."""

from __future__ import annotations

import errno
import os
import socket
import sys
from contextlib import suppress
from pathlib import Path

from sasl.kernel.reading import open_regular
from sasl.saves.lines import SaveError

_TAKEN = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)
_FAR = 4096  # the byte that is locked on Windows, beyond the text, so that others can read the text


class Lock:
    """The lock of one game, held from creation until `release`. SaveError if another program has it."""

    def __init__(self, game: Path) -> None:
        self.path = game.with_name(f"{game.stem}.lock")
        self._fd = self._take(game.stem)

    def _take(self, name: str) -> int:
        while True:
            try:
                fd = open_regular(self.path, os.O_RDWR | os.O_CREAT, follow=False)
            except OSError as error:
                raise SaveError(f"{self.path}: this cannot be the lock of a game ({error.strerror})") from None
            try:
                _lock(fd)
            except OSError as error:
                holder = _holder(fd)
                os.close(fd)
                if error.errno in _TAKEN:
                    raise SaveError(
                        f"game '{name}' is open in another program ({holder}); close it or look at it "
                        f"with sasl log {name}"
                    ) from None
                raise SaveError(f"{self.path}: cannot be locked ({error.strerror})") from None
            if self._still_ours(fd):
                break
            os.close(fd)  # its last holder removed the file just before we locked it: take the new one
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
