"""Beside VASL on the screen: a watched folder, the line of a new save, the key, the list, the orders."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playing_screens import playing, until
from tabletop import Tabletop

from sasl.tui import beside
from sasl.tui.bars import SaidLine
from sasl.tui.beside import TakeOverDialog
from sasl.tui.lines import LineList
from sasl.tui.play_screen import PlayScreen
from tests.beside.company import ORDERS, SENTENCES, changed, commands, company
from tests.beside.made_game import Laid


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Iterator[Tabletop]:
    monkeypatch.setattr(beside, "EVERY", 0.02)
    yield company()


def autosaves(tmp_path: Path) -> Path:
    folder = tmp_path / "boards" / "VASL"
    folder.mkdir(parents=True)
    return folder


def said(play: PlayScreen) -> str:
    return play.query_one(SaidLine).last


def shown(dialog: TakeOverDialog) -> list[str]:
    return [line.text for line in dialog.query_one(LineList).lines]


async def test_a_new_save_in_the_followed_folder_is_told_and_taken_over(table: Tabletop, tmp_path: Path) -> None:
    folder = autosaves(tmp_path)
    Laid(table.game).saved(folder / "autosave 2026-11-22 2100.vsav")
    async with playing(table.session, tmp_path, (120, 40)) as (pilot, play):
        play.action_run(f"vasl follow {folder}")
        before = len(commands(table.session))
        await pilot.pause(0.2)
        assert not play.beside.news
        changed(table).saved(folder / "autosave 2026-11-22 2110.vsav")
        await until(pilot, lambda: bool(play.beside.news))
        assert said(play) == "VASL has moved: 6 differences. V shows them and takes them over."
        await pilot.press("V")
        await until(pilot, lambda: isinstance(pilot.app.screen, TakeOverDialog))
        dialog = pilot.app.screen
        assert isinstance(dialog, TakeOverDialog)
        listed = "\n".join(shown(dialog))
        assert all(text in listed for text in SENTENCES)
        await pilot.press("enter")
        await until(pilot, lambda: pilot.app.screen is play)
        assert commands(table.session)[before + 1 : -1] == ORDERS
        assert table.state.units["628b"].hex == "M18" and not play.beside.news
        assert "All that was ticked is taken over" in said(play)


async def test_ticks_another_order_and_by_hand(table: Tabletop, tmp_path: Path) -> None:
    path = changed(table).saved(tmp_path / "moved.vsav")
    async with playing(table.session, tmp_path) as (pilot, play):
        before = len(commands(table.session))
        play.action_run(f"vasl {path}")
        await until(pilot, lambda: isinstance(pilot.app.screen, TakeOverDialog))
        await pilot.press("space", "down", "e", "end", *["backspace"] * len("M19 M18"), *"ZZ9")
        await pilot.press("enter")  # there is no such hex: told, and the line stays
        assert any("not now" in text for text in shown(pilot.app.screen))  # type: ignore[arg-type]
        await pilot.press(*["backspace"] * len("ZZ9"), *"L19", "space", *"L18", "space", *"M18", "enter", "enter")
        await until(pilot, lambda: pilot.app.screen is play)
        assert commands(table.session)[before + 1 : -1] == ["move 628b L19 L18 M18", *ORDERS[2:]]
        play.action_run(f"vasl {path}")
        await until(pilot, lambda: isinstance(pilot.app.screen, TakeOverDialog))
        await pilot.press("escape")
        assert said(play) == "VASL is left as it is: nothing was taken over."


async def test_a_half_written_save_is_waited_for(table: Tabletop, tmp_path: Path) -> None:
    folder = autosaves(tmp_path)
    whole = changed(table).saved(tmp_path / "whole.vsav").read_bytes()
    async with playing(table.session, tmp_path) as (pilot, play):
        play.action_run(f"vasl follow {folder}")
        before = said(play)
        (folder / "autosave.vsav").write_bytes(whole[: len(whole) // 2])
        await pilot.pause(0.15)
        assert said(play) == before and not play.beside.news
        (folder / "autosave.vsav").write_bytes(whole)
        await until(pilot, lambda: bool(play.beside.news))
