"""Pillboxes (B30): their CA, fire out of them and at them, the way in and out, CC."""

from __future__ import annotations

from typing import Any

from field import Tabletop, by_rule, column, drm, field, moves, throw
from tabletop import game_at, of, rolls, told

from sasl.asl.close_combat import cc_odds, melee
from sasl.asl.fire import compulsory, firing
from sasl.asl.fire.opportunity import opportunity
from sasl.asl.game import events as ev
from sasl.asl.game.sides import Phase, Side
from sasl.asl.infantry.rout.rout_ways import may_rout, must_rout
from sasl.asl.ordnance import demolition, vehicle_mg
from sasl.asl.ordnance.aiming import cases
from sasl.asl.ordnance.aiming.aim import Manner, Shot
from sasl.asl.terrain import pillboxes
from sasl.orders.march_orders import go_on
from sasl.orders.move_orders import Move
from sasl.solitaire.setup import friendly_setup


def inside(side: Side = "ENEMY", phase: Phase = "DFPh", ca: str = "K13/L13", **terrain: Any) -> tuple[Tabletop, str]:
    """An ENEMY squad in a pillbox in K14 that faces north-east."""
    table = field(side, phase, **terrain).all(f"marker add pillbox K14 1+3+5 {ca}")
    return table, table.new("enemy", "4-6-7", "K14", "dug-in")


def test_b30_1_a_pillbox_faces_a_hexspine_and_sees_only_within_its_ca() -> None:
    table, squad = inside("ENEMY", "PFPh")
    assert table.state.markers_at("K14", "pillbox")[0].ca == "K13/L13"
    for name, seen in (("K12", True), ("L13", True), ("K15", False), ("J14", False), ("K14", False)):
        assert (pillboxes.blind_to(table.game, table.unit(squad), name) == "") == seen, name
    table.new("friendly", "4-4-7", "K16")
    assert "is outside its CA (B30.2)" in table.no(f"fire {squad} K16")
    table.new("friendly", "4-4-7", "K12")
    assert drm(throw(table, (6, 5), f"fire {squad} K12")) == {}


def test_b30_112_small_arms_through_the_ca_meet_its_tem() -> None:
    table, _ = inside("FRIENDLY", "PFPh")
    mine = table.new("friendly", "6-2-8", "K12")
    assert drm(throw(table, (6, 5), f"fire {mine} K14")) == {"pillbox": 3}


def test_b30_113_small_arms_do_not_reach_it_from_behind() -> None:
    table, squad = inside("FRIENDLY", "PFPh")
    mine = table.new("friendly", "6-2-8", "K16")
    why = table.no(f"fire {mine} K14")
    assert "small arms cannot hit" in why and "B30.113" in why
    other = table.new("enemy", "4-6-7", "K14")
    throw(table, (1, 1, 5, 6), f"fire {mine} K14")
    assert "broken" not in table.unit(squad).flags, "only who is outside"
    assert other not in table.state.units or "broken" in table.unit(other).flags


def test_b30_2_no_mortar_fires_out_of_it() -> None:
    table, squad = inside("ENEMY", "PFPh")
    mortar = table.arm(squad, "50mm MTR")
    table.new("friendly", "4-4-7", "K10")
    assert "from inside a pillbox (B30.2)" in table.no(f"fire {mortar} K10")


def test_b30_1_one_whose_ca_nobody_knows_looks_everywhere() -> None:
    table, squad = inside(ca="")
    assert not any(pillboxes.blind_to(table.game, table.unit(squad), name) for name in ("K16", "K12", "J14"))


def test_b30_5_a_broken_unit_is_not_driven_out_of_a_pillbox() -> None:
    table, squad = inside("ENEMY", "RtPh")
    table.do(f"set {squad} broken dm")
    table.new("friendly", "6-2-8", "K13")
    assert must_rout(table.game, table.unit(squad)) == ""
    table.do("marker remove pillbox1")
    assert "ADJACENT" in must_rout(table.game, table.unit(squad))


# -- in and out ---------------------------------------------------------------------------------------


def box(phase: Phase = "MPh", strength: str = "1+3+5", **terrain: Any) -> Tabletop:
    """A pillbox in K14 that faces north-east, and nobody near it."""
    table = field("FRIENDLY", phase, **terrain)
    return table.all("option fire-stops off", f"marker add pillbox K14 {strength} K13/L13")


def is_inside(table: Tabletop, unit: str) -> bool:
    return pillboxes.around(table.game, table.unit(unit)) is not None


