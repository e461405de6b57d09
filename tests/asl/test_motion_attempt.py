"""Motion attempts of vehicles that see an enemy come (D2.401)."""

from __future__ import annotations

import pytest
from field import ENEMY, FRIENDLY, Tabletop, field, moves, throw

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
    assert "while a unit of the other side moves" in table.no(f"motion {tank}")
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
