"""Hidden Initial Placement bought with FPP: how much a side may buy, and who uses it (7.520)."""

from __future__ import annotations

from dataclasses import replace

from sasl.campaign import events as cev
from sasl.campaign.run import CampaignGame, CampaignRun
from sasl.campaign.state import Nation, Piece, Work
from sasl.content.campaign import Fortification
from sasl.kernel.run import Refused

KINDS = {"squad": ("hip-squad",), "hs": ("hip-hs",), "crew": ("hip-crew",), "leader": ("hip-smc", "hip-crew"),
         "hero": ("hip-smc", "hip-crew"), "cupola": ("hip-cupola",), "vehicle": ("hip-afv",)}  # fmt: skip
"""The line of the chart that hides a kind of counter, the nearest first."""
HALVES = {"hip-squad": 2, "hip-hs": 1}
"""Half-squads that a line hides."""
ORDNANCE = ("gun",)
SHELLHOLES = "shellholes"


def squads_hidden_most(game: CampaignGame, side: Nation) -> int | None:
    """7.520: how many Infantry squads, fractions rounded up, may set up HIP: a share of those not in Reserve."""
    share = game.figure_or("hip-share", 0)
    if not share:
        return None
    squads = sum(1 for piece in game.state.of(side)
                 if piece.kind == "squad" and not piece.flags & {"reserve", "prisoner"})  # fmt: skip
    return -(-squads * share // 100)


def too_many(game: CampaignGame, side: Nation, line: Fortification, count: int) -> str:
    """Why so much HIP for squads or HS may not be bought; "" if it may."""
    most = squads_hidden_most(game, side)
    if most is None or line.id not in HALVES:
        return ""
    have = sum(work.number * HALVES[work.kind] for work in bought(game, side) if work.kind in HALVES)
    if have + count * HALVES[line.id] <= 2 * most:
        return ""
    share = game.figure_or("hip-share", 0)
    return f"{most} squads at most, {share} per cent of the {side.capitalize()} ones, set up HIP in a scenario (7.520)"


def bought(game: CampaignGame, side: str) -> list[Work]:
    """The HIP that a side has bought and not used."""
    return [work for work in game.state.works.values() if work.side == side and work.kind.startswith("hip-")]


def use(ctx: CampaignRun, piece: Piece, name: str) -> None:
    """A counter sets up HIP: free for Guns (A12.34) and the first cupolas, else one of those bought is used up.

    In shellholes that are no orchard it takes one bought for shellholes, at the double price, but for ordnance.
    """
    if piece.kind == "gun":
        if "used" in piece.flags:
            raise Refused(f"{piece.id} was revealed in the last scenario and does not set up HIP again (CG11)")
        return
    if piece.kind == "cupola" and ctx.state.scenario == 0 and ctx.game.figure_or("cupolas-hip-first", 0):
        return
    dear = _in_shellholes(ctx.game, piece, name)
    lines = KINDS.get(piece.kind, ())
    mine = [work for line in lines for work in bought(ctx.game, piece.side)
            if work.kind == line and (SHELLHOLES in work.text or not dear)]  # fmt: skip
    if not mine:
        where = f" in {SHELLHOLES}, at the double price," if dear else ""
        raise Refused(f"no HIP{where} is bought for a {piece.kind} of the {piece.side.capitalize()} side (7.520)")
    work = min(mine, key=lambda item: SHELLHOLES in item.text)
    if work.number > 1:
        ctx.emit(cev.WorkPut(replace(work, number=work.number - 1, text=words(ctx, work)), f"{piece.id} hides"))
    else:
        ctx.emit(cev.WorkGone(work.id, f"{piece.id} hides"))


def words(ctx: CampaignRun, work: Work) -> str:
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


def end(ctx: CampaignRun) -> None:
    """7.520: HIP is bought for one scenario: what was not used ends with it."""
    for work in list(ctx.state.works.values()):
        if work.kind.startswith("hip-"):
            ctx.emit(cev.WorkGone(work.id, "HIP was for that scenario (7.520)"))
