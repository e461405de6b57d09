"""Mission end (S12.5) and each line of the VP schedule (S12.6)."""

from __future__ import annotations

import pytest
from tabletop import Tabletop, bare, of, rolls, told

from sasl.asl.game import events as ev
from sasl.asl.game.los.sight import look
from sasl.board.hexes import in_arc, parse_hex, vertex_names
from sasl.content.missions.mission import VpLine
from sasl.kernel.frozen import replace
from sasl.solitaire.control import rail_hexes, road_hexes, road_path
from sasl.solitaire.victory import schedule


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


@pytest.mark.parametrize(
    ("type_name", "flags", "vp"),
    [
        ("75L AT", "", 1), ("75L AT", "malfunctioned", 0), ("75L AT", "disabled", 0), ("75L AT", "limbered", 0),
        ("StuG IIIG", "", 1), ("StuG IIIG", "abandoned", 0), ("StuG IIIG", "shocked", 0), ("StuG IIIG", "stunned", 0),
        ("StuG IIIG", "recalled", 0), ("StuG IIIG", "immobile", 1), ("StuG IIIG", "disabled", 1),
        ("Marder II", "disabled", 0), ("SdKfz 7/1", "", 0), ("HMG Cupola", "", 1), ("HMG Cupola", "malfunctioned", 0),
        ("4-6-7", "", 0), ("9-1", "", 0),
    ],
)  # fmt: skip
def test_12_6_the_enemy_has_1_vp_for_each_gun_or_afv_that_can_fire_on_a_road_or_rail_hex(
    type_name: str, flags: str, vp: int
) -> None:
    table = bare()
    unit = table.new("enemy", type_name, "P12", *([flags] if flags else []))
    if table.unit(unit).kind == "gun":
        assert line(table, "guns") == (0, 0), "nobody can man it"
        table.new("enemy", "2-2-8", "P12")
    assert line(table, "guns") == (0, vp)


def words(table: Tabletop) -> str:
    return next(score for score in schedule(table.game) if score.line.id == "guns").words


@pytest.mark.parametrize(
    ("flag", "vp"), [("broken", 0), ("melee", 0), ("pinned", 1), ("ti", 1), ("panicked", 1), ("prep", 1)]
)
def test_12_6_a_gun_counts_by_the_men_who_could_serve_it(flag: str, vp: int) -> None:
    """A broken or fighting crew serves no Gun; what passes with the Player Turn does not count against it (house)."""
    table = bare()
    table.new("enemy", "75L AT", "P12")
    table.new("enemy", "2-2-8", "P12", flag)
    assert line(table, "guns") == (0, vp)


def test_12_6_the_vp_line_says_which_pieces_count_and_why_the_others_do_not() -> None:
    """A disabled Gun and one without a crew are named with their reason, a cupola with OtO 4.1."""
    table = bare()
    for type_name, flag in (("88L AA", "disabled"), ("75L AT", ""), ("HMG Cupola", ""), ("StuG IIIG", "disabled")):
        unit = table.new("enemy", type_name, "P12", *([flag] if flag else []))
        if type_name == "88L AA":
            gun = unit
    table.do("put 75La P15")
    table.new("enemy", "2-2-8", table.unit(gun).hex)
    assert line(table, "guns") == (0, 2)
    assert words(table) == (
        "cHMGa (a cupola is an AFV, OtO 4.1), StuGa by its AAMG; "
        f"not counted [house]: {gun} is disabled (A9.72), 75La has no unbroken unit to man it (C10.1)"
    )


def test_12_6_a_stuck_gun_carriage_counts_only_where_it_can_turn_to() -> None:
    """An AFV that cannot turn its hull bears on a track only inside its CA (D8.1)."""
    table = bare()
    board = table.game.board
    tracks = rail_hexes(table.game) | road_hexes(table.game)
    spot = next(
        name
        for name in sorted(board.names())
        if name not in tracks
        and len(board.neighbours(name)) == 6
        and not any(near in tracks for near in board.neighbours(name))
    )
    gun = table.new("enemy", "Marder II", spot)
    seen = {name for name in tracks if look(table.game, spot, name).exists}
    table.do(f"set {gun} immobile")
    found = {}
    for ca in vertex_names(parse_hex(spot)):
        table.do(f"face {gun} {ca}")
        found[ca] = line(table, "guns") == (0, 1)
    here = parse_hex(spot)
    assert found == {ca: any(in_arc(here, ca, parse_hex(name)) for name in seen) for ca in found}
    assert set(found.values()) == {True, False}


@pytest.mark.parametrize(
    ("type_name", "flag", "spot", "vp"),
    [("MMG Cupola", "", "DD28", 1), ("StuG IIIG", "disabled", "A1", 1), ("StuG IIIG", "disabled", "DD28", 0)],
)
def test_12_6_a_gun_that_sees_no_track_in_its_range_counts_nothing(
    type_name: str, flag: str, spot: str, vp: int
) -> None:
    """The range of the weapon that works decides, long range included: 24 hexes for a MMG, 16 for an AAMG."""
    table = bare()
    tracks = rail_hexes(table.game) | road_hexes(table.game)
    seen = [table.game.board.distance(spot, name) for name in tracks if look(table.game, spot, name).exists]
    assert min(seen) == {"A1": 15, "DD28": 24}[spot]
    table.new("enemy", type_name, spot, *([flag] if flag else []))
    assert line(table, "guns") == (0, vp)
    assert ("bears on no road or rail hex" in words(table)) == (vp == 0)


def test_the_vp_are_shown_live_line_by_line() -> None:
    text = told(bare().do("vp"))
    assert "each VPO controlled: FRIENDLY 0, ENEMY 10 (0 of 10 held)" in text
    assert "all railroad hexes controlled: FRIENDLY 0, ENEMY 1 (0 of 29 hexes)" in text
    assert "VP now: FRIENDLY 0, ENEMY 12" in text


def test_12_6_a_line_may_count_good_order_enemy_units_or_give_a_fixed_number() -> None:
    """Two of the three ENEMY units are in Good Order: 2 x 3 VP; a fixed line gives what it says."""
    table = bare("FRIENDLY", "MPh")
    for name, state in (("4-6-7", ""), ("8-0", ""), ("4-6-7", "broken")):
        table.new("enemy", name, "K10", *state.split())
    lines = [
        VpLine(id="left", text="each ENEMY unit left", counts="activated", enemy=3),
        VpLine(id="start", text="at start", counts="none", friendly=4),
    ]
    mission = replace(table.game.mission, vp=lines)
    scores = schedule(replace(table.game, mission=mission))
    assert [(score.friendly, score.enemy, score.words) for score in scores] == [
        (0, 6, "2 Good Order ENEMY units"), (4, 0, "fixed"),
    ]  # fmt: skip
