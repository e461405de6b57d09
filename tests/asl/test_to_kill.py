"""To Kill (C7): numbers by shell, range and armor; what each DR does; exact chances."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from tabletop import Tabletop, bare, rolls, told

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context, Game
from sasl.asl.game.sides import Side
from sasl.asl.game.state import Unit
from sasl.asl.ordnance import mounted
from sasl.asl.ordnance.aiming import arcs, to_hit
from sasl.asl.ordnance.hits import to_kill, vehicle_hits
from sasl.asl.ordnance.hits.to_kill import Kill, Shell
from sasl.kernel.frozen import replace

TABLE = bare("FRIENDLY", "PFPh")
GAME: Game = TABLE.game


def unit(name: str, side: Side = "ENEMY") -> Unit:
    return Unit("X", side, "vehicle", name, "X", "K16")


def russian(name: str) -> Unit:
    return unit(name, "FRIENDLY")


def kill(
    shell: Shell, target: Unit, place: Any = "hull", side: Any = "front", distance: int = 7, critical: bool = False
) -> Kill:
    return to_kill.kill(GAME, shell, target, place, side, distance, critical=critical)


T34 = Shell("AP", 76, "L")


# -- numbers ------------------------------------------------------------------------------------------


def test_c7_31_ap_less_the_armor() -> None:
    assert kill(T34, unit("StuG IIIG")).number == 13 - 8
    assert kill(T34, unit("StuG IIIG"), side="side").number == 13 - 3
    assert kill(Shell("AP", 88, "LL"), russian("T-34 M43")).number == 27 - 11


def test_c7_21_the_rear_is_one_easier() -> None:
    assert kill(T34, unit("StuG IIIG"), side="rear").number == 13 + 1 - 3


def test_c7_24_range_by_calibre() -> None:
    assert kill(T34, unit("StuG IIIG"), distance=1).number == 13 + 1 - 8
    assert kill(T34, unit("StuG IIIG"), distance=20).number == 13 - 1 - 8
    assert kill(Shell("AP", 20, "L"), unit("StuG IIIG"), side="side", distance=2).number == 6 + 1 - 3
    assert kill(Shell("APCR", 76, "L"), unit("StuG IIIG"), distance=20).number == 14 - 3 - 8
    assert kill(Shell("AP", 20, "L"), unit("StuG IIIG"), distance=50).number == 0  # beyond effective range
    assert kill(Shell("HEAT", 75, "*"), russian("T-34 M43"), distance=40).number == 13 - 11  # HEAT does not mind


def test_c3_7_a_critical_hit_doubles_the_basic_number() -> None:
    assert kill(T34, unit("StuG IIIG"), critical=True).number == 26 - 8


def test_d1_6_inferior_and_superior_turrets() -> None:
    # Marder: 3 circled, so 2 above; its sides 1, so 0; the rear above is open to anything
    marder = unit("Marder II")
    assert [mounted.armor(GAME, marder, "hull", side) for side in ("front", "side", "rear")] == [3, 1, 1]
    assert [mounted.armor(GAME, marder, "turret", side) for side in ("front", "side", "rear")] == [2, 0, None]
    assert mounted.armor(GAME, russian("KV-1S"), "turret", "side") == 8  # 6 squared
    assert mounted.armor(GAME, russian("KV-1S"), "turret", "front") == 8
    assert mounted.armor(GAME, russian("ISU-122"), "turret", "front") == 11  # 14 circled
    assert mounted.armor(GAME, russian("SU-152"), "turret", "front") == 11  # 8 squared
    assert mounted.stepped(GAME, 26, 1) == 26 and mounted.stepped(GAME, 0, -1) == 0


def test_c7_12_aerial_armor_by_the_worst_af_of_hull_and_turret() -> None:
    assert mounted.aerial(GAME, unit("StuG IIIG")) == 2
    assert mounted.aerial(GAME, russian("T-34 M43")) == 3 and mounted.aerial(GAME, russian("SU-152")) == 3
    assert mounted.aerial(GAME, russian("ISU-152")) == 4 and mounted.aerial(GAME, unit("PzJg III/IV")) == 0
    assert mounted.aerial(GAME, unit("SdKfz 7/1")) is None


def test_c7_11_against_unarmored_targets_armor_and_range_do_not_count() -> None:
    truck = unit("SdKfz 10/4")
    assert (kill(T34, truck, distance=40).number, kill(T34, truck).soft) == (9, True)
    assert kill(Shell("HE", 76, "L"), truck).number == 12
    assert kill(Shell("HE", 152), truck).number == 20
    assert kill(Shell("HEAT", 75), truck, critical=True).number == 22
    assert kill(T34, unit("Marder II"), "turret", "rear").number == 9


def test_c7_34_he_against_armor() -> None:
    assert kill(Shell("HE", 152), unit("StuG IIIG")).number == 16 - 8
    assert kill(Shell("HE", 76), unit("StuG IIIG"), side="side").number == 7 - 3


def test_c13_latw_have_their_own_numbers() -> None:
    assert kill(Shell("HEAT", weapon="PF"), russian("T-34 M43")).number == 31 - 11
    assert kill(Shell("HEAT", weapon="PSK"), russian("KV-1S")).number == 26 - 8
    assert kill(Shell("AP", 20, weapon="ATR"), unit("StuG IIIG"), side="side", distance=2).number == 6 + 1 - 3
    assert kill(Shell("AP", 8, weapon="ATR"), unit("StuG IIIG"), side="side", distance=2).number == 5 + 1 - 3


def test_c7_344_flame_minds_no_armor_but_hatches_open_tops_and_the_rear() -> None:
    shut = replace(unit("StuG IIIG"), flags=frozenset({"buttoned"}))
    assert kill(Shell("flame"), shut).number == 8 and kill(Shell("flame"), shut, side="rear").number == 9
    assert kill(Shell("flame"), unit("StuG IIIG")).number == 9
    assert kill(Shell("flame"), unit("Marder II")).number == 8 + 2 + 1


def test_c7_31_no_gun_is_without_a_number() -> None:
    for calibre, barrel in product((13, 25, 37, 50, 57, 76, 85, 100, 120, 155), ("*", "-", "L", "LL")):
        assert to_kill.armored(GAME.library, Shell("AP", calibre, barrel)) > 0
    assert (
        to_kill.armored(GAME.library, Shell("MG", 8)) == 4
        and to_kill.armored(GAME.library, Shell("MG", 13, weapon=".50")) == 5
    )


# -- aspect -------------------------------------------------------------------------------------------


def test_d3_2_the_side_that_is_hit() -> None:
    facing = replace(unit("StuG IIIG"), ca="K15/L15")  # up and to the right of K16
    found = {name: arcs.aspect(GAME, facing, name, "hull") for name in ("K10", "L14", "N16", "K20", "J18", "H13")}
    assert found == {"K10": "front", "L14": "front", "N16": "side", "K20": "rear", "J18": "rear", "H13": "side"}


def test_d3_2_the_hexside_that_the_line_crosses_decides() -> None:
    facing = replace(unit("StuG IIIG"), ca="K15/L15")  # its front hexsides: K15 and L15
    found = {name: arcs.aspect(GAME, facing, name, "hull") for name in ("H11", "P15", "H21", "N21")}
    assert found == {"H11": "front", "P15": "front", "H21": "rear", "N21": "rear"}  # outside its Covered Arc
    along = {name: arcs.aspect(GAME, facing, name, "hull") for name in ("J14", "M16", "I16", "L17")}  # hexspines
    assert along == {"J14": "front", "M16": "front", "I16": "side", "L17": "side"}


def test_d3_2_within_the_hex_the_coloured_die_says_which_side_is_hit() -> None:
    aim = to_hit.Aim("Vehicle", own_hex=True)
    hits = [to_hit.read(GAME, aim, (coloured, 1), 10, 0)[0] for coloured in range(1, 7)]
    assert [hit and hit.face for hit in hits] == ["rear", "rear", "side", "side", "front", "front"]


def test_d3_12_a_turret_has_a_facing_of_its_own() -> None:
    tank = replace(russian("T-34 M43"), ca="K15/L15", tca="J16/K17")
    assert arcs.aspect(GAME, tank, "K10", "hull") == "front"
    assert arcs.aspect(GAME, tank, "K10", "turret") == "rear"
    assert arcs.aspect(GAME, replace(tank, type="SU-152"), "K10", "turret") == "front"  # NT: no turret


# -- the DR -------------------------------------------------------------------------------------------


def effects(number: Kill) -> list[str]:
    return [to_kill.effect(GAME, number, total) for total in range(2, 13)]


def test_c7_7_burning_destroyed_equal_and_one_more() -> None:
    assert effects(Kill(8, ())) == ["burning"] * 3 + ["destroyed"] * 3 + [
        "immobilized", "possible shock", "-", "-", "dud",
    ]  # fmt: skip
    assert effects(Kill(8, (), place="turret"))[6:8] == ["shock", "possible shock"]


def test_c7_34_he_immobilizes_or_shocks_at_one_more() -> None:
    assert effects(Kill(8, (), by="HE"))[6:8] == ["immobilized", "immobilized"]
    assert effects(Kill(8, (), place="turret", by="HE"))[6:8] == ["shock", "shock"]


def test_c7_5_flame_burns_what_it_kills_and_at_its_number_only_destroys() -> None:
    assert effects(Kill(8, (), by="flame")) == ["burning"] * 6 + ["destroyed"] + ["-"] * 3 + ["dud"]


def test_c7_7_a_mg_stuns_the_crew_at_its_number() -> None:
    assert effects(Kill(4, (), by="MG"))[:4] == ["burning", "destroyed", "stun", "-"]


def test_c7_35_an_original_12_is_a_dud() -> None:
    assert to_kill.effect(GAME, Kill(20, ()), 12) == "dud"


def test_c7_11_unarmored_below_equal_half() -> None:
    assert effects(Kill(8, (), soft=True)) == ["burning"] * 3 + ["destroyed"] * 3 + ["immobilized"] + ["-"] * 3 + [
        "dud"
    ]


def test_d5_7_a_red_cs_burns_more_easily() -> None:
    found = kill(T34, unit("Marder II"))
    assert found.number == 10 and found.burn == -1
    assert to_kill.effect(GAME, found, 6) == "burning"  # 6 - 1 is half of 10
    assert to_kill.effect(GAME, replace(found, burn=0), 6) == "destroyed"


@pytest.mark.parametrize("number", [1, 3, 5, 8, 12, 20])
@pytest.mark.parametrize("rolls_made", [1, 2, 4])
def test_c3_8_chances_of_the_best_of_several_dr(number: int, rolls_made: int) -> None:
    found = Kill(number, (), rolls=rolls_made)
    chances = to_kill.chances(GAME, found)
    assert sum(chances.values()) == 1
    if rolls_made == 2:
        counted: dict[str, Fraction] = {}
        for dice in product(range(1, 7), repeat=4):
            best = min(
                (to_kill.effect(GAME, found, dice[0] + dice[1]), to_kill.effect(GAME, found, dice[2] + dice[3])),
                key=to_kill.severity,
            )
            counted[best] = counted.get(best, Fraction(0)) + Fraction(1, 1296)
        assert {name: chance for name, chance in chances.items() if chance} == counted


# -- at the table -------------------------------------------------------------------------------------


def duel(target: str = "StuG IIIG", *flags: str) -> tuple[Tabletop, str, str]:
    table = bare("FRIENDLY", "PFPh")
    tank, prey = table.new("FRIENDLY", "T-34 M43", "K20"), table.new("ENEMY", target, "K14", *flags)
    return table, tank, prey


def test_c7_a_kill_leaves_a_wreck_and_a_crew_that_survived() -> None:
    table, tank, prey = duel()
    table.dice(2, 3, 2, 2, 1, 3)  # turret hit; To Kill 5: 4 destroys; CS# 4: 4 survives
    table.do(f"fire {tank} K14")
    assert prey not in table.state.units
    assert [item.text for item in table.state.markers_at("K14", "wreck")] == ["wreck"]
    assert [item.type for item in table.state.units_at("K14", "ENEMY")] == ["1-2-7"]
    assert table.state.lost["ENEMY vehicle"] == 1


def test_c7_a_burning_wreck_has_no_survivors() -> None:
    table, tank, _ = duel()
    table.dice(2, 3, 1, 1)
    table.do(f"fire {tank} K14")
    assert table.state.markers_at("K14", "wreck")[0].text == "burning wreck"
    assert not table.state.units_at("K14")


def test_c7_4_equal_on_the_turret_is_shock() -> None:
    table, tank, prey = duel()
    table.dice(2, 3, 2, 3).do(f"fire {tank} K14")
    assert "shocked" in table.unit(prey).flags


def test_c7_42_possible_shock_is_a_ntc_of_the_crew() -> None:
    for dice, shocked in (((6, 3), True), ((4, 4), False)):
        table, tank, prey = duel()
        table.dice(2, 3, 3, 3, *dice).do(f"fire {tank} K14")  # 6 is one more than 5; crew Morale 8
        assert ("shocked" in table.unit(prey).flags) is shocked


def test_c7_42_an_abandoned_afv_has_no_crew_to_be_shocked() -> None:
    table, _, prey = duel()
    table.do(f"set {prey} abandoned")
    ctx = Context(table.game)
    vehicle_hits.possible_shock(ctx, ctx.state.units[prey], "test")
    assert not ctx.events


def test_c7_42_a_shocked_crew_buttons_up_and_a_second_shock_undoes_an_unconfirmed_kill() -> None:
    table, _, prey = duel()
    ctx = Context(table.game)
    ctx.emit(ev.ArmsChanged(prey, (vehicle_hits.UNCONFIRMED,), (), "test"))
    vehicle_hits.shock(ctx, ctx.state.units[prey], "test")
    assert {"shocked", "buttoned"} <= ctx.state.units[prey].flags
    assert vehicle_hits.UNCONFIRMED not in ctx.state.units[prey].arms


def test_c7_5_equal_on_the_hull_immobilizes_and_the_crew_may_leave() -> None:
    table, tank, prey = duel()
    table.dice(3, 2, 2, 3, 6, 4).do(f"fire {tank} K14")  # the TC of 10 fails: Abandoned
    assert {"immobile", "abandoned"} <= table.unit(prey).flags
    assert [item.type for item in table.state.units_at("K14", "ENEMY") if item.kind == "crew"] == ["1-2-7"]
    table, tank, prey = duel()
    table.dice(3, 2, 2, 3, 4, 4).do(f"fire {tank} K14")
    assert "immobile" in table.unit(prey).flags and "abandoned" not in table.unit(prey).flags


def test_c7_35_a_dud_is_told() -> None:
    table, tank, prey = duel()
    events = table.dice(2, 3, 6, 6).do(f"fire {tank} K14")
    assert "dud" in told(events) and not table.unit(prey).flags


def test_c2_29_the_quadruple_20mm_rolls_four_times() -> None:
    table = bare("ENEMY", "PFPh")
    flak, tank = table.new("ENEMY", "SdKfz 7/1", "K14"), table.new("FRIENDLY", "SU-76M", "K20")
    table.do(f"face {tank} K21/L20")  # its rear to the guns: AF 1
    events = table.dice(3, 2, 6, 5, 6, 5, 6, 5, 2, 2, 6, 6).do(f"fire {flak} K20")
    found = rolls(events, "To Kill")
    assert len(found) == 4
    assert tank not in table.state.units  # rear: 6 + 1 - 1 = 6; the last DR of 4 destroys it


def test_c7_3_to_kill_comes_on_paper_with_its_exact_chances_and_may_be_typed() -> None:
    table, tank, prey = duel()
    question = table.dice(2, 3).ask(f"fire {tank} K14", "roll")
    assert question.kind == "attack" and "To Kill number: 5" in question.lines and "turret hit" in question.text
    # burning on 2 (1/36), destroyed on 3 and 4 (5/36), shock on 5 (4/36), possible shock on 6 (5/36), dud on 12
    chances = "burning 2.8%, destroyed 14%, shock 11%, possible shock 14%, dud 2.8%, no effect 56%"
    assert question.lines[-1] == f"Chances: {chances}"
    events = table.dice(2, 3, 2, 2).do(f"fire {tank} K14", "roll", "+1 mud", "roll")
    assert rolls(events, "To Kill")[0].total == 5 and "shocked" in table.unit(prey).flags  # 4 + 1: equal, on the turret
    table, tank, prey = duel()
    assert not rolls(table.dice(2, 3).do(f"fire {tank} K14", "roll", "=burning"), "To Kill")
    assert prey not in table.state.units
