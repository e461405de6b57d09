"""The mind of a side that the program plays: phase by phase what it does next, and its answers to questions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from typing import Any

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context, Game, Question, Refused
from sasl.asl.game.flags import SMC
from sasl.asl.game.minds import Advice, Plan, doctrine_of
from sasl.asl.game.sides import Phase, Side
from sasl.asl.game.state import Unit
from sasl.asl.infantry.morale import leadership
from sasl.asl.infantry.rout.routing import GIVE_UP
from sasl.asl.ordnance import guns
from sasl.asl.vehicles import overrun
from sasl.kernel.frozen import Frozen, replace
from sasl.minds import advising, asking, cc_acts, planning, recovery, routs
from sasl.minds.act import Act, Decider, carry_out, pick, settle_sight
from sasl.minds.action import digging_in, mopping_up, prep_fire
from sasl.minds.fire import cc_reaction, harm, kill_zone, opening, smoke_rounds
from sasl.minds.fire.defensive_action import panicked_before_firing
from sasl.minds.fire.ordnance import flames, gunnery
from sasl.minds.measures import expected_loss
from sasl.minds.movement import advances, axes, companies, moves
from sasl.minds.movement.ways import danger
from sasl.minds.support import support_fire
from sasl.minds.vehicles import motion

Answer = Callable[[Game, Decider, Question], str]


def answer(game: Game, decider: Decider, question: Question) -> str | None:
    """What the side answers; None leaves it to the player. Most questions have a sensible default of their own."""
    if decider.doctrine.choice == "random" and question.kind == "choice" and question.id not in ANSWERS:
        return pick(game, " ".join((question.id, *question.subject)), question.options).value
    find = ANSWERS.get(question.id)
    return find(game, decider, question) if find else question.default


def _usefulness(game: Game, unit: Unit) -> tuple[bool, bool, float, str]:
    """How much a unit is missed: leaders most, then who mans a Gun, then by its FP and that of its SW."""
    fp = (game.counter_of(unit).fp or 0) + sum(game.counter_of(item).fp or 0 for item in game.state.weapons_of(unit.id))
    worth = fp - leadership.drm(unit) if unit.kind in SMC else fp
    return (unit.kind in SMC, guns.with_its_gun(game, unit), worth, unit.id)


def _least_useful(game: Game, decider: Decider, question: Question) -> str:
    """A20.22, A20.5: the unit that is missed least is given up, or is the Guard."""
    units = [game.state.units[item.value] for item in question.options if item.value in game.state.units]
    return min(units, key=lambda unit: _usefulness(game, unit)).id if units else question.default


def _gives_up(game: Game, decider: Decider, question: Question) -> str:
    """A20.21: a unit that the enemy would take gives itself up; the others rout by the best way."""
    return GIVE_UP if any(item.value == GIVE_UP for item in question.options) else question.default


def _always(word: str) -> Answer:
    return lambda game, decider, question: word


def _safest(game: Game, decider: Decider, question: Question) -> str:
    """A11.21: out of the CC to where the least fire is to be feared; of equals the first, farthest from enemies."""
    unit = _subject(game, question)
    if unit is None:
        return question.default
    fear = danger.danger(game, decider, unit)
    return min((item.value for item in question.options), key=fear.standing)


def _weighed(game: Game, decider: Decider, question: Question) -> str:
    """D7.1, C2.2401: an Overrun, or a shot before the enemy's, where it promises what the doctrine asks for."""
    figure, _, _, weigh = WEIGHED[question.id]
    worth = weigh(game, decider, question)
    if worth is None:
        return question.default
    return "yes" if worth >= decider.doctrine.value(figure) else "no"


def _overrun_harm(game: Game, decider: Decider, question: Question) -> float | None:
    """D7.1: what the Overrun is expected to do; None if there is nobody to overrun."""
    unit, place = _subject(game, question), question.subject[-1]
    if unit is None or not overrun.targets(game, unit, place):
        return None
    attack = overrun.attack_of(game, unit, place)
    return harm.of_ift(game, decider, attack) if attack.column else 0.0


def _duel_harm(game: Game, decider: Decider, question: Question) -> float:
    """C2.2401: what the best shot of the vehicle is expected to do to who is about to fire at it."""
    unit, place = _subject(game, question), question.subject[-1]
    shots = gunnery.choices(game, decider, unit, (place,)) if unit is not None else []
    return max((shot.harm for shot in shots), default=0.0)


