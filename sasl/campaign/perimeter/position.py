"""What a perimeter is drawn around: who controls what, and where the units of both sides stand."""

from __future__ import annotations

from collections.abc import Mapping

from sasl.board.board import Board
from sasl.campaign.campaign_run import CampaignGame
from sasl.campaign.campaign_state import SIDES, VEHICLES, CampaignState, Piece, other
from sasl.campaign.perimeter.front_lines import edge_hexes
from sasl.kernel.frozen import Frozen

NOT_GROUND = frozenset({"upper-level", "cellar"})
NO_UNIT = frozenset({"wreck", "burnt-out", "prisoner"})
MARK = "strategic"
"""The kind of a Work by which a player marks a Strategic Location that the campaign file cannot name."""


class Position(Frozen):
    """The map at the moment of Perimeter Determination. Hexes are of ground level; sides by name.

    `mmc`: hexes with Infantry MMC; `units`: with MMC or vehicles; `smc`: with SMC.
    """

    board: Board
    control: Mapping[str, str]
    strategic: frozenset[str]
    mmc: Mapping[str, frozenset[str]]
    units: Mapping[str, frozenset[str]]
    smc: Mapping[str, frozenset[str]] = {}
    numbering: Mapping[str, str] = {}

    def rule(self, number: str) -> str:
        """A rule by its number in the campaign's own book."""
        return self.numbering.get(number, number)

    def held(self, side: str) -> frozenset[str]:
        """The Strategic Locations that a side controls."""
        return frozenset(name for name in self.strategic if self.control.get(name) == side)

    def barred(self, side: str) -> frozenset[str]:
        """7.5053: hexes no Front Line of `side` may run through: enemy units but SMC, enemy-controlled Strategic
        Locations, and enemy-controlled map-edge hexes (11.6053)."""
        enemy = other(side)
        edge = frozenset(name for name in edge_hexes(self.board) if self.control.get(name) == enemy)
        return self.units.get(enemy, frozenset()) | self.held(enemy) | edge

    def edge_marks(self, side: str) -> frozenset[str]:
        """7.5052: controlled map-edge hexes beside enemy-controlled ones; uncontrolled hexes between count not."""
        ring = [name for name in edge_hexes(self.board) if self.control.get(name) in (side, other(side))]
        return frozenset(
            name for place, name in enumerate(ring)
            if self.control[name] == side
            and any(self.control[ring[near % len(ring)]] != side for near in (place - 1, place + 1))
        )  # fmt: skip

    def markers(self, side: str) -> frozenset[str]:
        """7.5052-7.5053: where a Perimeter Marker of `side` may stand."""
        own = self.mmc.get(side, frozenset()) | self.held(side) | self.edge_marks(side)
        return frozenset(name for name in own if name in self.board) - self.barred(side)

    def pocket_markers(self, side: str) -> frozenset[str]:
        """7.5054: where a marker of a Pocket may stand: any unit but SMC, or a Control Marker."""
        own = self.units.get(side, frozenset()) | self.held(side)
        return frozenset(name for name in own if name in self.board) - self.barred(side)


def position(game: CampaignGame) -> Position:
    """The map as a campaign's state has it. ValueError if the campaign has no board."""
    if game.board is None:
        raise ValueError("the program has no map for this campaign: enter control, Front Lines and areas yourself")
    mmc, units, smc = ({side: frozenset(hexes) for side, hexes in group.items()} for group in _standing(game.state))
    control = {**game.state.control, **_occupied(units)}
    return Position(game.board, control, strategic_locations(game), mmc, units, smc, game.campaign.numbering)


def _occupied(units: Mapping[str, frozenset[str]]) -> dict[str, str]:
    """A26.1: a hex belongs to the side whose units are alone in it."""
    return {name: side for side in SIDES for name in units[side] - units[other(side)]}


def _standing(state: CampaignState) -> tuple[dict[str, set[str]], dict[str, set[str]], dict[str, set[str]]]:
    mmc, units, smc = ({str(side): set[str]() for side in SIDES} for _ in range(3))
    for piece in state.pieces.values():
        place = where(state, piece)
        if not place or not counts(piece):
            continue
        if piece.smc:
            smc[piece.side].add(place)
        elif not piece.flags & NOT_GROUND:
            units[piece.side].add(place)
            if piece.mmc:
                mmc[piece.side].add(place)
    return mmc, units, smc


def where(state: CampaignState, piece: Piece) -> str:
    """The hex of a counter on the map, its holder's if it has none of its own; "" if it is not on the map."""
    if piece.box != "map":
        return ""
    holder = state.pieces.get(piece.holder)
    return piece.hex or (holder.hex if holder and holder.box == "map" else "")


def counts(piece: Piece) -> bool:
    """Whether the counter is a unit of its side for perimeters and areas: no prisoner, wreck or abandoned vehicle.

    An armor leader is part of his vehicle.
    """
    if piece.flags & NO_UNIT or ("armor-leader" in piece.flags and piece.holder):
        return False
    return piece.personnel or (piece.kind in VEHICLES and "abandoned" not in piece.flags)


def strategic_locations(game: CampaignGame) -> frozenset[str]:
    """The Strategic Locations as the campaign file defines them, and those the player has marked."""
    said, state, board = game.campaign.strategic, game.state, game.board
    hexes = {work.hex for work in state.works.values() if work.hex and work.kind in (*said.works, MARK)}
    if board is not None:
        hexes |= set(board.with_terrain(*said.terrain)) if said.terrain else set()
        hexes = hexes.union(*(board.edge(edge) for edge in said.edges))
    for piece in state.pieces.values():
        if piece.kind in said.works or _strong(game, piece, said.vehicles, said.guns):
            hexes.add(where(state, piece))
    return frozenset(hexes - {""})


def _strong(game: CampaignGame, piece: Piece, vehicles: bool, guns: bool) -> bool:
    """A Mobile vehicle with its MA working, which no truck has, or a Gun that a crew mans unhooked."""
    if piece.kind == "vehicle" and vehicles:
        item = game.counter_of(piece) or game.counters(other(piece.side)).get(piece.type)
        unarmed = item is not None and not (item.ma or item.mgs)
        hurt = piece.flags & {"immobile", "bogged", "mired", "malfunctioned", "disabled"}
        return counts(piece) and not unarmed and not hurt
    if piece.kind == "gun" and guns:
        holder = game.state.pieces.get(piece.holder)
        return holder is not None and holder.kind == "crew" and not piece.flags & {"dismantled", "hooked"}
    return False
