"""Odds before commitment: what is told on the aim line and for a way is what the sheet and the check would say."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tabletop import AWAY, ENEMY, FRIENDLY, Tabletop, bare

from sasl.asl.fire.shots import fire_of, in_reach, one_group
from sasl.asl.game.los.sight import look
from sasl.asl.game.sides import Phase, Side
from sasl.asl.game.state import Marker
from sasl.kernel.frozen import replace
from sasl.orders.fire_orders import Fire
from sasl.solitaire.suspects import activation
from sasl.tui.play.planning.aim_odds import shot_words, vain_words, wakes_words, way_words
from sasl.tui.play.planning.aiming import aim_words, directors, fire_names, targets
from sasl.tui.play.planning.move_plans import plan_march, plan_to
from sasl.tui.play.planning.order_lines import move_lines, repeated
from sasl.tui.play.planning.selection import Selection
from sasl.tui.play.planning.short_orders import short_orders
from sasl.tui.play.planning.support_orders import aim_of
from sasl.tui.play.pointing.walk import Walk, stops


def test_the_aim_line_has_the_numbers_of_the_sheet() -> None:
    table = bare(FRIENDLY, "PFPh")
    squad = table.new(FRIENDLY, "6-2-8", "K12")
    table.new(ENEMY, "4-6-7", "K13")
    sheet = table.ask(f"fire {squad} K13").preview
    told, fault = shot_words(table.game, [squad], "K13")
    assert not fault
    assert sheet is not None and told.startswith(f"FP column {sheet.number}, ") and "%" in told
    assert all(f"{mod.name} {mod.value:+d}" in told for mod in sheet.modifiers)


def test_a7_2_the_aim_line_tells_a_shot_of_less_than_one_fp() -> None:
    table = bare(FRIENDLY, "PFPh")
    crew = table.new(FRIENDLY, "2-2-8", "K12")
    table.new(ENEMY, "4-6-7", "K16")
    table.do(f"pin {crew}")
    told, fault = shot_words(table.game, [crew], "K16")
    assert not fault and told.startswith("FP column 0, ") and told.endswith("no effect 100%")


def test_what_cannot_be_fired_at_has_no_odds() -> None:
    table = bare(FRIENDLY, "PFPh")
    squad = table.new(FRIENDLY, "6-2-8", "K12")
    told, fault = shot_words(table.game, [squad], AWAY)
    assert not told and "(A6)" in fault


def test_a7_5_of_stacks_that_are_no_chain_of_hexes_those_aim_who_can_fire_in_one_group() -> None:
    table = bare(FRIENDLY, "PFPh")
    first, beside, apart = (table.new(FRIENDLY, "4-4-7", name) for name in ("K12", "L12", "P12"))
    table.new(ENEMY, "4-6-7", "K14")
    assert f"one Fire Group: {first} and {beside} (A7.5)" in aim_words(table.game, [apart, first, beside], "K14")[0]
    assert one_group(table.game, [first, apart], "K14") == [first], "the better shot"
    assert one_group(table.game, [first, beside], "K14") == [first, beside]


def test_a6_a_hex_with_a_los_in_doubt_stays_in_the_group_for_the_board_decides() -> None:
    table = bare(FRIENDLY, "PFPh")
    first, beside = (table.new(FRIENDLY, "4-4-7", name) for name in ("O10", "P10"))
    table.new(ENEMY, "4-6-7", "R10")
    assert not look(table.game, "O10", "R10").sure
    assert one_group(table.game, [first, beside], "R10") == [first, beside]
    assert "O10" in aim_words(table.game, [first, beside], "R10")[0]


def test_the_aim_line_tells_which_suspects_would_check_and_their_chance() -> None:
    """S5, S5: the chance is that of the AC check with the drm of where the S? stands."""
    table = bare(FRIENDLY, "PFPh")
    squad, suspect = table.new(FRIENDLY, "6-2-8", "K12"), table.suspect("K13")
    table.suspect(AWAY)
    (check,) = activation.checks_drawn(table.game, [table.unit(squad)])
    assert check.suspect.id == suspect and 0 < check.chance <= Fraction(5, 6)
    assert wakes_words(table.game, [squad]).startswith(f"AC checks: {suspect} in K13 ")
    facts = table.do(f"fire {squad} K13")
    assert any(getattr(event, "id", "") == suspect for event in facts), "the one that was told has checked"


def test_3_1_at_a_suspect_the_aim_line_has_the_numbers_of_a_concealed_squad_there() -> None:
    """A12.14: half the FP of 6-2-8; were the squad there, the sheet would say the same."""
    table = bare(FRIENDLY, "PFPh")
    squad, suspect = table.new(FRIENDLY, "6-2-8", "K11"), table.suspect("K13")
    told, fault = shot_words(table.game, [squad], "K13")
    table.do(f"suspect remove {suspect}")
    table.new(ENEMY, "4-6-7", "K13", "concealed")
    assert not fault and told == f"If a squad Activates there: {shot_words(table.game, [squad], 'K13')[0]}"
    assert "FP column 2" in told and "no effect 100%" not in told


def test_whom_one_aims_at_first_the_likeliest_effect_then_suspects_and_never_the_hidden() -> None:
    table = bare(FRIENDLY, "PFPh")
    squad = table.new(FRIENDLY, "6-2-8", "K12")
    mg = table.arm(squad, "HMG")
    table.suspect("K13")
    table.new(ENEMY, "4-6-7", "K14", "concealed")
    table.new(ENEMY, "4-6-7", "L12", "hidden")
    assert targets(table.game, [squad, mg]) == ["K14", "K13"]
    table.new(ENEMY, "4-6-7", "K15")
    assert targets(table.game, [squad, mg]) == ["K14", "K15", "K13"], "58% of any effect against 39%"
    table.new(ENEMY, "StuG IIIG", "L12", "buttoned")
    assert targets(table.game, [squad, mg]) == ["K14", "K15", "K13", "L12"], "A7.307: it does nothing to the AFV"
    table.do("eliminate StuGa")
    told, _ = aim_words(table.game, [squad], "L12")
    assert ENEMY not in told and "467" not in told


def test_a9_2_fire_once_more_is_that_of_the_mg_that_kept_its_rof() -> None:
    """A coloured 1: the HMG of the crew fires again, the crew itself does not."""
    table = bare(FRIENDLY, "PFPh")
    crew, mg = table.armed(FRIENDLY, "2-2-8", "K12", "HMG")
    table.new(ENEMY, "4-6-7", "K14")
    table.dice(1, 6, 6, 6).do(f"fire {crew} K14")
    firers = fire_names(table.game, [crew], [], picked=False)
    assert repeated(table.session, [crew], "K14", firers) == Fire((mg,), "K14")


def test_the_walk_takes_who_fires_a_mg_only_with_the_rest_of_his_stack() -> None:
    """A7.53: the crew's HMG reaches the target, the crew does not; a leader directs one attack of a phase."""
    table = bare(FRIENDLY, "PFPh")
    squad = table.new(FRIENDLY, "4-5-8", "K12")
    crew, mg = table.armed(FRIENDLY, "2-2-8", "K12", "HMG")
    leader = table.new(FRIENDLY, "9-2", "K12")
    table.new(ENEMY, "4-6-7", "K17")
    (stop,) = stops(table.game)
    assert set(stop.units) == {squad, crew}
    names = fire_names(table.game, [squad, crew, leader], [], picked=False)
    assert set(in_reach(table.game, names, "K17")) == {squad, mg, leader}


