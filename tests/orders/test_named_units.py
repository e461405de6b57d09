"""What a word of a command means: a unit, a hex, a group; what it cannot mean is said in one sentence."""

from __future__ import annotations

from tabletop import bare


def test_who_names_a_sw_where_a_unit_is_wanted_hears_who_bears_it() -> None:
    table = bare("FRIENDLY", "MPh")
    squad, gun = table.new("FRIENDLY", "6-2-8", "K20"), table.new("FRIENDLY", "HMG")
    table.do(f"give {gun} {squad}")
    assert f"{gun} is a SW, borne by {squad}: name a unit" in table.no(f"move {gun.lower()} K19")


def test_a_hex_of_the_other_side_is_no_empty_hex() -> None:
    """A8.1: in the DFPh the side whose Player Turn it is does not fire."""
    table = bare("FRIENDLY", "DFPh")
    table.new("FRIENDLY", "6-2-8", "K20")
    table.new("ENEMY", "4-6-7", "K18")
    assert "those there are the FRIENDLY's, and only the ENEMY may do this now" in table.no("fire K20 K18")
    assert table.no("fire M20 K18").endswith("no ENEMY unit is in M20")
