"""Weapons: repaired, exchanged, kept or lost; ammunition (7.5132-7.5136, 7.5138-7.51310)."""

from __future__ import annotations

from sasl.campaign import events as cev
from sasl.campaign.registry import room, verb
from sasl.campaign.repair.facts import facts_of, is_weapon
from sasl.campaign.run import CampaignRun
from sasl.campaign.state import SIDES, Nation, Piece
from sasl.game.questions import Option
from sasl.game.run import Refused


@room("weapon-repair", prompt="malfunctioned Weapons: next")
def weapon_repair(ctx: CampaignRun) -> None:
    """7.5132: a dr for each malfunctioned non-Captured Weapon; a lost MA puts its vehicle under Recall or ruins it."""
    hurt = [item for item in ctx.state.of() if "malfunctioned" in item.flags and "captured" not in item.flags]
    for piece in hurt:
        counter = ctx.library.counters.get(piece.side, {}).get(piece.type)
        if counter and counter.removal and is_weapon(piece):
            ctx.emit(cev.PieceGone(piece.id, "malfunctioned, with an X# (7.5132)", counts=False))
            continue
        with ctx.rolls_for(piece.side):
            record = ctx.table(ctx.role("weapon-repair"), f"{piece.id} {piece.type}", facts=facts_of(ctx.game, piece))
        if str(record.result) == "repaired":
            ctx.change(piece, (), ("malfunctioned",), "7.5132")
        elif piece.kind != "vehicle":
            ctx.emit(cev.PieceGone(piece.id, "not repaired (7.5132)", counts=piece.kind == "gun"))
        elif ctx.game.figure_or("disabled-is-wreck", 0):
            ctx.change(piece, ("disabled", "wreck"), ("malfunctioned",), "its MA is Disabled: a wreck (12.6152)")
        else:
            gains = ("disabled", "recalled", "shortage") if "isolated" in piece.flags else ("disabled", "recalled")
            ctx.change(piece, gains, ("malfunctioned",), "its MA is Disabled: Recall (7.5132)")


@room("mg-exchange", prompt="a LMG for a Disabled vehicular MG: next")
def mg_exchange(ctx: CampaignRun) -> None:
    """7.5133: a Disabled vehicular MG is repaired by Eliminating a LMG of the same side and Perimeter Area."""
    hurt = [item for item in ctx.state.of()
            if item.kind == "vehicle" and "mg-disabled" in item.note and "captured" not in item.flags]  # fmt: skip
    for piece in hurt:
        spare = [item for item in ctx.state.of(piece.side) if item.type == "LMG"
                 and ("isolated" in item.flags) == ("isolated" in piece.flags)]  # fmt: skip
        if not spare:
            continue
        text = f"Eliminate {spare[0].id} to repair the MG of {piece.id} {piece.type}?"
        if ctx.yes(text, rule="7.5133", whose=piece.side):
            ctx.emit(cev.PieceGone(spare[0].id, f"mounted on {piece.id} (7.5133)", counts=False))
            ctx.emit(cev.PieceChanged(piece.id, why="its MG works again (7.5133)"))


@room("ft-dc", prompt="FT and DC that come back: next")
def ft_dc(ctx: CampaignRun) -> None:
    """7.5134: FT and DC used up come back if their effects DR was low enough, no more than Engineer squads are left."""
    for side in SIDES:
        engineers = sum(1 for _ in engineer_squads(ctx, side))
        for kind in ("FT", "DC"):
            kept = sum(1 for item in ctx.state.of(side) if item.type == kind)
            lost = [item for item in ctx.state.pieces.values() if item.side == side and item.box == "gone"]
            used = [item for item in lost if item.type == kind and "used" in item.flags]
            for piece in used[: max(0, engineers - kept)]:
                ctx.emit(cev.PieceChanged(piece.id, (), ("used",), box="retained", why="Retained (7.5134)"))


def engineer_squads(ctx: CampaignRun, side: Nation) -> list[Piece]:
    """The non-Isolated Assault Engineer squads of a side."""
    known = ctx.library.counters.get(side, {})
    return [
        piece for piece in ctx.state.of(side)
        if piece.kind == "squad" and "isolated" not in piece.flags
        and ("assault-engineer" in piece.flags or (piece.type in known and known[piece.type].assault_engineer))
    ]  # fmt: skip


