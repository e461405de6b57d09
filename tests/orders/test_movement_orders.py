"""Orders of movement: what a line means, the line an order is said by, and what goes on after a halt."""

from __future__ import annotations

import pytest
from tabletop import Tabletop, bare

from sasl.kernel.orders.order import Order
from sasl.orders.engine import order_of
from sasl.orders.entry_orders import EnterAuto
from sasl.orders.march_orders import go_on
from sasl.orders.move_orders import Move, Rout, WaveOn
from sasl.orders.vehicle_orders import Platoon, Turn


@pytest.fixture
def table() -> Tabletop:
    """A squad and a leader in P20, a tank in P22, in the FRIENDLY MPh."""
    table = bare("FRIENDLY", "MPh").all("option fire-stops off")
    assert [table.new("friendly", name, place) for name, place in (("4-4-7", "P20"), ("9-1", "P20"))] == ["447a", "91a"]
    assert table.new("friendly", "T-34 M43", "P22") == "T34a"
    return table


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("move 447a,91a to P19 p18 DOUBLE", "move 447a,91a P19 P18 double"),
        ("move P20 P18", "move 447a,91a P18"),
        ("move 447a P19 bypass Q20,Q19 P18", "move 447a P19-Q20-Q19 P18"),
        ("move 447a p19-q19 P18 off-road assault", "move 447a P19-Q19 P18 assault off-road"),
        ("enter auto", "enter auto"),
        ("wave P20 to P19", "wave 447a,91a P19"),
        ("search 447a P19 P18", "search 447a P19 P18"),
        ("platoon T34a to P21 T34a P22 stop", "platoon T34a P21 T34a P22 stop"),
        ("turn T34a q22/p21 TURRET", "turn T34a Q22/P21 turret"),
        ("esb T34a 3", "esb T34a 3"),
        ("push 447a,91a P19 culvert", "push 447a,91a P19 culvert"),
        ("load 447a T34a", "load 447a T34a"),
    ],
)
def test_a_line_means_an_order_and_an_order_is_said_by_a_line(table: Tabletop, line: str, said: str) -> None:
    order = order_of(table.game, line)
    assert isinstance(order, Order)
    assert order.line() == said
    assert order_of(table.game, said) == order


def test_a_rout_is_said_as_it_is_meant() -> None:
    assert Rout(("447a",), ("K23",), "crawl").line() == "rout 447a crawl K23"
    assert Rout(("447a",), ("K23", "K24")).line() == "rout 447a K23 K24"
    assert Rout(("447a",), (), "stay").line() == "rout 447a stay"
    assert WaveOn((("447a", "K19"), ("447b", "L19"))).line() == "wave 447a K19 447b L19"


def test_what_is_not_legal_is_refused_before_anything_happens(table: Tabletop) -> None:
    game = table.game
    assert Move(("447a", "91a"), ("P18",)).can(game)
    assert not Move(("447a",), ("P18",), frozenset({"assault"})).can(game)  # A4.61: one Location
    assert not Move(("447a", "T34a"), ("P18",)).can(game)
    assert not Move(("gone",), ("P18",)).can(game)
    assert not Platoon(("T34a",), ("P21",)).can(game)
    assert Turn("T34a", "Q22/P21").can(game)
    assert not Turn("T34a", "K1/K2").can(game)
    assert not EnterAuto().can(game)


def test_a8_1_the_rest_of_a_halted_move_is_for_those_who_can_go_on() -> None:
    table = bare("FRIENDLY", "MPh")
    squad, foe = table.new("friendly", "4-4-7", "P20"), table.new("enemy", "4-6-7", "P16")
    assert foe
    order = order_of(table.game, f"move {squad} P19 P18 double")
    assert isinstance(order, Move)
    facts = table.do(f"move {squad} P19 P18 double")
    assert table.unit(squad).hex == "P19"  # where the ENEMY may fire
    rest = go_on(table.game, order, facts)
    assert rest == Move((squad,), ("P18",)), "it Double Times already (A4.5)"
    table.do(rest.line())
    assert table.unit(squad).hex == "P18" and "cx" in table.unit(squad).flags
    table.session.undo()
    table.do(f"break {squad}")
    assert go_on(table.game, order, facts) is None
