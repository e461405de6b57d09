"""The Cavalry charge (A13.6): declared from afar, ridden at the gallop into a Known enemy's Location, and its attack.

[house] The ENEMY's mind does not charge.
"""

from __future__ import annotations

from collections.abc import Sequence

from sasl.asl.fire import small_arms
from sasl.asl.fire.fire_groups import Order
from sasl.asl.fire.opportunity import CHARGE
from sasl.asl.fire.shooters import Shooter
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.flags import Flag
from sasl.asl.game.los.sight import look
from sasl.asl.game.minds import mind_of
from sasl.asl.game.sides import opponent
from sasl.asl.game.state import Unit
from sasl.asl.movement import riding
from sasl.asl.movement.step import bars
from sasl.kernel.text import listed

WORD = "charge"
"""How a charge is ordered: as a move."""
DECLARED: Flag = "charging"
"""Has declared a charge and not made it yet."""
MADE: Flag = "charged"
"""Has made one in this MPh, and so fires no more in this Player Turn."""


def _known_there(game: Game, units: Sequence[Unit], name: str) -> list[Unit]:
    """The Known enemies of a hex that a charge can go at."""
    there = game.state.units_at(name, opponent(units[0].side))
    return [unit for unit in there if unit.known and bars(game, unit)]


def may_charge(game: Game, units: Sequence[Unit], way: Sequence[str]) -> None:
    """A13.6: refused, with the rule, unless Cavalry may declare a charge at the last hex of a way, from the first.

    Who has declared it already goes on with it.
    """
    goal, start = way[-1], way[0]
    if not _known_there(game, units, goal):
        raise Refused(f"a charge is made at a Known enemy; there is none in {goal} (A13.6)")
    riding.may_gallop(game, units, way)
    if game.board.terrain(goal).has("woods"):
        raise Refused(f"no charge into woods, not even by road: {goal} (B13.4)")
    if all(DECLARED in unit.flags for unit in units):
        return
    far, least = game.board.distance(start, goal), game.figure("charge-range")
    if far < least:
        raise Refused(f"a charge is declared from at least {least} hexes away; {goal} is {far} away (A13.6)")
    if not look(game, start, goal).exists:
        raise Refused(f"a charge is declared in LOS of its target: {start} does not see {goal} (A13.6)")


def declare(ctx: Context, units: Sequence[Unit], goal: str) -> list[Unit]:
    """A13.6: the charge is declared: at the gallop."""
    for unit in units:
        if "gallop" not in unit.flags:
            riding.gallop(ctx, [unit])
        now = ctx.state.units[unit.id]
        if DECLARED not in now.flags:
            pieces.change(ctx, now, [DECLARED], why=f"charges {goal} (A13.6)")
    return [ctx.state.units[unit.id] for unit in units]


def may_strike(game: Game, units: Sequence[Unit], name: str) -> None:
    """A13.6: refused unless these have ridden into a hex in a charge that is still to be made."""
    if not all(DECLARED in unit.flags for unit in units) or not _known_there(game, units, name):
        raise Refused(f"{units[0].id} did not enter {name} in a declared charge (A13.6)")


def comes_in(ctx: Context, ids: Sequence[str], name: str, *, halted: bool) -> None:
    """A13.6: after all the fire at them those still in the saddle attack; the fire of a player comes first."""
    riders = _still(ctx, ids, name)
    if not riders:
        return
    if halted and mind_of(ctx.game, opponent(riders[0].side)) is None:
        who = listed(unit.id for unit in riders)
        ctx.tell(f"When the fire at them is over: move {who} {name} {WORD} (A13.6).", stop=True, hexes=(name,))
        return
    strike(ctx, riders, name)


def _still(ctx: Context, ids: Sequence[str], name: str) -> list[Unit]:
    units = ctx.state.present(ids)
    return [unit for unit in units if unit.hex == name and unit.cavalry and unit.good_order and DECLARED in unit.flags]


def strike(ctx: Context, units: Sequence[Unit], name: str) -> None:
    """A13.6: all who came in together attack with TPBF, not halved as Mounted Fire; then the charge is made."""
    men = [unit for unit in units if unit.kind != "leader"]
    if men and _known_there(ctx.game, units, name):
        leaders = tuple(unit for unit in units if unit.kind == "leader")
        shooters = tuple(Shooter(unit, True, (), CHARGE) for unit in men)
        small_arms.fire(ctx, Order(shooters, leaders[:1], (name,), CHARGE))
    for unit in units:
        if unit.id in ctx.state.units:
            pieces.change(ctx, ctx.state.units[unit.id], [MADE], [DECLARED], "has charged: may not fire again (A13.61)")


def mph_ends(ctx: Context) -> None:
    """A13.61: who has declared a charge stands under Prep Fire from the end of its MPh on."""
    mine = [unit for unit in ctx.state.units.values() if unit.side == ctx.state.side]
    for flag in (DECLARED, MADE):
        pieces.take_off(ctx, flag, "has charged in its MPh (A13.61)", mine, gained=("prep",))
