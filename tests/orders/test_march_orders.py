"""Several stacks by one order: the same moves one after another; and how those who enter go on."""

from __future__ import annotations

import pytest
from tabletop import Tabletop, bare

from sasl.asl.game import events as ev
from sasl.asl.movement import formation
from sasl.asl.movement.entering import suggestion
from sasl.asl.movement.move import cheapest_way
from sasl.orders.engine import order_of
from sasl.orders.entry_orders import Enter, EnterAuto
from sasl.orders.march_orders import March, go_on, in_short
from sasl.orders.move_orders import Move


@pytest.fixture
def table() -> Tabletop:
    """Squads in K22, L22 and M22, a leader with the first, in the FRIENDLY MPh; nobody looks."""
    table = bare("FRIENDLY", "MPh").all("option fire-stops off")
    for name, place in (("4-4-7", "K22"), ("4-4-7", "L22"), ("4-4-7", "M22"), ("8-1", "K22")):
        table.new("friendly", name, place)
    return table


def places(table: Tabletop) -> dict[str, str]:
    return {unit.id: unit.hex for unit in table.state.on_map("FRIENDLY")}


def test_stacks_keep_their_places_beside_one_another(table: Tabletop) -> None:
    order = order_of(table.game, "march K22,L22,M22 K20")
    assert isinstance(order, March) and order.moves[0] == Move(("447a", "81a"), ("K21", "K20"))
    assert {item.path[-1] for item in order.moves} == {"K20", "L20", "M20"}
    table.do("march K22,L22,M22 K20")
    assert places(table) == {"447a": "K20", "81a": "K20", "447b": "L20", "447c": "M20"}


@pytest.mark.parametrize(
    ("way", "why"), [("ZZ99", "not on the map"), ("K21-K20", "is not a hex"), ("K21 xyzzy", "is not a hex")]
)
def test_a_group_sent_where_there_is_no_hex_is_told_so(table: Tabletop, way: str, why: str) -> None:
    assert why in table.no(f"march K22,L22,M22 {way}")


def test_d7_nobody_drives_into_an_enemy_only_to_keep_his_place() -> None:
    """A vehicle may enter his hex (D2.6), but only where it is sent by name."""
    table = bare("FRIENDLY", "MPh").all("option fire-stops off")
    for place in ("K22", "L22"):
        table.new("friendly", "T-34 M43", place)
    beside = "L20"
    assert _ends(table)["L22"] == beside
    table.new("enemy", "4-6-7", beside)
    assert beside not in _ends(table).values()


def _ends(table: Tabletop) -> dict[str, str]:
    """Where each stack of a march of both to K20 would end, by where it stands."""
    order = order_of(table.game, "march K22,L22 K20")
    assert isinstance(order, March)
    return {table.state.units[item.units[0]].hex: item.path[-1] for item in order.moves}


def test_c1_51_a_way_goes_around_an_ffe_unless_it_names_its_hexes(table: Tabletop) -> None:
    table.do("marker add ffe K20 1")
    blast = table.game.board.within("K20", 1)
    order = order_of(table.game, "move K22 K18")
    assert isinstance(order, Move) and not blast & set(order.plan(table.game).way)
    order = order_of(table.game, "move K22 K21")
    assert isinstance(order, Move) and order.plan(table.game).way[-1] in blast
    order = order_of(table.game, "march K22,L22,M22 L20")
    assert isinstance(order, March) and not blast & {item.path[-1] for item in order.moves[1:]}


def test_nobody_is_sent_where_his_mp_do_not_take_him_around_the_mines() -> None:
    """D2.1: the belt before them is no way through; where each is sent he comes, when he goes."""
    table = bare("FRIENDLY", "MPh").all("option fire-stops off")
    for name in ("S15", "T15", "U16", "V16", "W17", "X17", "Y18", "Z18"):
        table.do(f"marker add minefield {name} 6")
    for name, place in (("PT-34(L)", "M26"), ("T-34 M43", "V22"), ("ISU-122", "X23"), ("ISU-122", "Z24")):
        table.new("friendly", name, place)
    order = order_of(table.game, "march M26,V22,X23,Z24 N16")
    assert isinstance(order, March) and len(order.moves) == 4
    for move in order.moves:
        plan = move.plan(table.game)
        assert formation.affords(table.game, plan.units, plan.way), move
    table.do(order.line())
    assert places(table) == {item.units[0]: item.path[-1] for item in order.moves}


def test_a_column_follows_the_way_a_hex_apart(table: Tabletop) -> None:
    table.do("march K22,L22,M22 K21 K20 K19 column")
    found = places(table)
    assert found["447a"] == found["81a"] == "K19"
    assert len({*found.values()}) == 3
    assert {found["447b"], found["447c"]} <= {"K20", "K21"} | {"L22", "M22"}


