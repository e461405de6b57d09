"""Bore Sighting (C6.4): one Location for each weapon of the Scenario Defender."""

from __future__ import annotations

from field import ENEMY, FRIENDLY, Tabletop, drm, field, paper, throw

from sasl.asl.game.sides import Phase
from sasl.kernel.frozen import replace


def gun() -> tuple[Tabletop, str, str]:
    """A PaK 40 with its crew in K10 at the very beginning of Turn 1."""
    table = field(FRIENDLY, "RPh")
    table.all("option enemy-plays off", "option fire-stops off", "option confirm-fire off", "option command off")
    crew = table.new(ENEMY, "2-2-8", "K10")
    weapon = table.new(ENEMY, "75L AT", "K10")
    return table, weapon, crew


def test_c6_41_only_the_scenario_defenders_guns_and_heavy_sw_bore_sight() -> None:
    """Not the attacker's, no LMG, nor a hex out of reach."""
    table, weapon, crew = gun()
    lmg, hmg = table.new(ENEMY, "LMG"), table.new(ENEMY, "HMG")
    squad = table.new(ENEMY, "4-6-7", "M10")
    ours = table.new(FRIENDLY, "T-34 M43", "K20")
    table.all(f"give {lmg} {squad}", f"give {hmg} {squad}")
    assert "Scenario Defender" in table.no(f"boresight {ours} K14")
    assert "not an MMG" in table.no(f"boresight {lmg} M14")
    assert "at most 16" in table.no(f"boresight {weapon} K27")
    table.all(f"boresight {hmg} M14", f"boresight {weapon} K14")
    assert table.state.bore_sights[weapon].crew == crew
    table.do("next")
    assert "set-up" in table.no(f"boresight {weapon} K15")


def later(table: Tabletop, phase: Phase) -> Tabletop:
    """The same position in another phase."""
    return Tabletop(table.game.at(replace(table.state, side="FRIENDLY", phase=phase)))


def test_c6_4_case_m_is_minus_2_at_that_hex_instead_of_acquisition() -> None:
    """Only by its own crew, from where it was set up."""
    table, weapon, _ = gun()
    table.do(f"boresight {weapon} K14")
    for name in ("K14", "K15"):
        table.new(FRIENDLY, "4-5-8", name)
    table = later(table, "DFPh")
    table.do("option confirm-fire on")
    assert any("Case M" in line and "-2" in line for line in paper(table, f"fire {weapon} K14 he"))
    assert not any("Case M" in line for line in paper(table, f"fire {weapon} K15 he"))


def test_c6_44_a_mg_that_fires_alone_at_movers_there_has_minus_2() -> None:
    """Its squad's own FP takes the DRM away, and so does Final Fire."""
    table = field(FRIENDLY, "RPh")
    table.all("option enemy-plays off", "option fire-stops off", "option confirm-fire off", "option command off")
    hmg, squad = table.new(ENEMY, "HMG"), table.new(ENEMY, "4-6-7", "M10")
    table.all(f"give {hmg} {squad}", f"boresight {hmg} M14")
    us = table.new(FRIENDLY, "4-5-8", "M15")
    table = later(table, "MPh")
    table.do(f"move {us} M14")
    assert drm(throw(Tabletop(table.game), (6, 6), f"fire {hmg} M14"))["Bore Sighted"] == -2
    assert "Bore Sighted" not in drm(throw(Tabletop(table.game), (6, 6), f"fire {squad},{hmg} M14"))
