"""Where a vehicle would drive for a Target (S9): the shots left out of the reckoning change nothing that is chosen."""

from __future__ import annotations

import pytest
from deciders import decider, field
from tabletop import ENEMY, FRIENDLY, Tabletop

from sasl.kernel.frozen import replace
from sasl.minds.vehicles import drives, vehicle_moves
from sasl.minds.vehicles.drives import Land
from sasl.minds.vehicles.in_reach import Targets

WAYS = [("StuG IIIG", "K20"), ("Pz IVF1", "M19"), ("StuH 42", "K20")]


def before(armor: str, start: str) -> Land:
    """The ground before an assault gun or tank: a T-34, a Gun with its crew and men, in the open and in woods."""
    table = field(ENEMY, "MPh", K14="woods", M13="stone-building", L17="woods", I16="grain")
    for name, place in (("T-34 M43", "H14"), ("4-5-8", "K14"), ("6-2-8", "M13"), ("4-4-7", "O15"), ("8-1", "K14")):
        table.new(FRIENDLY, name, place)
    unit = table.unit(table.new(ENEMY, armor, start, "move-command"))
    unit = replace(unit, attitude="Advance")
    state = replace(table.state, units={**table.state.units, unit.id: unit}, control={"K12": FRIENDLY})
    return drives.land_of(Tabletop(table.game.at(state)).game, decider(ENEMY), unit)


def plans(land: Land) -> vehicle_moves.Plans:
    """What it could do."""
    return vehicle_moves._to_the_goal(land, drives.drives(land, 1))


class Unbounded(Targets):
    """The same with every shot reckoned."""

    def most(self, name: str) -> float:
        return 1000.0

    def harm_from(self, name: str, least: float = 0.0) -> float:
        return self._looked_through(name)


@pytest.mark.parametrize(("armor", "start"), WAYS)
def test_6_6_harm_that_is_asked_for_is_exact_and_less_is_told_as_less(armor: str, start: str) -> None:
    land = before(armor, start)
    targets, asked = Targets(land), 0
    for name in land.game.board.within(start, 2):
        exact = targets.harm_from(name)
        for least in (0.05, 0.2, 0.5, 1.0):
            found = targets.harm_from(name, least)
            assert found == exact if exact >= least else found < least
            asked += exact >= least
    assert asked


@pytest.mark.parametrize(("armor", "start"), WAYS)
def test_6_6_who_cannot_come_among_the_best_changes_no_plan(
    armor: str, start: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick = plans(before(armor, start))
    monkeypatch.setattr(vehicle_moves, "Targets", Unbounded)
    full = plans(before(armor, start))
    assert [plan.words for plan in quick.best] == [plan.words for plan in full.best]
    assert quick.best[0].target and quick.number == full.number
