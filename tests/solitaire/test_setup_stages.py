"""Set-up of OtO-S1: mission tables, S? placement, Guns, minefields, wrecks, the force and its limits."""

from __future__ import annotations

from collections import Counter, defaultdict

import pytest
from field import by_rule, field, hill
from tabletop import LIBRARY, Tabletop, at, of, rolls, told

from sasl.asl.game import events as ev
from sasl.asl.game.sides import Stage
from sasl.asl.game.state import Unit
from sasl.asl.stacking import overstacked
from sasl.board.hexes import Hex, in_arc, parse_hex
from sasl.orders.engine import new_game
from sasl.solitaire.setup import friendly_setup
from sasl.solitaire.setup.friendly_setup import limit_hexes, misplaced, unplaced
from sasl.solitaire.setup.placement import area_distance, friendly_area, suspect_zone

SEEDS = range(1, 9)
PRINTED = {"A12", "CC5", "D22", "DD13", "I7", "I14", "P3", "Q10", "V17", "Z15"}
LINE = ("A27", "I23", "I20", "R15", "DD21")


# -- mission tables (S12.32) -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "values"),
    [
        ((1, 1, 1, 1, 1, 1, 1), ("3", "2", "3", "5/6", "3/4")),
        ((1, 2, 1, 2, 3, 2, 2), ("3", "2", "3", "5/6", "3/4")),
        ((1, 3, 1, 3, 4, 3, 3), ("4", "3", "4", "4/5", "4/5")),
        ((4, 5, 4, 5, 4, 4, 4), ("4", "3", "4", "4/5", "4/5")),
        ((5, 5, 5, 5, 6, 5, 5), ("5", "4", "4", "3/4", "5/6")),
        ((6, 6, 6, 6, 6, 6, 6), ("5", "4", "4", "3/4", "5/6")),
    ],
)
def test_12_32_each_mission_value_is_rolled_on_its_table(dice: tuple[int, ...], values: tuple[str, ...]) -> None:
    table = at("tables").dice(*dice)
    events = table.do("next")
    names = ("enemy-san", "friendly-san", "enemy-ac", "enemy-re", "friendly-re")
    assert tuple(table.state.values[name].value for name in names) == values
    assert [record.dice for record in rolls(events)] == [dice[0:2], dice[2:4], dice[4:5], dice[5:6], dice[6:7]]
    assert table.state.dice.queue == () and table.state.dice.index == 0, "typed dice do not move the counter"


def test_12_32_provenance_travels_with_each_value() -> None:
    state = at("suspects").state
    assert {name: value.provenance for name, value in state.values.items()} == {
        "enemy-san": "reconstructed",
        "friendly-san": "reconstructed",
        "enemy-ac": "reconstructed",
        "enemy-re": "house",
        "friendly-re": "house",
    }


def test_12_32_a_figure_typed_over_is_the_users_and_is_not_rolled() -> None:
    table = at("tables").all("value enemy-ac 2", "value enemy-re 2/3")
    events = table.do("next")
    assert table.state.values["enemy-ac"].value == "2" and table.state.values["enemy-ac"].provenance == "user"
    assert table.state.re_numbers("ENEMY") == (2, 3) and table.state.number("enemy-ac") == 2
    assert [record.table for record in rolls(events)] == [
        "oto-s1.enemy-san",
        "oto-s1.friendly-san",
        "oto-s1.friendly-re",
    ]
    table.do("value friendly-san 4")
    assert table.state.number("friendly-san") == 4, "typed over after the roll, too"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("value", "needs a name"),
        ("value ac 3", "the names are"),
        ("value enemy-ac", "needs a figure"),
        ("value enemy-ac 8", "from 0 to 7"),
        ("value enemy-ac ²", "from 0 to 7"),
        ("value enemy-re 3/5", "RE#s are one of"),
        ("value enemy-re 7/8", "RE#s are one of"),
    ],
)
def test_12_32_a_figure_that_no_card_can_have(line: str, words: str) -> None:
    assert words in at("tables").no(line)


