"""Weapons: repaired, exchanged, kept or lost; ammunition (7.5132-7.5136, 7.5138-7.51310)."""

from __future__ import annotations

from sasl.campaign import events as cev
from sasl.campaign.campaign_run import CampaignGame, CampaignRun, types
from sasl.campaign.campaign_state import SIDES, Box, Nation, Piece, other
from sasl.campaign.steps.campaign_conditions import same_area
from sasl.campaign.steps.step_kinds import Step
from sasl.campaign.steps.vehicle_steps import recalled, repair_weapon
from sasl.campaign.suits import WEAPONS
from sasl.kernel.orders.questions import Option


def weapon_repair(ctx: CampaignRun) -> None:
    """7.5132: a dr for each malfunctioned non-Captured Weapon; a lost MA puts its vehicle under Recall or ruins it.

    4.1: the MG of a cupola is repaired without one.
    """
    hurt = [
        item for item in ctx.state.of("", "map", "retained")
        if item.kind in WEAPONS and item.flags & {"malfunctioned", "mg-malfunctioned"}
        and not item.flags & {"captured", "wreck"}
    ]  # fmt: skip
    for piece in hurt:
        if piece.kind == "cupola":
            ctx.change(piece, (), ("malfunctioned",), "automatically for a cupola (OtO 4.1)")
            continue
        counter = ctx.game.counter_of(piece)
        if counter and counter.removal and piece.weapon:
            ctx.emit(cev.PieceGone(piece.id, f"malfunctioned, with an X# ({ctx.rule('7.5132')})", counts=False))
            continue
        for flag in ("malfunctioned", "mg-malfunctioned"):
            if flag in ctx.state.pieces[piece.id].flags:
                repair_weapon(ctx, ctx.state.pieces[piece.id], flag, ctx.rule("7.5132"))
        now = ctx.state.pieces[piece.id]
        if {"recalled", "disabled"} <= now.flags and ctx.game.reached("recall"):  # in OtO2 that step is past (7.5131c)
            recalled(ctx, now)


def mg_exchange(ctx: CampaignRun) -> None:
    """7.5133: a Disabled vehicular MG is repaired by Eliminating a MG of the same side and Perimeter Area."""
    hurt = [item for item in ctx.state.of("", "map", "retained") if item.kind == "vehicle"
            and "mg-disabled" in item.flags and not item.flags & {"captured", "wreck"}]  # fmt: skip
    for piece in hurt:
        if "isolated" in piece.flags and not ctx.game.figure_or("mg-exchange-isolated", 0):
            continue
        for kind in _exchanged(ctx, piece):
            spare = [
                item for item in ctx.state.of(piece.side, "map", "retained") if item.type == kind
                and not item.flags & {"malfunctioned", "captured"} and same_area(ctx.game, item, piece)
            ]  # fmt: skip
            text = f"Eliminate the {kind} {spare[0].id} to repair the MG of {piece.id} {piece.type}?" if spare else ""
            if text and ctx.yes(text, rule="7.5133", whose=piece.side, id="mg-exchange", subject=(piece.id,)):
                ctx.emit(cev.PieceGone(spare[0].id, f"mounted on {piece.id} ({ctx.rule('7.5133')})", counts=False))
                ctx.change(piece, (), ("mg-disabled",), f"its MG works again ({ctx.rule('7.5133')})")
                break


def _exchanged(ctx: CampaignRun, piece: Piece) -> list[str]:
    """7.5133: what a vehicle's MG is exchanged for: what Removal gives, a LMG for a CMG; in Stalingrad a LMG always."""
    item = ctx.game.counter_of(piece)
    if item is None or not item.removed_mg or not ctx.game.figure_or("mg-exchange-by-type", 0):
        return ["LMG"]
    return [item.removed_mg, *(["LMG"] if item.mgs else [])]


def ft_dc(ctx: CampaignRun) -> None:
    """7.5134: FT and DC used up come back if their effects DR was low enough, no more than Engineer squads are left.

    In OtO2 FT and DC count together, in Stalingrad each for itself (11.6134).
    """
    together = ctx.game.figure_or("ft-dc-together", 0)
    for side in SIDES:
        engineers = len(engineer_squads(ctx, side))
        if engineers:
            _ask_used(ctx, side)
        for kinds in [FT_DC] if together else [(kind,) for kind in FT_DC]:
            lost = [item for item in ctx.state.pieces.values() if item.side == side and item.box == "gone"]
            used = [item for item in lost if item.type in kinds and "used" in item.flags]
            back = _kept(ctx, side, used, engineers)
            for piece in used:
                box: Box = "retained" if piece.id in back else "gone"
                why = "Retained" if piece.id in back else "no Assault Engineers for it"
                ctx.emit(cev.PieceChanged(piece.id, (), ("used",), box=box, why=f"{why} ({ctx.rule('7.5134')})"))
    for piece in list(ctx.state.pieces.values()):
        ctx.change(piece, (), ("spent",), ctx.rule("7.5134"))


