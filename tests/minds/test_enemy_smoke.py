"""SMOKE and Opportunity Fire of the ENEMY (A24, C8.5, D13, A7.25): under the Action DR, for men who go forward."""

from __future__ import annotations

import pytest
from deciders import decider, field, proposal, with_figure, with_minds
from tabletop import ENEMY, FRIENDLY, Tabletop

from sasl.asl.game import events as ev
from sasl.asl.game.sides import Phase
from sasl.asl.game.under_way import Moving
from sasl.kernel.frozen import replace
from sasl.minds.act import Act
from sasl.minds.action import prep_fire, prospects
from sasl.minds.fire import opening, smoke_rounds
from sasl.minds.movement import grenades, smoke_screens
from sasl.minds.vehicles import dischargers, vehicle_moves

VPO = "K14"


def lost(phase: Phase = "MPh", **terrain: str) -> Tabletop:
    """An ENEMY phase in which a VPO of his is lost, behind a FRIENDLY machine gun."""
    table = Tabletop.held(field(ENEMY, phase, **terrain), K14=FRIENDLY)
    table.armed(FRIENDLY, "4-5-8", VPO, "HMG")
    return table


def advance(table: Tabletop, *keys: str, command: bool = False) -> Tabletop:
    """These units are in Advance; `command`: with a Move Command."""
    units = {key: replace(table.unit(key), attitude="Advance") for key in keys}
    table = Tabletop(table.game.at(replace(table.state, units={**table.state.units, **units})))
    for key in keys if command else ():
        table.do(f"set {key} acted move-command")
    return table


def plan(table: Tabletop, doctrine: str = "") -> Act | None:
    return proposal(with_minds(table, ENEMY, doctrine=doctrine).game)


# -- grenades (A24.1) ----------------------------------------------------------------------------------


def counterattack(*men: str, command: bool = True) -> tuple[Tabletop, list[str]]:
    """These before the machine gun that has the VPO, with woods between."""
    table = lost(K14="woods", K16="woods")
    ids = [table.new(ENEMY, name, "K17") for name in men]
    return advance(table, *ids, command=command), ids


def test_a24_1_a_squad_with_a_move_command_throws_smoke_before_its_stack_goes_at_a_machine_gun() -> None:
    table, (first, *_) = counterattack("8-3-8", "4-6-8", "4-6-8")
    act = plan(table)
    assert act is not None and act.line == f"smoke {first} K16"
    assert any("smoke-harm" in reason for reason in act.reasons)


def test_a24_1_nobody_throws_smoke_without_a_move_command() -> None:
    table, _ = counterattack("8-3-8", "4-6-8", "4-6-8", command=False)
    act = plan(table)
    assert act is None or act.order is None


def test_a24_1_only_men_with_a_move_command_go_beside_them() -> None:
    table, ids = counterattack("8-3-8", "4-6-8", "4-6-8")
    stack = [table.unit(ids[0])]
    assert sum(way.squads for way in smoke_screens.ways_beside(table.game, decider(), stack)) == 2
    table.do(f"set {ids[1]} -move-command")
    assert sum(way.squads for way in smoke_screens.ways_beside(table.game, decider(), stack)) == 1


@pytest.mark.parametrize(("doctrine", "able"), [("standard", True), ("aggressive", True), ("random", False)])
def test_a24_each_doctrine_has_its_own_figure_for_smoke(doctrine: str, able: bool) -> None:
    table, ids = counterattack("8-3-8", "4-6-8", "4-6-8")
    stack = [table.unit(key) for key in ids]
    assert (grenades.throw(table.game, decider(ENEMY, doctrine), stack, ("K17", "K16")) is not None) == able


def test_a24_6_no_smoke_in_mud() -> None:
    table, ids = counterattack("8-3-8", "4-6-8", "4-6-8")
    assert ids and smoke_screens.wanted(table.game, decider())
    assert not smoke_screens.wanted(table.game.at(replace(table.state, ec="Mud")), decider())


# -- who will go (S6.1) ---------------------------------------------------------------------------------


