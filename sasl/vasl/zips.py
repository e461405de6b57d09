"""Zip archives from strangers: a few entries of a bounded size, read into memory and never unpacked to the disk."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

from sasl.content.faults import ContentError, disk_fault, shown_path
from sasl.kernel.reading import read_regular

METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


def read_entries(
    path: Path, wanted: Callable[[str], bool], *, what: str, most_file: int, most_entry: int, most_entries: int = 100
) -> dict[str, bytes]:
    """The entries of an archive whose names are `wanted`, by name, in its order.

    `what` it should be (`a saved game of VASL`) stands in the ContentError, one sentence, for a file that is no sound
    archive, larger than `most_file` bytes, or holds more than `most_entries` or an entry of more than `most_entry`.
    """
    shown = shown_path(path)
    try:
        raw = read_regular(path, most_file)
    except OSError as error:
        raise disk_fault(shown, "cannot be read", error) from None
    if len(raw) > most_file:
        raise ContentError([f"{shown}: this is too large for {what}; {most_file:,} bytes are allowed"])
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            infos = archive.infolist()
            if len(infos) > most_entries:
                raise ContentError([f"{shown}: {len(infos):,} entries are too many for {what}"])
            names = [info.filename for info in infos if wanted(info.filename)]
            if len(set(names)) < len(names):
                raise ContentError([f"{shown}: this is not {what}: an entry stands in it twice"])
            return {name: _entry(archive, name, shown, most_entry) for name in names}
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, NotImplementedError, ValueError, struct.error):
        cut = zipfile.is_zipfile(io.BytesIO(raw)) or raw.startswith(b"PK")
        why = "it is damaged or cut off" if cut else "it is no zip archive"
        raise ContentError([f"{shown}: this is not {what}: {why}"]) from None


def _entry(archive: zipfile.ZipFile, name: str, shown: str, most: int) -> bytes:
    info = archive.getinfo(name)
    if info.compress_type not in METHODS or info.flag_bits & 1:
        raise ContentError([f"{shown}: '{name}' in it is encrypted or packed in a way that is not read here"])
    with archive.open(info) as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise ContentError([f"{shown}: '{name}' in it holds more than the {most:,} bytes that are allowed"])
    return data
