"""What bars a set-up: mines (B28.1, note j), ground (B27.1, D9.52), too many in a Location (A5.1)."""

from __future__ import annotations

from sasl.asl.terrain.entrenching import takes_works
from sasl.asl.terrain.minefields import takes_mines
from sasl.board.board import Board
from sasl.board.hexes import neighbours
from sasl.board.terrain import OPEN
from sasl.campaign.campaign_run import CampaignGame
from sasl.campaign.campaign_state import ENTRENCHMENTS, LEVELS, MINES, SIDES, Nation, Piece, Work
from sasl.kernel.text import listed

OPPOSITE = 3
"""Hexsides that lie opposite each other are so many apart."""
LINE = "the minefield hexes of a group lie along one hexrow or hex grain (note j)"
ROOTS = {kind.partition("-")[0] for kind in ENTRENCHMENTS}
"""The kinds of entrenchment, a foxhole of any size among them."""
CUPOLA_GROUND = frozenset({OPEN, "brush", "grain", "woods", "orchard", "shellholes"})
"""D9.52: where a cupola may stand; nothing else may be in its hex, such as a gully."""


def mined_twice(game: CampaignGame, work: Work, name: str) -> str:
    """Note j: why a minefield hex may not lie where another of its side does; "" if it may."""
    there = [other for other in game.state.works_at(name, work.kind) if other.side == work.side and other.id != work.id]
    if work.kind != "minefield" or not there:
        return ""
    return f"{there[0].id} is already in {name}: each minefield needs a hex of its own (note j)"


def bars_mines(game: CampaignGame, work: Work, name: str) -> str:
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


def bars_cupola(game: CampaignGame, name: str) -> str:
    """D9.52: why no cupola may set up in a hex; "" if one may, or the campaign has no board to look at."""
    if game.board is None or CUPOLA_GROUND.issuperset(game.board.terrain(name).terrains):
        return ""
    return f"a cupola cannot be placed in {_ground(game, name)} (D9.52)"


def bars_digging(game: CampaignGame, kind: str, name: str) -> str:
    """B27.1: why an entrenchment may not be placed in a hex; "" if it may, or there is no board to look at."""
    if game.board is None or kind.partition("-")[0] not in ROOTS or takes_works(game.board, name):
        return ""
    return f"{_ground(game, name)} takes no entrenchment (B27.1)"


def _ground(game: CampaignGame, name: str) -> str:
    assert game.board is not None
    return game.board.terrain(name).ground(game.board.chart).lower()


def overstacked(game: CampaignGame, side: Nation, name: str) -> str:
    """A5.1: what breaks the stacking limit of a side in a Location of a hex, or ""; who is aboard does not count."""
    figure, aboard = game.library.figure, game.state.pieces
    for level in (0, *LEVELS.values()):
        men = [
            piece for piece in game.state.at(name, side)
            if piece.box == "map" and piece.level == level and piece.personnel and "prisoner" not in piece.flags
            and not (piece.holder in aboard and aboard[piece.holder].kind == "vehicle")
        ]  # fmt: skip
        halves = sum(_halves(game, piece) for piece in men)
        leaders = sum(1 for piece in men if piece.smc)
        if halves > figure("stack-limit"):
            return f"{halves / 2:g} squad-equivalents, {figure('stack-limit') / 2:g} are allowed (A5.1)"
        if leaders > figure("stack-smc"):
            return f"{leaders} SMC, {figure('stack-smc')} are allowed (A5.1)"
    return ""


def _halves(game: CampaignGame, piece: Piece) -> int:
    """What a counter counts for stacking, in half-squads."""
    if not piece.mmc:
        return 0
    return game.library.figure("stack-squad" if piece.kind == "squad" else "stack-half")
