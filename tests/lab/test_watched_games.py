"""Watched games: the built-in commander plays whole missions, and every rule of the house holds at every moment."""

from __future__ import annotations

from collections import Counter

import pytest

from sasl.content.library import Library, shipped_root
from sasl.game.context import Option, Question
from sasl.game.events import MissionEnded, PhaseBegan, SuspectRemoved
from sasl.game.state import State
from sasl.lab import commander
from sasl.lab.watch import MOST_COMMANDS, Stuck, Watch
from sasl.play.deployment import overstacked
from sasl.play.engine import Ask, No
from sasl.saves.session import Session

LIBRARY = Library(shipped_root())


@pytest.fixture(scope="module")
def watched() -> Session:
    session = Session.memory(LIBRARY, "oto-s1", 11)
    for _ in Watch(session).run():
        pass
    return session


def test_a_watched_mission_ends_at_turn_8_or_later_with_its_vp(watched: Session) -> None:
    state = watched.game.state
    assert state.stage == "over" and state.turn >= 8
    ends = [event for moment in watched.moments for event in moment.events if isinstance(event, MissionEnded)]
    assert len(ends) == 1 and len(ends[0].lines) == 4
    assert state.outcome == f"FRIENDLY {ends[0].friendly} VP, ENEMY {ends[0].enemy} VP"


def test_every_phase_of_every_turn_is_played_once(watched: Session) -> None:
    phases = [(event.turn, event.side, event.phase) for moment in watched.moments for event in moment.events
              if isinstance(event, PhaseBegan)]
    assert max(Counter(phases).values()) == 1 and len(phases) == 16 * watched.game.state.turn


def test_the_commander_keeps_the_rules_at_every_moment(watched: Session) -> None:
    for moment in watched.moments:
        state: State = moment.game.state
        if state.stage != "play":
            continue
        mined = {marker.hex for marker in state.marked("minefield")}  # stacks that mines stopped there may overstack
        for name in {unit.hex for unit in state.on_map("FRIENDLY")} - mined:
            fault = overstacked(moment.game, state.units_at(name or "", "FRIENDLY"))
            assert state.phase == "MPh" or not fault, (moment.n, name, fault)
        held = {name for name in state.control if state.holds(name, "FRIENDLY") and not state.holds(name, "ENEMY")}
        assert all(state.control[name] == "FRIENDLY" for name in held), moment.n


def test_each_suspect_is_checked_once_and_gone(watched: Session) -> None:
    removed = [event.id for moment in watched.moments for event in moment.events if isinstance(event, SuspectRemoved)]
    assert removed and max(Counter(removed).values()) == 1
    assert not set(removed) & set(watched.game.state.suspects)


def test_the_same_seed_is_the_same_game() -> None:
    lines = []
    for _ in range(2):
        watch = Watch(Session.memory(LIBRARY, "oto-s1", 12))
        lines.append([watch.step() for _ in range(60)])
    assert lines[0] == lines[1]


def test_the_commander_answers_what_the_program_proposes() -> None:
    question = Question("choice", "which?", "b", (Option("a", "A"), Option("b", "B")))
    assert commander.answer(question) == "b"


class Refuses:
    """A table at which nothing works."""

    def __init__(self, outcome: No | Ask) -> None:
        self.game = Session.memory(LIBRARY, "oto-s1", 1).game
        self.outcome = outcome

    def submit(self, line: str, answers: tuple[str, ...] = ()) -> No | Ask:
        return self.outcome


def test_a_game_that_cannot_go_on_says_so() -> None:
    watch = Watch(Refuses(No("it is broken")))
    assert watch.step() == ("option ask-los off", ()), "an order that is refused is passed over"
    with pytest.raises(Stuck, match="next: it is broken"):
        for _ in range(5):
            watch.step()
    with pytest.raises(Stuck, match="asks without end"):
        Watch(Refuses(Ask(Question("text", "again?", "x"), ()))).step()
    assert MOST_COMMANDS == 5000
