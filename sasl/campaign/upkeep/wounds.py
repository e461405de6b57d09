"""Wounded leaders and the recombining of HS (7.510, 7.5111)."""

from __future__ import annotations

from sasl.campaign import events as cev
from sasl.campaign.registry import room
from sasl.campaign.run import CampaignRun
from sasl.campaign.state import SIDES, Piece


@room("wounded", prompt="each wounded leader's dr: next")
def wounded(ctx: CampaignRun) -> None:
    """7.510: a dr for each wounded leader: unwounded, still wounded, or evacuated."""
    for piece in [item for item in ctx.state.of() if item.smc and "wounded" in item.flags]:
        facts = {"isolated": int("isolated" in piece.flags), "heroic": int("heroic" in piece.flags)}
        with ctx.rolls_for(piece.side):
            record = ctx.table(ctx.role("wounded"), f"Wounded {piece.side.capitalize()} {piece.type}", facts=facts)
        result = str(record.result)
        if result == "unwounded":
            ctx.change(piece, (), ("wounded",), "7.510")
        elif result == "evacuated":
            ctx.emit(cev.PieceGone(piece.id, "evacuated (7.510)", counts=False))


@room("recombining", prompt="HS recombine: next")
def recombining(ctx: CampaignRun) -> None:
    """7.5111: HS of one type recombine until no more than one of each is Retained; Isolated ones among themselves."""
    for side in SIDES:
        groups: dict[tuple[str, str], list[Piece]] = {}
        for piece in ctx.state.of(side, "retained", "map"):
            if piece.kind == "hs" and not piece.flags & {"prisoner", "mine-dog"} and not _mortar_team(ctx, piece):
                where = piece.hex if "isolated" in piece.flags else ""
                groups.setdefault((piece.type, where), []).append(piece)
        for pieces in groups.values():
            while len(pieces) > 1:
                _recombine(ctx, pieces.pop(), pieces.pop())


def _mortar_team(ctx: CampaignRun, piece: Piece) -> bool:
    """VotG 12.6121: a HS may stay with each light mortar."""
    if not ctx.game.figure_or("mortar-teams", 0):
        return False
    return any("MTR" in held.type for held in ctx.state.held_by(piece.id))


def _recombine(ctx: CampaignRun, first: Piece, second: Piece) -> None:
    """A1.32: two HS become the squad that deploys into them; what they bore goes with it."""
    squad = squad_of(ctx, first)
    if not squad:
        return
    place = "isolated" in first.flags
    made = ctx.raise_piece(
        first.side, squad, box=first.box, hex=first.hex if place else "", group=first.group,
        flags=("isolated",) if place else (), why=f"{first.id} and {second.id} recombine (A1.32)",
    )  # fmt: skip
    for piece in (first, second):
        for held in ctx.state.held_by(piece.id):
            ctx.emit(cev.PieceChanged(held.id, holder=made.id, why="A1.32"))
        ctx.emit(cev.PieceGone(piece.id, f"recombined into {made.id} (A1.32)", counts=False))


def squad_of(ctx: CampaignRun, half: Piece) -> str:
    """The squad whose HS this is; empty if its nation has none."""
    known = ctx.library.counters.get(half.side, {})
    return next((name for name, item in known.items() if item.kind == "squad" and item.half == half.type), "")