def _kept(ctx: CampaignRun, side: Nation, used: list[Piece], most: int) -> tuple[str, ...]:
    """7.5134: which of those used up are Retained: their side chooses where FT and DC are more than may be."""
    first = tuple(item.id for item in used[:most])
    if len(used) <= most or not most or len({item.type for item in used}) == 1:
        return first
    limit = most, f"a FT or DC for each Assault Engineer squad ({ctx.rule('7.5134')})"
    text = f"Which {side.capitalize()} FT and DC are Retained, at most {most}?"
    return ctx.several(text, types(used), first, rule="7.5134", whose=side, id="kept-ft-dc", subject=(side,),
                       most=limit)  # fmt: skip


def _ask_used(ctx: CampaignRun, side: Nation) -> None:
    """7.5134: which of the FT and DC that a result called gone, without their DR, a low DR has removed."""
    gone = [
        item for item in ctx.state.pieces.values() if item.side == side and item.box == "gone"
        and item.type in FT_DC and item.id in ctx.state.told and not item.flags & set(BY_DR)
    ]  # fmt: skip
    if not gone:
        return
    limits = " and ".join(f"{kind} {kept_up_to(ctx, side, kind)}" for kind in FT_DC)
    text = f"Which {side.capitalize()} FT and DC were removed by an Original effects DR of their own up to {limits}?"
    for name in ctx.several(text, types(gone), (), rule="7.5134", whose=side, id="used-up", subject=(side,)):
        ctx.change(ctx.state.pieces[name], ("used",), (), ctx.rule("7.5134"))


def engineer_squads(ctx: CampaignRun, side: Nation) -> list[Piece]:
    """The non-Isolated Assault Engineer squads of a side."""
    known = ctx.game.counters(side)
    return [
        piece for piece in ctx.state.of(side)
        if piece.kind == "squad" and "isolated" not in piece.flags
        and ("assault-engineer" in piece.flags or (piece.type in known and known[piece.type].assault_engineer))
    ]  # fmt: skip


FT_DC = ("FT", "DC")


def kept_up_to(ctx: CampaignRun, side: Nation, kind: str) -> int:
    """7.5134: the highest Original effects DR after which a side's FT or DC may come back."""
    return ctx.game.figure_or(f"kept-{kind.lower()}-{side}", ctx.game.figure_or("kept-ft-dc", 10))


BY_DR = ("used", "spent")
"""The states of a FT or DC whose effects DR is known: low enough for it to come back, and too high."""


def cannot_be_used_up(game: CampaignGame, piece: Piece, dr: int) -> str:
    """7.5134: why a counter is not used up by an Original effects DR; "" if it is."""
    if not 2 <= dr <= 12:
        return "used needs counters and the Original DR, as in: used gdc-1 7"
    if piece.type not in FT_DC:
        return f"{piece.id} is a {piece.type}; only FT and DC come back ({game.rule('7.5134')})"
    return ""


def use_up(ctx: CampaignRun, piece: Piece, dr: int) -> None:
    """7.5134: a FT or DC removed from play comes back only if the DR that caused it was low enough.

    One that is gone already has only its DR told, or told otherwise.
    """
    used, spent = BY_DR if dr <= kept_up_to(ctx, piece.side, piece.type) else BY_DR[::-1]
    ctx.change(piece, (used,), (spent,), f"DR {dr} ({ctx.rule('7.5134')})")
    if piece.here:
        ctx.emit(cev.PieceGone(piece.id, f"used up, DR {dr}", counts=False))


DISABLED = {"malfunctioned": "disabled", "mg-malfunctioned": "mg-disabled"}
"""The state of a Weapon of a vehicle that is past repair, by the state in which it malfunctions."""


def captured_weapons(ctx: CampaignRun) -> None:
    """7.5135: a dr for each functioning Captured Weapon; one that malfunctions already is Eliminated or Disabled.

    A Captured AFV rolls for its MA and for its MG; neither causes a Recall.
    """
    for piece in [item for item in ctx.state.of("", "map", "retained") if "captured" in item.flags]:
        if piece.weapon:
            if _lost(ctx, piece, "malfunctioned", ""):
                ctx.emit(cev.PieceGone(piece.id, f"Captured ({ctx.rule('7.5135')})", counts=False))
        elif piece.kind == "vehicle" and "wreck" not in piece.flags:
            for flag, name in _arms(ctx, piece).items():
                now = ctx.state.pieces[piece.id]
                if _lost(ctx, now, flag, f"{name} of "):
                    ctx.change(now, (DISABLED[flag],), (flag,), ctx.rule("7.5135"))


def _arms(ctx: CampaignRun, piece: Piece) -> dict[str, str]:
    """The Weapons of a Captured AFV that are not Disabled, by the state that says they malfunction."""
    item = ctx.game.counters(other(piece.side)).get(piece.type)
    weapons = {"malfunctioned": "MA"} if (item is None or item.ma) and "disabled" not in piece.flags else {}
    if item and item.mgs and "mg-disabled" not in piece.flags:
        weapons["mg-malfunctioned"] = "MG"
    return weapons


