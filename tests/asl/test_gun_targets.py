"""Guns and their crews as targets: gunshield, emplacement, Near Misses, critical hits (C11, C3.74)."""

from __future__ import annotations

import pytest
from field import ENEMY, FRIENDLY, Tabletop, by_rule, cases, field, gun_of, quiet, shots
from tabletop import rolls

from sasl.asl.fire.drm import target_mods
from sasl.asl.game import events as ev
from sasl.asl.game.flags import Flag
from sasl.asl.ordnance.aiming import arcs
from sasl.kernel.frozen import replace


def crewed(target: str = "45L AT", *flags: str) -> tuple[Tabletop, str, str, str]:
    """A German Gun in K14 that looks down the lane at a Russian one with its crew, facing it, in K8."""
    table = quiet(field(ENEMY, "PFPh"))
    gun, _ = gun_of(table, ENEMY, "75L AT", "K14")
    prey, men = gun_of(table, FRIENDLY, target, "K8")
    table, _ = by_rule(table, (), lambda ctx: ctx.emit(ev.UnitRedrawn(men, group=prey)))
    table.do(f"face {prey} K9/J8")
    return (table.all(f"set {prey} {' '.join(flags)}") if flags else table), gun, prey, men


def test_c11_5_a_gunshield_is_no_to_hit_drm() -> None:
    table, gun, _, _ = crewed()
    assert "Case Q" not in cases(table.dice(6, 5).do(f"fire {gun} K8 infantry"))


def test_c11_4_a_gunshield_helps_the_crew_against_a_near_miss() -> None:
    table, gun, prey, men = crewed()
    events = table.dice(3, 2, 3, 3, 3, 3).do(f"fire {gun} K8 infantry")  # 6 on the 12 column: a 2MC, with +2 a 1MC
    assert rolls(events, "Near Miss")[0].total == 8 and rolls(events, "1MC of")
    assert {prey, men} <= set(table.state.units)


def test_c11_4_no_shield_against_a_direct_hit() -> None:
    table, gun, prey, men = crewed()
    table.dice(3, 2, 1, 2).do(f"fire {gun} K8 infantry")  # 3 on the 12 column: K/3, whatever the shield
    assert "malfunctioned" in table.unit(prey).flags and men not in table.state.units


@pytest.mark.parametrize("selects", [(6, 1), (1, 6)])
def test_c11_4_a_k_strikes_one_gun_and_its_crew_the_other_crew_is_behind_its_shield(selects: tuple[int, int]) -> None:
    table, gun, first, _ = crewed()
    second, men = gun_of(table, FRIENDLY, "45L AT", "K8")
    table, _ = by_rule(table, (), lambda ctx: ctx.emit(ev.UnitRedrawn(men, group=second)))
    table.do(f"face {second} K9/J8")
    events = table.dice(1, 4, 1, 2, *selects, 2, 2).do(f"fire {gun} K8 infantry")
    broken = [key for key in (first, second) if "malfunctioned" in table.unit(key).flags]
    crews = [unit.id for unit in table.state.units_at("K8") if unit.kind == "crew"]
    assert len(broken) == 1 and len(crews) == 1, "one is struck, with its crew"
    assert rolls(events, "Near Miss")[0].total == 5 and rolls(events, "2MC of"), "K/3, with +2 a 2MC"


def test_c11_5_emplacement_and_shield_are_not_cumulative_after_an_area_hit() -> None:
    table, gun, _, _ = crewed("45L AT", "emplaced")
    events = table.dice(1, 2, 3, 3, 3, 3).do(f"fire {gun} K8 area")
    assert not rolls(events, "Near Miss")  # +2 of the emplacement counts already


@pytest.mark.parametrize("flag", ["broken", "hazardous"])
def test_c11_5_a_shield_is_for_a_good_order_crew_that_does_not_push(flag: Flag) -> None:
    table, _, _, men = crewed()
    assert arcs.shield(table.game, table.unit(men), "K14")
    assert not arcs.shield(table.game, replace(table.unit(men), flags=frozenset({flag})), "K14")


def test_c11_2_no_emplacement_while_a_squad_mans_the_gun() -> None:
    for men, tem in (("2-2-8", [2]), ("4-4-7", [])):
        table = quiet(field(ENEMY, "PFPh"))
        gun, _ = gun_of(table, FRIENDLY, "76L ART", "K8", men)
        table.do(f"set {gun} emplaced")
        found = target_mods(table.game, table.unit(gun), "K14")
        assert [mod.value for mod in found] == tem


def test_c11_52_a_critical_hit_of_ap_destroys_gun_and_crew() -> None:
    table, gun, prey, men = crewed()
    table.dice(1, 1, 6, 6).do(f"fire {gun} K8 infantry ap")
    assert not {prey, men} & set(table.state.units)


def test_c3_74_a_critical_hit_strikes_one_target_by_random_selection() -> None:
    table = quiet(field(ENEMY, "PFPh"))
    gun, _ = gun_of(table, ENEMY, "75L AT", "K14")
    for _ in range(2):
        table.new(FRIENDLY, "4-4-7", "K8")
    events = table.dice(1, 1, 5, 2, 5, 5, 1, 1, 1, 1).do(f"fire {gun} K8 infantry")
    assert rolls(events, "who suffers the critical hit")[0].dice == (5, 2)
    assert [shot.column for shot in shots(events)][:2] == ["24", "12"]
