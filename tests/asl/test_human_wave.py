"""The Human Wave of the Russian player (A25.23): its conditions, its Impulses, and what it does to Morale and pins."""

from __future__ import annotations

from typing import Any

import pytest
from field import ENEMY, FRIENDLY, Tabletop, by_rule, field, flags, records, throw

from sasl.asl.close_combat.cc_round import is_lax
from sasl.asl.game import events as ev
from sasl.asl.game.sides import Side
from sasl.asl.infantry.morale import heat_of_battle, morale_levels, task_checks
from sasl.board.hexes import lanes, parse_hex
from sasl.kernel.frozen import replace
from sasl.minds.played_sides import minds


def front(side: Side = "FRIENDLY", foe: str = "L14", **terrain: Any) -> tuple[Tabletop, list[str]]:
    """Two squads each in K18, L18 and M18, a leader in L18, and an enemy squad four hexes before them."""
    table = field(side, "MPh", **terrain)
    table.all("option command off", "option enemy-plays off", "option fire-stops off", "option confirm-fire off")
    kinds = ("4-5-8", "4-6-7") if side == FRIENDLY else ("4-6-7", "4-5-8")
    ids = [table.new(side, kinds[0], name) for name in ("K18", "L18", "M18") for _ in range(2)]
    ids.append(table.new(side, "9-1", "L18"))
    table.new(ENEMY if side == FRIENDLY else FRIENDLY, kinds[1], foe)
    return table, ids


def test_a_wave_without_words_asks_for_its_units_once() -> None:
    assert field(FRIENDLY, "MPh").no("wave").startswith("wave needs units of the moving side, as in: ")


def test_a25_23_only_russians_run_in_a_human_wave() -> None:
    """The German ATTACKER may not declare one."""
    table, ids = front(ENEMY)
    assert "only Russians" in table.no(f"wave {','.join(ids)} L14")


@pytest.mark.parametrize(("left_out", "why"), [((6,), "needs a leader"), ((0, 1), "at least 3 hexes"), ((0,), "6 MMC")])
def test_a25_23_the_chain_has_three_hexes_two_mmc_each_and_a_leader(left_out: tuple[int, ...], why: str) -> None:
    """Who is missing is told."""
    table, ids = front()
    names = ",".join(key for place, key in enumerate(ids) if place not in left_out)
    assert why in table.no(f"wave {names} L14")


@pytest.mark.parametrize(
    ("state", "why"), [("pinned", "pinned"), ("moved", "begun its MPh"), ("berserk", "Good Order")]
)
def test_a25_23_all_of_it_are_in_good_order_free_to_move_and_have_not_moved(state: str, why: str) -> None:
    """One who cannot is named."""
    table, ids = front()
    table.do(f"set {ids[0]} {state}")
    assert why in table.no(f"wave {','.join(ids)} L14")


def test_a25_23_who_is_not_on_the_map_is_not_in_it() -> None:
    """A unit that waits off the map is refused by its name."""
    table, ids = front()
    waiting = next(event.unit.id for event in table.do("new friendly 4-5-8") if isinstance(event, ev.UnitAdded))
    assert "not on the map" in table.no(f"wave {','.join([*ids, waiting])} L14")


def test_a25_23_nobody_adjacent_to_an_enemy_is_in_it_and_the_target_is_within_8_hexes() -> None:
    """The target is a Known enemy in LOS within eight hexes."""
    table, ids = front(foe="L17")
    assert "ADJACENT" in table.no(f"wave {','.join(ids)} L17")
    table, ids = front(foe="L9")
    assert "within 8 hexes" in table.no(f"wave {','.join(ids)} L9")
    assert "charges a Known enemy" in table.no(f"wave {','.join(ids)} L12")


def wave(**terrain: Any) -> tuple[Tabletop, list[str]]:
    table, ids = front(**terrain)
    table.do(f"wave {','.join(ids)} L14")
    return table, ids


def test_a25_23_morale_one_higher_unless_broken_lax_never_pinned_no_heat_of_battle() -> None:
    """What being in the wave does to a unit; its Morale lasts until the end of the Player Turn."""
    table, ids = wave()
    man = table.unit(ids[0])
    assert morale_levels.level(table.game, man) == 9 and is_lax(table.game, man)
    table, _ = by_rule(table, (), lambda ctx: task_checks.pin_checks(ctx, ids, "a PTC"))
    table, _ = by_rule(table, (), lambda ctx: heat_of_battle.heat_of_battle(ctx, ctx.state.units[ids[0]]))
    assert "pinned" not in flags(table, ids[0])
    table.do(f"break {ids[0]}")
    printed = table.game.counter_of(table.unit(ids[0])).broken
    assert morale_levels.level(table.game, table.unit(ids[0])) == printed
    table.go_to(FRIENDLY, "APh")
    assert morale_levels.level(table.game, table.unit(ids[1])) == 9 and "human-wave" not in table.unit(ids[1]).flags
    table.go_to(ENEMY, "RPh")
    assert morale_levels.level(table.game, table.unit(ids[1])) == 8


