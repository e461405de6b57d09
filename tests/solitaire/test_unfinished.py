"""What a `next` would let go by: counted by kind for the units of the player, phase by phase, and told once."""

from __future__ import annotations

from itertools import count

import pytest
from tabletop import AWAY, ENEMY, FRIENDLY, Tabletop, at, bare

from sasl.asl.game.context import Game
from sasl.asl.game.sides import Phase, Side
from sasl.kernel.frozen import replace
from sasl.minds.played_sides import minds
from sasl.orders.engine import Ask, Done, play
from sasl.orders.reminder import Reminder
from sasl.solitaire.briefing.prompts import awaited
from sasl.solitaire.briefing.unfinished import Chance, support, unfinished, words
from sasl.tui.play.planning.aiming import fire_names
from sasl.tui.play.pointing.walk import stops


def reading() -> Reminder:
    """A reminder that is read each time: a second goes by between two commands."""
    return Reminder(clock=count().__next__)


def left(table: Tabletop, *sides: Side) -> dict[str, tuple[str, ...]]:
    """What is open, by its words; `sides` are played by the program."""
    game = replace(table.game, minds=minds(*sides or (ENEMY,)))
    return {chance.words: chance.ids for chance in unfinished(game)}


def next_in(game: Game) -> Game:
    outcome = play(game, "next")
    while isinstance(outcome, Ask):
        outcome = play(game, "next", (*outcome.answers, outcome.question.default))
    assert isinstance(outcome, Done), outcome
    return outcome.game


@pytest.mark.parametrize("side", [FRIENDLY, ENEMY])
def test_a10_5_the_prompt_of_the_rtph_asks_for_routs_only_where_somebody_is_broken(side: Side) -> None:
    table = bare(side, "RtPh")
    unit = table.new(FRIENDLY, "4-4-7", "P12")
    assert awaited(replace(table.game, minds=minds(ENEMY))).startswith("None of your units is broken")
    table.do(f"break {unit}")
    assert "rout UNITS shows where to" in awaited(replace(table.game, minds=minds(ENEMY)))


@pytest.mark.parametrize("side", [FRIENDLY, ENEMY])
def test_a11_the_prompt_of_the_ccph_asks_for_cc_only_where_there_is_some(side: Side) -> None:
    table = bare(side, "CCPh")
    assert awaited(replace(table.game, minds=minds(ENEMY))).startswith("No Close Combat left to fight: next goes on")
    for whose in (FRIENDLY, ENEMY):
        table.new(whose, "4-4-7", "P12")
    assert "cc HEX for each hex with both sides" in awaited(replace(table.game, minds=minds(ENEMY)))


def test_rph_counts_rallies_repairs_and_what_lies_about() -> None:
    """A10.6, A9.72, A4.44."""
    table = bare(FRIENDLY, "RPh")
    table.new(FRIENDLY, "9-1", "K12")
    broken = table.new(FRIENDLY, "6-2-8", "K12", "broken")
    squad = table.new(FRIENDLY, "6-2-8", "K14")
    gun = table.arm(squad, "HMG")
    table.do(f"malfunction {gun}")
    table.new(FRIENDLY, "6+1", "K16", "broken", "dm")  # he has no chance: nobody is kept from going on for him
    assert left(table) == {"may rally": (broken,), "may repair": (squad,)}
    table.do(f"rally {broken}")
    assert "may rally" not in left(table)


def test_a18_11_of_the_mmc_without_a_leader_one_may_self_rally() -> None:
    table = bare(FRIENDLY, "RPh")
    broken = tuple(table.new(FRIENDLY, "6-2-8", name, "broken") for name in ("K12", "P12"))
    assert left(table) == {"may Self-Rally": broken}
    assert words(unfinished(replace(table.game, minds=minds(ENEMY)))).startswith("1 of 2 units may Self-Rally (")
    table.do(f"rally {broken[0]}")
    assert left(table) == {}


def test_pfph_counts_those_with_a_known_enemy_in_reach() -> None:
    """A7: no S?, nobody out of reach, nobody who has fired."""
    table = bare(FRIENDLY, "PFPh")
    near = table.new(FRIENDLY, "6-2-8", "K12")
    table.new(FRIENDLY, "6-2-8", AWAY)
    table.suspect("K13")
    assert left(table) == {}
    table.new(ENEMY, "4-6-7", "K13")
    assert left(table) == {"may fire": (near,)}
    table.do(f"fire {near} K13")
    assert left(table) == {}


