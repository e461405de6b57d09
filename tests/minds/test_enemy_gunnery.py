"""Which shots a Gun, vehicle or LATW has, and in which order (S8.1, house rules 7)."""

from __future__ import annotations

import pytest
from deciders import decider, with_figures, with_minds
from field import ENEMY, FRIENDLY, Tabletop, field, moves
from tabletop import rolls

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context
from sasl.asl.game.sides import Phase, Side
from sasl.asl.game.under_way import Acquisition
from sasl.board.hexes import parse_hex, vertex_names
from sasl.kernel.frozen import replace
from sasl.minds.action import prep_fire
from sasl.minds.fire import cost, opening, targets
from sasl.minds.fire.choice import Choice
from sasl.minds.fire.ordnance import gunnery
from sasl.orders.engine import perform


def shots(table: Tabletop, unit_id: str, side: Side = "ENEMY") -> list[Choice]:
    return gunnery.choices(table.game, decider(side), table.unit(unit_id))


def lines(table: Tabletop, unit_id: str, side: Side = "ENEMY") -> list[str]:
    return [choice.line for choice in shots(table, unit_id, side)]


def gun(table: Tabletop, side: Side, name: str, place: str) -> str:
    """A Gun with its crew, without a CA."""
    key = table.new(side, name, place)
    table.new(side, "2-2-8", place)
    return key


def facing(table: Tabletop, unit_id: str, ca: str, tca: str = "") -> Tabletop:
    """The same position with a unit that faces a vertex."""
    units = {**table.state.units, unit_id: replace(table.unit(unit_id), ca=ca, tca=tca)}
    return Tabletop(table.game.at(replace(table.state, units=units)))


# -- what a shot gives up (S8.1) -------------------------------------------------------------------------


def test_6_5_a_gun_does_not_turn_for_less_than_wasted_harm() -> None:
    """Within its CA it fires at anything that it can harm (target-harm)."""
    table = field("ENEMY", "PFPh", K4="stone-building")
    key = gun(table, ENEMY, "75L AT", "K10")
    table.new(FRIENDLY, "4-4-7", "K4")
    every = [facing(table, key, ca) for ca in vertex_names(parse_hex("K10"))]
    ahead, behind = every[0], every[3]
    (shot, *_), (turned, *_) = shots(ahead, key), shots(behind, key)
    assert not shot.turns and turned.turns and turned.harm > 0
    for position, figure, fires in (
        (ahead, shot.harm + 0.001, True),
        (behind, turned.harm + 0.001, False),
        (behind, turned.harm - 0.001, True),
    ):
        who = with_figures({"wasted-harm": figure, "target-harm": 0.0, "hidden-harm": 0.0, "break-gun": 0.0})
        act = prep_fire.next_act(position.game, who)
        assert (act is not None and act.order is not None) == fires


# -- target and ammunition ----------------------------------------------------------------------------


def test_6_5_an_at_gun_looks_at_the_afv_first_and_fires_what_pierces_at_it() -> None:
    table = field("ENEMY", "PFPh")
    key = gun(table, ENEMY, "75L AT", "K10")
    tank = table.new(FRIENDLY, "T-34 M43", "K16")
    for _ in range(3):
        table.new(FRIENDLY, "6-2-8", "K14")
    found = lines(table, key)
    assert found[0] in (f"fire {key} K16 at {tank} ap", f"fire {key} K16 at {tank} apcr")
    assert f"fire {key} K14 infantry he" in found
    assert not any(f"at {tank} he" in line for line in found)
    assert not any("K14" in line and " ap" in line for line in found)


def test_6_5_a_mortar_looks_at_infantry_first() -> None:
    table = field("ENEMY", "PFPh")
    key = gun(table, ENEMY, "81* MTR", "K10")
    truck = table.new(FRIENDLY, "GAZ-MM", "K15")
    squad = table.new(FRIENDLY, "6-2-8", "K16")
    assert lines(table, key)[0] == f"fire {key} K16"
    table.no(f"fire {key} K11")
    assert truck in table.state.units and squad in table.state.units


def test_6_5_an_adjacent_target_comes_first() -> None:
    table = field("ENEMY", "PFPh")
    key = gun(table, ENEMY, "75* INF", "K10")
    table.new(FRIENDLY, "6-2-8", "K11")
    for _ in range(3):
        table.new(FRIENDLY, "4-4-7", "K14")
    assert lines(table, key)[0].startswith(f"fire {key} K11 ")


