"""Entry (A2.51): what units would meet in the hex by which they enter, and where `enter auto` sends them."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from tabletop import Tabletop, bare

from sasl.asl.game.los.sight import look
from sasl.cli.lines.mission_lines import Plain
from sasl.content.library import Library, shipped_root
from sasl.orders.entry_orders import proposed
from sasl.orders.entry_prospects import perils, price
from sasl.saves.session import Session
from sasl.tui.play.planning.move_plans import plan_entry
from sasl.tui.play.planning.selection import Selection


@pytest.fixture
def outside() -> Tabletop:
    """A table in the FRIENDLY MPh without units on the map."""
    table = bare("FRIENDLY", "MPh").all("option ask-los off", "option fire-stops off")
    for unit in list(table.state.units.values()):
        table.do(f"remove {unit.id}")
    return table


def off(table: Tabletop, *types: str) -> list[str]:
    """New FRIENDLY units off the map."""
    ids = [table.new("friendly", name, "K12") for name in types]
    for key in ids:
        table.do(f"put {key} off")
    return ids


def edge(table: Tabletop) -> list[str]:
    return list(table.game.board.edge(table.game.edge_of("FRIENDLY")))


def test_5_1_the_line_tells_the_ac_checks_the_lines_of_sight_and_the_mf_of_an_entry_hex(outside: Tabletop) -> None:
    """M28 lies in LOS of the S? in M25, J28 does not; a hex inland is no hex of entry."""
    (squad,) = off(outside, "4-4-7")
    suspect = outside.suspect("M25")
    taken = Selection()
    taken.take([squad])
    assert outside.game.board.distance("M25", "M28") == 3 and not look(outside.game, "M25", "J28").exists

    def line(name: str) -> str:
        plan = taken.plan(outside.game, name)
        assert plan is not None
        return plan.with_dangers().text

    assert line("M28").startswith(f"{squad} into M28: 1 of 4 MF; AC checks: {suspect} in M25 50%; in LOS of 1 S?")
    assert line("M28").endswith("‹m› enters there.")
    assert "out of enemy LOS" in line("J28")
    assert line("K12").startswith("K12 is not on the ") and "(FBE)" in line("K12")
    assert set(taken.reach(outside.game)) == set(edge(outside)), "the map marks where they may enter"


def test_a5_1_the_line_counts_who_is_in_the_hex_of_entry(outside: Tabletop) -> None:
    ids = off(outside, *["4-4-7"] * 4)
    outside.do(f"enter {ids[0]} J28")
    rest = [outside.unit(key) for key in ids[1:]]
    assert "; 3 units in one hex." in plan_entry(outside.game, rest[:2], "J28").text
    assert "; 4 units in one hex; overstacked: 4 squad-equivalents" in plan_entry(outside.game, rest, "J28").text


def test_a_known_enemy_who_sees_the_hex_is_named(outside: Tabletop) -> None:
    (squad,) = off(outside, "4-4-7")
    foe = outside.new("enemy", "4-6-7", "M25")
    assert f"in LOS of {foe} in M25" in perils(outside.game, [outside.unit(squad)], "M28")
    outside.do(f"break {foe}")
    assert "out of enemy LOS" in perils(outside.game, [outside.unit(squad)], "M28"), "who is broken does not look out"


def test_a2_51_enter_auto_sends_a_stack_out_of_los_of_an_s(outside: Tabletop) -> None:
    """With the VPO of Q10 alone left, Q28 is nearest; an S? in Q25 sends the squad to a hex that it does not see."""
    (squad,) = off(outside, "4-4-7")
    outside.held(**{name: "ENEMY" if name == "Q10" else "FRIENDLY" for name in outside.state.control})
    (first,) = proposed(outside.game)
    suspect = outside.suspect(f"{first[:-2]}25")
    assert price(outside.game, outside.unit(squad), first) > 0
    (name,) = proposed(outside.game)
    assert not look(outside.game, outside.state.suspects[suspect].hex, name).exists


def test_a2_51_the_stack_of_the_best_leader_comes_after_those_without_a_leader(outside: Tabletop) -> None:
    off(outside, "10-2", "8-1", *["4-4-7"] * 4)
    stacks = list(proposed(outside.game).values())
    assert len(stacks) == 4 and "102a" in stacks[-1] and "81a" in stacks[-2]


def test_a2_51_the_question_of_enter_auto_gives_what_each_stack_meets(outside: Tabletop) -> None:
    off(outside, *["4-4-7"] * 3)
    outside.suspect("Q25")
    text = outside.ask("enter auto").text
    for name, ids in proposed(outside.game).items():
        assert f"{ids[0]} in {name} ({perils(outside.game, outside.game.state.present(ids), name)})" in text


def test_in_lines_way_tells_the_same(tmp_path: Path) -> None:
    with Session.create(Library(shipped_root()), "oto-s2", 58, tmp_path, "lines", "2026-01-01") as session:
        setup = "\n".join(
            ("option ask-los off", "option enemy-plays off", *["next"] * 3, "north", *["next"] * 4, "quit")
        )
        Plain(session, io.StringIO(setup), io.StringIO()).run()
        assert session.game.state.moment == "Turn 1, FRIENDLY MPh"
        out = io.StringIO()
        edge_hex = session.game.board.edge(session.game.edge_of("FRIENDLY"))[0]
        plain = Plain(session, io.StringIO(f"way 102a,527a {edge_hex}\nway 102a M14\nway 102a\nquit\n"), out)
        plain.run()
    said = out.getvalue()
    assert f"102a and 527a into {edge_hex}: " in said and " of 12 MF; 2 units in one hex; " in said
    assert "M14 is not on the north edge (FBE)." in said and "as in: way 628a,91a K22" in said and "‹" not in said
