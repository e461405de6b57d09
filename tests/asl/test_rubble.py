"""Rubble (B24): what brings a building down, and whom it buries."""

from __future__ import annotations

import pytest
from field import ENEMY, FRIENDLY, Tabletop, field
from tabletop import rolls, told

STONE, WOOD = "stone-building", "wooden-building"


def shelled(gun: str = "76L ART", terrain: str = WOOD, **more: str) -> tuple[Tabletop, str, str]:
    """A FRIENDLY Gun with its crew in K10, and an ENEMY squad in a building in K14."""
    table = field(FRIENDLY, "PFPh", K14=terrain, **more).all("option confirm-fire off", "option fire-stops off")
    table.new(FRIENDLY, "2-2-8", "K10")
    piece = table.new(FRIENDLY, gun, "K10")
    table.do(f"face {piece} J10/K11")
    return table, piece, table.new(ENEMY, "4-6-7", "K14")


@pytest.mark.parametrize(("terrain", "dr", "falls"), [(WOOD, 1, True), (WOOD, 6, False), (STONE, 1, False)])
def test_b24_11_an_original_kia_of_he_may_bring_a_building_down(terrain: str, dr: int, falls: bool) -> None:
    table, gun, prey = shelled(terrain=terrain)
    events = table.dice(2, 2, 1, 1, dr, *[6] * 8).do(f"fire {gun} K14 he")
    record = rolls(events, "building in K14 collapse?")[0]  # an Original 2 on the 12 column: 1KIA
    assert (record.target, record.total) == (1, dr + (terrain == STONE))
    assert bool(table.state.markers_at("K14", "rubble")) is falls
    assert not falls or (prey not in table.state.units and "B24.11" in told(events))


def test_b24_11_not_below_70_mm_nor_ap_nor_where_no_building_stands() -> None:
    for gun, terrain, ammo in (("45L AT", WOOD, "he"), ("76L ART", "woods", "he")):
        table, piece, _ = shelled(gun, terrain)
        assert not rolls(table.dice(2, 2, 1, 1, *[6] * 8).do(f"fire {piece} K14 {ammo}"), "building in K14 collapse?")


def test_b24_11_what_is_rubble_falls_no_more() -> None:
    table, gun, _ = shelled()
    table.dice(2, 2, 1, 1, 1).do(f"fire {gun} K14 he")
    table.do("dice clear")
    table.new(ENEMY, "4-6-7", "K14")
    table.do(f"set {gun} -prep")
    table.do("dice 2 2 1 1 6 6 6 6 6 6 6 6")
    outcome = table.submit(f"fire {gun} K14 he")
    assert len(table.state.markers_at("K14", "rubble")) == 1, outcome
