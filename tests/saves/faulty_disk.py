"""Play on a disk that fails: `python tests/saves/faulty_disk.py 1000` injects a thousand faults.

A fault strikes one act of the disk (open, write, fsync, truncate, replace), some the next few as well. A write may
tear, and a replacement may be done and reported as failed. A power cut leaves any part of what was not flushed. After
each one the game that is open shows what it showed before or what it says it has done; a resumed one shows the same;
and nothing is called saved that is not.
"""

# ruff: noqa: T201
from __future__ import annotations

import errno
import os
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from copy import copy
from pathlib import Path
from typing import Any
from unittest.mock import patch

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from sasl.campaign.campaign_session import CampaignSession
from sasl.content.library import Library, shipped_root
from sasl.kernel.orders.commands import No
from sasl.saves.save_lines import SaveError
from sasl.saves.saved import Saved
from sasl.saves.session import Session

NOW = "2026-01-02T03:04:05"
KINDS: tuple[tuple[type[Saved[Any]], str], ...] = ((Session, "platoon"), (CampaignSession, "oto2"))
ACTS = ("open", "write", "fsync", "ftruncate", "replace", "close")
"""What passes through the disk; a close never fails."""
CODES = (errno.EIO, errno.ENOSPC, errno.EDQUOT, errno.EROFS)
SHORT = 25
"""After so many commands a new game is begun."""

Shown = list[list[str]]
"""The commands of every line of play, the present one last, with the place in it."""


class PowerCut(BaseException):
    """Nothing that comes after it happens."""


class Disk:
    """The disk below the saves. `fail` says which of its next acts fails, and how."""

    def __init__(self, folder: Path, chance: random.Random) -> None:
        self.folder, self.chance = str(folder), chance
        self.heal()
        self.struck: Counter[str] = Counter()
        self._flushed: dict[str, int] = {}
        self._paths: dict[int, str] = {}
        self._real = {name: getattr(os, name) for name in ACTS}

    def heal(self) -> None:
        """Nothing fails from now on."""
        self._left, self._more, self._cut = -1, 0, False

    def fail(self) -> None:
        """Let one of the next acts fail, maybe some after it, or cut the power there."""
        self._left, self._more, self._cut = self.chance.randrange(6), self.chance.choice((0, 0, 1, 9)), False
        self._cut = self.chance.random() < 0.25

    @contextmanager
    def below(self) -> Iterator[None]:
        """Have all acts pass through this disk."""
        with ExitStack() as stack:
            for name in ACTS:
                stack.enter_context(patch.object(os, name, self._act(name)))
            yield

    def _act(self, name: str) -> Callable[..., Any]:
        def act(*args: Any, **how: Any) -> Any:
            if name == "close":
                self._paths.pop(args[0], None)
                with suppress(OSError):  # of a lock that a power cut took
                    self._real[name](*args)
                return None
            if not self._path_of(name, args).startswith(self.folder):
                return self._real[name](*args, **how)
            strikes = self._left == 0
            self._left -= self._left > 0
            if strikes:
                self.struck["power cut" if self._cut else name] += 1
                self._left, self._more = (0, self._more - 1) if self._more else (-1, 0)
                self._spoil(name, args)
                if self._cut:
                    self._lose()
                    raise PowerCut
                raise OSError(code := self.chance.choice(CODES), os.strerror(code))
            done = self._real[name](*args, **how)
            self._note(name, args, done)
            return done

        return act

    def _path_of(self, name: str, args: tuple[Any, ...]) -> str:
        """The file that an act is about."""
        return str(args[0]) if name in ("open", "replace") else self._paths.get(args[0], "")

    def _spoil(self, name: str, args: tuple[Any, ...]) -> None:
        """Do a part of an act, or all of it, though it is going to be reported as failed."""
        if name == "write":
            self._real["write"](args[0], bytes(args[1])[: self.chance.randrange(len(args[1]) + 1)])
        elif name == "replace" and self.chance.random() < 0.5:
            self._real["replace"](*args)

    def _note(self, name: str, args: tuple[Any, ...], done: Any) -> None:
        if name == "open":
            self._paths[done] = str(args[0])
            self._flushed.setdefault(str(args[0]), _size(str(args[0])))
        elif name == "fsync":
            self._flushed[self._paths[args[0]]] = _size(self._paths[args[0]])
        elif name == "ftruncate":
            path = self._paths[args[0]]
            self._flushed[path] = min(self._flushed.get(path, 0), args[1])
        elif name == "replace":
            self._flushed[str(args[1])] = _size(str(args[1]))

    def _lose(self) -> None:
        """Of what was not flushed a power cut leaves any part, and of locks nothing."""
        for fd in [fd for fd, path in self._paths.items() if path.endswith(".lock")]:
            os.close(fd)
        for path, flushed in self._flushed.items():
            size = _size(path)
            if path.endswith(".sasl") and size > flushed:
                os.truncate(path, self.chance.randint(flushed, size))


