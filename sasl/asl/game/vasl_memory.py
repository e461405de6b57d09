"""What a game remembers of the player's own VASL map."""

from __future__ import annotations

from collections.abc import Mapping

from sasl.kernel.frozen import Frozen


class SeenCounter(Frozen):
    """A counter of VASL as it was looked at last.

    `piece`: its id there. `id`: what it stands for in the game ("": nothing the game knows). `name`: the counter of
    ours that it was; `hex` "": off the map. `faces`: the hexspine it faced, from 1 on (0: none that was known).
    """

    piece: str
    id: str
    name: str
    hex: str
    states: tuple[str, ...] = ()
    faces: int = 0


class VaslMemory(Frozen):
    """The counters seen there, by their id in VASL, and the file or folder that the game follows ("": none)."""

    seen: Mapping[str, SeenCounter] = {}
    follows: str = ""


NO_VASL = VaslMemory()
