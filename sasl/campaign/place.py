"""Setting up on the map: `place` puts a counter or fortification into a hex where the rules let it (7.5222-.5224)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sasl.campaign import events as cev
from sasl.campaign import zones
from sasl.campaign.buying import hip
from sasl.campaign.clearing import sheltered
from sasl.campaign.run import CampaignGame, CampaignRun
from sasl.campaign.state import SIDES, Piece, Work
from sasl.kernel.run import Refused
from sasl.kernel.text import one_of

ON_MAP = ("squad", "hs", "crew", "leader", "hero", "sw", "gun", "vehicle", "cupola")
WHY = "set up"
WAYS = ("concealed", "hidden", "hooked")
"""How a counter may set up: with a `?`, HIP, a Gun in tow."""


def remember_guns(ctx: CampaignRun) -> None:
    """CG11: where each Gun stands before set-up; it may be moved so many hexes from there."""
    for piece in list(ctx.state.of("", "map")):
        if piece.kind == "gun" and piece.stood != piece.hex:
            ctx.emit(cev.PieceChanged(piece.id, stood=piece.hex, why=""))


MINES = ("minefield", "ap-mine", "at-mine")


def shown(game: CampaignGame, work: Work) -> bool:
    """CG16: whether a fortification is placed openly once set-up is done; mines stay hidden."""
    return bool(game.figure_or("forts-shown", 0)) and work.kind not in MINES


def show_fortifications(ctx: CampaignRun) -> None:
    """CG16: all set-up is done: fortifications that were HIP, except mines, are put on the map."""
    for work in list(ctx.state.works.values()):
        if work.hex and work.hidden and shown(ctx.game, work):
            ctx.emit(cev.WorkPut(replace(work, hidden=False), "CG16"))


def place(ctx: CampaignRun, items: Sequence[str], name: str, ways: Sequence[str]) -> None:
    """7.5222-7.5224: a counter with what it bears, or a fortification, is set up; `move` and `work` ask nothing."""
    for item in items:
        work = ctx.state.works.get(item)
        if work is not None:
            _work(ctx, work, name)
        else:
            _piece(ctx, ctx.state.pieces[item], name, ways)


def _piece(ctx: CampaignRun, piece: Piece, name: str, ways: Sequence[str]) -> None:
    """One counter. Refused, in one sentence, where the rules do not let it set up there."""
    if piece.box not in ("map", "retained", "coming") or piece.kind not in ON_MAP:
        raise Refused(f"{piece.id} {piece.type} is nothing that sets up on the map (7.5224)")
    crew = ctx.state.pieces.get(piece.holder)
    if crew is not None and piece.kind != "gun":
        raise Refused(f"{piece.id} is with {crew.id}: place that one (7.5224)")
    reason = _gun(ctx.game, piece, name, "hooked" in ways) if piece.kind == "gun" else ""
    reason = reason or zones.why_not(ctx.game, piece, name)
    reason = reason or (_seen(ctx.game, piece, name) if "concealed" in ways else "")
    if reason:
        raise Refused(f"{piece.id} may not set up in {name}: {reason}")
    if "hidden" in ways and "hidden" not in piece.flags:
        hip.use(ctx, piece, name)
    gains = tuple(way for way in ways if way not in piece.flags)
    loses = tuple(flag for flag in WAYS if flag not in ways and flag in piece.flags)
    ctx.emit(cev.PieceChanged(piece.id, gains, loses, box="map", hex=name, why=WHY))
    if crew is not None and piece.kind == "gun" and (crew.box, crew.hex) != ("map", name):
        ctx.emit(cev.PieceChanged(crew.id, tuple(way for way in gains if way != "hooked"), box="map", hex=name,
                                  why=f"mans {piece.id}"))  # fmt: skip
        carry(ctx, crew.id)
    for gun in ctx.state.held_by(piece.id):
        if gun.kind == "gun" and gun.stood and gun.hex != name:
            ctx.emit(cev.PieceChanged(gun.id, holder="", why=f"stays in {gun.hex} (CG11)"))
    carry(ctx, piece.id)


def _gun(game: CampaignGame, piece: Piece, name: str, hooked: bool) -> str:
    """CG11: why a Gun that stood on the map may not be moved there; "" if it may."""
    board = game.board
    if hooked and piece.side != "russian":
        return "only Russian Guns set up in tow (CG11)"
    if hooked and not any(item.kind == "vehicle" and item.side == piece.side and "immobile" not in item.flags
                          for item in game.state.at(name)):  # fmt: skip
        return f"no vehicle is set up in {name} to tow it (CG11)"
    if not piece.stood or board is None or name == piece.stood:
        return ""
    if sheltered(game, piece.stood):
        return f"it stands in a building, trench or pillbox in {piece.stood} and stays there (CG11)"
    name_of_most = "towed-guns-apart" if hooked else "mortars-move" if piece.type.endswith("MTR") else "guns-move"
    most = game.figure_or(name_of_most, 99)
    far = board.distance(piece.stood, name)
    return f"it stood in {piece.stood}, {far} hexes away, and moves {most} at most (CG11)" if far > most else ""


def _seen(game: CampaignGame, piece: Piece, name: str) -> str:
    """CG10: why a counter may not set up concealed there; "" if it may: in Concealment Terrain, no Russian vehicle."""
    board = game.board
    if piece.side == "russian" and piece.kind == "vehicle":
        return "of the Russians only Infantry sets up concealed (CG10)"
    if board is not None and not board.chart.has(board.terrain(name).terrains, "concealment"):
        return "it is no Concealment Terrain, in which alone one sets up concealed (CG10, A12.12)"
    return ""


def _work(ctx: CampaignRun, work: Work, name: str) -> None:
    """7.520: a fortification of a side, in its own set-up area; some lines of the chart bar the Front Line."""
    side = one_of(work.side, SIDES)
    line = ctx.campaign.fortification(work.kind)
    if side is None or work.kind.startswith("hip"):
        raise Refused(f"{work.id} {work.text or work.kind} is nothing to be placed (7.520)")
    own = zones.own_hexes(ctx.game, side)
    isolated = name in {found for group in ctx.state.areas for found in group.hexes}
    may_isolated = isolated and (line is None or line.isolated) and ctx.state.control.get(name) == side
    if own and name not in own and not may_isolated:
        raise Refused(f"{work.text or work.kind} may not be placed in {name}: it is not in the "
                      f"{side.capitalize()} set-up area (7.5224)")  # fmt: skip
    front = any(name in loop for loop in ctx.state.perimeters.get(side, ()))
    if line is not None and front and not line.front_line:
        raise Refused(f"{line.title} may not be placed in a Front Line Location, as {name} is (7.520)")
    ctx.emit(cev.WorkPut(replace(work, hex=name), WHY))
