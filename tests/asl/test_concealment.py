"""Concealment (A12): how it is lost, how it comes back at the end of a Player Turn, bumping, Searching.

In the open field west of Z2: J5 is 16 hexes away, I6 17, in clear LOS. Q13 is woods, P13 open.
"""

from __future__ import annotations

import pytest
from field import against, field
from tabletop import AWAY, ENEMY, FRIENDLY, LIBRARY, Tabletop, bare, rolls, told

from sasl.asl.fire import effects
from sasl.asl.fire.drm import motion_of
from sasl.asl.fire.ift import FinalDr, Outcome
from sasl.asl.game.context import Context
from sasl.asl.game.events import MovingSet
from sasl.asl.game.events.shared import with_unit
from sasl.asl.game.sides import Phase, Side
from sasl.asl.game.under_way import Moving
from sasl.asl.infantry import concealment, formations, repair
from sasl.asl.infantry.morale import casualties, morale_checks, task_checks
from sasl.asl.movement import bypass
from sasl.asl.terrain import minefields
from sasl.kernel.frozen import replace
from sasl.saves.session import Session

LAIR, FAR, TOO_FAR, OPEN, WOODS = "Z2", "J5", "I6", "P13", "Q13"


def run(table: Tabletop) -> Context:
    """A command's context on the table as it is."""
    return Context(table.game)


def ccph(side: Side = FRIENDLY) -> Tabletop:
    return bare(side, "CCPh")


def cases(table: Tabletop, side: Side = FRIENDLY) -> dict[str, str]:
    return {item.hex: item.gain for item in concealment.chances(table.game, side)}


# -- losing it -----------------------------------------------------------------------------------------


def test_a12_34_a_crew_that_shows_itself_shows_its_gun() -> None:
    table = bare(ENEMY, "PFPh")
    gun, crew = (table.new("enemy", name, OPEN, "concealed") for name in ("20L(6) AA", "2-2-8"))
    other = table.new("enemy", "20L(6) AA", OPEN, "concealed")
    table.session = Session(table.game.at(with_unit(table.state, crew, group=gun)))
    ctx = run(table)
    assert concealment.lose(ctx, [crew], "test") == (crew, gun)
    assert "concealed" not in ctx.state.units[gun].flags and "concealed" in ctx.state.units[other].flags


def test_a12_14_a_gun_on_the_ift_is_known_even_if_nobody_who_saw_it_is_left() -> None:
    """IFE (C2.29): the only enemy in LOS is killed by the very shot."""
    table = bare(ENEMY, "PFPh").all("option fire-stops off")
    gun, crew = table.new("enemy", "20L(6) AA", "Z2", "concealed"), table.new("enemy", "2-2-8", "Z2", "concealed")
    victim = table.new("friendly", "2-2-8", "W3", "mounted")
    table.do(f"face {gun} Y3/Z3")
    table.dice(1, 1).do(f"fire {gun} W3")
    assert victim not in table.state.units
    assert not (table.unit(gun).flags | table.unit(crew).flags) & {"concealed", "hidden"}


@pytest.mark.parametrize(("place", "lost"), [(FAR, True), (TOO_FAR, False)])
def test_a12_14_lost_in_los_of_a_good_order_enemy_within_16_hexes(place: str, lost: bool) -> None:
    table = bare()
    squad = table.new("friendly", "4-4-7", place, "concealed")
    table.new("enemy", "4-6-7", LAIR)
    context = run(table)
    assert concealment.lose_if_seen(context, [squad], "fires") == ((squad,) if lost else ())
    assert ("concealed" in context.state.units[squad].flags) != lost


@pytest.mark.parametrize("flag", ["broken", "berserk", "prisoner", "melee"])
def test_a12_14_only_good_order_enemies_see(flag: str) -> None:
    table = bare()
    squad = table.new("friendly", "4-4-7", "W1", "concealed")
    table.new("enemy", "4-6-7", LAIR, flag)
    assert not concealment.lose_if_seen(run(table), [squad], "fires")


def test_3_1_an_s_sees_like_a_good_order_unit() -> None:
    table = bare()
    squad = table.new("friendly", "4-4-7", "W1", "concealed")
    table.suspect(LAIR)
    assert concealment.lose_if_seen(run(table), [squad], "fires") == (squad,)
    foe = table.new("enemy", "4-6-7", "V0", "concealed")
    assert concealment.lose_if_seen(run(table), [foe], "fires") == (foe,)
    table.do(f"set {squad} broken")
    assert not concealment.lose_if_seen(run(table), [foe], "fires")  # its own S? do not count


def test_a12_14_out_of_los_nothing_is_lost() -> None:
    table = bare()
    squad = table.new("friendly", "4-4-7", "W1", "concealed")
    table.new("enemy", "4-6-7", LAIR)
    table.do(f"los W1 {LAIR} blocked")
    assert not concealment.lose_if_seen(run(table), [squad], "fires")


@pytest.mark.parametrize(
    ("place", "assault", "kept"),
    [(WOODS, True, True), (WOODS, False, False), (OPEN, True, False), (OPEN, False, False)],
)
def test_a12_14_assault_movement_in_concealment_terrain_keeps_it(place: str, assault: bool, kept: bool) -> None:
    table = bare()
    squad = table.new("friendly", "4-4-7", place, "concealed")
    table.new("enemy", "4-6-7", "P11")
    table.all(f"los P11 {place} clear")
    assert concealment.after_move(run(table), [squad], assault=assault) == (() if kept else (squad,))


