"""What a new CG Date brings: SAN, Booby Traps, CPP, ELR, weather, wind (OtO2 7.512-.517, RB 11.612-.618)."""

from __future__ import annotations

from sasl.campaign import events as cev
from sasl.campaign.campaign_run import CampaignRun
from sasl.campaign.campaign_state import SIDES, Nation
from sasl.campaign.steps.campaign_conditions import chose_before, standing
from sasl.campaign.steps.clearing import retain
from sasl.campaign.steps.set_up import close_roster
from sasl.campaign.steps.step_kinds import Step
from sasl.campaign.vocabulary import LEVELS, TRAPS
from sasl.kernel.rolling.records import result_text


def new_date(ctx: CampaignRun) -> None:
    """7.5121: each passage brings a new CG Date; what the old one's weather was is remembered.

    Groups of an Idle Day are Retained from now on.
    """
    close_roster(ctx)
    retain(ctx)
    ctx.fact("night", "")
    ctx.fact("weather.before", ctx.state.fact("weather"))
    ctx.fact("ec.before", ctx.state.fact("ec"))
    if any(step.step == "counterattack" for step in ctx.campaign.steps):
        for side in SIDES:
            ctx.fact(chose_before(side), "attack" if standing(ctx.game, side)["chose-attack"] else "")
    number = ctx.state.date + 1
    date = ctx.campaign.dates[number]
    ctx.emit(cev.DateBegan(number, date.title or date.id))
    for piece in list(ctx.state.of("", "retained", "coming")):
        ctx.change(piece, (), ("off-board",), f"Retained ({ctx.rule('CG12')})")


def san(ctx: CampaignRun) -> None:
    """7.5122: a high SAN may fall by one on a dr; a lost one is raised, without CPP."""
    figure = ctx.game.figure
    for side in SIDES:
        value = ctx.state.number(side, "san")
        if value >= figure("san-from"):
            over = {"san-over": value - figure("san-base")}
            record = ctx.roll_for(side, "san", f"{side.capitalize()} SAN {value}", facts=over)
            if str(record.result) == "falls":
                ctx.set(side, "san", value - 1, ctx.rule("7.5122"))
        elif value < ctx.game.figure_or("san-raised-below", figure("san-least")):
            ctx.set(side, "san", figure("san-least"), "raised")


def booby_traps(ctx: CampaignRun) -> None:
    """RB 11.6123, VotG 12.6143: Booby Trap Level A or B falls by one on a dr of six."""
    level = ctx.state.fact(TRAPS) or LEVELS[0]
    if level == LEVELS[0]:
        return
    record = ctx.roll_for("russian", "booby-traps", f"Booby Trap Level {level}")
    if str(record.result) == "falls":
        ctx.fact(TRAPS, LEVELS[LEVELS.index(level) - 1], ctx.rule("11.6123"))


def cpp(ctx: CampaignRun) -> None:
    """7.515: each side's Secret DR says how many CPP it receives; with what was left they are this date's total."""
    for side in SIDES:
        start = ctx.state.number(side, "cpp")
        ctx.set(side, "cpp-start", start)
        record = ctx.roll_for(side, "cpp", f"{side.capitalize()} CPP", facts=standing(ctx.game, side))
        gained = _halved(ctx, side, int(record.result))
        ctx.set(side, "cpp-gained", gained)
        ctx.set(side, "cpp", start + gained, f"{start} + {gained} ({ctx.rule('7.515')})")


def _halved(ctx: CampaignRun, side: Nation, gained: int) -> int:
    """VotG 12.6253: around a Counterattack some replenishments are halved, fractions rounded up."""
    now = ctx.state.fact("counterattack")
    last = ctx.state.date == len(ctx.campaign.dates) - 1
    halved = (now == "declared" and (side == "german" or last)) or (now == "fought" and side == "russian")
    if not halved:
        return gained
    ctx.tell(f"{side.capitalize()} CPP {gained} are halved to {-(-gained // 2)} (12.6253).")
    return -(-gained // 2)


def elr(ctx: CampaignRun) -> None:
    """7.516: a low Final DR raises a side's ELR by one, a high one lowers it, within the campaign's limits."""
    figure = ctx.game.figure
    for side in SIDES:
        value = ctx.state.number(side, "elr")
        record = ctx.roll_for(side, "elr", f"{side.capitalize()} ELR {value}", facts=standing(ctx.game, side))
        if str(record.result) == "rises" and value < figure("elr-most"):
            ctx.set(side, "elr", value + 1, ctx.rule("7.516"))
        elif str(record.result) == "falls" and value > figure("elr-least"):
            ctx.set(side, "elr", value - 1, ctx.rule("7.516"))
    if ctx.state.fact("counterattack") == "fought":  # what hung on it is reckoned now (12.618, 12.619)
        ctx.fact("counterattack", "")


def weather(ctx: CampaignRun) -> None:
    """7.517: a DR for the weather, then a dr for the EC, both with what the previous CG Date was like.

    The Germans roll in OtO2, the Russians in RB and VotG.
    """
    side: Nation = "german" if ctx.game.figure_or("weather-by-german", 0) else "russian"
    facts = standing(ctx.game, side)
    for name, title, rule in (("weather", "Weather", "7.517"), ("ec", "EC", "7.5171")):
        ctx.fact(name, result_text(ctx.roll_for(side, name, title, facts=facts).result), ctx.rule(rule))


def wind(ctx: CampaignRun) -> None:
    """7.5221: wind force, and its direction if there is any (B25.63-.64)."""
    force = result_text(ctx.table(ctx.role("wind-force"), "Wind force").result)
    ctx.fact("wind", force, "B25.63")
    if force != "none":
        direction = ctx.table(ctx.role("wind-direction"), "Wind direction").result
        ctx.fact("wind-direction", result_text(direction), "B25.64")
        if force == "mild breeze" and any(work.kind == "blaze" for work in ctx.state.works.values()):
            ctx.tell(f"A Mild Breeze and a Blaze: place Drifting Smoke at once ({ctx.rule('7.5221')}).", board=True)


STEPS = (
    Step("new-date", new_date),
    Step("san", san),
    Step("booby-traps", booby_traps),
    Step("cpp", cpp),
    Step("elr", elr),
    Step("weather", weather),
    Step("wind", wind),
)
