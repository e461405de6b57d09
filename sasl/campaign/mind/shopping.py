"""What a side buys: groups for CPP, fortifications for FPP, Commissars (7.518, 7.520, 11.6206)."""

from __future__ import annotations

from collections.abc import Sequence

from sasl.campaign.buying import market
from sasl.campaign.buying.forts import hides_free
from sasl.campaign.mind.agent import CampaignAgent
from sasl.campaign.orders.buying_orders import Buy, Commissar, Fortify
from sasl.content.missions.campaign import Fortification, Group, SetUp

INFANTRY = ("company", "platoon")
ENTER = (*INFANTRY, "hw", "afv", "battery")
"""Kinds of groups for which it matters how they come into play."""
MOST = 200
"""No side ever buys so often in one step."""


def groups(agent: CampaignAgent) -> None:
    """7.518: groups by weight within every limit, Infantry first; a share of the CPP is kept."""
    game = agent.game
    chart: list[Group] = game.campaign.groups.get(agent.side, [])
    total = game.state.number(agent.side, "cpp")
    last = game.state.date >= len(game.campaign.dates) - 1
    keep = int(total * agent.value("save-last" if last else "save"))
    infantry = [group for group in chart if group.kind in INFANTRY]
    _spend(agent, infantry, total - int((total - keep) * agent.value("kinds-first")), "Infantry first")
    _spend(agent, chart, keep, "by weight")


def _spend(agent: CampaignAgent, chart: Sequence[Group], keep: int, why: str) -> None:
    """Buy of these groups until no more than `keep` CPP are left or nothing can be bought."""
    refused: set[Buy] = set()
    for _ in range(MOST):
        wishes = [wish for wish in _wishes(agent, chart, keep) if _order(wish) not in refused]
        wish = agent.pick(wishes, [_weight(agent, wish) for wish in wishes])
        if wish is None:
            return
        order = _order(wish)
        if not agent.do(order, why):
            refused.add(order)


def _wishes(agent: CampaignAgent, chart: Sequence[Group], keep: int) -> list[market.Wish]:
    """Every group that may be bought now, in every way it may come into play."""
    game, purse = agent.game, agent.game.state.number(agent.side, "cpp")
    found = []
    for group in chart:
        if _kind_weight(agent, group) <= 0:
            continue
        enters = market.ways(game, agent.side, group) if group.kind in ENTER else []
        offered: list[SetUp | None] = [None, *enters]
        for way in offered:
            wish = market.Wish(agent.side, group, way)
            if market.cost(game, wish) <= purse - keep and not market.why_not(game, wish):
                found.append(_with_hexes(agent, wish, purse - keep))
    return found


def _with_hexes(agent: CampaignAgent, wish: market.Wish, purse: int) -> market.Wish:
    """An OBA module with a Pre-Registered hex, now and then."""
    if not wish.group.pre_registered or agent.random.random() >= agent.value("hexes"):
        return wish
    more = market.Wish(wish.side, wish.group, wish.way, hexes=1)
    return more if market.cost(agent.game, more) <= purse and not market.why_not(agent.game, more) else wish


def _kind_weight(agent: CampaignAgent, group: Group) -> float:
    return agent.own.kinds.get(group.kind, 1.0) * agent.own.groups.get(group.id, 1.0)


def _weight(agent: CampaignAgent, wish: market.Wish) -> float:
    """The weight of a wish: its kind and line, how it comes, and how much of its kind there is already."""
    bought = [item.group for item in market.purchases(agent.game, agent.side, today=True)]
    same = sum(1 for name in bought
               if (group := agent.game.campaign.group(agent.side, name)) and group.kind == wish.group.kind)  # fmt: skip
    way = agent.own.ways.get(wish.way.id if wish.way else "usual", 1.0)
    return _kind_weight(agent, wish.group) * way * agent.value("again") ** same


def _order(wish: market.Wish) -> Buy:
    return Buy(wish.side, wish.group.id, wish.way.id if wish.way else "", hexes=wish.hexes)


def forts(agent: CampaignAgent) -> None:
    """7.520: fortifications by weight until the FPP are spent."""
    refused: set[str] = set()
    for _ in range(MOST):
        points = agent.game.state.number(agent.side, "fpp")
        chart = [line for line in agent.game.campaign.fortifications if not hides_free(agent.game, line.id)]
        offered = [line for line in chart
                   if line.id not in refused and 0 < line.fpp.get(agent.side, 0) <= points]  # fmt: skip
        line = agent.pick(offered, [agent.own.forts.get(line.id, 1.0) for line in offered])
        if line is None:
            return
        if not agent.do(_fortify(agent, line, points), f"of {points} FPP"):
            refused.add(line.id)


PILLBOXES = ("1+3+5", "1+5+7", "2+3+5")
"""The pillboxes there are: capacity, DRM of the CA, DRM elsewhere (B30)."""


def _fortify(agent: CampaignAgent, line: Fortification, points: int) -> Fortify:
    """A pillbox as its strength; small things in lots, as far as the FPP go; mines hex by hex."""
    if line.formula:
        times = int(line.formula[-1])
        able = [text for text in PILLBOXES if sum(map(int, text.split("+"))) * times <= points]
        return Fortify(agent.side, line.id, pillbox=agent.random.choice(able or PILLBOXES))
    if line.lots:
        sizes = [size for size in line.lots if size * line.fpp[agent.side] <= points]
        return Fortify(agent.side, line.id, agent.random.choice(sizes or line.lots))
    small = line.fpp[agent.side] * agent.value("fort-lot") <= points and line.per in ("a factor", "a counter")
    return Fortify(agent.side, line.id, int(agent.value("fort-lot")) if small else 1)


def commissars(agent: CampaignAgent) -> None:
    """11.6206: the least of the new Russian leaders become Commissars, as far as the rules let them."""
    wanted = int(agent.value("commissars"))
    if agent.side != "russian" or not wanted or not agent.game.figure_or("squads-a-commissar", 0):
        return
    leaders = sorted((piece for piece in agent.game.state.of(agent.side)
                      if piece.kind == "leader" and not piece.flags & {"armor-leader", "commissar"}),
                     key=lambda piece: (-piece.modifier, piece.type, piece.id))  # fmt: skip
    for piece in leaders:
        if wanted and agent.do(Commissar((piece.id,), "10-0"), "a new leader"):
            wanted -= 1
