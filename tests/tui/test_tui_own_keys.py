"""The player's own keys, theme and alert: a strict little file, and what is remembered."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from playing_screens import Player, at_first_mph, give, opens, playing, to, until
from textual.css.stylesheet import Stylesheet
from textual.screen import ModalScreen, Screen
from textual.widget import Widget
from textual.widgets import Static

from sasl.asl.game.events import Decided
from sasl.cli.main import main
from sasl.content.library import Library
from sasl.content.reading.faults import ContentError
from sasl.kernel.orders.questions import Option, Question, QuestionKind
from sasl.orders.engine import Ask
from sasl.saves.session import Session
from sasl.tui.app import SaslApp
from sasl.tui.campaign.screen import CampaignScreen
from sasl.tui.home import HomeScreen
from sasl.tui.keymap import acts, kept_keys, template
from sasl.tui.map.map_picture import MapPicture
from sasl.tui.play.ordering.attack_dialog import ActDialog, AttackDialog
from sasl.tui.play.ordering.halts import FireDialog
from sasl.tui.play.play_screen import PlayScreen
from sasl.tui.play.pointing.mouse import Mouse
from sasl.tui.settings import Settings, keep_settings, kept_settings
from sasl.tui.tables.tables_screen import TablesScreen
from sasl.tui.theme import BLIND, CONTRAST, DARK, palette_for
from sasl.tui.typed_orders import StepDialog
from sasl.tui.widgets.ask_dialog import AskDialog
from sasl.tui.widgets.bars import KeyLine
from sasl.tui.widgets.dialogs import ListDialog, SeenDialog
from sasl.tui.widgets.lines import Line, LineList


@pytest.fixture(autouse=True)
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SASL_CONFIG", str(tmp_path / "config"))
    return tmp_path / "config"


def written(config: Path, text: str) -> Path:
    config.mkdir(exist_ok=True)
    path = config / "keys.yaml"
    path.write_text(text)
    return path


async def test_a_key_of_ones_own_works_and_is_shown(library: Library, tmp_path: Path, config: Path) -> None:
    written(config, 'play.draw: f5\nplay.next: "N"\n')
    async with playing(at_first_mph(library), tmp_path) as (pilot, play):
        await pilot.press("asterisk", "f5")
        assert play.drawing.on
        await pilot.press("escape", "escape")
        before = play.session.game.state.moment
        await pilot.press("n")
        assert play.session.game.state.moment == before
        await pilot.press("N")
        assert "N again ends the MPh" in play.said.last


async def test_the_buttons_of_a_popup_show_and_press_the_players_own_keys(
    library: Library, tmp_path: Path, config: Path
) -> None:
    """What is known by its shipped key in the program stands there by the key that works."""
    written(config, "list.close: x\nstep.undo: z\n")
    async with playing(at_first_mph(library), tmp_path) as (pilot, play):
        count = len(play.session.moments)
        await pilot.press("u")
        await opens(pilot, StepDialog)
        line = pilot.app.screen.query_one(KeyLine)
        assert "x seen  z undo one more  ^r redo" in line.render_line(0).text.replace("ctrl+r", "^r")
        await pilot.click(line, offset=(line.render_line(0).text.index("z undo"), 0))
        await until(pilot, lambda: len(play.session.moments) == count - 2)


def test_the_template_says_what_is_so_and_changes_nothing(config: Path) -> None:
    known = acts()
    assert {"play.next", "play.draw", "map.up", "ask.leave", "app.quit"} <= known.keys()
    path = written(config, template(known))
    assert kept_keys(path) == {}
    bare = "\n".join(line.removeprefix("# ") for line in template(known).splitlines()[3:])
    assert kept_keys(written(config, bare)).keys() == known.keys()


def test_each_key_of_an_act_is_told_once() -> None:
    """Also of a class that is found by both of its bases."""
    for act in acts().values():
        keys = act.keys.split(",")
        assert len(keys) == len(set(keys)), act


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("play.nxt: n\n", "keys.yaml:1: play.nxt: there is no such action; did you mean play.next?"),
        ("play.fire: f\nplay.next: hyper+q\n", "keys.yaml:2: play.next: 'hyper+q' is not a key"),
        ("play.next:\n", "keys.yaml:1: play.next: a key is needed, as in play.next: n"),
        ("play.next: f\n", "keys.yaml:1: play.next: 'f' is already the key of play.fire"),
        ("map.up: m\n", "keys.yaml:1: map.up: 'm' is already the key of play.move"),
        ("- n\n", "keys.yaml:1: lines like 'play.next: n' are needed here"),
    ],
)
def test_a_fault_is_named_with_its_line(config: Path, text: str, said: str) -> None:
    path = written(config, text)
    with pytest.raises(ContentError) as fault:
        kept_keys(path)
    assert any(said in line for line in fault.value.faults), fault.value.faults


async def test_a_file_with_faults_is_told_and_the_keys_stay(library: Library, tmp_path: Path, config: Path) -> None:
    written(config, "play.nxt: n\n")
    app = SaslApp(tmp_path)
    async with app.run_test() as pilot:
        await pilot.pause(0.1)
        assert isinstance(app.screen, ListDialog)
        assert any("there is no such action" in line.text for line in app.screen.lines)


def test_sasl_keys_prints_the_table_writes_a_template_and_tells_faults(
    config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["keys"]) == 0
    assert "play.draw" in capsys.readouterr().out
    assert main(["keys", "--template"]) == 0
    assert (config / "keys.yaml").is_file()
    assert main(["keys", "--template"]) == 1
    written(config, "play.nxt: n\n")
    capsys.readouterr()
    assert main(["keys"]) == 1
    assert "keys.yaml:1: play.nxt" in capsys.readouterr().err


async def test_theme_and_alert_are_remembered(library: Library, tmp_path: Path, config: Path) -> None:
    async with playing(at_first_mph(library), tmp_path) as (pilot, play):
        assert play.map.palette is DARK
        pilot.app.theme = "sasl-contrast"
        await pilot.pause(0.05)
        assert play.map.palette is CONTRAST
        pilot.app.own.next_alert()  # type: ignore[attr-defined]
    assert kept_settings() == Settings("sasl-contrast", "bell")
    keep_settings(Settings("sasl-colour-blind", "flash"))
    async with playing(at_first_mph(library), tmp_path) as (pilot, play):
        await pilot.pause(0.05)
        assert play.map.palette is BLIND is palette_for(pilot.app.current_theme)
        await pilot.press("e") if play.enemy_acts else pilot.app.own.alert()  # type: ignore[attr-defined]
        assert play.has_class("flash")


async def test_the_style_sheet_is_read_again_only_for_another_theme(
    tmp_path: Path, config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, again = list[Stylesheet](), Stylesheet.reparse
    monkeypatch.setattr(Stylesheet, "reparse", lambda sheet: read.append(sheet) or again(sheet))  # type: ignore[func-returns-value]
    async with SaslApp(tmp_path).run_test() as pilot:
        assert not read
        before = pilot.app.screen.styles.background
        pilot.app.theme = "sasl-contrast"
        await pilot.pause(0.05)
        assert len(read) == 1 and pilot.app.screen.styles.background != before
    async with SaslApp(tmp_path).run_test() as pilot:  # it is remembered, and colours the first frame
        assert len(read) == 1 and pilot.app.screen.styles.background != before


def test_a_damaged_file_of_settings_is_none(config: Path) -> None:
    config.mkdir()
    (config / "screen.json").write_text('{"theme": 3, "alert": "siren"}')
    assert kept_settings() == Settings()


STRANGE = [f"{held}f{number}" for held in ("", "shift+", "ctrl+", "alt+", "ctrl+shift+", "ctrl+alt+", "alt+shift+",
           "ctrl+alt+shift+") for number in range(1, 25)]  # fmt: skip


def options_of(values: Sequence[str]) -> tuple[Option, ...]:
    return tuple(Option(name, name) for name in values)


def first_attack(session: Session) -> Question:
    """An attack on paper, of some squad at a new ENEMY beside it."""
    squad = next(unit for unit in session.game.state.on_map("FRIENDLY") if unit.kind == "squad")
    near = next(name for name in session.game.board.neighbours(squad.hex) if not session.game.state.units_at(name))
    give(session, "option command off")
    to(session, "FRIENDLY", "AFPh")
    give(session, f"new ENEMY 4-6-7 {near}")
    asked = session.submit(f"fire {squad.id} {near}")
    assert isinstance(asked, Ask) and asked.question.kind == "attack"
    return asked.question


SHIPPED = re.compile(r"(?<![\w+:'(.-])(?:[nEmfcoxrdwutgOLVq]|esc|space|tab|enter)(?![\w'+-])")
CONTENT = ("log", "card", "names")
"""Facts of a game and rows of tables."""
TYPED = (
    "S, L", "expected L", "up or enter", "[x]", "space or its number", "y or n, 1 or 2", "or n answers", "n: nobody",
    "enter: ", "press enter: ", "enter answers", "enter UNITS", "case d", "case c",
)  # fmt: skip
"""What is typed into a question, and is no key of an act; the word of an order."""


def words_on(screen: Screen[object]) -> Iterator[str]:
    """Everything that stands on a screen beside its map."""
    for widget in screen.walk_children(Widget):
        if not widget.display or isinstance(widget, MapPicture) or widget.id in CONTENT:
            continue
        yield str(widget.border_title or "")
        if isinstance(widget, LineList):
            yield from (text for _, text in widget._shown)
        elif isinstance(widget, KeyLine):
            yield widget.render_line(0).text
        elif isinstance(widget, Static):
            yield str(widget.render())


def keys_still_named(screen: Screen[object]) -> list[str]:
    """The words of a screen that name a key as the program comes, or show the sign of one that is not named yet."""
    found = []
    for words in words_on(screen):
        text = words
        for typed in TYPED:
            text = text.replace(typed, "")
        if SHIPPED.search(text) or "‹" in text or "›" in text:
            found.append(words)
    return found


async def seen(pilot: Player, screen: Screen[Any] | None = None) -> None:
    """Nothing on the screen that is there now, or that is pushed, names a key that no longer does it."""
    if screen is not None:
        pilot.app.push_screen(screen)
    await pilot.pause(0.05)
    assert not (found := keys_still_named(pilot.app.screen)), (pilot.app.screen, found)
    if screen is not None:
        pilot.app.pop_screen()
        await pilot.pause(0.02)


async def test_no_line_of_any_screen_names_a_key_that_the_player_has_changed(
    library: Library, tmp_path: Path, config: Path
) -> None:
    """Every act has another key: what is said, the feet, lists, titles and buttons name no shipped one."""
    named = dict(zip(acts(), STRANGE, strict=False))
    assert len(named) == len(acts()) and kept_keys(written(config, "".join(f"{a}: {k}\n" for a, k in named.items())))
    session = at_first_mph(library)
    async with playing(session, tmp_path, (160, 46)) as (pilot, play):
        await seen(pilot)
        for act in (play.action_next, play.action_all, play.action_only, play.taken, play.action_add, play.action_draw):
            made = act()
            if made is not None:
                await made
            await seen(pilot)
        play.drawing.end()
        play.action_back()
        for _ in range(6):
            play.action_next_target()
            await seen(pilot)
        play.action_only()
        play.map.action_step(-1, 0)
        await seen(pilot)
        mouse = play.map.mouse
        assert isinstance(mouse, Mouse)
        for shows in (play.action_orders, play.action_help, play.action_options, lambda: play.orders.step("undo"),
                      play.orders.help, play.action_past, lambda: mouse.menu(play.map.cursor)):  # fmt: skip
            shows()
            await until(pilot, lambda: pilot.app.screen is not play)
            await seen(pilot)
            pilot.app.pop_screen()
            await pilot.pause(0.02)
        kinds: dict[QuestionKind, tuple[str, str]] = {
            "yes-no": ("yes", "no"), "choice": ("K14", "K15"), "several": ("K14", "K15"),
        }  # fmt: skip
        for kind, options in kinds.items():
            await seen(pilot, AskDialog(Question(kind, "Well?", options[0], options_of(options), id="los"), "move"))
            who = Question("several", "Who?", "a", options_of(options))
            await seen(pilot, FireDialog(session.game, "K14", who, "Fire", "", lambda value: None, ()))
        await seen(pilot, AskDialog(Question("dice", "Roll", "auto", roll="DR"), "move"))
        for go_on in ("", "E", "c"):
            await seen(pilot, SeenDialog("Seen", [Line("Well")], go_on))
        shot = Decided("ENEMY", "467a", "467a fires", "fire 467a K14", ("Why", "And why"), ("467a",))
        question = Question("choice", "Fire?", "do", options_of(("do", "veto")), lines=shot.reasons)
        await seen(pilot, ActDialog(question, shot))
        attack = first_attack(session)
        for by in (None, shot):
            for comes in (False, True):
                await seen(pilot, AttackDialog(attack, "fire", 0, (), by, comes=comes))
        play.take_for(shot)
        await seen(pilot)


async def test_no_screen_before_a_mission_names_a_key_that_the_player_has_changed(
    library: Library, tmp_path: Path, config: Path
) -> None:
    """Home, tables, the bench, the figures of one's own, set-up, a campaign with its pages and its shop."""
    written(config, "".join(f"{act}: {key}\n" for act, key in zip(acts(), STRANGE, strict=False)))
    app = SaslApp(tmp_path)
    async with app.run_test(size=(160, 46)) as pilot:
        await opens(pilot, HomeScreen)
        await seen(pilot)
        app.show_help()
        await seen(pilot)
        app.pop_screen()
        tables = TablesScreen()
        app.push_screen(tables)
        await seen(pilot)
        for shows in (tables.action_edit, tables.action_bench):
            shows()
            await seen(pilot)
            app.pop_screen()
            await pilot.pause(0.02)
        app.pop_screen()
        app.new_game("oto-s1", 7, "mine")
        await opens(pilot, ListDialog)
        await seen(pilot)
        app.pop_screen()
        play = app.screen
        assert isinstance(play, PlayScreen)
        for line in ("next", "next", "wreck auto", "next", "next"):
            play.orders.submit(line)
            await pilot.pause(0.02)
            while isinstance(app.screen, ModalScreen):
                app.screen.dismiss(None)
                await pilot.pause(0.02)
            await seen(pilot)
        play.action_next_target()
        await seen(pilot)
        play.action_leave()
        await pilot.pause(0.05)
        app.new_campaign("rb", 7, "camp")
        await until(pilot, lambda: isinstance(app.screen, (ListDialog, CampaignScreen)))
        while isinstance(app.screen, ModalScreen):
            await seen(pilot)
            app.pop_screen()
            await pilot.pause(0.02)
        camp = app.screen
        assert isinstance(camp, CampaignScreen)
        for _ in range(8):
            await camp.action_next() if asyncio.iscoroutinefunction(camp.action_next) else camp.action_next()
            await pilot.pause(0.02)
            while isinstance(app.screen, ModalScreen):
                app.screen.dismiss(None)
                await pilot.pause(0.02)
            await seen(pilot)
