"""The records of a series on disk: a heading that says what was played, then a line of JSON for each run."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import sasl
from sasl.content.library import Library
from sasl.kernel.files.regular_files import disk_words, open_regular
from sasl.lab import LabError
from sasl.lab.counting.endings import Ending
from sasl.lab.series.matches import Match
from sasl.lab.watching.watch import Stuck
from sasl.saves.files import Lock, Taken, numbered
from sasl.saves.save_lines import SaveError

MOST_HEAD = 100_000
FORMAT = 1
MADE_BY = ("content", "program")
"""What of a heading may change under a series: tables and program."""


class RunFileError(LabError):
    """A file of records that cannot be gone on with: which, and why."""


def heading(match: Match, base: int, library: Library) -> dict[str, object]:
    """What a series is: two with the same heading have the same runs.

    `content` is a hash of all tables, boards and the mission, `program` one of the program's own source.
    """
    return {
        "series": FORMAT, "mission": match.mission, "base": base, "doctrine": match.doctrine,
        "commander": match.commander, "command": match.command, "values": dict(match.values),
        "content": library.loader.fingerprint(match.mission), "program": program(),
    }  # fmt: skip


@cache
def program() -> str:
    """The version of the program, and a short hash of its source: the same on every machine that has the same."""
    package, digest = Path(sasl.__file__).resolve().parent, hashlib.blake2b(digest_size=6)
    for path in sorted(package.rglob("*.py")):
        digest.update(path.relative_to(package).as_posix().encode() + b"\n" + path.read_bytes().replace(b"\r\n", b"\n"))
    return f"{sasl.__version__} {digest.hexdigest()}"


class RunFile:
    """One such file, open for more records. Each is on disk before the next run counts; `done` counts them.

    RunFileError if another program writes it. A last line that was cut off is dropped.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self._lock = Lock(path)
        except Taken:
            raise RunFileError(f"{path.name} is being written by another program; wait for it, or stop it") from None
        except SaveError as error:
            raise RunFileError(str(error)) from None
        self.done = _mend(path)
        self._out = os.fdopen(open_regular(path, os.O_WRONLY | os.O_APPEND), "ab", buffering=0)

    @classmethod
    def begin(cls, folder: Path, name: str, head: Mapping[str, object]) -> RunFile:
        """A fresh file under `name`, or under the next free name: no records are ever replaced.

        RunFileError where the disk takes none.
        """
        path = next(path for free in numbered(name) if not (path := folder / f"{free}.jsonl").exists())
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with path.open("x", encoding="utf-8", newline="\n") as file:
                file.write(json.dumps(head, ensure_ascii=False) + "\n")
        except OSError as error:
            raise RunFileError(
                f"{folder}: no series can be kept there ({disk_words(error)}); name another folder: --saves DIR"
            ) from None
        return cls(path)

    @classmethod
    def go_on(cls, folder: Path, name: str, head: Mapping[str, object]) -> RunFile:
        """The newest file of the same series. RunFileError if there is none."""
        changed = ""
        for path in sorted(folder.glob(f"{name}*.jsonl"), key=lambda path: path.stat().st_mtime, reverse=True):
            theirs = _head(path)
            if theirs == dict(head):
                return cls(path)
            if all(theirs.get(key) == value for key, value in head.items() if key not in MADE_BY):
                changed = changed or path.name
        if changed:
            raise RunFileError(
                f"{changed} was played with other tables or another version of the program; "
                "omit --continue to start afresh"
            )
        raise RunFileError(f"there is no such series in {folder}; omit --continue to start it")

    def read(self) -> Iterator[Ending | Stuck]:
        """The records that it holds, in order. RunFileError for a line that is none."""
        with self.path.open(encoding="utf-8") as file:
            next(file)
            for number, line in enumerate(file, 2):
                yield read_line(line, f"{self.path.name}:{number}")

    def add(self, result: Ending | Stuck) -> None:
        """Keep one more. RunFileError where the disk takes no more; what is whole there stays."""
        data = {"stuck": str(result)} if isinstance(result, Stuck) else result.data()
        line = f"{json.dumps(data, ensure_ascii=False, separators=(',', ':'))}\n".encode()
        try:
            while line:
                line = line[self._out.write(line) :]
        except OSError as error:
            raise RunFileError(
                f"{self.path}: cannot be written ({disk_words(error)}); free some space, and --continue "
                f"goes on from run {self.done}"
            ) from None
        self.done += 1

    def close(self) -> None:
        """Nothing more is added."""
        self._out.close()
        self._lock.release()


def read_line(line: str, where: str) -> Ending | Stuck:
    """The record that a line holds. RunFileError that begins with `where` if it is none."""
    try:
        data = json.loads(line)
        return Stuck(data["stuck"]) if "stuck" in data else Ending.read(data)
    except (ValueError, TypeError, LookupError, AttributeError):
        raise RunFileError(
            f"{where}: this line is not the record of a run; delete it and everything below it"
        ) from None


def _head(path: Path) -> dict[str, Any]:
    """The heading of a file; an empty one for a file that is none of ours."""
    with os.fdopen(open_regular(path), "rb") as file:
        line = file.readline(MOST_HEAD)
    try:
        head = json.loads(line)
    except ValueError:
        return {}
    return head if isinstance(head, dict) else {}


def _mend(path: Path) -> int:
    """Drop a last line that was cut off; how many records are left."""
    lines = whole = 0
    with path.open("rb+") as file:
        for line in file:
            if line.endswith(b"\n"):
                lines, whole = lines + 1, whole + len(line)
        file.truncate(whole)
    return lines - 1
