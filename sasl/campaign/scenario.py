"""The two ends of a CG scenario: its commencement, and who won it (7.523, 7.5031)."""

from __future__ import annotations

from sasl.campaign import stone
from sasl.campaign.game_end import schedule
from sasl.campaign.registry import room
from sasl.campaign.retained import left_off_map
from sasl.campaign.run import CampaignGame, CampaignRun
from sasl.campaign.state import SIDES, Nation, other
from sasl.campaign.upkeep.casualties import count_prisoners
from sasl.campaign.verdict import carried, in_scenario, needed, who_won
from sasl.content.campaign import Verdict
from sasl.kernel.records import result_text


@room("commence", prompt="the scenario may begin: next")
def commence(ctx: CampaignRun) -> None:
    """7.523: both sides announce ELR and SAN; who sets up and moves first."""
    for side in SIDES:
        elr, san = ctx.state.number(side, "elr"), ctx.state.number(side, "san")
        if ctx.state.fact("night") and side == "german":
            elr -= ctx.game.figure_or("night-elr-german", 0)  # VotG 12.6254
        ctx.tell(f"{side.capitalize()}: ELR {elr}, SAN {san}.")
        ctx.set(side, "suffered", 0, "a new scenario")
        ctx.set(side, "earned", 0, "a new scenario")
        for name in ("lvp-typed", stone.NAME, stone.ALL):
            ctx.set(side, name, 0)
        ctx.set(side, "vp-before", carried(ctx.game, side))
    ctx.fact("game-end", "")
    turns = schedule(ctx.game)
    if turns:
        ctx.tell(f"Game End dr, at the end of {turns}: end TURN rolls it (CG4).")
    first = ctx.state.fact("sets-up-first")
    moves: str = other(first) if first in SIDES else (ctx.campaign.attacker or "russian")
    if ctx.state.fact("scenario") == "Dual Attack":
        moves = result_text(ctx.table(ctx.role("moves-first"), "Who moves first").result)
    ctx.fact("moves-first", moves, "7.523")


def verdict_of(game: CampaignGame) -> Verdict | None:
    """The victory conditions of the scenario just played: the Initial one's, or those of its kind."""
    rules = game.campaign.scenario_victory
    kind = "initial" if game.state.scenario == 1 else game.state.fact("scenario")
    return rules.get(kind) or rules.get("usual")


@room("victory", prompt="who won the scenario: next")
def victory(ctx: CampaignRun) -> None:
    """7.5031: the winner of the scenario; later casualties do not count for it."""
    left_off_map(ctx)
    count_prisoners(ctx)
    rule = verdict_of(ctx.game)
    likely: Nation = "german" if _ahead(ctx, "german") else "russian"
    words = ""
    if rule and not rule.declared:
        points, least = in_scenario(ctx.game, rule.side), needed(ctx.game, rule)
        likely = rule.side if points >= least else rule.otherwise
        words = f" ({rule.side.capitalize()} VP {points} of {least})"
    by_stone = stone.verdict(ctx.game)
    if by_stone:
        likely, words = by_stone[0], f" ({by_stone[1]})"
    won = who_won(ctx, "scenario", "7.5031", words, likely)
    again = ctx.state.fact("counterattack") == "declared"
    ctx.fact("winner", won, "7.5031")
    ctx.add(won, "wins", 1)
    ctx.add(other(won), "losses", 1)
    for side in SIDES:
        before = ctx.state.number(side, "wins-last-day") if again else 0
        ctx.set(side, "wins-last-day", before + int(side == won))
        ctx.add(side, "since-idle", 1)


def _ahead(ctx: CampaignRun, side: Nation) -> bool:
    """Whether a side has earned more CVP in the scenario than the other."""
    return ctx.state.number(side, "earned") > ctx.state.number(other(side), "earned")