@pytest.mark.parametrize(("phase", "line"), [("MPh", "move {0} K10 assault"), ("APh", "advance {0} K10")])
@pytest.mark.parametrize(("between", "kept"), [("open", False), ("grain", True)])
def test_a12_14_open_ground_is_where_ffmo_would_count(phase: Phase, line: str, between: str, kept: bool) -> None:
    table = field(FRIENDLY, phase, K11=between)
    table.do("option fire-stops off")
    squad = table.new("friendly", "4-5-8", "K9", "concealed")
    table.new("enemy", "4-6-7", "K13")
    table.do(line.format(squad))
    assert ("concealed" in table.unit(squad).flags) == kept


@pytest.mark.parametrize(("terrain", "lost"), [("open", True), ("woods", False)])
def test_a12_2_a_vehicle_in_the_open_loses_it_as_soon_as_an_enemy_sees_it(terrain: str, lost: bool) -> None:
    table = field(FRIENDLY, "MPh", K10=terrain, K14="woods")
    table.do("option fire-stops off")
    tank, foot = table.new("enemy", "StuG IIIG", "K10", "concealed"), table.new("enemy", "4-6-7", "J12", "concealed")
    squad = table.new("friendly", "4-5-8", "K15")
    table.do(f"move {squad} L15 L14")
    assert ("concealed" not in table.unit(tank).flags) == lost and "concealed" in table.unit(foot).flags


def test_a12_3_hidden_units_show_themselves_too() -> None:
    table = bare()
    foe = table.new("enemy", "4-6-7", LAIR, "hidden")
    context = run(table)
    assert concealment.lose(context, [foe, "nobody"], "fires") == (foe,)
    assert not context.state.units[foe].flags


def test_a12_15_who_bumps_into_a_concealed_unit_goes_back() -> None:
    table = bare()
    squad, foe = table.new("friendly", "4-4-7", WOODS), table.new("enemy", "4-6-7", WOODS, "concealed")
    context = run(table)
    assert concealment.bump(context, [squad], OPEN, WOODS)
    assert context.state.units[squad].hex == OPEN and not context.state.units[foe].flags
    assert f"{WOODS} holds {foe}: the move ends in {OPEN} (A12.15)" in told(context.events)
    assert not concealment.bump(context, [squad], OPEN, WOODS)  # Known by now
    assert not concealment.bump(context, ["nobody"], OPEN, WOODS)


def test_a12_15_one_by_random_selection_is_found_and_the_hidden_are_concealed_from_now_on() -> None:
    table = bare()
    squad = table.new("friendly", "4-4-7", OPEN, "concealed")
    foes = [table.new("enemy", "4-6-7", WOODS, "concealed"), table.new("enemy", "2-4-7", WOODS, "hidden")]
    context = run(table.dice(2, 5))
    assert concealment.bump(context, [squad], OPEN, WOODS)
    assert [sorted(context.state.units[key].flags) for key in foes] == [["concealed"], []]
    assert context.state.units[squad].flags == {"ended"}, "it loses its own '?' and its MPh is over"


# -- gaining it ----------------------------------------------------------------------------------------


def test_a12_121_the_chart() -> None:
    table = LIBRARY.table("concealment.cases")
    columns = ("unseen", "unseen near", "seen beyond 16", "seen")
    infantry_and_others = [[table.value(row, name) for name in columns] for row in (1, 2, 3, 4)]
    assert infantry_and_others == [
        ["free", "free", "dr", "no"], ["free", "dr", "no", "no"],
        ["free", "free", "no", "no"], ["free", "dr", "no", "no"],
    ]  # fmt: skip


def near_but_blind(table: Tabletop, *flags: str) -> Tabletop:
    """A German within 16 hexes of P13 who does not see it."""
    table.new("enemy", "4-6-7", "R15", *flags)
    return table.all("los P13 R15 blocked", "los Q13 R15 blocked")


def test_a12_121_out_of_los_it_is_free_but_for_a_dr_outside_concealment_terrain_near_an_enemy() -> None:
    table = ccph()
    table.new("friendly", "4-4-7", WOODS)
    table.new("friendly", "4-4-7", OPEN)
    assert cases(table) == {WOODS: "free", OPEN: "free"}
    assert cases(near_but_blind(table)) == {WOODS: "free", OPEN: "dr"}


@pytest.mark.parametrize(("flag", "wanted"), [("broken", "free"), ("abandoned", "free"), ("berserk", "dr")])
def test_a12_1_whoever_is_unbroken_keeps_others_from_gaining_it(flag: str, wanted: str) -> None:
    table = ccph()
    table.new("friendly", "4-4-7", OPEN)
    assert cases(near_but_blind(table, flag)) == {OPEN: wanted}


@pytest.mark.parametrize("place", ["W1", FAR, TOO_FAR])
def test_a12_121_in_the_open_in_los_there_is_none_at_any_range(place: str) -> None:
    table = ccph()
    table.new("friendly", "4-4-7", place)
    table.new("enemy", "4-6-7", LAIR)
    assert not cases(table)


