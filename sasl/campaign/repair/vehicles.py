"""Vehicles: manned again, recovered, mobile again, recalled, stunned (7.5131; VotG 12.6151, 12.6161)."""

from __future__ import annotations

from collections.abc import Iterable

from sasl.campaign import events as cev
from sasl.campaign.registry import room
from sasl.campaign.repair.facts import facts_of
from sasl.campaign.run import CampaignRun
from sasl.campaign.state import Piece
from sasl.game.questions import Option


def vehicles(ctx: CampaignRun, flag: str, *boxes: str) -> list[Piece]:
    """The vehicles that carry a state, in these boxes (all that are there, if none is named)."""
    return [piece for piece in ctx.state.of("", *boxes) if piece.kind == "vehicle" and flag in piece.flags]


@room("abandoned", prompt="Abandoned vehicles: next")
def abandoned(ctx: CampaignRun) -> None:
    """7.5131a: an Abandoned vehicle may be manned again by Personnel Retained in the same Perimeter Area."""
    for piece in vehicles(ctx, "abandoned"):
        crews = [
            other for other in ctx.state.of(piece.side)
            if other.kind == "crew" and not other.holder and not other.flags & {"prisoner", "wounded"}
            and ("isolated" in other.flags) == ("isolated" in piece.flags)
        ]  # fmt: skip
        options = [Option("leave", "it stays Abandoned"), *(Option(crew.id, crew.type) for crew in crews)]
        if len(options) == 1:
            continue
        options = [*options[1:], options[0]]
        chosen = ctx.choose(f"Who mans {piece.id} {piece.type} again?", options, rule="7.5131a", whose=piece.side)
        if chosen != "leave":
            ctx.change(piece, (), ("abandoned",), f"manned by {chosen} (7.5131a)")
            ctx.emit(cev.PieceGone(chosen, f"becomes the crew of {piece.id}", counts=False))


@room("recovery", prompt="Recovery of immobilized AFV and wrecks: next")
def recovery(ctx: CampaignRun) -> None:
    """VotG 12.6151d: a dr to Recover each immobilized AFV or wreck; an Original 6 makes a wreck a burnt-out one."""
    hurt = [
        piece
        for piece in ctx.state.of("", "map")
        if piece.kind == "vehicle" and piece.flags & {"immobile", "wreck"} and "burnt-out" not in piece.flags
    ]
    for piece in hurt:
        with ctx.rolls_for(piece.side):
            record = ctx.table(
                ctx.role("recovery"), f"Recovery of {piece.id} {piece.type}", facts=facts_of(ctx.game, piece)
            )
        if str(record.result) == "recovered":
            ctx.emit(cev.PieceChanged(piece.id, box="retained", hex="", why="Recovered (12.6151d)"))
        elif "wreck" in piece.flags and record.original == ctx.game.figure("total-loss"):
            ctx.change(piece, ("burnt-out",), (), "cannot be recovered (12.6151d)")


@room("immobilization", prompt="Immobilized vehicles: next")
def immobilization(ctx: CampaignRun) -> None:
    """7.5131b: a dr for each manned immobilized vehicle of its own side; in OtO2 only after 23PM."""
    only_after = ctx.game.figure_or("immobilization-after-date", -1)
    if only_after >= 0 and ctx.state.date != only_after + 1:  # the new CG Date has begun already
        ctx.tell("Immobilized vehicles stay so on this CG Date (7.5131b).")
        return
    for piece in vehicles(ctx, "immobile"):
        if piece.flags & {"captured", "abandoned", "wreck", "dug-in"}:
            continue
        _repair(ctx, piece, "immobilization", "mobile", ("immobile",), "7.5131b")


