"""FRIENDLY Command Control (S16): leaders, their circles, the chain, the AFV, MSR 7 and MSR 9."""

from __future__ import annotations

import pytest
from tabletop import Tabletop, bare, rolls, told

from sasl.asl.fire.opportunity import could_fire_at
from sasl.asl.game.sides import Phase
from sasl.solitaire import command_control


def command() -> Tabletop:
    """The RPh before the Command phase; `next` makes the Command DRs."""
    return bare("FRIENDLY", "RPh").all("option command on")


def commanded(table: Tabletop, unit: str) -> bool:
    flags = table.unit(unit).flags & {"command", "no-command"}
    assert len(flags) == 1, (unit, flags)
    return flags == {"command"}


@pytest.mark.parametrize(
    ("leader", "dice", "inside"),
    [
        ("9-1", (5, 5), True), ("9-1", (5, 6), False), ("8-0", (4, 4), True), ("8-0", (4, 5), False),
        ("10-2", (6, 6), True), ("6+1", (2, 3), True), ("6+1", (3, 3), False), ("7-0", (3, 4), True),
    ],
)  # fmt: skip
def test_16_a_leader_is_in_command_if_dr_plus_modifier_is_his_morale_or_less(
    leader: str, dice: tuple[int, int], inside: bool
) -> None:
    table = command()
    name = table.new("friendly", leader, "P20")
    record = rolls(table.dice(*dice).do("next"), "Command DR")[0]
    assert commanded(table, name) == inside == record.success


def test_16_the_player_of_one_side_types_its_command_dr() -> None:
    table = command()
    leader = table.new("friendly", "8-0", "P20")
    table.do("dice hand friendly")
    assert table.ask("next").text == f"Command DR of {leader} in P20"


@pytest.mark.parametrize(("dice", "inside"), [((4, 4), True), ((4, 5), False)])
def test_a17_2_a_wounded_leader_rolls_with_what_his_wound_leaves_him(dice: tuple[int, int], inside: bool) -> None:
    table = command()
    name = table.new("friendly", "9-1", "P20", "wounded")
    record = rolls(table.dice(*dice).do("next"), "Command DR")[0]
    assert commanded(table, name) == inside and record.modifiers == ()


@pytest.mark.parametrize(("far", "inside"), [(0, True), (1, True), (2, True), (3, False)])
def test_16_the_circle_of_a_leader_is_two_hexes(far: int, inside: bool) -> None:
    table = command()
    table.new("friendly", "9-1", "P20")
    squad = table.new("friendly", "6-2-8", f"P{20 + far}")
    table.dice(1, 1).do("next")
    assert commanded(table, squad) == inside


def test_16_a_leader_who_fails_commands_nobody() -> None:
    table = command()
    table.new("friendly", "8-0", "P20")
    squad = table.new("friendly", "6-2-8", "P20")
    table.dice(6, 6).do("next")
    assert not commanded(table, squad)


@pytest.mark.parametrize("more", [0, 1])
def test_16_the_line_of_who_is_not_in_command_says_where_all_of_many_are_listed(more: int) -> None:
    """It is the only one that tells of it: the marks themselves are not told."""
    table = command()
    for _ in range(command_control.MOST_NAMED + more):
        table.new("friendly", "6-2-8", "P20")
    facts = table.do("next")
    (line,) = [text for text in (event.describe() for event in facts) if "628a" in text]
    assert line.startswith("Nobody is In Command: 628a, ")
    assert line.endswith(" and 1 more; units no-command lists them." if more else ".") and ("lists" in line) == more


def test_16_the_circle_brings_in_leaders_of_equal_or_lower_morale_without_a_roll() -> None:
    """9-1 rolls; 8-0 two hexes away is brought in, and 7-0 two hexes further by him; then a squad."""
    table = command()
    chain = [
        table.new("friendly", "9-1", "P20"),
        table.new("friendly", "8-0", "P18"),
        table.new("friendly", "7-0", "P16"),
    ]
    squad = table.new("friendly", "6-2-8", "P14")
    events = table.dice(2, 2).do("next")
    assert len(rolls(events, "Command DR")) == 1
    assert all(commanded(table, name) for name in [*chain, squad])


