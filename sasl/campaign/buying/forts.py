"""Fortifications for FPP (7.520, RB 11.621, VotG 12.623)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from sasl.campaign.buying import hip
from sasl.campaign.run import CampaignGame, CampaignRun
from sasl.campaign.state import SIDES, Nation
from sasl.campaign.steps.step import Step
from sasl.content.campaign import Fortification
from sasl.content.yamlfile import nearest
from sasl.kernel.run import Refused


def _end(ctx: CampaignRun) -> None:
    """7.520: FPP that are not spent are forfeited."""
    for side in SIDES:
        if ctx.state.number(side, "fpp"):
            ctx.set(side, "fpp", 0, "unspent FPP are forfeited (7.520)")


def fortifications(ctx: CampaignRun) -> None:
    """7.520: both sides spend their FPP; where the fortifications stand is written down at set-up."""
    for side in SIDES:
        ctx.tell(f"{side.capitalize()} FPP: {ctx.state.number(side, 'fpp')}", tag=f"{side}.purchases")


@dataclass(frozen=True, slots=True)
class Price:
    """What a purchase of fortifications is: its line, how many, the FPP, a pillbox's strength; `dear`: shellholes."""

    line: Fortification
    count: int
    points: int
    text: str
    dear: bool


def price(game: CampaignGame, side: Nation, kind: str, number: int, pillbox: str, *, dear: bool = False) -> Price:
    """7.520: the price of so many of a kind, or of a pillbox as 1+3+5. Refused if the side may not buy them now."""
    rule, line = game.rule("7.520"), game.campaign.fortification(kind)
    if line is None:
        names = [item.id for item in game.campaign.fortifications]
        raise Refused(f"there is no fortification '{kind}'{nearest(kind, names)} ({rule})")
    if side not in line.fpp:
        raise Refused(f"the {side.capitalize()} side may not buy {line.title} ({rule})")
    count = 1 if line.formula else number or 1
    if line.formula:
        match = re.fullmatch(r"([1-3])\+(\d)\+(\d)", pillbox)
        if not match:
            raise Refused(f"{line.title} needs its strength, as in: fortify {side} {line.id} 1+3+5")
        points = sum(map(int, match.groups())) * int(line.formula[-1])
    elif pillbox or not 1 <= count <= 200:
        raise Refused(f"'{pillbox or number}' is no number of {line.title}")
    else:
        points = line.fpp[side] * count
    if dear and line.dear != hip.SHELLHOLES:
        raise Refused(f"{line.title} costs no more in {hip.SHELLHOLES} ({rule})")
    points *= 2 if dear else 1
    _allowed(game, side, line, count)
    have = game.state.number(side, "fpp")
    if points > have:
        raise Refused(f"{line.title} costs {points} FPP, and {have} are left ({rule})")
    return Price(line, count, points, pillbox, dear)


def fortify(ctx: CampaignRun, side: Nation, bought: Price) -> None:
    """7.520: the FPP are gone; the fortifications wait to be placed."""
    line, count, why = bought.line, bought.count, f"bought ({ctx.rule('7.520')})"
    ctx.add(side, "fpp", -bought.points, f"{count} {line.title}")
    ctx.add(side, f"fort.{line.id}", count)
    if line.per in ("a factor",) or line.id.startswith("hip") or line.id == "concealment":
        where = f" in {hip.SHELLHOLES}" if bought.dear else ""
        ctx.put_work(line.id, side=side, number=count, text=f"{count} {line.title}{where}", hidden=True, why=why)
        return
    for _ in range(count):
        ctx.put_work(line.id, side=side, text=" ".join(filter(None, (line.title, bought.text))), hidden=True, why=why)


def _allowed(game: CampaignGame, side: Nation, line: Fortification, count: int) -> None:
    rule, bought = game.rule("7.520"), game.state.number(side, f"fort.{line.id}")
    if game.state.scenario == 0 and (not line.initial or side in line.not_initial):
        raise Refused(f"the {side.capitalize()} side may not buy {line.title} before the Initial Scenario ({rule})")
    if line.cg_max is not None and bought + count > line.cg_max:
        raise Refused(f"{line.cg_max} {line.title} at most in the campaign; {bought} are bought ({rule})")
    reason = hip.too_many(game, side, line, count)
    if reason:
        raise Refused(reason)


STEPS = (
    Step(
        "fortifications",
        fortifications,
        "fortify SIDE KIND [N]; then next (unspent FPP are forfeited)",
        acts=True,
        end=_end,
    ),
)