def test_b30_4_one_mf_into_the_hex_and_one_more_into_the_pillbox() -> None:
    table = box()
    squad = table.new("friendly", "4-4-7", "K15")
    events = table.do(f"move {squad} K14 into")
    assert is_inside(table, squad) and table.unit(squad).mf == 2
    assert [fact.mf for fact in of(events, ev.UnitsMoved)] == [1, 1], "each is a move of its own (B30.33)"
    assert "in the pillbox" in told(table.do("units friendly"))


def test_b30_4_from_its_hex_and_out_again_and_on() -> None:
    table = box()
    squad = table.new("friendly", "4-4-7", "K14")
    table.do(f"move {squad} K14 into")
    assert is_inside(table, squad) and table.unit(squad).mf == 1
    assert "is in the pillbox in K14" in table.no(f"move {squad} K14 into")
    table.do(f"move {squad} K14")
    assert not is_inside(table, squad) and table.unit(squad).mf == 2
    table = box()
    squad = table.new("friendly", "4-4-7", "K14", "dug-in")
    events = table.do(f"move {squad} K15")
    assert [(fact.path, fact.mf) for fact in of(events, ev.UnitsMoved)] == [(("K14",), 1), (("K14", "K15"), 1)]


def test_b30_33_no_assault_movement_from_another_hex_into_it() -> None:
    table = box()
    squad = table.new("friendly", "4-4-7", "K15")
    assert "a Location of its own" in table.no(f"move {squad} K14 into assault")
    inside_ = table.new("friendly", "4-4-7", "K14", "dug-in")
    assert "cannot begin inside the pillbox" in table.no(f"move {inside_} K15 assault")


def test_b30_111_it_holds_as_many_squads_as_its_first_figure_says() -> None:
    table = box()
    first, second = table.new("friendly", "4-4-7", "K14", "dug-in"), table.new("friendly", "4-4-7", "K14")
    leader = table.new("friendly", "8-0", "K14")
    assert "holds 1 squad-equivalent (B30.111)" in table.no(f"move {second} K14 into")
    table.do(f"move {leader} K14 into")
    assert is_inside(table, leader) and is_inside(table, first)
    table = box(strength="2+5+7")
    table.new("friendly", "4-4-7", "K14", "dug-in")
    second = table.new("friendly", "4-4-7", "K14")
    table.do(f"move {second} K14 into")
    assert is_inside(table, second)


def test_b30_112_113_its_other_figures_are_its_tem() -> None:
    table, _ = inside("FRIENDLY", "PFPh")
    table = box("PFPh", "1+5+7")
    table.new("enemy", "4-6-7", "K14", "dug-in")
    mine = table.new("friendly", "6-2-8", "K12")
    assert drm(throw(table, (6, 5), f"fire {mine} K14")) == {"pillbox": 5}


def test_b30_44_b30_43_nobody_goes_in_to_an_enemy_but_anybody_into_his_hex() -> None:
    table = box()
    table.new("enemy", "4-6-7", "K14", "dug-in")
    squad = table.new("friendly", "4-4-7", "K15")
    assert "no unit may enter it with an enemy inside (B30.44)" in table.no(f"move {squad} K14 into")
    table.do(f"move {squad} K14")
    assert table.unit(squad).hex == "K14" and not is_inside(table, squad)


def test_b30_6_with_an_enemy_outside_one_comes_out_only_by_advancing() -> None:
    table = box()
    squad = table.new("friendly", "4-4-7", "K14", "dug-in")
    table.new("enemy", "4-6-7", "K14")
    assert "only by advancing (B30.6)" in table.no(f"move {squad} K15")
    assert "only by advancing (B30.6)" in table.no(f"move {squad} K14")
    table.go_to("FRIENDLY", "APh")
    table.do(f"advance {squad} K14")
    assert not is_inside(table, squad)


def test_b30_6_an_advance_is_from_the_pillbox_to_its_hex_or_back_and_no_farther() -> None:
    table = box("APh")
    squad = table.new("friendly", "4-4-7", "K14", "dug-in")
    assert "advance K14" not in table.no(f"advance {squad} K15")
    assert "a Location of its own" in table.no(f"advance {squad} K15")
    table.do(f"advance {squad} K14")
    assert not is_inside(table, squad) and "advanced" in table.unit(squad).flags
    other = table.new("friendly", "4-4-7", "K14")
    table.do(f"advance {other} K14")
    assert is_inside(table, other)


def test_b30_42_nobody_advances_into_it_past_an_enemy() -> None:
    table = box("APh")
    table.new("enemy", "4-6-7", "K14")
    squad = table.new("friendly", "4-4-7", "K14")
    assert "past an enemy (B30.42)" in table.no(f"advance {squad} K14")


