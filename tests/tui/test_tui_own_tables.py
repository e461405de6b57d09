"""Typing in one's own figures on the screens: faults and odds at once, keep, compare, go back."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playing_screens import Player, back, opens, until
from textual import events
from textual.widgets import Input, Static

from sasl.content.packs.own_pack import OwnPack
from sasl.tui.app import SaslApp
from sasl.tui.tables.own_table_screen import OwnTableScreen, Rows
from sasl.tui.tables.tables_screen import FIGURES, TablesScreen
from sasl.tui.widgets.bars import KeyLine
from sasl.tui.widgets.form_dialog import FormDialog
from sasl.tui.widgets.lines import LineList


@asynccontextmanager
async def typing(
    folder: Path, table: str = "generation.g2", size: tuple[int, int] = (120, 40)
) -> AsyncIterator[tuple[Player, TablesScreen, OwnTableScreen]]:
    """The editor of a table, opened from the tables screen."""
    app = SaslApp(folder)
    async with app.run_test(size=size) as pilot:
        await pilot.press("t")
        tables = await opens(pilot, TablesScreen)
        names = tables.query_one("#names", LineList)
        await until(pilot, lambda: len(names.lines) > 10)
        names.move_to(next(place for place, line in enumerate(names.lines) if line.text == table))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, OwnTableScreen) and bool(shown(app.screen)))
        screen = app.screen
        assert isinstance(screen, OwnTableScreen)
        yield pilot, tables, screen


def shown(screen: OwnTableScreen) -> str:
    return "\n".join(line.text for line in screen.query_one("#about", LineList).lines)


def said(screen: OwnTableScreen | TablesScreen) -> str:
    return str(screen.query_one("#said", Static).content)


async def rows(pilot: Player, screen: OwnTableScreen, text: str) -> None:
    screen.query_one(Rows).load_text(text)
    await until(pilot, lambda: screen.found.text == text)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_g2_is_typed_in_kept_compared_and_taken_back(
    tmp_path: Path, own_folder: Path, size: tuple[int, int]
) -> None:
    async with typing(tmp_path, size=size) as (pilot, tables, screen):
        assert screen.query_one(Rows).text.startswith("<=2:   6-5-8\n3:     5-4-8\n") and "no faults" in shown(screen)
        await rows(pilot, screen, "2..6 4-6-7\n9+ 4-4-7")
        assert "gap: no row for a DR of 7..8" in shown(screen) and "2.8%" in shown(screen)
        await pilot.press("ctrl+s")
        assert said(screen) == "No: gap: no row for a DR of 7..8; nothing was written." and not own_folder.exists()
        await rows(pilot, screen, "2..8 4-6-7\n8+ 4-4-77")
        assert "line 2: rows 2..8 and >=8 overlap (lines 1 and 2)" in shown(screen)
        await rows(pilot, screen, "2..7 4-6-7\n8+ 4-4-77")
        assert "line 2: '4-4-77' is not a counter of that side; did you mean '4-4-7'?" in shown(screen)
        await rows(pilot, screen, "2..7 4-6-7\n8+ 4-4-7")
        wide = size[0] > 100
        assert ("4/9 (44.4%)   7/12 (58.3%)  4-6-7" if wide else "  44.4%  58.3%  4-6-7") in shown(screen)
        await pilot.press("f4")
        assert "    2  6-5-8 → 4-6-7" in shown(screen) and "    7  4-6-7\n" in shown(screen)
        await pilot.press("ctrl+s")
        assert said(screen).startswith("Kept in ") and "no faults, and kept" in shown(screen)
        assert OwnPack(own_folder).read().tables["generation.g2"].rows[0].result == "4-6-7"
        await pilot.press("escape")
        await back(pilot, tables)
        names = tables.query_one("#names", LineList)
        assert names.current is not None and names.current.text == "● generation.g2"
        assert any("58.3%" in line.text for line in tables.query_one("#card", LineList).lines)
        assert tables.library.table("generation.g2").pack == "own"
        await pilot.press("e")
        again = await opens(pilot, OwnTableScreen)
        assert again.query_one(Rows).text == "2..7: 4-6-7\n>=8:  4-4-7"
        await pilot.press("f8")
        assert "f8 again removes your generation.g2" in said(again) and own_folder.exists()
        await pilot.press("f8", "escape")
        await back(pilot, tables)
        assert not OwnPack(own_folder).read().tables and names.current.text == "generation.g2"


async def test_keys_are_told_and_rows_that_are_not_kept_are_asked_about(tmp_path: Path) -> None:
    async with typing(tmp_path, size=(80, 24)) as (pilot, tables, screen):
        line = screen.query_one(KeyLine).render_line(0).text
        assert "keep" in line and "compare" in line and "leave" in line
        await pilot.press("2", "+")
        await pilot.press("escape")
        assert "not kept" in said(screen) and pilot.app.screen is screen
        await pilot.press("escape")
        await back(pilot, tables)


async def test_a_hostile_paste_is_cleaned_and_a_huge_one_refused(tmp_path: Path, own_folder: Path) -> None:
    async with typing(tmp_path) as (pilot, _, screen):
        before = screen.query_one(Rows).text
        screen.query_one(Rows).post_message(events.Paste("2: x\n" * 200_000))
        await until(pilot, lambda: "1,000,000 characters are too many" in said(screen))
        assert screen.query_one(Rows).text == before
        await rows(pilot, screen, "")
        screen.query_one(Rows).post_message(events.Paste("2+: \x1b[2J4-6-7\x07\r\n"))
        await until(pilot, lambda: "4-6-7" in screen.query_one(Rows).text)
        assert screen.query_one(Rows).text == "2+: �[2J4-6-7�\n"
        await pilot.press("ctrl+s")
        assert said(screen).startswith("No: line 1:") and not own_folder.exists()


async def test_a_chart_is_compared_by_its_totals(tmp_path: Path) -> None:
    async with typing(tmp_path, "activation.ranges") as (pilot, _, screen):
        text = screen.query_one(Rows).text
        await rows(pilot, screen, text.replace("2:      2 | 2", "2:      1 | 2", 1))
        assert "2  2 | 2 | 2 | 2 | 1 → 1 | 2 | 2 | 2 | 1" in shown(screen)


async def test_f8_on_a_table_that_is_the_shipped_one_says_so(tmp_path: Path, own_folder: Path) -> None:
    async with typing(tmp_path) as (pilot, _, screen):
        await pilot.press("f8")
        assert said(screen).startswith("No: you have no generation.g2 of your own")
        await pilot.press("f8")
        assert said(screen).startswith("No: ") and not own_folder.exists()


async def test_a_faulty_file_of_ones_own_is_told_and_can_be_taken_away(tmp_path: Path, own_folder: Path) -> None:
    place = own_folder / "tables" / "generation.g2.yaml"
    place.parent.mkdir(parents=True)
    place.write_text("- id: generation.g2\n  title: x\n", encoding="utf-8")
    async with typing(tmp_path) as (pilot, tables, screen):
        assert "generation.g2.yaml:1:" in said(screen)
        await pilot.press("f8", "f8", "escape")
        await back(pilot, tables)
        assert not place.exists() and said(tables) == ""


async def test_a_single_figure_is_typed_in_and_goes_back(tmp_path: Path, own_folder: Path) -> None:
    app = SaslApp(tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("t")
        await opens(pilot, TablesScreen)
        tables = app.screen
        names, card = tables.query_one("#names", LineList), tables.query_one("#card", LineList)
        await until(pilot, lambda: len(names.lines) > 10)
        for value, wanted in (("3", 3), ("", 2)):
            names.focus()
            names.move_to(next(place for place, line in enumerate(names.lines) if line.data == FIGURES))
            await pilot.press("enter")
            card.move_to(next(place for place, line in enumerate(card.lines) if line.data == "pbf"))
            await pilot.press("enter")
            await opens(pilot, FormDialog)
            app.screen.query_one(Input).value = "2.5"
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(app.screen, FormDialog) and bool(app.screen.wrong))
            app.screen.query_one(Input).value = value
            await pilot.press("enter")
            await back(pilot, tables)
            assert app.library.figure("pbf") == wanted
        assert not (own_folder / "tables" / "figures.yaml").exists()


async def test_a_table_is_found_by_a_part_of_its_name(tmp_path: Path, own_folder: Path) -> None:
    """Its id or its title, the next one each time; a word that no table has is told, and asked again."""
    app = SaslApp(tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("t")
        tables = await opens(pilot, TablesScreen)
        for word, there in (("Escape from ISOL", "cg.oto2.escape"), ("", "cg.oto2.escape-vehicle"), ("no such", "")):
            await pilot.press("slash")
            await opens(pilot, FormDialog)
            field = app.screen.query_one(Input)
            field.value = word or field.value
            await pilot.press("enter")
            if there:
                await back(pilot, tables)
                assert tables.table is not None
                assert tables.table.id == there
        await until(pilot, lambda: isinstance(app.screen, FormDialog) and bool(app.screen.wrong))
