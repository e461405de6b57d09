"""A15.43: the berserk charge the nearest Known enemy in LOS by the shortest way, and do nothing else in their MPh."""

from __future__ import annotations

from typing import Any

import pytest
from field import field, hill, quiet, throw
from tabletop import ENEMY, FRIENDLY, Tabletop

from sasl.asl.game.sides import Phase
from sasl.asl.movement.charging import berserk_charge, charge_way
from sasl.kernel.frozen import replace
from sasl.minds.played_sides import minds
from sasl.solitaire.briefing.prompts import awaited
from sasl.solitaire.briefing.unfinished import unfinished
from sasl.tui.play.planning.order_lines import move_lines


def wild(phase: Phase = "MPh", foe: str = "K14", **terrain: Any) -> tuple[Tabletop, str]:
    """A berserk squad of the player's in K10, and an ENEMY squad that it sees."""
    table = field(FRIENDLY, phase, **terrain)
    squad = table.new(FRIENDLY, "6-2-8", "K10", "berserk")
    table.new(ENEMY, "4-6-7", foe)
    return Tabletop(replace(table.game, minds=minds(ENEMY))), squad


def test_a15_43_a_move_away_from_the_enemy_is_refused_and_told_where_it_must_go() -> None:
    table, squad = wild()
    assert f"charges the ENEMY in K14 by the shortest way: move {squad} K11" in table.no(f"move {squad} K9")
    assert "by the shortest way" in table.no(f"move {squad} L10 L11 K11")
    assert "not by assault" in table.no(f"move {squad} K11 assault")


def test_a15_43_a_gun_without_its_crew_and_a_horse_without_its_rider_are_no_enemy() -> None:
    """Nor do they keep who sees nobody else berserk (A15.46)."""
    table = field(FRIENDLY, "MPh")
    squad = table.new(FRIENDLY, "6-2-8", "K10", "berserk")
    table.new(ENEMY, "75L AT", "K12")
    assert not berserk_charge.targets(table.game, table.unit(squad))
    table.do("next")
    assert "berserk" not in table.unit(squad).flags
    table = field(FRIENDLY, "MPh")
    squad, _ = table.new(FRIENDLY, "6-2-8", "K10", "berserk"), table.new(ENEMY, "75L AT", "K12")
    table.new(ENEMY, "2-2-8", "K14")
    assert berserk_charge.targets(table.game, table.unit(squad)) == ("K14",)


def test_a15_43_its_own_line_is_a_legal_charge_as_far_as_its_8_mf_reach() -> None:
    table, squad = wild(foe="K20")
    (charge,) = berserk_charge.owed(table.game, FRIENDLY)
    assert len(charge.way) == 9 and charge.way[-1] == "K18"
    assert move_lines(table.game, [squad], "K10") == [charge.line] == move_lines(table.game, [squad], "K20")


def test_a15_43_c_makes_the_charge_that_comes_first_of_all() -> None:
    table, squad = wild()
    (charge,) = berserk_charge.owed(table.game, FRIENDLY)
    lines: list[str] = []
    while (order := quiet(table).session.halted()) is not None:
        lines.append(order.line())
        table.do(order.line())
    assert lines[0] == charge.line and table.unit(squad).hex == "K14"


def test_a15_43_the_shortest_way_goes_around_what_costs_more() -> None:
    table, squad = wild(foe="K13", K11="brush", K12="brush")
    (charge,) = berserk_charge.owed(table.game, FRIENDLY)
    assert len(charge.way) == 5 and not {"K11", "K12"} & set(charge.way)
    assert "by the shortest way" in table.no(f"move {squad} K11 K12 K13")


