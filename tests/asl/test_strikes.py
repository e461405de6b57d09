"""FFEs where they fall (C1.5) and the ENEMY's artillery strikes (S8.7)."""

from __future__ import annotations

from typing import Any

import pytest
from field import ENEMY, FRIENDLY, Tabletop, by_rule, drm, field, first_reads, quiet, shots
from tabletop import bare, rolls

from sasl.asl.close_combat import melee
from sasl.asl.game import events as ev
from sasl.asl.game.context import Context
from sasl.asl.game.sides import Phase
from sasl.asl.game.state import Marker, MarkerState
from sasl.asl.game.under_way import STRIKES, Battery, Moving
from sasl.asl.oba import artillery
from sasl.kernel.frozen import replace
from sasl.kernel.rolling.records import RollRecord


def struck(*pieces: tuple[str, str, str], dice: tuple[int, ...], number: int = 31) -> tuple[Tabletop, list[str]]:
    """Units (side, type, hex) under one strike at the hex of the first; direction and extent come first."""
    table = bare("ENEMY", "RPh", turn=2)
    ids = [table.new(*piece) for piece in pieces]
    table.dice(*dice).do(f"event enemy {number}")
    return table, ids


def shelled_at(table: Tabletop, place: str, *dice: int) -> tuple[Tabletop, tuple[ev.Event, ...]]:
    """Attack all in the Blast Area of an accurate 105mm FFE of the ENEMY, whatever a strike would be aimed at."""
    battery = Battery("OBA1", "ENEMY", "artillery", 105, observer=STRIKES, kind="HE")
    marker = Marker("ffe1", "ffe", place, "ENEMY", 1, text="FFE 105mm HE, 20 FP column", owner="OBA1", column=20)
    state = replace(table.state, batteries={"OBA1": battery}, markers={**table.state.markers, "ffe1": marker})
    return under_it(Tabletop(table.game.at(state)), *dice)


def platoon(table: Tabletop, place: str, *flags: str) -> list[str]:
    """Two FRIENDLY squads: enough for a strike (S8.7)."""
    return [table.new("friendly", "6-2-8", place, *flags) for _ in range(2)]


def open_hex(table: Tabletop, kind: str) -> str:
    """A hex with terrain `kind` whose neighbours are in play."""
    board = table.game.board
    return next(name for name in board.names() if board.terrain(name).has(kind) and len(board.neighbours(name)) == 6)


def test_8_7_a_strike_attacks_at_once_on_the_20_column() -> None:
    # dr 1: one FFE; direction 1, extent 1: no error; DR 7 on 20: 2MC; 6,6: broken and reduced; 1,1 passes
    table = bare("ENEMY", "RPh", turn=2)
    squad, _ = platoon(table, "P15")
    events = table.dice(1, 1, 1, 3, 4, 6, 6, 1, 1).do("event enemy 31")
    assert [(record.column, record.original) for record in first_reads(events)] == [("20", 7)]
    assert table.unit(squad).type in ("3-2-8", "2-2-7") and "broken" in table.unit(squad).flags


def test_c1_51_each_hex_has_its_own_dr() -> None:
    table = bare("ENEMY", "RPh", turn=2)
    for name in ("P15", "P15", "P16", "P14", "P17"):
        table.new("friendly", "6-2-8", name)
    events = table.dice(1, 1, 1).do("event enemy 31")
    assert [record.purpose.rsplit(" ", 1)[-1] for record in first_reads(events)] == ["P14", "P15", "P16"]


def test_c1_51_seven_hexes_and_no_more() -> None:
    table = bare("ENEMY", "RPh", turn=2)
    for name, type_name in (("P15", "9-1"), ("P15", "6-2-8"), ("P16", "6-2-8"), ("P17", "6-2-8")):
        table.new("friendly", type_name, name)
    events = table.dice(1, 1, 1).do("event enemy 31")
    assert {record.purpose.rsplit(" ", 1)[-1] for record in first_reads(events)} == {"P15", "P16"}