def _repair(ctx: CampaignRun, piece: Piece, role: str, good: str, loses: tuple[str, ...], rule: str) -> bool:
    """One dr; on success states go and a non-Isolated vehicle is cleared from the map; else Labor where it counts."""
    with ctx.rolls_for(piece.side):
        record = ctx.table(ctx.role(role), f"{piece.id} {piece.type}", facts=facts_of(ctx.game, piece))
    if str(record.result) == good:
        ctx.change(piece, (), (*loses, "labor-1", "labor-2"), rule)
        if "isolated" not in piece.flags:
            ctx.emit(cev.PieceChanged(piece.id, box="retained", hex="", why=rule))
        return True
    if role == "wreck-repair" and record.original == ctx.game.figure_or("total-loss", 0):
        ctx.emit(cev.PieceGone(piece.id, f"a total loss ({rule})"))
    elif ctx.game.figure_or("labor", 0) and "labor-2" not in piece.flags:
        more = "labor-2" if "labor-1" in piece.flags else "labor-1"
        ctx.change(piece, (more,), ("labor-1",) if more == "labor-2" else (), rule)
    return False


@room("wreck-repair", prompt="Retained wrecks: next")
def wreck_repair(ctx: CampaignRun) -> None:
    """VotG 12.6151f: a dr for each Recovered wreck of one's own; an Original 6 is a total loss."""
    for piece in vehicles(ctx, "wreck", "retained"):
        if not piece.flags & {"captured", "burnt-out"}:
            _repair(ctx, piece, "wreck-repair", "repaired", ("wreck", "immobile", "disabled"), "12.6151f")


@room("recall", prompt="vehicles under Recall: next")
def recall(ctx: CampaignRun) -> None:
    """7.5131c: a Mobile non-Isolated vehicle under Recall leaves (RB, OtO2) or stays (VotG); Low Ammo rolls a dr."""
    for piece in vehicles(ctx, "recalled"):
        if piece.flags & {"immobile", "isolated"}:
            continue
        if ctx.game.figure_or("recall-returns", 0):
            if "disabled" in piece.flags:
                ctx.change(piece, ("wreck",), ("recalled",), "its MA is Disabled (12.6161)")
            else:
                ctx.change(piece, (), ("recalled",), "Good Order again (12.6161)")
        elif "low-ammo" in piece.flags and "low-ammo-recall" in ctx.campaign.tables:
            _low_ammo(ctx, piece)
        else:
            ctx.emit(cev.PieceGone(piece.id, "Mobile and under Recall (7.5131c)"))
    for piece in vehicles(ctx, "low-ammo", "away"):
        _low_ammo(ctx, piece)


def _low_ammo(ctx: CampaignRun, piece: Piece) -> None:
    """7.5131c: a vehicle recalled for Low Ammunition comes back from off-board on a dr, or misses the next scenario."""
    with ctx.rolls_for(piece.side):
        record = ctx.table(ctx.role("low-ammo-recall"), f"{piece.id} {piece.type}")
    back = str(record.result) == "returns"
    ctx.emit(
        cev.PieceChanged(
            piece.id, ("off-board",) if back else (), ("recalled", "low-ammo") if back else ("recalled",),
            box="retained" if back else "away", hex="", why="7.5131c",
        )
    )  # fmt: skip


@room("stun", prompt="stunned vehicles: next")
def stun(ctx: CampaignRun) -> None:
    """7.5131d: a dr for each stunned vehicle: recovers, stays stunned, or is Abandoned."""
    for piece in vehicles(ctx, "stunned"):
        with ctx.rolls_for(piece.side):
            record = ctx.table(ctx.role("stun"), f"Stunned {piece.id} {piece.type}", facts=facts_of(ctx.game, piece))
        if str(record.result) == "recovers":
            ctx.change(piece, (), ("stunned",), "7.5131d")
        elif str(record.result) == "abandoned":
            ctx.change(piece, ("abandoned",), ("stunned",), "7.5131d")


def living(pieces: Iterable[Piece]) -> list[Piece]:
    """Those that are not wrecks."""
    return [piece for piece in pieces if not piece.flags & {"wreck", "burnt-out"}]
