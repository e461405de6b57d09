"""Set-up before a CG scenario: zones, Guns, HIP, entry areas, texts of one date (7.4, 7.520-7.5224, CG11-CG16)."""

from __future__ import annotations

import pytest
from desk import Desk, add, ids

from sasl.asl.game.events import Told
from sasl.campaign.buying.forts import hip_bought
from sasl.campaign.campaign_state import Area
from sasl.campaign.show import hex_lines
from sasl.campaign.steps import set_up as zones
from sasl.kernel.frozen import replace


def first() -> Desk:
    """The Initial Scenario is to be set up: one German company, bought cupolas and 50 FPP at hand."""
    desk = Desk()
    desk.do("next")
    desk.do("buy german M1")
    desk.do("buy german I7")
    for _ in range(2):
        desk.do("next")
    return desk


def later(date: int = 1) -> Desk:
    """A later scenario is to be set up: the Germans hold numbers up to 30, the Russians the rest."""
    desk = Desk()
    desk.game = desk.game.at(replace(desk.state, scenario=1, stage="refit", date=date))
    desk.do("control <31 german")
    desk.do("control >30 russian")
    return desk


def set_up(desk: Desk) -> Desk:
    desk.at("set-up", stage="initial" if desk.state.scenario == 0 else "refit")
    desk.do("next")
    return desk


def test_7_4_before_the_first_scenario_both_sides_control_the_hexes_of_their_set_up() -> None:
    """The Germans set up below 42, the Russians from 42 on: so the map begins."""
    desk = Desk()
    desk.do("next")
    assert desk.state.control["A41"] == "german" and desk.state.control["DD42"] == "russian"
    assert len(desk.state.control) == len(desk.game.board or ())
    told = [name for name, side in desk.state.control.items() if side == "german"]
    assert told[:3] == ["A1", "A2", "A3"], "row by row, and not A1, A10, A11"


def test_7_4_control_that_the_player_has_set_stays() -> None:
    desk = Desk()
    desk.do("control A10 russian")
    desk.do("next")
    assert desk.state.control["A10"] == "russian" and desk.state.control["A11"] == "german"


def test_section_6_entry_areas() -> None:
    """East edge for the Russians; west edge and the north edge 5 hexes behind the foremost Russian one for Germans."""
    desk = Desk()
    desk.do("next")
    russian = zones.entry_hexes(desk.game, "russian")
    assert {"A52", "Z52"} <= russian and "A1" not in russian
    german = zones.entry_hexes(desk.game, "german")
    assert {"A1", "DD0", "DD37"} <= german and not {"DD38", "A20"} & german
    desk.do("control DD20 russian")
    assert "DD15" in zones.entry_hexes(desk.game, "german") and "DD16" not in zones.entry_hexes(desk.game, "german")


def test_7_5222_who_has_what_to_set_up_is_told_and_no_zeros() -> None:
    told = [event.text for event in set_up(first()).events if isinstance(event, Told) and event.board]
    assert told[0].startswith("German may set up or enter ") and told[0].endswith(" of new groups.")
    desk = later()
    desk.do("add russian 4-4-7 3")
    told = [event.text for event in set_up(desk).events if isinstance(event, Told) and event.board]
    assert {"Russian sets up 3 Retained.", "German has nothing to set up."} <= {*told}


def test_7_5222_a_sw_named_beside_its_bearer_sets_up_with_it() -> None:
    desk = Desk("votg").at("set-up")
    desk.do("add german 4-6-7")
    desk.do("add german HMG")
    desk.do("move ghmg1 g467-1")
    desk.do("next")
    assert "ghmg1 is with g467-1" in desk.no("place ghmg1 M20")
    desk.do("place ghmg1,g467-1 M20")
    assert {desk.piece(name).hex for name in ("g467-1", "ghmg1")} == {"M20"}


