"""The map as text at each zoom. `SASL_UPDATE_GOLDEN=1 pytest tests/tui/test_tui_map.py` writes the files again."""

from __future__ import annotations

import os
from itertools import product
from pathlib import Path

import pytest
from playing_screens import GOLDEN, at_first_mph, give, playing, until
from textual.widgets import Input

from sasl.asl.game.context import Game
from sasl.board.board import Board
from sasl.board.hexes import parse_hex
from sasl.content.library import Library
from sasl.saves.session import Session
from sasl.tui.map.map_cells import HORSE_ALONE, PLAIN, Ground, Mark, Overlay, Stack, Things
from sasl.tui.map.map_counters import counter
from sasl.tui.map.map_overview import key_strips, overview_pair
from sasl.tui.map.map_paint import ZOOMS, hex_rows
from sasl.tui.map.map_rim import LEFT, TOP
from sasl.tui.map.map_view import MapView, los_line
from sasl.tui.play.layout import BROAD_SIDE, SIDE
from sasl.tui.play.map_kept import look_path
from sasl.tui.play.play_screen import PlayScreen
from sasl.tui.theme import DARK
from sasl.tui.widgets.ask_dialog import AskDialog
from sasl.tui.widgets.lines import LineList


@pytest.fixture(scope="module")
def game(library: Library) -> Game:
    return at_first_mph(library, doctrine="commander").game


@pytest.fixture
def view(game: Game) -> MapView:
    """A map of its own for each test: they come in any order, on any worker."""
    shown = MapView()
    shown.show_game(game)
    shown.cursor = "P20"
    return shown


@pytest.mark.parametrize("step", range(len(ZOOMS)), ids=[zoom.name for zoom in ZOOMS])
def test_map_text(view: MapView, step: int) -> None:
    view.zoom_step = step
    view._start_over()
    view.reach = {"L19": 1.0, "L18": 2.5}
    view.los = los_line("M19", "M12", "blocked")
    text = view.text() + "\n"
    path = GOLDEN / f"map-{view.zoom.name}.txt"
    if os.environ.get("SASL_UPDATE_GOLDEN"):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("step", range(len(ZOOMS)), ids=[zoom.name for zoom in ZOOMS])
