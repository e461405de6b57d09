"""Undo, redo, jump, log and the list of what to change on the board."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playing_saves import SET_UP, done, run

from sasl.asl.game.events import Rolled, VpoValued
from sasl.asl.game.state import Marker, Suspect, Unit, Value, Weapon
from sasl.content.library import Library
from sasl.kernel.frozen import replace
from sasl.kernel.rolling.records import RollRecord
from sasl.orders.engine import Ask, Done, No
from sasl.saves.diff import board_changes
from sasl.saves.reading import Reading
from sasl.saves.session import Session

New = Callable[..., Session]


def test_undo_and_redo(library: Library) -> None:
    session = done(Session.memory(library, "oto-s1", 3), *SET_UP)
    states = [moment.game.state for moment in session.moments]
    assert [moment.n for moment in session.moments] == list(range(len(SET_UP) + 1))
    assert session.game.state.stage == "play"
    for state in reversed(states[:-1]):
        changes = session.undo()
        assert isinstance(changes, list) and changes
        assert session.game.state == state
    refusal = session.undo()
    assert isinstance(refusal, No) and refusal.reason == "there is nothing to take back"
    assert len(session.undone) == len(SET_UP)
    for state in states[1:]:
        assert isinstance(session.redo(), list)
        assert session.game.state == state
    assert isinstance(session.redo(), No)


def test_a_new_command_drops_what_was_undone(library: Library) -> None:
    session = done(Session.memory(library, "oto-s1", 3), "note a", "note b", "note c")
    session.undo(2)
    done(session, "note d")
    assert not session.undone
    assert [line.text for line in session.log()] == ["Player: a", "Player: d"]


def test_what_a_command_took_the_place_of_can_be_restored_and_so_can_that_command(
    new: New, library: Library, tmp_path: Path
) -> None:
    session = done(new(), "note a", "note b", "note c")
    assert isinstance(session.restore(), No)
    session.jump(1)
    done(session, "note d")
    assert session.parting == "(2 undone moments have been replaced: restore brings them back.)"

    def notes(of: Session) -> list[str]:
        return [line.text.removeprefix("Player: ") for line in of.log()]

    assert notes(session) == ["a", "d"]
    assert session.restore() == [] and notes(session) == ["a", "b", "c"] and not session.undone
    assert session.restore() == [] and notes(session) == ["a", "d"]
    done(session, "note e")
    assert session.parting == ""
    assert session.restore() == [] and notes(session) == ["a", "b", "c"]
    session.undo()
    done(session, "note f")
    session.close()
    again = Session.resume(library, tmp_path, "g")
    assert notes(again) == ["a", "b", "f"]
    assert isinstance(again.restore(2), list) and notes(again) == ["a", "d", "e"]
    assert str(again.restore(3)) == str(No("3 is not possible: there are 2 lines of play to bring back"))


def test_the_same_dice_fall_after_undo(library: Library) -> None:
    session = Session.memory(library, "oto-s1", 3)
    first = run(session, "roll DR")
    session.undo()
    again = run(session, "roll DR")
    assert isinstance(first, Done) and isinstance(again, Done) and first.events == again.events


def test_counts_and_jumps_that_cannot_be(library: Library) -> None:
    session = done(Session.memory(library, "oto-s1", 3), "note a", "note b")
    refusals = (session.undo(3), session.undo(0), session.redo(), session.jump(2), session.jump(3), session.jump(-1))
    for refusal in refusals:
        assert isinstance(refusal, No)
    assert session.jump(0) == []
    assert isinstance(session.jump(2), list)
    assert len(session.moments) == 3


def test_a_question_leaves_no_trace(library: Library) -> None:
    session = done(Session.memory(library, "oto-s1", 3), "next", "next")
    assert isinstance(session.submit("next"), Ask)
    assert len(session.moments) == 3


def test_a_look_is_no_moment(library: Library) -> None:
    session = done(Session.memory(library, "oto-s1", 3), *SET_UP)
    assert isinstance(run(session, "vp"), Done)
    assert len(session.moments) == len(SET_UP) + 1


def test_control_characters_are_refused(library: Library) -> None:
    session = Session.memory(library, "oto-s1", 3)
    for text in ("note \x1b[31m", "note \udcff", "note a\rb"):
        assert isinstance(session.submit(text), No)
    assert isinstance(session.submit("note a", ("\x00",)), No)


@pytest.mark.parametrize("kind", [Session, Reading])
def test_reading_only(new: New, library: Library, tmp_path: Path, kind: type[Reading]) -> None:
    done(new(), "note a", "note b").close()
    read = kind.read(library, tmp_path, "g")
    assert isinstance(read.submit("note c"), No) and isinstance(read.undo(), No) and isinstance(read.jump(0), No)
    assert len(read.log()) == 2


def test_a_whole_game_comes_back(new: New, library: Library, tmp_path: Path) -> None:
    session = done(new(), *SET_UP, *["next"] * 4)
    session.undo(2)
    session.close()
    assert Reading.read(library, tmp_path, "g").game.state == session.game.state
    with Session.resume(library, tmp_path, "g") as again:
        assert again.game.state == session.game.state
        assert [moment.events for moment in again.moments] == [moment.events for moment in session.moments]
        assert [moment.answers for moment in again.moments] == [moment.answers for moment in session.moments]
        assert len(again.undone) == 2
        assert again.log() == session.log()
        again.redo(2)
        assert again.game.state == session._line[-1].game.state


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    steps=st.lists(
        st.sampled_from(["roll DR", "note x", "next", "undo", "undo 2", "redo", "jump 0", "jump 2"]), max_size=14
    ),
    data=st.data(),
)
def test_any_path_resumes_to_the_same_moment(
    library: Library, tmp_path: Path, steps: list[str], data: st.DataObject
) -> None:
    name = f"g{sum(1 for _ in tmp_path.iterdir())}"
    with Session.create(library, "oto-s1", 5, tmp_path, name, "now") as session:
        for step in steps:
            word, _, number = step.partition(" ")
            if word in ("undo", "redo"):
                getattr(session, word)(int(number or 1))
            elif word == "jump":
                session.jump(int(number))
            else:
                run(session, step)
            assert [line.n for line in session.log()] == sorted(line.n for line in session.log())
            assert {line.n for line in session.log()} <= {moment.n for moment in session.moments}
        before = session.game.state
        count = len(session.moments) - 1
        if count and isinstance(session.undo(count), list):
            session.redo(count)
        assert session.game.state == before
        moments, undone = session.moments, session.undone
    again = Session.read(library, tmp_path, name)
    assert again.game.state == before
    assert [item.events for item in again.moments] == [item.events for item in moments]
    assert [item.events for item in again.undone] == [item.events for item in undone]


def test_log_topics(library: Library) -> None:
    session = done(Session.memory(library, "oto-s1", 3), "next", "note a", "roll DR")
    assert {line.topic for line in session.log({"roll"})} == {"roll"}
    assert session.log({"roll"})[-1].n == 3
    assert len(session.log()) > len(session.log({"roll"}))


def test_a_line_of_the_log_keeps_all_that_it_tells(library: Library) -> None:
    session = done(Session.memory(library, "oto-s1", 3), *SET_UP)
    lines = session.log()
    told = [event for moment in session.moments for event in moment.events if event.describe()]
    assert [event for line in lines for event in line.events] == told
    assert max(len(line.events) for line in lines) > 1


def test_a10b_a_roll_in_a_line_gives_it_its_topic(library: Library) -> None:
    session = done(Session.memory(library, "oto-s1", 3), "note a")
    record = RollRecord("Worth of VPO I8", "dr", (5,), 5, 5, table="x", result=3, provenance="house")
    session._advance("next", (), (Rolled(record), VpoValued("I8", 3)), session.game)
    assert [line.text for line in session.log({"roll"})] == ["Worth of VPO I8: dr 5 = 5 -> 3 VP [house]"]
    assert not session.log({"control"})


# -- what to change on the board ----------------------------------------------------------------------
@pytest.fixture(scope="module")
def base(library: Library) -> Session:
    return Session.memory(library, "oto-s1", 3)


def test_board_changes_in_table_language(base: Session) -> None:
    empty = base.game.state
    squad = Unit("628a", "FRIENDLY", "squad", "6-2-8", "628", "K21", frozenset({"broken", "dm", "moved"}))
    other = replace(squad, id="628b", flags=frozenset({"broken", "dm"}))
    before = replace(
        empty,
        stage="play",
        turn=2,
        side="FRIENDLY",
        phase="DFPh",
        units={"628a": squad, "628b": other, "467a": Unit("467a", "ENEMY", "squad", "4-6-7", "467", "K9")},
        suspects={"S2": Suspect("S2", "L1", "Hold", "case a")},
        weapons={"LMGa": Weapon("LMGa", "FRIENDLY", "LMG", "LMG", "628a")},
        markers={"wreck1": Marker("wreck1", "wreck", "L17")},
        control={"K9": "FRIENDLY"},
        values={"enemy-san": Value("4", "seed")},
    )
    after = replace(
        before,
        phase="MPh",
        turn=2,
        units={"628a": replace(squad, hex="K22", flags=frozenset()), "628b": replace(other, flags=frozenset())},
        suspects={"S2": replace(before.suspects["S2"], attitude="Advance"), "S12": Suspect("S12", "K9", "Hold", "x")},
        weapons={"LMGa": Weapon("LMGa", "FRIENDLY", "LMG", "LMG", "", "K21")},
        markers={},
        control={"K9": "ENEMY"},
        values={"enemy-san": Value("3", "seed")},
    )
    assert board_changes(before, after) == [
        "Go to Turn 2, FRIENDLY MPh",
        "Swap S2 for a yellow S? (Advance)",
        "Put a black S? (S12) in K9",
        "Take 467a off K9",
        "Put 628a in K22",
        "628a and 628b are no longer DM and broken",
        "Lay LMGa down in K21",
        "Take the wreck off L17",
        "VPO K9 is controlled by the ENEMY side",
        "ENEMY SAN is 3",
    ]
    assert board_changes(after, after) == []
    away = replace(after, units={key: replace(unit, hex="K23") for key, unit in after.units.items()})
    assert board_changes(after, away) == ["Put 628a and 628b in K23"], "a line for a stack"


def test_undo_lists_what_to_change(library: Library) -> None:
    session = done(Session.memory(library, "oto-s1", 3), *SET_UP)
    unit = next(unit for unit in session.game.state.on_map("FRIENDLY") if unit.kind == "squad")
    done(session, f"break {unit.id}")
    changes = session.undo()
    assert isinstance(changes, list)
    assert any(line.startswith(f"{unit.id} is no longer ") and "broken" in line for line in changes)
    done(session, f"eliminate {unit.id}")
    changes = session.undo()
    assert isinstance(changes, list)
    assert any(line.startswith(f"Put {unit.id} (squad") and f"in {unit.hex}" in line for line in changes)
