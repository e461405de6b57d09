"""The Point Attack of a Stuka (E7.403): it dives, pins, and drops its bombs over its target."""

from __future__ import annotations

import pytest
from tabletop import ENEMY, FRIENDLY, Tabletop, bare, of, rolls

from sasl.asl.air import air_strike, runs
from sasl.asl.game import events as ev

# Hexes V17 to V22 are open; a run toward hexside 1 on V20 comes from V21.


def overhead() -> tuple[Tabletop, str]:
    """A table with a Stuka that has its bombs, in the FRIENDLY MPh; no LOS questions, attacks not shown first."""
    table = bare(FRIENDLY, "MPh").all("option confirm-fire off")
    key = table.new(ENEMY, "Ju-87D")
    table.do(f"set {key} bombs")
    return table, key


def test_e7_403_a_dive_begins_adjacent_to_its_target_and_goes_three_hexes_on() -> None:
    game = bare().game
    run = air_strike.dive_path(game, runs.run_over(game, "V20", 1))
    assert [place.name for place in run.places] == ["V21", "V20", "V19", "V18", "V17"] and run.targets == ("V20",)


def test_e7_403_a_dive_is_mg_then_mg_and_bombs_both_on_the_nearest_column() -> None:
    table, plane = overhead()
    table.new(FRIENDLY, "T-34 M43", "V20")
    events = table.dice(2, 3, 6, 5, 6, 5, 6, 5).do(f"air {plane} V20 point bomb toward 1")
    shots = rolls(events, "To Hit")
    assert [record.target for record in shots] == [10, 10, 10] and "bombs" in shots[2].purpose
    assert "bombs" not in table.unit(plane).flags
    assert next(put.hex for put in of(events, ev.UnitPut)) == "V21"


def test_e7_403_its_first_mg_attack_pins_whatever_it_rolls() -> None:
    table, plane = overhead()
    squad, broken = table.new(FRIENDLY, "4-4-7", "V20"), table.new(FRIENDLY, "4-4-7", "V20", "broken")
    berserk = table.new(FRIENDLY, "4-4-7", "V20", "berserk")
    events = table.dice(2, 3, 6, 5, 6, 4).do(f"air {plane} V20 point toward 1")
    assert [record.column for record in rolls(events, "strafes")] == ["4", "4"]
    assert "pinned" in table.unit(squad).flags
    assert "pinned" not in table.unit(broken).flags | table.unit(berserk).flags
    assert any("E7.403" in event.why for event in of(events, ev.UnitChanged) if event.id == squad)


def test_e7_403_a_fighter_bomber_pins_nobody_by_its_mere_attack() -> None:
    table = bare(ENEMY, "MPh").all("option confirm-fire off")
    plane, squad = table.new(FRIENDLY, "Il-2 M43"), table.new(ENEMY, "4-6-7", "V20")
    table.dice(2, 3, 6, 5, 6, 5).do(f"air {plane} V20 point toward 1")
    assert "pinned" not in table.unit(squad).flags


def test_e7_403_no_bombs_in_a_strafing_run() -> None:
    table, plane = overhead()
    table.new(FRIENDLY, "4-4-7", "V20")
    assert "Point Attack:" in table.no(f"air {plane} V20 bomb toward 1")
    events = table.dice(2, 3, 6, 5).do(f"air {plane} V20 toward 1")
    assert len(rolls(events, "strafes V20")) == 1 and "bombs" in table.unit(plane).flags
    assert next(put.hex for put in of(events, ev.UnitPut)) == "V24"


@pytest.mark.parametrize(("light", "attacks"), [((1, 2), 1), ((6, 5), 2)])
def test_e7_403_it_attacks_before_the_light_aa_of_its_hex_answers(light: tuple[int, int], attacks: int) -> None:
    table, plane = overhead()
    table.new(FRIENDLY, "4-4-7", "V20")
    squad = table.new(FRIENDLY, "4-4-7", "V17")
    hmg = table.arm(squad, "HMG")
    events = table.dice(2, 3, 6, 5, *light, 6, 5).do(f"air {plane} V20 point toward 1", hmg)
    order = [record.purpose for record in rolls(events)]
    assert "strafes V20" in order[1] and "Light AA" in order[2] and "".join(order).count("strafes") == attacks


def test_re_65_66_the_enemys_stuka_dives_while_it_has_its_bombs() -> None:
    table, plane = overhead()
    table.new(FRIENDLY, "T-34 M43", "V18")
    events = table.dice(2, 3, 6, 5, 6, 5, 6, 5).do("next")
    assert len(rolls(events, "To Hit")) == 3 and "bombs" not in table.unit(plane).flags
