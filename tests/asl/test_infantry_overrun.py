"""Infantry OVR (A4.15): an MMC runs over one Known SMC in the MPh."""

from __future__ import annotations

import pytest
from field import ENEMY, FRIENDLY, Tabletop, field, records, throw

from sasl.asl.game.state import Marker
from sasl.kernel.frozen import replace


def lone_leader(**terrain: str) -> tuple[Tabletop, str, str]:
    """A squad in K16 beside a German leader who is alone in K15."""
    table = field(FRIENDLY, "MPh", **terrain)
    table.all("option command off", "option enemy-plays off", "option fire-stops off", "option confirm-fire off")
    return table, table.new(FRIENDLY, "4-5-8", "K16"), table.new(ENEMY, "8-1", "K15")


def test_a4_14_it_takes_the_word_and_an_mmc_and_one_smc_alone() -> None:
    """Without ovr the hex is closed; an SMC overruns nobody, and nobody overruns a squad."""
    table, squad, _ = lone_leader()
    assert "A4.15" in table.no(f"move {squad} K15")
    leader = table.new(FRIENDLY, "9-1", "K16")
    assert "needs an MMC" in table.no(f"move {leader} K15 ovr")
    table.new(ENEMY, "4-6-7", "K15")
    assert "only against a lone Known SMC;" in table.no(f"move {squad} K15 ovr")


def test_a4_15_the_ntc_takes_the_tem_and_who_fails_it_is_done() -> None:
    """In woods the NTC is at +1; an 8 with Morale 8 fails."""
    table, squad, foe = lone_leader(K15="woods")
    (check,) = records(throw(table, (4, 4), f"move {squad} K15 ovr"))
    assert [mod.value for mod in check.modifiers] == [1] and not check.success
    assert table.unit(squad).hex == "K16" and table.unit(foe).hex == "K15"
    assert "A24.1" in table.no(f"move {squad} K17")


def test_a4_15_a_leader_takes_the_ntc_for_all_with_him() -> None:
    """One NTC, his."""
    table, squad, _ = lone_leader()
    leader = table.new(FRIENDLY, "9-1", "K16")
    events = throw(table, (4, 5), f"move {squad},{leader} K15 ovr", "leave", "K14")
    assert len(records(events)) == 1 and {table.unit(key).hex for key in (squad, leader)} == {"K15"}


def test_a4_151_the_smc_gets_away_to_the_hex_the_attacker_chooses_and_the_mf_are_doubled() -> None:
    """Not into Open Ground if there is another hex."""
    table, squad, foe = lone_leader(J14="woods")
    throw(table, (4, 4), f"move {squad} K15 ovr", "leave", "J14")
    assert table.unit(foe).hex == "J14" and table.unit(squad).hex == "K15" and table.unit(squad).mf == 2


@pytest.mark.parametrize("danger", ["", "minefield J14 A-P 6", "wire J14", "ffe J14"])
def test_a4_151_nor_into_mines_wire_or_an_ffe_if_there_is_another_hex(danger: str) -> None:
    table, squad, _ = lone_leader(J14="woods", K14="woods")
    if danger.startswith("ffe"):
        shells = Marker("ffe1", "ffe", "J14", FRIENDLY, 0, text="FFE 105mm HE, 20 FP column", until=9, column=20)
        table = Tabletop(table.game.at(replace(table.state, markers={"ffe1": shells})))
    elif danger:
        table.do(f"marker add {danger}")
    table.dice(4, 4)
    question = table.ask(f"move {squad} K15 ovr", "leave")
    assert {option.value for option in question.options} == ({"K14"} if danger else {"J14", "K14"})


def test_a4_151_into_the_open_where_there_is_nothing_else() -> None:
    table, squad, _ = lone_leader()
    table.dice(4, 4)
    question = table.ask(f"move {squad} K15 ovr", "leave")
    assert len(question.options) == 5, "all but the hex of the squad"


def test_a4_152_if_it_stays_cc_follows_at_once_and_the_winner_may_go_on() -> None:
    """The leader dies; the squad goes on with what is left of its MF."""
    table, squad, foe = lone_leader()
    table.dice(4, 4, 1, 2)
    table.do(f"move {squad} K15 ovr", "stay")
    assert foe not in table.state.units and table.unit(squad).hex == "K15"
    table.do("dice clear")
    table.do(f"move {squad} K14")
    assert table.unit(squad).mf == 3


def test_a4_152_a_survivor_is_in_melee_and_fights_again_in_the_ccph() -> None:
    """A CC without effect holds both."""
    table, squad, foe = lone_leader()
    table.dice(4, 4, 6, 5, 6, 5)
    table.do(f"move {squad} K15 ovr", "stay")
    assert "melee" in table.unit(squad).flags & table.unit(foe).flags
    assert "cc-attacked" not in table.unit(squad).flags


def test_a4_151_a_pinned_or_broken_smc_does_not_get_away() -> None:
    """It is not asked."""
    table, squad, foe = lone_leader()
    table.do(f"break {foe}")
    table.dice(4, 4, 1, 1)
    table.do(f"move {squad} K15 ovr")
    assert foe not in table.state.units or table.unit(foe).hex == "K15"


def test_d7_1_a_vehicle_that_is_told_ovr_hears_how_it_overruns() -> None:
    table = field(FRIENDLY, "MPh")
    tank = table.new(FRIENDLY, "T-34 M43", "K10")
    assert table.no(f"move {tank} K9 ovr") == (
        f"a vehicle Overruns by entering the hex: move {tank} HEX, and you are asked (D7.1)"
    )


def test_a11_22_who_slips_out_of_the_cc_controls_nothing_in_the_hex_it_left() -> None:
    """An Original 2 kills the leader, who held a VPO, and lets the squad leave; the dr makes no leader."""
    for stays, holder in (("none", FRIENDLY), ("458a", ENEMY)):
        table, squad, foe = lone_leader()
        table = Tabletop(table.game.at(replace(table.state, control={"K15": ENEMY})))
        table.dice(4, 4, 1, 1, 1)
        table.do(f"move {squad} K15 ovr", "stay", "attack", "attack", stays)
        assert foe not in table.state.units and table.state.control == {"K15": holder}
