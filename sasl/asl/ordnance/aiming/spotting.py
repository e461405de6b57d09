"""Spotters (C9.3): somebody beside a mortar sees its target for it."""

from __future__ import annotations

from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.flags import Flag
from sasl.asl.game.los.adjacency import is_adjacent
from sasl.asl.game.state import Unit

BUSY: tuple[Flag, ...] = ("prep", "first", "final", "ti", "opportunity")
"""Who has used a weapon, or cannot, spots for nobody new."""


def spotter_of(game: Game, firer: Unit, key: str, named: str) -> Unit | None:
    """C9.3: who spots for a mortar (`key`: its SW, or the Gun) by this order; None: its crew sees for itself.

    Refused, with the rule, unless he may. One who is named is its Spotter as long as he is able.
    """
    if not named:
        return None
    unit, now = game.state.units[named], able(game, firer, key)
    if now is not None and now.id != named:
        raise Refused(f"{now.id} spots for {key}, and nobody else may as long as he can (C9.3)")
    if unit.side != firer.side or not unit.personnel or not unit.good_order or unit.cavalry:
        raise Refused(f"{named} is not Good Order Personnel that could spot for {key} (C9.3)")
    own = game.state.side == unit.side
    if own and unit.side == "FRIENDLY" and game.reactions.out_of_command(game, unit):
        raise Refused(f"{named} is not In Command and spots for nobody (S16.36)")
    if not unit.hex or not is_adjacent(game, unit.hex, firer.hex):
        raise Refused(f"{named} is neither with {key} nor ADJACENT to it (C9.3)")
    if now is None:
        _may_be_named(game, firer, key, unit)
    others = [other for other, spotter in game.state.spotters.items() if spotter == named and other != key]
    if any(_place(game, other) != firer.hex for other in others):
        raise Refused(f"{named} spots for {others[0]}, in another hex (C9.3)")
    return unit


def _may_be_named(game: Game, firer: Unit, key: str, unit: Unit) -> None:
    """C9.3: refused unless a new Spotter may be designated now."""
    if game.state.spotters.get(key):
        raise Refused(f"{key} has lost its Spotter: a new one can be named once its side's next MPh has begun (C9.3)")
    if game.state.phase not in ("PFPh", "DFPh"):
        raise Refused(f"a Spotter is named in one's own PFPh or DFPh (C9.3); this is {game.state.moment}")
    spots = unit.id in game.state.spotters.values()
    busy = next((flag for flag in BUSY if flag in unit.flags and not spots), "")
    if busy or unit.id == firer.id:
        raise Refused(f"{unit.id} is doing something else in this phase and cannot be a Spotter (C9.3)")


def able(game: Game, firer: Unit, key: str) -> Unit | None:
    """C9.3: the Spotter of a mortar, if he is still able: in Good Order, and with it or ADJACENT."""
    unit = game.state.units.get(game.state.spotters.get(key, ""))
    if unit is None or not unit.good_order or not unit.hex or not firer.hex or unit.side != firer.side:
        return None
    return unit if is_adjacent(game, unit.hex, firer.hex) else None


def _place(game: Game, key: str) -> str:
    """Where a mortar is."""
    gun, sw = game.state.units.get(key), game.state.weapons.get(key)
    holder = game.state.units.get(sw.holder) if sw else None
    return gun.hex if gun else holder.hex if holder else ""


def spots(ctx: Context, spotter: Unit, key: str, flag: Flag | None) -> None:
    """C9.3: he is the Spotter of this mortar from now on, and spotting is what he does in this phase.

    It takes the inherent FP of a squad, too [house].
    """
    if ctx.state.spotters.get(key) != spotter.id:
        ctx.emit(ev.SpotterSet(key, spotter.id))
    now = ctx.state.units.get(spotter.id)
    if flag and now is not None:
        pieces.change(ctx, now, [flag], (), f"spots for {key} (C9.3)")


def mph_begins(ctx: Context) -> None:
    """C9.3: who has lost his Spotter may name another one from the start of his side's MPh on."""
    for key in list(ctx.state.spotters):
        sw, gun = ctx.state.weapons.get(key), ctx.state.units.get(key)
        firer = ctx.state.units.get(sw.holder) if sw else gun
        if firer is None or (firer.side == ctx.state.side and able(ctx.game, firer, key) is None):
            ctx.emit(ev.SpotterSet(key))
