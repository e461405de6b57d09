"""The Counter Battery Module (OtO 5.1-5.3), its table worked by hand."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from tabletop import LIBRARY, Tabletop, bare, rolls, told

from sasl.asl.game.sides import Phase, Side
from sasl.asl.game.state import Marker, MarkerState
from sasl.asl.game.under_way import STRIKES, Battery
from sasl.asl.oba import artillery, counter_battery
from sasl.kernel.frozen import replace

CBM = Battery("OBA1", "FRIENDLY", "Counter Battery Module", 0, kind="CBM")


def strikes(ffes: int = 2, **changes: Any) -> Battery:
    """The module of the ENEMY's strikes, 105mm, which has placed that many FFE:1."""
    usual = Battery("OBA2", "ENEMY", "105mm strikes", 105, 8, observer=STRIKES, kind="HE", ffes=ffes)
    return replace(usual, **changes)


def ffe(hex_name: str, owner: str, number: int = 1, side: Side = "ENEMY") -> Marker:
    return Marker(
        f"ffe{number}", "ffe", hex_name, side, 1, text="FFE 105mm HE, 20 FP column", until=6, owner=owner, column=20
    )


def table_with(
    *modules: Battery, markers: tuple[Marker, ...] = (), side: Side = "FRIENDLY", phase: Phase = "PFPh"
) -> Tabletop:
    found = {item.id: item for item in (modules or (CBM, strikes()))}
    return bare(
        side, phase, 3, batteries=found, markers={item.id: item for item in markers}, serials={"oba": 9, "ffe": 9}
    )


# -- 5.3: the table -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("total", "effect"),
    [
        (1, "eliminate"), (2, "eliminate"), (3, "red-any"), (4, "red-lowest"), (5, "harass"),
        *((number, "none") for number in range(6, 15)),
    ],
)  # fmt: skip
def test_oto_5_3_the_table_by_final_dr(total: int, effect: str) -> None:
    assert LIBRARY.table("oto.cbm").value(total)["effect"] == effect


def test_oto_5_3_chances_by_hand() -> None:
    # two FFE:1 placed, no DRM: 2 is 1/36, 3 is 2/36, 4 is 3/36, 5 is 4/36, the rest 26/36
    odds = LIBRARY.table("oto.cbm").odds()
    assert list(odds.values()) == [Fraction(1, 36), Fraction(2, 36), Fraction(3, 36), Fraction(4, 36), Fraction(26, 36)]
    # -1 with three or more: <=2 is a 2 or 3 (3/36), then 4, 5, 6
    assert list(LIBRARY.table("oto.cbm").odds(-1).values())[:4] == [Fraction(n, 36) for n in (3, 3, 4, 5)]
    # +2 with one: nothing but 4 (a 2) and 5 (a 3)
    assert list(LIBRARY.table("oto.cbm").odds(2).values())[:4] == [Fraction(n, 36) for n in (0, 0, 1, 2)]


@pytest.mark.parametrize(("ffes", "drm"), [(1, 2), (2, 0), (3, -1), (7, -1)])
def test_oto_5_3_drm_by_the_ffe_1_the_other_side_has_placed(ffes: int, drm: int) -> None:
    table = table_with(CBM, strikes(ffes))
    record = rolls(table.dice(4, 4).do("cbm"), "Counter Battery")[0]
    assert record.total - record.original == drm


def test_oto_5_3_drm_counts_neither_the_own_ffe_nor_the_attacks_of_the_rival() -> None:
    own, rival = strikes(5, id="OBA3", side="FRIENDLY"), replace(CBM, id="OBA4", side="ENEMY", ffes=5)
    assert counter_battery.placed(table_with(CBM, strikes(1), own, rival).game, "ENEMY") == 1


def test_oto_5_3_drm_counts_all_modules() -> None:
    table = table_with(CBM, strikes(1), strikes(2, id="OBA3", calibre=150))
    assert rolls(table.dice(4, 4).do("cbm"), "Counter Battery")[0].total == 7