def test_a15_431_the_shortest_way_goes_round_woods_where_there_is_room_for_bypass() -> None:
    """Through the woods of K12 it takes 2 MF; around them, or along a hexside that leaves room, 1."""
    wall: dict[str, Any] = dict.fromkeys(("J11", "L11", "L12", "J12"), "marsh")
    table, squad = wild(foe="K14", K10=hill(3), K11=hill(2), K12="woods", **wall)
    plain = charge_way.shortest(table.game, table.unit(squad), "K14", around=False)
    way = charge_way.shortest(table.game, table.unit(squad), "K14")
    assert way.hexes == plain.hexes == ("K10", "K11", "K12", "K13", "K14") and way.mf == plain.mf - 1
    assert [name for name, _ in way.past] == ["K12"]
    (charge,) = berserk_charge.owed(table.game, FRIENDLY)
    assert "K12-" in charge.line and "by the shortest way" in table.no(f"move {squad} K11 K12 K13 K14")
    (foe,) = (unit.id for unit in table.state.units_at("K14"))
    quiet(table).all(f"set {foe} ti", charge.line)  # it does not fire
    assert table.unit(squad).hex == "K14" and table.unit(squad).mf == way.mf


def test_a15_431_what_is_concealed_does_not_turn_a_charge_aside() -> None:
    table, squad = wild(foe="K14")
    table.new(ENEMY, "4-6-7", "K12", "concealed")
    (charge,) = berserk_charge.owed(table.game, FRIENDLY)
    assert charge.way == ("K10", "K11", "K12", "K13", "K14") and charge.ids == (squad,)


def test_a15_431_who_charges_into_a_concealed_enemy_is_not_thrown_back_and_fights_him() -> None:
    table, squad = wild(foe="K14")
    foe = table.new(ENEMY, "4-6-7", "K12", "concealed", "ti")
    table.do(f"set {','.join(unit.id for unit in table.state.units_at('K14'))} ti")  # nobody fires
    quiet(table).do(f"move {squad} K11 K12 K13 K14")
    assert table.unit(squad).hex == "K12" and table.unit(foe).known
    assert not berserk_charge.owed(table.game, FRIENDLY) and "fights there" in table.no(f"move {squad} K13")


def test_a15_43_of_two_equally_near_the_player_chooses() -> None:
    table, squad = wild(foe="K13")
    table.new(ENEMY, "4-6-7", "K7")
    for end in ("K7", "K13"):
        assert set(berserk_charge.targets(table.game, table.unit(squad))) == {"K7", "K13"}
        assert move_lines(table.game, [squad], end)
    table.do(f"move {squad} K9")
    assert berserk_charge.targets(table.game, table.unit(squad)) == ("K7",)


def test_a15_43_it_charges_first_and_alone() -> None:
    table, squad = wild()
    mate, other = table.new(FRIENDLY, "6-2-8", "K10"), table.new(FRIENDLY, "6-2-8", "P10")
    assert f"first of all: move {squad}" in table.no(f"move {other} P11")
    assert f"charges without {mate}" in table.no(f"move {squad},{mate} K11")
    assert f"first of all: move {squad}" in table.no("next")
    assert awaited(table.game).startswith(f"{squad} is berserk and charges the ENEMY in K14, first of all")
    counted = {chance.words: chance.ids for chance in unfinished(table.game)}
    assert counted["must charge"] == (squad,) and set(counted["not moved yet"]) == {mate, other}


@pytest.mark.parametrize("line", ["smoke {us} P11", "search {us} P11", "enter {other} K27", "recover {us} LMGa"])
def test_a15_43_smoke_a_search_a_recovery_and_who_enters_wait_for_the_charge(line: str) -> None:
    table, squad = wild()
    us, other = table.new(FRIENDLY, "6-2-8", "P10"), table.new(FRIENDLY, "4-4-7", "")
    table.new(FRIENDLY, "LMG", "P10")
    typed = line.format(us=us, other=other)
    assert f"first of all: move {squad}" in table.no(typed)
    table.all("option fire-stops off", "option confirm-fire off", f"set {squad} ended")
    assert "first of all" not in str(table.submit(typed))


def test_a15_43_the_berserk_of_a_hex_go_together() -> None:
    table, squad = wild()
    leader = table.new(FRIENDLY, "8-1", "K10", "berserk")
    assert f"{leader} as well:" in table.no(f"move {squad} K11")


