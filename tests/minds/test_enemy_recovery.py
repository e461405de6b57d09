"""RPh (S7): what a side that plays itself recovers, rallies and repairs, in which order, and why."""

from __future__ import annotations

from typing import Any

import pytest
from deciders import decider, proposal, with_minds
from field import field
from tabletop import ENEMY, FRIENDLY, Tabletop, of, rolls

from sasl.asl.game import events as ev
from sasl.asl.game.sides import Side
from sasl.asl.infantry import rally
from sasl.kernel.frozen import replace
from sasl.minds import recovery


def rph(side: Side = ENEMY, **terrain: Any) -> Tabletop:
    return field(side, "RPh", **terrain)


def line(table: Tabletop, side: Side = "ENEMY") -> str:
    act = proposal(table.game, side)
    return act.line if act else ""


def lying(table: Tabletop, name: str, place: str) -> str:
    """A SW that nobody has, in a hex."""
    item = table.new("enemy", name)
    table.do(f"give {item} {place}")
    assert table.state.weapons[item].hex == place and not table.state.weapons[item].holder
    return item


# -- Guns ----------------------------------------------------------------------------------------------


def test_7_3_a_crew_comes_before_a_squad_to_man_a_gun_that_has_a_target() -> None:
    table = rph()
    gun, squad, crew = (table.new("enemy", name, "K20") for name in ("75L AT", "4-6-7", "2-2-8"))
    foe = table.new("friendly", "4-4-7", "K15")
    act = proposal(table.game)
    assert act and act.line == f"recover {crew} {gun}" and act.ids == (crew,)
    assert f"it works and has {foe} in K15 in LOS and range" in act.reasons[0]
    assert act.reasons[1] == f"Recovery dr of {crew}: 83% (A4.44)"
    assert act.reasons[2].startswith(f"{squad} could also try:")


@pytest.mark.parametrize("why", ["no target", "concealed target", "malfunctioned", "manned", "no LOS"])
def test_7_3_a_gun_is_left_alone(why: str) -> None:
    terrain: dict[str, Any] = {"K18": "woods"} if why == "no LOS" else {}
    table = rph(**terrain)
    gun, crew = table.new("enemy", "75L AT", "K20"), table.new("enemy", "2-2-8", "K20")
    if why != "no target":
        table.new("friendly", "4-4-7", "K15", *(["concealed"] if why == "concealed target" else []))
    if why == "malfunctioned":
        table.do(f"malfunction {gun}")
    if why == "manned":
        mate = table.new("enemy", "2-2-8", "K20")
        state = table.state
        manned = replace(state.units[mate], group=gun)
        table = Tabletop(table.game.at(replace(state, units={**state.units, mate: manned})))
    assert "recover" not in line(table) and crew in table.state.units


# -- SW ------------------------------------------------------------------------------------------------


def test_7_3_a_squad_without_a_sw_recovers_one_and_the_better_one_first() -> None:
    table = rph()
    light, heavy = lying(table, "LMG", "K20"), lying(table, "HMG", "K20")
    table.new("enemy", "8-0", "K20")
    half, squad = table.new("enemy", "2-4-7", "K20"), table.new("enemy", "4-6-7", "K20")
    assert line(table) == f"recover {squad} {heavy}"
    table.do(f"give {heavy} {squad}")
    assert line(table) == f"recover {half} {light}"
    table.do(f"give {light} {half}")
    assert line(table) == ""


def test_a4_44_nobody_recovers_in_the_other_sides_player_turn() -> None:
    table = rph(FRIENDLY)
    lying(table, "LMG", "K20")
    table.new("enemy", "4-6-7", "K20")
    assert line(table) == ""


def test_7_3_neither_leaders_nor_guards_recover_a_mg() -> None:
    table = rph()
    lying(table, "LMG", "K20")
    table.new("enemy", "8-0", "K20")
    assert line(table) == ""
    guard, captive = table.new("enemy", "4-6-7", "K20"), table.new("friendly", "4-4-7", "K20", "prisoner")
    table.do(f"guard {captive} {guard}")
    assert line(table) == ""
    table.do(f"free {captive}")
    assert line(table) == f"recover {guard} LMGa"


