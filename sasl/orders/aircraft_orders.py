"""Orders of aircraft, and of what fires at them (E7)."""

from __future__ import annotations

from functools import partial

from sasl.asl.air import antiaircraft, sorties
from sasl.asl.air.bombing import Bombs
from sasl.asl.game.context import Context, Game, Refused
from sasl.kernel.orders.order import Order, one_of
from sasl.orders.stages import command, in_phase

_command = partial(command, group="fire")


class Air(Order):
    """E7.4: a ground attack of an aircraft of the side whose Player Turn it is not; `toward`: a hexside from 1 to 6."""

    FORM = "air PLANE HEX [strafe | point | bomb | area | toward N:toward | at UNIT:target]…"
    plane: str
    hex: str
    manner: str = one_of("strafe", "point")
    bomb: bool = False
    area: bool = False
    toward: int = 0
    target: str = ""

    def verify(self, game: Game) -> None:
        if not 0 <= self.toward <= 6:
            raise Refused("toward needs a hexside from 1 (the side of the low hex numbers) to 6, clockwise")
        if self.area and not self.bomb:
            raise Refused(f"area says how bombs fall: air {self.plane} {self.hex} bomb area (E7.422)")
        sorties.may_attack(game, game.state.units[self.plane], self.hex, self._mode, self._bombs, self.toward)

    def run(self, ctx: Context) -> None:
        plane = ctx.state.units[self.plane]
        sorties.attack(ctx, plane, self.hex, mode=self._mode, bombs=self._bombs, toward=self.toward, at=self.target)
        sorties.release_guns(ctx)

    @property
    def _bombs(self) -> Bombs:
        return "area" if self.area else "aimed" if self.bomb else ""

    @property
    def _mode(self) -> sorties.Mode:
        return "point" if self.manner == "point" else "strafe"


class AntiAircraft(Order):
    """E7.5: AA fire by hand. Light AA comes by itself while an aircraft makes its run."""

    FORM = "aa UNITS [PLANE]"
    units: tuple[str, ...]
    plane: str = ""

    def why_not(self, game: Game) -> str:
        return antiaircraft.refusal(game, game.state.units[self.units[0]], game.state.units.get(self.plane))

    def run(self, ctx: Context) -> None:
        for name in self.units:
            if not self.plane or self.plane in ctx.state.units:
                antiaircraft.fire(ctx, ctx.state.units[name], ctx.state.units.get(self.plane))
        sorties.release_guns(ctx)


COMMANDS = (
    _command(
        Air,
        summary="an aircraft attacks: Sighting TC, Light AA at it, then its run (E7.4)",
        when=in_phase("MPh", "DFPh", rule="E7.4"),
        example=(
            "air IL43a K9",
            "air IL43a K9 point bomb",
            "air IL43a K9 bomb area",
            "air IL43a K9 strafe toward 3",
            "air IL43a K9 point at StuGa",
        ),
        options={
            "strafe": "the usual run, over up to four hexes (E7.401)",
            "point": "two passes at one hex (E7.402); a Stuka dives at it (E7.403)",
            "bomb": "it drops its bombs (E7.42)",
            "area": "its bombs fall by the Area Target Type (E7.422)",
            "toward": "the hexside it flies toward: 1 (the side of the low hex numbers) to 6, clockwise (E7.401)",
            "at": "the vehicle it wants to hit",
        },
    ),
    _command(
        AntiAircraft,
        summary="AA fire: Heavy AA in the PFPh or DFPh; Light AA at an aircraft on the map (E7.5)",
        when=in_phase("PFPh", "MPh", "DFPh", rule="E7.5"),
        example=("aa 88La", "aa 20L6a IL43a"),
    ),
)
