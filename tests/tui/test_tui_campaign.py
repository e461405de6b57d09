"""The screens of a campaign under a pilot's keys: from the first step to the second CG Date."""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playing_screens import back, opened, opens
from textual.command import CommandList, CommandPalette
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Static, TextArea

from sasl.campaign.campaign_engine import legal as legal_in_campaign
from sasl.campaign.campaign_session import CampaignSession
from sasl.campaign.campaign_state import SIDES
from sasl.content.library import Library
from sasl.content.missions.campaign import Group
from sasl.kernel.frozen import replace
from sasl.kernel.notice import READ
from sasl.kernel.orders.commands import Ask
from sasl.orders.engine import legal
from sasl.saves import games
from sasl.saves.drafts import draft_path, kept_draft
from sasl.saves.session import Session
from sasl.tui.app import SaslApp
from sasl.tui.campaign.campaign_pages import PageScreen
from sasl.tui.campaign.map_screen import CampaignMapScreen
from sasl.tui.campaign.result_screen import ResultScreen, help_lines
from sasl.tui.campaign.screen import CampaignScreen, hint_of
from sasl.tui.campaign.shop import ShopScreen, group_shelf
from sasl.tui.help import offered
from sasl.tui.home import HomeScreen
from sasl.tui.palette import GameCommands
from sasl.tui.widgets.ask_dialog import AskDialog
from sasl.tui.widgets.bars import KeyLine
from sasl.tui.widgets.dialogs import ListDialog, PickDialog
from sasl.tui.widgets.form_dialog import FormDialog
from sasl.tui.widgets.lines import LineList

Player = Pilot[int]
SIZES = [(80, 24), (120, 40)]


@asynccontextmanager
async def open_campaign(
    session: CampaignSession, folder: Path, size: tuple[int, int] = (120, 40)
) -> AsyncIterator[tuple[Player, CampaignScreen]]:
    app = opened(session, folder)
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: any(isinstance(screen, CampaignScreen) for screen in app.screen_stack))
        await pilot.pause(0.05)
        while isinstance(app.screen, ListDialog | AskDialog):  # the briefing, who plays whom, what is agreed
            await pilot.press("escape")
            await pilot.pause(0.05)
        screen = await opens(pilot, CampaignScreen)
        yield pilot, screen


async def until(pilot: Player, true: Callable[[], bool]) -> None:
    for _ in range(200):
        await pilot.pause(0.01)
        if true():
            return
    raise AssertionError(f"on {pilot.app.screen}")


def run(session: CampaignSession, *lines: str) -> CampaignSession:
    """Commands with the default answer to every question, but that the scenario is over (7.13)."""
    for line in lines:
        outcome = session.submit(line)
        while isinstance(outcome, Ask):
            answer = "yes" if outcome.question.id == "no-result" else outcome.question.default or "auto"
            outcome = session.submit(line, (*outcome.answers, answer))
        assert hasattr(outcome, "events"), (line, outcome)
    return session


def started(library: Library, *lines: str) -> CampaignSession:
    return run(CampaignSession.memory(library, "oto2", 5), *lines)


def after_scenario(library: Library) -> CampaignSession:
    """The Initial Scenario is to be played."""
    session = started(library, *["next"] * 10)
    assert session.game.state.stage == "scenario"
    return session


def words(screen: Screen[Any], name: str) -> str:
    widget = screen.query_one(name)
    if isinstance(widget, LineList):
        return "\n".join(line.text for line in widget.lines)
    assert isinstance(widget, Static)
    return str(widget.content)


@pytest.mark.parametrize("size", SIZES)
async def test_the_home_of_a_campaign_says_date_figures_steps_and_what_is_awaited(
    library: Library, tmp_path: Path, size: tuple[int, int]
) -> None:
    async with open_campaign(started(library), tmp_path, size) as (pilot, screen):
        wide = size[0] >= 100
        assert words(screen, "#top").startswith("On Track to Orsha  │  " * wide + "23 June, AM (1 of 4)")
        assert len(words(screen, "#top")) < size[0]
        assert "German       66    0    3    3" in words(screen, "#figures")
        assert "23 June, AM: next begins" in words(screen, "#prompt")
        await pilot.press("n")
        assert "► 7.518 Purchasing Reinforcement Groups" in words(screen, "#steps")
        assert "6 x GAZ-MM (rgazmm1 to rgazmm6) join" in words(screen, "#story")
        assert "[b: the chart]" in words(screen, "#prompt")


