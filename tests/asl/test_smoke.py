"""SMOKE (A24): placement, Hindrance, and how it thins out, drifts and is blown away."""

from __future__ import annotations

from typing import Any

import pytest
from field import ENEMY, FRIENDLY, field
from tabletop import AWAY, Tabletop, bare, rolls, told

from sasl.asl.game.context import Context
from sasl.asl.game.los.sight import look
from sasl.asl.game.sides import Phase
from sasl.asl.game.state import Marker
from sasl.asl.terrain import smoke


def put(table: Tabletop, name: str, number: int = 0, **how: Any) -> Marker | None:
    """SMOKE by the helper that mortars, Guns and OBA call; the table goes on from there."""
    ctx = Context(table.game)
    marker = smoke.put(ctx, name, number, **how)
    table.session = Tabletop(ctx.game).session
    return marker


def texts(table: Tabletop) -> dict[str, str]:
    return {marker.hex: marker.text for marker in table.state.marked("smoke")}


def test_a24_5_full_smoke_is_three_dispersed_and_grenades_two() -> None:
    table = bare()
    for name, kind in (("I7", "full"), ("V20", "dispersed"), ("W5", "grenades")):
        put(table, name, kind=kind)
    assert [smoke.at(table.game, name) for name in ("I7", "V20", "W5", "I8")] == [3, 2, 2, 0]


@pytest.mark.parametrize(("firer", "order"), [("4-4-7", ""), ("T-34 M43", "cmg"), ("T-34 M43", "infantry")])
def test_a24_2_a24_8_fire_within_a_smoke_location_pays_for_it_and_one_more(firer: str, order: str) -> None:
    table = bare("FRIENDLY", "PFPh")
    us, _ = table.new("FRIENDLY", firer, "K20"), table.new("ENEMY", "4-6-7", "K20")
    put(table, "K20", 2)
    (shot,) = [record for record in rolls(table.dice(6, 5).do(f"fire {us} K20 {order}")) if "K20" in record.purpose]
    paid = {mod.name: mod.value for mod in shot.modifiers if "SMOKE" in mod.name}
    assert set(paid.values()) == {2, 1} and any("SMOKE in K20" in name for name in paid)


def test_a24_7_smoke_costs_one_more_to_enter() -> None:
    table = bare().all("marker add wreck V20 burning wreck", "marker add wreck W5 wreck")
    put(table, "I7", 2)
    assert [smoke.entry_mf(table.game, name) for name in ("I7", "V20", "W5", "I8")] == [1, 1, 0, 0]


def test_a24_4_smoke_thins_out_in_its_owners_pfph() -> None:
    table = bare("ENEMY", "CCPh", turn=1)
    put(table, "I7", side="FRIENDLY")
    put(table, "W5", side="FRIENDLY", kind="dispersed")
    put(table, "V20", side="ENEMY")
    table.all("value enemy-re 2/3").go_to("FRIENDLY", "PFPh")
    assert texts(table) == {"I7": "dispersed SMOKE +2", "V20": "SMOKE +3"}
    table.go_to("ENEMY", "PFPh")
    assert texts(table) == {"I7": "dispersed SMOKE +2", "V20": "dispersed SMOKE +2"}


def test_a24_6_heavy_winds_let_no_smoke_stand() -> None:
    table = bare(wind="heavy wind toward 1")
    assert put(table, "I7") is None
    table = bare("FRIENDLY", "CCPh", wind="mild breeze toward 1")
    put(table, "I7")
    table.dice(1, 1, 5).do("next")
    assert table.state.wind == "heavy wind toward 1" and not texts(table)


def test_a24_62_gusts_take_dispersed_smoke_and_disperse_the_rest_twice() -> None:
    table = bare("FRIENDLY", "CCPh")
    put(table, "I7", side="FRIENDLY")
    put(table, "W5", side="FRIENDLY", kind="dispersed")
    table.dice(6, 6).do("next")
    assert texts(table) == {"I7": "dispersed SMOKE +2"}  # once in the RPh
    table.go_to("ENEMY", "AFPh")
    assert not texts(table)  # and again in the AFPh


def test_a24_61_a_mild_breeze_trails_as_much_smoke_as_the_source_hinders() -> None:
    table = bare("FRIENDLY", "DFPh", wind="mild breeze toward 1")
    source = put(table, "I7", side="FRIENDLY")
    assert source
    table.do("next")
    drifting = {marker.hex: marker.owner for marker in table.state.marked("smoke") if marker.id != source.id}
    assert drifting == dict.fromkeys(("I6", "I5", "I4"), source.id)
    table.all(f"marker remove {source.id}").go_to("ENEMY", "AFPh")
    assert not texts(table)  # the source is gone


def test_a24_61_drift_follows_a_source_that_thins_out_and_ends_with_the_breeze() -> None:
    table = bare("FRIENDLY", "DFPh", wind="mild breeze toward 1").all("marker add wreck I7 burning wreck")
    table.do("next")
    assert set(texts(table)) == {"I6", "I5"}  # a burning wreck smokes at +2
    table.go_to("FRIENDLY", "CCPh").dice(1, 1, 6).do("next")  # the breeze dies
    assert table.state.wind == "none" and not texts(table)


def test_b25_2_fires_smoke_but_not_in_heavy_winds() -> None:
    lines = ("marker add blaze E9", "marker add wreck I7 burning wreck", "marker add flame E11")
    calm, heavy = bare().all(*lines).game, bare(wind="heavy wind toward 1").all(*lines).game
    assert [smoke.at(calm, name) for name in ("E9", "I7", "E11")] == [3, 2, 0]
    assert [smoke.at(heavy, name) for name in ("E9", "I7", "E11")] == [0, 0, 0]


