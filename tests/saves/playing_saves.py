"""Helpers of the tests of saves: play with default answers."""

from __future__ import annotations

from sasl.orders.engine import Ask, Done, Outcome
from sasl.saves.session import Session

NOW = "2026-01-02T03:04:05"
SET_UP = ("next", "next", "next", "next", "deploy", "next")


def run(session: Session, line: str) -> Outcome:
    """The command, with the default answer to every question."""
    outcome = session.submit(line)
    while isinstance(outcome, Ask):
        outcome = session.submit(line, (*outcome.answers, outcome.question.default))
    return outcome


def done(session: Session, *lines: str) -> Session:
    for line in lines:
        outcome = run(session, line)
        assert isinstance(outcome, Done), (line, outcome)
    return session