def test_c1_321_what_lies_on_the_map_of_an_ffe_beyond_its_edge_is_attacked() -> None:
    # one FFE, direction 1 (up), extent 4: from the second hex of a hexrow to the first beyond the map
    table, _ = struck(*[("friendly", "6-2-8", "O2")] * 2, dice=(1, 1, 4))
    assert {(item.hex, item.number) for item in table.state.marked("ffe")} == {("O1", 0), ("N0", 0), ("P0", 0)}
    assert next(iter(table.state.batteries.values())).ffes == 1


def test_c1_51_friend_and_foe_alike() -> None:
    table = bare("ENEMY", "RPh", turn=2)
    table.new("friendly", "6-2-8", "P15")
    table.new("friendly", "9-1", "P15")
    german = table.new("enemy", "4-6-7", "P16")
    # P15: DR 12 is a PTC, which both pass; P16: DR 2 on 20 (a Critical Hit: 36) kills
    table, _ = shelled_at(table, "P15", 6, 6, 1, 2)
    assert german not in table.state.units


def test_b13_3_air_burst_in_woods() -> None:
    table = bare("ENEMY", "RPh", turn=2)
    woods = open_hex(table, "woods")
    table.new("friendly", "6-2-8", woods)
    record = first_reads(shelled_at(table, woods, 6, 6)[1])[0]
    assert [(mod.name, mod.value) for mod in record.modifiers] == [("air burst", -1)]


def test_b27_3_entrenchments_give_4() -> None:
    table = bare("ENEMY", "RPh", turn=2)
    table.new("friendly", "6-2-8", "P15", "dug-in")
    record = first_reads(shelled_at(table, "P15", 6, 6)[1])[0]
    assert [(mod.name, mod.value) for mod in record.modifiers] == [("entrenchment", 4)]


def test_c1_53_an_original_2_doubles_and_turns_the_tem_round() -> None:
    table = bare("ENEMY", "RPh", turn=2)
    squad = table.new("friendly", "6-2-8", "P15", "dug-in")
    # 20 doubled is 36 (FP 40); DR 2 - 4 = -2: 7KIA
    table, events = shelled_at(table, "P15", 1, 1)
    last = [record for record in rolls(events) if record.table == "ift"][-1]
    assert (last.column, last.total, last.result) == ("36", -2, "7KIA")
    assert squad not in table.state.units


def fallen(column: int, calibre: int, place: str = "K14", state: MarkerState = "", **ground: Any) -> Tabletop:
    """An FFE of the ENEMY's artillery on a hex of the open field."""
    table = field("FRIENDLY", "DFPh", **ground)
    battery = Battery("OBA1", "ENEMY", "artillery", calibre, observer="strikes", kind="HE")
    marker = Marker("ffe1", "ffe", place, "ENEMY", 0, text="FFE", owner="OBA1", column=column, state=state)
    state_ = replace(table.state, batteries={"OBA1": battery}, markers={"ffe1": marker})
    return Tabletop(table.game.at(state_))


def under_it(table: Tabletop, *dice: int) -> tuple[Tabletop, tuple[ev.Event, ...]]:
    ctx = Context(table.dice(*dice).game, ("roll",) * 9)
    artillery.attack(ctx, ctx.state.markers["ffe1"])
    return Tabletop(ctx.game), tuple(ctx.events)


def test_c3_74_a_critical_hit_of_oba_strikes_one_target() -> None:
    table = fallen(8, 60)
    for _ in range(2):
        table.new("friendly", "4-4-7", "K14")
    _, events = under_it(table, 1, 1, 5, 2)
    read = [record.column for record in rolls(events) if record.table == "ift"]
    assert rolls(events, "who suffers the critical hit") and sorted(read) == ["16", "8"]


def test_c3_75_a_critical_hit_of_harassing_fire_doubles_full_fp() -> None:
    table = fallen(4, 80, state="harassing")
    table.new("friendly", "4-4-7", "K14")
    _, events = under_it(table, 1, 1, 1, 1)
    assert [record.column for record in rolls(events) if record.table == "ift"][-1] == "30"


