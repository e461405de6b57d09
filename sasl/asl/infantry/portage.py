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
    """A4.42, A17.2: the PP that an MMC or SMC carries at no cost; a wounded man carries none."""
    return game.figure("ipc-mmc" if unit.mmc else "ipc-wounded" if "wounded" in unit.flags else "ipc-smc")


def pp(game: Game, weapon: Weapon) -> int:
    """A4.4, A9.8: the PP of a SW, half of them, FRU, if it is dismantled."""
    printed = game.printed(weapon).pp or 0
    return -(-printed // 2) if "dismantled" in weapon.flags else printed


def too_much(game: Game, unit: Unit) -> list[Weapon]:
    """A10.4, A11.21: what a unit that runs leaves behind: all beyond its IPC; it keeps as many PP as it may."""
    held = game.state.weapons_of(unit.id)
    kept = _kept(game, held, ipc(game, unit))
    return [item for item in held if item not in kept]


def drop_load(ctx: Context, unit: Unit) -> None:
    """A10.4, A11.21: the unit drops what it has beyond its IPC."""
    for item in too_much(ctx.game, unit):
        ctx.emit(ev.WeaponGiven(item.id, "", unit.hex))


def before_the_charge(ctx: Context) -> None:
    """A15.431: at the start of their MPh the berserk drop every SW of more than 1 PP, and what is beyond their IPC."""
    wild = [unit for unit in ctx.state.on_map(ctx.state.side) if "berserk" in unit.flags and unit.personnel]
    for unit in wild:
        if "melee" in unit.flags:
            continue
        for item in ctx.state.weapons_of(unit.id):
            if pp(ctx.game, item) > ctx.figure("berserk-pp"):
                ctx.emit(ev.WeaponGiven(item.id, "", unit.hex))
        drop_load(ctx, unit)


def sink(ctx: Context) -> None:
    """B16.1: a SW that nobody has taken up in a marsh is lost when the phase ends; on a bridge it is dry."""
    board = ctx.game.board
    for weapon in list(ctx.state.weapons.values()):
        there = board.terrain(weapon.hex) if weapon.hex in board and not weapon.holder else None
        if there and there.has("marsh") and not there.bridged:
            ctx.emit(ev.WeaponRemoved(weapon.id, f"lost in the marsh of {weapon.hex} (B16.1)"))


def _kept(game: Game, held: Sequence[Weapon], most: int) -> Sequence[Weapon]:
    """The SW of most PP together that are not more than `most`."""

    def load(items: Sequence[Weapon]) -> int:
        return sum(pp(game, item) for item in items)

    choices = chain.from_iterable(combinations(held, number) for number in range(len(held), -1, -1))
    return max((items for items in choices if load(items) <= most), key=load)