def test_the_walk_through_a_fire_phase_tells_that_suspects_can_still_be_fired_at() -> None:
    class Screen:
        said = ""

        def say(self, text: str, look: str) -> None:
            self.said = text

    table, screen = bare(FRIENDLY, "PFPh"), Screen()
    table.new(FRIENDLY, "6-2-8", "K12")
    table.suspect("K13")
    screen.session = table.session  # type: ignore[attr-defined]
    Walk().on(screen)  # type: ignore[arg-type]
    assert "a likely shot at an enemy left" in screen.said and "S?" in screen.said


def test_the_aim_line_tells_that_a_suspect_would_not_check_for_the_fire() -> None:
    """S5: then it would hit nothing; the order would ask whether it is meant all the same."""
    table = bare(FRIENDLY, "PFPh")
    squad, near, far = table.new(FRIENDLY, "6-2-8", "K12"), table.suspect("K13"), table.suspect("K22")
    assert not vain_words(table.game, [squad], "K13"), "that one would check"
    assert vain_words(table.game, [squad], "K22") == f"{far} would not check for it (S5): no effect"
    table.new(ENEMY, "4-6-7", "K22")
    assert not vain_words(table.game, [squad], "K22") and near != far


def test_a_way_tells_the_risk_with_the_enemy_that_makes_it_and_where_suspects_would_check() -> None:
    table = bare(FRIENDLY, "MPh")
    squad = table.new(FRIENDLY, "6-2-8", "K14")
    table.new(ENEMY, "4-6-7", "K12")
    table.suspect("L12")
    told = way_words(table.game, ([table.unit(squad)], ("K14", "K13")))
    assert told == "risk of a break or worse: K13 64% (467a in K12) [house]; 1 AC check (from K13 on)"