def test_6_5_the_harm_falls_with_range_and_rises_with_acquisition() -> None:
    table = field("ENEMY", "PFPh")
    key = gun(table, ENEMY, "75L AT", "K10")
    tank = table.new(FRIENDLY, "T-34 M43", "K16")
    plain = max(choice.harm for choice in shots(table, key))
    held = {key: Acquisition(tank, "K16", -2)}
    better = Tabletop(table.game.at(replace(table.state, acquired=held)))
    assert max(choice.harm for choice in shots(better, key)) > plain
    table.do(f"put {tank} K26")
    assert max(choice.harm for choice in shots(table, key)) < plain


def test_every_shot_of_every_kind_is_legal_as_it_is_typed() -> None:
    table = field("ENEMY", "PFPh", K12="wooden-building")
    firers = [
        gun(table, ENEMY, "75L AT", "K10"), gun(table, ENEMY, "20L(20) AA", "I11"), gun(table, ENEMY, "81* MTR", "K6"),
        table.new(ENEMY, "StuG IIIG", "J10"), table.new(ENEMY, "SdKfz 7/1", "M12"),
        table.new(ENEMY, "HMG Cupola", "L10"), table.new(ENEMY, "4-6-8", "K11"),
    ]  # fmt: skip
    for item in ("PSK", "DC"):
        table.arm(firers[-1], item)
    table.new(FRIENDLY, "T-34 M43", "K13")
    table.new(FRIENDLY, "6-2-8", "K12")
    table.new(FRIENDLY, "4-4-7", "N14")
    table.new(FRIENDLY, "GAZ-MM", "O15")
    count = 0
    for key in firers:
        for choice in shots(table, key):
            fresh = with_minds(table, "ENEMY")
            fresh.do(choice.line)
            count += 1
            assert choice.harm >= 0 and key in choice.firers and choice.hex in choice.line
    assert count > 25


def test_c8_9_a_shell_that_may_have_run_out_counts_by_its_chance() -> None:
    table = field("ENEMY", "PFPh")
    key = gun(table, ENEMY, "75L AT", "K10")
    table.new(FRIENDLY, "4-4-7", "K11")
    tank = table.new(FRIENDLY, "GAZ-MM", "K20")
    found = {choice.line: choice.harm for choice in shots(table, key)}
    assert set(found) >= {f"fire {key} K20 at {tank} ap", f"fire {key} K20 at {tank} he"}
    table.do(f"put {tank} off")
    heavy = table.new(FRIENDLY, "ISU-122", "K20")
    found = {choice.line: choice.harm for choice in shots(table, key)}
    assert found[f"fire {key} K20 at {heavy} apcr"] < found[f"fire {key} K20 at {heavy} ap"]


# -- turning, Intensive Fire --------------------------------------------------------------------------


def test_absurd_no_gun_turns_its_back_on_an_adjacent_squad() -> None:
    table = field("ENEMY", "PFPh")
    key = gun(table, ENEMY, "75* INF", "K10")
    table.new(FRIENDLY, "4-4-7", "K11")
    for _ in range(3):
        table.new(FRIENDLY, "6-2-8", "K5")
    table = facing(table, key, "K11/L10")
    assert all(choice.hex == "K11" for choice in shots(table, key))
    away = facing(table, key, "J9/K9")
    assert {choice.hex for choice in shots(away, key)} == {"K11", "K5"}


@pytest.mark.parametrize(("place", "fires"), [("K11", True), ("K12", False)])
def test_s8_21_the_enemy_uses_intensive_fire_only_adjacent(place: str, fires: bool) -> None:
    table = field("ENEMY", "PFPh")
    key = gun(table, ENEMY, "75L AT", "K10")
    table.new(FRIENDLY, "SU-76M", place)
    spent = replace(table.unit(key), arms=frozenset({"MA spent"}))
    table = Tabletop(table.game.at(replace(table.state, units={**table.state.units, key: spent})))
    found = lines(table, key)
    assert bool(found) == fires and all(line.endswith(" intensive") for line in found)


def test_c5_6_intensive_fire_only_where_it_is_worth_it() -> None:
    table = field("ENEMY", "PFPh")
    key = gun(table, ENEMY, "75L AT", "K10")
    near = table.new(FRIENDLY, "SU-76M", "K11")
    spent = replace(table.unit(key), arms=frozenset({"MA spent"}))
    table = Tabletop(table.game.at(replace(table.state, units={**table.state.units, key: spent})))
    assert any(near in line for line in lines(table, key))
    choice = targets.choices(table.game, decider(), table.unit(key))[0]
    assert list(cost.figures(table.game, decider(), choice)) == ["intensive-fire"]


