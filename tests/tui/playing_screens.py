"""Games for the tests of the screens."""

from __future__ import annotations

from pathlib import Path

from sasl.content.library import Library
from sasl.play.engine import Ask, Done
from sasl.saves.session import Session

GOLDEN = Path(__file__).parent / "golden"


def give(session: Session, line: str) -> None:
    """Run a command with the default answer to every question."""
    answers: tuple[str, ...] = ()
    while isinstance(outcome := session.submit(line, answers), Ask):
        answers = (*outcome.answers, outcome.question.default or "auto")
    assert isinstance(outcome, Done), (line, outcome)


def at_first_mph(library: Library, seed: int = 7) -> Session:
    """A game in the FRIENDLY MPh of Turn 1, everything set up by the program."""
    session = Session.memory(library, "oto-s1", seed)
    give(session, "next")
    give(session, "next")
    give(session, "wreck auto")
    for line in ("next", "next", "deploy", "next", "next", "next"):
        give(session, line)
    assert session.game.state.moment == "Turn 1, FRIENDLY MPh"
    return session
