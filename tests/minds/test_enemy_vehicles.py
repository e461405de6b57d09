"""What vehicles do in the MPh when the program plays their side (S9, D2, D5, D6, D7)."""

from __future__ import annotations

from math import inf

import pytest
from deciders import decider, field, with_figure, with_minds
from field import ENEMY, FRIENDLY, Tabletop

from sasl.asl.game import events as ev
from sasl.asl.game.sides import Side
from sasl.board.hexes import in_arc, parse_hex, vertex_names
from sasl.kernel.frozen import replace
from sasl.minds.act import Act, Decider
from sasl.minds.action.roles import role_of
from sasl.minds.vehicles import drives, parking, vehicle_moves
from sasl.minds.vehicles.in_reach import Targets


def act(table: Tabletop, side: Side = "FRIENDLY") -> Act | None:
    return vehicle_moves.next_act(table.game, decider(side))


def attack(**terrain: str) -> Tabletop:
    """A FRIENDLY MPh; the VPO lies in the far west."""
    return Tabletop.held(field("FRIENDLY", "MPh", **terrain), P5="ENEMY")


def manned(table: Tabletop, name: str, place: str) -> str:
    key = table.new(ENEMY, name, place)
    table.new(ENEMY, "2-2-8", place)
    return key


def facing(table: Tabletop, unit_id: str, ca: str) -> Tabletop:
    units = {**table.state.units, unit_id: replace(table.unit(unit_id), ca=ca)}
    return Tabletop(table.game.at(replace(table.state, units=units)))


def commanded(table: Tabletop, *ids: str) -> Tabletop:
    """Vehicles with a Move Command."""
    for key in ids:
        table.do(f"set {key} acted move-command")
    return table


def whole_phase(table: Tabletop, side: Side = "FRIENDLY") -> tuple[Tabletop, list[str]]:
    """The position after all its moves, and every command."""
    table, found = with_minds(table, side), []
    for _ in range(20):
        before = table.state.phase
        events = table.do("next")
        found += [event.line for event in events if isinstance(event, ev.Decided)]
        if table.state.phase != before:
            break
    return table, found


# -- where they drive ---------------------------------------------------------------------------------


def test_6_6_a_tank_goes_with_the_infantry_but_not_ahead_of_it() -> None:
    table = attack()
    table.new(FRIENDLY, "6-2-8", "P14")
    tank = table.new(FRIENDLY, "T-34 M43", "P22")
    found = act(table)
    assert found is not None and found.line.startswith(f"move {tank} ")
    assert table.game.board.distance(found.path[-1], "P5") >= table.game.board.distance("P14", "P5")
    assert any("Infantry in P14" in reason for reason in found.reasons)
    assert any("drive-gain" in reason for reason in found.reasons)


def test_6_6_a_tank_that_leads_waits_for_its_infantry() -> None:
    table = attack()
    table.new(FRIENDLY, "6-2-8", "P22")
    table.new(FRIENDLY, "T-34 M43", "P14")
    found = act(table)
    assert found is not None and not found.line


def test_d2_13_a_tank_stops_where_it_wants_to_be() -> None:
    table = attack()
    table.new(FRIENDLY, "6-2-8", "P14")
    tank = table.new(FRIENDLY, "T-34 M43", "P20")
    after, found = whole_phase(table)
    assert f"stop {tank}" in found
    assert "motion" not in after.unit(tank).flags and after.unit(tank).hex != "P20"


def test_6_6_no_vehicle_ends_with_another_in_one_hex() -> None:
    table = attack()
    table.new(FRIENDLY, "6-2-8", "P14")
    tanks = [table.new(FRIENDLY, "T-34 M43", f"P{row}") for row in (20, 21, 22)]
    after, _ = whole_phase(table)
    assert len({after.unit(key).hex for key in tanks}) == 3