# -- vehicles -----------------------------------------------------------------------------------------


def test_d1_8_a_tank_has_its_ma_and_its_machine_guns() -> None:
    table = field("FRIENDLY", "PFPh")
    tank = table.new(FRIENDLY, "T-34 M43", "K20")
    table.new(ENEMY, "4-6-7", "K16")
    found = lines(table, tank, "FRIENDLY")
    assert {f"fire {tank} K16 infantry he", f"fire {tank} K16 bmg", f"fire {tank} K16 cmg"} <= set(found)


def test_c7_31_machine_guns_leave_strong_armor_alone() -> None:
    table = field("FRIENDLY", "PFPh")
    tank = table.new(FRIENDLY, "T-34 M43", "K20")
    stug = table.new(ENEMY, "StuG IIIG", "K16")
    table.do(f"set {stug} buttoned")
    least = decider("FRIENDLY").doctrine.value("target-harm")
    found = [choice for choice in shots(table, tank, "FRIENDLY") if choice.harm >= least]
    assert found and all(" at " in choice.line for choice in found)


def test_d3_3_a_vehicle_in_its_own_mph_uses_bounding_first_fire() -> None:
    table = field("FRIENDLY", "MPh")
    tank = table.new(FRIENDLY, "T-34 M43", "K20")
    table.new(ENEMY, "4-6-7", "K16")
    assert any(f"fire {tank} K16" in line for line in lines(table, tank, "FRIENDLY"))


def test_a8_1_in_the_other_sides_mph_only_who_moves_is_a_target() -> None:
    table = field("FRIENDLY", "MPh")
    key = gun(table, ENEMY, "75L AT", "K10")
    tank = table.new(FRIENDLY, "T-34 M43", "K16")
    table.new(FRIENDLY, "T-34 M43", "L16")
    assert lines(table, key) == []
    table = moves(table, tank, came_from="K17")
    assert {choice.hex for choice in shots(table, key)} == {"K16"}


@pytest.mark.parametrize(("name", "kind"), [("75L AT", "gun"), ("StuG IIIG", "vehicle")])
def test_a8_1_guns_and_vehicles_answer_a_move_at_once(name: str, kind: str) -> None:
    table = field("FRIENDLY", "MPh")
    key = gun(table, ENEMY, name, "K10") if kind == "gun" else table.new(ENEMY, name, "K10")
    tank = table.new(FRIENDLY, "SU-76M", "L15")
    events = with_minds(table, "ENEMY").do(f"move {tank} K15")
    decided = [event for event in events if isinstance(event, ev.Decided)]
    assert decided and decided[0].line.startswith(f"fire {key} ")
    assert decided[0].reasons


def test_a8_31_vehicles_have_no_final_protective_fire() -> None:
    table = field("FRIENDLY", "MPh")
    stug = table.new(ENEMY, "StuG IIIG", "K10")
    squad = table.new(FRIENDLY, "6-2-8", "K11")
    spent = replace(table.unit(stug), arms=frozenset({"MA spent", "AAMG spent"}), flags=frozenset({"final"}))
    table = Tabletop(table.game.at(replace(table.state, units={**table.state.units, stug: spent})))
    assert all("intensive" in line for line in lines(moves(table, squad, came_from="K12"), stug))


# -- what men carry -----------------------------------------------------------------------------------


def test_c13_a_psk_and_a_pf_look_for_armor() -> None:
    table = field("ENEMY", "PFPh")
    squad = table.new(ENEMY, "4-6-8", "K10")
    psk = table.arm(squad, "PSK")
    tank = table.new(FRIENDLY, "T-34 M43", "K12")
    found = lines(table, squad)
    assert f"fire {psk} K12 at {tank}" in found and f"pf {squad} K12 at {tank}" in found
    table.do(f"put {tank} K20")
    assert lines(table, squad) == []


def test_c13_31_a_pf_counts_by_the_chance_to_find_one() -> None:
    table = field("ENEMY", "PFPh")
    squad = table.new(ENEMY, "4-6-8", "K10")
    table.new(FRIENDLY, "T-34 M43", "K12")
    full = shots(table, squad)[0].harm
    table.do(f"set {squad} cx")
    assert 0 < shots(table, squad)[0].harm < full
    assert lines(table, table.new(FRIENDLY, "6-2-8", "K11"), "FRIENDLY") == []


