"""The form in which the program keeps an imported board: a line of JSON, then its two planes, packed."""

from __future__ import annotations

import hashlib
import os
import zlib
from pathlib import Path

import msgspec

from sasl.board.pixels.lattice import BOARD_HEIGHT, BOARD_WIDTH
from sasl.board.pixels.raster import Raster
from sasl.kernel.files.regular_files import disk_words, open_regular, read_regular
from sasl.kernel.frozen import Frozen


class BadArchive(ValueError):
    """It cannot be read; the text goes on from the name of the file: `bd13: no zip archive`."""


SUFFIX = ".board"
FORMAT = 1
MOST_BYTES = 3_000_000
_HEAD_BYTES = 2_000
_PIXELS = BOARD_WIDTH * BOARD_HEIGHT
DAMAGED = "damaged; import the board again, or remove it (sasl boards remove)"


class Imported(Frozen):
    """What is kept of an imported board beside its pixels: its id here, what VASL calls it, of which version and date;
    `sha256` of the archive, `pixels` a short hash of what was read of it.
    """

    board: str
    name: str
    version: str
    date: str
    sha256: str
    pixels: str
    format: int = FORMAT


def pixels_hash(raster: Raster) -> str:
    """A short hash of the pixels: two archives with the same ones give the same LOS."""
    digest = hashlib.blake2b(raster.terrain, digest_size=8)
    digest.update(raster.levels)
    return digest.hexdigest()


def stored_bytes(about: Imported, raster: Raster) -> bytes:
    """The file of an imported board."""
    return msgspec.json.encode(about) + b"\n" + zlib.compress(raster.terrain + raster.levels)


def read_about(path: Path) -> Imported:
    """What is kept of an imported board, without its pixels. BadArchive if it cannot be read."""
    try:
        with os.fdopen(open_regular(path), "rb") as file:
            return _about(file.readline(_HEAD_BYTES))
    except OSError as error:
        raise BadArchive(f"cannot be read ({disk_words(error)})") from None


def read_stored(path: Path) -> tuple[Imported, Raster]:
    """An imported board. BadArchive if it cannot be read or is damaged."""
    try:
        raw = read_regular(path, MOST_BYTES)
    except OSError as error:
        raise BadArchive(f"cannot be read ({disk_words(error)})") from None
    head, _, packed = raw.partition(b"\n")
    about = _about(head)
    unzip = zlib.decompressobj()
    try:
        planes = unzip.decompress(packed, 2 * _PIXELS + 1)
    except zlib.error:
        raise BadArchive(DAMAGED) from None
    if len(planes) != 2 * _PIXELS:
        raise BadArchive(DAMAGED)
    raster = Raster(BOARD_WIDTH, BOARD_HEIGHT, planes[:_PIXELS], planes[_PIXELS:])
    if pixels_hash(raster) != about.pixels:
        raise BadArchive(DAMAGED)
    return about, raster


def _about(line: bytes) -> Imported:
    try:
        about = msgspec.json.decode(line, type=Imported)
    except msgspec.DecodeError:
        raise BadArchive(DAMAGED) from None
    texts = (about.board, about.name, about.version, about.date, about.sha256, about.pixels)
    sound = all(text.isprintable() for text in texts)
    if not sound or about.format != FORMAT:
        raise BadArchive(DAMAGED if not sound else "of another version of sasl; import the board again")
    return about