async def test_the_line_of_a_step_counts_who_joined_and_its_prompt_says_that_it_is_done(
    library: Library, tmp_path: Path
) -> None:
    async with open_campaign(started(library, "next"), tmp_path) as (pilot, screen):
        for _ in range(3):
            await pilot.press("n")
            await pilot.pause(READ)
        assert " counters joined  (+" in words(screen, "#said")
        assert "Leaders: done, see the log; next goes on" in words(screen, "#prompt")


@pytest.mark.parametrize("size", SIZES)
async def test_the_shop_shows_odds_buys_with_a_choice_buys_again_and_gives_back(
    library: Library, tmp_path: Path, size: tuple[int, int]
) -> None:
    async with open_campaign(started(library, "next"), tmp_path, size) as (pilot, screen):
        await pilot.press("b")
        shop = pilot.app.screen
        assert isinstance(shop, ShopScreen) and "[Russian]" in words(shop, "#banner")
        await pilot.press("tab")
        assert "[German]   CPP 66 of 66   14 CPP may still go into fortifications" in words(shop, "#banner")
        assert "Leaders: 9-1, 8-1, 8-0 16.7%" in words(shop, "#about")
        assert "tab other side" in shop.query_one(KeyLine).render_line(0).text
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, PickDialog) and "2    6 CPP  " in words(pilot.app.screen, "#lines")
        await pilot.press("2", "enter")
        await until(pilot, lambda: pilot.app.screen is shop)
        assert [item.setup for item in screen.session.game.state.purchases.values() if not item.given] == ["off-board"]
        await pilot.press("plus")
        assert screen.session.game.state.number("german", "cpp") == 54
        await pilot.press("plus")
        assert "No: no more I1 Rifle Co. I on this CG Date: 2 at most (7.5187)." in str(shop.said.content)
        await pilot.press("minus")
        assert screen.session.game.state.number("german", "cpp") == 60
        await pilot.press("escape")
        assert pilot.app.screen is screen and "German       60" in words(screen, "#figures")


def test_the_chart_names_every_shipped_group_in_full(library: Library) -> None:
    game = started(library, "next").game
    for side in SIDES:
        lines = [line for line in group_shelf(game, side) if isinstance(line.data, Group)]
        assert lines and all(f"{line.data.id:4}{line.data.title} " in line.text for line in lines)
        assert {line.text.index(str(line.data.cpp), 32) for line in lines if line.data.cpp < 10} == {34}, "one column"


@pytest.mark.parametrize(("campaign", "rule"), [("oto2", "7.518"), ("rb", "11.619"), ("votg", "12.621")])
async def test_n_says_once_that_cpp_are_unspent(library: Library, tmp_path: Path, campaign: str, rule: str) -> None:
    session = run(CampaignSession.memory(library, campaign, 5), "next")
    async with open_campaign(session, tmp_path) as (pilot, screen):
        assert session.game.step is not None and session.game.step.step == "purchase"
        await pilot.press("b")
        shop = pilot.app.screen
        assert ("There is nothing to buy." in words(shop, "#said")) == (campaign != "oto2")
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is screen)
        await pilot.press("n")
        assert session.game.step.step == "purchase" and f"CPP unspent ({rule})" in screen.said.last
        screen.orders.run("option russian-dice on")
        screen.orders.run("option russian-dice off")
        screen.orders.run("next")
        assert session.game.step.step == "purchase" and f"CPP unspent ({rule})" in screen.said.last, "typed, it is told"
        await pilot.press("n", "n")
        assert session.game.step.step == "purchase", "nobody has read it so fast"
        await pilot.pause(READ)
        await pilot.press("n")
        await until(pilot, lambda: pilot.app.screen is not screen or "unspent" not in screen.said.last)


async def test_fortifications_are_bought_by_number_and_n_warns_before_fpp_are_forfeited(
    library: Library, tmp_path: Path
) -> None:
    session = started(library, "next", "buy german M1 2", "next", "next")
    async with open_campaign(session, tmp_path) as (pilot, screen):
        await pilot.press("f", "down", "down", "down", "enter")
        assert isinstance(pilot.app.screen, FormDialog)
        await pilot.press("end", "backspace", "4", "enter")
        await opens(pilot, ShopScreen)
        assert session.game.state.number("german", "fpp") == 76
        await pilot.press("escape", "n")
        assert session.game.step is not None and session.game.step.step == "fortifications"
        assert "n again forfeits 76 German FPP (7.520)" in screen.said.last
        await pilot.pause(READ)
        await pilot.press("n")
        assert session.game.step.step == "initiative" and session.game.state.number("german", "fpp") == 0