def test_a12_121_concealment_terrain_in_los_beyond_16_hexes_is_a_dr_for_infantry_alone() -> None:
    table = ccph()
    table.new("friendly", "4-4-7", WOODS)
    table.new("enemy", "4-6-7", AWAY)
    assert table.game.board.distance(WOODS, AWAY) > 16
    table.do(f"los {WOODS} {AWAY} clear")
    assert cases(table) == {WOODS: "dr"}
    table.do(f"los {WOODS} {AWAY} blocked")
    assert cases(table) == {WOODS: "free"}
    tank = ccph()
    tank.new("friendly", "T-34 M43", WOODS)
    tank.new("enemy", "4-6-7", AWAY)
    assert not cases(tank.all(f"los {WOODS} {AWAY} clear"))


@pytest.mark.parametrize("flag", ["broken", "berserk", "prisoner", "melee", "concealed", "hidden"])
def test_a12_12_who_gains_none(flag: str) -> None:
    table = ccph()
    table.new("friendly", "4-4-7", WOODS, flag)
    assert not cases(table)


def test_a12_2_a_vehicle_gains_it_like_others_but_not_in_motion() -> None:
    table = ccph()
    tank = table.new("friendly", "T-34 M43", OPEN)
    assert cases(near_but_blind(table)) == {OPEN: "dr"}
    table.do(f"set {tank} motion")
    assert not cases(table)


def test_d9_52_a_cupola_gains_none() -> None:
    table = ccph(ENEMY)
    table.new("enemy", "HMG Cupola", WOODS)
    assert not cases(table, ENEMY)
    table.new("enemy", "4-6-7", WOODS)
    assert cases(table, ENEMY) == {WOODS: "free"}


def test_a1_6_a_gun_is_as_hard_to_hide_as_its_us_number() -> None:
    table = ccph(ENEMY)
    names = (("75L AT", 4), ("81* MTR", 4), ("88L AA", 5))
    guns = [(table.new("enemy", name, OPEN), number) for name, number in names]
    assert [concealment.size(table.game, table.unit(gun)) for gun, _ in guns] == [number for _, number in guns]


def test_a12_12_a_gun_gains_it_with_its_crew() -> None:
    table = ccph(ENEMY)
    gun, crew = table.new("enemy", "75L AT", WOODS), table.new("enemy", "2-2-8", WOODS)
    assert [item.ids for item in concealment.chances(table.game, ENEMY)] == [(crew,)]
    context = run(table)
    repair.take(context, context.state.units[crew], gun)
    assert [set(item.ids) for item in concealment.chances(context.game, ENEMY)] == [{gun, crew}]


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("4-4-7", {"Unit Size": 3}), ("2-3-7", {"Unit Size": 2}), ("9-1", {"Unit Size": 1}),
        ("1-4-9", {"Unit Size": 1, "Stealthy": -1}), ("4-2-6", {"Unit Size": 3, "Lax": 1}),
    ],
)  # fmt: skip
def test_a12_122_the_drm_of_the_concealment_dr(name: str, wanted: dict[str, int]) -> None:
    table = near_but_blind(ccph())
    table.new("friendly", name, OPEN)
    record = rolls(table.dice(6, 3, 4).do("next"), "Concealment of")[0]
    assert {mod.name: mod.value for mod in record.modifiers} == wanted
    assert (record.success, record.target) == (False, 5)


def test_a12_122_you_are_asked_where_to_roll_and_what_is_free_is_gained_unasked() -> None:
    table = near_but_blind(ccph())
    there, free = table.new("friendly", "4-4-7", OPEN), table.new("friendly", "4-4-7", WOODS)
    table.do("option ask-concealment on")
    question = table.ask("next")
    assert [option.value for option in question.options] == [OPEN]
    table.do("next", "none")
    assert ["concealed" in table.unit(key).flags for key in (there, free)] == [False, True]


def test_a12_122_each_unit_of_a_stack_rolls_and_a_leader_helps_all_but_himself() -> None:
    table = near_but_blind(ccph())
    squad, half, leader = (table.new("friendly", name, OPEN) for name in ("4-4-7", "2-3-7", "8-1"))
    table.dice(4, 4, 5, 3, 4).do("next")  # 4 +3 -1 = 6; 4 +2 -1 = 5; 5 +1 = 6
    assert ["concealed" in table.unit(key).flags for key in (squad, half, leader)] == [False, True, False]


def test_a12_122_a_gun_hides_with_its_crew_by_one_dr_with_its_us_number() -> None:
    table = ccph(ENEMY)
    gun, crew = table.new("enemy", "75L AT", OPEN), table.new("enemy", "2-2-8", OPEN)
    table.session = Session(table.game.at(with_unit(table.state, crew, group=gun)))
    table.new("friendly", "4-4-7", "R15")
    table.all("los P13 R15 blocked")
    record = rolls(table.dice(1, 3, 4).do("next"), "Concealment of")[0]
    assert {mod.name: mod.value for mod in record.modifiers} == {"Unit Size": 4}
    assert "concealed" in table.unit(gun).flags & table.unit(crew).flags


@pytest.mark.parametrize(("dr", "gained"), [(2, True), (3, False)])
def test_a12_122_a_squad_needs_a_2(dr: int, gained: bool) -> None:
    table = near_but_blind(ccph())
    squad = table.new("friendly", "4-4-7", OPEN)
    table.dice(dr, 3, 4).do("next")
    assert ("concealed" in table.unit(squad).flags) == gained


