"""Fire Groups, and the leaders and heroes who help them (A7.5, A7.53, A15.24, A15.43)."""

from __future__ import annotations

import pytest
from field import ENEMY, FRIENDLY, Tabletop, column, drm, field, moves, paper, quiet, shown_drm, throw

from sasl.asl.fire.fire_groups import order
from sasl.asl.game.sides import Phase, Side


def test_a7_5_a_fire_group_is_a_chain_of_adjacent_locations() -> None:
    table = field()
    names = [table.new(FRIENDLY, "4-5-8", place) for place in ("K14", "L13", "M13")]  # K14-L13-M13 touch in a row
    table.new(ENEMY, "4-6-7", "L10")
    assert column(table, f"fire {','.join(names)} L10") == 12


def test_a7_5_locations_that_do_not_touch_are_no_group() -> None:
    table = field()
    names = [table.new(FRIENDLY, "4-5-8", place) for place in ("K14", "M13")]
    table.new(ENEMY, "4-6-7", "L10")
    assert table.no(f"fire {','.join(names)} L10") == "M13 is not ADJACENT to the rest of the Fire Group (A7.5)"
    names += [table.new(FRIENDLY, "4-5-8", place) for place in ("I13", "O14")]
    assert "I13, M13 and O14 are not ADJACENT to the rest" in table.no(f"fire {','.join(names)} L10")


def test_a7_25_opportunity_fire_and_advancing_fire_make_one_attack_each_by_its_own_fp() -> None:
    """4 FP of Opportunity Fire and 2 of Advancing Fire."""
    table = field(FRIENDLY, "AFPh")
    held, other = table.new(FRIENDLY, "4-4-7", "K14", "opportunity"), table.new(FRIENDLY, "4-4-7", "K14")
    table.new(ENEMY, "4-6-7", "K10")
    assert column(table, f"fire {held},{other} K10") == 6
    throw(table, (6, 5), f"fire {held},{other} K10")
    assert all("prep" in table.unit(name).flags for name in (held, other))


def test_a7_53_a_leader_directs_those_with_him() -> None:
    table = field()
    squad, leader = table.new(FRIENDLY, "4-5-8", "K14"), table.new(FRIENDLY, "9-2", "K14")
    table.new(ENEMY, "4-6-7", "K10")
    assert shown_drm(table, f"fire {squad},{leader} K10") == [f"-2 {leader} directs"]
    throw(table, (5, 5), f"fire {squad},{leader} K10")  # 8 on the 4 column: nothing; doubles do not cower
    assert "prep" in table.unit(leader).flags
    other = table.new(FRIENDLY, "4-5-8", "K14")
    assert f"has directed {squad} in this Player Turn" in table.no(f"fire {other},{leader} K10")


def test_a7_53_a_leader_does_not_fire_alone() -> None:
    table = field()
    leader = table.new(FRIENDLY, "9-2", "K14")
    table.new(ENEMY, "4-6-7", "K10")
    assert "a leader directs others" in table.no(f"fire {leader} K10")


def test_a7_53_a_leader_without_drm_is_named_for_nobody_cowers() -> None:
    table = field()
    squad, leader = table.new(FRIENDLY, "4-5-8", "K14"), table.new(FRIENDLY, "7-0", "K14")
    table.new(ENEMY, "4-6-7", "K10")
    told = paper(table, f"fire {squad},{leader} K10")
    assert any(f"{leader} directs with no DRM; nobody cowers" in text for text in told)
    assert shown_drm(table, f"fire {squad},{leader} K10") == []


def test_a7_531_every_firing_location_needs_its_leader_and_the_worst_counts() -> None:
    table = field()
    here, there = table.new(FRIENDLY, "4-5-8", "K14"), table.new(FRIENDLY, "4-5-8", "L13")
    good, poor = table.new(FRIENDLY, "9-2", "K14"), table.new(FRIENDLY, "8-1", "L13")
    table.new(ENEMY, "4-6-7", "K10")
    assert shown_drm(table, f"fire {here},{there},{good},{poor} K10") == [f"-1 {poor} directs"]
    assert shown_drm(table, f"fire {here},{there},{good} K10") == []
    assert any(f"{good} directs nobody" in text for text in paper(table, f"fire {here},{there},{good} K10"))


