"""Reconnaissance: bought for CPP, and the Locations it opens after set-up (7.5225-.5226, 11.622, 12.624)."""

from __future__ import annotations

from sasl.campaign import events as cev
from sasl.campaign.run import CampaignGame, CampaignRun
from sasl.campaign.state import SIDES, Nation
from sasl.campaign.steps.conditions import standing
from sasl.campaign.steps.set_up import roster_line, show_fortifications
from sasl.campaign.steps.step import Step
from sasl.kernel.run import Refused


def _end(ctx: CampaignRun) -> None:
    """7.5225: what is left now is the Start of the next CG Date."""
    for side in SIDES:
        ctx.set(side, "cpp-left", ctx.state.number(side, "cpp"))
        if any(line.side == side and line.date == ctx.state.date for line in ctx.state.roster):
            ctx.emit(cev.RosterWritten(roster_line(ctx, side)))  # Recon is bought after set-up


def recon_purchase(ctx: CampaignRun) -> None:
    """7.5225: a side may spend one or two CPP for a Recon dr."""
    for side in SIDES:
        ctx.set(side, "recon", 0)
        bought = [item for item in ctx.state.purchases.values()
                  if item.side == side and item.date == ctx.state.date and not item.given
                  and (group := ctx.campaign.group(side, item.group)) and group.kind == "recon"]  # fmt: skip
        if bought:
            _roll(ctx, side, ctx.game.figure_or("recon-cpp-more", 2))


def may_buy(game: CampaignGame, side: Nation, spent: int) -> None:
    """7.5225: Refused unless a side may spend so many CPP on a Recon dr."""
    rule, name, have = game.rule("7.5225"), side.capitalize(), game.state.number(side, "cpp")
    low, high = game.figure_or("recon-cpp", 1), game.figure_or("recon-cpp-more", 2)
    if not low <= spent <= high or not game.figure_or(f"recon-{side}", 1):
        raise Refused(f"the {name} side may not spend '{spent}' CPP on Recon ({rule})")
    if game.state.number(side, "recon"):
        raise Refused(f"the {name} side has its Recon already ({rule})")
    if spent > have:
        raise Refused(f"{spent} CPP are needed, and {have} are left ({rule})")


def buy(ctx: CampaignRun, side: Nation, spent: int) -> None:
    """7.5225: the CPP are gone, the dr is made."""
    ctx.add(side, "cpp", -spent, f"Recon ({ctx.rule('7.5225')})")
    _roll(ctx, side, spent)


def _roll(ctx: CampaignRun, side: Nation, spent: int) -> None:
    facts = standing(ctx.game, side)
    facts["spent-2"] = int(spent >= ctx.game.figure_or("recon-cpp-more", 2))
    facts["stealthy"], facts["lax"] = ctx.state.number(side, "stealthy"), ctx.state.number(side, "lax")
    number = int(ctx.roll_for(side, "recon", f"{side.capitalize()} Recon", facts=facts).result)
    if ctx.state.fact("night") and side == "russian" and ctx.game.figure_or("recon-night-doubled", 0):
        number *= 2
    ctx.set(side, "recon", number, f"Locations ({ctx.rule('7.5225')})")


def inspection(ctx: CampaignRun) -> None:
    """7.5226: after all set-up the Locations that Recon allows may be declared, near a friendly-controlled hex."""
    show_fortifications(ctx)
    for side in SIDES:
        if ctx.state.number(side, "recon"):
            ctx.tell(f"{side.capitalize()} may inspect {ctx.state.number(side, 'recon')} Locations.")


def may_inspect(game: CampaignGame, side: Nation, name: str) -> None:
    """7.5226: Refused unless Recon allows one more Location, and this one is near enough."""
    rule, reach = game.rule("7.5226"), game.figure_or("recon-range", 4)
    if side == "russian" and game.state.fact("night"):
        reach = game.figure_or("recon-range-night", reach)
    if not game.state.number(side, "recon"):
        raise Refused(f"the {side.capitalize()} side has no Location left to inspect ({rule})")
    board = game.board
    own = [hex_ for hex_, whose in game.state.control.items() if whose == side and board and hex_ in board]
    if board and own and min(board.distance(name, hex_) for hex_ in own) > reach:
        raise Refused(f"{name} is farther than {reach} hexes from every hex of yours ({rule})")


def inspect(ctx: CampaignRun, side: Nation, name: str) -> None:
    """7.5226: what is in a Location."""
    ctx.add(side, "recon", -1, f"{name} ({ctx.rule('7.5226')})")
    found = [piece.id for piece in ctx.state.at(name) if piece.side != side]
    found += [work.text or work.kind for work in ctx.state.works_at(name) if work.side != side]
    ctx.tell(f"{name} is inspected: {', '.join(found) or 'nothing that the program knows of'}.", board=True)


STEPS = (
    Step("recon-purchase", recon_purchase, "recon SIDE 1|2 buys reconnaissance; then next", acts=True, end=_end),
    Step("recon", inspection, "recon SIDE HEX inspects a Location; then next", acts=True),
)
