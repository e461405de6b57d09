"""A saved game of VASL: its file (a zip, and a veil over its text), its boards, pieces and stacks."""

from __future__ import annotations

import io
import re
import xml.etree.ElementTree as ET
import zipfile
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from sasl.content.reading.faults import ContentError, disk_fault, shown_path
from sasl.kernel.files.regular_files import read_regular
from sasl.kernel.files.zips import unzipped
from sasl.kernel.frozen import Frozen, replace
from sasl.vasl.list_codec import PIECE, STACK, commands, piece_parts, read_tree, split
from sasl.vasl.vasl_pieces import Piece, Stack, read_piece, read_stack, whole

GAME, SAVE_DATA, MODULE_DATA = "savedGame", "savedata", "moduledata"
ENTRIES = (GAME, SAVE_DATA, MODULE_DATA)
WHAT = "a saved game of VASL"
SUFFIXES = (".vsav", ".vlog")
NO_GAME = f"there is no '{GAME}' in it"
BOARD = re.compile(r"bd[0-9a-zA-Z]+")
"""How VASL calls the archives of its boards."""
MOST_FILE = 2_000_000
MOST_TEXT = 8_000_000
"""Bytes of a saved game's text; the largest known has a tenth of it."""

Header = Literal["!VCSK", "VOBS", ""]
"""How the text is veiled: in hexadecimal, byte by byte (VASSAL from 3.8 on), or not at all."""


@dataclass(frozen=True, slots=True)
class Container:
    """The entries of a saved game and the text of the game, unveiled. The text may hold what nobody shall see."""

    entries: dict[str, bytes] = field(repr=False)
    header: Header
    key: int
    text: str = field(repr=False)

    @property
    def version(self) -> str:
        """The VASL that wrote it (`6.6.1`), "" if it does not say."""
        return _said(self.entries, MODULE_DATA, "version")

    @property
    def module(self) -> str:
        """The module of VASSAL that it belongs to (`VASL`), "" if it does not say."""
        return _said(self.entries, MODULE_DATA, "name")

    @property
    def saved(self) -> datetime | None:
        """When it was saved."""
        text = _said(self.entries, SAVE_DATA, "dateSaved")
        seconds = int(text) // 1000 if text.isascii() and text.isdigit() and len(text) < 15 else 0
        return datetime.fromtimestamp(seconds, UTC) if seconds else None

    def with_text(self, text: str) -> Container:
        """The same saved game with another text, veiled as every version of VASSAL reads it."""
        key = self.key if self.header == "!VCSK" else 0x5A
        changed = replace(self, header="!VCSK", key=key, text=text)
        return replace(changed, entries={**self.entries, GAME: changed.veiled()})

    def veiled(self) -> bytes:
        """The entry that holds the text, byte for byte as it was read where nothing changed."""
        raw = self.text.encode()
        if self.header == "":
            return raw
        hidden = raw.translate(_mask(self.key))
        if self.header == "VOBS":
            return b"VOBS" + bytes([self.key]) + hidden
        return b"!VCSK" + bytes([self.key]).hex().encode() + hidden.hex().encode()

    def packed(self) -> bytes:
        """The whole file."""
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, data in self.entries.items():
                archive.writestr(name, data)
        return buffer.getvalue()


