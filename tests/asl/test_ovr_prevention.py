"""OVR Prevention (C5.64): the last shot of a Gun at the vehicle that is about to overrun it."""

from __future__ import annotations

from field import ENEMY, FRIENDLY, Tabletop, field, records

from sasl.asl.ordnance import mounted


def about_to_be_overrun(*flags: str) -> tuple[Tabletop, str, str, str]:
    """A Gun of the FRIENDLY side in K14, its crew, and a StuG that has paid for an Overrun there."""
    table = field(ENEMY, "MPh").all("option confirm-fire off", "option enemy-plays off")
    gun, crew = table.new(FRIENDLY, "45LL AT", "K14", *flags), table.new(FRIENDLY, "2-2-8", "K14")
    stug = table.new(ENEMY, "StuG IIIG", "K15", "motion", "buttoned")
    table.do(f"move {stug} K14", "yes")
    assert table.state.moving is not None and table.state.moving.how == "overrun"
    return table, gun, crew, stug


def test_c5_641_a_gun_that_has_not_fired_has_its_shot_and_the_dr_tests_its_crew() -> None:
    table, gun, _crew, stug = about_to_be_overrun()
    found = records(table.dice(2, 1, 1, 2, 6, 6).do(f"fire {gun} K14 ap"))
    assert any("OVR Prevention" in item.purpose and item.source == "same" for item in found)
    assert stug not in table.state.units and mounted.NO_FIRE not in table.unit(gun).arms


def test_c5_64_only_by_who_mans_it_unpinned() -> None:
    table, gun, crew, _stug = about_to_be_overrun()
    for state in ("pinned", "ti"):
        table.do(f"set {crew} {state}")
        assert "nobody unpinned mans" in table.no(f"fire {gun} K14 ap")
        table.do(f"set {crew} -{state}")
    table.do(f"eliminate {crew}")
    assert table.no(f"fire {gun} K14 ap")


def test_c5_64_a_crew_that_breaks_has_hit_nothing() -> None:
    table, gun, crew, _stug = about_to_be_overrun()
    found = records(table.dice(5, 5).do(f"fire {gun} K14 ap"))
    assert "broken" in table.unit(crew).flags and not [item for item in found if "To Kill" in item.purpose]


def test_c5_64_one_that_is_pinned_has_not_either() -> None:
    table, gun, crew, _stug = about_to_be_overrun()
    found = records(table.dice(5, 3).do(f"fire {gun} K14 ap"))
    assert "pinned" in table.unit(crew).flags and not [item for item in found if "To Kill" in item.purpose]


def test_c5_64_it_has_one_more_shot_after_intensive_fire_and_none_after_that() -> None:
    table, gun, _crew, _stug = about_to_be_overrun("final", "intensive")
    assert "as in: fire" in table.no(f"fire {gun} K14 ap")
    found = records(table.dice(4, 3).do(f"fire {gun} K14 ap intensive"))
    (shot,) = [item for item in found if item.purpose.startswith("To Hit")]
    assert any(mod.name.startswith("Case F") for mod in shot.modifiers)
    assert mounted.NO_FIRE in table.unit(gun).arms
    assert "No Fire counter" in table.no(f"fire {gun} K14 ap intensive")


def test_c5_64_the_no_fire_counter_goes_with_the_player_turn() -> None:
    table, gun, _crew, stug = about_to_be_overrun("final", "intensive")
    table.dice(4, 3).do(f"fire {gun} K14 ap intensive")
    table.dice(6, 5).do(f"overrun {stug}")
    table.go_to(FRIENDLY, "PFPh")
    assert mounted.NO_FIRE not in table.unit(gun).arms
