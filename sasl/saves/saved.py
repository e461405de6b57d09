"""A history with its file: how a game of any kind is started, resumed and read."""

from __future__ import annotations

import os
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from math import ceil
from pathlib import Path
from typing import ClassVar, Self, TypeVar

from sasl import __version__
from sasl.content.library import Library
from sasl.content.reading.faults import ContentError
from sasl.kernel.frozen import replace
from sasl.saves import journal
from sasl.saves.event_codec import Unknown
from sasl.saves.files import Lock, game_path, missing
from sasl.saves.history import READ_ONLY, History
from sasl.saves.journal import Contents, Damage, Entry, Header, OtherVersion
from sasl.saves.kept_figures import as_begun, changes, keep
from sasl.saves.save_lines import SaveError

TORN = "the last line of the save was cut off and is ignored; the game goes on from the move before it"
CHANGED = "tables have changed since this {} was saved; results so far are kept"

LOOKED_AT = 40
"""How many entries of a save, evenly spread, are compared with what it says of them, among them the last."""

G = TypeVar("G")


class Saved(History[G]):
    """One open game. Make it with `create`, `resume`, `read` or `memory`; `close` it (or use `with`)."""

    KIND: ClassVar[str]
    """The usual kind of its saves, and its name."""

    # -- what a kind of game must say ------------------------------------------------------------------
    @classmethod
    @abstractmethod
    def _begun(cls, library: Library, content_id: str, seed: int, kind: str, *, resumed: bool = False) -> G:
        """Return the start of a game of this mission or campaign. ContentError for faulty content."""

    @property
    @abstractmethod
    def _title(self) -> str:
        """What a list of games calls it."""

    @classmethod
    def _check_kind(cls, header: Header) -> None:
        """SaveError if the save is of another kind of game."""

    @classmethod
    def _completed(cls, library: Library, header: Header) -> tuple[Header, list[str]]:
        """Return the header of a save with what the game lacks and the packs of now have, and what the player must know
        of it.
        """
        return header, []

    def _imported(self) -> dict[str, str]:
        """The player's VASL boards that the game may use, with a short hash of their pixels."""
        return {}

    def _other_imports(self, begun: Mapping[str, str], now: Library) -> list[str]:
        """What the player must know about VASL boards imported or removed since the game began."""
        return []

    def _older_boards(self) -> list[str]:
        """What the player must know about boards that were corrected since the game began."""
        return []

    # -- opening and closing --------------------------------------------------------------------------
    @classmethod
    def create(
        cls, library: Library, content_id: str, seed: int, folder: Path, name: str, created: str, kind: str = ""
    ) -> Self:
        """A new game with its file. `created` is the date and time now.

        SaveError if the name is taken or not safe or the disk refuses; ContentError for faulty content.
        """
        path = game_path(folder, name)
        session = cls.memory(library, content_id, seed, kind)
        session.name = name
        header = Header(
            mission=content_id, title=session._title, seed=seed, name=name, created=created, kind=session.kind,
            content=library.loader.fingerprint(content_id), tables=dict(library.loader.overridden),
            packs=tuple(keep(library, content_id)), boards=library.revision, imported=session._imported(),
        )  # fmt: skip
        _make_folder(folder)
        session._lock = Lock(path)
        try:
            session._journal = journal.create(path, header)
        except BaseException:
            session.close()
            raise
        return session

    @classmethod
    def resume(cls, library: Library, folder: Path, name: str) -> Self:
        """The game `name` where it was left, open for more.

        Damage if a line is spoilt; OtherVersion for a fact that this version does not know; SaveError if there is
        no such game, it is open elsewhere, or the file is none of ours; ContentError for faulty content.
        `notices` says what the player must know.
        """
        path = game_path(folder, name)
        if not path.is_file():
            raise missing(path, cls.KIND)
        lock = Lock(path)
        try:
            contents = journal.read(path)
            header, more = cls._completed(library, contents.header)
            completed = header != contents.header
            contents = replace(contents, header=header)
            session = cls._replayed(library, contents, name)
            session.notices += [*session._since(library, contents.header), *more]
            if contents.header.packs is None:
                header = replace(contents.header, packs=tuple(keep(library, contents.header.mission)))
                contents = replace(contents, header=header)
            session._journal = journal.open_for_writing(path, contents, rewritten=completed)
        except BaseException:
            lock.release()
            raise
        session._lock = lock
        return session

    @classmethod
    def read(cls, library: Library, folder: Path, name: str) -> Self:
        """The game `name` to look at only: no lock, no writing. Raises what `resume` raises."""
        session = cls._replayed(library, journal.read(game_path(folder, name)), name)
        session.read_only = True
        return session

    @classmethod
    def memory(cls, library: Library, content_id: str, seed: int, kind: str = "") -> Self:
        """A game without a file. ContentError for faulty content."""
        kind = kind or cls.KIND
        return cls(cls._begun(library, content_id, seed, kind), kind=kind)

    @classmethod
    def _replayed(cls, library: Library, contents: Contents, name: str) -> Self:
        """The game that a file holds, with notices of what the player must know. Damage if a line is spoilt."""
        header = contents.header
        cls._check_kind(header)
        try:
            begun_with = as_begun(library, header.mission, header.packs).with_boards(header.boards)
            begun_with = begun_with.with_imported(header.imported)
            begun = cls._begun(begun_with, header.mission, header.seed, header.kind, resumed=True)
            session = cls(begun, kind=header.kind)
        except ContentError as error:
            raise SaveError(f"{cls.KIND} '{name}' cannot be opened: {error}") from None
        session.name = name
        passed: list[tuple[Entry, G]] = []
        for entry in contents.entries:
            try:
                session._replay(entry)
                passed.append((entry, session.game))
            except Unknown as error:
                line = entry["n"] + 1
                raise OtherVersion(name, line, contents.version(entry["n"]), str(error)) from None
            except SaveError as error:
                raise Damage(name, entry["n"] + 1, str(error), entry["n"] - 1) from None
        if contents.torn:
            session.notices.append(TORN)
        if contents.old_format:
            session.notices.append(f"this game was saved in format {contents.old_format}, now up to date")
        if begun_with.loader.fingerprint(header.mission) != header.content:
            session.notices.append(CHANGED.format(cls.KIND))
        session.notices += session._differences(passed)
        return session

    def save_as(self, target: str) -> Path:
        """Write the whole game to a new file, `NAME` or `FOLDER/NAME`, and go on there; return that file.

        SaveError if the name is taken or not safe, or the disk refuses; the game then stays where it was.
        """
        if self._journal is None:
            raise SaveError(READ_ONLY)
        place, name = os.path.split(target)
        path = game_path(Path(place).expanduser() if place else self._journal.path.parent, name)
        if path.exists():
            raise SaveError(f"a game '{name}' already exists; choose another name")
        entries = list(self._entries())
        for entry in entries[-1:]:
            entry |= self._summary(self.game)
        _make_folder(path.parent)
        if self._lock and path == self._journal.path:  # the file is gone, but not the lock beside it
            self._lock.release()
        lock = Lock(path)
        try:
            self._journal = journal.create(path, replace(self._journal.header, name=name, version=__version__), entries)
        except BaseException:
            lock.release()
            raise
        if self._lock:
            self._lock.release()
        self._lock, self.name = lock, name
        return path

    def _since(self, library: Library, header: Header) -> list[str]:
        """How the content of now differs from what the game keeps, which who goes on with it must know."""
        found = changes(library, header.mission, header.packs)
        return [*found, *self._older_boards(), *self._other_imports(header.imported, library)]

    def _differences(self, passed: Sequence[tuple[Entry, G]]) -> list[str]:
        """The first entry whose moment or VP are not what its save says, as after a change of the rules: one line.

        To count VP takes time: some entries and the last are looked at, and all before the first that differs.
        """
        apart = max(1, ceil(len(passed) / LOOKED_AT))
        for start in range(0, len(passed), apart):
            some = passed[start : start + apart]
            if self._difference(*some[-1]):
                return [next(filter(None, (self._difference(*item) for item in some)))]
        return []

    def _difference(self, entry: Entry, game: G) -> str:
        try:
            now = self._summary(game)
        except (LookupError, ValueError):  # a forged save may hold what nobody can count
            now = {}
        for key in ("m", "vp"):
            if key in entry and entry[key] != now.get(key, ""):
                what = f"'{entry['do']}'" if "do" in entry else next(word for word in journal.STEPS if word in entry)
                return (
                    f"the save counts otherwise than this version of sasl: after {what} (line {entry['n'] + 1}) it "
                    f"says {entry[key]!s:.80}, and now it is {now.get(key) or 'nothing'}"
                )
        return ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SaveError(f"{folder}: cannot be made ({error.strerror})") from None