def read_container(path: Path) -> Container:
    """The file of a saved game. ContentError, one sentence, for what is none, is damaged or too large."""
    shown = shown_path(path)
    if BOARD.fullmatch(path.name):
        raise ContentError([f"{shown}: the name of a board, not of {WHAT}; use: sasl boards import {shown}"])
    try:
        raw = read_regular(path, MOST_FILE)
    except OSError as error:
        raise disk_fault(shown, "cannot be read", error) from None
    try:
        if len(raw) > MOST_FILE:
            raise ValueError(f"it is larger than the {MOST_FILE:,} bytes that are allowed")
        entries = unzipped(raw, ENTRIES.__contains__, most_bytes=2 * MOST_TEXT + 7, most_entries=20)
        if GAME not in entries:
            inner = unzipped(raw, lambda name: name.endswith(SUFFIXES), most_bytes=MOST_FILE, most_entries=20)
            name = next(iter(inner), "")
            raise ValueError(f"it is an archive with '{name[:60]}' in it; remove that" if name else NO_GAME)
        header, key, plain = unveiled(entries[GAME])
        found = Container(entries, header, key, plain.decode())
    except ValueError as error:
        why = "its text is not UTF-8" if isinstance(error, UnicodeDecodeError) else str(error)
        raise ContentError([f"{shown}: this is not {WHAT}: {why}"]) from None
    if found.module not in ("VASL", ""):
        raise ContentError([f"{shown}: this is a saved game of another VASSAL module; one of VASL is needed"])
    return found


def unveiled(data: bytes) -> tuple[Header, int, bytes]:
    """Header, key and text of an entry. ValueError in words for what no VASSAL wrote."""
    if data.startswith(b"!VCSK"):
        try:
            plain = bytes.fromhex(data[5:].decode("ascii"))
        except ValueError:
            raise ValueError("its text is cut off or damaged") from None
        if not plain:
            raise ValueError("its text is cut off or damaged")
        return "!VCSK", plain[0], plain[1:].translate(_mask(plain[0]))
    if data.startswith(b"VOBS"):
        if len(data) < 5:
            raise ValueError("its text is cut off")
        return "VOBS", data[4], data[5:].translate(_mask(data[4]))
    return "", 0, data


def _mask(key: int) -> bytes:
    """What each byte becomes under this key, and back."""
    return bytes(byte ^ key for byte in range(256))


def _said(entries: dict[str, bytes], entry: str, tag: str) -> str:
    """What one of the small XML entries says; "" where it is not there or is no plain XML."""
    data = entries.get(entry, b"")
    if len(data) > 20_000 or b"<!" in data:
        return ""
    try:
        return (ET.fromstring(data).findtext(tag) or "").strip()[:40]
    except (ET.ParseError, ValueError, LookupError):
        return ""


# -- the game in its container ---------------------------------------------------------------------

BOARDS, SCENARIO, LOG = "bd\t", "INFO\t", "LOG\t"
TURNED = "r"
SECTIONS = ("VER", "OVR", "SSR", "ZOOM")
"""What begins a part of a board's entry."""
MOST_BOARDS = 60
MOST_PIECE = 60_000
"""Characters of one piece; the largest known has a seventh of it."""


class PlacedBoard(Frozen):
    """A board as VASL lays it: `name` without `bd`, column and row, turned by 180 degrees or not, the version that the
    file says, the part cut out (x, y, width, height in pixels; -1: all), overlays (name and hexes), rules that change
    its terrain, and how much it is enlarged.
    """

    name: str
    column: int
    row: int
    turned: bool = False
    version: str = ""
    crop: tuple[int, int, int, int] = (-1, -1, -1, -1)
    overlays: tuple[tuple[str, ...], ...] = ()
    rules: tuple[str, ...] = ()
    zoom: float = 1.0

    @property
    def shown(self) -> str:
        """As VASL calls it: `r04` where it is turned."""
        return f"{TURNED}{self.name}" if self.turned else self.name


class SavedGame(Frozen):
    """What is read of a saved game. No names or passwords of players are in it, nor what they wrote as notes.

    `version`: the VASL that wrote it; `turn` and `player` (Axis or Allied): what its turn counter shows. `unread`: how
    many pieces are of a make that is not known (a deck of cards), or damaged.
    """

    version: str
    saved: datetime | None
    boards: tuple[PlacedBoard, ...]
    pieces: tuple[Piece, ...]
    stacks: tuple[Stack, ...]
    player: str = ""
    turn: str = ""
    log: bool = False
    unread: int = 0


