"""Activation (S5, S5): which S? must check, and the AC dr. All in the open field west of Z2."""

from __future__ import annotations

import pytest
from tabletop import Tabletop, bare, of, rolls, told

from sasl.asl.game.events import SightAnswered, SuspectRemoved
from sasl.asl.game.sides import Phase, Side
from sasl.asl.game.words import sight_key
from sasl.board.board import Board
from sasl.board.hexes import line, line_names, parse_hex
from sasl.board.los import line_of_sight
from sasl.board.terrain import HexTerrain
from sasl.kernel.frozen import replace
from sasl.kernel.rolling.records import RollRecord

LAIR = "Z2"
FIELD = {
    1: "Y2", 2: "X2", 3: "W1", 4: "V0", 5: "U1", 6: "T0", 7: "S1", 8: "R0", 9: "Q1", 10: "P0", 11: "O1", 12: "N0",
    13: "M1", 14: "L0", 15: "K4", 16: "J5", 17: "I6",
}  # fmt: skip
"""Open hexes with a clear LOS to Z2, by range."""
FROM = {
    2: "X3", 3: "W2", 4: "V1", 5: "U2", 6: "T1", 7: "R1", 8: "R1", 9: "Q2", 10: "P1", 11: "N1", 12: "N1", 13: "M2",
    14: "L1", 15: "K5", 16: "J6", 17: "I5",
}  # fmt: skip
"""A hex beside each from which to move there."""
NO_CHECK = 6, 6
"""Dice that would fail any AC check, should one come."""


def checks(table: Tabletop, line: str) -> list[str]:
    """The purposes of the AC checks a command draws (each fails: dr 6)."""
    table.dice(6, 6, 6, 6)
    return [record.purpose for record in rolls(table.do(line), "AC check")]


def gun_of(table: Tabletop, squad: str) -> str:
    """A HMG in the squad's hands: it reaches farther than any check."""
    return table.arm(squad, "HMG")


def field(phase: Phase = "MPh", side: Side = "FRIENDLY") -> Tabletop:
    table = bare(side, phase)
    table.suspect(LAIR)
    table.do("option confirm-fire off")  # the tests fire where nobody checks, too
    return table


def test_the_field_is_what_these_tests_take_it_for() -> None:
    table = bare()
    board = table.game.board
    for far, name in FIELD.items():
        assert board.distance(LAIR, name) == far and board.terrain(name).terrains == ("open",)
        sight = line_of_sight(board, LAIR, name)
        assert (sight.state, sight.hindrance) == ("clear", 0)
        if far in FROM:
            assert name in board.neighbours(FROM[far])


# -- the ranges of 5.1 (German), edge by edge -------------------------------------------------------


@pytest.mark.parametrize(("attitude", "due"), [("hold", True), ("advance", False), ("withdraw", False)])
def test_s5_32_long_range_activation_is_for_those_on_hold(attitude: str, due: bool) -> None:
    table = field()
    (suspect,) = table.state.suspects
    table.do(f"suspect {suspect} {attitude}")
    squad = table.new("friendly", "6-2-8", FROM[14])
    assert bool(checks(table, f"move {squad} {FIELD[14]}")) == due


@pytest.mark.parametrize("far", range(2, 18))
def test_5_1_infantry_moving_in_the_open_draws_a_check_to_16_hexes(far: int) -> None:
    """FFMO and FFNAM make -2: to 12 by the bracket, 13-16 as long range, not at 17."""
    table = field()
    squad = table.new("friendly", "6-2-8", FROM[far])
    found = checks(table, f"move {squad} {FIELD[far]}")
    assert len(found) == (far <= 16)
    if found:
        assert "Final IFT DRM -2 (-1 FFMO, -1 FFNAM)" in found[0] and f"range {far}" in found[0]


def test_a6_7_a_check_names_each_hindrance() -> None:
    table = field()
    squad = table.new("friendly", "6-2-8", FROM[4])
    between = line_names(LAIR, FIELD[4])[1]
    table.do(f"marker add smoke {between} 1")
    assert f"+1 SMOKE in {between}" in checks(table, f"move {squad} {FIELD[4]}")[0]


