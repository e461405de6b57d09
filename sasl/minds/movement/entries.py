"""Units that come from off the map (A2.51): where on their own edge they enter."""

from __future__ import annotations

from sasl.asl.game.context import Game
from sasl.asl.game.state import MMC, SMC, Unit, opponent
from sasl.asl.movement.allowance import CANNOT_MOVE, movement_allowance
from sasl.asl.movement.entering import entry_cost, road_entries
from sasl.asl.movement.step import bars
from sasl.asl.stacking import overstacked
from sasl.minds.act import Act, Decider
from sasl.minds.movement import goals
from sasl.minds.movement.circles import circles
from sasl.minds.movement.danger import danger
from sasl.minds.movement.ways import known_mines

MOST_REASONS = 4


def next_act(game: Game, decider: Decider) -> Act | None:
    """A2.51: the next unit that enters, MMC first, or that waits because it has no room (an Act without a line)."""
    waiting = [item for item in game.state.units.values() if _waits_outside(game, decider, item)]
    unit = min(waiting, key=lambda item: (not item.mmc, item.kind == "vehicle"), default=None)
    return _enter(game, decider, unit) if unit else None


def _waits_outside(game: Game, decider: Decider, unit: Unit) -> bool:
    """Whether a unit is off the map, and its time has come."""
    return (
        unit.side == decider.side
        and unit.hex is None
        and not unit.carrier
        and unit.kind in (*MMC, *SMC, "vehicle")
        and unit.turn <= game.state.turn
        and unit.id not in game.state.passed
        and not unit.flags & (CANNOT_MOVE.keys() - {"no-command"})
    )


def _enter(game: Game, decider: Decider, unit: Unit) -> Act:
    """Where it has least way and danger before it, an SMC to the men; no hex with enemies, mines or a crowd."""
    found = goals.aim(game, decider, unit)
    harm, weight = danger(game, decider, unit), decider.doctrine.value("entry-danger")
    men = [other.hex or "" for other in game.state.on_map(decider.side) if other.mmc and other.good_order]
    together = circles(game, [unit])
    places: list[tuple[float, str]] = []
    for name in road_entries(game, unit) or game.board.edge(goals.home_edge(game, decider.side)):
        if name in known_mines(game) or any(bars(foe) for foe in game.state.units_at(name, opponent(decider.side))):
            continue
        own = [other for other in game.state.units_at(name, decider.side) if "prisoner" not in other.flags]
        crowded = overstacked(game, [*own, unit]) or (unit.kind == "vehicle" and any(o.kind == "vehicle" for o in own))
        if crowded or entry_cost(game, unit, name) > movement_allowance(game, unit):
            continue
        far = game.board.distance(name, found.hex) if found else 0
        if not unit.mmc and unit.kind != "vehicle" and men:
            far = min(game.board.distance(name, place) for place in men)
        places.append((far + weight * harm(name) + together.price(decider.doctrine, name), name))
    if not places:
        return Act(unit.id, "", f"{unit.id} waits off the map", ("no hex of its edge has room",))
    places.sort(key=lambda item: (item[0], game.board.hex(item[1])))
    reasons = [found.why] if found else []
    reasons += [f"{name}: {worth:.1f} hexes and danger to its goal" for worth, name in places[:MOST_REASONS]]
    best = places[0][1]
    title = f"{unit.id} enters in {best}"
    return Act(unit.id, f"enter {unit.id} {best}", title, tuple(reasons), (unit.id,), (best,), best)
