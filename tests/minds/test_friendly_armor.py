"""FRIENDLY armor that waits: before what it fires, what it goes for, and beside whom it does not stand."""

from __future__ import annotations

from deciders import decider, field
from tabletop import ENEMY, FRIENDLY, Tabletop

from sasl.asl.game.state import Unit
from sasl.board.hexes import in_arc, parse_hex, vertex_names
from sasl.kernel.frozen import replace
from sasl.minds.act import Decider
from sasl.minds.action import roles
from sasl.minds.fire.cost import cost
from sasl.minds.fire.ordnance import gunnery
from sasl.minds.vehicles import drives, vehicle_moves
from sasl.minds.vehicles.drives import Land
from sasl.minds.vehicles.in_reach import Targets


def minded(**values: float) -> Decider:
    """The combined commander with these figures."""
    who = decider(FRIENDLY, "combined")
    figures = {name: replace(who.doctrine.figures[name], value=value) for name, value in values.items()}
    return replace(who, doctrine=replace(who.doctrine, figures={**who.doctrine.figures, **figures}))


def tank(table: Tabletop, place: str, *flags: str) -> Unit:
    """A T-34 there."""
    return table.unit(table.new(FRIENDLY, "T-34 M43", place, *flags))


def land(table: Tabletop, mind: Decider, unit: Unit) -> Land:
    """The ground before it."""
    return drives.land_of(table.game, mind, table.unit(unit.id))


def plans(ground: Land) -> vehicle_moves.Plans:
    """What it could do."""
    return vehicle_moves._to_the_goal(ground, drives.drives(ground, 1))


def test_c2_28_what_a_shot_costs_is_taken_off_the_target_an_afv_waits_for() -> None:
    table, mind = Tabletop.held(field("FRIENDLY", "PFPh", K14="stone-building"), K2=ENEMY), minded()
    armor = tank(table, "K20", "buttoned")
    table.new(ENEMY, "4-6-8", "K14")
    armor = table.unit(armor.id)
    shots = gunnery.choices(table.game, mind, armor)
    best = max(item.harm - cost(table.game, mind, item) for item in shots)
    found = Targets(land(table, mind, armor)).harm_from("K20")
    assert abs(found - best) < 1e-9 and found < max(item.harm for item in shots)


def test_c3_22_an_afv_that_waits_faces_as_it_does() -> None:
    harms = []
    for sees in (True, False):
        table, mind = Tabletop.held(field("FRIENDLY", "PFPh"), K2=ENEMY), minded()
        armor = table.unit(table.new(FRIENDLY, "SU-76M", "K20"))
        table.new(ENEMY, "4-6-8", "K14")
        here = parse_hex("K20")
        ca = next(name for name in vertex_names(here) if in_arc(here, name, parse_hex("K14")) == sees)
        units = {**table.state.units, armor.id: replace(armor, ca=ca)}
        table = Tabletop(table.game.at(replace(table.state, units=units)))
        armor = table.unit(armor.id)
        harms.append(Targets(land(table, mind, armor)).harm_from("K20"))
    assert harms[0] > harms[1]


def test_6_6_a_target_it_did_not_prep_fire_at_holds_no_afv_back() -> None:
    counts = []
    for phase in ("PFPh", "MPh"):
        for value in (1, 0):
            table = Tabletop.held(field("FRIENDLY", phase), K2=ENEMY)
            armor = tank(table, "K20", "buttoned")
            table.new(ENEMY, "5-4-8", "K12")
            stay = plans(land(table, minded(**{"idle-target": value}), armor)).stay
            assert stay is not None
            counts.append(stay.target)
    assert counts == [True, True, True, False]


def test_6_6_an_afv_that_has_driven_to_a_target_does_not_drive_back_for_it() -> None:
    table, mind = Tabletop.held(field("FRIENDLY", "MPh"), K2=ENEMY), minded()
    armor = tank(table, "K20", "buttoned", "motion")
    table.new(FRIENDLY, "4-4-7", "K19")
    table.new(ENEMY, "4-6-8", "K14")
    driven = replace(table.unit(armor.id), mf=4.0)
    targets = []
    for unit in (table.unit(armor.id), driven):
        stay = plans(drives.land_of(table.game, mind, unit)).stay
        assert stay is not None
        targets.append(stay.target)
    assert targets == [False, True]


def test_c3_22_an_afv_that_has_driven_somewhere_can_still_turn_to_its_target() -> None:
    harms = []
    for spent in (0.0, 4.0):
        table, mind = Tabletop.held(field("FRIENDLY", "MPh"), K2=ENEMY), minded()
        gun = table.new(FRIENDLY, "SU-76M", "K20")
        table.new(ENEMY, "4-6-8", "K14")
        away = next(
            name for name in vertex_names(parse_hex("K20")) if not in_arc(parse_hex("K20"), name, parse_hex("K14"))
        )
        armor = replace(table.unit(gun), mf=spent, ca=away)
        table = Tabletop(table.game.at(replace(table.state, units={**table.state.units, gun: armor})))
        ground = drives.land_of(table.game, mind, armor)
        harms.append(Targets(ground).harm_from("K20"))
    assert harms[0] < harms[1]


def test_a7_2_an_afv_that_would_not_follow_its_infantry_either_fires_at_what_it_can() -> None:
    least, mind = [], minded()
    for men in ((), ("K9", "H8", "N8", "E7", "Q7")):  # a front that it would not drive at
        table = Tabletop.held(field("FRIENDLY", "PFPh"), K6=ENEMY)
        armor = tank(table, "K12", "buttoned")
        table.new(FRIENDLY, "4-4-7", "K13")
        for place in men:
            table.new(ENEMY, "4-6-8", place)
        assert vehicle_moves.Intent(table.game, mind, table.unit(armor.id)).stays
        least.append(roles.role_of(table.game, mind, table.unit(armor.id)).least)
    assert least == [mind.doctrine.value("prep-fire-armor"), mind.doctrine.value("target-harm")]


def test_6_6_where_others_are_nearer_an_afv_goes_for_another_vpo() -> None:
    table = Tabletop.held(field("FRIENDLY", "MPh"), K6=ENEMY, U6=ENEMY)
    last = tank(table, "N20")
    for place in ("K16", "L16", "M17"):
        tank(table, place)
    goals = [land(table, minded(**{"armor-spread": value}), last).aim for value in (0, 3)]
    assert [goal.hex for goal in goals if goal] == ["K6", "U6"]


def test_a11_5_an_afv_without_infantry_is_loth_to_stand_beside_men() -> None:
    table = Tabletop.held(field("FRIENDLY", "MPh"), K6=ENEMY)
    armor = tank(table, "K12", "buttoned")
    table.new(ENEMY, "4-6-8", "K11")
    risks = []
    for value in (0, 0.5):
        stay = plans(land(table, minded(**{"alone-risk": value}), armor)).stay
        assert stay is not None
        risks.append(stay.worth)
    table.new(FRIENDLY, "4-4-7", "K12")
    stay = plans(land(table, minded(**{"alone-risk": 0.5}), armor)).stay
    assert stay is not None and stay.worth == risks[0] < risks[1]
