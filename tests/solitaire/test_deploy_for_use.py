"""Set-up by the program serves its weapons: no SW IN a gully, and armor leaders in tanks that fight."""

from __future__ import annotations

import pytest

from sasl.asl.game.los.depressions import in_gully
from sasl.content.library import Library, shipped_root
from sasl.orders.engine import Ask, Done
from sasl.saves.session import Session


@pytest.fixture(scope="module")
def library() -> Library:
    return Library(shipped_root())


def before_the_force(library: Library) -> Session:
    session = Session.memory(library, "oto-s1", 31)
    for line in ("next", "next", "wreck auto", "next"):
        give(session, line)
    return session


def give(session: Session, line: str) -> None:
    answers: tuple[str, ...] = ()
    while isinstance(outcome := session.submit(line, answers), Ask):
        answers = (*outcome.answers, outcome.question.default)
    assert isinstance(outcome, Done), outcome


def test_d3_4_armor_leaders_are_all_rolled_before_the_best_is_given_to_a_tank_that_fights(library: Library) -> None:
    session = before_the_force(library)
    asked: list[str] = []
    proposed: list[str] = []
    answers: tuple[str, ...] = ()
    while isinstance(outcome := session.submit("next", answers), Ask):
        asked.append(outcome.question.text)
        proposed.append(outcome.question.options[0].label)
        answers = (*outcome.answers, outcome.question.default)
    assert isinstance(outcome, Done)
    assert asked == [
        "Which AFV gets the armor leader 10-2 (9-2 and 8-1 still to come)?",
        "Which AFV gets the armor leader 9-2 (8-1 still to come)?",
        "Which AFV gets the armor leader 8-1?",
    ]
    assert proposed == ["KV-1S", "KV-8S", "T-34 M43"], "no assault gun before them"


def test_b19_2_deploy_leaves_no_sw_in_a_gully(library: Library) -> None:
    """Out of it they would see nothing."""
    session = before_the_force(library)
    for line in ("next", "deploy"):
        give(session, line)
    state = session.game.state
    bearers = [state.units[item.holder] for item in state.weapons.values() if item.holder and item.side == "FRIENDLY"]
    assert bearers and not [unit.id for unit in bearers if unit.hex and in_gully(session.game, unit)]
