"""A VASL board archive: a zip file without extension that holds a picture, metadata and, mostly, LOS data."""

from __future__ import annotations

import hashlib
import io
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from xml.etree import ElementTree

from sasl.board.archives.faults import BadArchive
from sasl.board.archives.losdata import read_losdata
from sasl.board.pixels.raster import Raster
from sasl.kernel.reading import read_regular

MOST_BYTES = 32_000_000
"""No archive of a board is larger; the largest known ones have less than one million."""
MOST_ENTRIES = 5_000
MOST_METADATA = 1_000_000
MOST_LOSDATA = 2_500_000
METADATA, LOSDATA = "BoardMetadata.xml", "LOSData"


@dataclass(frozen=True, slots=True)
class Archive:
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
        raise BadArchive(f"cannot be read ({(error.strerror or 'unknown fault').lower()})") from None
    if len(raw) > MOST_BYTES:
        raise BadArchive(f"larger than {MOST_BYTES:,} bytes; no board archive is")
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as file:
            entries = _entries(file)
            metadata = _read(file, entries, METADATA, MOST_METADATA)
            losdata = _read(file, entries, LOSDATA, MOST_LOSDATA)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError) as error:
        if isinstance(error, BadArchive):
            raise
        raise BadArchive("no zip archive, or a damaged one") from None
    if metadata is None:
        raise BadArchive(f"it holds no {METADATA}: an old board without LOS data, or no board of VASL")
    name, version, date = _about(metadata)
    if losdata is None:
        raise BadArchive("it holds no LOS data; VASL's newer archive of the board does")
    return Archive(name, version, date, hashlib.sha256(raw).hexdigest(), read_losdata(losdata))


def _entries(file: zipfile.ZipFile) -> dict[str, zipfile.ZipInfo]:
    """What the archive holds, by name. BadArchive for names that lead out of it, and for two of one name."""
    found: dict[str, zipfile.ZipInfo] = {}
    infos = file.infolist()
    if len(infos) > MOST_ENTRIES:
        raise BadArchive(f"it holds {len(infos):,} files; no board archive does")
    for info in infos:
        name = PurePosixPath(info.filename.replace("\\", "/"))
        if name.is_absolute() or ".." in name.parts or ":" in info.filename:
            raise BadArchive(f"it holds a file {info.filename[:60]!a} that would lie outside it: no board archive")
        if info.filename in found and info.filename in (METADATA, LOSDATA):
            raise BadArchive(f"it holds two files {info.filename}")
        found[info.filename] = info
    return found


def _read(file: zipfile.ZipFile, entries: dict[str, zipfile.ZipInfo], name: str, most: int) -> bytes | None:
    """One file of the archive, None if it is not there. BadArchive if it is larger than `most` once unpacked."""
    info = entries.get(name)
    if info is None:
        return None
    if info.flag_bits & 1:
        raise BadArchive(f"its {name} is encrypted")
    with file.open(info) as stream:
        data = stream.read(most + 1)
    if len(data) > most:
        raise BadArchive(f"its {name} unpacks to more than {most:,} bytes, which no board needs")
    return data


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