def test_a_hex_is_found_where_it_is_drawn(view: MapView, step: int) -> None:
    view.zoom_step = step
    view._start_over()
    for name, ground in view.grounds.items():
        place = view.region_of(name)
        last = place.y if view.zoom.name == "overview" else place.bottom - 1
        row = max(0, (ground.half_y + 1) // 2) if view.zoom.name == "overview" else last
        assert view.hex_at(place.x, row) == name


@pytest.mark.parametrize("step", range(len(ZOOMS)), ids=[zoom.name for zoom in ZOOMS])
def test_hexes_at_the_edge_of_the_view_are_cut(view: MapView, step: int) -> None:
    view.zoom_step = step
    view._start_over()
    width = view._map.width
    for place in (4, 5):
        whole = view._line(place, 0, width).text
        for left, wide in ((0, 20), (3, 20), (7, 1), (width - 9, 9)):
            assert view._line(place, left, wide).text == whole[left : left + wide]


def test_only_changed_lines_are_drawn_again(view: MapView) -> None:
    view.zoom_step = 2
    view._start_over()
    drawn = view._drawn[2]
    drawn.strips = {place: view._line(place, 0, view._map.width) for place in range(view._map.height)}
    kept = dict(drawn.strips)
    view.redraw(["P20"])
    assert len(kept) - len(drawn.strips) == 2


def test_sides_differ_without_colour() -> None:
    stack = Stack("467", "squad", 2, "", ("467x2",))
    for room in (2, 3, 4, 9):
        ours, theirs = counter(Things(friendly=stack), room, False)[0], counter(Things(enemy=stack), room, False)[0]
        assert theirs.startswith("[") and not ours.startswith("[")
    words = {counter(Things(suspects=1, attitude=word), 4, False)[0] for word in ("Hold", "Advance", "Withdraw")}
    assert len(words) == 3
    assert counter(Things(suspects=1, attitude="Hold"), 4, True)[0].endswith("!")


def test_left_and_right_keep_their_height(view: MapView) -> None:
    board: Board = at_first_mph_board(view)
    view.cursor = "K20"
    view.set_cursor = lambda name: setattr(view, "cursor", name)  # type: ignore[method-assign]
    for _ in range(6):
        view.action_step(1, 0)
    assert abs(board.hex(view.cursor).half_y - board.hex("K20").half_y) <= 1
    assert Overlay() == PLAIN


def at_first_mph_board(view: MapView) -> Board:
    board = view._board
    assert isinstance(board, Board)
    return board


def test_drawing_ahead_draws_every_zoom(view: MapView) -> None:
    view._start_over()
    view.set_timer = lambda *_: None  # type: ignore[method-assign, assignment]
    while view._ahead:
        view.draw_ahead()
    assert len(view._drawn[0].pairs) == len(view.grounds)
    assert all(len(drawn.rows) == len(view.grounds) for drawn in view._drawn[1:])


def test_the_overview_tells_terrain_without_colour(view: MapView) -> None:
    view.zoom_step = 0
    view._start_over()
    view.cursor, view.reach, view.los = "A1", {}, {}
    for name, ground in view.grounds.items():
        pair = view._pair(name)
        if ground.terrain != "open" and not (ground.road or ground.rail or name in view.things):
            assert pair[0][:1] in (ground.glyph[:1], "<"), name
    words = " ".join(strip.text for strip in key_strips(view.grounds.values(), view.palette, 62))
    assert all(word in words for word in ("woods", "building", "ENEMY VPO", "FFE"))
    assert all(strip.cell_length <= 62 + 2 for strip in key_strips(view.grounds.values(), view.palette, 62))


def test_who_sees_the_stack_has_a_mark_at_every_zoom() -> None:
    stack = Stack("467", "squad", 2, "", ("467x2",))
    for room in (2, 3, 4, 9):
        text = counter(Things(enemy=stack), room, True)[0]
        assert text.endswith("!") and text.startswith("[") and len(text) <= room
        text = counter(Things(friendly=stack), room, True)[0]
        assert text.endswith("!") and not text.startswith("[") and len(text) <= room


def screen_lines(play: PlayScreen) -> list[str]:
    """The lines of the map as they stand on the screen."""
    return [play.map.render_line(y).text for y in range(play.map.size.height)]


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
async def test_letters_and_numbers_stand_along_the_rim_at_every_zoom(
    library: Library, tmp_path: Path, size: tuple[int, int]
) -> None:
    async with playing(at_first_mph(library), tmp_path, size) as (pilot, play):
        shown = play.map
        for step, name in product(range(len(ZOOMS)), ("K20", "X12", "P18")):
            shown.set_zoom(step)
            shown.set_cursor(name)
            await pilot.pause()
            lines, spot = screen_lines(play), parse_hex(name)
            place = shown.region_of(name)
            x = place.x - shown.scroll_offset.x + LEFT
            y = (spot.half_y + 1) // 2 if step == 0 else place.y
            line = lines[y - shown.scroll_offset.y + TOP]
            assert all(len(text) == shown.size.width for text in lines)
            assert lines[0][x : x + shown.zoom.width].strip() == spot.name[0]
            at_right = step == 0 and spot.col % 2
            assert line.rstrip().endswith(str(spot.num)) if at_right else line[:2].strip() == str(spot.num)
            lit = [part.text.strip() for part in shown.render_line(0) if part.style and part.style.bold]
            assert spot.name[0] in lit


async def test_what_is_cut_off_at_the_left_does_not_run_into_the_numbers(library: Library, tmp_path: Path) -> None:
    async with playing(at_first_mph(library), tmp_path, (80, 24)) as (pilot, play):
        play.map.set_zoom(len(ZOOMS) - 1)
        play.map.set_cursor("X12")
        await pilot.pause()
        assert play.map.scroll_offset.x
        assert {text[LEFT] for text in screen_lines(play)[TOP:]} <= {" ", "◄"}


async def test_a_click_finds_the_hex_beside_the_rim(library: Library, tmp_path: Path) -> None:
    async with playing(at_first_mph(library), tmp_path) as (pilot, play):
        place = play.map.region_of("K20").translate(-play.map.scroll_offset)
        await pilot.click(MapView, offset=(place.x + LEFT, place.y + TOP))
        assert play.map.cursor == "K20"
        await pilot.click(MapView, offset=(0, place.y + TOP))
        await pilot.click(MapView, offset=(place.x + LEFT, 0))
        assert play.map.cursor == "K20"


SQUADS = Stack("467", "squad", 2, "", ("467x2",))


def cells(ground: Ground, what: Things, step: int, overlay: Overlay = PLAIN) -> str:
    """A hex at a zoom as text."""
    if step == 0:
        return overview_pair(ground, what, overlay, DARK).text
    rows = hex_rows(ZOOMS[step], ground, what, overlay, DARK)
    return "\n".join("".join(part.text for part in row) for row in rows)


def test_two_markers_of_a_kind_are_one_word_with_their_number(view: MapView) -> None:
    horses = Things(friendly=SQUADS, marks=(Mark(HORSE_ALONE), Mark(HORSE_ALONE)))
    text = cells(view.grounds["K20"], horses, len(ZOOMS) - 1)
    assert text.count("hors") == 1 and "hors²" in text


@pytest.mark.parametrize("step", range(len(ZOOMS)), ids=[zoom.name for zoom in ZOOMS])
@pytest.mark.parametrize("place", ["K20", "B0"])
def test_a_vpo_shows_whatever_stands_in_its_hex(view: MapView, step: int, place: str) -> None:
    ground = view.grounds.get(place) or view.grounds["K20"]
    for control, sign in (("FRIENDLY", "◆"), ("ENEMY", "◇")):
        for what in (
            Things(vpo=control),
            Things(vpo=control, suspects=2, attitude="Advance"),
            Things(vpo=control, friendly=SQUADS),
            Things(vpo=control, enemy=SQUADS),
            Things(vpo=control, enemy=SQUADS, suspects=1, attitude="Hold"),
        ):
            for overlay in (PLAIN, Overlay(cursor=True), Overlay(selected=True), Overlay(target=True)):
                assert sign in cells(ground, what, step, overlay), (what, overlay)


def test_a_vpo_stands_out_from_the_ground_at_the_smallest_zoom(view: MapView) -> None:
    alone = overview_pair(view.grounds["K20"], Things(vpo="ENEMY"), PLAIN, DARK)
    beside = overview_pair(view.grounds["K20"], Things(vpo="ENEMY", suspects=1, attitude="Advance"), PLAIN, DARK)
    assert alone.ground == beside.ground == DARK.ink["vpo-ground"] != alone.back


@pytest.mark.parametrize("step", range(len(ZOOMS)), ids=[zoom.name for zoom in ZOOMS])
def test_all_parties_of_a_hex_show(view: MapView, step: int) -> None:
    long = Stack("467", "squad", 3, "", tuple(f"{number}67x2" for number in range(9)))
    ground = view.grounds["K20"]
    enemy = cells(ground, Things(enemy=long, suspects=1, attitude="Hold"), step)
    ours = cells(ground, Things(friendly=long, suspects=1, attitude="Hold"), step)
    both = cells(ground, Things(friendly=long, enemy=long), step)
    assert "[" in enemy and "?" in enemy
    assert "[" not in ours and "?" in ours and ("s" in ours or "67" in ours)
    assert "[" in both and ("s" in both or "67" in both)


def test_the_count_is_that_of_the_kind_that_is_named() -> None:
    mixed = Stack("447", "squad", 1, "", ("447", "91", "228x2"), others=3)
    for room, text in ((2, "s+"), (3, "s+"), (4, "447⁺"), (9, "447⁺")):
        assert counter(Things(friendly=mixed), room, False)[0] == text
    two = Stack("447", "squad", 2, "", ("447x2", "91"), others=1)
    for room, text in ((2, "2s"), (3, "2s+"), (4, "447²"), (9, "447²⁺")):
        assert counter(Things(friendly=two), room, False)[0] == text


def test_a_counter_stands_apart_from_the_sides_of_its_hex(view: MapView) -> None:
    for side in ("friendly", "enemy"):
        for step in (2, 3):
            what = Things(friendly=SQUADS) if side == "friendly" else Things(enemy=SQUADS)
            line = cells(view.grounds["K20"], what, step).split("\n")[1]
            assert line[0] in "╱╲▞▚<>", line
            assert step == 2 or line.rstrip() == line[:9].rstrip(), line


async def test_cursor_and_zoom_survive_and_a_spoilt_file_is_nothing(library: Library, tmp_path: Path) -> None:
    session = Session.create(library, "oto-s1", 7, tmp_path, "g1", "2026-01-01T00:00:00")
    give(session, "note no briefing")
    async with playing(session, tmp_path) as (pilot, play):
        await pilot.press("plus", "plus")
        play.map.set_cursor("K9")
        play.orders.submit("dice hand")
        play.orders.submit("next")
        await until(pilot, lambda: isinstance(pilot.app.screen, AskDialog) and bool(pilot.app.screen.query(Input)))
    path = look_path(tmp_path, "g1")
    for spoil, cursor, zoom in ((None, "K9", 2), (b"[1]", "", 0), (b'{"cursor": "QQ99", "zoom": 99}', "", 0)):
        if spoil is not None:
            path.write_bytes(spoil)
        async with playing(Session.resume(library, tmp_path, "g1"), tmp_path) as (_, play):
            assert play.map.zoom_step == zoom and (not cursor or play.map.cursor == cursor)
            assert ("'next' was waiting for an answer and is taken back" in play.said.last) == (spoil is None)
    assert [item.name for item in tmp_path.glob("*.sasl")] == ["g1.sasl"]


async def test_a_resize_picks_the_zoom_unless_the_player_chose_one(library: Library, tmp_path: Path) -> None:
    async with playing(at_first_mph(library), tmp_path, (80, 24)) as (pilot, play):
        log = play.query_one("#log", LineList)
        for size, zoom in (((120, 40), 0), ((200, 60), 2), ((120, 40), 0)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert play.map.zoom_step == zoom
            assert log.max_scroll_y and log.is_vertical_scroll_end, "the newest lines stay in view"
        await pilot.press("plus")
        await pilot.resize_terminal(200, 60)
        await pilot.pause()
        assert play.map.zoom_step == 1


async def test_a_wider_screen_shows_the_log_below_the_hex_again(library: Library, tmp_path: Path) -> None:
    async with playing(at_first_mph(library), tmp_path, (80, 24)) as (pilot, play):
        await pilot.press("2", "1", "escape")
        await pilot.resize_terminal(120, 40)
        await pilot.pause()
        assert play.query_one("#hex").size.height and play.query_one("#log").size.height


async def test_the_panes_take_what_an_overview_leaves_of_the_screen(library: Library, tmp_path: Path) -> None:
    async with playing(at_first_mph(library), tmp_path, (150, 40)) as (pilot, play):
        overview = play.query_one("#map").size.width
        assert play.query_one("#side").size.width == 150 - overview > 80
        assert "DD" in screen_lines(play)[0], "the last hexrow is not cut off"
        await pilot.press("plus")
        await until(pilot, lambda: play.query_one("#side").size.width == SIDE)
        await pilot.press("minus")
        await until(pilot, lambda: play.query_one("#map").size.width == overview)


@pytest.mark.parametrize(("mission", "broad"), [("platoon", True), ("oto-s1", False)])
async def test_panes_are_broad_where_the_whole_map_has_room_beside_them(
    mission: str, broad: bool, library: Library, tmp_path: Path
) -> None:
    session = Session.memory(library, mission, 1)
    give(session, "next")
    async with playing(session, tmp_path, (200, 60)) as (_, play):
        assert play.query_one("#side").size.width == (BROAD_SIDE if broad else 47)


async def test_on_a_wide_terminal_every_hexrow_of_oto_s1_shows(library: Library, tmp_path: Path) -> None:
    """With names and counters: the panes leave the map room from A to DD."""
    async with playing(at_first_mph(library), tmp_path, (200, 60)) as (pilot, play):
        await pilot.pause()
        assert play.map.zoom.name == "near"
        assert play.map.virtual_size.width <= play.map.size.width
        assert play.query_one("#side").region.right == 200
