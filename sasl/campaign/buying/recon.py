"""Reconnaissance: bought for CPP, and the Locations it opens after set-up (7.5225-.5226, 11.622, 12.624)."""

from __future__ import annotations

from sasl.campaign import events as cev
from sasl.campaign.buying.purchase import book_spent
from sasl.campaign.campaign_report import open_line
from sasl.campaign.campaign_run import CampaignGame, CampaignRun
from sasl.campaign.campaign_state import MINES, SIDES, Nation, other
from sasl.campaign.sealed import CONCEALED, HIDDEN, break_seal, lines_in
from sasl.campaign.steps.campaign_conditions import standing
from sasl.campaign.steps.set_up import is_tunnel, roster_line, show_fortifications
from sasl.campaign.steps.step_kinds import Step
from sasl.kernel.frozen import replace
from sasl.kernel.orders.questions import Option
from sasl.kernel.transaction import Refused

ROLLED = "recon-dr"
"""7.5225: the figure that keeps the Final Recon dr for the CG Roster; `recon` is what is left of it."""


def _end(ctx: CampaignRun) -> None:
    """7.5225: Recon is spent like all else; what is left now is the Start of the next CG Date."""
    for side in SIDES:
        book_spent(ctx, side)
        ctx.set(side, "cpp-left", ctx.state.number(side, "cpp"))
        line = open_line(ctx.game, side)
        if line:  # Recon is bought after set-up
            ctx.emit(cev.RosterWritten(replace(roster_line(ctx, side), scenario=line.scenario)))


def _recon_purchase(ctx: CampaignRun) -> None:
    """7.5225: a side may spend one or two CPP for a Recon dr."""
    for side in SIDES:
        ctx.set(side, "recon", 0)
        ctx.set(side, ROLLED, 0)
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
        raise Refused(f"the {name} side already has its Recon ({rule})")
    if spent > have:
        raise Refused(f"{spent} CPP are needed, and {have} are left ({rule})")


def buy(ctx: CampaignRun, side: Nation, spent: int) -> None:
    """7.5225: the CPP are gone, the dr is made."""
    ctx.add(side, "cpp", -spent, f"Recon ({ctx.rule('7.5225')})")
    _roll(ctx, side, spent)


def _roll(ctx: CampaignRun, side: Nation, spent: int) -> None:
    facts = standing(ctx.game, side)
    facts["spent-2"] = int(spent >= ctx.game.figure_or("recon-cpp-more", 2))
    facts[_majority(ctx, side)] = 1
    number = int(ctx.roll_for(side, "recon", f"{side.capitalize()} Recon", facts=facts).result)
    if ctx.state.fact("night") and side == "russian" and ctx.game.figure_or("recon-night-doubled", 0):
        number *= 2
    ctx.set(side, "recon", number, f"Locations ({ctx.rule('7.5225')})")
    ctx.set(side, ROLLED, number)


def _majority(ctx: CampaignRun, side: Nation) -> str:
    """11.622, 12.624: the side's Majority Squad Type, by its owner's word; `normal` where no DRM asks for it."""
    if not any(item.when == "stealthy" for item in ctx.library.table(ctx.role("recon")).modifiers):
        return "normal"
    options = [Option("normal", "neither Stealthy nor Lax"), Option("stealthy", "Stealthy (A11.17)"),
               Option("lax", "Lax (A11.18)")]  # fmt: skip
    text = f"What are most squads of the {side.capitalize()} side?"
    return ctx.choose(text, options, rule="7.5225", whose=side, id="majority-squads", subject=(side,))


def _inspection(ctx: CampaignRun) -> None:
    """7.5226: after all set-up the Locations that Recon allows may be declared, near a friendly-controlled hex."""
    show_fortifications(ctx)
    for side in SIDES:
        ctx.fact(_seen_key(side), "")
        if ctx.state.number(side, "recon"):
            ctx.tell(f"{side.capitalize()} may inspect {ctx.state.number(side, 'recon')} Locations.")


def may_inspect(game: CampaignGame, side: Nation, name: str) -> None:
    """7.5226: Refused unless Recon allows one more Location, and this one is near enough."""
    rule, reach = game.rule("7.5226"), game.figure("recon-range")
    if side == "russian" and game.state.fact("night"):
        reach = game.figure_or("recon-range-night", reach)
    if not game.state.number(side, "recon"):
        raise Refused(f"the {side.capitalize()} side has no Location left to inspect ({rule})")
    if name in seen(game, side):
        raise Refused(f"{name} has already been inspected ({rule})")
    board = game.board
    own = [hex_ for hex_, whose in game.state.control.items() if whose == side and board and hex_ in board]
    if board and own and min(board.distance(name, hex_) for hex_ in own) > reach:
        raise Refused(f"{name} is farther than {reach} hexes from every hex of yours ({rule})")


def inspect(ctx: CampaignRun, side: Nation, name: str) -> None:
    """7.5226: what is in a Location: hidden units are concealed, hidden works on the map, mines Known; no tunnels."""
    rule = ctx.rule("7.5226")
    _in_turn(ctx, side)
    ctx.add(side, "recon", -1, f"{name} ({rule})")
    ctx.fact(_seen_key(side), ",".join((*seen(ctx.game, side), name)))
    break_seal(ctx, [line for line in lines_in(ctx.state, name) if line.side != side], rule, (CONCEALED, HIDDEN))
    found = [f"{piece.id} {piece.type}" for piece in ctx.state.at(name) if piece.side != side]
    works = [work for work in ctx.state.works_at(name) if work.side != side and not (work.hidden and is_tunnel(work))]
    found += ["mines" if work.kind in MINES else work.text or work.kind for work in works]
    ctx.tell(f"{name} is inspected: {', '.join(found) or 'nothing the program knows of'}.", board=True)
    for piece in ctx.state.at(name):
        if piece.side != side and "hidden" in piece.flags:
            ctx.change(piece, ("concealed",), ("hidden",), rule)
    for work in works:
        if work.hidden:  # what mines they are is not told, and so stays covered
            mines = work.kind in MINES
            ctx.emit(cev.WorkPut(replace(work, hidden=mines, found=mines), rule))


def _in_turn(ctx: CampaignRun, side: Nation) -> None:
    """11.6245, 12.6265: the sides declare a Location each in turn, the Russians first; one may declare no more."""
    enemy = other(side)
    ahead = len(seen(ctx.game, side)) - len(seen(ctx.game, enemy))
    waits = ahead >= 0 if side == "german" else ahead > 0
    if not waits or not ctx.state.number(enemy, "recon"):
        return
    who, rule = enemy.capitalize(), "11.6245"
    text = f"It is the {who} side's turn. Has it no more Locations to declare?"
    if not ctx.yes(text, default=False, rule=rule, whose=enemy, id="recon-no-more", subject=(enemy,)):
        raise Refused(f"the {who} side declares its Location first ({ctx.rule(rule)})")
    ctx.set(enemy, "recon", 0, "no more Locations")


def _seen_key(side: Nation) -> str:
    """The fact that lists the Locations a side has inspected before this scenario."""
    return f"inspected.{side}"


def seen(game: CampaignGame, side: Nation) -> tuple[str, ...]:
    """The Locations that a side has inspected before this scenario."""
    return tuple(filter(None, game.state.fact(_seen_key(side)).split(",")))


STEPS = (
    Step("recon-purchase", _recon_purchase, "recon SIDE 1|2 buys reconnaissance; then next", acts=True, end=_end),
    Step("recon", _inspection, "recon SIDE HEX inspects a Location; then next", acts=True),
)
