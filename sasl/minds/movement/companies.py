"""Companies (S16): where few leaders command many men, each man keeps with one leader and goes for what he goes for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf
from statistics import fmean

from sasl.asl.game.context import Game
from sasl.asl.game.plans import Company
from sasl.asl.game.state import Unit
from sasl.asl.movement.allowance import movement_allowance
from sasl.asl.stacking import halves
from sasl.minds.act import Decider
from sasl.minds.movement import goals
from sasl.minds.movement.command_range import passes
from sasl.solitaire.command_control import binds, by_rank


def form(game: Game, decider: Decider) -> tuple[Company, ...]:
    """The companies of a side under Command Control with few leaders; () for any other."""
    most = decider.doctrine.value("companies")
    if not most or not binds(game, decider.side):
        return ()
    leaders = _leaders(game, decider)
    if not 0 < len(leaders) <= most:
        return ()
    men = _told_off(game, decider, leaders)
    routes = _routes(game, decider, leaders, men)
    return tuple(Company(unit.id, tuple(men[unit.id]), tuple(routes[unit.id])) for unit in leaders)


def _leaders(game: Game, decider: Decider) -> list[Unit]:
    """Who leads: leaders in Good Order, or all, where none is; the best first, as his wounds leave him (A17.2).

    Whose Command DR fails too often has no company while another's does not: he keeps with that one, who passes for
    both.
    """
    own = [unit for unit in _own(game, decider) if unit.kind == "leader"]
    led = [unit for unit in own if unit.good_order] or own
    heard = [unit for unit in led if passes(game, unit) >= decider.doctrine.value("company-chance")]
    return sorted(heard or led, key=lambda unit: by_rank(game, unit))


def _own(game: Game, decider: Decider) -> list[Unit]:
    """The side's Personnel on the map or about to come."""
    return [
        unit
        for unit in game.state.units.values()
        if unit.side == decider.side
        and unit.personnel
        and "prisoner" not in unit.flags
        and (unit.hex or unit.turn <= game.state.turn)
    ]


def _told_off(game: Game, decider: Decider, leaders: Sequence[Unit]) -> dict[str, list[str]]:
    """Each man goes to the nearest leader; of equals to him with fewest men for how often he passes, kind by kind."""
    men: dict[str, list[str]] = {unit.id: [] for unit in leaders}
    load = dict.fromkeys(men, 0.0)
    for unit in sorted((unit for unit in _own(game, decider) if unit.mmc), key=lambda unit: (unit.kind, unit.id)):
        far = {leader.id: _apart(game, unit, leader) for leader in leaders}
        chosen = min(leaders, key=lambda leader: (far[leader.id], load[leader.id]))
        men[chosen.id].append(unit.id)
        load[chosen.id] += halves(game, unit) / (passes(game, chosen) or 1)
    return men


def _apart(game: Game, unit: Unit, leader: Unit) -> int:
    """The hexes between a man and a leader; of those still off the map only what the other is from the edge."""
    edge = game.edge_of(unit.side)
    if unit.hex and leader.hex:
        return game.board.distance(unit.hex, leader.hex)
    return sum(game.board.distance_to_edge(item.hex, edge) for item in (unit, leader) if item.hex)


def _routes(
    game: Game, decider: Decider, leaders: Sequence[Unit], men: Mapping[str, Sequence[str]]
) -> dict[str, list[str]]:
    """Which VPO each company goes for, one after the other: each VPO falls to the company that comes to it first, if
    that is before the mission may end. A company for which none is left helps another to take those that it can
    reach."""
    wanted = sorted(goals.open_to(game, decider.side))
    most = {unit.id: _reach(game, decider, men[unit.id]) for unit in leaders}
    routes = _share_out(game, decider, leaders, wanted, most)
    for leader in leaders:
        if not routes[leader.id]:
            routes |= _share_out(game, decider, [leader], wanted, most)
    return routes


def _share_out(
    game: Game, decider: Decider, leaders: Sequence[Unit], wanted: Sequence[str], most: Mapping[str, float]
) -> dict[str, list[str]]:
    """The VPO of these companies, each for the one that comes to it first, as far as they come at all."""
    routes: dict[str, list[str]] = {unit.id: [] for unit in leaders}
    gone, left = dict.fromkeys(routes, 0.0), list(wanted)
    while left:
        ways = {(unit.id, name): gone[unit.id] + _far(game, decider, unit, routes[unit.id], name)
                for unit in leaders for name in left}  # fmt: skip
        ways = {key: far for key, far in ways.items() if far <= most[key[0]]}
        if not ways:
            break
        leader, name = min(ways, key=lambda key: (ways[key], key))
        gone[leader] = ways[leader, name]
        routes[leader].append(name)
        left.remove(name)
    return routes


def _reach(game: Game, decider: Decider, men: Sequence[str]) -> float:
    """S12.5: the MF that a company can come forward before the mission may end, by what its men have in a Turn."""
    times = decider.doctrine.value("company-reach")
    if not times or not men:
        return inf
    turns = game.mission.end.turn - game.state.turn + 1
    return times * turns * fmean(movement_allowance(game, game.state.units[key]) for key in men)


def _far(game: Game, decider: Decider, leader: Unit, route: Sequence[str], name: str) -> float:
    """The MF from where a company then is to a VPO, and what its defenders are worth."""
    march, more = goals.march(game, decider, name), goals.defended(game, decider, name)
    if route or leader.hex:
        return march[route[-1] if route else leader.hex] + more
    return min(march[edge] for edge in game.board.edge(game.edge_of(leader.side))) + more
