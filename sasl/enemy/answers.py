"""Answers to questions that are a side's own: where to withdraw, who is captured, which way an aircraft flies."""

from __future__ import annotations

from sasl.enemy.act import Staff
from sasl.game.context import Game, Question


def answer(game: Game, staff: Staff, question: Question) -> str | None:
    """What the side answers; None leaves it to the player."""
    return question.default