def test_a4_43_a_leader_hands_his_mg_to_a_squad_beside_him() -> None:
    table = rph()
    leader, squad = table.new("enemy", "8-0", "K20"), table.new("enemy", "4-6-7", "K20")
    item = table.arm(leader, "LMG")
    act = proposal(table.game)
    assert act and act.line == f"transfer {item} {squad}" and "SMC" in act.reasons[0]
    table.do(act.line)
    assert line(table) == ""


def test_a4_43_of_two_sw_the_lesser_goes_to_a_squad_without_any() -> None:
    table = rph()
    rich, poor = table.new("enemy", "4-6-7", "K20"), table.new("enemy", "4-6-7", "K20")
    heavy, light = table.new("enemy", "HMG"), table.new("enemy", "LMG")
    for item in (heavy, light):
        table.do(f"give {item} {rich}")
    assert line(table) == f"transfer {light} {poor}"
    table.do(line(table))
    assert line(table) == ""


# -- HS ------------------------------------------------------------------------------------------------


def test_7_5_a_leader_with_nobody_to_rally_recombines_two_hs() -> None:
    table = rph()
    first, second = table.new("enemy", "2-4-7", "K20"), table.new("enemy", "2-4-7", "K20")
    assert line(table) == ""
    leader = table.new("enemy", "8-0", "K20")
    act = proposal(table.game)
    assert act and act.line == f"recombine {first} {second}"
    assert act.reasons[0] == f"{leader} in K20 has nobody to rally (S7.5)"
    table.new("enemy", "4-6-7", "K20", "broken")
    assert line(table).startswith("rally")


def test_a3_1_hs_that_have_had_another_action_in_this_rph_do_not_recombine() -> None:
    table = rph()
    men = [table.new("enemy", "2-4-7", "K20") for _ in range(2)]
    table.new("enemy", "8-0", "K20")
    for busy, rule in (("rally-tried", "A3.1"), ("repairing", "A3.1"), ("recovering", "A4.44")):
        table.do(f"set {men[0]} {busy}")
        assert f"({rule})" in table.no(f"recombine {men[0]} {men[1]}") and line(table) == ""
        table.do(f"set {men[0]} -{busy}")
    assert line(table) == f"recombine {men[0]} {men[1]}"


def test_a1_32_hs_of_two_types_stay_as_they_are() -> None:
    table = rph()
    for name in ("2-4-7", "2-3-7", "8-0"):
        table.new("enemy", name, "K20")
    assert line(table) == ""


# -- rally ---------------------------------------------------------------------------------------------


def test_7_1_leaders_then_mmc_alone_then_by_chance_then_by_fp() -> None:
    table = rph()
    table.new("enemy", "9-1", "K20")
    worse, weak = table.new("enemy", "4-6-7", "K20", "broken", "dm"), table.new("enemy", "4-6-8", "K20", "broken")
    strong, alone = table.new("enemy", "8-3-8", "K20", "broken"), table.new("enemy", "4-4-7", "P20", "broken")
    leader = table.new("enemy", "8-0", "T20", "broken")
    acts = list(recovery.rallies(table.game, decider()))
    assert [act.ids[0] for act in acts] == [leader, alone, strong, weak, worse]
    assert "leaders rally first" in acts[0].reasons[1] and "2 MMC may try without a leader" in acts[1].reasons[1]
    chances = [act.title.split(": ")[1] for act in acts]
    assert acts[2].line == f"rally {strong} 91a" and chances[2] == chances[3] != chances[4]
    assert acts[2].reasons[2] == f"{leader} {chances[0]}: Self-Rally"


def test_7_1_nobody_tries_who_is_as_likely_reduced() -> None:
    table = rph()
    hopeless = table.new("enemy", "4-3-6", "K20", "broken", "dm")
    (way,) = rally.candidates(table.game, ENEMY)
    assert way.unit == hopeless and way.chance <= recovery.reduced(way)
    assert line(table) == ""
    table.do(f"set {hopeless} -dm")
    assert line(table) == f"rally {hopeless}"