async def test_a_question_of_a_step_is_a_dialog_and_escape_leaves_everything_as_it_was(
    library: Library, tmp_path: Path
) -> None:
    session = run(after_scenario(library), "next", "next", "next")
    async with open_campaign(session, tmp_path) as (pilot, screen):
        moment = session.moments[-1].n
        await pilot.press("n")
        await opens(pilot, AskDialog)
        await pilot.press("escape")
        assert session.moments[-1].n == moment and "nothing happened" in screen.said.last
        await pilot.press("n")
        await opens(pilot, AskDialog)
        await pilot.press("down", "enter")
        await back(pilot, screen)
        assert session.game.state.fact("winner") == "russian"


async def test_the_key_of_the_result_says_when_it_has_none_yet(library: Library, tmp_path: Path) -> None:
    async with open_campaign(CampaignSession.create(library, "oto2", 5, tmp_path, "mine", "2026-01-01"), tmp_path) as (
        pilot,
        screen,
    ):
        await pilot.press("e")
        assert pilot.app.screen is screen
        assert screen.said.last.startswith("No: a result is entered once its scenario has been played")


async def test_a_campaign_without_a_map_offers_no_key_for_one(library: Library, tmp_path: Path) -> None:
    async with open_campaign(CampaignSession.memory(library, "rb", 5), tmp_path) as (pilot, screen):
        assert not any(active.binding.action == "map" for active in screen.active_bindings.values())
        await pilot.press("m")
        await until(pilot, lambda: "no map for this campaign" in screen.said.last)
    async with open_campaign(CampaignSession.memory(library, "oto2", 5), tmp_path) as (_, screen):
        assert any(active.binding.action == "map" for active in screen.active_bindings.values())


async def test_a_result_is_typed_on_a_page_each_fault_has_its_line_and_nothing_is_lost(
    library: Library, tmp_path: Path
) -> None:
    session = after_scenario(library)
    async with open_campaign(session, tmp_path) as (pilot, screen):
        await pilot.press("n")  # asked once
        await opens(pilot, AskDialog)
        await pilot.press("escape")
        await back(pilot, screen)
        assert session.game.state.stage == "scenario"
        await pilot.press("e")
        page = pilot.app.screen
        assert isinstance(page, ResultScreen)
        page.query_one(TextArea).text = "g467-1 K20 broken\ng467-99 K20\ncvp russian six\n"
        await pilot.press("ctrl+s")
        assert "2 lines are wrong; nothing is entered yet\n2: 'g467-99 K20'" in words(page, "#faults")
        assert "3: 'cvp russian six'" in words(page, "#faults")
        await pilot.press("escape", "e")
        page = pilot.app.screen
        assert isinstance(page, ResultScreen) and "g467-99" in page.query_one(TextArea).text
        page.query_one(TextArea).text = "g467-1 K20 broken\ncvp russian 6\n"
        await pilot.press("ctrl+s")
        kept = words(page, "#faults")  # CG7: who is in no line is named before anything is entered
        assert "‹ctrl+s› again enters everything" in kept and "German: " in kept and "11 x 4-6-7" in kept
        assert session.game.state.number("russian", "cvp") == 0
        await pilot.press("ctrl+s")
        await until(pilot, lambda: pilot.app.screen is screen and session.game.state.number("russian", "cvp") == 6)
        assert session.game.state.pieces["g467-1"].hex == "K20"
        await pilot.press("n")
        assert session.game.state.stage == "refit"


@pytest.mark.parametrize("size", SIZES)
async def test_a_new_campaign_asks_who_plays_whom_and_its_key_line_names_the_key(
    library: Library, tmp_path: Path, size: tuple[int, int]
) -> None:
    session = CampaignSession.memory(library, "oto2", 5)
    app = opened(session, tmp_path)
    async with app.run_test(size=size) as pilot:
        await opens(pilot, ListDialog)
        await pilot.press("space")
        await opens(pilot, PickDialog)
        assert "2  You play the Russians, the program the Germans" in words(app.screen, "#lines")
        await pilot.press("n")
        assert isinstance(app.screen, PickDialog), "the key that goes on does not pass the question by"
        await pilot.press("2", "enter")
        await opens(pilot, AskDialog)  # what the players agree on: Victory Locations, CPP that are left
        for _ in range(2):
            await pilot.press("n")
            await pilot.pause(READ + 0.1)
        await opens(pilot, CampaignScreen)
        assert session.game.state.fact("cpp-left-most") == session.game.state.fact("locations-lacking") == "none"
        assert session.game.state.option("german-plays") and not session.game.state.option("russian-plays")
        keys = app.screen.query_one(KeyLine)
        assert ("O", "roles") in [(shown, text) for _, shown, text in keys.entries()]
        assert sum(len(shown) + len(text) + 3 for _, shown, text in keys.entries()) <= size[0]


