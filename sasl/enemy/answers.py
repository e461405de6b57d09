"""Answers to questions that are a side's own: where to withdraw, who is captured, which way an aircraft flies."""

from __future__ import annotations

from collections.abc import Callable

from sasl.combat.men import morale
from sasl.enemy import recovery
from sasl.enemy.act import Staff, pick
from sasl.game.context import Game, Question
from sasl.game.state import SMC, Unit

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


ANSWERS: dict[str, Answer] = {
    "A20.22": _least_useful,
    "A20.5": _least_useful,
    "A4.1": _no,
    "A4.134": _no,
}
"""Who answers what, by the rule of the question; the default answers all the others."""
