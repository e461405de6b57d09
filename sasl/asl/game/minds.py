"""Who decides for a side that the program plays: what the floors below the ENEMY know of it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from sasl.asl.game.plans import Axis, Company
from sasl.asl.game.sides import SIDES, Side
from sasl.kernel.frozen import Frozen

if TYPE_CHECKING:
    from sasl.asl.game.context import Context, Game, Question
    from sasl.asl.game.state import Unit
    from sasl.content.missions.mission import Mission
    from sasl.content.tables.doctrine import Doctrine


class Advice(Frozen):
    """What a mind would do: in a line, the order as it is typed ("" for none), every reason, the hexes it is about."""

    title: str
    line: str = ""
    reasons: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()


class Plan(Frozen):
    """Where a side means to attack: its axes, the main one first, every reason, and who keeps with which leader."""

    axes: tuple[Axis, ...] = ()
    reasons: tuple[str, ...] = ()
    companies: tuple[Company, ...] = ()


class Mind(Protocol):
    """A side's mind. It proposes what the player could type as well; the same rules carry it out."""

    def act(self, ctx: Context) -> bool:
        """Do the next act of this phase. False if the side has nothing (more) to do in it."""
        ...

    def react(self, ctx: Context, ids: Iterable[str], place: str) -> bool:
        """Answer the other side's move with fire, or let it pass. True if it fired."""
        ...

    def answer(self, game: Game, question: Question) -> str | None:
        """What the side answers to a question that is its own; None to leave it to the player."""
        ...

    def reason(self, game: Game, question: Question) -> str:
        """Why it answers so, with the figure that decided; "" where that goes without saying."""
        ...

    def no_action(self, game: Game, unit: Unit, *, by_hand: bool) -> str:
        """S6.1: why a unit has no Action now, or ""; `by_hand`: the player settles what it is."""
        ...

    def take_action(self, ctx: Context, unit: Unit, result: str) -> None:
        """S6.1: the Action of a unit: automatic or rolled; or `result` (fire, move, none), settled by hand."""
        ...

    def advice(self, game: Game, ids: Collection[str]) -> Advice:
        """What it would do now, with these units or with any of its side."""
        ...

    def plan(self, game: Game) -> Plan:
        """Where it would attack from now on."""
        ...

    def harm(self, game: Game, units: Sequence[Unit], hexes: Sequence[str]) -> dict[str, float]:
        """Return the chance of harm to the weakest of these units in each hex into which they move."""
        ...

    def in_close_combat(self) -> Any:
        """Who decides for the side in CC: a `sasl.asl.close_combat.cc_fight.Commander`."""
        ...


DOCTRINES: dict[Side, str] = {"ENEMY": "standard", "FRIENDLY": "commander"}
"""The doctrine of a side whose mission card names none."""


def usual_doctrine(mission: Mission, side: Side) -> str:
    """What a side of a mission follows until another is chosen (`doctrine NAME`, `sasl watch --doctrine NAME`)."""
    return mission.army(side).doctrine or DOCTRINES[side]


def doctrine_of(game: Game, side: Side) -> Doctrine:
    """The doctrine a side follows, if the program acts for it. ContentError if there is no such doctrine."""
    return game.library.doctrine(doctrine_name(game, side))


def doctrine_name(game: Game, side: Side) -> str:
    """What it is called."""
    chosen = game.state.values.get(doctrine_key(side))
    return chosen.value if chosen else usual_doctrine(game.mission, side)


def doctrine_key(side: Side) -> str:
    """The mission value that names the doctrine chosen for a side."""
    return f"{side.lower()}-doctrine"


def plan_name(game: Game, side: Side) -> str:
    """The plan in force of a side whose doctrine has plans, or "": the one it has chosen, else the doctrine that the
    mission's card names, if that is one of them, else the first."""
    plans = doctrine_of(game, side).plans
    chosen = game.state.values.get(plan_key(side))
    wanted = (chosen.value if chosen else "", game.mission.army(side).doctrine, *plans)
    return next((name for name in wanted if name and name in plans), "")


def plan_key(side: Side) -> str:
    """The mission value that names the plan of a side that looks ahead."""
    return f"{side.lower()}-plan"


def nobody_sits(game: Game) -> bool:
    """Whether the program plays both sides: nobody is there to be asked."""
    return all(mind_of(game, side) is not None for side in SIDES)


def players_sides(game: Game) -> list[Side]:
    """The sides that the player plays himself, FRIENDLY first."""
    return [side for side in SIDES if mind_of(game, side) is None]


PLAYS = {"ENEMY": "enemy-plays", "FRIENDLY": "friendly-plays"}
"""The switch that hands a side to the program; until it is turned, the game goes on as it was begun."""


def mind_of(game: Game, side: str) -> Mind | None:
    """The mind of a side, or None if the player plays it (options enemy-plays and friendly-plays)."""
    if not game.state.options.get(PLAYS.get(side, ""), side in game.minds):
        return None
    return game.minds.get(side) or game.advisers.get(side)
