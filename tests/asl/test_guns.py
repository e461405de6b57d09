"""Guns and mortars at the table: HE on the IFT, SMOKE, ammunition, ROF, breakdown, and Guns as targets (C2-C11)."""

from __future__ import annotations

import re

import pytest
from field import ENEMY, FRIENDLY, Tabletop, by_rule, cases, field, gun_of, quiet, shots, throw
from tabletop import LIBRARY, bare, rolls, told

from sasl.asl import stacking
from sasl.asl.fire import effects
from sasl.asl.fire.ift import FinalDr, parse
from sasl.asl.game import events as ev
from sasl.asl.game.context import Context
from sasl.asl.game.sides import Side, opponent
from sasl.asl.ordnance import guns
from sasl.asl.ordnance.aiming import arcs
from sasl.asl.ordnance.hits import to_kill
from sasl.board.hexes import parse_hex
from sasl.kernel.frozen import replace
from sasl.kernel.rolling.records import RollRecord
from sasl.orders.engine import Done, No
from sasl.saves.session import Session


def russian_gun(type_name: str = "76L ART", target: str = "4-6-7", at: str = "K16") -> tuple[Tabletop, str, str, str]:
    """A FRIENDLY Gun with its crew in K20, an ENEMY target."""
    table = bare("FRIENDLY", "PFPh")
    gun, crew = table.new("FRIENDLY", type_name, "K20"), table.new("FRIENDLY", "2-2-8", "K20")
    return table, gun, crew, table.new("ENEMY", target, at)


def german_gun(type_name: str, target: str = "4-4-7", at: str = "K16") -> tuple[Tabletop, str, str, str]:
    table = bare("ENEMY", "PFPh")
    gun, crew = table.new("ENEMY", type_name, "K20"), table.new("ENEMY", "2-2-8", "K20")
    return table, gun, crew, table.new("FRIENDLY", target, at)


# -- who mans it --------------------------------------------------------------------------------------


def test_a4_431_a_gun_is_not_taken_over_from_the_crew_that_is_broken_beside_it() -> None:
    table, gun, crew, _ = russian_gun()
    squad = table.new("FRIENDLY", "4-4-7", "K20")
    context = Context(table.game)
    context.emit(ev.UnitRedrawn(crew, group=gun))
    table = Tabletop(context.game)
    table.do(f"break {crew}")
    assert guns.crew(table.game, table.unit(gun)) is None
    table.do(f"set {crew} -broken -dm")
    men = guns.crew(table.game, table.unit(gun))
    assert men is not None and men.id == crew
    table.do(f"eliminate {crew}")
    assert guns.crew(table.game, table.unit(gun)) is None, "nor when it is gone: it takes a Recovery (A4.44)"
    manned(table, gun, squad)
    men = guns.crew(table.game, table.unit(gun))
    assert men is not None and men.id == squad


# -- HE -----------------------------------------------------------------------------------------------


def test_c3_4_he_attacks_on_the_column_of_its_calibre_without_tem() -> None:
    table, gun, _, _ = russian_gun(at="K18")  # shellholes: TEM +1, paid in the To Hit DR
    record = shots(table.dice(3, 2, 6, 5).do(f"fire {gun} K18"))[0]
    assert record.column == "12" and not record.modifiers


def test_c3_7_a_critical_hit_doubles_fp_and_reverses_tem() -> None:
    table, gun, _, _ = russian_gun(at="K18")
    record = shots(table.dice(1, 1, 6, 5, 1, 1).do(f"fire {gun} K18"))[0]
    assert record.column == "24" and [mod.value for mod in record.modifiers] == [-1]


def test_c3_33_the_area_type_halves_fp_takes_tem_and_all_rof() -> None:
    table, gun, _, _ = russian_gun(at="K18")
    record = shots(table.dice(1, 2, 6, 5).do(f"fire {gun} K18 area"))[0]
    assert record.column == "6" and [mod.value for mod in record.modifiers] == [1]
    assert "MA spent" in table.unit(gun).arms  # the coloured 1 does not help