def test_a12_122_b27_3_a_foxhole_is_a_tem_too() -> None:
    table = near_but_blind(ccph())
    squad = table.new("friendly", "4-4-7", OPEN)
    table.all(f"marker add foxhole {OPEN}", f"set {squad} dug-in")
    record = rolls(table.dice(4, 3, 4).do("next"), "Concealment of")[0]
    assert {mod.name: mod.value for mod in record.modifiers} == {"Unit Size": 3, "TEM and Hindrance": -2}
    assert "concealed" in table.unit(squad).flags


def test_a12_122_tem_helps() -> None:
    table = ccph()
    table.new("friendly", "2-3-7", "Z15")
    table.new("enemy", "4-6-7", "A1")
    table.do("los Z15 A1 clear")
    record = rolls(table.dice(5).do("next"), "Concealment of")[0]  # 5 +2 US# -2 building
    assert (record.total, record.success) == (5, True)


def test_a12_12_you_are_asked_once_and_choose_the_stacks() -> None:
    table = ccph()
    squad, other = table.new("friendly", "4-4-7", WOODS), table.new("friendly", "4-4-7", "Q15")
    table.new("enemy", "4-6-7", AWAY)
    table.all(f"los {WOODS} {AWAY} clear", f"los Q15 {AWAY} clear", "option ask-concealment on")
    question = table.ask("next")
    assert question.kind == "several" and set(question.default.split()) == {WOODS, "Q15"}
    table.dice(1).do("next", WOODS)
    assert "concealed" in table.unit(squad).flags and "concealed" not in table.unit(other).flags


def test_a12_12_to_try_costs_nothing_so_nobody_is_asked() -> None:
    table = ccph()
    squad, other = table.new("friendly", "4-4-7", WOODS), table.new("friendly", "4-4-7", "Q15")
    table.new("enemy", "4-6-7", AWAY)
    table.all(f"los {WOODS} {AWAY} clear", f"los Q15 {AWAY} clear")
    assert len(rolls(table.dice(1, 6).do("next"), "Concealment of")) == 2
    assert ["concealed" in table.unit(key).flags for key in (squad, other)] == [True, False]


def test_a12_12_only_the_side_whose_player_turn_ends() -> None:
    table = ccph(ENEMY)
    squad, foe = table.new("friendly", "4-4-7", WOODS), table.new("enemy", "4-6-7", "R15")
    table.do("los Q13 R15 blocked")
    table.do("next")
    assert "concealed" in table.unit(foe).flags and "concealed" not in table.unit(squad).flags


# -- Searching -----------------------------------------------------------------------------------------


def test_a12_152_the_search_dr_is_the_number_of_accessible_hexes_that_are_not_searched() -> None:
    table = bare()
    squad = table.new("friendly", "4-4-7", OPEN)
    near, far = table.new("enemy", "4-6-7", WOODS, "concealed"), table.new("enemy", "2-2-8", "P12", "concealed")
    # 6 Accessible hexes; 6 -1 for the second HS = 5 are left out: one is searched
    text = told(table.dice(6, 6).do(f"search {squad} {WOODS} P12"))
    assert f"Searched: {OPEN} and {WOODS}. Found: {near}" in text
    assert not table.unit(near).flags and "concealed" in table.unit(far).flags
    assert "ti" in table.unit(squad).flags and table.unit(squad).mf == 1
    assert "is TI" in table.no(f"search {squad} P12")


def test_a12_152_the_drm_and_the_own_hex_is_always_searched() -> None:
    table = bare()
    squad, green = table.new("friendly", "4-4-7", OPEN, "cx"), table.new("friendly", "4-2-6", OPEN)
    leader, hero = table.new("friendly", "9-1", OPEN), table.new("friendly", "1-4-9", OPEN)
    record = rolls(table.dice(3).do(f"search {squad},{green},{leader},{hero} {OPEN}"), "Search by")[0]
    wanted = {"HS beyond the first": -3, "leader": -1, "Lax": 1, "CX": 1, "Stealthy": -1}
    assert {mod.name: mod.value for mod in record.modifiers} == wanted and record.result == 0


def test_a12_152_the_hidden_are_concealed_from_now_on() -> None:
    table = bare()
    squad, foe = table.new("friendly", "4-4-7", OPEN), table.new("enemy", "4-6-7", WOODS, "hidden")
    table.dice(1, 6).do(f"search {squad} {WOODS}")
    assert table.unit(foe).flags == {"concealed"}


@pytest.mark.parametrize(("dr", "hit"), [(2, True), (3, False)])
def test_a12_154_armed_men_in_hiding_may_cost_a_searcher(dr: int, hit: bool) -> None:
    table = bare()
    squad = table.new("friendly", "4-4-7", OPEN)
    table.new("enemy", "4-6-7", WOODS, "concealed")
    table.dice(1, dr).do(f"search {squad} {WOODS}")  # -1 for the second HS of the squad there
    assert (table.unit(squad).type == "2-3-7") == hit


