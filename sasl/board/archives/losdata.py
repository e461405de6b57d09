"""The LOS data of a VASL board: primitive data in a gzip'd Java object stream, column by column of its picture."""

from __future__ import annotations

import struct
import zlib

from sasl.board.archives.faults import BadArchive
from sasl.board.pixels.lattice import BOARD_HEIGHT, BOARD_WIDTH
from sasl.board.pixels.raster import Raster

_MAGIC = b"\xac\xed\x00\x05"
_SHORT, _LONG = 0x77, 0x7A
"""A block of data with a length of one byte, or of four."""
_SIZES = struct.Struct(">4i")
HEXROWS, NUMBERS = 33, 10
_PIXELS = BOARD_WIDTH * BOARD_HEIGHT
_STAIRWAYS = HEXROWS * NUMBERS + HEXROWS // 2
"""A byte for each hex; the program does not use them."""
_WHOLE = _SIZES.size + 2 * _PIXELS + _STAIRWAYS
MOST_UNPACKED = 2 * _WHOLE
"""The blocks and their heads are never longer."""


def read_losdata(packed: bytes) -> Raster:
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
        raise BadArchive(f"its LOS data hold {len(data):,} bytes and such a board has {_WHOLE:,}")
    levels, terrain = (data[_SIZES.size + plane : _SIZES.size + 2 * _PIXELS : 2] for plane in (0, 1))
    return Raster(BOARD_WIDTH, BOARD_HEIGHT, _by_rows(terrain), _by_rows(levels))


def _by_rows(columns: bytes) -> bytes:
    return b"".join([columns[row::BOARD_HEIGHT] for row in range(BOARD_HEIGHT)])


def _unpacked(packed: bytes) -> bytes:
    unzip = zlib.decompressobj(wbits=31)
    try:
        data = unzip.decompress(packed, MOST_UNPACKED)
    except zlib.error:
        raise BadArchive("its LOS data are damaged (no gzip)") from None
    if unzip.unconsumed_tail:
        raise BadArchive(f"its LOS data unpack to more than {MOST_UNPACKED:,} bytes, which no board needs")
    if not unzip.eof:
        raise BadArchive("its LOS data are cut off")
    return data


def _blocks(stream: bytes) -> bytes:
    """The data blocks of a Java object stream, joined; objects never occur in LOS data."""
    if not stream.startswith(_MAGIC):
        raise BadArchive("its LOS data are no Java stream")
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