@pytest.mark.parametrize("far", range(2, 18))
def test_5_1_assault_movement_in_the_open_is_minus_1_and_seen_to_8(far: int) -> None:
    table = field()
    squad = table.new("friendly", "6-2-8", FROM[far])
    assert len(checks(table, f"move {squad} {FIELD[far]} assault")) == (far <= 8)


@pytest.mark.parametrize("far", range(2, 10))
def test_5_1_an_advance_is_0_and_seen_to_6(far: int) -> None:
    table = field("APh")
    squad = table.new("friendly", "6-2-8", FROM[far])
    assert len(checks(table, f"advance {squad} {FIELD[far]}")) == (far <= 6)


@pytest.mark.parametrize("far", [1, 2, 3, 4, 5, 6, 7])
def test_5_1_plus_1_is_seen_to_4(far: int) -> None:
    table = field("PFPh")
    squad = table.new("friendly", "6-2-8", FIELD[far])
    table.do(f"marker add wreck {FIELD[far]}")
    assert len(checks(table, f"fire {gun_of(table, squad)} {LAIR}")) == (far <= 4)


@pytest.mark.parametrize("far", [1, 2, 3, 4, 12])
def test_5_1_plus_2_is_seen_to_2(far: int) -> None:
    table = field("PFPh")
    squad = table.new("friendly", "6-2-8", FIELD[far], "dug-in")
    assert len(checks(table, f"fire {gun_of(table, squad)} {LAIR}")) == (far <= 2)


@pytest.mark.parametrize("far", [13, 14, 15, 16, 17])
def test_5_1_at_long_range_fire_alone_draws_no_check(far: int) -> None:
    """At 13-16 hexes only a Final IFT DRM of -2 or better does, moving or firing; one who fires there has 0."""
    table = field("PFPh")
    squad = table.new("friendly", "6-2-8", FIELD[far])
    leader = table.new("friendly", "8-0", FIELD[far])
    assert checks(table, f"fire {gun_of(table, squad)},{leader} {LAIR}") == []


def test_5_1_adjacent_is_any_drm_and_needs_no_los() -> None:
    table = field("APh")
    table.do(f"los {LAIR} Y2 blocked")
    squad = table.new("friendly", "6-2-8", "Y3", "dug-in")
    assert len(checks(table, f"advance {squad} Y2")) == 1


@pytest.mark.parametrize("far", [1, 2, 4])
def test_5_1_a_buttoned_up_vehicle_draws_a_check_only_when_adjacent(far: int) -> None:
    """S5: nothing but its crew could be fired at; a T-34 comes BU (D1.321)."""
    table = field()
    tank = table.new("friendly", "T-34 M43", FROM.get(far, FIELD[2]))
    assert "buttoned" in table.unit(tank).flags
    assert len(checks(table, f"move {tank} {FIELD[far]}")) == (far == 1)


@pytest.mark.parametrize("far", range(2, 9))
def test_5_1_vehicles_are_seen_to_4_however_they_move(far: int) -> None:
    table = field()
    tank = table.new("friendly", "KV-1S", FROM[far])
    assert len(checks(table, f"move {tank} {FIELD[far]}")) == (far <= 4)


def test_5_1_no_check_without_los() -> None:
    table = field()
    table.do(f"los {LAIR} {FIELD[5]} blocked")
    squad = table.new("friendly", "6-2-8", FROM[5])
    assert checks(table, f"move {squad} {FIELD[5]}") == []


@pytest.mark.parametrize(
    ("far", "hindrance", "due"),
    [(4, 2, True), (4, 3, False), (6, 1, True), (6, 2, False), (7, 1, False), (13, 1, False)],
)
def test_4_6_a_hindrance_cancels_ffmo_and_adds_itself(far: int, hindrance: int, due: bool) -> None:
    """Only FFNAM is left: -1 + n."""
    table = field()
    table.do(f"los {LAIR} {FIELD[far]} {hindrance}")
    squad = table.new("friendly", "6-2-8", FROM[far])
    found = checks(table, f"move {squad} {FIELD[far]}")
    assert bool(found) == due
    if found:
        assert "FFMO" not in found[0] and f"+{hindrance} LOS Hindrance" in found[0]


