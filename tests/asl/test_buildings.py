"""Vehicles in buildings and rubble (B23.41, B24.4): who may, MP, Bog, cellar, collapse; and on a railroad (B32.3)."""

from __future__ import annotations

import pytest
from field import Tabletop, field
from tabletop import rolls, told

from sasl.asl.movement.ground.costs import Gait, step_cost
from sasl.board.terrain import HexTerrain


def street(kind: str = "wooden-building", tank: str = "T-34 M43", **more: str) -> tuple[Tabletop, str]:
    """A building in K14, and a FRIENDLY vehicle in K15 that faces it."""
    table = field("FRIENDLY", "MPh", K14=kind, **more).all("option fire-stops off")
    unit = table.new("friendly", tank, "K15", "buttoned")
    return table, unit


def test_b23_41_half_of_its_mp_and_a_bog_check_at_three_or_four() -> None:
    for kind, drm in (("wooden-building", 3), ("stone-building", 4)):
        table, tank = street(kind, J14=kind)
        cost = step_cost(table.game, table.unit(tank), "K15", "K14")
        assert cost.mf == 8, "of 15, FRU"
        record = rolls(table.dice(2, 2).do(f"move {tank} K14", "yes"), "Bog Check")[0]
        asked = [mod.value for mod in record.modifiers if mod.rule == "B23.41"]
        assert sum(asked) == drm and table.unit(tank).hex == "K14"


def test_b23_41_only_a_buttoned_up_tracked_afv_with_a_closed_top_and_no_riders() -> None:
    table, tank = street()
    table.do(f"open {tank}")
    assert "button" in table.no(f"move {tank} K14")
    for kind in ("SU-76M", "GAZ-MM"):
        table, _ = street()
        other = table.new("friendly", kind, "K15")
        assert "for tracked AFV with a closed top alone" in step_cost(table.game, table.unit(other), "K15", "K14").why


def test_b23_41_a_player_is_asked_first() -> None:
    table, tank = street()
    question = table.ask(f"move {tank} K14")
    assert "half its MP, Bog Check at +3; a coloured 6 drops it" in question.text and question.default == "no"


@pytest.mark.parametrize(
    ("kind", "beside", "words"),
    [("wooden-building", "open", "; a coloured 1 or 2 may bring it down"),
     ("wooden-building", "wooden-building", "; a coloured 1 may bring it down"),
     ("stone-building", "stone-building", "into the cellar (B23.41)")],
)  # fmt: skip
def test_b23_41_he_is_told_which_coloured_die_brings_it_down(kind: str, beside: str, words: str) -> None:
    table, tank = street(kind, J14=beside)
    assert words in table.ask(f"move {tank} K14").text


def test_b23_41_a_coloured_six_drops_it_into_the_cellar_and_leaves_no_wreck() -> None:
    table, tank = street(J14="wooden-building")
    events = table.dice(6, 1, 1, 1).do(f"move {tank} K14", "yes")
    assert tank not in table.state.units and not table.state.markers_at("K14", "wreck")
    assert "falls into the cellar in K14" in told(events)
    assert [unit.kind for unit in table.state.units_at("K14")] == ["crew"]


@pytest.mark.parametrize(
    ("kind", "beside", "rubble"),
    [("wooden-building", "wooden-building", True), ("stone-building", "stone-building", False),
     ("stone-building", "open", True)],
)  # fmt: skip
def test_b23_41_a_coloured_one_brings_down_wood_or_a_single_house(kind: str, beside: str, rubble: bool) -> None:
    table, tank = street(kind, J14=beside)
    table.dice(1, 2).do(f"move {tank} K14", "yes")
    assert bool(table.state.markers_at("K14", "rubble")) is rubble


def test_b24_11_a_house_of_more_than_a_hex_buries_those_in_it_a_single_one_nobody() -> None:
    for beside, left in (("wooden-building", False), ("open", True)):
        table, tank = street(J14=beside)
        squad = table.new("friendly", "4-4-7", "K14")
        table.dice(1, 1).do(f"move {tank} K14", "yes")
        assert (squad in table.state.units) is left


def test_b24_4_rubble_costs_infantry_three_mf_and_tracks_half_their_mp_without_a_cellar() -> None:
    table, tank = street()
    table.do("marker add rubble K14")
    squad = table.new("friendly", "4-4-7", "K15")
    assert step_cost(table.game, table.unit(squad), "K15", "K14").mf == 3
    record = rolls(table.dice(6, 1).do(f"move {tank} K14", "yes"), "Bog Check")[0]
    assert tank in table.state.units and sum(mod.value for mod in record.modifiers if mod.rule == "B23.41") == 3
    assert "Bypass" in step_cost(table.game, table.unit(tank), "K15", "K14", Gait(past=(("K14", (0, 1)),))).why


def test_d2_11_turning_inside_costs_two_mp_and_a_bog_check() -> None:
    table, tank = street(J14="wooden-building")
    table.dice(2, 2).do(f"move {tank} K14", "yes")
    mp = table.unit(tank).mf
    table.dice(2, 2).do(f"turn {tank} J13/K13")
    assert table.unit(tank).mf == mp + 2


def test_b32_3_a_vehicle_pays_one_mp_more_onto_the_railroad_men_nothing() -> None:
    crossing = HexTerrain(rail=True, road=frozenset({0, 3}))
    table = field("FRIENDLY", "MPh", K14=HexTerrain(rail=True), K13=crossing, K12=HexTerrain(road=frozenset({3})))
    tank, squad = table.new("friendly", "KV-1S", "K15"), table.new("friendly", "4-4-7", "K15")
    assert step_cost(table.game, table.unit(tank), "K15", "K14").mf == 2
    assert step_cost(table.game, table.unit(squad), "K15", "K14").mf == 1
    assert step_cost(table.game, table.unit(tank), "K12", "K13").mf == 0.5, "by the road that crosses it (B32.41)"
