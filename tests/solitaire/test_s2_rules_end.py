"""OtO-S2: mission end, the win by all VPO, VP by A10b; the season, the ELR and the force (MSR 8, 9)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from crossroads import CONTROL, bare, chosen
from tabletop import Tabletop, of, rolls, told

from sasl.asl.game import events as ev
from sasl.asl.game.flags import HORSE
from sasl.asl.game.sides import Phase, Side
from sasl.kernel.frozen import replace
from sasl.solitaire.briefing.report import status_report
from sasl.solitaire.victory import mean_worth, schedule

# -- 12.5 ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("turn", [8, 9])
def test_12_5_no_dr_before_turn_10(turn: int) -> None:
    table = bare("ENEMY", "CCPh", turn=turn)
    assert not rolls(table.do("next"), "Mission end") and table.state.turn == turn + 1


@pytest.mark.parametrize("turn", [10, 11, 14])
@pytest.mark.parametrize("dr", range(1, 7))
def test_12_5_from_turn_10_on_it_ends_on_2_or_less_with_no_drm(turn: int, dr: int) -> None:
    table = bare("ENEMY", "CCPh", turn=turn).dice(dr, 1, 1, 1)
    record = rolls(table.do("next"), "Mission end")[0]
    assert record.total == dr and (table.state.stage == "over") == (dr <= 2)


def test_12_5_not_after_the_friendly_player_turn() -> None:
    assert not rolls(bare("FRIENDLY", "CCPh", turn=10).do("next"), "Mission end")


# -- VP -----------------------------------------------------------------------------------------------


def held(*ours: str, side: Side = "ENEMY", phase: Phase = "CCPh", turn: int = 10) -> Tabletop:
    control: dict[str, Side] = {name: "FRIENDLY" if name in ours else "ENEMY" for name in CONTROL}
    return bare(side, phase, turn=turn, control=control)


def test_a10b_each_vpo_is_valued_when_the_mission_ends_for_the_side_that_holds_it() -> None:
    table = held("T16").dice(1, 6, 3, 2)  # it ends; I17 3, T16 2, W13 1
    events = table.do("next")
    valued = {event.hex: event.worth for event in of(events, ev.VpoValued) if isinstance(event, ev.VpoValued)}
    assert valued == {"I17": 3, "T16": 2, "W13": 1} == table.state.vpo_worth
    ended = of(events, ev.MissionEnded)[0]
    assert isinstance(ended, ev.MissionEnded) and (ended.friendly, ended.enemy) == (2, 4)
    assert [record.table for record in rolls(events, "Worth of VPO")] == ["a10.b"] * 3
    assert "1 of 3 held; worth 2 to 3+1" in ended.lines[0][0]


def test_a10b_a26_12_the_dr_names_the_side_that_counts_the_vpo_also_where_only_a_vehicle_holds_it() -> None:
    table = held("T16").dice(1, 6, 3, 2)
    table.new("friendly", "OT-34(L)", "W13")
    owners = {record.purpose for record in rolls(table.do("next"), "Worth of VPO")}
    assert owners == {"Worth of VPO I17 (ENEMY)", "Worth of VPO T16 (FRIENDLY)", "Worth of VPO W13 (FRIENDLY)"}


def test_a10b_nothing_is_valued_while_the_mission_goes_on() -> None:
    table = held("T16").dice(3)
    assert not of(table.do("next"), ev.VpoValued) and not table.state.vpo_worth


def test_a10b_before_the_end_vp_shows_what_is_held_and_the_mean() -> None:
    table = held("T16", phase="MPh")
    assert mean_worth(table.game) == 2  # (1+1+2+2+3+3)/6
    text = told(table.do("vp"))
    assert "1 of 3 held; each worth a roll on a10.b at mission end, 2 on average" in text
    assert "VP now: FRIENDLY 2, ENEMY 4" in text
    assert not table.state.vpo_worth


def test_a10b_a_typed_table_changes_the_mean() -> None:
    table = held("T16")
    a10 = table.game.library.table("a10.b")
    own = replace(a10, rows=tuple(replace(row, result=1) for row in a10.rows), provenance="user")
    library = table.game.library.trying(own)
    game = replace(table.game, library=library)
    assert mean_worth(game) == 1 and (schedule(game)[0].friendly, schedule(game)[0].enemy) == (1, 2)


def test_the_player_who_ends_the_mission_has_the_vpo_valued_too() -> None:
    table = held("T16", phase="MPh")
    assert len(of(table.do("end", "yes"), ev.VpoValued)) == 3


# -- all VPO ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("side", ["FRIENDLY", "ENEMY"])
@pytest.mark.parametrize("turn", [1, 4])
def test_vp_friendly_wins_at_once_with_every_vpo_at_the_end_of_any_player_turn(side: Side, turn: int) -> None:
    table = held(*CONTROL, side=side, turn=turn)
    events = table.do("next")
    assert table.state.stage == "over" and not rolls(events, "Mission end")
    ended = of(events, ev.MissionEnded)[0]
    assert isinstance(ended, ev.MissionEnded) and ended.friendly >= 3 and ended.enemy == 0
    assert "the FRIENDLY side controls every VPO" in ended.why and ended.won_by == "FRIENDLY"
    assert "FRIENDLY wins at once" in table.state.outcome


def test_vp_who_wins_at_once_wins_whatever_the_vp() -> None:
    assert ev.MissionEnded(0, 9, (), "all VPO", winner="FRIENDLY").won_by == "FRIENDLY"
    assert [ev.MissionEnded(*vp, (), "S12.5").won_by for vp in ((2, 1), (1, 2), (1, 1))] == ["FRIENDLY", "ENEMY", ""]


def test_vp_one_vpo_short_is_no_win() -> None:
    table = held("I17", "T16", turn=4)
    table.do("next")
    assert table.state.stage == "play"


def test_vp_every_vpo_in_the_midst_of_a_player_turn_is_no_win_yet() -> None:
    table = held(*CONTROL, side="FRIENDLY", phase="APh", turn=4)
    table.do("next")
    assert table.state.stage == "play" and table.state.phase == "CCPh"


def test_vp_the_enemy_does_not_win_by_holding_every_vpo_nor_anybody_without_vpo() -> None:
    for table in (held(turn=4), bare("ENEMY", "CCPh", turn=4, control={})):
        table.do("next")
        assert table.state.stage == "play"


# -- MSR 5, 6, 8: what set-up settles --------------------------------------------------------------------


def test_msr_5_no_level_no_stone_no_paved_road() -> None:
    board = chosen().game.board
    every = [board.terrain(name) for name in board.names()]
    assert {terrain.elevation for terrain in every} == {0}
    assert not any("stone" in word for terrain in every for word in terrain.terrains if "building" in word)


@pytest.mark.parametrize(("dr", "month"), [(1, "June"), (4, "June"), (5, "July"), (6, "July")])
def test_msr_8_the_month_is_a_value_with_its_roll(dr: int, month: str) -> None:
    table = chosen().dice(*[3, 3] * 2, 1, 1, 1, dr, 2)
    events = table.do("next")
    assert [record.result for record in rolls(events, "Month")] == [month]
    assert table.state.values["month"].value == month and table.state.values["month"].provenance == "seed"
    found = {"June": (3, "Moist"), "July": (4, "Moderate")}[month]
    assert (rolls(events, "EC")[0].total, table.state.ec) == found
    lines = status_report(table.game)
    assert any(f"Month {month}" in line for line in lines) and any(line.startswith(f"EC {found[1]}") for line in lines)


def test_msr_8_the_month_can_be_said_by_the_player() -> None:
    table = chosen()
    assert table.no("value month May") == "the month is July or June, not 'May'"
    table.do("value month july")
    events = table.do("next")
    assert not rolls(events, "Month") and table.state.values["month"].value == "July"
    assert table.state.values["month"].provenance == "user"


def test_the_elr_is_a_house_figure_and_says_so_at_set_up_and_in_the_status() -> None:
    table = chosen()
    text = told(table.do("next"))
    assert "FRIENDLY ELR 3 [house]: The card gives no ELR" in text and "ENEMY ELR 2 [house]" in text
    assert any("FRIENDLY 3 [house: The card gives no ELR" in line for line in status_report(table.game))


# -- MSR 9 --------------------------------------------------------------------------------------------


def force(*dice: int) -> tuple[Tabletop, Sequence[ev.Event]]:
    table = chosen("next", "next").dice(*dice)
    events = table.do("next")
    assert table.state.stage == "set-up" and not table.state.dice.queue
    return table, events


def counted(table: Tabletop) -> dict[str, int]:
    names = [unit.type for unit in table.state.units.values()] + [item.type for item in table.state.weapons.values()]
    return {name: names.count(name) for name in dict.fromkeys(names)}


def test_msr_9_the_squadron() -> None:
    table, _ = force(3, 4, 4, 5, 6)
    assert counted(table) == {
        "8-0": 1, "7-0": 1, "5-2-7": 6, "4-4-7": 6, "2-2-8": 4, "Sq horse": 12, "HS horse": 4, "LMG": 4, "ATR": 2,
        "50mm MTR": 2,
    }  # fmt: skip


def test_msr_9_r3_is_rolled_until_there_are_two_leaders() -> None:
    table, events = force(5, 6, 6, 6, 3, 4, 5, 6, 4, 5, 6)
    results = [record.result for record in rolls(events) if record.table == "generation.r3"]
    assert results == ["-", "-", "8-0", "-", "7-0"]
    assert sum(unit.kind == "leader" for unit in table.state.units.values()) == 2


HEAVY = {1: ("45L AT", "gun"), 2: ("82* MTR", "gun"), 3: ("MMG", "sw"), 4: ("HMG", "sw"), 5: (".50cal HMG", "sw")}


@pytest.mark.parametrize("dr", HEAVY)
def test_msr_9_a_heavy_weapon_comes_with_its_crew_on_a_wagon(dr: int) -> None:
    name, kind = HEAVY[dr]
    table, _ = force(3, 4, 4, 5, dr)
    wagon = next(unit for unit in table.state.units.values() if unit.type == "Wagon")
    crew = next(unit for unit in table.state.aboard(wagon.id) if unit.kind == "crew")
    assert not crew.cavalry and crew.turn == 1
    if kind == "gun":
        gun = next(unit for unit in table.state.units.values() if unit.type == name)
        assert gun.carrier == wagon.id and crew.group == gun.id
    else:
        weapon = next(item for item in table.state.weapons.values() if item.type == name)
        assert weapon.holder == crew.id


def test_msr_9_a_six_is_nothing() -> None:
    table, events = force(3, 4, 4, 5, 6)
    assert rolls(events, "Heavy weapon")[0].result == []
    assert not any(unit.kind in ("gun", "vehicle") for unit in table.state.units.values())


def test_msr_9_everybody_comes_mounted() -> None:
    table, _ = force(3, 4, 4, 5, 6)
    men = [unit for unit in table.state.units.values() if unit.kind != HORSE]
    assert len(men) == 18 and all(unit.cavalry and not unit.hex and unit.turn == 1 for unit in men)
    riders = {unit.carrier for unit in table.state.units.values() if unit.kind == HORSE}
    assert riders == {unit.id for unit in men if unit.mmc}