def test_a7_3_a_shot_without_a_chance_is_nothing_left_to_fire_but_with_others_it_may_be() -> None:
    """A7.5: 1 FP at +3 does nothing; together with another squad it may."""
    table = bare(FRIENDLY, "AFPh")
    table.do("los K12 K18 +2")
    squad = table.new(FRIENDLY, "4-4-7", "K12", "moved")
    table.new(ENEMY, "4-6-7", "K18")
    assert left(table) == {}
    other = table.new(FRIENDLY, "4-4-7", "K12", "moved")
    assert left(table) == {"may fire": (squad, other)}


def test_a12_a_good_shot_at_a_concealed_enemy_is_left_to_fire() -> None:
    """As at a Known one; a hidden one is not there for the player."""
    table = bare(FRIENDLY, "PFPh")
    squad = table.new(FRIENDLY, "6-2-8", "K12")
    foe = table.new(ENEMY, "4-6-7", "K13", "hidden")
    assert left(table) == {}
    table.all(f"set {foe} -hidden", f"set {foe} concealed")
    assert left(table) == {"may fire": (squad,)}


def test_the_best_shot_comes_first_and_those_with_hardly_a_chance_are_only_counted() -> None:
    """A7.3: from the chance of fire-stops on; the walk of tab goes the same way."""
    table = bare(FRIENDLY, "AFPh")
    far, near = table.new(FRIENDLY, "6-2-8", "K14"), table.new(FRIENDLY, "6-2-8", "K16")
    table.do("los P14 K17 +5")
    table.new(FRIENDLY, "4-4-7", "P14", "moved")
    table.new(ENEMY, "4-6-7", "K17")
    game = replace(table.game, minds=minds(ENEMY))
    (chance,) = unfinished(game)
    assert chance.ids == (near, far) and chance.odds[0] > chance.odds[1] and chance.rest == 1
    assert words([chance]) == f"2 units may fire ({near} and {far}; 1 more with hardly a chance)"
    assert [stop.units for stop in stops(game)] == [(near,), (far,)]
    best = chance.odds[0] * 100
    table.do(f"option fire-stops {int(best) + 1}")
    assert unfinished(replace(table.game, minds=minds(ENEMY))) == []


def test_a10_5_a_rout_out_of_los_is_left_to_one_beside_its_leader() -> None:
    """The leader helps it to rally, but it is fired at where it is: the list proposes the way, and so it counts."""
    table = bare(ENEMY, "RtPh")
    table.new(FRIENDLY, "9-1", "K12")
    broken = table.new(FRIENDLY, "6-2-8", "K12", "broken", "dm")
    table.new(ENEMY, "4-6-7", "K17")
    first = table.ask(f"rout {broken}").default
    assert left(table) == ({} if first == "stay" else {"may rout to a better hex": (broken,)})
    assert first != "stay"


def test_a10_5_where_no_rout_helps_the_list_proposes_to_stay() -> None:
    table = bare(ENEMY, "RtPh")
    table.new(FRIENDLY, "9-1", "K12")
    broken = table.new(FRIENDLY, "6-2-8", "K12", "broken", "dm")
    assert left(table) == {} and table.ask(f"rout {broken}").default == "stay"


def test_c9_1_a_mortar_may_have_a_chance_where_its_squad_has_none() -> None:
    table = bare(FRIENDLY, "PFPh")
    table.do("los K20 K14 +4")
    half, _ = table.armed(FRIENDLY, "2-3-7", "K20", "50mm MTR")
    table.new(ENEMY, "4-6-7", "K14")
    assert left(table) == {"may fire a SW only": (half,)}


def test_a7_22_a_sw_that_does_not_reach_is_nothing_left_to_fire() -> None:
    """The squad has Final Fired; its DC is for ADJACENT hexes, its LMG for eight."""
    table = bare(ENEMY, "DFPh")
    squad = table.new(FRIENDLY, "4-5-8", "K12", "final")
    table.new(ENEMY, "4-6-7", "K16")
    charge, gun = table.new(FRIENDLY, "DC"), table.new(FRIENDLY, "LMG")
    table.do(f"give {charge} {squad}")
    assert left(table) == {}
    table.do(f"give {gun} {squad}")
    assert left(table) == {"may fire a SW only": (squad,)}


