"""Pillboxes (B30): their CA, fire out of them and at them."""

from __future__ import annotations

from field import Tabletop, drm, field, throw

from sasl.asl.infantry.rout import must_rout
from sasl.asl.terrain import pillboxes


def inside(side: str = "ENEMY", phase: str = "DFPh", ca: str = "K13/L13", **terrain: object) -> tuple[Tabletop, str]:
    """An ENEMY squad in a pillbox in K14 that faces north-east."""
    table = field(side, phase, **terrain).all(f"marker add pillbox K14 1+3+5 {ca}")  # type: ignore[arg-type]
    return table, table.new("enemy", "4-6-7", "K14", "dug-in")


def test_b30_1_a_pillbox_faces_a_hexspine_and_sees_only_within_its_ca() -> None:
    table, squad = inside("ENEMY", "PFPh")
    assert table.state.markers_at("K14", "pillbox")[0].ca == "K13/L13"
    for name, seen in (("K12", True), ("L13", True), ("K15", False), ("J14", False), ("K14", True)):
        assert (pillboxes.blind_to(table.game, table.unit(squad), name) == "") == seen, name
    table.new("friendly", "4-4-7", "K16")
    assert "is outside its CA (B30.2)" in table.no(f"fire {squad} K16")
    table.new("friendly", "4-4-7", "K12")
    assert drm(throw(table, (6, 5), f"fire {squad} K12")) == {}


def test_b30_112_small_arms_through_the_ca_meet_its_tem() -> None:
    table, _ = inside("FRIENDLY", "PFPh")
    mine = table.new("friendly", "6-2-8", "K12")
    assert drm(throw(table, (6, 5), f"fire {mine} K14")) == {"pillbox": 3}


def test_b30_113_small_arms_do_not_reach_it_from_behind() -> None:
    table, squad = inside("FRIENDLY", "PFPh")
    mine = table.new("friendly", "6-2-8", "K16")
    why = table.no(f"fire {mine} K14")
    assert "no small arms reach" in why and "B30.113" in why
    other = table.new("enemy", "4-6-7", "K14")
    throw(table, (1, 1, 5, 6), f"fire {mine} K14")
    assert "broken" not in table.unit(squad).flags, "only who is outside"
    assert other not in table.state.units or "broken" in table.unit(other).flags


def test_b30_2_no_mortar_fires_out_of_it() -> None:
    table, squad = inside("ENEMY", "PFPh")
    mortar = table.new("enemy", "50mm MTR")
    table.do(f"give {mortar} {squad}")
    table.new("friendly", "4-4-7", "K10")
    assert "from inside a pillbox (B30.2)" in table.no(f"fire {mortar} K10")


def test_b30_1_one_whose_ca_nobody_knows_looks_everywhere() -> None:
    table, squad = inside(ca="")
    assert not any(pillboxes.blind_to(table.game, table.unit(squad), name) for name in ("K16", "K12", "J14"))


def test_b30_5_a_broken_unit_is_not_driven_out_of_a_pillbox() -> None:
    table, squad = inside("ENEMY", "RtPh")
    table.do(f"set {squad} broken dm")
    table.new("friendly", "6-2-8", "K13")
    assert must_rout(table.game, table.unit(squad)) == ""
    table.do("marker remove pillbox1")
    assert "ADJACENT" in must_rout(table.game, table.unit(squad))
