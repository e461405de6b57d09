"""Orders of those who come onto the map by their own edge (A2.51), and who leave it there (A2.6)."""

from __future__ import annotations

from functools import partial
from typing import Self

from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.state import Unit
from sasl.asl.movement import bypass, entering, move
from sasl.kernel.frozen import replace
from sasl.kernel.orders.grammar import Bound
from sasl.kernel.orders.order import Order, one_of
from sasl.orders import entry_prospects
from sasl.orders.kinds import units_of
from sasl.orders.move_orders import Move, way_of, way_words
from sasl.orders.stages import command, in_mph
from sasl.solitaire import command_control

GAITS = ("double", "gallop", "off-road", "stop", "into", "crest")
"""How those who enter may go on."""


class Enter(Order):
    """A2.51: off-board units enter on their own board edge, paying for the first hex, and go on along `path`, round the
    hexes of `beside` in Bypass.
    """

    FORM = "enter MOVERS:units HEX [WAY:path…] [" + "|".join(GAITS) + "]…"
    units: tuple[str, ...]
    hex: str
    path: tuple[str, ...] = ()
    options: frozenset[str] = frozenset()
    beside: bypass.Beside = ()

    def narrowed(self, game: Game, bound: Bound) -> Self:
        path, beside = way_of(game, self.path)
        return replace(self, path=path, beside=beside)

    def _given(self, game: Game) -> tuple[list[Unit], str, frozenset[str]]:
        """Those who do not ride with others, the hex, and the gait with which they enter."""
        units = [unit for unit in units_of(game, self.units, game.state.side) if not unit.carrier]
        return units, self.hex, self.options & entering.GAITS.keys()

    def _onwards(self, units: list[Unit]) -> Move:
        """What they do after the first hex; the gait has begun by then."""
        return Move(tuple(unit.id for unit in units), self.path, self.options - entering.GAITS.keys(), self.beside)

    def line(self) -> str:
        options = [word for word in GAITS if word in self.options]
        return " ".join(("enter", ",".join(self.units), self.hex, *way_words(self.path, self.beside), *options))

    def verify(self, game: Game) -> None:
        """A2.51, A4: who may enter there, and go on from there if nothing happens to them."""
        given = self._given(game)
        if self.path:
            self._onwards(given[0]).verify(entering.entered(game, *given))
        else:
            entering.may_enter(game, *given)

    def run(self, ctx: Context) -> None:
        given = self._given(ctx.game)
        last = (self.hex, *self.path)[-1]
        fault = move.crowds(ctx.game, ctx.state.side, last, given[0])
        if fault:
            text = f"{last} would be overstacked: {fault}. Do all of them enter?"
            if not ctx.yes(text, hexes=(last,), whose=ctx.state.side, id="overstack"):
                raise Refused("nobody enters; name fewer units or another hex (A5.1)")
        halted = entering.enter(ctx, *given)
        rest = self._onwards(given[0])
        if self.path and not halted and rest.can(ctx.game):
            rest.run(ctx)


def proposed(game: Game) -> dict[str, list[str]]:
    """Who would enter where; under Command Control (S16) men keep within the circles of the leaders."""
    side = game.state.side
    circle = game.figure("leader-circle") if command_control.binds(game, side) else 0
    return entering.suggestion(game, side, circle, partial(entry_prospects.price, game))


class EnterAuto(Order):
    """A2.51: those who may enter do, where the program suggests: the next stack, or all; it asks which."""

    FORM = "enter auto [next|all]"
    manner: str = one_of("next", "all")

    def verify(self, game: Game) -> None:
        entering.may_enter_all(game, proposed(game))

    def run(self, ctx: Context) -> None:
        plan = proposed(ctx.game)
        entering.enter_all(ctx, plan, self.manner, None if self.manner else entry_prospects.plan_perils(ctx.game, plan))


class Exit(Order):
    """A2.6: units leave the map by their own edge for good."""

    FORM = "exit MOVERS:units"
    units: tuple[str, ...]

    def verify(self, game: Game) -> None:
        for name in self.units:
            entering.may_exit(game, game.state.units[name])

    def run(self, ctx: Context) -> None:
        for name in self.units:
            entering.leave(ctx, ctx.state.units[name])


def _could_enter(game: Game) -> str:
    """Who could be named, and a hex of the edge."""
    edge, there = entering.own_edge(game, game.state.side), entering.waiting(game, game.state.side)
    return f"enter {there[0].id if there else 'UNITS'} {edge[len(edge) // 2]}"


COMMANDS = (
    command(
        EnterAuto,
        Enter,
        group="move",
        summary="bring off-board units onto a hex of their board edge, and on from there",
        when=in_mph,
        key="e",
        example=(
            "enter 447a Q30",
            "enter 447a Q30 Q28 double",
            "enter 527a Q30 Q25 gallop",
            "enter T34a Q30 Q27 off-road",
            "enter T34a Q30 Q27 stop",
            "enter 447a Q30 Q29 into",
            "enter 447a Q30 Q29 crest",
            "enter auto",
            "enter auto next",
            "enter auto all",
        ),
        fitting=_could_enter,
        options={
            "auto": "where the program suggests, spread along the edge [house]",
            "next": "only the next stack; it may then move on (A4.2)",
            "all": "everybody who can, each only into its entry hex",
            **{word: move.OPTIONS[word] for word in GAITS},
        },
    ),
    command(
        Exit,
        summary="units exit the map by their own edge for good (A2.6)",
        when=in_mph,
        group="move",
        example=("exit 467a",),
    ),
)
