"""Buying Reinforcement Groups (7.518, RB 11.619, VotG 12.621)."""

from __future__ import annotations

from collections.abc import Sequence

from sasl.campaign import events as cev
from sasl.campaign.buying import market
from sasl.campaign.campaign_run import CampaignGame, CampaignRun
from sasl.campaign.campaign_state import SIDES, Nation, Purchase, mine_strength
from sasl.campaign.secrets import cover_chit, secretive
from sasl.campaign.steps.campaign_victory import cpp_left_words
from sasl.campaign.steps.set_up import begin_control
from sasl.campaign.steps.step_kinds import Step
from sasl.campaign.vocabulary import STRENGTHS, SUPPORT
from sasl.content.missions.campaign import Given, Group, Received
from sasl.content.reading.faults import nearest
from sasl.kernel.frozen import replace
from sasl.kernel.rolling.records import result_text
from sasl.kernel.text import listed
from sasl.kernel.transaction import Refused


def purchase(ctx: CampaignRun) -> None:
    """7.518: both sides allot CPP in secret; before the Initial Scenario they first receive what they are given."""
    if ctx.state.scenario == 0 and not any(item.given for item in ctx.state.purchases.values()):
        _raise_given(ctx)
        begin_control(ctx)
    for side in SIDES:
        ctx.set(side, "cpp-total", ctx.state.number(side, "cpp"))
        _support(ctx, side)
    if said := cpp_left_words(ctx.game):
        ctx.tell(said)
    if lacking := [side for side in SIDES if not ctx.campaign.groups.get(side)]:
        ctx.tell(f"{no_chart(ctx.game, lacking)} Or add what you receive by hand (add, set).")


def no_chart(game: CampaignGame, sides: Sequence[Nation]) -> str:
    """That the groups of these sides are the player's to type in, and how, as the campaign's file says it."""
    words = f"{listed([side.capitalize() for side in sides])} groups must be typed in by you."
    return " ".join(filter(None, (words, game.campaign.groups_note)))


def _raise_given(ctx: CampaignRun) -> None:
    """7.4: the initial OB: groups and what has dr of its own wait for the next step, all else is there at once."""
    for name, value in ctx.campaign.initial_facts.items():
        ctx.fact(name, value, _why(ctx))
    for side in SIDES:
        for given in ctx.campaign.initial.get(side, []):
            for _ in range(0 if given.check else given.count):
                _give(ctx, side, given)
            if given.armor_leaders and given.type:
                ctx.set(side, f"leader-rolls.{given.type}", given.armor_leaders)


def _why(ctx: CampaignRun) -> str:
    return f"initial OB ({ctx.rule('7.4')})"


def _give(ctx: CampaignRun, side: Nation, given: Given) -> None:
    if given.group:
        item = Purchase(ctx.new_id("p"), side, given.group, ctx.state.date, 0, given=True, scenario=ctx.state.scenario)
        ctx.emit(cev.GroupBought(item, _why(ctx)))
    elif given.type:
        ctx.raise_piece(side, given.type, box="coming", why=_why(ctx))
    elif given.fort == "minefield":
        ctx.put_work("minefield", side=side, number=given.ap, text=mine_strength(given.ap, given.at),
                     hidden=True, anti_tank=given.at, why=_why(ctx))  # fmt: skip
    else:
        line = ctx.campaign.fortification(given.fort)
        ctx.put_work(given.fort, side=side, text=line.title if line else "", hidden=True, why=_why(ctx))


def _support(ctx: CampaignRun, side: Nation) -> None:
    """12.6181: a side that binds itself to the Attack chit of this CG Day receives Support CPP, for no Infantry.

    12.625: not the German against a Counterattack: he is Idle then. Of a side that keeps its chit secret nobody sees
    whether it binds itself: it chooses now, either way.
    """
    points = ctx.game.figure_or(f"support-cpp-{side}", 0)
    ctx.set(side, SUPPORT, 0)
    bound = ctx.state.fact(f"chit.{side}") or ctx.state.fact("counterattack") == "declared"
    if not points or ctx.state.scenario == 0 or bound:
        return
    text = f"Does the {side.capitalize()} side choose the Attack chit on this CG Day ({points} Support CPP)?"
    attacks = ctx.yes(text, rule="12.6181", whose=side, id="support-cpp", subject=(side,))
    if attacks or secretive(ctx.state, side):
        cover_chit(ctx, side)
        ctx.set(side, SUPPORT, points if attacks else 0, "12.6181")
        ctx.fact(f"chit.{side}", "attack" if attacks else "idle")


def _end(ctx: CampaignRun) -> None:
    """7.518: what was bought is written into the roster; secrets of a side the program plays stay covered."""
    for side in SIDES:
        book_spent(ctx, side)
        if ctx.state.number(side, SUPPORT):
            ctx.set(side, SUPPORT, 0, "Support CPP that are left are forfeited")


def book_spent(ctx: CampaignRun, side: Nation) -> None:
    """7.15: what a side has spent of all its CPP of this date so far, Recon and corrections by hand among it."""
    ctx.set(side, "cpp-spent", ctx.state.number(side, "cpp-total") - ctx.state.number(side, "cpp"))