def _size(path: str) -> int:
    with suppress(OSError):
        return Path(path).stat().st_size
    return 0


def shown(session: Saved[Any]) -> Shown:
    """Return what a player sees of the history of a game."""
    lines = [*session._replaced, session._line]
    return [*([item.command for item in line] for line in lines), [str(session._at)], _logged(session)]


def _logged(session: Saved[Any]) -> list[str]:
    return [line.text for line in session.log()]


Move = tuple[str, Any]


def drawn(chance: random.Random, session: Saved[Any], number: int) -> Move:
    """Draw something to do in a game; not all of it can be done."""
    count = chance.choice((1, 1, 2, 3))
    moves: dict[str, Any] = {
        "submit": f"note this is number {number}" + " on and on" * chance.randrange(9),
        "undo": count,
        "redo": count,
        "jump": chance.randrange(len(session.moments) + len(session.undone)),
        "restore": count,
        "save_as": f"{session.name.partition('-')[0]}-{number}",
        "close": None,
    }
    return chance.choices(list(moves.items()), (12, 4, 2, 2, 2, 1, 1))[0]


def made(session: Saved[Any], move: Move) -> bool:
    """Make a move in a game; whether the program says that it is done."""
    word, how = move
    try:
        return word == "close" or not isinstance(getattr(session, word)(how), No)
    except SaveError:
        return False


def expected(session: Saved[Any], move: Move) -> Shown:
    """Return what a game will show after a move that is done."""
    twin = copy(session)
    for name in ("_line", "_replaced", "_log", "_log_ends"):
        setattr(twin, name, list(getattr(twin, name)))
    twin._journal = twin._lock = None
    if move[0] not in ("save_as", "close"):
        made(twin, move)
    return shown(twin)


def struck(library: Library, folder: Path, chance: random.Random, count: int) -> Counter[str]:
    """Play until `count` faults have struck; AssertionError at the first that cost anything."""
    disk, number, session = Disk(folder, chance), 0, None
    with disk.below():
        while disk.struck.total() < count:
            number += 1
            if session is None or len(session.moments) > SHORT:
                if session is not None:
                    session.close()
                kind, content = KINDS[number % len(KINDS)]
                session = kind.create(library, content, 7, folder, f"g{number}", NOW)
            before, move = shown(session), drawn(chance, session, number)
            after, name = expected(session, move), session.name
            disk.fail()
            try:
                done = made(session, move)
                if move[0] == "close":
                    session.close()
                    session = kind.resume(library, folder, name)
                told, lost = shown(session), session.why_not_saved()
            except PowerCut:
                disk.heal()
                session = kind.resume(library, folder, name)
                assert shown(session) in (before, after), (move, before, shown(session))
                continue
            except SaveError:  # closed, and not to be opened as long as the disk fails
                disk.heal()
                session = kind.resume(library, folder, name)
                assert shown(session) == before
                continue
            disk.heal()
            assert told == (after if done else before), (move, done, lost)
            assert session.why_not_saved() == "", (move, session.why_not_saved())
            assert shown(kind.read(library, folder, session.name)) == told, (move, done, lost)
    if session is not None:
        session.close()
    return disk.struck


def main(count: int) -> None:
    """Inject `count` faults; says what struck."""
    with tempfile.TemporaryDirectory() as place:
        faults = struck(Library(shipped_root()), Path(place), random.Random(count), count)
    print(f"{faults.total()} faults, nothing lost: {', '.join(f'{name} {n}' for name, n in faults.most_common())}")


if __name__ == "__main__":
    main(int(sys.argv[1]))
