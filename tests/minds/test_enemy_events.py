"""What Random Events make the ENEMY do: counterattacks with their minefield clause, reinforcements, Stukas."""

from __future__ import annotations

from deciders import field, proposal, with_minds
from field import ENEMY, FRIENDLY, Tabletop, by_rule, drm, moves, throw
from tabletop import bare, of

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context
from sasl.asl.game.state import Suspect
from sasl.kernel.frozen import replace
from sasl.minds.action import order_of_acts
from sasl.solitaire.sequence import end_phase
from sasl.solitaire.suspects import suspect_counters

VPO = "P3"


def attitudes(table: Tabletop) -> set[str]:
    return {unit.attitude for unit in table.state.on_map("ENEMY")}


# -- 11-12: S? that turn to Advance ---------------------------------------------------------------------


def test_re_11_what_an_advancing_suspect_turns_out_to_be_advances() -> None:
    table = bare("FRIENDLY", "MPh")
    name = table.suspect("P9", "advance")
    throw(table, (3, 3, 4, 3), f"activate {name}")
    assert attitudes(table) == {"Advance"}


def test_re_11_a_suspect_in_hold_turns_out_to_hold() -> None:
    table = bare("FRIENDLY", "MPh")
    throw(table, (3, 3, 4, 3), f"activate {table.suspect('P9')}")
    assert attitudes(table) == {"Hold"}


def test_re_11_units_found_by_a_check_have_the_attitude_of_their_suspect() -> None:
    table = bare("FRIENDLY", "MPh")
    table.suspect("P9", "advance")
    table.new(FRIENDLY, "6-2-8", "P11")
    table.dice(1, 3, 3, 4, 3)
    table.do("move P11 P10")
    assert attitudes(table) == {"Advance"}


# -- 34-36: reinforcements ------------------------------------------------------------------------------


def test_re_34_units_of_reinforcements_take_the_prevailing_attitude() -> None:
    table = bare("ENEMY", "MPh")
    suspect = Suspect("S9", "P1", "Advance", "RE 34", reinforcement=True)
    state = replace(table.state, suspects={"S9": suspect})
    table = Tabletop(table.game.at(state))
    throw(table, (3, 3, 4, 3), "activate S9")
    assert attitudes(table) == {"Hold"}


def test_re_34_reinforcements_enter_in_the_enemy_mph_and_come_on() -> None:
    table = bare("ENEMY", "RPh")
    table.do(f"vpo {VPO} friendly")
    ctx = Context(table.game)
    suspect_counters.add_reinforcements(ctx, 3, "reinforcements")
    table = Tabletop(ctx.game)
    assert all(item.off_board for item in table.state.suspects.values())
    table.do("option enemy-plays off")
    table.go_to("ENEMY", "APh")
    assert table.state.suspects
    assert not any(item.off_board for item in table.state.suspects.values())


# -- 23-24: Activated units counterattack ---------------------------------------------------------------


def counterattack() -> tuple[Tabletop, str]:
    table = bare("ENEMY", "PFPh", enemy_activated=True)
    unit = table.new(ENEMY, "4-6-7", "P8")
    table.do(f"vpo {VPO} friendly")
    table.do("event enemy 23")
    return table, unit


def test_re_23_units_near_the_lost_vpo_act_on_the_advance_table() -> None:
    table, unit = counterattack()
    assert table.unit(unit).attitude == "Advance"
    act = proposal(with_minds(table).game)
    assert act is not None and "Action of a unit in Advance" in act.reasons[0]


def test_re_23_they_go_for_the_vpo_and_hold_again_when_they_have_it() -> None:
    table, unit = counterattack()
    table = with_minds(table)
    table.do(f"action {unit} move")
    table = Tabletop(table.game.at(replace(table.state, phase="MPh")))
    for _ in range(4):
        if table.unit(unit).hex == VPO or table.state.phase != "MPh":
            break
        table.do("next")
    distance = table.game.board.distance(table.unit(unit).hex, VPO)
    assert distance < 5
    table.do(f"put {unit} {VPO}")
    assert table.state.control[VPO] == "ENEMY"
    assert (table.unit(unit).attitude, table.unit(unit).note) == ("Hold", "")


def lanes(unit_type: str = "4-6-7", goal: str = VPO) -> tuple[Tabletop, str]:
    """An ENEMY unit in K14, a minefield in K15, FRIENDLY squads in K17."""
    table = field(ENEMY, "MPh")
    unit = table.new(ENEMY, unit_type, "K14")
    table.do("marker add minefield K15")
    units = {
        **table.state.units,
        unit: replace(table.unit(unit), role="counterattack" if goal else "", goal=goal, attitude="Advance"),
    }
    table = Tabletop(table.game.at(replace(table.state, units=units)))
    table.do("option fire-stops off")
    return table, unit