def test_16_a_lower_leader_does_not_bring_in_a_better_one() -> None:
    table = command()
    best, low = table.new("friendly", "10-2", "P20"), table.new("friendly", "7-0", "P19")
    events = table.dice(6, 6, 1, 1).do("next")
    assert commanded(table, best), "12 - 2 is his morale"
    assert commanded(table, low) and len(rolls(events, "Command DR")) == 1
    table = command()
    best, low = table.new("friendly", "9-1", "P20"), table.new("friendly", "7-0", "P19")
    events = table.dice(6, 6, 1, 1).do("next")
    assert len(rolls(events, "Command DR")) == 2
    assert commanded(table, best), "as a unit he is in the 7-0's circle; his own circle he has not"
    far = Tabletop(table.session.moments[2].game)
    squad = far.new("friendly", "6-2-8", "P22")
    far.dice(6, 6, 1, 1).do("next")
    assert not commanded(far, squad), "two hexes from the 9-1, three from the 7-0"


@pytest.mark.parametrize("flag", ["broken", "berserk", "prisoner"])
def test_16_only_good_order_leaders_roll(flag: str) -> None:
    table = command()
    table.new("friendly", "9-1", "P20", flag)
    assert not rolls(table.do("next"), "Command DR")


@pytest.mark.parametrize(("dice", "inside"), [((4, 4), True), ((4, 5), False)])
def test_16_an_afv_is_in_command_on_8_or_less(dice: tuple[int, int], inside: bool) -> None:
    table = command()
    tank = table.new("friendly", "T-34 M43", "P28")
    table.dice(*dice).do("next")
    assert commanded(table, tank) == inside


def test_16_an_armor_leader_lowers_the_dr() -> None:
    table = command()
    tank = table.new("friendly", "T-34 M43", "P28")
    table = table.led(tank, -2)
    record = rolls(table.dice(5, 5).do("next"), "Command DR")[0]
    assert record.total == 8 and commanded(table, tank)


@pytest.mark.parametrize(
    ("where", "infantry", "flag", "drm"),
    [
        ("P14", "", "", [3]), ("P14", "P18", "", []), ("P14", "P19", "", [3]), ("P14", "P14", "", []),
        ("P14", "P15", "broken", [3]), ("P28", "", "", []), ("I23", "", "", []),
    ],
)  # fmt: skip
def test_msr_7_an_afv_without_infantry_within_4_hexes_adds_3_but_not_in_the_set_up_area(
    where: str, infantry: str, flag: str, drm: list[int]
) -> None:
    table = command()
    table.new("friendly", "T-34 M43", where)
    if infantry:
        table.new("friendly", "6-2-8", infantry, *([flag] if flag else []))
    record = rolls(table.dice(3, 3).do("next"), "Command DR")[0]
    assert [mod.value for mod in record.modifiers] == drm and record.total == 6 + sum(drm)


def test_msr_7_leaders_alone_are_no_mmc() -> None:
    table = command()
    table.new("friendly", "T-34 M43", "P14")
    table.new("friendly", "9-1", "P17")
    records = rolls(table.do("next"), "Command DR")
    assert [mod.value for mod in records[-1].modifiers] == [3]


def test_msr_9_aircraft_and_the_observer_need_no_command() -> None:
    table = command()
    plane = table.new("friendly", "Il-2 M43")
    table.do("next")
    assert not table.unit(plane).flags & {"command", "no-command"}


def test_16_whoever_is_out_of_command_neither_moves_nor_advances_nor_prep_fires() -> None:
    table = command()
    squad = table.new("friendly", "6-2-8", "P20")
    table.do("next")
    assert "not In Command" in table.no(f"fire {squad} P15")
    table.do("next")
    assert "is not In Command (S16)" in table.no(f"move {squad} P19")
    table.go_to("FRIENDLY", "APh")
    assert "is not In Command (S16)" in table.no(f"advance {squad} P19")


