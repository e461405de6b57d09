"""The danger of a hex from kept tables is the danger worked out anew, whoever asks and whatever has happened."""

from __future__ import annotations

import pytest
from deciders import decider
from field import field
from tabletop import ENEMY, FRIENDLY, Tabletop

from sasl.asl.game.under_way import Acquisition
from sasl.asl.ordnance import mounted
from sasl.kernel import verify
from sasl.kernel.frozen import replace
from sasl.minds.movement import stack_plans
from sasl.minds.movement.goals import Aim
from sasl.minds.movement.ways.danger import danger, shots
from sasl.minds.movement.ways.threats import How, known_threats

HOW: tuple[How, ...] = ("moving", "assault", "dash", "standing")


def test_danger_follows_what_happens_to_those_who_could_fire() -> None:
    table = field(ENEMY, "MPh", L15="woods")
    mover, firer = table.new(ENEMY, "4-6-7", "K14"), table.new(FRIENDLY, "4-4-7", "K17")
    fears = []
    with verify.switched():
        for happens in (
            "",
            f"set {firer} first",
            f"set {firer} -first",
            f"set {firer} pinned",
            f"set {mover} concealed",
        ):
            if happens:
                table.do(happens)
            fear = danger(table.game, decider(), table.unit(mover))
            fears.append([fear.of(name, how) for name in ("K15", "L15", "K14") for how in HOW])
    plain, fired, again, pinned, _ = fears
    assert plain == again
    assert fired[0] < plain[0] and fired[3] == plain[3]  # First Fire answers a move with half, not those who stay
    assert pinned[3] < plain[3]


def test_d9_3_an_abandoned_afv_of_the_other_side_shelters_only_while_it_is_there() -> None:
    """What is known of a hex is kept from position to position, but for those with vehicles."""
    table = field(ENEMY, "MPh")
    mover, tank = table.new(ENEMY, "4-6-7", "K14"), table.new(FRIENDLY, "T-34 M43", "K16", "abandoned")
    table.new(FRIENDLY, "4-4-7", "K18")
    with verify.switched():
        beside = danger(table.game, decider(), table.unit(mover)).standing("K16")
        table.do(f"put {tank} A5")
        bare = danger(table.game, decider(), table.unit(mover)).standing("K16")
    assert 0 < beside < bare


def test_the_threat_map_is_kept_while_only_the_own_side_moves() -> None:
    table = field(ENEMY, "MPh")
    mover, firer = table.new(ENEMY, "4-6-7", "K14"), table.new(FRIENDLY, "4-4-7", "K17")
    before = known_threats(table.game, decider())
    table.do(f"set {mover} cx")
    assert known_threats(table.game, decider()) is before
    table.do(f"set {firer} pinned")
    assert known_threats(table.game, decider()) is not before


# -- S? and what has Activated (S5) -----------------------------------------------------------------------


def afraid(table: Tabletop, name: str, how: How = "moving", doctrine: str = "") -> float:
    """What the FRIENDLY squad of the position fears in a hex."""
    with verify.switched():
        return danger(table.game, decider(FRIENDLY, doctrine), table.unit("628a")).of(name, how)


def suspected(**terrain: str) -> Tabletop:
    """A FRIENDLY squad in K14 and an S? that Activates with a chance of a half in K24."""
    table = field(FRIENDLY, "MPh", **terrain)
    table.new(FRIENDLY, "6-2-8", "K12")
    table.suspect("K24")
    table.do("value enemy-ac 3")
    return table


def test_5_1_an_s_is_feared_where_a_move_makes_it_check() -> None:
    table = suspected(L17="woods")
    board = table.game.board
    assert [board.distance("K24", name) for name in ("K11", "K14", "K17", "L17", "K22")] == [13, 10, 7, 7, 2]
    assert afraid(table, "K11") == 0, "beyond 12 it may check, but its men fire no farther"
    assert afraid(table, "K14") == afraid(table, "K17") > 0, "FFMO and FFNAM, -2: half its FP at either range"
    assert afraid(table, "K14", "assault") == 0, "-1 at 10 draws no check"
    assert afraid(table, "L17") == afraid(table, "L17", "standing") == 0, "nor does 0 at 7"
    assert afraid(table, "K22") > afraid(table, "K14")


def test_5_2_an_s_is_feared_by_its_chance_to_activate_and_two_more_than_one() -> None:
    table = suspected()
    half = afraid(table, "K14")
    table.do("value enemy-ac 1")
    assert abs(afraid(table, "K14") * 3 - half) < 1e-9
    table.suspect("J23")
    assert afraid(table, "K14") > half / 3
    assert afraid(table, "K14", doctrine="standard") == 0, "by the old figure an S? is good for six hexes"