def test_a7_53_of_two_leaders_in_a_location_the_better_directs() -> None:
    table = field()
    squad = table.new(FRIENDLY, "4-5-8", "K14")
    good, poor = table.new(FRIENDLY, "9-2", "K14"), table.new(FRIENDLY, "8-1", "K14")
    table.new(ENEMY, "4-6-7", "K10")
    assert shown_drm(table, "fire K14 K10") == [f"-2 {good} directs"]
    throw(table, (5, 5), "fire K14 K10")
    assert "prep" in table.unit(good).flags and "prep" not in table.unit(poor).flags
    assert "prep" in table.unit(squad).flags


def test_a7_1_a_hex_means_those_in_it_who_can_fire() -> None:
    table = field()
    for name, states in (("4-5-8", ()), ("4-4-7", ("broken",)), ("4-5-8", ("ti",)), ("9-2", ("pinned",))):
        table.new(FRIENDLY, name, "K14", *states)
    table.new(ENEMY, "4-6-7", "K10")
    assert column(table, "fire K14 K10") == 4 and shown_drm(table, "fire K14 K10") == []


@pytest.mark.parametrize(
    ("men", "sw", "far", "wanted"),
    [
        ("2-2-8", "HMG", 2, "HMG"), ("2-4-8", "LMG", 2, "LMG"), ("2-2-8", "LMG", 6, "LMG"),
        ("8-3-8", "LMG", 2, "both"), ("3-4-8", "LMG", 2, "men"),
    ],
)  # fmt: skip
def test_a7_352_a_named_hs_or_crew_fires_what_has_more_fp(men: str, sw: str, far: int, wanted: str) -> None:
    """A7.351: only a squad fires a MG beside its inherent FP; `only` keeps the MG silent."""
    table = field(ENEMY)
    unit, mg = table.armed(ENEMY, men, "K10", sw)
    table.new(FRIENDLY, "4-5-8", f"K{10 + far}")
    who = {"HMG": [mg], "LMG": [mg], "both": [unit, mg], "men": [unit]}[wanted]
    fired = order(table.game, [table.unit(unit)], [], [f"K{10 + far}"])
    assert [name for shooter in fired.shooters for name in shooter.names] == who
    if far == 2:
        alone = order(table.game, [table.unit(unit)], [], ["K12"], ["only"])
        assert [name for shooter in alone.shooters for name in shooter.names] == [unit]


def test_a7_53_a_wounded_leader_directs_one_worse() -> None:
    table = field()
    squad, leader = table.new(FRIENDLY, "4-5-8", "K14"), table.new(FRIENDLY, "9-2", "K14", "wounded")
    table.new(ENEMY, "4-6-7", "K10")
    assert shown_drm(table, f"fire {squad},{leader} K10") == [f"-1 {leader} directs"]


def test_a15_24_a_hero_helps_the_fire_of_his_group() -> None:
    table = field()
    squad, hero = table.new(FRIENDLY, "4-5-8", "K14"), table.new(FRIENDLY, "1-4-9", "K14")
    table.new(ENEMY, "4-6-7", "K10")
    assert shown_drm(table, f"fire {squad},{hero} K10") == ["-1 hero"]
    assert column(table, f"fire {squad},{hero} K10") == 4  # 4 + 1


@pytest.mark.parametrize(("side", "phase"), [(FRIENDLY, "AFPh"), (ENEMY, "DFPh")])
def test_a15_432_the_berserk_fire_in_the_afph_and_defensively_but_nobody_directs_them(side: Side, phase: Phase) -> None:
    table = field(side, phase)
    squad, leader = table.new(FRIENDLY, "4-5-8", "K10", "berserk"), table.new(FRIENDLY, "9-1", "K10")
    table.new(ENEMY, "4-6-7", "K12")
    text = "\n".join(paper(table, f"fire {squad},{leader} K12"))
    assert f"{leader} directs nobody" in text and "A15.42" not in text


# -- whom a leader directs later in the Player Turn -----------------------------------------------------


