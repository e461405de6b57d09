"""What VASL calls things: the grids of its boards and the names of its counters."""

from __future__ import annotations

from typing import Annotated, Literal

from sasl.content.reading.card import Card, Id, Says, Text, Word
from sasl.kernel.rolling.records import Provenance

Kind = Literal[
    "squad", "half-squad", "crew", "leader", "hero", "sw", "gun", "vehicle", "cavalry", "aircraft", "suspect",
    "concealment", "fortification", "marker", "unknown",
]  # fmt: skip
"""What a counter is; `suspect` is an S?, `concealment` a ? that lies on what it hides, or alone as a Dummy."""

Pixels = tuple[float, float]


class BoardGrid(Card, kw_only=True):
    """Where the hexes of some boards lie on their pictures, in pixels."""

    names: Annotated[list[Word], Says("what VASL calls them, without bd")] = []
    numbered: Annotated[bool, Says("every board whose name is a number")] = False
    board: Annotated[str, Says("our board; a numbered one has its own: 04 is bd04")] = ""
    a1: Annotated[Pixels, Says("the centre of hex A1")]
    step: Annotated[Pixels, Says("to the next hexrow, and to the next hex of a hexrow")]
    size: Annotated[tuple[int, int], Says("of the picture")] = (0, 0)
    last_hexrow: Word
    numbers: Annotated[int, Says("hexes in a hexrow", ge=1, le=200)]

    def __post_init__(self) -> None:
        if min(self.step) < 10:
            raise ValueError("hexes lie at least 10 pixels apart")

    def holds(self, name: str) -> bool:
        """Whether it is the grid of the board that VASL calls `name`."""
        return name in self.names or (self.numbered and name.isascii() and name.isdigit())

    def ours(self, name: str) -> str:
        """The id that our board of that name would have."""
        return self.board or f"bd{name}"


class VaslBoards(Card, kw_only=True):
    """The grids of the boards."""

    provenance: Provenance
    note: Text = ""
    grids: list[BoardGrid]


class NamedCounter(Card, kw_only=True):
    """Counters known by name: what they are, and which states they are in; those of a marker or a fortification hold
    for what lies below it."""

    kind: Kind
    names: Annotated[list[Word], Says("* stands for any beginning", min_length=1)]
    nation: Annotated[str, Says("if its picture does not tell it")] = ""
    definition: Annotated[str, Says("our own counter of each nation that has it")] = ""
    states: list[Id] = []
    of: Annotated[Literal["unit", "stack"], Says("whom a marker's states hold for")] = "unit"


class VaslCounters(Card, kw_only=True):
    """How counters are recognised; a file may say a part of it."""

    provenance: Provenance
    note: Text = ""
    nations: Annotated[dict[Word, Word], Says("by the folder of its picture")] = {}
    classes: Annotated[dict[Word, Kind], Says("how the class of an MMC ends")] = {}
    troops: Annotated[list[str], Says("what stands before that where the figures are those of our counters")] = []
    partly: Annotated[dict[Word, list[Word]], Says("troops of which only these figures are")] = {}
    guns: Annotated[list[Word], Says("words that make a counter with a CA a Gun")] = []
    shows: Annotated[dict[Word, Id], Says("what a shown layer adds to the name: a state")] = {}
    layers: Annotated[dict[Word, Id], Says("the name of a shown layer: a state")] = {}
    ours: Annotated[dict[Word, dict[Word, Word]], Says("our counters by nation and VASL's name")] = {}
    counters: list[NamedCounter] = []