def test_re_23_mines_do_not_attack_them_but_their_mph_ends_there() -> None:
    table, unit = lanes()
    throw(table, (), f"move {unit} K15 K16")
    assert table.unit(unit).hex == "K15"
    assert "ended" in table.unit(unit).flags
    assert "has ended its MPh" in table.no(f"move {unit} K16")


def test_re_23_the_next_turn_they_go_on_unharmed() -> None:
    table, unit = lanes()
    throw(table, (), f"move {unit} K15")
    table, _ = by_rule(table, (), end_phase)
    assert "ended" not in table.unit(unit).flags
    units = {**table.state.units, unit: replace(table.unit(unit), mf=0.0)}
    table = Tabletop(table.game.at(replace(table.state, units=units, moving=None)))
    throw(table, (), f"move {unit} K16")
    assert table.unit(unit).hex == "K16"


def test_re_23_other_units_are_attacked_by_the_mines_and_go_on() -> None:
    table, unit = lanes(goal="")
    state = table.state
    mines = next(marker for marker in state.markers.values() if marker.kind == "minefield")
    table = Tabletop(table.game.at(replace(state, markers={mines.id: replace(mines, number=6)})))
    throw(table, (6, 6, 6, 6), f"move {unit} K15 K16")  # the mines of entry and of leaving, both in vain
    assert table.unit(unit).hex == "K16"


def test_re_23_attacks_on_them_in_a_minefield_hex_have_minus_one() -> None:
    table, unit = lanes()
    squad = table.new(FRIENDLY, "6-2-8", "K17")
    table.do(f"put {unit} K15")
    events = throw(moves(table, unit, how="assault"), (6, 6), f"fire {squad} K15")
    assert drm(events)["on a path through mines"] == -1


def test_re_23_outside_the_minefield_they_have_no_drm() -> None:
    table, unit = lanes()
    squad = table.new(FRIENDLY, "6-2-8", "K17")
    table.do(f"put {unit} K16")
    events = throw(moves(table, unit, how="assault"), (6, 6), f"fire {squad} K16")
    assert "on a path through mines" not in drm(events)


def test_re_23_other_units_in_a_minefield_have_no_drm() -> None:
    table, unit = lanes(goal="")
    squad = table.new(FRIENDLY, "6-2-8", "K17")
    table.do(f"put {unit} K15")
    events = throw(moves(table, unit, how="assault"), (6, 6), f"fire {squad} K15")
    assert "on a path through mines" not in drm(events)


def test_re_23_a_waiting_gun_a_cupola_and_gun_crews_stay() -> None:
    table = bare("ENEMY", "PFPh", enemy_activated=True)
    table.do(f"vpo {VPO} friendly")
    table.new(ENEMY, "HMG Cupola", "P8")
    gun = table.new(ENEMY, "75L AT", "P7")
    crew = table.new(ENEMY, "2-2-8", "P7")
    units = {**table.state.units, crew: replace(table.unit(crew), group=gun)}
    table = Tabletop(table.game.at(replace(table.state, units=units)))
    squad = table.new(ENEMY, "4-6-7", "P9")
    table.do("event enemy 23")
    assert {unit.id for unit in table.state.on_map("ENEMY") if unit.attitude == "Advance"} == {squad}


# -- 65-66: Stukas --------------------------------------------------------------------------------------


def test_re_65_stukas_come_in_the_next_friendly_mph_and_attack_by_themselves() -> None:
    table = bare("ENEMY", "RPh", enemy_activated=True)
    table.new(FRIENDLY, "T-34 M43", "P20")
    table.new(FRIENDLY, "T-34 M43", "P12")
    table.do("event enemy 65")
    table = with_minds(table)
    seen: list[ev.Event] = []
    for _ in range(40):
        seen += table.do("next")
        if (table.state.side, table.state.phase) == ("FRIENDLY", "AFPh"):
            break
    rolled = [event.record.purpose for event in of(seen, ev.Rolled)]
    assert any("Sighting" in text and "Ju" in text for text in rolled), rolled


def test_3_2_a_friendly_unit_without_an_attitude_is_in_advance() -> None:
    table = bare("FRIENDLY", "PFPh")
    unit = table.unit(table.new(FRIENDLY, "6-2-8", "P20"))
    assert order_of_acts.attitude(unit) == "Advance"