async def test_7_4_the_map_draws_the_set_up_areas_of_both_sides(library: Library, tmp_path: Path) -> None:
    async with open_campaign(started(library, "next"), tmp_path) as (pilot, _screen):
        await pilot.press("m")
        ground = pilot.app.screen
        assert isinstance(ground, CampaignMapScreen)
        assert {"A42", "K52"} <= set(ground.map.reach) and {"A41", "K1"} <= ground.map.plan
        assert "A41" not in ground.map.reach
        assert "Russian set-up area 330 hexes; German set-up area 1245 hexes" in words(ground, "#banner")
        ground.map.set_cursor("A52")
        assert "Russian-controlled\nRussian set-up area\nRussian Entry Area (6)" in words(ground, "#there")


async def test_capital_n_goes_on_to_the_next_step_that_needs_the_player(library: Library, tmp_path: Path) -> None:
    session = run(after_scenario(library), "next", "next", "next", "next")
    async with open_campaign(session, tmp_path) as (pilot, screen):
        await pilot.press("N")
        assert session.game.step is not None and session.game.step.step == "perimeter"
        assert screen.said.last.startswith("5 steps on.")


async def test_three_steps_back_lists_what_to_change_and_redo_goes_on(library: Library, tmp_path: Path) -> None:
    session = started(library, "next", "buy german I1 on-map", "buy german I2", "buy russian I1")
    async with open_campaign(session, tmp_path) as (pilot, _screen):
        await pilot.press("colon", *"undo 3", "enter")
        await opens(pilot, ListDialog)
        listed = words(pilot.app.screen, "#lines")
        assert "German CPP is 66 (was 53)" in listed and "German I2 (p11) is not bought" in listed
        await pilot.press("space", "ctrl+r")
        await opens(pilot, ListDialog)
        assert "German I1 (p10) is bought" in words(pilot.app.screen, "#lines")
        await pilot.press("space", "t")
        assert isinstance(pilot.app.screen, PickDialog)
        moments = pilot.app.screen.query_one(LineList)
        assert "(undone)" in words(pilot.app.screen, "#lines")
        await pilot.press("1")
        assert moments.current is not None and moments.current.data == "1", "moment 1, the second line"


async def test_the_list_of_an_undo_takes_back_one_more_with_u(library: Library, tmp_path: Path) -> None:
    session = started(library, "next", "buy german I1 on-map", "buy german I2", "buy russian I1")
    last = session.moments[-1].n
    async with open_campaign(session, tmp_path) as (pilot, screen):
        for number, key in ((last - 1, "u"), (last - 2, "u"), (last - 3, "u"), (last - 2, "ctrl+r")):
            await pilot.press(key)
            await opens(pilot, ListDialog)
            assert session.moments[-1].n == number
            assert "u: undo one more" in words(pilot.app.screen, ".foot")
        await pilot.press("space")
        assert pilot.app.screen is screen


async def test_the_palette_offers_what_is_legal_and_does_it(library: Library, tmp_path: Path) -> None:
    session = started(library, "next", "buy german I1 on-map")
    async with open_campaign(session, tmp_path) as (pilot, screen):
        offered = [name for name, _, _ in GameCommands(screen)._entries()]
        assert offered[0] == "next" and "undo" in offered and offered[-1] == "quit the program"
        assert any(name.startswith("buy ") for name in offered) and "redo" not in offered
        await pilot.press("ctrl+p")
        await opens(pilot, CommandPalette)
        await pilot.press(*"undo")
        found = pilot.app.screen.query_one(CommandList)
        await until(pilot, lambda: "undo" in str(getattr(found.highlighted_option, "prompt", "")))
        await pilot.press("enter")
        await opens(pilot, ListDialog)
        assert len(session.moments) == 2


