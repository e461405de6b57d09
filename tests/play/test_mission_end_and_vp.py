"""Mission end (12.5) and each line of the VP schedule (12.6)."""

from __future__ import annotations

import pytest
from tabletop import Tabletop, bare, of, rolls, told

from sasl.game import events as ev
from sasl.play.control import rail_hexes, road_hexes, road_path
from sasl.play.victory import schedule


def line(table: Tabletop, name: str) -> tuple[int, int]:
    score = next(score for score in schedule(table.game) if score.line.id == name)
    return score.friendly, score.enemy


# -- 12.5 --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("turn", range(1, 8))
def test_12_5_before_turn_8_no_dr_is_made(turn: int) -> None:
    table = bare("ENEMY", "CCPh", turn=turn)
    assert not rolls(table.do("next"), "Mission end") and table.state.turn == turn + 1


@pytest.mark.parametrize(("turn", "last"), [(8, 3), (9, 4), (10, 5), (11, 6), (12, 6)])
def test_12_5_from_turn_8_on_the_mission_ends_on_3_with_minus_1_for_each_full_turn_after(turn: int, last: int) -> None:
    for dr in range(1, 7):
        table = bare("ENEMY", "CCPh", turn=turn).dice(dr)
        events = table.do("next")
        record = rolls(events, "Mission end")[0]
        assert record.total == dr - (turn - 8)
        assert (table.state.stage == "over") == (dr <= last), (turn, dr)
        if dr > last:
            assert (table.state.turn, table.state.side, table.state.phase) == (turn + 1, "FRIENDLY", "RPh")


def test_12_5_the_dr_comes_after_the_enemys_player_turn_alone() -> None:
    table = bare("FRIENDLY", "CCPh", turn=8)
    assert not rolls(table.do("next"), "Mission end")


def test_12_5_when_it_is_over_nothing_more_can_be_played() -> None:
    table = bare("ENEMY", "CCPh", turn=8).dice(1).all("next")
    assert table.state.moment == "over after Turn 8" and "VP" in table.state.outcome
    assert "the mission is over" in table.no("next")
    assert "VP now" in told(table.do("vp"))


def test_the_player_may_end_the_mission() -> None:
    table = bare()
    assert table.no("end", "no") == "the mission goes on"
    events = table.do("end", "yes")
    ended = of(events, ev.MissionEnded)[0]
    assert isinstance(ended, ev.MissionEnded) and len(ended.lines) == 4
    assert ended.friendly == sum(ours for _, ours, _ in ended.lines)
    assert ended.enemy == sum(theirs for _, _, theirs in ended.lines) == 12


# -- 12.6 --------------------------------------------------------------------------------------------


def test_12_6_nothing_done_is_one_vp_for_each_vpo_and_task() -> None:
    assert bare().vp() == (0, 10 + 1 + 1)


@pytest.mark.parametrize("number", range(11))
def test_12_6_both_sides_one_vp_for_each_vpo(number: int) -> None:
    table = bare()
    for name in list(table.state.control)[:number]:
        table.do(f"vpo {name} friendly")
    assert line(table, "vpo") == (number, 10 - number)


def test_12_6_all_railroad_hexes_are_2_vp_and_1_for_the_enemy_if_one_is_missing() -> None:
    table = bare()
    names = sorted(rail_hexes(table.game))
    table.do("track rail " + " ".join(names[:-1]))
    assert line(table, "rail") == (0, 1)
    table.do(f"track rail {names[-1]}")
    assert line(table, "rail") == (2, 0)


def test_12_6_a_road_path_from_edge_to_edge_is_3_vp() -> None:
    table = bare()
    game = table.game
    assert game.mission.road is not None
    path = game.board.road_connected(road_hexes(game), game.mission.road.starts, game.mission.road.ends)
    assert path is not None
    assert line(table, "road") == (0, 1)
    table.do("track road " + " ".join(path[1:]))
    assert line(table, "road") == (0, 1) and road_path(table.game) is None
    table.do(f"track road {path[0]}")
    assert line(table, "road") == (3, 0) and road_path(table.game) == path
    table.do(f"track road -{path[len(path) // 2]}")
    assert line(table, "road") == (0, 1), "a gap breaks it"


def test_12_6_the_path_begins_at_the_fbe_and_ends_at_the_ebe() -> None:
    table = bare()
    road = table.game.mission.road
    assert road is not None
    board = table.game.board
    assert all(name in board.edge("east") for name in road.starts)
    assert {"BB0", "BB1"} == set(road.ends)


@pytest.mark.parametrize(("type_name", "flags", "vp"), [
    ("75L AT", "", 1), ("75L AT", "malfunctioned", 0), ("StuG IIIG", "", 1), ("StuG IIIG", "abandoned", 0),
    ("StuG IIIG", "recalled", 0), ("StuG IIIG", "immobile", 1), ("4-6-7", "", 0), ("9-1", "", 0)])
def test_12_6_the_enemy_has_1_vp_for_each_gun_or_afv_that_can_fire_on_a_road_or_rail_hex(
        type_name: str, flags: str, vp: int) -> None:
    table = bare()
    unit = table.new("enemy", type_name, "P12", *([flags] if flags else []))
    if table.unit(unit).kind == "gun":
        assert line(table, "guns") == (0, 0), "nobody mans it"
        table.new("enemy", "2-2-8", "P12")
    assert line(table, "guns") == (0, vp)


def test_12_6_a_gun_whose_crew_is_broken_cannot_fire() -> None:
    table = bare()
    table.new("enemy", "75L AT", "P12")
    table.new("enemy", "2-2-8", "P12", "broken")
    assert line(table, "guns") == (0, 0)


def test_12_6_a_gun_that_sees_no_track_in_its_range_counts_nothing() -> None:
    table = bare()
    board = table.game.board
    tracks = rail_hexes(table.game) | road_hexes(table.game)
    far = {name: min(board.distance(name, track) for track in tracks) for name in board.names()}
    spot = max(far, key=far.__getitem__)
    assert far[spot] > 12
    table.new("enemy", "MMG Cupola", spot)
    assert line(table, "guns") == (0, 0)


def test_the_vp_are_shown_live_line_by_line() -> None:
    text = told(bare().do("vp"))
    assert "each VPO controlled: FRIENDLY 0, ENEMY 10 (0 of 10 held)" in text
    assert "all railroad hexes controlled: FRIENDLY 0, ENEMY 1 (0 of 29 hexes)" in text
    assert "VP now: FRIENDLY 0, ENEMY 12" in text
