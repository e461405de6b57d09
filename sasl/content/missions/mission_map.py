"""What a mission card says of its map: the area in play, VPO, S?, and what the ENEMY sets up on it."""

from __future__ import annotations

from typing import Annotated, Literal

from sasl.board.hexes import hex_grain_line, parse_hex
from sasl.content.reading.card import Card, Id, Says, Text, Word
from sasl.kernel.rolling.records import Provenance

Edge = Literal["north", "east", "south", "west"]


def _hex_name(text: str) -> str:
    return parse_hex(text).name


def _hexrow(text: str) -> str:
    try:
        return parse_hex(f"{text}1").name.removesuffix("1")
    except ValueError:
        raise ValueError(f"'{text}' is not a hexrow: write a letter once or twice, such as C or CC") from None


HexName = Annotated[str, Says(check=_hex_name)]
HexRow = Annotated[str, Says(check=_hexrow)]


class Bridges(Card, kw_only=True):
    """How bridges over rivers are found at set-up, and what becomes of printed ones."""

    rivers: Annotated[list[Id], Says("boards whose river has no printed bridge")] = []
    longest: Annotated[int, Says("a bridge crosses at most this many water hexes", ge=1, le=10)]
    number: Annotated[Id, Says("how many bridges a river board gets")]
    place: Annotated[Id, Says("where each of them stands")]
    construction: Id
    one_hex_state: Annotated[Id, Says("whether a one-hex bridge is intact")]
    rule: Text = ""


class BoardSet(Card, kw_only=True):
    """Mapboards that are chosen before play and joined long side to long side."""

    provenance: Provenance
    rule: Text = ""
    note: Text = ""
    layout: Annotated[list[Word], Says("a letter for each board, from the north", min_length=1, max_length=6)]
    tables: Annotated[dict[str, Id], Says("by letter; the boards of the first letter are rolled first")]
    facing: Annotated[Id | None, Says("the dr that says whether a board is turned")] = None
    last_hexrow: HexRow = "GG"
    numbers: Annotated[int, Says("hexes in a hexrow of one board", ge=1, le=50)] = 10
    flat: Annotated[bool, Says("every hill, valley and road at level 0")] = False
    wooden: Annotated[bool, Says("every building is wooden")] = False
    bridges: Bridges | None = None

    def __post_init__(self) -> None:
        missing = [letter for letter in self.layout if letter not in self.tables]
        if missing:
            raise ValueError(f"the layout names '{missing[0]}', but 'tables' has no table for it")


class Area(Card, kw_only=True):
    """The map in play, the board edges, and where the FRIENDLY side sets up.

    Either one `board` (with the hex `numbers` in play) or `boards` to be chosen. Without a `set_up_line` the FRIENDLY
    force sets up off-board; with an `entry_choice` its player chooses the edge (the ENEMY's is then the opposite one).
    """

    board: Id | None = None
    boards: BoardSet | None = None
    numbers: Annotated[tuple[int, int] | None, Says("first and last hex number in play; all if not given")] = None
    friendly_edge: Edge | None = None
    enemy_edge: Edge | None = None
    entry_choice: list[Edge] = []
    set_up_line: list[HexName] = []
    set_up_side: Edge | None = None

    def __post_init__(self) -> None:
        if (self.board is None) == (self.boards is None):
            raise ValueError("give either 'board' (one map) or 'boards' (mapboards chosen at set-up)")
        if not self.entry_choice and (self.friendly_edge is None or self.enemy_edge is None):
            raise ValueError("give 'friendly_edge' and 'enemy_edge', or an 'entry_choice' of edges")
        if bool(self.set_up_line) != bool(self.set_up_side):
            raise ValueError("'set_up_line' and 'set_up_side' belong together; without both the force enters")


VpoKind = Literal["multi-hex bridge", "intersection", "one-hex bridge"]


