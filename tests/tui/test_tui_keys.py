"""Few keys: the next stack that can act, one unit of a stack, the last order once more."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playing_screens import at_first_mph, give, playing, to, until, without_suspects
from tabletop import bare
from textual.binding import Binding

from sasl.asl.game.under_way import Battery
from sasl.asl.movement.allowance import CANNOT_MOVE
from sasl.content.library import Library
from sasl.orders.engine import order_of
from sasl.orders.move_orders import Move
from sasl.tui.key_log import KEYS
from sasl.tui.map.map_view import MapView
from sasl.tui.play.ordering.attack_dialog import AttackDialog
from sasl.tui.play.planning.order_lines import again
from sasl.tui.play.play_screen import PlayScreen
from sasl.tui.play.pointing.walk import stops
from sasl.tui.widgets.bars import CommandLine, KeyLine
from sasl.tui.widgets.dialogs import PickDialog
from sasl.tui.widgets.key_names import KEY_SIGNS


async def test_tab_walks_through_the_stacks_that_can_still_act(library: Library, tmp_path: Path) -> None:
    async with playing(at_first_mph(library), tmp_path) as (pilot, play):
        every = stops(play.session.game)
        await pilot.press("tab")
        assert tuple(play.selection.ids) == every[0].units and play.map.cursor == every[0].place
        await pilot.press("tab")
        assert tuple(play.selection.ids) == every[1].units
        await pilot.press("shift+tab")
        assert tuple(play.selection.ids) == every[0].units
        assert play.said.last.startswith(f"1 of {len(every)}, ")


async def test_a_key_is_written_down_once_whoever_takes_it(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that no widget takes comes to the program twice; it was pressed once."""
    log = tmp_path / "keys.jsonl"
    monkeypatch.setenv(KEYS, str(log))
    async with playing(at_first_mph(library), tmp_path) as (pilot, _):
        await pilot.press("tab", "f12", "colon", "x", "escape")
    keys = [json.loads(line)["key"] for line in log.read_text(encoding="utf-8").splitlines()]
    assert keys == ["tab", "f12", "colon", "x", "escape"]


async def test_tab_takes_the_word_that_the_command_line_proposes(library: Library, tmp_path: Path) -> None:
    async with playing(at_first_mph(library), tmp_path) as (pilot, play):
        line = play.query_one(CommandLine)
        await pilot.press("colon", "u", "n", "i", "tab")
        assert line.value == "units" and play.focused is line
        await pilot.press("space", "f", "tab")
        assert line.value == "units friendly"
        assert "tab the proposed word" in play.query_one(KeyLine).render_line(0).text
        await pilot.press("escape", "colon", "tab")
        assert line.value == "" and play.focused is line, "with nothing to propose it stays"


async def test_a_game_taken_up_again_knows_what_was_typed(library: Library, tmp_path: Path) -> None:
    session = at_first_mph(library)
    session.submit("note one")
    async with playing(session, tmp_path) as (pilot, play):
        await pilot.press("colon", "up")
        assert play.query_one(CommandLine).value == "note one", "next is no command to bring back"


async def test_a_line_is_what_it_was_as_enter_was_pressed(library: Library, tmp_path: Path) -> None:
    """A key that comes before a busy program has taken the line is none of its words."""
    async with playing(at_first_mph(library), tmp_path) as (pilot, play):
        line = play.query_one(CommandLine)
        line.begin("go K14")
        line.post_message(line.Submitted(line, line.value))
        line.value = "go K14m"
        await pilot.pause(0)
        await pilot.pause(0)
        assert play.map.cursor == "K14" and line.value == ""


async def test_x_takes_one_unit_of_the_stack_then_the_next(library: Library, tmp_path: Path) -> None:
    async with playing(at_first_mph(library), tmp_path) as (pilot, play):
        state = play.session.game.state
        place = max({unit.hex for unit in state.on_map("FRIENDLY")}, key=lambda name: len(state.units_at(name)))
        there = [unit.id for unit in state.units_at(place) if not unit.carrier]
        assert len(there) > 1
        play.map.set_cursor(place)
        taken = []
        for _ in there:
            await pilot.press("x")
            taken += list(play.selection.ids)
        assert taken == there, "each alone, one after the other"
        await pilot.press("x")
        assert list(play.selection.ids) == there[:1]


async def test_r_gives_the_last_move_once_more_in_the_same_gait(library: Library, tmp_path: Path) -> None:
    async with playing(without_suspects(at_first_mph(library)), tmp_path) as (pilot, play):
        game = play.session.game
        able = [
            unit
            for unit in game.state.on_map("FRIENDLY")
            if unit.kind == "squad" and not unit.flags & CANNOT_MOVE.keys()
        ]
        first, second = able[0], next(unit for unit in able if unit.hex != able[0].hex)
        near = next(name for name in game.board.neighbours(first.hex) if not game.state.units_at(name, "ENEMY"))
        play.orders.submit(f"move {first.id} {near} assault")
        await pilot.pause()
        order = order_of(game, f"move {first.id} {near} assault")
        assert isinstance(order, Move) and order.options == {"assault"}
        assert again(order, (second.id,), "K9") == Move((second.id,), ("K9",), frozenset({"assault"}))
        play.selection.clear()
        await pilot.press("r")
        assert play.said.last.startswith("No: take units")


def test_a_stop_without_units_says_what_to_type() -> None:
    """An OBA module is no unit, and a hex whose CC waits is none either."""
    table = bare("FRIENDLY", "CCPh")
    table.new("FRIENDLY", "6-2-8", "K12")
    table.new("ENEMY", "4-6-7", "K12")
    (stop,) = stops(table.game)
    assert (stop.kind, stop.place, stop.units, stop.who) == ("cc", "K12", (), "K12")
    guns = bare("FRIENDLY", "PFPh", batteries={"OBA1": Battery("OBA1", "FRIENDLY", "82mm", 82, 6)})
    (stop,) = stops(guns.game)
    assert (stop.kind, stop.place, stop.units, stop.who) == ("oba", "", (), "OBA1")


async def test_shift_a_asks_the_commander_about_the_taken_stack(library: Library, tmp_path: Path) -> None:
    async with playing(at_first_mph(library), tmp_path) as (pilot, play):
        await pilot.press("tab", "A")
        shown = play.app.screen
        assert isinstance(shown, PickDialog)
        assert shown.lines[0].text.startswith("Advice (house figures decide): ")
        assert any(unit in shown.lines[0].text for unit in play.selection.ordered())


def test_keys_are_written_as_they_are_typed() -> None:
    for kind in (AttackDialog, PlayScreen, MapView):
        keys = [item.key for item in Binding.make_bindings(kind.__dict__["BINDINGS"])]
        assert keys and not [key for key in keys if "_" in KEY_SIGNS.get(key, key)]


async def test_e7_4_f_gives_aircraft_their_attack_at_the_cursor_and_refuses_who_waits_off_the_map(
    library: Library, tmp_path: Path
) -> None:
    session = to(at_first_mph(library), "ENEMY", "DFPh")
    give(session, 'new friendly "Il-2 M43"')
    give(session, "new friendly 4-5-8")
    plane, squad = list(session.game.state.units)[-2:]
    async with playing(session, tmp_path) as (pilot, play):
        play.map.set_cursor("K14")
        play.selection.take((plane,))
        await pilot.press("f")
        await until(pilot, lambda: play.query_one(CommandLine).value == f"air {plane} K14")
        await pilot.press("escape")
        play.selection.take((squad,))
        await pilot.press("f")
        assert play.said.last.startswith(f"No: {squad} is not on the map")
        await pilot.press("r")
