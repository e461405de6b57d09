"""Vehicles: manned again, recovered, mobile again, recalled, stunned (7.5131; VotG 12.6151, 12.616)."""

from __future__ import annotations

from sasl.asl.ordnance.hits.vehicle_hits import CREW
from sasl.campaign import events as cev
from sasl.campaign.campaign_run import CampaignGame, CampaignRun
from sasl.campaign.campaign_state import Piece
from sasl.campaign.steps.campaign_conditions import facts_of, in_front_line, same_area
from sasl.campaign.steps.losses import eliminate, half_before, half_of, leave_equipment
from sasl.campaign.steps.step_kinds import Step
from sasl.kernel.orders.questions import Option


def repair_weapon(ctx: CampaignRun, piece: Piece, flag: str, rule: str) -> None:
    """7.5132: a dr for a malfunctioned Weapon; `flag` says which one of a vehicle: its MA or its MG."""
    mg = flag == "mg-malfunctioned"
    title = f"{'MG of ' if mg else ''}{piece.id} {piece.type}"
    record = ctx.roll_for(piece.side, "weapon-repair", title, facts=facts_of(ctx.game, piece))
    if str(record.result) == "repaired":
        ctx.change(piece, (), (flag,), rule)
    elif mg:
        ctx.change(piece, ("mg-disabled",), (flag,), f"Disabled ({rule})")
    elif piece.kind == "vehicle":
        ctx.change(piece, ("disabled",), (flag,), f"its MA is Disabled ({rule})")
        _no_gun(ctx, ctx.state.pieces[piece.id])
    else:
        eliminate(ctx, piece, f"not repaired ({rule})")


def _no_gun(ctx: CampaignRun, piece: Piece) -> None:
    """7.5132 *: without its MA a vehicle is under Recall, in VotG a wreck; Isolated it is short of ammunition, too."""
    if ctx.game.figure_or("disabled-is-wreck", 0):
        ctx.change(piece, ("wreck",), (), f"its MA is Disabled: a wreck ({ctx.rule('12.6152')})")
    elif "isolated" in piece.flags:
        ctx.change(piece, ("recalled", "shortage"), (), f"its MA is Disabled: Recall ({ctx.rule('7.5132')})")
    else:
        ctx.change(piece, ("recalled",), (), f"its MA is Disabled: Recall ({ctx.rule('7.5132')})")


def vehicles(ctx: CampaignRun, flag: str, *boxes: str) -> list[Piece]:
    """The vehicles that carry a state, in these boxes (all that are there, if none is named)."""
    return [piece for piece in ctx.state.of("", *boxes) if piece.kind == "vehicle" and flag in piece.flags]


def abandoned(ctx: CampaignRun) -> None:
    """7.5131a, 12.6151a: an Abandoned vehicle may be manned again by an MMC of the same Perimeter Area.

    A vehicle crew is as good as its own; other Infantry, of a squad one HS, is a Temporary Crew (A21.22).
    """
    for piece in vehicles(ctx, "abandoned"):
        if "wreck" in piece.flags or ("isolated" in piece.flags and ctx.game.figure_or("isolated-stay-abandoned", 0)):
            continue
        men = [
            other for other in ctx.state.of(piece.side, "map", "retained")
            if other.mmc and not other.holder and not other.flags & {"prisoner", "unarmed"}
            and (other.kind != "squad" or half_of(ctx.game, other)) and same_area(ctx.game, other, piece)
            and not any(item.kind == "gun" for item in ctx.state.held_by(other.id))
        ]  # fmt: skip
        men.sort(key=lambda other: (other.type != CREW, other.kind != "crew", other.kind == "squad"))
        if not men:
            continue
        options, leave = [Option(other.id, other.type) for other in men], Option("leave", "it stays Abandoned")
        options = [*options, leave] if men[0].kind == "crew" else [leave, *options]
        text = f"Who mans {piece.id} {piece.type} again?"
        chosen = ctx.choose(text, options, rule="7.5131a", whose=piece.side, id="man-again", subject=(piece.id,))
        if chosen != "leave":
            _mans(ctx, ctx.state.pieces[chosen], piece)


def _mans(ctx: CampaignRun, men: Piece, vehicle: Piece) -> None:
    """A21.22: these men become the crew of a vehicle; of a squad one HS, while the other stays."""
    strange = ("temporary-crew",) if men.type != CREW else ()
    ctx.change(vehicle, strange, ("abandoned",), f"manned by {men.id} ({ctx.rule('7.5131a')})")
    if men.kind == "squad":
        ctx.emit(cev.PieceChanged(men.id, type=half_of(ctx.game, men), kind="hs", was=half_before(ctx.game, men),
                 why=f"a HS of it mans {vehicle.id} (A21.22)"))  # fmt: skip
        return
    leave_equipment(ctx, men, ctx.rule("7.5131a"))
    ctx.emit(cev.PieceGone(men.id, f"becomes the crew of {vehicle.id}", counts=False))


