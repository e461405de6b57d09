"""Putting out Flames (B24.72): who may, the DR, what hampers a Flame, and the fire at those who try."""

from __future__ import annotations

from field import Tabletop, field
from tabletop import rolls, told

from sasl.asl.game.sides import Phase, Side


def burning(phase: Phase = "MPh", side: Side = "FRIENDLY") -> tuple[Tabletop, str]:
    """A FRIENDLY squad in K14, a wooden building with a Flame since an earlier Player Turn."""
    table = field(side, phase, K14="wooden-building").all("option fire-stops off")
    table.do("marker add flame K14 2")
    return table, table.new("friendly", "4-4-7", "K14")


def test_b24_72_a_final_dr_of_two_puts_it_out_and_they_are_ti_and_hazardous() -> None:
    table, squad = burning()
    (record,) = rolls(table.dice(1, 2).do(f"clear K14 {squad} flame"), "Clearance of the Flame")
    assert (record.total, record.rule) == (2, "B24.72") and not table.state.markers_at("K14", "flame")
    assert {"ti", "hazardous"} <= table.unit(squad).flags and table.unit(squad).mf == 4


def test_b24_721_up_to_six_it_is_hampered_and_becomes_no_blaze_in_this_player_turn() -> None:
    table, squad = burning()
    assert "Hampered" in str(table.dice(3, 4).do(f"clear K14 {squad} flame"))
    assert table.state.markers_at("K14", "flame")[0].number == 1
    table, squad = burning()
    table.dice(6, 5).do(f"clear K14 {squad} flame")
    assert table.state.markers_at("K14", "flame")[0].number == 2


def test_b24_72_in_the_own_dfph_too_but_not_by_who_has_moved_or_fired_nor_elsewhere() -> None:
    table, squad = burning("DFPh", "ENEMY")
    table.dice(1, 2).do(f"clear K14 {squad} flame")
    assert not table.state.markers_at("K14", "flame")
    table, squad = burning()
    table.do(f"set {squad} moved")
    assert "takes its whole Player Turn (B24.72)" in table.no(f"clear K14 {squad} flame")
    table, squad = burning("PFPh")
    assert "in one's own MPh or DFPh" in table.no(f"clear K14 {squad} flame")
    table, squad = burning()
    table.do("marker remove flame1")
    assert "there is no Flame in K14" in table.no(f"clear K14 {squad} flame")


def test_b24_72_a_players_fire_comes_before_the_dr() -> None:
    table, squad = burning()
    table.all("option fire-stops on", "option enemy-plays off")
    table.new("enemy", "4-6-7", "K12")
    events = table.do(f"clear K14 {squad} flame")
    assert "When the fire at them is over" in told(events) and not rolls(events)
    table.dice(1, 2).do(f"clear K14 {squad} flame")
    assert not table.state.markers_at("K14", "flame")