def test_a_way_tells_of_an_ffe_that_it_leads_into() -> None:
    table = bare(FRIENDLY, "MPh")
    squad = table.new(FRIENDLY, "6-2-8", "K14")
    table.do("marker add ffe K12 1")
    assert way_words(table.game, ([table.unit(squad)], ("K14", "K13"))).startswith("FFE in K13")


def test_a_march_tells_what_all_of_its_ways_would_draw() -> None:
    """The greatest risk of each hex, and every S? once, though several stacks come in its sight."""
    table = bare(FRIENDLY, "MPh")
    squads = [table.new(FRIENDLY, "4-5-8", name) for name in ("K14", "L14")]
    table.new(ENEMY, "4-6-7", "K10")
    table.suspect("L10")
    plan = plan_march(table.game, [table.unit(key) for key in squads], ["K12"])
    told = plan.with_dangers().text
    assert "risk" not in plan.text and "K12 42% (467a in K10)" in told and "1 AC check (from" in told
    assert told.startswith("2 stacks side by side: ") and told.endswith(". ‹m› moves them all.")


def test_a_way_that_nobody_sees_tells_nothing() -> None:
    table = bare(FRIENDLY, "MPh")
    squad = table.new(FRIENDLY, "6-2-8", "K14")
    assert way_words(table.game, ([table.unit(squad)], ("K14", "K13"))) == ""


def test_the_aim_line_names_the_sw_that_fires_only_by_itself_and_who_could_direct() -> None:
    table = bare(FRIENDLY, "PFPh")
    squad, leader = table.new(FRIENDLY, "6-2-8", "K12"), table.new(FRIENDLY, "8-1", "K12")
    flame = table.arm(squad, "FT")
    table.new(ENEMY, "4-6-7", "K13")
    assert f"by itself: {flame} (" in aim_words(table.game, [squad], "K13")[0]
    for names, goal in (([squad, flame], "K13"), ([squad], "K20")):  # named already, out of its reach
        assert f"by itself: {flame}" not in aim_words(table.game, names, goal)[0]
    assert directors(table.game, [squad]) == [leader]
    table.do(f"pin {leader}")
    assert directors(table.game, [squad]) == []


def test_a4_12_horses_have_nothing_from_a_leader_and_the_way_says_nothing_of_him() -> None:
    table = bare(FRIENDLY, "MPh")
    squad, leader = table.new(FRIENDLY, "5-2-7", "K12"), table.new(FRIENDLY, "8-1", "K12")
    assert "leader +2" in plan_to(table.game, [table.unit(squad), table.unit(leader)], "K13").text
    table.all(f"set {squad} mounted", f"set {leader} mounted")
    assert "leader" not in plan_to(table.game, [table.unit(squad), table.unit(leader)], "K13").text


