"""Advances into foxholes, trenches, shellholes and Crest status, and out of them (A4.7, B2, B20.91, B27)."""

from __future__ import annotations

import pytest
from field import ENEMY, FRIENDLY, Tabletop, field, hill, quiet, shots

from sasl.board.terrain import HexTerrain
from sasl.solitaire.briefing.report import hex_report

GULLY = HexTerrain(("gully",), gully=frozenset({2, 5}))


def aph(*markers: str, **terrain: object) -> Tabletop:
    """The FRIENDLY APh in an open field with these markers: `foxhole K13 1`."""
    table = quiet(field(FRIENDLY, "APh", **terrain))
    return table.all(*(f"marker add {marker}" for marker in markers))


def states(table: Tabletop, unit: str) -> set[str]:
    """Return what the unit is in, and whether it is CX."""
    return {"dug-in", "shellhole", "crest", "in-gully", "cx"} & set(table.unit(unit).flags)


@pytest.mark.parametrize(
    ("marker", "state"), [("foxhole K13 1", "dug-in"), ("trench K13", "dug-in"), ("", "shellhole")]
)
def test_a4_7_b27_4_an_advance_goes_into_what_shelters_in_the_next_hex(marker: str, state: str) -> None:
    table = aph(*([marker] if marker else []), **({} if marker else {"K13": "shellholes"}))
    squad, other = (table.new(FRIENDLY, "4-5-8", "K14") for _ in range(2))
    table.do(f"advance {squad} K13 into")
    assert table.unit(squad).hex == "K13" and states(table, squad) == {state}
    table.do(f"advance {other} K13")
    assert table.unit(other).hex == "K13" and not states(table, other), "above it without the word"


@pytest.mark.parametrize("marker", ["foxhole K14 1", "trench K14"])
def test_a4_7_b27_4_an_advance_goes_into_the_entrenchment_of_its_own_hex_and_out_of_it(marker: str) -> None:
    table = aph(marker)
    squad = table.new(FRIENDLY, "4-5-8", "K14")
    table.do(f"advance {squad} K14")
    assert states(table, squad) == {"dug-in"} and "advanced" in table.unit(squad).flags
    assert "has advanced" in table.no(f"advance {squad} K14")
    table.do(f"set {squad} -advanced")
    assert "(B2, B27)" in table.no(f"advance {squad} K14 into"), "in it already"
    table.do(f"advance {squad} K14")
    assert not states(table, squad)


def test_b2_an_advance_goes_into_the_shellholes_of_its_own_hex() -> None:
    table = aph(K14="shellholes")
    squad = table.new(FRIENDLY, "4-5-8", "K14")
    table.do(f"advance {squad} K14 into")
    assert states(table, squad) == {"shellhole"}


def test_show_says_who_is_in_the_foxhole() -> None:
    table = aph("foxhole K13 1")
    squad = table.new(FRIENDLY, "4-5-8", "K14")
    table.do(f"advance {squad} K13 into")
    assert any(squad in line and "dug-in" in line for line in hex_report(table.game, "K13"))


def test_b27_12_nobody_advances_into_a_full_foxhole() -> None:
    table = aph("foxhole K13 1")
    squad, other, third = (table.new(FRIENDLY, "4-5-8", name) for name in ("K14", "K14", "J12"))
    for line in (f"advance {squad},{other} K13 into", f"advance {squad},{third} K13 into"):
        assert "(B27.12)" in table.no(line), line
    table.do(f"advance {squad} K13 into")
    table.do(f"advance {other} K13")
    table.do(f"set {other} -advanced")
    assert "(B27.12)" in table.no(f"advance {other} K13 into")


def test_a4_7_there_must_be_something_to_go_into() -> None:
    table = aph()
    squad = table.new(FRIENDLY, "4-5-8", "K14")
    assert "(B2, B27)" in table.no(f"advance {squad} K13 into")
    assert "(B20.91)" in table.no(f"advance {squad} K13 crest")


def test_b30_33_an_advance_from_another_hex_does_not_reach_into_a_pillbox() -> None:
    table = aph("pillbox K13")
    squad = table.new(FRIENDLY, "4-5-8", "K14")
    assert "(B30.33)" in table.no(f"advance {squad} K13 into")


