"""CPP replenishment and ELR loss or gain (OtO2 7.515-.516, RB 11.616-.617, VotG 12.618-.619)."""

from __future__ import annotations

from sasl.campaign.economy.standing import standing
from sasl.campaign.registry import room
from sasl.campaign.run import CampaignRun
from sasl.campaign.state import SIDES, Nation


@room("cpp", prompt="each side's CPP: next")
def cpp(ctx: CampaignRun) -> None:
    """7.515: each side's Secret DR says how many CPP it receives; with what was left they are this date's total."""
    for side in SIDES:
        start = ctx.state.number(side, "cpp")
        ctx.set(side, "cpp-start", start)
        with ctx.rolls_for(side):
            record = ctx.table(ctx.role("cpp"), f"{side.capitalize()} CPP", facts=standing(ctx.game, side))
        gained = _halved(ctx, side, int(record.result))
        ctx.set(side, "cpp-gained", gained)
        ctx.set(side, "cpp", start + gained, f"{start} + {gained} (7.515)")


def _halved(ctx: CampaignRun, side: Nation, gained: int) -> int:
    """VotG 12.6253: around a Counterattack some replenishments are halved, fractions rounded up."""
    now = ctx.state.fact("counterattack")
    last = ctx.state.date == len(ctx.campaign.dates) - 1
    halved = (now == "declared" and (side == "german" or last)) or (now == "fought" and side == "russian")
    if now == "fought" and side == "german":
        ctx.fact("counterattack", "")
    if not halved:
        return gained
    ctx.tell(f"{side.capitalize()} CPP {gained} are halved to {-(-gained // 2)} (12.6253).")
    return -(-gained // 2)


@room("elr", prompt="each side's ELR: next")
def elr(ctx: CampaignRun) -> None:
    """7.516: a low Final DR raises a side's ELR by one, a high one lowers it, within the campaign's limits."""
    figure = ctx.game.figure
    for side in SIDES:
        value = ctx.state.number(side, "elr")
        with ctx.rolls_for(side):
            record = ctx.table(ctx.role("elr"), f"{side.capitalize()} ELR {value}", facts=standing(ctx.game, side))
        if str(record.result) == "rises" and value < figure("elr-most"):
            ctx.set(side, "elr", value + 1, "7.516")
        elif str(record.result) == "falls" and value > figure("elr-least"):
            ctx.set(side, "elr", value - 1, "7.516")
