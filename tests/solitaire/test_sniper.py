"""Snipers (A14): Random Location, the target's hex, Random Selection, and the effect; wounds (A17)."""

from __future__ import annotations

import pytest
from tabletop import Tabletop, bare, rolls, told

from sasl.asl import snipers
from sasl.asl.game.state import Marker
from sasl.board.board import Board
from sasl.board.terrain import HexTerrain
from sasl.kernel.frozen import replace


def with_sniper(hex_name: str = "P18") -> Tabletop:
    """A bare map with the ENEMY sniper's own counter."""
    table = bare("ENEMY", "RPh")
    marker = Marker("sniper1", "sniper", hex_name, "ENEMY", text="ENEMY sniper")
    return Tabletop(table.game.at(replace(table.state, markers={"sniper1": marker}, serials={"sniper": 1})))


def test_a14_21_a_sniper_dr_of_1_or_2_is_effective_and_is_the_kind_of_the_attack() -> None:
    for dr, flags in ((1, {"broken", "dm"}), (2, {"pinned"}), (3, set()), (6, set())):
        table = with_sniper()
        squad = table.new("friendly", "6-2-8", "P15")
        table.dice(*((dr, 1, 3) if dr < 3 else (dr,))).do("sniper enemy")
        assert table.unit(squad).flags == flags


@pytest.mark.parametrize(("coloured", "white", "nearest"), [(1, 5, "P13"), (4, 5, "P23"), (4, 6, "P23"), (1, 1, "P13")])
def test_a14_2_random_location_from_the_counter_then_the_nearest_target(
    coloured: int, white: int, nearest: str
) -> None:
    """Coloured die: the direction, 1 towards the west (top of the map); white: how many hexes."""
    table = with_sniper("P18")
    table.new("friendly", "6-2-8", "P13")
    table.new("friendly", "6-2-8", "P23")
    events = table.dice(coloured, white).do("sniper enemy 2")
    assert f"{'up' if coloured == 1 else 'down'}, {white} hex" in told(events), "the roll says where it leads"
    hit = [unit.hex for unit in table.state.on_map("FRIENDLY") if "pinned" in unit.flags]
    assert hit == [nearest]
    assert [marker.hex for marker in table.state.marked("sniper")] == [nearest], "the counter moves to its target"


def test_a14_2_of_hexes_equally_near_the_lowest_tem() -> None:
    table = with_sniper("Q17")
    board = table.game.board
    assert board.distance("Q15", "Q16") == board.distance("Q15", "Q14") == 1
    woods, plain = table.new("friendly", "6-2-8", "Q16"), table.new("friendly", "6-2-8", "Q14")
    assert board.chart.tem(board.terrain("Q16").terrains) > board.chart.tem(board.terrain("Q14").terrains)
    table.dice(1, 2).do("sniper enemy 2")
    assert "pinned" in table.unit(plain).flags and "pinned" not in table.unit(woods).flags


def test_a14_22_nobody_is_a_target_in_the_middle_of_a_building() -> None:
    table = bare("ENEMY", "RPh")
    board = table.game.board
    around = {board.hex(name): HexTerrain(("stone-building",)) for name in ("P15", *board.neighbours("P15"))}
    factory = Board("factory", "", {**board.hexes, **around}, board.orientation, board.chart)
    table = Tabletop(replace(table.game, board=factory))
    inside, beside = table.new("friendly", "6-2-8", "P15"), table.new("friendly", "6-2-8", "P16")
    found = [unit.id for unit in snipers.candidates(table.game, "FRIENDLY")]
    assert inside not in found and beside in found
    table.do("marker add rubble P16")
    assert inside in [unit.id for unit in snipers.candidates(table.game, "FRIENDLY")], "a side of it has fallen"


def test_a14_22_random_selection_in_the_hex() -> None:
    table = with_sniper()
    units = [table.new("friendly", "4-4-7", "P15") for _ in range(3)]
    events = table.dice(1, 3, 2, 5, 4).do("sniper enemy 2")
    assert ["pinned" in table.unit(name).flags for name in units] == [False, True, False]
    assert rolls(events, "Random Selection")