@pytest.mark.parametrize(("into", "tired"), [("", False), (" into", True)])
def test_a4_72_b27_4_the_mf_into_the_foxhole_makes_terrain_difficult(into: str, tired: bool) -> None:
    """Woods are 2 MF; the foxhole makes them 3, all that Conscripts have."""
    table = aph("foxhole K13 1", K13="woods")
    squad = table.new(FRIENDLY, "4-2-6", "K14")
    table.do(f"advance {squad} K13{into}")
    assert ("cx" in states(table, squad)) == tired


def test_a4_72_the_mf_within_the_hex_may_be_all_that_a_unit_has() -> None:
    table = aph("foxhole K14 1")
    squad, guns = table.new(FRIENDLY, "4-5-8", "K14"), [table.new(FRIENDLY, "MMG") for _ in range(2)]
    table.all(f"give {guns[0]} {squad}", f"give {guns[1]} {squad}")
    assert "(A4.72)" in table.no(f"advance {squad} K14 into")


def test_b27_54_b28_44_from_trench_to_trench_there_is_no_mine() -> None:
    table = aph("trench K14", "trench K13", "minefield K13 6")
    below, above = table.new(FRIENDLY, "4-5-8", "K14", "dug-in"), table.new(FRIENDLY, "4-5-8", "K14", "dug-in")
    assert not shots(table.do(f"advance {below} K13 into")) and states(table, below) == {"dug-in"}
    assert len(shots(table.dice(6, 6).do(f"advance {above} K13"))) == 1


@pytest.mark.parametrize(("gone", "flags", "kept"), [("K13", ("dug-in",), False), ("K13", (), True)])
def test_a12_14_b27_4_who_advances_out_of_a_foxhole_in_the_open_is_seen_in_it(
    gone: str, flags: tuple[str, ...], kept: bool
) -> None:
    """The MF out of the foxhole is spent in the open hex; an advance out of an open hex itself costs no `?`."""
    table = aph("foxhole K14 1", K13="woods")
    squad = table.new(FRIENDLY, "4-5-8", "K14", "concealed", *flags)
    table.new(ENEMY, "4-6-7", "K18")
    table.do(f"advance {squad} {gone}")
    assert table.unit(squad).hex == gone and ("concealed" in table.unit(squad).flags) == kept


@pytest.mark.parametrize(("ground", "kept"), [("open", False), ("woods", True)])
@pytest.mark.parametrize("flags", [("dug-in",), ()])
def test_a12_14_b27_4_into_the_foxhole_of_its_hex_or_out_of_it_it_is_seen_in_the_open(
    ground: str, flags: tuple[str, ...], kept: bool
) -> None:
    table = aph("foxhole K14 1", K14=ground)
    squad = table.new(FRIENDLY, "4-5-8", "K14", "concealed", *flags)
    table.new(ENEMY, "4-6-7", "K18")
    table.do(f"advance {squad} K14")
    assert ("concealed" in table.unit(squad).flags) == kept


def test_b20_91_an_advance_goes_into_crest_status_of_the_next_hex_but_not_along_the_gully() -> None:
    """The gully of K14 runs through L14 and J14: K15 is across a hexside without gully."""
    table = aph(K14=GULLY, L14=GULLY)
    squad, along = table.new(FRIENDLY, "4-5-8", "K15"), table.new(FRIENDLY, "4-5-8", "L14", "in-gully")
    assert "(B20.91)" in table.no(f"advance {along} K14 crest")
    table.do(f"advance {squad} K14 crest")
    assert states(table, squad) == {"crest"}


@pytest.mark.parametrize(("word", "wanted"), [("", "crest"), (" crest", "crest"), (" into", "shellhole")])
def test_b20_91_within_a_gully_of_shellholes_the_word_says_which(word: str, wanted: str) -> None:
    table = aph(K14=HexTerrain(("gully", "shellholes"), gully=frozenset({2, 5})))
    squad = table.new(FRIENDLY, "4-5-8", "K14", "in-gully")
    table.do(f"advance {squad} K14{word}")
    assert wanted in states(table, squad)


def test_b27_4_up_a_hill_into_the_foxhole_is_three_mf() -> None:
    table = quiet(field(FRIENDLY, "MPh", K13=hill(1, "shellholes")))
    squad = table.new(FRIENDLY, "4-5-8", "K14")
    table.do(f"move {squad} K13 into")
    assert table.unit(squad).mf == 3