def test_c3_33_a_mortar_halves_its_fp_and_keeps_its_rof() -> None:
    table, gun, _, _ = german_gun("81* MTR")
    record = shots(table.dice(3, 2, 6, 5).do(f"fire {gun} K16"))[0]
    assert record.column == "8"
    assert "MA spent" not in table.unit(gun).arms


def test_b13_3_mortar_rounds_burst_in_the_trees() -> None:
    table = bare("ENEMY", "PFPh")
    gun = table.new("ENEMY", "81* MTR", "I18")
    table.new("ENEMY", "2-2-8", "I18")
    table.new("FRIENDLY", "4-4-7", "N14")
    record = shots(table.dice(3, 2, 6, 5).do(f"fire {gun} N14"))[0]
    assert [mod.value for mod in record.modifiers] == [-1]


def test_c1_7_a_critical_hit_beyond_36_fp_is_heavy_payload() -> None:
    table = bare("FRIENDLY", "PFPh")
    tank, _ = table.new("FRIENDLY", "SU-152", "K20"), table.new("ENEMY", "4-6-7", "K14")
    record = shots(table.dice(1, 1, 6, 5, 1, 1, 1, 1).do(f"fire {tank} K14 infantry"))[0]
    assert record.column == "36" and [mod.value for mod in record.modifiers] == [-3]  # 60 FP


def test_c8_31_ap_against_men_is_one_or_two_fp() -> None:
    table, gun, _, _ = russian_gun()
    assert shots(table.dice(3, 2, 6, 5).do(f"fire {gun} K16 ap infantry"))[0].column == "2"
    game = table.game
    assert to_kill.equivalent(game, to_kill.Shell("AP", 20), 1) == 1
    assert to_kill.equivalent(game, to_kill.Shell("HEAT", 75), 12) == 8


def test_c8_31_heat_is_no_shell_for_men_in_the_open() -> None:
    table, gun, _, _ = german_gun("75* INF")
    assert "C8.31" in table.no(f"fire {gun} K16 heat")
    walled = field("ENEMY", K16="stone-building")
    gun, _ = walled.new("ENEMY", "75* INF", "K20"), walled.new("ENEMY", "2-2-8", "K20")
    walled.new("FRIENDLY", "4-4-7", "K16")
    assert shots(walled.dice(1, 1, 1, 6, 6, 1, 1).do(f"fire {gun} K16 heat"))


def test_c8_31_apcr_has_the_he_equivalency_of_the_smallest_ap() -> None:
    game = german_gun("75L AT")[0].game
    assert to_kill.equivalent(game, to_kill.Shell("APCR", 75, "L"), 12) == 1


def test_c3_8_multiple_hits_of_a_small_gun_take_the_better_dr() -> None:
    table, gun, _, _ = german_gun("20L(6) AA")
    events = table.dice(3, 3, 6, 5, 2, 3, 4, 4).do(f"fire {gun} K16 infantry he")
    assert [record.original for record in rolls(events, "Multiple Hits")] == [11, 5]
    assert rolls(events, "MC of") or "pinned" in str(events)  # 5 on the 1 column: a PTC


def test_a8_2_he_in_defensive_first_fire_leaves_residual_fp() -> None:
    table = bare("FRIENDLY", "MPh")
    gun = table.new("ENEMY", "75L AT", "K15")
    table.new("ENEMY", "2-2-8", "K15")
    squad = table.new("FRIENDLY", "4-4-7", "L20")
    table.do(f"move {squad} L19")
    table.dice(5, 2, 6, 6).do(f"fire {gun} L19")  # 12 column: half of it
    assert [item.number for item in table.state.markers_at("L19", "residual")] == [6]


# -- ROF, breakdown, ammunition -----------------------------------------------------------------------


def test_c2_24_rof_by_the_coloured_die() -> None:
    table, gun, crew, _ = russian_gun()
    assert "may fire again" in told(table.dice(2, 6).do(f"fire {gun} K16"))
    assert {"prep"} <= table.unit(gun).flags and "prep" in table.unit(crew).flags
    table.dice(3, 6).do(f"fire {gun} K16")
    assert "C2.24" in table.no(f"fire {gun} K16")