def test_d9_4_a_wreck_on_the_way_is_a_hindrance() -> None:
    table = field()
    middle = line(parse_hex(LAIR), parse_hex(FIELD[8]))[4].name
    table.do(f"marker add wreck {middle}")
    squad = table.new("friendly", "6-2-8", FROM[8])
    found = checks(table, f"move {squad} {FIELD[8]}")
    crossed = line_of_sight(table.game.board, LAIR, FIELD[8])
    assert crossed.hindrance == 0 and found == [], "-1 FFNAM +1 wreck = 0 is seen to 6 hexes only"


def test_b2_shellholes_help_nobody_who_only_crosses_them() -> None:
    table = field()
    board = table.game.board
    spot = next(
        name
        for name in board.names()
        if board.terrain(name).terrains == ("shellholes",)
        and 9 <= board.distance(LAIR, name) <= 12
        and board.terrain(name).elevation == 0
        and line_of_sight(board, LAIR, name).text.startswith("clear")
    )
    start = next(name for name in board.neighbours(spot) if board.distance(LAIR, name) >= board.distance(LAIR, spot))
    squad = table.new("friendly", "6-2-8", start)
    assert "-2 (-1 FFMO, -1 FFNAM)" in checks(table, f"move {squad} {spot}")[0]


def test_b27_whoever_moves_has_left_the_foxhole() -> None:
    table = field()
    squad = table.new("friendly", "6-2-8", FROM[9], "dug-in")
    assert len(checks(table, f"move {squad} {FIELD[9]}")) == 1
    assert "dug-in" not in table.unit(squad).flags


@pytest.mark.parametrize("flag", ["broken", "berserk", "prisoner", "melee"])
def test_5_1_only_good_order_units_provoke(flag: str) -> None:
    table = field("RtPh")
    squad = table.new("friendly", "6-2-8", "X2")
    other = table.new("friendly", "9-1", "X2")
    table.do(f"set {squad} {flag}")
    from sasl.asl.game.context import Context
    from sasl.solitaire.suspects.activation import provoke

    context = Context(table.game)
    assert provoke(context, [table.unit(squad)], moving=True) == [] and not context.events
    provoke(context, [table.unit(squad), table.unit(other)], moving=True)
    assert context.events and "by 91" in rolls(context.events, "AC check")[0].purpose


def test_5_1_a_move_checks_in_each_hex_and_each_suspect_once() -> None:
    table = field()
    table.suspect("T6")
    squad = table.new("friendly", "6-2-8", "W3")
    found = checks(table, f"move {squad} V2 U3")
    assert len(found) == 2 and len({purpose.split(" by ")[0] for purpose in found}) == 2


def test_5_1_the_nearest_suspect_checks_first() -> None:
    table = field()
    table.suspect("U3")
    squad = table.new("friendly", "6-2-8", FROM[5])
    found = checks(table, f"move {squad} {FIELD[5]}")
    assert [purpose.split("(")[1].split(")")[0] for purpose in found] == ["U3", LAIR]


def test_5_1_a_move_stops_where_a_suspect_activates() -> None:
    table = field()
    squad = table.new("friendly", "6-2-8", "V3")
    table.dice(1, 3, 3, 3, 4)  # AC 1; A1 6: S; G2 7
    events = table.do(f"move {squad} W4 X4")
    assert table.unit(squad).hex == "W4" and table.state.units_at(LAIR, "ENEMY")
    assert "The move stops here" in told(events)
    assert table.state.enemy_activated


def test_5_1_both_directions_a_suspect_in_advance_that_comes_near_checks_too() -> None:
    table = bare("ENEMY", "PFPh")
    squad = table.new("friendly", "6-2-8", "V0")
    table.do("vpo P3 friendly")
    name = table.suspect("Z4", "advance")
    table.dice(6, 6)
    events = table.do("next")
    assert [record.purpose.split(" ")[2] for record in rolls(events, "AC check")] == [name]
    assert f"by {squad}" in rolls(events, "AC check")[0].purpose
    assert name not in table.state.suspects


def test_5_1_a_suspect_on_hold_does_not_move() -> None:
    table = bare("ENEMY", "PFPh")
    name = table.suspect("Z4")
    table.do("next")
    assert table.state.suspects[name].hex == "Z4"


def test_6_a_suspect_in_advance_moves_4_mf_towards_the_nearest_friendly_vpo() -> None:
    table = bare("ENEMY", "PFPh")
    table.do("vpo P3 friendly")
    name = table.suspect("Z3", "advance")
    board = table.game.board
    table.do("next")
    there = table.state.suspects[name].hex
    assert board.distance("Z3", there) == 4 and board.distance(there, "P3") == board.distance("Z3", "P3") - 4