def test_a15_431_it_turns_on_a_nearer_enemy_that_comes_in_sight() -> None:
    table, squad = wild(foe="K16", L11="woods", L10="woods")
    table.new(ENEMY, "4-6-7", "M12")
    (charge,) = berserk_charge.owed(table.game, FRIENDLY)
    assert (charge.goals, charge.way) == (("K16",), ("K10", "K11", "K12"))
    assert f"where a nearer one comes into LOS; move {squad} K12" in table.no(f"move {squad} K16")


def test_a15_431_the_berserk_do_not_advance() -> None:
    table, squad = wild("APh", foe="K11")
    assert "never advances (A15.431)" in table.no(f"advance {squad} K11")
    assert not unfinished(table.game)


def test_a15_432_among_the_enemy_it_stays() -> None:
    table, squad = wild(foe="K10")
    assert "it fights there (A15.432)" in table.no(f"move {squad} K11")
    assert not berserk_charge.owed(table.game, FRIENDLY)


def test_a15_432_a_smc_alone_is_overrun_with_neither_ntc_nor_more_mf_and_cannot_get_away() -> None:
    table = quiet(field(FRIENDLY, "MPh"))
    squad, leader = table.new(FRIENDLY, "6-2-8", "K10", "berserk"), table.new(ENEMY, "8-0", "K12")
    # CC at once: 6 to 1, his fire first; he is eliminated by 4 <= the Kill Number, and the squad is itself again.
    table.dice(2, 2, 6, 6).do(f"move {squad} K11 K12")
    assert leader not in table.state.units and table.unit(squad).hex == "K12"
    assert table.unit(squad).mf == 2 and "berserk" not in table.unit(squad).flags


def test_a15_46_who_sees_nobody_at_the_end_of_the_charge_is_itself_again_as_the_mph_ends() -> None:
    table = quiet(field(FRIENDLY, "MPh"))
    squad, foe = table.new(FRIENDLY, "6-2-8", "K10", "berserk"), table.new(ENEMY, "4-6-7", "K20")
    table.do(f"move {squad} K11")
    table.all(f"eliminate {foe}", "next")
    assert "berserk" not in table.unit(squad).flags
    table = quiet(field(FRIENDLY, "MPh"))
    squad, foe = table.new(FRIENDLY, "6-2-8", "K10", "berserk"), table.new(ENEMY, "4-6-7", "K20")
    table.do(f"move {squad} {' '.join(f'K{row}' for row in range(11, 19))}")
    table.do("next")
    assert "berserk" in table.unit(squad).flags, "it sees the enemy"


@pytest.mark.parametrize(("dice", "wild"), [((1, 1), False), ((6, 5), True)])
def test_a15_46_who_eliminates_all_in_its_location_by_tpbf_is_itself_again(dice: tuple[int, int], wild: bool) -> None:
    table = quiet(field(FRIENDLY, "AFPh"))
    squad, foe = table.new(FRIENDLY, "6-2-8", "K10", "berserk moved"), table.new(ENEMY, "4-6-7", "K10")
    throw(table, dice, f"fire {squad} K10")  # 6 * 3 / 2, on the 8 column
    assert (foe in table.state.units) == wild == ("berserk" in table.unit(squad).flags)


def test_a15_45_a_blaze_bars_the_way() -> None:
    table, squad = wild(foe="K12")
    for name in ("J11", "K11", "L11", "L12", "J12"):
        table.do(f"marker add blaze {name}")
    way = charge_way.shortest(table.game, table.unit(squad), "K12")
    assert not set(way.hexes) & {"J11", "K11", "L11", "L12", "J12"}


def test_a15_431_wire_counts_as_one_mf_where_the_shortest_way_is_sought() -> None:
    """K11 and K12 lead straight at K13 for 3 MF; round the Wire of K11 by L10 and L11 it is 4, of two Wires 5."""
    table, squad = wild(foe="K13")
    for wired, mf in ((), 3.0), (("K11",), 4.0), (("K11", "K12"), 4.0):
        found = table
        for name in wired:
            found = found.all(f"marker add wire {name}")
        way = charge_way.shortest(found.game, found.unit(squad), "K13")
        assert way.mf == mf