def test_c2_24_a_gun_without_rof_fires_once() -> None:
    table, gun, _, _ = german_gun("150 INF")
    table.dice(1, 6).do(f"fire {gun} K16")
    assert "C2.24" in table.no(f"fire {gun} K16")


def test_c2_28_breakdown_and_a_11_an_original_12_of_intensive_fire_is_for_good() -> None:
    table, gun, _, _ = russian_gun()
    table.dice(6, 6).do(f"fire {gun} K16")
    assert "malfunctioned" in table.unit(gun).flags and "A9.7" in table.no(f"fire {gun} K16")
    table, gun, _, _ = russian_gun()
    table.dice(6, 5).do(f"fire {gun} K16")
    table.dice(6, 6).do(f"fire {gun} K16 intensive")
    assert gun not in table.state.units, "a Gun that malfunctions for good is removed"


def test_d3_71_low_ammo_comes_before_the_last_shell() -> None:
    table = bare("FRIENDLY", "PFPh")
    tank, _ = table.new("FRIENDLY", "SU-152", "K20"), table.new("ENEMY", "4-6-7", "K14")
    table.dice(5, 5).do(f"fire {tank} K14")  # B10
    assert "Low Ammo" in table.unit(tank).arms and not table.unit(tank).flags & {"malfunctioned", "disabled"}
    table.go_to("FRIENDLY", "PFPh", turn=2)
    table.dice(5, 5).do(f"fire {tank} K14")
    assert {"disabled", "recalled"} <= table.unit(tank).flags  # D3.7


@pytest.mark.parametrize(("dice", "fate"), [((4, 5), "malfunctioned"), ((6, 6), "disabled"), ((4, 4), "")])
def test_d3_71_once_low_on_ammo_its_b_is_one_lower_and_the_old_one_an_x(dice: tuple[int, int], fate: str) -> None:
    table = bare("FRIENDLY", "PFPh")
    tank, _ = table.new("FRIENDLY", "SU-152", "K20"), table.new("ENEMY", "4-6-7", "K14")
    low = replace(table.unit(tank), arms=frozenset({"Low Ammo"}))
    table = Tabletop(table.game.at(replace(table.state, units={**table.state.units, tank: low})))
    table.dice(*dice).do(f"fire {tank} K14")
    assert table.unit(tank).flags & {"malfunctioned", "disabled"} == ({fate} if fate else set())


def test_c8_9_the_last_round_and_none_at_all_elite_crews_have_one_more() -> None:
    table, gun, _, _ = russian_gun("45LL AT", "StuG IIIG")  # A6, 7 for the Guards
    table.dice(3, 4, 6, 6).do(f"fire {gun} K16 apcr")
    assert "no APCR" in table.unit(gun).arms and "C8.9" in table.no(f"fire {gun} K16 apcr")
    table, gun, _, _ = russian_gun("45LL AT", "StuG IIIG")
    events = table.dice(4, 4).do(f"fire {gun} K16 apcr")
    assert "no shot;" in told(events) and "no APCR" in table.unit(gun).arms
    assert "MA spent" not in table.unit(gun).arms and not rolls(events, "To Kill")
    assert rolls(table.dice(3, 4, 6, 6).do(f"fire {gun} K16"), "To Hit")  # AP instead
    table, gun, _, _tank = german_gun("75L AT", "T-34 M43")  # A3, not Elite
    assert "no shot;" in told(table.dice(2, 2).do(f"fire {gun} K16 apcr"))


def test_c8_a_gun_fires_only_what_it_has() -> None:
    table, gun, _, _ = german_gun("75* INF", "T-34 M43")
    assert "no AP" in table.no(f"fire {gun} K16 ap")
    assert "no smoke" in table.no(f"fire {gun} K16 smoke")
    question = table.ask(f"fire {gun} K16")
    assert question.text.endswith("HEAT")  # without AP its HEAT is the usual choice


