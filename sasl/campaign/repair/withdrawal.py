"""AFV Platoons that are withdrawn (RB 11.6142) or redeployed for a while (VotG 12.6162)."""

from __future__ import annotations

from sasl.campaign import events as cev
from sasl.campaign.economy.standing import standing
from sasl.campaign.registry import room
from sasl.campaign.run import CampaignRun
from sasl.campaign.state import SIDES, Piece, Purchase
from sasl.campaign.upkeep.casualties import eliminate


@room("afv-withdrawal", prompt="AFV Platoons: next")
def afv_withdrawal(ctx: CampaignRun) -> None:
    """11.6142, 12.6162: a Secret dr for each AFV Platoon that has fought: it stays, or its non-Isolated AFV leave."""
    for side in SIDES:
        for purchase, tanks in _platoons(ctx, side):
            late = side == "german" and ctx.state.date >= ctx.game.figure_or("late-date", 999)
            facts = standing(ctx.game, side) | {"late": int(late)}
            away = any(piece.box == "away" for piece in tanks)
            if not away:
                facts["historical"] = 0  # 12.6162: only for a platoon that would come back
            with ctx.rolls_for(side):
                record = ctx.table(
                    ctx.role("withdrawal"), f"{side.capitalize()} AFV Platoon {purchase.group}", facts=facts
                )
            if str(record.result) == "withdrawn":
                _leave(ctx, tanks)
            elif away:
                for piece in [one for tank in tanks for one in (tank, *ctx.state.held_by(tank.id))]:
                    ctx.emit(cev.PieceChanged(piece.id, box="retained", why="the platoon is back (12.6162)"))


def _platoons(ctx: CampaignRun, side: str) -> list[tuple[Purchase, list[Piece]]]:
    """Each AFV Platoon that has been on the map, with what is left of it."""
    found = []
    for purchase in ctx.state.purchases.values():
        group = ctx.campaign.group(purchase.side, purchase.group)
        if purchase.side != side or group is None or group.kind != "afv":
            continue
        tanks = [
            piece for piece in ctx.state.of(side)
            if piece.group == purchase.id and piece.kind == "vehicle"
            and not piece.flags & {"isolated", "dug-in", "wreck"}
        ]  # fmt: skip
        every = [piece for piece in ctx.state.pieces.values() if piece.group == purchase.id]
        if tanks and any("has-fought" in piece.flags for piece in every):
            found.append((purchase, tanks))
    return found


def _leave(ctx: CampaignRun, tanks: list[Piece]) -> None:
    """RB: Withdrawn for good; VotG: off the map until the platoon may come back. Armor leaders go with it."""
    for piece in tanks:
        leaders = [held for held in ctx.state.held_by(piece.id) if "armor-leader" in held.flags]
        if ctx.game.figure_or("withdrawal-redeploys", 0):
            for one in (piece, *leaders):
                ctx.emit(cev.PieceChanged(one.id, box="away", hex="", why="redeployed (12.6162)"))
            continue
        for one in (*leaders, piece):
            eliminate(ctx, one, "Withdrawn (11.6142)")
    for piece in [item for item in ctx.state.of() if item.group == tanks[0].group and "isolated" in item.flags]:
        if piece.kind == "vehicle" and not piece.flags & {"immobile", "wreck"}:
            ctx.tell(f"{piece.id} is Isolated and stays: each RPh a dr of the Turn or less recalls it (11.6143).")