def test_b28_no_vehicle_drives_into_known_mines_but_a_mine_roller() -> None:
    table = attack()
    table.new(FRIENDLY, "6-2-8", "P14")
    tank = table.new(FRIENDLY, "T-34 M43", "P20")
    for name in ("P18", "P19", "O18", "Q18"):
        table.do(f"marker add minefield {name} 6")
    found = act(table)
    assert found is not None and found.path and not {"P18", "P19", "O18", "Q18"} & set(found.path)
    table.do(f"put {tank} off")
    roller = table.new(FRIENDLY, "PT-34(L)", "P20")
    land = drives.land_of(table.game, decider("FRIENDLY"), table.unit(roller))
    assert "P19" in drives.drives(land, 1)


def test_6_6_a_tank_keeps_out_of_the_sight_of_a_known_at_gun() -> None:
    wall = dict.fromkeys(("P12", "P13", "O13", "Q13"), "woods")
    table = attack(**wall)
    table.new(FRIENDLY, "6-2-8", "P15")
    tank = table.new(FRIENDLY, "SU-76M", "P20")
    gun = manned(table, "75L AT", "P10")
    land = drives.land_of(table.game, decider("FRIENDLY"), table.unit(tank))
    assert [shooter.id for shooter in land.threat.shooters] == [gun]
    seen = [name for name in drives.drives(land, 1) if land.risk(name) > 0]
    assert seen
    found = act(table)
    assert found is not None
    assert not found.line or land.risk(found.path[-1]) <= land.risk("P20")


def test_c13_3_panzerfausts_are_feared_two_hexes_away() -> None:
    table = attack()
    tank = table.new(FRIENDLY, "T-34 M43", "P20")
    table.new(ENEMY, "4-6-8", "P15")
    land = drives.land_of(table.game, decider("FRIENDLY"), table.unit(tank))
    assert land.risk("P16") > land.risk("P17") > land.risk("P18") == 0


def test_d5_31_a_crew_without_a_roof_fears_small_arms() -> None:
    """A roof, or an open top that is buttoned up, keeps them out."""
    table = attack()
    for _ in range(2):
        table.new(ENEMY, "4-6-7", "P13")
    risks = {}
    for kind, *flags in (("SU-76M",), ("SU-76M", "stunned"), ("T-34 M43",)):
        tank = table.new(FRIENDLY, kind, "P20", *flags)
        risks[kind, *flags] = drives.land_of(table.game, decider("FRIENDLY"), table.unit(tank)).risk("P16")
        table.do(f"eliminate {tank}")
    assert risks["SU-76M",] > 0.1
    assert risks["SU-76M", "stunned"] == risks["T-34 M43",] == 0


def test_6_4_a_hold_vehicle_drives_only_to_bring_a_target_near() -> None:
    table = Tabletop.held(field("ENEMY", "MPh"), P25="FRIENDLY")
    stug = table.new(ENEMY, "StuG IIIG", "P10", "acted", "buttoned")
    assert act(table, "ENEMY") is None
    commanded(table, stug)
    found = act(table, "ENEMY")
    assert found is not None and not found.line.startswith("move")
    foe = table.new(FRIENDLY, "4-4-7", "P18")
    found = act(table, "ENEMY")
    assert found is not None and found.line.startswith(f"move {stug} ")
    assert table.game.board.distance(found.path[-1], "P18") <= 4
    table.do(f"put {foe} P13")
    found = act(table, "ENEMY")
    assert found is not None and not found.line.startswith("move")


def test_5_5_an_advance_vehicle_goes_for_the_vpo() -> None:
    table = Tabletop.held(field("ENEMY", "MPh"), P25="FRIENDLY")
    stug = table.new(ENEMY, "StuG IIIG", "P5")
    units = {stug: replace(table.unit(stug), attitude="Advance", flags=frozenset({"acted", "move-command"}))}
    table = Tabletop(table.game.at(replace(table.state, units=units)))
    found = act(table, "ENEMY")
    assert found is not None and found.path
    assert table.game.board.distance(found.path[-1], "P25") < table.game.board.distance("P5", "P25")


def test_d8_1_an_immobile_vehicle_and_its_crew_stay() -> None:
    table = attack()
    table.new(FRIENDLY, "6-2-8", "P14")
    table.new(FRIENDLY, "T-34 M43", "P20", "immobile")
    assert act(table) is None


