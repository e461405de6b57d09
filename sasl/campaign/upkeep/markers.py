"""Markers come off, units rally and unload, prisoners are dealt with (7.502, 7.503, 7.508)."""

from __future__ import annotations

from sasl.campaign import events as cev
from sasl.campaign.registry import room
from sasl.campaign.run import CampaignRun
from sasl.campaign.state import Piece
from sasl.game.questions import Option

GONE = ("fanatic", "berserk", "disrupted", "motion", "ti", "interdicting")
"""States that end with the scenario (7.502e-f; rally takes broken and disrupted)."""


@room("markers", prompt="markers come off the map: next")
def markers(ctx: CampaignRun) -> None:
    """7.502: fire, smoke, acquisition, concealment and the like come off; what was hidden is put on the map."""
    for piece in list(ctx.state.of()):
        ctx.change(piece, (), GONE, "7.502")
    for piece in list(ctx.state.of("", "map")):
        ctx.change(ctx.state.pieces[piece.id], (), ("hidden", "concealed"), "7.502g")
    ctx.tell(
        "Take off: SR and FFE, smoke, acquisition, DM, CX, CE and BU, Motion, labor, snipers, aircraft, Dummies; put "
        "hidden units and Equipment on the map.",
        board=True,
    )


@room("rally", prompt="all broken units rally: next")
def rally(ctx: CampaignRun) -> None:
    """7.503: every broken unit rallies without a DR; Passengers and Riders may unload."""
    rallied = [piece for piece in ctx.state.of() if piece.flags & {"broken", "disrupted"}]
    for piece in rallied:
        ctx.change(piece, (), ("broken", "disrupted"), "7.503")
    if not rallied:
        ctx.tell("No unit is broken.")


@room("prisoners", prompt="prisoners: next")
def prisoners(ctx: CampaignRun) -> None:
    """7.508: prisoners of a non-Isolated Guard are Eliminated; an Isolated Guard keeps or frees his."""
    for piece in [item for item in ctx.state.of() if "prisoner" in item.flags]:
        guard = ctx.state.pieces.get(piece.holder)
        if guard is None or not guard.here or "isolated" not in guard.flags:
            ctx.emit(cev.PieceGone(piece.id, "prisoner of a non-Isolated unit (7.508)"))
            continue
        options = [Option("keep", "the Guard keeps it"), Option("free", "it is freed")]
        if ctx.game.figure_or("massacre", 0):
            options.append(Option("execute", "it is executed; Massacre is in effect next time"))
        text = f"{guard.id} guards {piece.id} {piece.type} in isolation: what of it?"
        answer = ctx.choose(text, options, rule="7.508", whose=guard.side)
        if answer == "free":
            freed(ctx, piece)
        elif answer == "execute":
            ctx.emit(cev.PieceGone(piece.id, "executed (12.609)"))
            ctx.fact("massacre", guard.side, "A20.4")


def freed(ctx: CampaignRun, piece: Piece) -> None:
    """7.508: a freed prisoner is Retained by his side: an unarmed MMC as a Conscript MMC of its size."""
    as_type = piece.type
    if piece.mmc:
        known = ctx.library.counters.get(piece.side, {})
        found = [name for name, item in known.items() if item.kind == piece.kind and item.quality == "Conscript"]
        as_type = found[0] if found else piece.type
    ctx.emit(
        cev.PieceChanged(
            piece.id, (), ("prisoner", "unarmed"), type=as_type, box="retained", hex="", holder="", why="freed (7.508)"
        )
    )
