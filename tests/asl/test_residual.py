"""What Defensive First Fire leaves behind: Residual FP (A8.2) and Fire Lanes (A9.22)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from field import (
    ENEMY,
    FRIENDLY,
    Tabletop,
    by_rule,
    drm,
    field,
    flags,
    moves,
    quiet,
    records,
    shot,
    shots,
    throw,
    type_of,
)
from tabletop import bare, rolls, told

from sasl.asl.fire import residual
from sasl.asl.fire.attack import Group, IftResult, residual_of
from sasl.asl.fire.ift import NOTHING
from sasl.asl.game import events as ev
from sasl.asl.game.sides import Side
from sasl.asl.game.state import Marker
from sasl.board.hexes import hexside, parse_hex
from sasl.board.terrain import HexTerrain
from sasl.kernel.frozen import replace
from sasl.kernel.rolling.records import Modifier
from sasl.minds.played_sides import minds
from sasl.solitaire.briefing.unfinished import unfinished


def under_fire(fp: str, *sw: str, distance: int = 2, **terrain: Any) -> tuple[Tabletop, str, list[str]]:
    """A FRIENDLY 4-5-8 that has Assault Moved into K10; an ENEMY unit with SW fires from K12."""
    table = field(FRIENDLY, "MPh", **terrain)
    them = table.new(ENEMY, fp, f"K{10 + distance}")
    weapons = [table.new(ENEMY, name) for name in sw]
    for weapon in weapons:
        table.do(f"give {weapon} {them}")
    us = table.new(FRIENDLY, "4-5-8", "K10")
    return moves(table, us, came_from="K9", how="assault"), them, [us, *weapons]


def left(table: Tabletop, name: str = "K10") -> list[int]:
    """The Residual FP in a hex."""
    return [marker.number for marker in table.state.markers_at(name, "residual")]


@pytest.mark.parametrize(
    ("shooters", "used", "wanted", "ptc"),
    [
        (("2-3-7",), 2, [1], ()), (("4-4-7",), 4, [2], ()), (("8-3-8",), 8, [4], ()), (("8-3-8", "4-4-7"), 12, [6], ()),
        (("8-3-8", "8-3-8"), 16, [8], ()), (("8-3-8", "8-3-8", "4-4-7"), 20, [8], ()),
        (("8-3-8",) * 3, 24, [12], (1, 2)), (("8-3-8",) * 4, 30, [12], (1, 2)),
    ],
)  # fmt: skip
def test_a8_2_half_the_column_used_and_twelve_at_most(
    shooters: tuple[str, ...], used: int, wanted: list[int], ptc: tuple[int, ...]
) -> None:
    table, first, _ = under_fire(shooters[0], K10="wooden-building")
    places = ("L11", "J11", "K12")  # all of them two hexes from K10, a chain with K12
    names = [first, *(table.new(ENEMY, name, place) for name, place in zip(shooters[1:], places, strict=False))]
    events = throw(table, (6, 5, *ptc), f"fire {','.join(names)} K10")  # 11 + 2
    assert shots(events)[0].column == str(used) and left(table) == wanted


@pytest.mark.parametrize(
    ("column", "wanted"),
    [(1, 0), (2, 1), (4, 2), (6, 2), (8, 4), (12, 6), (16, 8), (20, 8), (24, 12), (30, 12), (36, 12)],
)
def test_a8_2_the_residual_fp_of_each_column(column: int, wanted: int) -> None:
    result = IftResult(None, ((Group(("a",), ()), NOTHING),), column)
    assert residual._residual_column(field().game, result, "K10") == wanted


def test_a8_2_a_shot_that_leaves_nothing_to_chance() -> None:
    table, them, _ = under_fire("4-4-7")
    throw(table, (6, 5), f"fire {them} K10")  # 4 FP, 11 - 1 FFMO
    assert left(table) == [2]


def test_a8_2_a_typed_outcome_leaves_it_too() -> None:
    table, them, _ = under_fire("4-4-7")
    throw(table, (), f"fire {them} K10", "=-")
    assert left(table) == [2]


def test_a8_26_a_hindrance_takes_a_column_and_the_tem_of_the_hex_none() -> None:
    table, them, _ = under_fire("4-4-7", K11="grain")
    throw(table, (6, 5), f"fire {them} K10")
    assert left(table) == [1]
    table, them, _ = under_fire("4-4-7", K10="wooden-building")
    throw(table, (6, 5), f"fire {them} K10")
    assert left(table) == [2]
    table, them, _ = under_fire("4-4-7")
    table.do("marker add wreck K10")
    throw(table, (6, 5), f"fire {them} K10")
    assert left(table) == [2]


def test_a8_26_a_wall_or_hedge_of_the_target_hex_takes_its_columns() -> None:
    side = hexside(parse_hex("K10"), parse_hex("K11"))
    assert side is not None
    wall, hedge = HexTerrain(("open",), walls=frozenset({side})), HexTerrain(("open",), hedges=frozenset({side}))
    for tile, wanted in ((wall, []), (hedge, [1])):  # 4 FP would leave 2
        table, them, _ = under_fire("4-4-7", K10=tile)
        throw(table, (6, 5), f"fire {them} K10")
        assert left(table) == wanted


@pytest.mark.parametrize(("firer", "wanted"), [("K12", [1]), ("M10", [2])])
def test_b9_31_a_hedge_takes_its_column_though_the_building_behind_it_covers_better(
    firer: str, wanted: list[int]
) -> None:
    side = hexside(parse_hex("K10"), parse_hex("K11"))
    assert side is not None
    tile = HexTerrain(("stone-building",), hedges=frozenset({side}))
    table = field(FRIENDLY, "MPh", K10=tile)
    them, us = table.new(ENEMY, "4-4-7", firer), table.new(FRIENDLY, "4-5-8", "K10")
    table = moves(table, us, came_from="K9", how="assault")
    throw(table, (6, 5), f"fire {them} K10")
    assert left(table) == wanted


def test_a8_26_a_cx_firer_takes_a_column_and_a_good_leader_adds_none() -> None:
    table, them, _ = under_fire("4-4-7")
    table.do(f"set {them} cx")
    throw(table, (6, 5), f"fire {them} K10")
    assert left(table) == [1]
    table, them, _ = under_fire("4-4-7")
    leader = table.new(ENEMY, "9-1", "K12")
    throw(table, (6, 5), f"fire {them},{leader} K10")
    assert left(table) == [2]


def test_a8_26_air_bursts_add_a_column_but_nothing_to_the_greatest() -> None:
    """4 FP: 2 and a column more; a Hindrance takes it again."""
    burst, grain = Modifier("air burst", -1, "B13.3", "air-burst"), Modifier("LOS Hindrance", 1, "A6.7", "hindrance")
    game = field().game
    assert [residual_of(game, 4, mods, "K10") for mods in ((), (burst,), (burst, grain))] == [2, 4, 2]
    assert residual_of(game, 24, (burst,), "K10") == 12 and residual_of(game, 1, (burst,), "K10") == 0


def test_a8_2_the_most_of_12_counts_after_the_drm() -> None:
    """Half of 36 is the 16 column: 12 without a DRM, and with a Hindrance of +1; 30 leaves 12, with the Hindrance 8."""
    grain = Modifier("grain in K11", 1, "B15.2", "hindrance")
    game = field(FRIENDLY, "MPh").game
    assert [residual_of(game, column, (), "K10") for column in (36, 30)] == [12, 12]
    assert [residual_of(game, column, (grain,), "K10") for column in (36, 30)] == [12, 8]


def test_a8_22_a_mg_that_keeps_its_rof_leaves_none() -> None:
    for coloured, wanted in ((2, []), (3, [2])):
        table, _, (_, mg) = under_fire("4-6-7", "MMG", K10="wooden-building")
        throw(table, (coloured, 6), f"fire {mg} K10")  # 5 FP: the 4 column, 8 + 2 or more
        assert left(table) == wanted, coloured


def group_fire() -> tuple[Tabletop, str, str]:
    """A 4-6-7 and its MMG fire together at a 4-5-8 in a wooden building: 9 FP, and the MMG keeps its ROF."""
    table, them, (_, mg) = under_fire("4-6-7", "MMG", K10="wooden-building")
    return table, them, mg


def test_a8_2_only_the_share_of_the_mg_that_keeps_its_rof_is_lost() -> None:
    """ROF kept by one MG of an attack costs its own FP of the Residual FP, not all of it."""
    table, them, mg = group_fire()
    throw(table, (2, 6), f"fire {them},{mg} K10")
    assert left(table) == [2], "4 FP of the squad"
    assert not table.state.weapons[mg].flags & {"first", "final"} and "first" in table.unit(them).flags


def test_a8_2_the_firer_may_give_up_the_rof_for_the_residual_fp() -> None:
    table, them, mg = group_fire()
    throw(table, (2, 6), f"fire {them},{mg} K10", "", mg)
    assert left(table) == [4], "9 FP: the 8 column"
    assert "first" in table.state.weapons[mg].flags, "it has fired and does not fire again as First Fire"
    table, _, mg = group_fire()
    throw(table, (2, 6), f"fire {mg} K10", "", mg)
    assert left(table) == [2], "a MG alone may, too"


def test_a8_2_an_mg_beside_a_stronger_group_costs_nothing_and_nobody_asks() -> None:
    """Where the Residual FP is the same without the MG there is nothing to choose."""
    table, them, (_, mg) = under_fire("4-6-7", "LMG", K10="wooden-building")
    table.dice(1, 6)
    events = table.do(f"fire {them},{mg} K10", "")  # 7 FP: the 6 column, and the 4 of the squad leave 2
    assert left(table) == [2] and "first" not in table.state.weapons[mg].flags
    assert shots(events)[0].column == "6"


def test_a8_2_cowering_leaves_less() -> None:
    table, them, _ = under_fire("4-4-7")
    throw(table, (5, 5), f"fire {them} K10")
    assert left(table) == [1]


def test_a8_22_only_stronger_residual_fp_replaces_what_lies_there() -> None:
    table, them, (us,) = under_fire("4-4-7")
    throw(table, (6, 5), f"fire {them} K10")
    table = moves(table, us, came_from="K9", spent=2, how="assault")
    weak, strong = table.new(ENEMY, "2-3-7", "L11"), table.new(ENEMY, "8-3-8", "J11")
    throw(table, (6, 5), f"fire {weak} K10")
    assert left(table) == [2]
    throw(table, (6, 5), f"fire {strong} K10")
    assert left(table) == [4]


def test_a8_2_prep_and_final_fire_leave_none() -> None:
    table = field(FRIENDLY, "DFPh")
    them = table.new(ENEMY, "4-4-7", "K12")
    table.new(FRIENDLY, "4-5-8", "K10")
    throw(table, (6, 5), f"fire {them} K10")
    assert left(table) == []


def test_a8_2_subsequent_first_fire_leaves_half_of_its_half() -> None:
    table, them, (us,) = under_fire("4-4-7")
    table.do(f"set {them} first")
    throw(table, (6, 5), f"fire {them} K10")  # the 2 column
    assert left(table) == [1] and us in table.state.units


def lies(number: int, name: str = "K10", side: Side = ENEMY, **terrain: Any) -> Tabletop:
    """Residual FP in a hex, in the FRIENDLY MPh; attacks are rolled at once."""
    table = field(FRIENDLY, "MPh", **terrain)
    table.do("option confirm-fire off")
    marker = Marker("residual1", "residual", name, side, number, text=f"Residual FP {number}")
    return Tabletop(table.game.at(replace(table.state, markers={"residual1": marker})))


def test_a12_15_residual_fp_attacks_who_is_thrown_back_into_its_hex_and_has_ended_its_mph() -> None:
    table = lies(4)
    us = table.new(FRIENDLY, "4-5-8", "K10")
    table.new(ENEMY, "4-6-7", "K11", "concealed")
    events = throw(table, (5, 4, 1, 2), f"move {us} K11")
    assert shot(events)[1] == 7 and table.unit(us).hex == "K10"
    assert "has ended its MPh" in table.no(f"move {us} J10")


def test_a8_22_residual_fp_attacks_who_enters_with_ffmo_and_ffnam() -> None:
    table = lies(4)
    us = table.new(FRIENDLY, "4-5-8", "K9")
    events = throw(table, (5, 4, 1, 2), f"move {us} K10")  # 9 - 2 = 7: PTC
    assert drm(events) == {"FFMO": -1, "FFNAM": -1} and shot(events) == (4, 7, "PTC")
    assert left(table) == [4]  # it stays for whoever comes next


def test_a8_22_assault_movement_and_tem_count_against_residual_fp() -> None:
    table = lies(4, K10="woods")
    us = table.new(FRIENDLY, "4-5-8", "K9")
    events = throw(table, (5, 5), f"move {us} K10 assault")  # it never cowers
    assert drm(events) == {"woods TEM": 1} and shot(events) == (4, 11, "-")


def test_a8_22_residual_fp_spares_its_own_side_and_who_does_not_enter() -> None:
    table = lies(4, side=FRIENDLY)
    us = table.new(FRIENDLY, "4-5-8", "K9")
    throw(table, (), f"move {us} K10")
    table = lies(4)
    us = table.new(FRIENDLY, "4-5-8", "K9")
    throw(table, (), f"move {us} L9")


def test_a8_22_one_dr_for_the_whole_stack_that_enters() -> None:
    table = lies(4)
    names = [table.new(FRIENDLY, name, "K9") for name in ("4-5-8", "4-4-7")]
    # 5 - 2 = 3 on the 4 column: 2MC for each. 4-5-8: 4 + 2; 4-4-7: 6 + 2 > 7.
    throw(table, (2, 3, 1, 3, 2, 4), f"move {','.join(names)} K10")
    assert flags(table, names[0]) == set() and flags(table, names[1]) == {"broken", "dm"}


def test_a8_22_residual_fp_attacks_who_spends_mf_in_its_hex() -> None:
    """A8.2, A8.22: not only who enters, and when what the MF were for is done: Recovery, SMOKE, Search."""
    table = lies(4)
    us, mg = table.new(FRIENDLY, "4-5-8", "K10"), table.new(FRIENDLY, "LMG", "K10")
    events = throw(table, (3, 5, 4, 1, 2), f"recover {us} {mg}")  # dr 3: recovered; then 9 - 2 = 7: FFMO, FFNAM
    assert [record.table for record in records(events)][1] == "ift" and shot(events) == (4, 7, "PTC")
    table = lies(4)
    us = table.new(FRIENDLY, "6-2-8", "K10")
    events = throw(table, (6, 5, 5), f"smoke {us} K11")  # a dr of 6 ends its MPh
    assert shot(events) == (4, 8, "-")


def test_a8_22_the_residual_fp_of_the_fire_that_mf_draw_waits_for_the_next_mf() -> None:
    """An ENEMY squad fires at the SMOKE attempt; what that fire leaves attacks nobody for the same MF."""
    table = bare().all("option confirm-fire off", "option enemy-plays on", "option confirm-acts off")
    table.new(ENEMY, "4-6-7", "X6")
    table.suspect("X4")
    us = table.new(FRIENDLY, "6-2-8", "X2")
    table = Tabletop(replace(table.game, minds=minds("ENEMY")))
    # no SMOKE; it Activates: a 4-6-7; for each squad an Action DR of 7 (S6.12) and 11 - 2: a PTC at most
    table.dice(3, 1, 3, 3, 3, 3, 3, 4, 6, 5, 3, 4, 6, 5)
    events = table.do(f"smoke {us} X1")
    fired = [record.purpose for record in shots(events)]
    assert fired and left(table, "X2"), "they fire, and Residual FP lies there"
    assert not [purpose for purpose in fired if "Residual" in purpose]


def test_a8_22_who_goes_in_or_out_of_a_hex_without_spending_mf_there_is_not_attacked_by_it() -> None:
    table = lies(4)
    us = table.new(FRIENDLY, "4-5-8", "K10")
    throw(table, (), f"move {us} K9")


def test_a8_22_residual_fp_attacks_once_in_a_location_but_the_more_vulnerable_anew() -> None:
    table = lies(4, K10="shellholes")
    us = table.new(FRIENDLY, "4-5-8", "K9")
    table.new(FRIENDLY, "LMG", "K10")
    assert shot(throw(table, (6, 5), f"move {us} K10")) == (4, 9, "-")
    throw(table, (3,), f"recover {us} LMGa")  # the same DRM: no second attack
    assert table.state.moving is not None and [met.drm for met in table.state.moving.met] == [-2]
    table = lies(4, K10="shellholes")
    us, mg = table.new(FRIENDLY, "4-5-8", "K9"), table.new(FRIENDLY, "LMG", "K10")
    events = throw(table, (6, 5), f"move {us} K10 into")  # in the shellholes
    assert shot(events)[1] == 11  # +1 TEM, -1 FFNAM
    strong = next(iter(table.state.markers_at("K10", "residual")))
    table = Tabletop(table.game.at(replace(table.state, markers={strong.id: replace(strong, number=6)})))
    assert shot(throw(table, (3, 6, 5), f"recover {us} {mg}")) == (6, 11, "-")  # stronger by now


def test_a9_22_a_fire_lane_attacks_who_spends_mf_in_its_hexes() -> None:
    table, *_ = lane()
    us, mg = table.new(FRIENDLY, "4-5-8", "K12"), table.new(FRIENDLY, "LMG", "K12")
    events = throw(table, (3, 6, 5), f"recover {us} {mg}")
    assert shot(events) == (2, 9, "-")


def test_a8_2_what_residual_fp_breaks_goes_no_further() -> None:
    table = lies(12)
    us = table.new(FRIENDLY, "4-5-8", "K9")
    throw(table, (3, 4, 5, 6), f"move {us} K10 K11")  # 7 - 2 = 5 on the 12 column: 2MC; 13 > 8, by 5: Replaced
    assert table.unit(us).hex == "K10" and type_of(table, us) == "4-4-7" and flags(table, us) == {"broken", "dm"}


def test_a8_2_the_end_of_the_mph_removes_it_all() -> None:
    table, them, (us, mg) = under_fire("4-6-7", "MMG")
    throw(table, (6, 5), f"fire {them} K10 only")
    table = moves(table, us, came_from="K9", how="assault")
    throw(table, (6, 5), f"fire {mg} K10 lane")
    assert left(table) == [2] and len(table.state.marked("fire-lane")) == 1
    table.go_to(FRIENDLY, "DFPh")
    assert table.state.marked("residual") == table.state.marked("fire-lane") == []


# -- Fire Lanes ---------------------------------------------------------------------------------------


def lane(sw: str = "MMG", distance: int = 4, **terrain: Any) -> tuple[Tabletop, str, str, str]:
    """An ENEMY squad in K14 has placed a Fire Lane of its MG up the hexrow, at a FRIENDLY squad that stays."""
    table = field(FRIENDLY, "MPh", **terrain)
    squad, mg = table.armed(ENEMY, "4-6-7", "K14", sw)
    goal = f"K{14 - distance}"
    first = table.new(FRIENDLY, "4-5-8", goal)
    table = moves(table, first, came_from=f"K{13 - distance}", how="assault")
    table.do("option confirm-fire off")
    throw(table, (6, 5), f"fire {mg} {goal} lane", goal)
    return table, squad, mg, first


@pytest.mark.parametrize(("sw", "fp"), [("LMG", 1), ("MMG", 2), ("HMG", 4)])
def test_a9_22_the_fp_of_a_fire_lane(sw: str, fp: int) -> None:
    table, _, mg, _ = lane(sw)  # one column left of those of 3, 5 and 7 FP
    (marker,) = table.state.marked("fire-lane")
    assert (marker.number, marker.owner, marker.hex) == (fp, mg, "K10")


def test_a9_22_the_mg_is_done_and_its_rof_is_given_up() -> None:
    table, _, mg, first = lane()
    assert "first" in table.state.weapons[mg].flags and first in table.state.units
    table, _, mg, _ = lane("HMG")  # its coloured die was 6; with a 1 it is given up all the same
    assert "first" in table.state.weapons[mg].flags
    table, _, (_, mg) = under_fire("4-6-7", "HMG", K10="wooden-building")
    throw(table, (1, 6), f"fire {mg} K10 lane")
    assert "first" in table.state.weapons[mg].flags


def test_a9_22_it_may_go_beyond_its_target_within_normal_range_and_los() -> None:
    for terrain, names in (({}, ["K2", "K9", "K10"]), ({"K8": "woods"}, ["K8", "K9", "K10"])):
        table = field(FRIENDLY, "MPh", **terrain)
        _, mg = table.armed(ENEMY, "4-6-7", "K14", "MMG")
        table.do("option confirm-fire off")
        table = moves(table, table.new(FRIENDLY, "4-5-8", "K10"), came_from="K9", how="assault")
        ends = [option.value for option in table.dice(6, 5).ask(f"fire {mg} K10 lane").options]
        assert (ends[0], *ends[-2:]) == tuple(names)


def test_a9_223_who_is_pinned_loses_it() -> None:
    table, squad, _, _ = lane()
    table.do(f"set {squad} pinned")
    us = table.new(FRIENDLY, "4-4-7", "L12")
    throw(table, (), f"move {us} K12")


def test_a9_22_pbf_doubles_it_in_the_adjacent_hex() -> None:
    table, *_ = lane()
    us = table.new(FRIENDLY, "4-4-7", "L13")
    assert shot(throw(table, (6, 5), f"move {us} K13"))[0] == 4


@pytest.mark.parametrize("name", ["K11", "K12"])
def test_a9_222_it_attacks_all_along_its_way_whoever_moves_there(name: str) -> None:
    table, *_ = lane()
    us = table.new(FRIENDLY, "4-4-7", f"L{name[1:]}")
    events = throw(table, (6, 5), f"move {us} {name}")  # 11 - 2 = 9 on the 2 column
    assert shot(events) == (2, 9, "-") and drm(events) == {"FFMO": -1, "FFNAM": -1}


def test_a9_222_beyond_its_hexes_and_beside_them_it_does_nothing() -> None:
    table, *_ = lane()
    us = table.new(FRIENDLY, "4-4-7", "L9")
    throw(table, (), f"move {us} K9 L10")


@pytest.mark.parametrize(("what", "wanted"), [("grain", {}), ("smoke", {}), ("wreck", {"LOS Hindrance": 1})])
def test_a9_222_grain_and_smoke_only_take_ffmo_other_hindrance_is_a_drm(what: str, wanted: dict[str, int]) -> None:
    grain: dict[str, Any] = {"K13": "grain"} if what == "grain" else {}
    table, *_ = lane(**grain)
    if what != "grain":
        table.do(f"marker add {what} K13")
    us = table.new(FRIENDLY, "4-4-7", "L12")
    events = throw(table, (6, 5), f"move {us} K12")
    assert drm(events) == {**wanted, "FFNAM": -1}


def test_a9_22_a_fire_lane_lies_on_a_hex_grain_within_normal_range() -> None:
    table = field(FRIENDLY, "MPh")
    _, mg = table.armed(ENEMY, "4-6-7", "K20", "LMG")
    for name, words in (("L16", "none from K20 (A9.22)"), ("K11", "normal range, 8 hexes (A9.22)")):
        us = table.new(FRIENDLY, "4-5-8", name)
        now = moves(table, us, came_from="K10", how="assault")
        assert words in now.no(f"fire {mg} {name} lane")
        assert now.state.marked("fire-lane") == []


def test_a9_22_a_fire_lane_of_one_mg_in_a_fire_group() -> None:
    table, them, (_, mg) = under_fire("4-6-7", "MMG")
    table.do("option confirm-fire off")
    throw(table, (6, 5), f"fire {them},{mg} K10 lane", "K10")
    assert (left(table), [item.hex for item in table.state.marked("fire-lane")]) == ([2], ["K10"])  # of the squad alone


def test_a9_22_two_mg_place_no_fire_lane_and_none_that_has_fired() -> None:
    table, _, (_, mg, other) = under_fire("4-6-7", "MMG", "LMG")
    assert "placed by a MG, and the attack has one of them (A9.22)" in table.no(f"fire {mg},{other} K10 lane")
    table.do(f"set {mg} first")
    assert f"{mg} would fire again (A9.22)" in table.no(f"fire {mg} K10 lane")


@pytest.mark.parametrize(("place", "ground", "words"), [
    ("K10", HexTerrain(elevation=1), "lies on one level"), ("K14", HexTerrain(("marsh",)), "in marsh or water"),
])  # fmt: skip
def test_a9_22_none_at_another_level_and_none_out_of_marsh(place: str, ground: HexTerrain, words: str) -> None:
    table = field(FRIENDLY, "MPh", **{place: ground})
    _, mg = table.armed(ENEMY, "4-6-7", "K14", "LMG")
    table = moves(table, table.new(FRIENDLY, "4-5-8", "K10"), came_from="K9")
    assert words in table.no(f"fire {mg} K10 lane")


def test_a9_22_who_cowers_places_no_fire_lane() -> None:
    table, _, (_, mg) = under_fire("4-6-7", "MMG")
    events = throw(table, (5, 5), f"fire {mg} K10 lane")
    assert shots(events)[0].column == "2" and not table.state.marked("fire-lane")


def test_a9_22_it_ends_when_its_gunners_break() -> None:
    table, squad, _, _ = lane()
    table.do(f"break {squad}")
    us = table.new(FRIENDLY, "4-4-7", "L12")
    throw(table, (), f"move {us} K12")


def test_a9_22_an_original_dr_of_the_b_number_ends_mg_and_fire_lane() -> None:
    table, _, mg, _ = lane()
    us = table.new(FRIENDLY, "4-4-7", "L12")
    throw(table, (6, 5), f"move {us} K12")  # B12
    assert table.state.marked("fire-lane") and "malfunctioned" not in table.state.weapons[mg].flags
    table, _, mg, _ = lane()
    us = table.new(FRIENDLY, "4-4-7", "L12")
    throw(table, (6, 6), f"move {us} K12")
    assert not table.state.marked("fire-lane") and "malfunctioned" in table.state.weapons[mg].flags


# -- Fire Lane Snap Shots -----------------------------------------------------------------------------
# From K14 to M11 on the alternate hex grain K14, K13|L13, L12, L11|M12, M11; the left way is K13, L12, L11, M11.


def slanting(**terrain: Any) -> Tabletop:
    """An ENEMY MMG in K14 has placed a Fire Lane along the left hexes to M11."""
    table = field(FRIENDLY, "MPh", **terrain)
    _, mg = table.armed(ENEMY, "4-6-7", "K14", "MMG")
    first = table.new(FRIENDLY, "4-5-8", "M11")
    table = moves(table, first, came_from="M10", how="assault")
    table.do("option confirm-fire off")
    throw(table, (6, 5), f"fire {mg} M11 lane", "1")
    table.do(f"eliminate {first}")
    return table.all("option confirm-fire off")


def purposes(events: Sequence[ev.Event]) -> list[str]:
    """What each IFT DR was for."""
    return [record.purpose for record in records(events) if record.table == "ift"]


@pytest.mark.parametrize("answer", ["snap", "hex"])
def test_a9_221_who_crosses_a_hexside_along_the_lof_is_attacked_once_there_or_in_the_hex(answer: str) -> None:
    """A9.221: the firer chooses the Snap Shot at the hexside or the attack in the Location entered, never both."""
    table = slanting()
    us = table.new(FRIENDLY, "4-4-7", "M12")
    question = table.ask(f"move {us} L11")
    assert question.rule == "A9.221" and {option.value for option in question.options} == {"snap", "hex"}
    [purpose] = purposes(throw(table, (6, 5), f"move {us} L11", answer))
    assert ("Snap Shot at M12-L11" in purpose) == (answer == "snap")


def test_a9_221_a_snap_shot_knows_no_tem_of_the_hex() -> None:
    """A9.221, A8.15: in woods the Location entered gives its TEM, the hexside does not; the better DRM comes first."""
    table = slanting(L11="woods")
    us = table.new(FRIENDLY, "4-4-7", "M12")
    assert table.ask(f"move {us} L11").default == "snap"
    assert drm(throw(table, (6, 5), f"move {us} L11", "snap")) == {"FFNAM": -1}
    other = table.new(FRIENDLY, "4-4-7", "M12")
    assert drm(throw(table, (6, 5), f"move {other} L11", "hex")) == {"woods TEM": 1, "FFNAM": -1}


def test_a9_221_who_leaves_the_fire_lane_across_its_lof_meets_a_snap_shot_if_not_attacked_there_before() -> None:
    """A9.221: out of L11, where it began; who came into L11 has been attacked there and is not again."""
    table = slanting()
    us = table.new(FRIENDLY, "4-4-7", "L11")
    assert "Snap Shot at L11-M12" in purposes(throw(table, (6, 5), f"move {us} M12"))[0]
    other = table.new(FRIENDLY, "4-4-7", "L10")
    [purpose] = purposes(throw(table, (6, 5), f"move {other} L11 M12"))
    assert "Snap Shot" not in purpose


def test_a9_221_across_any_other_hexside_there_is_no_snap_shot() -> None:
    """A9.221: only hexsides that lie along the LOF."""
    table = slanting()
    us, other = table.new(FRIENDLY, "4-4-7", "L11"), table.new(FRIENDLY, "4-4-7", "M12")
    throw(table, (), f"move {us} L10")
    throw(table, (), f"move {other} M13")


@pytest.mark.parametrize(("target_up", "slope"), [(False, True), (True, False)])
def test_oto_1_42_the_slope_counts_at_a_hexside_only_if_it_does_for_both_its_hexes(
    target_up: bool, slope: bool
) -> None:
    """OtO 1.42: Up-Slope from, higher than and not adjacent to each of the two hexes of the Snap Shot hexside."""
    every = frozenset(range(6))
    table = slanting(K14=HexTerrain(up=every), M12=HexTerrain(up=every if target_up else frozenset()))
    us = table.new(FRIENDLY, "4-4-7", "M12")
    found = drm(throw(table, (6, 5), f"move {us} L11", "snap"))
    assert ("Fire Lane slope" in found) == slope
    other = table.new(FRIENDLY, "4-4-7", "M12")
    assert "Fire Lane slope" in drm(throw(table, (6, 5), f"move {other} L11", "hex")), "L11 itself lies lower"


@pytest.mark.parametrize("fp", ["4-6-7", "6-5-8"])
def test_a8_2_the_paper_tells_the_residual_fp_that_will_lie_there(fp: str) -> None:
    table, them, _ = under_fire(fp)
    sheet = table.ask(f"fire {them} K10").preview
    told = [text for text in sheet.facts if "Residual FP" in text]
    throw(table, (6, 5), f"fire {them} K10")
    assert told == [f"leaves {left(table)[0]} Residual FP in K10 (A8.2)"]


def test_d5_31_the_paper_tells_what_small_arms_have_at_an_exposed_crew() -> None:
    table = field(FRIENDLY, "PFPh")
    squad, tank = table.new(FRIENDLY, "6-2-8", "K12"), table.new(ENEMY, "StuG IIIG", "K10")
    sheet = table.ask(f"fire {squad} K10").preview
    assert [str(mod) for mod in sheet.modifiers] == ["+2 crew exposed (D5.31)"], "it is alone: the chances are its own"
    rider = table.new(ENEMY, "4-6-7", "K10")
    table.do(f"board {rider} {tank}")
    said = table.ask(f"fire {squad} K10").preview.facts
    assert any(f"for the crew of {tank}: +2 crew exposed (D5.31)" in text for text in said), "the Riders have no +2"
    table.do(f"put {rider} off")
    table.do(f"set {tank} buttoned")
    assert not any("crew exposed" in text for text in table.ask(f"fire {squad} K10").preview.facts)


def test_a7_307_the_paper_tells_that_small_arms_do_nothing_to_a_buttoned_up_afv() -> None:
    """Nor is such fire something that a unit could still do; a squad beside the AFV makes it so."""
    table = field(FRIENDLY, "PFPh")
    squad, tank = table.new(FRIENDLY, "6-2-8", "K12"), table.new(ENEMY, "StuG IIIG", "K10", "buttoned")
    sheet = table.ask(f"fire {squad} K10").preview
    assert sheet.expected == (("-", 1),) and f"{tank}: armor all around, and nobody exposed" in "\n".join(sheet.facts)
    assert not unfinished(table.game)
    table.new(ENEMY, "4-6-7", "K10")
    assert table.ask(f"fire {squad} K10").preview.expected[0][0] == "2MC"
    assert [chance.ids for chance in unfinished(table.game)] == [(squad,)]


def test_d5_31_fire_at_a_lone_afv_is_read_once_for_its_crew() -> None:
    table = field(FRIENDLY, "PFPh")
    squad, tank = table.new(FRIENDLY, "6-2-8", "K12"), table.new(ENEMY, "StuG IIIG", "K10")
    events = throw(table, (1, 3, 6, 3), f"fire {squad} K10")  # 6 FP: 4 + 2 = 6, NMC; 9 against Morale 8
    assert rolls(events, "Prep Fire")[0].total == 6 and "Same DR" not in told(events)
    assert "stunned" in table.unit(tank).flags


# -- SMOKE in the hex -----------------------------------------------------------------------------------


def test_a8_26_smoke_in_the_hex_hinders_residual_fire() -> None:
    table = quiet(field(FRIENDLY, "MPh"))
    us = table.new(FRIENDLY, "4-4-7", "K14")
    table.do("marker add smoke K13")
    residual = Marker("residual1", "residual", "K13", ENEMY, 2, text="Residual FP 2")
    table, _ = by_rule(table, (), lambda ctx: ctx.emit(ev.MarkerPut(residual, "test")))
    events = throw(table, (6, 5), f"move {us} K13")
    assert drm(events)["LOS Hindrance"] == 3 and "FFMO" not in drm(events)


@pytest.mark.parametrize(("smoke", "left"), [(False, 2), (True, 2)])
def test_a8_26_smoke_in_the_hex_does_not_weaken_residual_fire_twice(smoke: bool, left: int) -> None:
    table = field(FRIENDLY, "MPh")
    them, us = table.new(ENEMY, "4-6-7", "K14"), table.new(FRIENDLY, "4-5-8", "K10")
    if smoke:
        table.do("marker add smoke K10")
    table = quiet(moves(table, us, came_from="K9"))
    throw(table, (6, 5), f"fire {them} K10")
    assert [marker.number for marker in table.state.marked("residual")] == [left]
