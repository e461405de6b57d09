"""The draw pile of an OBA module (C1.21): black chits give Battery Access, the second red one ends it."""

from __future__ import annotations

from dataclasses import replace

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context
from sasl.asl.game.state import Battery


def draw(ctx: Context, battery: Battery, why: str, *, extra: bool = False) -> bool:
    """Draw a chit; True if it is black. Drawn chits stay out, but an extra draw's red one goes back (C1.21)."""
    black = _black(ctx, battery, why)
    left = ctx.state.batteries[battery.id]
    if black:
        ctx.emit(ev.BatterySet(replace(left, black=left.black - 1), "a black chit: Battery Access (C1.21)"))
        return True
    if extra:
        ctx.tell("A red chit in the extra draw: no OBA for this phase, and it goes back into the pile (C1.21).")
        return False
    reds = left.reds_drawn + 1
    out = reds >= ctx.figure("oba-reds-out")
    text = "the second red chit: the battery is gone (C1.211)" if out else "a red chit: nothing in this phase (C1.21)"
    ctx.emit(ev.BatterySet(replace(left, red=max(0, left.red - 1), reds_drawn=reds, gone=out), text))
    return False


def _black(ctx: Context, battery: Battery, why: str) -> bool:
    chits = battery.black + battery.red
    if chits < 2:
        return battery.black > 0
    record = ctx.roll(
        f"1d{chits}",
        f"{battery.id} draws for {why}: chits 1 to {battery.black} are black, the rest red",
        rule="C1.21",
        target=battery.black,
        target_name="black chits",
    )
    return bool(record.success)
