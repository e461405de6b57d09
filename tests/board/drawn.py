"""Boards that tests draw themselves, pixel by pixel, and archives of them as VASL keeps its own."""

from __future__ import annotations

import gzip
import io
import struct
import zipfile
from dataclasses import dataclass, field
from pathlib import Path

from sasl.board.hexes import SIDES, parse_hex
from sasl.board.pixels.raster import Raster

WIDTH, HEIGHT = 1800, 645
WATER, GRAIN, BRUSH, STREAM, HOUSE, WOODS, ORCHARD, ROAD, WALL, HEDGE, BRIDGE = (
    8,
    24,
    25,
    32,
    50,
    60,
    63,
    65,
    72,
    73,
    82,
)
METADATA = '<?xml version="1.0"?>\n<boardMetadata name="{name}" version="{version}" versionDate="May 1944"/>'


def centre(name: str) -> tuple[float, float]:
    """The centre of a hex in pixels."""
    hex_ = parse_hex(name)
    return 56.25 * hex_.col, 32.25 * (hex_.half_y + 1)


@dataclass
class Picture:
    """A geomorphic board, open ground at level 0 until something is painted."""

    terrain: bytearray = field(default_factory=lambda: bytearray(WIDTH * HEIGHT))
    levels: bytearray = field(default_factory=lambda: bytearray(WIDTH * HEIGHT))

    def spot(self, x: float, y: float, code: int, reach: int, level: int = 0) -> Picture:
        """Paint a square around a pixel."""
        for row in range(max(0, int(y) - reach), min(HEIGHT, int(y) + reach + 1)):
            for col in range(max(0, int(x) - reach), min(WIDTH, int(x) + reach + 1)):
                self.terrain[row * WIDTH + col] = code
                self.levels[row * WIDTH + col] = level % 256
        return self

    def paint(self, name: str, code: int, reach: int = 20, level: int = 0) -> Picture:
        """Paint a square around the centre of a hex."""
        return self.spot(*centre(name), code, reach, level)

    def fence(self, name: str, side: int, code: int, reach: int = 6) -> Picture:
        """Paint a wall or hedge at the middle of a hexside."""
        x, y = centre(name)
        right, down = SIDES[side]
        return self.spot(x + right * 28.125, y + down * 16.125, code, reach)

    def raster(self) -> Raster:
        """What the program makes of it."""
        return Raster(WIDTH, HEIGHT, bytes(self.terrain), bytes(self.levels))

    def payload(self) -> bytes:
        """The primitive data of its LOS data: sizes, then level and code of each pixel column by column, stairways."""
        pixels = bytearray(2 * WIDTH * HEIGHT)
        for x in range(WIDTH):
            start = 2 * x * HEIGHT
            pixels[start : start + 2 * HEIGHT : 2] = self.levels[x::WIDTH]
            pixels[start + 1 : start + 2 * HEIGHT : 2] = self.terrain[x::WIDTH]
        return struct.pack(">4i", 33, 10, WIDTH, HEIGHT) + bytes(pixels) + bytes(346)


def java_stream(payload: bytes, block: int = 1024) -> bytes:
    """Primitive data as a Java object stream writes it: in blocks, those below 256 bytes with a short head."""
    out = [b"\xac\xed\x00\x05"]
    for start in range(0, len(payload), block):
        part = payload[start : start + block]
        out.append(struct.pack(">BB", 0x77, len(part)) if len(part) < 256 else struct.pack(">Bi", 0x7A, len(part)))
        out.append(part)
    return b"".join(out)


def archive(files: dict[str, bytes]) -> bytes:
    """A zip archive of these files."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in files.items():
            file.writestr(name, data)
    return out.getvalue()


def board_archive(picture: Picture, name: str = "13", version: str = "1.0") -> bytes:
    """A board archive with all that the program needs."""
    losdata = gzip.compress(java_stream(picture.payload()), 1)
    metadata = METADATA.format(name=name, version=version).encode()
    return archive({f"bd{name}.gif": b"GIF89a", "BoardMetadata.xml": metadata, "LOSData": losdata})


def written(folder: Path, picture: Picture, name: str = "13", version: str = "1.0") -> Path:
    """The same as a file, named as VASL names it."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"bd{name}"
    path.write_bytes(board_archive(picture, name, version))
    return path
