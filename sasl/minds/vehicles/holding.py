"""VPO that an armed vehicle holds by standing in them when the mission ends (A26.12)."""

from __future__ import annotations

from sasl.asl.ordnance import mounted
from sasl.minds.movement import goals
from sasl.minds.movement.last_turns import counts
from sasl.minds.vehicles.drives import Land
from sasl.solitaire.control import held_by_vehicles


def prizes(land: Land) -> frozenset[str]:
    """The VPO of the other side that a vehicle may go for by itself, ahead of its Infantry, in the last Turns: no
    building, and no enemy that its side knows of in it. Before, none: who drives on gives up what it holds."""
    game, unit = land.game, land.unit
    if not land.decider.doctrine.value("hold-mp") or not counts(game, land.decider) or not mounted.weapons(game, unit):
        return frozenset()
    places = goals.wanted(game, unit.side)
    return frozenset(name for name in places if name not in land.closed and held_by_vehicles(game, name))