# -- VPO --------------------------------------------------------------------------------------------


def test_the_vpo_are_the_printed_lvp_and_only_those_in_the_set_up_area_are_friendly() -> None:
    state = at("suspects").state
    assert set(state.control) == PRINTED
    assert {name for name, side in state.control.items() if side == "FRIENDLY"} == {"V17"}


def test_the_vpo_list_can_be_edited_at_set_up() -> None:
    table = at("tables").all("vpo remove A12", "vpo add P20", "vpo add U20", "vpo I7 friendly")
    assert set(table.state.control) == PRINTED - {"A12"} | {"P20", "U20"}
    assert table.state.control["U20"] == "FRIENDLY" == table.state.control["I7"]
    table.do("next")
    assert "A12" not in table.state.control
    assert "is not a VPO" in table.no("vpo remove A12")
    assert "is not a VPO" in table.no("vpo A12 enemy")


def test_an_added_vpo_gets_its_suspect_and_a_removed_one_none() -> None:
    table = at("tables").all("vpo remove P3", "vpo add P5", "next", "next")
    places = {item.hex: item.reason for item in table.state.suspects.values()}
    assert "case d" in places["P5"] and "P3" not in places


# -- S? placement (S4.1) -----------------------------------------------------------------------------


def test_the_friendly_area_lies_on_or_east_of_its_line() -> None:
    game = at("suspects").game
    area = friendly_area(game)
    assert set(LINE) <= area
    assert {"A26", "I19", "R14", "DD20"}.isdisjoint(area) and {"A28", "I24", "R28", "DD28", "U18"} <= area
    for name in area:
        spot = game.board.hex(name)
        if spot.num < 28:
            assert Hex(spot.col, spot.num + 1).name in area, f"the hex east of {name}"


@pytest.mark.parametrize("seed", SEEDS)
def test_4_1_no_suspect_within_two_hexes_of_the_friendly_area_or_east_of_it(seed: int) -> None:
    table = at("wrecks", seed)
    distance = area_distance(table.game)
    assert table.state.suspects
    assert all(distance[item.hex] > 2 for item in table.state.suspects.values())


@pytest.mark.parametrize("seed", SEEDS)
def test_4_1a_each_building_has_one(seed: int) -> None:
    reasons = {item.hex: item.reason for item in at("wrecks", seed).state.suspects.values()}
    for name in ("CC5", "Q10", "Z15"):
        assert reasons[name] == f"case a, building {name}"


@pytest.mark.parametrize("seed", SEEDS)
def test_4_1d_each_vpo_outside_the_distance_has_one(seed: int) -> None:
    table = at("wrecks", seed)
    zone = suspect_zone(table.game)
    wanted = {name for name in table.state.control if name in zone}
    assert wanted == PRINTED - {"V17"}
    assert wanted <= {item.hex for item in table.state.suspects.values()}


@pytest.mark.parametrize("seed", SEEDS)
def test_4_1_one_suspect_to_a_location_all_in_the_prevailing_attitude(seed: int) -> None:
    items = list(at("wrecks", seed).state.suspects.values())
    assert max(Counter(item.hex for item in items).values()) == 1
    assert {item.attitude for item in items} == {"Hold"} and not any(item.off_board for item in items)
    assert [item.id for item in items] == [f"S?{number}" for number in range(1, len(items) + 1)]


