"""What a command has changed is told first, by side: nobody dies unseen, and what is hidden stays hidden."""

from __future__ import annotations

from tabletop import ENEMY, FRIENDLY, Tabletop, bare

from sasl.asl.game import events as ev
from sasl.solitaire.briefing.outcome import Outcome, end_states, outcome


def came(table: Tabletop, *lines: str) -> Outcome:
    """What came of these commands together."""
    before = table.game
    facts = [fact for line in lines for fact in table.do(line)]
    return outcome(before, table.game, facts)


def test_an_attack_tells_who_was_lost_and_who_broke() -> None:
    table = bare(FRIENDLY, "PFPh").all("option confirm-fire off")
    firers = [table.new(FRIENDLY, "6-2-8", "K12") for _ in range(3)]
    targets = {table.new(ENEMY, "4-6-7", "K13") for _ in range(2)}
    table.dice(1, 1)
    found = came(table, f"fire {','.join(firers)} K13")
    assert found.harms and not found.changes["FRIENDLY"]
    harmed = [name for names in found.changes["ENEMY"].values() for name in names]
    assert harmed and set(harmed) <= targets and found.text.endswith("are eliminated")


def test_each_side_by_itself_and_the_gravest_first() -> None:
    table = bare(FRIENDLY, "MPh")
    squad, other = table.new(FRIENDLY, "6-2-8", "K12"), table.new(FRIENDLY, "6-2-8", "K12")
    foe = table.new(ENEMY, "4-6-7", "K14")
    found = came(table, f"pin {squad}", f"eliminate {other}", f"break {foe}")
    assert found.lines()[:2] == [f"FRIENDLY: {other} is eliminated; {squad} is pinned", f"ENEMY: {foe} is broken"]


def test_who_is_reduced_and_breaks_is_told_as_both() -> None:
    table = bare(FRIENDLY, "MPh")
    squad, other = table.new(FRIENDLY, "6-2-8", "K12"), table.new(FRIENDLY, "6-2-8", "K12")
    found = came(table, f"reduce {squad}", f"break {squad}", f"break {other}")
    assert found.lines()[0] == f"FRIENDLY: {squad} is reduced and broken; {other} is broken"


def test_a_sw_that_nobody_has_any_more_is_told() -> None:
    table = bare(FRIENDLY, "MPh")
    squad, weapon = table.armed("friendly", "6-2-8", "K12", "LMG")
    assert came(table, f"eliminate {squad}").lines()[0] == f"FRIENDLY: {squad} is eliminated; {weapon} is lying in K12"


def test_a23_a_dc_that_waits_for_the_afph_is_placed_and_lies_nowhere() -> None:
    table = bare(FRIENDLY, "MPh").all("option confirm-fire off", "option fire-stops off")
    squad, pack = table.new(FRIENDLY, "6-2-8", "K12"), table.new(FRIENDLY, "DC")
    table.new(ENEMY, "4-6-7", "K11", "final", "first")
    table.do(f"give {pack} {squad}")
    assert came(table, f"charge {squad} K11 placed").lines()[0] == f"FRIENDLY: {pack} is placed in K11"


def test_a_rally_is_no_harm() -> None:
    table = bare(FRIENDLY, "RPh")
    squad = table.new(FRIENDLY, "6-2-8", "K12", "broken")
    found = came(table, f"set {squad} -broken")
    assert found.lines() == [f"FRIENDLY: {squad} rallies"] and not found.harms


def test_those_who_come_are_told_hex_by_hex() -> None:
    table = bare(FRIENDLY, "MPh")
    found = came(table, "new ENEMY 4-6-7 K13", "new ENEMY 8-0 K13", "new ENEMY 4-6-7 L13")
    assert found.lines() == ["ENEMY: 467a and 80a are new in K13; 467b is new in L13"]


def test_what_is_hidden_is_not_told_until_it_shows() -> None:
    table = bare(FRIENDLY, "MPh")
    assert "467a" in came(table, "new ENEMY 4-6-7 K13").text
    table.do("set 467a hidden")
    before = table.game
    table.do("set 467a -hidden")
    assert outcome(before, table.game, ()).lines() == ["ENEMY: 467a is revealed"]


def test_a_vpo_that_changes_hands_and_the_vp_are_told() -> None:
    table = bare(FRIENDLY, "MPh")
    place = next(iter(table.state.control))
    found = came(table, f"vpo {place} friendly")
    assert f"FRIENDLY takes VPO {place}" in found.others and found.others[-1].startswith("VP ")


def test_what_was_put_on_the_board_is_told_as_it_stands_at_the_end() -> None:
    table = bare()
    squad = table.new("enemy", "4-6-7", "P12", "concealed")
    put = [ev.Told("Place in P12: 4-6-7; all concealed", board=True, stop=True, hexes=("P12",))]
    assert end_states(table.game, put) == []
    table.do(f"reveal {squad}")
    assert end_states(table.game, put) == [f"In P12 now: {squad} 4-6-7 revealed"]
    table.do(f"break {squad}")
    assert end_states(table.game, put) == [f"In P12 now: {squad} 4-6-7 broken, DM"]
    assert end_states(table.game, ()) == []


def test_a8_3_who_stands_alike_is_told_together_under_the_counter_on_top() -> None:
    """A Final Fire counter takes the place of that of First Fire."""
    table = bare()
    one, two = table.new("enemy", "4-6-7", "P12", "first"), table.new("enemy", "8-0", "P12", "first")
    three = table.new("enemy", "4-4-7", "P12", "first", "final")
    put = [ev.Told("Place in P12", board=True, stop=True, hexes=("P12",))]
    assert end_states(table.game, put) == [
        f"In P12 now: {one} 4-6-7 and {two} 8-0 First Fire; {three} 4-4-7 Final Fire"
    ]


def test_who_came_and_was_lost_in_the_same_command_is_told_and_not_put_on_the_board() -> None:
    table = bare()
    put = ev.Told("Place in P12: 4-6-7; all concealed", board=True, stop=True, hexes=("P12",))
    before = table.game
    facts = (*table.do("new enemy 4-6-7 P12"), put, *table.do("eliminate 467a"))
    assert outcome(before, table.game, facts).text.startswith("ENEMY: 467a is eliminated")
    assert end_states(table.game, facts) == ["In P12 now: nobody"]