def test_d8_3_a_bogged_vehicle_tries_to_get_free() -> None:
    table = attack()
    table.new(FRIENDLY, "6-2-8", "P14")
    tank = table.new(FRIENDLY, "T-34 M43", "P20", "bogged")
    found = act(table)
    assert found is not None and found.line == f"unbog {tank}"


def test_6_308_a_vehicle_drives_out_of_a_melee() -> None:
    table = Tabletop.held(field("ENEMY", "MPh"), P25="FRIENDLY")
    stug = table.new(ENEMY, "StuG IIIG", "P10", "acted", "move-command", "buttoned")
    table.new(FRIENDLY, "6-2-8", "P10", "melee")
    found = act(table, "ENEMY")
    assert found is not None and found.line.startswith(f"move {stug} ")
    after, _ = whole_phase(table, "ENEMY")
    assert after.unit(stug).hex != "P10"


def test_6_308_who_is_in_melee_with_men_has_its_command_without_a_dr() -> None:
    table = field("ENEMY", "PFPh")
    stug = table.new(ENEMY, "StuG IIIG", "P10")
    table.new(FRIENDLY, "6-2-8", "P10", "melee")
    table.do(f"action {stug}")
    assert "move-command" in table.unit(stug).flags


def test_6_21_a_panicked_vehicle_does_not_drive() -> None:
    table = attack()
    table.new(FRIENDLY, "6-2-8", "P14")
    table.new(FRIENDLY, "T-34 M43", "P20", "panicked")
    assert act(table) is None


def test_b25_4_a_tank_leaves_a_burning_hex_and_ends_in_none() -> None:
    table = attack(P20="woods", P19="grain", P21="grain")
    table.do("marker add flame P20")
    tank = table.new(FRIENDLY, "T-34 M43", "P20")
    table.new(FRIENDLY, "6-2-8", "P22")  # it leads already: else it would wait
    found = act(table)
    assert found is not None and found.line.startswith(f"move {tank} ")
    table.do(f"put {tank} P25")
    for name in ("P21", "P22", "P23"):
        table.do(f"marker add flame {name}")
    after, _ = whole_phase(table)
    assert not after.state.markers_at(after.unit(tank).hex, "flame")


def test_6_6_to_stay_under_a_known_gun_is_no_cheaper_than_to_go_there() -> None:
    table = attack()
    tank = table.new(FRIENDLY, "SU-76M", "P20")
    table.new(FRIENDLY, "6-2-8", "P14")
    manned(table, "75L AT", "P8")
    value, land = decider("FRIENDLY").doctrine.value, drives.land_of(table.game, decider("FRIENDLY"), table.unit(tank))
    stay = vehicle_moves._to_the_goal(land, drives.drives(land, 1)).stay
    assert stay is not None and stay.risk > 0 and stay.target
    assert abs(stay.worth + value("target-mp") - stay.left - value("drive-risk-mp") * stay.risk) < 1e-9


# -- at the end of a drive ----------------------------------------------------------------------------


def test_d5_33_a_tank_buttons_up_before_it_comes_near_infantry() -> None:
    table = attack()
    table.new(FRIENDLY, "6-2-8", "P15")
    tank = table.new(FRIENDLY, "KV-1S", "P20")
    table.new(ENEMY, "4-6-7", "P10")
    found = act(table)
    assert found is not None and found.line == f"button {tank}"
    table.do(f"button {tank}")
    found = act(table)
    assert found is not None and found.line.startswith(f"move {tank}")


def test_d5_33_a_tank_opens_its_hatches_when_nobody_is_near() -> None:
    table = attack()
    tank = table.new(FRIENDLY, "KV-1S", "P20", "buttoned")
    table.new(FRIENDLY, "6-2-8", "P22")
    found = act(table)
    assert found is not None and found.line == f"open {tank}"


def test_d2_11_a_tank_turns_its_front_to_the_gun_that_threatens_it() -> None:
    table = attack()
    tank = table.new(FRIENDLY, "SU-76M", "P20", "motion", "buttoned")
    manned(table, "75L AT", "P8")
    table = facing(table, tank, _vertices("P20", away="P8")[0])
    units = {**table.state.units, tank: replace(table.unit(tank), mf=2.0)}
    table = Tabletop(table.game.at(replace(table.state, units=units)))
    found = parking.turn_front(table.game, decider("FRIENDLY"), table.unit(tank), 10)
    assert found is not None and found.line.startswith(f"turn {tank} ")
    assert in_arc(parse_hex("P20"), found.line.split()[2], parse_hex("P8"))


