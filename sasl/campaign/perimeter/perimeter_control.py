"""7.5056-7.5057: No-Man's Land, Isolated Areas and who controls what once both perimeters stand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sasl.board.board import Board
from sasl.campaign.campaign_state import SIDES, other
from sasl.campaign.perimeter.front_lines import Loop, area, main_and_pockets
from sasl.campaign.perimeter.position import Position
from sasl.kernel.frozen import Frozen


class Zones(Frozen):
    """The map after Perimeter Determination: each side's Perimeter Area and the part of it that is Pockets."""

    areas: Mapping[str, frozenset[str]]
    pockets: Mapping[str, frozenset[str]]

    @property
    def isolated(self) -> frozenset[str]:
        """7.506: hexes within both Perimeter Areas, and all Pockets (7.5054)."""
        both = self.areas["russian"] & self.areas["german"]
        return both | self.pockets["russian"] | self.pockets["german"]

    def no_mans_land(self, board: Board) -> frozenset[str]:
        """7.5056: hexes outside both Perimeter Areas; those of empty Isolated Areas come with 7.5062."""
        return frozenset(board) - self.areas["russian"] - self.areas["german"]


def zones(board: Board, perimeters: Mapping[str, Sequence[Loop]]) -> Zones:
    """The areas that the perimeters of both sides make."""
    split = {side: main_and_pockets(board, perimeters.get(side, ())) for side in SIDES}
    return Zones(
        {side: area(board, perimeters.get(side, ())) for side in SIDES},
        {side: area(board, split[side][1]) for side in SIDES},
    )


def control_after(position: Position, zones: Zones) -> dict[str, str]:
    """7.5057: who controls each hex ("" nobody), for the hexes where that changes.

    A side gains all that is not Isolated in its Area; Isolated Areas stay as they are; No-Man's Land is uncontrolled,
    but a Strategic Location always belongs to the side that had it (7.5056).
    """
    changes: dict[str, str] = {}
    for side in SIDES:
        for name in zones.areas[side] - zones.isolated:
            if position.control.get(name, "") != side:
                changes[name] = side
    for name in zones.no_mans_land(position.board) - position.strategic:
        if position.control.get(name, ""):
            changes[name] = ""
    return changes


def lost_smc(position: Position, zones: Zones) -> dict[str, frozenset[str]]:
    """7.5057: by side, the hexes in which SMC stand outside their own Perimeter Area: they are Eliminated."""
    return {
        side: frozenset(name for name in position.smc.get(side, frozenset()) if name not in zones.areas[side])
        for side in SIDES
    }


def isolated_areas(board: Board, zones: Zones) -> list[tuple[tuple[str, ...], str]]:
    """7.506: the groups of adjacent Isolated hexes, each with the side whose Pocket it is, if any."""
    isolated = zones.isolated
    return [(group, pocket_of(group, zones)) for group in board.patches(lambda name: name in isolated)]


def pocket_of(group: Iterable[str], zones: Zones) -> str:
    """The side whose Pocket holds the whole group, or ""."""
    whole = set(group)
    owners = [side for side in SIDES if whole <= zones.pockets[side]]
    return owners[0] if len(owners) == 1 else ""


def front_line(board: Board, zones: Zones, side: str, control: Mapping[str, str]) -> list[tuple[str, str]]:
    """7.5067: the hexsides to draw: between the Area of a side and No-Man's Land or the enemy's, as pairs of hexes."""
    own = zones.areas[side]
    enemy, isolated = other(side), zones.isolated
    outside = frozenset(
        name for name in board
        if name not in own and (not control.get(name) or (control.get(name) == enemy and name not in isolated))
    )  # fmt: skip
    return [(name, near) for name in sorted(own) for near in board.neighbours(name) if near in outside]