def test_a25_231_the_hex_grain_is_the_nearest_one_through_the_target() -> None:
    """With units on the grain of hexrow L it is that one; of equally near ones the player chooses."""
    table, _ = wave()
    assert table.state.wave is not None and table.state.wave.forward == (5, 0, 1)
    assert {"L18", "L16", "L14", "L12"} <= set(table.state.wave.lane) and "K16" not in table.state.wave.lane
    table, ids = front(foe="M14")
    question = table.ask(f"wave {','.join(ids)} M14")
    assert len(question.options) > 1 and all("M14" in option.label for option in question.options)
    found = lanes(parse_hex("L14"), 4)
    assert len(found) == 18 and all(lane.before[-1] == parse_hex("L14") for lane in found)


def test_a25_232_an_impulse_moves_all_one_hex_for_the_mf_of_the_dearest() -> None:
    """Everyone pays what the dearest step costs."""
    table, ids = wave(K17="woods")
    table.do("wave")
    assert [table.unit(key).hex for key in ids] == ["K17", "K17", "L17", "L17", "M17", "M17", "L17"]
    assert {table.unit(key).mf for key in ids} == {2.0}


def test_a25_232_a_stack_goes_to_a_forward_location_and_nowhere_else() -> None:
    """Told to go back or aside it is refused."""
    table, ids = wave()
    assert "A25.232" in table.no("wave K18 K19")
    table.do("wave K18 L17")
    assert table.unit(ids[0]).hex == "L17"


def test_a25_2321_who_strays_from_the_grain_may_not_go_farther() -> None:
    """One hex farther is allowed once."""
    table, ids = wave()
    table.do("wave M18 N17")
    assert table.unit(ids[4]).hex == "N17"
    assert "A25.232" in table.no(f"wave {ids[4]} O17")


def test_a25_233_somebody_must_go_in_at_a_known_enemy_ahead_and_stays_there() -> None:
    """The enemy draws one stack in; afterwards the others may pass."""
    table, ids = wave()
    table.all("wave", "wave", "wave")
    assert {table.unit(key).hex for key in ids[2:4]} == {"L15"}
    assert "must enter" in table.no("wave K15 K14 L15 K15 M15 M14")
    table.do("wave")
    assert "L14" in {table.unit(key).hex for key in ids}
    table.do("wave")
    inside = [key for key in ids if table.unit(key).hex == "L14"]
    assert inside and all("human-wave" not in table.unit(key).flags for key in inside)


def test_a25_232_its_units_do_not_move_by_themselves_nor_others_before_it_is_over() -> None:
    """Nobody else moves while the wave does."""
    table, ids = wave()
    other = table.new(FRIENDLY, "4-5-8", "R20")
    assert "Human Wave" in table.no(f"move {ids[0]} K17")
    assert "Human Wave" in table.no(f"move {other} R19")


def test_a25_234_it_runs_on_by_itself_at_the_end_of_the_mph_and_its_mf_are_8() -> None:
    """It must go on as long as it can."""
    table, ids = front(foe="L10")
    table.do(f"wave {','.join(ids)} L10")
    table.do("next")
    assert table.state.wave is None and table.state.phase == "DFPh"
    assert max(table.unit(key).mf for key in ids) == 8
    assert all("human-wave" not in table.unit(key).flags for key in ids)


def test_d14_32_all_of_an_impulse_are_fired_at_after_it_and_share_the_shots() -> None:
    """A firer has as many shots at the whole wave as the Impulse cost MF."""
    table, _ = wave()
    foe = next(unit.id for unit in table.state.on_map(ENEMY))
    table.do("wave")
    throw(table, (6, 6), f"fire {foe} K17")
    assert "A8" in table.no(f"fire {foe} L17")
    assert table.state.moving is not None and set(table.state.moving.hexes) == {"K17", "L17", "M17"}


def test_a12_15_concealed_enemies_show_themselves_and_do_not_stop_it() -> None:
    """The wave comes in all the same."""
    table, ids = wave()
    hidden = table.new(ENEMY, "4-6-7", "K17", "concealed")
    table.do("wave K18 K17")
    assert table.unit(ids[0]).hex == "K17" and "concealed" not in flags(table, hidden)


def test_a25_23_of_a_whole_hex_its_infantry_runs_and_its_tank_stays() -> None:
    """Hexes may be named instead of units."""
    table, ids = front()
    tank = table.new(FRIENDLY, "T-34 M43", "L18")
    table.all("wave K18,L18,M18 L14", "wave")
    assert table.unit(tank).hex == "L18" and table.unit(ids[2]).hex == "L17"


