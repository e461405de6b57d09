"""Where a point of VASL's map lies: on which board, in which hex of it, and in which hex of ours."""

from __future__ import annotations

from typing import Literal

Where = Literal["hex", "near", "hexside", "off", "elsewhere"]
"""In a hex, dragged off its centre, on a hexside, beside the boards, or not on the map at all."""
