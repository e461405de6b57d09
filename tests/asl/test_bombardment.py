"""Bombardment (C1.8, OtO CG B1)."""

from __future__ import annotations

import pytest
from field import by_rule, field
from tabletop import bare, of, rolls, told

from sasl.asl.game import events as ev
from sasl.asl.game.events.shared import with_unit
from sasl.asl.oba import bombardment
from sasl.kernel.rolling.records import RollRecord
from sasl.saves.session import Session


def check(events: tuple[ev.Event, ...], name: str) -> RollRecord:
    """The (first) check of a unit or thing."""
    return next(record for record in rolls(events, "Bombardment") if f" {name}" in record.purpose)


def test_c1_81_six_dr_name_the_hex_numbers_that_are_spared_the_last_three_add_six() -> None:
    found: list[frozenset[int]] = []
    _, events = by_rule(
        bare("ENEMY", "PFPh"), (1, 2, 2, 1, 3, 6), lambda ctx: found.append(bombardment.immune_numbers(ctx))
    )
    assert found == [frozenset({1, 2, 7, 9, 12})] and len(rolls(events, "Immune")) == 6


def test_c1_82_every_unit_takes_a_2mc() -> None:
    table = bare("ENEMY", "PFPh")
    squad, german = table.new("friendly", "4-4-7", "P17"), table.new("enemy", "4-6-7", "P16")
    events = table.dice(3, 3, 2, 3).do("bombard P17 1")  # P16: 6 + 2 = 8 fails; P17: 5 + 2 = 7 passes
    assert (check(events, squad).total, check(events, squad).success) == (7, True)
    assert "broken" in table.unit(german).flags


def test_c1_82_tem_helps() -> None:
    table = bare("ENEMY", "PFPh")
    board = table.game.board
    woods = next(name for name in board.names() if tuple(board.terrain(name).terrains) == ("woods",))
    squad = table.new("friendly", "4-4-7", woods)
    record = check(table.dice(3, 4).do(f"bombard {woods} 0"), squad)
    assert record.total == 7 + 2 + 1, "woods are an air burst: +1"


def test_c1_82_marsh_helps() -> None:
    table = field("ENEMY", "PFPh", K14="marsh")
    squad = table.new("friendly", "4-4-7", "K14")
    assert check(table.dice(5, 3).do("bombard K14 0"), squad).total == 8 + 2 - 2


def test_c1_82_entrenchments_are_worth_4() -> None:
    table = bare("ENEMY", "PFPh")
    squad = table.new("friendly", "4-4-7", "P17", "dug-in")
    assert check(table.dice(5, 3).do("bombard P17 0"), squad).total == 8 + 2 - 4


@pytest.mark.parametrize(("dice", "type_name"), [((4, 4), "2-3-7"), ((5, 3), "4-4-7")])
def test_c1_82_original_doubles_that_fail_cost_a_casualty(dice: tuple[int, int], type_name: str) -> None:
    table = bare("ENEMY", "PFPh")
    squad = table.new("friendly", "4-4-7", "P17")  # 8 + 2 fails by 3, ELR is 4
    table.dice(*dice).do("bombard P17 0")
    assert table.unit(squad).type == type_name and "broken" in table.unit(squad).flags


@pytest.mark.parametrize(("type_name", "level"), [("GAZ-MM", 6), ("SU-76M", 8), ("T-34 M43", 9)])
def test_c1_821_the_level_of_each_vehicle(type_name: str, level: int) -> None:
    table = bare("ENEMY", "PFPh")
    car = table.new("friendly", type_name, "P17")
    assert check(table.dice(1, 1).do("bombard P17 0"), car).target == level


@pytest.mark.parametrize(
    ("dice", "fate"), [((5, 4), ""), ((5, 5), "immobile"), ((5, 6), "wreck"), ((6, 6), "burning wreck")]
)
def test_c1_821_failing_by_1_2_and_3(dice: tuple[int, int], fate: str) -> None:
    table = bare("ENEMY", "PFPh")
    tank = table.new("friendly", "T-34 M43", "P17")
    table.dice(*dice).do("bombard P17 0")
    left = table.state.units.get(tank)
    wrecks = [marker.text for marker in table.state.markers_at("P17", "wreck")]
    assert (wrecks or ["immobile" if left and "immobile" in left.flags else ""]) == [fate]
    assert (left is None) is ("wreck" in fate)


def test_c1_821_the_weapons_of_those_who_fail_are_checked() -> None:
    table = bare("ENEMY", "PFPh")
    _, gun = table.armed("friendly", "4-4-7", "P17", "MMG")
    table.dice(5, 3, 5, 3).do("bombard P17 0")  # the squad fails; 8 against 7: malfunctions
    assert "malfunctioned" in table.state.weapons[gun].flags
    table = bare("ENEMY", "PFPh")
    _, gun = table.armed("friendly", "4-4-7", "P17", "MMG")
    assert not [item for item in rolls(table.dice(1, 2).do("bombard P17 0")) if gun in item.purpose]


