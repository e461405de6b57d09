"""Plain mode: the session's own words, and whatever else may be typed at it."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from tabletop import bare

from sasl.cli.lines.mission_lines import Plain
from sasl.cli.main import main
from sasl.content.library import Library, shipped_root
from sasl.kernel.orders.questions import Option, Question, read_answer
from sasl.saves.session import Session

LIBRARY = Library(shipped_root())


def typed(*lines: str, seed: int = 3) -> str:
    """What a session in memory prints for these lines."""
    out = io.StringIO()
    assert Plain(Session.memory(LIBRARY, "oto-s1", seed), io.StringIO("\n".join(lines) + "\n"), out).run() == 0
    return out.getvalue()


NUMBERS = ["²", "-1", "99999999999", "1" * 5000, "x", "1 2 3", "0"]


@pytest.mark.parametrize("word", ["undo", "redo", "jump", "look", "why", "log", "moments", "show", "roster", "help"])
@pytest.mark.parametrize("number", NUMBERS)
def test_no_number_breaks_a_look(word: str, number: str) -> None:
    text = typed("next", f"{word} {number}", "quit")
    assert text.endswith("Not saved.\n")


def test_undo_redo_and_jump_say_what_to_change_on_the_board() -> None:
    text = typed("next", "next", "undo", "redo", "jump 0", "redo 2", "undo 9")
    assert text.count("Change this on your board:") == 4
    assert "Take the ENEMY sniper off P18" in text and "No: 9 is not possible" in text


def test_looking_at_a_past_moment_changes_nothing() -> None:
    text = typed("next", "next", "look 1", "moments")
    assert "Moment 1: " in text and "0 S?, 0 FRIENDLY and 0 ENEMY units on the map" in text
    assert "    2  set-up" in text


def test_why_explains_a_roll() -> None:
    text = typed("dice 2 2", "next", "why 2")
    assert "Roll: DR, coloured, white 2,2: Original 4" in text and "Dice: typed" in text


def test_why_alone_explains_the_last_roll_whatever_came_after_it() -> None:
    table = bare("FRIENDLY", "RPh").all("option enemy-plays off", "roll a1.activation", "note all is well")
    out = io.StringIO()
    Plain(table.session, io.StringIO("why\n"), out).run()
    assert "Roll: DR, coloured, white " in out.getvalue()


def test_a4_1_why_explains_each_step_of_a_way() -> None:
    table = bare("FRIENDLY", "MPh").all("option fire-stops off", "option command off")
    squad = table.new("FRIENDLY", "6-2-8", "K12")
    table.do(f"move {squad} K14")
    number = next(place for place, line in enumerate(table.session.log(), 1) if len(line.events) == 2)
    out = io.StringIO()
    Plain(table.session, io.StringIO(f"log all\nwhy {number}\n"), out).run()
    logged, _, why = out.getvalue().partition(f"{number}  {squad} goes K12-K13-K14")
    assert logged and why.count(f"  {squad} goes K12-K13 (") == why.count(f"  {squad} goes K13-K14 (") == 1
    assert why.count(f"  Units: {squad}") == 1, "who they are stands once"


def test_a_question_can_be_left_with_abort() -> None:
    text = typed("dice hand", "next", "abort", "show")
    assert "Left as it was." in text and "mission values not rolled yet" in text


def test_a_wrong_answer_is_asked_again_with_the_reason() -> None:
    text = typed("dice hand", "next", "7 7", "4 2", "abort")
    assert "DR needs 2 dice from 1 to 6, not 7 7" in text
    assert text.index("not 7 7") < text.index("FRIENDLY SAN")


def test_a_script_that_did_not_expect_a_question_goes_on_with_its_next_command() -> None:
    """The command that asked is left, in one sentence; what is no command either is asked for again."""
    table = bare("FRIENDLY", "PFPh")
    squad, foe = table.new("FRIENDLY", "6-2-8", "K12"), table.new("ENEMY", "4-6-7", "K13")
    out = io.StringIO()
    Plain(table.session, io.StringIO(f"fire {squad} K13\nblah\nnote all is well\nmoments\n"), out).run()
    text = out.getvalue()
    assert f"No: 'note all is well' is no answer to this question: 'fire {squad} K13' is left as it was" in text
    assert "'blah'" in text and text.count("is left as it was") == 1
    assert table.session.moments[-1].command == "note all is well" and foe in table.session.game.state.units
    assert "prep" not in table.session.game.state.units[squad].flags


def test_help_names_what_is_legal_and_why_the_rest_is_not() -> None:
    text = typed("?", "?move")
    assert "next" in text and "not now: 'move' belongs to play" in text


def test_help_explains_the_words_of_the_program_and_long_forms_have_a_line_of_their_own() -> None:
    text = typed("?", "?restore", "?shaw")
    assert "\n  show [HEX | all]                the position, a hex, or everything on the map\n" in text
    assert "\nrestore: bring back what a new command replaced\n" in text and "did you mean 'show'" in text
    rows = text.splitlines()
    place = next(number for number, row in enumerate(rows) if row.startswith("  vasl [FILE]"))
    assert rows[place].endswith("follow FILE|off") and rows[place + 1].startswith(" " * 34 + "take over")


def test_unknown_and_ambiguous_words() -> None:
    text = typed("dance", "next x", "d")
    assert "No: there is no command 'dance'" in text and "No: next takes no words" in text and "may mean" in text


def test_the_end_of_input_ends_the_session() -> None:
    assert typed().endswith("Not saved.\n")


READY = (
    "next", "next", "wreck auto", "next", "next", *[""] * 6, "deploy", "next", "next", "option command off",
    "option ask-los off", "new ENEMY 4-6-7 M16", "new FRIENDLY 6-2-8 M17",
)  # fmt: skip


def test_an_attack_is_printed_corrected_and_rolled_with_typed_dice() -> None:
    text = typed(*READY, "fire M17 M16 only", "+1 dusk", "drop 9", "dice 3 9", "dice 3 4", "log 30")
    assert "FP column:" in text and "+1 dusk (by hand)" in text and "Chances: " in text
    assert "there is no DRM number 9" in text and "DR needs 2 dice from 1 to 6, not 3 9" in text
    assert "=RESULT: type the outcome instead of rolling: " in text
    assert "DR 3,4 = 7" in text and "(typed)" in text


def test_an_attack_can_be_cancelled_and_its_outcome_typed() -> None:
    text = typed(*READY, "fire M17 M16 only", "cancel", "fire M17 M16 only", "=nonsense", "=-")
    assert "No: not done: " in text and "'nonsense' is not an outcome here" in text and "outcome typed: -" in text


def test_a_typed_total_is_one_the_roll_can_come_to() -> None:
    text = typed("dice hand", "roll d66", "=77", "=66", "roll dr", "=99", "=-3")
    assert "77 is not a d66: two digits, each from 1 to 6" in text
    assert "no dr comes to 99" in text and text.count("(typed)") == 2


def test_what_has_happened_is_told_before_the_question_and_only_once() -> None:
    text = typed(*READY, "fire M17 M16 only", "+1 dusk", "abort", "fire M17 M16 only", "+1 dusk", "")
    first, second = text.split("None of the above has happened.")
    assert first.count("DRM +1 dusk") == 1 and second.count("DRM +1 dusk") == 1
    assert second.index("DRM +1 dusk") < second.rindex("Chances: ")


def test_on_joined_boards_hexes_are_put_and_answered_as_they_are_printed() -> None:
    lines = ("mapboard north 24", "mapboard centre 16 turned", "mapboard south 42", "next", "orders 16y4")
    out = io.StringIO()
    plain = Plain(Session.memory(LIBRARY, "oto-s2", 3), io.StringIO("\n".join(lines)), out)
    plain.run()
    assert "No: no unit is in I17" in out.getvalue()
    question = Question("several", "Which?", "I17", (Option("I17", "clear"),), subject=("T16",), hexes=("I17", "T16"))
    plain.put(question)
    assert "    On your board: T16 (16N4)\n" in out.getvalue() and "    1  I17 (16Y4): clear" in out.getvalue()
    assert read_answer(question, plain.meant("16y4")) == "I17"


def test_what_must_be_put_on_the_board_is_marked_and_told_once() -> None:
    """An S? that Activates in the midst of a command that asks for its fire."""
    dice = "dice 1 3 4 3 4 6 6 6 6 6 6 6 6 6"
    lines = ("next", "suspect add M15", dice, "move 628m M16")
    text = typed(*READY[:-2], "new FRIENDLY 6-2-8 M17", *lines, *[""] * 8)
    assert text.count("\n! ON YOUR BOARD: Place in M15") == 1 == text.count("ON YOUR BOARD: Place in M15")
    assert text.index("\n! ON YOUR BOARD: Place in M15") < text.index("Enter rolls")


def test_c_goes_on_with_the_move_that_fire_has_halted() -> None:
    """The prompt says what is left of it; where no move has halted c says so."""
    lines = ("option confirm-acts off", "option confirm-fire off", "next", "c", "dice 6 6 6 6 6 6 2 3 6 5")
    first, second = typed(*READY, *lines, "move M17 L17 K18", "c", "c").split("Defensive First Fire at L17")[:2]
    assert "No: no move has halted." in first
    asked, went = second.split(" L17-K18 ")
    assert "-- c goes on: move " in asked and "> move " in asked
    assert "c goes on" not in went and "No: no move has halted." in went


def test_a_spoilt_game_says_how_to_go_on_and_does(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with Session.create(LIBRARY, "platoon", 3, tmp_path, "mine", "2026-01-02T03:04:05") as session:
        for _ in range(4):
            session.submit("next")
    path = tmp_path / "mine.sasl"
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    lines[-2:] = reversed(lines[-2:])
    path.write_text("".join(lines), encoding="utf-8")
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert main(["--saves", str(tmp_path), "resume", "mine", "--plain"]) == 1
    told = capsys.readouterr().err
    assert told.count("\n") == 1 and told.endswith("; resume --recover goes on from there\n")
    assert main(["--saves", str(tmp_path), "resume", "mine", "--plain", "--recover"]) == 0
    assert "game 'mine' goes on after entry" in capsys.readouterr().err


def test_a_fault_of_the_program_is_a_sentence_and_the_game_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr("sasl.solitaire.setup.setup_stages.set_value", broken)
    text = typed("value enemy-ac 3", "next", "moments")
    assert "'value enemy-ac 3' failed inside the program (ZeroDivisionError: division by zero)" in text
    assert "=== S? placement ===" in text


class Terminal(io.StringIO):
    """A terminal of 60 columns at which somebody types."""

    def isatty(self) -> bool:
        return True


def test_lines_on_a_terminal_are_broken_at_spaces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    screen, page = Terminal(), io.StringIO()
    for out in (screen, page):
        Plain(Session.memory(LIBRARY, "oto-s1", 3), io.StringIO("next\nvp\n"), out).run()
    assert max(map(len, screen.getvalue().splitlines())) <= 60 < max(map(len, page.getvalue().splitlines()))
    assert screen.getvalue().split() == page.getvalue().split()


def test_ctrl_c_leaves_a_question_and_then_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    typed_here = iter(["dice hand", "next", "ctrl+c", "show", "ctrl+c"])

    def type_next(prompt: str) -> str:
        word = next(typed_here)
        if word == "ctrl+c":
            raise KeyboardInterrupt
        return word

    monkeypatch.setattr("sasl.cli.lines.line_mode.asked_line", type_next)
    out = io.StringIO()
    with pytest.raises(KeyboardInterrupt):
        Plain(Session.memory(LIBRARY, "oto-s1", 3), Terminal(), out).run()
    text = out.getvalue()
    assert "Left as it was." in text and "mission values not rolled yet" in text.partition("Left as it was.")[2]