def test_16_out_of_command_defensive_fire_reaches_4_hexes() -> None:
    table = command()
    squad = table.new("friendly", "6-2-8", "P20")
    table.go_to("ENEMY", "DFPh")
    assert not commanded(table, squad), "the marks last through the ENEMY Player Turn"
    table.new("enemy", "4-6-7", "P15")
    table.new("enemy", "4-6-7", "P16")
    assert "may fire at most 4 hexes (S16)" in table.no(f"fire {squad} P15")
    table.dice(6, 5).do(f"fire {squad} P16")


def test_16_the_marks_are_made_anew_in_the_next_pfph() -> None:
    table = command()
    squad, leader = table.new("friendly", "6-2-8", "P20"), table.new("friendly", "8-0", "P20")
    table.dice(6, 6).do("next")
    assert not commanded(table, squad)
    table.go_to("FRIENDLY", "RPh", turn=2)
    table.dice(1, 1).do("next")
    assert commanded(table, squad) and commanded(table, leader)


def test_16_passengers_are_commanded_like_others() -> None:
    table = command()
    table.new("friendly", "9-1", "P20")
    truck, squad = table.new("friendly", "GAZ-MM", "P20"), table.new("friendly", "6-2-8", "P20")
    table.do(f"board {squad} {truck}")
    table.dice(1, 1, 6, 6).do("next")
    assert commanded(table, squad)


def test_16_can_be_turned_off() -> None:
    table = command().all("option command off")
    squad = table.new("friendly", "6-2-8", "P20")
    assert not rolls(table.do("next"), "Command DR")
    table.do("next")
    table.do(f"move {squad} P19")


def test_16_a_unit_can_be_put_in_command_by_hand() -> None:
    table = command()
    squad = table.new("friendly", "6-2-8", "P20")
    table.all("next", "next", f"set {squad} command -no-command", f"move {squad} P19")
    assert table.unit(squad).hex == "P19"


def test_16_who_is_out_of_command_is_not_offered_fire_that_he_has_not_been_left() -> None:
    table = bare("ENEMY", "MPh").all("option command on")
    foe = table.new("enemy", "4-6-7", "P14")
    near, far = table.new("friendly", "4-5-8", "P18", "no-command"), table.new("friendly", "4-5-8", "P20", "no-command")
    table.do(f"move {foe} P15")
    assert could_fire_at(table.game, "FRIENDLY", [foe]) == [near]
    table.do(f"set {far} command -no-command")
    assert could_fire_at(table.game, "FRIENDLY", [foe]) == [near, far]


def test_16_a_gun_whose_crew_is_out_of_command_does_not_prep_fire_and_may_not_wait() -> None:
    table = command()
    gun, crew = table.new("friendly", "76L ART", "P20"), table.new("friendly", "2-2-8", "P20")
    table.new("enemy", "4-6-7", "P15")
    table.do("next")
    assert not commanded(table, crew)
    assert "(S16)" in table.no(f"fire {gun} P15")
    assert "(S16)" in table.no(f"hold {gun}")


def test_16_a_gun_whose_crew_is_in_command_may_fire() -> None:
    table = command()
    gun, crew = table.new("friendly", "76L ART", "P20"), table.new("friendly", "2-2-8", "P20")
    table.new("friendly", "9-1", "P20")
    table.dice(1, 1).do("next")
    assert commanded(table, crew)
    table.do(f"hold {gun}")


# -- the variants ------------------------------------------------------------------------------------


def mild(phase: Phase = "PFPh", *units: tuple[str, str]) -> tuple[Tabletop, str]:
    """A squad out of command in P20, the variant `mild`, and ENEMY units."""
    table = bare("FRIENDLY", phase).all("command mild", "option confirm-fire off")
    for kind, place in units:
        table.new("enemy", kind, place)
    return table, table.new("friendly", "4-5-8", "P20", "no-command")


def test_16_strict_is_the_default_and_the_choice_is_kept() -> None:
    """A game says nothing of it: strict. The choice is a fact of the game."""
    table = bare()
    table.do("option command on")
    assert "command" not in table.state.values and command_control.chosen(table.game) == "strict"
    table.do("command mild")
    assert table.state.values["command"].value == "mild" and command_control.chosen(table.game) == "mild"
    assert {"strict", "mild", "off"} <= set(command_control.variants(table.game.library))
    assert "command needs one of strict, mild, off" in table.no("command wild")
    assert "* mild - " in told(table.do("command"))


