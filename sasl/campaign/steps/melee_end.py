"""The conclusion of Melee: in each hex with units of both sides, who is left (7.501, 12.601)."""

from __future__ import annotations

from collections.abc import Sequence

from sasl.board.hexes import parse_hex
from sasl.campaign.campaign_run import CampaignGame, CampaignRun
from sasl.campaign.campaign_state import SIDES, Piece, hex_of
from sasl.campaign.steps import melee_rounds
from sasl.campaign.steps.campaign_victory import result_closed
from sasl.campaign.steps.isolation import forget_areas
from sasl.campaign.steps.losses import become, eliminate, half_of
from sasl.campaign.steps.melee_rounds import fighters, fights
from sasl.campaign.steps.platoons import may_withdraw
from sasl.campaign.steps.step_kinds import Step
from sasl.kernel.orders.questions import Option

FOUGHT = "shown.melees"
"""The fact that lists the Locations whose Melee is over."""


def melee(ctx: CampaignRun) -> None:
    """7.501: each Melee is played to its end, by the program or the players; the Russian names the order (7.5011).

    A Melee is one of units in the same Location: who stands a level higher takes no part.
    """
    result_closed(ctx)
    forget_areas(ctx)
    for piece in list(ctx.state.of("", "map")):
        if may_withdraw(ctx.game, piece):
            ctx.change(piece, ("has-fought",), (), f"on the map ({ctx.rule('11.6142')})")
    if ctx.game.figure_or("climbing", 0):
        ctx.tell(
            "Climbing units are placed in either the Location they left or the one they were climbing to.", board=True
        )
    ctx.fact(FOUGHT, "")
    left = melees(ctx.game)
    if not left:
        ctx.tell("There is no Melee.")
    _fight(ctx, left)


def _fight(ctx: CampaignRun, left: list[str]) -> None:
    """7.5011: one Melee after the other."""
    while left:
        name = left[0]
        if len(left) > 1 and ctx.game.figure_or("melee-by-russian", 0):
            options = [Option(item, _who(ctx, item)) for item in left]
            places = [hex_of(item) for item in left]
            name = ctx.choose("Which Melee is next?", options, rule="7.5011", hexes=places, whose="russian",
                              id="next-melee")  # fmt: skip
        left.remove(name)
        ctx.fact(FOUGHT, " ".join(filter(None, (ctx.state.fact(FOUGHT), name))))
        _conclude(ctx, name)


def _end(ctx: CampaignRun) -> None:
    """7.501: what a result has told of since is in Melee, too, where units of both sides are in one Location."""
    fought = ctx.state.fact(FOUGHT).split()
    _fight(ctx, [name for name in melees(ctx.game) if name not in fought])


def melees(game: CampaignGame) -> list[str]:
    """The Locations where both sides have units, by hexrow, number and level."""
    held = [{piece.location for piece in game.state.of(side, "map") if piece.hex and fights(piece)} for side in SIDES]
    return sorted(set[str].intersection(*held), key=_order)


def _order(name: str) -> tuple[int, int, str]:
    try:
        place = parse_hex(hex_of(name))
    except ValueError:
        return 999, 0, name
    return place.col, place.num, name


def _who(ctx: CampaignRun, name: str) -> str:
    sides = {side: fighters(ctx.state, name, side) for side in SIDES}
    return "; ".join(f"{side.capitalize()} {', '.join(piece.type for piece in own)}" for side, own in sides.items())


def _conclude(ctx: CampaignRun, name: str) -> None:
    units = [piece for side in SIDES for piece in fighters(ctx.state, name, side)]
    for piece in units:
        ctx.change(piece, (), ("motion",), f"in Melee ({ctx.rule('7.501')})")
    options = [
        Option("program", "the program rolls it round by round, and all units attack"),
        Option("orders", "the same, but each side chooses who withdraws and whether to take prisoners"),
        Option("players", "you say who is left"),
    ]
    text = f"Melee in {name} ({_who(ctx, name)}): who resolves it?"
    how = ctx.choose(text, options, rule="7.501", hexes=(hex_of(name),), id="melee-by", subject=(name,))
    if how == "players":
        _entered(ctx, name, units)
    else:
        melee_rounds.fight(ctx, name, by_orders=how == "orders")
    if all(fighters(ctx.state, name, side) for side in SIDES):
        ctx.tell(f"Units of both sides are left in {name}.", hexes=(hex_of(name),))


def _entered(ctx: CampaignRun, name: str, units: Sequence[Piece]) -> None:
    """The player says who is left; a squad may be left as its HS."""
    options = []
    for piece in units:
        options.append(Option(piece.id, f"{piece.side.capitalize()} {piece.type}"))
        if half_of(ctx.game, piece):
            options.append(Option(f"{piece.id}:hs", f"reduced to {half_of(ctx.game, piece)}"))
    likely = [piece.id for piece in units]
    kept = ctx.several(
        f"Who is left in {name} after the Melee?", options, likely, rule="7.501", id="melee-left", subject=(name,)
    )
    for piece in units:
        if f"{piece.id}:hs" in kept:
            become(
                ctx, piece, half_of(ctx.game, piece), f"reduced in Melee ({ctx.rule('7.501')})", ("concealed", "hidden")
            )
        elif piece.id in kept:
            ctx.change(piece, (), ("concealed", "hidden"), f"revealed in Melee ({ctx.rule('7.501')})")
        else:
            eliminate(ctx, piece, f"Melee ({ctx.rule('7.501')})")


STEPS = (Step("melee", melee, "Melees are over; result enters any other losses; then next", end=_end),)