@pytest.mark.parametrize("seed", SEEDS)
def test_4_1b_a_patch_of_woods_brush_or_grain_has_one_for_every_three_hexes(seed: int) -> None:
    table = at("wrecks", seed)
    board, zone = table.game.board, suspect_zone(table.game)
    patches = board.patches(lambda name: name in zone and board.terrain(name).has("woods", "brush", "grain"))
    placed = defaultdict(list)
    for item in table.state.suspects.values():
        if item.reason.startswith("case b"):
            placed[int(item.reason.split("patch ")[1].split(" ")[0])].append(item.hex)
    assert sorted(placed) == list(range(1, len(patches) + 1))
    for number, patch in enumerate(patches, 1):
        assert set(placed[number]) <= set(patch)
        assert len(placed[number]) == -(-len(patch) // 3), f"patch {number} of {len(patch)} hexes"


@pytest.mark.parametrize("seed", SEEDS)
def test_4_1b_none_is_adjacent_while_there_is_room_and_the_nearest_to_the_fbe_comes_first(seed: int) -> None:
    table = at("wrecks", seed)
    board, zone = table.game.board, suspect_zone(table.game)
    patches = board.patches(lambda name: name in zone and board.terrain(name).has("woods", "brush", "grain"))
    taken: set[str] = set()
    for item in table.state.suspects.values():
        if item.reason.startswith("case b"):
            patch = patches[int(item.reason.split("patch ")[1].split(" ")[0]) - 1]
            left = set(patch) - taken
            apart = {name for name in left if taken.isdisjoint(board.neighbours(name))}
            wanted = apart or left
            assert item.hex in wanted
            nearest = min(board.distance_to_edge(name, "east") for name in wanted)
            assert board.distance_to_edge(item.hex, "east") == nearest
        taken.add(item.hex)


def test_4_1_the_same_seed_places_the_same_suspects_and_another_seed_others() -> None:
    def places(seed: int) -> list[str]:
        return [item.hex for item in at("wrecks", seed).state.suspects.values()]

    assert places(1) == places(1)
    assert len({tuple(places(seed)) for seed in SEEDS}) > 1


# -- the ENEMY's own set-up -------------------------------------------------------------------------


def test_the_german_guns_stand_where_the_card_says() -> None:
    state = at("wrecks").state
    guns = {unit.hex: unit for unit in state.units.values() if unit.kind == "gun"}
    assert {name: (unit.type, unit.ca) for name, unit in guns.items()} == {
        "I10": ("20L(6) AA", "H10/I11"),
        "U6": ("20L(6) AA", "T6/U7"),
        "CC2": ("88L AA", "BB2/CC3"),
    }
    assert {name: "concealed" in unit.flags for name, unit in guns.items()} == {"I10": True, "U6": True, "CC2": False}
    for gun in guns.values():
        assert {"aa", "waits", "emplaced"} <= gun.flags  # C11.2
        crew = [unit for unit in state.units_at(gun.hex) if unit.kind == "crew"]
        assert [(unit.type, unit.group) for unit in crew] == [("2-2-8", gun.id)] and "waits" in crew[0].flags


def test_the_german_guns_wait_for_the_aircraft_and_act_when_all_of_them_are_gone() -> None:
    table = at("play").go_to("FRIENDLY", "MPh", turn=2)
    waiting = {unit.id for unit in table.state.units.values() if "waits" in unit.flags}
    assert len(waiting) == 6
    planes = [unit.id for unit in table.state.units.values() if unit.kind == "aircraft"]
    table.do(f"recall {planes[0]}")
    table.do(f"eliminate {planes[1]}")
    assert all("waits" in table.unit(name).flags for name in waiting)
    table.do(f"recall {planes[2]}")
    assert not any("waits" in table.unit(name).flags for name in waiting)


def test_the_minefields_are_known_and_their_strength_is_not() -> None:
    fields = at("wrecks").state.marked("minefield")
    assert [marker.hex for marker in fields] == [
        "A26", "B25", "C25", "D24", "E24", "F23", "G23", "H22", "S15", "T15", "U16", "V16", "W17", "X17", "Y18", "Z18",
    ]  # fmt: skip
    assert all((marker.number, marker.at_factors) == (0, 0) for marker in fields)


def test_msr_6_the_enemy_sniper_starts_in_p18() -> None:
    assert [(marker.hex, marker.side) for marker in at("wrecks").state.marked("sniper")] == [("P18", "ENEMY")]


# -- wrecks (MSR 8) ---------------------------------------------------------------------------------


def test_msr_8_wrecks_lie_one_or_two_hexes_outside_the_friendly_area() -> None:
    table = at("wrecks")
    distance = area_distance(table.game)
    inside = next(name for name, far in distance.items() if far == 0)
    beyond = next(name for name, far in distance.items() if far == 3)
    for name in (inside, beyond):
        assert "1 to 2 hexes outside the FRIENDLY area" in table.no(f"wreck {name}")


def test_msr_8_wrecks_are_never_adjacent() -> None:
    table = at("wrecks").all("wreck L16")
    near = [name for name in table.game.board.neighbours("L16") if 0 < area_distance(table.game)[name] <= 2]
    assert near
    for name in near:
        assert "not ADJACENT to another wreck" in table.no(f"wreck {name}")
    assert "not ADJACENT" in table.no("wreck L16")


def test_msr_8_no_wreck_where_enemy_units_are() -> None:
    table = at("wrecks")
    table.do("new enemy 4-6-7 L16")
    assert "free of ENEMY units" in table.no("wreck L16")
    table.do("suspect add N15")
    assert "free of ENEMY units" in table.no("wreck N15")


def test_msr_8_six_wrecks_and_no_more() -> None:
    table = at("wrecks")
    words = [event.describe() for event in table.do("wreck auto")]
    assert sum("MSR 8" in text for text in words) == 1, "the rule is told once"
    assert len(table.state.marked("wreck")) == 6
    assert "only 6 wrecks" in table.no("wreck L16")


@pytest.mark.parametrize("seed", SEEDS)
def test_msr_8_auto_keeps_every_limit(seed: int) -> None:
    table = at("wrecks", seed).all("wreck auto")
    board, places = table.game.board, [marker.hex for marker in table.state.marked("wreck")]
    assert len(places) == 6
    assert all(0 < area_distance(table.game)[name] <= 2 for name in places)
    assert all(board.distance(a, b) >= 2 for a in places for b in places if a != b)
    assert not set(places) & {item.hex for item in table.state.suspects.values()}


def test_msr_8_going_on_asks_about_wrecks_left_over() -> None:
    question = at("wrecks").ask("next")
    assert "6 wrecks may still be placed" in question.text
    table = at("wrecks")
    table.do("next", "without")
    assert table.state.stage == "force" and not table.state.marked("wreck")


def test_msr_8_the_fate_of_each_wreck_after_the_friendly_set_up() -> None:
    table = at("set-up").all("deploy").dice(1, 3, 4, 5, 6, 6)
    before = [marker.id for marker in table.state.marked("wreck")]
    table.do("next")
    after = table.state.markers
    assert [name in after and after[name].text for name in before] == [
        "wreck", "wreck", "burning wreck", "burning wreck", False, False,
    ]  # fmt: skip


# -- the FRIENDLY force -----------------------------------------------------------------------------


def company(table: Tabletop, name: str) -> Counter[str]:
    state = table.state
    return Counter(
        [unit.type for unit in state.units.values() if unit.group == name and unit.kind != "leader"]
        + [item.type for item in state.weapons.values() if item.group == name]
    )


def test_oob_three_companies_alike_but_for_the_50_cal() -> None:
    table = at("set-up", 3)
    for name in ("coy-1", "coy-2", "coy-3"):
        found = company(table, name)
        heavy = found.pop("HMG") + found.pop(".50cal HMG", 0)
        assert heavy == 5
        assert found == {
            "6-2-8": 4, "4-5-8": 6, "4-4-7": 6, "2-4-8": 2, "1-2-7": 4, "MMG": 1, "ATR": 2, "DC": 2, "50mm MTR": 2,
            "FT": 1,
        }  # fmt: skip
        leaders = [unit for unit in table.state.units.values() if unit.group == name and unit.kind == "leader"]
        assert len(leaders) == 3


@pytest.mark.parametrize(("dr", "cal"), [(1, 1), (2, 1), (3, 0), (6, 0)])
def test_oob_a_dr_of_1_or_2_gives_the_50_cal(dr: int, cal: int) -> None:
    table = at("force").dice(4, 3, 4, 3, 4, 3, dr)
    table.do("next")
    assert company(table, "coy-1")[".50cal HMG"] == cal and company(table, "coy-1")["HMG"] == 5 - cal


def test_oob_no_company_leader_is_missing() -> None:
    """R3 may say '-'; the card gives three leaders, so it is rolled again."""
    table = at("force").dice(6, 6, 1, 1, 1, 2, 1, 3)
    table.do("next")
    leaders = [unit.type for unit in table.state.units.values() if unit.group == "coy-1" and unit.kind == "leader"]
    assert leaders == ["10-2", "9-2", "9-1"]


def test_oob_armor() -> None:
    table = at("set-up")
    armor = Counter(unit.type for unit in table.state.units.values() if unit.group == "armor")
    assert armor["PT-34(L)"] == 4 and armor["T-34 M43"] == 2 and armor["ISU-122"] >= 1
    assert sum(armor.values()) == 11


COMPANY_DICE = (4, 3, 4, 3, 4, 3, 6)  # three leaders, then the .50 cal dr
THREE_COYS = COMPANY_DICE * 3


@pytest.mark.parametrize(
    ("dice", "extra"),
    [
        ((1, 2, 3, 4), ["SU-152", "ISU-122", "KV-1S", "SU-76M"]),
        ((5, 1, 5, 3, 5, 4, 5, 6), ["OT-34(L)", "OT-34(L)", "T-34/ATO-42", "T-34/ATO-42"]),
        ((6, 1, 6, 2, 6, 3, 6, 6), ["KV-8", "KV-8", "KV-8S", "KV-8S"]),
    ],
)
def test_oob_four_additional_afv_by_dr_and_sub_dr(dice: tuple[int, ...], extra: list[str]) -> None:
    table = at("force").dice(*THREE_COYS, *dice, 2, 2, 2, 2, 2, 2)
    table.do("next")
    types = [unit.type for unit in table.state.units.values() if unit.group == "armor"]
    assert types == ["PT-34(L)"] * 4 + ["T-34 M43"] * 2 + ["ISU-122"] + extra


def test_oob_three_armor_leaders_roll_on_r3_at_minus_1() -> None:
    """OtO-S1 OoB: "AL x 3" are three as "Leader x 3" are: a '-' is rerolled, and each roll has -1."""
    table = at("force").dice(*THREE_COYS, 1, 1, 1, 1, 3, 4, 4, 4, 1, 1, 2, 2)
    events = table.do("next")
    records = [record for record in rolls(events, "Armor Support") if record.table == "generation.r3"]
    assert [(record.original, record.total, record.result) for record in records] == [
        (7, 6, "8-1"),
        (8, 7, "-"),
        (2, 1, "10-2"),
        (4, 3, "9-2"),
    ]
    assert all([mod.value for mod in record.modifiers] == [-1] for record in records)
    led = [unit for unit in table.state.units.values() if "armor-leader" in unit.flags]
    assert sorted((unit.modifier, unit.note) for unit in led) == [
        (-2, "armor leader 10-2"),
        (-2, "armor leader 9-2"),
        (-1, "armor leader 8-1"),
    ]


def test_oob_the_player_chooses_the_tank_of_each_armor_leader() -> None:
    table = at("force").dice(*THREE_COYS, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)
    question = table.ask("next")
    assert question.text.startswith("Which AFV gets the armor leader 10-2 ") and len(question.options) == 11
    wanted = next(option.value for option in question.options if "ISU-122" in option.label)
    table.do("next", wanted)
    assert "armor-leader" in table.unit(wanted).flags


@pytest.mark.parametrize(("dr", "model"), [(1, "Il-2 M42"), (2, "Il-2 M42"), (3, "Il-2 M43"), (6, "Il-2 M43")])
def test_oob_three_aircraft_of_one_type_come_on_turn_2(dr: int, model: str) -> None:
    table = at("force").dice(*THREE_COYS, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, dr)
    events = table.do("next")
    planes = [unit for unit in table.state.units.values() if unit.kind == "aircraft"]
    assert [unit.type for unit in planes] == [model] * 3 and {unit.turn for unit in planes} == {2}
    assert len(rolls(events, "Air Support")) == 1, "one dr for the three"
    assert not any(unit.id in unplaced(table.game) for unit in planes)


def test_oob_aircraft_arrive_in_the_friendly_mph_of_turn_2() -> None:
    table = at("play").go_to("FRIENDLY", "PFPh", turn=2)
    events = table.do("next")
    assert "3 aircraft arrive" in told(events) and len(rolls(events, "ATCB")) == 3


# -- set-up limits ----------------------------------------------------------------------------------


def first(table: Tabletop, group: str, type_name: str) -> Unit:
    return next(unit for unit in table.state.units.values() if unit.group == group and unit.type == type_name)


@pytest.mark.parametrize(
    ("group", "rows", "good", "bad"),
    [
        ("coy-1", ("E", "K"), "G25", "D26"), ("coy-1", ("E", "K"), "K22", "L22"), ("coy-2", ("L", "T"), "L22", "K22"),
        ("coy-2", ("L", "T"), "T20", "U20"), ("coy-3", ("U", "DD"), "U20", "T20"),
        ("coy-3", ("U", "DD"), "DD21", "T28"),
    ],
)  # fmt: skip
def test_each_company_sets_up_in_its_hexrows(group: str, rows: tuple[str, str], good: str, bad: str) -> None:
    table = at("set-up")
    squad = first(table, group, "6-2-8").id
    reason = table.no(f"place {squad} {bad}")
    assert f"in hexrows {rows[0]} to {rows[1]}" in reason and "-".join(LINE) in reason
    table.do(f"place {squad} {good}")
    assert table.unit(squad).hex == good


@pytest.mark.parametrize("hex_name", ["I19", "K18", "P14", "A1"])
def test_nobody_sets_up_west_of_the_line(hex_name: str) -> None:
    table = at("set-up")
    tank = first(table, "armor", "ISU-122").id
    assert f"may not set up in {hex_name}" in table.no(f"place {tank} {hex_name}")


def test_armor_sets_up_anywhere_in_the_friendly_area() -> None:
    table = at("set-up")
    tank = first(table, "armor", "ISU-122").id
    for name in ("A28", "I23", "DD28"):
        table.do(f"place {tank} {name}")
        assert table.unit(tank).hex == name


def test_a5_1_at_most_three_squads_and_four_smc_in_a_location() -> None:
    table = at("set-up")
    squads = [unit.id for unit in table.state.units.values() if unit.group == "coy-1" and unit.kind == "squad"]
    half = first(table, "coy-1", "2-4-8").id
    table.do(f"place {','.join(squads[:3])} G25")
    assert "3.5 squad-equivalents, 3 are allowed (A5.1)" in table.no(f"place {half} G25")
    table.do(f"place {squads[3]},{squads[4]},{half} H25")
    crew = first(table, "coy-1", "1-2-7").id
    table.do(f"place {crew} H25")
    assert "(A5.1)" in table.no(f"place {squads[5]} H25")
    units = [unit for unit in table.state.units.values() if unit.kind == "leader"][:5]
    assert "5 SMC, 4 are allowed" in overstacked(table.game, units)


def test_the_next_step_waits_until_all_are_set_up_inside_their_limits() -> None:
    table = at("set-up")
    arms = [item for item in table.state.weapons.values() if item.side == "FRIENDLY" and not item.holder]
    missing = unplaced(table.game)
    told = f"({len(missing) - len(arms)} units to place, {len(arms)} SW to give)"
    assert arms and told in table.no("next"), "units and SW are counted apart"
    table.do("deploy")
    squad = first(table, "coy-1", "6-2-8").id
    table.do(f"put {squad} P5")
    assert f"{squad} may not set up in P5" in table.no("next")
    table.do(f"put {squad} G25")
    table.do("next")
    assert (table.state.stage, table.state.turn, table.state.side, table.state.phase) == ("play", 1, "FRIENDLY", "RPh")


def test_a12_12_infantry_begins_under_a_question_mark_where_the_enemy_does_not_see_it() -> None:
    """A level-2 hill in K12 hides K14 from the S? in K10, and N12 is in sight; a tank never begins under one."""
    table = field("FRIENDLY", "RPh", K12=hill(2))
    hidden, tank, seen = (
        table.new("FRIENDLY", name, place) for name, place in (("4-5-8", "K14"), ("T-34 M43", "K14"), ("4-5-8", "N12"))
    )
    table.suspect("K10")
    after, events = by_rule(table, (), friendly_setup.conceal)
    assert [key for key in (hidden, tank, seen) if "concealed" in after.unit(key).flags] == [hidden]
    assert "(A12.12)" in told(events)


def test_a12_12_play_begins_with_all_infantry_out_of_sight_concealed() -> None:
    table = at("set-up")
    table.all("deploy", "next")
    for unit in table.state.on_map("FRIENDLY"):
        unseen = friendly_setup.out_of_sight(table.game, unit.hex)
        assert ("concealed" in unit.flags) == (unit.infantry and not unit.carrier and unseen), unit.id


def test_a12_12_place_says_where_infantry_would_begin_under_a_question_mark() -> None:
    table = at("set-up")
    squad = first(table, "coy-1", "6-2-8").id
    area = sorted(limit_hexes(table.game, "coy-1"))
    for unseen in (True, False):
        name = next(name for name in area if friendly_setup.out_of_sight(table.game, name) == unseen)
        assert ("(A12.12)" in told(table.do(f"place {squad} {name}"))) == unseen


def test_aircraft_do_not_set_up() -> None:
    table = at("set-up")
    plane = next(unit.id for unit in table.state.units.values() if unit.kind == "aircraft")
    assert "arrives on Turn 2" in table.no(f"place {plane} K22")


def test_msr_2_infantry_may_set_up_in_foxholes() -> None:
    table = at("set-up")
    squad, leader = first(table, "coy-1", "6-2-8").id, "armor"
    table.do(f"place {squad} G24 foxhole")
    assert "dug-in" in table.unit(squad).flags and table.state.markers_at("G24", "foxhole")
    tank = first(table, leader, "ISU-122").id
    table.do(f"place {tank} G24")
    assert "dug-in" not in table.unit(tank).flags
    table.do(f"place {squad} G25")
    assert "dug-in" not in table.unit(squad).flags, "the foxhole stays behind"


def test_b27_1_a_foxhole_may_lie_in_a_gully() -> None:
    table = at("set-up")
    squad = first(table, "coy-1", "6-2-8").id
    table.do(f"place {squad} K26 foxhole")
    assert "dug-in" in table.unit(squad).flags


def test_c1_63_the_observer_is_recorded_on_an_east_edge_hex() -> None:
    table = at("set-up").all("observer P28", "observer K28")
    assert [(marker.hex, marker.number) for marker in table.state.marked("observer")] == [("K28", 2)]
    assert "is not on the east edge" in table.no("observer P27")
    assert "observer needs a hex" in table.no("observer")


@pytest.mark.parametrize("seed", range(1, 13))
def test_deploy_sets_everybody_up_legally(seed: int) -> None:
    table = at("set-up", seed).all("deploy")
    assert unplaced(table.game) == [] and misplaced(table.game) == []
    assert all(item.holder for item in table.state.weapons.values())
    assert len(table.state.marked("observer")) == 1
    mines = {marker.hex for marker in table.state.marked("minefield")}
    for unit in table.state.on_map("FRIENDLY"):
        assert unit.hex in limit_hexes(table.game, unit.group) and unit.hex not in mines
    tanks = Counter(unit.hex for unit in table.state.on_map("FRIENDLY") if unit.kind == "vehicle")
    assert max(tanks.values()) == 1
    assert not overstacked(table.game, [])


def test_deploy_one_group_leaves_the_others() -> None:
    table = at("set-up").all("deploy coy-2")
    placed = {unit.group for unit in table.state.on_map("FRIENDLY")}
    assert placed == {"coy-2"}
    assert "is not a group of the OoB; they are coy-1, coy-2, coy-3, armor, air" in table.no("deploy coy-9")


def test_at_the_start_the_vpo_under_friendly_infantry_are_friendly() -> None:
    table = at("play")
    assert table.state.control["V17"] == "FRIENDLY"
    held = {unit.hex for unit in table.state.on_map("FRIENDLY") if unit.mmc}
    for name, side in table.state.control.items():
        if name in held:
            assert side == "FRIENDLY"


def test_every_counter_of_the_force_is_in_the_counter_files() -> None:
    table = at("set-up", 5)
    for unit in table.state.units.values():
        nation = table.game.mission.army(unit.side).nation
        assert LIBRARY.counter(nation, unit.type).kind == unit.kind


def test_the_stages_follow_the_sequence_of_the_card() -> None:
    table = at("tables")
    stages = [
        event.stage
        for line in ("next", "next", "next", "next", "deploy", "next")
        for event in table.do(line)
        if isinstance(event, ev.StageBegan)
    ]
    assert stages == ["suspects", "wrecks", "force", "set-up", "play"]
    assert of(table.session.moments[-1].events, ev.PhaseBegan) == [ev.PhaseBegan(1, "FRIENDLY", "RPh")]


@pytest.mark.parametrize(
    ("stage", "line", "words"),
    [
        ("tables", "move 628a K20", "'move' belongs to play"),
        ("tables", "wreck auto", "'wreck' belongs to wrecks"),
        ("wrecks", "deploy", "'deploy' belongs to "),
        ("play", "deploy", "this is Turn 1, FRIENDLY RPh"),
        ("tables", "next 3", "no words"),
    ],
)
def test_a_command_of_another_stage_is_refused_with_the_moment(stage: Stage, line: str, words: str) -> None:
    assert words in at(stage).no(line)


@pytest.mark.parametrize(
    ("month", "dr", "ec"),
    [
        (1, 1, "Wet"), (4, 2, "Moist"), (4, 3, "Moderate"), (1, 4, "Dry"), (1, 6, "Very Dry"), (5, 1, "Moist"),
        (6, 3, "Dry"), (6, 4, "Very Dry"),
    ],
)  # fmt: skip
def test_b25_5_ec_is_a_dr_with_the_month_of_msr_8_as_drm(month: int, dr: int, ec: str) -> None:
    game = new_game(LIBRARY, "oto-s2", 1)
    record = game.library.table("oto-s2.month")
    assert record.value(month) == ("June" if month < 5 else "July")
    table = Tabletop(game).all("mapboard north 24", "mapboard centre 16 turned", "mapboard south 42", "next")
    table.all("value enemy-san 4", "value friendly-san 2", "value enemy-ac 2")
    table.all("value enemy-re 3/4", "value friendly-re 3/4")
    table.dice(month, dr).do("next")
    assert table.state.values["month"].value == record.value(month) and table.state.ec == ec


def test_d2_1_an_afv_set_up_faces_the_ebe_until_it_is_turned() -> None:
    table = at("set-up")
    tank = next(unit.id for unit in table.state.units.values() if unit.kind == "vehicle")
    events = table.do(f"place {tank} K25")
    assert in_arc(parse_hex("K25"), table.unit(tank).ca, parse_hex("K10")), "the EBE is in front of it"
    assert any("towards the EBE; face" in event.describe() for event in of(events, ev.UnitRedrawn))
    table.all(f"face {tank} J24/K24", f"place {tank} L25")
    assert table.unit(tank).ca == "K25/L24", "put elsewhere it keeps the way it faces"


def test_d2_1_every_afv_deployed_has_a_ca() -> None:
    table = at("set-up").all("deploy")
    assert all(unit.ca for unit in table.state.on_map("FRIENDLY") if unit.kind == "vehicle")
