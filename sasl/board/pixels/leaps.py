"""How far a line may leap from each pixel without passing over what is looked for.

Who walks along a line need not look at each pixel of it: where the nearest wanted one is `n` pixels away, the next
`n - 1` steps up, down or sideways cannot meet any.
"""

from __future__ import annotations

from collections.abc import Collection

LEAPS = (0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48)
"""How far a leap may be; 0 is on what was looked for."""
_ZERO_ONE = bytes(value == ord("1") for value in range(256))


def leaps(plane: bytes, width: int, wanted: Collection[int]) -> bytes:
    """For each pixel of a plane, row by row, the longest leap that misses none of the wanted bytes."""
    size = len(plane)
    everything = (1 << size) - 1
    near = int(plane.translate(bytes(ord("1") if value in wanted else ord("0") for value in range(256))), 2)
    reached, met = 0, 0
    for leap in LEAPS[1:]:
        for _ in range(leap - 1 - reached):
            near |= near << 1 | near >> 1
            near = (near | near << width | near >> width) & everything
        reached = leap - 1
        met += int.from_bytes(format(near, f"0{size}b").encode().translate(_ZERO_ONE))
    longest = [LEAPS[max(0, len(LEAPS) - 1 - times)] for times in range(256)]
    return met.to_bytes(size).translate(bytes(longest))
