"""MG of Infantry that fire at armor (A9.61)."""

from __future__ import annotations

from typing import Any

from field import ENEMY, FRIENDLY, Tabletop, field, records, throw

from sasl.board.hexes import parse_hex, vertex_names


def fight(gun: str = "HMG", place: str = "K18", *flags: str, **more: Any) -> tuple[Tabletop, str, str]:
    """A MG in K14 and a SU-76M of the other side that turns its side to it."""
    table = field(ENEMY, more.get("phase", "PFPh"))
    _, mg = table.armed(ENEMY, "4-6-7", "K14", gun, flags=flags)
    tank = table.new(FRIENDLY, "SU-76M", place, "buttoned")
    return table.all(f"face {tank} {vertex_names(parse_hex(place))[1]}"), mg, tank


def test_a9_61_it_hits_on_the_to_hit_table_in_black_and_kills_on_that_of_mg() -> None:
    table, mg, tank = fight()
    events = throw(table, [2, 1, 1, 2], f"fire {mg} K18 vehicle")
    shot, kill = records(events)[:2]
    assert (shot.target, shot.target_name) == (10, "Modified To Hit number")
    assert "To Kill" in kill.purpose and tank not in table.state.units


def test_a9_61_a_dr_that_equals_the_final_number_stuns() -> None:
    table, mg, tank = fight(place="K15")
    _, kill = records(throw(table, [3, 2, 2, 3], f"fire {mg} K15 vehicle"))
    assert (kill.target, kill.total) == (5, 5) and "stunned" in table.unit(tank).flags


def test_a9_61_within_its_rof_it_may_fire_again_and_breaks_by_its_b() -> None:
    table, mg, _ = fight(place="K28")
    throw(table, [3, 6], f"fire {mg} K28 vehicle")
    throw(table, [6, 6], f"fire {mg} K28 vehicle")
    assert "malfunctioned" in table.state.weapons[mg].flags


def test_a9_61_alone_in_normal_range_and_without_halved_fp() -> None:
    table, mg, tank = fight("LMG", "K24")
    assert "beyond 8 hexes" in table.no(f"fire {mg} K24 vehicle")
    table, mg, tank = fight("HMG", "K18", "pinned")
    assert "is pinned" in table.no(f"fire {mg} K18 vehicle")
    table, mg, tank = fight()
    assert "by itself" in table.no(f"fire 467a,{mg} K18 vehicle")
    table.do(f"set {tank} concealed")
    assert "is concealed" in table.no(f"fire {mg} K18 vehicle")
    for man, why in (("8-0", "is an SMC"), ("1-4-9", "")):  # a hero alone has all the FP of a LMG (A15.23)
        table = field(ENEMY, "PFPh")
        _, mg = table.armed(ENEMY, man, "K14", "LMG")
        table.new(FRIENDLY, "SU-76M", "K18", "buttoned")
        if why:
            assert why in table.no(f"fire {mg} K18 vehicle")
        else:
            table.dice(6, 5).do(f"fire {mg} K18 vehicle")


def test_a9_61_b16_32_not_out_of_marsh_where_its_fp_is_halved() -> None:
    table = field(ENEMY, "PFPh", K14="marsh")
    _, mg = table.armed(ENEMY, "4-6-7", "K14", "LMG")
    table.new(FRIENDLY, "SU-76M", "K18", "buttoned")
    assert "in marsh or water" in table.no(f"fire {mg} K18 vehicle")


def test_a9_61_not_in_the_afph() -> None:
    table, mg, _ = fight(phase="AFPh")
    assert "Advancing Fire" in table.no(f"fire {mg} K18 vehicle")


def test_a9_6_at_what_has_no_armor_it_fires_on_the_ift() -> None:
    table, mg, _ = fight()
    table.new(FRIENDLY, "GAZ-MM", "K12")
    assert "on the IFT" in table.no(f"fire {mg} K12 vehicle")