@pytest.mark.parametrize("peril", ["minefield", "known", "broken"])
def test_a12_154_so_may_mines_and_known_men_by_a_dr_of_1_but_not_broken_ones(peril: str) -> None:
    table = bare()
    squad = table.new("friendly", "4-4-7", OPEN)
    if peril == "minefield":
        table.do(f"marker add minefield {WOODS} 6")
    else:
        table.new("enemy", "4-6-7", WOODS, *(["broken"] if peril == "broken" else []))
    made = rolls(table.dice(1, 1).do(f"search {squad} {WOODS}"), "Search casualties")
    assert len(made) == (peril != "broken") and (table.unit(squad).type == "2-3-7") == (peril != "broken")


def test_a12_152_an_s_in_a_searched_hex_is_checked() -> None:
    table = bare()
    squad, item = table.new("friendly", "4-4-7", OPEN), table.suspect(WOODS)
    events = table.dice(1, 5).do(f"search {squad} {WOODS}")
    assert len(rolls(events, f"AC check {item}")) == 1 and item not in table.state.suspects


@pytest.mark.parametrize(
    ("type_name", "flag", "words"),
    [
        ("4-4-7", "broken", "only Good Order Infantry"),
        ("4-4-7", "pinned", "is pinned"),
        ("9-1", "", "without an MMC"),
        ("T-34 M43", "", "only Good Order Infantry"),
    ],
)
def test_a12_152_who_may_not_search(type_name: str, flag: str, words: str) -> None:
    table = bare()
    unit = table.new("friendly", type_name, OPEN, *([flag] if flag else []))
    assert words in table.no(f"search {unit} {WOODS}")


def test_a12_152_it_takes_a_mf_at_the_end_of_a_move_but_not_of_assault_movement() -> None:
    table = bare().all("option fire-stops off")
    squad, other = table.new("friendly", "4-4-7", OPEN), table.new("friendly", "4-4-7", "P15")
    assert "neither P13 nor ADJACENT" in table.no(f"search {squad} Z2")
    assert "needs a hex" in table.no(f"search {squad}")
    table.dice(1).all(f"move {squad} P12", f"search {squad} {OPEN}")
    assert table.unit(squad).mf == 2
    table.do(f"move {other} P16 assault")
    assert "Assault Movement" in table.no(f"search {other} P15")
    tired = table.new("friendly", "4-4-7", "P20")
    table.do(f"move {tired} P19 P18 P17 P16")
    assert "a Search takes 1 (A12.152)" in table.no(f"search {tired} P15")


# -- actions (A12.141), and who sees (A12.1) -----------------------------------------------------------


@pytest.mark.parametrize(("kind", "sees"), [("GAZ-MM", False), ("Wagon", False), ("T-34 M43", True), ("4-4-7", True)])
def test_a12_1_a_vehicle_with_only_a_driver_sees_nobody(kind: str, sees: bool) -> None:
    table = field(ENEMY, "CCPh")
    table.new(FRIENDLY, kind, "K14")
    for gain in (False, True):
        assert concealment.watchers(table.game, FRIENDLY, gain=gain) == (["K14"] if sees else [])


def watched(*flags: str, phase: Phase = "PFPh") -> tuple[Tabletop, str, str]:
    """A concealed 9-1 and a 4-4-7 in K14, with these flags, seen from K17."""
    table = field(FRIENDLY, phase)
    table.new(ENEMY, "4-6-7", "K17")
    return table, table.new(FRIENDLY, "9-1", "K14", "concealed"), table.new(FRIENDLY, "4-4-7", "K14", *flags)


def test_a12_141_a_leader_who_helps_in_a_mc_is_seen() -> None:
    for helps in (True, False):
        table, leader, squad = watched()
        ctx = run(table)
        morale_checks.morale_check(ctx, table.unit(squad), 0, "fire", leader=helps)
        assert ("concealed" in ctx.state.units[leader].flags) is not helps


def test_a12_141_but_not_who_helps_the_concealed_in_a_paatc() -> None:
    for covert in (True, False):
        table, leader, squad = watched("concealed")
        ctx = run(table)
        task_checks.task_check(ctx, table.unit(squad), "PAATC", covert=covert)
        assert ("concealed" in ctx.state.units[leader].flags) is covert


def test_a12_141_a_change_of_ca_is_seen() -> None:
    table = field(FRIENDLY, "PFPh", K14="woods")
    table.new(ENEMY, "4-6-7", "K17")
    tank = table.new(FRIENDLY, "SU-152", "K14", "concealed")
    table.do(f"turn {tank} L13/L14")
    assert "concealed" not in table.unit(tank).flags


def test_a12_14_whoever_is_overstacked_in_los_is_seen() -> None:
    for number, seen in ((3, False), (4, True)):
        table = field(FRIENDLY, "PFPh", K14="woods")
        table.new(ENEMY, "4-6-7", "K17")
        squads = [table.new(FRIENDLY, "4-4-7", "K14", "concealed") for _ in range(number)]
        ctx = run(table)
        concealment.show_the_crowded(ctx)
        assert all(("concealed" not in ctx.state.units[name].flags) is seen for name in squads)


# -- what A12 says of attacks, of who is seen with whom, and of hidden units ------------------------------


