"""Motion attempts of vehicles that see an enemy come (D2.401)."""

from __future__ import annotations

import pytest
from field import ENEMY, FRIENDLY, Tabletop, field, moves, records, throw

from sasl.asl.vehicles import joint
from sasl.board.hexes import parse_hex, vertex_names
from sasl.kernel.frozen import replace


def test_d2_401_a_dr_of_at_most_the_mf_spent_in_los_and_it_is_in_motion_and_turns() -> None:
    table = field(ENEMY, "MPh", K14="woods")
    table.all("option fire-stops off", "option enemy-plays off")
    tank, squad = table.new(FRIENDLY, "T-34 M43", "K16"), table.new(ENEMY, "4-6-7", "K12")
    names = vertex_names(parse_hex("K16"))
    table.all(f"face {tank} {names[0]}", f"move {squad} L12")
    throw(table, [1], f"motion {tank} {names[2]}")
    assert "motion" in table.unit(tank).flags and table.unit(tank).ca == names[2]
    assert "has tried" in table.no(f"motion {tank}")


def test_d2_401_a_higher_dr_leaves_it_as_it_was() -> None:
    table = field(ENEMY, "MPh", K14="woods")
    table.all("option fire-stops off", "option enemy-plays off")
    tank, squad = table.new(FRIENDLY, "T-34 M43", "K16"), table.new(ENEMY, "4-6-7", "K12")
    table.do(f"move {squad} L12")
    throw(table, [2], f"motion {tank}")
    assert "motion" not in table.unit(tank).flags
    table.go_to(ENEMY, "DFPh")
    assert not table.unit(tank).arms


@pytest.mark.parametrize("flag", ["first", "immobile", "stunned"])
def test_d2_401_not_after_fire_nor_if_it_cannot_move(flag: str) -> None:
    table = field(ENEMY, "MPh", K14="woods")
    table.all("option fire-stops off", "option enemy-plays off")
    tank, squad = table.new(FRIENDLY, "T-34 M43", "K16", flag), table.new(ENEMY, "4-6-7", "K12")
    table.do(f"move {squad} L12")
    assert "not Mobile, has fired" in table.no(f"motion {tank}")


def test_d2_401_only_as_somebody_comes_into_its_los() -> None:
    table = field(ENEMY, "MPh")
    table.all("option fire-stops off", "option enemy-plays off")
    tank, squad = table.new(FRIENDLY, "T-34 M43", "K16"), table.new(ENEMY, "4-6-7", "K12")
    assert "only while an enemy unit is moving" in table.no(f"motion {tank}")
    table.do(f"move {squad} K13")
    assert "nobody has come into the LOS" in table.no(f"motion {tank}")


def test_d2_401_what_was_spent_in_los_since_it_came_into_it_counts_hex_by_hex() -> None:
    table = field(ENEMY, "MPh", K14="woods")
    table.all("option fire-stops off", "option enemy-plays off")
    tank, squad = table.new(FRIENDLY, "T-34 M43", "K16"), table.new(ENEMY, "4-6-7", "K12")
    table.all(f"move {squad} L12", f"move {squad} M12")
    throw(table, [2], f"motion {tank}")
    assert "motion" in table.unit(tank).flags


def test_d2_401_who_enters_the_map_comes_into_its_los() -> None:
    table = field(ENEMY, "MPh", K14="woods")
    table.all("option fire-stops off", "option enemy-plays off")
    tank, squad = table.new(FRIENDLY, "T-34 M43", "K16"), table.new(ENEMY, "4-6-7", "L16")
    table = moves(table, squad, how="enter")
    moving = table.state.moving
    assert moving is not None
    table = Tabletop(table.game.at(replace(table.state, moving=replace(moving, trail=(("", 0.0), ("L16", 1.0))))))
    throw(table, [1], f"motion {tank}")
    assert "motion" in table.unit(tank).flags


def platoon_that_sees(spent: float) -> tuple[Tabletop, list[str]]:
    """Three AFV without radio that have driven as a platoon; then ENEMY spends MF in the LOS of the last one alone."""
    table = field(FRIENDLY, "MPh", K14="woods", L14="woods", M14="woods", J14="woods", K13="woods")
    table.all("option command off", "option enemy-plays off", "option fire-stops off", "option confirm-fire off")
    places = ("K19", "L19", "M19")
    ids = [table.new(FRIENDLY, "OT-34(L)", name) for name in places]
    for key, name in zip(ids, places, strict=True):
        table.do(f"face {key} {vertex_names(parse_hex(name))[0]}")
    throw(table, (3, 3), f"platoon {ids[0]} K18 {ids[1]} L18 {ids[2]} M18 stop")
    squad = table.new(ENEMY, "4-6-7", "O10")
    table.go_to(ENEMY, "MPh")
    table = moves(table, squad, came_from="O9", spent=spent)
    moving = table.state.moving
    assert moving is not None
    trail = (("", 0.0), ("O10", spent))
    return Tabletop(table.game.at(replace(table.state, moving=replace(moving, trail=trail)))), ids


def test_d14_2_who_forms_a_platoon_anew_leaves_those_he_moved_with() -> None:
    """A platoon bears the name of its first AFV: those who stay behind are one by themselves."""
    table, (first, second, third) = platoon_that_sees(6)
    table.go_to(FRIENDLY, "MPh")
    other = table.new(FRIENDLY, "OT-34(L)", "K18")
    table.do(f"face {other} {vertex_names(parse_hex('K18'))[0]}")
    throw(table, (3, 3), f"platoon {first} K17 {other} K17 stop")
    assert {unit.id for unit in joint.mates(table.game, table.unit(first))} == {first, other}
    assert {unit.id for unit in joint.mates(table.game, table.unit(second))} == {second, third}


def test_d14_211_one_motion_dr_for_the_platoon_with_a_drm_of_its_number_of_afv() -> None:
    """Three AFV are +3, what one of them sees is seen by all, and each turns where it likes."""
    table, ids = platoon_that_sees(6)
    names = vertex_names(parse_hex("K18"))
    events = throw(table, [3, 5, 5], f"motion {ids[0]} {names[2]}", "stays", "stays")
    attempt = next(record for record in records(events) if "Motion attempt" in record.purpose)
    assert {mod.rule: mod.value for mod in attempt.modifiers} == {"D14.211": 3}
    assert all("motion" in table.unit(key).flags for key in ids) and table.unit(ids[0]).ca == names[2]
    assert all("has tried" in table.no(f"motion {key}") for key in ids)


def test_d14_211_a_dr_too_high_for_the_number_leaves_all_of_them_stopped() -> None:
    table, ids = platoon_that_sees(6)
    throw(table, [4], f"motion {ids[1]}")
    assert not any("motion" in table.unit(key).flags for key in ids)


def test_d14_211_one_that_has_fired_keeps_its_platoon_from_it() -> None:
    table, ids = platoon_that_sees(6)
    table.do(f"set {ids[1]} first")
    assert f"{ids[1]} is not Mobile, has fired" in table.no(f"motion {ids[0]}")


def test_d14_22_the_last_one_of_a_platoon_tries_alone() -> None:
    """Only the +1 of an AFV without radio (D14.23)."""
    table, ids = platoon_that_sees(2)
    table.all(f"set {ids[0]} immobile", f"set {ids[1]} immobile")
    events = throw(table, [1, 5, 5], f"motion {ids[2]}")
    assert {mod.rule: mod.value for mod in records(events)[0].modifiers} == {"D14.23": 1}
    assert "motion" in table.unit(ids[2]).flags
