"""Adjusting by hand: what the player settles on his board, each change with a line in the log."""

from __future__ import annotations

import pytest
from tabletop import bare, of

from sasl.asl.game import events as ev
from sasl.asl.game.flags import UNIT_FLAGS, WEAPON_FLAGS
from sasl.asl.game.state import Unit
from sasl.asl.game.under_way import Acquisition, Moving
from sasl.orders.engine import parse_order


@pytest.mark.parametrize("flag", list(UNIT_FLAGS))
def test_every_state_can_be_given_and_taken(flag: str) -> None:
    table = bare()
    squad = table.new("friendly", "6-2-8", "P20")
    table.do(f"set {squad} {flag}")
    assert table.unit(squad).flags == {flag}
    table.do(f"set {squad} -{flag}")
    assert not table.unit(squad).flags
    assert len([line for line in table.session.log() if squad in line.text]) >= 3


@pytest.mark.parametrize("flag", list(WEAPON_FLAGS))
def test_every_state_of_a_sw(flag: str) -> None:
    table = bare()
    gun = table.new("friendly", "LMG", "P20")
    table.do(f"set {gun} {flag}")
    assert table.state.weapons[gun].flags == {flag}


def test_several_states_and_units_at_once_and_prefixes() -> None:
    table = bare()
    one, two = table.new("friendly", "6-2-8", "P20"), table.new("friendly", "4-4-7", "P20")
    table.do(f"set {one},{two} broken dm")
    table.do("set P20 -dm wou")
    assert table.unit(one).flags == table.unit(two).flags == {"broken", "wounded"}
    assert "is not a state; did you mean 'broken'?" in table.no(f"set {one} brokn")
    assert "is not a state" in table.no(f"set {one} -")
    assert "may mean broken, berserk, " in table.no(f"set {one} b")


@pytest.mark.parametrize(
    ("said", "text"),
    [("wire P19", "wire"), ("wire P19 laid by us", "wire laid by us"), ("minefield P19 A-P 8", "minefield A-P 8"),
     ("ffe P19 harassing", "FFE harassing"), ("wreck P19 wreck of the T-34", "wreck of the T-34")],
)  # fmt: skip
def test_a_marker_by_hand_keeps_the_name_of_its_kind(said: str, text: str) -> None:
    table = bare()
    table.do(f"marker add {said}")
    assert [marker.text for marker in table.state.markers.values()] == [text]


def test_a_counter_that_does_not_exist_is_named_without_its_hex() -> None:
    assert "there is no Russian counter '4-4-9'; did you mean" in bare().no("new friendly 4-4-9 P19")


def test_a10_a_unit_breaks_and_a_broken_one_is_reduced() -> None:
    table = bare()
    squad = table.new("friendly", "6-2-8", "P20", "pinned", "concealed")
    table.do(f"break {squad}")
    assert table.unit(squad).flags == {"broken", "dm"}
    table.do(f"break {squad}")
    assert (table.unit(squad).type, table.unit(squad).kind) == ("3-2-8", "hs")
    table.do(f"break {squad}")
    assert squad not in table.state.units and table.state.lost == {"FRIENDLY hs": 1}
    tank = table.new("friendly", "T-34 M43", "P20")
    assert "cannot break" in table.no(f"break {tank}")


def test_a10_6_a_broken_unit_rallies() -> None:
    table = bare()
    squad = table.new("friendly", "6-2-8", "P20", "broken", "dm")
    table.do(f"rally {squad} yes")
    assert not table.unit(squad).flags
    assert table.no(f"rally {squad} yes") == f"{squad} is not broken: only broken units rally (A10.6)"


def test_the_sw_of_an_eliminated_unit_lies_where_it_fell() -> None:
    table = bare()
    squad, gun = table.armed("friendly", "6-2-8", "P20", "LMG")
    table.do(f"eliminate {squad}")
    weapon = table.state.weapons[gun]
    assert (weapon.holder, weapon.hex) == ("", "P20")
    other = table.new("friendly", "4-4-7", "P20")
    table.do(f"give {gun} {other}")
    assert (table.state.weapons[gun].holder, table.state.weapons[gun].hex) == (other, "")
    tank = table.new("friendly", "T-34 M43", "P20")
    assert "cannot carry a SW" in table.no(f"give {gun} {tank}")
    table.all(f"malfunction {gun}", f"scrap {gun}")
    assert gun not in table.state.weapons


def test_a19_a_unit_becomes_another_of_its_kind() -> None:
    table = bare()
    squad, tank = table.new("friendly", "6-2-8", "P20"), table.new("friendly", "T-34 M43", "P20")
    table.do(f"become {squad} 5-2-7")
    assert (table.unit(squad).type, table.unit(squad).morale) == ("5-2-7", 7)
    assert "cannot become a sw" in table.no(f"become {squad} LMG")
    assert "cannot become a squad" in table.no(f"become {tank} 6-2-8")
    assert "there is no Russian counter" in table.no(f"become {squad} 9-9-9")


