"""Casualties between two scenarios: CVP, Elimination, Casualty Reduction, prisoners (A26.2, A7.302, A20)."""

from __future__ import annotations

from sasl.campaign import events as cev
from sasl.campaign.campaign_run import CampaignGame, CampaignRun
from sasl.campaign.campaign_state import VEHICLES, Box, Nation, Piece, other
from sasl.campaign.steps.step_kinds import in_step
from sasl.kernel.frozen import replace


def unguarded(ctx: CampaignRun, guard: Piece, why: str) -> None:
    """7.5041: a friend in the hex claims the prisoners of a unit that is Eliminated; else they take up arms (A20.551).

    Called while the Guard is still there. Those who take up arms possess what he drops.
    """
    held = ctx.state.held_by(guard.id)
    captives = [item for item in held if "prisoner" in item.flags]
    friends = [
        item for item in ctx.state.at(guard.hex, guard.side)
        if item.id != guard.id and item.personnel and "prisoner" not in item.flags and item.box == guard.box
    ]  # fmt: skip
    friends.sort(key=lambda item: (not item.mmc, item.id))
    for captive in captives:
        if friends:
            ctx.emit(cev.PieceChanged(captive.id, holder=friends[0].id, why=f"claimed by {friends[0].id} ({why})"))
        else:
            rearm(ctx, captive, f"rearmed: {why} (A20.551)", captive.box, captive.hex)
    if captives and not friends:
        for item in held:
            if "prisoner" not in item.flags and item.weapon:
                ctx.emit(cev.PieceChanged(item.id, hex=guard.hex, holder=captives[0].id, side=other(guard.side),
                         gains=("captured",), why=f"taken from {guard.id} ({ctx.rule('7.5041')})"))  # fmt: skip


def rearm(ctx: CampaignRun, captive: Piece, why: str, box: Box, hex: str) -> None:
    """A20.551, 7.508: a prisoner is one no longer; an MMC becomes the Conscript MMC of its size."""
    ctx.emit(
        cev.PieceChanged(
            captive.id, (), ("prisoner", "unarmed", "counted"), type=conscript(ctx, captive), box=box, hex=hex,
            holder="", why=why,
        )
    )  # fmt: skip


def conscript(ctx: CampaignRun, piece: Piece) -> str:
    """The Conscript MMC of the same size; the unit's own type if its nation has none, or if it is an SMC or crew."""
    if piece.kind not in ("squad", "hs"):
        return piece.type
    same = (name for name, item in ctx.game.counters(piece.side).items()
            if item.kind == piece.kind and item.quality == "Conscript")  # fmt: skip
    return next(same, piece.type)


def worth(game: CampaignGame, piece: Piece) -> int:
    """A26.2: the Casualty VP of a counter as it is; a prisoner counts double and once, a SW nothing."""
    figure = game.library.figure
    if {"prisoner", "counted"} <= piece.flags:
        return 0
    if piece.kind == "leader":
        points = figure("cvp-leader") + max(0, -piece.modifier)
    elif piece.kind in VEHICLES:
        points = _vehicle(game, piece)
    elif f"cvp-{piece.kind}" in game.library.figures:
        points = figure(f"cvp-{piece.kind}")
    else:
        return 0
    return points * (figure("cvp-prisoner") if "prisoner" in piece.flags else 1)