def test_16_the_switch_and_the_variant_off_are_one() -> None:
    table = bare().all("option command on", "command off")
    assert not table.state.option("command") and command_control.chosen(table.game) == "off"
    table.do("option command on")
    assert command_control.chosen(table.game) == "strict"
    table.all("option command off", "command mild")
    assert table.state.option("command") and command_control.chosen(table.game) == "mild"


def test_16_command_off_takes_the_marks_off() -> None:
    table, squad = mild("MPh")
    table.do("command off")
    table.do(f"move {squad} P19 P18")
    assert table.unit(squad).hex == "P18"


def test_16_mild_prep_fire_at_known_enemies_in_normal_range_only() -> None:
    """Out of command: Prep Fire at Known ENEMY within normal range; a 4-5-8 has 5 hexes."""
    table, squad = mild("PFPh", ("4-6-7", "P15"), ("4-6-7", "P14"))
    hidden = table.new("enemy", "4-6-7", "P17", "concealed")
    assert "only within normal range, 5 hexes (S16)" in table.no(f"fire {squad} P14")
    assert "only at Known ENEMY units (S16)" in table.no(f"fire {squad} P17") and hidden
    table.dice(6, 5).do(f"fire {squad} P15")
    assert "prep" in table.unit(squad).flags


def test_16_mild_no_advancing_fire_and_no_opportunity_fire() -> None:
    table, squad = mild("AFPh", ("4-6-7", "P18"))
    assert "except in the PFPh (S16)" in table.no(f"fire {squad} P18")
    table, squad = mild("PFPh", ("4-6-7", "P18"))
    assert "(S16)" in table.no(f"hold {squad}")


def test_16_mild_assault_movement_of_one_hex_not_nearer_the_nearest_known_enemy() -> None:
    table, squad = mild("MPh", ("4-6-7", "P15"))
    assert "not In Command" in table.no(f"move {squad} P21")
    assert "may not bring it nearer to the nearest Known ENEMY (S16)" in table.no(f"move {squad} P19 assault")
    table.do(f"move {squad} P21 assault")
    assert table.unit(squad).hex == "P21"
    table, squad = mild("MPh")
    table.do(f"move {squad} P19 assault")
    assert table.unit(squad).hex == "P19", "nobody is Known"


def test_16_strict_leaves_no_assault_movement() -> None:
    table, squad = mild("MPh")
    table.do("command strict")
    assert "is not In Command (S16)" in table.no(f"move {squad} P21 assault")


def test_16_mild_defensive_fire_at_any_range() -> None:
    table, squad = mild("PFPh", ("4-6-7", "P12"))
    table.go_to("ENEMY", "DFPh")
    table.do(f"set {squad} no-command -command")
    table.dice(6, 5).do(f"fire {squad} P12")


def test_16_who_leaves_the_circle_is_known_before_anybody_moves() -> None:
    table = command()
    leader, squad = table.new("friendly", "9-1", "P20"), table.new("friendly", "6-2-8", "P20")
    far = table.new("friendly", "6-2-8", "P26")
    assert command_control.leaving(table.game, {squad: "P17"}) == [squad]
    assert command_control.leaving(table.game, {squad: "P17", leader: "P18"}) == []
    assert command_control.leaving(table.game, {far: "P28"}) == [], "it is in nobody's circle now"


# -- S16.3 to S16.43 ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("leader", "dice", "panics"), [("8-0", (6, 6), True), ("8-0", (5, 6), False), ("8-1", (6, 6), False)]
)
def test_s16_3_a_leader_panics_at_a_final_command_dr_of_12(leader: str, dice: tuple[int, int], panics: bool) -> None:
    table = command()
    name = table.new("friendly", leader, "P20")
    table.dice(*dice).do("next")
    assert not commanded(table, name)
    assert ("panicked" in table.unit(name).flags) == panics