def test_7_1_two_enemy_mmc_and_one_friendly_try_without_a_leader() -> None:
    allowed: dict[Side, int] = {ENEMY: 2, FRIENDLY: 1}
    for side, most in allowed.items():
        table = rph(side)
        for place in ("K20", "P20", "T20"):
            table.new(side.lower(), "4-4-7", place, "broken")
        table = with_minds(table, "ENEMY", "FRIENDLY")
        tries = 0
        while table.state.phase == "RPh":
            tries += len(rolls(table.do("next"), "Rally of"))
        assert tries == most, side


def test_a10_6_broken_units_rally_in_both_player_turns() -> None:
    table = rph(FRIENDLY)
    table.new("enemy", "9-1", "K20")
    squad = table.new("enemy", "4-6-7", "K20", "broken")
    assert line(table) == f"rally {squad} 91a"


def test_veto_a_unit_that_passes_does_not_rally_in_this_phase() -> None:
    table = with_minds(rph())
    table.new("enemy", "9-1", "K20")
    squad, other = table.new("enemy", "4-6-7", "K20", "broken"), table.new("enemy", "4-4-7", "K20", "broken")
    table.do(f"enemy pass {squad}")
    (decided,) = of(table.do("next"), ev.Decided)
    assert decided.ids == (other,)
    table.go_to(ENEMY, "PFPh")
    assert "rally-tried" not in table.unit(squad).flags and "broken" in table.unit(squad).flags


# -- repair, DM ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("side", [ENEMY, FRIENDLY])
def test_7_4_each_malfunctioned_weapon_is_tried_once_in_every_rph(side: Side) -> None:
    table = rph(side)
    names = []
    for place in ("K20", "P20"):
        _, item = table.armed("enemy", "4-6-7", place, "MMG")
        table.do(f"malfunction {item}")
        names.append(item)
    act = proposal(table.game)
    assert act and act.line == f"repair {names[0]}" and act.reasons[0] == "R#2: repaired 33%, lost 17% (A9.72)"
    table = with_minds(table)
    tried = []
    while table.state.phase == "RPh":
        tried += [record.purpose.split()[2] for record in rolls(table.do("next"), "Repair of")]
    assert tried == names


def test_a10_62_a_friendly_unit_in_sight_keeps_its_dm_if_it_could_rout_into_woods() -> None:
    for goal, foe, wanted in (("woods", "K11", True), ("open", "K11", False), ("woods", "", False)):
        table = rph(FRIENDLY, K22=goal)
        squad = table.new("friendly", "4-4-7", "K20", "broken", "dm")
        if foe:
            table.new("enemy", "4-6-7", foe)
        acts = [act.line for act in recovery.shaken(table.game, decider(FRIENDLY))]
        assert acts == [f"keepdm {squad}" if wanted else ""]
        assert not list(recovery.shaken(table.game, decider(ENEMY)))
        table.new("friendly", "8-0", "K20")
        acts = [act.line for act in recovery.shaken(table.game, decider(FRIENDLY))]
        assert acts == [""], "S5.7: with a leader it would not rout"


def test_a_friendly_mind_recovers_by_the_same_rules() -> None:
    table = rph(FRIENDLY)
    table.new("friendly", "9-1", "K20")
    squad = table.new("friendly", "4-4-7", "K20", "broken")
    assert line(table, "FRIENDLY") == f"rally {squad} 91a"


def test_a_random_doctrine_does_any_of_them_and_always_the_same_one() -> None:
    table = rph()
    for place in ("K20", "P20", "T20", "W20"):
        _, item = table.armed("enemy", "4-6-7", place, "MMG")
        table.do(f"malfunction {item}")
    acts = [recovery.next_act(table.game, decider(doctrine="random")) for _ in range(2)]
    assert acts[0] == acts[1] and acts[0] is not None


@pytest.mark.parametrize("leader", [True, False])
def test_7_2_it_keeps_its_dm_only_if_it_would_rout_of_its_own_will(leader: bool) -> None:
    table = field(ENEMY, "RPh", K12="woods")
    squad = table.new(ENEMY, "4-4-7", "K10", "broken", "dm")
    if leader:
        table.new(ENEMY, "8-0", "K10")  # it stays with him: the DM would never go
    table.do("next")
    assert ("dm" in table.unit(squad).flags) is not leader
