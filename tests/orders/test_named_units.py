"""What a word of a command means: a unit, a hex, a group; what it cannot mean is said in one sentence."""

from __future__ import annotations

from tabletop import FRIENDLY, Tabletop, bare

from sasl.kernel.frozen import replace


def test_who_names_a_sw_where_a_unit_is_wanted_hears_who_bears_it() -> None:
    table = bare("FRIENDLY", "MPh")
    squad, gun = table.armed("FRIENDLY", "6-2-8", "K20", "HMG")
    assert f"{gun} is a SW, possessed by {squad}: name a unit" in table.no(f"move {gun.lower()} K19")


def test_a_sw_where_one_unit_is_wanted_is_told_as_that_too() -> None:
    """It is the right id, and no slip of one: nothing is to be meant instead."""
    table = bare("FRIENDLY", "CCPh")
    squad, gun = table.armed("FRIENDLY", "6-2-8", "K20", "HMG")
    assert f"{gun} is a SW, possessed by {squad}: name a unit" in table.no(f"capture {squad} {gun}")


def test_a_hex_of_the_other_side_is_no_empty_hex() -> None:
    """A8.1: in the DFPh the side whose Player Turn it is does not fire."""
    table = bare("FRIENDLY", "DFPh")
    table.new("FRIENDLY", "6-2-8", "K20")
    table.new("ENEMY", "4-6-7", "K18")
    assert "the units there are FRIENDLY, and only the ENEMY may do this now" in table.no("fire K20 K18")
    assert table.no("fire M20 K18").endswith("no ENEMY unit is in M20")


def test_a_hex_that_is_not_on_the_map_is_told_as_that() -> None:
    table = bare(FRIENDLY, "MPh")
    squad = table.new(FRIENDLY, "6-2-8", "K20")
    for line in ("move K99 K10", f"move {squad},K99 K19", "march K99 K10"):
        assert table.no(line).startswith("K99 is not on the map in play")
    assert "no FRIENDLY unit is in K10" in table.no("move K10 K11")


def test_a_mistyped_part_of_the_oob_is_told_with_those_there_are() -> None:
    table = bare(FRIENDLY, "MPh")
    squad = table.new(FRIENDLY, "6-2-8", "K20")
    unit = replace(table.unit(squad), group="coy-1")
    table = Tabletop(table.game.at(replace(table.state, units={squad: unit})))
    assert "did you mean coy-1?" in table.no("march coy-9 K20")


def test_what_is_neither_a_roll_nor_a_table_is_told_as_both() -> None:
    assert "'foo' is not a roll" in bare().no("roll foo") and "no table 'foo'" in bare().no("roll foo")
