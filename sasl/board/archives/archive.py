"""A VASL board archive: a zip file without extension that holds a picture, metadata and, mostly, LOS data."""

from __future__ import annotations

import hashlib
import struct
import zlib
from pathlib import Path
from xml.etree import ElementTree

from sasl.board.archives.stored import BadArchive
from sasl.board.pixels.lattice import BOARD_HEIGHT, BOARD_WIDTH
from sasl.board.pixels.raster import Raster
from sasl.kernel.files.regular_files import disk_words, read_regular
from sasl.kernel.files.zips import BadZip, unzipped
from sasl.kernel.frozen import Frozen

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
        raise BadArchive(f"it holds no {METADATA}: an old board without LOS data, or not a VASL board")
    name, version, date = _about(files[METADATA])
    if LOSDATA not in files:
        raise BadArchive("it holds no LOS data; VASL's newer archive of this board does")
    return Archive(name, version, date, hashlib.sha256(raw).hexdigest(), _read_losdata(files[LOSDATA]))


def _about(metadata: bytes) -> tuple[str, str, str]:
    """The board's name, its version and the date of that."""
    if b"<!DOCTYPE" in metadata or b"<!ENTITY" in metadata:
        raise BadArchive(f"its {METADATA} defines entities, which no board's does")
    try:
        root = ElementTree.fromstring(metadata)
    except (ElementTree.ParseError, ValueError, LookupError):
        raise BadArchive(f"its {METADATA} is not XML") from None
    name = root.get("name", "")[:40]
    if not name:
        raise BadArchive(f"its {METADATA} names no board")
    return name, _plain(root.get("version", "")), _plain(root.get("versionDate", ""))


def _plain(text: str) -> str:
    """A short text that any terminal shows."""
    return "".join(sign for sign in text[:20] if sign.isascii() and sign.isprintable())


# -- the LOS data ----------------------------------------------------------------------------------

_MAGIC = b"\xac\xed\x00\x05"
_SHORT, _LONG = 0x77, 0x7A
"""A block of data with a length of one byte, or of four."""
_SIZES = struct.Struct(">4i")
HEXROWS, NUMBERS = 33, 10
_PIXELS = BOARD_WIDTH * BOARD_HEIGHT
_STAIRWAYS = HEXROWS * NUMBERS + HEXROWS // 2
"""A byte for each hex; the program does not use them."""
_WHOLE = _SIZES.size + 2 * _PIXELS + _STAIRWAYS
MOST_LOSDATA = 2 * _WHOLE
"""The blocks and their heads are never longer."""


def _read_losdata(packed: bytes) -> Raster:
    """The terrain codes and levels of a geomorphic board. BadArchive says what is wrong."""
    data = _blocks(_unpacked(packed))
    if len(data) < _SIZES.size:
        raise BadArchive("its LOS data are cut off")
    hexrows, numbers, width, height = _SIZES.unpack_from(data)
    if (hexrows, numbers, width, height) != (HEXROWS, NUMBERS, BOARD_WIDTH, BOARD_HEIGHT):
        raise BadArchive(
            f"it is {hexrows:,} x {numbers:,} hexes in {width:,} x {height:,} pixels; "
            f"a geomorphic board is {HEXROWS} x {NUMBERS} in {BOARD_WIDTH} x {BOARD_HEIGHT}"
        )
    if len(data) != _WHOLE:
        raise BadArchive(f"its LOS data hold {len(data):,} bytes; a board like this has {_WHOLE:,}")
    levels, terrain = (data[_SIZES.size + plane : _SIZES.size + 2 * _PIXELS : 2] for plane in (0, 1))
    return Raster(BOARD_WIDTH, BOARD_HEIGHT, _by_rows(terrain), _by_rows(levels))


def _by_rows(columns: bytes) -> bytes:
    return b"".join([columns[row::BOARD_HEIGHT] for row in range(BOARD_HEIGHT)])


def _unpacked(packed: bytes) -> bytes:
    unzip = zlib.decompressobj(wbits=31)
    try:
        data = unzip.decompress(packed, MOST_LOSDATA)
    except zlib.error:
        raise BadArchive("its LOS data are damaged (not gzip)") from None
    if unzip.unconsumed_tail:
        raise BadArchive(f"its LOS data unpack to more than {MOST_LOSDATA:,} bytes, which no board needs")
    if not unzip.eof:
        raise BadArchive("its LOS data are cut off")
    return data


def _blocks(stream: bytes) -> bytes:
    """The data blocks of a Java object stream, joined; objects never occur in LOS data."""
    if not stream.startswith(_MAGIC):
        raise BadArchive("its LOS data are not a Java stream")
    blocks = []
    at = len(_MAGIC)
    while at < len(stream):
        head = stream[at]
        if head == _SHORT and at + 2 <= len(stream):
            start, length = at + 2, stream[at + 1]
        elif head == _LONG and at + 5 <= len(stream):
            start, length = at + 5, int.from_bytes(stream[at + 1 : at + 5])
        else:
            raise BadArchive(f"its LOS data are damaged at byte {at:,}")
        at = start + length
        if at > len(stream):
            raise BadArchive("its LOS data are cut off")
        blocks.append(stream[start:at])
    return b"".join(blocks)
