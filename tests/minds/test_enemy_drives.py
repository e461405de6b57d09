"""Drives from tables: in chance positions the quick search finds what the plain one does, and MP are the rules'."""

from __future__ import annotations

import random

import pytest
from deciders import decider, field
from field import ENEMY, FRIENDLY, Tabletop

from sasl.asl.game.context import Refused
from sasl.asl.vehicles import driving
from sasl.kernel import verify
from sasl.minds.vehicles import drives, plain_drives, vehicle_moves

POSITIONS = 9
AROUND = [f"{row}{number}" for row in "MNOPQRS" for number in range(14, 23) if f"{row}{number}" != "P18"]
COVER = ("woods", "grain", "brush", "stone-building", "shellholes", "orchard")
STOP = 1.0


def generated(seed: int) -> tuple[Tabletop, str]:
    """A chance position around a vehicle in P18, and the vehicle."""
    chance = random.Random(seed)
    covered = {name: chance.choice(COVER) for name in chance.sample(AROUND, 16)}
    table = field("FRIENDLY", "MPh", **covered)
    places = iter(chance.sample(AROUND, 16))
    marks = [word for word in ("buttoned", "motion") if chance.random() < 0.5]
    asked = table.new(FRIENDLY, chance.choice(["T-34 M43", "SU-76M", "KV-1S"]), "P18", *marks)
    for kind in chance.sample(["75L AT", "88L AA", "StuG IIIG"], 2):
        place = next(places)
        table.new(ENEMY, kind, place)
        if kind != "StuG IIIG":
            table.new(ENEMY, "2-2-8", place)
    for kind in ("4-6-8", "4-6-7", "4-4-7"):
        table.new(ENEMY, kind, next(places))
    table.new(FRIENDLY, "T-34 M43", next(places))
    for marker in ("wreck", "smoke", "blaze"):
        table.do(f"marker add {marker} {next(places)}")
    table.do(f"marker add shellholes {next(place for place in places if place not in covered)}")
    return table, asked


@pytest.mark.parametrize("seed", range(POSITIONS))
def test_the_drives_are_those_of_the_plain_search(seed: int) -> None:
    table, asked = generated(seed)
    land = drives.land_of(table.game, decider("FRIENDLY"), table.unit(asked))
    reach = drives.drives(land, STOP)
    plain_drives.same_drives(land, STOP, reach)
    assert len(reach) > 1


@pytest.mark.parametrize("seed", range(0, POSITIONS, 3))
def test_driving_on_costs_what_the_rules_say(seed: int) -> None:
    table, asked = generated(seed)
    game, unit = table.game, table.unit(asked)
    land = drives.land_of(game, decider("FRIENDLY"), unit)
    reach = drives.drives(land, STOP)
    for here, drive in list(reach.items())[:30]:
        for name in game.board.neighbours(here):
            found = drives.onward(land, reach, here, name)
            try:
                plan = driving.plan(game, unit, (*drive.hexes, name))
            except Refused:
                plan = []
            allowed = bool(plan) and not plan[-1].all
            assert found == (sum(leg.mp for leg in plan) if allowed else None)


@pytest.mark.parametrize("seed", range(POSITIONS))
def test_the_act_stands_every_check(seed: int) -> None:
    table, _ = generated(seed)
    with verify.switched():
        vehicle_moves.next_act(table.game, decider("FRIENDLY"))
