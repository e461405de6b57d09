"""Zip archives from strangers: a few entries of a bounded size, unpacked in memory and never on the disk."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Callable
from pathlib import PurePosixPath

METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


class BadZip(ValueError):
    """An archive that is not read; `str()` says why in a few words."""


def unzipped(raw: bytes, wanted: Callable[[str], bool], *, most_bytes: int, most_entries: int) -> dict[str, bytes]:
    """The entries of an archive whose names are `wanted`, by name, in its order.

    BadZip for what is no sound archive, holds more than `most_entries`, a name that leads out of it, or two wanted
    entries of one name; for a wanted entry of more than `most_bytes`, or one that is encrypted.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            infos = archive.infolist()
            if len(infos) > most_entries:
                raise BadZip(f"it holds {len(infos):,} files; {most_entries:,} are allowed")
            strange = next((info.filename for info in infos if _leads_out(info.filename)), None)
            if strange is not None:
                raise BadZip(f"it holds a file {strange[:60]!a} that would lie outside it")
            found: dict[str, bytes] = {}
            for info in infos:
                if wanted(info.filename):
                    if info.filename in found:
                        raise BadZip(f"it holds two files '{info.filename}'")
                    found[info.filename] = _unpacked(archive, info, most_bytes)
            return found
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, ValueError, OSError, struct.error) as error:
        if isinstance(error, BadZip):
            raise
        damaged = raw.startswith(b"PK")
        raise BadZip("it is damaged or cut off" if damaged else "it is not a zip archive") from None


def _leads_out(name: str) -> bool:
    path = PurePosixPath(name.replace("\\", "/"))
    return path.is_absolute() or ".." in path.parts or ":" in name


def _unpacked(archive: zipfile.ZipFile, info: zipfile.ZipInfo, most: int) -> bytes:
    if info.compress_type not in METHODS or info.flag_bits & 1:
        raise BadZip(f"'{info.filename}' in it is encrypted, or compressed in a way that cannot be read here")
    with archive.open(info) as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise BadZip(f"'{info.filename}' in it holds more than the {most:,} bytes that are allowed")
    return data
