"""Rout (A10.5): who must and may, where to, Interdiction, Low Crawl, surrender, Failure to Rout.

Most of it in the open field west of Z2: W1 is 3 hexes from Z2, V0 4, U1 5, T0 6, S1 7, in clear LOS; P13 lies beside
the lone woods hex Q13.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from field import ENEMY, FRIENDLY, Tabletop, field
from tabletop import bare, of, rolls, told

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context
from sasl.asl.game.sides import Side
from sasl.asl.infantry.rout import rout_phase, rout_run, rout_ways, routing
from sasl.asl.infantry.rout.rout_ways import Rout
from sasl.asl.infantry.rout.threat import in_open_ground, threat
from sasl.kernel import verify
from sasl.kernel.frozen import replace
from sasl.minds.played_sides import minds

LAIR, SPOT = "Z2", "W1"
NORTH, SOUTH = "K14/L14", "K16/L15"
"""Vertices of K15: one looks at K11, the other one away from it."""


def rtph(side: Side = FRIENDLY) -> Tabletop:
    return bare(side, "RtPh")


def facing(place: str = SPOT, foe: str = "4-6-7", *flags: str) -> tuple[Tabletop, str, str]:
    """A broken 4-4-7 under DM, and a Known enemy in the lair."""
    table = rtph()
    return table, table.new("friendly", "4-4-7", place, "broken", "dm"), table.new("enemy", foe, LAIR, *flags)


def must(table: Tabletop, unit: str) -> str:
    return rout_ways.must_rout(table.game, table.unit(unit))


def goals(table: Tabletop, unit: str) -> list[str]:
    return [way.goal for way in rout_ways.destinations(table.game, table.unit(unit)) if not way.low_crawl]


def reach(table: Tabletop, unit: str) -> set[str]:
    """Every hex to which there is a legal way."""
    names = table.game.board.within(table.unit(unit).hex, 6)
    return {name for name in names if rout_ways.safest(table.game, table.unit(unit), name)}


# -- who must, who may ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("place", "wanted"), [("W1", True), ("T0", True), ("S1", False)])
def test_a10_5_in_open_ground_in_los_within_normal_range_it_must(place: str, wanted: bool) -> None:
    table, squad, _ = facing(place)
    assert bool(must(table, squad)) == wanted


def test_a10_532_a_mg_reaches_farther() -> None:
    table, squad, foe = facing("S1")
    gun = table.arm(foe, "HMG")
    assert "in LOS and normal range of Z2" in must(table, squad)
    table.do(f"malfunction {gun}")
    assert not must(table, squad)


@pytest.mark.parametrize("flag", ["concealed", "hidden", "broken", "prisoner", "disarmed"])
def test_a10_5_who_drives_nobody_away(flag: str) -> None:
    table, squad, _ = facing("Y2", "4-6-7", flag)
    assert not must(table, squad)


def test_a10_5_a_unit_in_melee_does_not_interdict() -> None:
    table, squad, _ = facing(SPOT, "4-6-7", "melee")
    assert not must(table, squad)


def test_a10_5_beside_the_enemy_it_must_in_any_terrain() -> None:
    table = rtph()
    squad = table.new("friendly", "4-4-7", "Q13", "broken")
    assert not must(table, squad)
    table.new("enemy", "4-6-7", "P13")
    assert must(table, squad) == "it is ADJACENT to the enemy in P13"
    inside = table.new("friendly", "4-4-7", "P13", "broken")
    assert must(table, inside) == "it is with the enemy in P13"


def test_a10_5_out_of_open_ground_it_need_not() -> None:
    table = rtph()
    squad = table.new("friendly", "4-4-7", "Q13", "broken", "dm")
    table.new("enemy", "4-6-7", "P11")
    assert not must(table, squad)


@pytest.mark.parametrize("flag", ["dug-in", "shellhole", "crest"])
def test_a10_531_a_unit_dug_in_is_not_in_open_ground_where_it_is(flag: str) -> None:
    table, squad, _ = facing()
    assert must(table, squad)
    table.do(f"set {squad} {flag}")
    assert not must(table, squad)
    assert threat(table.game, table.unit(squad)).interdicts(SPOT, "V0")  # but it is as soon as it runs


def test_a10_5_in_a_blaze_it_must() -> None:
    table = rtph()
    squad = table.new("friendly", "4-4-7", "Q13", "broken")
    table.do("marker add blaze Q13")
    assert must(table, squad) == "it is in a Blaze"


def test_a10_5_only_broken_units_that_must_or_are_under_dm_rout() -> None:
    table = rtph()
    whole, calm = table.new("friendly", "4-4-7", "P13"), table.new("friendly", "4-4-7", "P13", "broken")
    assert "only broken units rout" in table.no(f"rout {whole} Q13")
    assert "is not under DM and nothing makes it rout" in table.no(f"rout {calm} Q13")
    table.all(f"set {calm} dm", f"rout {calm} Q13")
    assert table.unit(calm).hex == "Q13" and "routed" in table.unit(calm).flags
    assert "has routed in this RtPh" in table.no(f"rout {calm} P13")
    table.do("next")
    assert "routed" not in table.unit(calm).flags


@pytest.mark.parametrize("flag", ["melee", "prisoner", "disrupted"])
def test_a10_5_who_cannot_rout(flag: str) -> None:
    table = rtph()
    squad = table.new("friendly", "4-4-7", "P13", "broken", "dm", flag)
    table.no(f"rout {squad} Q13")


def test_d6_a_broken_passenger_does_not_rout_while_aboard() -> None:
    table = rtph()
    truck, squad = table.new("friendly", "GAZ-MM", "P12"), table.new("friendly", "4-4-7", "P12", "broken", "dm")
    table.do(f"board {squad} {truck}")
    assert f"is aboard {truck}" in table.no(f"rout {squad} P13")


def test_a10_5_rout_belongs_to_the_rtph_of_either_side() -> None:
    table = bare("FRIENDLY", "MPh")
    squad = table.new("friendly", "4-4-7", "P13", "broken", "dm")
    assert "belongs to the RtPh" in table.no(f"rout {squad} Q13")
    table = rtph(ENEMY)
    squad = table.new("friendly", "4-4-7", "P13", "broken", "dm")
    table.do(f"rout {squad} Q13")
    assert table.unit(squad).hex == "Q13"


# -- where to ------------------------------------------------------------------------------------------


def test_a10_51_to_the_nearest_woods_or_building() -> None:
    table = rtph()
    squad = table.new("friendly", "4-4-7", "P13", "broken", "dm")
    best = rout_ways.destinations(table.game, table.unit(squad))
    assert [(way.path, way.mf, way.interdicted) for way in best] == [(("P13", "Q13"), 2.0, ())]
    question = table.ask(f"rout {squad} P14")
    assert "The nearest woods or building" in question.text and question.default == "no"
    table.do(f"rout {squad} P14", "yes")
    assert table.unit(squad).hex == "P14"


def test_a10_51_not_into_known_mines_or_an_ffe() -> None:
    table = rtph()
    squad = table.new("friendly", "4-4-7", "P13", "broken", "dm")
    table.do("marker add minefield Q13 A-P 6")
    assert "Q13" not in goals(table, squad)
    table.all("marker remove Q13", "marker add ffe Q12")
    assert "Q13" not in goals(table, squad)
    table.do("marker remove Q12")
    assert goals(table, squad) == ["Q13"]


def test_a10_51_without_a_refuge_to_any_hex() -> None:
    table, squad, _ = facing()
    found = goals(table, squad)
    assert len(found) > 20 and not any(rout_ways.is_refuge(table.game, name) for name in found)


def test_a10_51_never_nearer_to_an_enemy_in_los() -> None:
    table, squad, _ = facing()
    board = table.game.board
    assert all(board.distance(name, LAIR) >= 3 for name in goals(table, squad))
    nearer = next(name for name in board.neighbours(SPOT) if board.distance(name, LAIR) == 2)
    assert "is nearer to the enemy in Z2" in table.no(f"rout {squad} {nearer}")


def behind_houses(place: str, foe: str = "4-6-7", *flags: str, houses: str = "K12 L12") -> tuple[Tabletop, str]:
    """A broken 4-4-7 under DM, and an enemy in K8 beyond these houses: he sees I15 and J14, neither J15 nor K14."""
    table = field(FRIENDLY, "RtPh", **dict.fromkeys(houses.split(), "stone-building"))
    squad = table.new("friendly", "4-4-7", place, "broken", "dm")
    table.new("enemy", foe, "K8", *flags)
    return table, squad


def test_a10_51_nearer_to_an_enemy_who_has_not_seen_it_even_if_he_does_then() -> None:
    table, squad = behind_houses("J15")
    assert {"J14", "K14"} <= reach(table, squad), "J14 is a hex nearer and in his LOS, J15 was not"
    table.do(f"rout {squad} J14", "yes")
    assert table.unit(squad).hex == "J14"


@pytest.mark.parametrize("flags", [(), ("broken",)])
def test_a10_51_not_nearer_to_an_enemy_who_has_seen_it_before(flags: tuple[str, ...]) -> None:
    """J14 and K15 are seven hexes from K8, K14 is six: he has no LOS to the last two, but had one to J14."""
    table, squad = behind_houses("J14", "4-6-7", *flags)
    assert "K15" in reach(table, squad) and "K14" not in reach(table, squad)
    assert "K14 is nearer to the enemy in K8, who has seen it" in table.no(f"rout {squad} K15 K14")
    table, squad = behind_houses("J14", "4-6-7", "disarmed")
    assert "K14" in reach(table, squad), "an unarmed one counts for nothing"


def test_a10_51_the_longer_way_that_nobody_sees_leads_on() -> None:
    """By M14 it is a shorter way to N13, but seen; from there it goes on only if it has come unseen."""
    table, squad = behind_houses("M15", houses="N12 M16 M14")
    way = rout_ways.safest(table.game, table.unit(squad), "M13")
    assert way is not None and way.path == ("M15", "N15", "O15", "O14", "N13", "M13")


def test_a10_51_never_adjacent_to_a_known_enemy() -> None:
    table = rtph()
    squad = table.new("friendly", "4-4-7", "P13", "broken", "dm")
    table.new("enemy", "4-6-7", "R13")
    assert "ADJACENT to the enemy in R13" in table.no(f"rout {squad} Q13")
    assert "Q13" not in goals(table, squad)


@pytest.mark.parametrize("flag", ["broken", "disrupted", "disarmed"])
def test_a10_51_nor_adjacent_to_a_known_enemy_who_is_broken_or_unarmed(flag: str) -> None:
    table = rtph()
    squad = table.new("friendly", "4-4-7", "P13", "broken", "dm")
    table.new("enemy", "4-6-7", "R13", *(["broken", "disrupted"] if flag == "disrupted" else [flag]))
    assert "ADJACENT to the enemy in R13" in table.no(f"rout {squad} Q13")
    assert "Q13" not in goals(table, squad)


@pytest.mark.parametrize(("flag", "barred"), [("broken", True), ("disarmed", False)])
def test_a10_51_nor_nearer_to_a_broken_enemy_in_los_but_to_an_unarmed_one(flag: str, barred: bool) -> None:
    table, squad, _ = facing(SPOT, "4-6-7", flag)
    board = table.game.board
    assert any(board.distance(name, LAIR) < 3 for name in goals(table, squad)) is not barred


def test_a10_51_where_every_refuge_may_be_left_aside_it_routs_anywhere() -> None:
    table = field(FRIENDLY, "RtPh", Q13="woods")
    squad = table.new("friendly", "4-4-7", "P13", "broken", "dm")
    assert goals(table, squad) == ["Q13"]
    table.new("enemy", "4-6-7", "P3")  # Q13 is no farther from it than P13
    assert {"Q13", "P15"} <= set(goals(table, squad))


def test_a10_5_a_wounded_smc_routs_with_his_three_mf() -> None:
    table = rtph()
    leader = table.new("friendly", "8-0", "P12", "broken", "dm")
    assert table.game.board.distance("P12", "P16") == 4
    assert rout_ways.safest(table.game, table.unit(leader), "P16")
    table.do(f"set {leader} wounded")
    assert not rout_ways.safest(table.game, table.unit(leader), "P16")
    assert "there is no legal way of 3 MF" in table.no(f"rout {leader} P16")
    assert "has 3 MF to rout; this takes" in table.no(f"rout {leader} P13 P14 P15 P16", "yes")


def test_a10_51_not_into_an_enemy_hex_or_an_s() -> None:
    table = rtph()
    squad = table.new("friendly", "4-4-7", "P13", "broken", "dm")
    foe = table.new("enemy", "4-6-7", "Q13", "broken")
    assert "Q13 holds enemy units" in table.no(f"rout {squad} Q13")
    table.do(f"eliminate {foe}")
    name = table.suspect("Q13")
    assert "Q13 holds enemy units or S?" in table.no(f"rout {squad} Q13")
    table.all(f"suspect remove {name}", f"rout {squad} Q13")


def test_a10_5_a_rout_is_6_mf() -> None:
    table = rtph()
    squad = table.new("friendly", "4-4-7", "P12", "broken", "dm")
    assert "is not adjacent" in table.no(f"rout {squad} P13 P15")
    assert "has 6 MF to rout; this takes 7" in table.no(f"rout {squad} P13 P14 P15 P16 P17 P18 P19", "yes")
    assert "there is no legal way of 6 MF" in table.no(f"rout {squad} V0")
    table.do(f"rout {squad} P13 P14 P15 P16 P17 P18", "yes")
    assert table.unit(squad).hex == "P18"


def test_a10_5_a_goal_alone_finds_its_way() -> None:
    table = rtph()
    squad = table.new("friendly", "4-4-7", "P11", "broken", "dm")
    table.do(f"rout {squad} to Q13")
    assert table.unit(squad).hex == "Q13"


def test_5_6_a_leader_is_worth_more_than_the_rest() -> None:
    table = rtph()
    squad = table.new("friendly", "4-4-7", "P15", "broken", "dm")
    before = goals(table, squad)
    ways = [rout_ways.safest(table.game, table.unit(squad), name) for name in before]
    assert len(before) > 1 and len({way and way.mf for way in ways}) == 1 and None not in ways
    table.new("friendly", "9-1", before[-1])
    assert goals(table, squad)[0] == before[-1]
    assert "a leader" in rout_ways.destinations(table.game, table.unit(squad))[0].why


def test_a10_51_a_refuge_no_farther_from_the_enemy_may_be_left_aside() -> None:
    table = rtph()
    squad = table.new("friendly", "4-4-7", "P12", "broken", "dm")
    assert goals(table, squad) == ["Q13"]
    table.new("enemy", "4-6-7", "S12")  # P12 is 3 from it, Q13 2: nearer
    assert "Q13" not in goals(table, squad)


def test_a10_5_without_a_hex_the_ways_are_proposed() -> None:
    table = rtph()
    squad = table.new("friendly", "4-4-7", "P13", "broken", "dm")
    question = table.ask(f"rout {squad}")
    assert [option.value for option in question.options] == ["Q13", "stay"] and question.default == "Q13"
    table.do(f"rout {squad}", "stay")
    assert table.unit(squad).hex == "P13"
    table.do(f"rout {squad}")
    assert table.unit(squad).hex == "Q13"


# -- dangers -------------------------------------------------------------------------------------------


def test_a10_5_a_way_out_of_los_is_among_those_proposed() -> None:
    """The fewest NMC come first; where all of those end in LOS, the best way that does not is told as well."""
    table, squad, _ = facing()
    fear, ways = threat(table.game, table.unit(squad)), rout_ways.destinations(table.game, table.unit(squad))
    hits = [len(way.interdicted) for way in ways if not way.low_crawl]
    assert hits == sorted(hits)
    away = next(name for name in map(str, table.game.board.grid.place) if not fear.in_sight(name))
    seen = [*(way for way in ways if fear.in_sight(way.goal)), rout_ways.Rout((SPOT, away), 6.0)]
    shown = [way.goal for way in routing.safest_first(table.game, table.unit(squad), seen, 2)]
    assert shown == [seen[0].goal, away]


def test_a10_53_each_interdicted_hex_is_a_nmc() -> None:
    table, squad, _ = facing()
    # V0 and U1 are 4 and 5 hexes from the 4-6-7: NMC against 7 in both
    events = table.dice(1, 4, 1, 4).do(f"rout {squad} V0 U1")
    assert [record.purpose.split(" (")[0] for record in rolls(events, "NMC")] == [f"NMC of {squad}"] * 2
    assert (table.unit(squad).hex, table.unit(squad).type) == ("U1", "4-4-7")


def test_a10_53_failing_is_a_casualty_reduction_and_the_survivors_run_on() -> None:
    table, squad, _ = facing()
    table.dice(4, 4, 1, 4).do(f"rout {squad} V0 U1")
    assert (table.unit(squad).hex, table.unit(squad).type) == ("U1", "2-3-7")


def test_a10_53_a_hs_that_fails_is_gone() -> None:
    table, squad, _ = facing()
    half = table.new("friendly", "2-3-7", SPOT, "broken", "dm")
    table.dice(4, 4).do(f"rout {half} V0 U1")
    assert half not in table.state.units and squad in table.state.units


def test_a10_53_passing_with_the_highest_dr_ends_the_rout() -> None:
    table, squad, _ = facing()
    events = table.dice(3, 4).do(f"rout {squad} V0 U1")
    assert table.unit(squad).hex == "V0" and "can run no farther than V0" in told(events)


def test_a15_2_whom_heat_of_battle_rallies_on_the_way_runs_no_farther() -> None:
    table, _, _ = facing()
    leader = table.new("friendly", "8-0", SPOT, "broken", "dm")
    events = table.dice(1, 1, 1, 1).do(f"rout {leader} V0 U1")  # 2 + 1 broken + 2 Russian: hero and hardening
    assert table.unit(leader).hex == "V0" and "broken" not in table.unit(leader).flags
    assert f"{leader} flees no farther than V0" in told(events) and "can run no farther" not in told(events)


def test_a10_711_nor_does_the_leader_who_ran_with_him() -> None:
    table, _, _ = facing()
    one, other = table.new("friendly", "8-0", SPOT, "broken", "dm"), table.new("friendly", "9-1", SPOT)
    table.dice(1, 1, 1, 1).do(f"rout {one},{other} V0 U1")
    assert table.unit(one).hex == table.unit(other).hex == "V0"


def test_a10_5_broken_units_rout_one_at_a_time_and_whom_the_way_is_too_long_for_stays() -> None:
    table, _, _ = facing()
    one, other = (table.new("friendly", "4-4-7", SPOT, "broken", "dm") for _ in "ab")
    events = table.dice(*[2, 3] * 4).do(f"rout {one},{other} V0 U1")
    order = [event.ids for event in events if isinstance(event, ev.UnitsMoved)]
    assert order == [(one,), (one,), (other,), (other,)]
    table, _, _ = facing()
    whole, hurt = (table.new("friendly", name, SPOT, "broken", "dm") for name in ("4-4-7", "8-0"))
    far = "V0 U1 T0 S1"
    table.all(f"set {hurt} wounded", "dice clear")
    events = table.dice(*[2, 3] * 4).do(f"rout {whole},{hurt} {far}", "yes")
    assert table.unit(whole).hex == "S1" and table.unit(hurt).hex == SPOT
    assert f"{hurt} does not rout there with it: {hurt} has 3 MF to rout" in told(events)


@pytest.mark.parametrize("flag", ["pinned", "cx", "encircled"])
def test_a10_532_who_fires_at_half_fp_or_with_a_drm_drives_them_away_but_does_not_interdict(flag: str) -> None:
    table, squad, foe = facing()
    assert must(table, squad) and rolls(table.dice(2, 3).do(f"rout {squad} V0"), "NMC")
    table, squad, foe = facing()
    table.do(f"set {foe} {flag}")
    assert must(table, squad) and not rolls(table.do(f"rout {squad} V0"), "NMC")


def posed(table: Tabletop, unit: str, **how: Any) -> Tabletop:
    """The unit as it is to be."""
    state = table.state
    return Tabletop(table.game.at(replace(state, units={**state.units, unit: replace(state.units[unit], **how)})))


def stops(kind: str, place: str = "K15", gun: str = "", **how: Any) -> bool:
    """Whether an enemy so posed (or the Gun he mans) interdicts a rout in the open to K11, 4 hexes from K15."""
    table = field(FRIENDLY, "RtPh")
    squad, foe = table.new("friendly", "4-4-7", "K10", "broken", "dm"), table.new("enemy", kind, place)
    piece = table.new("enemy", gun, place) if gun else foe
    table = posed(posed(table, foe, group=piece if gun else ""), piece, **how)
    return bool(threat(table.game, table.unit(squad)).interdicts("K10", "K11"))


def test_a10_532_an_afv_interdicts_only_inside_its_covered_arcs() -> None:
    """A StuG would have to turn, its AAMG too (D1.83); the turret of a Pz IV may look elsewhere, with MA and CMG."""
    assert stops("StuG IIIG", ca=NORTH) and not stops("StuG IIIG", ca=SOUTH)
    assert stops("StuG IIIG", ca=NORTH, arms=frozenset({"MA broken"})), "by its AAMG"
    assert stops("Pz IVF1", ca=SOUTH, tca=NORTH) and stops("Pz IVF1", ca=NORTH, tca=SOUTH)
    assert not stops("Pz IVF1", ca=SOUTH)


def test_a10_532_nor_with_what_a_bu_or_stunned_crew_fires_with_a_drm() -> None:
    """Case I is no DRM of MG; the normal range of a CMG is 12, a 75* reaches to 16."""
    far, bu = "K24", frozenset({"buttoned"})
    assert stops("Pz IVF1", flags=bu) and stops("Pz IVF1", far) and not stops("Pz IVF1", far, flags=bu)
    assert not stops("Pz IVF1", far, arms=frozenset({"MA broken"}))
    assert not stops("Pz IVF1", arms=frozenset({"+1 stunned"}))


def test_a10_532_a_gun_does_not_turn_to_interdict_and_a_mortar_may_at_half_its_fp() -> None:
    """A mortar beyond its least range."""
    assert stops("2-2-8", gun="75L AT", ca=NORTH) and not stops("2-2-8", gun="75L AT", ca=SOUTH)
    assert stops("2-2-8", gun="81* MTR") and not stops("2-2-8", gun="120* MTR")
    assert not stops("2-2-8", gun="81* MTR", flags=frozenset({"malfunctioned"}))


def test_a10_41_units_break_of_their_own_will_to_rout_even_pinned_and_a_leaders_break_is_a_lltc() -> None:
    table, _, _ = facing()
    squad, leader = table.new("friendly", "4-4-7", SPOT, "pinned"), table.new("friendly", "8-0", SPOT)
    stays = table.new("friendly", "4-4-7", SPOT)
    events = table.dice(3, 3).do(f"break {leader},{squad} voluntary")
    assert table.unit(squad).flags == {"broken", "dm"} == table.unit(leader).flags
    (check,) = rolls(events, "LLTC")
    assert stays in check.purpose
    table.all("dice clear").dice(*[2, 3] * 4).do(f"rout {squad} V0 U1")
    assert table.unit(squad).hex == "U1"
    other = table.new("friendly", "4-4-7", SPOT)
    assert f"{squad} has already routed:" in table.no(f"break {other} voluntary")


@pytest.mark.parametrize(
    ("place", "foe", "flags", "may"),
    [
        ("T0", "4-6-7", (), True),  # 6 hexes, in LOS
        ("S1", "4-6-7", (), False),  # 7 hexes
        ("T0", "4-6-7", ("broken",), False),
        ("T0", "4-6-7", ("concealed",), False),
        ("Y2", "4-6-7", ("concealed",), True),  # ADJACENT
        ("Y2", "4-6-7", ("hidden",), False),
        ("Y2", "4-6-7", ("broken",), False),
    ],
)
def test_a10_41_only_where_an_enemy_is_near(place: str, foe: str, flags: tuple[str, ...], may: bool) -> None:
    table, _, _ = facing(place, foe, *flags)
    squad = table.new("friendly", "4-4-7", place)
    line = f"break {squad} voluntary"
    assert table.do(line) if may else "A10.41" in table.no(line)


@pytest.mark.parametrize(("flags", "may"), [((), False), (("concealed",), True)])
def test_a10_41_a20_21_not_who_would_have_to_surrender_at_once(flags: tuple[str, ...], may: bool) -> None:
    """In the open beside a Known Good Order enemy, and under fire on every way: it would be taken at once."""
    table = field(FRIENDLY, "RtPh")
    squad = table.new(FRIENDLY, "4-5-8", "K14")
    for place in ("K13", "K18", "H15", "N15"):
        table.new(ENEMY, "4-6-7", place, *flags)
    line = f"break {squad} voluntary"
    if may:
        table.do(line)
    else:
        assert "A20.21" in table.no(line)


def test_a10_41_not_who_would_be_reduced_nor_in_melee_nor_in_another_phase() -> None:
    table, squad, _ = facing()
    hero, mad = table.new("friendly", "1-4-9", SPOT), table.new("friendly", "4-4-7", SPOT, "berserk")
    for name, why in ((squad, "broken"), (hero, "cannot break voluntarily"), (mad, "cannot break voluntarily")):
        assert why in table.no(f"break {name} voluntary")
    held = table.new("friendly", "4-4-7", LAIR, "melee")
    assert "in Melee" in table.no(f"break {held} voluntary")
    table = bare(FRIENDLY, "APh")
    squad, _ = table.new("friendly", "4-4-7", SPOT), table.new("enemy", "4-6-7", LAIR)
    assert "start of the RtPh" in table.no(f"break {squad} voluntary")
    table.do(f"break {squad}")
    assert "broken" in table.unit(squad).flags, "by hand at any time"


def test_a10_711_a_leader_who_runs_along_takes_no_nmc_and_is_lost_with_the_one_his_men_fail() -> None:
    for dice, lost in (((2, 3), False), ((6, 5), True)):
        table, squad, _ = facing()
        leader = table.new("friendly", "8-0", SPOT)
        events = table.dice(*dice, *[1, 6] * 3).do(f"rout {squad},{leader} V0")
        assert len(rolls(events, "Interdiction")) == 1
        assert (leader not in table.state.units) is lost


def test_a10_531_no_interdiction_out_of_open_ground_or_range() -> None:
    table = rtph()
    squad = table.new("friendly", "4-4-7", "P13", "broken", "dm")
    table.new("enemy", "4-4-7", "K13")  # range 4
    assert not rolls(table.do(f"rout {squad} Q13"), "NMC")


def test_b2_4_shellholes_entered_at_two_mf_are_no_open_ground_to_a_rout() -> None:
    """K10, K9 and K8 are open to the 4-6-7 in K13; two have shellholes; the woods in K6 take all MF."""
    table = field(FRIENDLY, "RtPh", K10="shellholes", K8="shellholes", K6="woods")
    squad = table.new(FRIENDLY, "4-4-7", "K11", "broken", "dm")
    table.new(ENEMY, "4-6-7", "K13")
    table.new(ENEMY, "4-6-7", "K14")
    way = rout_ways.safest(table.game, table.unit(squad), "K10")
    assert way is not None and (way.mf, way.interdicted) == (2.0, ())
    path = ("K11", "K10", "K9", "K8")
    assert rout_ways.into_holes(table.game, table.unit(squad), path) == ["K10", "K8"], "1 + 1, 1, 1 + 1 of 6 MF"
    longer = (*path, "K7", "K6")  # 1, 1, 1, 1 and 1.5: no MF is left for either
    assert rout_ways.into_holes(table.game, table.unit(squad), longer) == []
    events = table.dice(1, 4).do(f"rout {squad} K10 K9 K8", "yes")  # not to the nearest woods (A10.51)
    assert len(rolls(events, "NMC")) == 1 and f"{squad} goes into the shellholes of K10 and K8" in told(events)
    assert table.unit(squad).hex == "K8"


def test_b2_4_who_begins_the_rtph_in_shellholes_need_not_rout_but_from_beside_an_enemy() -> None:
    table = field(FRIENDLY, "RtPh", K10="shellholes")
    there, beside = (table.new(FRIENDLY, "4-4-7", name, "broken", "dm") for name in ("K10", "L10"))
    foe = table.new(ENEMY, "4-6-7", "K13")
    assert not must(table, there) and "Open Ground" in must(table, beside)
    table.do(f"put {foe} K11")
    assert "ADJACENT" in must(table, there)


def test_a10_532_concealed_enemies_are_ignored() -> None:
    table, squad, _ = facing(SPOT, "4-6-7", "concealed")
    assert not rolls(table.do(f"rout {squad} V0"), "NMC")


def test_a10_52_low_crawl_is_one_hex_without_interdiction() -> None:
    table, squad, _ = facing()
    assert "a Low Crawl is one hex" in table.no(f"rout {squad} crawl U1")
    events = table.do(f"rout {squad} crawl V0")
    assert not rolls(events, "NMC") and {"routed", "low-crawl"} <= table.unit(squad).flags
    assert table.unit(squad).hex == "V0"


def test_a10_52_low_crawl_is_offered_where_running_is_dangerous() -> None:
    table, squad, _ = facing()
    crawls = [way for way in rout_ways.destinations(table.game, table.unit(squad)) if way.low_crawl]
    assert crawls and all(len(way.path) == 2 and not way.interdicted for way in crawls)
    table = rtph()
    squad = table.new("friendly", "4-4-7", "P13", "broken", "dm")
    assert not any(way.low_crawl for way in rout_ways.destinations(table.game, table.unit(squad)))


def test_a10_52_low_crawl_is_offered_however_many_ways_there_are_to_run() -> None:
    table = rtph()
    squad = table.new("friendly", "4-4-7", "W5", "broken", "dm")
    table.new("enemy", "4-6-7", "W1")
    found = rout_ways.destinations(table.game, table.unit(squad))
    assert len(found) > 8 and any(way.low_crawl for way in found[8:])
    question = table.ask(f"rout {squad}")
    assert any(option.value.startswith("crawl-") for option in question.options)
    assert f"of {len(found)} ways; rout {squad} HEX takes another" in question.text


def test_a10_4_sw_beyond_the_ipc_are_dropped() -> None:
    table = rtph()
    squad = table.new("friendly", "4-4-7", "P13", "broken", "dm")
    heavy, light = table.new("friendly", "HMG"), table.new("friendly", "LMG")
    table.all(f"give {heavy} {squad}", f"give {light} {squad}", f"rout {squad} Q13")
    assert (table.state.weapons[heavy].hex, table.state.weapons[light].holder) == ("P13", squad)


def test_a10_711_a_leader_may_run_with_them() -> None:
    table = rtph()
    squad, leader = table.new("friendly", "4-4-7", "P13", "broken", "dm"), table.new("friendly", "9-1", "P13")
    assert "only broken units rout" in table.no(f"rout {leader} Q13")
    table.do(f"rout {squad},{leader} Q13")
    assert table.unit(leader).hex == "Q13" and "broken" not in table.unit(leader).flags
    other = table.new("friendly", "4-4-7", "P12", "broken", "dm")
    whole = table.new("friendly", "4-4-7", "P12")
    assert "only a Good Order leader may rout" in table.no(f"rout {other},{whole} P13")


def test_b28_mines_attack_those_who_rout_into_them() -> None:
    table = rtph()
    squad = table.new("friendly", "4-4-7", "V0", "broken", "dm")
    table.do("marker add minefield U1 A-P 8")
    events = table.dice(6, 5).do(f"rout {squad} U1")  # 11 on the 8 column: nothing
    assert rolls(events) and table.unit(squad).hex == "U1"


def fleeing(**terrain: str) -> tuple[Tabletop, str, str]:
    """A broken 4-4-7 in K10, and a concealed enemy in the house of K8."""
    table = field(FRIENDLY, "RtPh", K8="stone-building", **terrain)
    return table, table.new(FRIENDLY, "4-4-7", "K10", "broken", "dm"), table.new(ENEMY, "4-4-7", "K8", "concealed")


def test_a10_533_a_house_with_a_concealed_enemy_is_legal_but_comes_last_and_says_why() -> None:
    table, squad, _ = fleeing(I9="woods")
    found = rout_ways.destinations(table.game, table.unit(squad))
    assert [way.goal for way in found if not way.low_crawl] == ["I9", "K8"], "both are 2 hexes away"
    assert "into the concealed enemy in K8, and so eliminated (A10.533)" in found[-1].words()
    assert [option.value for option in table.ask(f"rout {squad}").options][:1] == ["I9"]


def test_a10_533_before_it_runs_to_its_end_it_may_low_crawl() -> None:
    table, squad, _ = fleeing()
    found = rout_ways.destinations(table.game, table.unit(squad))
    assert found[-1].goal == "K8" and all(way.low_crawl for way in found[:-1]) and len(found) > 1


def test_a10_4_who_routs_together_is_named_and_what_is_left_behind_told_before() -> None:
    table, squad, _ = fleeing()
    leader, gun = table.new(FRIENDLY, "8-1", "K10", "broken", "dm"), table.new(FRIENDLY, "HMG")
    table.do(f"give {gun} {squad}")
    text = table.ask(f"rout {squad},{leader}").text
    assert text.startswith(f"{squad} and {leader} in K10 may rout") and f"too heavy to take along: {gun}" in text


def test_a10_533_nobody_knows_of_the_hidden() -> None:
    table, squad, foe = fleeing(I9="woods")
    table.do(f"set {foe} -concealed hidden")
    assert not any(way.met for way in rout_ways.destinations(table.game, table.unit(squad)))


def test_a10_533_who_is_run_into_shows_himself() -> None:
    table, squad, foe = fleeing()
    table.do(f"rout {squad} K8")
    assert squad not in table.state.units and "concealed" not in table.unit(foe).flags


def test_a10_5_running_into_a_concealed_enemy_eliminates() -> None:
    table = rtph()
    squad = table.new("friendly", "4-4-7", "P13", "broken", "dm")
    foe = table.new("enemy", "4-6-7", "Q13", "concealed")
    assert f"ran into {foe} in Q13" in told(table.do(f"rout {squad} Q13"))
    assert squad not in table.state.units


# -- surrender and failure -----------------------------------------------------------------------------


def cornered() -> tuple[Tabletop, str, str]:
    """A broken 4-4-7 in K10 beside a 4-6-7 in K9, and Open Ground all around."""
    table = field(FRIENDLY, "RtPh")
    return table, table.new(FRIENDLY, "4-4-7", "K10", "broken", "dm"), table.new(ENEMY, "4-6-7", "K9")


def test_a20_21_beside_the_enemy_with_no_safe_way_it_surrenders() -> None:
    table, squad, foe = cornered()
    taker = rout_ways.captor(table.game, table.unit(squad))
    assert taker is not None and taker.id == foe
    assert table.ask(f"rout {squad}").default == "no", "nobody surrenders by a mere Enter"
    table.do(f"rout {squad}", "yes")
    unit = table.unit(squad)
    assert "prisoner" in unit.flags and "broken" not in unit.flags and (unit.hex, unit.carrier) == ("K9", foe)


def test_b2_4_shellholes_beside_it_are_a_safe_way_and_nobody_need_surrender() -> None:
    table = field(FRIENDLY, "RtPh", K11="shellholes")
    squad = table.new(FRIENDLY, "4-4-7", "K10", "broken", "dm")
    table.new(ENEMY, "4-6-7", "K9")
    assert rout_ways.captor(table.game, table.unit(squad)) is None


def test_a20_21_the_question_tells_of_all_who_rout_and_of_the_ways_there_are() -> None:
    table, squad, foe = cornered()
    other = table.new("friendly", "2-3-7", table.unit(squad).hex, "broken", "dm")
    text = table.ask(f"rout {squad},{other}").text
    assert text.startswith(
        f"{squad} and {other} are able to get away from {foe} only under Interdiction or by Low Crawl"
    )
    table, squad, foe = facing("Y2")
    table.do(f"set {squad} encircled")
    assert f"{squad} is Encircled beside {foe}" in table.ask(f"rout {squad}").text
    table, squad = surrounded()
    text = table.ask(f"rout {squad}").text
    assert "without any way to rout" in text and "Interdiction" not in text and "Low Crawl" not in text


def test_a20_21_the_player_may_know_a_way() -> None:
    table, squad, _ = facing("Y2")
    table.dice(1, 4).do(f"rout {squad} X2", "no")
    assert table.unit(squad).hex == "X2" and "prisoner" not in table.unit(squad).flags


@pytest.mark.parametrize("flag", ["berserk", "broken", "concealed"])
def test_a20_21_only_known_good_order_infantry_takes_prisoners(flag: str) -> None:
    table, squad, _ = facing("Y2", "4-6-7", flag)
    assert rout_ways.captor(table.game, table.unit(squad)) is None


def test_a20_21_a20_51_whom_no_guard_has_room_for_is_freed_unarmed() -> None:
    table = field("FRIENDLY", "RtPh")
    man = table.new("ENEMY", "7-0", "K14")
    table.new("ENEMY", "4-6-7", "K10")
    squads = [table.new("FRIENDLY", "4-4-7", "K13", "broken", "dm", "encircled") for _ in range(2)]
    for squad in squads:
        table.do(f"rout {squad}", "yes")
    taken, loose = (table.unit(squad) for squad in squads)
    assert (taken.carrier, taken.hex) == (man, "K14"), "US# 3 of the 5 that an SMC can guard"
    assert (loose.carrier, loose.hex, loose.flags) == ("", "K13", {"disarmed"})


def test_a20_21_each_of_a_stack_surrenders_to_a_guard_with_room() -> None:
    table = field("FRIENDLY", "RtPh")
    near = [table.new("ENEMY", "2-4-7", "K14"), table.new("ENEMY", "2-4-7", "L13")]
    table.new("ENEMY", "4-6-7", "K10")
    squads = [table.new("FRIENDLY", "4-4-7", "K13", "broken", "dm", "encircled") for _ in range(5)]
    table.do(f"rout {','.join(squads)}", "yes")
    fate = [(table.unit(squad).carrier, "disarmed" in table.unit(squad).flags) for squad in squads]
    assert sorted({carrier for carrier, _ in fate if carrier}) == sorted(near)
    assert all(bool(carrier) is not unarmed for carrier, unarmed in fate)


def test_a20_21_a20_51_a_smc_is_taken_though_the_guard_is_full() -> None:
    table = field("FRIENDLY", "RtPh")
    man = table.new("ENEMY", "7-0", "K14")
    table.new("ENEMY", "4-6-7", "K10")
    squads = [table.new("FRIENDLY", name, "K13", "broken", "dm", "encircled") for name in ("4-4-7", "2-3-7", "8-0")]
    for squad in squads:
        table.do(f"rout {squad}", "yes")
    assert [table.unit(squad).carrier for squad in squads] == [man] * 3


def test_a20_21_who_can_get_away_does_not_surrender() -> None:
    table = rtph()
    squad = table.new("friendly", "4-4-7", "P13", "broken", "dm")
    table.new("enemy", "4-6-7", "O13")
    assert goals(table, squad) == ["Q13"] and rout_ways.captor(table.game, table.unit(squad)) is None


def test_a10_8_a_fanatic_that_cannot_get_away_does_not_surrender() -> None:
    for states, taken in (("", True), ("fanatic", False)):
        table = rtph()
        squad = table.new("friendly", "4-4-7", "P12", "broken", "dm", *states.split())
        for place in ("P11", "P13"):
            table.new("enemy", "4-6-7", place)
        assert (rout_ways.captor(table.game, table.unit(squad)) is not None) == taken


def test_a19_12_a_disrupted_unit_beside_the_enemy_surrenders() -> None:
    table = rtph()
    squad = table.new("friendly", "4-4-7", "P13", "broken", "dm", "disrupted")
    table.new("enemy", "4-6-7", "O13")
    table.do("next")
    assert "prisoner" in table.unit(squad).flags


def test_a19_12_the_disrupted_rout_out_of_open_ground_but_never_by_low_crawl() -> None:
    """In Open Ground before an enemy they must; under mere DM in the woods they do not."""
    table, squad, _ = facing()
    table.do(f"set {squad} disrupted")
    ways = rout_ways.destinations(table.game, table.unit(squad))
    assert ways and not any(way.low_crawl for way in ways)
    assert "Disrupted and cannot Low Crawl (A19.12)" in table.no(f"rout {squad} crawl {ways[0].path[1]}")
    table.dice(1, 4).do(f"rout {squad} {ways[0].goal}")
    assert table.unit(squad).hex != SPOT
    calm = table.new("friendly", "4-4-7", "Q13", "broken", "dm", "disrupted")
    assert "does not rout (A19.12)" in table.no(f"rout {calm} P13")


@pytest.mark.parametrize(("states", "stays"), [("", True), ("berserk", False), ("melee", False)])
def test_a19_12_the_disrupted_rout_from_those_beside_them_who_take_no_prisoners(states: str, stays: bool) -> None:
    table = rtph()
    squad = table.new("friendly", "4-4-7", "P13", "broken", "dm", "disrupted")
    table.new("enemy", "4-6-7", "O13", *states.split())
    assert rout_ways.stays_disrupted(table.game, table.unit(squad)) == stays
    tank = rtph()
    squad = tank.new("friendly", "4-4-7", "P13", "broken", "dm", "disrupted")
    tank.new("enemy", "StuG IIIG", "O13")
    tank.do(f"rout {squad} Q13")
    assert tank.unit(squad).hex == "Q13"


def test_a10_5_at_the_end_of_the_rtph_you_are_asked_for_your_own() -> None:
    table, squad, _ = facing()
    question = table.ask("next")
    assert question.text.startswith(f"{squad} (4-4-7) in {SPOT} must rout")
    assert question.options[-1].value == "stay"
    table.dice(1, 4).do("next")
    assert table.unit(squad).hex != SPOT


def three_in_the_open() -> Tabletop:
    table = rtph()
    for place in ("W1", "V0", "U1"):
        table.new("friendly", "4-4-7", place, "broken", "dm")
    table.new("enemy", "4-6-7", LAIR)
    return table


def test_a10_5_each_answer_at_the_end_of_the_rtph_works_out_no_rout_before_it_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table, runs, run = three_in_the_open(), list[str](), rout_run.run

    def counted(ctx: Context, ids: Sequence[str], way: Rout) -> None:
        runs.extend(ids)
        run(ctx, ids, way)

    monkeypatch.setattr(rout_phase, "run", counted)
    answers: tuple[str, ...] = ()
    with verify.switched(False):
        for _ in range(3):
            answers = (*answers, table.ask("next", *answers).default)
        table.do("next", *answers)
    assert len(runs) == 3 and set(runs) == {unit.id for unit in table.state.on_map("FRIENDLY")}


def test_a10_5_another_answer_at_the_end_of_the_rtph_is_not_the_one_before() -> None:
    table = three_in_the_open()
    first, second = table.ask("next"), table.ask("next", "stay")
    assert first.subject != second.subject
    gone = next(option.value for option in first.options if option.value != "stay")
    assert table.ask("next", gone).subject == second.subject
    table.do("next", "stay", "stay", "stay")
    assert not list(table.state.on_map("FRIENDLY"))


def test_where_nobody_is_asked_no_part_of_a_command_is_kept() -> None:
    """A part holds the game before it, and with it the whole board: a series would hold one for every game."""
    asked = three_in_the_open()
    kept = asked.game.board.cache
    kept.pop("parts", None)
    watched = Tabletop(replace(asked.game, minds=minds("FRIENDLY", "ENEMY")))
    watched.do("next")
    assert not kept.get("parts")
    asked.ask("next", "stay")
    assert kept.get("parts")


def test_a10_5_failure_to_rout_eliminates() -> None:
    table, squad, _ = facing()
    events = table.do("next", "stay")
    assert squad not in table.state.units
    assert any(event.stop and "Failure to Rout" in event.text for event in of(events, ev.Told))


def test_a10_5_who_must_rout_stays_only_to_be_eliminated() -> None:
    table, squad, _ = facing()
    assert "must rout: it is in Open Ground" in table.no(f"rout {squad} stay")
    table.do(f"rout {squad} stay", "yes")
    assert squad not in table.state.units


def test_a10_5_by_order_a_unit_that_a_mind_plays_is_not_eliminated_unasked_either() -> None:
    table, squad, _ = facing()
    table = Tabletop(replace(table.game, minds=minds("FRIENDLY", "ENEMY")))
    assert "must rout: it is in Open Ground" in table.no(f"rout {squad} stay")


def test_a10_5_enemy_units_rout_by_themselves_in_the_end() -> None:
    table = rtph()
    foe = table.new("enemy", "4-6-7", "P13", "broken", "dm")
    squad = table.new("friendly", "4-4-7", "O13")
    assert "routs: P13-Q13" in told(table.do("next"))
    assert (table.unit(foe).hex, table.unit(squad).hex) == ("Q13", "O13")


def test_a20_21_an_enemy_unit_with_no_way_surrenders_in_the_end() -> None:
    table = field(FRIENDLY, "RtPh")
    foe, squad = table.new(ENEMY, "4-6-7", "K10", "broken", "dm"), table.new(FRIENDLY, "4-4-7", "K9")
    table.do("next")
    assert "prisoner" in table.unit(foe).flags and table.unit(foe).carrier == squad


def surrounded() -> tuple[Tabletop, str]:
    table, squad, _ = facing("Y2")
    for name in table.game.board.neighbours("Y2"):
        table.new("enemy", "4-6-7", name)
    return table, squad


def test_a20_21_with_no_way_left_the_player_is_asked_before_his_unit_surrenders() -> None:
    table, squad = surrounded()
    question = table.ask("next")
    assert "without any way to rout" in question.text and question.default == "surrender"
    table.do("next", "surrender")
    assert "prisoner" in table.unit(squad).flags


def test_a20_3_where_captors_may_refuse_each_of_a_stack_is_asked_for_himself() -> None:
    table, squad = surrounded()
    other = table.new("friendly", "4-4-7", "Y2", "broken")
    table.do("option may-refuse on")
    captor = table.ask("next", "surrender")
    assert captor.id == "take-prisoners" and other not in captor.subject
    assert table.ask("next", "surrender", "yes").subject[0] == other
    assert table.ask("next").subject[0] == squad


def test_a20_21_who_has_no_way_left_and_does_not_surrender_fails_to_rout() -> None:
    table, squad = surrounded()
    assert "Failure to Rout" in told(table.do("next", "stay"))
    assert squad not in table.state.units


def test_a10_5_next_asks_before_it_eliminates_who_has_no_way_left() -> None:
    table, squad = surrounded()
    for unit in table.state.on_map("ENEMY"):
        table.do(f"set {unit.id} ti")  # nobody who could take prisoners
    where = table.ask(f"rout {squad}")
    assert [item.value for item in where.options] == ["stay"]
    assert f"(there is no legal way; rout {squad} HEX says why for that hex). Where to?" in where.text
    question = table.ask("next")
    assert question.id == "fail-to-rout" and "no way is open" in question.text and question.default == "no"
    assert "must rout" in table.no("next", "no") and squad in table.state.units
    table.do("next", "yes")
    assert squad not in table.state.units


# -- DM ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("place", "wanted"), [(SPOT, True), ("S1", False), ("Y2", True)])
def test_a10_62_the_rtph_begins_with_dm_for_those_near_the_enemy(place: str, wanted: bool) -> None:
    table = bare("FRIENDLY", "AFPh")
    squad = table.new("friendly", "4-4-7", place, "broken")
    table.new("enemy", "4-6-7", LAIR)
    events = table.do("next")
    assert ("dm" in table.unit(squad).flags) == wanted
    assert (f"must rout: {squad}" in told(events)) == wanted


def test_a10_5_a_hex_out_of_sight_is_proposed_before_one_with_a_leader_in_sight() -> None:
    table = rtph()
    squad = table.new("friendly", "4-4-7", "F18", "broken", "dm")
    table.new("enemy", "4-3-6", "K18")
    table.new("friendly", "8-0", "C20")
    options = table.ask(f"rout {squad}").options
    assert any(item.value == "C20" and "a leader, in LOS" in item.label for item in options), "it may be chosen"
    assert "out of LOS" in options[0].label


def test_a5_12_a_rout_that_overstacks_is_never_proposed_first() -> None:
    table, squad, _ = facing()
    first = table.ask(f"rout {squad}").options[0].value
    for _ in range(3):
        table.new("friendly", "4-4-7", first)
    assert table.ask(f"rout {squad}").options[0].value != first


def test_a5_12_the_only_refuge_says_that_it_will_be_overstacked() -> None:
    table = rtph()
    squad = table.new("friendly", "4-4-7", "P13", "broken", "dm")
    assert "overstacked" not in table.ask(f"rout {squad}").options[0].label
    for _ in range(3):
        table.new("friendly", "4-4-7", "Q13")
    only = table.ask(f"rout {squad}").options[0]
    assert only.value == "Q13" and "overstacked: 4 squad-equivalents, 3 are allowed (A5.1)" in only.label


def test_a10_531_hazardous_movement_does_not_take_a_router_out_of_open_ground() -> None:
    table = field(FRIENDLY, "RtPh")
    us = table.new(FRIENDLY, "4-4-7", "K11", "broken", "hazardous")
    assert in_open_ground(table.game, table.unit(us), "K14")


def test_b27_41_a_foxhole_entered_for_a_mf_more_is_no_open_ground_to_a_rout_and_costs_one_to_leave() -> None:
    """K10, K9 and K8 are open to the 4-6-7 in K13; the foxholes of K10 and K8 cost one MF to enter, one to leave."""
    table = field(FRIENDLY, "RtPh", K6="woods").all("marker add foxhole K10 1", "marker add foxhole K8 1")
    squad = table.new(FRIENDLY, "4-4-7", "K11", "broken", "dm")
    for place in ("K13", "K14"):
        table.new(ENEMY, "4-6-7", place)
    way = rout_ways.safest(table.game, table.unit(squad), "K10")
    assert way is not None and (way.mf, way.interdicted) == (2.0, ())
    beyond = rout_ways.safest(table.game, table.unit(squad), "K9")
    assert beyond is not None and (beyond.mf, beyond.interdicted) == (4.0, ("K9",)), "1 + 1, 1 out, 1"
    path = ("K11", "K10", "K9", "K8")
    assert rout_ways.into_holes(table.game, table.unit(squad), path) == ["K10", "K8"], "1 + 1 + 1, 1, 1 + 1 of 6 MF"
    events = table.dice(1, 4).do(f"rout {squad} K10 K9 K8", "yes")
    assert len(rolls(events, "NMC")) == 1 and f"{squad} goes into the foxholes of K10 and K8" in told(events)
    assert table.unit(squad).hex == "K8" and "dug-in" in table.unit(squad).flags


def test_b27_41_not_into_a_foxhole_that_is_full_and_whoever_is_in_one_pays_to_leave_it() -> None:
    table = field(FRIENDLY, "RtPh", K6="woods").all("marker add foxhole K10 1", "marker add foxhole K11 1")
    squad = table.new(FRIENDLY, "4-4-7", "K11", "broken", "dm", "dug-in")
    table.new(FRIENDLY, "4-5-8", "K10", "dug-in")
    table.new(ENEMY, "4-6-7", "K13")
    assert rout_ways.step_mf(table.game, table.unit(squad), "K11", "K10") == 2
    way = rout_ways.safest(table.game, table.unit(squad), "K10")
    assert way is not None and (way.mf, way.interdicted) == (2.0, ("K10",))


def test_b27_41_as_many_holes_as_the_mf_allow_the_cheap_ones_first() -> None:
    """K10 is a foxhole, two MF in and out; K9 and K8 have shellholes, one MF each: two of the three are in reach."""
    table = field(FRIENDLY, "RtPh", K9="shellholes", K8="shellholes", K3="woods").all("marker add foxhole K10 1")
    squad = table.new(FRIENDLY, "4-4-7", "K11", "broken", "dm")
    for place in ("K13", "K14"):
        table.new(ENEMY, "4-6-7", place)
    way = rout_ways.safest(table.game, table.unit(squad), "K7")
    assert way is not None and way.interdicted == ("K10", "K7")
    assert rout_ways.into_holes(table.game, table.unit(squad), ("K11", "K10", "K9", "K8", "K7")) == ["K9", "K8"]
