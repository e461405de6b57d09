"""A VASL board archive: a zip file without extension that holds a picture, metadata and, mostly, LOS data."""

from __future__ import annotations

import hashlib
from pathlib import Path
from xml.etree import ElementTree

from sasl.board.archives.faults import BadArchive
from sasl.board.archives.losdata import read_losdata
from sasl.board.pixels.raster import Raster
from sasl.kernel.frozen import Frozen
from sasl.kernel.reading import disk_words, read_regular
from sasl.kernel.zips import BadZip, unzipped

MOST_BYTES = 32_000_000
"""No archive of a board is larger; the largest known ones have less than one million."""
MOST_ENTRIES = 5_000
MOST_UNPACKED = 2_500_000
"""No file of it that is read here is larger."""
METADATA, LOSDATA = "BoardMetadata.xml", "LOSData"


class Archive(Frozen):
    """What an archive says of its board; `sha256` is that of the whole file."""

    name: str
    version: str
    date: str
    sha256: str
    raster: Raster


def read_archive(path: Path) -> Archive:
    """The board in the archive `path`; nothing of it is written anywhere. BadArchive says what is wrong."""
    try:
        raw = read_regular(path, MOST_BYTES)
    except OSError as error:
        raise BadArchive(f"cannot be read ({disk_words(error)})") from None
    if len(raw) > MOST_BYTES:
        raise BadArchive(f"larger than {MOST_BYTES:,} bytes; no board archive is")
    wanted = (METADATA, LOSDATA)
    try:
        files = unzipped(raw, wanted.__contains__, most_bytes=MOST_UNPACKED, most_entries=MOST_ENTRIES)
    except BadZip as error:
        raise BadArchive(str(error)) from None
    if METADATA not in files:
        raise BadArchive(f"it holds no {METADATA}: an old board without LOS data, or no board of VASL")
    name, version, date = _about(files[METADATA])
    if LOSDATA not in files:
        raise BadArchive("it holds no LOS data; VASL's newer archive of the board does")
    return Archive(name, version, date, hashlib.sha256(raw).hexdigest(), read_losdata(files[LOSDATA]))


def _about(metadata: bytes) -> tuple[str, str, str]:
    """The board's name, its version and the date of that."""
    if b"<!DOCTYPE" in metadata or b"<!ENTITY" in metadata:
        raise BadArchive(f"its {METADATA} defines entities, which no board's does")
    try:
        root = ElementTree.fromstring(metadata)
    except (ElementTree.ParseError, ValueError, LookupError):
        raise BadArchive(f"its {METADATA} is no XML") from None
    name = root.get("name", "")[:40]
    if not name:
        raise BadArchive(f"its {METADATA} names no board")
    return name, _plain(root.get("version", "")), _plain(root.get("versionDate", ""))


def _plain(text: str) -> str:
    """A short text that any terminal shows."""
    return "".join(sign for sign in text[:20] if sign.isascii() and sign.isprintable())
