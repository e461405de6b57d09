"""The file of a game: a header line, then one line per command, undo, redo or jump; only ever appended to."""

from __future__ import annotations

import os
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any, BinaryIO

from msgspec import to_builtins

from sasl import __version__
from sasl.content import REVISION
from sasl.kernel.files.regular_files import open_regular, read_regular
from sasl.kernel.files.shapes import Misfit, reader
from sasl.kernel.frozen import Frozen, Mutable
from sasl.kernel.text import counted, listed
from sasl.saves.files import Stamp, append_bytes, free_name, missing, replace_file, stamp_of
from sasl.saves.kept_figures import KeptPack
from sasl.saves.save_lines import SaveError, Unwritable, read_json, write_json

FORMAT = 5
MAX_LINE = 4_000_000
MAX_FILE = 40_000_000
MAX_ENTRIES = 200_000
STEPS = ("undo", "redo", "jump", "restore")
KINDS = ("game", "watch", "campaign")
"""What a save may hold."""

Entry = dict[str, Any]


class Damage(SaveError):
    """A line of a save that was edited or spoilt.

    `line` counts from 1 (the header), `last_good` is the number of the last entry before it (0: only the
    header is good).
    """

    def __init__(self, name: str, line: int, sentence: str, last_good: int) -> None:
        kept = f"the game is good up to line {line - 1}" if last_good else "no move before it can be recovered"
        super().__init__(f"game '{name}', line {line}: {sentence}; {kept}")
        self.line = line
        self.sentence = sentence
        self.last_good = last_good


class SpoiltHeader(SaveError):
    """Line 1 is not what was written: `mend` can tell whether the moves are whole."""


class Foreign(SpoiltHeader):
    """Line 1 is no header at all, as in a file of another program: nothing can be recovered."""


class OtherVersion(SaveError):
    """A sound line that this version of the program does not know: nothing is spoilt, and nothing is cut off."""

    def __init__(self, name: str, line: int, version: str, sentence: str) -> None:
        which = "" if version in ("", __version__) else f" ({version}; this is {__version__})"
        super().__init__(
            f"game '{name}', line {line}: written by another version of sasl{which}: {sentence}; "
            "nothing is damaged, open it with that version"
        )


class Header(Frozen, kw_only=True):
    """Line 1: what the game is, and the content it began with."""

    sasl: int = FORMAT
    mission: str
    seed: int
    name: str
    created: str
    content: str
    title: str = ""
    tables: dict[str, str] = {}
    kind: str = "game"
    packs: tuple[KeptPack, ...] | None = ()
    """The player's figures it began with, whole. None: a game of format 1 that does not say."""
    version: str = __version__
    """The program that began it; an entry says `v` where another one went on. "": not known (formats 1 and 2)."""
    boards: int = 1
    """The revision of the shipped boards it began with; saves older than revision 2 do not say."""
    imported: dict[str, str] = {}
    """The player's VASL boards whose pixels give its LOS, by board, with a short hash of them."""

    @property
    def plays(self) -> str:
        """What `mission` names: a mission or a campaign."""
        return "campaign" if self.kind == "campaign" else "mission"

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"kind: {self.kind!a} is none of {', '.join(KINDS)}")
        if not 1 <= self.boards <= REVISION:
            raise ValueError(f"boards: there is no revision {self.boards} of the boards")


class Contents(Frozen):
    """What a file holds: header, good entries, and how to go on after them."""

    header: Header
    entries: tuple[Entry, ...]
    chain: str
    size: int
    torn: bool = False
    old_format: int = 0

    def version(self, n: int | None = None) -> str:
        """The version of the program that wrote entry `n` (None: the last one)."""
        said = [entry["v"] for entry in self.entries[:n] if isinstance(entry.get("v"), str)]
        return said[-1] if said else self.header.version


