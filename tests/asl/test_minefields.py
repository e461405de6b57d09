"""Minefields (B28): attacks on entry and exit, vehicles, A-T mines, Clearance."""

from __future__ import annotations

import pytest
from field import shots
from tabletop import Tabletop, bare, rolls, told

from sasl.asl.fire.attack import IftResult
from sasl.asl.game.context import Context
from sasl.asl.game.sides import Phase, Side
from sasl.asl.infantry import prisoners
from sasl.asl.oba import artillery
from sasl.asl.terrain import minefields
from sasl.kernel.frozen import replace
from sasl.kernel.rolling.records import RollRecord


def field(
    number: int = 8, at_factors: int = 0, hex_name: str = "S15", side: Side = "FRIENDLY", phase: Phase = "MPh"
) -> Tabletop:
    """A minefield of known strength, and `bare` around it."""
    table = bare(side, phase)
    table.do(f"marker add minefield {hex_name} A-P {number}")
    if at_factors:
        found = table.state.markers_at(hex_name, "minefield")[0]
        game = table.game.at(replace(table.state, markers={found.id: replace(found, at_factors=at_factors)}))
        return Tabletop(game)
    return table


def test_a20_54_mines_attack_prisoners_with_their_guard() -> None:
    table = field(8)
    guard, captive = table.new("friendly", "6-2-8", "S16"), table.new("enemy", "4-6-7", "S16")
    ctx = Context(table.game)
    prisoners.take(ctx, ctx.state.units[captive], ctx.state.units[guard], "test")
    table = Tabletop(ctx.game)
    # 8 column, DR 5: 2MC, and the prisoner that fails is reduced
    table.dice(2, 3, 2, 4, 4, 5).do(f"move {guard} S15")
    assert table.unit(captive).type == "2-4-7" and table.unit(captive).hex == "S15"


def test_b28_41_mines_attack_on_the_column_of_their_strength() -> None:
    table = field(8)
    squad = table.new("friendly", "6-2-8", "S16")
    # 8 column, DR 9: PTC; TC 3,3 passes
    events = table.dice(4, 5, 3, 3).do(f"move {squad} S15")
    found = shots(events)[0]
    assert (found.column, found.total, found.result, found.modifiers) == ("8", 9, "PTC", ())


@pytest.mark.parametrize(("strength", "result"), [(6, "1MC"), (8, "1MC"), (12, "2MC")])
def test_b28_41_dr_6_and_7_on_each_strength(strength: int, result: str) -> None:
    table = field(strength)
    squad = table.new("friendly", "6-2-8", "S16")
    dr = (3, 3) if strength != 12 else (2, 3)  # 6: 1MC at 6; 8: 1MC at 6; 12: 2MC at 5
    events = table.dice(*dr, 1, 2).do(f"move {squad} S15")
    assert shots(events)[0].result == result


def test_b28_4_neither_ffmo_nor_ffnam_nor_tem() -> None:
    board = bare().game.board
    woods = next(name for name in board.names() if board.terrain(name).has("woods"))
    for goal in ("S15", woods):
        table = field(6, hex_name=goal)
        squad = table.new("friendly", "6-2-8", board.neighbours(goal)[0])
        events = table.dice(6, 6).do(f"move {squad} {goal}")
        assert shots(events)[0].modifiers == ()


def test_b28_43_entry_and_exit_have_their_own_dr() -> None:
    table = field(8)
    squad = table.new("friendly", "6-2-8", "S16")
    assert len(shots(table.dice(6, 6).do(f"move {squad} S15"))) == 1
    assert len(shots(table.dice(6, 6).do(f"move {squad} S14"))) == 1
    assert table.unit(squad).hex == "S14"


def test_b28_43_from_mines_to_mines_is_an_exit_and_an_entry() -> None:
    table = field(8)
    table.do("marker add minefield S14 A-P 6")
    squad = table.new("friendly", "6-2-8", "S15")
    found = shots(table.dice(6, 6, 6, 6).do(f"move {squad} S14"))
    assert [record.column for record in found] == ["8", "6"]


def test_b28_41_only_those_who_move_are_attacked() -> None:
    table = field(12)
    still = table.new("friendly", "4-4-7", "S15")
    squad = table.new("friendly", "6-2-8", "S16")
    # 12 column, DR 2: 1KIA: the mover dies, the other is not even broken
    table.dice(1, 1).do(f"move {squad} S15")
    assert squad not in table.state.units and not table.unit(still).flags