def test_3_one_suspect_a_location_one_in_advance_stops_short_of_another() -> None:
    table = bare("ENEMY", "PFPh")
    table.do("vpo P3 friendly")
    name = table.suspect("Z3", "advance")
    alone = bare("ENEMY", "PFPh")
    alone.do("vpo P3 friendly")
    goes = alone.suspect("Z3", "advance")
    alone.do("next")
    end = alone.state.suspects[goes].hex
    other = table.suspect(end)
    table.do("next")
    assert table.state.suspects[other].hex == end
    assert table.game.board.distance(table.state.suspects[name].hex, end) == 1


# -- the Activation Check (S5) ---------------------------------------------------------------------


def check_record(table: Tabletop, place: str, dr: int = 5) -> tuple[RollRecord, str]:
    name = table.suspect(place)
    squad = table.new("friendly", "6-2-8", "P28")
    table.dice(dr, 3, 3, 3, 4)
    record = rolls(table.do(f"check {name} {squad}"), "AC check")[0]
    return record, name


@pytest.mark.parametrize(("dr", "activates"), [(1, True), (3, True), (4, False), (5, False)])
def test_5_2_the_dr_must_be_the_ac_number_or_less(dr: int, activates: bool) -> None:
    table = bare()
    record, name = check_record(table, "P16", dr)
    assert record.target == 3 and record.success is activates and not record.modifiers
    assert name not in table.state.suspects, "either way the S? is no more"
    assert bool(table.state.units_at("P16", "ENEMY")) == activates == table.state.enemy_activated


def test_5_2_an_original_6_never_activates() -> None:
    table = bare(values={**bare().state.values})
    table.do("value enemy-ac 7")
    record, _ = check_record(table, "P16", 6)
    assert record.total <= 7 and record.success is False
    assert not table.state.units_at("P16", "ENEMY") and not table.state.enemy_activated
    removed = [event for event in table.session.moments[-1].events if isinstance(event, SuspectRemoved)]
    assert "Original 6" in removed[0].why


@pytest.mark.parametrize("place", ["I7", "I8", "H7"])
def test_5_2_minus_1_in_or_adjacent_to_a_vpo(place: str) -> None:
    record, _ = check_record(bare(), place)
    assert [(mod.value, mod.name) for mod in record.modifiers] == [(-1, "in or ADJACENT to a VPO")]


@pytest.mark.parametrize(
    ("place", "words", "drm"), [("BB4", "", []), ("CC5", " level 2", [-2]), ("CC5", " level 0", [])]
)
def test_5_2_minus_1_for_each_level_of_a_building_above_the_base_level(place: str, words: str, drm: list[int]) -> None:
    """The base level is that of the hex itself: a hill adds nothing, an upper level of a building does."""
    table = bare()
    assert table.game.board.terrain(place).elevation == 1
    name, squad = table.suspect(place), table.new("friendly", "6-2-8", "P28")
    record = rolls(table.dice(6).do(f"check {name} {squad}{words}"), "AC check")[0]
    assert [mod.value for mod in record.modifiers if "level" in mod.name] == drm


def test_5_2_a_level_must_be_one() -> None:
    """`check` by hand takes a level of a building, and nothing else."""
    table = bare()
    name, squad = table.suspect("CC5"), table.new("friendly", "6-2-8", "P28")
    assert "a number" in table.no(f"check {name} {squad} level x")
    assert "is not a level of a building" in table.no(f"check {name} {squad} level 10")
    assert "check cannot use '2'; it takes level" in table.no(f"check {name} {squad} 2")


@pytest.mark.parametrize(("place", "near"), [("K14", True), ("K17", True), ("K19", False)])
def test_5_2_minus_1_in_the_same_building_as_an_activated_enemy_unit(place: str, near: bool) -> None:
    """The drm is for two hexes or the same building, however long that is; another building beyond does not count."""
    table = bare()
    board = table.game.board
    laid = {parse_hex(f"K{number}"): HexTerrain(("wooden-building",)) for number in (13, 14, 15, 16, 17, 19)}
    terrain = {**dict.fromkeys(board.hexes, HexTerrain()), **laid}
    table = Tabletop(replace(table.game, board=Board("row", "A row", terrain, board.orientation, board.chart)))
    table.new("enemy", "4-6-7", "K13")
    record, _ = check_record(table, place, 6)
    assert any("in the same building" in mod.name for mod in record.modifiers) == near


