"""One counter, of the game or of VASL, in the form in which the two can be compared."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Literal

from sasl.asl.game.context import Game
from sasl.asl.game.flags import HORSE, Kind
from sasl.asl.game.sides import SIDES
from sasl.asl.game.state import COLOURS, Unit, Weapon
from sasl.asl.game.words import marker_words
from sasl.asl.vehicles import driving
from sasl.board.hexes import parse_hex, vertex_names
from sasl.kernel.frozen import Frozen, replace
from sasl.vasl.tabletop import Counter, Tabletop

Sort = Kind | Literal["sw", "suspect", "marker"]
"""What is compared; of units no horses, aircraft and cupolas."""
Lies = Literal["hex", "off", "hexside"]
"""In a hex, beside the boards, or on a hexside, where nobody can say which hex is meant."""

COMPARED = frozenset(
    {"broken", "pinned", "concealed", "cx", "ti", "wounded", "berserk", "fanatic", "malfunctioned", "immobile"}
)
"""The states that are compared with VASL: those it shows by a side of a counter, or by one on top."""
TOLD = COMPARED | {
    "dm", "melee", "encircled", "disrupted", "heroic", "mounted", "prisoner", "disarmed", "motion", "shocked",
    "stunned", "recalled", "abandoned", "bogged", "mired", "buttoned", "hull-down", "wall-advantage", "crest",
    "limbered", "dismantled",
}  # fmt: skip
"""Those that are told for a map of the player's own; of what ends with a phase the program alone keeps account."""
WRECK = "wreck"
"""What VASL's counter of a vehicle shows that is none any more."""
SECRET = ("minefield", "sniper", "observer")
"""Markers that do not lie open on the map."""
SORTS: dict[str, Sort] = {
    "squad": "squad", "half-squad": "hs", "crew": "crew", "leader": "leader", "hero": "hero", "gun": "gun",
    "vehicle": "vehicle", "sw": "sw", "suspect": "suspect", "cavalry": "squad",
}  # fmt: skip
"""VASL's kinds of counters; a mounted squad is the squad."""


class Piece(Frozen):
    """A counter.

    `id`: of the game, or of VASL. `name`: of our own counter (`4-6-7`), of a marker, or the attitude of an S? ("" where
    VASL's counter does not tell it). `nation`: "" for what belongs to nobody. `carrier`: the id of who carries it.
    `faces`: the hexspine that a Gun or the hull of a vehicle faces, clockwise from 1 at the upper right (0: none).
    `called`: what a sentence calls it: `628a (6-2-8)`, in VASL `6-2-8`. `printed`: what the boards call the hex.
    `toward`: the vertex it faces, as a player finds it: `H10/I11`, on joined boards by both names.
    """

    id: str
    sort: Sort
    name: str
    nation: str
    hex: str
    states: frozenset[str] = frozenset()
    lies: Lies = "hex"
    carrier: str = ""
    called: str = ""
    faces: int = 0
    printed: str = ""
    toward: str = ""

    @property
    def place(self) -> str:
        """The hex by both names, where its board has another one: `I17 (16Y4)`."""
        return f"{self.hex} ({self.printed})" if self.hex and self.printed not in ("", self.hex) else self.hex

    @property
    def form(self) -> tuple[Sort, str, str]:
        """What makes two counters alike, wherever they are and whatever befell them. S? are all alike."""
        return (self.sort, self.nation, "" if self.sort == "suspect" else self.name)


def of_game(game: Game, told: Collection[str] = COMPARED) -> list[Piece]:
    """The game's counters but those the ENEMY keeps hidden; who waits off the map lies `off`. `told`: which of their
    states are looked at.
    """
    return [*_units(game, told), *_weapons(game, told), *_suspects(game)]


