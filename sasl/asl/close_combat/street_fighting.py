"""Street Fighting in the enemy's MPh (D7.211): men come out of a building at a vehicle in the street, and go back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from sasl.asl.close_combat import cc_vehicles
from sasl.asl.game import events as ev
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.los.sight import in_bypass
from sasl.asl.game.state import Marker, Unit
from sasl.asl.infantry import concealment
from sasl.asl.oba import artillery
from sasl.asl.ordnance import mounted
from sasl.asl.terrain import minefields

MARKS = frozenset({"first", "final", "intensive"})
"""The counters under which nobody comes out, on himself or on what he has."""


def may_come_out(game: Game, unit: Unit, vehicle: Unit) -> None:
    """A11.8, D7.211: refused, with the rule, unless a unit in a building may go at a vehicle in the street by it."""
    if vehicle.hex not in game.board.neighbours(unit.hex) or not cc_vehicles.is_building(game, unit.hex):
        raise Refused(
            f"{unit.id} is neither in the Location of {vehicle.id} nor in an adjacent building (D7.21, D7.211)"
        )
    if in_bypass(game.state, vehicle) or not cc_vehicles.between_buildings(game, vehicle.hex):
        raise Refused(f"{vehicle.id} is on no road between buildings: no Street Fighting (A11.8)")
    marked = MARKS & unit.flags or any(MARKS & weapon.flags for weapon in game.state.weapons_of(unit.id))
    gun = game.state.gun_of(unit)
    if marked or (gun is not None and (MARKS & gun.flags or mounted.spent(gun, "MA"))):
        raise Refused(f"{unit.id}, or a weapon of its own, is under a fire counter: no Street Fighting (D7.211)")


@contextmanager
def in_the_street(ctx: Context, ids: Sequence[str], vehicle: Unit) -> Iterator[None]:
    """D7.211, A11.8: these units are in the street as long as they attack; who is not broken there goes back."""
    came = {key: ctx.state.units[key].hex for key in ids if ctx.state.units[key].hex != vehicle.hex}
    for key, home in came.items():
        _go(ctx, key, vehicle.hex, "out of the building at it (D7.211)")
        marker = Marker(ctx.new_number("street"), "street", home, ctx.state.units[key].side, text="Street Fighting",
                        owner=key)  # fmt: skip
        ctx.emit(ev.MarkerPut(marker, f"{key} fights from the building (A11.8)"))
    _meets(ctx, came, vehicle.hex)
    yield
    for marker in ctx.state.marked("street"):
        if marker.owner in came:
            ctx.emit(ev.MarkerRemoved.of(marker, "Street Fighting is over (D7.211)"))
    for key, home in came.items():
        if key in ctx.state.units and "broken" not in ctx.state.units[key].flags and goes_back(ctx, key):
            _go(ctx, key, home, "back in the building (D7.211)")
            _meets(ctx, [key], home)


def goes_back(ctx: Context, key: str) -> bool:
    """A11.8, B28.412: the mines of the street attack who leaves it; whether they neither break nor pin him."""
    before = ctx.state.units[key]
    minefields.leave(ctx, [before], before.hex)
    unit = ctx.state.units.get(key)
    return unit is not None and not (unit.flags - before.flags) & {"broken", "pinned"}


def _go(ctx: Context, key: str, name: str, why: str) -> None:
    """A unit changes its hex at no MF: it is the vehicle that moves."""
    ctx.emit(ev.UnitPut(key, name, why))


def _meets(ctx: Context, ids: Sequence[str] | dict[str, str], name: str) -> None:
    """D7.211: mines and FFE meet them as they would Assault Movement; they are seen."""
    there = ctx.state.present(ids)
    concealment.lose_in_the_open(ctx, [unit.id for unit in there], "comes out of the building (A12.14)")
    minefields.enter(ctx, there, name)
    artillery.enter(ctx, [unit for unit in there if unit.id in ctx.state.units], name)
