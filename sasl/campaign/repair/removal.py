"""Fortifications, wrecks and immobile vehicles cleared from the map (7.514, RB 11.615, VotG 12.617)."""

from __future__ import annotations

from sasl.campaign import events as cev
from sasl.campaign.adjust import side_of
from sasl.campaign.economy.standing import standing
from sasl.campaign.registry import in_step, room, verb
from sasl.campaign.repair.facts import in_front_line, near_front_line
from sasl.campaign.repair.weapons import engineer_squads
from sasl.campaign.run import CampaignRun
from sasl.campaign.state import Nation, Piece, Work
from sasl.game.questions import Option
from sasl.game.run import Refused

WORKS = ("wire", "minefield", "trench", "foxhole", "at-ditch", "wreck", "roadblock", "entrenchment", "pillbox")
BY_SQUADS = ("wire", "minefield")


@room("removal", prompt="clear SIDE ID tries to remove a work or wreck; then next")
def removal(ctx: CampaignRun) -> None:
    """7.514: a dr for each thing that its controller wants removed; nothing has been tried yet."""
    ctx.fact("removal-tried", "")


@verb(
    "clear", "clear russian|german IDS", "try to remove fortifications, wrecks, immobile vehicles (7.514)", group="step"
)
def clear(ctx: CampaignRun, words: list[str]) -> None:
    """7.514: one dr for each item; mines first; tries at Wire and mines limited by squads, at wrecks by vehicles."""
    if not in_step(ctx.game, "removal"):
        raise Refused("removal is tried in its own step (7.514)")
    if len(words) != 2:
        raise Refused("clear needs a side and what to remove, as in: clear german w3,w7")
    side = side_of(words[0])
    for name in words[1].lower().split(","):
        _try(ctx, side, name)


def _try(ctx: CampaignRun, side: Nation, name: str) -> None:
    work: Work | Piece | None = ctx.state.works.get(name) or ctx.state.pieces.get(name)
    if work is None:
        raise Refused(f"there is nothing called '{name}' on the map")
    kind = work.kind if isinstance(work, Work) else "vehicle"
    if isinstance(work, Piece) and not work.flags & {"wreck", "immobile"}:
        raise Refused(f"{name} is no wreck and not immobile (7.514)")
    if kind not in (*WORKS, "vehicle"):
        raise Refused(f"a {kind} cannot be removed (7.514)")
    if ctx.state.control.get(work.hex, side) != side or _isolated(ctx, work.hex):
        raise Refused(f"{work.hex} is not a non-Isolated hex of the {side.capitalize()} side (7.514)")
    tried = ctx.state.fact("removal-tried").split()
    if name in tried:
        raise Refused(f"{name} was tried already (7.514)")
    if kind != "minefield" and kind in ("wreck", "vehicle") and ctx.state.works_at(work.hex, "minefield"):
        raise Refused(f"the mines in {work.hex} come first (7.514)")
    _enough(ctx, side, kind, tried)
    ctx.fact("removal-tried", " ".join([*tried, name]))
    facts = standing(ctx.game, side) | {
        "front-line": int(in_front_line(ctx.game, side, work.hex)),
        "near-front-line": int(near_front_line(ctx.game, side, work.hex)),
        "engineers-3": int(len(engineer_squads(ctx, side)) >= ctx.game.figure_or("engineers-for-removal", 3)),
        "clears-own": int(isinstance(work, Work) and work.side == side),
    }
    with ctx.rolls_for(side):
        record = ctx.table(ctx.role("removal"), f"Removal of the {kind} {name} in {work.hex}", facts=facts)
    if str(record.result) == "eliminated":
        _gone(ctx, work)
    elif record.original == 6:
        _casualty(ctx, side)


def _gone(ctx: CampaignRun, work: Work | Piece) -> None:
    if isinstance(work, Piece):
        ctx.emit(cev.PieceGone(work.id, "cleared (7.514)", counts=False))
        return
    mines = ctx.state.works_at(work.hex, "minefield") if work.kind == "minefield" else [work]
    for item in mines:
        ctx.emit(cev.WorkGone(item.id, "cleared (7.514)"))


def _isolated(ctx: CampaignRun, name: str) -> bool:
    return any(name in area.hexes for area in ctx.state.areas)


def _enough(ctx: CampaignRun, side: Nation, kind: str, tried: list[str]) -> None:
    """7.514: tries at Wire and mines are limited by squad-equivalents, at wrecks and vehicles by tracked vehicles."""
    if not ctx.game.figure_or("removal-limited", 0):
        return
    from sasl.campaign.upkeep.hardening import squad_equivalents

    if kind in BY_SQUADS:
        used = sum(1 for name in tried if name in ctx.state.works)
        if used >= squad_equivalents(ctx, side):
            raise Refused("no more tries at Wire and mines than squads are Retained (7.514)")
    elif kind in ("wreck", "vehicle"):
        known = ctx.library.counters.get(side, {})
        tracked = sum(
            1 for item in ctx.state.of(side)
            if item.kind == "vehicle" and item.type in known and known[item.type].move == "tracked"
            and not item.flags & {"immobile", "wreck", "abandoned"}
        )  # fmt: skip
        if sum(1 for name in tried if name in ctx.state.pieces) >= tracked:
            raise Refused("no more tries at wrecks than Mobile tracked vehicles are Retained (7.514)")


QUALITY = ("Elite", "1st Line", "2nd Line", "Green", "Conscript")


def _casualty(ctx: CampaignRun, side: Nation) -> None:
    """7.514 **: an Original 6 reduces a non-Isolated MMC, an Elite one first (Assault Engineers if there are any)."""
    known = ctx.library.counters.get(side, {})
    men = [item for item in ctx.state.of(side) if item.kind in ("squad", "hs") and "isolated" not in item.flags]
    if not men:
        return
    engineers = [item for item in men if item in engineer_squads(ctx, side)]

    def rank(item: Piece) -> int:
        quality = known[item.type].quality if item.type in known else ""
        return QUALITY.index(quality) if quality in QUALITY else len(QUALITY)

    best = engineers or [item for item in men if rank(item) == min(map(rank, men))]
    options = [Option(item.id, item.type) for item in best]
    chosen = ctx.state.pieces[ctx.choose("Which MMC suffers Casualty Reduction?", options, rule="7.514", whose=side)]
    reduce(ctx, chosen, "7.514")


def reduce(ctx: CampaignRun, piece: Piece, why: str) -> None:
    """A7.302: Casualty Reduction: a squad becomes its HS, anything less is Eliminated; a leader is wounded first."""
    half = ctx.game.counter(piece.side, piece.type).half if piece.kind == "squad" else ""
    if half:
        ctx.emit(cev.PieceChanged(piece.id, type=half, kind="hs", why=f"Casualty Reduction ({why})"))
    elif piece.kind == "leader" and "wounded" not in piece.flags:
        ctx.change(piece, ("wounded",), (), f"Casualty Reduction ({why})")
    else:
        ctx.emit(cev.PieceGone(piece.id, f"Casualty Reduction ({why})"))