def test_b28_41_b28_411_concealed_units_are_not_halved() -> None:
    table = field(12)
    squad = table.new("friendly", "4-4-7", "S16", "concealed")
    # 12 column, DR 9: NMC; halved it would have been the 6 column: no effect
    events = table.dice(5, 4, 2, 2).do(f"move {squad} S15 assault")
    assert shots(events)[0].result == "NMC"
    assert "concealed" in table.unit(squad).flags, "B28.411: it has passed"
    table.do(f"set {squad} -assault")
    table.dice(5, 4, 6, 4).do(f"move {squad} S14")
    assert "concealed" not in table.unit(squad).flags, "it has broken"


def test_b28_4_broken_units_go_no_farther() -> None:
    table = field(12)
    squad = table.new("friendly", "4-4-7", "S16")
    # 12 column, DR 7: 1MC; 6,4 +1 = 11 fails
    table.dice(3, 4, 6, 4).do(f"move {squad} S15 S14")
    assert table.unit(squad).hex == "S15" and "broken" in table.unit(squad).flags


def test_b28_4_mines_attack_an_advance_too() -> None:
    table = field(8, phase="APh")
    squad = table.new("friendly", "6-2-8", "S16")
    assert len(shots(table.dice(6, 6).do(f"advance {squad} S15"))) == 1


@pytest.mark.parametrize(("dice", "number"), [((2,), 6), ((3,), 8), ((4,), 8), ((5,), 12)])
def test_b28_the_strength_is_rolled_when_it_is_first_entered(dice: tuple[int, ...], number: int) -> None:
    table = bare()
    table.do("marker add minefield P5 Known minefield, strength unknown")
    squad = table.new("friendly", "6-2-8", "P6")
    table.dice(*dice, 6, 6).do(f"move {squad} P5")
    assert table.state.markers_at("P5", "minefield")[0].number == number


def test_re_23_24_a_counterattack_walks_through_the_mines() -> None:
    table = field(12)
    squad = table.new("enemy", "4-6-7", "S15")
    unit = replace(table.unit(squad), role="counterattack", goal="P3")
    ctx = Context(table.game.at(replace(table.state, units={squad: unit})))
    assert minefields.enter(ctx, [unit], "S15") and not ctx.events


# -- vehicles ----------------------------------------------------------------------------------------


def test_b28_42_an_afv_is_immobilized_by_a_kia_only() -> None:
    table = field(12)
    tank = table.new("friendly", "T-34 M43", "S16")
    # 12 column, DR 4: 3MC does nothing to it
    table.dice(2, 2).do(f"move {tank} S15")
    assert "immobile" not in table.unit(tank).flags
    other = table.new("friendly", "T-34 M43", "S16")
    # DR 2: 1KIA
    table.dice(1, 1).do(f"move {other} S15")
    assert "immobile" in table.unit(other).flags


def test_b28_42_a_vehicle_that_ap_mines_immobilize_sets_off_no_at_mine() -> None:
    table = field(12, 5)
    tank = table.new("friendly", "T-34 M43", "S16", "motion")
    events = table.dice(1, 1, 1, 1).do(f"move {tank} S15")  # 1KIA, and its crew stays (D5.5): no dr for the A-T mines
    assert "immobile" in table.unit(tank).flags and not rolls(events, "A-T mines")


@pytest.mark.parametrize(("dice", "words"), [((3, 4), False), ((3, 3), True)])
def test_b28_43_passengers_are_attacked_only_if_the_mines_stop_their_truck(dice: tuple[int, int], words: bool) -> None:
    """On the 6 column the Kill Number is 6: a DR of 7 (NMC) passes the truck by, and so all in it."""
    table = field(6)
    truck = table.new("friendly", "GAZ-MM", "S15", "motion")
    squad = table.new("friendly", "4-4-7", "S15")
    table.do(f"board {squad} {truck}")
    # an Original 6 stops it: 1MC for the squad, which breaks
    ctx = Context(table.dice(*dice, 5, 6).game, ("roll",))
    minefields.enter(ctx, [ctx.state.units[key] for key in (truck, squad)], "S15")
    assert ("immobile" in ctx.state.units[truck].flags) == words
    assert ("broken" in ctx.state.units[squad].flags) == words
    assert ("Same DR on the 6 column" in told(ctx.events)) == words