def _units(game: Game, told: Collection[str]) -> Iterator[Piece]:
    nations = {side: game.mission.army(side).nation for side in SIDES}
    for unit in game.state.units.values():
        if unit.kind in (HORSE, "aircraft", "cupola") or _secret(unit) or (unit.side == "ENEMY" and not unit.hex):
            continue
        lies: Lies = "hex" if unit.hex else "off"
        states = unit.flags.intersection(told)
        called, faces = f"{unit.id} ({unit.type})", _faces(unit)
        yield Piece(
            unit.id, unit.kind, unit.type, nations[unit.made_by], unit.hex, states, lies, unit.carrier, called, faces,
            _printed(game, unit.hex), _toward(game, unit.hex, faces),
        )  # fmt: skip


def _toward(game: Game, hex_name: str, faces: int) -> str:
    if not hex_name or not faces:
        return ""
    return game.board.both_names(vertex_names(parse_hex(hex_name))[faces - 1])


def _printed(game: Game, hex_name: str) -> str:
    return game.board.printed(hex_name)


def _faces(unit: Unit) -> int:
    """C3.2: the hexspine that a Gun or vehicle faces; what is in tow or limbered faces none that counts."""
    if unit.carrier or "limbered" in unit.flags:
        return 0
    vertex = driving.facing(unit)
    return 0 if vertex is None else vertex + 1


def _secret(unit: Unit) -> bool:
    return unit.side == "ENEMY" and "hidden" in unit.flags


def _weapons(game: Game, told: Collection[str]) -> Iterator[Piece]:
    state = game.state
    for weapon in state.weapons.values():
        place = _place(game, weapon)
        holder = state.units.get(weapon.holder)
        if (weapon.side == "ENEMY" and not place) or (holder and _secret(holder)):
            continue
        nation, called = game.mission.army(weapon.side).nation, f"{weapon.id} ({weapon.type})"
        lies: Lies = "hex" if place else "off"
        states, printed = weapon.flags.intersection(told), _printed(game, place)
        yield Piece(
            weapon.id, "sw", weapon.type, nation, place, states, lies, weapon.holder, called, printed=printed
        )  # fmt: skip


def _place(game: Game, weapon: Weapon) -> str:
    holder = game.state.units.get(weapon.holder)
    return holder.hex if holder else weapon.hex


def _suspects(game: Game) -> Iterator[Piece]:
    for item in game.state.suspects.values():
        if not item.off_board:
            printed = _printed(game, item.hex)
            yield Piece(item.id, "suspect", item.attitude, "", item.hex, called=item.id, printed=printed)


def markers_of(game: Game) -> list[Piece]:
    """The game's markers, VPO and horses without riders; VASL's are not compared with them, as one marker there says
    what several do here.
    """
    markers = (
        Piece(marker.id, "marker", marker.kind, "", marker.hex, called=marker_words(marker))
        for marker in game.state.markers.values()
        if marker.kind not in SECRET and marker.hex
    )
    vpo = (
        Piece(f"VPO {name}", "marker", side, "", name, called=f"VPO of the {side}")
        for name, side in game.state.control.items()
    )
    horses = (
        Piece(unit.id, "marker", unit.type, "", unit.hex, called=f"{unit.type} ({unit.id})")
        for unit in game.state.units.values()
        if unit.kind == HORSE and unit.hex and not unit.carrier
    )
    return [replace(item, printed=_printed(game, item.hex)) for item in (*markers, *vpo, *horses)]


def of_tabletop(tabletop: Tabletop) -> list[Piece]:
    """VASL's counters that can be compared. What lies in a bin or another window is gone from the map."""
    return [piece for item in tabletop.counters if item.where != "elsewhere" and (piece := _of_vasl(item))]


def _of_vasl(item: Counter) -> Piece | None:
    if item.kind not in SORTS or not (item.definition or item.kind == "suspect") or WRECK in item.states:
        return None
    lies: Lies = "hexside" if item.where == "hexside" else "hex" if item.hex else "off"
    sort, states = SORTS[item.kind], item.states & COMPARED
    if sort == "suspect":
        attitude = next((name for name, colour in COLOURS.items() if colour in item.states), "")
        return Piece(item.piece, sort, attitude, "", item.hex, lies=lies, called="S?", printed=item.printed)
    return Piece(
        item.piece, sort, item.definition, item.nation, item.hex, states, lies, "", item.definition, item.faces,
        item.printed,
    )  # fmt: skip
