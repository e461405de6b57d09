"""Initiative: who attacks on this CG Date, and what kind of scenario comes of it (7.521, RB 11.623, VotG 12.625)."""

from __future__ import annotations

from sasl.campaign import events as cev
from sasl.campaign.campaign_run import CampaignGame, CampaignRun
from sasl.campaign.campaign_state import SIDES, Nation, other
from sasl.campaign.secrets import cover_chit
from sasl.campaign.steps.campaign_victory import finish
from sasl.campaign.steps.set_up import close_roster, write_roster
from sasl.campaign.steps.step_kinds import Step
from sasl.campaign.vocabulary import ASSAULTS, IDLE_DAY
from sasl.kernel.orders.questions import Option
from sasl.kernel.rolling.records import result_text


def _chosen(game: CampaignGame, side: Nation) -> str:
    return game.state.fact(f"chit.{side}")


def _missing(game: CampaignGame) -> str:
    if game.campaign.attacker:
        return ""
    left = [side for side in SIDES if not _chosen(game, side)]
    return f"chit {left[0]} attack|idle" if left else ""


def attacks_left(game: CampaignGame, side: Nation) -> int | None:
    """11.6231, 12.6251: how many Attack chits a side still has; None: as many as it likes."""
    most = game.figure_or(f"attack-chits-{side}", -1)
    if most < 0:
        return None
    days = game.figure_or("attack-chit-days", 0)
    by_now = -(-game.state.date // days) if days else most
    return min(most, by_now) - game.state.number(side, "attacks")


def _end(ctx: CampaignRun) -> None:
    """Both chits are shown; the matrix says what is played. Without a scenario the repeated steps come again."""
    if ctx.campaign.attacker:
        return
    for side in SIDES:
        chit = _chosen(ctx.game, side)
        ctx.fact(f"initiative.{side}", chit, "chits are shown")
        ctx.fact(f"chit.{side}", "")
        if f"{side}.chit" in ctx.state.secrets:
            ctx.emit(cev.Covered(f"{side}.chit", False))
        if chit == "attack":
            ctx.add(side, "attacks", 1)
    kind = scenario_kind(ctx)
    ctx.fact("scenario", kind, ctx.rule("11.6232"))
    if kind != IDLE_DAY:
        for side in SIDES:
            ctx.set(side, "idle", 0)
        _who_sets_up(ctx, kind)
        return
    for side in SIDES:
        ctx.add(side, "idle", 1)
        ctx.set(side, "idle-ever", 1)
        ctx.set(side, "since-idle", 0)
        ctx.set(side, "night-scenarios", 0)
        if ctx.game.figure_or("suffered-by-date", 0):
            ctx.set(side, "suffered", 0, f"an Idle Day ({ctx.rule('11.616')})")
    write_roster(ctx)
    if ctx.state.date >= len(ctx.campaign.dates) - 1:
        ctx.tell("The last CG Day is an Idle Day: the campaign is over without another scenario.")
        finish(ctx, "the last CG Day")


def no_scenario(game: CampaignGame) -> bool:
    """11.6232: whether the chits made an Idle Day: the steps before the Initiative come again."""
    return not game.campaign.attacker and game.state.fact("scenario") == IDLE_DAY


def scenario_kind(ctx: CampaignRun) -> str:
    """11.6232: what the two chits make: Dual Attack, an Assault of one side, or an Idle Day."""
    chits = {side: ctx.state.fact(f"initiative.{side}") for side in SIDES}
    column = "attack" if chits["russian"] == "attack" else "idle"
    return result_text(ctx.chart(ctx.role("initiative"), 1 if chits["german"] == "attack" else 2, column))


def _who_sets_up(ctx: CampaignRun, kind: str) -> None:
    """11.6233: the defender sets up first; in a Dual Attack a dr decides."""
    attacker = ASSAULTS.get(kind)
    if attacker:
        first: str = other(attacker)
    else:
        first = result_text(ctx.table(ctx.role("set-up-first"), "Who sets up first").result)
    ctx.fact("sets-up-first", first, ctx.rule("11.6233"))
    if ctx.state.fact("counterattack") != "declared":  # that was asked as it was declared
        _by_night(ctx, asked=attacker == "russian")
        spotted = ctx.state.number("russian", "recon")
        if ctx.state.fact("night") and spotted and ctx.game.figure_or("recon-night-doubled", 0):
            ctx.set("russian", "recon", 2 * spotted, "doubled by night (12.624)")
            ctx.set("russian", "recon-dr", 2 * spotted)


def _by_night(ctx: CampaignRun, *, asked: bool) -> None:
    """11.6234, 12.6254: a Russian Assault or Counterattack may be a Night scenario; every other one is by day."""
    night = asked and bool(ctx.game.figure_or("night", 0)) and ctx.yes(
        "Is it a Night scenario?", default=False, rule="11.6234", whose="russian", id="night"
    )  # fmt: skip
    ctx.fact("night", "yes" if night else "", ctx.rule("11.6234"))
    for side in SIDES if night else ():
        ctx.add(side, "night-scenarios", 1)


def initiative(ctx: CampaignRun) -> None:
    """7.521: in OtO2 the Russian always attacks; elsewhere each side chooses its chit in secret."""
    attacker = ctx.campaign.attacker
    if attacker:
        ctx.fact("scenario", f"{attacker.capitalize()} Assault", ctx.rule("7.521"))
        ctx.fact("sets-up-first", ctx.campaign.sets_up_first or "", ctx.rule("7.521"))
    elif ctx.state.fact("counterattack") == "declared":
        ctx.fact("chit.german", "idle", "12.6253")
        ctx.fact("chit.russian", "attack", "12.6253")


def put_chit(ctx: CampaignRun, side: Nation, choice: str) -> None:
    """11.623: a side's chit, kept secret until both are chosen."""
    cover_chit(ctx, side)
    ctx.fact(f"chit.{side}", choice)


def counterattack(ctx: CampaignRun) -> None:
    """VotG 12.613: after a German Assault the Russian may expend an Attack chit to attack on the same CG Day.

    By night or by day is said at once: the Historical DRM of this refit may depend on it (12.6182).
    """
    if ctx.state.fact("counterattack") == "declared":  # this refit follows the Counterattack itself
        ctx.fact("counterattack", "fought", "12.6253")
        return
    left = attacks_left(ctx.game, "russian")
    if ASSAULTS.get(ctx.state.fact("scenario")) != "german" or (left is not None and left <= 0):
        return
    options = [Option("no", "no Counterattack"), Option("yes", "a Russian Counterattack on the same CG Day")]
    question = "Does the Russian side declare a Counterattack?"
    if ctx.choose(question, options, rule="12.613", whose="russian", id="counterattack") == "yes":
        close_roster(ctx)
        ctx.fact("counterattack", "declared", "12.613")
        _by_night(ctx, asked=True)


STEPS = (
    Step(
        "initiative",
        initiative,
        "both have chosen; then next",
        waits=_missing,
        end=_end,
        repeats=no_scenario,
        settled=lambda game: bool(game.campaign.attacker),
    ),
    Step("counterattack", counterattack),
)
