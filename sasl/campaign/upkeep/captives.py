"""Prisoners between two scenarios: whose they are when their Guard is gone, what becomes of the freed (A20)."""

from __future__ import annotations

from sasl.campaign import events as cev
from sasl.campaign.run import CampaignRun
from sasl.campaign.state import Box, Piece, other


def unguarded(ctx: CampaignRun, guard: Piece, why: str) -> None:
    """7.5041: a friend in the hex claims the prisoners of a unit that is Eliminated; else they take up arms (A20.551).

    Called while the Guard is still there. Those who take up arms possess what he drops.
    """
    held = ctx.state.held_by(guard.id)
    captives = [item for item in held if "prisoner" in item.flags]
    friends = [
        item for item in ctx.state.at(guard.hex, guard.side)
        if item.id != guard.id and (item.mmc or item.smc) and "prisoner" not in item.flags and item.box == guard.box
    ]  # fmt: skip
    friends.sort(key=lambda item: (not item.mmc, item.id))
    for captive in captives:
        if friends:
            ctx.emit(cev.PieceChanged(captive.id, holder=friends[0].id, why=f"claimed by {friends[0].id} ({why})"))
        else:
            rearm(ctx, captive, f"rearmed: {why} (A20.551)", captive.box, captive.hex)
    if captives and not friends:
        for item in held:
            if "prisoner" not in item.flags and item.kind in ("sw", "gun"):
                ctx.emit(cev.PieceChanged(item.id, hex=guard.hex, holder=captives[0].id, side=other(guard.side),
                         gains=("captured",), why=f"taken from {guard.id} (7.5041)"))  # fmt: skip


def rearm(ctx: CampaignRun, captive: Piece, why: str, box: Box, hex: str) -> None:
    """A20.551, 7.508: a prisoner is one no longer; an MMC becomes the Conscript MMC of its size."""
    ctx.emit(
        cev.PieceChanged(
            captive.id, (), ("prisoner", "unarmed", "counted"), type=conscript(ctx, captive), box=box, hex=hex,
            holder="", why=why,
        )
    )  # fmt: skip


def conscript(ctx: CampaignRun, piece: Piece) -> str:
    """The Conscript MMC of the same size; the unit's own type if its nation has none, or if it is an SMC or crew."""
    known = ctx.library.counters.get(piece.side, {})
    found = [name for name, item in known.items() if item.kind == piece.kind and item.quality == "Conscript"]
    return found[0] if piece.kind in ("squad", "hs") and found else piece.type