@pytest.mark.parametrize(
    ("type_name", "kind", "flags"),
    [
        ("6-2-8", 1, {"broken", "dm"}), ("6-2-8", 2, {"pinned"}), ("2-4-8", 1, {"broken", "dm"}),
        ("SU-76M", 1, {"stunned", "recalled", "buttoned"}), ("SU-76M", 2, {"stunned", "buttoned"}),
        ("GAZ-MM", 2, set()),
    ],
)  # fmt: skip
def test_a14_3_what_a_1_and_a_2_do(type_name: str, kind: int, flags: set[str]) -> None:
    """An AFV's crew is stunned and buttons up; a 2 does nothing to a truck."""
    table = with_sniper()
    unit = table.new("friendly", type_name, "P15")
    table.dice(1, 3, 1, 1).do(f"sniper enemy {kind}")
    assert table.unit(unit).flags == flags


@pytest.mark.parametrize("type_name", ["GAZ-MM", "Wagon"])
def test_a14_3_a_1_immobilizes_what_has_only_a_driver_and_d8_1_leaves_a_wreck_of_it(type_name: str) -> None:
    table = with_sniper()
    unit = table.new("friendly", type_name, "P15")
    table.dice(1, 3).do("sniper enemy 1")
    assert unit not in table.state.units
    assert bool(table.state.markers_at("P15", "wreck")) is (type_name != "Wagon")


def test_a14_3_a_1_eliminates_an_smc() -> None:
    table = with_sniper()
    leader = table.new("friendly", "9-1", "P15")
    table.dice(1, 3).do("sniper enemy 1")
    assert leader not in table.state.units and table.state.lost == {"FRIENDLY leader": 1}


@pytest.mark.parametrize(
    ("dr", "wounded", "lives"), [(4, False, True), (5, False, False), (3, True, True), (4, True, False)]
)
def test_a17_a_2_wounds_an_smc_or_kills_him(dr: int, wounded: bool, lives: bool) -> None:
    table = with_sniper()
    leader = table.new("friendly", "9-1", "P15", *(["wounded"] if wounded else []))
    table.dice(1, 3, dr).do("sniper enemy 2")
    assert (leader in table.state.units) == lives
    if lives:
        assert "wounded" in table.unit(leader).flags


def test_a14_3_a_broken_mmc_suffers_casualty_reduction_and_the_broken_beside_it_dm() -> None:
    table = with_sniper()
    squad = table.new("friendly", "6-2-8", "P15", "broken")
    mate = table.new("friendly", "4-4-7", "P15", "broken")
    table.dice(1, 3, 1, 6).do("sniper enemy 1")
    assert table.unit(squad).type == "3-2-8" and table.unit(squad).kind == "hs"
    assert "dm" in table.unit(mate).flags


def test_a14_a_half_squad_that_is_reduced_is_gone() -> None:
    table = with_sniper()
    half = table.new("friendly", "2-4-8", "P15", "broken")
    table.dice(1, 3).do("sniper enemy 1")
    assert half not in table.state.units


def test_a14_a_sniper_without_a_counter_gets_one() -> None:
    table = bare("FRIENDLY", "RPh")
    table.new("enemy", "4-6-7", "P9")
    table.dice(1, 1).do("sniper friendly 2")
    assert [(marker.hex, marker.side) for marker in table.state.marked("sniper")] == [("P9", "FRIENDLY")]


def test_a14_3_a_sniper_that_does_nothing_says_so() -> None:
    table = with_sniper()
    mad = table.new("friendly", "6-2-8", "P15", "berserk")
    said = told(table.dice(2, 1, 3).do("sniper enemy"))
    assert f"{mad} in P15 is the Sniper's target: a 2 only pins, and it is berserk (A7.8)." in said


def test_a14_no_target_no_attack() -> None:
    assert "finds no target" in told(with_sniper().do("sniper enemy 1"))


@pytest.mark.parametrize("line", ["sniper", "sniper nobody", "sniper enemy 3"])
def test_a14_wrong_words(line: str) -> None:
    assert "as in: sniper " in with_sniper().no(line)