def hit(place: str, *flags: str) -> tuple[Tabletop, str]:
    """A concealed squad that a PTC of a PFPh attack has struck; the firer, with these flags, is in LOS of it."""
    table = field(ENEMY, "PFPh", K14="woods", K13="woods")
    squad = table.new(FRIENDLY, "4-5-8", "K14", "concealed")
    table.new(ENEMY, "4-6-7", place, *flags)
    ctx = run(table.dice(1, 2))
    effects.apply_outcome(ctx, [squad], FinalDr(Outcome("PTC"), None, 4, ()), "Prep Fire: at K14")
    return Tabletop(ctx.game), squad


@pytest.mark.parametrize(
    ("place", "flags", "lost"),
    [("K15", (), True), ("K15", ("berserk",), False), ("K15", ("broken",), False), ("K10", (), False)],
)
def test_a12_14_an_attack_shows_only_those_whom_a_good_order_enemy_sees(
    place: str, flags: tuple[str, ...], lost: bool
) -> None:
    table, squad = hit(place, *flags)  # K10 is behind the woods of K13
    assert ("concealed" not in table.unit(squad).flags) is lost


def test_a12_14_an_attack_shows_them_at_any_range_and_their_gun_with_them() -> None:
    table = bare(ENEMY, "PFPh")
    gun, crew = (table.new(FRIENDLY, name, TOO_FAR, "concealed") for name in ("76L ART", "2-2-8"))
    table.new(ENEMY, "4-6-7", LAIR)
    assert table.game.board.distance(LAIR, TOO_FAR) == 17
    ctx = run(table.dice(1, 2))
    effects.apply_outcome(ctx, [crew], FinalDr(Outcome("PTC"), None, 4, ()), "fire: at I6")
    assert not any("concealed" in ctx.state.units[key].flags for key in (gun, crew))


def test_a12_14_who_is_reduced_or_wounded_is_seen_though_nobody_is_in_los() -> None:
    for flag in ("concealed", "hidden"):
        table = field(ENEMY, "PFPh")
        squad, leader = table.new(FRIENDLY, "4-5-8", "K14", flag), table.new(FRIENDLY, "9-1", "K14", flag)
        ctx = run(table.dice(1))
        casualties.reduce_unit(ctx, table.unit(squad), "test")
        casualties.wound(ctx, table.unit(leader), "test")
        assert not any(flag in ctx.state.units[key].flags for key in (squad, leader))


def test_a12_2_a_vehicle_is_seen_with_its_passengers_and_they_with_it() -> None:
    for first in (0, 1):
        table = field(FRIENDLY, "PFPh")
        truck = table.new(FRIENDLY, "GAZ-MM", "K14", "concealed")
        squad = table.new(FRIENDLY, "4-4-7", "K14", "concealed")
        table = Tabletop(table.game.at(with_unit(table.state, squad, carrier=truck)))
        assert set(concealment.lose(run(table), [(truck, squad)[first]], "test")) == {truck, squad}


@pytest.mark.parametrize(("state", "seen"), [((), True), (("emplaced",), False)])
def test_a12_2_a_gun_in_the_open_that_is_not_emplaced_is_seen_at_once(state: tuple[str, ...], seen: bool) -> None:
    table = field(FRIENDLY, "MPh")
    gun, crew = table.new(ENEMY, "75L AT", "K14", "concealed", *state), table.new(ENEMY, "2-2-8", "K14", "concealed")
    table.new(FRIENDLY, "4-5-8", "K17")
    ctx = run(table)
    concealment.show_the_tall(ctx)
    assert [("concealed" not in ctx.state.units[key].flags) for key in (gun, crew)] == [seen, seen]


def test_a12_32_a_hidden_unit_that_moves_or_turns_is_concealed_from_then_on() -> None:
    table = field(FRIENDLY, "MPh", K14="woods", K13="woods")
    squad, gun = table.new(FRIENDLY, "4-5-8", "K14", "hidden"), table.new(FRIENDLY, "76L ART", "M14", "hidden")
    crew = table.new(FRIENDLY, "2-2-8", "M14", "hidden")
    table.do(f"move {squad} K13")
    assert table.unit(squad).flags & {"hidden", "concealed"} == {"concealed"}
    table.all("next", "next")
    assert table.state.phase == "AFPh"
    table.do(f"turn {gun} M13/N13")
    assert [table.unit(key).flags & {"hidden", "concealed"} for key in (gun, crew)] == [{"concealed"}] * 2


@pytest.mark.parametrize(("ground", "seen"), [("open", True), ("woods", False)])
def test_a12_14_the_mf_out_of_a_foxhole_is_spent_in_its_hex(ground: str, seen: bool) -> None:
    """The rule's own case: even Assault Movement shows who leaves a foxhole in the open."""
    table = field(FRIENDLY, "MPh", K14=ground, K15="woods").all("marker add foxhole K14", "option fire-stops off")
    squad = table.new(FRIENDLY, "4-5-8", "K14", "concealed", "dug-in")
    table.new(ENEMY, "4-6-7", "K11")
    table.all("los K11 K15 blocked", f"move {squad} K15 assault")
    assert table.unit(squad).hex == "K15" and ("concealed" not in table.unit(squad).flags) is seen


