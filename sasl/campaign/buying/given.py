"""What each side has before the Initial Scenario: groups, counters and fortifications of its initial OB (7.4)."""

from __future__ import annotations

from sasl.campaign import events as cev
from sasl.campaign.run import CampaignRun
from sasl.campaign.state import SIDES, Nation, Purchase, mine_strength
from sasl.content.campaign import Given

WHY = "initial OB (7.4)"


def raise_given(ctx: CampaignRun) -> None:
    """7.4: the initial OB: groups wait for their strength, counters and fortifications are there at once."""
    for name, value in ctx.campaign.initial_facts.items():
        ctx.fact(name, value, WHY)
    for side in SIDES:
        for given in ctx.campaign.initial.get(side, []):
            for _ in range(given.count):
                _give(ctx, side, given)
            if given.armor_leaders and given.type:
                ctx.set(side, f"leader-rolls.{given.type}", given.armor_leaders)


def _give(ctx: CampaignRun, side: Nation, given: Given) -> None:
    if given.group:
        item = Purchase(ctx.new_id("p"), side, given.group, ctx.state.date, 0, given=True)
        ctx.emit(cev.GroupBought(item, WHY))
    elif given.type:
        ctx.raise_piece(side, given.type, box="coming", why=WHY)
    elif given.fort == "minefield":
        ctx.put_work("minefield", side=side, number=given.ap, text=mine_strength(given.ap, given.at),
                     hidden=True, why=WHY)  # fmt: skip
    else:
        line = ctx.campaign.fortification(given.fort)
        ctx.put_work(given.fort, side=side, text=line.title if line else "", hidden=True, why=WHY)