def test_s16_3_msr_7_makes_an_afv_panic_sooner() -> None:
    table = command()
    tank = table.new("friendly", "T-34 M43", "P14")  # far from Infantry: +3
    table.dice(4, 5).do("next")
    assert "panicked" in table.unit(tank).flags
    table.do("next")
    assert "Panicked" in table.no(f"move {tank} P13")


def test_s16_3_mild_and_off_know_no_panic() -> None:
    table = command().all("command mild")
    name = table.new("friendly", "8-0", "P20")
    table.dice(6, 6).do("next")
    assert not commanded(table, name) and "panicked" not in table.unit(name).flags


def test_s16_3_panic_ends_with_the_next_command_phase() -> None:
    table = command()
    name = table.new("friendly", "8-0", "P20", "panicked")
    table.dice(1, 1).do("next")
    assert commanded(table, name) and "panicked" not in table.unit(name).flags


@pytest.mark.parametrize(("name", "state"), [("6-2-8", "berserk"), ("1-4-9", ""), ("T-34 M43", "recalled")])
def test_s16_32_who_makes_no_command_dr_acts_freely(name: str, state: str) -> None:
    table = command()
    unit = table.new("friendly", name, "P28", *filter(None, [state]))
    events = table.do("next")
    assert not rolls(events, "Command DR")
    assert commanded(table, unit)


def test_s16_32_a_heroic_leader_commands_without_a_dr() -> None:
    table = command()
    table.new("friendly", "8-0", "P20", "heroic")
    squad = table.new("friendly", "6-2-8", "P21")
    assert not rolls(table.do("next"), "Command DR")
    assert commanded(table, squad)


@pytest.mark.parametrize(("dice", "inside"), [((4, 4), True), ((5, 4), False)])
def test_s16_32_a_platoon_makes_one_dr(dice: tuple[int, int], inside: bool) -> None:
    table = command()
    tanks = [table.new("friendly", "T-34 M43", place) for place in ("P26", "P27", "P28")]
    other = table.new("friendly", "SU-152", "P28")
    events = table.dice(*dice, 1, 1).do("next")
    assert len(rolls(events, "Command DR")) == 2
    assert {commanded(table, tank) for tank in tanks} == {inside} and commanded(table, other)


def test_s16_4_a_pinned_leader_commands_over_one_hex() -> None:
    table = command()
    table.new("friendly", "9-1", "P20", "pinned")
    near, far = table.new("friendly", "6-2-8", "P21"), table.new("friendly", "6-2-8", "P22")
    table.dice(1, 1).do("next")
    assert commanded(table, near) and not commanded(table, far)


def test_s16_43_a_leader_on_foot_commands_the_vehicles_near_him() -> None:
    table = command()
    table.new("friendly", "9-1", "P20")
    tank = table.new("friendly", "T-34 M43", "P21")
    events = table.dice(1, 1).do("next")
    assert len(rolls(events, "Command DR")) == 1 and commanded(table, tank)


def test_s16_35_loading_and_unloading_need_command_of_both() -> None:
    table = command()
    truck, squad = table.new("friendly", "GAZ-MM", "P20"), table.new("friendly", "6-2-8", "P20")
    table.go_to("FRIENDLY", "MPh")
    table.do(f"set {truck} no-command -command")
    table.do(f"set {squad} command -no-command")
    assert "S16.35" in table.no(f"load {squad} {truck}")
    table.do(f"board {squad} {truck}")
    assert "S16.35" in table.no(f"unload {squad}")


def test_s16_36_nobody_out_of_command_spots_for_a_mortar() -> None:
    table = command()
    mortar = table.new("friendly", "82* MTR", "P20")
    crew, spotter = table.new("friendly", "2-2-8", "P20"), table.new("friendly", "4-4-7", "P21")
    table.new("enemy", "4-6-7", "P14")
    table.go_to("FRIENDLY", "PFPh")
    table.do(f"set {crew} command -no-command")
    table.do(f"set {spotter} no-command -command")
    assert "S16.36" in table.no(f"fire {mortar} P14 spot {spotter}")
