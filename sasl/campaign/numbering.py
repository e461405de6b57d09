"""Rules by the numbers of the campaign's own book: the program's texts name them by those of OtO2, or of the first book
that has them; a campaign's file says what they are called in its own (`numbering`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from sasl.asl.game.events import Event, Rolled, Told
from sasl.campaign import events as cev
from sasl.kernel.commands import Ask, No

Numbers = Mapping[str, str]
REASONED = (
    cev.NumberSet | cev.FactSet | cev.PieceAdded | cev.PieceChanged | cev.PieceGone | cev.WorkPut | cev.WorkGone
    | cev.HexesControlled | cev.PerimeterSet
)  # fmt: skip
"""The facts that say why, with a rule."""


def own(text: str, numbers: Numbers) -> str:
    """A rule by itself, or a text with rules in brackets, by the own numbers."""
    if text in numbers:
        return numbers[text]
    if "(" in text:
        for rule, number in numbers.items():
            text = text.replace(f"({rule})", f"({number})")
    return text


def fact(event: Event, numbers: Numbers) -> Event:
    """A fact as the campaign's log is to tell it."""
    if not numbers:
        return event
    if isinstance(event, Rolled):
        return replace(event, record=replace(event.record, rule=own(event.record.rule, numbers)))
    if isinstance(event, Told):
        return replace(event, text=own(event.text, numbers))
    return replace(event, why=own(event.why, numbers)) if isinstance(event, REASONED) else event


def stop(stopped: Ask | No, numbers: Numbers) -> Ask | No:
    """A question or a refusal as the player is to read it."""
    if isinstance(stopped, No):
        return No(own(stopped.reason, numbers))
    asked = stopped.question
    text, rule, error = (own(item, numbers) for item in (asked.text, asked.rule, asked.error))
    return replace(stopped, question=replace(asked, text=text, rule=rule, error=error))