def test_a12_14_mf_spent_in_the_own_hex_are_seen_too() -> None:
    table = field(FRIENDLY, "MPh", K14="woods").all("marker add foxhole K14", "option fire-stops off")
    squad = table.new(FRIENDLY, "4-5-8", "K14", "concealed")
    table.new(ENEMY, "4-6-7", "K17")
    table.do(f"move {squad} K14 into")
    assert "dug-in" in table.unit(squad).flags and "concealed" not in table.unit(squad).flags


@pytest.mark.parametrize(("near", "seen"), [("K17", True), ("K10", False)])
def test_a12_141_a_transfer_and_a_llmc_are_seen(near: str, seen: bool) -> None:
    table = field(FRIENDLY, "RPh", K14="woods", K13="woods")
    one, mg = table.armed(FRIENDLY, "4-5-8", "K14", "LMG", flags=["concealed"])
    other, leader = table.new(FRIENDLY, "4-4-7", "K14", "concealed"), table.new(FRIENDLY, "9-1", "K14", "concealed")
    table.new(ENEMY, "4-6-7", near)
    ctx = run(table)
    formations.transfer(ctx, ctx.state.weapons[mg], ctx.state.units[other])
    assert [("concealed" not in ctx.state.units[key].flags) for key in (one, other)] == [seen, seen]
    ctx = run(table.dice(1, 2, 1, 2))
    casualties.eliminate(ctx, table.unit(leader), "test")
    assert [("concealed" not in ctx.state.units[key].flags) for key in (one, other)] == [seen, seen]


@pytest.mark.parametrize("gait", ["", " assault"])
def test_a12_15_who_is_thrown_back_into_his_foxhole_has_left_it_for_first_fire_alone(gait: str) -> None:
    table = field(FRIENDLY, "MPh").all("marker add foxhole K14", "option fire-stops off")
    squad = table.new(FRIENDLY, "4-5-8", "K14", "dug-in")
    table.new(ENEMY, "4-6-7", "K13", "concealed")
    table.do(f"move {squad} K13{gait}")
    assert table.unit(squad).hex == "K14" and "dug-in" in table.unit(squad).flags
    motion = motion_of(table.game, table.state.moving, squad)
    assert against(table, squad, "K12", motion) == ["-1 FFMO", *([] if gait else ["-1 FFNAM"])]
    assert against(table, squad, "K12") == ["+2 entrenchment"]


def test_a12_15_a_stack_is_thrown_back_for_what_it_cost_once() -> None:
    table = field(FRIENDLY, "MPh", K12="woods").all("option fire-stops off")
    squads = [table.new(FRIENDLY, "4-5-8", "K14") for _ in range(2)]
    table.new(ENEMY, "4-6-7", "K12", "concealed")
    table.do(f"move {','.join(squads)} K13 K12")
    assert table.state.moving and set(table.state.moving.ids) == set(squads)
    assert table.state.moving.spent == 3 and {table.unit(key).mf for key in squads} == {3}


@pytest.mark.parametrize(("kind", "seen"), [("T-34 M43", True), ("GAZ-MM", False)])
def test_a12_42_a_manned_vehicle_that_ends_its_mph_in_bypass_shows_who_is_in_the_obstacle(
    kind: str, seen: bool
) -> None:
    table = field(FRIENDLY, "MPh", K14="woods")
    foe, tank = table.new(ENEMY, "4-6-7", "K14", "concealed"), table.new(FRIENDLY, kind, "K14", "motion")
    ctx = run(table)
    ctx.emit(MovingSet(Moving((tank,), "K15", "K14", 2, bypass=(0, 1))))
    bypass.over(ctx)
    assert ("concealed" not in ctx.state.units[foe].flags) is seen


def test_a12_154_a_known_afv_may_cost_a_searcher_too_but_not_an_abandoned_one() -> None:
    for flags, made in (((), 1), (("abandoned",), 0)):
        table = bare()
        squad = table.new("friendly", "4-4-7", OPEN)
        table.new("enemy", "StuG IIIG", WOODS, *flags)
        assert len(rolls(table.dice(1, 1).do(f"search {squad} {WOODS}"), "Search casualties")) == made


def test_a12_14_a_leader_who_directs_a_mortar_is_seen() -> None:
    table = field(FRIENDLY, "PFPh", K14="woods")
    _, mortar = table.armed(FRIENDLY, "4-5-8", "K14", "50mm MTR")
    leader = table.new(FRIENDLY, "9-1", "K14", "concealed")
    table.new(ENEMY, "4-6-7", "K8")
    table.dice(6, 5, 6, 5).do(f"fire {mortar} K8 by {leader}")
    assert "concealed" not in table.unit(leader).flags


@pytest.mark.parametrize(("flags", "seen"), [((), True), (("broken",), False)])
def test_a12_34_ife_shows_an_emplaced_gun_at_any_range(flags: tuple[str, ...], seen: bool) -> None:
    table = field(ENEMY, "PFPh").all("option confirm-fire off")
    gun = table.new(ENEMY, "20L(6) AA", "K11", "concealed", "emplaced")
    table.new(ENEMY, "2-2-8", "K11", "concealed")
    table.new(FRIENDLY, "4-5-8", "K28", *flags)
    assert table.game.board.distance("K11", "K28") == 17
    table.do(f"face {gun} J11/K12")
    table.dice(5, 6, 6, 5, 6, 5).do(f"fire {gun} K28")
    assert ("concealed" not in table.unit(gun).flags) is seen