def _vertices(name: str, away: str) -> list[str]:
    return [item for item in vertex_names(parse_hex(name)) if not in_arc(parse_hex(name), item, parse_hex(away))]


def test_d3_3_bounding_fire_where_the_harm_is_worth_it() -> None:
    table = attack()
    table.new(FRIENDLY, "6-2-8", "P14")
    tank = table.new(FRIENDLY, "T-34 M43", "P20", "buttoned")
    for _ in range(3):
        table.new(ENEMY, "4-3-6", "P9")
    after, found = whole_phase(table)
    fired = [line for line in found if line.startswith(f"fire {tank}")]
    assert not fired or all(" P9 " in line for line in fired)
    assert after.unit(tank).mf > 0


# -- Overruns -----------------------------------------------------------------------------------------


def test_d7_a_tank_overruns_broken_men_in_the_open() -> None:
    table = attack()
    tank = table.new(FRIENDLY, "T-34 M43", "P20", "buttoned")
    table.new(FRIENDLY, "6-2-8", "P18")
    table.new(ENEMY, "4-6-7", "P17", "broken", "dm")
    found = act(table)
    assert found is not None and found.line.endswith(" P17") and "overruns P17" in found.title
    assert any("overrun-harm" in reason for reason in found.reasons)
    table.do("set 628a pinned")
    events = with_minds(table, "FRIENDLY").do("next")
    assert [event.units for event in events if isinstance(event, ev.Fired) and event.how == "Overrun"] == [(tank,)]


def test_d7_a_tank_does_not_overrun_whom_it_should_fear_more_than_hurt() -> None:
    table = attack()
    table.new(FRIENDLY, "T-34 M43", "P20", "buttoned")
    table.new(FRIENDLY, "6-2-8", "P18")
    for _ in range(2):
        table.new(ENEMY, "4-6-8", "P17")
    found = act(table)
    assert found is not None and "overruns" not in found.title


def test_d7_a_tank_overruns_beside_panzerfausts_only_with_mp_to_drive_out() -> None:
    found = []
    for start in ("P20", "P23"):
        table = attack()
        table.new(FRIENDLY, "T-34 M43", start, "buttoned")
        table.new(FRIENDLY, "6-2-8", "P18")
        table.new(ENEMY, "4-6-7", "P12", "broken", "dm")
        table.new(ENEMY, "4-6-8", "O11")
        drive = act(table)
        assert drive is not None
        found.append("overruns P12" in drive.title)
    assert found == [True, False]


def test_msr_7_no_overrun_takes_armor_that_leads_away_from_its_infantry() -> None:
    table = attack()
    tank = table.new(FRIENDLY, "T-34 M43", "K14", "buttoned")
    table.new(FRIENDLY, "6-2-8", "K16", "ti")
    table.new(ENEMY, "4-6-7", "K5", "broken", "dm")
    found = []
    for doctrine in ("commander", "combined"):
        mind = decider("FRIENDLY", doctrine)
        land = drives.land_of(table.game, mind, table.unit(tank))
        found.append(parking.best_overrun(land, drives.drives(land, 1)))
    assert found[0] is not None and found[1] is None


# -- what it holds by standing there (A26.12) ------------------------------------------------------------


def last_turn(turn: int = 8, hold: float = 30, **terrain: str) -> tuple[Tabletop, Decider, str]:
    """A tank of a commander with armor that leads, its Infantry far behind it, the VPO P5 within its reach."""
    table = attack(**terrain)
    table = Tabletop(table.game.at(replace(table.state, turn=turn)))
    tank = table.new(FRIENDLY, "T-34 M43", "P12", "buttoned")
    table.new(FRIENDLY, "6-2-8", "P13", "ti")
    figures = {"late-turns": 3.0, "hold-mp": hold, "armor-leads": 1.0}
    mind = decider("FRIENDLY", "combined")
    known = mind.doctrine.figures
    changed = {name: replace(known[name], value=value) for name, value in figures.items()}
    return table, replace(mind, doctrine=replace(mind.doctrine, figures={**known, **changed})), tank


