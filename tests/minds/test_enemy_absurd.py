"""Absurdities: what a side that plays itself must never do.

Two more of them are fire: test_a7_4_nothing_is_fired_at_what_cannot_be_hurt (targets) and
test_absurd_no_gun_turns_its_back_on_an_adjacent_squad (gunnery).
"""

from __future__ import annotations

from typing import Any

import pytest
from deciders import minds, proposal, with_minds
from field import field
from tabletop import ENEMY, FRIENDLY, Tabletop
from test_enemy_moves import mines, squad, unit

from sasl.asl.game.sides import Phase, Side
from sasl.asl.stacking import overstacked
from sasl.kernel.frozen import replace
from sasl.minds.act import Act


def acts(table: Tabletop, side: Side = ENEMY, **flags: Any) -> list[Act]:
    """Every act of the phase, carried out one after another."""
    quiet = with_minds(table, side, **flags)
    found: list[Act] = []
    for _ in range(60):
        act = proposal(quiet.game, side)
        if act is None:
            table.session = quiet.session
            return found
        if act.line:
            found.append(act)
            quiet.do(act.line)
        else:
            quiet = Tabletop(quiet.game.at(replace(quiet.state, passed=quiet.state.passed | {act.key})))
    raise AssertionError([act.line for act in found])


def ids(found: list[Act]) -> set[str]:
    return {key for act in found for key in act.ids}


@pytest.mark.parametrize("phase", ["MPh", "APh"])
def test_1_nobody_leaves_a_cupola(phase: Phase) -> None:
    table = Tabletop.held(field(ENEMY, phase), K15=FRIENDLY)
    unit(table, ENEMY, "MMG Cupola", "K14", "move-command", attitude="Advance")
    assert acts(table) == []


def test_2_nobody_goes_at_a_working_tank_with_bare_hands() -> None:
    table = Tabletop.held(field(ENEMY, "APh"))
    squad(table, "K14")
    table.new(FRIENDLY, "T-34 M43", "K15")
    assert acts(table) == []


def test_3_nobody_walks_into_known_mines() -> None:
    wall = [name for name in field().game.board.names() if name[-2:] in ("15", "16")]
    table = mines(Tabletop.held(field(ENEMY, "MPh"), K20=FRIENDLY), *wall)
    squad(table, "K14")
    squad(table, "M12")
    assert not {name for act in acts(table) for name in act.path} & set(wall)


def test_4_a_broken_unit_neither_moves_nor_advances() -> None:
    for phase in ("MPh", "APh"):
        table = Tabletop.held(field(ENEMY, phase), K15=FRIENDLY)
        squad(table, "K14", "broken")
        squad(table, "L14", "pinned")
        squad(table, "J14", "ti")
        assert acts(table) == []


def test_5_no_hex_is_overstacked() -> None:
    table = Tabletop.held(field(ENEMY, "MPh", K20="wooden-building"), K20=FRIENDLY)
    for place in ("K17", "L17", "J17", "K16"):
        for _ in range(2):
            squad(table, place)
    assert acts(table)
    for name in {item.hex for item in table.state.on_map(ENEMY)}:
        assert not overstacked(table.game, table.state.units_at(name, ENEMY))


def test_6_nobody_leaves_good_cover_for_the_open_toward_nothing() -> None:
    table = Tabletop.held(field(ENEMY, "MPh", K14="wooden-building"), K14=ENEMY, K22=FRIENDLY)
    squad(table, "K14")
    for place in ("J17", "K18", "L17"):
        table.new(FRIENDLY, "4-5-8", place)
        table.new(FRIENDLY, "4-5-8", place)
    assert acts(table) == []


def test_7_nobody_walks_adjacent_to_a_stronger_stack_in_the_open() -> None:
    table = Tabletop.held(field(ENEMY, "MPh"), K20=FRIENDLY)
    key = squad(table, "K16")
    for _ in range(3):
        table.new(FRIENDLY, "6-2-8", "K19")
    acts(table)
    assert table.game.board.distance(table.unit(key).hex, "K19") > 1


def test_8_a_leader_does_not_storm_ahead_alone() -> None:
    table = Tabletop.held(field(ENEMY, "MPh"), K22=FRIENDLY)
    leader = unit(table, ENEMY, "9-1", "K14", "move-command", attitude="Advance")
    unit(table, ENEMY, "4-6-7", "K14", attitude="Hold")
    assert leader not in ids(acts(table))
    table = Tabletop.held(field(ENEMY, "MPh"), K22=FRIENDLY)
    leader = unit(table, ENEMY, "9-1", "K14", "move-command", attitude="Advance")
    unit(table, ENEMY, "4-6-7", "K12", attitude="Hold")
    acts(table)
    assert table.unit(leader).hex == "K12"


def test_9_a_crew_does_not_abandon_its_gun() -> None:
    for phase in ("MPh", "APh"):
        table = Tabletop.held(field(ENEMY, phase), K15=FRIENDLY)
        gun = table.new(ENEMY, "75L AT", "K14")
        crew = unit(table, ENEMY, "2-2-8", "K14", "move-command", attitude="Advance")
        state = table.state
        manned = replace(state.units[crew], group=gun)
        table = Tabletop(table.game.at(replace(state, units={**state.units, crew: manned})))
        assert acts(table) == []


def test_10_nobody_moves_back_and_forth() -> None:
    table = Tabletop.held(field(ENEMY, "MPh", K16="woods", K18="woods", M17="wooden-building"), K22=FRIENDLY)
    key = squad(table, "K12")
    table.new(FRIENDLY, "4-4-7", "K22")
    seen: list[str] = []
    for _ in range(6):
        acts(table)
        place = table.unit(key).hex
        assert place not in seen[:-1]
        seen += [place] if place not in seen[-1:] else []
        state = table.state
        fresh = replace(state.units[key], mf=0, flags=frozenset({"move-command"}))
        fresh_state = replace(state, passed=frozenset(), moving=None, units={**state.units, key: fresh})
        table = Tabletop(replace(table.game.at(fresh_state), minds=minds("ENEMY")))


def test_10_who_has_come_where_he_meant_to_go_has_ended_his_move() -> None:
    table = with_minds(Tabletop.held(field(ENEMY, "MPh", K14="woods", K13="woods"), K22=FRIENDLY))
    key = squad(table, "K12")
    table = with_minds(table)
    table.new(FRIENDLY, "4-4-7", "K18")
    table.do("next")
    end = table.unit(key).hex
    assert end != "K12" and key in table.state.passed
    for _ in range(4):
        table.do("next")
    assert table.unit(key).hex == end