def test_a4_41_a_crew_that_has_moved_does_not_reach_with_what_it_may_still_fire() -> None:
    """Its HMG is silent in the AFPh, and its own FP is for two hexes, four at long range."""
    table = bare(FRIENDLY, "AFPh")
    crew = table.new(FRIENDLY, "2-2-8", "K12", "moved")
    table.new(ENEMY, "4-6-7", "K17")
    table.arm(crew, "HMG")
    assert left(table) == {}
    table.do(f"set {crew} -moved")
    assert left(table) == {"may fire a SW only": (crew,)}


def test_a9_2_who_has_fired_may_fire_again_only_with_the_mg_that_kept_its_rof() -> None:
    table = bare(FRIENDLY, "PFPh")
    squad, gun = table.armed(FRIENDLY, "4-4-7", "K12", "HMG", flags=["prep"])
    table.new(ENEMY, "4-6-7", "K14")
    assert left(table) == {"may fire a SW only": (squad,)}
    assert fire_names(table.game, [squad], [], picked=False) == [gun], "and f fires it"
    table.do(f"set {gun} prep")
    assert left(table) == {}


def test_c13_2_an_atr_has_no_long_range() -> None:
    table = bare(FRIENDLY, "PFPh")
    squad, _ = table.armed(FRIENDLY, "4-4-7", "K12", "ATR")
    foe = table.new(ENEMY, "4-6-7", "K25")
    assert left(table) == {}
    table.all(f"put {foe} K24", "los K12 K24 clear")
    assert left(table) == {"may fire a SW only": (squad,)}


def test_mph_counts_who_has_not_moved() -> None:
    """A4: no Gun, nobody pinned, nobody who has moved."""
    table = bare(FRIENDLY, "MPh")
    squad, other = table.new(FRIENDLY, "6-2-8", "K12"), table.new(FRIENDLY, "6-2-8", "K14")
    table.new(FRIENDLY, "6-2-8", "K16", "pinned")
    assert left(table) == {"not moved yet": (squad, other)}
    table.do(f"move {squad} K13")
    assert left(table)["not moved yet"] == (other,)


def test_d2_4_mph_counts_the_vehicles_that_will_stop_and_who_sees_them() -> None:
    """One that has spent MP and has some left for any hex beside it is not in Motion when its MPh ends."""
    table = bare(FRIENDLY, "MPh")
    tank, gun = table.new(FRIENDLY, "T-34 M43", "K12"), table.new(ENEMY, "75L AT", "K17")
    table.new(ENEMY, "2-2-8", "K17")
    table.all("los K11 K17 clear", f"move {tank} K11")
    found = left(table)
    assert found[f"will stop (D2.4) in LOS of {gun}"] == (tank,)
    table.do(f"set {gun} concealed")
    assert left(table)["will stop (D2.4)"] == (tank,), "of what is not Known nothing is told"
    table.do(f"stop {tank}")
    assert not any("will stop" in text for text in left(table))


def test_rtph_tells_who_must_rout_from_who_may() -> None:
    """A10.5."""
    table = bare(ENEMY, "RtPh")
    table.new(ENEMY, "4-6-7", "K13")
    must = table.new(FRIENDLY, "6-2-8", "K12", "broken", "dm")
    table.new(FRIENDLY, "6-2-8", "K12", "broken", "disrupted")  # A19.12: it does not rout
    assert left(table)["must rout"] == (must,)


def test_aph_counts_first_those_beside_an_enemy() -> None:
    """A4.7; with prisoners there is no CC (A20.5)."""
    table = bare(FRIENDLY, "APh")
    far, near = table.new(FRIENDLY, "6-2-8", AWAY), table.new(FRIENDLY, "6-2-8", "K12")
    foe = table.new(ENEMY, "4-6-7", "K13")
    assert left(table) == {"may advance into CC": (near,), "may advance": (far,)}
    assert list(left(table)) == ["may advance into CC", "may advance"]
    table.do(f"set {foe} prisoner")
    assert set(left(table)) == {"may advance"}


def test_ccph_names_the_hexes_of_unfought_cc() -> None:
    """A11."""
    table = bare(FRIENDLY, "CCPh")
    table.new(FRIENDLY, "6-2-8", "K12")
    table.new(ENEMY, "4-6-7", "K12")
    assert left(table) == {"with CC to fight": ("K12",)}


def test_only_the_sides_of_the_player_are_counted() -> None:
    table = bare(FRIENDLY, "MPh")
    table.new(FRIENDLY, "6-2-8", "K12")
    assert left(table, FRIENDLY, ENEMY) == {}