def end_of_drive(table: Tabletop, mind: Decider, place: str) -> bool:
    found = vehicle_moves.next_act(table.game, mind)
    return found is not None and found.path[-1:] == (place,)


def test_a26_12_in_the_last_turns_a_tank_drives_into_an_empty_vpo_ahead_of_its_infantry() -> None:
    table, mind, _ = last_turn()
    assert end_of_drive(table, mind, "P5")
    found = vehicle_moves.next_act(table.game, mind)
    assert found is not None and any("hold-mp 30" in line for line in found.reasons)
    assert not end_of_drive(*last_turn(turn=5)[:2], "P5"), "who drives on gives up what it holds"
    assert not end_of_drive(*last_turn(hold=0)[:2], "P5")
    assert not end_of_drive(*last_turn(P5="wooden-building")[:2], "P5"), "a vehicle gains no building"
    table.new(ENEMY, "4-6-7", "P5")
    assert not end_of_drive(table, mind, "P5")


def test_a26_12_what_will_hold_a_vpo_does_not_prep_fire_instead() -> None:
    table, mind, tank = last_turn()
    assert role_of(table.game, mind, table.unit(tank)).least == inf
    table, mind, tank = last_turn(turn=5)
    assert role_of(table.game, mind, table.unit(tank)).least < inf


def test_a26_12_it_stays_where_it_holds_a_vpo() -> None:
    table, mind, tank = last_turn()
    table.do(f"put {tank} P5")
    assert vehicle_moves.Intent(table.game, mind, table.unit(tank)).stays


# -- carriers -----------------------------------------------------------------------------------------


def test_d6_5_passengers_get_off_near_the_enemy() -> None:
    table = attack()
    truck = table.new(FRIENDLY, "GAZ-MM", "P20")
    squad = table.new(FRIENDLY, "6-2-8", "P20")
    table.do(f"board {squad} {truck}")
    table.new(ENEMY, "4-6-7", "P13")
    found = act(table)
    assert found is not None and found.line == f"unload {squad}"
    table.do(f"set {truck} motion")
    found = act(table)
    assert found is not None and found.line == f"stop {truck}"


def test_d6_a_carrier_brings_its_men_nearer_first() -> None:
    table = Tabletop.held(field("FRIENDLY", "MPh"), A5="ENEMY")
    truck = table.new(FRIENDLY, "GAZ-MM", "P25")
    squad = table.new(FRIENDLY, "6-2-8", "P25")
    table.do(f"board {squad} {truck}")
    found = act(table)
    assert found is not None and found.line.startswith(f"move {truck} ")


def laden(vehicle: str, *aboard: str, at: str = "P20") -> tuple[Tabletop, str, list[str]]:
    """A FRIENDLY MPh with a carrier and who is aboard it; a Gun comes before its crew."""
    table = attack()
    carrier = table.new(FRIENDLY, vehicle, at)
    ids = [table.new(FRIENDLY, kind, at) for kind in aboard]
    for key in ids:
        table.do(f"board {key} {carrier}")
    return table, carrier, ids


def test_d6_5_men_are_carried_nearer_to_their_goal_than_a_walk_of_eight_hexes() -> None:
    for vpo, gets_off in (("P13", False), ("P17", True)):
        table, truck, ids = laden("GAZ-MM", "6-2-8")
        found = act(Tabletop.held(table, **{vpo: "ENEMY"}))
        assert found is not None
        assert found.line == f"unload {ids[0]}" if gets_off else found.line.startswith(f"move {truck} ")