@pytest.mark.parametrize("size", SIZES)
async def test_force_organizer_roster_and_map_open_and_close(
    library: Library, tmp_path: Path, size: tuple[int, int]
) -> None:
    session = run(after_scenario(library), "result g467-1 K20; control K20 german; rt34-1 N26", *["next"] * 9)
    async with open_campaign(session, tmp_path, size) as (pilot, screen):
        await pilot.press("s", "right")
        page = pilot.app.screen
        assert isinstance(page, PageScreen) and "g467-1  squad 4-6-7, K20" in words(page, "#page")
        page.query_one("#page", LineList).action_choose()
        await opens(pilot, ListDialog)
        await pilot.press("space", "escape", "r")
        assert "CPP in all      68" in words(pilot.app.screen, "#page")
        await pilot.press("escape", "m")
        ground = pilot.app.screen
        assert isinstance(ground, CampaignMapScreen)
        ground.map.set_cursor(session.game.state.perimeters["german"][0][0])
        assert "German-controlled\nGerman Front Line" in words(ground, "#there")
        assert ground.query_one("#there").size.height > 2
        await pilot.press("escape")
        assert pilot.app.screen is screen


async def test_w_shows_the_whole_record_of_the_last_roll_and_enter_that_of_a_log_line(
    library: Library, tmp_path: Path
) -> None:
    session = started(library, "dice 3 4", "roll cg.oto2.leaders german")
    async with open_campaign(session, tmp_path) as (pilot, _screen):
        await pilot.press("w")
        record = words(pilot.app.screen, "#lines")
        assert "Roll: DR, coloured, white 3,4: Original 7" in record and "Dice: typed" in record
        await pilot.press("space", "2", "enter")
        assert "Original 7" in words(pilot.app.screen, "#lines")


@pytest.mark.parametrize(("typed", "said"), [
    ("buy german I1", "No: groups are bought in the purchasing step (7.518)."),
    ("frobnicate", "No: there is no command 'frobnicate'"),
    ("undo x", "No: undo takes one number"),
    ("log nothing", "No: log topics are"),
    ("result g1 K1", "No: no scenario has been played yet."),
])  # fmt: skip
async def test_wrong_input_is_refused_in_one_sentence(library: Library, tmp_path: Path, typed: str, said: str) -> None:
    async with open_campaign(started(library), tmp_path) as (pilot, screen):
        await pilot.press("colon", *typed, "enter")
        assert screen.said.last.startswith(said)


