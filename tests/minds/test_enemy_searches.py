"""The quick searches on ranks find what a search by the rules, hex by hex and name by name, finds."""

from __future__ import annotations

import heapq

import pytest
from deciders import decider
from field import field
from tabletop import ENEMY, FRIENDLY, Tabletop

from sasl.asl.game.state import Marker
from sasl.asl.movement.ground.costs import step_cost
from sasl.asl.movement.ground.ground_steps import ALL, priced, steps_of
from sasl.content.library import Library, shipped_root
from sasl.kernel import verify
from sasl.kernel.frozen import replace
from sasl.lab.watching.watch import Watch
from sasl.minds.movement import wishes
from sasl.minds.movement.ways.danger import LEFT
from sasl.minds.movement.ways.paths import FAR, Ground, Path, ground, paths
from sasl.saves.session import Session


def littered(**terrain: str) -> Tabletop:
    """A field with SMOKE and a Blaze, and rain."""
    table = field(ENEMY, "MPh", **terrain)
    smoke = Marker("smoke1", "smoke", "K16", number=2)
    blaze = Marker("blaze1", "blaze", "L16")
    return Tabletop(table.game.at(replace(table.state, markers={"smoke1": smoke, "blaze1": blaze}, ec="Rain")))


def by_the_rules(land: Ground, allowance: float) -> dict[str, Path]:
    """The search over names, each step priced by the rules for each unit."""
    later = [replace(land.units[0], flags=land.units[0].flags - LEFT)]
    reach: dict[str, Path] = {}
    least: dict[str, float] = {}
    queue: list[tuple[float, float, tuple[str, ...], float]] = [(0.0, 0.0, (land.start,), 0.0)]
    while queue:
        total, mf, hexes, worst = heapq.heappop(queue)
        here = hexes[-1]
        if mf >= least.get(here, FAR):
            continue
        least[here] = mf
        reach.setdefault(here, Path(hexes, mf, worst))
        units = land.units if here == land.start else [replace(later[0], hex=here)]
        for near in land.game.board.neighbours(here):
            if near in land.closed or near in land.mined or near in hexes:
                continue
            costs = [step_cost(land.game, unit, here, near) for unit in units]
            if not all(cost.allowed for cost in costs):
                continue
            dear = max(cost.mf if cost.mf is not None else FAR for cost in costs)
            spent = mf + dear if dear < FAR else allowance if here == land.start else FAR
            if spent <= allowance and spent < least.get(near, FAR):
                risk = land.harm(near)
                worth = total + spent - mf + land.danger_mf * risk
                heapq.heappush(queue, (worth, spent, (*hexes, near), max(worst, risk)))
    return reach


@pytest.mark.parametrize("cavalry", [False, True])
def test_the_tables_of_steps_are_the_costs_of_the_rules(cavalry: bool) -> None:
    """B26.42, B27.4: Wire bars Cavalry, and it pays for foxholes."""
    table = littered(K15="woods", L15="grain", J15="wooden-building", K18="orchard")
    table.all("marker add wire K17", "marker add foxhole L17")
    game, man = table.game, table.unit(table.new(ENEMY, "4-6-7", "K14"))
    man = replace(man, flags=man.flags | {"mounted"}) if cavalry else man
    steps = steps_of(game, cavalry=cavalry)
    for name in game.board.within("K16", 4):
        quick = dict(priced(game, steps[game.board.rank[name]], cavalry=cavalry))
        here = replace(man, hex=name)
        costs = {near: step_cost(game, here, name, near) for near in game.board.neighbours(name)}
        allowed = {near: ALL if cost.mf is None else cost.mf for near, cost in costs.items() if cost.allowed}
        assert quick == {game.board.rank[near]: mf for near, mf in allowed.items()}


@pytest.mark.parametrize("flags", [(), ("dug-in",), ("encircled",)])
def test_what_is_in_reach_is_what_the_rules_let_in_reach_ties_included(flags: tuple[str, ...]) -> None:
    table = littered(K15="woods", L15="grain", J15="wooden-building", K18="orchard")
    keys = [table.new(ENEMY, "4-6-7", "K14", *flags), table.new(ENEMY, "4-6-7", "K14")]
    table.new(FRIENDLY, "4-4-7", "K19")
    land = ground(table.game, decider(), [table.unit(key) for key in keys])
    for allowance in (0.0, 2.0, 4.0, 6.0):
        quick, full = paths(land, allowance), by_the_rules(land, allowance)
        assert list(quick.items()) == list(full.items())


@pytest.mark.parametrize("seed", [1, 2])
def test_a_watched_game_in_which_every_quick_way_is_checked(seed: int) -> None:
    with verify.switched():
        for _ in Watch(Session.memory(Library(shipped_root()), "platoon", seed, "watch")).run():
            pass


def test_the_way_a_unit_wishes_for_is_the_first_of_all_and_found_once_while_its_side_thinks() -> None:
    table = littered(K15="woods", L15="grain", J15="wooden-building", K18="orchard")
    table.new(ENEMY, "4-6-7", "K10")
    man = table.unit(table.new(FRIENDLY, "4-4-7", "K19"))
    game = table.game.at(replace(table.state, side=FRIENDLY, control={"K13": ENEMY, "M20": ENEMY}))
    with verify.switched():
        for place in ("K19", "L17", "J16"):
            here = replace(man, hex=place)
            found = wishes.wish(game, decider(FRIENDLY), here)
            later = game.at(replace(game.state, passed=frozenset({"x"})))
            assert found is not None
            assert wishes.wish(later, decider(FRIENDLY), here) is found