def test_c8_5_a_smoke_round() -> None:
    table, gun, _, _ = german_gun("81* MTR")  # s8
    table.dice(3, 3).do(f"fire {gun} K16 smoke")
    marker = table.state.markers_at("K16", "smoke")[0]
    assert (marker.number, marker.side) == (3, "ENEMY")
    table, gun, _, _ = german_gun("81* MTR")
    assert "no shot;" in told(table.dice(4, 5).do(f"fire {gun} K16 smoke"))
    assert not table.state.marked("smoke")


def test_c8_51_smoke_in_the_dfph_is_dispersed() -> None:
    table = bare("FRIENDLY", "DFPh")
    gun, _ = table.new("ENEMY", "81* MTR", "K20"), table.new("ENEMY", "2-2-8", "K20")
    table.new("FRIENDLY", "4-4-7", "K16")
    table.dice(3, 3).do(f"fire {gun} K16 smoke")
    assert [marker.number for marker in table.state.markers_at("K16", "smoke")] == [2]


def test_c8_9_a_shot_that_finds_no_shell_may_still_break_the_gun() -> None:
    table, gun, _, _ = german_gun("81* MTR")
    table.dice(6, 6).do(f"fire {gun} K16 smoke")
    assert "malfunctioned" in table.unit(gun).flags


# -- Guns as targets ----------------------------------------------------------------------------------


def struck(cell: str, *, heavy: bool, dice: tuple[int, ...] = ()) -> tuple[Context, str, str]:
    table, gun, crew, _ = russian_gun()
    if dice:
        table.dice(*dice)
    ctx = Context(table.game)
    record = RollRecord("test", "DR", (3, 4), 7, 7, table="ift", column="12")
    guns.ift_result(ctx, ctx.state.units[gun], FinalDr(parse(cell), record, 12), "test", heavy=heavy)
    return ctx, gun, crew


def test_c11_4_a_kia_of_he_destroys_gun_and_crew() -> None:
    ctx, gun, crew = struck("1KIA", heavy=True)
    assert gun not in ctx.state.units and crew not in ctx.state.units


def test_c11_4_a_k_breaks_the_gun_and_reduces_its_crew() -> None:
    ctx, gun, crew = struck("K/2", heavy=True)
    assert "malfunctioned" in ctx.state.units[gun].flags and crew not in ctx.state.units


@pytest.mark.parametrize(
    ("cell", "dice", "gun_is", "crew_is", "squad_is"),
    [
        ("1KIA", (2, 5), "whole", "broken", "gone"),
        ("1KIA", (5, 2), "gone", "gone", "broken"),
        ("2KIA", (), "gone", "gone", "gone"),
        ("K/1", (2, 5, 1, 2, 1, 2), "whole", "whole", "reduced"),
        ("K/1", (5, 2, 1, 2), "malfunctioned", "gone", "whole"),
    ],
)
def test_c11_4_random_selection_strikes_a_gun_with_its_crew_or_the_men_beside_it(
    cell: str, dice: tuple[int, ...], gun_is: str, crew_is: str, squad_is: str
) -> None:
    table, gun, crew, _ = russian_gun()
    squad = table.new(FRIENDLY, "4-4-7", "K20")

    def hit(ctx: Context) -> None:
        effects.apply_outcome(ctx, (gun, crew, squad), FinalDr(parse(cell), None, 12), "HE", heavy=True)

    after, _ = by_rule(table, dice, hit)

    def fate(key: str) -> str:
        unit = after.state.units.get(key)
        if unit is None:
            return "gone"
        found = [word for word in ("broken", "malfunctioned") if word in unit.flags]
        return found[0] if found else "reduced" if unit.kind == "hs" else "whole"

    assert [fate(key) for key in (gun, crew, squad)] == [gun_is, crew_is, squad_is]


def test_c11_4_less_does_nothing_to_the_gun() -> None:
    ctx, _, _ = struck("3MC", heavy=True)
    assert not ctx.events