def reason(game: Game, decider: Decider, question: Question) -> str:
    """Why a side answers a question of its vehicles as it does, with the figure that decides; "" of all others."""
    unit, place = _subject(game, question) if question.subject else None, question.subject[-1:]
    if unit is None or question.id not in WEIGHED:
        return ""
    figure, does, leaves, weigh = WEIGHED[question.id]
    worth = weigh(game, decider, question)
    if worth is None:
        return ""
    verb = does if worth >= decider.doctrine.value(figure) else leaves
    return f"{unit.id} {verb} {place[0]}: {expected_loss(worth)}, {decider.doctrine.words(figure)}."


def _subject(game: Game, question: Question) -> Unit | None:
    """The unit that a question is about."""
    return game.state.units.get(question.subject[0])


def _looks_for_him(game: Game, decider: Decider, question: Question) -> str:
    """A14.4: whoever loses nothing by being TI: all of them, once the side neither fires nor moves in this Turn."""
    over = game.state.phase == "AFPh" and game.state.side != decider.side
    return " ".join(item.value for item in question.options) if over else question.default


ANSWERS: dict[str, Answer] = {
    "captured": _least_useful,
    "guard": _least_useful,
    "beyond-limit": _always("no"),  # A4.1, A4.134: a side that plays by itself stays within its MF
    "minimum-move": _always("no"),
    "into-building": _always("yes"),  # A11.8: from the street back into the building
    "withdraw-to": _safest,
    "surrender": _always("yes"),  # A20.21
    "rout-to": _gives_up,
    "ffe-goes-on": support_fire.goes_on,
    "ffe-correct": support_fire.corrected_to,
    "overrun": _weighed,
    "gun-duel": _weighed,
    "charge-target": flames.meant_for,
    "sniper-check": _looks_for_him,
}
"""Who answers what, by the id of the question; the default answers all the others."""

WEIGHED: dict[str, tuple[str, str, str, Callable[[Game, Decider, Question], float | None]]] = {
    "overrun": ("overrun-harm", "overruns those in", "does not overrun those in", _overrun_harm),
    "gun-duel": ("gun-duel", "tries to fire first at", "does not try to fire first at", _duel_harm),
}
"""Questions that are answered by what an attack promises: the figure, what is done or left, and what is weighed."""

PhasePlan = Callable[[Game, Decider], Act | None]
MOST_SHOTS = 24
"""The most shots at one moved hex."""


def _prep_fire(game: Game, decider: Decider) -> Act | None:
    """The PFPh: first the plan, then what strikes from afar, then SMOKE, then the units, then who digs in."""
    first = axes.next_act(game, decider) or support_fire.next_act(game, decider) or smoke_rounds.next_act(game, decider)
    first = first or gunnery.unlimbers(game, decider) or mopping_up.next_act(game, decider)
    return first or prep_fire.next_act(game, decider) or digging_in.next_act(game, decider)


def _final_fire(game: Game, decider: Decider) -> Act | None:
    """The DFPh of the other side: aircraft and artillery, then the units."""
    from_afar = support_fire.aircraft(game, decider) or support_fire.next_act(game, decider)
    return from_afar or opening.next_act(game, decider)


OWN_TURN: dict[Phase, PhasePlan] = {
    "RPh": recovery.next_act,
    "PFPh": _prep_fire,
    "MPh": moves.next_act,
    "AFPh": opening.next_act,
    "RtPh": routs.next_act,
    "APh": advances.next_act,
    "CCPh": cc_acts.next_act,
}
"""Who says what the side does in each phase of its own Player Turn."""

OTHER_TURN: dict[Phase, PhasePlan] = {
    "RPh": recovery.next_act,
    "MPh": support_fire.aircraft,
    "DFPh": _final_fire,
    "RtPh": routs.next_act,
    "CCPh": cc_acts.next_act,
}
"""Who says what it does in the other side's Player Turn; its Defensive First Fire is `react`."""


def _reaction(decider: Decider, movers: Sequence[str], place: str, held: set[str], game: Game) -> Act | None:
    """Return what meets those who have just spent MF in `place`: a shot, CC Reaction Fire, or a Motion attempt."""
    act = opening.first_fire(game, decider, movers, place, held) or cc_reaction.reacts(game, decider, movers, place)
    return act or motion.tries(game, decider, movers, place)


