"""Several stacks by one order, and a way drawn hex by hex."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

from playing_screens import Player, at_first_mph, give, playing, reach_of, to, without_suspects

from sasl.asl.movement.allowance import CANNOT_MOVE
from sasl.content.library import Library
from sasl.orders.engine import order_of
from sasl.orders.march_orders import March
from sasl.tui.map.map_arrows import arrows
from sasl.tui.map.map_view import SIDES
from sasl.tui.play.play_screen import PlayScreen


def near_stacks(play: PlayScreen) -> list[str]:
    """Hexes of stacks on foot that can move, beside one another where they are."""
    state = play.session.game.state
    able = (unit for unit in state.on_map("FRIENDLY") if unit.infantry and not unit.flags & CANNOT_MOVE.keys())
    return sorted(dict.fromkeys(unit.hex for unit in able), key=play.session.game.board.hex)


async def go(pilot: Player, name: str) -> None:
    await pilot.press("g", *name, "enter")


async def test_a_adds_stacks_and_m_moves_them_all(library: Library, tmp_path: Path) -> None:
    async with playing(without_suspects(at_first_mph(library)), tmp_path) as (pilot, play):
        game, stacks = play.session.game, near_stacks(play)
        first, third, goal = next(
            (one, other, name)
            for one, other in combinations(stacks, 2)
            for name in sorted(reach_of(game, one).keys() & reach_of(game, other).keys(), key=game.board.hex)
            if not game.state.units_at(name) and not game.state.markers_at(name)
        )
        second = next(name for name in stacks if name not in (first, third))
        for name in (first, second, third):
            await go(pilot, name)
            await pilot.press("a")
        assert play.selection.places(game) == [first, second, third]
        await go(pilot, second)
        await pilot.press("a")
        assert play.selection.places(game) == [first, third], "again: it is taken out"
        await go(pilot, goal)
        assert "2 stacks side by side" in play.said.shown
        ids = list(play.selection.ids)
        await pilot.press("m")
        moment = play.session.moments[-1]
        assert moment.command == f"march {','.join(ids)} {goal}"
        assert isinstance(order_of(game, moment.command), March)


async def test_a_begins_a_group_with_the_stack_that_tab_or_space_took(library: Library, tmp_path: Path) -> None:
    async with playing(at_first_mph(library), tmp_path) as (pilot, play):
        game = play.session.game
        await pilot.press("tab")
        (first,) = play.selection.places(game)
        await pilot.press("a", "tab", "a")
        places = play.selection.places(game)
        assert len(places) == 2 and places[0] == first, "the one it stood on is the first of them"
        await go(pilot, first)
        await pilot.press("a")
        assert play.selection.places(game) == places[1:], "within a group it is taken out"
        await pilot.press("escape", "space")
        assert play.selection.places(game) == [first] and not play.selection.group
        await pilot.press("a")
        assert play.selection.places(game) == [first] and play.selection.group


async def test_the_digits_between_those_that_draw_open_no_pane(library: Library, tmp_path: Path) -> None:
    async with playing(at_first_mph(library), tmp_path) as (pilot, play):
        await go(pilot, near_stacks(play)[0])
        await pilot.press("space", "d")
        assert "7 8 9 1 2 3" in play.said.shown
        await pilot.press("4", "5", "6")
        assert play.focused is play.map and play.drawing.on and play.pane == "log"
        await pilot.press("escape", "4")
        assert play.focused is not play.map, "no more drawing: the panes are there"


async def test_the_asterisk_takes_all_that_can_still_move(library: Library, tmp_path: Path) -> None:
    async with playing(at_first_mph(library), tmp_path) as (pilot, play):
        await pilot.press("asterisk")
        assert len(play.selection.places(play.session.game)) >= 8
        assert play.map.selected == frozenset(play.selection.places(play.session.game))


async def test_stacks_that_advance_each_go_by_an_order_of_their_own(library: Library, tmp_path: Path) -> None:
    session = to(at_first_mph(library), "FRIENDLY", "APh")
    async with playing(session, tmp_path) as (pilot, play):
        game = session.game
        first, second = near_stacks(play)[:2]
        free = (name for name in game.board.neighbours(first) if not game.state.units_at(name))
        goal = next(name for name in free if game.board.hex(name).num < game.board.hex(first).num)
        for name in (first, second):
            await go(pilot, name)
            await pilot.press("a")
        before = len(session.moments)
        await go(pilot, goal)
        await pilot.press("m")
        words = [moment.command.split()[0] for moment in session.moments[before:]]
        assert words == ["advance", "advance"]


async def test_a_way_is_drawn_hex_by_hex_with_its_mf_and_gait(library: Library, tmp_path: Path) -> None:
    async with playing(without_suspects(at_first_mph(library)), tmp_path) as (pilot, play):
        game = play.session.game
        start, side, way = next(
            (name, side, [one, two])
            for name in near_stacks(play)
            for side, one in enumerate(game.board.neighbours(name))
            for two in game.board.neighbours(one)
            if game.board.hexside(one, two) == side == game.board.hexside(name, one)
            and game.board.terrain(one).terrains == game.board.terrain(two).terrains == ("open",)
            and game.board.terrain(one).elevation == game.board.terrain(two).elevation
        )
        await go(pilot, start)
        await pilot.press("space", "d", SIDES[side])
        assert play.drawing.way == [start, way[0]]
        await pilot.press(SIDES[side])
        assert play.drawing.way == [start, *way] and "MF" in play.said.shown and "enter goes." in play.said.shown
        await pilot.press("tab", "enter")
        assert play.drawing.way == [start, *way] and "one Location (A4.61)" in play.said.shown, "to be corrected"
        await pilot.press("backspace")
        assert play.drawing.way == [start, way[0]]
        assert play.drawing.gait == "assault" and "Way [assault]" in play.said.shown
        ids = list(play.selection.ids)
        await pilot.press("enter")
        assert play.session.moments[-1].command == f"move {','.join(ids)} {way[0]} assault"
        assert not play.drawing.on and not play.map.digits


async def test_a_group_goes_along_a_drawn_way_in_column(library: Library, tmp_path: Path) -> None:
    async with playing(at_first_mph(library), tmp_path) as (pilot, play):
        first, second = near_stacks(play)[:2]
        for name in (first, second):
            await go(pilot, name)
            await pilot.press("a")
        await pilot.press("d", SIDES[0], SIDES[0])
        assert "in column" in play.said.shown
        await pilot.press("escape")
        assert not play.drawing.on and play.selection.ids


async def test_arrows_at_the_rim_lead_to_units_that_may_still_act(library: Library, tmp_path: Path) -> None:
    session = at_first_mph(library)
    give(session, "option fire-stops off")
    async with playing(session, tmp_path, (80, 24)) as (pilot, play):
        await pilot.pause(0.05)
        own = set(play.map.far)
        assert own == set(near_stacks(play)) or own >= set(near_stacks(play)[:4])
        there = [item for row in play.map.arrows().values() for item in row]
        assert there and {item.kind for item in there} == {"own"}
        target = there[0]
        await pilot.click(play.map, offset=(target.x, target.y))
        assert play.map.cursor == target.name


def test_an_arrow_points_where_the_nearest_lies_and_counts_the_others() -> None:
    from textual.geometry import Region

    regions = {"near": Region(120, 10, 5, 2), "far": Region(200, 12, 5, 2), "in": Region(5, 5, 5, 2)}
    view, inside = Region(0, 0, 80, 20), Region(2, 1, 80, 20)
    (arrow,) = arrows(dict.fromkeys(regions, "own"), regions.__getitem__, view, inside)
    assert (arrow.name, arrow.text, arrow.x, arrow.y) == ("near", "►2", 80, 11)
    fight, own = arrows({"near": "own", "far": "fight"}, regions.__getitem__, view, inside)
    assert (fight.text, own.text) == ("►✶", "►")


def test_an_arrow_gives_way_to_the_name_of_a_hex() -> None:
    from textual.geometry import Region

    regions = {"K1": Region(30, -9, 5, 2)}
    view, inside = Region(0, 0, 80, 20), Region(2, 1, 80, 20)
    written = {(x, 1) for x in range(31, 35)}  # a hex's name on the line of the arrow
    (arrow,) = arrows(
        {"K1": "own"},
        regions.__getitem__,
        view,
        inside,
        lambda x, y, length: not written & {(x + more, y) for more in range(length)},
    )
    assert (arrow.x, arrow.y) == (30, 1)
