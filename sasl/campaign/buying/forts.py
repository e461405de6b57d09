"""Fortifications for FPP (7.520, RB 11.621, VotG 12.623)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sasl.campaign import events as cev
from sasl.campaign.campaign_run import CampaignGame, CampaignRun
from sasl.campaign.campaign_state import SIDES, Nation, Piece, Work
from sasl.campaign.steps.step_kinds import Step
from sasl.campaign.vocabulary import LEVELS, TRAPS
from sasl.content.missions.campaign import Fortification
from sasl.content.reading.faults import nearest
from sasl.kernel.frozen import Frozen, replace
from sasl.kernel.transaction import Refused


def _end(ctx: CampaignRun) -> None:
    """7.520: FPP that are not spent are forfeited."""
    for side in SIDES:
        if ctx.state.number(side, "fpp"):
            ctx.set(side, "fpp", 0, f"unspent FPP are forfeited ({ctx.rule('7.520')})")


def fortifications(ctx: CampaignRun) -> None:
    """7.520: both sides spend their FPP; where the fortifications stand is written down at set-up."""
    for side in SIDES:
        ctx.tell(f"{side.capitalize()} FPP: {ctx.state.number(side, 'fpp')}", tag=f"{side}.purchases")


class Price(Frozen):
    """What a purchase of fortifications is: its line, how many, the FPP, a pillbox's strength; `dear`: shellholes."""

    line: Fortification
    count: int
    points: int
    text: str
    dear: bool
    hexes: tuple[int, ...] = ()
    """How many of them lie in each hex, if they come in lots."""


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
        raise Refused(f"'{pillbox or number}' is not a number of {line.title}")
    else:
        points = line.fpp[side] * count
    if dear and line.dear != SHELLHOLES:
        raise Refused(f"{line.title} does not cost more in {SHELLHOLES} ({rule})")
    points *= 2 if dear else 1
    _allowed(game, side, line, count)
    have = game.state.number(side, "fpp")
    if points > have:
        raise Refused(f"{line.title} costs {points} FPP, and {have} are left ({rule})")
    hexes = lots(line.lots, count) if line.lots else ()
    if hexes is None:
        numbers = " or ".join(filter(None, (", ".join(map(str, line.lots[:-1])), str(line.lots[-1]))))
        raise Refused(
            f"{count} {line.title} cannot be divided into minefield hexes: each has {numbers} of them (B28.1, B28.51)"
        )
    return Price(line, count, points, pillbox, dear, hexes)


def lots(sizes: Sequence[int], count: int) -> tuple[int, ...] | None:
    """B28.1, B28.51: the fewest hexes that so many factors make, the largest first; None if they make none."""
    best: dict[int, tuple[int, ...]] = {0: ()}
    for total in range(1, count + 1):
        ways = [(size, *best[total - size]) for size in sizes if total - size in best]
        if ways:
            best[total] = min(ways, key=lambda way: (len(way), sorted(-size for size in way)))
    return tuple(sorted(best[count], reverse=True)) if count in best else None


def fortify(ctx: CampaignRun, side: Nation, bought: Price) -> None:
    """7.520: the FPP are gone; the fortifications wait to be placed."""
    line, count, why = bought.line, bought.count, f"bought ({ctx.rule('7.520')})"
    ctx.add(side, "fpp", -bought.points, f"{count} {line.title}")
    ctx.add(side, f"fort.{line.id}", count)
    if line.id == TRAPS:
        ctx.fact(TRAPS, _trap_levels(ctx.game)[count], why)
        return
    for number in bought.hexes:
        ctx.put_work(line.id, side=side, number=number, text=f"{number} {line.title}", hidden=True, why=why)
    if bought.hexes:
        return
    if line.per in ("a factor",) or line.id.startswith("hip") or line.id == "concealment":
        where = f" in {SHELLHOLES}" if bought.dear else ""
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
    if line.id == TRAPS and count >= len(_trap_levels(game)):
        raise Refused(f"{line.title} are already at Level {_trap_levels(game)[0]}; there is none above A ({rule})")
    reason = too_many(game, side, line, count)
    if reason:
        raise Refused(reason)


def _trap_levels(game: CampaignGame) -> str:
    """11.621 note 8: the present Level of Booby Traps and those above it, which FPP buy one by one."""
    return LEVELS[LEVELS.index(game.state.fact(TRAPS) or LEVELS[0]) :]


KINDS = {"squad": ("hip-squad",), "hs": ("hip-hs",), "crew": ("hip-crew",), "leader": ("hip-smc", "hip-crew"),
         "hero": ("hip-smc", "hip-crew"), "cupola": ("hip-cupola",), "vehicle": ("hip-afv",)}  # fmt: skip
"""The line of the chart that hides a kind of counter, the nearest first."""
HALVES = {"hip-squad": 2, "hip-hs": 1}
"""Half-squads that a line hides."""
ORDNANCE = ("gun",)
SHELLHOLES = "shellholes"