def test_16_nobody_gets_off_out_of_command_unless_the_hex_is_dangerous() -> None:
    table, truck, ids = laden("GAZ-MM", "6-2-8")
    table = Tabletop.held(table, P17="ENEMY")
    table.new(FRIENDLY, "9-1", "P28")
    table = Tabletop(table.game.at(replace(table.state, options={**table.state.options, "command": True})))
    mind, game = decider("FRIENDLY"), table.game
    assert parking.unload(game, mind, table.unit(truck)) is None
    last = parking.unload(game, mind, table.unit(truck), stays=True)
    assert last is not None and last.line == f"unload {ids[0]}", "it drives no farther"
    table.new(FRIENDLY, "8-0", "P21")
    assert parking.unload(table.game, mind, table.unit(truck)) is not None


def test_d6_an_empty_truck_does_not_drive_at_the_enemy() -> None:
    table, truck, ids = laden("GAZ-MM", "6-2-8")
    found = act(table)
    assert found is not None and found.line.startswith(f"move {truck} ")
    table.do(f"board {ids[0]} off")
    found = act(table)
    assert found is not None and found.key == truck and not found.line


def with_gun(wood: str, *, command: bool = False) -> tuple[Tabletop, str, str]:
    """A truck with a Gun in tow in P20, its goal in P12, this terrain between them; the truck and the Gun."""
    table = Tabletop.held(field("FRIENDLY", "MPh", P17=wood, O17=wood, Q17=wood), P12="ENEMY")
    truck = table.new(FRIENDLY, "GAZ-MM", "P20")
    gun, crew = table.new(FRIENDLY, "76* INF", "P20", "limbered"), table.new(FRIENDLY, "2-2-8", "P20")
    table.do(f"board {crew} {truck}")
    table.do(f"board {gun} {truck}")
    return (
        Tabletop(table.game.at(replace(table.state, options={**table.state.options, "command": command}))),
        truck,
        gun,
    )


def test_c10_12_a_gun_is_unhooked_where_it_could_fire() -> None:
    table, _, gun = with_gun("open")
    found = act(table)
    assert found is not None and found.line == f"unload {gun}"
    table, truck, _ = with_gun("woods")
    found = act(table)
    assert found is not None and found.line.startswith(f"move {truck} ")


def test_16_a_gun_is_brought_to_a_leader_not_to_the_enemy() -> None:
    table, truck, _ = with_gun("open", command=True)
    table.new(FRIENDLY, "9-1", "P27")
    found = act(table)
    assert found is not None and found.line.startswith(f"move {truck} ")
    assert table.game.board.distance(found.path[-1], "P27") < table.game.board.distance("P20", "P27")


# -- flank and range (S9) ----------------------------------------------------------------------------


def duel(attitude: str, ca: str, *marks: str, start: str = "K19") -> tuple[Tabletop, str]:
    """A Pz IV with a Move Command before a T-34 in K14 that looks this way, in these states."""
    table = Tabletop.held(field(ENEMY, "MPh"), A2=FRIENDLY)
    tank, panzer = table.new(FRIENDLY, "T-34 M43", "K14", "buttoned", *marks), table.new(ENEMY, "Pz IVF1", start)
    units = {panzer: replace(table.unit(panzer), attitude=attitude), tank: replace(table.unit(tank), ca=ca, tca=ca)}
    table = Tabletop(table.game.at(replace(table.state, units={**table.state.units, **units})))
    return commanded(table, panzer), panzer


def shot_after(table: Tabletop, key: str, found: Act) -> float:
    """The harm of its best shot from where its drive ends."""
    land = drives.land_of(table.game, decider(ENEMY), table.unit(key))
    return Targets(land).harm_from(found.path[-1])


@pytest.mark.parametrize(
    ("attitude", "start", "marks"), [("Advance", "K19", ("J13/J14",)), ("Hold", "L18", ("J14/K15", "malfunctioned"))]
)
def test_6_6_a_vehicle_of_the_enemy_drives_to_where_its_shot_does_most(
    attitude: str, start: str, marks: tuple[str, ...]
) -> None:
    table, key = duel(attitude, *marks, start=start)
    found, blind = (vehicle_moves.next_act(table.game, who) for who in (decider(ENEMY), with_figure("shot-mp", 0)))
    assert found is not None and blind is not None and found.path and blind.path
    assert shot_after(table, key, found) > shot_after(table, key, blind)
    assert any("shot-mp" in reason for reason in found.reasons)