class Journal(Mutable):
    """An open file. `size` is the length of its good part, `chain` the hash its next line builds on."""

    path: Path
    header: Header
    chain: str
    size: int
    count: int = 0
    torn: bool = False
    version: str = __version__
    stamp: Stamp = ()
    """How the file was left on the disk; where it is another one, its lines are read and compared."""
    refused: str = ""
    """The hash of a line that the disk refused: it is cut away where the disk kept it all the same."""

    def append(self, entry: Mapping[str, Any]) -> None:
        """Write one entry (its `n` and `h` are added here); on return it is safe on the disk.

        SaveError if the line or the game is too long, Unwritable if the disk refuses it or another program has
        changed the file; the game on the disk is then as it was before.
        """
        said = {} if self.version == __version__ else {"v": __version__}
        line, chain = _seal({"n": self.count + 1, **entry, **said}, self.chain)
        if len(line) > MAX_LINE:
            raise SaveError(f"this command takes {len(line):,} bytes; a line of a save may have {MAX_LINE:,}")
        if self.size + len(line) > MAX_FILE or self.count >= MAX_ENTRIES:
            raise SaveError(
                f"the game '{self.path.stem}' is full ({self.size:,} bytes, {self.count:,} commands); "
                "go on in a new one"
            )
        self._as_it_was_left()
        self.refused = chain
        self.stamp = append_bytes(self.path, line, self.size, trim=self.torn)
        self.torn, self.refused = False, ""
        self.version = __version__
        self.size += len(line)
        self.chain = chain
        self.count += 1

    def check_saved(self) -> None:
        """Raise Unwritable unless the file holds this game, and nothing after it that was refused."""
        self._as_it_was_left()
        if self.refused and self.torn:
            self.stamp = append_bytes(self.path, b"", self.size, trim=True)
            self.torn, self.refused = False, ""

    def _as_it_was_left(self) -> None:
        """Raise Unwritable if the file was written to since, and no longer holds the lines of this game."""
        if stamp_of(self.path) == self.stamp:
            return
        try:
            now = read(self.path)
        except Damage:
            now = None
        except SaveError as error:
            raise Unwritable(str(error)) from None
        if now is None or now.chain not in (self.chain, self.refused):
            raise Unwritable(f"{self.path.name}: another program has changed this game; open it again")
        if self.refused:
            self.torn = now.torn or now.chain == self.refused


def create(path: Path, header: Header, entries: Sequence[Entry] = ()) -> Journal:
    """Make a new file with its header and the `entries` of a game that is under way.

    SaveError if there is a game of that name, or the disk refuses.
    """
    if path.exists():
        raise SaveError(f"a game '{path.stem}' already exists; choose another name")
    numbered = [{"n": number, **entry} for number, entry in enumerate(entries, 1)]
    data, chain = _sealed([to_builtins(header), *numbered])
    if len(data) > MAX_FILE:
        raise SaveError(f"the game has {len(data):,} bytes; a save may have {MAX_FILE:,}")
    replace_file(path, data)
    return Journal(path, header, chain, len(data), len(numbered), stamp=stamp_of(path))


def read(path: Path) -> Contents:
    """Everything in the file; a torn last line is left out (`torn`).

    Damage names the first bad line; SaveError says why the file is no game of this program.
    """
    entries: list[Entry] = []
    torn = False
    with _opened(path) as file:
        first = file.readline(MAX_LINE + 1)
        if not first.endswith(b"\n"):
            why = "the header line is cut off; nothing can be recovered" if first else "the file is empty"
            raise SaveError(f"{path.name}: {why}")
        head, chain = _read_head(path, first[:-1])
        size = len(first)
        for number, line in enumerate(iter(lambda: file.readline(MAX_LINE + 1), b""), 2):
            torn = len(line) <= MAX_LINE and not line.endswith(b"\n")
            if torn:
                break
            if number > MAX_ENTRIES + 1:
                raise SaveError(f"{path.name}: a game of sasl has at most {MAX_ENTRIES:,} commands")
            try:
                entry, chain = _open(line.removesuffix(b"\n"), chain)
                _check_entry(entry, number - 1)
            except SaveError as error:
                raise Damage(path.stem, number, str(error), number - 2) from None
            entries.append(entry)
            size += len(line)
    old = int(head["sasl"])
    if old != FORMAT:
        head, *entries = _migrated([head, *entries], old)
    return Contents(_header(path, head), tuple(entries), chain, size, torn, old if old != FORMAT else 0)


def open_for_writing(path: Path, contents: Contents, *, rewritten: bool = False) -> Journal:
    """Go on after `contents`; a file of an older format, or whose header has changed (`rewritten`), is written anew
    first, its old self kept beside it.
    """
    count = len(contents.entries)
    if not contents.old_format and not rewritten:
        return Journal(
            path, contents.header, contents.chain, contents.size, count, contents.torn, contents.version(),
            stamp_of(path),
        )  # fmt: skip
    data, chain = _sealed([to_builtins(contents.header), *contents.entries])
    replace_file(free_name(path, f"format-{contents.old_format}" if contents.old_format else "before"), _whole(path))
    replace_file(path, data)
    return Journal(path, contents.header, chain, len(data), count, False, contents.version(), stamp_of(path))


