"""7.5054-7.5067: No-Man's Land, Pockets, Isolated Areas of types A to D, what they do; clearing the map (7.507)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from desk import Desk
from front import field, loop, meadow

from sasl.asl.game.events import Told
from sasl.campaign import events as cev
from sasl.campaign.campaign_run import CampaignRun
from sasl.campaign.campaign_sequence import begin
from sasl.campaign.campaign_state import Area, Work
from sasl.campaign.perimeter.determination import LEGEND, draw
from sasl.campaign.perimeter.perimeter_control import Zones, control_after, front_line, isolated_areas, lost_smc, zones
from sasl.campaign.perimeter.proposal import propose
from sasl.campaign.steps.isolation import Floor, upper_pockets
from sasl.kernel.frozen import replace

BOARD = meadow(9, 9)
LOW = loop("A1 A2 A3 B3 C4 D4 E5 F4 G4 H3 I3 I2 I1 H0 G1 F0 E1 D0 C1 B0")
"""German: the low numbers."""
HIGH = loop("A9 A8 A7 A6 B5 C5 D5 E6 F5 G5 H5 I6 I7 I8 I9 H9 G9 F9 E9 D9 C9 B9")
"""Russian: the high numbers."""
BULGE = loop("A9 A8 A7 A6 B5 C5 D4 E4 F3 G3 H3 I4 I5 I6 I7 I8 I9 H9 G9 F9 E9 D9 C9 B9")
"""Russian: reaches into the German Area."""


def found(russian: Sequence[tuple[str, ...]], german: Sequence[tuple[str, ...]]) -> Zones:
    return zones(BOARD, {"russian": tuple(russian), "german": tuple(german)})


def test_7_5056_what_lies_outside_both_perimeters_is_no_mans_land() -> None:
    assert draw(BOARD, {"russian": (HIGH,), "german": (LOW,)}) == [
        "     A B C D E F G H I",
        "   0   G   G   G   G",
        "   1 G   G   G   G   G",
        "   1   g   g   g   g",
        "   2 G   g   g   g   G",
        "   2   g   g   g   g",
        "   3 G   g   g   g   G",
        "   3   G   g   g   G",
        "   4 .   G   g   G   .",
        "   4   .   G   G   .",
        "   5 .   R   G   R   .",
        "   5   R   R   R   R",
        "   6 R   r   R   r   R",
        "   6   r   r   r   r",
        "   7 R   r   r   r   R",
        "   7   r   r   r   r",
        "   8 R   r   r   r   R",
        "   8   r   r   r   r",
        "   9 R   R   R   R   R",
        "   9   R   R   R   R",
    ]
    both = found([HIGH], [LOW])
    assert both.no_mans_land(BOARD) == {"A4", "A5", "B4", "H4", "I4", "I5"}
    assert both.isolated == frozenset()


def test_7_5056_hexes_that_both_largest_perimeters_run_through_are_empty_isolated_areas() -> None:
    """From the railway hex B4 the German line zigzags to F4 by C5 and E5, which the Russians control, though no
    Strategic Location there bars it (7.5053); the Russian line runs through them, too."""
    board = meadow(6, 8)
    place = field(board, border=4, strategic=[name for name in board if name[0] in "ABF"])
    lines = {side: propose(place, side).loops for side in ("russian", "german")}
    assert isolated_areas(board, zones(board, lines)) == [(("C5",), ""), (("E5",), "")]


def test_7_506_empty_isolated_areas_are_told_together() -> None:
    told = cev.AreasSet((Area(("K3",), "C"), Area(("C5",), "A"), Area(("E5",), "A"))).describe()
    assert told == "Isolated Areas: type C around K3 (1 hex); type A, empty: C5 and E5"


def test_7_5057_each_side_gains_its_area_and_no_mans_land_is_nobodys() -> None:
    position = field(BOARD, border=4, strategic=("A4", "B4"), control={"C2": "russian", "B4": "german"})
    changes = control_after(position, found([HIGH], [LOW]))
    assert changes["C2"] == "german"
    assert changes["E5"] == "german" and "D5" not in changes
    assert changes["H4"] == "" and changes["I5"] == ""
    assert "A4" not in changes and "B4" not in changes


def test_7_5057_locations_of_isolated_areas_keep_their_control() -> None:
    position = field(BOARD, border=4, german="E4", russian="F4")
    zone = found([BULGE], [LOW])
    assert {"E4", "F4", "E5", "D4", "F3", "G4"} <= zone.isolated
    assert not set(control_after(position, zone)) & zone.isolated


def test_7_5057_smc_outside_their_perimeter_area_are_lost() -> None:
    position = field(BOARD, border=4, smc={"german": "C7 C2", "russian": "A4"})
    assert lost_smc(position, found([HIGH], [LOW])) == {"russian": {"A4"}, "german": {"C7"}}


def test_7_5054_a_pocket_is_isolated_though_the_enemy_does_not_enclose_it() -> None:
    assert found([HIGH], [LOW, ("E8",)]).isolated == {"E8"}
    assert found([HIGH], [LOW, ("A5",)]).pockets["german"] == frozenset()
    assert found([HIGH], [LOW, ("B4",)]).isolated == {"B4"}
    assert isolated_areas(BOARD, found([HIGH], [LOW, ("E8",)])) == [(("E8",), "german")]


def test_7_506_adjacent_isolated_hexes_are_one_area() -> None:
    groups = isolated_areas(BOARD, found([BULGE], [LOW]))
    assert len(groups) == 1 and groups[0][1] == ""
    assert {"D4", "E4", "E5", "F3", "F4", "G3", "G4", "H3"} == set(groups[0][0])


def test_7_5067_the_line_is_drawn_against_no_mans_land_and_the_enemy() -> None:
    control = {name: "german" if BOARD.hex(name).num < 5 else "russian" for name in BOARD}
    control |= dict.fromkeys(("A4", "A5", "B4", "H4", "I4", "I5"), "")
    pairs = front_line(BOARD, found([HIGH], [LOW]), "german", control)
    assert ("B3", "B4") in pairs and ("E5", "E6") in pairs and ("D4", "D5") in pairs
    assert ("B3", "B2") not in pairs


# -- upper levels ---------------------------------------------------------------------------------------


def test_11_6057_ex_first_and_second_floor_are_one_pocket() -> None:
    """EX: one side controls ground and 2nd level, the other the 1st and has an MMC there."""
    floors: list[Floor] = [("W10", 0), ("W10", 1), ("W10", 2)]
    control = {("W10", 0): "german", ("W10", 1): "russian", ("W10", 2): "german"}
    assert upper_pockets(None, [floors], control, [("W10", 1)]) == [(("W10", 1), ("W10", 2))]


def test_11_6057_without_an_mmc_there_is_no_upper_level_pocket() -> None:
    floors: list[Floor] = [("W10", 0), ("W10", 1)]
    control = {("W10", 0): "german", ("W10", 1): "russian"}
    assert upper_pockets(None, [floors], control, []) == []


def test_7_5055_who_reaches_the_ground_level_by_own_locations_is_in_no_pocket() -> None:
    floors: list[Floor] = [("W10", 0), ("W10", 1), ("W10", 2)]
    control = dict.fromkeys(floors, "russian")
    assert upper_pockets(None, [floors], control, [("W10", 2)]) == []


def test_11_6057_a_cellar_and_adjacent_floors_of_a_building() -> None:
    board = meadow(5, 5)
    floors: list[Floor] = [("B2", level) for level in (-1, 0, 1)] + [("B3", level) for level in (0, 1)]
    control = {("B2", 0): "german", ("B3", 0): "german", ("B2", 1): "russian", ("B3", 1): "russian",
               ("B2", -1): "russian"}  # fmt: skip
    pockets = upper_pockets(board, [floors], control, [("B2", 1), ("B2", -1)])
    assert pockets == [(("B2", -1),), (("B2", 1), ("B3", 1))]


def test_7_5055_a_squad_upstairs_in_an_enemy_hex_is_a_pocket_and_may_escape() -> None:
    made = desk("add german 4-6-7 C7", "mark g467-1 +upper-level")
    made = with_loops(made, [HIGH], [LOW])
    assert [(area.hexes, area.type, area.pocket_of) for area in made.state.areas] == [(("C7/1",), "C", "german")]
    assert made.state.control["C7"] == "russian" and made.state.control["C7/1"] == "german"
    assert "isolated" in made.piece("g467-1").flags
    begun(made, "escape")
    made.dice(1, 2).do("escape g467-1")
    assert made.piece("g467-1").box == "retained" and "upper-level" not in made.piece("g467-1").flags
    assert made.state.areas == ()


# -- types, effects --------------------------------------------------------------------------------------


def desk(*lines: str) -> Desk:
    """A campaign on no board of the program: everything is entered by hand."""
    made = Desk()
    made.game = replace(made.game, board=meadow(9, 9))
    for line in ("control <5 german", "control >=5 russian", *lines):
        made.do(line)
    return made


def with_loops(made: Desk, russian: Sequence[tuple[str, ...]], german: Sequence[tuple[str, ...]]) -> Desk:
    """The perimeters as they came out of 7.505."""
    state = cev.PerimeterSet("russian", tuple(russian)).apply(made.state)
    made.game = made.game.at(cev.PerimeterSet("german", tuple(german)).apply(state))
    return begun(made, "isolation")


def begun(made: Desk, name: str) -> Desk:
    """The campaign at the beginning of a step, the one before it left unplayed."""
    run = CampaignRun(made.game.at(replace(made.state, stage="refit")))
    begin(run, next(number for number, step in enumerate(made.game.campaign.steps) if step.step == name))
    made.game = run.game
    return made


def types(made: Desk) -> list[str]:
    return [area.type for area in made.state.areas]


def test_7_506_type_a_holds_no_unit_and_becomes_no_mans_land() -> None:
    made = with_loops(desk(), [BULGE], [LOW])
    assert types(made) == ["A"]
    assert all(name not in made.state.control for name in made.state.areas[0].hexes)


def test_7_5056_a_strategic_location_in_a_type_a_area_stays_controlled() -> None:
    made = with_loops(desk("strategic E4"), [BULGE], [LOW])
    assert made.state.control["E4"] == "german" and "F4" not in made.state.control


def test_7_506_type_b_holds_only_smc_and_they_must_escape() -> None:
    made = with_loops(desk("add german 9-1 E4"), [BULGE], [LOW])
    assert types(made) == ["B"]
    made.do("next")
    assert "must try to Escape: g91-1" in made.no("next")


def test_7_506_type_c_holds_mmc_of_one_side_who_controls_it() -> None:
    made = with_loops(desk("add german 4-6-7 E4", "control G4 russian"), [BULGE], [LOW])
    assert types(made) == ["C"]
    assert {made.state.control[name] for name in made.state.areas[0].hexes} == {"german"}
    assert "isolated" in made.piece("g467-1").flags


def test_7_5061_in_type_c_only_an_enemy_smc_must_escape() -> None:
    made = with_loops(desk("add german 4-6-7 E4", "add german 9-1 E4"), [BULGE], [LOW])
    made.do("next")
    made.do("next")
    made = with_loops(desk("add german 4-6-7 E4", "add russian 9-1 F4"), [BULGE], [LOW])
    made.do("next")
    assert "r91-1" in made.no("next")


def test_7_506_type_d_holds_mmc_of_both_and_keeps_its_control() -> None:
    made = desk("add german 4-6-7 E4", "add russian 4-4-7 F4", "control F4 russian")
    before = dict(made.state.control)
    made = with_loops(made, [BULGE], [LOW])
    assert types(made) == ["D"]
    assert made.state.control == before


MIDDLE = [
    "   3 G)  g)  g)  ??  G)",
    "   3   G)  g)  ??  ??",
    "   4 .)  G)  ??  ??  R)",
    "   4   .)  ??  ??  r)",
    "   5 .(  R(  !!  r(  R(",
]
"""The overlap of BULGE and LOW in a drawing: ?? for German ground, !! for E5, which was Russian."""


@pytest.mark.parametrize(
    ("units", "sign", "last"),
    [
        ((), "A ", "A "),
        (("german 9-1 E4",), "B ", "B "),
        (("german 4-6-7 E4", "russian 9-1 F4"), "C)", "C)"),
        (("german 4-6-7 E4", "russian 4-4-7 F4"), "D)", "D("),
    ],
)
def test_7_506_the_four_types_on_the_map_with_who_controls_them(units: tuple[str, ...], sign: str, last: str) -> None:
    made = with_loops(desk(*(f"add {unit}" for unit in units)), [BULGE], [LOW])
    lines = draw(BOARD, made.state.perimeters, areas=made.state.areas, control=made.state.control)
    asked = [event.text for event in made.do("perimeter") if isinstance(event, Told)]
    assert [*lines, LEGEND] == asked, "as the player asks for it"
    assert lines[6:11] == [line.replace("??", sign).replace("!!", last).rstrip() for line in MIDDLE]


def test_7_5054_a_pocket_drawn() -> None:
    position = field(meadow(11, 14), german="D3 D10 H10 F13", russian="B7 E7 H7", border=5)
    loops = propose(position, "german").loops
    assert draw(position.board, {"german": loops})[9:] == [
        "   4   g   g   g   g   g",
        "   5 G   G   G   G   G   G",
        "   5   G   G   G   G   G",
        "   6 .   .   .   .   .   .",
        "   6   .   .   .   .   .",
        "   7 .   .   .   .   .   .",
        "   7   .   .   .   .   .",
        "   8 .   .   .   .   .   .",
        "   8   .   .   .   .   .",
        "   9 .   .   .   .   .   .",
        "   9   .   .   .   .   .",
        "  10 .   .   G   G   .   .",
        "  10   .   G   G   G   .",
        "  11 .   .   g   g   .   .",
        "  11   .   G   g   G   .",
        "  12 .   .   G   G   .   .",
        "  12   .   .   g   .   .",
        "  13 .   .   G   G   .   .",
        "  13   .   .   G   .   .",
        "  14 .   .   .   .   .   .",
        "  14   .   .   .   .   .",
    ]


def test_7_506_smc_do_not_change_the_type() -> None:
    made = with_loops(desk("add german 4-6-7 E4", "add russian 9-1 F4"), [BULGE], [LOW])
    assert types(made) == ["C"]


def test_7_506_a_vehicle_counts_and_a_wreck_does_not() -> None:
    made = desk("add german 9-1 E4")
    name = next(name for name, item in made.game.library.counters["russian"].items() if item.kind == "vehicle")
    made.do(f"add russian {name} F4")
    vehicle = next(piece for piece in made.state.pieces.values() if piece.kind == "vehicle")
    assert types(with_loops(Desk(game=made.game), [BULGE], [LOW])) == ["C"]
    made.do(f"mark {vehicle.id} +wreck")
    assert types(with_loops(made, [BULGE], [LOW])) == ["B"]


def test_7_5062_an_empty_pocket_within_one_sides_control_passes_to_it() -> None:
    made = with_loops(desk(), [HIGH], [LOW, ("E8",)])
    assert made.state.areas == ()
    assert made.state.control["E8"] == "russian"
    assert ("E8",) not in made.state.perimeters["german"] and LOW in made.state.perimeters["german"]


def test_7_5062_an_empty_pocket_between_both_sides_is_no_mans_land() -> None:
    made = with_loops(desk("control E7 german"), [HIGH], [LOW, ("E8",)])
    assert types(made) == ["A"] and "E8" not in made.state.control


def test_isolated_areas_are_entered_by_hand() -> None:
    made = desk("add german 4-6-7 E4")
    made.do("isolated E4 E5 C german")
    assert made.state.areas[0].type == "C" and made.state.areas[0].pocket_of == "german"
    assert "isolated" in made.piece("g467-1").flags
    made.do("isolated E4 E5 off")
    assert made.state.areas == () and "isolated" not in made.piece("g467-1").flags
    assert "isolated needs a hex" in made.no("isolated")


def test_12_607_without_a_map_nobody_stays_isolated_from_the_refit_before() -> None:
    """12.606: each refit determines both perimeters anew; what is Isolated is entered again, at any time in it."""
    made = Desk("votg")
    made.do("add german 4-6-7 K26")
    made.do("isolated K26 C german")
    told = [event.describe() for event in made.at("melee").do("next")]
    assert made.state.areas == () and "isolated" not in made.piece("g467-1").flags
    assert any(text.startswith("K26: Isolated in the refit before") for text in told)
    made.do("isolated K26 C german")
    made.at("perimeter").do("next")
    assert "isolated" in made.piece("g467-1").flags


# -- clearing ---------------------------------------------------------------------------------------------


def test_7_507_what_is_not_isolated_is_retained_with_what_it_bears() -> None:
    made = desk("add german 4-6-7 C2", "add german 4-6-7 E7", "add german LMG C2", "isolated E7 C german")
    made.do(f"move {next(piece.id for piece in made.state.pieces.values() if piece.type == 'LMG')} g467-1")
    begun(made, "clearing")
    boxes = {piece.id: (piece.box, piece.hex) for piece in made.state.pieces.values()}
    assert boxes["g467-1"] == ("retained", "") and boxes["g467-2"] == ("map", "E7")
    lmg = next(piece for piece in made.state.pieces.values() if piece.type == "LMG")
    assert lmg.box == "retained" and lmg.holder == "g467-1"


def test_7_507_an_immobile_vehicle_and_a_sheltered_gun_stay_on_the_map() -> None:
    made = desk("work trench C2")
    counters = made.game.library.counters["german"]
    gun = next(name for name, item in counters.items() if item.kind == "gun")
    tank = next(name for name, item in counters.items() if item.kind == "vehicle")
    made.do(f"add german {gun} C2")
    made.do(f"add german {tank} C3 2")
    ids = {piece.kind: piece.id for piece in reversed(list(made.state.pieces.values()))}
    made.do(f"mark {ids['vehicle']} +immobile")
    begun(made, "clearing")
    assert made.piece(ids["gun"]).box == "map" and made.piece(ids["vehicle"]).box == "map"
    assert [piece.box for piece in made.state.pieces.values() if piece.kind == "vehicle"].count("retained") == 1


def test_cg11_guns_stay_after_the_morning_and_not_after_the_afternoon() -> None:
    for date, box in ((0, "map"), (1, "retained")):
        made = desk()
        gun = next(name for name, item in made.game.library.counters["german"].items() if item.kind == "gun")
        made.do(f"add german {gun} C2")
        made.game = made.game.at(replace(made.state, date=date))
        begun(made, "clearing")
        assert next(iter(made.state.pieces.values())).box == box


def test_11_607_in_a_fortified_building_afv_stay_too_and_a_trench_shelters_none() -> None:
    made = Desk("rb")
    tank = next(name for name, item in made.game.library.counters["german"].items() if item.kind == "vehicle")
    for line in ("control K12 K13 german", f"add german {tank} K12", f"add german {tank} K13", "work trench K13",
                 "work fortified-building K12"):  # fmt: skip
        made.do(line)
    begun(made, "clearing")
    assert sorted(piece.hex for piece in made.state.pieces.values()) == ["", "K12"]


def test_12_608_who_interdicts_a_ferry_landing_stays() -> None:
    made = desk("add german 4-6-7 C2", "mark g467-1 +interdicting")
    begun(made, "clearing")
    assert made.piece("g467-1").hex == "C2"


def test_7_5072_equipment_left_alone_is_retained_by_who_controls_its_hex() -> None:
    made = desk("add german LMG C7")
    begun(made, "clearing")
    lmg = next(iter(made.state.pieces.values()))
    assert (lmg.side, lmg.box) == ("russian", "retained") and "captured" in lmg.flags


def test_7_5073_a_hidden_minefield_the_enemy_has_overrun_is_shown_and_is_his() -> None:
    made = desk()
    state = cev.WorkPut(Work("w1", "german", "minefield", "C7", 6, "6 AP", True)).apply(made.state)
    made.game = made.game.at(cev.WorkPut(Work("w2", "german", "minefield", "C2", 6, "6 AP", True)).apply(state))
    begun(made, "clearing")
    assert (made.state.works["w1"].side, made.state.works["w1"].hidden) == ("russian", False)
    assert made.state.works["w2"].hidden