def test_b28_43_riders_are_attacked_by_the_dr_that_immobilizes_their_afv() -> None:
    table = field(12)
    tank = table.new("friendly", "T-34 M43", "S15", "stopped")
    squad = table.new("friendly", "4-4-7", "S15")
    table.do(f"board {squad} {tank}")
    ctx = Context(table.dice(1, 1, 1, 1).game, ("roll",))
    minefields.enter(ctx, [ctx.state.units[key] for key in (tank, squad)], "S15")
    assert "immobile" in ctx.state.units[tank].flags
    assert f"Same DR on the 12 column for {squad} aboard {tank}: 2 is 1KIA" in told(ctx.events)


def test_b28_51_at_mines_go_off_on_a_dr_up_to_their_factors() -> None:
    table = field(6, 2)
    tank = table.new("friendly", "T-34 M43", "S16")
    events = table.dice(6, 6, 3).do(f"move {tank} S15")  # A-P first: 12, nothing; then dr 3 > 2
    assert [record.success for record in rolls(events, "A-T mines")] == [False]
    assert table.unit(tank).flags.isdisjoint({"immobile"})


def test_b28_52_an_at_mine_immobilizes_an_afv_at_least() -> None:
    table = field(6, 2)
    tank = table.new("friendly", "T-34 M43", "S16")
    # A-P 12; A-T dr 2; 36 column DR 11: 1MC: immobilized
    table.dice(6, 6, 2, 5, 6).do(f"move {tank} S15")
    assert "immobile" in table.unit(tank).flags


def test_b28_52_a_kia_after_the_hull_armor_destroys_an_afv() -> None:
    table = field(6, 3)
    tank = table.new("friendly", "T-34 M43", "S16")
    # 36 column DR 3: 4KIA; T-34 side AF 6 is aerial AF 3: 6 on 36 is 1KIA: eliminated, not burning
    table.dice(6, 6, 1, 1, 2).do(f"move {tank} S15")
    assert tank not in table.state.units
    assert [marker.text for marker in table.state.markers_at("S15", "wreck")] == ["wreck"]


def test_b28_52_four_kia_burn_it() -> None:
    table = field(6, 3)
    car = table.new("enemy", "Marder II", "S15")  # AF 3/1: aerial AF 0: DR 2: 5KIA
    ctx = Context(table.dice(6, 6, 1, 1, 1).game, ("roll",))
    minefields.enter(ctx, [ctx.state.units[car]], "S15")
    assert car not in ctx.state.units
    assert [marker.text for marker in ctx.state.markers_at("S15", "wreck")] == ["burning wreck"]


@pytest.mark.parametrize(("dice", "text"), [((3, 3), "burning wreck"), ((3, 4), "wreck")])
def test_b28_52_an_unarmored_vehicle_is_lost_and_burns_up_to_6(dice: tuple[int, int], text: str) -> None:
    table = field(6, 3)
    truck = table.new("friendly", "GAZ-MM", "S15")
    # A-P first: 6 column star is 6: DR 12 does nothing
    ctx = Context(table.dice(6, 6, 1, *dice).game, ("roll",))
    minefields.enter(ctx, [ctx.state.units[truck]], "S15")
    assert truck not in ctx.state.units
    assert [marker.text for marker in ctx.state.markers_at("S15", "wreck")] == [text]


def test_b28_51_at_mines_leave_infantry_alone() -> None:
    table = field(6, 3)
    squad = table.new("friendly", "6-2-8", "S16")
    assert not rolls(table.dice(6, 6).do(f"move {squad} S15"), "A-T")


# -- Clearance ---------------------------------------------------------------------------------------


def at_work(*types: str) -> tuple[Tabletop, list[str]]:
    """Units that have cleared mines in S15 since the PFPh, in the CCPh now."""
    table = field(8, phase="PFPh")
    ids = [table.new("friendly", name, "S15") for name in types]
    table.do(f"clear S15 {','.join(ids)}")
    return table.go_to("FRIENDLY", "CCPh"), ids


