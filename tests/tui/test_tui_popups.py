"""Popups keep every letter and their last line, however low the screen."""

from __future__ import annotations

from pathlib import Path

import pytest
from playing_screens import at_first_mph, back, opens, playing, until
from textual import events
from textual.color import Color
from textual.renderables.background_screen import BackgroundScreen
from textual.screen import ModalScreen
from textual.visual import Visual, visualize
from textual.widget import Widget
from textual.widgets import Input

from sasl.asl.game import events as ev
from sasl.asl.game.context import Option, Question
from sasl.content.library import Library
from sasl.kernel.notice import READ
from sasl.kernel.rolling.records import RollRecord
from sasl.tui.widgets.ask_dialog import LIKELY, AskDialog
from sasl.tui.widgets.bars import CommandLine, KeyLine
from sasl.tui.widgets.dialogs import GOES_ON, ListDialog, PickDialog
from sasl.tui.widgets.dimmed import Dimmed
from sasl.tui.widgets.keyed import Keyed
from sasl.tui.widgets.lines import Line, LineList
from sasl.tui.widgets.popups import CommandPopup

SIZES = [(80, 24), (120, 40), (200, 60)]
WORDS = tuple(
    f"2MC of 447g: DR 5,4 = 9 +2 2MC -2 92b = 9 vs {number} (Morale Level): failed" + "x" * (number % 9)
    for number in range(30)
)
ROUTS = tuple(
    Option(
        f"Q{number}", f"L18-M18-N17-O18-Q{number}, {number} MF, NMC in M18: shellholes, in LOS of the enemy, in range"
    )
    for number in range(1, 13)
)


def test_a_list_offers_why_only_where_a_line_has_more_behind_it() -> None:
    roll = ev.Rolled(RollRecord("a roll", "dr", (3,), 3, 3))
    assert ("w", "why") not in ListDialog("seen", [Line("no roll")]).buttons
    assert ("w", "why") in ListDialog("seen", [Line("a roll", "", roll)]).buttons


def whole(view: LineList) -> bool:
    """Whether all that is shown has room beside the scrollbar."""
    return max(len(text) for _, text in view._shown) <= view.scrollable_content_region.width


@pytest.mark.parametrize("size", SIZES)
async def test_a_list_stands_in_the_middle_and_the_map_around_it(
    library: Library, tmp_path: Path, size: tuple[int, int]
) -> None:
    async with playing(at_first_mph(library), tmp_path, size) as (pilot, play):
        popup = ListDialog("See", [Line("a line")])
        await pilot.app.push_screen(popup)
        await pilot.pause(0.1)
        box = popup.query_one(".dialog").region
        assert abs(box.x - (size[0] - box.right)) <= 1
        assert abs(box.y - (size[1] - 1 - box.bottom)) <= 1  # above the keys
        shown = popup._compositor.render_strips()
        assert shown[0].text.strip() == play._compositor.render_strips()[0].text.strip()


def test_whatever_opens_over_the_map_has_the_looks_of_a_popup() -> None:
    popups: list[type[Widget]] = [ModalScreen]
    for popup in popups:
        popups.extend(popup.__subclasses__())
    found = set(popups)
    own = {popup for popup in found if popup.__module__.startswith("sasl.")}
    assert ListDialog in own
    assert {popup for popup in own if "ModalScreen" not in popup._css_type_names} == set()


@pytest.mark.parametrize("size", SIZES)
async def test_no_letter_is_under_the_scrollbar(library: Library, tmp_path: Path, size: tuple[int, int]) -> None:
    async with playing(at_first_mph(library), tmp_path, size) as (pilot, _):
        popup = ListDialog("See", [Line(text) for text in WORDS], beside=True)
        await pilot.app.push_screen(popup)
        await pilot.pause(0.1)
        view = popup.query_one(LineList)
        assert view.max_scroll_y and whole(view)
        popup.dismiss(None)
        question = AskDialog(Question("choice", "Where to?", "Q1", ROUTS), "rout", so_far=WORDS)
        await pilot.app.push_screen(question)
        await pilot.pause(0.1)
        assert all(whole(item) for item in question.query(LineList))