@pytest.mark.parametrize(("place", "near"), [("P13", True), ("P14", True), ("P15", True), ("P16", False)])
def test_5_2_minus_1_near_an_activated_enemy_unit(place: str, near: bool) -> None:
    table = bare()
    table.new("enemy", "4-6-7", "P13")
    record, _ = check_record(table, place)
    assert bool(record.modifiers) == near
    if near:
        assert "Activated ENEMY unit within two hexes" in record.modifiers[0].name


def test_5_2_all_six_drm_stand_in_the_table_and_add_up() -> None:
    table = bare()
    conditions = {mod.when: mod.value for mod in table.game.library.table("activation.check").modifiers}
    assert conditions == {
        "near-vpo": -1, "stone-building": -1, "level": -1, "activated-near": -1, "village": 1, "city": 2,
    }  # fmt: skip
    table.new("enemy", "4-6-7", "CC6")
    record, _ = check_record(table, "CC5", 5)
    assert (record.original, record.total) == (5, 3)
    assert record.success, "5 -1 VPO -1 Activated unit <= 3"


def test_5_2_units_activated_in_the_friendly_mph_may_first_fire_at_once() -> None:
    table = bare()
    table.suspect("Z2")
    squad = table.new("friendly", "6-2-8", "X3")
    table.dice(1, 3, 3, 3, 4)
    assert "may use Defensive First Fire" in told(table.do(f"move {squad} X2"))


def test_5_an_off_board_suspect_does_not_check() -> None:
    table = bare("ENEMY", "RPh")
    table.dice(1, 1, 1)
    table.do("event enemy 34")
    off = [item for item in table.state.suspects.values() if item.off_board]
    assert off
    squad = table.new("friendly", "6-2-8", "P28")
    table.do(f"put {squad} {off[0].hex}")
    table.all("next", "next")
    assert table.state.phase == "MPh"


# -- LOS --------------------------------------------------------------------------------------------

DOUBT = "D15", "H15"


def doubtful() -> tuple[Tabletop, str]:
    table = bare()
    table.do("option ask-los on")
    seen = line_of_sight(table.game.board, *DOUBT)
    assert seen.state == "unsure"
    table.suspect(DOUBT[0])
    start = next(
        name for name in table.game.board.neighbours(DOUBT[1]) if table.game.board.distance(name, DOUBT[0]) > 4
    )
    return table, table.new("friendly", "6-2-8", start)


def test_a6_an_unsure_los_is_asked_once_and_remembered() -> None:
    table, squad = doubtful()
    question = table.ask(f"move {squad} {DOUBT[1]}")
    assert "Is there a LOS between D15 and H15 (an S?" in question.text and question.hexes == DOUBT
    values = [option.value for option in question.options]
    assert sorted(values) == ["+1", "+2", "+3", "+4", "+5", "blocked", "clear"]
    sight = line_of_sight(table.game.board, *DOUBT)
    assert question.default == values[0] == (f"+{sight.hindrance}" if sight.hindrance else "clear")
    events = table.do(f"move {squad} {DOUBT[1]}", "blocked")
    assert SightAnswered(*DOUBT, "blocked") in events and not rolls(events, "AC check")
    assert table.state.suspects
    other = table.new("friendly", "6-2-8", table.unit(squad).hex)
    table.do(f"put {other} {table.session.moments[-3].game.state.units[squad].hex}")
    events = table.do(f"move {other} {DOUBT[1]}")
    assert not any(isinstance(event, SightAnswered) for event in events), "not asked again"


def test_a6_the_answer_counts_with_its_hindrance() -> None:
    table, squad = doubtful()
    table.dice(6)
    events = table.do(f"move {squad} {DOUBT[1]}", "+1")
    assert "+1 LOS Hindrance" in rolls(events, "AC check")[0].purpose


def test_a6_with_ask_los_off_a_doubtful_los_counts_as_clear() -> None:
    table, squad = doubtful()
    table.all("option ask-los off")
    table.dice(6)
    events = table.do(f"move {squad} {DOUBT[1]}")
    assert rolls(events, "AC check") and not table.state.sights