def test_a7_531_c13_35_a_leader_directs_a_psk_and_a_pf() -> None:
    table = field("ENEMY", "PFPh")
    squad = table.new(ENEMY, "4-6-8", "K10")
    psk = table.arm(squad, "PSK")
    tank = table.new(FRIENDLY, "T-34 M43", "K12")
    alone = {shot.line: shot.harm for shot in shots(table, squad)}
    bad, good = table.new(ENEMY, "8-0", "K10"), table.new(ENEMY, "9-2", "K10")
    led = {shot.line: shot.harm for shot in shots(table, squad)}
    for line in (f"fire {psk} K12 at {tank}", f"pf {squad} K12 at {tank}"):
        assert led[f"{line} by {good}"] > alone[line] and line not in led and f"{line} by {bad}" not in led
    table.do(f"set {good} concealed")
    assert set(alone) == {shot.line for shot in shots(table, squad)}, "he gives himself away for no Known squad"
    table.do(f"set {good} -concealed pinned")
    assert set(alone) == {shot.line for shot in shots(table, squad)}


def test_a23_4_a_thrown_charge_is_weighed_against_what_it_does_to_the_throwers() -> None:
    table = field("ENEMY", "PFPh")
    squad = table.new(ENEMY, "4-6-7", "K10")
    table.arm(squad, "DC")
    for name in ("6-2-8", "6-2-8", "9-1"):
        table.new(FRIENDLY, name, "K11")
    charge = next(choice for choice in shots(table, squad) if choice.line.startswith("charge"))
    assert charge.line == f"charge {squad} K11 thrown"
    assert any("throwers" in fact for fact in charge.facts)
    for _ in range(2):
        table.new(ENEMY, "4-6-7", "K10")
    crowded = next(choice for choice in shots(table, squad) if choice.line.startswith("charge"))
    assert crowded.harm < charge.harm


def charge_beside_afv(phase: Phase, *, men: bool = False) -> tuple[Tabletop, str, str]:
    """An ENEMY squad with a DC beside a BU tank, whose front it meets; `men`: two squads and a leader about it."""
    table = field("ENEMY", phase)
    squad = table.new(ENEMY, "4-6-7", "K10")
    table.arm(squad, "DC")
    tank = table.new(FRIENDLY, "T-34 M43", "K11")
    table.all(f"set {tank} buttoned", f"face {tank} J10/K10")
    for name in ("9-1", *["6-2-8"] * 2) if men else ():
        table.new(FRIENDLY, name, "K11")
    return table, squad, tank


def as_proposed(table: Tabletop, charge: Choice) -> list[ev.Event]:
    """What comes of a charge that the ENEMY uses of its own will; if it is placed, in the AFPh."""
    placed = table.state.phase == "MPh"
    ctx = Context(with_minds(table.dice(1, 1) if placed else table, ENEMY).game)  # a PAATC comes before it
    with ctx.savepoint():
        perform(ctx, charge.order)
    if placed:
        return [*Tabletop(ctx.game).go_to(ENEMY, "DFPh").do("next")]
    return ctx.events


@pytest.mark.parametrize(("phase", "men"), [("PFPh", False), ("PFPh", True), ("MPh", False), ("MPh", True)])
def test_a23_5_a_charge_is_used_against_what_it_harms_most_and_the_reason_says_so(phase: Phase, men: bool) -> None:
    table, squad, tank = charge_beside_afv(phase, men=men)
    charge = next(choice for choice in shots(table, squad) if choice.line.startswith("charge"))
    assert (f", at {tank}: To Kill harms it" in charge.facts[0]) is not men, charge.facts
    assert ("30 column, DRM" in charge.facts[0]) is men, charge.facts
    first = rolls(as_proposed(table, charge), "DC")[0].purpose
    assert first == (charge.facts[0].partition(": 30")[0] if men else f"Position of the DC on {tank}")


def test_a23_5_of_two_afv_a_charge_is_used_against_the_one_it_harms_more() -> None:
    table, squad, _ = charge_beside_afv("PFPh")
    soft = table.new(FRIENDLY, "SU-76M", "K11")
    charge = next(choice for choice in shots(table, squad) if choice.line.startswith("charge"))
    assert f", at {soft}: To Kill harms it" in charge.facts[0]
    assert rolls(as_proposed(table, charge), f"Position of the DC on {soft}")


