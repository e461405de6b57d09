"""Trail Breaks (B13.421): what tracks leave in woods, and what it is to those who come later."""

from __future__ import annotations

from field import Tabletop, field, shown_drm
from tabletop import rolls

from sasl.asl.movement.ground.costs import Gait, step_cost
from sasl.asl.vehicles import trails


def wood(*places: str) -> tuple[Tabletop, str]:
    """Woods, and a FRIENDLY tank in K15 that faces north."""
    table = field("FRIENDLY", "MPh", **dict.fromkeys(places or ("K14",), "woods"))
    table.all("option fire-stops off", "option enemy-plays off")
    tank = table.new("friendly", "T-34 M43", "K15")
    return table.all(f"face {tank} J14/K14"), tank


def test_b13_421_tracks_break_a_trail_in_and_out_of_woods() -> None:
    table, tank = wood()
    table.dice(1, 1).do(f"move {tank} K14")
    (trail,) = table.state.markers_at("K14", "trail-break")
    assert trail.sides == (3,) and trails.leads(table.game, "K15", "K14") and not trails.leads(table.game, "K13", "K14")
    table.do(f"move {tank} K13")
    (trail,) = table.state.markers_at("K14", "trail-break")
    assert trail.sides == (3, 0) and not trail.owner


def test_b13_421_another_goes_along_it_without_a_bog_check_and_checks_if_it_strays() -> None:
    table, tank = wood()
    table.dice(1, 1).all(f"move {tank} K14", f"move {tank} K13")
    other = table.new("friendly", "T-34 M43", "K15")
    table.do(f"face {other} J14/K14")
    assert not rolls(table.do(f"move {other} K14"), "Bog Check")
    table.go_to("FRIENDLY", "MPh", 2)
    assert rolls(table.dice(1, 1).do(f"move {other} J13"), "Bog Check"), "beside the trail"


def test_b13_421_no_trail_of_wheels_nor_by_road_and_none_is_doubled() -> None:
    table, _ = wood()
    truck = table.new("friendly", "GAZ-MM", "K15")
    table.dice(1, 1).do(f"move {truck} K14")
    assert not table.state.markers_at("K14", "trail-break")


def test_b13_4212_men_save_half_a_mf_on_it_for_a_drm() -> None:
    table, tank = wood()
    table.dice(1, 1).all(f"move {tank} K14", f"move {tank} K13")
    squad, foe = table.new("friendly", "4-4-7", "K15"), table.new("enemy", "4-6-7", "J13")
    assert step_cost(table.game, table.unit(squad), "K15", "K14").mf == 2
    assert step_cost(table.game, table.unit(squad), "K15", "K14", Gait.of("trail")).mf == 1.5
    table.do(f"move {squad} K14 trail")
    assert table.unit(squad).mf == 1.5
    assert "-1 on a Trail Break" in shown_drm(table, f"fire {foe} K14")
    assert "no Assault Movement" in table.no(f"move {squad} K13 trail assault")