def test_a13_36_where_cavalry_has_to_gallop_the_way_says_so() -> None:
    table = bare(FRIENDLY, "MPh")
    squad = table.new(FRIENDLY, "5-2-7", "K12")
    table.all(f"set {squad} mounted")
    assert "gallop" not in plan_to(table.game, [table.unit(squad)], "K13").text
    far = next(name for name in (f"K{row}" for row in range(14, 27)) if "too far" in _way(table, squad, name))
    assert "at the gallop" in _way(table, squad, far) and "‹m› gallops" in _way(table, squad, far)
    assert move_lines(table.game, [squad], far) == [f"move {squad} {far} gallop"], "m alone does it"
    assert move_lines(table.game, [squad], "K13") == [f"move {squad} K13"]
    assert "gallop" not in _way(table, squad, "CC20"), "too far even so"
    table.do(f"set {squad} blown")
    assert "gallop" not in _way(table, squad, far)


def _way(table: Tabletop, unit: str, goal: str) -> str:
    return plan_to(table.game, [table.unit(unit)], goal).text


def test_16_the_way_says_who_leaves_the_command_circle() -> None:
    table = bare(FRIENDLY, "MPh")
    squad, other = table.new(FRIENDLY, "6-2-8", "K12"), table.new(FRIENDLY, "6-2-8", "K12")
    leader = table.new(FRIENDLY, "8-1", "K12")
    pair = [table.unit(squad), table.unit(other)]
    assert "leaves Command" in plan_to(table.all("option command on").game, pair, "K15").text
    for units, goal in ((pair, "K14"), ([*pair, table.unit(leader)], "K15")):  # in the circle; he goes with them
        assert "Command" not in plan_to(table.game, units, goal).text
    assert "Command" not in plan_to(table.all("option command off").game, pair, "K15").text


def test_msr_3_oba_is_aimed_at_the_cursor_but_never_at_ones_own_men() -> None:
    """There it is the hex where the free FFE does most harm, else the nearest known enemy, else none."""
    eye = Marker("observer1", "observer", "P20", FRIENDLY, 2, text="Offboard Observer")
    table = bare(FRIENDLY, "PFPh", markers={eye.id: eye})
    own = table.unit(table.new(FRIENDLY, "6-2-8", "P19")).hex
    assert aim_of(table.game, own) == "" and aim_of(table.game, "P15") == "P15"
    for place in ("P17", "P14", "P14"):
        table.new(ENEMY, "4-6-7", place)
    assert aim_of(table.game, own) == "P14", "most harm"
    table.go_to(FRIENDLY, "AFPh")
    assert aim_of(table.game, own) == "P17", "nearest, where no OBA has a step"


def test_a10_6_the_key_that_moves_rallies_the_broken_in_the_rph() -> None:
    table = bare(FRIENDLY, "RPh")
    broken, leader = table.new(FRIENDLY, "4-4-7", "K20", "broken"), table.new(FRIENDLY, "8-1", "K20")
    assert move_lines(table.game, [broken, leader], "K22") == [f"rally {broken}"]
    assert "‹m› rally" in short_orders(table.game, [table.unit(broken)])
    table.dice(1, 2).do(f"rally {broken}")
    assert move_lines(table.game, [leader], "K22") == [f"move {leader} K22"], "nobody there is broken: it is refused"


def test_who_has_no_mf_left_is_offered_no_move() -> None:
    table = bare(FRIENDLY, "MPh")
    squad = table.new(FRIENDLY, "4-4-7", "J18")
    table.do(f"move {squad} J17")
    assert "‹m› move (3 MF left)" in short_orders(table.game, [table.unit(squad)])
    for place in ("J16", "K16", "K15"):
        table.do(f"move {squad} {place}")
    assert "‹m› move" not in short_orders(table.game, [table.unit(squad)])


