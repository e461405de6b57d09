"""Markers come off, units rally and unload, prisoners are dealt with (7.502, 7.503, 7.508)."""

from __future__ import annotations

from dataclasses import replace

from sasl.campaign import events as cev
from sasl.campaign.buying import hip
from sasl.campaign.registry import room
from sasl.campaign.run import CampaignRun
from sasl.campaign.state import Piece
from sasl.campaign.upkeep.captives import rearm
from sasl.campaign.upkeep.casualties import eliminate
from sasl.campaign.upkeep.support import used
from sasl.kernel.questions import Option

GONE = ("fanatic", "berserk", "disrupted", "motion")
"""States that end with the scenario (7.502e-f)."""
LABOR = ("labor-1", "labor-2")
ENTRENCHMENTS = ("foxhole", "trench", "entrenchment", "at-ditch")


@room("markers", prompt="markers come off the map: next")
def markers(ctx: CampaignRun) -> None:
    """7.502, 11.602, 12.603: fire, smoke, acquisition and the like come off; what was hidden is put on the map.

    Stun comes off in RB and VotG, Labor in OtO2; there hidden Entrenchments are shown, too. A unit that interdicts a
    ferry stays TI (12.602).
    """
    figure = ctx.game.figure_or
    used(ctx)
    hip.end(ctx)
    if figure("guns-keep-hip", 0):
        _guns(ctx)
    off = [*GONE, *(["stunned"] if figure("stun-off", 0) else LABOR)]
    for piece in list(ctx.state.of()):
        ctx.change(piece, (), off if "interdicting" in piece.flags else [*off, "ti"], "7.502")
    shown = ("hidden",) if figure("shown-concealed", 0) else ("hidden", "concealed")
    for piece in list(ctx.state.of("", "map")):
        gains = ("concealed",) if figure("shown-concealed", 0) and "hidden" in piece.flags else ()
        ctx.change(piece, gains, shown, "7.502g")
    if not figure("stun-off", 0):
        for work in list(ctx.state.works.values()):
            if work.hidden and work.hex and work.kind.rstrip("-123") in ENTRENCHMENTS:
                ctx.emit(cev.WorkPut(replace(work, hidden=False), "7.502g"))
    ctx.tell(
        "Take off: SR and FFE, smoke, acquisition, DM, CX, CE and BU, Motion, snipers, aircraft, Dummies; put hidden "
        "units and Equipment on the map.",
        board=True,
    )


def _guns(ctx: CampaignRun) -> None:
    """CG11: a Gun that stayed HIP may begin the next scenario so; one that was seen may not."""
    for piece in [item for item in ctx.state.of() if item.kind == "gun"]:
        hidden = piece.box == "map" and "hidden" in piece.flags
        seen = piece.box == "map" and not hidden
        ctx.change(piece, ("hip",) if hidden else ("used",) if seen else (),
                   tuple(flag for flag, kept in (("hip", hidden), ("used", seen)) if not kept), "CG11")  # fmt: skip


@room("rally", prompt="all broken units rally: next")
def rally(ctx: CampaignRun) -> None:
    """7.503, 11.6032, 12.6042: every broken unit rallies without a DR; Passengers and Riders unload.

    In OtO2 their owner may leave them aboard, but not after a night scenario.
    """
    rallied = [piece for piece in ctx.state.of() if piece.flags & {"broken", "disrupted"}]
    for piece in rallied:
        ctx.change(piece, (), ("broken", "disrupted"), "7.503")
    if not rallied:
        ctx.tell("No unit is broken.")
    for vehicle in [item for item in ctx.state.of("", "map") if item.kind == "vehicle"]:
        aboard = passengers(ctx, vehicle)
        out = [item.id for item in aboard]
        if aboard and not ctx.game.figure_or("unload-all", 0) and ctx.state.fact("night") != "yes":
            options = [Option(item.id, item.type) for item in aboard]
            text = f"Who unloads from {vehicle.id} {vehicle.type} in {vehicle.hex}?"
            out = list(ctx.several(text, options, out, rule="7.503", whose=vehicle.side))
        for piece_id in out:
            ctx.emit(cev.PieceChanged(piece_id, hex=vehicle.hex, box="map", holder="", why="unloads (7.503)"))


def passengers(ctx: CampaignRun, vehicle: Piece) -> list[Piece]:
    """Those aboard a vehicle who are neither its armor leader nor its prisoners."""
    held = ctx.state.held_by(vehicle.id)
    return [item for item in held if not item.flags & {"armor-leader", "prisoner"}]


@room("prisoners", prompt="prisoners: next")
def prisoners(ctx: CampaignRun) -> None:
    """7.508: prisoners of a non-Isolated Guard are Eliminated; an Isolated Guard keeps, hands over or frees his."""
    for piece in [item for item in ctx.state.of() if "prisoner" in item.flags]:
        guard = ctx.state.pieces.get(piece.holder)
        if guard is None or not guard.here or "isolated" not in guard.flags:
            eliminate(ctx, piece, "prisoner of a non-Isolated unit (7.508)")
            continue
        options = [Option("keep", "the Guard keeps it"), Option("free", "it is freed")]
        if ctx.game.figure_or("massacre", 0):
            options.append(Option("execute", "it is executed; Massacre is in effect next time"))
        friends = [item for item in _same_area(ctx, guard) if item.id != guard.id]
        options += [Option(item.id, f"{item.type} in {item.hex} guards it from now on") for item in friends]
        text = f"{guard.id} guards {piece.id} {piece.type} in isolation: what of it?"
        answer = ctx.choose(text, options, rule="7.508", whose=guard.side)
        if answer == "free":
            rearm(ctx, piece, "freed (7.508)", "retained", "")
            ctx.change(ctx.state.pieces[piece.id], (), ("isolated", "encircled"), "7.508")
        elif answer == "execute":
            eliminate(ctx, piece, "executed (12.609)")
            sides = dict.fromkeys([*ctx.state.fact("massacre").split(), guard.side])
            ctx.fact("massacre", " ".join(sides), "A20.4")
        elif answer != "keep":
            ctx.emit(cev.PieceChanged(piece.id, hex=ctx.state.pieces[answer].hex, holder=answer, why="7.508"))


def _same_area(ctx: CampaignRun, guard: Piece) -> list[Piece]:
    """The Personnel of the Guard's side in his Isolated Area (his own hex where no area is known)."""
    area = next((area.hexes for area in ctx.state.areas if guard.hex in area.hexes), (guard.hex,))
    return [
        item for item in ctx.state.of(guard.side, "map")
        if (item.mmc or item.smc) and item.hex in area and "prisoner" not in item.flags
    ]  # fmt: skip
