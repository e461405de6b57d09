"""The designer's bench on the screen: odds, faults and chain as one types; rolls, missions, files, packs."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from time import monotonic

import pytest
from playing_screens import Player, opens
from textual.widgets import Input, Static

from sasl.content.library import Library, shipped_root
from sasl.content.packs.own_pack import OwnPack
from sasl.content.packs.own_tables import typed_lines
from sasl.saves.session import Session
from sasl.tui.app import SaslApp
from sasl.tui.tables import bench_screen
from sasl.tui.tables.bench_screen import BenchScreen
from sasl.tui.tables.own_table_screen import Rows
from sasl.tui.tables.tables_screen import TablesScreen
from sasl.tui.widgets.form_dialog import FormDialog
from sasl.tui.widgets.lines import LineList

TABLE = "platoon.activation"


async def until(pilot: Player, true: Callable[[], bool], seconds: float = 10) -> None:
    """Wait until something is so; a series takes its time."""
    end = monotonic() + seconds
    while not true():
        assert monotonic() < end, f"on {pilot.app.screen}"
        await pilot.pause(0.02)


@asynccontextmanager
async def bench(
    folder: Path, table: str = TABLE, size: tuple[int, int] = (200, 60)
) -> AsyncIterator[tuple[Player, BenchScreen]]:
    """The bench at a table, opened from the tables screen."""
    app = SaslApp(folder)
    async with app.run_test(size=size) as pilot:
        await pilot.press("t")
        await opens(pilot, TablesScreen)
        names = app.screen.query_one("#names", LineList)
        await until(pilot, lambda: len(names.lines) > 10)
        names.move_to(next(place for place, line in enumerate(names.lines) if line.text == table))
        await pilot.press("b")
        await until(pilot, lambda: isinstance(app.screen, BenchScreen) and bool(pane(app.screen)))
        screen = app.screen
        assert isinstance(screen, BenchScreen)
        assert screen.base.id == table
        yield pilot, screen


def pane(screen: BenchScreen, name: str = "#about") -> str:
    return "\n".join(line.text for line in screen.query_one(name, LineList).lines)


def said(screen: BenchScreen) -> str:
    return str(screen.query_one("#said", Static).content)


async def rows(pilot: Player, screen: BenchScreen, old: str, new: str) -> None:
    text = screen.query_one(Rows).text
    assert old in text
    screen.query_one(Rows).load_text(text.replace(old, new, 1))
    await until(pilot, lambda: new in screen.found.text)


async def fill(pilot: Player, *values: str) -> None:
    """Fill in the form on the screen."""
    app = pilot.app
    await opens(pilot, FormDialog)
    for place, value in enumerate(values):
        fields = list(app.screen.query(Input))
        fields[place].value = value
        fields[place].focus()
        await pilot.press("enter")


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
async def test_a_changed_row_shows_its_odds_faults_and_chain_at_once(tmp_path: Path, size: tuple[int, int]) -> None:
    async with bench(tmp_path, size=size) as (pilot, screen):
        assert "4/9" in pane(screen) and "no faults" in pane(screen)
        assert "expected S of an Activated S?" in pane(screen, "#effect")
        await rows(pilot, screen, "9..10:  S", "9..10:  SQ")
        assert "line 4: 'SQ' is not an item" in pane(screen) and "[error]" in pane(screen)
        await rows(pilot, screen, "9..10:  SQ", "9..10:  S, L")
        assert "no faults" in pane(screen) and "shipped, where it differs" in pane(screen)
        assert "0.167 → 0.361" in pane(screen, "#effect"), pane(screen, "#effect")
        await rows(pilot, screen, "11..12: S, L", "11..12: S, L\n13: S")
        assert "line 6: no roll can reach this row" in pane(screen) and "[warning]" in pane(screen)


async def test_modifiers_are_switches_and_shift_the_odds(tmp_path: Path) -> None:
    async with bench(tmp_path, "oto-s1.mission-end") as (pilot, screen):
        assert "1/2  50.0%  ends" in pane(screen)
        about = screen.query_one("#about", LineList)
        about.focus()
        about.move_to(next(place for place, line in enumerate(about.lines) if line.text.startswith("[ ] -1")))
        await pilot.press("enter")
        assert "[x] -1 each complete Game Turn" in pane(screen) and "2/3  66.7%  ends" in pane(screen)
        await pilot.press("f10")
        assert "1/2  50.0%  ends" in pane(screen) and "+1 DRM of yours" in pane(screen)


async def test_what_a_mission_adds_is_a_switch_too(tmp_path: Path) -> None:
    async with bench(tmp_path, "generation.g2") as (_, screen):
        assert "[ ] +3 The Cross Roads" in pane(screen)


async def test_a_roll_and_a_histogram(tmp_path: Path) -> None:
    async with bench(tmp_path) as (pilot, screen):
        await pilot.press("f2")
        assert "a roll" in pane(screen, "#effect") and "-> row" in pane(screen, "#effect")
        await pilot.press("f3")
        shown = pane(screen, "#effect")
        assert "10,000 rolls" in shown and "chi-square" in shown and "a roll" not in shown


async def test_a_series_tells_the_effect_and_a_wrong_mission_is_asked_again(tmp_path: Path) -> None:
    async with bench(tmp_path) as (pilot, screen):
        await rows(pilot, screen, "6..8:   HS", "6..8:   S, S, L")
        await pilot.press("f6")
        await fill(pilot, "oto-s9", "2")
        await until(
            pilot,
            lambda: (
                "'oto-s9' is not a mission that rolls on this table; there is platoon"
                in str(pilot.app.screen.query_one(".wrong").render())
            ),
        )
        await fill(pilot, "platoon", "2")
        await until(pilot, lambda: "2 of 2 pairs" in pane(screen, "#effect"), 120)
        shown = pane(screen, "#effect")
        assert "ENEMY VP ahead" in shown and "▒ shipped, █ changed" in shown
        assert "not shown" in shown, "two seeds prove nothing"


async def test_shipped_games_are_played_ahead_once_a_row_is_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The series takes them as they are; f7 ends it, and nothing more is played unasked."""
    monkeypatch.setattr(bench_screen, "RUNS", 1)
    monkeypatch.setattr(bench_screen, "REST", 0.01)
    async with bench(tmp_path) as (pilot, screen):
        await pilot.pause(0.1)
        assert "played ahead" not in pane(screen, "#effect"), "nothing is changed, so nothing will be asked for"
        await rows(pilot, screen, "6..8:   HS", "6..8:   S, S, L")
        await until(pilot, lambda: "1 of 1 shipped games of platoon played ahead" in pane(screen, "#effect"), 120)
        (known,) = screen.app.played.values()
        before = dict(known)
        await pilot.press("f6")
        await fill(pilot, "platoon", "1")
        await until(pilot, lambda: "1 of 1 pairs" in pane(screen, "#effect"), 120)
        assert "played ahead" not in pane(screen, "#effect")
        assert {seed: item.result for seed, item in known.items()} == {
            seed: item.result for seed, item in before.items()
        }
        monkeypatch.setattr(bench_screen, "RUNS", 2)
        await pilot.press("f7")
        await rows(pilot, screen, "9..10:  S", "9..10:  S, L")
        await pilot.pause(0.1)
        assert len(known) == 1 and "played ahead" not in pane(screen, "#effect")


