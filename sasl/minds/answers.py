"""Answers to questions that are a side's own: where to withdraw, who is captured, which way an aircraft flies."""

from __future__ import annotations

from collections.abc import Callable

from sasl.asl.game.context import Game, Question
from sasl.asl.game.state import SMC, Unit
from sasl.asl.infantry import morale
from sasl.asl.vehicles import overrun
from sasl.minds.act import Staff, pick
from sasl.minds.fire import harm, support
from sasl.minds.infantry import recovery
from sasl.minds.movement import danger

Answer = Callable[[Game, Staff, Question], str]


def answer(game: Game, staff: Staff, question: Question) -> str | None:
    """What the side answers; None leaves it to the player. Most questions have a sensible default of their own."""
    if staff.doctrine.choice == "random" and question.kind == "choice" and question.rule not in ANSWERS:
        return pick(game, question.text, question.options).value
    find = ANSWERS.get(question.rule)
    return find(game, staff, question) if find else question.default


def _units(game: Game, question: Question) -> list[Unit]:
    """The units among the options."""
    return [game.state.units[item.value] for item in question.options if item.value in game.state.units]


def usefulness(game: Game, unit: Unit) -> tuple[bool, bool, float, str]:
    """How much a unit is missed: leaders most, then who mans a Gun, then by its FP and that of its SW."""
    fp = (game.counter_of(unit).fp or 0) + sum(game.counter_of(item).fp or 0 for item in game.state.weapons_of(unit.id))
    worth = fp - morale.leadership(unit) if unit.kind in SMC else fp
    return (unit.kind in SMC, recovery.mans(game, unit), worth, unit.id)


def _least_useful(game: Game, staff: Staff, question: Question) -> str:
    """A20.22, A20.5: the unit that is missed least is given up, or is the Guard."""
    units = _units(game, question)
    return min(units, key=lambda unit: usefulness(game, unit)).id if units else question.default


def _no(game: Game, staff: Staff, question: Question) -> str:
    """A4.1, A4.134: a side that plays by itself stays within its MF."""
    return "no"


def _back_inside(game: Game, staff: Staff, question: Question) -> str:
    """A11.8: from the street back into the building."""
    return "yes"


def _safest(game: Game, staff: Staff, question: Question) -> str:
    """A11.21: out of the CC to where the least fire is to be feared; of equals the first, farthest from enemies."""
    unit = _subject(game, question)
    if unit is None:
        return question.default
    fear = danger.danger(game, staff, unit)
    return min((item.value for item in question.options), key=fear.standing)


def _pays(game: Game, staff: Staff, question: Question) -> str:
    """D7.1: an Overrun where its expected harm is what the doctrine asks for."""
    unit, place = _subject(game, question), next(iter(question.hexes), "")
    if unit is None or not overrun.targets(game, unit, place):
        return question.default
    attack = overrun.attack_of(game, unit, place)
    worth = harm.of_ift(game, staff, attack) if attack.column else 0.0
    return "yes" if worth >= staff.doctrine.value("overrun-harm") else "no"


def _subject(game: Game, question: Question) -> Unit | None:
    """The unit that a question names first."""
    words = question.text.replace("Shall ", "").split()
    return game.state.units.get(words[0]) if words else None


ANSWERS: dict[str, Answer] = {
    "A20.22": _least_useful,
    "A20.5": _least_useful,
    "A4.1": _no,
    "A4.134": _no,
    "A11.8": _back_inside,
    "A11.21": _safest,
    "C1.34": support.goes_on,
    "D7.1": _pays,
}
"""Who answers what, by the rule of the question; the default answers all the others."""