def test_c3_2_a_gun_is_turned_to_a_vertex() -> None:
    table = bare()
    gun = table.new("enemy", "75L AT", "P20")
    table.do(f"face {gun} p19/q20")
    assert set(table.unit(gun).ca.split("/")) == {"P19", "Q20"}
    assert "is not a vertex of P20" in table.no(f"face {gun} P19/P21")


def test_put_elsewhere_ends_the_states_of_a_place() -> None:
    table = bare()
    squad = table.new("friendly", "4-4-7", "P20", "dug-in", "concealed")
    table.do(f"put {squad} P19")
    assert table.unit(squad).flags == {"concealed"}


def test_put_off_and_on() -> None:
    table = bare()
    squad = table.new("friendly", "6-2-8", "P20")
    table.do(f"put {squad} off")
    assert not table.unit(squad).hex
    assert "is not on the map" in table.no(f"move {squad} P19")
    table.do(f"put {squad} k20")
    assert table.unit(squad).hex == "K20"
    assert "not on the map in play" in table.no(f"put {squad} K40")


def test_new_names_the_nearest_counter() -> None:
    assert "did you mean '6-2-8'?" in bare().no("new friendly 6-2-9 P20")
    assert "takes friendly or enemy" in bare().no("new 6-2-8")


def test_markers_by_hand() -> None:
    table = bare().all("marker add wire P12", "marker add minefield P12 A-P 8")
    assert [(item.kind, item.number) for item in table.state.markers_at("P12")] == [("wire", 0), ("minefield", 8)]
    table.do("marker remove wire1")
    table.do("marker remove p12")
    assert not table.state.markers
    assert "is not a marker; did you mean 'wire'?" in table.no("marker add wir P12")
    assert "there is no marker" in table.no("marker remove P12")
    assert "there is no marker" in table.no("marker remove ,")


def test_all_markers_of_a_hex_are_named_as_they_can_be_typed() -> None:
    table = bare().all("marker add wire P12", "marker add minefield P12 6", "marker add wreck P13")
    line = parse_order(table.game, "marker remove P12").line()
    assert line == "marker remove wire1,minefield1"
    table.do(line)
    assert [item.kind for item in table.state.markers.values()] == ["wreck"]


def test_3_suspects_by_hand() -> None:
    table = bare()
    name = table.suspect("P12", "advance")
    assert table.state.suspects[name].attitude == "Advance"
    table.do(f"suspect move {name} P13")
    assert table.state.suspects[name].hex == "P13"
    assert "has an S?" in table.no("suspect add P13")
    assert "hold, advance or withdraw" in table.no(f"suspect {name} sleep")
    table.do(f"suspect remove {name}")
    assert not table.state.suspects and not table.state.enemy_activated


def test_a_remark_stands_in_the_log() -> None:
    table = bare()
    assert of(table.do("note the bridge is out"), ev.Adjusted) == [ev.Adjusted("the bridge is out")]


def test_unit_words_that_mean_nothing_name_the_nearest() -> None:
    table = bare()
    table.new("friendly", "6-2-8", "P20")
    assert "there is no unit '629a'" in table.no("pin 629a")
    assert "did you mean 628a?" in table.no("pin 628")
    assert "needs units" in table.no("pin")
    assert "names no unit" in table.no("pin ,")


def test_c6_5_who_is_gone_moves_no_more_and_is_aimed_at_no_more() -> None:
    """Units that left the game leave those who move; of a target that is gone its hex stays acquired (C6.5)."""
    state = bare("FRIENDLY", "MPh").state
    for name in ("a", "b"):
        state = ev.UnitAdded(Unit(name, "FRIENDLY", "squad", "6-2-8", "628", "K9")).apply(state)
    for fact in (
        ev.MovingSet(Moving(("a", "b"), "K8", "K9", 1.0)),
        ev.AcquisitionSet("gun", "a", "K9", -1),
        ev.AcquisitionSet("b", "gun", "K12", -1),
        ev.UnitRemoved("a", "KIA"),
        ev.UnitRemoved("b", "KIA"),
    ):
        state = fact.apply(state)
    assert state.moving and state.moving.ids == () and state.moving.hex == "K9"
    assert dict(state.acquired) == {"gun": Acquisition("K9", "K9", -1)}


def test_3_2_an_attitude_is_set_by_its_name_and_told() -> None:
    table = bare()
    squad, ours = table.new("enemy", "4-6-7", "P20"), table.new("friendly", "6-2-8", "P21")
    events = table.do(f"set {squad} advance cx")
    assert table.unit(squad).attitude == "Advance" and table.unit(squad).flags == {"cx"}
    assert f"{squad} attitude Advance: player" in [event.describe() for event in events]
    assert "cannot be taken off; use:" in table.no(f"set {squad} -hold")
    told = [event.describe() for event in table.do(f"set {squad} advanced")]
    assert told == [f"{squad} now advanced: player"], "what is only remembered is told, too, if it is set by hand"
    assert "is not a state" in table.no(f"set {ours} hold")
