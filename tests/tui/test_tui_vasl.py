"""Beside VASL on the screen: a watched folder, the line of a new save, the key, the list, the orders."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from company import ORDERS, TOGETHER, changed, commands, company
from made_game import Laid
from playing_screens import back, opens, playing, until
from tabletop import Tabletop, bare
from textual.screen import Screen

from sasl.tui.play import vasl_beside
from sasl.tui.play.play_screen import PlayScreen
from sasl.tui.play.vasl_beside import TakeOverDialog
from sasl.tui.widgets.bars import SaidLine
from sasl.tui.widgets.lines import LineList


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Iterator[Tabletop]:
    monkeypatch.setattr(vasl_beside, "EVERY", 0.02)
    yield company()


def autosaves(tmp_path: Path) -> Path:
    folder = tmp_path / "boards" / "VASL"
    folder.mkdir(parents=True)
    return folder


def said(play: PlayScreen) -> str:
    return play.query_one(SaidLine).last


def shown(dialog: Screen[Any]) -> list[str]:
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
        dialog = await opens(pilot, TakeOverDialog)
        listed = "\n".join(shown(dialog))
        assert all(text in listed for text in TOGETHER)
        await pilot.press("enter")
        await back(pilot, play)
        assert commands(table.session)[before + 1 : -1] == ORDERS
        assert table.state.units["628b"].hex == "M18" and not play.beside.news
        assert "All that was ticked is taken over" in said(play)


async def test_ticks_another_order_and_by_hand(table: Tabletop, tmp_path: Path) -> None:
    path = changed(table).saved(tmp_path / "moved.vsav")
    async with playing(table.session, tmp_path) as (pilot, play):
        before = len(commands(table.session))
        play.action_run(f"vasl {path}")
        await opens(pilot, TakeOverDialog)
        await pilot.press("space", "down", "e", "end", *["backspace"] * len("M19 M18"), *"ZZ9")
        await pilot.press("enter")  # there is no such hex: told, and the line stays
        assert any("not now" in text for text in shown(pilot.app.screen))
        await pilot.press(*["backspace"] * len("ZZ9"), *"L19", "space", *"L18", "space", *"M18", "enter", "enter")
        await back(pilot, play)
        assert commands(table.session)[before + 1 : -1] == ["move 628b L19 L18 M18", *ORDERS[2:]]
        play.action_run(f"vasl {path}")
        await opens(pilot, TakeOverDialog)
        await pilot.press("escape")
        assert said(play) == "VASL's save was left alone: nothing was taken over."


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


async def test_after_a_halt_the_key_goes_on_with_what_is_left(tmp_path: Path) -> None:
    table = bare()
    for place in ("K20", "M20"):
        table.new("friendly", "6-2-8", place)
    table.suspect("K16")
    path = Laid(table.game).move("628a", "K18").move("628b", "M17").saved(tmp_path / "moved.vsav")
    table.dice(*[1] * 6)  # the check passes; DR 2 Activates a VEHICLE, and DR 2 is a StuH 42
    async with playing(table.session, tmp_path) as (pilot, play):
        play.action_run(f"vasl {path}")
        await opens(pilot, TakeOverDialog)
        await pilot.press("enter")
        assert table.state.units["628a"].hex == "K19"
        assert "628a is not yet in K18; 1 more are waiting: V goes on" in said(play)
        while pilot.app.screen is not play:
            await pilot.press("escape")
        await pilot.press("V")
        dialog = await opens(pilot, TakeOverDialog)
        told = shown(dialog)
        assert "[x] K19: 628a (6-2-8) stands in K18 in VASL" in told and "      move 628a K18" in told
        assert told[told.index("To do in VASL") + 1 :] == ["K16: take S? off", "K16: place StuH 42 (StuHa), concealed"]
        await pilot.press("n")
        await until(pilot, lambda: commands(table.session)[-1] == f"vasl keep {path}")


async def test_where_nothing_has_moved_the_list_says_what_to_do(table: Tabletop, tmp_path: Path) -> None:
    path = Laid(table.game).take("467a").saved(tmp_path / "behind.vsav")
    async with playing(table.session, tmp_path) as (pilot, play):
        play.action_run(f"vasl {path}")
        await opens(pilot, TakeOverDialog)
        told = shown(pilot.app.screen)
        assert told[0] == "Nothing has moved in VASL that the game does not already show."
        assert told[-1] == "P4: place 4-6-7 (467a), concealed"
        await pilot.press("enter")
        assert commands(table.session)[-1] == f"vasl {path}" and pilot.app.screen is play
