"""Orders about how a side decides: its doctrine, the plan of one that looks ahead, and the axes of an attack."""

from __future__ import annotations

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.minds import doctrine_key, doctrine_name, doctrine_of, plan_key, plan_name
from sasl.asl.game.sides import STAGES, Side
from sasl.content.reading.faults import ContentError
from sasl.kernel.orders.order import Order
from sasl.kernel.text import as_named
from sasl.orders.stages import command


def choosing(enemy: str = "", friendly: str = "", command: str = "") -> tuple[str, ...]:
    """The lines that choose other doctrines, or another variant of Command Control (S16), than the usual ones."""
    orders = (f"doctrine {enemy}" * bool(enemy), f"doctrine {friendly} friendly" * bool(friendly))
    return tuple(filter(None, (*orders, f"command {command}" * bool(command))))


def _whose(friendly: bool) -> Side:
    return "FRIENDLY" if friendly else "ENEMY"


class ChooseDoctrine(Order):
    """House rules 7: the doctrine is content; another one changes how a side decides without code."""

    FORM = "doctrine [WORD:name [friendly]]"
    name: str = ""
    friendly: bool = False

    def verify(self, game: Game) -> None:
        if self.name:
            self._id(game)

    def run(self, ctx: Context) -> None:
        """The doctrine is in force; without a name: all there are, the ENEMY's marked, and the other side's."""
        if self.name:
            ctx.emit(ev.ValueSet(doctrine_key(_whose(self.friendly)), self._id(ctx.game), "user"))
            return
        chosen = doctrine_name(ctx.game, "ENEMY")
        for item in ctx.library.doctrines.values():
            mark = "*" if item.id == chosen else " "
            ctx.tell(f"{mark} {item.id}: {item.summary}")
        friendly = doctrine_name(ctx.game, "FRIENDLY")
        ctx.tell(f"  The FRIENDLY side follows {friendly} when the program acts or advises for it.")

    def _id(self, game: Game) -> str:
        try:
            return game.library.doctrine(as_named(self.name, game.library.doctrines)).id
        except ContentError as error:
            raise Refused(str(error)) from None


class ChoosePlan(Order):
    """House rules 7: a side that looks ahead chooses a plan, which is a doctrine, for its Player Turn."""

    FORM = "plan WORD:name [friendly]"
    name: str
    friendly: bool = False

    def verify(self, game: Game) -> None:
        """The doctrine of the side has such a plan."""
        side = _whose(self.friendly)
        doctrine = doctrine_of(game, side)
        if not doctrine.plans:
            words = "doctrine planner friendly" if self.friendly else "doctrine NAME"
            raise Refused(f"the doctrine of the {side} side has no plans; {words} chooses one that does")
        if self.name not in doctrine.plans:
            raise Refused(f"'{self.name}' is not a plan of doctrine {doctrine.id}: {', '.join(doctrine.plans)}")

    def run(self, ctx: Context) -> None:
        """It holds until another is chosen; that it is still the same is said only on request."""
        side = _whose(self.friendly)
        if self.name != plan_name(ctx.game, side):
            ctx.emit(ev.ValueSet(plan_key(side), self.name, "house" if ctx.because else "user"))
        elif not ctx.because:
            ctx.tell(f"The plan of the {side} side is already {self.name}.")


class DrawAxes(Order):
    """S12.6: where the FRIENDLY commander would attack, drawn on the map: main axis, the others, phase lines."""

    FORM = "axes"

    def verify(self, game: Game) -> None:
        """Somebody is there to draw it up."""
        if "FRIENDLY" not in game.advisers:
            raise Refused("no commander is available to draw up a plan in this game")

    def run(self, ctx: Context) -> None:
        """The axes stay on the map until others are drawn; every reason is given on request."""
        plan = ctx.game.advisers["FRIENDLY"].plan(ctx.game)
        if plan.companies != ctx.state.companies:
            ctx.emit(ev.CompaniesFormed(plan.companies))
        if plan.axes != ctx.state.axes:
            ctx.emit(ev.AxesDrawn(plan.axes))
        if not ctx.because:
            for line in plan.reasons:
                ctx.tell(line)


COMMANDS = (
    command(
        ChooseDoctrine,
        summary="show or choose how the ENEMY decides (in a watched game, also the FRIENDLY commander)",
        stages=STAGES,
        group="enemy",
        example=("doctrine", "doctrine timid", "doctrine timid friendly"),
        options={"friendly": "for the FRIENDLY side, when the program acts, sets up or advises for it (house rules 7)"},
    ),
    command(
        ChoosePlan,
        summary="change the plan of a side whose doctrine looks ahead, from now on",
        stages=("play",),
        group="enemy",
        example=("plan bold friendly",),
        options={"friendly": "for the FRIENDLY commander, when the program acts for it (house rules 7)"},
    ),
    command(
        DrawAxes,
        summary="draw where the built-in commander would attack: main axis and phase lines; nothing is done",
        stages=("play",),
        group="look",
        example=("axes",),
    ),
)