@pytest.mark.parametrize("size", SIZES)
async def test_the_line_to_type_in_and_the_keys_show(library: Library, tmp_path: Path, size: tuple[int, int]) -> None:
    async with playing(at_first_mph(library), tmp_path, size) as (pilot, _):
        text = "127e (1-2-7) in L18 must rout: it is in Open Ground in LOS and normal range of I15. Where to?"
        question = AskDialog(Question("choice", text, "Q1", ROUTS), "rout 127e", so_far=WORDS)
        popups: tuple[ModalScreen[str | None], ...] = (
            question,
            ListDialog("See", [Line(words) for words in WORDS], beside=True),
        )
        for popup in popups:
            await pilot.app.push_screen(popup)
            box, foot = popup.query_one(".dialog"), popup.query_one(".foot")

            def fits(box: Widget = box, foot: Widget = foot) -> bool:
                return bool(foot.size.height) and foot.region.bottom <= box.content_region.bottom

            await until(pilot, fits)
            assert all(item.region.bottom <= foot.region.y for item in popup.query(Input))
            popup.dismiss(None)


def test_what_is_indented_stays_so_when_it_wraps() -> None:
    view = LineList(Line("  IS122a  vehicle ISU-122"))
    view._width = 16
    view._wrap()
    assert view._shown[0][1].startswith("  IS122a") and view._shown[1][1].startswith("    vehicle")


async def test_a_popup_dismissed_before_it_opens_is_gone(library: Library, tmp_path: Path) -> None:
    async with playing(at_first_mph(library), tmp_path) as (pilot, _):
        below = pilot.app.screen
        popups: tuple[ModalScreen[str | None], ...] = (
            ListDialog("See", [Line("a word")]),
            AskDialog(Question("choice", "Where to?", "Q1", ROUTS), "rout"),
        )
        for popup in popups:
            pilot.app.push_screen(popup)
            popup.dismiss(None)
            await pilot.pause()
            assert pilot.app.screen is below


@pytest.mark.parametrize(("default", "wanted"), [("I13", "I13"), ("", "K20")])
async def test_a_question_for_a_hex_says_which_one_enter_takes(
    library: Library, tmp_path: Path, default: str, wanted: str
) -> None:
    """C1.34: an FFE stays where it is by mere Enter; only where nothing is proposed the cursor counts."""
    answers: list[str | None] = []
    async with playing(at_first_mph(library), tmp_path) as (pilot, _):
        question = AskDialog(Question("hex", "To which hex?", default), "oba", here="K20")
        await pilot.app.push_screen(question, answers.append)
        await pilot.pause(READ + 0.1)
        assert wanted in question.query_one("#answer", Input).placeholder
        await pilot.press("enter")
        await until(pilot, lambda: answers == [wanted])


async def test_what_is_typed_lights_the_line_that_enter_will_take(library: Library, tmp_path: Path) -> None:
    answers: list[str | None] = []
    async with playing(at_first_mph(library), tmp_path) as (pilot, _):
        question = AskDialog(Question("choice", "Where to?", "Q1", ROUTS), "rout")
        await pilot.app.push_screen(question, answers.append)
        await pilot.pause(READ + 0.1)
        options = question.query_one("#options", LineList)
        for key, lit in (("6", "Q6"), ("backspace", "Q6"), ("q", "Q6"), ("9", "Q9")):  # Q alone begins them all
            await pilot.press(key)
            await pilot.pause(0.02)
            assert options.current is not None and options.current.data == lit
        await pilot.press("enter")
        await until(pilot, lambda: answers == ["q9"])


async def test_n_takes_the_lit_line_of_a_question(library: Library, tmp_path: Path) -> None:
    """As everywhere; but no key that was pressed before the question could be read."""
    answers: list[str | None] = []
    async with playing(at_first_mph(library), tmp_path) as (pilot, _):
        early = events.Key("n", "n")
        await pilot.pause(0.05)
        question = AskDialog(Question("choice", "Where to?", "Q1", ROUTS), "rout")
        await pilot.app.push_screen(question, answers.append)
        await pilot.pause(READ + 0.1)
        assert ("n", "the highlighted one") in question.buttons
        pilot.app.post_message(early)
        await pilot.pause(READ + 0.1)
        assert not answers
        await pilot.press("down", "n")
        assert answers == ["Q2"]