def test_a9_74_small_arms_hurt_a_gun_only_by_a_dr() -> None:
    assert struck("1KIA", heavy=False, dice=(5,))[0].state.units["76La"].flags == frozenset()
    assert "malfunctioned" in struck("1KIA", heavy=False, dice=(3,))[0].state.units["76La"].flags  # K/3
    assert "76La" not in struck("1KIA", heavy=False, dice=(2,))[0].state.units  # 1KIA


def test_c11_4_a_critical_hit_of_he_destroys_a_gun() -> None:
    table = bare("FRIENDLY", "PFPh")
    tank, gun = table.new("FRIENDLY", "T-34 M43", "K20"), table.new("ENEMY", "75L AT", "K14")
    crew = table.new("ENEMY", "2-2-8", "K14")
    table.dice(1, 1, 1).do(f"fire {tank} K14")
    assert gun not in table.state.units and crew not in table.state.units


def test_c11_4_a_k_of_ap_destroys_a_gun() -> None:
    table = bare("FRIENDLY", "PFPh")
    tank, gun = table.new("FRIENDLY", "T-34 M43", "K20"), table.new("ENEMY", "75L AT", "K14")
    crew = table.new("ENEMY", "2-2-8", "K14")
    table.dice(3, 2, 1, 1, 6, 6).do(f"fire {tank} K14 ap infantry")  # 2 FP: an Original 2 is K/1
    assert gun not in table.state.units and crew not in table.state.units


def manned(table: Tabletop, gun: str, crew: str) -> None:
    """The crew belongs to the Gun."""
    unit = replace(table.unit(crew), group=gun)
    table.session = Session(table.game.at(replace(table.state, units={**table.state.units, crew: unit})))


def test_c11_5_the_gunshield_covers_the_crew_from_the_front_only() -> None:
    for face, wanted in (("K15/L15", [2]), ("K17/L16", [])):
        table = bare("ENEMY", "PFPh")
        gun, crew = table.new("FRIENDLY", "76* INF", "K16"), table.new("FRIENDLY", "2-2-8", "K16")
        manned(table, gun, crew)
        table.do(f"face {gun} {face}")
        squad = table.new("ENEMY", "4-6-7", "K13")
        found = shots(table.dice(6, 6).do(f"fire {squad} K16"))
        assert [mod.value for record in found for mod in record.modifiers if mod.name == "gunshield"] == wanted


def test_a5_5_a_crew_with_its_gun_counts_as_a_squad() -> None:
    table = bare("FRIENDLY", "PFPh")
    gun, crew = table.new("FRIENDLY", "76L ART", "K20"), table.new("FRIENDLY", "2-2-8", "K20")
    for _ in range(3):
        table.new("FRIENDLY", "4-4-7", "K20")
    manned(table, gun, crew)
    assert stacking.halves(table.game, table.unit(crew)) == 2
    assert stacking.overstack(table.game, "K20", "FRIENDLY") == 1
    table.do(f"put {crew} K19")
    assert stacking.halves(table.game, table.unit(crew)) == 1


def test_c10_1_any_unbroken_mmc_mans_a_gun_it_has_and_cannot_if_it_has_fired() -> None:
    table = bare("FRIENDLY", "PFPh")
    gun, squad = table.new("FRIENDLY", "76L ART", "K20"), table.new("FRIENDLY", "4-4-7", "K20")
    table.new("ENEMY", "4-6-7", "K16")
    assert "nobody unbroken mans" in table.no(f"fire {gun} K16")
    manned(table, gun, squad)
    table.dice(6, 5).do(f"fire {squad} K16")
    assert "A7.351" in table.no(f"fire {gun} K16")
    other = table.new("FRIENDLY", "4-4-7", "K20")
    gun = table.new("FRIENDLY", "76L ART", "K20")
    manned(table, gun, other)
    assert rolls(table.dice(6, 5).do(f"fire {gun} K16"), "To Hit") and "prep" in table.unit(other).flags


def test_a14_1_a_to_hit_dr_may_wake_the_sniper() -> None:
    table, gun, _, _ = russian_gun()
    events = table.dice(1, 3, 6, 5, 6).do(f"fire {gun} K16")  # 4 is the ENEMY SAN
    assert rolls(events, "ENEMY Sniper")


