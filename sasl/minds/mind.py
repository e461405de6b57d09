"""The mind of a side that the program plays: asks the rooms, phase by phase, what it does next."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from sasl.asl.game.context import Context, Game, Question
from sasl.asl.game.minds import Mind as Mind
from sasl.asl.game.minds import mind_of
from sasl.asl.game.state import Phase, Side, Unit
from sasl.minds import answers
from sasl.minds.act import Act, Staff, carry_out, settle_sight
from sasl.minds.action import actions, orders
from sasl.minds.close_combat import fray
from sasl.minds.fire import defence, fires, gunnery, support
from sasl.minds.infantry import recovery, routs
from sasl.minds.movement import advances, moves

Room = Callable[[Game, Staff], Act | None]
MOST_SHOTS = 24
"""So many shots at one moved hex, and no more."""


def _prep_fire(game: Game, staff: Staff) -> Act | None:
    """The PFPh: first what strikes from afar, then the units."""
    return support.next_act(game, staff) or gunnery.unlimbers(game, staff) or orders.next_act(game, staff)


def _final_fire(game: Game, staff: Staff) -> Act | None:
    """The DFPh of the other side: aircraft and artillery, then the units."""
    return support.aircraft(game, staff) or support.next_act(game, staff) or fires.final(game, staff)


OWN_TURN: dict[Phase, Room] = {
    "RPh": recovery.next_act,
    "PFPh": _prep_fire,
    "MPh": moves.next_act,
    "AFPh": fires.advancing,
    "RtPh": routs.next_act,
    "APh": advances.next_act,
    "CCPh": fray.next_act,
}
"""Who says what the side does in each phase of its own Player Turn."""

OTHER_TURN: dict[Phase, Room] = {
    "RPh": recovery.next_act,
    "MPh": support.aircraft,
    "DFPh": _final_fire,
    "RtPh": routs.next_act,
    "CCPh": fray.next_act,
}
"""Who says what it does in the other side's Player Turn; its Defensive First Fire is `react`."""

DOCTRINES: dict[Side, str] = {"ENEMY": "standard", "FRIENDLY": "commander"}
"""The doctrine of a side until another is chosen (`doctrine NAME`, `sasl watch --doctrine NAME`)."""


@dataclass(frozen=True)
class SideMind:
    """The mind of one side: a `sasl.asl.game.minds.Mind`."""

    side: Side

    def staff(self, game: Game) -> Staff:
        """The side and the doctrine it follows in this game. ContentError if there is no such doctrine."""
        chosen = game.state.values.get(f"{self.side.lower()}-doctrine")
        return Staff(self.side, game.library.doctrine(chosen.value if chosen else DOCTRINES[self.side]))

    def proposal(self, game: Game) -> Act | None:
        """What the side does next in this phase, or None. An Act without a line only passes."""
        rooms = OWN_TURN if game.state.side == self.side else OTHER_TURN
        room = rooms.get(game.state.phase)
        return room(game, self.staff(game)) if room and game.state.stage == "play" else None

    def act(self, ctx: Context) -> bool:
        """Do the next act of this phase, and what belongs to it. False if the side has nothing (more) to do in it."""
        done, led = False, None
        while act := self.proposal(ctx.game):
            quiet = not act.line or not act.title
            if led and not quiet and not _belongs(ctx.game, led, act):
                return True
            if not act.line and act.key in ctx.state.passed:
                return done  # it has passed already: never ask for ever
            if settle_sight(ctx, act):
                continue
            did = carry_out(ctx, self.staff(ctx.game), act)
            done = done or not quiet
            if not quiet and not (did and act.leads_on):
                return True
            led = led if quiet else act
        return done

    def react(self, ctx: Context, ids: Iterable[str], place: str) -> bool:
        """A8.1: Defensive First Fire at those who have just spent MF in `place`. True if it fired."""
        fired, movers, held = False, tuple(ids), set[str]()
        for _ in range(MOST_SHOTS):
            staff = self.staff(ctx.game)
            act = defence.next_act(ctx.game, staff, movers, place, held)
            if act is None:
                break
            if settle_sight(ctx, act):
                continue
            fired = carry_out(ctx, staff, act) or fired
        return fired

    def answer(self, game: Game, question: Question) -> str | None:
        """What the side answers to a question that is its own."""
        return answers.answer(game, self.staff(game), question)

    def no_action(self, game: Game, unit: Unit, *, by_hand: bool) -> str:
        """6.4: why a unit has no Action now, or ""."""
        return actions.no_action(game, unit, by_hand=by_hand)

    def take_action(self, ctx: Context, unit: Unit, result: str) -> None:
        """6.4: the Action of a unit, or `result`, settled by hand."""
        actions.take(ctx, self.staff(ctx.game), unit, result)

    def in_close_combat(self) -> Any:
        """Who decides for the side in CC."""
        return fray.Fighter(self)


def _belongs(game: Game, led: Act, act: Act) -> bool:
    """Whether an act goes on with the one that led to it: by the same, or by somebody in the same Location."""
    places = {game.state.units[key].hex for item in (led, act) for key in item.ids[:1] if key in game.state.units}
    return led.key == act.key or (bool(led.ids and act.ids) and len(places) == 1)


def may_act(game: Game, side: Side) -> bool:
    """Whether this is a phase in which the program acts for the side: it plays it, and it has units on the map."""
    state = game.state
    rooms = OWN_TURN if state.side == side else OTHER_TURN
    there = list(state.on_map(side)) if state.stage == "play" and state.phase in rooms else []
    if state.side != side and state.phase == "MPh":  # its fire at moves is no act of its own
        there = [unit for unit in there if unit.kind == "aircraft"]
    return bool(there) and mind_of(game, side) is not None


def minds(*sides: Side) -> dict[str, Mind]:
    """A mind for each of these sides."""
    return {side: SideMind(side) for side in sides}
