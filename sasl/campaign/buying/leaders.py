"""Leaders of new groups, armor and platoon leaders, Commissars (7.5196-.5197, 11.6205-.6207, 12.6225-.6227)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sasl.campaign import events as cev
from sasl.campaign.campaign_run import CampaignGame, CampaignRun
from sasl.campaign.campaign_state import Nation, Piece, Purchase
from sasl.campaign.vocabulary import NOBODY
from sasl.content.missions.campaign import Group
from sasl.kernel.orders.questions import Option
from sasl.kernel.transaction import Refused


def company_leaders(ctx: CampaignRun, item: Purchase, group: Group, facts: Mapping[str, int]) -> None:
    """7.5196: a Secret DR for the number and types of a Company's leaders."""
    record = _leader_roll(ctx, item, group, ctx.role("leaders"), facts)
    names = record if isinstance(record, list) else [record]
    for name in [*names, *(["7-0"] if item.strength == "reinforced" and _extra(ctx, group) else [])]:
        if name not in NOBODY:
            ctx.raise_piece(item.side, str(name), box=item.box, group=item.id, why=group.title)


def _extra(ctx: CampaignRun, group: Group) -> bool:
    """12.6225: a Reinforced Rifle Company receives one more 7-0."""
    return bool(ctx.game.figure_or("reinforced-leader", 0)) and group.quality in ("elite", "first-line")


def _leader_roll(ctx: CampaignRun, item: Purchase, group: Group, usual: str, facts: Mapping[str, int]) -> object:
    role = group.leaders or usual
    table = ctx.library.table(role)
    column = item.side if item.side in table.columns else ""
    return ctx.table(role, f"Leaders of {item.side.capitalize()} {group.id}", facts=facts, column=column).result


def platoon_leader(ctx: CampaignRun, item: Purchase, group: Group, facts: Mapping[str, int]) -> None:
    """7.5197, 12.6225: one leader or none for a Platoon; in VotG a Russian one first needs a dr."""
    if "leaders.platoon" not in ctx.campaign.tables:
        return
    need = ctx.game.figure_or(f"platoon-leader-dr-{item.side}", 6)
    if need < 6 and not ctx.roll("dr", f"A leader for {group.title}?", rule="12.6225", target=need).success:
        return
    name = _leader_roll(ctx, item, group, ctx.role("leaders.platoon"), facts)
    if name not in NOBODY:
        ctx.raise_piece(item.side, str(name), box=item.box, group=item.id, why=group.title)


def armor_leaders(ctx: CampaignRun, item: Purchase, group: Group, facts: Mapping[str, int]) -> None:
    """7.5197: one DR for an AFV Platoon: an armor leader in one of its AFV, none, or inexperienced crews."""
    tanks = [piece for piece in ctx.state.of(item.side) if piece.group == item.id and piece.kind == "vehicle"]
    if tanks:
        _one(ctx, item.side, tanks, facts, group.title)


def _one(ctx: CampaignRun, side: Nation, tanks: list[Piece], facts: Mapping[str, int], words: str) -> None:
    result = str(ctx.table(ctx.role("armor-leader"), f"Armor leader, {side.capitalize()} {words}", facts=facts).result)
    if result == "inexperienced":
        for piece in tanks:
            ctx.change(piece, ("inexperienced",), (), "D3.45")
        return
    free = [piece for piece in tanks if not ctx.state.held_by(piece.id)]
    if result == "-" or not free:
        return
    options = [Option(piece.id, piece.type) for piece in free]
    chosen = ctx.choose(f"Which AFV gets the armor leader {result}?", options, rule="7.5197", whose=side,
                        id="armor-leader")  # fmt: skip
    leader = ctx.raise_piece(side, result, box=ctx.state.pieces[chosen].box, group=tanks[0].group,
                             flags=("armor-leader", "joined"), why=words)  # fmt: skip
    ctx.emit(cev.PieceChanged(leader.id, holder=chosen, why=f"armor leader ({ctx.rule('7.5197')})"))


def loose_armor_leaders(ctx: CampaignRun, side: Nation) -> None:
    """IHSR 6: armor leader DR for vehicles that were given without a group."""
    for name, number in list(ctx.state.numbers.items()):
        if not name.startswith(f"{side}.leader-rolls.") or not number:
            continue
        kind = name.removeprefix(f"{side}.leader-rolls.")
        for _ in range(number):
            tanks = [piece for piece in ctx.state.of(side) if piece.type == kind and not piece.group]
            _one(ctx, side, tanks, {f"side-{side}": 1}, kind)
        ctx.set(side, f"leader-rolls.{kind}", 0)


def may_exchange(game: CampaignGame, pieces: Iterable[Piece]) -> None:
    """11.6206: no more than Companies bought today, no more than one for each so many squads. Refused otherwise."""
    rule, limit = game.rule("11.6206"), game.figure_or("squads-a-commissar", 0)
    october = bool(game.figure_or("commissars-october-only", 0))
    if not limit or (october and game.date.month != "October"):
        raise Refused(f"no leader may be exchanged for a Commissar on this CG Date ({rule})")
    today = [item for item in game.state.purchases.values()
             if item.side == "russian" and item.date == game.state.date and not item.given]  # fmt: skip
    companies = {item.id for item in today
                 if (group := game.campaign.group("russian", item.group)) and group.kind == "company"}  # fmt: skip
    now = [other for other in game.state.of("russian") if "commissar" in other.flags]
    new = sum(other.group in {item.id for item in today} for other in now)
    squads = sum({"squad": 2, "hs": 1}.get(other.kind, 0) for other in game.state.of("russian")) // 2
    for more, piece in enumerate(pieces, 1):
        if piece.side != "russian" or piece.kind != "leader" or piece.group not in companies:
            raise Refused(f"{piece.id} is not a new Russian leader of a Company bought today ({rule})")
        if new + more > len(companies):
            raise Refused(f"there can be no more Commissars than Companies bought today: {len(companies)} ({rule})")
        if len(now) + more > squads // limit:
            raise Refused(f"one Commissar for each {limit} squads at most; there are {squads} squads ({rule})")


def exchange(ctx: CampaignRun, pieces: Iterable[Piece], name: str) -> None:
    """11.6206: these leaders become Commissars."""
    for piece in pieces:
        ctx.emit(cev.PieceChanged(piece.id, ("commissar",), type=name, modifier=0,
                                  why=f"Commissar ({ctx.rule('11.6206')})"))  # fmt: skip