# -- grenades -----------------------------------------------------------------------------------------


def test_a24_1_a24_11_a_dr_within_the_exponent_places_grenades_that_go_with_the_mph() -> None:
    table = bare()
    squad = table.new("FRIENDLY", "6-2-8", "W5")
    table.dice(2).do(f"smoke {squad} W4")
    assert texts(table) == {"W4": "smoke grenades +2"} and table.unit(squad).mf == 2
    table.do("next")
    assert not texts(table) and "smoked" not in table.unit(squad).flags


def test_a24_1_own_location_costs_one_mf_and_a_dr_above_the_exponent_places_nothing() -> None:
    table = bare()
    squad = table.new("FRIENDLY", "6-2-8", "W5")
    table.dice(3).do(f"smoke {squad} W5")
    assert not texts(table) and table.unit(squad).mf == 1
    assert "has tried" in table.no(f"smoke {squad} W5")  # once in a MPh


def test_a24_1_a_six_ends_the_squads_mph() -> None:
    table = bare()
    squad = table.new("FRIENDLY", "6-2-8", "W5")
    assert f"{squad} moves no farther" in told(table.dice(6).do(f"smoke {squad} W5"))
    assert "A24.1" in table.no(f"move {squad} W4")


def test_a24_1_a12_141_placing_grenades_costs_the_question_mark_and_draws_fire() -> None:
    table = field(FRIENDLY, "MPh")
    squad = table.new(FRIENDLY, "6-2-8", "K10", "concealed")
    foe = table.new(ENEMY, "4-6-7", "K13")
    events = table.dice(4).do(f"smoke {squad} K11")
    assert "concealed" not in table.unit(squad).flags
    assert f"{squad} in K10: {foe} may fire" in told(events)


def test_a24_1_who_may_not() -> None:
    table = bare(wind="mild breeze toward 1")
    without, pinned = table.new("FRIENDLY", "4-5-8", "W5"), table.new("FRIENDLY", "6-2-8", "W5", "pinned")
    squad = table.new("FRIENDLY", "6-2-8", "W5")
    assert "exponent" in table.no(f"smoke {without} W4")
    assert "may not move" in table.no(f"smoke {pinned} W4")
    assert "not ADJACENT" in table.no(f"smoke {squad} W3")
    assert "upwind" in table.no(f"smoke {squad} W6")
    spent = bare().all("option mf-limit off")
    squad = spent.new("FRIENDLY", "6-2-8", "W7")
    spent.do(f"move {squad} W6 W5 W4")
    assert "no MF left" in spent.no(f"smoke {squad} W3")


def test_a24_1_grenades_uphill_may_fall_back() -> None:
    for dr, lands in ((3, "BB4"), (4, "AA5")):
        table = bare()
        squad = table.new("FRIENDLY", "6-2-8", "AA5")
        table.dice(1, dr).do(f"smoke {squad} BB4")
        assert set(texts(table)) == {lands}


@pytest.mark.parametrize("phase", ["PFPh", "APh"])
def test_a24_1_grenades_belong_to_the_mph(phase: Phase) -> None:
    table = bare("FRIENDLY", phase)
    squad = table.new("FRIENDLY", "6-2-8", "W5")
    assert "MPh" in table.no(f"smoke {squad} W5")


def test_a24_1_the_enemy_throws_in_its_own_mph() -> None:
    table = bare("ENEMY", "MPh")
    squad, ours = table.new("ENEMY", "4-6-7", "W5"), table.new("FRIENDLY", "6-2-8", AWAY)
    assert rolls(table.dice(1).do(f"smoke {squad} W5"), "SMOKE")[0].whose == "ENEMY"
    assert texts(table) == {"W5": "smoke grenades +2"}
    assert "FRIENDLY" in table.no(f"smoke {ours} {AWAY}")
    assert told(table.do("next")) is not None and not texts(table)


# -- LOS and fire through it --------------------------------------------------------------------------


def test_a24_2_los_across_smoke_counts_at_most_three_a_hex() -> None:
    table = bare()
    put(table, "V20", 3)
    put(table, "V20", 2)
    assert look(table.game, "V22", "V18").hindrance == 3
    put(table, "V19", 2)
    assert look(table.game, "V22", "V18").hindrance == 5


@pytest.mark.parametrize(("wind", "hindrance"), [("none", 2), ("heavy wind toward 1", 1)])
def test_b25_2_in_heavy_winds_a_burning_wreck_is_a_wreck_like_any_other(wind: str, hindrance: int) -> None:
    table = bare(wind=wind).all("marker add wreck V20 burning wreck")
    assert look(table.game, "V22", "V18").hindrance == hindrance


def test_b25_2_a_blaze_hinders_by_three_and_not_in_heavy_winds() -> None:
    assert look(bare().all("marker add blaze V20").game, "V22", "V18").hindrance == 3
    assert look(bare(wind="heavy wind toward 1").all("marker add blaze V20").game, "V22", "V18").hindrance == 0


def test_b25_4_nobody_walks_or_drives_into_a_blaze() -> None:
    table = bare().all("marker add blaze W4")
    squad, tank = table.new("FRIENDLY", "4-4-7", "W5"), table.new("FRIENDLY", "T-34 M43", "W5")
    assert "B25.4" in table.no(f"move {squad} W4")
    assert "B25.4" in table.no(f"move {tank} W4")
