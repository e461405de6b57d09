"""CC Reaction Fire of a side that plays itself (D7.21)."""

from __future__ import annotations

from deciders import decider, with_minds
from tabletop import ENEMY, FRIENDLY, Tabletop, bare, rolls

from sasl.minds.fire import reactions


def among_them(*flags: str) -> tuple[Tabletop, str, str]:
    """A tank that has driven into the hex of a squad."""
    table = bare(FRIENDLY, "MPh").all("option fire-stops off", "option command off", "option enemy-plays off")
    tank = table.new(FRIENDLY, "T-34 M43", "P20", "motion", "buttoned")
    squad = table.new(ENEMY, "4-6-8", "P18", *flags)
    table.all(f"move {tank} P19", f"move {tank} P18")
    return table, tank, squad


def test_d7_21_men_go_for_a_tank_among_them() -> None:
    table, tank, squad = among_them()
    act = reactions.reacts(table.game, decider(ENEMY), (tank,), "P18")
    assert act is not None and act.line == f"react {squad} {tank}"


def test_d7_21_not_if_concealed_nor_with_their_last_fire_nor_a_random_player() -> None:
    for flags in (("concealed",), ("final",), ("pinned",)):
        table, tank, _ = among_them(*flags)
        assert reactions.reacts(table.game, decider(ENEMY), (tank,), "P18") is None
    table, tank, _ = among_them()
    assert reactions.reacts(table.game, decider(ENEMY, "random"), (tank,), "P18") is None


def test_d7_21_a_side_that_plays_itself_does_it_in_the_midst_of_the_move() -> None:
    table = with_minds(bare(ENEMY, "MPh"), FRIENDLY, command=False)
    stug = table.new(ENEMY, "StuG IIIG", "P20", "motion", "buttoned")
    table.new(FRIENDLY, "4-5-8", "P18")
    events = (*table.do(f"move {stug} P19"), *table.do(f"move {stug} P18"))
    assert rolls(events, "PAATC to attack")
