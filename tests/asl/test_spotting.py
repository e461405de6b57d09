"""Spotters of mortars (C9.3)."""

from __future__ import annotations

from field import ENEMY, FRIENDLY, Tabletop, field, records, throw

from sasl.asl.game.sides import Phase


def behind_woods(*flags: str, phase: Phase = "PFPh") -> tuple[Tabletop, str, str, str]:
    """A 50mm mortar in K14 behind the woods of K15 and L15, a HS in J14 beside it that sees K20, and an enemy there."""
    table = field(FRIENDLY, phase, K15="woods", K16="woods")
    _, tube = table.armed(FRIENDLY, "4-5-8", "K14", "50mm MTR")
    spotter = table.new(FRIENDLY, "2-4-8", "J14", *flags)
    return table, tube, spotter, table.new(ENEMY, "4-6-7", "K20")


def test_c9_3_a_mortar_fires_at_what_its_spotter_sees() -> None:
    table, tube, spotter, _ = behind_woods()
    assert "LOS" in table.no(f"fire {tube} K20")
    throw(table, [6, 5], f"fire {tube} K20 spot {spotter}")
    assert table.state.spotters == {tube: spotter}
    assert "prep" in table.unit(spotter).flags, "it does nothing else, and does not move"


def test_c9_31_at_2_and_one_rof_less() -> None:
    table, tube, spotter, _ = behind_woods()
    (shot,) = [
        item for item in records(table.dice(3, 6).do(f"fire {tube} K20 spot {spotter}"))
        if item.purpose.startswith("To Hit")
    ]  # fmt: skip
    assert {mod.name: mod.value for mod in shot.modifiers}["Spotted Fire"] == 2
    assert "prep" in table.state.weapons[tube].flags, "a 3 is no more within its ROF of 3"


def test_c9_3_a_pinned_spotter_pins_the_mortar() -> None:
    table, tube, spotter, _ = behind_woods("pinned")
    (shot, *_) = records(table.dice(6, 5).do(f"fire {tube} K20 spot {spotter}"))
    assert {mod.name: mod.value for mod in shot.modifiers}["Case D, pinned or Area Fire"] == 2


def test_c9_3_good_order_and_adjacent_and_free() -> None:
    table, tube, spotter, foe = behind_woods("broken")
    assert "not Good Order Personnel" in table.no(f"fire {tube} K20 spot {spotter}")
    table, tube, spotter, foe = behind_woods("prep")
    assert "is doing something else" in table.no(f"fire {tube} K20 spot {spotter}")
    table, tube, spotter, foe = behind_woods()
    far = table.new(FRIENDLY, "2-4-8", "H14")
    assert "neither with" in table.no(f"fire {tube} K20 spot {far}")
    assert "not Good Order Personnel" in table.no(f"fire {tube} K20 spot {foe}")


def test_c9_3_he_spots_for_all_the_mortars_of_one_hex() -> None:
    table, tube, spotter, _ = behind_woods()
    (_, mate), (_, away) = (table.armed(FRIENDLY, "4-5-8", name, "50mm MTR") for name in ("K14", "I14"))
    throw(table, [6, 5], f"fire {tube} K20 spot {spotter}")
    assert f"{spotter} spots for {tube}, in another hex" in table.no(f"fire {away} K20 spot {spotter}")
    own = table.new(FRIENDLY, "2-4-8", "I14")
    throw(table, [6, 5], f"fire {away} K20 spot {own}")
    throw(table, [6, 5], f"fire {mate} K20 spot {spotter}")
    assert table.state.spotters == {tube: spotter, away: own, mate: spotter}


def test_c9_3_he_is_its_spotter_as_long_as_he_is_able() -> None:
    table, tube, spotter, _ = behind_woods()
    other = table.new(FRIENDLY, "2-4-8", "J14")
    throw(table, [6, 5], f"fire {tube} K20 spot {spotter}")
    table.go_to(ENEMY, "DFPh")
    assert f"{spotter} spots for {tube}" in table.no(f"fire {tube} K20 spot {other}")
    throw(Tabletop(table.game), [6, 5], f"fire {tube} K20 spot {spotter}")
    table.do(f"set {spotter} broken")
    assert "has lost its Spotter" in table.no(f"fire {tube} K20 spot {other}")
    table.go_to(FRIENDLY, "AFPh")
    assert not table.state.spotters


def test_c9_3_no_rifle_has_a_spotter() -> None:
    table, _, spotter, _ = behind_woods()
    squad = table.new(FRIENDLY, "4-5-8", "J15")
    assert "'spot'" in table.no(f"fire {squad} K20 spot {spotter}")
