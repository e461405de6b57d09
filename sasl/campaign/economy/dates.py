"""The new CG Date and the adjustment of the SAN (OtO2 7.512, RB 11.612, VotG 12.614)."""

from __future__ import annotations

from sasl.campaign import events as cev
from sasl.campaign.registry import room
from sasl.campaign.retained import retain
from sasl.campaign.run import CampaignRun
from sasl.campaign.set_up import close_roster
from sasl.campaign.state import SIDES


@room("new-date", prompt="a new CG Date begins: next")
def new_date(ctx: CampaignRun) -> None:
    """7.5121: each passage brings a new CG Date; what the old one's weather was is remembered.

    Groups of an Idle Day are Retained from now on.
    """
    for side in SIDES:
        close_roster(ctx, side)
    retain(ctx)
    ctx.fact("night", "")
    ctx.fact("weather.before", ctx.state.fact("weather"))
    ctx.fact("ec.before", ctx.state.fact("ec"))
    number = ctx.state.date + 1
    date = ctx.campaign.dates[number]
    ctx.emit(cev.DateBegan(number, date.title or date.id))
    for piece in list(ctx.state.of("", "retained", "coming")):
        ctx.change(piece, (), ("off-board",), "Retained (CG12)")


@room("san", prompt="SAN of both sides: next")
def san(ctx: CampaignRun) -> None:
    """7.5122: a high SAN may fall by one on a dr; a lost one is raised, without CPP."""
    figure = ctx.game.figure
    for side in SIDES:
        value = ctx.state.number(side, "san")
        if value >= figure("san-from"):
            with ctx.rolls_for(side):
                record = ctx.table(
                    ctx.role("san"), f"{side.capitalize()} SAN {value}", facts={"san-over": value - figure("san-base")}
                )
            if str(record.result) == "falls":
                ctx.set(side, "san", value - 1, "7.5122")
        elif value < ctx.game.figure_or("san-raised-below", figure("san-least")):
            ctx.set(side, "san", figure("san-least"), "raised")


@room("booby-traps", prompt="Booby Traps: next")
def booby_traps(ctx: CampaignRun) -> None:
    """RB 11.6123, VotG 12.6143: Booby Trap Level A or B falls by one on a dr of six."""
    level = ctx.state.fact("booby-traps")
    if level not in ("A", "B"):
        return
    with ctx.rolls_for("russian"):
        record = ctx.table(ctx.role("booby-traps"), f"Booby Trap Level {level}")
    if str(record.result) == "falls":
        ctx.fact("booby-traps", {"A": "B", "B": "C"}[level], "11.6123")
