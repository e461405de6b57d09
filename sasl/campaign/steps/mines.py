"""Where minefields may lie (B28.1); those of a group each in a hex of its own, along one straight line (note j)."""

from __future__ import annotations

from sasl.asl.terrain.minefields import takes_mines
from sasl.board.board import Board
from sasl.board.hexes import neighbours
from sasl.campaign.campaign_run import CampaignGame
from sasl.campaign.campaign_state import MINES, SIDES, Work
from sasl.kernel.text import listed

OPPOSITE = 3
"""Hexsides that lie opposite each other are so many apart."""
LINE = "the minefield hexes of a group lie along one hexrow or hex grain (note j)"


def twice(game: CampaignGame, work: Work, name: str) -> str:
    """Note j: why a minefield hex may not lie where another of its side does; "" if it may."""
    there = [other for other in game.state.works_at(name, work.kind) if other.side == work.side and other.id != work.id]
    if work.kind != "minefield" or not there:
        return ""
    return f"{there[0].id} lies in {name} already: each minefield hex has a hex of its own (note j)"


def barred(game: CampaignGame, work: Work, name: str) -> str:
    """B28.1: why the terrain of a hex takes no minefield; "" if it may, or the campaign has no board to look at."""
    board = game.board
    if board is None or work.kind not in MINES or takes_mines(board, name):
        return ""
    return f"{board.terrain(name).describe(board.chart)} takes no mines (B28.1)"


def out_of_line(game: CampaignGame, work: Work, name: str) -> str:
    """Note j: what is wrong with the line of a bought group's minefield hexes once this one lies in a hex; ""."""
    board = game.board
    fields = {
        other.hex for other in game.state.works.values()
        if other.hex and other.id != work.id and (other.side, *_strength(other)) == (work.side, *_strength(work))
    }  # fmt: skip
    if board is None or not fields or not _of_a_group(game, work):
        return ""
    touched = [next_to.name for next_to in neighbours(board.hex(name)) if next_to.name in fields]
    if not touched:
        return f"{name} is next to none of {listed(sorted(fields), 8)}: {LINE}"
    bent = [middle for middle in (name, *touched) if _bends(board, middle, {*fields, name})]
    return f"there is a bend in {bent[0]}: {LINE}" if bent else ""


def _bends(board: Board, name: str, fields: set[str]) -> bool:
    """Whether a hex lies between other fields none of which are straight across it."""
    sides = [number for number, next_to in enumerate(neighbours(board.hex(name))) if next_to.name in fields]
    return len(sides) > 1 and not any(number + OPPOSITE in sides for number in sides)


def _of_a_group(game: CampaignGame, work: Work) -> bool:
    """Whether a minefield hex is one of those that a group on the chart of its side brings."""
    groups = [group for side in SIDES if side == work.side for group in game.campaign.groups.get(side, [])]
    mines = [group.mines for group in groups if group.mines]
    return work.kind == "minefield" and _strength(work) in [(field.ap, field.at) for field in mines]


def _strength(work: Work) -> tuple[int, int]:
    """The A-P and the A-T factors of a minefield hex."""
    return work.number, work.anti_tank