def test_c_7_a_critical_hit_of_150mm_oba_has_three_beyond_the_36_column() -> None:
    table = fallen(30, 150)
    table.new("friendly", "4-4-7", "K14")
    _, events = under_it(table, 1, 1, 1, 1)
    last = [record for record in rolls(events) if record.table == "ift"][-1]
    assert (last.column, [mod.value for mod in last.modifiers]) == ("36", [-3])


def test_c11_4_a_critical_hit_of_oba_destroys_a_gun_with_its_crew() -> None:
    table = fallen(1, 20)
    gun, crew = table.new("friendly", "45L AT", "K14"), table.new("friendly", "2-2-8", "K14")
    after, _ = under_it(table, 1, 1)
    assert not {gun, crew} & set(after.state.units)


def test_c1_52_a_building_covers_an_afv_against_oba() -> None:
    table = fallen(8, 60, K14="stone-building")
    table.new("friendly", "T-34 M43", "K14", "buttoned")
    _, events = under_it(table, 3, 3)
    found = next(record for record in rolls(events) if record.table == "ift")
    assert [mod.value for mod in found.modifiers] == [3]


@pytest.mark.parametrize("seen", [True, False])
def test_c1_56_a12_14_concealed_units_are_not_halved_and_only_who_is_seen_is_revealed(seen: bool) -> None:
    table = bare("ENEMY", "RPh", turn=2)
    table.new("friendly", "9-1", "P15")
    hidden = table.new("friendly", "6-2-8", "P15", "concealed")
    table.new("enemy", "4-6-7", "P11", *([] if seen else ["broken"]))
    table.do("los P11 P15 clear")
    table, events = shelled_at(table, "P15", 4, 5, 1, 2, 1, 2)  # 9 on 20: 1MC, both pass
    assert first_reads(events)[0].result == "1MC" and ("concealed" not in table.unit(hidden).flags) is seen


def test_c1_55_a_kia_destroys_an_afv_and_a_low_one_burns_it() -> None:
    # Marder II: OT -1, AF 3/1 -1. On 20, K/4 is at 4: half is 2.
    for dice, total, text in (((2, 3), 3, "wreck"), ((1, 3), 2, "burning wreck")):
        table = bare("ENEMY", "RPh", turn=2)
        table.new("friendly", "6-2-8", "P15")
        car = table.new("enemy", "Marder II", "P16")
        table, _ = shelled_at(table, "P15", 6, 6, *dice)
        assert car not in table.state.units, total
        assert [marker.text for marker in table.state.markers_at("P16", "wreck")] == [text]


@pytest.mark.parametrize(("dice", "flag"), [((2, 1), "immobile"), ((1, 2), "shocked")])
def test_c1_55_k_hits_the_turret_or_the_hull(dice: tuple[int, int], flag: str) -> None:
    # ISU-122, buttoned up: AF 14/11 is +1: 3 + 1 = 4 on 20: K/4. Coloured below white: turret.
    table = bare("ENEMY", "RPh", turn=2)
    tank = table.new("friendly", "ISU-122", "P17", "buttoned")
    table, _ = shelled_at(table, "P17", *dice)
    assert flag in table.unit(tank).flags


def test_c1_55_an_open_crew_suffers_by_itself() -> None:
    # Marder II: 6 - 2 = 4 is K/4 for the vehicle; its crew at +2: 6 on 20 is 3MC: 6,6 is a Recall, and it is stuck
    table = bare("ENEMY", "RPh", turn=2)
    table.new("friendly", "6-2-8", "P15")
    car = table.new("enemy", "Marder II", "P16")
    table, _ = shelled_at(table, "P15", 6, 6, 4, 2, 6, 6)
    crews = [unit for unit in table.state.units_at("P16", "ENEMY") if unit.kind == "crew"]
    assert "abandoned" in table.unit(car).flags and "broken" not in crews[0].flags


def test_c1_55_one_above_the_k_counts_too_and_armor_helps() -> None:
    # ISU-122: AF 14/11: +1. 4 + 1 = 5 is one above K/4 on 20.
    table = bare("ENEMY", "RPh", turn=2)
    tank = table.new("friendly", "ISU-122", "P15")
    table, _ = shelled_at(table, "P15", 3, 1)
    assert "immobile" in table.unit(tank).flags
    other = bare("ENEMY", "RPh", turn=2)
    safe = other.new("friendly", "ISU-122", "P15")
    other, _ = shelled_at(other, "P15", 3, 2)  # 5 + 1 = 6: nothing
    assert other.unit(safe).flags.isdisjoint({"immobile", "shocked"})


