"""What vehicles do in the MPh when the program plays their side (6.6, 6.308, D2, D5, D6, D7)."""

from __future__ import annotations

from dataclasses import replace

from field import FRIENDLY, Tabletop, field
from staffs import staff, with_minds

from sasl.enemy import vehicles
from sasl.enemy.act import Act
from sasl.game import events as ev
from sasl.game.state import Side


def act(table: Tabletop, side: Side) -> Act | None:
    return vehicles.next_act(table.game, staff(side))


def controlled(table: Tabletop, **owners: Side) -> Tabletop:
    """These VPO, and no others."""
    return Tabletop(table.game.at(replace(table.state, control=dict(owners))))


def lines(table: Tabletop, side: Side) -> list[str]:
    """Every command a side's vehicles are given in this MPh."""
    table = with_minds(table, side)
    found = []
    for _ in range(12):
        events = table.do("next")
        decided = [event.line for event in events if isinstance(event, ev.Decided)]
        if not decided or table.state.phase != "MPh":
            break
        found += decided
    return found


def test_6_6_a_tank_goes_with_the_infantry_ahead_of_it_and_stops() -> None:
    table = controlled(field("FRIENDLY", "MPh"), A10="ENEMY")
    table.new(FRIENDLY, "6-2-8", "P18")
    tank = table.new(FRIENDLY, "T-34 M43", "P25")
    found = act(table, "FRIENDLY")
    assert found is not None and found.line.startswith(f"move {tank} ")
    end = found.path[-1]
    game = table.game
    assert game.board.distance(end, "A10") >= game.board.distance("P18", "A10")
    assert any("Infantry" in reason for reason in found.reasons)
