"""Entry (A2.51): who enters the map next, and by which hex of the edge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sasl.asl.game.context import Game
from sasl.asl.game.flags import MMC, SMC
from sasl.asl.game.state import Unit, opponent
from sasl.asl.movement.allowance import CANNOT_MOVE, movement_allowance
from sasl.asl.movement.entering import entry_cost, road_entries
from sasl.asl.movement.step import bars
from sasl.asl.stacking import halves, overstacked, squads_in
from sasl.board.movement import FOOT
from sasl.board.terrain import CAVALRY
from sasl.minds.act import Act, Decider
from sasl.minds.movement import goals, scouts
from sasl.minds.movement.command_range import CommandRange, command_range_of
from sasl.minds.movement.danger import danger
from sasl.minds.movement.goals import Aim
from sasl.minds.movement.paths import known_mines
from sasl.orders.entry import Enter

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
    waiting = [item for item in waiting if not scouts.stays_off(game, decider, item)]
    unit = min(
        waiting,
        key=lambda item: (not scouts.goes_ahead(decider, item), not item.mmc, item.kind == "vehicle"),
        default=None,
    )
    return _enter(game, decider, unit) if unit else None


def _waits_outside(game: Game, decider: Decider, unit: Unit) -> bool:
    """Whether a unit is off the map, and its time has come."""
    return (
        unit.side == decider.side
        and not unit.hex
        and not unit.carrier
        and unit.kind in (*MMC, *SMC, "vehicle")
        and unit.turn <= game.state.turn
        and unit.id not in game.state.passed
        and not unit.flags & (CANNOT_MOVE.keys() - {"no-command"})
    )


def _enter(game: Game, decider: Decider, unit: Unit) -> Act:
    """Where it has least way and danger before it, an SMC to the men; no hex with enemies, mines or a crowd."""
    goal = goals.aim(game, decider, unit)
    fear = "scout-danger-mf" if scouts.goes_ahead(decider, unit) else "entry-danger"
    harm, weight = danger(game, decider, unit), decider.doctrine.value(fear)
    men = [other.hex for other in game.state.on_map(decider.side) if other.mmc and other.good_order]
    together = command_range_of(game, [unit])
    left = _left_from_edge(game, decider, unit, goal)
    places: list[tuple[float, str]] = []
    for name in road_entries(game, unit) or game.board.edge(game.edge_of(decider.side)):
        if name in known_mines(game) or any(
            bars(game, foe) for foe in game.state.units_at(name, opponent(decider.side))
        ):
            continue
        own = [other for other in game.state.units_at(name, decider.side) if "prisoner" not in other.flags]
        crowded = overstacked(game, [*own, unit]) or (unit.kind == "vehicle" and any(o.kind == "vehicle" for o in own))
        first = entry_cost(game, unit, name)
        if crowded or first > movement_allowance(game, unit):
            continue
        far = left.get(name, 0.0) + first
        if not unit.mmc and unit.kind != "vehicle" and men:
            far = min(game.board.distance(name, place) for place in men)
        price = together.price(decider.doctrine, name) + _company_price(game, decider, unit, own)
        price += decider.doctrine.value("crowd-mf") * harm.standing(name) * squads_in(game, own)
        places.append((far + weight * max(harm(name), harm.standing(name)) + price, name))
    if not places:
        return Act(unit.id, None, f"{unit.id} waits off the map", ("no hex of its edge has room",))
    places.sort(key=lambda item: (item[0], game.board.hex(item[1])))
    reasons = [goal.why] if goal else []
    reasons += ["it goes ahead and makes S? check (5.1)"] if fear == "scout-danger-mf" else []
    reasons += [f"{name}: {worth:.1f} MF, danger and company to its goal" for worth, name in places[:MOST_PLACES]]
    reasons.append(", ".join(decider.doctrine.words(name) for name in (fear, *_entry_figures(decider, together))))
    best = places[0][1]
    title = f"{unit.id} enters in {best}"
    return Act(unit.id, Enter((unit.id,), best), title, tuple(reasons), (unit.id,), (best,), best)


def _left_from_edge(game: Game, decider: Decider, unit: Unit, goal: Aim | None) -> Mapping[str, float]:
    """How far the goal of a unit is from each hex it may enter by: MF on foot or horseback; hexes for a vehicle."""
    if goal is None:
        return {}
    if unit.kind == "vehicle":
        return game.board.range_from(goal.hex)
    return goals.march(game, decider, goal.hex, CAVALRY if unit.cavalry else FOOT)


def _entry_figures(decider: Decider, together: CommandRange) -> list[str]:
    """The figures that the worth of a hex to enter by is made of, besides that of its danger."""
    names = [name for name in ("entry-leader", "entry-full") if decider.doctrine.value(name)]
    return [*names, "keep-with-leader"] if together.counts(decider.doctrine) else names


def _company_price(game: Game, decider: Decider, unit: Unit, own: Sequence[Unit]) -> float:
    """The MF it is worth that no two leaders enter one hex, and that none is full: one FFE would harm them all."""
    figure = decider.doctrine.value
    leaders = sum(other.kind == "leader" for other in own) if unit.kind == "leader" else 0
    full = sum(halves(game, other) for other in (*own, unit)) >= game.figure("stack-limit")
    return figure("entry-leader") * leaders + figure("entry-full") * full