@pytest.mark.parametrize("ffes", [1, 2, 3])
def test_oto_5_3_c_an_original_12_eliminates_the_module_itself(ffes: int) -> None:
    table = table_with(CBM, strikes(ffes))
    table.dice(6, 6).do("cbm")  # with three FFE:1 the Final DR is 11
    assert table.state.batteries["OBA1"].gone and "no Counter Battery Module" in table.no("cbm")


def test_oto_5_3_c_a_final_12_does_nothing() -> None:
    table = table_with(CBM, strikes(1))
    table.dice(5, 5).do("cbm")  # 10 + 2
    assert not table.state.batteries["OBA1"].gone


# -- 5.3: what each result does -----------------------------------------------------------------------


def test_oto_5_3_result_2_ends_the_lowest_calibre_and_its_ffes() -> None:
    table = table_with(
        CBM, strikes(2), strikes(1, id="OBA3", calibre=150), markers=(ffe("P15", "OBA2"), ffe("P5", "OBA3", 2))
    )
    table.dice(1, 2).do("cbm")  # 3 - 1 = 2
    assert table.state.batteries["OBA2"].gone and table.state.batteries["OBA2"].reds_drawn == 2
    assert not table.state.batteries["OBA3"].gone and [item.hex for item in table.state.marked("ffe")] == ["P5"]


def test_oto_5_3_silenced_strikes_come_no_more() -> None:
    table = table_with()
    table.dice(1, 1).do("cbm")
    table.new("friendly", "6-2-8", "P15")
    assert artillery.silenced(table.game)
    assert "cannot happen now" in table.no("event enemy 31")


def test_oto_5_3_result_2_may_take_a_rival_cbm_that_has_attacked() -> None:
    rival = replace(CBM, id="OBA3", side="ENEMY", ffes=1)
    table = table_with(CBM, strikes(), rival)
    table.dice(1, 1).do("cbm", "OBA3")
    assert table.state.batteries["OBA3"].gone and not table.state.batteries["OBA2"].gone


def test_oto_5_3_a_a_module_that_did_nothing_is_not_known() -> None:
    rival = replace(CBM, id="OBA3", side="ENEMY")
    table = table_with(CBM, strikes(), strikes(0, id="OBA4", calibre=70), rival)
    table.dice(1, 1).do("cbm")
    assert [item.id for item in table.state.batteries.values() if item.gone] == ["OBA2"]


def test_oto_5_3_result_3_is_a_red_chit_for_any_module() -> None:
    table = table_with(CBM, strikes(1), strikes(1, id="OBA3", calibre=150))
    table.dice(1, 2).do("cbm", "OBA3")
    assert (table.state.batteries["OBA2"].red, table.state.batteries["OBA3"].red) == (0, 1)


def test_oto_5_3_result_4_is_a_red_chit_for_the_lowest_calibre() -> None:
    table = table_with(CBM, strikes(1), strikes(1, id="OBA3", calibre=150))
    table.dice(2, 2).do("cbm")
    assert (table.state.batteries["OBA2"].red, table.state.batteries["OBA3"].red) == (1, 0)


def test_oto_5_3_d_the_owner_chooses_among_equal_calibres() -> None:
    table = table_with(CBM, strikes(1), strikes(1, id="OBA3"))
    table.dice(2, 2).do("cbm", "OBA3")
    assert table.state.batteries["OBA3"].red == 1


def test_oto_5_3_result_5_makes_an_ffe_harassing_in_the_same_area() -> None:
    table = table_with(markers=(ffe("P15", "OBA2"),))
    table.dice(2, 3).do("cbm")
    marker = table.state.marked("ffe")[0]
    assert (marker.column, marker.number, marker.text) == (6, 1, "Harassing FFE 105mm HE, 20 FP column")


def test_oto_5_3_b_result_5_without_an_ffe_on_the_map_does_nothing() -> None:
    table = table_with()
    assert "no effect" in told(table.dice(2, 3).do("cbm"))