def dig_in(ctx: CampaignRun, piece: Piece) -> None:
    """11.6194c, 12.6214c: an AFV is Dug-In and Immobile; its BMG, if it has one, is Scrounged: a LMG joins the OB."""
    rule = ctx.rule("11.6194c")
    ctx.change(piece, ("dug-in", "immobile"), (), rule)
    item = ctx.game.counter_of(piece)
    if item and "BMG" in item.mgs:
        ctx.raise_piece(piece.side, "LMG", group=piece.group, why=f"the BMG of {piece.id} ({rule})")


def may_dig_in(game: CampaignGame, piece: Piece) -> bool:
    """11.6194c, 12.6214c: whether a counter is an AFV of a side that may dig in."""
    item = game.counter_of(piece)
    armored = piece.kind == "vehicle" and item is not None and item.armor_front is not None
    return armored and any(way.id == "dug-in" and way.side == piece.side for way in game.campaign.setups)


def recovery(ctx: CampaignRun) -> None:
    """VotG 12.6151d: a dr to Recover each immobilized AFV or wreck; a Dug-In one only if its owner will.

    An Original 6 makes a wreck a burnt-out one, whatever the Final dr.
    """
    hurt = [
        piece for piece in ctx.state.of("", "map")
        if piece.kind == "vehicle" and piece.flags & {"immobile", "wreck"} and "burnt-out" not in piece.flags
    ]  # fmt: skip
    for piece in hurt:
        what = "Dug-In wreck" if "wreck" in piece.flags else "Dug-In"
        text = f"Try to recover the {what} {piece.id} {piece.type} in {piece.hex}?"
        if "dug-in" in piece.flags and not ctx.yes(text, default=False, rule="12.6151d", whose=piece.side,
                                                   id="recover-dug-in", subject=(piece.id,)):  # fmt: skip
            continue
        text = f"Can {piece.id} {piece.type} in {piece.hex} trace a path free of enemy Control to its perimeter?"
        if "isolated" in piece.flags and not ctx.yes(text, default=False, rule="12.6151d", whose=piece.side,
                                                     id="recovery-path", subject=(piece.id,)):  # fmt: skip
            continue
        text = f"Recovery of {piece.id} {piece.type}"
        facts = facts_of(ctx.game, piece) | {"in-perimeter": int(_in_perimeter(ctx, piece))}
        record = ctx.roll_for(piece.side, "recovery", text, facts=facts)
        if "wreck" in piece.flags and record.original == ctx.game.figure("total-loss"):
            ctx.change(piece, ("burnt-out",), (), "cannot be recovered (12.6151d)")
        elif str(record.result) == "recovered":
            loses = tuple(sorted(piece.flags & {"isolated", "dug-in"}))
            ctx.emit(cev.PieceChanged(piece.id, (), loses, box="retained", hex="", why="Recovered (12.6151d)"))
            ctx.carry(piece.id)


def _in_perimeter(ctx: CampaignRun, piece: Piece) -> bool:
    """12.6151d: whether it lies in its side's own perimeter: by hex control as far as it was entered, else asked."""
    if "isolated" in piece.flags:
        return False
    whose = ctx.state.control.get(piece.hex)
    if whose or ctx.game.board is not None:
        return whose == piece.side
    text = f"Is {piece.id} {piece.type} in {piece.hex} within its own Perimeter?"
    return in_front_line(ctx.game, piece.side, piece.hex) or ctx.yes(
        text, rule="12.6151d", id="in-perimeter", subject=(piece.id,)
    )


def immobilization(ctx: CampaignRun) -> None:
    """7.5131b: a dr for each manned immobilized vehicle of its own side; in OtO2 only after 23PM."""
    only_after = ctx.game.figure_or("immobilization-after-date", -1)
    if only_after >= 0 and ctx.state.date != only_after + 1:  # the new CG Date has begun already
        ctx.tell(f"Immobilized vehicles stay so on this CG Date ({ctx.rule('7.5131b')}).")
        return
    for piece in vehicles(ctx, "immobile"):
        if piece.flags & {"abandoned", "wreck", "dug-in"} or (only_after >= 0 and "captured" in piece.flags):
            continue
        if "recovery" in ctx.campaign.tables and piece.box == "map" and "isolated" not in piece.flags:
            continue  # 12.6151e: it was not Recovered
        _repair(ctx, piece, "immobilization", "mobile", ("immobile",), ctx.rule("7.5131b"))