def test_6_4_men_who_have_yet_to_act_count_by_the_chance_of_a_move_command() -> None:
    table = lost("PFPh", K14="stone-building")
    goes, stays = table.new(ENEMY, "4-6-8", "K20"), table.new(ENEMY, "4-6-8", "A2")
    table = advance(table, goes)
    assert prospects.moves(table.game, decider(), table.unit(goes)) == pytest.approx(23 / 36)  # 6 to 10
    assert prospects.moves(table.game, decider(), table.unit(stays)) == 0
    table.do(f"set {goes} acted")
    assert prospects.moves(table.game, decider(), table.unit(goes)) == 0
    table.do(f"set {goes} move-command")
    assert prospects.moves(table.game, decider(), table.unit(goes)) == 1


def test_6_4_a_reserve_near_a_lost_vpo_is_likely_to_go_for_it() -> None:
    table = lost("PFPh", K15="wooden-building", K16="wooden-building")
    squad = table.new(ENEMY, "4-6-8", "K17")
    unit = table.unit(squad)
    assert prospects.moves(table.game, decider(), unit) == pytest.approx(30 / 36)  # column `lost`: 9 or less
    (way,) = smoke_screens.ways(table.game, decider())
    assert way.unit.id == squad and way.squads == pytest.approx(30 / 36)


# -- ordnance (C8.5) -----------------------------------------------------------------------------------


def battery(*men: str) -> tuple[Tabletop, str]:
    """A mortar behind men who will go at the machine gun in a stone building."""
    table = lost("PFPh", K14="stone-building")
    mortar = table.new(ENEMY, "81* MTR", "K26")
    table.new(ENEMY, "2-2-8", "K26")
    ids = [table.new(ENEMY, name, "K20") for name in men]
    return advance(table, *ids), mortar


def test_c8_5_a_mortar_fires_smoke_first_for_men_who_are_likely_to_go() -> None:
    table, mortar = battery("4-6-8", "4-6-8", "4-6-8")
    act = plan(table)
    assert act is not None and act.line == f"fire {mortar} K14 smoke"


def test_c8_5_it_fires_none_for_men_who_hold() -> None:
    table = lost("PFPh", K14="stone-building")
    table.new(ENEMY, "81* MTR", "K26")
    table.new(ENEMY, "2-2-8", "K26")
    for _ in range(3):
        table.new(ENEMY, "4-6-8", "K20")
    assert smoke_rounds.next_act(table.game, decider()) is None


def test_c8_5_smoke_is_the_first_fire_of_the_phase_or_none() -> None:
    table, _ = battery("4-6-8", "4-6-8", "4-6-8")
    late = table.new(ENEMY, "4-6-7", "A2")
    assert smoke_rounds.next_act(table.game, decider()) is not None
    table.do(f"set {late} prep")
    assert smoke_rounds.next_act(table.game, decider()) is None


def test_c8_5_it_does_not_give_itself_away_for_a_little() -> None:
    table, mortar = battery("4-6-8", "4-6-8", "4-6-8")
    crew = next(unit.id for unit in table.state.units_at("K26") if unit.kind == "crew")
    dear = with_figure("prep-fire-hidden", 1.0)
    assert smoke_rounds.next_act(table.game, dear) is not None
    table.do(f"set {mortar} concealed")
    table.do(f"set {crew} concealed")
    act = smoke_rounds.next_act(table.game, decider())
    assert act is not None and any("prep-fire-hidden" in reason for reason in act.reasons)
    assert smoke_rounds.next_act(table.game, dear) is None


def test_c8_5_an_afv_fires_smoke_by_its_fire_command_alone() -> None:
    table = lost("PFPh", K14="stone-building")
    ids = [table.new(ENEMY, "4-6-8", "K20") for _ in range(3)]
    gun = table.new(ENEMY, "StuH 42", "K22")
    table = advance(table, *ids)
    unit = replace(table.unit(gun), ca="K21/J22")
    table = Tabletop(table.game.at(replace(table.state, units={**table.state.units, gun: unit})))
    assert smoke_rounds.next_act(table.game, decider()) is None
    table.do(f"set {gun} acted fire-command")
    act = smoke_rounds.commanded(table.game, decider(), table.unit(gun))
    assert act is not None and act.line.startswith(f"fire {gun} K14 smoke")
    table.do(f"set {ids[0]} prep")
    assert smoke_rounds.commanded(table.game, decider(), table.unit(gun)) is None


# -- dischargers (D13) ---------------------------------------------------------------------------------


