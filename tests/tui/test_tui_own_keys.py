"""The player's own keys, theme and alert: a strict little file, and what is remembered."""

from __future__ import annotations

from pathlib import Path

import pytest
from playing_screens import at_first_mph, playing, until

from sasl.cli.main import main
from sasl.content.faults import ContentError
from sasl.content.library import Library
from sasl.tui.app import SaslApp
from sasl.tui.bars import KeyLine
from sasl.tui.dialogs import ListDialog
from sasl.tui.keymap import acts, kept_keys, template
from sasl.tui.orders import StepDialog
from sasl.tui.settings import Settings, keep_settings, kept_settings
from sasl.tui.theme import BLIND, CONTRAST, DARK, palette_for


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
        await until(pilot, lambda: isinstance(pilot.app.screen, StepDialog))
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


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("play.nxt: n\n", "keys.yaml:1: play.nxt: there is no such act; did you mean play.next?"),
        ("play.fire: f\nplay.next: hyper+q\n", "keys.yaml:2: play.next: 'hyper+q' is no key"),
        ("play.next:\n", "keys.yaml:1: play.next: a key is wanted, as in play.next: n"),
        ("play.next: f\n", "keys.yaml:1: play.next: 'f' is the key of play.fire already"),
        ("map.up: m\n", "keys.yaml:1: map.up: 'm' is the key of play.move already"),
        ("- n\n", "keys.yaml:1: lines like 'play.next: n' are wanted here"),
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
        assert any("there is no such act" in line.text for line in app.screen.lines)


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


def test_a_damaged_file_of_settings_is_none(config: Path) -> None:
    config.mkdir()
    (config / "screen.json").write_text('{"theme": 3, "alert": "siren"}')
    assert kept_settings() == Settings()
