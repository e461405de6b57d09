"""SMOKE that vehicles place for themselves (D13)."""

from __future__ import annotations

import pytest
from field import ENEMY, FRIENDLY, Tabletop, field, throw
from tabletop import rolls

from sasl.asl.game.sides import Side
from sasl.kernel.frozen import replace


def vehicle(name: str = "StuG IIIG", *flags: str, side: Side = ENEMY) -> tuple[Tabletop, str]:
    table = field(side, "MPh")
    table.do("option fire-stops off")
    return table, table.new(side, name, "K14", *flags)


@pytest.mark.parametrize(("dice", "placed"), [((2, 3), [2]), ((3, 4), [2]), ((4, 4), [])])
def test_d13_3_dischargers_place_dispersed_smoke_by_their_usage_number(
    dice: tuple[int, int], placed: list[int]
) -> None:
    table, tank = vehicle()
    throw(table, dice, f"discharge {tank}")  # sD7
    assert [marker.number for marker in table.state.marked("smoke")] == placed
    assert table.unit(tank).mf == len(placed)  # a try in vain takes no MP (D13.2)
    assert "D13.2" in table.no(f"discharge {tank}")


def test_d13_3_they_are_not_used_up_and_are_one_harder_for_who_is_bu() -> None:
    table, tank = vehicle("StuG IIIG", "buttoned")
    (record,) = rolls(throw(table, (3, 4), f"discharge {tank}"), "Smoke dischargers")
    assert (record.total, record.success) == (8, False)
    table.do(f"set {tank} -smoked -buttoned")  # as in a later MPh
    throw(table, (3, 4), f"discharge {tank}")
    assert table.state.marked("smoke")


@pytest.mark.parametrize(
    ("name", "flags", "most"),
    [("Marder II", (), 2), ("Marder II", ("buttoned",), 1), ("SdKfz 10/4", (), 1), ("Pz IVF1", (), 2)],
)
def test_d13_35_a_crew_throws_smoke_grenades(name: str, flags: tuple[str, ...], most: int) -> None:
    for dr in (most, most + 1):
        table, tank = vehicle(name, *flags)
        throw(table, [dr], f"discharge {tank}")
        assert bool(table.state.marked("smoke")) is (dr <= most)


def test_d13_2_who_may_not() -> None:
    table, tank = vehicle("StuG IIIG", "stunned")
    assert "D13.2" in table.no(f"discharge {tank}")
    table, tank = vehicle("StuG IIIG", "prep")
    assert "has fired" in table.no(f"discharge {tank}")
    table, truck = vehicle("GAZ-MM", side=FRIENDLY)
    assert "D13.35" in table.no(f"discharge {truck}")
    table, tank = vehicle("Pz IVF1", "buttoned")
    assert "only an exposed crew" in table.no(f"discharge {tank}")
    for ec, wind in (("Mud", ""), ("", "heavy wind toward 4")):
        table, tank = vehicle("Pz IVF1")
        table = Tabletop(table.game.at(replace(table.state, ec=ec, wind=wind)))
        assert "A24.11" in table.no(f"discharge {tank}"), (ec, wind)


def test_d13_2_in_the_mph_of_the_other_side_it_waits_for_somebody_to_move_in_los() -> None:
    table, squad = vehicle("4-4-7", side=FRIENDLY)
    tank = table.new(ENEMY, "StuG IIIG", "K10")
    assert "no enemy is spending" in table.no(f"discharge {tank}")
    table.do(f"move {squad} K13")
    throw(table, (3, 3), f"discharge {tank}")
    assert [marker.hex for marker in table.state.marked("smoke")] == ["K10"] and not table.unit(tank).mf


def test_d13_2_not_while_somebody_moves_out_of_its_los() -> None:
    table = field(FRIENDLY, "MPh", K12="woods").all("option fire-stops off", "option enemy-plays off")
    squad, tank = table.new(FRIENDLY, "4-4-7", "K15"), table.new(ENEMY, "StuG IIIG", "K10")
    table.do(f"move {squad} K14")
    assert "no enemy is spending" in table.no(f"discharge {tank}")
