"""Underbelly Hits (D4.3): an AFV that comes over a wall or out of a gully."""

from __future__ import annotations

import pytest
from field import ENEMY, FRIENDLY, Tabletop, field, hill, records

from sasl.board.hexes import parse_hex, vertex_names
from sasl.board.terrain import HexTerrain


def out_of_the_gully(gun: str = "K12", place: HexTerrain | None = None, *, turn: int = 0) -> tuple[Tabletop, str, str]:
    """A T-34 that comes up out of the gully of K16 into K15, and an ENEMY Gun before it."""
    terrain = {"K16": HexTerrain(("gully",), gully=frozenset({1, 4})), "K17": HexTerrain(("open",))}
    if place is not None:
        terrain[gun] = place
    table = field(FRIENDLY, "MPh", **terrain)
    table.all("option fire-stops off", "option enemy-plays off", "option confirm-fire off", "option ask-los off")
    at = table.new(ENEMY, "75L AT", gun)
    table.new(ENEMY, "2-2-8", gun)
    tank = table.new(FRIENDLY, "T-34 M43", "K16", "motion", "buttoned")
    table.all(f"face {tank} {vertex_names(parse_hex('K16'))[turn]}", f"move {tank} K15")
    return table, at, tank


def killed(table: Tabletop, gun: str, *dice: int) -> int:
    """The To Kill number of a turret hit."""
    kills = [item for item in records(table.dice(*dice, 6, 5).do(f"fire {gun} K15 ap")) if "To Kill" in item.purpose]
    return int(kills[0].target or 0)


def test_d4_3_a_turret_hit_strikes_the_aerial_af() -> None:
    table, gun, _ = out_of_the_gully()
    belly = killed(table, gun, 1, 2)
    table, gun, tank = out_of_the_gully()
    table.do(f"turn {tank} {table.unit(tank).ca}")
    table.do(f"stop {tank}")
    assert killed(table, gun, 1, 2) < belly, "after the next MP its front is before the Gun"


def test_d4_3_a_hull_hit_is_as_any_other() -> None:
    table, gun, _ = out_of_the_gully()
    hull = killed(table, gun, 2, 1)
    table, gun, _ = out_of_the_gully()
    assert hull < killed(table, gun, 1, 2)


@pytest.mark.parametrize(("gun", "place"), [("K8", None), ("K12", hill(1)), ("P15", None)])
def test_d4_3_not_from_afar_nor_from_above_nor_from_the_side(gun: str, place: HexTerrain | None) -> None:
    table, at, _ = out_of_the_gully(gun, place)
    near, other, _ = out_of_the_gully()
    assert killed(table, at, 1, 2) < killed(near, other, 1, 2)


def test_d4_3_over_a_wall_too() -> None:
    side = 0
    table = field(FRIENDLY, "MPh", K16=HexTerrain(walls=frozenset({side})))
    table.all("option fire-stops off", "option enemy-plays off", "option confirm-fire off", "option ask-los off")
    gun = table.new(ENEMY, "75L AT", "K12")
    table.new(ENEMY, "2-2-8", "K12")
    tank = table.new(FRIENDLY, "T-34 M43", "K16", "motion", "buttoned")
    table.all(f"face {tank} {vertex_names(parse_hex('K16'))[0]}", f"move {tank} K15")
    fire = table.dice(1, 2, 6, 5).do(f"fire {gun} K15 ap")
    near, other, _ = out_of_the_gully()
    kill = next(item for item in records(fire) if "To Kill" in item.purpose)
    assert kill.target == killed(near, other, 1, 2)
