"""Weather, EC and wind of a CG Date (OtO2 7.517 and 7.5221, RB 11.618, VotG 12.620)."""

from __future__ import annotations

from sasl.campaign.economy.standing import standing
from sasl.campaign.registry import room
from sasl.campaign.run import CampaignRun
from sasl.campaign.state import Nation
from sasl.kernel.records import result_text


def _who(ctx: CampaignRun) -> Nation:
    """The side that rolls for the weather: the Germans in OtO2, the Russians in RB and VotG."""
    return "german" if ctx.game.figure_or("weather-by-german", 0) else "russian"


@room("weather", prompt="weather and EC: next")
def weather(ctx: CampaignRun) -> None:
    """7.517: a DR for the weather, then a dr for the EC, both with what the previous CG Date was like."""
    side = _who(ctx)
    facts = standing(ctx.game, side)
    with ctx.rolls_for(side):
        found = result_text(ctx.table(ctx.role("weather"), "Weather", facts=facts).result)
        ctx.fact("weather", found, "7.517")
        ctx.fact("ec", result_text(ctx.table(ctx.role("ec"), "EC", facts=facts).result), "7.5171")


@room("wind", prompt="wind: next")
def wind(ctx: CampaignRun) -> None:
    """7.5221: wind force, and its direction if there is any (B25.63-.64)."""
    force = result_text(ctx.table(ctx.role("wind-force"), "Wind force").result)
    ctx.fact("wind", force, "B25.63")
    if force != "none":
        found = ctx.table(ctx.role("wind-direction"), "Wind direction").result
        ctx.fact("wind-direction", result_text(found), "B25.64")
        if force == "mild breeze" and any(work.kind == "blaze" for work in ctx.state.works.values()):
            ctx.tell("A Mild Breeze and a Blaze: place Drifting Smoke at once (7.5221).", board=True)
