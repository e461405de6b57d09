"""Orders for what vehicles carry and tow, and for Guns: load, unload, bail, limber, push."""

from __future__ import annotations

from functools import partial

from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.state import State, Unit
from sasl.asl.movement import pushing
from sasl.asl.movement.ground.costs import PLAIN, Gait
from sasl.asl.vehicles import carrying, handling
from sasl.asl.vehicles.riders import bail_out, carries_riders, leave_horse
from sasl.kernel.orders.order import Order, RuledOrder
from sasl.orders.kinds import units_of
from sasl.orders.stages import command, in_mph, not_now
from sasl.orders.vehicle_orders import vehicle_of

# -- Passengers, Riders, Guns -------------------------------------------------------------------------


class Load(Order):
    """D6.4, C10.11: Infantry goes aboard, a Gun is hooked up."""

    FORM = "load MOVERS:units UNIT:vehicle"
    units: tuple[str, ...]
    vehicle: str

    def _parts(self, game: Game) -> tuple[list[Unit], list[Unit]]:
        """The Guns, and the men on the ground."""
        units = [unit for unit in units_of(game, self.units, game.state.side) if unit.id != self.vehicle]
        men = [unit for unit in units if unit.kind not in ("gun", "vehicle") and not unit.carrier]
        return [unit for unit in units if unit.kind == "gun"], men

    def verify(self, game: Game) -> None:
        vehicle, (towed, men) = vehicle_of(game, self.vehicle), self._parts(game)
        if not towed and not men:
            raise Refused("load needs Infantry or a Gun on the ground (D6.1)")
        for gun in towed:
            carrying.may_hook(game, gun, vehicle)
        if men and not towed:
            carrying.may_load(game, men, vehicle)

    def run(self, ctx: Context) -> None:
        """D6.4, C10.11: the crew that hooks up its Gun goes aboard with it."""
        towed, men = self._parts(ctx.game)
        for gun in towed:
            carrying.hook(ctx, gun, ctx.state.units[self.vehicle])
        with_gun = [unit for unit in men if towed and "ti" in ctx.state.units[unit.id].flags]
        carrying.with_gun(ctx, with_gun, self.vehicle)
        rest = [unit for unit in men if unit not in with_gun]
        if rest:
            carrying.load(ctx, rest, ctx.state.units[self.vehicle])


class Unload(Order):
    """D6.5, C10.12: Passengers and Riders of a vehicle get off, its Gun is unhooked."""

    FORM = "unload MOVERS:units"
    units: tuple[str, ...]

    def _parts(self, game: Game) -> tuple[Unit, list[Unit], list[Unit]]:
        """The vehicle, its Gun, and the men."""
        units = [unit for unit in units_of(game, self.units, game.state.side) if unit.carrier]
        carriers = {unit.carrier for unit in units}
        if len(carriers) != 1:
            raise Refused("unload needs units aboard one vehicle, as in: unload 628a (D6.5)")
        guns = [unit for unit in units if unit.kind == "gun"]
        return game.state.units[carriers.pop()], guns, [unit for unit in units if unit.kind != "gun"]

    def verify(self, game: Game) -> None:
        vehicle, guns, men = self._parts(game)
        for gun in guns:
            carrying.may_unhook(game, gun, vehicle)
        if men and not guns:
            carrying.may_unload(game, vehicle)

    def run(self, ctx: Context) -> None:
        """D6.5, C10.12: the Gun first, its crew with it."""
        vehicle, guns, men = self._parts(ctx.game)
        for gun in guns:
            carrying.unhook(ctx, gun, ctx.state.units[vehicle.id])
        left = [unit for unit in men if ctx.state.units[unit.id].carrier]
        if left:
            carrying.unload(ctx, left, ctx.state.units[vehicle.id])


class Bail(Order):
    """D6.2, D6.24: Riders leave at once, and their SW may break; so does Cavalry [house]."""

    FORM = "bail UNITS"
    units: tuple[str, ...]

    def verify(self, game: Game) -> None:
        for unit in units_of(game, self.units):
            vehicle = game.state.units.get(unit.carrier)
            rides = vehicle is not None and unit.kind != "gun" and carries_riders(game, vehicle)
            if not rides and not (unit.cavalry and unit.hex):
                raise Refused(f"{unit.id} is not a Rider (D6.2)")

    def run(self, ctx: Context) -> None:
        """D6.24: a NMC each."""
        for unit in units_of(ctx.game, self.units):
            if unit.cavalry and unit.hex:
                leave_horse(ctx, unit)
            else:
                bail_out(ctx, ctx.state.units[unit.id], "by order (D6.24)")


class _OfAGun(RuledOrder):
    """What a crew does with its Gun in a fire phase of its side."""

    gun: str

    def given(self, game: Game) -> tuple[Unit]:
        gun = units_of(game, [self.gun])[0]
        if gun.side != handling.turning_side(game.state):
            raise Refused(f"{gun.id} belongs to the {gun.side}, who cannot fire now (C10.21)")
        return (gun,)


class Limber(_OfAGun):
    """C10.21: a crew limbers its Gun in a fire phase in which it could fire it."""

    FORM = "limber UNIT:gun"
    RULE = (carrying.may_limber, carrying.limber)


class Unlimber(_OfAGun):
    """C10.21, C10.22: a crew unlimbers its Gun in a fire phase; both are TI then."""

    FORM = "unlimber UNIT:gun"
    RULE = (carrying.may_unlimber, carrying.unlimber)


class Push(RuledOrder):
    """C10.3: Infantry pushes a Gun into the next hex, or INTO the Culvert there (OtO 3.2)."""

    FORM = "push MOVERS:units HEX [culvert]"
    RULE = (pushing.pushers_of, pushing.push)
    units: tuple[str, ...]
    hex: str
    culvert: bool = False

    def given(self, game: Game) -> tuple[Unit, list[Unit], str, Gait]:
        units = units_of(game, self.units, game.state.side)
        pushed = [unit for unit in units if unit.kind == "gun"]
        if len(pushed) != 1:
            raise Refused("push needs exactly one Gun (C10.3)")
        helpers = [unit for unit in units if unit.kind != "gun" and unit.mmc and unit.infantry]
        return pushed[0], helpers, self.hex, Gait.of("culvert") if self.culvert else PLAIN


# -- the words ----------------------------------------------------------------------------------------


def _when_limbering(state: State) -> str:
    may = handling.turning_side(state)
    return "" if may else not_now("its own PFPh, DFPh and AFPh", state, "C10.21")


_move = partial(command, group="move")

COMMANDS = (
    _move(Load, summary="load Infantry aboard, or hook up a Gun", when=in_mph, example=("load 628a T34a",)),
    _move(Unload, summary="unload Passengers and Riders, or unhook a Gun", when=in_mph, example=("unload 628a",)),
    _move(
        Bail,
        summary="Riders Bail Out of their AFV, or Cavalry off its horses: a NMC; SW may be lost",
        example=("bail 628a",),
    ),
    _move(Limber, summary="a crew limbers its Gun in a fire phase", when=_when_limbering, example=("limber 75La",)),
    _move(
        Unlimber, summary="a crew unlimbers its Gun in a fire phase", when=_when_limbering, example=("unlimber 75La",)
    ),
    _move(
        Push,
        summary="Infantry pushes a Gun into the next hex",
        when=in_mph,
        example=("push 76Ia K21", "push 76Ia,628a K21", "push 76Ia K21 culvert"),
        options={"culvert": "INTO the Culvert (OtO 3.2)"},
    ),
)