async def test_what_was_begun_to_be_typed_swallows_no_key_that_no_answer_has(library: Library, tmp_path: Path) -> None:
    """`:` types a command all the same; and once the begun word is taken back, the keys of the question work again."""
    answers: list[str | None] = []
    async with playing(at_first_mph(library), tmp_path) as (pilot, _):
        los = tuple(Option(word, word) for word in ("clear", "blocked"))
        question = AskDialog(Question("choice", "Is there a LOS?", "clear", los, id="los"), "fire")
        await pilot.app.push_screen(question, answers.append)
        await pilot.pause(READ + 0.1)
        await pilot.press("b", "colon")
        await opens(pilot, CommandPopup)
        await pilot.pause(0.05)
        keys = pilot.app.screen.query_one(KeyLine)
        assert ("escape", "back") in [(key, words) for key, _, words in keys.entries()], "the keys of the line"
        assert pilot.app.screen.query_one(CommandLine).region.y == keys.region.y - 1
        await pilot.press("escape", "backspace")
        await until(pilot, lambda: pilot.app.screen is question and isinstance(pilot.app.focused, LineList))
        await pilot.press("A")
        assert answers == [LIKELY]


async def test_n_and_a_also_end_an_answer_that_was_begun(library: Library, tmp_path: Path) -> None:
    """A number typed, `n` takes the line it lights; `A` is no answer's letter, and a key that is nothing says so."""
    answers: list[str | None] = []
    async with playing(at_first_mph(library), tmp_path) as (pilot, _):
        question = AskDialog(Question("choice", "Where to?", "Q1", ROUTS), "rout")
        await pilot.app.push_screen(question, answers.append)
        await pilot.pause(READ + 0.1)
        await pilot.press("6", "x")
        foot = str(question.query_one("#foot", Keyed).render())
        assert foot.startswith("no answer begins with '6x': its number or first letters")
        await pilot.press("n")
        assert answers == ["6"]
        los = tuple(Option(word, word) for word in ("clear", "blocked"))
        question = AskDialog(Question("choice", "Is there a LOS?", "clear", los, id="los"), "fire")
        await pilot.app.push_screen(question, answers.append)
        await pilot.pause(READ + 0.1)
        await pilot.press("c", "A")
        assert answers == ["6", LIKELY]


async def test_a_key_that_was_under_way_to_a_popup_that_closed_closes_nothing_more(
    library: Library, tmp_path: Path
) -> None:
    """On a slow machine n and escape come before the popup is gone: the game below stays open."""
    answers: list[str | None] = []
    async with playing(at_first_mph(library), tmp_path) as (pilot, play):
        question = AskDialog(Question("choice", "Where to?", "Q1", ROUTS), "rout")
        await pilot.app.push_screen(question, answers.append)
        await pilot.pause(READ + 0.1)
        for key in (events.Key("n", "n"), events.Key("n", "n")):
            question.post_message(key)
        await back(pilot, play)
        await pilot.pause(0.1)
        question.dismiss("Q2")
        assert pilot.app.screen is play and answers == ["Q1"]


async def test_a_question_says_of_a_key_that_begins_no_answer(library: Library, tmp_path: Path) -> None:
    async with playing(at_first_mph(library), tmp_path) as (pilot, _):
        sides = tuple(Option(word, word) for word in ("north", "south"))
        question = AskDialog(Question("choice", "Which edge?", "south", sides), "edge")
        await pilot.app.push_screen(question)
        await pilot.pause(READ + 0.1)
        foot = question.query_one("#foot", Keyed)
        assert "first letters (a capital N), or " in str(foot.render())
        await pilot.press("x")
        assert "no answer begins with 'x'" in str(foot.render())
        await pilot.press("N")
        assert question.query_one(Input).value == "N", "it begins north"
        await pilot.press("N", "Z", "2")
        assert question.query_one(Input).value == "N", "and no answer begins so: a key held down spoils none"
        await pilot.press("O", "r")
        assert question.query_one(Input).value == "NOr"


