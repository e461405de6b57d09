"""Encircled units at the end of a scenario (7.5041, RB 11.6041, VotG 12.6051)."""

from __future__ import annotations

from sasl.campaign.registry import room
from sasl.campaign.run import CampaignRun
from sasl.campaign.state import Piece
from sasl.campaign.upkeep.casualties import eliminate, suffer
from sasl.campaign.upkeep.morale import task_check


@room("encirclement", prompt="each Encircled unit's TC: next")
def encirclement(ctx: CampaignRun) -> None:
    """7.5041: a 1TC for each Encircled unit that is no prisoner; who fails is Eliminated. The markers stay."""
    found = [piece for piece in ctx.state.of() if "encircled" in piece.flags and "prisoner" not in piece.flags]
    if not found:
        ctx.tell("No unit is Encircled.")
    for piece in found:
        now = ctx.state.pieces[piece.id]
        if now.here and (now.mmc or now.smc or now.kind == "vehicle") and not task_check(ctx, now, 1, "Encircled"):
            _fails(ctx, now)


def _fails(ctx: CampaignRun, piece: Piece) -> None:
    """Its Equipment is left in the Location; of an immobile vehicle only the men are lost: it is Abandoned."""
    vehicle = ctx.state.pieces.get(piece.holder)
    if piece.kind == "vehicle":
        abandon(ctx, piece, "Encircled and immobile (7.5041)")
    else:
        eliminate(ctx, piece, "failed its 1TC, Encircled (7.5041)")
        if vehicle and vehicle.kind == "vehicle" and "immobile" in vehicle.flags:
            ctx.change(ctx.state.pieces[vehicle.id], ("abandoned",), (), "its men are lost (7.5041)")


def abandon(ctx: CampaignRun, vehicle: Piece, why: str) -> None:
    """The men of a vehicle are Eliminated, it is left: Abandoned if it is immobile, else it goes with them."""
    if not vehicle.flags & {"immobile", "bogged", "mired"}:
        eliminate(ctx, vehicle, why.replace(" and immobile", ""))
        return
    for held in ctx.state.held_by(vehicle.id):
        if held.mmc or held.smc:
            eliminate(ctx, held, why)
    suffer(ctx, vehicle.side, ctx.library.figure("cvp-crew"), vehicle.id)
    ctx.change(ctx.state.pieces[vehicle.id], ("abandoned",), ("encircled",), why)