def read(path: Path) -> SavedGame:
    """The saved game in a file. ContentError, one sentence, for what is none, is damaged or of an absurd size; a single
    piece that cannot be read is left out.
    """
    container = read_container(path)
    try:
        return _read(container.text, container.version, container.saved)
    except (ValueError, LookupError) as error:
        raise ContentError([f"{shown_path(path)}: this is not {WHAT}: {_words(error)}"]) from None


def _words(error: Exception) -> str:
    """What is wrong, never with a piece of the text: it may hold what nobody shall see."""
    return str(error) if isinstance(error, _Fault) else "its entry for a piece or board cannot be read"


class _Fault(ValueError):
    """A fault in words of our own."""


def _read(text: str, version: str, saved: datetime | None) -> SavedGame:
    try:
        every = list(commands(read_tree(text)))
    except ValueError as error:
        raise _Fault(str(error)) from None
    if "begin_save" not in every or "end_save" not in every:
        raise _Fault("its text does not begin and end as one")
    pieces: dict[str, Piece] = {}
    stacks: dict[str, Stack] = {}
    boards: tuple[PlacedBoard, ...] = ()
    player = turn = ""
    unread = 0
    for command in every:
        if command.startswith(PIECE):
            unread += not _take(command, pieces, stacks)
        elif command.startswith(BOARDS):
            boards = read_boards(command)
        elif command.startswith(SCENARIO):
            _, _, player, turn, *_ = [*split(command, "\t", 30), "", "", ""]
    if unread and not pieces:
        raise ValueError("none of its pieces can be read")
    log = any(command.startswith(LOG) for command in every)
    lying = tuple(pieces.values()), tuple(stacks.values())
    return SavedGame(version, saved, boards, *lying, player.strip(), turn.strip(), log, unread)


def _take(command: str, pieces: dict[str, Piece], stacks: dict[str, Stack]) -> bool:
    """Read the command of a piece or stack; False if it is damaged, or of a make that is not known."""
    if len(command) > MOST_PIECE:
        raise _Fault(f"a piece of more than {MOST_PIECE:,} characters")
    parts = piece_parts(command)
    if parts is None:
        return False
    piece_id, kind, state = parts
    try:
        if kind == STACK:
            stacks[piece_id] = read_stack(piece_id, state)
        else:
            pieces[piece_id] = read_piece(piece_id, kind, state)
    except (ValueError, LookupError):
        return False
    return True


# -- boards -------------------------------------------------------------------------------------------


def read_boards(listed: str) -> tuple[PlacedBoard, ...]:
    """The boards of a `bd` command, () where none is chosen. ValueError for what VASL does not write."""
    lists = listed.split(BOARDS)[1:]
    if len(lists) > MOST_BOARDS:
        raise ValueError(f"more than {MOST_BOARDS} boards")
    return tuple(_board(words) for item in lists if (words := split(item, "\t", 500)) != [""])


def _board(words: list[str]) -> PlacedBoard:
    column, row, name, *rest = words
    turned = len(name) > 1 and name.startswith(TURNED)
    crop = (-1, -1, -1, -1)
    if len(rest) >= 4 and rest[0] not in SECTIONS:
        x, y, width, height = map(whole, rest[:4])
        crop, rest = (x, y, width, height), rest[4:]
    told: list[tuple[str, list[str]]] = []
    for word in rest:
        if word in SECTIONS:
            told.append((word, []))
        elif told and word:
            told[-1][1].append(word)

    def said(section: str) -> tuple[tuple[str, ...], ...]:
        return tuple(tuple(items) for word, items in told if word == section)

    version = next((items[0] for items in said("VER") if items), "")
    zoom = next((float(items[0]) for items in said("ZOOM") if items and len(items[0]) < 9), 1.0)
    if not 0.1 <= zoom <= 20:
        raise ValueError("no board is enlarged like this")
    rules = tuple(rule for items in said("SSR") for rule in items)
    return PlacedBoard(
        name[1:] if turned else name, whole(column), whole(row), turned, version, crop, said("OVR"), rules, zoom
    )
