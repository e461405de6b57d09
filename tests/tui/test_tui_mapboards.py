"""The set-up of mapboards on the screens: blank map, boards laid and turned, bridges, VPO with their kind."""

from __future__ import annotations

from pathlib import Path

from playing_screens import give, playing, to
from textual.widgets import Static

from sasl.asl.movement import entering
from sasl.content.library import Library
from sasl.kernel.notice import READ
from sasl.kernel.orders.commands import No
from sasl.orders.engine import legal
from sasl.saves.session import Session
from sasl.tui.help import command_lines
from sasl.tui.map.map_cells import BRIDGE_DOWN, Mark, grounds, things
from sasl.tui.play.play_screen import PlayScreen
from sasl.tui.widgets.lines import LineList


def session(library: Library, *lines: str, seed: int = 5) -> Session:
    found = Session.memory(library, "oto-s2", seed)
    for line in lines:
        give(found, line)
    return found


def pane(play: PlayScreen, name: str) -> str:
    return "\n".join(line.text for line in play.query_one(f"#{name}", LineList).lines)


async def test_the_boards_stage_says_what_to_do_and_the_map_follows_the_boards(
    library: Library, tmp_path: Path
) -> None:
    async with playing(session(library, "note no briefing"), tmp_path) as (pilot, play):
        assert "mapboard PLACE BOARD [turned]" in str(play.query_one("#prompt", Static).render())
        assert "► Mapboards" in pane(play, "setup") and "centre  not chosen yet" in pane(play, "setup")
        blank = play.map.text()
        assert "≡" not in blank
        play.orders.submit("mapboard centre 8")
        await pilot.pause()
        assert "centre  Board 8" in pane(play, "setup")
        straight = play.map.text()
        assert straight != blank and play.map.grounds["A14"].terrain == "water"
        play.orders.submit("mapboard centre turn")
        assert play.map.text() not in (blank, straight) and "Board 8 (turned)" in pane(play, "setup")
        play.action_run("undo")
        await pilot.pause()
        assert play.map.text() == straight


async def test_the_hex_under_the_cursor_tells_its_printed_name_and_go_takes_it(
    library: Library, tmp_path: Path
) -> None:
    found = session(library, "mapboard north 5", "mapboard centre 13 turned", "next")
    async with playing(found, tmp_path) as (_, play):
        play.action_run("go 13h7")
        assert play.map.cursor == "Z13"
        assert pane(play, "hex").startswith("Z13 (13H7): ")
        assert "Z13 (13H7)" in str(play.query_one("#here", Static).render())
        play.action_run("go b10")
        assert pane(play, "hex").startswith("B10 (5B10/13FF10): ")


async def test_set_up_lists_bridges_vpo_with_kind_and_the_entry_edge(library: Library, tmp_path: Path) -> None:
    found = session(library, "mapboard north 24", "mapboard centre 40", "next", "bridge 24f6 destroyed", "next")
    async with playing(found, tmp_path) as (_, play):
        text = pane(play, "setup")
        assert "F6: destroyed bridge" in text and "hexes" in text
        assert "multi-hex bridge 40" in text and "intersection 24" in text
        assert "entry by north or south?" in text
        play.action_run("go F6")
        assert "destroyed bridge: F6" in pane(play, "hex")
        assert "multi-hex bridge 40" in pane(play, "vp")


def test_the_map_shows_bridges_and_destroyed_ones(library: Library) -> None:
    found = session(library, "mapboard north 24", "mapboard centre 40", "next", "bridge 24f6 destroyed")
    game = found.game
    assert things(game)["F6"].marks == (Mark(BRIDGE_DOWN),)
    long = next(item for item in game.state.layout.bridges if len(item.hexes) > 1)
    assert all(grounds(game)[name].terrain == "bridge" and grounds(game)[name].road for name in long.hexes)


def in_the_mph(library: Library) -> Session:
    """OtO-S2 with the whole squadron still off the map in its first MPh."""
    found = session(library, *["next"] * 5)
    while found.game.state.moment != "Turn 1, FRIENDLY MPh":
        give(found, "next")
    return found


async def test_n_does_not_end_the_mph_unasked_while_units_may_still_enter(library: Library, tmp_path: Path) -> None:
    async with playing(in_the_mph(library), tmp_path) as (pilot, play):
        await play.action_next()
        await pilot.pause()
        assert play.session.game.state.phase == "MPh" and "19 units may enter" in play.said.last
        await pilot.pause(READ)
        await play.action_next()
        await pilot.pause()
        assert play.session.game.state.phase == "DFPh"


async def test_a_stack_that_enter_auto_brings_on_is_taken_and_moves_on_by_m(library: Library, tmp_path: Path) -> None:
    found = in_the_mph(library)
    give(found, "option ask-los off")
    async with playing(found, tmp_path) as (pilot, play):
        play.orders.submit("enter auto next")
        await pilot.pause(0.1)
        units = play.selection.units(found.game)
        assert units and {unit.hex for unit in units} == {play.map.cursor}
        assert {unit.id for unit in units} == {
            unit.id for unit in found.game.state.on_map("FRIENDLY") if not unit.carrier
        }
        near = set(found.game.board.neighbours(play.map.cursor))
        play.map.set_cursor(min(near & set(play.map.reach), key=lambda name: (play.map.reach[name], name)))
        await pilot.press("m")
        await pilot.pause(0.2)
        assert found.moments[-1].command.startswith(f"move {units[0].id}")
        play.selection.clear()
        play.orders.submit("enter auto all")
        await pilot.pause(0.1)
        assert not play.selection.ids, "of many who have entered nobody is meant"


async def test_the_set_up_pane_says_that_the_force_waits_off_the_map(library: Library, tmp_path: Path) -> None:
    async with playing(session(library, *["next"] * 4), tmp_path) as (_, play):
        assert play.session.game.state.stage == "set-up"
        assert "it waits off the" in pane(play, "setup") and "all 0 units" not in pane(play, "setup")


def test_help_on_a_word_of_an_order_names_the_order(library: Library) -> None:
    prompt = legal(in_the_mph(library).game)
    assert [line.text for line in command_lines(prompt, "zzz")] == ["There is no command 'zzz'."]
    assert any(line.text.startswith("  move ") for line in command_lines(prompt, "double"))


def test_help_on_an_order_that_is_a_word_of_others_too_names_them_all(library: Library) -> None:
    lines = [line.text for line in command_lines(legal(in_the_mph(library).game), "gallop")]
    assert any(text.startswith(("  gallop ", "  gallop:")) for text in lines)
    assert any(text.startswith("  move ") for text in lines)


def test_boards_are_told_by_their_number_and_tables_rolled_by_their_short_name(library: Library) -> None:
    found = session(library, "mapboard centre 13", "roll g2")
    told = [line.text for line in found.log(None)]
    assert any("not chosen, 13, not chosen" in text for text in told)
    assert isinstance(refused := found.submit("roll a6", ()), No) and "a6.a" in refused.reason


async def test_who_waits_off_the_map_is_not_told_as_being_in_the_hex(library: Library, tmp_path: Path) -> None:
    found = to(session(library, *["next"] * 6), "FRIENDLY", "MPh")
    async with playing(found, tmp_path, (80, 24)) as (pilot, play):
        edge = sorted(found.game.board.edge(found.game.edge_of("FRIENDLY")))[0]
        play.map.set_cursor(edge)
        await pilot.pause()
        told = str(play.query_one("#here", Static).render())
        outside = entering.waiting(found.game, "FRIENDLY")
        assert f"{len(outside)} units off the map may enter here" in told and outside[0].id not in told