def test_b24_74_work_begins_before_and_makes_them_ti() -> None:
    table = field(8, phase="PFPh")
    squad = table.new("friendly", "6-2-8", "S15", "concealed")
    table.do(f"clear S15 {squad}")
    assert table.unit(squad).flags == {"ti", "clearing", "concealed"}, "A12.141: nobody sees it"
    table.go_to("FRIENDLY", "CCPh")
    assert f"clear S15 {squad}" in told(table.session.moments[-1].events), "the player is reminded of the DR"


@pytest.mark.parametrize(
    ("types", "drm"),
    [
        (("4-4-7",), -1), (("6-2-8",), -3), (("4-4-7", "2-4-8"), -2), (("6-2-8", "4-4-7"), -5), (("2-4-8",), 0),
        (("6-2-8", "9-1"), -4),
    ],
)  # fmt: skip
def test_b24_74_drm_of_squads_sappers_and_leaders(types: tuple[str, ...], drm: int) -> None:
    # one squad -1, each HS-equivalent beyond the first MMC -1, a sapper squad -2 more (B28.8), the leader's own
    table, ids = at_work(*types)
    record = rolls(table.dice(5, 5).do(f"clear S15 {','.join(ids)}"), "Clearance")[0]
    assert record.total - record.original == drm and record.target == 2


def test_b28_8_sappers_are_engineers_that_can_be_or_whom_an_event_made_so() -> None:
    table = bare("FRIENDLY")
    able, plain = table.unit(table.new("friendly", "6-2-8", "S15")), table.unit(table.new("friendly", "4-4-7", "S15"))
    assert [minefields.is_sapper(table.game, unit) for unit in (able, plain)] == [True, False]
    assert minefields.is_sapper(table.game, replace(plain, role="sapper"))
    assert not minefields.is_sapper(table.game, replace(able, side="ENEMY")), "nobody has made those engineers (MSR 2)"


def test_b24_74_success_removes_the_mines_and_opens_the_road() -> None:
    table, ids = at_work("6-2-8")
    events = table.dice(1, 3).do(f"clear S15 {ids[0]}")  # 4 - 3 = 1
    assert not table.state.markers_at("S15", "minefield") and "is cleared" in told(events)
    assert [marker.text for marker in table.state.markers_at("S15", "trail-break")] == ["cleared minefield"]


def test_b24_8_failing_brings_labor_for_the_next_attempt() -> None:
    table, ids = at_work("4-4-7")
    table.dice(5, 5).do(f"clear S15 {ids[0]}")
    assert [marker.number for marker in table.state.markers_at("S15", "labor")] == [1]
    table.go_to("FRIENDLY", "PFPh", 2).do(f"clear S15 {ids[0]}")
    table.go_to("FRIENDLY", "CCPh", 2)
    record = rolls(table.dice(5, 5).do(f"clear S15 {ids[0]}"), "Clearance")[0]
    assert record.total == 10 - 1 - 1


def test_b24_74_an_original_12_costs_a_casualty() -> None:
    table, ids = at_work("6-2-8")
    table.dice(6, 6).do(f"clear S15 {ids[0]}")
    assert table.unit(ids[0]).type == "3-2-8" and table.state.markers_at("S15", "minefield")


def test_b24_74_refusals() -> None:
    table = field(8, phase="CCPh")
    squad = table.new("friendly", "6-2-8", "S15")
    assert "did not begin clearing" in table.no(f"clear S15 {squad}")
    table = field(8, phase="PFPh")
    near, moved = table.new("friendly", "6-2-8", "S16"), table.new("friendly", "6-2-8", "S15", "prep")
    leader = table.new("friendly", "9-1", "S15")
    assert "clearing is done from within" in table.no(f"clear S15 {near}")
    assert "whole Player Turn" in table.no(f"clear S15 {moved}")
    assert "needs an MMC" in table.no(f"clear S15 {leader}")
    assert "no mines in S16" in table.no(f"clear S16 {near}")


def test_the_road_path_does_not_go_through_uncleared_mines() -> None:
    from sasl.solitaire import control

    table = bare()
    roads = sorted(table.game.board.road_hexes())
    table.do(f"track road {' '.join(roads)}")
    path = control.road_path(table.game)
    assert path
    for name in path[1:-1]:
        table.do(f"marker add minefield {name} A-P 8")
    other = control.road_path(table.game)
    assert other is None or not set(other) & set(path[1:-1])


# -- events ------------------------------------------------------------------------------------------