async def test_rows_are_kept_while_one_looks_at_another_table_and_leaving_asks(tmp_path: Path) -> None:
    async with bench(tmp_path) as (pilot, screen):
        await rows(pilot, screen, "9..10:  S", "9..10:  S, L")
        names = screen.query_one("#names", LineList)
        names.focus()
        await pilot.press("down")
        await until(pilot, lambda: screen.base.id != TABLE)
        await pilot.press("up")
        await until(pilot, lambda: screen.base.id == TABLE)
        assert "9..10:  S, L" in screen.query_one(Rows).text
        await pilot.press("escape")
        assert said(screen).startswith(f"Not kept: {TABLE}")
        await pilot.press("escape")
        await opens(pilot, TablesScreen)


async def test_a_changed_table_is_saved_as_a_pack_and_played(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    async with bench(tmp_path) as (pilot, screen):
        await rows(pilot, screen, "6..8:   HS", "6..8:   S")
        await pilot.press("ctrl+s")
        await fill(pilot, str(folder))
        await until(pilot, lambda: "sasl play platoon --tables" in said(screen))
        await pilot.press("escape")
        await opens(pilot, TablesScreen)
    library = Library(shipped_root(), (folder,))
    assert library.table(TABLE).row(7).result == ["S"] and library.table(TABLE).pack == "mine"
    assert Session.memory(library, "platoon", 1).game.library.table(TABLE).row(7).result == ["S"]


async def test_a_file_that_changes_on_disk_is_read_again(tmp_path: Path, own_folder: Path) -> None:
    async with bench(tmp_path) as (pilot, screen):
        pack = OwnPack(own_folder)
        found = screen.desk.draft(screen.base, typed_lines(screen.base).replace("6..8:   HS", "6..8:   S"))
        assert found.table is not None
        pack.write(found.table)
        await until(pilot, lambda: "changed on disk and was read again" in said(screen), 20)
        assert "6..8:   S" in screen.query_one(Rows).text
        pack.path(TABLE).write_text("- id: x\n", encoding="utf-8")
        await until(pilot, lambda: "this key is missing" in said(screen), 20)