def test_c1_5_wire_and_mines_go_with_an_original_kia() -> None:
    table = bare("ENEMY", "RPh", turn=2)
    table.new("friendly", "6-2-8", "P15")
    table.all("marker add wire P16", "marker add minefield P14 A-P 8")
    # in order of the hexes: P14 (mines) DR 3: KIA on 20; P15 DR 12; P16 (wire) DR 4: K, stays
    table, _ = shelled_at(table, "P15", 1, 2, 6, 6, 2, 2)
    assert not table.state.markers_at("P14", "minefield") and table.state.markers_at("P16", "wire")


def test_b16_he_is_halved_in_marsh() -> None:
    table = bare("ENEMY", "RPh", turn=2)
    board = table.game.board
    marsh = next((name for name in board.names() if board.terrain(name).has("marsh")), None)
    assert marsh is not None
    table.new("friendly", "6-2-8", marsh)
    record = first_reads(shelled_at(table, marsh, 6, 6)[1])[0]
    assert record.column == "8"  # 20 / 2 = 10


def test_8_7_it_attacks_once_more_in_the_dfph_of_the_next_player_turn() -> None:
    table = bare("ENEMY", "RPh", turn=2)
    platoon(table, "P15", "dug-in")
    table.dice(1, 1, 1, 6, 6).do("event enemy 31")
    table.go_to("ENEMY", "PFPh")
    assert not first_reads(table.session.moments[-1].events), "not again in its own Player Turn"
    table.go_to("FRIENDLY", "DFPh")
    assert len(first_reads(table.session.moments[-1].events)) == 1


def entered(phase: Phase, *, assault: bool = False, dice: tuple[int, ...] = (6, 6)) -> RollRecord:
    """A squad has just come into P16, under an FFE placed by hand around P15: the attack on it."""
    table = bare("FRIENDLY", phase, turn=2)
    table.do("marker add ffe P15 FFE 105mm")
    squad = table.new("friendly", "6-2-8", "P16")
    moving = Moving((squad,), "P17", "P16", 1.0, "assault" if assault else "") if phase == "MPh" else None
    table.dice(*dice)
    ctx = Context(table.game.at(replace(table.state, moving=moving)), ("roll",))
    assert artillery.enter(ctx, [ctx.state.units[squad]], "P16")
    return first_reads(tuple(ctx.events))[0]


def test_c1_51_units_that_enter_are_attacked_with_ffmo_and_ffnam() -> None:
    record = entered("MPh")
    assert record.column == "20" and {mod.name for mod in record.modifiers} == {"FFMO", "FFNAM"}
    assert {mod.name for mod in entered("MPh", assault=True).modifiers} == {"FFMO"}


def test_c1_51_outside_the_mph_there_is_no_ffmo() -> None:
    assert entered("APh").modifiers == ()


def test_c1_51_nobody_is_attacked_outside_the_blast_area() -> None:
    table = bare("FRIENDLY", "MPh", turn=2)
    table.do("marker add ffe P15 FFE 105mm")
    squad = table.new("friendly", "6-2-8", "P17")
    ctx = Context(table.game)
    assert not artillery.enter(ctx, [ctx.state.units[squad]], "P17") and not ctx.events


def test_a14_the_dr_of_an_ffe_wakes_no_sniper() -> None:
    table = bare("FRIENDLY", "MPh", turn=2)
    table.do("marker add ffe P15 FFE 105mm")
    squad = table.new("friendly", "6-2-8", "P15", "dug-in")
    ctx = Context(table.dice(1, 3, 6, 5).game, ("roll",))  # Original 4 is the ENEMY's SAN; +4: 2MC
    artillery.enter(ctx, [ctx.state.units[squad]], "P15")
    assert first_reads(tuple(ctx.events))[0].original == table.state.number("enemy-san")
    assert not rolls(ctx.events, "Sniper")


