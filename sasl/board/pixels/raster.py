"""The pixels of mapboards: the terrain code and the level of each, row by row."""

from __future__ import annotations

from collections.abc import Container, Sequence

from sasl.kernel.frozen import Frozen

BELOW = 0xFF
"""Level -1 as a byte."""


class Raster(Frozen, eq=False):
    """A picture in figures, from the top row down; levels are signed bytes. ValueError for planes of another size."""

    width: int
    height: int
    terrain: bytes
    levels: bytes

    def __post_init__(self) -> None:
        if not len(self.terrain) == len(self.levels) == self.width * self.height:
            raise ValueError(f"{self.width} x {self.height} pixels need as many codes and levels")

    def turned(self) -> Raster:
        """The same turned by 180 degrees."""
        return Raster(self.width, self.height, self.terrain[::-1], self.levels[::-1])

    def flattened(self, depressions: Container[int]) -> Raster:
        """The same with all ground at level 0 but that of these codes, which lies one level below."""
        low = bytes(BELOW if code in depressions else 0 for code in range(256))
        return Raster(self.width, self.height, self.terrain, self.terrain.translate(low))


def stacked(rasters: Sequence[Raster]) -> Raster:
    """These rasters of one width, one below the other."""
    return Raster(
        rasters[0].width,
        sum(raster.height for raster in rasters),
        b"".join(raster.terrain for raster in rasters),
        b"".join(raster.levels for raster in rasters),
    )


def empty(width: int, height: int) -> Raster:
    """Open ground at level 0."""
    return Raster(width, height, bytes(width * height), bytes(width * height))


def level_of(byte: int) -> int:
    """The level that a byte stands for."""
    return byte - 256 if byte > 127 else byte