def _lost(ctx: CampaignRun, piece: Piece, flag: str, words: str) -> bool:
    if flag in piece.flags:
        return True
    record = ctx.roll_for(piece.side, "captured-weapons", f"Captured {words}{piece.id} {piece.type}")
    return str(record.result) == "eliminated"


def captured_afv(ctx: CampaignRun) -> None:
    """7.5136: a Captured AFV is kept while one of its Weapons functions; else it is a wreck. A truck is no AFV."""
    for piece in [item for item in ctx.state.of() if item.kind == "vehicle" and "captured" in item.flags]:
        item = ctx.game.counters(other(piece.side)).get(piece.type)
        if not _arms(ctx, piece) and not (item and item.armor_front is None):
            ctx.change(piece, ("wreck",), (), f"none of its Weapons functions ({ctx.rule('7.5136')})")


def special_ammo(ctx: CampaignRun) -> None:
    """7.5138: Depleted ammunition types are restored, but not of Captured or Isolated Guns."""
    for piece in list(ctx.state.of()):
        if not piece.flags & {"captured", "isolated"}:
            ctx.change(piece, (), ("depleted-ammo",), ctx.rule("7.5138"))


def low_ammo(ctx: CampaignRun) -> None:
    """7.5139: Low Ammo and Ammunition Shortage end for non-Isolated units."""
    for piece in list(ctx.state.of("", "map", "retained", "coming")):
        if "isolated" not in piece.flags:
            ctx.change(piece, (), ("low-ammo", "shortage"), ctx.rule("7.5139"))


def dismantling(ctx: CampaignRun) -> None:
    """7.51310: SW and Guns may be Eliminated, dismantled or assembled by the side that controls them."""
    ctx.tell("SW and Guns may be dismantled (mark ID +dismantled), assembled or Eliminated (lose ID).")


def scrounging(ctx: CampaignRun) -> None:
    """7.5137: vehicles may be Abandoned or made wrecks, and Scrounged (D10.5), where an MMC is Retained."""
    for side in SIDES:
        wrecks = [item for item in ctx.state.of() if "wreck" in item.flags and _mgs_in(ctx, item)
                  and not item.flags & {"burnt-out", "scrounged", "recalled"}]  # fmt: skip
        for wreck in wrecks if "scrounge" in ctx.campaign.tables else ():
            own = wreck.side == side if wreck.box != "map" else ctx.state.control.get(wreck.hex) == side
            men = [item for item in ctx.state.of(side, "map", "retained") if item.mmc and "prisoner" not in item.flags]
            if own and any(same_area(ctx.game, item, wreck) for item in men):
                _scrounge(ctx, side, wreck)


def _mgs_in(ctx: CampaignRun, wreck: Piece) -> int:
    """D10.51: how many MG it may give: its BMG and its AAMG, also an optional one, if they worked; a truck has none.

    What no counter of ours tells may have one.
    """
    item = ctx.game.counter_of(wreck)
    if item is None:
        return 1
    mounted = {name for name in item.mgs if name in ("BMG", "AAMG")} | ({"AAMG"} if item.removed_mg else set())
    return 0 if "mg-disabled" in wreck.flags else len(mounted)


def _scrounge(ctx: CampaignRun, side: Nation, wreck: Piece) -> None:
    """D10.5, D10.52: a dr for the MG of a wreck, which says how many at most; each is a LMG from then on."""
    item = ctx.game.counter_of(wreck)
    bare = item is not None and not item.mgs
    leave = "leave it: it does not have its optional AAMG" if bare else "leave it"
    options = [Option("no", leave), Option("yes", "try for its MG")]
    text = f"Scrounge {wreck.id} {wreck.type}?"
    if ctx.choose(text, options, rule="D10.5", whose=side, id="scrounge", subject=(wreck.id,)) == "yes":
        ctx.change(wreck, ("scrounged",), (), "D10.5")
        record = ctx.roll_for(side, "scrounge", f"Scrounging {wreck.id}")
        found = min(record.total, _mgs_in(ctx, wreck)) if str(record.result) == "MG" else 0
        for _ in range(found):
            ctx.raise_piece(side, "LMG", why=f"Scrounged from {wreck.id} (D10.5)")


STEPS = (
    Step("weapon-repair", weapon_repair),
    Step("mg-exchange", mg_exchange),
    Step("ft-dc", ft_dc),
    Step("captured-weapons", captured_weapons),
    Step("captured-afv", captured_afv),
    Step("special-ammo", special_ammo),
    Step("low-ammo", low_ammo),
    Step(
        "dismantling",
        dismantling,
        "SW and Guns may be dismantled, assembled or Eliminated: mark or lose, then next",
        acts=True,
    ),
    Step(
        "scrounging",
        scrounging,
        "vehicles may be Abandoned, made wrecks, or Scrounged: mark or lose, then next",
        acts=True,
    ),
)