def test_each_may_have_a_way_of_its_own_and_the_line_says_it(table: Tabletop) -> None:
    line = "march 447a,81a K21 and 447b L21 L20 and 447c M21"
    order = order_of(table.game, line)
    assert isinstance(order, March) and order.line() == line and len(order.moves) == 3
    table.do(line)
    assert places(table) == {"447a": "K21", "81a": "K21", "447b": "L20", "447c": "M21"}


def test_a4_2_a_march_is_its_moves_one_after_another(table: Tabletop) -> None:
    order = order_of(table.game, "march K22,L22,M22 K19")
    assert isinstance(order, March)
    one = Tabletop(table.game)
    facts = [event for item in order.moves for event in one.do(item.line())]
    assert [event for event in table.do(order.line()) if not isinstance(event, ev.Told)] == [
        event for event in facts if not isinstance(event, ev.Told)
    ]
    assert one.state.units == table.state.units


def test_a_march_goes_as_far_as_the_mf_and_nobody_is_refused_for_it(table: Tabletop) -> None:
    table.do("march K22,L22,M22 K2")
    assert all(int(place[1:]) < 22 for place in places(table).values())


def test_a8_1_a_march_halts_where_the_enemy_may_fire_and_the_rest_goes_on() -> None:
    table = bare("FRIENDLY", "MPh")
    for place in ("P20", "Q20"):
        table.new("friendly", "4-4-7", place)
    table.new("enemy", "4-6-7", "P16")
    order = order_of(table.game, "march P20,Q20 P18")
    assert isinstance(order, March) and len(order.moves) == 2
    facts = table.do("march P20,Q20 P18")
    assert table.unit("447a").hex == "P19" and table.unit("447b").hex == "Q20"
    assert any(isinstance(event, ev.Told) and "still to go: march 447b" in event.text for event in facts)
    left = go_on(table.game, order, facts)
    assert isinstance(left, March) and [item.units for item in left.moves] == [("447a",), ("447b",)]


def test_what_is_left_of_a_long_march_is_told_by_its_first_stack_and_how_many_follow() -> None:
    moves = [Move((f"447{letter}",), ("K20",)) for letter in "abcde"]
    assert in_short(March(tuple(moves))) == "move 447a K20 and 4 more stacks"
    assert in_short(March(tuple(moves[:2]))) == "march 447a K20 and 447b K20"
    assert in_short(March(tuple(moves[:2]), ("447c: broken",))).endswith("; stays behind: 447c: broken")
    both = March(tuple(moves[:2]), ("447c: broken", "447d: pinned"))
    assert in_short(both).endswith("; stay behind: 447c: broken and 447d: pinned")


def test_what_is_left_of_a_march_is_for_those_who_have_not_gone(table: Tabletop) -> None:
    order = order_of(table.game, "march K22,L22,M22 K20")
    assert isinstance(order, March)
    facts = table.do(order.moves[0].line())
    left = go_on(table.game, order, facts)
    assert isinstance(left, March) and left.moves == order.moves[1:]
    facts += table.do(left.line())
    assert go_on(table.game, order, facts) is None


def test_who_has_not_begun_a_march_and_cannot_go_any_more_is_named_with_the_reason(table: Tabletop) -> None:
    order = order_of(table.game, "march K22,L22,M22 K20")
    assert isinstance(order, March)
    facts = table.do(order.moves[0].line())
    table.do("pin 447b")
    left = go_on(table.game, order, facts)
    assert isinstance(left, March) and left.moves == order.moves[2:]
    assert "447b can no longer go to L20" in left.stays[0] and "pinned" in left.stays[0]


def test_a4_11_who_has_lost_his_leader_on_a_march_goes_on_as_far_as_his_mf_reach(table: Tabletop) -> None:
    """And holds up nobody of the others: he is not sent beyond his MF."""
    order = March((Move(("447a", "81a"), ("K21", "K20", "K19", "K18", "K17")), Move(("447b",), ("L21",))))
    facts = table.do("move 447a,81a K21 K20")
    table.do("pin 81a")
    left = go_on(table.game, order, facts)
    assert isinstance(left, March) and [item.units for item in left.moves] == [("447a",), ("447b",)]
    spent = table.unit("447a").mf
    table.do(left.line())
    assert table.unit("447a").hex in ("K19", "K18") and spent < table.unit("447a").mf <= 4
    assert table.unit("447b").hex == "L21"


def test_a_march_that_has_halted_outlasts_orders_for_others() -> None:
    """A8.1: fire halts it, another squad moves, and the rest is still known; once all have gone nothing is."""
    table = bare("FRIENDLY", "MPh")
    for place in ("P20", "Q20", "S26"):
        table.new("friendly", "4-4-7", place)
    table.new("enemy", "4-6-7", "P16")
    table.do("march P20,Q20 P18")
    table.do("move 447c S27")
    left = table.session.halted()
    assert left is not None and left.line() == "move 447b Q18"
    table.do(left.line())
    while (left := table.session.halted()) is not None:
        table.do(left.line())
    assert table.unit("447b").hex == "Q18"