def _repair(ctx: CampaignRun, piece: Piece, role: str, good: str, loses: tuple[str, ...], rule: str) -> None:
    """One dr; on success states go and a non-Isolated vehicle is cleared from the map; else Labor where it counts."""
    record = ctx.roll_for(piece.side, role, f"{piece.id} {piece.type}", facts=facts_of(ctx.game, piece))
    if str(record.result) == good:
        ctx.change(piece, (), (*loses, "labor-1", "labor-2"), rule)
        if "isolated" not in piece.flags and piece.box != "retained":
            ctx.emit(cev.PieceChanged(piece.id, box="retained", hex="", why=rule))
            ctx.carry(piece.id)
    elif role == "wreck-repair" and record.original == ctx.game.figure_or("total-loss", 0):
        ctx.emit(cev.PieceGone(piece.id, f"a total loss ({rule})", counts=False))
    elif ctx.game.figure_or("labor", 0) and "labor-2" not in piece.flags:
        more = "labor-2" if "labor-1" in piece.flags else "labor-1"
        ctx.change(piece, (more,), ("labor-1",) if more == "labor-2" else (), rule)


FUNCTIONING = ("immobile", "disabled", "malfunctioned", "mg-disabled", "mg-malfunctioned", "bogged", "mired", "stunned",
               "shocked", "recalled")  # fmt: skip
"""12.6151f: what a repaired wreck has no more."""


def wreck_repair(ctx: CampaignRun) -> None:
    """VotG 12.6151f: a dr for each Recovered wreck of one's own; an Original 6 is a total loss."""
    for piece in vehicles(ctx, "wreck", "retained"):
        if not piece.flags & {"captured", "burnt-out"}:
            _repair(ctx, piece, "wreck-repair", "repaired", ("wreck", *FUNCTIONING), "12.6151f")


def recall(ctx: CampaignRun) -> None:
    """7.5131c: a Mobile non-Isolated vehicle under Recall leaves (RB, OtO2) or stays (VotG); Low Ammo rolls a dr."""
    away = vehicles(ctx, "low-ammo", "away")
    for piece in vehicles(ctx, "recalled"):
        if piece not in away:
            recalled(ctx, piece)
    for piece in away if "low-ammo-recall" in ctx.campaign.tables else ():
        _low_ammo(ctx, piece)


def recalled(ctx: CampaignRun, piece: Piece) -> None:
    """7.5131c, 11.6141, 12.6161: what becomes of one vehicle under Recall, if it is Mobile and not Isolated."""
    if piece.flags & {"immobile", "isolated", "wreck", "bogged", "mired"}:
        return
    if ctx.game.figure_or("recall-returns", 0):
        if "malfunctioned" in piece.flags:
            repair_weapon(ctx, piece, "malfunctioned", ctx.rule("12.6161"))
        piece = ctx.state.pieces[piece.id]
        if "disabled" in piece.flags:
            ctx.change(piece, ("wreck",), ("recalled",), f"its MA is Disabled ({ctx.rule('12.6161')})")
        else:
            ctx.change(piece, (), ("recalled",), f"Good Order again ({ctx.rule('12.6161')})")
    elif "low-ammo" in piece.flags and "low-ammo-recall" in ctx.campaign.tables:
        _low_ammo(ctx, piece)
    else:
        for held in ctx.state.held_by(piece.id):
            if "armor-leader" in held.flags:
                eliminate(ctx, held, f"with {piece.id} ({ctx.rule('7.5131c')})")
        eliminate(ctx, piece, f"Mobile and under Recall ({ctx.rule('7.5131c')})")


def _low_ammo(ctx: CampaignRun, piece: Piece) -> None:
    """7.5131c: a vehicle recalled for Low Ammunition comes back from off-board on a dr, or misses the next scenario."""
    record = ctx.roll_for(piece.side, "low-ammo-recall", f"{piece.id} {piece.type}")
    back = str(record.result) == "returns"
    ctx.emit(
        cev.PieceChanged(
            piece.id, ("off-board",) if back else (), ("recalled", "low-ammo") if back else ("recalled",),
            box="retained" if back else "away", hex="", why=ctx.rule("7.5131c"),
        )
    )  # fmt: skip
    ctx.carry(piece.id)


def stun(ctx: CampaignRun) -> None:
    """7.5131d: a dr for each stunned vehicle: recovers, stays stunned, or is Abandoned."""
    for piece in vehicles(ctx, "stunned"):
        record = ctx.roll_for(piece.side, "stun", f"Stunned {piece.id} {piece.type}", facts=facts_of(ctx.game, piece))
        if str(record.result) == "recovers":
            ctx.change(piece, (), ("stunned",), "7.5131d")
        elif str(record.result) == "abandoned":
            ctx.change(piece, ("abandoned",), ("stunned",), "7.5131d")


STEPS = (
    Step("abandoned", abandoned),
    Step("recovery", recovery),
    Step("immobilization", immobilization),
    Step("wreck-repair", wreck_repair),
    Step("recall", recall),
    Step("stun", stun),
)
