"""CC Reaction Fire of a side that plays itself (D7.21)."""

from __future__ import annotations

from deciders import decider, field, with_figure, with_minds
from tabletop import ENEMY, FRIENDLY, Tabletop, bare, rolls

from sasl.board.hexes import parse_hex, vertex_names
from sasl.board.terrain import HexTerrain
from sasl.minds.fire import cc_reaction
from sasl.minds.vehicles import motion


def among_them(*flags: str) -> tuple[Tabletop, str, str]:
    """A tank that has driven into the hex of a squad."""
    table = bare(FRIENDLY, "MPh").all("option fire-stops off", "option command off", "option enemy-plays off")
    tank = table.new(FRIENDLY, "T-34 M43", "P20", "motion", "buttoned")
    squad = table.new(ENEMY, "4-6-8", "P18", *flags)
    table.all(f"move {tank} P19", f"move {tank} P18")
    return table, tank, squad


def test_d7_21_men_go_for_a_tank_among_them() -> None:
    table, tank, squad = among_them()
    act = cc_reaction.reacts(table.game, decider(ENEMY), (tank,), "P18")
    assert act is not None and act.line == f"react {squad} {tank}"


def test_d7_21_not_if_concealed_nor_with_their_last_fire_nor_a_random_player() -> None:
    for flags in (("concealed",), ("final",), ("pinned",)):
        table, tank, _ = among_them(*flags)
        assert cc_reaction.reacts(table.game, decider(ENEMY), (tank,), "P18") is None
    table, tank, _ = among_them()
    assert cc_reaction.reacts(table.game, decider(ENEMY, "random"), (tank,), "P18") is None


def test_d7_21_a_side_that_plays_itself_does_it_in_the_midst_of_the_move() -> None:
    table = with_minds(bare(ENEMY, "MPh"), FRIENDLY, command=False)
    stug = table.new(ENEMY, "StuG IIIG", "P20", "motion", "buttoned")
    table.new(FRIENDLY, "4-5-8", "P18")
    events = (*table.do(f"move {stug} P19"), *table.do(f"move {stug} P18"))
    assert rolls(events, "PAATC to attack")


# -- Motion attempts (D2.401) --------------------------------------------------------------------------


def comes(*flags: str, away: bool = True, **own: str) -> tuple[Tabletop, str, str]:
    """A T-34 that comes out from behind woods in the rear of an ENEMY tank, or before its front."""
    table = field(FRIENDLY, "MPh", K14="woods")
    table.all("option fire-stops off", "option command off", "option enemy-plays off")
    stug = table.new(ENEMY, own.get("type", "StuG IIIG"), "K16", *flags)
    names = vertex_names(parse_hex("K16"))
    table.do(f"face {stug} {names[3 if away else 0]}")
    tank = table.new(FRIENDLY, "T-34 M43", "K12", "motion", "buttoned")
    table.do(f"move {tank} L12")
    return table, tank, stug


def test_d2_401_an_enemy_that_looks_away_and_cannot_fire_turns_to_who_comes() -> None:
    table, tank, stug = comes("malfunctioned")
    act = motion.tries(table.game, decider(ENEMY), (tank,), "L12")
    assert act is not None and act.line.startswith(f"motion {stug} ")
    assert "motion-harm 0.15 [house]" in act.reasons


def test_d2_401_not_after_its_fire_nor_concealed_nor_a_random_player() -> None:
    table, tank, _ = comes("malfunctioned", "first")
    assert motion.tries(table.game, decider(ENEMY), (tank,), "L12") is None
    table, tank, stug = comes("malfunctioned")
    table.do(f"set {stug} concealed")
    assert motion.tries(table.game, decider(ENEMY), (tank,), "L12") is None
    table, tank, _ = comes("malfunctioned")
    assert motion.tries(table.game, decider(ENEMY, "random"), (tank,), "L12") is None


def test_d2_401_one_with_a_good_shot_keeps_still() -> None:
    table, tank, _ = comes(away=False)
    assert motion.tries(table.game, decider(ENEMY), (tank,), "L12") is None


def test_d2_401_a_side_that_plays_itself_tries_in_the_midst_of_the_move() -> None:
    table = field(FRIENDLY, "MPh", K14="woods")
    stug = table.new(ENEMY, "StuG IIIG", "K16", "malfunctioned")
    table.do(f"face {stug} {vertex_names(parse_hex('K16'))[3]}")
    tank = table.new(FRIENDLY, "T-34 M43", "K12", "motion", "buttoned")
    table = with_minds(table, command=False)
    assert rolls(table.do(f"move {tank} L12"), "Motion attempt")


# -- Street Fighting (D7.211) --------------------------------------------------------------------------


def test_d7_211_men_come_out_of_a_building_where_it_is_worth_their_first_fire() -> None:
    road = HexTerrain(road=frozenset({0, 3}))
    houses = dict.fromkeys(("L12", "J12", "L13", "J13"), HexTerrain(("wooden-building",)))
    table = field(FRIENDLY, "MPh", K13=road, K14=road, K12=road, **houses)
    table.all("option fire-stops off", "option command off", "option enemy-plays off")
    tank = table.new(FRIENDLY, "T-34 M43", "K14", "motion", "buttoned")
    squad = table.new(ENEMY, "4-6-8", next(name for name in houses if name in table.game.board.neighbours("K13")))
    table.do(f"move {tank} K13")
    eager = with_figure("first-fire", 0.1)
    act = cc_reaction.reacts(table.game, eager, (tank,), "K13")
    assert act is not None and act.line == f"react {squad} {tank}"
    assert "first-fire 0.1, cc-immobilized 0.5 [house]" in act.reasons
    assert cc_reaction.reacts(table.game, with_figure("first-fire", 3), (tank,), "K13") is None
