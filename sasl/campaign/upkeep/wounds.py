"""Wounded leaders and the recombining of HS (7.510, 7.5111)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from sasl.campaign import events as cev
from sasl.campaign.registry import room
from sasl.campaign.run import CampaignRun
from sasl.campaign.state import SIDES, Nation, Piece
from sasl.campaign.upkeep.burnt import area_of
from sasl.campaign.upkeep.casualties import eliminate
from sasl.kernel.questions import Option, Question, Unanswered


@room("wounded", prompt="each wounded leader's dr: next")
def wounded(ctx: CampaignRun) -> None:
    """7.510: a dr for each wounded leader: unwounded, still wounded, or evacuated."""
    for piece in [item for item in ctx.state.of() if item.kind == "leader" and "wounded" in item.flags]:
        facts = {"isolated": int("isolated" in piece.flags), "heroic": int("heroic" in piece.flags)}
        with ctx.rolls_for(piece.side):
            record = ctx.table(ctx.role("wounded"), f"Wounded {piece.side.capitalize()} {piece.type}", facts=facts)
        result = str(record.result)
        if result == "unwounded":
            ctx.change(piece, (), ("wounded",), "7.510")
        elif result == "evacuated":
            eliminate(ctx, piece, "evacuated (7.510)")


@room("recombining", prompt="HS recombine: next")
def recombining(ctx: CampaignRun) -> None:
    """7.5111: HS of one type recombine until no more than one of each is Retained; Isolated ones among themselves."""
    for side in SIDES:
        groups: dict[tuple[str, str], list[Piece]] = {}
        for piece in ctx.state.of(side, "retained", "map"):
            if piece.kind == "hs" and not piece.flags & {"prisoner", "mine-dog"}:
                where = area_of(ctx, piece)[0] if "isolated" in piece.flags else ""
                groups.setdefault((piece.type, where), []).append(piece)
        kept = _mortar_teams(ctx, side, groups)
        for pieces in groups.values():
            alone = [piece for piece in pieces if piece.id not in kept]
            while len(alone) > 1:
                _recombine(ctx, alone.pop(), alone.pop())


def _mortar_teams(ctx: CampaignRun, side: Nation, groups: Mapping[tuple[str, str], list[Piece]]) -> tuple[str, ...]:
    """VotG 12.6121: for each light mortar that is Retained one HS need not recombine."""
    mortars = [piece for piece in ctx.state.of(side, "retained", "map") if piece.kind == "sw" and "MTR" in piece.type]
    able = [piece for pieces in groups.values() if len(pieces) > 1 for piece in pieces]
    if not mortars or not able or not ctx.game.figure_or("mortar-teams", 0):
        return ()
    options = [Option(piece.id, piece.type) for piece in able]
    bearers = [piece.id for piece in able if any(item.id in map(_id, mortars) for item in ctx.state.held_by(piece.id))]
    text = f"Which {side.capitalize()} HS stay as light mortar teams ({len(mortars)} at most)?"
    question = Question("several", text, " ".join(bearers[: len(mortars)]) or "none", tuple(options), rule="12.6121",
                        whose=side)  # fmt: skip
    answer = ctx.ask(question)
    chosen = () if answer == "none" else tuple(answer.split())
    if len(chosen) > len(mortars):
        raise Unanswered(replace(question, error=f"there are {len(mortars)} light mortars (12.6121)"))
    return chosen


def _id(piece: Piece) -> str:
    return piece.id


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