def test_a25_233_a_lone_smc_is_overrun_without_a_ntc_with_cc_at_once() -> None:
    """The leader before the wave dies in the MPh."""
    table, ids = wave()
    foe = table.new(ENEMY, "8-1", "L17")
    table.dice(1, 2)
    table.do("wave")
    table.do("dice clear")
    assert foe not in table.state.units and table.unit(ids[2]).hex == "L17"
    assert "human-wave" in table.unit(ids[2]).flags


def test_a25_232_residual_fp_of_fire_at_an_impulse_is_for_who_comes_later() -> None:
    """An S? that one hex of the wave wakes lets the ENEMY fire at another: its Residual FP attacks nobody there yet."""
    table, ids = front(foe="L15")
    table.all("option enemy-plays on", "option confirm-acts off", "suspect add H17", "suspect add O17")
    table = Tabletop(replace(table.game, minds=minds("ENEMY")))
    table.all(f"wave {','.join(ids)} L15", "dice clear", "dice 1 6 1")
    events = table.do("wave")
    assert any(isinstance(event, ev.MarkerPut) and event.marker.kind == "residual" for event in events)
    assert not [record.purpose for record in records(events) if record.purpose.startswith("Residual FP")]


def test_a25_232_who_is_on_wire_gets_beneath_it_by_his_own_dr_in_an_impulse_of_its_own() -> None:
    """A dr of 3 and of 2: the Impulse costs all of them 3 MF; in the next both go on."""
    table, ids = wave()
    table.do(f"set {ids[0]},{ids[1]} on-wire")
    throw(table, (3, 2), "wave")
    assert {table.unit(key).hex for key in ids[:2]} == {"K18"} and table.unit(ids[2]).hex == "L17"
    assert {table.unit(key).mf for key in ids} == {3.0} and not any("on-wire" in table.unit(key).flags for key in ids)
    throw(table, (), "wave")
    assert {table.unit(key).hex for key in ids[:2]} == {"K17"}


def test_a25_232_who_is_in_an_entrenchment_gets_above_it_in_one_impulse_and_goes_on_in_the_next() -> None:
    """1 MF, and those beside it go a hex ahead meanwhile, for the same."""
    table, ids = front()
    table.all("marker add foxhole K18", f"set {ids[0]} dug-in", f"set {ids[1]} dug-in")
    table.do(f"wave {','.join(ids)} L14")
    assert "first gets" in table.no(f"wave {ids[0]} K17")
    table.do("wave")
    assert [table.unit(key).hex for key in (ids[0], ids[2])] == ["K18", "L17"]
    assert "dug-in" not in table.unit(ids[0]).flags and {table.unit(key).mf for key in ids} == {1.0}
    table.do("wave")
    assert table.unit(ids[0]).hex == "K17"


def test_a25_232_with_mf_for_no_location_ahead_it_goes_below_an_entrenchment_with_room() -> None:
    """7 of 8 MF are spent, brush ahead takes 2: one squad of K18 fits into its foxhole, and their MPh is over."""
    brush: dict[str, Any] = dict.fromkeys(("J17", "J18", "K17", "K18", "L17", "L16", "M17", "M18", "N17"), "brush")
    table, ids = front(**brush)
    table.do("marker add foxhole K18 1")
    table.do(f"wave {','.join(ids)} L14")
    state = table.state
    units = {key: replace(unit, mf=7.0) if key in ids else unit for key, unit in state.units.items()}
    table = Tabletop(table.game.at(replace(state, units=units)))
    table.do("wave")
    assert [("dug-in" in table.unit(key).flags, table.unit(key).hex) for key in ids[:3]] == [
        (True, "K18"), (False, "K18"), (False, "L18"),
    ]  # fmt: skip
    assert {table.unit(key).mf for key in ids} == {8.0} and table.state.wave is None


def test_a25_234_who_went_below_for_want_of_mf_does_not_come_up_again_with_the_last() -> None:
    """6 of 8 MF are spent, brush in SMOKE ahead takes 3: the MF that is left leads nobody on."""
    rows = [f"{row}{number}" for row in "JKLMN" for number in (17, 18)]
    brush: dict[str, Any] = dict.fromkeys(["L16", *rows], "brush")
    table, ids = front(**brush)
    table.all("marker add foxhole K18 1", f"wave {','.join(ids)} L14")
    table.all(*(f"marker add smoke {row}{number}" for row in "HIJKLMNOP" for number in (16, 17, 18, 19)))
    units = {key: replace(unit, mf=6.0) if key in ids else unit for key, unit in table.state.units.items()}
    table = Tabletop(table.game.at(replace(table.state, units=units)))
    table.do("wave")
    assert "dug-in" in table.unit(ids[0]).flags and table.unit(ids[0]).mf == 7.0
    table.do("wave")
    assert "dug-in" in table.unit(ids[0]).flags and table.state.wave is None