class VpoRule(Card, kw_only=True):
    """How VPO are determined at set-up: so many on each board, by its terrain (or on the one `board`)."""

    number: Annotated[Id, Says("how many VPO a board has")]
    priority: Annotated[list[VpoKind], Says(min_length=1)]
    roads: Annotated[int, Says("road hexsides of an intersection", ge=1, le=6)] = 3
    rule: Text = ""


class Objectives(Card, kw_only=True):
    """VPO Locations, named or determined at set-up; the player may edit the list then."""

    provenance: Provenance
    note: Text = ""
    hexes: list[HexName] = []
    determined: VpoRule | None = None
    values: Annotated[Id | None, Says("the table that gives what each VPO is worth at mission end")] = None
    start_control: Literal["ENEMY", "set-up area"] = "ENEMY"

    def __post_init__(self) -> None:
        if bool(self.hexes) == bool(self.determined):
            raise ValueError("give either 'hexes' or 'determined' (a rule that finds them)")


class SuspectCase(Card, kw_only=True):
    """One case of S? placement (S4.1).

    `per` building: one S?, or as many as the table `number` says. `per` patch: one for each `one_per` hexes. `per` vpo:
    one in each VPO. `per` radius: in concealment terrain within a distance (a number, or a table) of each VPO,
    one S? or (`places: each`) one in every Location. `per` hex: one in each of `hexes`. `of` limits VPO to these kinds.
    """

    provenance: Provenance
    rule: Text = ""
    note: Text = ""
    case: Word
    per: Literal["building", "patch", "vpo", "radius", "hex"]
    terrain: list[Word] = []
    one_per: Annotated[int, Says(ge=1)] = 1
    number: Id | None = None
    radius: Id | Annotated[int, Says(ge=1, le=20)] | None = None
    places: Literal["one", "each"] = "one"
    reading: Annotated[Word | Literal[""], Says("the doubtful reading that decides `places`")] = ""
    of: list[VpoKind] = []
    hexes: list[HexName] = []

    def __post_init__(self) -> None:
        if self.per in ("building", "patch") and not self.terrain:
            raise ValueError(f"per: {self.per} needs 'terrain': without it no S? would be placed")
        if (self.per == "radius") != (self.radius is not None):
            raise ValueError("'radius' belongs to per: radius only")
        if (self.per == "hex") != bool(self.hexes):
            raise ValueError("'hexes' belongs to per: hex only")


class Suspects(Card, kw_only=True):
    """Where S? are placed."""

    beyond: Annotated[int, Says("only more than this many hexes from the FRIENDLY area", ge=0)] = 0
    cases: list[SuspectCase]


class StartingGun(Card, kw_only=True):
    """A Gun the ENEMY sets up on the map."""

    hex: HexName
    gun: Word
    crew: Word
    ca: Text
    mode: Literal["", "AA"] = ""
    concealed: bool = False
    orders: Annotated[Literal["", "aircraft"], Says("aircraft: it waits for them")] = ""


class MinefieldLine(Card, kw_only=True):
    """A run of Known minefield hexes between two hexes."""

    start: HexName
    end: HexName
    strength: Id
    at_presence: Id | None = None
    at_factors: Id | None = None

    def hexes(self) -> tuple[str, ...]:
        """Every hex of the run. ValueError if its ends lie on no common hex grain (B28.46)."""
        return tuple(spot.name for spot in hex_grain_line(parse_hex(self.start), parse_hex(self.end)))


class EnemySetUp(Card, kw_only=True):
    """What the ENEMY sets up besides S?."""

    guns: list[StartingGun] = []
    minefields: list[MinefieldLine] = []
    sniper: HexName | None = None


class Wrecks(Card, kw_only=True):
    """Wreck counters placed after the ENEMY's set-up."""

    number: Annotated[int, Says(ge=0, le=50)]
    within: Annotated[int, Says("at most this many hexes outside the FRIENDLY area", ge=0)]
    apart: Annotated[int, Says("least distance between two of them", ge=1)] = 2
    fate: Id
    rule: Text = ""
