"""Orders of fire, support, Close Combat and the RPh: what a line means, and the line an order is said by."""

from __future__ import annotations

import pytest
from tabletop import Tabletop, bare

from sasl.asl.close_combat.cc_odds import Attack
from sasl.orders.aircraft_orders import Air
from sasl.orders.cc_orders import CloseCombat
from sasl.orders.engine import order_of
from sasl.orders.fire_orders import Fire, Hold, PanzerFaust
from sasl.orders.mission_commands import COMMANDS
from sasl.orders.oba_orders import Bombard, ObaAdd, ObaState, ObaTarget
from sasl.orders.recovery_orders import Rally, RallyAll, RallyByHand, Recover, Repair, Transfer


@pytest.fixture
def table() -> Tabletop:
    """Two squads, a leader and a MMG in P20, a tank in P22, enemies in P18."""
    table = bare("FRIENDLY", "PFPh")
    for name, place in (("4-4-7", "P20"), ("4-4-7", "P20"), ("9-1", "P20"), ("T-34 M43", "P22")):
        table.new("friendly", name, place)
    table.new("enemy", "4-6-7", "P18")
    return table.all("new friendly MMG P20", "give MMGa 447a")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("fire 447a at p18", "fire 447a P18"),
        ("fire P20 P18", "fire 447a,447b,91a P18"),
        ("fire mmga P18 ONLY spray P19", "fire MMGa P18 spray P19 only"),
        ("fire T34a P18 intensive he at 467a", "fire T34a P18 at 467a he intensive"),
        ("fire T34a P18 cmg vehicle", "fire T34a P18 cmg vehicle"),
        ("hold P20", "hold 447a,447b,91a"),
        ("kindle 447a 91a", "kindle 447a 91a"),
        ("pf 467a P20 at T34a", "pf 467a P20 at T34a"),
        ("charge 447a P19 set", "charge 447a P19 set"),
        ("bombard all", "bombard all"),
        ("bombard P17 0", "bombard P17 0"),
        ("bombard P17 P18", "bombard P17 P18"),
        ("rally 447a 91a", ""),
        ("oba add rocket 120 friendly scarce", "oba add rocket 120 friendly scarce"),
        ("oba add cbm enemy", "oba add cbm enemy"),
    ],
)
def test_a_line_means_an_order_and_an_order_is_said_by_a_line(table: Tabletop, line: str, said: str) -> None:
    order = order_of(table.game, line)
    assert (order.line() if order else "") == said
    if order:
        assert order_of(table.game, said) == order or line.split()[0] == "fire"


def test_orders_are_said_as_they_are_meant() -> None:
    attack = Attack("FRIENDLY", "K14", ("447a", "91a"), ("467a",), capture=True)
    assert CloseCombat("K14", (attack,)).line() == "cc K14 447a,91a vs 467a capture"
    assert CloseCombat("K14", none=True).line() == "cc K14 none" and CloseCombat().line() == "cc"
    assert Air("IL43a", "K9", bomb=True, toward=3).line() == "air IL43a K9 bomb toward 3"
    assert PanzerFaust("467a", "K9", "T34a").line() == "pf 467a K9 at T34a"
    assert Rally(("447a",), "91a").line() == "rally 447a 91a" and RallyAll().line() == "rally all"
    assert RallyByHand(("447a",), "yes").line() == "rally 447a yes"
    assert Repair("T34a", "CMG").line() == "repair T34a CMG" and Repair().line() == "repair all"
    assert Recover("447a", "MMGa").line() == "recover 447a MMGa"
    assert Transfer("MMGa", "447b").line() == "transfer MMGa 447b"
    assert ObaTarget("K9", "OBA1", "smoke").line() == "oba hex K9 smoke OBA1"
    assert ObaAdd("friendly", 80).line() == "oba add 80 friendly" and ObaState().line() == "oba"
    assert Bombard(("K9",), 2).line() == "bombard K9 2"


def test_cc_binds_each_word_to_its_attack(table: Tabletop) -> None:
    table.all("put 467a P20").go_to("FRIENDLY", "CCPh")
    order = order_of(table.game, "cc P20 447a vs 467a hand and 467a at 447b capture")
    first = Attack("FRIENDLY", "P20", ("447a",), ("467a",), hand=True)
    assert order == CloseCombat("P20", (first, Attack("ENEMY", "P20", ("467a",), ("447b",), capture=True)))


def test_what_is_not_legal_is_known_before_anything_happens(table: Tabletop) -> None:
    game = table.game
    assert Fire(("447a", "447b"), "P18").can(game) and Fire(("T34a",), "P18", ("he",)).can(game)
    assert not Fire(("447a",), "P19").can(game)  # nobody is there (A7.1)
    assert not Fire(("447a", "T34a"), "P18").can(game)  # C3.1
    assert not Fire(("447a",), "P18", ("he",)).can(game)  # says nothing to small arms
    assert not Fire(("gone",), "P18").can(game)
    assert Hold(("447a",)).can(game) and not Hold(("gone",)).can(game)
    assert not PanzerFaust("447a", "P18").can(game)  # C13.3: they are German


def test_every_example_fits_its_form() -> None:
    for command in COMMANDS.values():
        for example in command.example:
            word, *rest = example.split()
            assert word == command.name
            assert any(form.bind(rest) for _, form in command.forms), example


def test_a7_22_of_a_hex_who_is_too_far_off_fires_only_the_mg_that_reaches(table: Tabletop) -> None:
    """Squads reach eight hexes, a MMG more; a leader directs. Who is named and does not reach it is refused."""
    order = order_of(table.game, "fire P20 P10")
    assert isinstance(order, Fire) and order.firers == ("MMGa", "91a")
    named = order_of(table.game, "fire 447a,447b,MMGa P10")
    assert isinstance(named, Fire) and named.firers == ("447a", "447b", "MMGa")
    near = order_of(table.game, "fire P20 P18")
    assert isinstance(near, Fire) and near.firers == ("447a", "447b", "91a")
    none = order_of(table.game, "fire P20 DD1")
    assert isinstance(none, Fire) and none.firers == ("447a", "447b", "91a"), "the refusal says why"
