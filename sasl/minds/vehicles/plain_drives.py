"""Drives found in the plainest way, to check the quick one: every step asked of the rules, every risk worked out."""

from __future__ import annotations

import heapq

from sasl.asl.game.los.sight import look
from sasl.asl.movement.allowance import movement_allowance
from sasl.asl.movement.ground.costs import step_cost, turn_mp
from sasl.asl.vehicles import bog, buildings, driving
from sasl.kernel import verify
from sasl.minds.movement.ways.danger import harm_chance
from sasl.minds.vehicles.drives import Drive, Land, Reach
from sasl.minds.vehicles.vehicle_threat import chance_of_shot, men_of, shaken


def same_drives(land: Land, reserve: float, reach: Reach) -> None:
    """Mismatch if the plain search finds other drives."""
    verify.same(f"the drives of {land.unit.id}", dict(reach), lambda: _drives(land, reserve))


def _drives(land: Land, reserve: float) -> dict[str, Drive]:
    game, unit = land.game, land.unit
    value = land.decider.doctrine.value
    allowance = movement_allowance(game, unit) - unit.mf - reserve
    begin = float(driving.start_mp(game, unit))
    first = Drive((land.start,), 0.0, 0.0, 0)
    queue: list[tuple[float, float, int, Drive, int | None]] = [(0.0, begin, 0, first, driving.facing(unit))]
    found: dict[str, Drive] = {}
    serial = 0
    while queue:
        total, mp, _, drive, vertex = heapq.heappop(queue)
        here = drive.end
        if here in found:
            continue
        found[here] = drive
        for near in game.board.neighbours(here):
            price = None if near in land.closed or near in found else _price(land, here, near)
            if price is None:
                continue
            side = game.board.hexside(here, near) or 0
            faces, turns = driving.turned(vertex, side) if vertex is not None else (side, 0)
            spent = mp + price + turns * turn_mp(game, unit, here)
            if spent > allowance:
                continue
            bogs = int(bog.may_bog(game.board, game.counter_of(unit).move, here, near))
            risk = _risk(land, near)
            new = Drive((*drive.hexes, near), spent, max(drive.risk, risk), drive.bogs + bogs)
            serial += 1
            weight = total + spent - mp + value("drive-risk-mp") * risk + value("bog-mp") * bogs
            heapq.heappush(queue, (weight, spent, serial, new, faces))
    return found


def _price(land: Land, a: str, b: str) -> float | None:
    """The MP of a step; into no building or rubble, where only a player drives (B23.41) [house]."""
    if buildings.leads_in(land.game, a, b):
        return None
    step = step_cost(land.game, land.unit, a, b)
    return step.mf if step.allowed and not step.all else None


def _risk(land: Land, name: str) -> float:
    game, threat = land.game, land.threat
    safe = 1.0 if threat.soft is None else 1 - threat.soft(name)
    for shooter in threat.shooters:
        far = game.board.distance(shooter.hex, name)
        sight = look(game, shooter.hex, name) if far else None
        if sight is None or sight.exists:
            safe *= 1 - chance_of_shot(game, shooter, land.unit, far, sight.hindrance if sight else 0)
    men = men_of(game, land.decider, land.unit)
    for place, there in men.places:
        far = game.board.distance(place, name)
        if far <= len(men.reach) and (far <= 1 or look(game, place, name).exists):
            safe *= 1 - there * men.reach[max(far, 1) - 1]
    for column, lasts in threat.shells.get(name, ()):
        safe *= 1 - lasts * harm_chance(game, column, 0, shaken(game, land.unit))
    return 1 - safe