def test_a_vehicle_without_weapons_is_offered_no_fire() -> None:
    table = bare(FRIENDLY, "MPh")
    wagon, tank = table.new(FRIENDLY, "Wagon", "K18"), table.new(FRIENDLY, "T-34 M43", "K18")
    assert "‹f›" not in short_orders(table.game, [table.unit(wagon)]), "it has nothing to fire"
    assert fire_of(table.game, [wagon], "K14") == (None, f"{wagon} has no weapon of its own (A7.1)")
    assert "‹f› Bounding First Fire" in short_orders(table.game, [table.unit(tank)])


def test_the_walk_begins_each_phase_with_what_is_gravest() -> None:
    table = bare(FRIENDLY, "AFPh")
    for place in ("K20", "K22", "M20"):
        table.new(FRIENDLY, "4-4-7", place)
    table.new(ENEMY, "4-6-7", "K17")
    walk = Walk()
    walk.next(table.game)
    first = walk.next(table.game)
    assert first is not None and first[1] == 2
    now = walk.next(table.game.at(replace(table.state, phase="APh")))
    assert now is not None and now[0].kind == "advance" and now[1] == 1


def test_a4_1_who_is_taken_and_cannot_move_hears_why() -> None:
    table = bare(FRIENDLY, "MPh")
    squad = table.new(FRIENDLY, "6-2-8", "K20", "pinned")
    assert f"Cannot move: {squad} is pinned" in Selection().toggle_hex(table.game, "K20")
    table.new(FRIENDLY, "4-4-7", "K20")
    assert "‹m› move (" in Selection().toggle_hex(table.game, "K20")


@pytest.mark.parametrize(
    ("side", "phase", "state", "keys"),
    [
        ("FRIENDLY", "RPh", "", "‹o› all orders"),
        ("FRIENDLY", "RPh", "broken", "‹m› rally, ‹o› all orders"),
        ("FRIENDLY", "PFPh", "", "‹f› Prep Fire, ‹o› all orders"),
        ("FRIENDLY", "PFPh", "broken", "‹o› all orders"),
        ("FRIENDLY", "MPh", "", "‹m› move (4 MF left), ‹o› all orders"),
        ("FRIENDLY", "DFPh", "", "‹o› all orders"),
        ("FRIENDLY", "APh", "", "‹m› advance, ‹o› all orders"),
        ("ENEMY", "PFPh", "", "‹o› all orders"),
        ("ENEMY", "DFPh", "", "‹f› Final Fire, ‹o› all orders"),
        ("ENEMY", "RtPh", "broken", "‹m› rout, ‹o› all orders"),
    ],
)
def test_a_stack_taken_is_told_the_keys_of_its_phase(side: Side, phase: Phase, state: str, keys: str) -> None:
    table = bare(side, phase)
    squad = table.new(FRIENDLY, "4-5-8", "K20", *state.split())
    assert Selection().toggle_hex(table.game, "K20") == f"Taken: {squad} (FRIENDLY). {keys}; ‹1› picks single units."


def test_before_the_mph_a_way_says_when_it_can_be_gone() -> None:
    table = bare(FRIENDLY, "PFPh")
    table.new(FRIENDLY, "4-5-8", "K20")
    taken = Selection()
    taken.toggle_hex(table.game, "K20")
    plan = taken.plan(table.game, "K18")
    assert plan is not None and plan.text.endswith(". In the MPh ‹m› moves.")


def test_a10_5_those_who_rout_from_several_hexes_are_asked_one_after_another() -> None:
    """`*` takes them all, m asks each stack where to, wherever the cursor is."""
    table = bare("FRIENDLY", "RtPh")
    first, second = (table.new("friendly", "4-4-7", place, "broken") for place in ("K22", "P20"))
    beside = table.new("friendly", "4-4-7", "K22", "broken")
    both = [f"rout {first},{beside}", f"rout {second}"]
    assert move_lines(table.game, [first, second, beside], "A1") == both
    assert move_lines(table.game, [first, second, beside], "K22") == both
    assert move_lines(table.game, [second], "P21") == [f"rout {second} P21"]