def test_re_13_16_the_event_attacks_at_the_start_of_the_enemy_pfph() -> None:
    table = bare("ENEMY", "RPh")
    squad = table.new("friendly", "6-2-8", "P9")
    table.dice(6).do("event enemy 13")
    events = table.dice(1, 1).go_to("ENEMY", "PFPh").session.moments[-1].events
    assert [record.column for record in shots(events)] == ["12"]
    assert squad not in table.state.units


def test_mine_sniper_is_a_switch() -> None:
    for on, expected in (("off", 0), ("on", 1)):
        table = field(6)
        table.do(f"option mine-sniper {on}")
        table.new("friendly", "9-1", "S18")
        squad = table.new("enemy", "4-6-7", "S16")
        mover = table.new("friendly", "6-2-8", "S16")
        table.do(f"put {squad} A1")
        events = table.dice(1, 2).do(f"move {mover} S15")  # Original 3 is the FRIENDLY SAN
        assert len(rolls(events, "Sniper dr")) == expected


def test_a_mine_roller_is_not_attacked_as_it_drives_forward_and_says_so() -> None:
    """House, as flails of B28.7: mines leave a vehicle with a mine roller alone, but not in reverse, nor any other."""
    for type_name, words, attacked in (("PT-34(L)", "", False), ("PT-34(L)", " reverse", True), ("T-34 M43", "", True)):
        table = field(8, 1)
        tank = table.new("friendly", type_name, "S16")
        table.dice(6, 6, 6, 6, 6, 6)
        events = table.do(f"move {tank} S15{words}")
        assert table.unit(tank).hex == "S15"
        assert bool(rolls(events, "A-T mines in S15")) == attacked, (type_name, words)
        assert ("mine roller" in told(events)) != attacked


def test_b28_43_who_gets_off_in_a_mined_hex_is_attacked_as_if_entering_it() -> None:
    table = field(6)
    truck = table.new("friendly", "GAZ-MM", "S15", "stopped")
    squad = table.new("friendly", "4-4-7", "S15")
    table.do(f"board {squad} {truck}")
    events = table.dice(6, 6).do(f"unload {squad}")
    assert [record.column for record in shots(events)] == ["6"] and squad in shots(events)[0].purpose


def test_b28_43_riders_who_bail_out_among_mines_are_attacked_too() -> None:
    table = field(6)
    tank = table.new("friendly", "T-34 M43", "S15", "stopped")
    squad = table.new("friendly", "4-4-7", "S15")
    table.do(f"board {squad} {tank}")
    events = table.dice(3, 3, 6, 6).do(f"bail {squad}")  # its NMC, then the mines
    assert len(shots(events)) == 1


def test_b28_43_a_crew_that_leaves_its_vehicle_among_mines_is_attacked() -> None:
    table = field(12)
    tank = table.new("friendly", "T-34 M43", "S16", "motion")
    # A-P 12, DR 2: 1KIA immobilizes; the NTC of D5.5 fails with 12; then the crew among the mines
    events = table.dice(1, 1, 6, 6, 6, 6).do(f"move {tank} S15")
    assert "abandoned" in table.unit(tank).flags
    assert [record.total for record in shots(events)] == [2, 12]


@pytest.mark.parametrize(("number", "left"), [(12, 8), (8, 6), (6, 0)])
def test_b28_62_a_column_less_and_from_six_nothing_is_left(number: int, left: int) -> None:
    table = field(number)
    (marker,) = table.state.markers_at("S15", "minefield")
    ctx = Context(table.game)
    minefields.weaken(ctx, marker, "test")
    assert [found.number for found in ctx.state.markers_at("S15", "minefield")] == [left] * bool(left)


@pytest.mark.parametrize(("original", "left"), [(3, 0), (4, 8), (5, 12)])
def test_b28_62_a_kia_of_an_he_ffe_removes_mines_and_a_k_takes_a_column(original: int, left: int) -> None:
    """On the 16 column a DR of 3 is a KIA, 4 a K, 5 a MC."""
    table = field(12, 2)
    marker = table.state.markers_at("S15", "minefield")[0]
    ctx = Context(table.game)
    record = RollRecord("FFE", "DR", (1, original - 1), original, original)
    artillery._clear_works(ctx, [marker], IftResult(record, (), 16))
    found = ctx.state.markers.get(marker.id)
    assert (found.number if found else 0) == left
    assert (found.at_factors if found else 0) == {0: 0, 8: 1, 12: 2}[left]