def off_the_map(*types: str) -> Tabletop:
    table = bare("FRIENDLY", "MPh").all("option fire-stops off")
    for name in types:
        table.new("friendly", name, "DD28")
    for unit in list(table.state.on_map("FRIENDLY")):
        table.do(f"put {unit.id} off")
    return table


def edge(table: Tabletop) -> list[str]:
    return list(table.game.board.edge(table.game.edge_of("FRIENDLY")))


def test_a2_51_who_enters_may_go_on_by_the_same_order() -> None:
    table = off_the_map("4-4-7")
    board = table.game.board
    name, near = next(
        (name, near)
        for name in edge(table)
        for near in board.neighbours(name)
        if near not in edge(table) and board.terrain(name).terrains == board.terrain(near).terrains == ("open",)
    )
    table.do(f"enter 447a {name} {near}")
    assert table.unit("447a").hex == near and table.unit("447a").mf >= 2
    other = next(item for item in board.names() if board.distance(item, name) > 12)
    far = order_of(off_the_map("4-4-7").game, f"enter 447a {other} {near}")
    assert far is not None and not far.can(table.game)


def test_a4_3_who_enters_may_go_on_in_bypass_as_who_moves() -> None:
    table = off_the_map("4-4-7")
    name = edge(table)[len(edge(table)) // 2]
    near, *_ = (item for item in table.game.board.neighbours(name) if item not in edge(table))
    beyond = next(item for item in table.game.board.neighbours(near) if item != name)
    order = order_of(table.game, f"enter 447a {name} {near}-{beyond}")
    assert isinstance(order, Enter) and order.path == (near,) and order.beside == ((near, (beyond,)),)
    assert order.line() == f"enter 447a {name} {near}-{beyond}"
    far = next(item for item in table.game.board.names() if table.game.board.distance(item, near) > 3)
    assert "put spaces between the hexes of a way" in table.no(f"enter 447a {name} {near}-{far}")


def test_a8_1_who_is_halted_in_the_entry_hex_goes_on_by_the_way_that_was_ordered() -> None:
    table = bare("FRIENDLY", "MPh").all("new friendly 4-4-7 K22", "put 447a off", "new enemy 4-6-7 K18")
    start = edge(table)[len(edge(table)) // 2]
    board = table.game.board
    beside = next(name for name in board.neighbours(start) if name not in edge(table))
    beyond = next(
        name for name in board.neighbours(beside) if name not in board.neighbours(start) and name not in edge(table)
    )
    way = (beside, start, beside, beyond)
    step = ev.UnitsMoved(("447a",), (start,), 1, "enter")
    halted = Tabletop(table.game.at(step.apply(table.state)))
    left = go_on(halted.game, Enter(("447a",), start, way), (step,))
    assert left == Move(("447a",), way)
    back = tuple(ev.UnitsMoved(("447a",), leg, 1) for leg in ((start, beside), (beside, start)))
    left = go_on(halted.game, Enter(("447a",), start, way), (step, *back))
    assert left == Move(("447a",), way[2:]), "a hex that is passed twice is no mark of how far they have come"


def test_a2_51_nothing_is_left_of_an_entry_that_names_no_way_beyond_its_hex() -> None:
    table = off_the_map("4-4-7")
    table.do(f"enter 447a {edge(table)[0]}")
    assert table.session.halted() is None


def test_a4_5_who_enters_at_double_time_has_its_mf_from_the_first_hex_on() -> None:
    table = off_the_map("4-4-7")
    name = edge(table)[len(edge(table)) // 2]
    table.do(f"enter 447a {name} double")
    assert "cx" in table.unit("447a").flags
    other = off_the_map("4-4-7")
    assert "only Cavalry can gallop" in other.no(f"enter 447a {name} gallop")


def test_a2_51_enter_auto_asks_before_it_ends_a_move() -> None:
    table = off_the_map("4-4-7", "4-4-7", "4-4-7")
    question = table.ask("enter auto")
    assert question.id == "enter-auto" and question.default == "next"
    plan = suggestion(table.game, "FRIENDLY")
    assert all(f"{ids[0]} in {name}" in question.text for name, ids in plan.items()) and question.hexes == tuple(plan)
    table.do("enter auto", "next")
    assert len(places(table)) == 1
    assert go_on(table.game, EnterAuto("next"), ()) == EnterAuto("next")
    table.do("enter auto all")
    assert len({*places(table).values()}) == 3


def test_a2_51_enter_auto_asks_for_one_stack_too() -> None:
    table = off_the_map("4-4-7")
    assert "447a in " in table.ask("enter auto").text
    assert "nobody enters" in table.no("enter auto", "no")


def test_a5_1_who_would_overstack_the_hex_is_asked_before_anybody_enters() -> None:
    table = off_the_map(*["4-4-7"] * 4)
    name = edge(table)[0]
    table.do(f"enter 447a,447b,447c {name}")
    question = table.ask(f"enter 447d {name}")
    assert question.id == "overstack" and "4 squad-equivalents, 3" in question.text
    assert "name fewer units" in table.no(f"enter 447d {name}", "no")
    table.do(f"enter 447d {name}", "yes")
    assert table.unit("447d").hex == name


def test_a2_51_enter_auto_uses_the_width_of_the_edge() -> None:
    table = off_the_map(*["4-4-7"] * 4)
    table.do("enter auto all")
    found, board = sorted(places(table).values()), table.game.board
    apart = len(edge(table)) // 4
    near = [min(board.distance(a, b) for b in found if b != a) for a in found]
    assert len({*found}) == 4 and min(near) >= min(3, apart)


def test_a4_1_one_stack_marches_as_far_as_its_mf_too(table: Tabletop) -> None:
    """Who goes farther than the MF go says `move`, and is asked; who would go far beyond them is told."""
    table.do("march L22 L2")
    assert table.unit("447b").mf == 4
    assert "this would bring it to" in table.no("move 447c M2") and table.ask("move 447c M15").id == "beyond-limit"


def test_a4_5_a_march_at_the_double_goes_as_far_as_double_time(table: Tabletop) -> None:
    table.do("march L22,M22 L2 double")
    assert {key: table.unit(key).mf for key in ("447b", "447c")} == {"447b": 6, "447c": 6}
    assert "cx" in table.unit("447b").flags


def test_b3_4_a_march_has_the_road_bonus() -> None:
    table = bare("FRIENDLY", "MPh").all("option fire-stops off")
    board = table.game.board
    road = ["M22"]
    while len(road) < 7:
        road.append(
            next(near for near in board.neighbours(road[-1]) if board.on_road(road[-1], near) and near not in road)
        )
    table.new("friendly", "4-4-7", road[0])
    table.do(f"march {road[0]} {' '.join(road[1:])}")
    assert table.unit("447a").hex == road[5]


def test_a5_1_nobody_marches_into_an_overstack_of_those_whom_fire_has_stopped(table: Tabletop) -> None:
    order = order_of(table.game, "march 447a,81a L20 and 447b L20 and 447c M21")
    assert isinstance(order, March)
    for _ in range(3):
        table.new("friendly", "4-4-7", "L20")
    left = go_on(table.game, order, ())
    assert isinstance(left, March) and [item.path[-1] for item in left.moves] == ["K21", "L21", "M21"]
    table.do(order.line())
    assert places(table)["447b"] == "L21" and places(table)["447c"] == "M21"


def test_who_may_not_move_stays_behind_on_a_march_and_holds_up_nobody(table: Tabletop) -> None:
    table.all("pin 447b", "new friendly T-34 M43 N22")
    line = "march 447a,447b,447c,T34a K20"
    told = [event.text for event in table.do(line) if isinstance(event, ev.Told)]
    assert "Stays behind: 447b is pinned (A7.81)." in told
    assert places(table)["447b"] == "L22" and places(table)["447a"] == "K20" and places(table)["T34a"] != "N22"
    assert table.no("march 447b K20").startswith("447b is pinned")
    table.do("pin 447c")
    assert table.no("march 447b,447c K20").startswith("nobody of them may move: 447b is pinned (A7.81) and 447c is")


@pytest.mark.parametrize("name", ["4-4-7", "8-1", "T-34 M43"])
def test_a4_1_beyond_a_hex_that_is_too_far_everything_is_too_far(table: Tabletop, name: str) -> None:
    """So the end of a way is looked for from its beginning (B3.4: the road bonus goes with the road)."""
    key = table.new("friendly", name, "O20")
    unit = table.state.units[key]
    for goal in list(table.game.board)[::20]:
        way = cheapest_way(table.game, [unit], "O20", goal, ())
        enough = [formation.affords(table.game, [unit], way[:end]) for end in range(2, len(way) + 1)]
        assert enough == sorted(enough, reverse=True), way


def test_a_way_that_was_found_is_looked_for_anew_once_the_ground_is_another(table: Tabletop) -> None:
    unit = table.state.units["447a"]
    straight = cheapest_way(table.game, [unit], "K22", "K20", ())
    assert straight == cheapest_way(table.game, [unit], "K22", "K20", ()) == ["K22", "K21", "K20"]
    table.do("marker add minefield K21 A-P 6")
    assert "K21" not in cheapest_way(table.game, [unit], "K22", "K20", ())