@verb(
    "used", "used IDS DR", "FT and DC used up in the scenario, with their Original effects DR (7.5134)", group="result"
)
def used(ctx: CampaignRun, words: list[str]) -> None:
    """7.5134: a FT or DC removed from play comes back only if the DR that caused it was low enough."""
    from sasl.campaign.adjust import pieces_of
    from sasl.core.text import number_in

    dr = number_in(words[1], 2, 12) if len(words) == 2 else None
    if dr is None:
        raise Refused("used needs counters and the Original DR, as in: used gdc-1 7")
    for piece in pieces_of(ctx, words[0]):
        if piece.type not in ("FT", "DC"):
            raise Refused(f"{piece.id} is a {piece.type}; only FT and DC come back (7.5134)")
        most = ctx.game.figure_or(f"kept-{piece.type.lower()}-{piece.side}", ctx.game.figure_or("kept-ft-dc", 10))
        if dr <= most:
            ctx.change(piece, ("used",), (), f"DR {dr} (7.5134)")
        ctx.emit(cev.PieceGone(piece.id, f"used up, DR {dr}", counts=False))


@room("captured-weapons", prompt="Captured Weapons: next")
def captured_weapons(ctx: CampaignRun) -> None:
    """7.5135: a dr for each functioning Captured Weapon; one that malfunctions already is Eliminated or Disabled."""
    for piece in [
        item for item in ctx.state.of() if "captured" in item.flags and item.kind in ("sw", "gun", "vehicle")
    ]:
        broken = "malfunctioned" in piece.flags
        if not broken:
            with ctx.rolls_for(piece.side):
                record = ctx.table(ctx.role("captured-weapons"), f"Captured {piece.id} {piece.type}")
            broken = str(record.result) == "eliminated"
        if broken and piece.kind == "vehicle":
            ctx.change(piece, ("disabled",), ("malfunctioned",), "7.5135")
        elif broken:
            ctx.emit(cev.PieceGone(piece.id, "Captured (7.5135)", counts=False))


@room("captured-afv", prompt="Captured AFV: next")
def captured_afv(ctx: CampaignRun) -> None:
    """7.5136: a Captured AFV is kept while one of its Weapons functions; else it is a wreck."""
    for piece in [item for item in ctx.state.of() if item.kind == "vehicle" and "captured" in item.flags]:
        if "disabled" in piece.flags and "mg-disabled" in piece.note:
            ctx.change(piece, ("wreck",), (), "no Weapon of it functions (7.5136)")


@room("special-ammo", prompt="special ammunition: next")
def special_ammo(ctx: CampaignRun) -> None:
    """7.5138: Depleted ammunition types are restored, but not of Captured or Isolated Guns."""
    for piece in list(ctx.state.of()):
        if not piece.flags & {"captured", "isolated"}:
            ctx.change(piece, (), ("depleted-ammo",), "7.5138")


@room("low-ammo", prompt="Low Ammo and Ammunition Shortage: next")
def low_ammo(ctx: CampaignRun) -> None:
    """7.5139: Low Ammo and Ammunition Shortage end for non-Isolated units."""
    for piece in list(ctx.state.of("", "map", "retained", "coming")):
        if "isolated" not in piece.flags:
            ctx.change(piece, (), ("low-ammo", "shortage"), "7.5139")


@room("dismantling", prompt="SW and Guns may be dismantled, assembled or Eliminated: mark or lose, then next")
def dismantling(ctx: CampaignRun) -> None:
    """7.51310: SW and Guns may be Eliminated, dismantled or assembled by the side that controls them."""
    ctx.tell("SW and Guns may be dismantled (mark ID +dismantled), assembled or Eliminated (lose ID).")


@room("scrounging", prompt="vehicles may be Abandoned, made wrecks, or Scrounged: mark or lose, then next")
def scrounging(ctx: CampaignRun) -> None:
    """7.5137: vehicles may be Abandoned or made wrecks, and Scrounged (D10.5), where a MMC is Retained."""
    for side in SIDES:
        wrecks = [item for item in ctx.state.of() if item.flags & {"wreck"} and "burnt-out" not in item.flags]
        if not wrecks or not any(item.mmc for item in ctx.state.of(side)) or "scrounge" not in ctx.campaign.tables:
            continue
        for wreck in wrecks:
            if ctx.state.control.get(wreck.hex, side) == side and "scrounged" not in wreck.note:
                _scrounge(ctx, side, wreck)


def _scrounge(ctx: CampaignRun, side: Nation, wreck: Piece) -> None:
    """D10.5: a dr for a LMG of a wreck."""
    options = [Option("no", "leave it"), Option("yes", "try for its MG")]
    if ctx.choose(f"Scrounge {wreck.id} {wreck.type}?", options, rule="D10.5", whose=side) == "yes":
        with ctx.rolls_for(side):
            record = ctx.table(ctx.role("scrounge"), f"Scrounging {wreck.id}")
        if str(record.result) == "MG":
            ctx.raise_piece(side, "LMG", why=f"Scrounged from {wreck.id} (D10.5)")
