"""The grammar of orders: how a form is read, what it binds, what it says, and what is wrong with other words."""

from __future__ import annotations

import pytest

from sasl.kernel.orders.grammar import Form, Kind
from sasl.kernel.orders.order import Command, Order, one_of
from sasl.kernel.transaction import Refused

KINDS = {
    "UNITS": Kind("UNITS", "units", lambda game, word: tuple(word.split(",")), many=True),
    "HEX": Kind("HEX", "a hex", lambda game, word: word.upper(), lead=("at", "to")),
    "UNIT": Kind("UNIT", "a unit"),
    "N": Kind("N", "a number", lambda game, word: int(word), str.isdigit),
}


class Shoot(Order):
    """An order of every sort of words."""

    FORM = "shoot UNITS HEX [spray HEX:spray | at UNIT:target | times N:times | low | he | ap]… [now]"
    units: tuple[str, ...]
    hex: str
    options: tuple[str, ...] = ()
    spray: str = ""
    target: str = ""
    times: int = 1
    low: bool = False
    when: str = one_of("now")


class ShootAll(Order):
    """Another order of the same word."""

    FORM = "shoot all ( high | low )"
    way: str = one_of("high", "low")


SHOOT = Command((ShootAll, Shoot), "a test", KINDS, example=("shoot a K9",))


@pytest.mark.parametrize(
    ("words", "order"),
    [
        ("a,b k9", Shoot(("a", "b"), "K9")),
        ("a to k9", Shoot(("a",), "K9")),
        ("a k9 HE spray at k10 at t", Shoot(("a",), "K9", ("he",), "K10", "t")),
        ("a k9 times 0 low now", Shoot(("a",), "K9", times=0, low=True, when="now")),
        ("a k9 ap he", Shoot(("a",), "K9", ("ap", "he"))),
        ("all low", ShootAll("low")),
    ],
)
def test_words_are_read_and_said(words: str, order: Order) -> None:
    assert SHOOT.parse(None, words.split()) == order
    again = order.line().split()[1:]
    said = SHOOT.parse(None, again)
    assert said.line() == order.line()
    assert said == order or (isinstance(said, Shoot) and set(said.options) == {"he", "ap"})


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ("", "shoot needs all or units, as in: shoot a K9"),
        ("a", "shoot needs a hex"),
        ("a k9 spray", "shoot needs a hex after 'spray'"),
        ("a k9 loudly", "shoot cannot use 'loudly'; it takes spray, at, times, low, he, ap or now there"),
        ("a k9 spary", "shoot cannot use 'spary'; did you mean 'spray'?"),
        ("a k9 now now", "'now' is more than shoot can use"),
        ("a k9 times often", "shoot cannot use 'often'; it takes a number there"),
    ],
)
def test_a_fault_says_what_fits_there(words: str, fault: str) -> None:
    with pytest.raises(Refused) as refusal:
        SHOOT.parse(None, words.split())
    assert fault in str(refusal.value)


def test_the_usage_is_the_form() -> None:
    assert SHOOT.usage == (
        "shoot all high|low | shoot UNITS HEX [spray HEX | at UNIT | times N | low | he | ap]… [now]"
    )
    assert Form(Shoot.FORM, KINDS).marks == {"spray", "at", "times"}


@pytest.mark.parametrize("text", ["shoot [UNITS", "shoot UNITS ]", "shoot WHAT", "shoot ( UNITS"])
def test_what_is_no_form(text: str) -> None:
    with pytest.raises(ValueError):
        _ = Form(text, KINDS).root


def test_an_order_about_what_is_gone_cannot_be() -> None:
    class Gone(Order):
        def verify(self, game: dict[str, str]) -> None:
            _ = game["gone"]

    assert not Gone().can({})