def test_7_4_german_counters_set_up_below_42() -> None:
    desk = set_up(first())
    squad = ids(desk, "german", "4-6-7")[0]
    assert "numbered below 42" in desk.no(f"place {squad} K42")
    desk.do(f"place {squad} K41")
    piece = desk.piece(squad)
    assert (piece.box, piece.hex) == ("map", "K41")
    assert all(desk.piece(held.id).hex == "K41" for held in desk.state.held_by(squad))


def test_cg12b_russian_counters_enter_from_the_east_unless_a_cpp_more_was_paid() -> None:
    desk = Desk()
    desk.do("next")
    desk.do("buy russian I1 on-map")
    desk.do("next")
    set_up(desk)
    bought, given = ids(desk, "russian", "4-4-7")[0], ids(desk, "russian", "6-2-8")[0]
    assert "only enter from the east edge" in desk.no(f"place {given} K45")
    assert "numbered 42 or more" in desk.no(f"place {bought} K41")
    desk.do(f"place {bought} K42")


def test_7_5224_later_sets_up_in_the_own_perimeter_that_is_not_isolated() -> None:
    desk = later()
    desk.do("add german 4-6-7 retained 2")
    one, two = ids(desk, "german", "4-6-7")
    desk.game = desk.game.at(replace(desk.state, areas=(Area(("K12", "K13"), "D"),)))
    set_up(desk)
    assert "Perimeter" in desk.no(f"place {one} K35")
    assert "Perimeter" in desk.no(f"place {one} K12")
    desk.do(f"place {one} K20")
    desk.do(f"move {two} K12")
    desk.do(f"mark {two} +isolated")
    assert "Isolated in K12 and K13" in desk.no(f"place {two} K20")
    desk.do(f"place {two} K13")