@pytest.mark.parametrize(
    ("text", "number", "left"), [("SMOKE +3", 3, "dispersed SMOKE +2"), ("dispersed SMOKE +2", 2, "")]
)
def test_oto_5_3_result_5_thins_smoke(text: str, number: int, left: str) -> None:
    state: MarkerState = "dispersed" if number == 2 else ""
    smoke = Marker("smoke1", "smoke", "P15", "ENEMY", number, text=text, owner="OBA2", state=state)
    centre = replace(ffe("P15", "OBA2"), kind="smoke-ffe", column=0)
    table = table_with(markers=(centre, smoke))
    table.dice(2, 3).do("cbm")
    assert [item.text for item in table.state.marked("smoke")] == [left] * bool(left)


# -- 5.2: when ----------------------------------------------------------------------------------------


def test_oto_5_2_not_before_the_other_side_has_placed_an_ffe() -> None:
    assert "has not placed an FFE" in table_with(CBM, strikes(0)).no("cbm")
    assert "has not placed an FFE" in table_with(CBM).no("cbm")


@pytest.mark.parametrize(
    ("side", "phase"), [("FRIENDLY", "DFPh"), ("ENEMY", "DFPh"), ("ENEMY", "PFPh"), ("FRIENDLY", "MPh")]
)
def test_oto_5_2_only_in_its_own_pfph(side: Side, phase: Phase) -> None:
    assert "its own PFPh" in table_with(side=side, phase=phase).no("cbm")


def test_oto_5_2_it_is_the_first_act_of_the_pfph_and_once_in_each() -> None:
    table = table_with()
    unit = table.new("friendly", "6-2-8", "P20", "prep")
    assert f"{unit} has already acted" in table.no("cbm")
    for side, acted in (("FRIENDLY", True), ("ENEMY", False)):
        table = table_with(CBM, strikes(), strikes(0, id="OBA3", side=side, tried=True))
        assert ("OBA3 has already acted" in counter_battery.why_not(table.game, "FRIENDLY")) is acted
    table = table_with()
    table.dice(4, 4).do("cbm")
    assert "has attacked in this PFPh" in table.no("cbm")
    table.go_to("FRIENDLY", "PFPh", 4)
    table.dice(4, 4).do("cbm")
    assert table.state.batteries["OBA1"].ffes == 2


def test_oto_5_1_without_a_module_there_is_no_attack() -> None:
    assert "no Counter Battery Module" in table_with(strikes()).no("cbm")


def test_oto_5_1_it_makes_no_access_draw() -> None:
    table = table_with(CBM)
    assert "Counter Battery Module: use cbm" in table.no("oba contact oba1")


def test_oto_5_2_its_dr_wakes_no_sniper() -> None:
    table = table_with()
    table.new("friendly", "6-2-8", "P20")
    assert not rolls(table.dice(1, 3).do("cbm"), "Sniper")  # 4 is the ENEMY's SAN


def test_oba_add_cbm_for_either_side() -> None:
    table = bare("FRIENDLY", "PFPh", 2)
    table.all("oba add cbm enemy", "oba add cbm friendly")
    assert {item.side for item in table.state.batteries.values() if item.kind == "CBM"} == {"ENEMY", "FRIENDLY"}
    assert "already" in table.no("oba add cbm enemy")


def test_oto_5_2_the_enemys_module_attacks_by_itself_in_its_pfph() -> None:
    ours = Battery("OBA2", "FRIENDLY", "80+mm OBA (HE and smoke)", 80, 5, 2, observer="offboard", ffes=2)
    table = table_with(replace(CBM, side="ENEMY"), ours, side="ENEMY", phase="RPh")
    table.dice(2, 2).do("next")  # 4, no DRM: a red chit more
    assert table.state.phase == "PFPh" and table.state.batteries["OBA2"].red == 3
    assert counter_battery.module_of(table.game, "ENEMY") is not None