def test_c1_821_a_vehicle_is_checked_before_those_aboard_who_are_spared_if_it_is_lost() -> None:
    for dice, checks in (((6, 6), 1), ((1, 1, 3, 3), 2)):
        table = bare("ENEMY", "PFPh")
        truck, squad = table.new("friendly", "GAZ-MM", "P17"), table.new("friendly", "4-4-7", "P17")
        table.do(f"board {squad} {truck}")
        made = [item.purpose for item in rolls(table.dice(*dice).do("bombard P17 0")) if "Bombardment" in item.purpose]
        assert len(made) == checks and truck in made[0]


def test_c1_821_a_gun_is_lost_without_its_crew_and_what_nobody_has_is_always_checked() -> None:
    table = bare("ENEMY", "PFPh")
    gun, crew = table.new("friendly", "45L AT", "P17"), table.new("friendly", "2-2-8", "P17")
    table.session = Session(table.game.at(with_unit(table.state, crew, group=gun)))
    table.dice(6, 3, 5, 4).do("bombard P17 0")  # 9 + 2 against 8: it breaks; 9 against 7: its Gun is lost
    assert gun not in table.state.units and "broken" in table.unit(crew).flags
    table = bare("ENEMY", "PFPh")
    lying = table.new("friendly", "MMG")
    table.do(f"give {lying} P17")
    assert [item.target for item in rolls(table.dice(5, 3).do("bombard P17 0"))] == [7]
    assert "malfunctioned" in table.state.weapons[lying].flags


@pytest.mark.parametrize(("belongs", "state"), [(True, " broken"), (True, ""), (False, "")])
def test_c1_821_a_gun_has_one_check_whether_its_crew_belongs_to_it_is_broken_or_only_mans_it(
    belongs: bool, state: str
) -> None:
    table = bare("ENEMY", "PFPh")
    gun, crew = table.new("friendly", "45L AT", "P17"), table.new("friendly", "2-2-8", "P17", *state.split())
    table.session = Session(table.game.at(with_unit(table.state, crew, group=gun if belongs else "")))
    made = rolls(table.dice(*[6, 5] * 6).do("bombard P17 0"))
    assert sum(gun in item.purpose for item in made) == 1
    assert gun not in table.state.units


@pytest.mark.parametrize(("kind", "target"), [("wire", 9), ("minefield", 9), ("roadblock", 9), ("pillbox", 10)])
def test_c1_822_works_that_fail_are_gone(kind: str, target: int) -> None:
    table = bare("ENEMY", "PFPh")
    table.do(f"marker add {kind} P17 8")
    assert check(table.dice(4, 4).do("bombard P17 0"), kind).target == target
    assert table.state.markers_at("P17", kind)
    table.dice(5, 6).do("bombard P17 0")
    assert not table.state.markers_at("P17", kind)


def test_c1_81_six_dr_name_the_immune_hexes_the_last_three_add_six() -> None:
    table = bare("ENEMY", "PFPh")
    inside, outside = table.new("friendly", "4-4-7", "P3"), table.new("friendly", "4-4-7", "P4")
    events = table.dice(1, 2, 3, 1, 2, 3, 1, 1).do("bombard all")  # 1 2 3 and 7 8 9
    assert "Immune hex numbers: 1, 2, 3, 7, 8, 9" in told(events)
    names = [record.purpose for record in rolls(events, "MC of")]
    assert any(outside in name for name in names) and not any(inside in name for name in names)


@pytest.mark.parametrize(("number", "spared"), [(3, True), (15, True), (27, True), (4, False), (16, False)])
def test_c1_81_beyond_12_the_numbers_repeat(number: int, spared: bool) -> None:
    assert bombardment.spared(bare().game, f"P{number}", {3}) is spared


def test_oto_cg_b1_five_hexes_around_and_none_immune() -> None:
    table = bare("ENEMY", "PFPh")
    near, far = table.new("friendly", "4-4-7", "P20"), table.new("friendly", "4-4-7", "P21")
    events = table.do("bombard P15")
    assert not rolls(events, "Immune") and rolls(events, f"MC of {near}") and not rolls(events, f"MC of {far}")


def test_c1_8_suspects_are_told_of() -> None:
    table = bare("ENEMY", "PFPh")
    name = table.suspect("P15")
    events = table.do("bombard P15 0")
    assert name in told(events) and not of(events, ev.SuspectRemoved)


def test_c1_8_refusals() -> None:
    table = bare("ENEMY", "PFPh")
    assert "needs all or a hex" in table.no("bombard")
    assert "is not a hex" in table.no("bombard everything")
