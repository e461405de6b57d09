"""What vehicles do in the MPh (6.6): who moves, and where it drives."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from sasl.asl.game.context import Game, Refused
from sasl.asl.game.state import Unit, opponent
from sasl.asl.movement import driving
from sasl.asl.movement.allowance import CANNOT_MOVE, movement_allowance
from sasl.asl.ordnance import mounted
from sasl.minds.act import Act, Decider, pick
from sasl.minds.movement import goals
from sasl.minds.movement.paths import FAR
from sasl.minds.vehicles import parking
from sasl.minds.vehicles.drives import Drive, VehicleThreat, drives, sees_target, to_go, vehicle_threat
from sasl.minds.vehicles.parking import MOST_SHOWN, act_of
from sasl.orders.movement import Move
from sasl.orders.vehicles import Overrun, Unbog

NOT_MOVED = frozenset(CANNOT_MOVE) - {"bogged"} | {"panicked", "waits", "recalled"}
"""The states of vehicles that do not move, or by an errand only (6.309, D5.341)."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A drive and what it is worth in MP: the way left, the risk, the Target it brings. Less is better."""

    drive: Drive
    left: float
    risk: float
    worth: float
    target: bool = False

    @property
    def words(self) -> str:
        """`K20: 3 MP from the goal, risk 0.12, a Target in sight: 4.2`."""
        left = f"{self.left:g} MP from the goal, " if self.left < FAR else ""
        sight = ", a Target in sight" if self.target else ""
        return f"{self.drive.end}: {left}risk {self.risk:.2f}{sight}: {self.worth:.1f}"


def next_act(game: Game, decider: Decider) -> Act | None:
    """6.6: the next act of a vehicle in its own MPh; an Act without a line leaves it where it is."""
    if game.state.phase != "MPh" or game.state.side != decider.side:
        return None
    unit = next(_movers(game, decider), None)
    return _act(game, decider, unit) if unit else None


def _movers(game: Game, decider: Decider) -> Iterator[Unit]:
    """The vehicles that may do something: who is on the way, carriers, then who is nearest the other side's edge."""
    edge = game.edge_of(opponent(decider.side))
    able = [unit for unit in game.state.on_map(decider.side) if _may(game, decider, unit)]

    def order(unit: Unit) -> tuple[bool, bool, int, str]:
        far = game.board.distance_to_edge(unit.hex, edge)
        return not unit.mf, bool(mounted.weapons(game, unit)), far, unit.id

    yield from sorted(able, key=order)


def _may(game: Game, decider: Decider, unit: Unit) -> bool:
    """Whether a vehicle is to do something: it has a Move Command, or is free, and no other has moved since."""
    if unit.kind != "vehicle" or unit.carrier or unit.id in game.state.passed or unit.flags & NOT_MOVED:
        return False
    if decider.doctrine.orders == "action" and "move-command" not in unit.flags:
        return False
    moving = game.state.moving
    return not unit.mf or (moving is not None and unit.id in moving.ids)


def _act(game: Game, decider: Decider, unit: Unit) -> Act:
    moving = game.state.moving
    if moving and unit.id in moving.ids and moving.how == "overrun" and moving.hex == unit.hex:
        return act_of(unit, Overrun(unit.id), f"{unit.id} overruns {unit.hex}", ("it has paid for it (D7.1)",))
    if "bogged" in unit.flags:
        if unit.mf:
            return Act(unit.id)
        return act_of(unit, Unbog(unit.id), f"{unit.id} tries to get free", ("it is Bogged (D8.3)",))
    act = None
    if "stopped" not in unit.flags or not unit.mf:
        act = parking.unload(game, decider, unit) or _drive(game, decider, unit)
        if act is not None and not unit.mf and parking.comes_near(game, decider, unit, act.path):
            shut = parking.shuts(game, decider, unit)
            act = shut if shut and _drives_closed(game, decider, unit) else act
    return act or parking.unload(game, decider, unit) or parking.ends(game, decider, unit) or Act(unit.id)


# -- driving ------------------------------------------------------------------------------------------


def _drives_closed(game: Game, decider: Decider, unit: Unit) -> bool:
    """Whether it would drive buttoned up, too: else it would open its hatches again where it stands, and so on."""
    closed = replace(unit, flags=unit.flags | {"buttoned"})
    there = game.at(replace(game.state, units={**game.state.units, unit.id: closed}))
    return _drive(there, decider, closed) is not None


def _drive(game: Game, decider: Decider, unit: Unit) -> Act | None:
    """The best drive, or an Overrun; None to stay."""
    land = vehicle_threat(game, decider, unit)
    reach = drives(land, float(game.figure("stop-mp")))
    run = parking.best_overrun(land, reach)
    if run is not None:
        return run
    if decider.doctrine.choice == "random":
        drive = pick(game, unit.id, [item for name, item in sorted(reach.items()) if _fits(land, item)])
        return _goes(land, drive, [f"any of {len(reach)} hexes in reach, at random"])
    holds = (
        decider.doctrine.orders == "action" and goals.attitude(game, decider, unit) == "Hold" and not _in_danger(land)
    )
    plans, why = _to_a_target(land, reach) if holds else _to_the_goal(land, reach)
    stay = next((item for item in plans if item.drive.end == land.start), None)
    if not plans or plans[0].drive.end == land.start:
        return None
    gain = (stay.worth if stay else FAR) - plans[0].worth
    if gain < decider.doctrine.value("drive-gain"):
        return None
    shown = [item.words for item in plans[:MOST_SHOWN]]
    if len(plans) > MOST_SHOWN:
        shown.append(f"and {len(plans) - MOST_SHOWN} more")
    shown += [f"to stay in {stay.words}"] if stay else []
    figures = ", ".join(decider.doctrine.words(name) for name in ("drive-risk-mp", "target-mp", "drive-gain"))
    for plan in plans[:MOST_SHOWN]:
        act = _goes(land, plan.drive, [why, figures, *shown])
        if act is not None:
            return act
    return None


