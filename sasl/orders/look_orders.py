"""Orders that look: LOS and Bypass (or what the player sees of them), units, VP, whose figures these are."""

from __future__ import annotations

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.flags import UNIT_FLAGS
from sasl.asl.game.los.sight import sight_words
from sasl.asl.game.minds import players_sides
from sasl.asl.game.sides import STAGES, Side, side_of
from sasl.asl.game.state import State
from sasl.asl.movement.bypass import known_room
from sasl.board.los import read_off_pixels
from sasl.kernel.frozen import replace
from sasl.kernel.orders.grammar import Bound
from sasl.kernel.orders.order import Order, one_of
from sasl.kernel.text import listed, prefix_match
from sasl.orders.stages import command
from sasl.solitaire import victory
from sasl.solitaire.briefing import report, sources


class Los(Order):
    """A6.1, A6.7: what the digest says of a LOS; with an answer, what the player sees counts from now on."""

    FORM = "los HEX HEX2 [clear | blocked | N:hindrance]"
    hex: str
    hex2: str
    answer: str = one_of("clear", "blocked")
    hindrance: int = 0

    def verify(self, game: Game) -> None:
        if not 0 <= self.hindrance <= 5:
            raise Refused(f"'{self.hindrance}' is not a LOS: clear, blocked or a Hindrance of 1 to 5")

    def run(self, ctx: Context) -> None:
        if answer := self.answer or str(self.hindrance or ""):
            ctx.emit(ev.SightAnswered(self.hex, self.hex2, answer))
            return
        seen = sight_words(ctx.game, self.hex, self.hex2, ranged=False)
        distance = ctx.board.distance(self.hex, self.hex2)
        source = " [your VASL board]" if read_off_pixels(ctx.board, self.hex, self.hex2) else ""
        ctx.tell(
            f"LOS {self.hex}-{self.hex2}, range {distance}: {seen}{source}", hexes=(self.hex, self.hex2), tag="los"
        )


class Bypass(Order):
    """A4.31: the room in a hex along its hexside with another; or the player's word for it."""

    FORM = "bypass HEX HEX2 [free | blocked]"
    hex: str
    hex2: str
    answer: str = one_of("free", "blocked")

    def verify(self, game: Game) -> None:
        known_room(game, self.hex, self.hex2)

    def run(self, ctx: Context) -> None:
        if self.answer:
            ctx.emit(ev.RoomAnswered(self.hex, self.hex2, self.answer == "free"))
            return
        room = known_room(ctx.game, self.hex, self.hex2)
        said = {"free": "room", "blocked": "no room"}.get(
            room, "the program cannot tell: you are asked when it matters"
        )
        hexes = (self.hex, self.hex2)
        ctx.tell(f"Bypass of {self.hex} along {self.hex}-{self.hex2}: {said} (A4.31).", hexes=hexes)


class ListUnits(Order):
    """The units of a side hex by hex; with a state or kind only those."""

    FORM = "units [friendly | enemy | STATE:what]…"
    side: str = one_of("friendly", "enemy")
    what: str = ""

    def narrowed(self, game: Game, bound: Bound) -> ListUnits:
        return replace(self, what=_named(game.state, self.what)) if self.what else self

    def run(self, ctx: Context) -> None:
        report.tell_units(ctx, side_of(self.side), self.what)


def _named(state: State, word: str) -> str:
    """The state or kind that a word stands for. Refused if there is none."""
    kinds = dict.fromkeys(unit.kind for unit in state.units.values())
    found = prefix_match(word, (report.OFF, *kinds, *UNIT_FLAGS))
    if len(found) != 1:
        what = f"'{word}' may mean {listed(found, 6)}" if found else f"'{word}' is not a state, kind or side"
        raise Refused(f"{what}; such as: units broken, units no-command, units vehicle, units enemy")
    return found[0]


class CountVp(Order):
    """S12.6: each line of the schedule as it stands."""

    FORM = "vp"

    def run(self, ctx: Context) -> None:
        scores = victory.schedule(ctx.game)
        for score in scores:
            ctx.tell(f"{score.line.text}: FRIENDLY {score.friendly}, ENEMY {score.enemy} ({score.words})")
        ours, theirs = victory.totals(ctx.game)
        ctx.tell(f"VP now: FRIENDLY {ours}, ENEMY {theirs}")


class ListFigures(Order):
    """Every house table and figure of this game, and the player's own with their packs."""

    FORM = "figures"

    def run(self, ctx: Context) -> None:
        for line in sources.report(ctx.game):
            ctx.tell(line)


class Advise(Order):
    """What the built-in commander of a side would do in this phase, with these units or with any; nothing is done."""

    FORM = "advise [UNITS]"
    units: tuple[str, ...] = ()

    def run(self, ctx: Context) -> None:
        state = ctx.state
        side = state.units[self.units[0]].side if self.units else _players_side(ctx.game)
        mind = ctx.game.advisers.get(side)
        if mind is None:
            raise Refused("no commander is available to advise in this game")
        advice = mind.advice(ctx.game, self.units)
        ctx.tell(f"Advice (house figures decide): {advice.title}", hexes=advice.hexes, tag="advice")
        if advice.line:
            ctx.tell(f"As an order: {advice.line}", tag="advice", line=advice.line)
        for reason in advice.reasons:
            ctx.tell(f"  {reason}", tag="advice")
        if self.units and not advice.line:
            ctx.tell("  To hear what others would do: advise, with no unit named or taken", tag="advice")


def _players_side(game: Game) -> Side:
    """The side that is advised: the player's, if he plays both the one whose Player Turn it is."""
    sides = players_sides(game) or [game.state.side]
    return game.state.side if game.state.side in sides else sides[0]


COMMANDS = (
    command(
        Los,
        summary="ask about a LOS, or say what your board shows",
        stages=("suspects", "wrecks", "force", "set-up", "play", "over"),
        group="look",
        key="l",
        example=("los K14 P10", "los K14 P10 clear", "los K14 P10 blocked", "los K14 P10 2"),
        options={"clear": "your board shows a clear LOS (A6.1)", "blocked": "your board shows no LOS (A6.2)"},
    ),
    command(
        Bypass,
        summary="ask whether there is room for Bypass along a hexside, or say what your board shows",
        group="look",
        example=("bypass D4 C4", "bypass D4 C4 free", "bypass D4 C4 blocked"),
        options={
            "free": "your board shows room along that hexside (A4.31)",
            "blocked": "your board shows no room along that hexside (A4.31)",
        },
    ),
    command(
        ListUnits,
        summary="where units are and in what state: units broken, units leader; units off: those not on the map",
        stages=STAGES,
        group="look",
        example=("units", "units enemy", "units friendly broken", "units off"),
        options={"friendly": "FRIENDLY units", "enemy": "ENEMY units"},
    ),
    command(CountVp, summary="VP as they stand, line by line", stages=STAGES, group="look", key="v", example=("vp",)),
    command(
        Advise,
        summary="what the built-in commander would do now, with a stack or with any unit, and why; nothing is done",
        group="look",
        example=("advise", "advise 628a", "advise 628a,447c"),
    ),
    command(
        ListFigures,
        summary="the house figures this game uses, and your own",
        stages=STAGES,
        group="look",
        example=("figures",),
    ),
)
