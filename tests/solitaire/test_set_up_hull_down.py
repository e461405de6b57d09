"""Vehicles as they start: Hull Down by one try on a Crest Line (D4.22, D4.221), BU or CE (D5.33)."""

from __future__ import annotations

import pytest
from tabletop import Tabletop, at, rolls

from sasl.asl.fire.tem import hull_down
from sasl.asl.ordnance.aiming import crest_line
from sasl.asl.vehicles import hd_maneuver

CREST = "BB25"


def set_up() -> tuple[Tabletop, str]:
    """An AFV of the force in a hex above the ground beside it, and how it stands there."""
    table = at("set-up")
    tank = next(unit.id for unit in table.state.units.values() if unit.group == "armor" and unit.kind == "vehicle")
    return table.all(f"place {tank} {CREST}"), tank


@pytest.mark.parametrize(("dr", "covered"), [(1, True), (2, False)])
def test_d4_22_at_set_up_the_dr_is_lower_and_no_mp_are_spent(dr: int, covered: bool) -> None:
    table, tank = set_up()
    record = rolls(table.dice(dr).do(f"hulldown {tank}"), "HD Maneuver")[0]
    assert "-1 at set-up (D4.22)" in map(str, record.modifiers)
    assert bool(crest_line.words(table.unit(tank))) is (record.total <= 3) is covered
    assert table.unit(tank).mf == 0


def test_d4_221_once_and_then_it_sets_up_nowhere_else() -> None:
    table, tank = set_up()
    table.dice(1).do(f"hulldown {tank}")
    assert "once at set-up (D4.221)" in table.no(f"hulldown {tank}")
    assert "and stays there (D4.221)" in table.no(f"place {tank} BB26")
    beyond = [name for name in table.game.board.neighbours(CREST) if crest_line.covers(table.unit(tank), name)]
    assert beyond and all(hull_down(table.game, table.unit(tank), name) for name in beyond)


def test_d4_22_only_on_a_crest_line() -> None:
    table, tank = set_up()
    table.do(f"place {tank} BB27")
    assert "no Crest Line" in table.no(f"hulldown {tank}")


def test_d4_221_in_play_the_try_is_forgotten_and_the_cover_is_not() -> None:
    table, tank = set_up()
    table.dice(1).all(f"hulldown {tank}", "deploy")
    table.do("dice clear")
    table.do("next")
    assert table.state.stage == "play" and hd_maneuver.TRIED not in table.unit(tank).arms
    assert crest_line.words(table.unit(tank))


def test_d5_33_at_set_up_the_player_says_whether_a_crew_is_exposed() -> None:
    table = at("set-up")
    tank = next(unit.id for unit in table.state.units.values() if unit.type == "T-34 M43")
    table.do(f"place {tank} {CREST}")
    assert "buttoned" in table.unit(tank).flags
    table.do(f"open {tank}")
    assert "buttoned" not in table.unit(tank).flags