def _squads_hidden_most(game: CampaignGame, side: Nation) -> int | None:
    """7.520: how many Infantry squads, fractions rounded up, may set up HIP: a share of those not in Reserve."""
    share = game.figure_or("hip-share", 0)
    if not share:
        return None
    squads = sum(1 for piece in game.state.of(side)
                 if piece.kind == "squad" and not piece.flags & {"reserve", "prisoner"})  # fmt: skip
    return -(-squads * share // 100)


def too_many(game: CampaignGame, side: Nation, line: Fortification, count: int) -> str:
    """Why so much HIP for squads or HS may not be bought; "" if it may."""
    most = _squads_hidden_most(game, side)
    if most is None or line.id not in HALVES:
        return ""
    have = sum(work.number * HALVES[work.kind] for work in hip_bought(game, side) if work.kind in HALVES)
    if have + count * HALVES[line.id] <= 2 * most:
        return ""
    share = game.figure_or("hip-share", 0)
    of_all = f"{share} per cent of the {side.capitalize()} ones"
    return f"{most} squads at most, {of_all}, set up HIP in a scenario ({game.rule('7.520')})"


def hip_bought(game: CampaignGame, side: str) -> list[Work]:
    """The HIP that a side has bought and not used."""
    return [work for work in game.state.works.values() if work.side == side and work.kind.startswith("hip-")]


def use_hip(ctx: CampaignRun, piece: Piece, name: str) -> None:
    """A counter sets up HIP: free for Guns (A12.34) and the first cupolas, else one of those bought is used up.

    In shellholes that are no orchard it takes one bought for shellholes, at the double price, but for ordnance.
    """
    if piece.kind == "gun" and "used" in piece.flags:
        raise Refused(f"{piece.id} was revealed in the last scenario and cannot set up HIP again ({ctx.rule('CG11')})")
    if _hides_free(ctx.game, piece):
        return
    dear = _in_shellholes(ctx.game, piece, name)
    lines = KINDS.get(piece.kind, ())
    mine = [work for line in lines for work in hip_bought(ctx.game, piece.side)
            if work.kind == line and (SHELLHOLES in work.text or not dear)]  # fmt: skip
    if not mine:
        where = f" in {SHELLHOLES}, at the double price," if dear else ""
        raise Refused(
            f"no HIP{where} was bought for a {piece.kind} of the {piece.side.capitalize()} side ({ctx.rule('7.520')})"
        )
    work = min(mine, key=lambda item: SHELLHOLES in item.text)
    if work.number > 1:
        ctx.emit(cev.WorkPut(replace(work, number=work.number - 1, text=_one_less(ctx, work)), f"{piece.id} hides"))
    else:
        ctx.emit(cev.WorkGone(work.id, f"{piece.id} hides"))


def return_hip(ctx: CampaignRun, piece: Piece) -> None:
    """A hidden counter is placed anew: the HIP it used is at hand again."""
    bought = [line for kind in KINDS.get(piece.kind, ()) if (line := ctx.campaign.fortification(kind))]
    if bought and not _hides_free(ctx.game, piece):
        where = f" in {SHELLHOLES}" if _in_shellholes(ctx.game, piece, piece.hex) else ""
        ctx.put_work(bought[0].id, side=piece.side, number=1, text=f"1 {bought[0].title}{where}", hidden=True,
                     why=f"{piece.id} is placed again")  # fmt: skip


def _hides_free(game: CampaignGame, piece: Piece) -> bool:
    """Whether HIP costs nothing: of a Gun and its crew (A12.34), and of cupolas of the first date if a file says so."""
    mans = piece.kind == "crew" and any(item.kind == "gun" for item in game.state.held_by(piece.id))
    return piece.kind == "gun" or mans or (piece.kind == "cupola" and hides_free(game, KINDS["cupola"][0]))


def hides_free(game: CampaignGame, line: str) -> bool:
    """7.4: whether a line of HIP buys what costs nothing now: cupolas of the first date, if a file says so."""
    return line in KINDS["cupola"] and game.state.scenario == 0 and bool(game.figure_or("cupolas-hip-first", 0))


def _one_less(ctx: CampaignRun, work: Work) -> str:
    """The text of a lot of HIP with one less."""
    line = ctx.campaign.fortification(work.kind)
    dear = f" in {SHELLHOLES}" if SHELLHOLES in work.text else ""
    return f"{work.number - 1} {line.title if line else work.kind}{dear}"


def _in_shellholes(game: CampaignGame, piece: Piece, name: str) -> bool:
    if game.board is None or name not in game.board or not piece.personnel:
        return False
    line = next((item for kind in KINDS.get(piece.kind, ()) if (item := game.campaign.fortification(kind))), None)
    if line is None or line.dear != SHELLHOLES or any(item.kind in ORDNANCE for item in game.state.held_by(piece.id)):
        return False
    terrain = game.board.terrain(name)
    return terrain.has(SHELLHOLES) and not terrain.has("orchard")


def end_hip(ctx: CampaignRun) -> None:
    """7.520: HIP is bought for one scenario: what was not used ends with it."""
    for work in list(ctx.state.works.values()):
        if work.kind.startswith("hip-"):
            ctx.emit(cev.WorkGone(work.id, f"HIP was for that scenario ({ctx.rule('7.520')})"))


STEPS = (
    Step(
        "fortifications",
        fortifications,
        "fortify SIDE KIND [N]; then next (unspent FPP are forfeited)",
        acts=True,
        end=_end,
    ),
)
