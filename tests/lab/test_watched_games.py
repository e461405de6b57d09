"""Watched games: both sides play whole missions by themselves, and every rule of the house holds at every moment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from sasl.content.library import Library, shipped_root
from sasl.game import events as ev
from sasl.game.context import Option, Question
from sasl.game.state import State
from sasl.lab import commander
from sasl.lab.watch import Step, Stuck, Watch
from sasl.play.deployment import overstacked
from sasl.play.engine import Ask, No
from sasl.saves.session import Session

LIBRARY = Library(shipped_root())


def facts(session: Session) -> Iterator[ev.Event]:
    """Everything that happened, in order."""
    return (event for moment in session.moments for event in moment.events)


@pytest.fixture(scope="module")
def watched() -> Session:
    session = Session.memory(LIBRARY, "oto-s1", 11, "watch")
    for _ in Watch(session).run():
        pass
    return session


def test_a_watched_mission_ends_at_turn_8_or_later_with_its_vp(watched: Session) -> None:
    state = watched.game.state
    assert state.stage == "over" and state.turn >= 8
    ends = [event for event in facts(watched) if isinstance(event, ev.MissionEnded)]
    assert len(ends) == 1 and len(ends[0].lines) == 4
    assert state.outcome == f"FRIENDLY {ends[0].friendly} VP, ENEMY {ends[0].enemy} VP"


def test_every_phase_of_every_turn_is_played_once(watched: Session) -> None:
    phases = [
        (event.turn, event.side, event.phase) for event in facts(watched) if isinstance(event, ev.PhaseBegan)
    ]
    assert max(Counter(phases).values()) == 1 and len(phases) == 16 * watched.game.state.turn


def test_both_sides_keep_the_rules_at_every_moment(watched: Session) -> None:
    for moment in watched.moments:
        state: State = moment.game.state
        if state.stage != "play":
            continue
        mined = {marker.hex for marker in state.marked("minefield")}  # stacks that mines stopped there may overstack
        for side in ("FRIENDLY", "ENEMY"):
            for name in {unit.hex for unit in state.on_map(side)} - mined:
                fault = overstacked(moment.game, state.units_at(name or "", side))
                assert state.phase in ("MPh", "RtPh") or not fault, (moment.n, name, fault)
        held = {name for name in state.control if state.holds(name, "FRIENDLY") and not state.holds(name, "ENEMY")}
        assert all(state.control[name] == "FRIENDLY" for name in held), moment.n


def test_each_suspect_is_checked_once_and_gone(watched: Session) -> None:
    removed = [event.id for event in facts(watched) if isinstance(event, ev.SuspectRemoved)]
    assert removed and max(Counter(removed).values()) == 1
    assert not set(removed) & set(watched.game.state.suspects)


def test_the_same_seed_is_the_same_game() -> None:
    lines = []
    for _ in range(2):
        watch = Watch(Session.memory(LIBRARY, "oto-s1", 12, "watch"))
        lines.append([watch.step() for _ in range(60)])
    assert lines[0] == lines[1]


def test_what_no_mind_decides_is_answered_as_the_program_proposes() -> None:
    question = Question("choice", "which?", "b", (Option("a", "A"), Option("b", "B")))
    assert commander.answer(question) == "b"


def test_a_doctrine_is_chosen_before_anything_else() -> None:
    session = Session.memory(LIBRARY, "oto-s1", 1, "watch")
    watch = Watch(session, commander.doctrine_orders("timid", "aggressive"))
    assert [watch.step().shown for _ in range(2)] == ["doctrine timid", "doctrine aggressive friendly"]
    values = session.game.state.values
    assert (values["enemy-doctrine"].value, values["friendly-doctrine"].value) == ("timid", "aggressive")
    assert commander.doctrine_orders() == ()


def test_a_step_shows_the_act_as_it_would_be_typed() -> None:
    first = ev.Decided("ENEMY", "467a", "467a fires", "fire 467a K14")
    then = ev.Decided("FRIENDLY", "628a", "628a fires back", "fire 628a K9")
    why = ev.Passed("628b", "no LOS")
    step = Step("next", (ev.Told("before"), first, then, why, ev.Passed("628c")))
    assert (step.act, step.shown, step.refused) == (first, "fire 467a K14", (why,))
    assert (Step("next", ()).act, Step("next", ()).shown) == (None, "next")


class Refuses:
    """A table at which nothing works."""

    def __init__(self, outcome: No | Ask) -> None:
        self.game = Session.memory(LIBRARY, "oto-s1", 1).game
        self.outcome = outcome

    def submit(self, line: str, answers: tuple[str, ...] = ()) -> No | Ask:
        return self.outcome


def test_a_game_that_cannot_go_on_says_so_with_its_seed() -> None:
    with pytest.raises(Stuck, match="seed 1, set-up: mission tables: option ask-los off: it is broken"):
        Watch(Refuses(No("it is broken"))).step()
    with pytest.raises(Stuck, match="asks without end"):
        Watch(Refuses(Ask(Question("text", "again?", "x"), ()))).step()
    with pytest.raises(Stuck, match="which\\? 'x' is not one of"):
        Watch(Refuses(Ask(Question("text", "which?", "x", error="'x' is not one of a, b"), ()))).step()