def recover(path: Path, last_good: int) -> Path:
    """Keep a damaged game up to the entry `last_good`; returns the copy of the file as it was.

    SaveError if not even the header is good. The caller holds the lock of the game.
    """
    data = _whole(path)
    lines = data.split(b"\n", last_good + 1)[:-1]
    if not lines:
        raise SaveError(f"{path.name}: the header line is missing; nothing can be recovered")
    _read_head(path, lines[0])
    copy = free_name(path, "damaged")
    replace_file(copy, data)
    replace_file(path, b"".join(line + b"\n" for line in lines))
    return copy


def mend(path: Path, check: Callable[[Header], None]) -> str:
    """Make a file readable again whose moves are whole: line ends or a header that an editor or a copy has changed.

    Says what was done, and how the copy of the file as it was is called. SaveError if nothing of that is wrong with
    it, or more is, or `check` refuses the header as it stands now. The caller holds the lock of the game.
    """
    data, done = _whole(path), []
    plain = data.removeprefix(BOM_UTF8).replace(b"\r\n", b"\n")
    if plain != data:
        done.append("its line ends are restored")
    first, _, rest = plain.partition(b"\n")
    try:
        head = _data(first)
    except SaveError as error:
        raise SaveError(f"{path.name}, line 1: {error}; without a header nothing can be recovered") from None
    chain = str(head.pop("h", ""))
    check(_header(path, head))
    if _seal(head, "")[0] != first + b"\n":
        entries: list[Entry] = []
        with suppress(SaveError):
            for line in rest.split(b"\n")[:-1]:
                entry, chain = _open(line, chain)
                entries.append(entry)
        if rest and not entries:
            raise SaveError(
                f"{path.name}, line 1: the header was changed, and no line matches it; nothing can be recovered"
            )
        plain = _sealed([head, *entries])[0]
        done.append(f"its header line, which was changed, holds as it stands now, and {counted(len(entries), 'move')}")
    if not done:
        raise SaveError(f"{path.name}: its lines are unchanged")
    copy = free_name(path, "damaged")
    replace_file(copy, data)
    replace_file(path, plain)
    return f"{listed(done)}; the file as it was is {copy.name}"


def changed_texts(path: Path, change: Callable[[str], str]) -> bytes:
    """Return the lines of a game after `change` has been at each, sealed anew; those of a damaged one unsealed."""
    lines = [change(line) for line in _whole(path).decode("utf-8", "replace").splitlines()]
    try:
        read(path)
        records = [_data(line.encode()) for line in lines]
    except SaveError:
        return "".join(f"{line}\n" for line in lines).encode()
    return _sealed([{name: value for name, value in record.items() if name != "h"} for record in records])[0]


def read_ends(path: Path) -> tuple[Header, Entry | None]:
    """The header and the last whole entry (None: none yet), without reading what lies between.

    SaveError if one of the two is bad, or the last entry does not go on from the line before it.
    """
    try:
        with _opened(path) as file:
            first = file.readline(MAX_LINE + 1)
            size = file.seek(0, os.SEEK_END)
            step, tail = 65_536, b""
            while size > len(first):
                start = max(len(first), size - step)
                file.seek(start)
                tail = file.read(min(step, MAX_FILE))
                if start == len(first) or tail.count(b"\n") > 2 or step > 2 * MAX_LINE:
                    break
                step *= 4
    except OSError as error:
        raise SaveError(f"{path.name}: cannot be read ({error.strerror})") from None
    if not first.endswith(b"\n"):
        raise SaveError(f"{path.name}: " + ("the header line is cut off" if first else "the file is empty"))
    head, _ = _read_head(path, first[:-1])
    lines = [first[:-1], *tail.split(b"\n")[:-1]]
    try:
        entry = _open(lines[-1], _hash_in(lines[-2]))[0] if len(lines) > 1 else None
    except SaveError as error:
        raise SaveError(f"{path.name}, last line: {error}") from None
    if int(head["sasl"]) != FORMAT:
        head = _migrated([head], int(head["sasl"]))[0]
    elif entry is not None:
        _check_entry(entry, None)
    return _header(path, head), entry


# -- one line -----------------------------------------------------------------------------------------
_SEAL = 24  # ,"h":"0123456789abcdef"}  at the end of a line


def _hash(chain: str, body: bytes) -> str:
    return blake2b(chain.encode() + body, digest_size=8).hexdigest()


def _seal(record: Mapping[str, Any], chain: str) -> tuple[bytes, str]:
    """The line of `record`, with the hash that ties it to the line before."""
    body = write_json(record).encode()
    chain = _hash(chain, body)
    return body[:-1] + f',"h":"{chain}"}}\n'.encode(), chain


