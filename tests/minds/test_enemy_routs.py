"""RtPh (A10.5): where a side that plays itself routs, who runs along, who surrenders, and why."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from deciders import decider, proposal, with_minds
from field import field
from tabletop import ENEMY, FRIENDLY, Tabletop, of

from sasl.asl.game import events as ev
from sasl.asl.game.sides import Side
from sasl.asl.game.state import Marker
from sasl.asl.infantry.rout import rout_ways
from sasl.kernel.frozen import replace
from sasl.minds import routs
from sasl.minds.act import Act
from sasl.orders.engine import Done

HERE, FOE = "K20", "K23"
"""A broken unit in the open, and a Known enemy three hexes from it."""


def rtph(side: Side = ENEMY, **terrain: Any) -> Tabletop:
    return field(side, "RtPh", **terrain)


def shaken(table: Tabletop, name: str = "4-6-7", place: str = HERE, foe: str = FOE) -> str:
    """A broken ENEMY unit under DM, with a Known FRIENDLY squad near it if `foe` says where."""
    if foe:
        table.new("friendly", "4-4-7", foe)
    return table.new("enemy", name, place, "broken", "dm")


def act(table: Tabletop, side: Side = "ENEMY") -> Act:
    found = proposal(table.game, side)
    assert found is not None
    return found


def stays(table: Tabletop) -> bool:
    """Whether no ENEMY unit routs."""
    found = proposal(table.game)
    return found is None or not found.line


# -- who breaks to get away ----------------------------------------------------------------------------


def beset(foes: int, *states: str, **terrain: Any) -> tuple[Tabletop, str]:
    """An ENEMY squad in the woods of K20, more woods behind it, and FRIENDLY squads right before it."""
    table = rtph(**{"K20": "woods", "K19": "woods", **terrain})
    for _ in range(foes):
        table.new("friendly", "6-2-8", "K21")
    return table, table.new("enemy", "4-6-7", HERE, *states)


def test_a10_41_who_stands_in_great_danger_breaks_and_routs_out_of_los() -> None:
    table, squad = beset(3)
    found = act(table)
    assert found.line == f"break {squad} voluntary" and "voluntary-break 0.85" in found.reasons[0]
    assert "safe way: K20-K19" in found.reasons[1]
    table.do(found.line)
    assert act(table).line.startswith(f"rout {squad} K19")


def test_a10_41_nobody_breaks_in_less_danger_nor_a_leader_nor_without_a_way_out_of_los() -> None:
    assert stays(beset(1)[0])
    table, squad = beset(3)
    table.do(f"eliminate {squad}")
    table.new("enemy", "9-1", HERE)
    assert stays(table)
    assert stays(beset(3, K20="open")[0]), "whatever way it takes begins in their sight"
    assert stays(beset(3, "concealed")[0])


# -- where to ------------------------------------------------------------------------------------------


def test_a10_51_it_routs_to_the_nearest_woods_and_says_why() -> None:
    table = rtph(K18="woods", K15="woods")
    squad = shaken(table)
    found = act(table)
    assert found.line == f"rout {squad} K19 K18" and found.path == ("K20", "K19", "K18") and found.target == "K18"
    assert found.reasons[:2] == (f"it must rout: it is in Open Ground in LOS and normal range of {FOE}", routs.LIST)
    assert any(line.startswith("K20-K19-K18, 3 MF, NMC in K19: woods") for line in found.reasons)
    table.do(found.line)
    assert table.unit(squad).hex == "K18"


def test_5_6_of_two_woods_the_one_with_a_leader() -> None:
    for leader, goal in (("J19", "J19"), ("L19", "L19")):
        table = rtph(J19="woods", L19="woods")
        shaken(table)
        table.new("enemy", "8-0", leader)
        assert act(table).target == goal
        assert "a leader" in act(table).reasons[2]


def test_a10_5_who_must_rout_goes_before_who_may_and_leaders_first() -> None:
    table = rtph(K18="woods", P18="woods")
    calm = shaken(table, place="P20", foe="")
    squad = shaken(table)
    leader = table.new("enemy", "8-0", HERE, "broken", "dm")
    table = with_minds(table)
    order = [event.ids[0] for _ in range(3) for event in of(table.do("next"), ev.Decided)]
    assert order == [leader, squad, calm]


def test_a10_53_a_brave_unit_runs_through_interdiction_and_a_weak_one_low_crawls() -> None:
    for name, crawls in (("4-6-7", False), ("4-3-6", True)):
        table = rtph(K18="woods")
        squad = shaken(table, name)
        # no nearer to K18 than to K20, or K18 might be left aside (A10.51)
        table.new("friendly", "4-4-7", "N22")
        found = act(table)
        assert found.line == f"rout {squad} " + ("crawl K19" if crawls else "K19 K18"), name
        chance = "28%" if crawls else "58%"
        assert any(f"unhurt with {chance}: rout-chance 0.5 [house]" in line for line in found.reasons)


def test_a10_52_it_low_crawls_where_running_ends_no_better() -> None:
    table = rtph()
    squad = shaken(table, foe="K22")
    found = act(table)
    goals = [way.goal for way in rout_ways.destinations(table.game, table.unit(squad)) if not way.low_crawl]
    assert goals and found.line.startswith(f"rout {squad} crawl ")
    assert any("without Interdiction (A10.52)" in line for line in found.reasons)


def test_a10_53_the_chance_counts_every_interdicted_hex() -> None:
    table = rtph(K18="woods")
    unit = table.unit(shaken(table))
    one, two = (rout_ways.Rout(("K20", "K19", "K18"), 3, bad) for bad in (("K19",), ("K19", "K18")))
    assert routs.unhurt(table.game, unit, one) ** 2 == routs.unhurt(table.game, unit, two)
    assert routs.unhurt(table.game, unit, one) == Fraction(21, 36)


def test_a10_5_it_goes_round_an_ffe_or_stays_where_it_cannot() -> None:
    table = rtph(K17="woods")
    shaken(table, foe="")
    assert act(table).path == ("K20", "K19", "K18", "K17")
    marker = Marker("FFE9", "ffe", "K18", "FRIENDLY", 0, 0, "FFE:1")
    around = Tabletop(table.game.at(replace(table.state, markers={"FFE9": marker})))
    found = act(around)
    assert found.target == "K17" and "K18" not in found.path
    wide = Tabletop(table.game.at(replace(table.state, markers={"FFE9": replace(marker, hex="K19", number=1)})))
    assert stays(wide)


# -- those who may -------------------------------------------------------------------------------------


def test_a10_5_under_dm_it_routs_of_its_own_will_to_better_ground() -> None:
    table = rtph(K18="woods")
    squad = shaken(table, foe="")
    found = act(table)
    assert found.line == f"rout {squad} K19 K18" and "it may rout" in found.reasons[0]
    table.do(f"set {squad} -dm")
    assert stays(table)


@pytest.mark.parametrize("why", ["in woods", "with a leader", "Interdiction", "only better TEM", "in mines"])
def test_a10_5_under_dm_it_stays(why: str) -> None:
    terrain: dict[str, Any] = {"K18": "shellholes" if "TEM" in why else "woods"}
    terrain |= {HERE: "woods"} if why == "in woods" else {}
    table = rtph(**terrain)
    squad = shaken(table, foe="")
    if why == "with a leader":
        table.new("enemy", "8-0", HERE)
    if why == "Interdiction":
        table.do(f"set {squad} dug-in")
        table.new("friendly", "4-4-7", "N19")
    if why == "in mines":
        mines = Marker("m", "minefield", HERE, "FRIENDLY", 6)
        table = Tabletop(table.game.at(replace(table.state, markers={"m": mines})))
    assert stays(table)


def test_a10_5_even_with_a_leader_it_routs_out_of_an_ffe_that_attacks_once_more() -> None:
    table = rtph(K18="woods")
    squad = shaken(table, foe="")
    table.new("enemy", "8-0", HERE)
    table.new("enemy", "4-4-7", HERE)
    now = table.state.player_turn
    shells = Marker("FFE9", "ffe", "K21", "FRIENDLY", 1, 0, "FFE", now + 1)
    under = Tabletop(table.game.at(replace(table.state, markers={"FFE9": shells})))
    found = act(under)
    assert found.line == f"rout {squad} K19 K18" and "in an FFE" in found.reasons[0]
    last = Tabletop(table.game.at(replace(table.state, markers={"FFE9": replace(shells, until=now)})))
    assert stays(last)


# -- leaders, surrender --------------------------------------------------------------------------------


def test_a10_711_a_leader_left_alone_with_broken_men_runs_with_them() -> None:
    table = rtph(K19="woods")
    squad = shaken(table)
    leader = table.new("enemy", "8-0", HERE)
    assert act(table).line == f"rout {squad},{leader} K19"
    table.do(act(table).line)
    assert {table.unit(key).hex for key in (squad, leader)} == {"K19"}


def test_a10_711_he_does_not_where_they_are_interdicted_and_he_might_be_lost_with_them() -> None:
    table = rtph(K18="woods")
    squad = shaken(table)
    table.new("enemy", "8-0", HERE)
    assert act(table).line == f"rout {squad} K19 K18"


def test_a10_711_a_leader_stays_with_unbroken_men() -> None:
    table = rtph(K18="woods")
    squad = shaken(table)
    table.new("enemy", "8-0", HERE)
    table.new("enemy", "4-6-7", HERE)
    assert act(table).line == f"rout {squad} K19 K18"


def test_a20_21_who_cannot_get_away_surrenders() -> None:
    table = with_minds(rtph())
    squad = shaken(table, foe="K21")
    table.new("friendly", "4-4-7", "K19")
    found = act(table)
    assert found.title.startswith(f"{squad} surrenders to 447") and "A20.21" in found.reasons[-1]
    table.do("next")
    assert "prisoner" in table.unit(squad).flags


def test_a19_12_a_disrupted_unit_does_not_rout_and_is_taken_when_the_phase_ends() -> None:
    table = with_minds(rtph())
    squad = table.new("enemy", "4-6-7", HERE, "broken", "dm", "disrupted")
    table.new("friendly", "4-4-7", "K19")
    assert stays(table)
    events = table.do("next")
    assert not [event for event in events if isinstance(event, ev.Passed) and event.why]
    assert "prisoner" in table.unit(squad).flags


def test_a10_5_with_no_way_and_nobody_to_take_it_it_is_lost_when_the_phase_ends() -> None:
    table = with_minds(rtph())
    squad = shaken(table, foe="K21")
    table.new("friendly", "4-4-7", "K19", "ti")
    state = table.state
    men = {key: replace(unit, flags=unit.flags | {"ti"}) for key, unit in state.units.items() if unit.side == FRIENDLY}
    table = Tabletop(table.game.at(replace(state, units={**state.units, **men})))
    assert stays(table)
    table.do("next")
    assert squad not in table.state.units and table.state.phase == "APh"


# -- the phase -----------------------------------------------------------------------------------------


def test_a10_5_the_enemy_defender_waits_for_the_players_routs() -> None:
    table = with_minds(rtph(FRIENDLY, K18="woods", V18="woods"))
    squad = shaken(table)
    mine = table.new("friendly", "4-4-7", "V20", "broken", "dm")
    table.new("enemy", "4-6-7", "V23")
    assert proposal(table.game) is None
    question = table.ask("next")
    assert question.text.startswith(f"{mine} (4-4-7) in V20 must rout")
    events = table.do("next")
    decided = [event.ids for event in of(events, ev.Decided)]
    # the woods are no farther from the other side's broken unit and may be left aside (A10.51)
    assert decided == [(squad,)] and (table.unit(squad).hex, table.unit(mine).hex) == ("K17", "V16")


def test_a10_5_with_two_minds_nobody_is_asked_and_nothing_is_left_due() -> None:
    table = rtph(FRIENDLY, K18="woods", V18="woods")
    shaken(table)
    table.new("friendly", "4-4-7", "V20", "broken", "dm")
    table.new("enemy", "4-6-7", "V23")
    table = with_minds(table, "FRIENDLY", "ENEMY")
    sides: list[str] = []
    while table.state.phase == "RtPh":
        outcome = table.session.submit("next", ())
        assert isinstance(outcome, Done)
        sides += [event.side for event in outcome.events if isinstance(event, ev.Decided)]
    assert sides == [FRIENDLY, ENEMY]
    assert not rout_ways.due(table.game, ENEMY) and not rout_ways.due(table.game, FRIENDLY)


def test_a10_5_a_vetoed_unit_that_must_rout_does_so_when_the_phase_ends() -> None:
    table = with_minds(rtph(K18="woods"))
    squad = shaken(table)
    table.do(f"enemy pass {squad}")
    assert proposal(table.game) is None
    table.do("next")
    assert table.unit(squad).hex == "K18" and table.state.phase == "APh"


def test_a_random_doctrine_routs_somebody() -> None:
    table = rtph(K18="woods")
    squad = shaken(table)
    found = routs.next_act(table.game, decider(doctrine="random"))
    assert found and found.ids == (squad,)
