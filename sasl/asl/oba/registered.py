"""Pre-Registered Fire (C1.73): hexes that a battery has ranged before the game."""

from __future__ import annotations

from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.under_way import Battery
from sasl.asl.oba.batteries import change


def may_register(game: Game, battery: Battery, hexes: tuple[str, ...]) -> None:
    """C1.73: refused for what has no observer of its own, or has ranged such a hex already."""
    if battery.gone or battery.kind == "CBM":
        raise Refused(f"{battery.id} is no battery that could have ranged a hex (C1.73)")
    known = next((name for name in hexes if name in battery.registered), "")
    if known:
        raise Refused(f"{known} is Pre-Registered by {battery.id} already (C1.73)")


def register(ctx: Context, battery: Battery, hexes: tuple[str, ...]) -> None:
    """C1.73: the hexes are Pre-Registered; the first of them bring one black chit more."""
    more = 0 if battery.registered else ctx.figure("oba-registered-chits")
    why = f"Pre-Registered: {', '.join(hexes)}{f', {more} black chit more' if more else ''} (C1.73)"
    change(ctx, battery, why, registered=(*battery.registered, *hexes), black=battery.black + more)


def may_dispense(battery: Battery, name: str) -> None:
    """C1.731: refused unless an AR there needs no SR."""
    if name not in battery.registered:
        raise Refused(f"{name} is no Pre-Registered hex of {battery.id}: its SR comes first (C1.731)")
