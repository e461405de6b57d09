"""What fires between two scenarios cost: wrecks burn out, confined units and what lay there are lost (7.5091-.5095)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sasl.campaign import events as cev
from sasl.campaign.run import CampaignRun
from sasl.campaign.state import Piece, other
from sasl.campaign.upkeep.casualties import eliminate, wrecked

LASTING = ("rubble", "gutted", "shellholes", "open-ground", "blaze", "flame", "wreck")
"""Works that are no Fortifications."""
SAFE = ("trench", "foxhole", "entrenchment", "at-ditch", "pillbox")
"""Fortifications that a fire does not harm (7.5095)."""


def burnt_out(ctx: CampaignRun, name: str) -> None:
    """7.5091, CG5: every wreck in a Blaze becomes a Burnt-Out one; a burning cupola is removed."""
    for piece in ctx.state.at(name):
        if "wreck" in piece.flags:
            ctx.change(piece, ("burnt-out",), (), "burnt out (7.5091)")
    for work in ctx.state.works_at(name, "wreck"):
        if "burnt" not in work.text.lower():
            ctx.emit(cev.WorkGone(work.id, "burnt out (7.5091)"))
            ctx.put_work("wreck", name, side=work.side, number=work.number, text="Burnt-Out Wreck", why="7.5091")


def area_of(ctx: CampaignRun, piece: Piece) -> tuple[str, ...]:
    """Where an Isolated unit must set up: its Isolated Area, else its own hex."""
    return next((area.hexes for area in ctx.state.areas if piece.hex in area.hexes), (piece.hex,))


def confined(ctx: CampaignRun, hexes: Iterable[str], *, burning: bool = False) -> list[str]:
    """7.5093-.5095: Isolated units and Equipment that could set up only in these hexes are Eliminated.

    Where it goes on `burning`, an AFV becomes a Burnt-Out Wreck instead. The hexes they were confined to.
    """
    alight = set(hexes)
    lost: list[str] = []
    if burning:
        alight |= {work.hex for work in ctx.state.works.values() if work.kind == "blaze"}
    for piece in list(ctx.state.of("", "map")):
        now = ctx.state.pieces[piece.id]
        if "isolated" not in now.flags or not now.here or not now.hex or not set(area_of(ctx, now)) <= alight:
            continue
        lost += area_of(ctx, now)
        if now.kind == "vehicle" and burning:
            wrecked(ctx, now, "burnt in its Isolated Area (7.5094)", burnt=True)
        else:
            eliminate(ctx, now, "burnt in its Isolated Area (7.509)")
            _passes(ctx, now, set(area_of(ctx, now)) & set(hexes))
    return list(dict.fromkeys(lost))


def _passes(ctx: CampaignRun, piece: Piece, hexes: Iterable[str]) -> None:
    """7.5093: the formerly Isolated hexes become Controlled by the opponent."""
    names = tuple(sorted(name for name in hexes if ctx.state.control.get(name, piece.side) == piece.side))
    if names:
        ctx.emit(cev.HexesControlled(other(piece.side), names, "its Isolated defenders burnt (7.5093)"))


def ruin(ctx: CampaignRun, consumed: Mapping[str, str]) -> None:
    """7.5095, 11.6097: what lay in Locations that burnt; `consumed` says what each hex was.

    In a Gutted Factory the Equipment goes but no Fortification; Entrenchments and Pillboxes stay everywhere.
    """
    confined(ctx, [name for name in consumed if not _burning(ctx, name)])
    for name, what in consumed.items():
        for work in ctx.state.works_at(name):
            kind = work.kind.rstrip("-123")
            if kind == "wreck" and what == "building":
                ctx.emit(cev.WorkGone(work.id, "in a building that burnt down (7.5095)"))
            elif kind not in (*LASTING, *SAFE) and what != "factory":
                ctx.emit(cev.WorkGone(work.id, "burnt (7.5095)"))
        for piece in ctx.state.at(name):
            now = ctx.state.pieces[piece.id]
            if not now.here or now.box != "map":
                continue
            if now.kind in ("sw", "gun") or (now.kind in ("vehicle", "cupola") and what == "building"):
                eliminate(ctx, now, "burnt (7.5095)")
            elif now.kind == "vehicle" and "wreck" not in now.flags:
                wrecked(ctx, now, "burnt (7.5095)", burnt=True)


def _burning(ctx: CampaignRun, name: str) -> bool:
    return any(work.kind == "blaze" for work in ctx.state.works_at(name))