def buy(ctx: CampaignRun, wish: market.Wish) -> None:
    """7.518: one group; Support CPP are spent first. CG12b: a group of the initial OB pays for its way alone."""
    reason = market.why_not(ctx.game, wish)
    if reason:
        raise Refused(reason)
    side, price, name = wish.side, market.cost(ctx.game, wish), f"{wish.group.id} {wish.group.title}"
    if wish.given:
        item = market.other_way(ctx.game, wish)[0]
        ctx.emit(cev.GroupBought(replace(item, setup=wish.way.id if wish.way else "", cost=price), "CG12"))
        ctx.add(side, "cpp", item.cost - price, f"given {name} (CG12)")
        return
    helped = min(price, market.support(ctx.game, side, wish.group))
    item = Purchase(
        ctx.new_id("p"), side, wish.group.id, ctx.state.date, price, wish.way.id if wish.way else "",
        extras=wish.extras, note=f"{helped} Support CPP" if helped else "", helped=helped,
        scenario=ctx.state.scenario,
    )  # fmt: skip
    ctx.emit(cev.GroupBought(item, wish.group.title))
    if helped:
        ctx.add(side, SUPPORT, -helped, "12.6181")
    ctx.add(side, "cpp", helped - price, name)


def find_group(game: CampaignGame, side: Nation, text: str) -> Group:
    """The group of a side's chart with this id. Refused with the nearest one otherwise."""
    group = game.campaign.group(side, text.upper())
    if group is None:
        names = [item.id for item in game.campaign.groups.get(side, [])]
        hint = nearest(text.upper(), names) if names else "; its chart is empty"
        raise Refused(f"the {side.capitalize()} chart has no group '{text}'{hint} ({game.rule('7.5181')})")
    return group


def give_back(ctx: CampaignRun, name: str) -> None:
    """7.518: a purchase of this step is taken back, and its CPP come back with it."""
    item = ctx.state.purchases.get(name)
    if item is None or item.given or item.date != ctx.state.date or item.strength:
        raise Refused(f"'{name}' was not bought in this step")
    ctx.emit(cev.GroupDropped(item.id, "taken back"))
    if item.helped:
        ctx.add(item.side, SUPPORT, item.helped, "taken back")
    ctx.add(item.side, "cpp", item.cost - item.helped, "taken back")
    spare = market.observers_free(ctx.game, item.side)
    if spare is not None and spare < 0:
        raise Refused(f"an Offboard Observer needs the module of {name}: return the observer first ({ctx.rule('CG7')})")


def chart_line(game: CampaignGame, side: Nation, group: Group) -> str:
    """One line of the chart in words."""
    limits = "/".join("any" if value is None else str(max(0, value)) for value in market.left(game, side, group))
    mark = "  (not now)" if market.why_not(game, market.Wish(side, group)) else ""
    return f"{group.id:3} {group.title:24} {group.cpp:2} CPP  {brings(game, group):34} left {limits}{mark}"


PLAIN = {"cbm": "a module against enemy OBA", "san": "SAN one higher", "observer": "an Offboard Observer",
         "recon": "a Recon dr", "oba": "an OBA module", "bombardment": "a Bombardment"}  # fmt: skip
"""What groups that bring no counters are, in plain words."""


def brings(game: CampaignGame, group: Group) -> str:
    """What a group brings: `4-6-7 x 12/9`, `KV-8S, KV-8(L) or KV-8 x 2/1`; in the order of `strengths_of`."""
    parts = []
    for item in group.units:
        name = item.type or _any_of(game, item.table or "")
        parts.append(name if item.number else f"{name} x {'/'.join(map(str, _numbers(item).values()))}")
    if group.fpp:
        parts.append(f"{group.fpp} FPP")
    if group.calibre:
        parts.append(f"{group.calibre}mm+")
    if group.mines:
        parts.append(f"{group.mines.hexes} hexes of {group.mines.ap} A-P, {group.mines.at} A-T")
    if group.radius:
        parts.append(f"a Bombardment of radius {group.radius}")
    return ", ".join(parts) or PLAIN.get(group.kind, group.kind)


BEST_FIRST = sorted(STRENGTHS, key=lambda word: word != "reinforced")
"""The strengths of groups, from the most counters to the fewest."""


def _numbers(item: Received) -> dict[str, int]:
    """How many counters a line brings, by strength, the strongest first."""
    known = {**item.other, "full": item.full} | ({} if item.depleted is None else {"depleted": item.depleted})
    return {word: known[word] for word in BEST_FIRST if word in known}


def strengths_of(group: Group) -> str:
    """The strengths whose numbers `brings` tells: `full/depleted`; "" where there is but one."""
    words = next((words for item in group.units if len(words := [*_numbers(item)]) > 1), [])
    return "/".join(words)


def _any_of(game: CampaignGame, table: str) -> str:
    """The counters that a table may bring: `PT-34(L) or PT-34`."""
    names = list(dict.fromkeys(result_text(row.result) for row in game.library.table(table).rows))
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"


STEPS = (Step("purchase", purchase, "buy SIDE GROUP; groups SIDE shows the chart; then next", acts=True, end=_end),)
