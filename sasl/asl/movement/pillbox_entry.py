"""In and out of a pillbox (B30.4): a Location of its own in its hex, entered and left by MF of its own."""

from __future__ import annotations

from collections.abc import Sequence

from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.state import Unit
from sasl.asl.movement.ground.costs import Gait, pillbox_mf
from sasl.asl.movement.step import draws_fire, going, spend
from sasl.asl.terrain import pillboxes

ONE_LOCATION = {"assault": "Assault Movement", "minimum": "a Minimum Move", "dash": "a Dash"}
"""The gaits that do not reach from another hex into a pillbox."""


def may_go_in(game: Game, units: Sequence[Unit], name: str, gait: Gait | None = None) -> None:
    """B30.33, B30.4: refused if units may not go into the pillbox of a hex; `gait`: how they come from another hex."""
    if pillboxes.at(game, name) is None:
        return
    for word in ONE_LOCATION if gait else ():
        if gait and word in gait:
            text = f"{ONE_LOCATION[word]} ends in {name}: its pillbox is a Location of its own"
            raise Refused(f"{text}, entered from the hex: move {units[0].id} {name} into (B30.33)")
    if why := pillboxes.why_not_in(game, units, name):
        raise Refused(why)


def may_come_out(game: Game, units: Sequence[Unit], gait: Gait | None = None) -> None:
    """B30.6: refused if one of them may not leave its pillbox now; `gait`: how they go on to another hex."""
    for unit in units:
        if why := pillboxes.why_not_out(game, unit):
            raise Refused(why)
        if gait and pillboxes.around(game, unit):
            for word, name in ONE_LOCATION.items():
                if word in gait:
                    text = f"{name} cannot begin inside the pillbox of {unit.hex}"
                    raise Refused(f"{text}: first move {unit.id} {unit.hex}, out into the hex (B30.33)")


def held(game: Game, units: Sequence[Unit]) -> list[Unit]:
    """Those who are inside a pillbox."""
    return [unit for unit in units if pillboxes.around(game, unit)]


def come_out(ctx: Context, units: Sequence[Unit]) -> bool:
    """B30.33, B30.4: out into the hex, for MF of their own, under fire there. True if that halts them."""
    name = units[0].hex
    ids = [unit.id for unit in held(ctx.game, units)]
    for key in ids:
        pieces.change(ctx, ctx.state.units[key], (), ["dug-in"], "out of the pillbox (B30.4)")
    spend(ctx, ids, pillbox_mf(ctx.game, name), "out of the pillbox")
    return draws_fire(ctx, ids, name)


def go_in(ctx: Context, ids: Sequence[str], name: str) -> bool:
    """B30.33, B30.4: those who have come into the hex go into its pillbox, and are inside before they are fired at."""
    fit = going(ctx, ids, name)
    units = [ctx.state.units[key] for key in fit]
    if not units:
        return False
    if why := pillboxes.why_not_in(ctx.game, units, name):
        ctx.tell(f"They stay outside: {why}.", hexes=(name,))
        return False
    for unit in units:
        pieces.change(ctx, unit, ["dug-in"], why="into the pillbox (B30.4)")
    spend(ctx, fit, float(ctx.figure("pillbox-mf")), "into the pillbox")
    return draws_fire(ctx, fit, name)
