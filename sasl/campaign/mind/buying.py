"""What a side buys: groups for CPP, fortifications for FPP, Commissars (7.518, 7.520, 11.6206)."""

from __future__ import annotations

from collections.abc import Sequence

from sasl.campaign.buying import market
from sasl.campaign.mind.desk import Desk
from sasl.content.campaign import Fortification, Group, SetUp

INFANTRY = ("company", "platoon")
ENTER = (*INFANTRY, "hw", "afv", "battery")
"""Kinds of groups for which it matters how they come into play."""
MOST = 200
"""No side ever buys so often in one step."""


def groups(desk: Desk) -> None:
    """7.518: groups by weight within every limit, Infantry first; a share of the CPP is kept."""
    game = desk.game
    chart: list[Group] = game.campaign.groups.get(desk.side, [])
    total = game.state.number(desk.side, "cpp")
    last = game.state.date >= len(game.campaign.dates) - 1
    keep = int(total * desk.value("save-last" if last else "save"))
    infantry = [group for group in chart if group.kind in INFANTRY]
    _spend(desk, infantry, total - int((total - keep) * desk.value("kinds-first")), "Infantry first")
    _spend(desk, chart, keep, "by weight")


def _spend(desk: Desk, chart: Sequence[Group], keep: int, why: str) -> None:
    """Buy of these groups until no more than `keep` CPP are left or nothing can be bought."""
    refused: set[str] = set()
    for _ in range(MOST):
        wishes = [wish for wish in _wishes(desk, chart, keep) if _line(wish) not in refused]
        wish = desk.pick(wishes, [_weight(desk, wish) for wish in wishes])
        if wish is None:
            return
        line = _line(wish)
        if not desk.do(line, why):
            refused.add(line)


def _wishes(desk: Desk, chart: Sequence[Group], keep: int) -> list[market.Wish]:
    """Every group that may be bought now, in every way it may come into play."""
    game, purse = desk.game, desk.game.state.number(desk.side, "cpp")
    found = []
    for group in chart:
        if _kind_weight(desk, group) <= 0:
            continue
        enters = market.ways(game, desk.side, group) if group.kind in ENTER else []
        offered: list[SetUp | None] = [None, *enters]
        for way in offered:
            wish = market.Wish(desk.side, group, way)
            if market.cost(game, wish) <= purse - keep and not market.why_not(game, wish):
                found.append(_with_hexes(desk, wish, purse - keep))
    return found


def _with_hexes(desk: Desk, wish: market.Wish, purse: int) -> market.Wish:
    """An OBA module with a Pre-Registered hex, now and then."""
    if not wish.group.pre_registered or desk.random.random() >= desk.value("hexes"):
        return wish
    more = market.Wish(wish.side, wish.group, wish.way, hexes=1)
    return more if market.cost(desk.game, more) <= purse and not market.why_not(desk.game, more) else wish


def _kind_weight(desk: Desk, group: Group) -> float:
    return desk.own.kinds.get(group.kind, 1.0) * desk.own.groups.get(group.id, 1.0)


def _weight(desk: Desk, wish: market.Wish) -> float:
    """The weight of a wish: its kind and line, how it comes, and how much of its kind there is already."""
    bought = [item.group for item in market.purchases(desk.game, desk.side, today=True)]
    same = sum(1 for name in bought
               if (group := desk.game.campaign.group(desk.side, name)) and group.kind == wish.group.kind)  # fmt: skip
    way = desk.own.ways.get(wish.way.id if wish.way else "usual", 1.0)
    return _kind_weight(desk, wish.group) * way * desk.value("again") ** same


def _line(wish: market.Wish) -> str:
    words = [f"buy {wish.side} {wish.group.id}", *([wish.way.id] if wish.way else [])]
    return " ".join([*words, *([f"hexes={wish.hexes}"] if wish.hexes else [])])


def forts(desk: Desk) -> None:
    """7.520: fortifications by weight until the FPP are spent."""
    refused: set[str] = set()
    for _ in range(MOST):
        points = desk.game.state.number(desk.side, "fpp")
        offered = [line for line in desk.game.campaign.fortifications
                   if line.id not in refused and 0 < line.fpp.get(desk.side, 0) <= points]  # fmt: skip
        line = desk.pick(offered, [desk.own.forts.get(line.id, 1.0) for line in offered])
        if line is None:
            return
        if not desk.do(f"fortify {desk.side} {line.id} {_how_much(desk, line, points)}", f"of {points} FPP"):
            refused.add(line.id)


PILLBOXES = ("1+3+5", "1+5+7", "2+3+5")
"""The pillboxes there are: capacity, DRM of the CA, DRM elsewhere (B30)."""


def _how_much(desk: Desk, line: Fortification, points: int) -> str:
    """A pillbox as its strength; small things in lots, as far as the FPP go."""
    if line.formula:
        times = int(line.formula[-1])
        able = [text for text in PILLBOXES if sum(map(int, text.split("+"))) * times <= points]
        return desk.random.choice(able or PILLBOXES)
    small = line.fpp[desk.side] * desk.value("fort-lot") <= points and line.per in ("a factor", "a counter")
    return str(int(desk.value("fort-lot"))) if small else "1"


def commissars(desk: Desk) -> None:
    """11.6206: the least of the new Russian leaders become Commissars, as far as the rules let them."""
    wanted = int(desk.value("commissars"))
    if desk.side != "russian" or not wanted or not desk.game.figure_or("squads-a-commissar", 0):
        return
    leaders = sorted((piece for piece in desk.game.state.of(desk.side)
                      if piece.kind == "leader" and not piece.flags & {"armor-leader", "commissar"}),
                     key=lambda piece: (-piece.modifier, piece.type, piece.id))  # fmt: skip
    for piece in leaders:
        if wanted and desk.do(f"commissar {piece.id} 10-0", "a new leader"):
            wanted -= 1