def test_a12_3_a_charge_is_not_weighed_by_a_hidden_enemy() -> None:
    table, squad, _ = charge_beside_afv("PFPh")
    known = [(choice.line, choice.harm, choice.facts) for choice in shots(table, squad)]
    table.new(FRIENDLY, "6-2-8", "K11", "hidden")
    assert [(choice.line, choice.harm, choice.facts) for choice in shots(table, squad)] == known


def test_a22_a_flamethrower_reaches_two_hexes() -> None:
    table = field("FRIENDLY", "PFPh")
    squad = table.new(FRIENDLY, "6-2-8", "K20")
    flame = table.arm(squad, "FT")
    table.new(ENEMY, "4-6-7", "K19")
    assert lines(table, squad, "FRIENDLY") == [f"fire {flame} K19"]
    table.do("put 467a K17")
    assert lines(table, squad, "FRIENDLY") == []


# -- crews and orders ---------------------------------------------------------------------------------


def test_c10_1_a_crew_has_the_shots_of_its_gun_and_no_others() -> None:
    table = field("ENEMY", "PFPh")
    key = gun(table, ENEMY, "75* INF", "K10")
    table.new(FRIENDLY, "6-2-8", "K11")
    crew = next(unit.id for unit in table.state.units.values() if unit.kind == "crew")
    found = targets.choices(table.game, decider(), table.unit(crew))
    assert found and all(choice.line.startswith(f"fire {key} ") for choice in found)
    table.do(f"set {crew} broken")
    assert gunnery.choices(table.game, decider(), table.unit(key)) == []


def test_msr_waiting_aa_guns_fire_at_the_ground_only_near_by() -> None:
    table = field("ENEMY", "PFPh")
    key = gun(table, ENEMY, "88L AA", "K10")
    table.do(f"set {key} waits")
    tank = table.new(FRIENDLY, "T-34 M43", "K15")
    assert lines(table, key) == []
    table.do(f"put {tank} K14")
    assert lines(table, key)[0].startswith(f"fire {key} K14 at {tank}")


def test_16_a_tank_not_in_command_does_not_fire_in_its_own_turn() -> None:
    table = field("FRIENDLY", "PFPh")
    tank = table.new(FRIENDLY, "T-34 M43", "K20", "no-command")
    table.new(ENEMY, "4-6-7", "K16")
    assert lines(table, tank, "FRIENDLY") == []


def test_what_is_known_of_a_gun_is_forgotten_when_its_target_changes() -> None:
    table = field("ENEMY", "PFPh")
    key = gun(table, ENEMY, "75* INF", "K10")
    squad = table.new(FRIENDLY, "6-2-8", "K14")
    before = shots(table, key)
    assert shots(table, key) == before
    table.do(f"set {squad} concealed")
    assert shots(table, key)[0].harm < before[0].harm


def test_c5_64_a_gun_that_is_about_to_be_overrun_fires_once_more_whatever_it_has_fired() -> None:
    table = field(FRIENDLY, "MPh")
    table.all("option fire-stops on", "option command off", "option enemy-plays off")
    gun = table.new(ENEMY, "75L AT", "K14", "final", "intensive")
    table.new(ENEMY, "2-2-8", "K14")
    tank = table.new(FRIENDLY, "T-34 M43", "K15", "motion", "buttoned")
    units = {**table.state.units, gun: replace(table.unit(gun), arms=frozenset({"MA spent"}))}
    table = Tabletop(table.game.at(replace(table.state, units=units)))
    table.do(f"move {tank} K14", "yes")
    act = opening.first_fire(table.game, decider(ENEMY), (tank,), "K14", set())
    assert act is not None and act.line.startswith(f"fire {gun} K14") and "intensive" in act.line


@pytest.mark.parametrize(("name", "fires"), [("4-4-7", True), ("T-34 M43", False)])
def test_s8_2_a_light_mortar_attacks_only_infantry(name: str, fires: bool) -> None:
    table = field("ENEMY", "PFPh")
    squad = table.new(ENEMY, "4-6-7", "K10")
    mortar = table.arm(squad, "50mm MTR")
    table.new(FRIENDLY, name, "K14")
    assert any(mortar in line for line in lines(table, squad)) == fires
