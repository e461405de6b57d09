"""Wagons at the gallop (D12.4)."""

from __future__ import annotations

from field import FRIENDLY, Tabletop, field, throw

from sasl.asl.movement.allowance import movement_allowance
from sasl.board.hexes import parse_hex, vertex_names


def wagon(*flags: str) -> tuple[Tabletop, str, str, str]:
    """A wagon in K16 that faces K15, with a HS and its MMG aboard."""
    table = field(FRIENDLY, "MPh", K15="brush").all("option fire-stops off")
    cart, men = table.new(FRIENDLY, "Wagon", "K16", *flags), table.new(FRIENDLY, "2-4-8", "K16")
    gun = table.new(FRIENDLY, "LMG", "K16")
    table.all(f"give {gun} {men}", f"board {men} {cart}", f"face {cart} {vertex_names(parse_hex('K16'))[0]}")
    return table, cart, men, gun


def test_d12_4_half_as_many_mf_more_and_cx_with_its_passengers() -> None:
    table, cart, men, _ = wagon()
    table.do(f"gallop {cart}")
    assert movement_allowance(table.game, table.unit(cart)) == 12
    assert "cx" in table.unit(cart).flags and "cx" in table.unit(men).flags
    assert "at the start of its MPh" in table.no(f"gallop {cart}") or "is CX" in table.no(f"gallop {cart}")


def test_d12_4_not_if_cx_nor_later_nor_a_truck() -> None:
    table, cart, *_ = wagon("tired")
    assert "is CX" in table.no(f"gallop {cart}")
    table, cart, *_ = wagon()
    table.do(f"move {cart} K15")
    assert "at the start" in table.no(f"gallop {cart}")
    assert "is not a wagon" in table.no(f"gallop {table.new(FRIENDLY, 'GAZ-MM', 'K20')}")


def test_d12_4_a_dr_where_it_turns_or_pays_more_than_one_mf() -> None:
    table, cart, *_ = wagon()
    table.do(f"gallop {cart}")
    throw(table, [5], f"turn {cart} {vertex_names(parse_hex('K16'))[2]}")
    assert cart in table.state.units


def test_d12_4_a_6_wrecks_it_its_passengers_break_and_their_sw_malfunction() -> None:
    table, cart, men, gun = wagon()
    table.do(f"gallop {cart}")
    throw(table, [6], f"turn {cart} {vertex_names(parse_hex('K16'))[1]}")
    assert cart not in table.state.units and "broken" in table.unit(men).flags
    assert "malfunctioned" in table.state.weapons[gun].flags and not table.unit(men).carrier


def test_d12_4_it_is_over_with_the_mph() -> None:
    table, cart, *_ = wagon()
    table.do(f"gallop {cart}")
    throw(table, [5], f"turn {cart} {vertex_names(parse_hex('K16'))[1]}")
    table.go_to(FRIENDLY, "AFPh")
    assert "gallop" not in table.unit(cart).flags and not table.unit(cart).arms