def test_cg12b_new_russian_groups_set_up_nine_hexes_from_the_german_front_line() -> None:
    """Retained ones anywhere in the Perimeter."""
    desk = later()
    line = tuple(f"{letter}30" for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    desk.game = desk.game.at(replace(desk.state, perimeters={"german": (line,)}))
    desk.at("purchase", date=1)
    desk.do("next")
    desk.do("set russian cpp 20")
    desk.do("buy russian I1 on-map")
    desk.do("next")
    desk.do("add russian 4-5-8 retained")
    set_up(desk)
    new, old = ids(desk, "russian", "4-4-7")[0], ids(desk, "russian", "4-5-8")[0]
    assert "9 hexes or more" in desk.no(f"place {new} K38")
    desk.do(f"place {new} K39")
    desk.do(f"place {old} K32")


def guns(desk: Desk) -> str:
    desk.do("add german 75L AT K12")
    return ids(desk, "german", "75L AT")[0]


def test_cg11_a_gun_on_the_map_moves_four_hexes() -> None:
    """Counted from where it stood, however often it is placed."""
    desk = later()
    gun = guns(desk)
    set_up(desk)
    assert "4 at most (CG11)" in desk.no(f"place {gun} K17")
    desk.do(f"place {gun} K16")
    assert "8 at most" not in desk.no(f"place {gun} K18")
    desk.do(f"place {gun} K8")


@pytest.mark.parametrize(
    ("counter", "state", "words"),
    [("StuG IIIG", "+immobile", "Immobile and stays where it is (7.5071)"), ("StuG IIIG", "+wreck", "a wreck stays"),
     ("HMG Cupola", "", "a cupola stays where it is (7.507)")],
)  # fmt: skip
def test_7_5071_what_cannot_move_sets_up_where_it_stood(counter: str, state: str, words: str) -> None:
    """An Immobile vehicle remains in its present Location; a new cupola may be put elsewhere until set-up is done."""
    desk = later()
    desk.do(f"add german {counter} K12")
    (old,) = ids(desk, "german", counter)
    desk.do(f"mark {old} {state}") if state else None
    set_up(desk)
    assert words in desk.no(f"place {old} K13")
    desk.do(f"place {old} K12")
    desk.do(f"add german {counter}")
    new = ids(desk, "german", counter)[1]
    for place in ("K14", "K15"):
        desk.do(f"place {new} {place}")
    desk.do(f"move {old} K13")  # by hand, whatever the rules say


def test_cg11_a_large_mortar_moves_eight_hexes() -> None:
    desk = later()
    desk.do("add german 120* MTR K12")
    mortar = ids(desk, "german", "120* MTR")[0]
    set_up(desk)
    assert "8 at most (CG11)" in desk.no(f"place {mortar} K21")
    desk.do(f"place {mortar} K20")


def test_cg11_a_gun_in_a_trench_stays_there() -> None:
    desk = later()
    gun = guns(desk)
    desk.do("work trench K12")
    set_up(desk)
    assert "trench or pillbox in K12" in desk.no(f"place {gun} K13")


def test_cg11_a_russian_gun_sets_up_in_tow_within_two_hexes() -> None:
    """Hooked up to a vehicle that stands there; a German one may not."""
    desk = later()
    desk.do("add russian 76L ART K40")
    desk.do("add russian GAZ-MM retained")
    gun, truck = ids(desk, "russian", "76L ART")[0], ids(desk, "russian", "GAZ-MM")[0]
    german = guns(desk)
    set_up(desk)
    assert "no vehicle" in desk.no(f"place {gun} K42 hooked")
    desk.do(f"place {truck} K43")
    assert "2 at most" in desk.no(f"place {gun} K43 hooked")
    desk.do(f"place {truck} K42")
    desk.do(f"place {gun} K42 hooked")
    assert "hooked" in desk.piece(gun).flags
    desk.do("add german SdKfz 7/1 K12")
    assert "only Russian Guns" in desk.no(f"place {german} K12 hooked")


def test_7_520_hip_is_at_hand_again_when_a_hidden_unit_is_placed_anew() -> None:
    """And it is used again where the unit hides once more; the crew of a Gun hides for nothing (A12.34)."""
    desk = later().at("fortifications", date=1)
    for line in ("add german 4-6-7 2", "add german 2-2-8", "add german 75L AT", "next", "set german fpp 3",
                 "fortify german hip-squad"):  # fmt: skip
        desk.do(line)
    one, two, crew, gun = desk.state.pieces
    desk.do(f"move {gun} {crew}")
    set_up(desk)
    desk.do(f"place {one} K12 hidden")
    assert "no HIP was bought" in desk.no(f"place {two} K13 hidden")
    desk.do(f"place {one} K14 hidden")
    assert "no HIP was bought" in desk.no(f"place {two} K13 hidden")
    desk.do(f"place {one} K12")
    desk.do(f"place {two} K13 hidden")
    assert ("hidden" in desk.piece(one).flags, "hidden" in desk.piece(two).flags) == (False, True)
    desk.do(f"place {crew} K15 hidden")
    desk.do(f"place {crew} K16")
    assert not hip_bought(desk.game, "german")


def test_cg11_a_revealed_gun_does_not_set_up_hip_again_a_hidden_one_does() -> None:
    desk = later()
    desk.game = desk.game.at(replace(desk.state, stage="scenario"))
    one = guns(desk)
    desk.do("add german 88L AA K13")
    two = ids(desk, "german", "88L AA")[0]
    desk.do(f"mark {two} +hidden")
    desk.at("markers")
    desk.do("next")
    set_up(desk)
    assert "was revealed" in desk.no(f"place {one} K12 hidden")
    desk.do(f"place {two} K13 hidden")


@pytest.mark.parametrize(("squads", "most"), [(12, 2), (10, 1), (24, 3)])
def test_7_520_no_more_than_ten_per_cent_of_the_squads_set_up_hip(squads: int, most: int) -> None:
    """Fractions rounded up, two HS like a squad."""
    desk = later().at("fortifications", date=1)
    desk.do(f"add german 4-6-7 retained {squads}")
    desk.do("next")
    desk.do("set german fpp 200")
    assert f"{most} squads at most" in desk.no(f"fortify german hip-squad {most + 1}")
    desk.do(f"fortify german hip-squad {most}")
    assert "10 per cent" in desk.no("fortify german hip-hs 1")
    desk.do("fortify german hip-crew 9")


def test_7_520_twenty_of_twenty_four_squads_are_refused_in_one_sentence() -> None:
    desk = later().at("fortifications", date=1)
    desk.do("add german 4-6-7 retained 24")
    desk.do("next")
    desk.do("set german fpp 200")
    reason = desk.no("fortify german hip-squad 20")
    assert reason == "3 squads at most, 10 per cent of the German ones, set up HIP in a scenario (7.520)"


def test_7_520_reserves_do_not_count_for_the_share() -> None:
    desk = later().at("fortifications", date=1)
    desk.do("add german 4-6-7 retained 12")
    for name in ids(desk, "german", "4-6-7")[:2]:
        desk.do(f"mark {name} +reserve")
    desk.do("next")
    desk.do("set german fpp 200")
    assert "1 squads" in desk.no("fortify german hip-squad 2")


def test_7_520_hip_in_shellholes_costs_double() -> None:
    """Shellholes that are an orchard, too, cost no more; what was bought at the usual price does not do there."""
    desk = later().at("fortifications", date=1)
    desk.do("add german 4-6-7 retained 12")
    desk.do("next")
    desk.do("set german fpp 20")
    desk.do("fortify german hip-squad 1")
    assert desk.state.number("german", "fpp") == 17
    desk.do("fortify german hip-squad 1 shellholes")
    assert desk.state.number("german", "fpp") == 11
    assert "does not cost more in shellholes" in desk.no("fortify german hip-cupola 1 shellholes")
    set_up(desk)
    one, two, three = ids(desk, "german", "4-6-7")[:3]
    desk.do(f"place {one} A21 hidden")  # shellholes: the dear one
    assert "double price" in desk.no(f"place {two} A20 hidden")
    desk.do(f"place {two} A10 hidden")  # orchard and shellholes
    assert "no HIP was bought" in desk.no(f"place {three} A11 hidden")
    assert "hidden" in desk.piece(one).flags and "hidden" not in desk.piece(three).flags


def test_7_520_hip_is_for_one_scenario() -> None:
    desk = later().at("fortifications", date=1)
    desk.do("add german 4-6-7 retained 12")
    desk.do("next")
    desk.do("set german fpp 20")
    desk.do("fortify german hip-squad 1")
    desk.at("markers")
    desk.do("next")
    assert not [work for work in desk.state.works.values() if work.kind == "hip-squad"]


def test_7_4_cupolas_of_the_first_date_set_up_hip_for_nothing() -> None:
    desk = set_up(first())
    cupola = next(piece.id for piece in desk.state.of("german") if piece.kind == "cupola")
    desk.do(f"place {cupola} K20 hidden")
    assert "hidden" in desk.piece(cupola).flags


def test_cg16_fortifications_but_mines_are_placed_once_set_up_is_done() -> None:
    desk = set_up(first())
    wire = next(work.id for work in desk.state.works.values() if work.kind == "wire")
    mines = next(work.id for work in desk.state.works.values() if work.kind == "minefield")
    assert "not in the German set-up area" in desk.no(f"place {wire} K45")
    desk.do(f"place {wire} K20")
    desk.do(f"place {mines} K21")
    desk.at("recon", stage="initial")
    desk.do("next")
    assert not desk.state.works[wire].hidden and desk.state.works[mines].hidden


def test_cg11_only_a_gun_sets_up_in_tow() -> None:
    desk = later()
    desk.do("add russian T-34 M43 retained")
    tank = ids(desk, "russian", "T-34 M43")[0]
    set_up(desk)
    assert "is not a Gun: only Guns set up in tow (CG11)" in desk.no(f"place {tank} K45 hooked")


@pytest.mark.parametrize(("line", "wrong"), [
    ("german 4-6-7 retained 3", ""), ("german 4-6-7 retained 4", "4 squad-equivalents, 3 are allowed (A5.1)"),
    ("german 2-4-7 retained 7", "3.5 squad-equivalents"), ("german 8-0 retained 5", "5 SMC, 4 are allowed (A5.1)"),
])  # fmt: skip
def test_a5_1_who_is_overstacked_as_he_sets_up_hears_it(line: str, wrong: str) -> None:
    """A5.1: three squads or their equivalents and four SMC in a Location."""
    desk = later()
    desk.do(f"add {line}")
    set_up(desk)
    events = desk.do(f"place {','.join(ids(desk, 'german', line.split()[1]))} K20")
    said = [event.text for event in events if isinstance(event, Told)]
    assert wrong in said[0] if wrong else not said


def test_a5_1_another_level_is_another_location() -> None:
    desk = later()
    desk.do("add german 4-6-7 retained 4")
    squads = ids(desk, "german", "4-6-7")
    desk.do(f"mark {squads[0]} +upper-level")
    set_up(desk)
    assert not [event for event in desk.do(f"place {','.join(squads)} K20") if isinstance(event, Told)]


def minefield() -> tuple[Desk, list[str]]:
    """German M2 is bought: eight minefield hexes to be placed."""
    desk = Desk()
    desk.do("next")
    desk.do("buy german M2")
    desk.do("next")
    set_up(desk)
    return desk, [key for key, work in desk.state.works.items() if work.text == "minefield 8 A-P, 3 A-T"]


def test_note_j_each_minefield_hex_has_a_hex_of_its_own() -> None:
    desk, fields = minefield()
    assert len(fields) == 8
    assert f"{fields[0]} is already in K20" in desk.no(f"place {','.join(fields[:3])} K20")
    desk.do(f"place {fields[0]} K20")
    desk.do(f"place {fields[0]} K20")  # itself is not in its own way


def test_b28_1_no_mines_lie_where_the_terrain_takes_none() -> None:
    desk, fields = minefield()
    board = desk.game.board
    assert board is not None
    area = zones.own_hexes(desk.game, "german") or board.names()
    house = next(name for name in sorted(area) if board.terrain(name).has("wooden-building", "stone-building"))
    assert "takes no mines (B28.1)" in desk.no(f"place {fields[0]} {house}")


@pytest.mark.parametrize(("places", "wrong"), [
    ("K20 K21 K22", ""), ("K20 L19 M19", ""), ("K20 K22", "K22 is next to none of K20"),
    ("K20 K21 L21", "bend in K21"), ("K20 L19 J19", "bend in K20"), ("K20 K22 K21", ""),
])  # fmt: skip
def test_note_j_a_group_lies_along_one_hexrow_or_hex_grain(places: str, wrong: str) -> None:
    """Note j: it is said, not refused: hexes are placed one by one."""
    desk, fields = minefield()
    events = [desk.do(f"place {work} {name}") for work, name in zip(fields, places.split(), strict=False)]
    said = [event.text for event in events[-1] if isinstance(event, Told)]
    assert all("note j" in text for text in said)
    assert wrong in said[0] if wrong else not said


def told(desk: Desk) -> str:
    desk.at("set-up", stage="initial" if desk.state.scenario == 0 else "refit")
    return "\n".join(event.text for event in desk.do("next") if isinstance(event, Told))


def test_cg12_set_up_text_is_that_of_one_date() -> None:
    """The way of the first date is not told on later ones, nor the other way round; figures come from the file."""
    early, late = told(Desk()), told(later())
    assert "numbered 42 or more" in early and "9 hexes or more" not in early
    assert "9 hexes or more" in late and "numbered 42 or more" not in late


def test_cg12a_what_is_left_must_enter_by_turn_2_on_the_last_date_only() -> None:
    desk = later(3)
    desk.do("add german 4-6-7 retained 2")
    assert "enters by Turn 2" in told(desk)
    desk = later(2)
    desk.do("add german 4-6-7 retained 2")
    assert "by Turn 2" not in told(desk)


def test_cg10_who_sets_up_concealed() -> None:
    """In Concealment Terrain, without buying a `?`; of the Russians Infantry only."""
    desk = later()
    for line in ("german 4-6-7", "german StuG IIIG", "russian 4-5-8", "russian GAZ-MM"):
        desk.do(f"add {line} retained")
    squad, stug = (ids(desk, "german", kind)[0] for kind in ("4-6-7", "StuG IIIG"))
    guards, truck = (ids(desk, "russian", kind)[0] for kind in ("4-5-8", "GAZ-MM"))
    set_up(desk)
    assert "concealed only in Concealment Terrain" in desk.no(f"place {squad} K5 concealed")  # open ground
    desk.do(f"place {squad},{stug} Q13 concealed")  # woods
    desk.do(f"place {guards} M43 concealed")
    assert "only Infantry" in desk.no(f"place {truck} M43 concealed")
    assert all("concealed" in desk.piece(name).flags for name in (squad, stug, guards))
    desk.do(f"place {squad} Q14")
    assert "concealed" not in desk.piece(squad).flags


def test_place_is_for_the_set_up_step_and_what_sets_up() -> None:
    desk = later()
    desk.do("add german 4-6-7 retained")
    squad = ids(desk, "german", "4-6-7")[0]
    assert "Set-Up step" in desk.no(f"place {squad} K12")
    desk.do("add german LMG retained")
    sw = ids(desk, "german", "LMG")[0]
    desk.do(f"move {sw} {squad}")
    set_up(desk)
    assert f"with {squad}" in desk.no(f"place {sw} K12")
    assert "concealed, hidden, hooked, dug-in or to" in desk.no(f"place {squad} K12 asleep")


def test_cg12_what_was_kept_off_the_map_may_set_up_on_a_later_date() -> None:
    desk = later(0).at("new-date", date=0)
    desk.do("add german 4-6-7 retained")
    squad = ids(desk, "german", "4-6-7")[0]
    desk.do(f"mark {squad} +off-board")
    desk.do("next")
    assert "off-board" not in desk.piece(squad).flags


# -- tunnels -------------------------------------------------------------------------------------------


def tunnel() -> tuple[Desk, str]:
    """Red Barricades at set-up: a Russian tunnel waits to be placed."""
    desk = Desk("rb")
    desk.do("control K12,K14,K15,K16 russian")
    desk.do("work tunnel")
    (name,) = desk.state.works
    mine = replace(desk.state.works[name], side="russian", hidden=True)
    desk.game = desk.game.at(replace(desk.state, works={name: mine}))
    desk.at("set-up", stage="initial").do("next")
    return desk, name


def test_b8_6_a_tunnel_has_two_entrances_three_hexes_apart_at_most() -> None:
    desk, name = tunnel()
    assert "both its entrances" in desk.no(f"place {name} K12")
    for exit_hex in ("K12", "K16"):
        assert "3 apart at most" in desk.no(f"place {name} K12 to {exit_hex}")
    desk.do(f"place {name} K12 to K15")
    work = desk.state.works[name]
    assert (work.hex, work.exit, work.text) == ("K12", "K15", "Tunnel to K15")
    assert all(any(name in line for line in hex_lines(desk.game, entrance)) for entrance in ("K12", "K15"))
    squad = add(desk, "russian", "4-4-7")
    assert "one tunnel" in desk.no(f"place {squad} K12 to K15")


@pytest.mark.parametrize(("lost", "whose"), [(("K12",), "russian"), (("K15",), "russian"), (("K12", "K15"), "german")])
def test_11_6073_a_tunnel_is_revealed_only_if_the_enemy_controls_both_its_entrances(
    lost: tuple[str, ...], whose: str
) -> None:
    desk, name = tunnel()
    desk.do(f"place {name} K12 to K15")
    desk.do(f"control {','.join(lost)} german")
    desk.at("clearing").do("next")
    work = desk.state.works[name]
    assert (work.side, work.hidden) == (whose, whose == "russian")


def test_11_6245_recon_of_an_entrance_finds_no_tunnel() -> None:
    desk, name = tunnel()
    desk.do(f"place {name} K12 to K15")
    desk.do("control K13 german")
    desk.game = desk.game.at(replace(desk.state, numbers={**desk.state.numbers, "german.recon": 1}))
    desk.at("recon", stage="initial").do("next")
    desk.do("recon german K12")
    assert desk.state.works[name].hidden
