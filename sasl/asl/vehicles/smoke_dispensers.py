"""SMOKE of a vehicle for itself (D13): its dischargers by a DR, or the grenades of its crew by a dr."""

from __future__ import annotations

from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.los.doubts import might_see
from sasl.asl.game.state import Unit
from sasl.asl.infantry import concealment
from sasl.asl.movement.allowance import movement_allowance
from sasl.asl.movement.step import draws_fire, spend
from sasl.asl.ordnance import mounted
from sasl.asl.terrain import smoke, weather
from sasl.asl.terrain.smoke import Strength
from sasl.kernel.frozen import Frozen


class Dispenser(Frozen):
    """What a vehicle would place SMOKE with: the table of its roll, its Usage Number, what SMOKE; `least` is the most
    that an unmodified roll may show.
    """

    table: str
    number: int
    kind: Strength
    least: int


def dischargers(game: Game, unit: Unit) -> Dispenser | None:
    """D13.1, D13.3: its smoke dischargers, harder to use for a crew that is BU; None without any."""
    number = game.counter_of(unit).depletion.get("dischargers")
    if number is None:
        return None
    return Dispenser("smoke.usage", number, "dispersed", number - int("buttoned" in unit.flags))


def grenades(game: Game, unit: Unit) -> Dispenser:
    """D13.35: the smoke grenades of a vehicle's crew. Refused if it has none, or cannot throw them."""
    item, open_crew = game.counter_of(unit), mounted.exposed(game, unit)
    if not item.ma or unit.kind != "vehicle":
        raise Refused(f"{unit.id} has neither smoke dischargers nor, without a MA, smoke grenades (D13.1, D13.35)")
    afv = mounted.armored(game, unit)
    if afv and not item.open_topped and not open_crew:
        raise Refused(f"{unit.id} is BU: only an exposed crew throws smoke grenades (D13.35)")
    if weather.heavy(game.state) or game.state.ec in smoke.NO_SMOKE:
        raise Refused("SMOKE grenades are of no use in Heavy Winds, Mud or Snow (A24.11)")
    number = game.figure("vehicle-grenades" if afv and open_crew else "vehicle-grenades-shut")
    return Dispenser("smoke.vehicle-grenades", number, "grenades", number)


def may_use(game: Game, unit: Unit) -> Dispenser:
    """D13.2: what a vehicle may use now, its dischargers first. Refused, with the rule, if nothing.

    Once in a MPh, before it has fired in that Player Turn: in its own for a MP, in the other side's whenever that
    spends MF or MP in its LOS.
    """
    if unit.kind != "vehicle" or not unit.hex:
        raise Refused(f"{unit.id} is not a vehicle on the map (D13.1)")
    found = dischargers(game, unit) or grenades(game, unit)
    if unit.flags & {"stunned", "shocked", "abandoned"}:
        raise Refused(f"{unit.id} is Stunned, Shocked or Abandoned (D13.2)")
    if "smoked" in unit.flags:
        raise Refused(f"{unit.id} has tried to place SMOKE in this MPh (D13.2)")
    if mounted.has_fired(unit) or mounted.BOUNDED in unit.arms or unit.flags & {"first", "final"}:
        raise Refused(f"{unit.id} has fired in this Player Turn (D13.2)")
    if game.state.side != unit.side:
        _while_they_move(game, unit)
    elif game.state.option("mf-limit"):
        limit, mp = movement_allowance(game, unit), game.figure("discharger-mp")
        if 0 < limit < unit.mf + mp:
            raise Refused(f"{unit.id} has {limit - unit.mf:g} MP left and SMOKE takes {mp} (D13.2)")
    return found


def _while_they_move(game: Game, unit: Unit) -> None:
    """D13.2: refused unless a unit of the other side has just spent MF or MP in LOS."""
    moving = game.state.moving
    if moving is None or not any(might_see(game, unit.hex, name) for name in moving.hexes):
        raise Refused(f"no enemy is spending MF or MP in LOS of {unit.id} (D13.2)")


def use(ctx: Context, unit: Unit) -> None:
    """D13.2, D13.3, D13.35: one try; only SMOKE that is placed takes a MP, in its own MPh."""
    found, here = may_use(ctx.game, unit), unit.hex
    pieces.change(ctx, unit, ["smoked"], why="tries to place SMOKE (D13.2)")
    what = "Smoke grenades" if found.kind == "grenades" else "Smoke dischargers"
    facts = {"buttoned": int("buttoned" in unit.flags)}
    with ctx.rolls_for(unit.side):
        record = ctx.check(found.table, f"{what} of {unit.id}", found.number, facts=facts)
    own = ctx.state.side == unit.side
    if not record.success:
        return
    concealment.lose_if_seen(ctx, [unit.id], f"{what.lower()} in LOS (A12.2)")
    if own:
        spend(ctx, [unit.id], float(ctx.figure("discharger-mp")), "smoke")
    drm = ctx.figure("smoke-grenades" if found.kind == "grenades" else "discharger-smoke")
    smoke.put(ctx, here, drm, side=unit.side, kind=found.kind, owner=unit.id, why=f"{what.lower()} (D13.3)")
    if own:
        draws_fire(ctx, [unit.id], here)
