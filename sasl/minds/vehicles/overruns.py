"""Overruns (D7): over whom a vehicle drives, and whether it pays."""

from __future__ import annotations

from sasl.asl.game.context import Refused
from sasl.asl.game.state import opponent
from sasl.asl.movement import driving
from sasl.asl.movement.allowance import movement_allowance, share
from sasl.asl.ordnance import mounted
from sasl.asl.vehicles import overrun
from sasl.minds.act import Act
from sasl.minds.fire import harm
from sasl.minds.vehicles.drives import Drive
from sasl.minds.vehicles.lanes import Lane
from sasl.minds.vehicles.parking import MOST_SHOWN, of


def best(land: Lane, reach: dict[str, Drive]) -> Act | None:
    """D7: over Known enemies on foot, where the harm is worth it and more than it risks, there and on the way."""
    game, staff, unit = land.game, land.staff, land.unit
    least = staff.doctrine.value("overrun-harm")
    if not mounted.armored(game, unit) or "prep" in unit.flags or any(item.endswith(" spent") for item in unit.arms):
        return None
    quarter = share(game, unit, game.figure("overrun-share"))
    limit = movement_allowance(game, unit)
    found = []
    for name in {other.hex or "" for other in game.state.on_map(opponent(unit.side)) if other.known and other.hex}:
        if name == land.start or game.state.markers_at(name, "minefield"):
            continue
        ways = [reach[near] for near in game.board.neighbours(name) if near in reach]
        victims = overrun.targets(game, unit, name)
        afv = any(mounted.armored(game, other) for other in game.state.units_at(name, opponent(unit.side)))
        if not ways or afv or not any(item.infantry for item in victims) or game.state.units_at(name, unit.side):
            continue
        paper = overrun.attack_of(game, unit, name)
        worth, price = harm.of_ift(game, staff, paper) if paper.column else 0.0, harm.weight(game, staff, unit)
        if worth < max(least, price * land.risk(name)):
            continue
        for drive in sorted(ways, key=lambda item: (item.mp, item.end)):
            if worth < price * drive.risk:
                continue
            try:
                spent = unit.mf + driving.cost_of(game, unit, (*drive.hexes, name)) + quarter
            except Refused:
                continue
            if spent <= limit:
                found.append((worth, drive, name))
                break
    if not found:
        return None
    worth, drive, name = max(found, key=lambda item: (round(item[0], 3), -item[1].mp, item[2]))
    shown = [f"{name}: harm {value:.2f}" for value, _, name in sorted(found, key=lambda item: -item[0])[:MOST_SHOWN]]
    hexes = (*drive.hexes, name)
    line = f"move {unit.id} {' '.join(hexes[1:])}"
    title = f"{unit.id} overruns {name}: harm {worth:.2f}"
    return of(unit, line, title, [staff.doctrine.words("overrun-harm"), *shown], hexes)