def _vehicle(game: CampaignGame, piece: Piece) -> int:
    """A26.2: a vehicle or cupola by its MA and its strongest AF, and its crew if aboard; nothing for a wreck."""
    figure = game.library.figure
    if piece.flags & {"wreck", "burnt-out"}:
        return 0
    item = game.counter_of(piece)
    points = figure("cvp-vehicle")
    if item and item.ma and not piece.flags & {"malfunctioned", "disabled"}:
        points += figure("cvp-vehicle-ma")
    factors = [factor for factor in (item.armor_front, item.armor_side) if factor is not None] if item else []
    if factors:
        points += max(1, -(-max(factors) // figure("cvp-armor-step")))
    return points if "abandoned" in piece.flags else points + figure("cvp-crew")


def decided(game: CampaignGame) -> bool:
    """Whether the winner of the scenario has been determined (7.5031)."""
    return game.reached("victory") and not in_step(game, "victory")


def suffer(ctx: CampaignRun, side: Nation, points: int, why: str) -> None:
    """7.13, 7.5031: Casualty VP that `side` suffers.

    Up to the end of the scenario they count for everything; later ones, where the campaign has them at all, for the
    CPP and the ELR only (11.6031, 12.6041).
    """
    later = decided(ctx.game)
    if not points or (later and not ctx.game.figure_or("refit-casualties", 1)):
        return
    ctx.add(side, "suffered", points, why)
    ctx.add(side, "suffered-total", points, why)
    if not later:
        ctx.add(other(side), "earned", points, why)
        ctx.add(other(side), "cvp", points, why)


def count_prisoners(ctx: CampaignRun) -> None:
    """A26.2: whom the enemy holds as the winner is determined is a casualty, unless the CVP were entered."""
    for piece in [item for item in ctx.state.of() if "prisoner" in item.flags]:
        if not ctx.state.number(other(piece.side), "cvp-typed"):
            suffer(ctx, piece.side, worth(ctx.game, piece), f"{piece.id}, a prisoner")
        ctx.change(piece, ("counted",), (), "A26.2")


def eliminate(ctx: CampaignRun, piece: Piece, why: str) -> None:
    """A counter is Eliminated, with its Casualty VP; what it bore is left where it was, its prisoners are seen to."""
    piece = ctx.state.pieces[piece.id]
    unguarded(ctx, piece, why)
    leave_equipment(ctx, piece, why)
    points = worth(ctx.game, piece)
    ctx.emit(cev.PieceGone(piece.id, why))
    suffer(ctx, piece.side, points, piece.id)


def leave_equipment(ctx: CampaignRun, piece: Piece, why: str) -> None:
    """What a unit bears lies in its hex (or stays in its box) without it."""
    for held in ctx.state.held_by(piece.id):
        ctx.emit(cev.PieceChanged(held.id, box=piece.box, hex=piece.hex, holder="", why=f"left by {piece.id} ({why})"))


def reduce(ctx: CampaignRun, piece: Piece, why: str) -> None:
    """A7.302: Casualty Reduction: a squad becomes its HS, anything less is Eliminated; a leader is wounded first."""
    piece = ctx.state.pieces[piece.id]
    half = half_of(ctx.game, piece)
    if half:
        become(ctx, piece, half, f"Casualty Reduction ({why})", was=half_before(ctx.game, piece))
    elif piece.kind == "leader" and "wounded" not in piece.flags:
        ctx.change(piece, ("wounded",), (), f"Casualty Reduction ({why})")
    else:
        eliminate(ctx, piece, f"Casualty Reduction ({why})")


def become(ctx: CampaignRun, piece: Piece, type: str, why: str, loses: tuple[str, ...] = (), *, was: str = "") -> None:
    """A counter is exchanged for a lesser one; what it is worth less is suffered."""
    before, counter = worth(ctx.game, piece), ctx.game.counter(piece.side, type)
    modifier = None if counter.kind == "hs" else counter.modifier
    ctx.emit(cev.PieceChanged(piece.id, loses=loses, type=type, kind=counter.kind, modifier=modifier, why=why,
             was=was))  # fmt: skip
    suffer(ctx, piece.side, before - worth(ctx.game, ctx.state.pieces[piece.id]), piece.id)


def half_of(game: CampaignGame, piece: Piece) -> str:
    """The HS that a squad reduces to; empty for anything else."""
    item = game.counter_of(piece)
    return item.half if item and piece.kind == "squad" else ""


def half_before(game: CampaignGame, piece: Piece) -> str:
    """The HS of what a squad was before it Battle Hardened in secret (7.5112); empty if it has not."""
    return half_of(game, replace(piece, type=piece.was)) if piece.was else ""


def wrecked(ctx: CampaignRun, piece: Piece, why: str, *, burnt: bool = False) -> None:
    """A vehicle becomes a wreck (burning ones burn out): it stays on the map, its men and their SW are Eliminated.

    A cupola leaves no wreck (OtO 4.1).
    """
    piece = ctx.state.pieces[piece.id]
    if piece.kind == "cupola":
        eliminate(ctx, piece, why)
        return
    for held in ctx.state.held_by(piece.id):
        eliminate(ctx, held, f"aboard {piece.id}: {why}")
    points = worth(ctx.game, piece)
    ctx.change(piece, ("wreck", "burnt-out") if burnt else ("wreck",), ("recalled", "stunned", "shocked", "bogged",
               "mired", "motion", "abandoned", "encircled"), why)  # fmt: skip
    suffer(ctx, piece.side, points, piece.id)


def crew_of(game: CampaignGame, piece: Piece) -> str:
    """The counter of a vehicle's crew on foot: its own, or its nation's first crew."""
    known, item = game.counters(piece.side), game.counter_of(piece)
    if item and item.crew in known:
        return item.crew
    return next((name for name, counter in known.items() if counter.kind == "crew"), "")
