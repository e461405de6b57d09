"""The shelves of the shops as lines: Reinforcement Groups and fortifications of a side. Pure text."""

from __future__ import annotations

from collections.abc import Iterator

from sasl.campaign import report
from sasl.campaign.buying import market
from sasl.campaign.buying.purchase import brings
from sasl.campaign.run import CampaignGame
from sasl.campaign.show import group_lines
from sasl.campaign.state import Nation
from sasl.content.campaign import Fortification, Group, SetUp
from sasl.tui.lines import Line

LETTERS = "abcdefghijklmno"
"""The notes of a chart begin with one of these."""


def group_shelf(game: CampaignGame, side: Nation) -> list[Line]:
    """7.5181: a side's Reinforcement Group chart: cost, what it brings, what is left, what was bought."""
    lines = [Line(f"{'':4}{'GROUP':23}{'CPP':>4}{'LEFT':>8}  {'BOUGHT':8}BRINGS", "head")]
    for group in game.campaign.groups.get(side, []):
        today, ever = market.left(game, side, group)
        left = "/".join("∞" if value is None else str(max(0, value)) for value in (today, ever))
        bought = len(market.purchases(game, side, group.id, today=True))
        reason = market.why_not(game, market.Wish(side, group))
        text = f"{group.id:4}{group.title[:22]:23}{group.cpp:>4}{left:>8}  {'●' * bought:8}{brings(game, group)}"
        lines.append(Line(text, "dim" if reason else "good" if bought else "", group))
    if len(lines) == 1:
        lines.append(Line("This chart is not in the campaign's file: type it in from your rules (docs).", "bad"))
        lines += [Line(game.campaign.groups_note, "dim")] if game.campaign.groups_note else []
    return lines


def fort_shelf(game: CampaignGame, side: Nation) -> list[Line]:
    """7.520: the fortification chart: FPP each, the limit, how many are bought."""
    lines = [Line(f"{'FORTIFICATION':26}{'FPP':>5}{'MOST':>6}{'BOUGHT':>8}  FOR", "head")]
    have = game.state.number(side, "fpp")
    for item in game.campaign.fortifications:
        bought = game.state.number(side, f"fort.{item.id}")
        if side not in item.fpp:
            lines.append(Line(f"{item.title[:25]:26}{'-':>5}", "dim", item))
            continue
        price = f"x{item.formula[-1]}" if item.formula else str(item.fpp[side])
        most = "-" if item.cg_max is None else str(item.cg_max)
        dear = not item.formula and item.fpp[side] > have
        text = f"{item.title[:25]:26}{price:>5}{most:>6}{bought or '':>8}  {item.per}"
        lines.append(Line(text, "dim" if dear else "good" if bought else "", item))
    return lines


def about_group(game: CampaignGame, side: Nation, group: Group) -> list[Line]:
    """One group in full, with its exact odds, then what was bought of it in this step."""
    looks = {**dict.fromkeys(("Strength", "Ammunition", "Which", "Aircraft", "Leaders", "Armor leader"), "key"),
             "Not now": "bad", "Left": "dim", **dict.fromkeys(LETTERS, "dim")}  # fmt: skip
    texts = group_lines(game, side, group)
    lines = [Line(texts[0], "head")]
    for text in texts[1:]:
        lines.append(Line(text, looks.get(text.partition(":")[0], "")))
    bought = market.purchases(game, side, group.id, today=True)
    return lines + [Line(f"Bought: {report.purchase_words(game, item)}", "good") for item in bought]


def about_fort(game: CampaignGame, side: Nation, item: Fortification) -> list[Line]:
    """One line of the fortification chart in full."""
    lines = [Line(item.title, "head")]
    if side not in item.fpp:
        return [*lines, Line(f"The {side.capitalize()} side may not buy it.", "bad")]
    if item.formula:
        lines.append(Line(f"FPP: (capacity + CA DRM + NCA DRM) x {item.formula[-1]}, as in 1+3+5", "key"))
    else:
        lines.append(Line(f"{item.fpp[side]} FPP for {item.per or 'one'}", "key"))
    lines += [Line(f"At most {item.cg_max} in the campaign")] if item.cg_max is not None else []
    if not item.initial or side in item.not_initial:
        lines.append(Line("Not before the Initial Scenario"))
    lines += [] if item.front_line else [Line("Not in a Front Line Location")]
    lines += [] if item.isolated else [Line("Not in an Isolated Location")]
    return [*lines, *([Line(item.note, "dim")] if item.note else [])]


def wishes(game: CampaignGame, side: Nation, group: Group) -> Iterator[tuple[str, str]]:
    """The ways to buy a group: the words after `buy SIDE GROUP`, and what they mean with their price.

    Those of groups that the side is given come last (CG12b).
    """
    ways: list[SetUp | None] = [*market.ways(game, side, group)] or [None]
    for way in ways:
        first = way.id if way else ""
        extras: list[tuple[str, dict[str, int]]] = [("", {})]
        extras += [(f"hexes={count}", {"hexes": count}) for count in range(1, group.pre_registered + 1)]
        extras += [("level=1", {"levels": 1})] if group.kind == "observer" else []
        most = game.figure_or(f"reserve-dummies-{group.kind}", 0) if first == "reserve" else 0
        extras += [(f"dummies={count}", {"dummies": count}) for count in range(1, most + 1)]
        extras += [("trucks", {"trucks": 1})] if group.trucks else []
        for words, more in extras:
            wish = market.Wish(side, group, way, more.get("hexes", 0), more.get("levels", 0), bool(more.get("trucks")),
                               more.get("dummies", 0))  # fmt: skip
            if words and market.why_not(game, wish).endswith(("(CG13)", "(note h)", "(note f)", "(note o)")):
                continue
            title = ", ".join(filter(None, (way.title if way else "as usual", *wish.extras)))
            yield f"{first} {words}".strip(), f"{market.cost(game, wish):>3} CPP  {title}"
    for way in [None, *ways] if None not in ways else ():
        wish = market.Wish(side, group, way, given=True)
        if found := market.other_way(game, wish):
            title = f"a given one ({len(found)} left): {way.title if way else 'as usual'}"
            yield f"{way.id if way else ''} given".strip(), f"{market.cost(game, wish):>3} CPP  {title}"