def test_b30_6_no_melee_between_inside_and_outside_and_nobody_withdraws_from_inside() -> None:
    table, squad = inside("FRIENDLY", "CCPh")
    mine = table.new("friendly", "4-4-7", "K14")
    assert "may not withdraw (B30.6)" in melee.why_not(table.game, table.unit(squad))
    _, events = by_rule(table, (), lambda ctx: melee.lock(ctx, "K14"))
    assert events == ()
    outside = table.new("enemy", "4-6-7", "K14")
    after, _ = by_rule(table, (), lambda ctx: melee.lock(ctx, "K14"))
    assert "melee" not in after.unit(squad).flags
    assert "melee" in after.unit(mine).flags and "melee" in after.unit(outside).flags


def test_b30_6_those_outside_guard_those_inside_in_cc() -> None:
    table, squad = inside("FRIENDLY", "CCPh")
    outside = table.new("enemy", "4-6-7", "K14")
    table.new("friendly", "4-4-7", "K14")
    assert [unit.id for unit in cc_odds.men(table.game, "K14", "ENEMY")] == [outside]
    table.do(f"set {outside} disrupted")
    assert {unit.id for unit in cc_odds.men(table.game, "K14", "ENEMY")} == {squad, outside}, "not the Disrupted"


def test_b30_2_its_own_hex_is_outside_but_for_those_who_cross_its_ca() -> None:
    table, squad = inside("FRIENDLY", "MPh")
    mine = table.new("friendly", "4-4-7", "K14")
    for came_from, blind in (("K13", ""), ("L13", ""), ("K15", "K13/L13")):
        now = moves(table, mine, came_from=came_from)
        assert pillboxes.blind_to(now.game, now.unit(squad), "K14") == blind, came_from


def test_b30_7_fire_at_the_concealed_in_a_pillbox_is_not_halved() -> None:
    table, squad = inside("FRIENDLY", "PFPh")
    table.do(f"set {squad} concealed")
    mine = table.new("friendly", "6-2-8", "K12")
    assert column(table, f"fire {mine} K14") == 6


def test_b30_4_it_may_be_set_up_in() -> None:
    table = Tabletop(game_at("set-up"))
    squad = next(
        unit.id for unit in table.state.units.values() if friendly_setup.on_call(unit) and unit.kind == "squad"
    )
    name = next(iter(sorted(friendly_setup.limit_hexes(table.game, table.unit(squad).group))))
    assert "there is no pillbox" in table.no(f"place {squad} {name} pillbox")
    table.do(f"marker add pillbox {name} 2+3+5")
    table.do(f"place {squad} {name} pillbox")
    assert is_inside(table, squad)
    table.do(f"place {squad} {name}")
    assert not is_inside(table, squad)


def test_b30_33_fire_may_halt_it_between_the_hex_and_the_pillbox() -> None:
    table = box().all("option fire-stops on")
    table.new("enemy", "4-6-7", "K10")
    squad = table.new("friendly", "4-4-7", "K15")
    table.go_to("ENEMY", "MPh")
    table = Tabletop(table.game)
    foe = table.new("enemy", "4-6-7", "K15")
    table.do(f"set {squad} pinned")
    ordered = Move((foe,), ("K14",), frozenset({"into"}))
    events = table.do(ordered.line())
    assert not is_inside(table, foe) and table.unit(foe).hex == "K14"
    rest = go_on(table.game, ordered, events)
    assert rest is not None and rest.line() == f"move {foe} K14 into"


def test_b30_2_those_who_cross_its_ca_meet_point_blank_fire_and_no_more() -> None:
    table, squad = inside("FRIENDLY", "MPh")
    mine = table.new("friendly", "4-4-7", "K14")
    now = moves(table, mine, came_from="K13")
    assert column(now, f"fire {squad} K14") == 8
    assert not compulsory.must_fire(now.game, "K14"), "B30.44"


def test_b30_6_no_rout_out_of_it_past_an_enemy() -> None:
    table, squad = inside("ENEMY", "RtPh")
    table.do(f"set {squad} broken dm")
    assert may_rout(table.game, table.unit(squad))
    table.new("friendly", "4-4-7", "K14")
    assert not may_rout(table.game, table.unit(squad))


# -- charges and shells -------------------------------------------------------------------------------


def charged(at: str, *dice: int, strength: str = "1+3+5") -> tuple[Tabletop, str, str]:
    """A charge placed from a hex at a squad in the pillbox, and what is told as it goes off."""
    table = box(strength=strength)
    squad = table.new("enemy", "4-6-7", "K14", "dug-in")
    pack, mine = table.new("friendly", "DC"), table.new("friendly", "6-2-8", at)
    table.all(f"give {pack} {mine}", f"charge {mine} K14 placed")
    table.do("next")
    return table, squad, told(table.dice(*dice).do("next"))


