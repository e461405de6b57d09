"""The file of a saved game: its zip, its entries, and the veil over its text."""

from __future__ import annotations

import io
import xml.etree.ElementTree as ET
import zipfile
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from sasl.content.faults import ContentError, disk_fault, shown_path
from sasl.kernel.frozen import replace
from sasl.kernel.reading import read_regular
from sasl.kernel.zips import unzipped

GAME, SAVE_DATA, MODULE_DATA = "savedGame", "savedata", "moduledata"
ENTRIES = (GAME, SAVE_DATA, MODULE_DATA)
WHAT = "a saved game of VASL"
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
    try:
        raw = read_regular(path, MOST_FILE)
    except OSError as error:
        raise disk_fault(shown, "cannot be read", error) from None
    try:
        if len(raw) > MOST_FILE:
            raise ValueError(f"it is larger than the {MOST_FILE:,} bytes that are allowed")
        entries = unzipped(raw, ENTRIES.__contains__, most_bytes=2 * MOST_TEXT + 7, most_entries=20)
        if GAME not in entries:
            raise ValueError(f"there is no '{GAME}' in it")
        header, key, plain = unveiled(entries[GAME])
        found = Container(entries, header, key, plain.decode())
    except ValueError as error:
        why = "its text is not UTF-8" if isinstance(error, UnicodeDecodeError) else str(error)
        raise ContentError([f"{shown}: this is not {WHAT}: {why}"]) from None
    if found.module not in ("VASL", ""):
        raise ContentError([f"{shown}: this is a saved game of another module of VASSAL; one of VASL is wanted"])
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
