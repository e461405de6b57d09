"""7.505-7.5054: grains, loops, and a checker that names every rule that a perimeter breaks."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from desk import Desk
from front import field, loop, meadow

from sasl.campaign.orders.campaign_commands import COMMANDS
from sasl.campaign.perimeter.determination import draw
from sasl.campaign.perimeter.front_lines import enclosed, grain_kind, grains_between
from sasl.campaign.perimeter.perimeter_grid import edge_ring
from sasl.campaign.perimeter.position import Position
from sasl.campaign.perimeter.proposal import filled
from sasl.campaign.perimeter.rules import faults

RING = loop("A1 A2 A3 B3 C4 D3 E3 E2 E1 D0 C1 B0")


@pytest.mark.parametrize(
    ("run", "kind"),
    [
        ("A1 A2 A3", "hex grain"), ("A3 B2 C2 D1", "hex grain"), ("A1 B0 C1 D0 E1", "alternate hex grain"),
        ("A1 B1 C1 D1", "alternate hex grain"), ("A1 B1 C1 D0", ""), ("A1 B1 B2", "alternate hex grain"),
        ("A1 A2 B1", ""), ("A1 C1", ""),
    ],
)  # fmt: skip
def test_e12_11_hex_grains_and_alternate_hex_grains(run: str, kind: str) -> None:
    assert grain_kind(run.split()) == kind


def test_e12_11_between_two_hexes_there_is_one_grain_or_two_beside_hexspines_or_none() -> None:
    assert grains_between("A1", "A4") == (("A1", "A2", "A3", "A4"),)
    assert set(grains_between("A2", "C2")) == {("A2", "B1", "C2"), ("A2", "B2", "C2")}
    assert grains_between("A1", "D0") == (("A1", "B0", "C1", "D0"),)
    assert grains_between("A1", "C6") == ()


def test_the_map_edge_goes_once_around() -> None:
    ring = edge_ring(meadow(4, 3))
    assert ring == ("A1", "B0", "C1", "D0", "D1", "D2", "D3", "C3", "B3", "A3", "A2")


def test_a_loop_encloses_itself_and_its_inside_and_an_open_run_only_itself() -> None:
    board = meadow(7, 7)
    assert enclosed(board, RING) == set(RING) | {"B1", "B2", "C2", "C3", "D1", "D2"}
    assert enclosed(board, RING[:5]) == set(RING[:5])


def ground(**more: Any) -> Position:
    """Germans hold the low corner; markers stand in A3, C4, E3 and, beside Russian map edge, in E1."""
    held = dict.fromkeys(RING, "german")
    return field(meadow(7, 7), german="A3 C4 E3", border=0, control={**held, "A4": "russian", "F0": "russian"}, **more)


def test_7_5053_a_loop_from_marker_to_marker_is_legal() -> None:
    assert faults(ground(), "german", [RING]) == []


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (tuple(name for name in RING if name != "B3"), "A3 and C4 are not adjacent"),
        ((*RING[:6], "C4", *RING[6:]), "enters C4 twice"),
        (("A1", "A2", "A3", "A4", "B4", *RING[4:]), "from A3 to C4 the line is not an (Alternate) Hex Grain"),
        (("J9",), "J9 is not on the map"),
    ],
)
def test_7_505_a_line_that_has_a_gap_or_a_bend_is_named(line: tuple[str, ...], words: str) -> None:
    assert any(words in fault for fault in faults(ground(), "german", [line]))


def test_7_5053_an_enemy_unit_on_the_line_is_named_and_an_smc_is_none() -> None:
    assert "an enemy unit stands on the Front Line in B3 (7.5053)" in faults(ground(russian="B3"), "german", [RING])
    assert faults(ground(smc={"russian": "B3"}), "german", [RING]) == []


def test_7_5053_an_enemy_controlled_strategic_location_on_the_line_is_named() -> None:
    position = field(
        meadow(7, 7),
        german="A3 C4 E3",
        strategic=("D3",),
        control={**dict.fromkeys(RING, "german"), "A4": "russian", "F0": "russian", "D3": "russian"},
    )
    assert "D3 is an enemy-controlled Strategic Location (7.5053)" in faults(position, "german", [RING])


def test_11_6053_an_enemy_controlled_map_edge_hex_on_the_line_is_named() -> None:
    position = field(meadow(7, 7), german="A3 C4 E3", control={**dict.fromkeys(RING, "german"), "B0": "russian"})
    assert "B0 is an enemy-controlled map-edge hex (7.5052)" in faults(position, "german", [RING])


def test_7_505_a_unit_outside_is_named() -> None:
    position = ground(vehicles="")
    outside = field(meadow(7, 7), german="A3 C4 E3 G6", control=dict(position.control))
    assert any("the unit in G6 is outside" in fault for fault in faults(outside, "german", [RING]))
    assert faults(outside, "german", [RING, ("G6",)]) == []


def test_7_5054_note_9_a_pocket_without_a_unit_is_named() -> None:
    position = field(
        meadow(9, 9),
        german="A3 C4 E3",
        strategic=("F6",),
        control={**dict.fromkeys(RING, "german"), "A4": "russian", "F0": "russian", "F6": "german"},
    )
    assert any("holds only SMC" in fault for fault in faults(position, "german", [RING, ("F6",)]))


def test_11_6054_two_lines_that_overlap_are_named() -> None:
    position = field(meadow(9, 9), german="D3 D6 B4 F4 B5")
    fault = "two Front Lines overlap in D4 (11.6054)"
    crossing = [("D3", "D4", "D5", "D6"), ("B4", "C4", "D4", "E4", "F4")]
    assert fault in faults(position, "german", crossing)


def test_7_5053_from_marker_to_marker_the_line_is_filled_in() -> None:
    assert set(filled(ground(), "german", ["A1", "A3", "C4", "E3", "E1"])) == set(RING)
    with pytest.raises(ValueError, match="no \\(Alternate\\) Hex Grain runs from A1 to C6"):
        filled(ground(), "german", ["A1", "C6", "E3"])


def test_a_perimeter_is_drawn_in_letters() -> None:
    assert draw(meadow(7, 5), {"german": (RING,)}, control={"G5": "russian"}) == [
        "     A B C D E F G",
        "   0   G   G   .",
        "   1 G   G   G   .",
        "   1   g   g   .",
        "   2 G   g   G   .",
        "   2   g   g   .",
        "   3 G   g   G   .",
        "   3   G   G   .",
        "   4 .   G   .   .",
        "   4   .   .   .",
        "   5 .   .   .   .(",
        "   5   .   .   .",
    ]


# -- commands -------------------------------------------------------------------------------------------


def orsha() -> Desk:
    """Both sides at Orsha, the border between numbers 29 and 30."""
    desk = Desk()
    for line in ("control <30 german", "control >=30 russian", "add german 4-6-7 L27", "add russian 4-4-7 L32",
                 "add german 4-6-7 M35", "add german 9-1 T40"):  # fmt: skip
        desk.do(line)
    return desk.at("perimeter")


def test_7_505_the_step_proposes_both_perimeters_and_its_end_gives_control() -> None:
    desk = orsha()
    desk.do("next")
    assert all(desk.state.perimeters[side] for side in ("german", "russian"))
    assert ("M35",) in desk.state.perimeters["german"]
    desk.do("next")
    leader = next(piece for piece in desk.state.pieces.values() if piece.type == "9-1")
    assert leader.box == "gone"
    assert desk.state.control["L27"] == "german" and desk.state.control["L32"] == "russian"


def test_7_5058_the_player_draws_a_perimeter_from_marker_to_marker() -> None:
    desk = orsha()
    desk.do("next")
    desk.do("perimeter clear german")
    assert desk.state.perimeters["german"] == ()
    assert "outside" in desk.no("next")
    assert "no (Alternate) Hex Grain" in desk.no("perimeter german A1 L27 DD5")
    assert "no Perimeter Marker" in desk.no("perimeter german K20 L20 L21")
    desk.do("perimeter propose german")
    desk.do("next")


PAGE = (Path(__file__).resolve().parents[2] / "docs" / "campaigns.md").read_text(encoding="utf-8")
DRAWN = (*COMMANDS["perimeter"].example, *re.findall(r"`:(perimeter [^`]+)`", PAGE))


@pytest.mark.parametrize("line", DRAWN)
def test_7_5058_the_examples_of_perimeter_are_legal_as_the_campaign_begins(line: str) -> None:
    """The Front Line A41-DD41, then around the map edge by way of P0: all that the Germans set up in."""
    desk = Desk()
    desk.do("next")
    desk.do(line)
    (loop,) = desk.state.perimeters["german"]
    assert {"A41", "O41", "DD41", "P0"} <= set(loop)


def test_7_5054_a_second_loop_is_drawn_behind_a_stroke() -> None:
    desk = Desk()
    desk.do("next")
    reason = desk.no("perimeter german /")
    assert "as in: perimeter german" in reason
    desk.do("add german 4-6-7 K45")
    desk.do(reason.partition("as in: ")[2])
    assert desk.state.perimeters["german"][1:] == (("K45",),)


def test_7_5051_control_is_entered_by_hex_by_number_and_by_map_edge() -> None:
    desk = Desk()
    desk.do("control west german")
    assert desk.state.control["C1"] == "german" and desk.state.control["B0"] == "german"
    desk.do("control north>=50 K12 russian")
    assert desk.state.control["DD52"] == "russian" and desk.state.control["K12"] == "russian"
    desk.do("control K12 nobody")
    assert "K12" not in desk.state.control
    assert "names no hex" in desk.no("control >52 german")
    assert "control needs hexes" in desk.no("control german")


def test_6_a_vehicle_with_a_functioning_ma_makes_a_location_strategic_a_truck_does_not() -> None:
    from sasl.campaign.perimeter.position import strategic_locations

    desk = Desk()
    desk.do("add russian GAZ-MM E20")
    assert "E20" not in strategic_locations(desk.game)
    desk.do("add russian T-34 M43 E20")
    assert "E20" in strategic_locations(desk.game)
    desk.do("mark rt34-1 +malfunctioned")
    assert "E20" not in strategic_locations(desk.game)


def test_strategic_locations_at_orsha_and_marks_by_hand() -> None:
    from sasl.campaign.perimeter.position import strategic_locations

    desk = Desk()
    before = strategic_locations(desk.game)
    assert {"A30", "DD30"} <= before and desk.game.board is not None
    assert set(desk.game.board.rail_hexes()) <= before and "K20" not in before
    desk.do("strategic K20")
    desk.do("work trench K21")
    assert {"K20", "K21"} <= strategic_locations(desk.game)
    desk.do("strategic K20 off")
    assert "K20" not in strategic_locations(desk.game)


def test_a26_1_who_is_alone_in_a_hex_controls_it_before_perimeters_are_drawn() -> None:
    desk = orsha()
    desk.do("control L27 russian")
    desk.do("add russian 4-4-7 K20")
    desk.do("next")
    assert desk.state.control["L27"] == "german" and desk.state.control["K20"] == "russian"


def test_every_command_of_perimeters_is_refused_in_words() -> None:
    desk = orsha()
    assert "needs marker hexes" in desk.no("perimeter german")
    assert "is not a side" in desk.no("perimeter nobody A1 A2")
    assert "is not on the map" in desk.no("perimeter german A99 B2 C3")
    assert "needs a hex" in desk.no("strategic")
    assert "needs a number" in desk.no("control west< german")
    desk.do("areas")
    desk.do("perimeter")


def test_on_a_campaign_without_a_map_all_is_entered_by_hand() -> None:
    desk = Desk("rb")
    desk.do("control K12 L13 german")
    desk.at("perimeter").do("next")
    desk.do("perimeter german K12 K13 L13")
    assert desk.state.perimeters["german"] == (("K12", "K13", "L13"),)
    desk.do("add german 4-6-7 K12")
    desk.do("isolated K12 german")
    assert desk.state.areas[0].type == "C"
    assert "no map for this campaign" in desk.no("perimeter propose german")
    desk.do("areas")
    desk.do("next")
    desk.do("next")


def test_7_5054_vehicles_of_both_sides_in_one_hex_are_pockets_and_hold_up_nobody() -> None:
    desk = Desk().at("perimeter")
    for line in ("control >=42 russian", "control <42 german", "add german 4-6-7 K18", "add russian 4-5-8 K45",
                 "add german StuG IIIG K20", "add russian KV-1S K20"):  # fmt: skip
        desk.do(line)
    desk.do("next")
    assert ("K20",) in desk.state.perimeters["russian"]
    desk.do("next")
    assert desk.game.step is not None and desk.game.step.step == "isolation"


def test_7_505_a_proposal_overtaken_by_events_is_refused_with_the_way_to_a_new_one() -> None:
    desk = Desk().at("perimeter")
    for line in ("control >=42 russian", "control <42 german", "add german 4-6-7 K18", "add russian 4-5-8 K45"):
        desk.do(line)
    desk.do("next")
    front = next(name for loop in desk.state.perimeters["russian"] for name in loop if name not in ("K45",))
    desk.do(f"add german 4-6-7 {front}")
    assert "perimeter propose" in desk.no("next")
    desk.do("perimeter propose")
    desk.do("next")