def test_a7_53_a_leader_directs_a_second_attack_only_of_what_kept_its_rof() -> None:
    table = quiet(field(FRIENDLY, "PFPh", K11="woods"))
    us, leader = table.new(FRIENDLY, "4-4-7", "K14"), table.new(FRIENDLY, "9-1", "K14")
    _, light = table.armed(FRIENDLY, "4-4-7", "K14", "LMG")
    _, heavy = table.armed(FRIENDLY, "4-4-7", "K14", "HMG")
    table.new(ENEMY, "4-6-7", "K11")
    throw(table, (6, 5), f"fire {us},{leader} K11")
    assert "A7.53" in table.no(f"fire {light},{leader} K11")
    other = table.new(FRIENDLY, "8-1", "K14")
    throw(table, (3, 6), f"fire {heavy},{other} K11", "yes")  # apart, in spite of A7.55
    assert drm(throw(table, (6, 5), f"fire {heavy},{other} K11"))[f"{other} directs"] == -1


def defends(*sw: str) -> tuple[Tabletop, str, str, list[str], str]:
    """A squad of ours with SW, a second one and a 9-1 in K14; an ENEMY that spends MF in K12, two hexes away."""
    table = quiet(field(ENEMY, "MPh", K12="woods"))
    us, other = table.new(FRIENDLY, "4-5-8", "K14"), table.new(FRIENDLY, "4-5-8", "K14")
    leader = table.new(FRIENDLY, "9-1", "K14")
    weapons = [table.new(FRIENDLY, name) for name in sw]
    for weapon in weapons:
        table.do(f"give {weapon} {us}")
    mover = table.new(ENEMY, "4-6-7", "K12")
    return moves(table, mover, came_from="K11", how="assault"), us, other, [leader, *weapons], mover


def test_a7_53_in_subsequent_and_final_fire_a_leader_directs_only_whom_he_directed_in_first_fire() -> None:
    table, us, other, (leader,), mover = defends()
    throw(table, (6, 5), f"fire {us},{leader} K12")
    table = moves(table, mover, came_from="K12", spent=2, how="assault")  # one MF more
    words = f"{leader} has directed {us} in this Player Turn, and not {other} (A7.53)"
    assert words in table.no(f"fire {other},{leader} K12")
    events = throw(table, (6, 5), f"fire {us},{leader} K12")  # Subsequent First Fire
    assert drm(events)[f"{leader} directs"] == -1 and "final" in table.unit(leader).flags
    table.go_to(ENEMY, "DFPh")
    assert words in table.no(f"fire {other},{leader} K12")
    assert f"{leader} directs" not in drm(throw(table, (6, 5), f"fire {other} K12"))


def test_a7_53_of_a_fire_group_he_directs_one_more_attack_of_its_members_and_then_only_those() -> None:
    table, us, other, (leader,), mover = defends()
    throw(table, (6, 5), f"fire {us},{other},{leader} K12")
    table = moves(table, mover, came_from="K12", spent=2, how="assault")
    throw(table, (6, 5), f"fire {other},{leader} K12")
    assert f"has directed {other}" in table.no(f"fire {us},{leader} K12")


def test_a7_53_the_next_player_turn_begins_anew() -> None:
    table, us, other, (leader,), _ = defends()
    throw(table, (6, 5), f"fire {us},{leader} K12")
    table.go_to(FRIENDLY, "PFPh")
    assert drm(throw(table, (6, 5), f"fire {other},{leader} K12"))[f"{leader} directs"] == -1


def test_a7_53_a_leader_directs_one_to_hit_dr_of_a_phase_but_all_of_a_weapon_that_keeps_its_rof() -> None:
    table = quiet(field(FRIENDLY, "PFPh"))
    us, tube = table.armed(FRIENDLY, "4-4-7", "K14", "50mm MTR")
    other, leader = table.new(FRIENDLY, "4-4-7", "K14"), table.new(FRIENDLY, "9-1", "K14")
    table.new(ENEMY, "4-6-7", "K10")
    throw(table, (1, 6, 6, 5), f"fire {tube} K10 by {leader}")
    assert "prep" in table.unit(leader).flags and table.state.directed[leader] == (tube,)
    assert f"not {other}" in table.no(f"fire {other},{leader} K10")
    assert f"not {us}" in table.no(f"fire {us},{leader} K10")
    throw(table, (6, 6), f"fire {tube} K10 by {leader}")