def test_a6_a_doubtful_los_that_cannot_bring_a_check_is_not_asked_about() -> None:
    table = bare()
    table.do("option ask-los on")
    seen = line_of_sight(table.game.board, "A16", "G16")
    assert seen.state == "unsure" and seen.hindrance == 4, "at least +4: no DRM of a move beats that at range 6"
    table.suspect("G16")
    squad = table.new("friendly", "6-2-8", "A17")
    events = table.do(f"move {squad} A16")
    assert not of(events, SightAnswered) and not rolls(events, "AC check") and table.state.suspects


def test_a6_3_those_in_a_gully_are_not_seen_over_its_rim_and_those_on_its_crest_are() -> None:
    table = bare("ENEMY", "PFPh")
    table.do("option ask-los on")
    foe, squad = table.new("enemy", "4-6-7", "A13"), table.new("friendly", "6-2-8", "E17")
    assert "no LOS from A13 to E17: blocked at range 6: IN the gully E17" in table.no(f"fire {foe} E17")
    table.do(f"set {squad} crest")
    assert table.ask(f"fire {foe} E17").kind == "attack"


def test_a6_the_los_command_answers_and_remembers() -> None:
    table = bare()
    assert "LOS Z2-X2, range 2: clear" in told(table.do("los z2 x2"))
    table.do("los X2 Z2 3")
    assert table.state.sights == {"X2-Z2": "3"}
    assert "+3 Hindrances, your answer" in told(table.do("los Z2 X2"))
    assert "is not a LOS" in table.no("los Z2 X2 6") and "needs another hex" in table.no("los Z2")
    assert "is not on the map" in table.no("los Z2 Z40")


def test_a6_all_doubtful_los_of_one_hex_are_asked_in_one_question() -> None:
    """Several S? whose LOS the digest cannot tell: one question, the answers remembered."""
    table = bare("FRIENDLY", "MPh")
    table.do("option ask-los on")
    board = table.game.board
    target = "M16"
    doubtful = [
        name
        for name in board.names()
        if 2 <= board.distance(name, target) <= 4 and line_of_sight(board, name, target).state == "unsure"
    ][:3]
    assert len(doubtful) > 1
    start = next(name for name in board.neighbours(target) if name not in doubtful)
    table.do(f"new friendly 4-4-7 {start}")
    for name in doubtful:
        table.do(f"suspect add {name}")
    question = table.ask(f"move {start} {target}")
    assert question.kind == "several" and [option.value for option in question.options] == sorted(
        doubtful, key=lambda name: (board.distance(name, target), name)
    )
    table.do(f"move {start} {target}", "none")
    assert len(table.state.suspects) == len(doubtful)
    assert all(table.state.sights[sight_key(name, target)] == "blocked" for name in doubtful)


# -- fire in vain -----------------------------------------------------------------------------------


def six_hexes_off(*flags: str) -> tuple[Tabletop, str]:
    """A squad with a HMG six hexes from an S?: its DRM must be 0 there for a check."""
    table = bare("FRIENDLY", "PFPh")
    table.suspect(LAIR)
    squad = table.new("friendly", "6-2-8", FIELD[6], *flags)
    return table, gun_of(table, squad)


def test_5_1_fire_at_an_s_that_would_not_check_is_asked_about() -> None:
    table, gun = six_hexes_off("dug-in")
    question = table.ask(f"fire {gun} {LAIR}")
    assert "would not check Activation" in question.text and question.default == "no"
    assert "not fired" in table.no(f"fire {gun} {LAIR}", "no") and not table.state.weapons[gun].flags
    table.do(f"fire {gun} {LAIR}", "yes")
    assert "fired" in table.state.weapons[gun].flags


def test_5_1_fire_at_an_s_that_checks_is_not_asked_about() -> None:
    table, gun = six_hexes_off()
    table.dice(6)
    assert rolls(table.do(f"fire {gun} {LAIR}"), "AC check")


def test_no_id_of_a_suspect_is_a_hex_and_the_short_one_will_do() -> None:
    table = bare()
    name = table.suspect("P12")
    with pytest.raises(ValueError):
        parse_hex(name)
    table.do(f"suspect {name.replace('?', '')} advance")
    assert table.state.suspects[name].attitude == "Advance"
