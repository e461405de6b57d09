"""Lessons: which one is the present one, when each is done, and that they block nothing."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from sasl.asl.game import events as ev
from sasl.asl.game.context import Game
from sasl.asl.game.state import Unit
from sasl.asl.game.switches import OPTIONS
from sasl.content.library import Library, shipped_root
from sasl.content.missions.mission import Lesson, Until
from sasl.content.reading.faults import ContentError
from sasl.kernel.frozen import replace
from sasl.lab.watching.watch import Watch
from sasl.orders.engine import Ask, Done, No, new_game
from sasl.orders.mission_commands import COMMANDS
from sasl.saves.session import Session
from sasl.solitaire.briefing import lessons
from sasl.solitaire.briefing.lessons import HAPPENED, Lessons, Shown, present
from sasl.solitaire.checks.table_checks import check

LIBRARY = Library(shipped_root())


@dataclass(frozen=True)
class Then:
    """A command, its facts, and the game after it."""

    command: str
    events: tuple[ev.Event, ...]
    game: Game


def session(mission: str = "platoon", seed: int = 4) -> Session:
    return Session.memory(LIBRARY, mission, seed)


def give(game: Session, line: str) -> None:
    answers: tuple[str, ...] = ()
    while isinstance(outcome := game.submit(line, answers), Ask):
        answers = (*outcome.answers, outcome.question.default)
    assert isinstance(outcome, Done), (line, outcome)


def title(game: Session) -> str:
    shown = present(game.moments)
    assert shown and shown.lesson
    return shown.lesson.title


def taught(*lessons: Lesson) -> Game:
    """The game at its start, with these lessons."""
    game = new_game(LIBRARY, "platoon", 4)
    return replace(game, mission=replace(game.mission, lessons=list(lessons)))


def lesson(name: str, only_if: Any = None, **until: Any) -> Lesson:
    return Lesson(title=name, text=name, only_if=only_if, until=Until(**until))


def after(game: Game, command: str = "", *facts: ev.Event, **changes: Any) -> Then:
    return Then(command, facts, replace(game, state=replace(game.state, **changes)))


def number(*moments: Then) -> int:
    shown = present(moments)
    assert shown
    return shown.number


# -- how it goes on -----------------------------------------------------------------------------------


def test_the_first_lesson_stands_at_the_start_and_the_next_follows_its_stage() -> None:
    game = session()
    assert present(game.moments) == Shown(game.game.mission.lessons[0], 1, len(game.game.mission.lessons))
    give(game, "next")
    shown = present(game.moments)
    assert shown and shown.lesson == game.game.mission.lessons[1] and shown.done == game.game.mission.lessons[0].title


def test_undo_goes_back_to_the_lesson_and_redo_on_again() -> None:
    game = session()
    give(game, "next")
    game.undo(1)
    assert title(game) == "Figures first"
    game.redo(1)
    assert title(game) == "S?"


def test_a_resumed_game_goes_on_with_its_lesson(tmp_path: Path) -> None:
    with Session.create(LIBRARY, "platoon", 4, tmp_path, "mine", "2026-01-01T00:00:00") as game:
        give(game, "next")
        give(game, "next")
        before = title(game)
    with Session.resume(LIBRARY, tmp_path, "mine") as again:
        assert title(again) == before == "Your force"


def test_who_goes_fast_finds_the_lessons_behind_him_done() -> None:
    game = session()
    for line in ("next", "next", "next", "deploy", "next", *["next"] * 4):
        give(game, line)
    assert game.game.state.moment == "Turn 1, FRIENDLY AFPh"
    assert title(game) in ("Advancing Fire", "To the APh")


def test_lessons_block_nothing_and_change_nothing() -> None:
    """The same seed plays the same game, lessons or none."""
    shown, hidden = session(), session()
    give(hidden, "option lessons off")
    for line in ("next", "next", "next", "deploy", "next", "next", "next", "move F9 E8"):
        give(shown, line)
        give(hidden, line)
    assert present(hidden.moments) is None
    assert replace(hidden.game.state, options=shown.game.state.options) == shown.game.state
    give(hidden, "option lessons on")
    assert title(hidden) == title(shown)


@pytest.mark.parametrize("mission", ["oto-s1", "oto-s2"])
def test_a_mission_without_lessons_has_none(mission: str) -> None:
    assert present(session(mission).moments) is None


def test_after_the_end_all_lessons_are_done_in_a_watched_game() -> None:
    game = Session.memory(LIBRARY, "platoon", 2, "watch")
    for _ in Watch(game).run():
        pass
    shown = present(game.moments)
    assert shown and shown.lesson is None and shown.heading == "All lessons are done"


# -- the vocabulary -----------------------------------------------------------------------------------


def test_a_moment_has_come_from_it_on() -> None:
    game = taught(lesson("a", moment="2 ENEMY MPh"), lesson("b", stage="over"))
    play: dict[str, Any] = {"stage": "play", "turn": 2}
    cases = (("FRIENDLY", "CCPh", 1), ("ENEMY", "PFPh", 1), ("ENEMY", "MPh", 2), ("ENEMY", "APh", 2))
    for side, phase, wanted in cases:
        assert number(after(game, side=side, phase=phase, **play)) == wanted, (side, phase)
    assert number(after(game, stage="play", turn=3, side="FRIENDLY", phase="RPh")) == 2
    assert number(after(game, stage="over", turn=1)) == 3


def test_a_word_counts_once_the_lesson_has_begun() -> None:
    game = taught(lesson("a", stage="suspects"), lesson("b", word="rally", stage="over"), lesson("c", stage="over"))
    start, told = after(game), after(game, "rally all")
    assert number(start, told) == 1
    assert number(start, after(game, "next", stage="suspects")) == 2
    assert number(start, after(game, "rally all", stage="suspects")) == 2
    assert number(start, after(game, "next", stage="suspects"), after(game, "ral all", stage="suspects")) == 3
    assert number(start, after(game, "next", stage="suspects"), after(game, "rout x", stage="suspects")) == 2


def test_a_hex_is_left_when_all_of_ours_went_out_of_it() -> None:
    game = taught(lesson("a", left="F9", stage="over"), lesson("b", stage="over"))
    gone = {"ours": replace(UNITS["ours"], hex="F8")}
    two = {**gone, "other": replace(UNITS["ours"], id="other")}
    went = ev.UnitsMoved(("ours",), ("F9", "F8"), 1)
    assert number(after(game, units=gone)) == 1, "nobody went out of it"
    elsewhere = ev.UnitsMoved(("ours",), ("A9", "F8"), 1)
    assert number(after(game, units={}), after(game, "move A9 F8", elsewhere, units=gone)) == 2, "nobody was ever there"
    assert number(after(game, units=two), after(game, "move A9 F8", elsewhere, units=two)) == 1
    assert number(after(game, "move F9 F8", went, units=two)) == 1, "one is still there"
    assert number(after(game, "move F9 F8", went, units=gone)) == 2
    stopped = after(game, "move F9 F8", went, units=two)
    assert number(stopped, after(game, "next", units=gone)) == 2


def test_a_stopped_move_that_goes_on_does_not_stand_for_the_others() -> None:
    game = session()
    for line in ("next", "next", "next", "deploy", "next", "next", "next", "move F9 E9"):
        give(game, line)
    assert title(game) == "Activation"
    give(game, "move E9 E8")
    assert title(game) == "Activation"
    give(game, "move G10 D8")
    assert title(game) == "Taking back"


def test_lessons_that_a_command_went_past_are_named() -> None:
    game = session()
    for line in ("next", "next", "next", "deploy", "next", "next", "next"):
        give(game, line)
        shown = present(game.moments)
        assert shown and not shown.passed, line
    give(game, "next")
    shown = present(game.moments)
    assert shown and shown.passed == ("Activation", "Taking back")
    game.undo(1)
    assert title(game) == "Moving"


def test_vpo_are_counted() -> None:
    game = taught(lesson("a", vpo=2, stage="over"), lesson("b", stage="over"))
    one, two = {"C5": "FRIENDLY", "F5": "ENEMY"}, {"C5": "FRIENDLY", "F5": "FRIENDLY"}
    assert number(after(game, control=one)) == 1
    assert number(after(game, control=two)) == 2


UNITS = {
    "ours": Unit("ours", "FRIENDLY", "squad", "4-5-8", "458", "F9"),
    "theirs": Unit("theirs", "ENEMY", "squad", "4-5-8", "458", "F9"),
}
FACTS: list[tuple[str, ev.Event, ev.Event]] = [
    ("moved", ev.UnitsMoved(("ours",), ("F9", "F8"), 1), ev.UnitsMoved(("theirs",), ("F9", "F8"), 1)),
    ("moved", ev.UnitsMoved(("ours",), ("F9", "F8"), 1), ev.UnitsMoved(("ours",), ("F9", "F8"), 0, "advance")),
    ("advanced", ev.UnitsMoved(("ours",), ("F9", "F8"), 0, "advance"), ev.UnitsMoved(("ours",), ("F9", "F8"), 1)),
    ("fired", ev.Fired(("ours",), (), "F5", "Prep Fire"), ev.Fired(("theirs",), (), "F9", "Prep Fire")),
    ("checked", ev.SuspectRemoved("S1", "F5", "nothing there"), ev.SuspectMoved("S1", ("F5", "F6"))),
    ("activated", ev.SuspectRemoved("S1", "F5", "x", activated=True), ev.SuspectRemoved("S1", "F5", "nothing there")),
    ("enemy-act", ev.Decided("ENEMY", "a", "b", "c"), ev.Decided("FRIENDLY", "a", "b", "c")),
    ("broke", ev.UnitChanged("ours", ("broken", "dm")), ev.UnitChanged("theirs", ("broken", "dm"))),
    ("rallied", ev.UnitChanged("ours", (), ("broken",)), ev.UnitChanged("ours", ("broken",))),
    ("fought", ev.UnitsChanged(("ours",), ("cc-attacked",)), ev.UnitsChanged(("ours",), (), ("cc-attacked",))),
    ("gained-vpo", ev.ControlChanged("F5", "FRIENDLY"), ev.ControlChanged("F5", "ENEMY")),
]


@pytest.mark.parametrize(("what", "yes", "no"), FACTS, ids=[item[0] for item in FACTS])
def test_what_shows_that_it_has_happened(what: Any, yes: ev.Event, no: ev.Event) -> None:
    game = taught(lesson("a", happened=what, stage="over"), lesson("b", stage="over"))
    start = after(game, units=UNITS)
    assert number(start, after(game, "x", no, units=UNITS)) == 1
    assert number(start, after(game, "x", no, yes, units=UNITS)) == 2


def test_every_word_of_the_vocabulary_is_shown_above() -> None:
    assert {item[0] for item in FACTS} == set(HAPPENED)


def test_only_if_leaves_a_lesson_out_unless_it_is_so_when_its_turn_comes() -> None:
    game = taught(
        lesson("a", stage="suspects"),
        lesson("b", "broken", stage="over"),
        lesson("c", "contact", stage="over"),
        lesson("d", stage="over"),
    )
    start, broken = after(game), {"ours": replace(UNITS["ours"], flags=frozenset({"broken"}))}
    assert number(start, after(game, "next", stage="suspects", units={"ours": UNITS["ours"]})) == 4
    assert number(start, after(game, "next", stage="suspects", units=broken)) == 2
    assert number(start, after(game, "next", stage="suspects", units=UNITS)) == 3
    taken = UNITS | {
        name: replace(unit, flags=frozenset({"prisoner"})) for name, unit in UNITS.items() if unit.side == "ENEMY"
    }
    assert number(start, after(game, "next", stage="suspects", units=taken)) == 4, "a prisoner is no CC (A20.5)"
    healed = after(game, "next", stage="force", units=UNITS)
    assert number(start, after(game, "next", stage="suspects", units=broken), healed) == 2


# -- checking -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("until: {stage: suspects}", "until: {word: next}", "so that the lesson ends whatever the dice say"),
        ("until: {stage: suspects}", "until: {stage: suspect}", "did you mean 'suspects'?"),
        ("until: {stage: suspects}", "until: {stage: over}", "is over before the lesson above ends"),
        ("{word: deploy,", "{word: deploi,", "'deploi' is not a command word; did you mean 'deploy'?"),
        ("{happened: fired,", "{happened: fire,", "did you mean 'fired'?"),
        ("only_if: enemy-known", "only_if: enemy", "did you mean 'enemy-known'?"),
        ("moment: 1 FRIENDLY PFPh", "moment: 1 FRIENDLY PhPF", "string should match pattern"),
        (
            "options: {ask-los: false}",
            "options: {asklos: false}",
            "there is no switch 'asklos'; did you mean 'ask-los'?",
        ),
    ],
)
def test_a_wrong_lesson_is_named_by_line(tmp_path: Path, old: str, new: str, words: str) -> None:
    text = (shipped_root() / "missions" / "platoon.yaml").read_text(encoding="utf-8")
    (tmp_path / "missions").mkdir()
    (tmp_path / "missions" / "platoon.yaml").write_text(text.replace(old, new, 1), encoding="utf-8")
    library = LIBRARY.with_packs((tmp_path,))
    with pytest.raises(ContentError) as caught:
        check(library, library.mission("platoon"), COMMANDS)
    assert any("platoon.yaml:" in fault and words in fault for fault in caught.value.faults), caught.value.faults


def test_a_mission_may_set_switches() -> None:
    game = session()
    assert not game.game.state.option("ask-los") and OPTIONS["ask-los"][0]
    give(game, "option ask-los on")
    assert game.game.state.option("ask-los")


def test_the_lesson_mission_names_hexes_and_units_as_they_come() -> None:
    """What the first lessons tell to type is legal, word by word."""
    game = session()
    typed = [lesson.type for lesson in game.game.mission.lessons]
    for line in typed[: typed.index("move G10 D8")]:
        give(game, line)
    assert {unit.hex for unit in game.game.state.on_map("FRIENDLY")} >= {"G10"}
    assert not isinstance(game.submit("move G10 D8"), No)


def test_what_a_moment_has_come_to_is_worked_out_once_also_after_undo_and_another_command(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, looked, gone_on = session(), list[object](), lessons._gone_on

    def counted(*args: Any) -> lessons.Course:
        looked.append(args)
        return gone_on(*args)

    monkeypatch.setattr(lessons, "_gone_on", counted)
    known = Lessons()
    for line in ("note a", "next", "note b", "next", "note c"):
        give(game, line)
        known.present(game.moments)
    assert len(looked) == 6
    game.undo(2)
    give(game, "note d")
    assert known.present(game.moments) == present(game.moments)
    assert len(looked) == 6 + 1 + 5