ARMED = [
    (nation, name)
    for nation in ("german", "russian")
    for name, item in LIBRARY.counters[nation].items()
    if item.kind in ("gun", "vehicle", "cupola")
]
WORDS = (
    "", "ap", "he area", "heat", "apcr vehicle", "smoke", "infantry", "cmg", "bmg", "rmg", "aamg", "ft", "intensive",
    "immobilize", "cmg vehicle", "canister", "ca K19/L19", "lane",
)  # fmt: skip
PREY = {"german": ("4-4-7", "SU-76M", "GAZ-MM", "76L ART"), "russian": ("4-6-7", "Marder II", "SdKfz 7/1", "75L AT")}


@pytest.mark.parametrize(("nation", "name"), ARMED)
def test_c3_every_weapon_fires_at_everything_or_says_which_rule_forbids_it(nation: str, name: str) -> None:
    side: Side = "ENEMY" if nation == "german" else "FRIENDLY"
    other = opponent(side)
    item = LIBRARY.counter(nation, name)
    goal = "K19" if item.flame else "K17" if (item.min_range or 0) < 3 else "K8"
    fired = 0
    for target in PREY[nation]:
        table = bare(side, "PFPh")
        weapon = table.new(side, name, "K20")
        table.new(side, "2-2-8", "K20")
        table.new(other, target, goal)
        before = table.game
        for words in WORDS:
            outcome = Tabletop(before).submit(f"fire {weapon} {goal} {words}")
            if isinstance(outcome, No):
                assert re.search(r"\([A-E]\d|OtO 4|'", outcome.reason), outcome.reason
            fired += isinstance(outcome, Done)
    assert bool(fired) == bool(item.ma)


@pytest.mark.parametrize(
    ("goal", "coloured", "kept"),
    [("K14", 4, True), ("K14", 5, False), ("K28", 5, True), ("K28", 6, False)],
    ids=["near", "near and high", "far", "far and high"],
)
def test_a12_34_an_emplaced_gun_that_fires_stays_concealed_by_the_coloured_die(
    goal: str, coloured: int, kept: bool
) -> None:
    """The nearest Good Order enemy who sees it is 4 or 18 hexes away."""
    table, gun, crew = hidden_gun("emplaced", goal=goal)
    table.dice(coloured, 6, *[6, 5] * 3).do(f"fire {gun} {goal} he")
    assert all(("concealed" in table.unit(key).flags) is kept for key in (gun, crew))


def test_a12_34_whom_nobody_in_good_order_sees_keeps_it_by_any_die() -> None:
    table, gun, crew = hidden_gun("emplaced")
    table.do(f"set {table.state.units_at('K14')[0].id} broken")
    table.dice(6, 5, *[6, 5] * 3).do(f"fire {gun} K14 he")
    assert all("concealed" in table.unit(key).flags for key in (gun, crew))


@pytest.mark.parametrize("why", ["not emplaced", "turns"])
def test_a12_34_one_that_is_not_emplaced_or_turns_is_seen(why: str) -> None:
    table, gun, crew = hidden_gun(*(() if why == "not emplaced" else ("emplaced",)))
    table.do(f"face {gun} {'J9/K9' if why == 'turns' else 'J10/K11'}")
    table.dice(1, 6, *[6, 5] * 3).do(f"fire {gun} K14 he")
    assert not any("concealed" in table.unit(key).flags for key in (gun, crew))


def hidden_gun(*states: str, goal: str = "K14") -> tuple[Tabletop, str, str]:
    """A concealed Gun with its crew in K10, which faces an enemy squad."""
    table = field(FRIENDLY, "PFPh", **{goal: "shellholes"}).all("option confirm-fire off")
    crew = table.new(FRIENDLY, "2-2-8", "K10", "concealed")
    gun = table.new(FRIENDLY, "76L ART", "K10", "concealed", *states)
    table.do(f"face {gun} J10/K11")
    table.new(ENEMY, "4-6-7", goal)
    return table, gun, crew