def _sealed(records: Sequence[Mapping[str, Any]]) -> tuple[bytes, str]:
    parts, chain = [], ""
    for record in records:
        line, chain = _seal(record, chain)
        parts.append(line)
    return b"".join(parts), chain


def _hash_in(line: bytes) -> str:
    """The hash that a line says it has."""
    return line[-_SEAL:].removeprefix(b',"h":"').removesuffix(b'"}').decode("ascii", "replace")


def _open(line: bytes, chain: str) -> tuple[dict[str, Any], str]:
    """The record of a line and its hash. SaveError if the line is not the one that was written."""
    body = line[:-_SEAL] + b"}"
    chain = _hash(chain, body)
    if line[-_SEAL:] != f',"h":"{chain}"}}'.encode():
        raise SaveError("the line, or the one before it, was changed after it was written")
    return _data(body), chain


def _data(line: bytes) -> dict[str, Any]:
    if len(line) > MAX_LINE:
        raise SaveError(f"the line has {len(line):,} bytes; {MAX_LINE:,} are allowed")
    try:
        data = read_json(line.decode("utf-8"))
    except UnicodeDecodeError:
        raise SaveError("not UTF-8 text") from None
    if not isinstance(data, dict):
        raise SaveError("not a JSON object")
    return data


@contextmanager
def _opened(path: Path) -> Iterator[BinaryIO]:
    """The file, open to be read line by line. SaveError if it is none, cannot be read, or is too large."""
    try:
        with os.fdopen(open_regular(path), "rb") as file:
            size = os.fstat(file.fileno()).st_size
            if size > MAX_FILE:
                raise SaveError(f"{path.name}: {size:,} bytes is too large for a game of sasl")
            yield file
    except FileNotFoundError:
        raise missing(path) from None
    except OSError as error:
        raise SaveError(f"{path.name}: cannot be read ({error.strerror})") from None


def _whole(path: Path) -> bytes:
    """All of a file that was looked through already."""
    try:
        return read_regular(path, MAX_FILE)
    except OSError as error:
        raise SaveError(f"{path.name}: cannot be read ({error.strerror})") from None


def _read_head(path: Path, line: bytes) -> tuple[dict[str, Any], str]:
    """The data of line 1 and its hash. SaveError for foreign files and for newer formats."""
    try:
        data = _data(line.removeprefix(BOM_UTF8))
    except SaveError:
        data = {}
    version = data.get("sasl")
    if type(version) is not int or version < 1:
        raise Foreign(f"{path.name}: this is not a sasl game, or its header line is damaged")
    if version > FORMAT:
        raise SaveError(
            f"{path.name}: this game was saved by a newer sasl (format {version}, this one reads up to "
            f"{FORMAT}); update sasl"
        )
    try:
        return _open(line, "")
    except SaveError as error:
        raise SpoiltHeader(f"{path.name}, line 1: {error}") from None


def _migrated(records: list[dict[str, Any]], old: int) -> list[dict[str, Any]]:
    """The lines of an older format as this one writes them."""
    from sasl.saves.migrations import migrated  # it knows the counters of the rules: a list of games need not

    return migrated(records, old, FORMAT)


def _header(path: Path, data: Mapping[str, Any]) -> Header:
    try:
        header: Header = reader(Header)(dict(data))
    except Misfit as fault:
        where = ".".join(fault.where) or "header"
        raise SaveError(f"{path.name}, line 1: {where}: {fault.said[:100]}") from None
    except ValueError as error:
        raise SaveError(f"{path.name}, line 1: {str(error)[:100]}") from None
    return header


def _check_entry(entry: Entry, number: int | None) -> None:
    """SaveError unless the entry has number `number` and holds one known thing in its proper form."""
    given = entry.get("n")
    if type(given) is not int or given < 1 or (number is not None and given != number):
        raise SaveError(f"entry number {ascii(given)[:20]}" + (f", where {number} is expected" if number else ""))
    kinds = [word for word in ("do", *STEPS) if word in entry]
    if len(kinds) != 1:
        raise SaveError("an entry is one of do, undo, redo, jump and restore")
    if kinds[0] != "do":
        if type(entry[kinds[0]]) is not int or entry[kinds[0]] < 0:
            raise SaveError(f"{kinds[0]} needs the number of a moment")
        return
    answers, events = entry.get("answers", []), entry.get("events", [])
    if not isinstance(entry["do"], str) or not isinstance(events, list):
        raise SaveError("a command needs its text and its events")
    if not isinstance(answers, list) or not all(isinstance(answer, str) for answer in answers):
        raise SaveError("answers must be texts")
