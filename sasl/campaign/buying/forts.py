"""Fortifications for FPP (7.520, RB 11.621, VotG 12.623)."""

from __future__ import annotations

import re

from sasl.campaign.adjust import side_of
from sasl.campaign.buying import hip
from sasl.campaign.registry import verb
from sasl.campaign.run import CampaignRun
from sasl.campaign.state import SIDES, Nation
from sasl.campaign.steps.step import Step, in_step
from sasl.content.campaign import Fortification
from sasl.content.yamlfile import nearest
from sasl.kernel.run import Refused
from sasl.kernel.text import number_in


def _end(ctx: CampaignRun) -> None:
    """7.520: FPP that are not spent are forfeited."""
    for side in SIDES:
        if ctx.state.number(side, "fpp"):
            ctx.set(side, "fpp", 0, "unspent FPP are forfeited (7.520)")


def fortifications(ctx: CampaignRun) -> None:
    """7.520: both sides spend their FPP; where the fortifications stand is written down at set-up."""
    for side in SIDES:
        ctx.tell(f"{side.capitalize()} FPP: {ctx.state.number(side, 'fpp')}")


def price(ctx: CampaignRun, side: Nation, line: Fortification, text: str) -> tuple[int, int, str]:
    """The FPP of a purchase, how many it is, and its text: a number, or a pillbox as 1+3+5."""
    if side not in line.fpp:
        raise Refused(f"the {side.capitalize()} side may not buy {line.title} (7.520)")
    if line.formula:
        match = re.fullmatch(r"([1-3])\+(\d)\+(\d)", text)
        if not match:
            raise Refused(f"{line.title} needs its strength, as in: fortify {side} {line.id} 1+3+5")
        return sum(map(int, match.groups())) * int(line.formula[-1]), 1, text
    count = number_in(text or "1", 1, 200)
    if count is None:
        raise Refused(f"'{text}' is no number of {line.title}")
    return line.fpp[side] * count, count, ""


@verb("fortify", "fortify SIDE KIND [N | 1+3+5] [shellholes]", "buy fortifications for FPP", group="buy", key="f")
def fortify(ctx: CampaignRun, words: list[str]) -> None:
    """7.520: fortifications of a kind, within the FPP at hand and the limits of their line."""
    if not in_step(ctx.game, "fortifications"):
        raise Refused("fortifications are bought in their own step (7.520)")
    dear = len(words) > 2 and words[-1].lower() == hip.SHELLHOLES
    words = words[:-1] if dear else words
    if len(words) not in (2, 3):
        raise Refused("fortify needs a side and a kind, as in: fortify german trench 4")
    side = side_of(words[0])
    line = ctx.campaign.fortification(words[1].lower())
    if line is None:
        names = [item.id for item in ctx.campaign.fortifications]
        raise Refused(f"there is no fortification '{words[1]}'{nearest(words[1].lower(), names)} (7.520)")
    points, count, text = price(ctx, side, line, words[2] if len(words) == 3 else "")
    if dear and line.dear != hip.SHELLHOLES:
        raise Refused(f"{line.title} costs no more in {hip.SHELLHOLES} (7.520)")
    points *= 2 if dear else 1
    _allowed(ctx, side, line, count)
    have = ctx.state.number(side, "fpp")
    if points > have:
        raise Refused(f"{line.title} costs {points} FPP, and {have} are left (7.520)")
    ctx.add(side, "fpp", -points, f"{count} {line.title}")
    ctx.add(side, f"fort.{line.id}", count)
    if line.per in ("a factor",) or line.id.startswith("hip") or line.id == "concealment":
        where = f" in {hip.SHELLHOLES}" if dear else ""
        ctx.put_work(line.id, side=side, number=count, text=f"{count} {line.title}{where}", hidden=True,
                     why="bought (7.520)")  # fmt: skip
        return
    for _ in range(count):
        ctx.put_work(
            line.id, side=side, text=" ".join(filter(None, (line.title, text))), hidden=True, why="bought (7.520)"
        )


def _allowed(ctx: CampaignRun, side: Nation, line: Fortification, count: int) -> None:
    if ctx.state.scenario == 0 and (not line.initial or side in line.not_initial):
        raise Refused(f"the {side.capitalize()} side may not buy {line.title} before the Initial Scenario (7.520)")
    if line.cg_max is not None and ctx.state.number(side, f"fort.{line.id}") + count > line.cg_max:
        bought = ctx.state.number(side, f"fort.{line.id}")
        raise Refused(f"{line.cg_max} {line.title} at most in the campaign; {bought} are bought (7.520)")
    reason = hip.too_many(ctx.game, side, line, count)
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
