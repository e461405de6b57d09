"""What a mission card says of its map: the area in play, VPO, S?, and what the ENEMY sets up on it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, model_validator

from sasl.board.hexes import hex_grain_line, parse_hex
from sasl.content.tables import Id, Ruled, Sourced, Strict, Text, Word

Edge = Literal["north", "east", "south", "west"]


def _hex_name(text: str) -> str:
    return parse_hex(text).name


HexName = Annotated[str, AfterValidator(_hex_name)]


class Bridges(Strict):
    """How bridges over rivers are found at set-up, and what becomes of printed ones."""

    rivers: list[Id] = Field(default=[], description="boards whose river has no printed bridge")
    longest: int = Field(ge=1, le=10, description="a bridge crosses at most so many hexes of water")
    number: Id = Field(description="how many bridges a river board gets")
    place: Id = Field(description="where each of them stands")
    construction: Id
    one_hex_state: Id = Field(description="whether a one-hex bridge is intact")
    rule: Text = ""


class BoardSet(Ruled):
    """Mapboards that are chosen before play and joined long side to long side."""

    layout: list[Word] = Field(min_length=1, max_length=6, description="a letter for each board, from the north")
    tables: dict[str, Id] = Field(description="by letter; the boards of the first letter are rolled first")
    facing: Id | None = Field(default=None, description="the dr that says whether a board is turned")
    last_hexrow: Word = "GG"
    numbers: int = Field(default=10, ge=1, le=50, description="hexes in a hexrow of one board")
    flat: bool = Field(default=False, description="every hill, valley and road at level 0")
    wooden: bool = Field(default=False, description="every building is wooden")
    bridges: Bridges | None = None

    @model_validator(mode="after")
    def _letters(self) -> BoardSet:
        missing = [letter for letter in self.layout if letter not in self.tables]
        if missing:
            raise ValueError(f"the layout names '{missing[0]}', and 'tables' has no table for it")
        return self


class Area(Strict):
    """The map in play, the board edges, and where the FRIENDLY side sets up.

    Either one `board` (with the hex `numbers` in play) or `boards` to be chosen. Without a `set_up_line` the FRIENDLY
    force sets up off-board; with an `entry_choice` its player chooses the edge (the ENEMY's is then the opposite one).
    """

    board: Id | None = None
    boards: BoardSet | None = None
    numbers: tuple[int, int] | None = Field(
        default=None, strict=False, description="first and last hex number in play; all if not given"
    )
    friendly_edge: Edge | None = None
    enemy_edge: Edge | None = None
    entry_choice: list[Edge] = []
    set_up_line: list[HexName] = []
    set_up_side: Edge | None = None
    set_up_fits: Text = ""

    @model_validator(mode="after")
    def _complete(self) -> Area:
        if (self.board is None) == (self.boards is None):
            raise ValueError("give either 'board' (one map) or 'boards' (mapboards chosen at set-up)")
        if not self.entry_choice and (self.friendly_edge is None or self.enemy_edge is None):
            raise ValueError("give 'friendly_edge' and 'enemy_edge', or an 'entry_choice' of edges")
        if bool(self.set_up_line) != bool(self.set_up_side):
            raise ValueError("'set_up_line' and 'set_up_side' belong together; without both the force enters")
        return self


VpoKind = Literal["multi-hex bridge", "intersection", "one-hex bridge"]


class VpoRule(Strict):
    """How VPO are determined on boards that are not known beforehand."""

    number: Id = Field(description="how many VPO a board has")
    priority: list[VpoKind] = Field(min_length=1)
    roads: int = Field(default=3, ge=1, le=6, description="road hexsides of an intersection")
    rule: Text = ""


class Objectives(Sourced):
    """VPO Locations, named or determined at set-up; the player may edit the list then."""

    hexes: list[HexName] = []
    determined: VpoRule | None = None
    values: Id | None = Field(default=None, description="the table that says at mission end what each VPO is worth")
    start_control: Literal["ENEMY", "set-up area"] = "ENEMY"

    @model_validator(mode="after")
    def _one_of_two(self) -> Objectives:
        if bool(self.hexes) == bool(self.determined):
            raise ValueError("give either 'hexes' or 'determined' (a rule that finds them)")
        return self


class SuspectCase(Ruled):
    """One case of S? placement (4.1).

    `per` building: one S?, or as many as the table `number` says. `per` patch: one for each `one_per` hexes. `per` vpo:
    one in each VPO. `per` radius: in concealment terrain within a distance (a number, or a table) of each VPO,
    one S? or (`places: each`) one in every Location. `per` hex: one in each of `hexes`. `of` limits VPO to these kinds.
    """

    case: Word
    per: Literal["building", "patch", "vpo", "radius", "hex"]
    terrain: list[Word] = []
    one_per: int = Field(default=1, ge=1)
    number: Id | None = None
    radius: Id | Annotated[int, Field(ge=1, le=20)] | None = None
    places: Literal["one", "each"] = "one"
    reading: Word | Literal[""] = Field(default="", description="the doubtful reading that decides `places`")
    of: list[VpoKind] = []
    hexes: list[HexName] = []

    @model_validator(mode="after")
    def _fits(self) -> SuspectCase:
        if (self.per == "radius") != (self.radius is not None):
            raise ValueError("'radius' belongs to per: radius, and to nothing else")
        if (self.per == "hex") != bool(self.hexes):
            raise ValueError("'hexes' belongs to per: hex, and to nothing else")
        return self


class Suspects(Strict):
    """Where S? are placed."""

    beyond: int = Field(default=0, ge=0, description="only more than this many hexes from the FRIENDLY area")
    cases: list[SuspectCase]


class StartingGun(Strict):
    """A Gun the ENEMY sets up on the map."""

    hex: HexName
    gun: Word
    crew: Word
    ca: Text
    mode: Text = ""
    concealed: bool = False
    orders: Text = ""


class MinefieldLine(Strict):
    """A run of Known minefield hexes between two hexes."""

    start: HexName
    end: HexName
    strength: Id
    at_presence: Id | None = None
    at_factors: Id | None = None

    def hexes(self) -> tuple[str, ...]:
        """Every hex of the run. ValueError if its ends lie on no common hex grain (B28.46)."""
        return tuple(spot.name for spot in hex_grain_line(parse_hex(self.start), parse_hex(self.end)))


class EnemySetUp(Strict):
    """What the ENEMY sets up besides S?."""

    guns: list[StartingGun] = []
    minefields: list[MinefieldLine] = []
    sniper: HexName | None = None


class Wrecks(Strict):
    """Wreck counters placed after the ENEMY's set-up."""

    number: int = Field(ge=0, le=50)
    within: int = Field(ge=0, description="at most this many hexes outside the FRIENDLY area")
    apart: int = Field(default=2, ge=1, description="least distance between two of them")
    fate: Id
    rule: Text = ""
