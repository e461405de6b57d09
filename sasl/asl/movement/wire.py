"""Wire (B26): who comes onto it, and what it takes to get beneath it and so off it again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game
from sasl.asl.game.flags import Flag
from sasl.asl.game.state import Unit
from sasl.asl.movement.step import spend
from sasl.kernel.frozen import replace
from sasl.kernel.text import listed

ON_WIRE: Flag = "on-wire"
"""The state of Infantry on top of Wire; who set up there, or has got off, is beneath it and free (B26.4)."""
THROUGH = "wire"
"""How the MF are spent that get a unit beneath Wire: FFMO, but no FFNAM as long as some are left (B26.4)."""


def held(units: Iterable[Unit]) -> list[Unit]:
    """Those who are on top of Wire."""
    return [unit for unit in units if ON_WIRE in unit.flags]


def get_beneath(ctx: Context, units: Sequence[Unit], limits: dict[str, float]) -> None:
    """B26.4: a dr of MF each; who has not so many spends what is left, and hangs on the Wire in this MPh."""
    for unit in held(units):
        left = max(0.0, limits[unit.id] - unit.mf)
        needed = _exit_dr(ctx, unit)
        through = needed <= left
        spend(ctx, [unit.id], float(min(needed, left)), THROUGH)
        moving = ctx.state.moving
        if needed >= left and moving:  # all MF are gone: FFNAM, too
            ctx.emit(ev.MovingSet(replace(moving, how="")))
        now = ctx.state.units[unit.id]
        if through:
            pieces.change(ctx, now, (), [ON_WIRE], f"beneath the Wire, dr {needed} (B26.4)")
        else:
            pieces.change(ctx, now, ["ended"], why=f"stays on the Wire: dr {needed} with {left:g} MF left (B26.4)")


def in_a_wave(ctx: Context, units: Sequence[Unit], left: dict[str, float]) -> float:
    """A25.232: the dr of each unit of a Human Wave that gets beneath Wire in this Impulse, if it has MF `left` for it;
    the MF of the dearest. All of them are paid with the Impulse.
    """
    dearest = 0.0
    for unit in held(units):
        needed = _exit_dr(ctx, unit)
        dearest = max(dearest, min(float(needed), left[unit.id]))
        if needed <= left[unit.id]:
            pieces.change(ctx, unit, (), [ON_WIRE], f"beneath the Wire, dr {needed} (A25.232)")
    return dearest


def _exit_dr(ctx: Context, unit: Unit) -> int:
    """B26.4: the dr of MF that gets a unit beneath the Wire of its hex."""
    with ctx.rolls_for(unit.side):
        return ctx.roll("dr", f"MF of {unit.id} to get beneath the Wire in {unit.hex}", rule="B26.4").total


def rout_from(ctx: Context, ids: Sequence[str], left: dict[str, float]) -> list[str]:
    """B26.41: routing units on Wire pay the dr out of the MF they have `left`; those who get off it go on."""
    for unit in held(ctx.state.present(ids)):
        needed = _exit_dr(ctx, unit)
        left[unit.id] -= needed
        if left[unit.id] >= 0:
            pieces.change(ctx, unit, (), [ON_WIRE], f"beneath the Wire, dr {needed} (B26.41)")
        else:
            ctx.tell(f"{unit.id} is caught on the Wire in {unit.hex} and routs no farther (B26.41).", hexes=(unit.hex,))
    return [key for key in ids if key in ctx.state.units and ON_WIRE not in ctx.state.units[key].flags]


def comes_onto(game: Game, unit: Unit, name: str) -> bool:
    """B26.4: whether a unit that comes into a hex from outside is on top of Wire then."""
    return unit.infantry and bool(game.state.markers_at(name, "wire"))


def tell(ctx: Context, units: Sequence[Unit]) -> None:
    """What those hear who have come onto Wire."""
    ids, name = listed(unit.id for unit in units), units[0].hex
    verb = "is" if len(units) == 1 else "are"
    text = (
        f"{ids} {verb} on the Wire of {name}: each needs a dr of MF to get beneath it; order "
        "it to move on, or: move … into"
    )
    ctx.tell(f"{text} (B26.4).", board=True, hexes=(name,))