def test_c5_2_a_mortar_that_was_carried_in_the_mph_does_not_fire_in_the_afph() -> None:
    table = quiet(field(FRIENDLY, "MPh"))
    us, mortar = table.armed(FRIENDLY, "4-4-7", "K14", "50mm MTR")
    table.new(ENEMY, "4-6-7", "K8")
    table.do(f"move {us} K13")
    table.go_to(FRIENDLY, "AFPh")
    assert "A4.41" in table.no(f"fire {mortar} K8")


@pytest.mark.parametrize("name", ["75L AT", "20L(6) AA"])
def test_c5_2_a_gun_whose_men_have_moved_does_not_fire_in_the_afph(name: str) -> None:
    table = quiet(field(ENEMY, "MPh"))
    gun, us = table.new(ENEMY, name, "K13"), table.new(ENEMY, "2-2-8", "K14")
    table.new(FRIENDLY, "4-4-7", "K8")
    table.do(f"move {us} K13")
    table.go_to(ENEMY, "AFPh")
    assert "C5.2" in table.no(f"fire {gun} K8")


def test_a21_13_men_who_are_no_crew_man_a_gun_as_if_it_were_captured() -> None:
    table = quiet(field(ENEMY, "PFPh"))
    gun, _ = gun_of(table, ENEMY, "75L AT", "K14", "4-6-7")
    table.new(FRIENDLY, "4-4-7", "K4")
    events = throw(table, (5, 5), f"fire {gun} K4 he")
    assert cases(events)["Case H"] == 2 and rolls(events, "To Hit")[0].target == 6  # red at 10 hexes, L +0
    assert "malfunctioned" in table.unit(gun).flags  # 10 reaches 12 - 2


def test_a21_13_its_own_crew_mans_a_gun_without_penalty() -> None:
    table = quiet(field(ENEMY, "PFPh"))
    gun, _ = gun_of(table, ENEMY, "75L AT", "K14")
    table.new(FRIENDLY, "4-4-7", "K4")
    events = throw(table, (5, 5), f"fire {gun} K4 he")
    assert "Case H" not in cases(events) and rolls(events, "To Hit")[0].target == 7
    assert "malfunctioned" not in table.unit(gun).flags


def test_a21_11_mgs_of_a_captured_vehicle_and_ife_without_a_crew_break_down_two_earlier() -> None:
    table = quiet(field(FRIENDLY, "PFPh"))
    tank = table.new(FRIENDLY, "T-34 M43", "K14", "captured")
    table.new(ENEMY, "4-6-7", "K11")
    throw(table, (4, 6), f"fire {tank} K11 cmg")
    assert "CMG broken" in table.unit(tank).arms
    table = quiet(field(ENEMY, "PFPh"))
    gun, _ = gun_of(table, ENEMY, "20L(6) AA", "K14", "4-6-7")
    number = table.game.counter_of(table.unit(gun)).breakdown or 12
    table.new(FRIENDLY, "4-4-7", "K11")
    throw(table, (6, number - 8), f"fire {gun} K11")
    assert "malfunctioned" in table.unit(gun).flags


@pytest.mark.parametrize(("ca", "kept"), [("back", False), ("front", True)])
def test_c6_5_who_turns_away_loses_its_acquisition(ca: str, kept: bool) -> None:
    table = quiet(field(ENEMY, "PFPh"))
    gun, _ = gun_of(table, ENEMY, "75L AT", "K14")
    table.new(FRIENDLY, "4-4-7", "K10")
    table.dice(6, 5).do(f"fire {gun} K10 he")
    assert table.state.acquired[gun].hex == "K10"
    front = table.unit(gun).ca
    ready = replace(table.unit(gun), flags=frozenset(), arms=frozenset())  # as in a later fire phase
    table = Tabletop(table.game.at(replace(table.state, units={**table.state.units, gun: ready})))
    table.do(f"turn {gun} {front if kept else arcs.opposite(parse_hex('K14'), front)}")
    assert (gun in table.state.acquired) == kept