def test_b30_31_a_charge_from_its_ca_or_its_own_hex_meets_the_tem_of_the_ca_from_behind_the_other() -> None:
    for at, value in (("K13", 3), ("K14", 3), ("K15", 5)):
        table = box()
        table.new("enemy", "4-6-7", "K14", "dug-in")
        pack, mine = table.new("friendly", "DC"), table.new("friendly", "6-2-8", at)
        table.do(f"give {pack} {mine}")
        charge = demolition.charge_of(table.game, table.unit(mine), pack, "K14", "placed")
        blast = demolition.attack_of(table.game, charge)
        assert [mod.value for group in blast.groups for mod in group.modifiers if mod.kind == "pillbox"] == [value], at


def test_b30_92_a_kia_of_its_tem_blows_it_in_and_a_placed_charge_adds_two() -> None:
    table, squad, text = charged("K13", 1, 2)
    assert "The pillbox in K14 is destroyed" in text
    assert squad not in table.state.units and not table.state.markers_at("K14", "pillbox")
    table, squad, text = charged("K15", 4, 3)
    assert table.state.markers_at("K14", "pillbox")


def test_b30_92_a_shell_that_hits_may_do_it() -> None:
    table = box("PFPh")
    squad = table.new("enemy", "4-6-7", "K14", "dug-in")
    gun = table.new("friendly", "ISU-122", "K12")
    events = table.dice(1, 2, 1, 1).do(f"fire {gun} K14 HE")
    assert "The pillbox in K14 is destroyed" in told(events) and squad not in table.state.units


def test_b30_35_ap_of_more_than_twice_its_tem_goes_through_it() -> None:
    """More than twice: the 10 of a 45L goes through the 3 of its front, not through the 5 of its rear; 13 does."""
    for place, name, ammo, met in (
        ("K12", "KV-8", "AP", False), ("K12", "KV-8", "HE", True), ("K16", "KV-8", "AP", True),
        ("K16", "T-34 M43", "AP", False),
    ):  # fmt: skip
        table = box("PFPh")
        table.new("enemy", "4-6-7", "K14", "dug-in")
        tank = table.new("friendly", name, place)
        (record,) = rolls(table.dice(6, 6).do(f"fire {tank} K14 {ammo}"), "To Hit")
        assert any(mod.kind == "pillbox" for mod in record.modifiers) is met, (place, name, ammo)


def test_b30_7_concealment_in_it_adds_no_case_k() -> None:
    table = box("PFPh")
    table.new("enemy", "4-6-7", "K14", "dug-in", "concealed")
    tank = table.new("friendly", "T-34 M43", "K12")
    (record,) = rolls(table.dice(6, 6).do(f"fire {tank} K14 HE"), "To Hit")
    assert not any("concealed" in mod.name.lower() for mod in record.modifiers)


def test_b30_34_an_attack_is_at_the_pillbox_or_at_what_is_beside_it() -> None:
    for word, drms in (("", {}), ("pillbox", {"pillbox": 3})):
        table, squad = inside("FRIENDLY", "PFPh")
        other = table.new("enemy", "4-6-7", "K14")
        mine = table.new("friendly", "6-2-8", "K12")
        events = throw(table, (6, 5), f"fire {mine} K14 {word}".strip())
        assert drm(events) == drms
        assert not [record for record in rolls(events) if record.source == "same"], "no second group of targets"
        assert {squad, other} <= set(table.state.units)


def test_b30_34_so_is_a_shot_at_infantry_and_the_fire_of_a_vehicle_but_not_the_area_type() -> None:
    table, squad = inside("FRIENDLY", "PFPh")
    other = table.new("enemy", "4-6-7", "K14")
    tank = table.unit(table.new("friendly", "T-34 M43", "K12", "stopped"))

    def hits(weapon: str, *words: str) -> set[str]:
        kind = opportunity(table.game, tank, "K14")
        plan = firing.planned(table.game, tank, weapon, "K14", Manner(words), kind)
        if isinstance(plan, vehicle_mg.Burst):
            return {key for group in vehicle_mg.attack_of(table.game, plan).groups for key in group.ids}
        assert isinstance(plan, Shot)
        return {key for ids, _ in cases.groups(table.game, plan) for key in ids}

    assert hits("MA", "he") == {other} and hits("MA", "he", "pillbox") == {squad}
    assert hits("MA", "he", "area") == {squad, other}
    assert hits("CMG") == {other} and hits("CMG", "pillbox") == {squad}