async def test_a_superscript_digit_of_a_keyboard_is_no_number(library: Library, tmp_path: Path) -> None:
    async with playing(at_first_mph(library), tmp_path) as (pilot, _):
        sides = tuple(Option(word, word) for word in ("north", "south"))
        several = AskDialog(Question("several", "Which edges?", "none", sides), "edges")
        dialogs = AskDialog(Question("choice", "Which edge?", "south", sides), "edge"), several
        for dialog in (*dialogs, PickDialog("Which?", [Line(word, "", word) for word in ("north", "south")])):
            await pilot.app.push_screen(dialog)
            await pilot.pause(READ + 0.1)
            await pilot.press("²")
            assert pilot.app.screen is dialog


async def test_no_key_that_asks_why_takes_a_line_of_a_list(library: Library, tmp_path: Path) -> None:
    async with playing(at_first_mph(library), tmp_path) as (pilot, _):
        dialog = PickDialog("Which?", [Line(word, "", word) for word in ("north", "south")])
        await pilot.app.push_screen(dialog)
        await pilot.pause(0.05)
        await pilot.press("w", "question_mark")
        assert pilot.app.screen is dialog


async def test_a_number_goes_to_the_line_that_bears_it_and_a_letter_to_its_words(
    library: Library, tmp_path: Path
) -> None:
    async with playing(at_first_mph(library), tmp_path) as (pilot, _):
        names = [
            Line("Edges", "head"),
            *(Line(f"edge {name}", "", name) for name in "abcdefghij"),
            Line("west", "", "w"),
        ]
        dialog = PickDialog("Which?", names, numbered=True)
        await pilot.app.push_screen(dialog)
        await pilot.pause(0.05)
        view = dialog.query_one(LineList)
        assert [line.text for line in view.lines[:3]] == ["    Edges", " 1  edge a", " 2  edge b"]
        for keys, taken in ((("3",), "c"), (("1", "1"), "w"), (("u",), "w"), (("e",), "a")):
            await pilot.pause(GOES_ON + 0.1)
            await pilot.press(*keys)
            assert view.current is not None and view.current.data == taken, keys


async def test_n_takes_the_lit_line_though_an_answer_begins_with_it(library: Library, tmp_path: Path) -> None:
    answers: list[str | None] = []
    async with playing(at_first_mph(library), tmp_path) as (pilot, _):
        sides = tuple(Option(word, word) for word in ("north", "south"))
        await pilot.app.push_screen(
            AskDialog(Question("choice", "Which edge?", "south", sides), "edge"), answers.append
        )
        await pilot.pause(READ + 0.1)
        await pilot.press("n")
        assert answers == ["south"]


@pytest.mark.parametrize("alpha", [0.0, 0.4])
async def test_what_lies_below_a_popup_is_darkened_as_textual_does_it(
    library: Library, tmp_path: Path, alpha: float
) -> None:
    async with playing(at_first_mph(library), tmp_path) as (_, play):
        dark = Color.parse("#0a1420").with_alpha(alpha)
        size, style = play.size, play.visual_style
        ours, theirs = (
            Visual.to_strips(play, visualize(play, kind(play, dark)), *size, style)
            for kind in (Dimmed, BackgroundScreen)
        )
        assert len(ours) == size.height and [list(line) for line in ours] == [list(line) for line in theirs]


@pytest.mark.parametrize("theme", ["textual-dark", "ansi-dark", "ansi-light"])
@pytest.mark.parametrize("beside", [False, True])
async def test_the_map_shows_below_a_popup_in_the_sixteen_colours_of_a_terminal_too(
    library: Library, tmp_path: Path, theme: str, beside: bool
) -> None:
    async with playing(at_first_mph(library), tmp_path) as (pilot, play):
        pilot.app.theme = theme
        await pilot.pause(0.1)
        top = play._compositor.render_strips()[0].text
        await pilot.app.push_screen(ListDialog("See", [Line("a line")], beside=beside))
        await pilot.pause(0.1)
        assert top.strip() and pilot.app.screen._compositor.render_strips()[0].text == top


async def test_who_quits_while_a_popup_opens_meets_no_fault(library: Library, tmp_path: Path) -> None:
    async with playing(at_first_mph(library), tmp_path) as (pilot, _):
        pilot.app.push_screen(ListDialog("See", [Line("a line")]))
        pilot.app.exit(3)
        await until(pilot, lambda: not pilot.app.is_running)
    assert pilot.app.return_value == 3
