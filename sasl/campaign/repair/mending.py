"""One Weapon at the repair table, and what the loss of its Weapon does to a vehicle (7.5132, 11.6132, 12.6152)."""

from __future__ import annotations

from sasl.campaign.repair.facts import facts_of
from sasl.campaign.run import CampaignRun
from sasl.campaign.state import Piece
from sasl.campaign.upkeep.casualties import eliminate


def repair_weapon(ctx: CampaignRun, piece: Piece, flag: str, rule: str) -> None:
    """7.5132: a dr for a malfunctioned Weapon; `flag` says which one of a vehicle: its MA or its MG."""
    mg = flag == "mg-malfunctioned"
    with ctx.rolls_for(piece.side):
        title = f"{'MG of ' if mg else ''}{piece.id} {piece.type}"
        record = ctx.table(ctx.role("weapon-repair"), title, facts=facts_of(ctx.game, piece))
    if str(record.result) == "repaired":
        ctx.change(piece, (), (flag,), rule)
    elif mg:
        ctx.change(piece, ("mg-disabled",), (flag,), f"Disabled ({rule})")
    elif piece.kind == "vehicle":
        ctx.change(piece, ("disabled",), (flag,), f"its MA is Disabled ({rule})")
        _no_gun(ctx, ctx.state.pieces[piece.id])
    else:
        eliminate(ctx, piece, f"not repaired ({rule})")


def _no_gun(ctx: CampaignRun, piece: Piece) -> None:
    """7.5132 *: without its MA a vehicle is under Recall, in VotG a wreck; Isolated it is short of ammunition, too."""
    if ctx.game.figure_or("disabled-is-wreck", 0):
        ctx.change(piece, ("wreck",), (), "its MA is Disabled: a wreck (12.6152)")
    elif "isolated" in piece.flags:
        ctx.change(piece, ("recalled", "shortage"), (), "its MA is Disabled: Recall (7.5132)")
    else:
        ctx.change(piece, ("recalled",), (), "its MA is Disabled: Recall (7.5132)")