async def test_a_key_before_the_saved_games_are_read_opens_them_when_they_are(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(CampaignSession.create(library, "oto2", 5, tmp_path, "mine", "2026-01-01"), "next").close()
    pressed, read = threading.Event(), games.list_games

    def slowly(folder: Path) -> list[games.GameInfo]:
        pressed.wait(20)
        return read(folder)

    monkeypatch.setattr(games, "list_games", slowly)
    app = SaslApp(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("r")
        assert isinstance(app.screen, HomeScreen), "there is none to open yet"
        pressed.set()
        await until(pilot, lambda: isinstance(app.screen, CampaignScreen) and bool(app.screen.query("#steps")))
        await pilot.pause()


async def test_the_home_screen_begins_campaigns_and_opens_saved_ones(library: Library, tmp_path: Path) -> None:
    run(CampaignSession.create(library, "oto2", 5, tmp_path, "mine", "2026-01-01"), "next").close()
    app = SaslApp(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, HomeScreen) and "mine" in words(app.screen, "#choices"))
        home = words(app.screen, "#choices")
        assert "On Track to Orsha  (oto2)" in home and "(campaign)" in home
        await pilot.press("r")
        await opens(pilot, CampaignScreen)
        assert isinstance(app.screen, CampaignScreen) and app.screen.session.name == "mine"
        await pilot.press("q")
        await opens(pilot, HomeScreen)
        await pilot.press("c")
        await opens(pilot, FormDialog)
        await pilot.press("enter", "enter")
        await until(pilot, lambda: any(isinstance(item, CampaignScreen) for item in app.screen_stack))
    assert len(list(tmp_path.glob("oto2-*.sasl"))) == 1


def test_help_explains_every_word_of_every_order(library: Library) -> None:
    """?clear: an order, and a word of another; of either whatever is known is told."""
    for prompt in (legal(Session.memory(library, "oto-s1", 1).game), legal_in_campaign(started(library).game)):
        for word in {word for item, _ in prompt.verbs for word in (item.name, *item.literals)}:
            assert offered(prompt, {}, (), word)


def _shows(pilot: Player, page: type[Screen[None]]) -> bool:
    return isinstance(pilot.app.screen, page)


async def test_every_page_of_a_campaign_tells_its_keys(library: Library, tmp_path: Path) -> None:
    async with open_campaign(started(library, "next"), tmp_path) as (pilot, screen):
        for key, page, words in (("b", ShopScreen, "finish this step"), ("s", PageScreen, "next page"),
                                 ("m", CampaignMapScreen, "the next Front Line hex")):  # fmt: skip
            await pilot.press(key)
            await until(pilot, partial(_shows, pilot, page))
            await pilot.press("question_mark")
            dialog = await opens(pilot, ListDialog)
            texts = [line.text for line in dialog.lines]
            assert any(words in text for text in texts)
            assert not any("takes the stack" in text or "every legal command" in text for text in texts)
            await pilot.press("space", "escape")
            await back(pilot, screen)


@pytest.mark.parametrize("campaign", ["oto2", "votg"])
def test_only_a_campaign_with_a_map_hints_at_its_key_and_at_numbers_that_mean_hexes(
    library: Library, campaign: str
) -> None:
    game, mapped = CampaignSession.memory(library, campaign, 5).game, campaign == "oto2"
    for word in ("perimeter", "isolation", "set-up"):
        place = next(number for number, step in enumerate(game.campaign.steps) if step.step == word)
        now = game.at(replace(game.state, stage="refit", scenario=1, step=place))
        assert ("‹m›: " in hint_of(now)) == mapped
    shown = "\n".join(line.text for line in help_lines(game))
    assert ("<30" in shown, "LVP" in shown, "stone german 3" in shown) == (mapped, mapped, not mapped)


async def test_what_is_typed_for_a_result_outlives_the_program(library: Library, tmp_path: Path) -> None:
    """Each line that is done is on the disk at once, the rest when the page is left; what is entered is not kept."""
    session = run(CampaignSession.create(library, "oto2", 5, tmp_path, "mine", "2026-01-01"), *["next"] * 10)
    typed = "# the German line\ncvp russian 6\ncvp german 2"
    async with open_campaign(session, tmp_path) as (pilot, _):
        await pilot.press("e")
        await opens(pilot, ResultScreen)
        page = pilot.app.screen.query_one(TextArea)
        page.insert(typed[:-2])
        await until(pilot, lambda: kept_draft(tmp_path, "mine") == typed[:-2])
        page.insert(typed[-2:])
        await pilot.press("escape")
        await until(pilot, lambda: kept_draft(tmp_path, "mine") == typed)
    session = CampaignSession.resume(library, tmp_path, "mine")
    async with open_campaign(session, tmp_path) as (pilot, screen):
        assert "3 lines of a result typed earlier, not entered yet" in screen.said.last
        await pilot.press("e")
        await opens(pilot, ResultScreen)
        assert pilot.app.screen.query_one(TextArea).text == typed
        await pilot.press("ctrl+s", "ctrl+s")
        await until(pilot, lambda: session.game.state.number("german", "cvp") == 2)
        await until(pilot, lambda: not draft_path(tmp_path, "mine").exists())


@pytest.mark.parametrize("on_map", [False, True])
async def test_a_hex_of_a_sealed_set_up_is_opened_with_its_key(library: Library, tmp_path: Path, on_map: bool) -> None:
    """On the home of the campaign the key asks for the hex; on its map it is the one under the cursor."""
    session = started(library, "option german-plays on", *["next"] * 10)
    line = next(line for line in session.game.state.sealed.values() if "concealed" in line.gains)
    async with open_campaign(session, tmp_path) as (pilot, screen):
        if on_map:
            screen.action_map()
            await pilot.pause()
            page = pilot.app.screen
            assert isinstance(page, CampaignMapScreen)
            page.map.set_cursor(line.hex)
            await pilot.press("i")
        else:
            await pilot.press("i")
            assert isinstance(pilot.app.screen, FormDialog)
            await pilot.press(*line.hex.lower(), "enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, ListDialog)
        assert line.id in words(pilot.app.screen, "#lines")
        assert session.game.state.pieces[line.id].hex == line.hex


async def test_the_key_of_a_sealed_set_up_does_nothing_where_none_is(library: Library, tmp_path: Path) -> None:
    async with open_campaign(started(library), tmp_path) as (pilot, screen):
        await pilot.press("i")
        assert pilot.app.screen is screen