def _fits(land: VehicleThreat, drive: Drive) -> bool:
    """Whether it may end there: one vehicle to a hex."""
    return drive.end not in land.parked or drive.end == land.start


def _in_danger(land: VehicleThreat) -> bool:
    """Whether it stands among enemies: in a Melee, or where it overran them."""
    return "melee" in land.unit.flags or land.start in land.closed


def _goes(land: VehicleThreat, drive: Drive, reasons: Sequence[str]) -> Act | None:
    """The command for a drive, if the rules allow it with the MP there are."""
    game, unit = land.game, land.unit
    if len(drive.hexes) < 2:
        return None
    try:
        spent = unit.mf + driving.cost_of(game, unit, drive.hexes)
    except Refused:
        return None
    if spent > movement_allowance(game, unit):
        return None
    order = Move((unit.id,), drive.hexes[1:])
    return act_of(unit, order, f"{unit.id} drives from {land.start} to {drive.end}", reasons, drive.hexes)


def _to_the_goal(land: VehicleThreat, reach: dict[str, Drive]) -> tuple[list[Plan], str]:
    """House rules 7: toward the goal with the least risk, to where it may fire; tanks not ahead of their Infantry."""
    game, decider, unit = land.game, land.decider, land.unit
    figure = decider.doctrine.value
    aim = goals.aim(game, decider, unit)
    goal, why, ahead = (aim.hex, aim.why, 0) if aim else (land.start, "it has no goal", 0)
    if aim and decider.doctrine.orders == "free" and mounted.weapons(game, unit):
        goal, why, ahead = _behind_infantry(land, aim.hex)
    left = to_go(land, goal)
    plans = []
    for drive in reach.values():
        too_far = aim and drive.end != land.start and land.game.board.distance(drive.end, aim.hex) < ahead
        if too_far or not _fits(land, drive):
            continue
        risk = land.risk(drive.end)
        way = left.get(drive.end, FAR)
        worth = way + figure("drive-risk-mp") * (risk + drive.risk) / 2 + figure("bog-mp") * drive.bogs
        if drive.end == land.start and _in_danger(land):
            worth += FAR
        plans.append(Plan(drive, way, risk, worth))
    plans.sort(key=lambda item: (item.worth, item.drive.mp, item.drive.end))
    return _with_targets(land, plans), why


def _behind_infantry(land: VehicleThreat, place: str) -> tuple[str, str, int]:
    """The Infantry that leads on the way to `place`: its hex, why, and how far from it no tank goes ahead."""
    board, unit = land.game.board, land.unit
    men = {
        other.hex
        for other in land.game.state.on_map(unit.side)
        if other.mmc and other.good_order and other.infantry and other.kind != "crew"
    }
    if not men:
        return place, f"toward {place}, without Infantry", 0
    own = board.distance(land.start, place)
    ahead = [name for name in men if board.distance(name, place) <= own]
    if not ahead:
        return land.start, "it leads already: it waits for its Infantry", own
    near = min(ahead, key=lambda name: (board.distance(land.start, name), board.distance(name, place), name))
    first = min(board.distance(name, place) for name in ahead if board.distance(name, near) <= 2)
    return near, f"with the Infantry in {near}, on the way to {place}", first


def _with_targets(land: VehicleThreat, plans: list[Plan]) -> list[Plan]:
    """What a Target in sight adds, for the plans near enough to the best to gain by it."""
    if not plans or not mounted.weapons(land.game, land.unit):
        return plans
    bonus, reach = land.decider.doctrine.value("target-mp"), int(land.decider.doctrine.value("target-range"))
    limit = plans[0].worth + bonus
    better = []
    for plan in plans:
        near = plan.worth <= limit or plan.drive.end == land.start
        if near and sees_target(land.game, land.unit, plan.drive.end, reach):
            plan = Plan(plan.drive, plan.left, plan.risk, plan.worth - bonus, True)
        better.append(plan)
    better.sort(key=lambda item: (item.worth, item.drive.mp, item.drive.end))
    return better


def _to_a_target(land: VehicleThreat, reach: dict[str, Drive]) -> tuple[list[Plan], str]:
    """6.4: a Hold vehicle drives only to bring a Target into LOS near by, by the way of least MP and risk.

    It does not risk more for it than the Target is worth (target-mp).
    """
    figure = land.decider.doctrine.value
    near = int(figure("hold-vehicle-range"))
    why = f"it holds: only to bring a Target into LOS within {land.decider.doctrine.words('hold-vehicle-range')}"
    if sees_target(land.game, land.unit, land.start, near):
        return [], why
    plans = []
    for drive in reach.values():
        if _fits(land, drive) and sees_target(land.game, land.unit, drive.end, near):
            risk = land.risk(drive.end)
            price = figure("drive-risk-mp") * (risk + drive.risk) / 2
            if price <= figure("target-mp"):
                plans.append(Plan(drive, FAR, risk, drive.mp + price + figure("bog-mp") * drive.bogs, True))
    plans.sort(key=lambda item: (item.worth, item.drive.end))
    return plans, why
