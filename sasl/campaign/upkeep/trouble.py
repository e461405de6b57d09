"""Bogged, mired, Shocked and UK vehicles after a scenario (7.5043, 7.5044; in RB and VotG after the new date)."""

from __future__ import annotations

from sasl.campaign import events as cev
from sasl.campaign.registry import room
from sasl.campaign.run import CampaignRun
from sasl.campaign.state import VEHICLES, Piece
from sasl.campaign.upkeep.casualties import wrecked
from sasl.kernel.questions import Option


@room("bog", prompt="bogged vehicles: next")
def bog(ctx: CampaignRun) -> None:
    """7.5043: Bog Removal for each manned bogged or mired vehicle until it is free or immobilized."""
    found = [piece for piece in ctx.state.of() if piece.kind == "vehicle" and piece.flags & {"bogged", "mired"}]
    found = [piece for piece in found if not piece.flags & {"abandoned", "wreck", "burnt-out"}]
    if not found:
        ctx.tell("No vehicle is bogged.")
    for piece in found:
        _bogged(ctx, piece)


def _bogged(ctx: CampaignRun, piece: Piece) -> None:
    """D8.3: the coloured die says how it goes; a log, an armor leader and mire change it."""
    drm, helped = 0, ""
    if ctx.game.figure_or("bog-help", 0):
        options = [Option("0", "nothing"), Option("-1", "a HS or crew clears it (Vehicle Note L)"),
                   Option("-2", "a squad clears it (Vehicle Note L)")]  # fmt: skip
        text = f"Does Vehicle Note L help {piece.id} {piece.type} out of its bog?"
        helped = ctx.choose(text, options, rule="7.5043", whose=piece.side)
        drm += int(helped)
    leader = next((held for held in ctx.state.held_by(piece.id) if "armor-leader" in held.flags), None)
    drm += leader.modifier if leader else 0
    while True:
        piece = ctx.state.pieces[piece.id]
        mired = ctx.library.figure("mired-drm") if "mired" in piece.flags else 0
        with ctx.rolls_for(piece.side):
            record = ctx.roll("DR", f"Bog Removal of {piece.id} {piece.type}", rule="D8.3")
        coloured = record.dice[0] if record.dice else max(1, min(6, record.total // 2))
        result = str(ctx.chart("bog.removal", coloured + drm + mired))
        why = f"coloured die {coloured}{f' {drm + mired:+d}' if drm + mired else ''}: {result} (7.5043)"
        if result == "mired":
            ctx.change(piece, ("mired",), (), why)
            continue
        ctx.change(piece, () if result == "freed" else ("immobile",), ("bogged", "mired"), why)
        if result == "freed" and ctx.game.figure_or("bog-clears", 0) and "isolated" not in piece.flags:
            ctx.emit(cev.PieceChanged(piece.id, box="retained", hex="", why="unbogged (12.6151c)"))
        return


@room("shock", prompt="Shocked vehicles: next")
def shock(ctx: CampaignRun) -> None:
    """7.5044: recovery from Shock, then from UK (C7.42), until the marker is gone or the AFV is a wreck."""
    found = [piece for piece in ctx.state.of() if piece.kind in VEHICLES and "shocked" in piece.flags]
    if not found:
        ctx.tell("No vehicle is Shocked.")
    for piece in found:
        table, words = ("vehicles.unconfirmed", "UK") if "uk" in piece.note else ("vehicles.shock", "Shock")
        with ctx.rolls_for(piece.side):
            result = str(ctx.table(table, f"{words} of {piece.id} {piece.type}").result)
            if result == "unconfirmed":
                result = str(ctx.table("vehicles.unconfirmed", f"UK of {piece.id} {piece.type}").result)
        if result == "wreck":
            wrecked(ctx, piece, "UK (7.5044)")
        else:
            ctx.change(piece, (), ("shocked",), "recovers (7.5044)")