def test_the_words_name_a_few_of_each_kind() -> None:
    found = [
        Chance("rout", ("628a",), ("K12",), "must rout"),
        Chance("move", ("a", "b", "c", "d"), ("",) * 4, "not moved yet"),
    ]
    assert words(found) == "1 unit must rout (628a), 4 units not moved yet (a, b, c and 1 more)"


@pytest.mark.parametrize("told_before", [False, True])
def test_next_is_held_back_once_a_phase(told_before: bool) -> None:
    table = bare(FRIENDLY, "MPh")
    squad = table.new(FRIENDLY, "6-2-8", "K12")
    game, reminder = replace(table.game, minds=minds("ENEMY")), reading()
    if told_before:
        assert reminder.before(game, "next") == f"1 unit not moved yet ({squad})."
    assert bool(reminder.before(game, "next")) is not told_before
    assert reminder.before(next_in(game), "next") == "", "the DFPh is the ENEMY's"


def test_a_next_before_the_line_can_have_been_read_ends_nothing() -> None:
    """However many come so fast: they were typed before it stood there."""
    table = bare(FRIENDLY, "MPh")
    table.new(FRIENDLY, "6-2-8", "K12")
    times = iter((0.0, 0.1, 0.45, 0.8, 1.25))
    game, reminder = replace(table.game, minds=minds("ENEMY")), Reminder(clock=times.__next__)
    told = reminder.before(game, "next")
    assert told and [reminder.before(game, "next") for _ in range(3)] == [told] * 3
    assert reminder.before(game, "next") == ""


def test_who_gives_another_order_or_takes_the_end_of_the_phase_back_is_told_again() -> None:
    """A7: only the `next` right after it means that he has heard it; looking around changes nothing."""
    table = bare(FRIENDLY, "MPh")
    squad, other = table.new(FRIENDLY, "6-2-8", "K12"), table.new(FRIENDLY, "6-2-8", "M12")
    game, reminder = replace(table.game, minds=minds("ENEMY")), reading()
    assert "2 units" in reminder.before(game, "next")
    assert reminder.before(game, "status") == "" and reminder.before(game, "next") == ""
    assert "2 units" in reminder.before(game, "next"), "the end of the phase was taken back"
    moved = replace(table.all(f"move {squad} K13").game, minds=minds("ENEMY"))
    assert f"1 unit not moved yet ({other})" in reminder.before(moved, "next")


def test_the_switch_and_other_orders_are_never_held_back() -> None:
    table = bare(FRIENDLY, "MPh")
    table.new(FRIENDLY, "6-2-8", "K12")
    game = replace(table.game, minds=minds("ENEMY"))
    assert Reminder().before(game, "status") == ""
    assert Reminder().before(table.all("option remind off").game, "next") == ""


def test_a_next_that_is_the_enemys_act_goes_on() -> None:
    """What a `next` does not end yet is told later, when it would."""
    table = bare(ENEMY, "RtPh")
    table.new(FRIENDLY, "6-2-8", "K12", "broken", "dm")
    routs = table.new(ENEMY, "4-6-7", "K13", "broken", "dm")
    table.new(FRIENDLY, "6-2-8", "J13")
    table.new(ENEMY, "4-6-7", "K11")
    game, reminder = replace(table.game, minds=minds("ENEMY")), reading()
    assert "routed" not in game.state.units[routs].flags
    assert reminder.before(game, "next") == "" and reminder.before(next_in(game), "next") != ""


def test_the_prompt_names_support_that_waits() -> None:
    game = replace(at("set-up").all("deploy", "next").game, minds=minds("ENEMY"))
    assert game.state.phase == "RPh" and not support(game)
    pfph = next_in(game)
    assert [item.kind for item in support(pfph)] == ["ffe"]
    assert awaited(pfph).startswith("1 free FFE may fire at once (ffe HEX). Prep Fire:")


@pytest.mark.parametrize("phase", ["MPh", "DFPh"])
def test_e7_4_aircraft_overhead_may_still_attack_in_the_enemys_turn(phase: Phase) -> None:
    table = bare(ENEMY, phase)
    plane = table.new(FRIENDLY, "Il-2 M43")
    assert left(table)["may attack"] == (plane,)
    assert [chance.ids for chance in support(table.game)] == [(plane,)]
    table.do(f"set {plane} no-attack")
    assert "may attack" not in left(table)
