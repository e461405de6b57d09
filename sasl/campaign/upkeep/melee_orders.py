"""Melee by orders: who withdraws, who attacks to take prisoners, and what comes of it (7.501, A11.2, A20.22)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sasl.board.hexes import neighbours, parse_hex
from sasl.board.movement import infantry_cost
from sasl.campaign import events as cev
from sasl.campaign.result_counters import carry
from sasl.campaign.run import CampaignGame, CampaignRun
from sasl.campaign.state import LEVELS, VEHICLES, CampaignState, Nation, Piece, other
from sasl.campaign.upkeep.captives import unguarded
from sasl.campaign.upkeep.casualties import half_of, leave_equipment
from sasl.kernel.questions import Option

SHED = ("broken", "disrupted", "berserk", "fanatic", "encircled", "concealed", "hidden", "ti")
"""The states that a unit loses when it is taken (A20.2)."""


@dataclass
class Orders:
    """What both sides do in one round: who withdraws, which sides attack to capture."""

    withdrawing: set[str] = field(default_factory=set)
    capturing: set[Nation] = field(default_factory=set)


def fighters(state: CampaignState, location: str, side: str) -> list[Piece]:
    """Who of a side fights or is fought in a Location: Personnel on foot and Riders, vehicles that are no wrecks."""
    return [
        piece for piece in state.of(side, "map")
        if piece.location == location and not piece.flags & {"prisoner", "wreck", "burnt-out", "armor-leader"}
        and (piece.mmc or piece.smc or piece.kind in VEHICLES)
    ]  # fmt: skip


def given(ctx: CampaignRun, location: str, number: int, sides: Mapping[Nation, Sequence[Piece]]) -> Orders:
    """The orders of both sides for a round: Withdrawal is announced before any attack (A11.2)."""
    orders = Orders()
    for side, own in sides.items():
        able = [piece for piece in own if ways_out(ctx.game, piece)]
        text = f"Who of the {side.capitalize()} side withdraws from the Melee in {location}, round {number}?"
        options = [Option(piece.id, piece.type) for piece in able]
        likely = [piece.id for piece in able if "broken" in piece.flags]  # A11.16
        orders.withdrawing.update(ctx.several(text, options, likely, rule="A11.2", whose=side) if able else ())
    for side, own in sides.items():
        foes = [piece for piece in sides[other(side)] if piece.kind not in VEHICLES and "berserk" not in piece.flags]
        ready = [piece for piece in own if piece.kind not in VEHICLES and piece.id not in orders.withdrawing]
        if not foes or all("broken" in piece.flags for piece in ready):
            continue
        options = [Option("kill", "to eliminate"), Option("capture", "to take prisoners")]
        text = f"How does the {side.capitalize()} side attack in {location}, round {number}?"
        if ctx.choose(text, options, rule="A20.22", whose=side) == "capture":
            orders.capturing.add(side)
    return orders


def ways_out(game: CampaignGame, piece: Piece) -> list[str]:
    """A11.21: where a unit may withdraw to: an adjacent hex it can enter without enemies; from upstairs down."""
    if not (piece.mmc or piece.smc) or piece.holder or piece.flags & {"berserk", "disrupted"}:
        return []
    if piece.location != piece.hex:
        near = [piece.hex]
    elif game.board is not None and piece.hex in game.board:
        board = game.board
        near = [name for name in board.neighbours(piece.hex) if infantry_cost(board, piece.hex, name).allowed]
    else:
        near = _around(piece.hex)
    return [name for name in near if not fighters(game.state, name, other(piece.side))]


def _around(name: str) -> list[str]:
    """The hexes around one, where the program has no map; none around what is no hex."""
    try:
        return [str(item) for item in neighbours(parse_hex(name))]
    except ValueError:
        return []


def leave(ctx: CampaignRun, ids: Sequence[str]) -> None:
    """A11.2: who withdraws and was not hurt leaves, each for the hex its owner names, with what it bears."""
    for name in ids:
        piece = ctx.state.pieces[name]
        ways = ways_out(ctx.game, piece)
        if not ways or not piece.here or "prisoner" in piece.flags:
            continue
        text = f"{name} {piece.type} withdraws from {piece.location}: to which hex?"
        goal = ctx.choose(text, [Option(way, way) for way in ways], rule="A11.21", hexes=ways, whose=piece.side)
        loses = tuple(flag for flag in LEVELS if flag in piece.flags)
        ctx.emit(cev.PieceChanged(name, loses=loses, hex=goal, why="withdraws from Melee (A11.2)"))
        carry(ctx, name)


def take(ctx: CampaignRun, piece: Piece, captors: Sequence[str], *, half: bool) -> None:
    """A20.22: a captor that is left and has room guards the unit; of `half` of a squad only a HS is taken."""
    small = half_of(ctx.game, piece) if half else ""
    if small:
        ctx.emit(cev.PieceChanged(piece.id, type=small, kind="hs", why="one HS of it is captured (A20.22)"))
        piece = ctx.raise_piece(
            piece.side, small, box="map", hex=piece.hex, group=piece.group, flags=sorted(piece.flags),
            why=f"the captured HS of {piece.id}",
        )  # fmt: skip
    able = [name for name in captors if _room(ctx, ctx.state.pieces[name]) >= _size(ctx, piece)]
    if not able:
        ctx.tell(f"Nobody is left to guard {piece.id}: it is not captured (A20.5).")
        return
    options = [Option(name, ctx.state.pieces[name].type) for name in able]
    guard = able[0] if len(able) == 1 else ctx.choose(
        f"Who guards {piece.id} {piece.type}?", options, rule="A20.5", whose=other(piece.side)
    )  # fmt: skip
    unguarded(ctx, piece, "captured in Melee")
    leave_equipment(ctx, piece, "captured in Melee")
    gains = ("prisoner", "unarmed") if piece.mmc else ("prisoner",)
    loses = tuple(flag for flag in SHED if flag in piece.flags)
    ctx.emit(cev.PieceChanged(piece.id, gains, loses, holder=guard, why=f"captured by {guard} in Melee (A20.22)"))


def _size(ctx: CampaignRun, piece: Piece) -> int:
    """A20.51: its US#."""
    return ctx.library.figure("us-smc" if piece.smc else "us-squad" if piece.kind == "squad" else "us-half")


def _room(ctx: CampaignRun, guard: Piece) -> int:
    """A20.51: the US# of prisoners that a unit can still guard; none if it is gone."""
    if not guard.here or guard.flags & {"prisoner", "berserk"} or guard.kind in VEHICLES:
        return 0
    held = [piece for piece in ctx.state.held_by(guard.id) if "prisoner" in piece.flags]
    return ctx.library.figure("guard-capacity") * _size(ctx, guard) - sum(_size(ctx, piece) for piece in held)
