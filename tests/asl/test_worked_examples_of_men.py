"""More cases that the rulebook works out: loads and crowds, the loss of leaders, CC; the same counters and dice."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from field import ENEMY, FRIENDLY, Tabletop, by_rule, field, records, shots, throw

from sasl.asl.close_combat import cc_choices, cc_round
from sasl.asl.close_combat.cc_odds import Attack
from sasl.asl.game.sides import Side
from sasl.asl.infantry.morale import casualties, leadership, morale_checks
from sasl.asl.movement.advance import tires
from sasl.asl.movement.allowance import stack_allowance
from sasl.asl.ordnance.hits import to_kill
from sasl.asl.ordnance.hits.to_kill import Shell
from sasl.asl.stacking import crowd_mf

HERE, NEXT = "K14", "K13"


# -- loads, crowds (A4.52, A4.72, A5.11) ----------------------------------------------------------------


def laden(man: str, sw: int, *flags: str, **terrain: str) -> tuple[Tabletop, str]:
    """A German MMC in its MPh with so many LMG of one PP."""
    table = field(ENEMY, "MPh", **terrain)
    unit = table.new(ENEMY, man, HERE, *flags)
    for _ in range(sw):
        table.do(f"give {table.new(ENEMY, 'LMG')} {unit}")
    return table, unit


def allowance(table: Tabletop, *ids: str) -> float:
    return stack_allowance(table.game, [table.unit(key) for key in ids])[ids[0]]


def test_a4_52_a_squad_with_4_pp_has_3_mf_and_4_at_the_double() -> None:
    assert allowance(*laden("4-6-7", 4)) == 3
    assert allowance(*laden("4-6-7", 4, "cx")) == 4


@pytest.mark.parametrize(
    ("hs", "leader", "mf"), [((), (), 5), (("cx",), (), 6), (("cx",), ("cx",), 5)]
)  # fmt: skip
def test_a4_52_a_hs_with_5_pp_and_a_leader(hs: Sequence[str], leader: Sequence[str], mf: int) -> None:
    """Alone it has 2; he brings 2 MF and his IPC, of which Double Time takes one from each of them."""
    table, unit = laden("2-4-7", 5, *hs)
    assert hs or allowance(table, unit) == 2
    assert allowance(table, unit, table.new(ENEMY, "8-0", HERE, *leader)) == mf


def test_a4_72_a_squad_with_5_pp_tires_as_it_advances_for_2_mf_unless_a_leader_comes_along() -> None:
    table, unit = laden("4-6-7", 5, K13="woods")
    leader = table.new(ENEMY, "8-0", HERE)
    squad, lead = table.unit(unit), table.unit(leader)
    assert tires(table.game, squad, HERE, NEXT) and not tires(table.game, squad, HERE, NEXT, [squad, lead])


@pytest.mark.parametrize(("name", "mf"), [("4-4-7", 1), ("2-3-7", 0)])
def test_a5_11_into_a_building_with_two_squads_and_a_crew(name: str, mf: int) -> None:
    """A squad makes it half of one too many, which counts as one, a HS fits; each squad before it makes it one more."""
    table = field(FRIENDLY, "MPh", K13="wooden-building")
    for kind in ("4-4-7", "4-4-7", "2-2-8"):
        table.new(FRIENDLY, kind, NEXT)
    comes = [table.unit(table.new(FRIENDLY, name, HERE))]
    assert crowd_mf(table.game, NEXT, comes) == mf
    table.new(FRIENDLY, "4-4-7", NEXT)
    assert crowd_mf(table.game, NEXT, comes) == mf + 1


# -- fire ----------------------------------------------------------------------------------------------


def test_a7_34_a_6_2_8_sprays_3_fp_at_two_hexes_and_1_and_a_half_at_three() -> None:
    """An Original 3 is a 1MC on the 2 column, and with +1 for woods a NMC on the 1 column."""
    table = field(FRIENDLY, "PFPh", K11="woods")
    squad = table.new(FRIENDLY, "6-2-8", HERE)
    for place in ("K12", "K11"):
        table.new(ENEMY, "4-6-7", place)
    events = throw(table, (1, 2, 1, 1, 1, 2, 1, 2), f"fire {squad} K12 spray K11")
    assert [(item.column, str(item.result)) for item in shots(events)] == [("2", "1MC"), ("1", "NMC")]


def test_c7_24_a_lmg_beside_the_rear_of_a_hull_of_1_kills_below_6() -> None:
    """4, +1 for the rear, +2 for the range, less the armor."""
    found = to_kill._kill(field().game.library, Shell("MG", 15, weapon="MG"), 1, "hull", "rear", 1, False, 0)
    assert found.number == 6


# -- the loss of leaders (A10.2) ------------------------------------------------------------------------


def test_a10_2_a_9_1_falls_to_a_1kia_beside_a_6_5_8_and_a_4_6_7() -> None:
    """Both squads break; only the 4-6-7, now of 7, minds him: a 1MC that costs it half its men. The 6-5-8 has 9."""
    table = field(FRIENDLY, "PFPh")
    us = ",".join(table.new(FRIENDLY, "6-2-8", "K16") for _ in range(3))
    leader, firm, weak = (table.new(ENEMY, name, HERE) for name in ("9-1", "6-5-8", "4-6-7"))
    events = throw(table, (1, 2, 6, 1, 2, 4, 4), f"fire {us} {HERE}")  # Random Selection; the LLMC
    assert leader not in table.state.units and "1KIA" in str(shots(events)[0].result)
    assert [item.purpose.split()[2] for item in records(events) if "MC of" in item.purpose] == [weak]
    assert (table.unit(weak).kind, table.unit(firm).kind) == ("hs", "squad")


@pytest.mark.parametrize(
    ("name", "minds", "drm"), [("8-0", ["4-6-7"], 0), ("8-1", ["4-6-7"], 1), ("9-1", ["4-6-8", "4-6-7"], 1)]
)
def test_a10_21_who_minds_the_death_of_a_broken_leader(name: str, minds: list[str], drm: int) -> None:
    table = field(FRIENDLY, "PFPh")
    leader = table.new(ENEMY, name, HERE, "broken")
    squads = {table.new(ENEMY, kind, HERE): kind for kind in ("4-6-8", "4-6-7")}
    dice = (1, 2) * len(minds)
    table, events = by_rule(table, dice, lambda ctx: casualties.eliminate(ctx, ctx.state.units[leader], "test"))
    found = [item for item in records(events) if "LLMC" in item.purpose]
    assert [squads[item.purpose.split()[2]] for item in found] == minds
    assert {sum(mod.value for mod in item.modifiers) for item in found} == {drm}


@pytest.mark.parametrize(("mate", "helps"), [("10-2", True), ("9-2", False)])
def test_a10_22_a_9_1_is_helped_by_a_10_2_and_not_by_a_9_2(mate: str, helps: bool) -> None:
    """His NMC he then passes with an 11; the 10-2 gets no help from him."""
    table = field(FRIENDLY, "PFPh")
    leader, other = table.new(ENEMY, "9-1", HERE), table.new(ENEMY, mate, HERE)
    found = leadership.leader_for(table.game, table.unit(leader))
    assert (found is not None) is helps and leadership.leader_for(table.game, table.unit(other)) is None
    table, _ = by_rule(table, (6, 5), lambda ctx: morale_checks.morale_check(ctx, ctx.state.units[leader], 0, "test"))
    assert ("broken" not in table.unit(leader).flags) is helps


# -- Close Combat (A11) --------------------------------------------------------------------------------


def weighed(table: Tabletop, side: Side, ours: Sequence[str], theirs: Sequence[str]) -> tuple[str, int]:
    """The odds of an attack and its DRM."""
    found = cc_choices.weigh(table.game, Attack(side, HERE, tuple(ours), tuple(theirs)))
    return found.odds, sum(mod.value for mod in found.parties[0].modifiers)


def test_a11_141_a_4_6_7_and_an_8_1_among_two_4_4_7() -> None:
    table = field(ENEMY, "CCPh")
    germans = [table.new(ENEMY, name, HERE) for name in ("4-6-7", "8-1")]
    russians = [table.new(FRIENDLY, "4-4-7", HERE) for _ in range(2)]
    assert weighed(table, ENEMY, germans, russians) == ("1-2", -1)
    assert weighed(table, FRIENDLY, russians, germans) == ("3-2", 0)


def test_a11_41_a_6_5_8_upon_a_concealed_4_4_7() -> None:
    """-2 in the Ambush dr for the concealed; 3-4 odds at it, 3-2 once it attacks and shows itself."""
    table = field(ENEMY, "CCPh")
    squad, prey = table.new(ENEMY, "6-5-8", HERE, "advanced"), table.new(FRIENDLY, "4-4-7", HERE, "concealed")
    assert cc_round.ambush_reason(table.game, HERE)
    assert [sum(mod.value for mod in cc_round.ambush_drm(table.game, HERE, side)) for side in (FRIENDLY, ENEMY)] == [
        -2,
        0,
    ]
    assert weighed(table, ENEMY, [squad], [prey])[0] == "1-2"
    table.do(f"set {prey} -concealed")
    assert weighed(table, ENEMY, [squad], [prey])[0] == "3-2"
