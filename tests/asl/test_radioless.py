"""AFV without radio (D14): the NTC of a lone one, and platoons that move in Impulses."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from field import ENEMY, FRIENDLY, Tabletop, field, records, throw

from sasl.asl.game import events as ev
from sasl.board.hexes import parse_hex, vertex_names


def tanks(*hexes: str, kind: str = "OT-34(L)", **terrain: str) -> tuple[Tabletop, list[str]]:
    """Tanks without radio that face up their hexrow, nobody about."""
    table = field(FRIENDLY, "MPh", **terrain)
    table.all("option command off", "option enemy-plays off", "option fire-stops off", "option confirm-fire off")
    ids = [table.new(FRIENDLY, kind, name) for name in hexes]
    for key, name in zip(ids, hexes, strict=True):
        table.do(f"face {key} {vertex_names(parse_hex(name))[0]}")
    return table, ids


def test_d14_23_a_lone_radioless_afv_moves_only_after_a_ntc() -> None:
    """It passes: one check for the whole MPh; the Mechanical Reliability DR comes with the start."""
    table, (tank,) = tanks("K18")
    events = throw(table, (4, 4, 3, 3), f"move {tank} K17")
    assert "NTC to move" in records(events)[0].purpose
    throw(table, (), f"move {tank} K16")
    assert table.unit(tank).hex == "K16"


def test_d14_23_failing_it_ends_its_mph_and_it_fires_no_more() -> None:
    """It stays and neither moves nor fires in this MPh."""
    table, (tank,) = tanks("K18")
    foe = table.new(ENEMY, "4-6-7", "K15")
    throw(table, (6, 5), f"move {tank} K17")
    assert table.unit(tank).hex == "K18" and "A24.1" in table.no(f"move {tank} K17")
    assert "D14.23" in table.no(f"fire {tank} K15 he") and foe


@pytest.mark.parametrize("kind", ["T-34 M43", "KV-1S", "ISU-122"])
def test_d14_1_afv_with_a_radio_take_no_ntc(kind: str) -> None:
    """Only counters that say so are without radio."""
    table, (tank,) = tanks("K18", kind=kind)
    throw(table, (), f"move {tank} K17")
    assert table.unit(tank).hex == "K17"


def test_d14_2_a_platoon_moves_in_impulses_without_a_ntc_all_for_the_same_mp() -> None:
    """Two tanks side by side, one Mechanical Reliability DR for both."""
    table, ids = tanks("K18", "L18")
    events = throw(table, (3, 3), f"platoon {ids[0]} K17 {ids[1]} L17")
    assert [table.unit(key).hex for key in ids] == ["K17", "L17"]
    assert len(records(events)) == 1 and {table.unit(key).mf for key in ids} == {2.0}
    assert table.state.moving is not None and set(table.state.moving.hexes) == {"K17", "L17"}
    throw(table, (), f"platoon {ids[0]} K16 {ids[1]} L16 stop")
    assert {table.unit(key).mf for key in ids} == {4.0} and not any("motion" in table.unit(key).flags for key in ids)


def test_d14_21_a_platoon_keeps_together() -> None:
    """ADJACENT in LOS before and after each order, and nobody breaks off in the midst of it."""
    table, ids = tanks("K18", "L18", "P18")
    assert "ADJACENT" in table.no(f"platoon {ids[0]} K17 {ids[2]} P17")
    assert "ADJACENT" in table.no(f"platoon {ids[0]} K17 {ids[1]} L19")
    throw(table, (3, 3), f"platoon {ids[0]} K17 {ids[1]} L17")
    assert "platoon" in table.no(f"move {ids[0]} K16")


def test_d14_22_the_only_one_left_of_a_platoon_is_free_for_this_mph() -> None:
    """When the others are lost it goes on alone, without a NTC."""
    table, ids = tanks("K18", "L18")
    throw(table, (3, 3), f"platoon {ids[0]} K17 {ids[1]} L17")
    table.do(f"set {ids[1]} immobile")
    throw(table, (), f"move {ids[0]} K16")
    assert table.unit(ids[0]).hex == "K16"


@pytest.mark.parametrize(
    ("dr", "selection", "stuck"), [((3, 4), (), []), ((4, 4), (5, 3), [0]), ((4, 4), (4, 4), [0, 1])]
)  # fmt: skip
def test_d14_21_one_bog_check_for_the_platoon(dr: Sequence[int], selection: Sequence[int], stuck: list[int]) -> None:
    """Woods at half their MP: +3, and +1 for their ground pressure; of two with a 12 a dr each says who bogs."""
    table, ids = tanks("K18", "L18", K17="woods", L17="woods")
    events = throw(table, (3, 3, *dr, *selection), f"platoon {ids[0]} K17 {ids[1]} L17")
    assert len([record for record in records(events) if "Bog Check" in record.purpose]) == 1
    assert [number for number in (0, 1) if "bogged" in table.unit(ids[number]).flags] == stuck


def test_d14_21_b26_53_all_who_pass_may_flatten_their_wire_in_the_order_of_the_platoon() -> None:
    table, ids = tanks("K18", "L18", "M18")
    table.all("marker add wire K17", "marker add wire L17", "marker add wire M17")
    order = " ".join(f"{key} {name}" for key, name in zip(ids, ("K17", "L17", "M17"), strict=True))
    events = throw(table, (3, 3, 1, 2), f"platoon {order}")
    texts = [event.text for event in events if isinstance(event, ev.Told)]
    assert [text.split()[0] for text in texts if "flattens" in text] == ids


def test_d8_21_the_bog_check_of_a_single_one_of_a_platoon_names_its_hex() -> None:
    table, ids = tanks("K18", "L18", K17="woods")
    events = throw(table, (3, 3, 1, 2), f"platoon {ids[0]} K17 {ids[1]} L17")
    assert [item.purpose for item in records(events) if "Bog" in item.purpose] == [f"Bog Check of {ids[0]} in K17"]


def test_d14_22_two_who_have_lost_the_one_between_them_close_the_gap() -> None:
    table, ids = tanks("K18", "L18", "M18")
    throw(table, (3, 3), f"platoon {ids[0]} K17 {ids[1]} L17 {ids[2]} M17")
    table.do(f"set {ids[1]} immobile")
    assert "ADJACENT" in table.no(f"platoon {ids[0]} K16 {ids[2]} M16")
    throw(table, (), f"platoon {ids[0]} L16 {ids[2]} M16")
    assert [table.unit(key).hex for key in (ids[0], ids[2])] == ["L16", "M16"]


def test_d14_2_another_platoon_that_has_moved_does_not_bind_who_is_left_of_this_one() -> None:
    table, ids = tanks("K18", "L18", "P18", "Q18")
    throw(table, (3, 3), f"platoon {ids[0]} K17 {ids[1]} L17")
    throw(table, (3, 3), f"platoon {ids[2]} P17 {ids[3]} Q17")
    assert "its platoon" in table.no(f"move {ids[2]} P16")
    table.do(f"set {ids[3]} immobile")
    throw(table, (), f"move {ids[2]} P16")
    assert table.unit(ids[2]).hex == "P16"


def test_d14_31_a_platoon_goes_no_farther_than_its_mp() -> None:
    """An order that takes more MP than are left is refused."""
    table, ids = tanks("K18", "L18")
    for step in range(17, 1, -1):
        table.do("dice 3 3")
        table.do(f"platoon {ids[0]} K{step} {ids[1]} L{step}")
        table.do("dice clear")
    assert {table.unit(key).mf for key in ids} == {17.0}
    assert "0 MP left" in table.no(f"platoon {ids[0]} K1 {ids[1]} L1")