def test_a12_2_a_vehicle_gains_it_with_its_passengers() -> None:
    table = ccph()
    truck, squad = table.new("friendly", "GAZ-MM", WOODS), table.new("friendly", "4-4-7", WOODS)
    table = Tabletop(table.game.at(with_unit(table.state, squad, carrier=truck)))
    table.do("next")
    assert "concealed" in table.unit(truck).flags & table.unit(squad).flags


@pytest.mark.parametrize(
    ("kind", "flags", "lost"),
    [("StuG IIIG", ("buttoned",), False), ("StuG IIIG", (), True), ("SdKfz 7/1", (), True), ("Marder II", (), True)],
)
def test_a12_2_a_ptc_shows_a_vehicle_that_it_could_hurt(kind: str, flags: tuple[str, ...], lost: bool) -> None:
    table = field(FRIENDLY, "PFPh", K14="woods")
    tank = table.new(ENEMY, kind, "K14", "concealed", *flags)
    table.new(FRIENDLY, "4-5-8", "K15")
    ctx = run(table.dice(1, 2, 1, 2))
    effects.apply_outcome(ctx, [tank], FinalDr(Outcome("PTC"), None, 1, ()), "fire: at K14")
    assert ("concealed" not in ctx.state.units[tank].flags) is lost


@pytest.mark.parametrize(("near", "lost"), [("K17", True), ("K9", False)])
def test_b28_51_an_a_t_mine_that_goes_off_shows_a_vehicle_whom_an_enemy_sees(near: str, lost: bool) -> None:
    table = field(FRIENDLY, "MPh", K14="woods", K13="woods", K12="woods")
    tank = table.new(FRIENDLY, "T-34 M43", "K14", "concealed", "buttoned")
    table.new(ENEMY, "4-6-7", near)
    table.do("marker add minefield K14 6")
    (mine,) = table.state.markers_at("K14", "minefield")
    table = Tabletop(table.game.at(replace(table.state, markers={mine.id: replace(mine, number=0, at_factors=5)})))
    ctx = run(table.dice(1, 6, 6))
    minefields.enter(ctx, [ctx.state.units[tank]], "K14")
    assert "immobile" in ctx.state.units[tank].flags
    assert ("concealed" not in ctx.state.units[tank].flags) is lost


# -- A12.2: seen together ------------------------------------------------------------------------------


def manned(*crew: str) -> tuple[Tabletop, str, str]:
    """A 75L in K11 with its crew, a 4-5-8 that sees both from K15; in the PFPh of the Gun's side."""
    table = field(ENEMY, "PFPh").all("option confirm-fire off")
    gun, men = table.new(ENEMY, "75L AT", "K11"), table.new(ENEMY, "2-2-8", "K11", *crew)
    table.new(FRIENDLY, "4-5-8", "K15")
    return table, gun, men


def test_a12_2_the_crew_of_a_known_gun_that_fires_is_seen() -> None:
    table, gun, men = manned("concealed")
    table.do(f"face {gun} J11/K12")
    assert "concealed" in table.unit(men).flags
    table.dice(5, 6, 6, 5, 6, 5).do(f"fire {gun} K15")
    assert "concealed" not in table.unit(men).flags


def test_a12_2_with_a_crew_that_breaks_its_gun_is_seen() -> None:
    table, gun, men = manned("concealed")
    table.do(f"set {gun} concealed")
    ctx = Context(table.game.at(with_unit(table.state, men, group=gun)))
    casualties.break_unit(ctx, ctx.state.units[men], "a test")
    assert ctx.state.units[gun].known and ctx.state.units[men].known


def laden() -> tuple[Tabletop, str, str, str]:
    """A truck in the woods of K14 that tows a 76L, its crew aboard; all are concealed."""
    table = field(FRIENDLY, "PFPh", K14="woods")
    truck, gun, men = (table.new(FRIENDLY, name, "K14", "concealed") for name in ("GAZ-MM", "76L ART", "2-2-8"))
    state = with_unit(with_unit(table.state, men, carrier=truck, group=gun), gun, carrier=truck)
    return Tabletop(table.game.at(state)), truck, gun, men


@pytest.mark.parametrize("first", [0, 1, 2], ids=["truck", "Gun", "crew"])
def test_a12_2_a_truck_the_gun_that_it_tows_and_the_crew_aboard_are_seen_together(first: int) -> None:
    table, *ids = laden()
    ctx = Context(table.game)
    assert set(concealment.lose(ctx, [ids[first]], "a test")) == set(ids)


def test_a12_2_a_passenger_who_is_reduced_shows_the_truck() -> None:
    table, truck, gun, men = laden()
    ctx = Context(table.game)
    casualties.break_unit(ctx, ctx.state.units[men], "a test")
    assert all(ctx.state.units[key].known for key in (truck, gun, men))


def test_a12_32_who_is_aboard_a_hidden_vehicle_that_moves_is_concealed_with_it() -> None:
    table, *ids = laden()
    state = table.state
    for key in ids:
        state = with_unit(state, key, flags=state.units[key].flags - {"concealed"} | {"hidden"})
    ctx = Context(table.game.at(state))
    concealment.comes_out(ctx, ids[:1], "a test")
    assert all({"concealed", "hidden"} & ctx.state.units[key].flags == {"concealed"} for key in ids)
