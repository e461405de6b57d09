"""Entry (A2.51): who enters the map next, and by which hex of the edge."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sasl.asl.game.context import Game
from sasl.asl.game.flags import MEN
from sasl.asl.game.sides import opponent
from sasl.asl.game.state import Unit
from sasl.asl.movement.allowance import CANNOT_MOVE, movement_allowance
from sasl.asl.movement.entering import entry_cost, road_entries
from sasl.asl.movement.step import bars
from sasl.asl.stacking import halves, overstacked, squads_in
from sasl.board.movement_cost import FOOT
from sasl.board.terrain import CAVALRY
from sasl.kernel.frozen import Frozen
from sasl.kernel.text import counted
from sasl.minds.act import Act, Decider
from sasl.minds.measures import risk
from sasl.minds.movement import goals, move_reasons, scouts
from sasl.minds.movement.command_range import CommandRange, command_range_of, without_leader
from sasl.minds.movement.goals import Aim
from sasl.minds.movement.move_reasons import Part
from sasl.minds.movement.ways.danger import Danger, danger
from sasl.minds.movement.ways.paths import known_mines
from sasl.orders.entry_orders import Enter

MOST_PLACES = 4


def edge(game: Game) -> str:
    """12: the edge by which the FRIENDLY side enters where it may choose one: from there the nearer half of the VPO is
    nearest; "" where there is nothing to choose."""
    edges = game.mission.area.entry_choice
    if not edges or not game.state.control:
        return ""

    def far(name: str) -> int:
        rows = sorted(game.board.distance_to_edge(place, name) for place in game.state.control)
        return sum(rows[: (len(rows) + 1) // 2])

    return min(edges, key=far)


def next_act(game: Game, decider: Decider) -> Act | None:
    """A2.51: the next unit that enters, MMC first, or that waits because it has no room (an Act without a line)."""
    waiting = [item for item in game.state.units.values() if _waits_outside(game, decider, item)]
    unit = min(
        waiting,
        key=lambda item: (scouts.turn_of(game, decider, item), not item.mmc, item.kind == "vehicle"),
        default=None,
    )
    return _enter(game, decider, unit) if unit else None


def _waits_outside(game: Game, decider: Decider, unit: Unit) -> bool:
    """Whether a unit is off the map, and its time has come."""
    return (
        unit.side == decider.side
        and not unit.hex
        and not unit.carrier
        and unit.kind in (*MEN, "vehicle")
        and unit.turn <= game.state.turn
        and unit.id not in game.state.passed
        and not unit.flags & (CANNOT_MOVE.keys() - {"no-command"})
    )


class Place(Frozen):
    """A hex of the edge to enter by: how far it is from there, and all else that has a price in MF."""

    hex: str
    far: str
    parts: tuple[Part, ...]
    worth: float

    @property
    def words(self) -> str:
        """`R0: 4 MF from the goal, harm 0.02, fills the hex: 5.2`."""
        more = "".join(f", {part.words}" for part in self.parts if part.mf and part.words)
        return f"{self.hex}: {self.far}{more}: {self.worth:.1f}"


def _enter(game: Game, decider: Decider, unit: Unit) -> Act:
    """Where it has least way and danger before it, an SMC to the men; no hex with enemies, mines or a crowd."""
    goal = goals.aim(game, decider, unit)
    harm, together = danger(game, decider, unit), command_range_of(game, [unit])
    men, who = _men(game, decider, unit)
    left = _left_from_edge(game, decider, unit, goal)
    places: list[Place] = []
    for name in road_entries(game, unit) or game.board.edge(game.edge_of(decider.side)):
        if name in known_mines(game) or any(
            bars(game, foe) for foe in game.state.units_at(name, opponent(decider.side))
        ):
            continue
        own = [other for other in game.state.units_at(name, decider.side) if "prisoner" not in other.flags]
        crowded = overstacked(game, [*own, unit], name) or (
            unit.kind == "vehicle" and any(o.kind == "vehicle" for o in own)
        )
        first = entry_cost(game, unit, name)
        if crowded or first > movement_allowance(game, unit):
            continue
        far = left.get(name, 0.0) + first
        way = f"{far:g} {'MP and hexes' if unit.kind == 'vehicle' else 'MF'} to the goal"
        if not unit.mmc and unit.kind != "vehicle" and men:
            hexes = min(game.board.distance(name, place) for place in men)
            far, way = float(hexes), f"{counted(hexes, 'hex', 'hexes')} from {who}"
        parts = tuple(_parts(game, decider, unit, name, harm, together, own))
        places.append(Place(name, way, parts, sum((part.mf for part in parts), start=far)))
    if not places:
        return Act(unit.id, None, f"{unit.id} waits off the map", ("no hex of its edge has room",))
    places.sort(key=lambda item: (item.worth, game.board.hex(item.hex)))
    shown, words = places[:MOST_PLACES], decider.doctrine.words
    reasons = [goal.words(decider.doctrine)] if goal else []
    ahead = scouts.goes_ahead(game, decider, unit)
    reasons += [f"it goes ahead to make S? check (S5): {words('scouts')}"] if ahead else []
    reasons += [*(place.words for place in shown), words(*move_reasons.names_of(place.parts for place in shown))]
    best = places[0].hex
    title = f"{unit.id} enters in {best}"
    return Act(unit.id, Enter((unit.id,), best), title, tuple(reasons), (unit.id,), (best,), best)


def _men(game: Game, decider: Decider, unit: Unit) -> tuple[list[str], str]:
    """Where the men are that an SMC joins: for a leader where most squads are that nobody leads (S16), else any."""
    men = [other.hex for other in game.state.on_map(decider.side) if other.mmc and other.good_order]
    unled = without_leader(game, unit) if unit.kind == "leader" else []
    if not unled:
        return men, "men"
    radius, distance = game.figure("leader-circle"), game.board.distance
    most = max(unled, key=lambda name: sum(distance(name, other) <= radius for other in unled))
    return [most], "squads without a leader"


def _fear(game: Game, decider: Decider, unit: Unit) -> str:
    """The figure of what danger is worth to who enters."""
    return "scout-danger-mf" if scouts.goes_ahead(game, decider, unit) else "entry-danger"


def _parts(
    game: Game, decider: Decider, unit: Unit, name: str, harm: Danger, together: CommandRange, own: Sequence[Unit]
) -> Iterator[Part]:
    """What makes up the price of a hex to enter by, beside the way: its danger; what attacks there for sure; to ride
    apart; that two leaders enter one hex, or that it is full, for one FFE would harm them all; who is there already,
    under fire."""
    figure, fear, feared = decider.doctrine.value, _fear(game, decider, unit), max(harm(name), harm.standing(name))
    yield Part((fear,), figure(fear) * feared, risk(feared))
    yield Part(("residual-mf",), figure("residual-mf") * harm.surely(name), "Residual FP or a Fire Lane")
    yield move_reasons.apart(together, decider.doctrine, name)
    leaders = sum(other.kind == "leader" for other in own) if unit.kind == "leader" else 0
    yield Part(("entry-leader",), figure("entry-leader") * leaders, "a leader is there")
    full = sum(halves(game, other) for other in (*own, unit)) >= game.figure("stack-limit")
    yield Part(("entry-full",), figure("entry-full") * full, "fills the hex")
    yield move_reasons.massed(game, decider.doctrine, [unit], name)
    there = squads_in(game, own)
    crowd = figure("crowd-mf") * harm.standing(name) * there
    yield Part(("crowd-mf",), crowd, f"{move_reasons.squads(there)} there already")


def _left_from_edge(game: Game, decider: Decider, unit: Unit, goal: Aim | None) -> Mapping[str, float]:
    """How far the goal of a unit is from each hex it may enter by: MF on foot or horseback; hexes for a vehicle."""
    if goal is None:
        return {}
    if unit.kind == "vehicle":
        return game.board.range_from(goal.hex)
    return goals.march(game, decider, goal.hex, CAVALRY if unit.cavalry else FOOT)
