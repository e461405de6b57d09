"""OtO-S2: VPO by the priority list and S? by their cases, each traced to its rule from the map alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

import pytest
from tabletop import LIBRARY, Tabletop, rolls, told

from sasl.asl.game import events as ev
from sasl.asl.game.state import Suspect
from sasl.orders.engine import new_game
from sasl.solitaire.briefing.report import hex_report
from sasl.solitaire.setup import objectives
from sasl.solitaire.suspects import activation
from sasl.tui.play.telling import panes
from sasl.tui.play.telling.setup_pane import setup_lines

SEEDS = (1, 2, 3, 4, 5)
BUILDING = "wooden-building"


def table(*lines: str, seed: int = 1) -> Tabletop:
    return Tabletop(new_game(LIBRARY, "oto-s2", seed)).all(*lines)


@cache
def set_up(seed: int, centre: str = "") -> Tabletop:
    """A game with its S? placed; seeds may have a board chosen for them."""
    return table(*([f"mapboard centre {centre}"] if centre else []), "next", "next", "next", seed=seed)


GAMES = [(seed, "") for seed in SEEDS] + [(6, "8"), (7, "40 turned")]


def events_of(found: Tabletop, number: int) -> Sequence[ev.Event]:
    """What the command that began the stage after boards (1), tables (2), suspects (3) did."""
    nexts = [moment for moment in found.session.moments if moment.command == "next"]
    return nexts[number - 1].events


def by_kind(found: Tabletop, sheet: str) -> list[list[str]]:
    """What may be a VPO on a board, class by class, from terrain and layout alone."""
    board = found.game.board
    here = [name for name in board.names() if board.terrain(name).sheet == sheet]
    long = [item.hexes[(len(item.hexes) - 1) // 2] for item in found.state.layout.bridges if len(item.hexes) > 1]
    short = [item.hexes[0] for item in found.state.layout.bridges if len(item.hexes) == 1]
    roads = [name for name in here if len(board.terrain(name).road) >= 3 and not board.terrain(name).half]
    return [[name for name in group if name in here] for group in (long, roads, short)]


@pytest.mark.parametrize(("seed", "centre"), GAMES)
def test_vpo_follow_a6g_and_the_priority_list(seed: int, centre: str) -> None:
    found = set_up(seed, centre)
    numbers = [record.result for record in rolls(events_of(found, 2), "Number of VPO")]
    assert len(numbers) == 3
    control = found.state.control
    assert set(control.values()) == {"ENEMY"}
    total = 0
    for sheet, number in zip(found.state.layout.sheets, numbers, strict=True):
        left = number
        for group in by_kind(found, sheet.board):
            chosen = [name for name in group if name in control]
            assert len(chosen) == min(left, len(group)), (sheet, group)
            left -= len(chosen)
        total += number - left
        if left:
            assert f"has {left} VPO fewer than A6g gives" in told(events_of(found, 2))
    assert total == len(control)


@pytest.mark.parametrize(("seed", "centre"), GAMES)
def test_every_suspect_is_traced_to_its_case(seed: int, centre: str) -> None:
    found = set_up(seed, centre)
    game, board = found.game, found.game.board
    events = events_of(found, 3)
    suspects = list(game.state.suspects.values())
    assert len({item.hex for item in suspects}) == len(suspects)
    assert {item.attitude for item in suspects} == {"Hold"}
    traced: list[Suspect] = []
    _buildings(found, events, traced)
    vpo = sorted(game.state.control, key=board.hex)
    kinds = {name: objectives.kind_of(game, name) for name in vpo}
    placed = [item.hex for item in traced]
    for name in (name for name in vpo if kinds[name] == "intersection" and name not in placed):
        traced.append(next(item for item in suspects if item.hex == name))
        assert traced[-1].reason.startswith(f"OtO-S2 S? placement, case intersection, VPO {name} (intersection, ")
    placed = [item.hex for item in traced]
    radii = {record.purpose.split()[-1]: record.result for record in rolls(events, "Radius for S? near VPO")}
    assert radii.keys() == {name for name in vpo if kinds[name] == "intersection"}
    for kind, case in (("intersection", "around"), ("multi-hex bridge", "bridge")):
        for name in (name for name in vpo if kinds[name] == kind):
            spots = objectives.bridge_of(game, name) if case == "bridge" else (name,)
            near = {other for spot in spots for other in board.within(spot, radii.get(name, 1))} - set(spots)
            hidden = {other for other in near if board.chart.has(board.terrain(other).terrains, "concealment")}
            mine = [item for item in suspects if f"case {case}," in item.reason and f"VPO {name} (" in item.reason]
            assert len(mine) == bool(hidden - set(placed))
            assert all(item.hex in hidden for item in mine)
            placed += [item.hex for item in mine]
            traced += mine
    assert len(traced) == len(suspects)


def _buildings(found: Tabletop, events: Sequence[ev.Event], traced: list[Suspect]) -> None:
    """S4.1a: the buildings of the joined map, each with its A9e roll and its S?."""
    board, suspects = found.game.board, list(found.state.suspects.values())
    patches = board.patches(lambda name: BUILDING in board.terrain(name).terrains)
    every = [record for record in rolls(events, "S? in the building") if record.table == "a9.e"]
    records = {record.purpose.split()[4]: record for record in every}
    assert list(records) == [patch[0] for patch in patches]
    for patch in patches:
        record = records[patch[0]]
        per = record.result["one_per"]
        number = -(-len(patch) // per) if per else 1
        mine = [item for item in suspects if re.match(rf"S4.1a, building {patch[0]}[ ,]", item.reason)]
        assert len(mine) == number and {item.hex for item in mine} <= set(patch)
        assert all(f"A9e dr {record.total}: " in item.reason for item in mine)
        traced += mine


def test_explain_of_a_suspect_names_rule_vpo_and_dr() -> None:
    found = set_up(3)
    texts = ["\n".join(event.explain()) for event in events_of(found, 3) if isinstance(event, ev.SuspectPlaced)]
    assert any("Reason: S4.1a, building" in text and "A9e dr" in text for text in texts)
    assert any("OtO-S2 S? placement, case around" in text and "(A6f dr" in text for text in texts)
    assert all("Reason: " in text for text in texts)


def test_the_log_and_the_list_say_what_each_vpo_is() -> None:
    found = set_up(3)
    why = [event.why for event in events_of(found, 2) if isinstance(event, ev.ControlChanged)]
    form = re.compile(r"(intersection|one-hex bridge|multi-hex bridge) \d+[A-Z]+\d+.*A6g dr \d, \d on Board")
    assert why and all(form.match(text) for text in why)
    assert "S4 (intersection, 24S4) ENEMY" in told(found.do("vpo"))
    assert any("VPO (intersection), controlled by the ENEMY" in line for line in hex_report(found.game, "24s4"))
    assert any("VPO (intersection), ENEMY" in line.text for line in panes.hex_lines(found.game, "S4"))
    assert any("intersection 24S4" in line.text for line in setup_lines(found.game))


def test_board_52_has_no_intersection_and_gives_no_vpo() -> None:
    found = table("mapboard north 52", "mapboard centre 50", "mapboard south 34", "next")
    events = found.do("next")
    sheets = {found.game.board.terrain(name).sheet for name in found.state.control}
    assert sheets == {"bd50", "bd34"}
    assert re.search(r"Board 52 has [2-5] VPO fewer than A6g gives", told(events))
    found.all("next", "next")


def test_one_hex_bridges_come_last_and_even_a_destroyed_one_is_a_vpo() -> None:
    found = table("mapboard north 34", "mapboard centre 16", "mapboard south 43", "next", "bridge 34V5 destroyed")
    for name in ("enemy-san 4", "friendly-san 3", "enemy-ac 3", "enemy-re 4/5", "friendly-re 4/5"):
        found.do(f"value {name}")
    found.dice(1, 1, 6)  # month, EC, A6g 6: five VPO
    found.do("next")
    assert not found.game.board.terrain("V5").bridged
    on_34 = {name for name in found.state.control if found.game.board.terrain(name).sheet == "bd34"}
    assert on_34 == {"P5", "Q6", "V5"}
    assert objectives.kind_of(found.game, "V5") == "one-hex bridge"


def test_a_bridge_of_several_hexes_is_one_vpo_in_its_middle() -> None:
    found = table("mapboard north 4", "mapboard centre 8", "mapboard south 43").dice(1, 1, 1, 1, 1).all("next")
    assert objectives.candidates(found.game, "bd08")["multi-hex bridge"][0] == "I17"
    assert objectives.kind_of(found.game, "I17") == "multi-hex bridge"
    assert objectives.bridge_of(found.game, "I17") == ("I19", "I18", "I17", "I16", "I15")


def test_a_vpo_by_hand_stays_and_needs_no_kind() -> None:
    found = table("next", "next", "vpo add A3")
    assert found.state.control["A3"] == "ENEMY"
    assert objectives.kind_of(found.game, "A3") == ""
    found.do("vpo remove A3")
    assert "A3" not in found.state.control


def test_the_entry_edge_is_asked_before_the_suspects_and_may_be_chosen_before() -> None:
    found = table("next", "next")
    question = found.ask("next")
    assert [option.value for option in question.options] == ["north", "south"] and question.whose == "FRIENDLY"
    found.do("next", "south")
    assert found.state.entry == "south"
    assert (found.game.edge_of("FRIENDLY"), found.game.edge_of("ENEMY")) == ("south", "north")
    early = table("edge south", "next", "next")
    early.do("next")
    assert early.state.entry == "south" and early.state.stage == "force"


def test_5_2_a_suspect_on_a_village_board_checks_at_plus_1_unless_it_advances() -> None:
    found = table("mapboard north 42", "mapboard centre 16", "mapboard south 33", "next", "next", "next")
    on_village = next(item for item in found.state.suspects.values() if found.game.board.hex(item.hex).num < 10)
    on_16 = next(item for item in found.state.suspects.values() if 10 < found.game.board.hex(item.hex).num < 20)
    assert activation.ac_facts(found.game, on_village)["village"] == 1
    assert activation.ac_facts(found.game, on_16)["village"] == 0
    found.do(f"suspect {on_village.id} advance")
    assert activation.ac_facts(found.game, found.state.suspects[on_village.id])["village"] == 0
