"""Where neither an S? (S3.322) nor an Activated ENEMY unit (S9.26) goes."""

from __future__ import annotations

from tabletop import Tabletop, bare

from sasl.asl.game.sides import Side
from sasl.kernel.frozen import replace
from sasl.minds.mind import SideMind
from sasl.minds.movement.ways.paths import ground
from sasl.solitaire.prohibited import prohibited_hexes


def controlled(table: Tabletop, **owners: Side) -> Tabletop:
    """The same position with these VPO alone."""
    return Tabletop(table.game.at(replace(table.state, control=owners)))


def test_s3_322_every_hex_of_an_ffe() -> None:
    table = bare("ENEMY", "MPh")
    table.do("marker add ffe P20")
    assert prohibited_hexes(table.game) == set(table.game.board.within("P20", 1))


def test_s3_322_known_mines_but_not_at_a_friendly_vpo() -> None:
    table = bare("ENEMY", "MPh")
    for name in ("P20", "P24"):
        table.do(f"marker add minefield {name} A-P 6")
    assert prohibited_hexes(controlled(table, P21="FRIENDLY").game) == {"P24"}
    assert prohibited_hexes(controlled(table, P21="ENEMY").game) == {"P20", "P24"}


def test_s3_322_an_s_in_advance_goes_around_them() -> None:
    table = controlled(bare("ENEMY", "RPh"), P26="FRIENDLY")
    table.do("suspect add P20")
    for name in ("P21", "O21", "Q21"):
        table.do(f"marker add minefield {name} A-P 6")
    (suspect,) = table.state.suspects
    table.do(f"suspect {suspect} advance")
    table.go_to("ENEMY", "MPh")
    assert table.state.suspects[suspect].hex not in {"P20", "P21", "O21", "Q21"} or suspect not in table.state.suspects


def test_s9_26_whoever_stands_in_an_ffe_may_leave_through_it() -> None:
    table = bare("ENEMY", "MPh")
    squad = table.unit(table.new("enemy", "4-6-7", "P20"))
    decider = SideMind("ENEMY").decider(table.game)
    assert not ground(table.game, decider, [squad]).closed & set(table.game.board.within("P20", 1))
    table.do("marker add ffe P20")
    assert "P21" not in ground(table.game, decider, [squad]).closed