class SideMind(Frozen):
    """The mind of one side: a `sasl.asl.game.minds.Mind`."""

    side: Side

    def decider(self, game: Game) -> Decider:
        """The side and the doctrine it follows in this game. ContentError if there is no such doctrine."""
        return Decider(self.side, planning.followed(game, self.side))

    def proposal(self, game: Game) -> Act | None:
        """What the side does next in this phase, or None. An Act without an order only passes."""
        return asking.next_act(game, self.side, self._plan)

    def _plan(self, game: Game) -> Act | None:
        """Return the next act of this phase. Refused where the rules refuse the planning of a unit."""
        ahead = planning.next_act(game, self.side, doctrine_of(game, self.side))
        if ahead is not None:
            return ahead
        plans = OWN_TURN if game.state.side == self.side else OTHER_TURN
        plan = plans.get(game.state.phase)
        return plan(game, self.decider(game)) if plan and game.state.stage == "play" else None

    def act(self, ctx: Context) -> bool:
        """Do the next act of this phase, and what belongs to it. False if the side has nothing (more) to do in it."""
        done, led = False, None
        while act := self.proposal(ctx.game):
            quiet = act.order is None or not act.title
            if led and not quiet and not _belongs(ctx.game, led, act):
                return True
            if act.order is None and act.key in ctx.state.passed:
                return done  # it has passed already: never ask for ever
            if settle_sight(ctx, act) or panicked_before_firing(ctx, self.decider(ctx.game), act):
                continue
            did = carry_out(ctx, self.decider(ctx.game), act)
            done = done or not quiet
            if not quiet and not (did and act.leads_on):
                return True
            led = led if quiet else act
        return done

    def react(self, ctx: Context, ids: Iterable[str], place: str) -> bool:
        """A8.1: Defensive First Fire at those who have just spent MF in `place`. True if it fired."""
        fired, movers, held = False, tuple(ids), set[str]()
        for _ in range(MOST_SHOTS):
            decider = self.decider(ctx.game)
            act = asking.next_act(ctx.game, self.side, partial(_reaction, decider, movers, place, held))
            if act is None:
                break
            if settle_sight(ctx, act) or panicked_before_firing(ctx, decider, act):
                continue
            notes = kill_zone.notes(ctx.game, decider, act.ids, movers)
            if carry_out(ctx, decider, act):
                fired = True
                for note in notes:
                    ctx.emit(ev.Passed(note))
        return fired

    def answer(self, game: Game, question: Question) -> str | None:
        """What the side answers to a question that is its own; the default where the rules refuse to weigh it."""
        try:
            return answer(game, self.decider(game), question)
        except Refused:
            return question.default

    def reason(self, game: Game, question: Question) -> str:
        """Why it answers so, in a line; "" where that goes without saying."""
        try:
            return reason(game, self.decider(game), question)
        except Refused as refusal:
            return f"The {self.side} side answers {question.default}: {refusal}"

    def no_action(self, game: Game, unit: Unit, *, by_hand: bool) -> str:
        """S6.1: why a unit has no Action now, or ""."""
        return prep_fire.no_action(game, unit, by_hand=by_hand)

    def take_action(self, ctx: Context, unit: Unit, result: str) -> None:
        """S6.1: the Action of a unit, or `result`, settled by hand."""
        prep_fire.take_action(ctx, self.decider(ctx.game), unit, result)

    def advice(self, game: Game, ids: Collection[str]) -> Advice:
        """What it would do now, with these units or with any of its side: the first thing that is an act."""
        there = advising.only(game, self.side, ids) if ids else game.at(replace(game.state, passed=frozenset()))
        there = there.at(replace(there.state, passed=there.state.passed | {axes.KEY}))  # `axes` shows the plan
        decider = self.decider(there)
        there = there.at(replace(there.state, companies=companies.form(there, decider)))
        act = advising.first_fire(there, decider) or self.proposal(there)
        for _ in range(advising.MOST_TRIES):
            if act is None or (advising.concerns(act, ids) if ids else act.order is not None):
                break
            there = there.at(replace(there.state, passed=there.state.passed | {act.key}))
            act = self.proposal(there)
        if (act is None or act.order is None) and (there.state.phase, there.state.side) == ("RPh", self.side):
            act = next(recovery.second(there, decider), act)
        return advising.advice_of(decider, act if act and (not ids or advising.concerns(act, ids)) else None, ids)

    def plan(self, game: Game) -> Plan:
        """Where it would attack from now on."""
        return axes.plan_of(game, self.decider(game))

    def harm(self, game: Game, units: Sequence[Unit], hexes: Sequence[str]) -> dict[str, float]:
        """Return the chance of harm to the weakest of the units in each hex into which they move."""
        weakest = min(units, key=lambda unit: (not unit.mmc, unit.morale, unit.id))
        expected = danger.danger(game, self.decider(game), weakest)
        return {name: expected(name) for name in hexes}

    def in_close_combat(self) -> Any:
        """Who decides for the side in CC."""
        return cc_acts.CloseCombatAgent(self.decider)


def _belongs(game: Game, led: Act, act: Act) -> bool:
    """Whether an act goes on with the one that led to it: by the same, or by somebody in the same Location."""
    places = {game.state.units[key].hex for item in (led, act) for key in item.ids[:1] if key in game.state.units}
    return led.key == act.key or (bool(led.ids and act.ids) and len(places) == 1)