def assault_gun(*, seen: bool = True) -> tuple[Tabletop, str]:
    """A StuG that has stopped before a Known Gun, or nobody."""
    table = Tabletop.held(field(ENEMY, "MPh"), K14=FRIENDLY)
    if seen:
        table.new(FRIENDLY, "76L ART", "K14")
        table.new(FRIENDLY, "2-2-8", "K14")
    gun = table.new(ENEMY, "StuG IIIG", "K22", "acted", "move-command", "stopped", "malfunctioned")
    unit = replace(table.unit(gun), mf=4.0)
    state = replace(table.state, units={**table.state.units, gun: unit}, moving=Moving((gun,), "K23", "K22", 4))
    return Tabletop(table.game.at(state)), gun


def test_d13_2_a_vehicle_that_ends_its_drive_before_a_gun_hides_in_smoke() -> None:
    table, gun = assault_gun()
    act = dischargers.hides(table.game, decider(), table.unit(gun))
    assert act is not None and act.line == f"discharge {gun}"
    found = vehicle_moves.next_act(table.game, decider())
    assert found is not None and found.line == act.line
    table.dice(1, 1).do(act.line)
    assert any(marker.hex == "K22" for marker in table.state.marked("smoke"))
    assert dischargers.hides(table.game, decider(), table.unit(gun)) is None


def test_d13_2_it_does_not_where_nobody_sees_it_or_the_doctrine_has_no_smoke() -> None:
    table, gun = assault_gun(seen=False)
    assert dischargers.hides(table.game, decider(), table.unit(gun)) is None
    table, gun = assault_gun()
    assert dischargers.hides(table.game, decider(ENEMY, "random"), table.unit(gun)) is None


# -- Opportunity Fire (A7.25) --------------------------------------------------------------------------


def overwatch(*, go: bool = True, harm: bool = False) -> tuple[Tabletop, str]:
    """A HMG with a Fire Command that sees concealed men in a stone building, and men beside it who go or hold."""
    table = Tabletop.held(field(ENEMY, "PFPh", N8="stone-building"), N8=FRIENDLY)
    squad, _ = table.armed(ENEMY, "4-6-7", "N14", "HMG")
    table.new(FRIENDLY, "4-5-8", "N8", *(() if harm else ("concealed",)))
    if harm:
        table.new(FRIENDLY, "4-5-8", "N12")
        table.new(FRIENDLY, "4-5-8", "O20", "concealed")
    table.new(ENEMY, "4-6-7", "O14", "acted", *(("move-command",) if go else ()))
    table.do(f"set {squad} acted fire-command")
    return table, squad


def test_a7_25_a_heavy_mg_with_a_fire_command_waits_for_the_concealed_while_others_go() -> None:
    table, squad = overwatch()
    act = prep_fire.next_act(table.game, decider())
    assert act is not None and act.line == f"hold {squad}" and any("N8" in reason for reason in act.reasons)
    table.do(act.line)
    again = prep_fire.next_act(table.game, decider())
    assert again is None or again.order is None
    (hidden,) = (unit.id for unit in table.state.units_at("N8"))
    table.do(f"set {hidden} -concealed")
    table = Tabletop(table.game.at(replace(table.state, phase="AFPh")))
    state = replace(table.state, passed=frozenset(unit.id for unit in table.state.units_at("O14")))
    fires = opening.next_act(table.game.at(state), decider())
    assert fires is not None and fires.line.startswith("fire") and squad in fires.ids


def test_a7_25_it_does_not_wait_where_nobody_goes_or_it_has_a_target_worth_more() -> None:
    for table, squad in (overwatch(go=False), overwatch(harm=True)):
        act = prep_fire.next_act(table.game, decider())
        assert act is None or act.line != f"hold {squad}"


def test_6_4_without_a_fire_command_nobody_waits() -> None:
    table, squad = overwatch()
    table.do(f"set {squad} -fire-command")
    assert prep_fire.next_act(table.game, decider()) is None


# -- in play -------------------------------------------------------------------------------------------


def test_a24_a_whole_phase_with_smoke_ends_and_each_throws_or_fires_it_once() -> None:
    attack, (first, *_) = counterattack("8-3-8", "4-6-8", "4-6-8")
    support, mortar = battery("4-6-8", "4-6-8", "4-6-8")
    for table, line in ((attack, f"smoke {first} K16"), (support, f"fire {mortar} K14 smoke")):
        played, lines = with_minds(table, ENEMY), list[str]()
        while proposal(played.game) is not None:
            lines += [event.line for event in played.do("next") if isinstance(event, ev.Decided)]
            assert len(lines) < 20
        assert lines.count(line) == 1