def test_8_7_a_strike_leaves_a_module_that_counts_its_ffes() -> None:
    table, _ = struck(*[("friendly", "6-2-8", "P15")] * 2, dice=(6, 1, 1, 1, 1, 1, 1))
    battery = next(item for item in table.state.batteries.values() if item.observer == STRIKES)
    assert (battery.side, battery.calibre, battery.ffes) == ("ENEMY", 105, 3)


def test_8_7_the_enemys_own_strike_leaves_suspects_alone() -> None:
    table = bare("ENEMY", "RPh", turn=2)
    platoon(table, "P15")
    name = table.suspect("P16")
    events = table.dice(1, 1, 1).do("event enemy 31")
    assert rolls(events, "attacks P15") and name in table.state.suspects and not rolls(events, "attacks P16")


def shelled(*dice: int) -> tuple[Tabletop, tuple[ev.Event, ...], str]:
    """An S? in P16 (Open Ground) under a FRIENDLY FFE on the 16 column around it."""
    table = bare("FRIENDLY", "PFPh", turn=1)
    name = table.suspect("P16")
    events = table.dice(1, *dice).do("ffe P16")  # an accurate free FFE
    return table, events, name


def test_5_a_suspect_hit_by_less_than_a_nmc_stays() -> None:
    table, events, name = shelled(5, 6)  # 11 on 16: PTC
    assert first_reads(events)[0].result == "PTC" and name in table.state.suspects


def test_5_a_suspect_hit_checks_activation_and_suffers_the_result() -> None:
    # 3 on 16: 1KIA; AC dr 1 Activates (AC# 3); A1 6: one squad; G2 6: 4-6-7
    table, events, name = shelled(1, 2, 1, 3, 3, 3, 3)
    assert rolls(events, f"AC check {name}")[0].success and name not in table.state.suspects
    born = [event.unit.id for event in events if isinstance(event, ev.UnitAdded)]
    assert born and not [key for key in born if key in table.state.units and not table.unit(key).flags & {"broken"}]


def test_5_or_there_was_nothing() -> None:
    table, events, name = shelled(1, 2, 6)
    assert not rolls(events, f"AC check {name}")[0].success and not table.state.suspects and not table.state.units


def test_the_draft_shows_the_attack_before_its_dice() -> None:
    table = bare("ENEMY", "RPh", turn=2)
    platoon(table, "P15", "dug-in")
    question = table.dice(1, 1, 1).ask("event enemy 31")
    assert question.kind == "attack" and {"FP column: 20", "1. +4 entrenchment (B27.3)"} <= set(question.lines)


def test_a_module_with_red_chits_draws_before_each_ffe() -> None:
    table = bare(
        "ENEMY",
        "RPh",
        turn=2,
        batteries={"OBA9": Battery("OBA9", "ENEMY", "105mm", 105, 1, 1, observer=STRIKES, kind="HE", ffes=1)},
    )
    platoon(table, "P15")
    events = table.dice(1, 2).do("event enemy 31")  # 1d2: 2 is red
    assert not table.state.marked("ffe") and "draws" in rolls(events)[-1].purpose


def test_c1_51_an_ffe_attacks_who_advances_into_it() -> None:
    table = quiet(field(FRIENDLY, "APh"))
    us = table.new(FRIENDLY, "4-4-7", "K14")
    table.do("marker add ffe K12 105mm")
    events = table.dice(6, 6, 1, 2).do(f"advance {us} K13")
    assert [record.column for record in shots(events)] == ["20"] and not drm(events)


def test_c1_51_an_ffe_attacks_who_withdraws_into_it() -> None:
    table = quiet(field(FRIENDLY, "CCPh"))
    us = table.new(FRIENDLY, "4-4-7", "K14", "melee")
    table.new(ENEMY, "4-6-7", "K14", "melee")
    table.do("marker add ffe K12 105mm")
    _, events = by_rule(table, (6, 6, 1, 2), lambda ctx: melee.leave(ctx, [us], "test"), ["K13"])
    assert shots(events)
