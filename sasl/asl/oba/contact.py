"""Radio contact and Battery Access (C1.2-C1.21): drawing chits, keeping contact."""

from __future__ import annotations

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.state import Battery
from sasl.asl.oba.artillery import draw
from sasl.asl.oba.batteries import OFFBOARD, change, fire_side, stage_of
from sasl.asl.oba.observers import Observer, observer_of


def contact(ctx: Context, battery: Battery) -> None:
    """C1.2-1.21: Radio Contact, then a draw for Battery Access."""
    observer = may_contact(ctx.game, battery)
    if not _reached(ctx, battery, observer, maintenance=False):
        change(ctx, battery, "no contact in this phase (C1.2)", tried=True)
    elif draw(ctx, battery, "Battery Access"):
        change(ctx, battery, "may place its AR: oba hex HEX", access="access")
    else:
        change(ctx, battery, "", tried=True)


def may_contact(game: Game, battery: Battery) -> Observer | None:
    """The observer who draws for Battery Access. Refused, with the rule, if the module may not now."""
    may_act(game, battery)
    if battery.access:
        raise Refused(f"{battery.id} has Battery Access already: place its AR with oba hex HEX")
    stage = stage_of(game, battery)
    if stage in ("SR", "FFE:1", "FFE:2"):
        raise Refused(f"{battery.id} has an {stage} on the map: no new access is drawn (C1.2)")
    return observer_of(game, battery)


def may_act(game: Game, battery: Battery) -> None:
    """Refused, with the rule, unless the module may do something now."""
    if fire_side(game) != battery.side:
        raise Refused(f"OBA acts in its own PFPh and in the other side's DFPh (C1.2); this is {game.state.moment}")
    if battery.gone:
        raise Refused(f"{battery.id} is gone (C1.211)")
    if battery.kind == "CBM":
        raise Refused(f"{battery.id} is a Counter Battery Module: use cbm (OtO 5.2)")
    if battery.tried:
        raise Refused(f"{battery.id} has done its part in this phase (C1.2)")


def _reached(ctx: Context, battery: Battery, observer: Observer | None, *, maintenance: bool) -> bool:
    """C1.2, C1.22: the contact DR of a radio; the Offboard Observer needs none (C1.63)."""
    if battery.observer == OFFBOARD or observer is None:
        return True
    needed = int(ctx.chart("oba.nation", 1, ctx.mission.army(battery.side).nation)["contact"])
    mortars = bool(ctx.chart("oba.module", battery.calibre)["battalion"])
    word = "Radio maintenance" if maintenance else "Radio Contact"
    with ctx.rolls_for(battery.side):
        record = ctx.check(
            "oba.contact",
            f"{word} of {battery.id}",
            needed,
            facts={"maintenance": int(maintenance), "battalion": int(maintenance and mortars)},
        )
    if record.dice and record.original >= ctx.figure("oba-radio-breakdown"):
        ctx.emit(ev.WeaponChanged(battery.observer, ("malfunctioned",), (), "Original 12 for contact (C1.22)"))
        return False
    return bool(record.success)


def ready(ctx: Context, battery: Battery) -> Battery:
    """A new fire phase: the module may act again."""
    return change(ctx, battery, "", tried=False)


def keeps_contact(ctx: Context, battery: Battery) -> bool:
    """C1.22: the maintenance DR of a radio with access or a counter on the map."""
    if not battery.access and battery.stage not in ("SR", "FFE:1", "FFE:2"):
        return True
    try:
        observer = observer_of(ctx.game, battery)
    except Refused as refusal:
        ctx.tell(f"{battery.id}: {refusal}.")
        return False
    return _reached(ctx, battery, observer, maintenance=True)