def test_5_6_what_activated_is_feared_for_its_own_arms_though_it_is_concealed() -> None:
    table = field(FRIENDLY, "MPh")
    table.new(FRIENDLY, "6-2-8", "K12")
    foe = table.new(ENEMY, "4-6-7", "K24", "concealed")
    plain = afraid(table, "K14")
    assert plain > 0
    table.arm(foe, "HMG")
    armed = afraid(table, "K14")
    assert armed > plain
    table.do(f"set {foe} -concealed")
    assert afraid(table, "K14") == armed
    table.do(f"set {foe} hidden concealed")
    assert afraid(table, "K14") == 0, "nobody knows of it"


def test_a4_5_nobody_doubles_in_the_open_before_an_s() -> None:
    table = suspected()
    for there, doubles in ((True, False), (False, True)):
        if not there:
            table.do(f"suspect remove {next(iter(table.state.suspects))}")
        act, _ = stack_plans.best(table.game, decider(FRIENDLY), [table.unit("628a")], Aim("K24", "x"))
        assert act.line.endswith(" double") is doubles, act.line


def test_a4_5_in_the_last_turns_men_double_even_before_an_s() -> None:
    table = suspected()
    table = Tabletop(table.game.at(replace(table.state, turn=8)))
    mind = decider(FRIENDLY, "combined")
    known = mind.doctrine.figures
    for figure, doubles in ((0.0, False), (1.0, True)):
        figures = {**known, "rush-double": replace(known["rush-double"], value=figure)}
        hurried = replace(mind, doctrine=replace(mind.doctrine, figures=figures))
        act, _ = stack_plans.best(table.game, hurried, [table.unit("628a")], Aim("K24", "x"))
        assert act.line.endswith(" double") is doubles, act.line
    table.do("set 628a on-wire")
    act, _ = stack_plans.best(table.game, hurried, [table.unit("628a")], Aim("K24", "x"))
    assert act.line.startswith("move") and "double" not in act.line, "B26.46"


# -- Guns (C2.24, C6.5) ------------------------------------------------------------------------------------


def before_a_gun(*, acquired: str = "") -> Tabletop:
    """A FRIENDLY squad in K20 before a manned 75L, which may have acquired a hex at -2."""
    table = field(FRIENDLY, "MPh")
    table.new(FRIENDLY, "6-2-8", "K20")
    gun = table.new(ENEMY, "75L AT", "K10")
    table.new(ENEMY, "2-2-8", "K10")
    if acquired:
        held = {gun: Acquisition(target=acquired, hex=acquired, level=-2)}
        return Tabletop(table.game.at(replace(table.state, acquired=held)))
    return table


def test_c6_5_the_hex_that_a_gun_has_acquired_is_the_more_dangerous() -> None:
    plain, aimed = before_a_gun(), before_a_gun(acquired="K16")
    for how in HOW[:3]:
        assert afraid(aimed, "K16", how) > afraid(plain, "K16", how) > 0
    assert afraid(aimed, "K16", "standing") > afraid(plain, "K16", "standing")
    assert afraid(aimed, "K17") == afraid(plain, "K17")


def test_c2_24_a_gun_that_has_lost_its_rof_is_feared_by_who_stays_not_by_who_moves() -> None:
    plain, spent = before_a_gun(), before_a_gun()
    gun = next(unit for unit in spent.state.units.values() if unit.kind == "gun")
    units = {**spent.state.units, gun.id: replace(gun, arms=frozenset({"MA spent"}))}
    spent = Tabletop(spent.game.at(replace(spent.state, units=units)))
    assert afraid(spent, "K16") < afraid(plain, "K16")
    assert afraid(spent, "K16", "standing") == afraid(plain, "K16", "standing")


def test_c2_24_who_stays_is_fired_at_as_often_as_the_gun_keeps_its_rate() -> None:
    def rate(rof: int) -> float:
        gun = mounted.Ordnance(75, "-", 0, False, rof, 12, "black")
        return shots(gun)

    assert [rate(rof) for rof in range(4)] == [1, pytest.approx(1.2), pytest.approx(1.5), 2]


def test_a4_6_men_are_in_the_open_where_a_vehicle_has_been_reckoned_before() -> None:
    """Nothing against a wagon is FFMO; the men who ask about the same hex next have it all the same."""
    table = field(FRIENDLY, "MPh")
    table.new(ENEMY, "4-6-7", "K12")
    squad, other = table.new(FRIENDLY, "4-4-7", "K20"), field(FRIENDLY, "MPh")
    wagon = table.new(FRIENDLY, "Wagon", "K20")
    other.new(ENEMY, "4-6-7", "K12")
    alone = other.new(FRIENDLY, "4-4-7", "K20")
    with verify.switched():
        danger(table.game, decider(FRIENDLY), table.unit(wagon)).surely("K18")
        feared = danger(table.game, decider(FRIENDLY), table.unit(squad))("K18")
    assert feared == danger(other.game, decider(FRIENDLY), other.unit(alone))("K18")
