"""What a unit cannot carry away (A4.42): beyond its IPC the broken and those who withdraw from CC drop their SW.

What nobody holds in a marsh sinks (B16.1).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, combinations

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context, Game
from sasl.asl.game.state import Unit, Weapon


def ipc(game: Game, unit: Unit) -> int:
    """A4.42: the PP that an MMC or SMC carries at no cost."""
    return game.figure("ipc-mmc" if unit.mmc else "ipc-smc")


def drop_load(ctx: Context, unit: Unit) -> None:
    """A10.4, A11.21: the unit drops what it has beyond its IPC; it keeps as many PP as it may."""
    held = ctx.state.weapons_of(unit.id)
    kept = _kept(ctx.game, held, ipc(ctx.game, unit))
    for item in held:
        if item not in kept:
            ctx.emit(ev.WeaponGiven(item.id, "", unit.hex))


def sink(ctx: Context) -> None:
    """B16.1: a SW that nobody has taken up in a marsh is lost when the phase ends; on a bridge it is dry."""
    board = ctx.game.board
    for weapon in list(ctx.state.weapons.values()):
        there = board.terrain(weapon.hex) if weapon.hex in board and not weapon.holder else None
        if there and there.has("marsh") and not there.bridged:
            ctx.emit(ev.WeaponRemoved(weapon.id, f"lost in the marsh of {weapon.hex} (B16.1)"))


def _kept(game: Game, held: Sequence[Weapon], most: int) -> Sequence[Weapon]:
    """The SW of most PP together that are not more than `most`."""

    def pp(items: Sequence[Weapon]) -> int:
        return sum(game.counter_of(item).pp or 0 for item in items)

    choices = chain.from_iterable(combinations(held, number) for number in range(len(held), -1, -1))
    return max((items for items in choices if pp(items) <= most), key=pp)
