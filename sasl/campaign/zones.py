"""Where each side may set up and enter before a scenario: the zones of the campaign's rules (OtO2 6, 7.4, CG12)."""

from __future__ import annotations

from dataclasses import dataclass

from sasl.board.board import Board
from sasl.campaign import events as cev
from sasl.campaign.perimeter.control import zones as perimeter_zones
from sasl.campaign.perimeter.loops import area
from sasl.campaign.retained import is_new
from sasl.campaign.run import CampaignGame, CampaignRun
from sasl.campaign.state import SIDES, Nation, Piece
from sasl.kernel.text import listed

ENDLESS = 999


@dataclass(frozen=True, slots=True)
class Zone:
    """Hexes in which something of a side may set up or enter, in words with the rule."""

    side: Nation
    words: str
    hexes: frozenset[str]


def initial(game: CampaignGame) -> bool:
    """Whether the Initial Scenario is still to come."""
    return game.state.scenario == 0


def asked_for(game: CampaignGame) -> bool:
    """Whether the sides buy and set up now, so that their zones are of interest: not in the refit before that."""
    steps = [step.step for step in game.campaign.steps]
    return game.state.stage == "initial" or (
        game.state.stage == "refit" and "purchase" in steps and game.state.step >= steps.index("purchase")
    )


def first_hexes(game: CampaignGame, side: Nation) -> frozenset[str]:
    """7.4, CG12b: the hexes of a side before the Initial Scenario, by their numbers; none where no figure says so."""
    if game.board is None:
        return frozenset()
    below = game.figure_or(f"{side}-set-up-below", ENDLESS)
    least = game.figure_or(f"{side}-set-up-from", -1)
    if below == ENDLESS and least < 0:
        return frozenset()
    return frozenset(name for name in game.board if least <= game.board.hex(name).num < below)


def begin_control(ctx: CampaignRun) -> None:
    """7.4: before the Initial Scenario each side controls the hexes in which it may set up."""
    for side in SIDES:
        hexes = tuple(name for name in sorted(first_hexes(ctx.game, side)) if name not in ctx.state.control)
        if hexes:
            ctx.emit(cev.HexesControlled(side, hexes, "where it may set up (7.4)"))


def own_hexes(game: CampaignGame, side: Nation) -> frozenset[str]:
    """7.5224: the hexes of a side's Perimeter that are not Isolated; before the Initial Scenario those of 7.4."""
    board = game.board
    if board is None:
        return frozenset()
    if initial(game):
        return first_hexes(game, side)
    isolated = {name for group in game.state.areas for name in group.hexes}
    loops = game.state.perimeters.get(side, ())
    inside = area(board, loops) - perimeter_zones(board, game.state.perimeters).isolated if loops else frozenset(
        name for name, whose in game.state.control.items() if whose == side and name in board)  # fmt: skip
    return frozenset(inside) - isolated


def new_hexes(game: CampaignGame, side: Nation) -> frozenset[str]:
    """CG12: where a side's groups of this date may set up: its own hexes, the Russians off the German Front Line."""
    own, apart = own_hexes(game, side), game.figure_or(f"{side}-set-up-apart", 0)
    if initial(game) or not apart or game.board is None:
        return own
    enemy: Nation = "german" if side == "russian" else "russian"
    near = game.board.distances(name for loop in game.state.perimeters.get(enemy, ()) for name in loop)
    return frozenset(name for name in own if near.get(name, ENDLESS) >= apart)


def entry_hexes(game: CampaignGame, side: Nation) -> frozenset[str]:
    """Section 6, Entry Area: the map-edge hexes by which a side enters.

    Of an edge that the file gives a distance for, only those that far beyond the foremost enemy-controlled one.
    """
    board = game.board
    if board is None:
        return frozenset()
    found: set[str] = set()
    for edge, apart in game.campaign.entry.get(side, {}).items():
        found |= _behind(game, board, side, edge, game.figure(apart)) if apart else set(board.edge(edge))
    return frozenset(found)


def _behind(game: CampaignGame, board: Board, side: Nation, edge: str, apart: int) -> set[str]:
    """The hexes of an edge on the side's own side of the enemy's foremost one there, and so many hexes from it."""
    names = board.edge(edge)
    enemy = [board.hex(name).num for name in names if game.state.control.get(name) not in ("", None, side)]
    foremost = min(enemy, default=ENDLESS)
    return {name for name in names if board.hex(name).num + apart <= foremost}


def zones(game: CampaignGame) -> list[Zone]:
    """Every zone of both sides as it is now, in the order in which a player asks: set-up, new groups, entry."""
    found = []
    for side in SIDES:
        own, new, entry = own_hexes(game, side), new_hexes(game, side), entry_hexes(game, side)
        who = side.capitalize()
        if own:
            found.append(Zone(side, f"{who} set-up area", own))
        if own and new != own:
            apart = game.figure_or(f"{side}-set-up-apart", 0)
            text = f"{who} groups of this date, {apart} hexes or more from the enemy Front Line (CG12)"
            found.append(Zone(side, text, new))
        if entry:
            found.append(Zone(side, f"{who} Entry Area (6)", entry))
    return found


def why_not(game: CampaignGame, piece: Piece, name: str) -> str:
    """Why a counter may not set up in a hex, with the rule; empty if it may. It is no matter of what it bears."""
    if game.board is None:
        return ""
    if "isolated" in piece.flags:
        area_of = next((group.hexes for group in game.state.areas if piece.hex in group.hexes), (piece.hex,))
        return "" if name in area_of else f"it is Isolated in {listed(area_of, 6)} (7.5222)"
    if "off-board" in piece.flags:
        return "it was bought to enter from off-board (CG12)"
    item = game.state.purchases.get(piece.group)
    if initial(game) and piece.box == "coming" and not (item and item.setup == "on-map") and _must_enter(game, piece):
        return "it enters from the east edge, unless a CPP more sets it up on the map (CG12b)"
    own = own_hexes(game, piece.side)
    if name not in own:
        if initial(game):
            return f"the {piece.side.capitalize()} side sets up in hexes {_numbers(game, piece.side)} (7.4, CG12)"
        return f"{name} is in no part of the {piece.side.capitalize()} Perimeter that is not Isolated (7.5224)"
    if is_new(game.state, piece) and name not in new_hexes(game, piece.side):
        apart = game.figure_or(f"{piece.side}-set-up-apart", 0)
        return f"groups of this date set up {apart} hexes or more from the enemy Front Line (CG12b)"
    return ""


def _must_enter(game: CampaignGame, piece: Piece) -> bool:
    """Whether the file gives this side ways to set up on the map only for more CPP before the Initial Scenario."""
    ways = [way for way in game.campaign.setups if way.side == piece.side and way.stage == "initial"]
    return any(way.id == "off-board" for way in ways)


def _numbers(game: CampaignGame, side: Nation) -> str:
    below, least = game.figure_or(f"{side}-set-up-below", ENDLESS), game.figure_or(f"{side}-set-up-from", -1)
    return f"numbered below {below}" if below != ENDLESS else f"numbered {least} or more"
